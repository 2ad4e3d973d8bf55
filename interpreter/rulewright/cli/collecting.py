"""Rarer garbage collection while a verb loads and binds rules that stay until it ends."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM, _HARDLY_EVER = 100_000, 1_000
"""After so many new objects, and after so many times among those that have stayed for a while."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Garbage is looked for seldom: among what stays there is none, and going through it took a third of the time."""
    before = gc.get_threshold()
    gc.set_threshold(_SELDOM, before[1], _HARDLY_EVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
