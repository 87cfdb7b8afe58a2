"""Count the multicast packets that come by on `eth0`, of every kind, for so many seconds: `count_multicast SECONDS`."""

import json
import socket
import sys
import time

_EVERY_PROTOCOL = 3
_OUTGOING = 4


def main() -> None:
    """Count, and say how many on stdout as JSON."""
    until = time.monotonic() + int(sys.argv[1])
    packets = 0
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERY_PROTOCOL)) as ear:
        ear.bind(("eth0", _EVERY_PROTOCOL))
        while (left := until - time.monotonic()) > 0:
            ear.settimeout(left)
            try:
                frame, sender = ear.recvfrom(65536)
            except TimeoutError:
                break
            # The lowest bit of the first octet says that a frame is for many; ff:ff:... is for all (ARP).
            if frame[0] & 1 and frame[:6] != b"\xff" * 6 and sender[2] != _OUTGOING:
                packets += 1
    print(json.dumps({"what": "counted", "packets": packets}), flush=True)


if __name__ == "__main__":
    main()
