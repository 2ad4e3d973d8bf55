"""What the native back end makes of a game: a module in WebAssembly and the layout of its states."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from rulewright.backends.wasm.engine import compiled, revived
from rulewright.backends.wasm.layout import StateLayout

if TYPE_CHECKING:
    from wasmtime import Module


@dataclass(slots=True, repr=False)
class NativeCode:
    """A module as a binary that any machine can compile, and the layout of its states. Threads may share it."""

    binary: bytes
    layout: StateLayout
    _compiled: Module | None = field(default=None, compare=False)
    _lock: Lock = field(default_factory=Lock, compare=False)

    def module(self) -> Module:
        """The module as machine code, made once in a process. Raises NoEngine."""
        with self._lock:
            if self._compiled is None:
                self._compiled = compiled(self.binary)
            return self._compiled

    def machine_code(self) -> bytes:
        """The machine code, for `revive` on this machine."""
        return bytes(self.module().serialize())

    def revive(self, machine_code: bytes) -> bool:
        """Take machine code that was made from this module; false if the engine cannot use it.

        It runs as it is: only code that this user's own process has made may get here.
        """
        with self._lock:
            self._compiled = revived(machine_code)
        return self._compiled is not None
