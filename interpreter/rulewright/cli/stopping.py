"""Ctrl-C at any moment: a command is stopped once and says so, or is over and no longer minds.

Python loses an interrupt that falls into a finalizer or a callback, where it can only print a traceback.
"""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

_SOON = 0.05


@contextmanager
def stopped_once() -> Iterator[None]:
    """Raise an interrupt again if it was lost, and ignore interrupts afterwards, while Python exits."""
    usual = sys.unraisablehook

    def hear_again(lost: Any) -> None:
        """An interrupt that was lost comes once more, when what it fell into is over."""
        if issubclass(lost.exc_type, KeyboardInterrupt):
            again = Timer(_SOON, interrupt_main)
            again.daemon = True
            again.start()
        else:
            usual(lost)

    sys.unraisablehook = hear_again
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
