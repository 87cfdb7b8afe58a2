"""Bytes on a link: frames, messages, envelopes."""
