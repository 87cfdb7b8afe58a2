"""The TLS layer of a link: TLS 1.3 under a throw-away key, which hides and orders bytes but proves nobody's name.

Who the peers are is proven above it (`handshake`): both sign the hash of the certificate that TLS showed, so somebody
in the middle, who must show a certificate of his own, is found out.
"""

import contextlib
import datetime
import hashlib
import os
import ssl
import tempfile
from dataclasses import dataclass

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from p2p.errors import HandshakeError


@dataclass(frozen=True, slots=True)
class ListenerTls:
    """What a listener needs for TLS, made once at start and used for all its links.

    Attributes:
        certificate_hash: SHA-256 of the certificate (DER), 32 bytes.
    """

    context: ssl.SSLContext
    certificate_hash: bytes


def make_listener_tls() -> ListenerTls:
    """Make a key and a self-signed certificate for this run. It touches a temporary file: call it in a thread."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "patte")])
    # Nobody looks at the dates, and a machine without a right clock must be able to play: so they are fixed and wide.
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(2999, 1, 1, tzinfo=datetime.UTC))
        .sign(key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # A resumed session would come without a certificate.
    context.num_tickets = 0
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(serialization.Encoding.PEM, *private)
    _load_pem(context, pem)
    der = certificate.public_bytes(serialization.Encoding.DER)
    return ListenerTls(context, hashlib.sha256(der).digest())


def make_dialler_context() -> ssl.SSLContext:
    """Make the context with which to dial anybody."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    # No authority vouches for a laptop on a home Wi-Fi, and none is asked: the listener's identity key signs the hash
    # of this very certificate, and that signature is checked before a byte of the table's is believed.
    context.verify_mode = ssl.CERT_NONE
    return context


async def listen_tls(stream: trio.abc.Stream, tls: ListenerTls) -> trio.SSLStream[trio.abc.Stream]:
    """Answer a TLS client.

    Raises:
        HandshakeError: the other side speaks something else, an older TLS, or hung up.
    """
    secured = trio.SSLStream(stream, tls.context, server_side=True)
    await _shake_hands(secured)
    return secured


async def dial_tls(stream: trio.abc.Stream, context: ssl.SSLContext) -> tuple[trio.SSLStream[trio.abc.Stream], bytes]:
    """Speak TLS to a listener; give the stream and SHA-256 of the certificate it showed.

    Raises:
        HandshakeError: the other side speaks something else, an older TLS, or hung up.
    """
    secured = trio.SSLStream(stream, context)
    await _shake_hands(secured)
    shown = secured.getpeercert(binary_form=True)
    if shown is None:
        raise HandshakeError("the other side showed no certificate")
    return secured, hashlib.sha256(shown).digest()


async def _shake_hands(secured: trio.SSLStream[trio.abc.Stream]) -> None:
    try:
        await secured.do_handshake()
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise HandshakeError("the other side does not speak TLS 1.3, or hung up") from error


def _load_pem(context: ssl.SSLContext, pem: bytes) -> None:
    """Load key and certificate; `ssl` takes them from a file only, which is there no longer than that."""
    # mkstemp makes the file 0600.
    handle, path = tempfile.mkstemp(prefix="patte-", suffix=".pem")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
