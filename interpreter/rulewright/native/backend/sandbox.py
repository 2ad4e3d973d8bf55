"""What is asked of whatever runs a module: wasmtime (`engine.py`), or the browser around Python (`browser.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

PAGE: Final = 1 << 16

NativeFunction = Callable[..., int]
"""A function of an instance: whole numbers in, one (or 0 for none) out. Raises Trapped."""


class NoEngine(Exception):  # noqa: N818 - not an error: games are played by the Python back end
    """Why there is no engine here, as a sentence."""


class Trapped(Exception):  # noqa: N818 - what has happened in the sandbox
    """A call has ended in a trap; the sentence is the engine's."""


class Sandbox(Protocol):
    """A module with a memory of its own; one thread at a time may call it."""

    @property
    def memory(self) -> memoryview:
        """Its memory as bytes that can be written, for those who see much of it. Raises NoEngine if not shared."""

    @property
    def size(self) -> int:
        """The bytes that its memory has."""

    def reach(self, size: int) -> None:
        """Let the memory have at least this many bytes. Raises MemoryError."""

    def read(self, at: int, size: int) -> bytes:
        """A copy of some bytes of its memory."""

    def write(self, at: int, data: bytes | bytearray) -> None:
        """Put bytes into its memory."""

    def unpack(self, form: str, at: int) -> tuple[Any, ...]:
        """What is at a place, read as `struct` does."""

    def pack(self, form: str, at: int, *values: float) -> None:
        """Write to a place as `struct` does."""

    def longs(self, at: int, count: int) -> list[int]:
        """Numbers of 8 bytes from a place on, which is a multiple of 8."""

    def value(self, name: str) -> int:
        """The value of an exported global."""

    def set_value(self, name: str, value: int) -> None:
        """Change an exported global."""

    def function(self, name: str) -> NativeFunction:
        """An exported function that takes and gives whole numbers."""
