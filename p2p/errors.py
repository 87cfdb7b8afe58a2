"""The errors that code under p2p raises, one family.

A base class is never raised itself. What we did wrong and what another peer did wrong are different types; the latter
carries what proves it.
"""


class P2PError(Exception):
    """Anything that goes wrong between peers."""


class CryptoError(P2PError):
    """Bytes or proofs that do not hold."""


class EncodingError(CryptoError):
    """Bytes that are not the one encoding of a valid value."""


class ProofError(CryptoError):
    """A proof, share, box or signature that does not hold for its statement."""


class RevealError(CryptoError):
    """A revealed secret that does not give what was published from it."""


class ProtocolError(P2PError):
    """A message at the wrong time, from the wrong seat, or against the rules."""


class LocalProtocolError(ProtocolError):
    """We tried something that the protocol does not allow us now."""


class TranscriptError(P2PError):
    """A transcript file that is not a whole, true record of a table.

    Attributes:
        index: the number of the envelope at fault, from 0; -1 for the file's head.
    """

    def __init__(self, index: int, why: str) -> None:
        super().__init__(f"envelope {index}: {why}")
        self.index = index
        self.why = why


class LinkError(P2PError):
    """A link to one peer that ended or never came to be."""


class LinkClosedError(LinkError):
    """The other side is gone, or the link was closed by us."""


class HandshakeError(LinkError):
    """The other side did not prove who it is, or speaks something else."""
