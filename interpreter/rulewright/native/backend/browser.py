"""The browser as engine, for Python in a page (Pyodide), with the same modules as wasmtime.

A module's memory is not Python's, so that everything read or written is copied by JavaScript.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from rulewright.native.backend.sandbox import PAGE, NativeFunction, NoEngine, Trapped


def is_here() -> bool:
    """Return whether this Python runs in a page."""
    return sys.platform == "emscripten"


@cache
def _bridge() -> tuple[Any, Any]:
    """JavaScript's names, and what converts to and from its values."""
    return import_module("js"), import_module("pyodide.ffi")


def compiled(binary: bytes) -> Any:
    """Return the browser's form of a module.

    Raises NoEngine if the browser cannot run it.
    """
    js, ffi = _bridge()
    try:
        return js.WebAssembly.Module.new(ffi.to_js(binary))
    except ffi.JsException as fault:
        raise NoEngine(f"this browser does not run the module ({fault})") from None


class BrowserInstance:
    """A `Sandbox` in the browser around Python."""

    __slots__ = ("_binary", "_bytes", "_exports", "_fault", "_js", "_wide")

    def __init__(self, module: Any, binary: bytes) -> None:
        self._js, ffi = _bridge()
        self._wide, self._fault = ffi.JsBigInt, ffi.JsException
        self._binary = binary
        self._exports = self._js.WebAssembly.Instance.new(module).exports
        self._look()

    def _look(self) -> None:
        self._bytes = self._js.Uint8Array.new(self._exports.memory.buffer)

    @property
    def memory(self) -> memoryview:
        raise NoEngine("a browser does not share the memory of a module with Python")

    @property
    def size(self) -> int:
        return int(self._bytes.length)

    def reach(self, size: int) -> None:
        lacking = size - self.size
        if lacking > 0:
            try:
                self._exports.memory.grow(-(-lacking // PAGE))
            except self._fault:
                raise MemoryError(f"native memory cannot have {size:,} bytes") from None
            self._look()

    def read(self, at: int, size: int) -> bytes:
        return bytes(self._bytes.subarray(at, at + size).to_bytes())

    def write(self, at: int, data: bytes | bytearray) -> None:
        self._bytes.subarray(at, at + len(data)).assign(data)

    def unpack(self, form: str, at: int) -> tuple[Any, ...]:
        return struct.unpack(form, self.read(at, struct.calcsize(form)))

    def pack(self, form: str, at: int, *values: float) -> None:
        self.write(at, struct.pack(form, *values))

    def longs(self, at: int, count: int) -> list[int]:
        return array("q", self.read(at, 8 * count)).tolist()

    def value(self, name: str) -> int:
        return int(getattr(self._exports, name).value)

    def set_value(self, name: str, value: int) -> None:
        getattr(self._exports, name).value = value

    def function(self, name: str) -> NativeFunction:
        func, wide, fault = getattr(self._exports, name), self._wide, self._fault
        is_wide = wide_parameters(self._binary)[name]
        which = [at for at, each in enumerate(is_wide) if each]

        def call(*given: int) -> int:
            sent = list(given)
            for at in which:
                sent[at] = wide(sent[at])
            try:
                return int(func(*sent) or 0)
            except fault as trap:
                raise Trapped(str(trap)) from None

        return call


_TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS = 1, 2, 3, 7
_I64, _FUNCTION = 0x7E, 0


@lru_cache(maxsize=8)
def wide_parameters(binary: bytes) -> dict[str, tuple[bool, ...]]:
    """Map each exported function to whether each of its parameters has 64 bits.

    Raises ValueError if the module imports anything.
    """
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
        """Return a number without a sign, seven bits a byte."""
        found = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            found |= (byte & 0x7F) << shift
            if byte < 0x80:
                return found
            shift += 7

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]


def _sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(binary, 8)
    while reader.at < len(binary):
        sort = reader.number()
        yield sort, reader.take(reader.number())


def _types(reader: _Reader) -> Iterator[bytes]:
    """Yield the parameters of each type, a byte each."""
    for _ in range(reader.number()):
        reader.take(1)
        yield reader.take(reader.number())
        reader.take(reader.number())
