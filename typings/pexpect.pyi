# The part of pexpect that the tests of the terminal use.
from collections.abc import Mapping, Sequence

class EOF(Exception): ...
class TIMEOUT(Exception): ...

class spawn:
    pid: int
    before: object
    after: object
    exitstatus: int | None
    signalstatus: int | None
    def __init__(
        self,
        command: str,
        args: Sequence[str] = ...,
        *,
        timeout: float | None = ...,
        cwd: str | None = ...,
        env: Mapping[str, str] | None = ...,
        encoding: str | None = ...,
        codec_errors: str = ...,
        dimensions: tuple[int, int] | None = ...,
    ) -> None: ...
    def expect(self, pattern: str | type[EOF] | Sequence[str]) -> int: ...
    def sendline(self, s: str) -> int: ...
    def sendcontrol(self, char: str) -> int: ...
    def kill(self, sig: int) -> None: ...
    def getecho(self) -> bool: ...
    def close(self, force: bool = ...) -> None: ...
