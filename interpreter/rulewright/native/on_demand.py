"""The native code of a game, made on first use: from the cache, or from the lowered program.

Nothing of the native back end is imported before that.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from rulewright.core.model.game import Blueprint

if TYPE_CHECKING:
    from rulewright.core.lower.lowering import Lowered
    from rulewright.core.lower.refusal import NotNative
    from rulewright.native.backend.native_code import NativeCode


class Native:
    """The native code of a game, or the reason why there is none, which threads may share.

    `by_content` says whether hosts shuffle piles by their pieces' keys, as `lab/comparing/coupling.py` describes.
    """

    def __init__(
        self, key: str | None, lowered: Callable[[], tuple[Lowered, Blueprint]], *, explores: bool = False
    ) -> None:
        """Prepare native code with a key of the cache, None if nothing is stored.

        `lowered` compiles the ruleset if needed. With `explores`, the code can explore all positions of a game, and
        cannot search.
        """
        self._key = f"{key}-explores" if key is not None and explores else key
        self._lowered, self._explores = lowered, explores
        self.by_content = False
        self._code: NativeCode | None = None
        self._lock = Lock()

    def code(self) -> NativeCode:
        """Return the native code, made the first time.

        Raises NotNative if the game cannot be played natively, NoEngine if WebAssembly cannot run here.
        """
        with self._lock:
            if self._code is None:
                from rulewright.native.backend.native_code import find_engine

                find_engine()
                code = self._made()
                self._compile(code)
                self._code = code
            return self._code

    def keep(self, code: NativeCode) -> None:
        """Put code into the cache that was made elsewhere, of the very same files."""
        from rulewright.native.module_cache import write_native

        if self._key is not None:
            write_native(self._key, code)

    def _made(self) -> NativeCode:
        from rulewright.core.lower.refusal import NotNative
        from rulewright.native.module_cache import read_native, write_native

        kept = read_native(self._key) if self._key is not None else None
        if isinstance(kept, str):
            raise NotNative(kept)
        if kept is not None:
            return kept
        from rulewright.native.backend.native_code import find_engine
        from rulewright.native.inside.whole import native_code

        find_engine(to_assemble=True)

        try:
            code = native_code(*self._lowered(), explores=self._explores)
        except NotNative as refusal:
            if self._key is not None:
                write_native(self._key, reason_of(refusal))
            raise
        if self._key is not None:
            write_native(self._key, code)
        return code

    def _compile(self, code: NativeCode) -> None:
        """Make machine code of it, or take what this user's processes made before."""
        if self._key is None:
            code.module()
            return
        from rulewright.native.backend.browser import is_here
        from rulewright.native.module_cache import read_machine_code, write_machine_code

        if is_here():
            return  # a browser has its own way to keep it
        kept = read_machine_code(self._key)
        if kept is None or not code.revive(kept):
            write_machine_code(self._key, code.machine_code())

    def refusal(self) -> str:
        """Return why this game is not played natively, empty if it is.

        It is a sentence without a full stop.
        """
        from rulewright.core.lower.refusal import NotNative
        from rulewright.native.backend.sandbox import NoEngine

        try:
            self.code()
        except NotNative as refusal:
            return reason_of(refusal)
        except NoEngine as refusal:
            return str(refusal)
        return ""


def reason_of(refusal: NotNative) -> str:
    """Return the reason, with the place in the rules that it is about."""
    if refusal.origin is None:
        return str(refusal)
    span = refusal.origin.text.span
    return f"{refusal} ({span.file}:{span.line})"
