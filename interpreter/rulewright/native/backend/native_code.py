"""The native form of a game: a WebAssembly module and the layout of its states."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

from rulewright.native.backend import browser
from rulewright.native.backend.engine import Instance, compiled, engine, revived
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.sandbox import NoEngine, Sandbox

if TYPE_CHECKING:
    from wasmtime import Module


def find_engine(*, to_assemble: bool = False) -> None:
    """Check that modules can run here.

    Raises NoEngine if nothing runs modules or, with `to_assemble`, nothing assembles them.
    """
    if not browser.is_here():
        engine()
    elif to_assemble:
        raise NoEngine("a page plays natively what was made natively along with it")


@dataclass(slots=True, repr=False)
class NativeCode:
    """A module as a portable binary, and the layout of its states, which threads may share."""

    binary: bytes
    layout: StateLayout
    _compiled: Module | None = field(default=None, compare=False)
    _in_browser: Any = field(default=None, compare=False)
    _lock: Lock = field(default_factory=Lock, compare=False)

    def module(self) -> Module:
        """Return the module as machine code, made once in a process.

        Raises NoEngine if no engine can be used.
        """
        with self._lock:
            if self._compiled is None:
                self._compiled = compiled(self.binary)
            return self._compiled

    def instance(self) -> Sandbox:
        """Return an instance of the module with a memory of its own.

        Raises NoEngine if no engine can be used.
        """
        if not browser.is_here():
            return Instance(self.module())
        if self._in_browser is None:
            self._in_browser = browser.compiled(self.binary)
        return browser.BrowserInstance(self._in_browser, self.binary)

    def machine_code(self) -> bytes:
        """Return the machine code, for `revive` on this machine."""
        return bytes(self.module().serialize())

    def revive(self, machine_code: bytes) -> bool:
        """Use machine code made from this module, and return whether the engine can use it.

        It runs unchecked: only code made by this user's own processes may get here.
        """
        with self._lock:
            self._compiled = revived(machine_code)
        return self._compiled is not None
