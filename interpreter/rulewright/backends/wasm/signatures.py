"""Which parameters of a module's exported functions are numbers of 64 bits, read from its binary.

JavaScript has another type for these, and does not say which they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

_TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS = 1, 2, 3, 7
_I64, _FUNCTION = 0x7E, 0


@lru_cache(maxsize=8)
def wide_parameters(binary: bytes) -> dict[str, tuple[bool, ...]]:
    """For each exported function whether each of its parameters has 64 bits; of a module that imports nothing."""
    sections = dict(_sections(binary))
    if _IMPORTS in sections:
        raise ValueError("this module imports something")
    types = [tuple(each == _I64 for each in given) for given in _types(_Reader(sections.get(_TYPES, b"\0")))]
    functions = _Reader(sections.get(_FUNCTIONS, b"\0"))
    kinds = [functions.number() for _ in range(functions.number())]
    exports = _Reader(sections.get(_EXPORTS, b"\0"))
    found = {}
    for _ in range(exports.number()):
        name = exports.take(exports.number()).decode()
        sort, number = exports.number(), exports.number()
        if sort == _FUNCTION:
            found[name] = types[kinds[number]]
    return found


class _Reader:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        """A number without a sign, seven bits a byte."""
        found = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            found |= (byte & 0x7F) << shift
            if byte < 0x80:
                return found
            shift += 7

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]


def _sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(binary, 8)
    while reader.at < len(binary):
        sort = reader.number()
        yield sort, reader.take(reader.number())


def _types(reader: _Reader) -> Iterator[bytes]:
    """The parameters of each type, a byte each."""
    for _ in range(reader.number()):
        reader.take(1)
        yield reader.take(reader.number())
        reader.take(reader.number())
