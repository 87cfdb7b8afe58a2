"""The handle of the bundled libsodium, all that p2p/crypto/ristretto.py takes from rbcl."""

import ctypes

_sodium: ctypes.CDLL
