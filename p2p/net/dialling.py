"""Dialling one peer that may be at any of several addresses.

All are connected at once, and hands are shaken over one at a time: so an address that swallows packets costs nothing,
and a peer that is reached by two of its addresses never sees two links of ours.
"""

from collections.abc import Sequence

import trio

from p2p.errors import HandshakeError
from p2p.net.addresses import Address, UnreachableError
from p2p.net.handshake import Call
from p2p.net.link import DiallerSide, Link, dial_link
from p2p.net.network import Network


async def dial_any(network: Network, addresses: Sequence[Address], side: DiallerSide, call: Call) -> Link:
    """Dial a peer at the first of its addresses where it answers and proves itself.

    Raises:
        UnreachableError: nobody answers at any of them.
        RefusedError: it sent us away (a HandshakeError).
        HandshakeError: what answers is not whom we called.
    """
    if not addresses:
        raise UnreachableError("no address is known")
    send, receive = trio.open_memory_channel[trio.abc.Stream](len(addresses))
    failure: HandshakeError | None = None
    link: Link | None = None
    async with trio.open_nursery() as nursery:
        async with send:
            for address in addresses:
                nursery.start_soon(_connect, network, address, send.clone())
        try:
            async for stream in receive:
                try:
                    link = await dial_link(stream, side, call)
                except HandshakeError as error:
                    failure = error
                else:
                    break
        finally:
            nursery.cancel_scope.cancel()
            await _close_rest(receive)
    if link is not None:
        return link
    if failure is not None:
        raise failure
    raise UnreachableError(f"nobody answers at {', '.join(map(str, addresses))}")


async def _connect(network: Network, address: Address, found: trio.MemorySendChannel[trio.abc.Stream]) -> None:
    async with found:
        try:
            stream = await network.connect(address)
        except UnreachableError:
            return
        found.send_nowait(stream)


async def _close_rest(found: trio.MemoryReceiveChannel[trio.abc.Stream]) -> None:
    """Close the streams that nobody needs any more."""
    while True:
        try:
            stream = found.receive_nowait()
        except (trio.WouldBlock, trio.EndOfChannel):
            return
        await trio.aclose_forcefully(stream)
