"""Laptops on one Wi-Fi: network namespaces, each joined by a veth pair to a bridge in a namespace of its own.

Everything is made inside the namespaces, so this machine's own network is never touched, and all of it goes when they
are deleted. Names are unique to the process and the test.
"""

import contextlib
import itertools
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
Fact = dict[str, object]

_numbers = itertools.count()


def missing() -> str:
    """Say what this machine lacks for such tests; empty: nothing."""
    if not sys.platform.startswith("linux"):
        return "network namespaces are Linux's"
    lacking = [program for program in ("ip", "bridge", "nft") if shutil.which(program, path=_path()) is None]
    if lacking:
        return f"no {', '.join(lacking)} (Debian: iproute2, nftables)"
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"pt{os.getpid():x}-try"
    tried = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
    return f"no network namespaces here: {tried.stderr.strip()}" if tried.returncode else ""


def do(*command: str) -> str:
    """Run a command that has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment(), timeout=30)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def environment(**more: str) -> dict[str, str]:
    """Give the environment for what runs in a namespace: without coverage, which would slow what is timed here."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return {**plain, "PATH": _path(), "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT), **more}


class Running:
    """A program in a namespace; its lines on stdout are facts, as JSON."""

    def __init__(self, command: Sequence[str], **more: str) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(**more),
            cwd=ROOT,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.errors: list[str] = []
        self.code = ""
        self.started_at = time.monotonic()
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)

    def next_line(self, timeout_s: float) -> str:
        """Wait for the next line."""
        try:
            return self.lines.get(timeout=max(timeout_s, 0.001))
        except queue.Empty:
            raise TimeoutError(f"nothing within {timeout_s:.1f} s; stderr: {''.join(self.errors)[-2000:]}") from None

    def wait_line(self, text: str, timeout_s: float) -> str:
        """Wait for a line that holds a text; give it."""
        until, seen = time.monotonic() + timeout_s, list[str]()
        while True:
            try:
                line = self.next_line(until - time.monotonic())
            except TimeoutError as error:
                shown = "\n".join(seen[-30:])
                raise TimeoutError(f"no {text!r} within {timeout_s} s, but:\n{shown}\n{error}") from None
            seen.append(line)
            if text in line:
                return line

    def wait_fact(self, timeout_s: float, **wanted: object) -> Fact:
        """Wait for a fact that has these values; give it."""
        until, seen = time.monotonic() + timeout_s, list[str]()
        while True:
            try:
                line = self.next_line(until - time.monotonic())
            except TimeoutError as error:
                shown = "\n".join(seen[-20:])
                raise TimeoutError(f"no fact {wanted} within {timeout_s} s, but:\n{shown}\n{error}") from None
            seen.append(line)
            fact = json.loads(line)
            if isinstance(fact, dict) and all(fact.get(key) == value for key, value in wanted.items()):
                return fact

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """Kill it without a chance to say goodbye; it is gone when this returns."""
        self.process.kill()
        self.process.wait(10)

    def wait_exit(self, timeout_s: float) -> int:
        """Wait for its end; give its exit code."""
        code = self.process.wait(timeout_s)
        for reader in self._readers:
            reader.join(5)
        return code

    def close(self) -> None:
        """End it whatever it does, and close its pipes."""
        self.kill()
        for reader in self._readers:
            reader.join(5)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


class Laptop:
    """One machine: a namespace with `eth0` on the Wi-Fi."""

    def __init__(self, wifi: "Wifi", name: str, number: int) -> None:
        self.wifi = wifi
        self.name = name
        self.space = f"{wifi.prefix}-{name}"
        self.port = f"p{number}"
        self.host = f"192.168.77.{number + 10}"
        self.running: list[Running] = []

    def ip(self, *arguments: str) -> str:
        """Run iproute2's `ip` here."""
        return do("ip", "-n", self.space, *arguments)

    def do(self, *command: str) -> str:
        """Run a command here."""
        return do("ip", "netns", "exec", self.space, *command)

    def start(self, *command: str, **more: str) -> Running:
        """Start a program here."""
        running = Running(("ip", "netns", "exec", self.space, *command), **more)
        self.running.append(running)
        return running

    def peer(self, *arguments: str) -> Running:
        """Start a test's peer here (`tests.netns.peer`)."""
        return self.start(sys.executable, "-m", "tests.netns.peer", *arguments)

    def player(self, *arguments: str, **more: str) -> Running:
        """Let somebody play here (`tests.netns.player`)."""
        home = self.wifi.folder / self.name
        home.mkdir(exist_ok=True)
        return self.start(sys.executable, "-m", "tests.netns.player", *arguments, HOME=str(home), **more)

    def patte(self, *arguments: str, **more: str) -> Running:
        """Start `patte` here, as somebody who has this machine for himself."""
        home = self.wifi.folder / self.name
        home.mkdir(exist_ok=True)
        more = {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home), "LANG": "C.UTF-8"} | more
        return self.start(sys.executable, "-m", "cli", *arguments, **more)

    def firewall(self, *rules: str) -> None:
        """Let nftables treat what comes in by these rules."""
        self.do("nft", "add table inet patte")
        self.do("nft", "add chain inet patte input { type filter hook input priority 0; policy accept; }")
        for rule in rules:
            self.do("nft", f"add rule inet patte input {rule}")

    def add_interface(self, name: str, address: str, *, default: bool = False) -> None:
        """Give it a second interface, whose other end lies in a namespace where nobody answers."""
        other = self.wifi.space(f"{self.name}{name}")
        self.ip("link", "add", name, "type", "veth", "peer", "name", "far", "netns", other)
        do("ip", "-n", other, "link", "set", "far", "up")
        self.ip("addr", "add", address, "dev", name)
        self.ip("link", "set", name, "up")
        if default:
            self.ip("route", "replace", "default", "dev", name)

    def leave_wifi(self) -> None:
        """Lose the Wi-Fi, with no sign of it but silence."""
        do("ip", "-n", self.wifi.switch, "link", "set", self.port, "nomaster")

    def join_wifi(self) -> None:
        """Have it again."""
        do("ip", "-n", self.wifi.switch, "link", "set", self.port, "master", "br0")

    def isolate(self) -> None:
        """Let the access point keep this machine from the others that are so."""
        do("ip", "netns", "exec", self.wifi.switch, "bridge", "link", "set", "dev", self.port, "isolated", "on")


class Wifi:
    """The bridge and the machines on it. Use it as a context manager."""

    def __init__(self, folder: Path, *, ipv4: bool = True) -> None:
        self.folder = folder
        self.prefix = f"pt{os.getpid():x}{next(_numbers)}"
        self.laptops: list[Laptop] = []
        self._ipv4 = ipv4
        self._spaces: list[str] = []

    def __enter__(self) -> Self:
        try:
            self.switch = self.space("sw")
            do("ip", "-n", self.switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
            do("ip", "-n", self.switch, "link", "set", "br0", "up")
        except BaseException:
            self._delete()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        # Also what a program has started and left behind: it would keep the pipes open, and the namespaces.
        for space in self._spaces:
            for pid in do("ip", "netns", "pids", space).split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
        for laptop in self.laptops:
            for running in laptop.running:
                running.close()
        self._delete()

    def space(self, name: str) -> str:
        """Make a namespace."""
        space = f"{self.prefix}-{name}"
        do("ip", "netns", "add", space)
        self._spaces.append(space)
        # An IPv6 address is ready at once; nobody routes here.
        for setting in ("accept_dad", "accept_ra"):
            do("ip", "netns", "exec", space, "sh", "-c", f"echo 0 > /proc/sys/net/ipv6/conf/default/{setting}")
        do("ip", "-n", space, "link", "set", "lo", "up")
        return space

    def laptop(self, name: str) -> Laptop:
        """Put a machine on the Wi-Fi."""
        laptop = Laptop(self, name, len(self.laptops))
        self.space(name)
        self.laptops.append(laptop)
        self.plug_in(laptop)
        return laptop

    def plug_in(self, laptop: Laptop) -> None:
        """Give a machine its `eth0`."""
        peer = ("peer", "name", "eth0", "netns", laptop.space)
        do("ip", "-n", self.switch, "link", "add", laptop.port, "type", "veth", *peer)
        do("ip", "-n", self.switch, "link", "set", laptop.port, "master", "br0", "up")
        if self._ipv4:
            laptop.ip("addr", "add", f"{laptop.host}/24", "dev", "eth0")
        laptop.ip("link", "set", "eth0", "up")

    def unplug(self, laptop: Laptop) -> None:
        """Take its `eth0` away."""
        do("ip", "-n", self.switch, "link", "del", laptop.port)

    def _delete(self) -> None:
        for space in self._spaces:
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False, env=environment())


def _path() -> str:
    # Debian keeps them where only root's login looks.
    return os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
