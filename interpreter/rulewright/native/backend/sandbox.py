"""The interface of engines that run a module: wasmtime (`engine.py`) or the browser (`browser.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

PAGE: Final = 1 << 16

NativeFunction = Callable[..., int]
"""A function of an instance: whole numbers in, one (or 0 for none) out. Raises Trapped."""


class NoEngine(Exception):  # noqa: N818 - not an error: games are played by the Python back end
    """The absence of an engine, for the reason stated."""


class Trapped(Exception):  # noqa: N818 - what has happened in the sandbox
    """A call ended in a trap, in the engine's words."""


class Sandbox(Protocol):
    """An instance of a module with a memory of its own, to be called by one thread at a time."""

    @property
    def memory(self) -> memoryview:
        """Its memory as writable bytes, for reading much of it.

        Raises NoEngine if the engine does not share it.
        """

    @property
    def size(self) -> int:
        """The bytes that its memory has."""

    def reach(self, size: int) -> None:
        """Let the memory have at least N bytes.

        Raises MemoryError if it cannot.
        """

    def read(self, at: int, size: int) -> bytes:
        """Return a copy of some bytes of its memory."""

    def write(self, at: int, data: bytes | bytearray) -> None:
        """Put bytes into its memory."""

    def unpack(self, form: str, at: int) -> tuple[Any, ...]:
        """Return the values at an address, in a format of `struct`."""

    def pack(self, form: str, at: int, *values: float) -> None:
        """Write to a place as `struct` does."""

    def longs(self, at: int, count: int) -> list[int]:
        """Numbers of 8 bytes from a place on, which is a multiple of 8."""

    def value(self, name: str) -> int:
        """Return the value of an exported global."""

    def set_value(self, name: str, value: int) -> None:
        """Change an exported global."""

    def function(self, name: str) -> NativeFunction:
        """Return an exported function that takes and gives whole numbers."""
