"""The browser as engine, for Python that runs in a page (Pyodide): it runs the very modules that wasmtime runs.

A module's memory is not Python's, so that all that is read or written is copied by way of JavaScript.
"""

from __future__ import annotations

import struct
import sys
from array import array
from functools import cache
from importlib import import_module
from typing import Any

from rulewright.backends.wasm.sandbox import PAGE, NativeFunction, NoEngine, Trapped
from rulewright.backends.wasm.signatures import wide_parameters


def is_here() -> bool:
    """Whether this Python runs in a page."""
    return sys.platform == "emscripten"


@cache
def _bridge() -> tuple[Any, Any]:
    """JavaScript's names, and what converts to and from its values."""
    return import_module("js"), import_module("pyodide.ffi")


def compiled(binary: bytes) -> Any:
    """A module as the browser has it. Raises NoEngine."""
    js, ffi = _bridge()
    try:
        return js.WebAssembly.Module.new(ffi.to_js(binary))
    except ffi.JsException as fault:
        raise NoEngine(f"this browser does not run the module ({fault})") from None


class BrowserInstance:
    """See `Sandbox`."""

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
