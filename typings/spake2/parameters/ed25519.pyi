from typing import Protocol

class _Element(Protocol):
    def to_bytes(self) -> bytes: ...

class _Params(Protocol):
    M: _Element
    N: _Element

ParamsEd25519: _Params
