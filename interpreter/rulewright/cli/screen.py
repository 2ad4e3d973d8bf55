"""The width and height of the screen, and a console for tables that fits it."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100


def width() -> int:
    """Columns to write in: those of the terminal, 100 where there is none."""
    return max(60, shutil.get_terminal_size((WIDTH, 40)).columns) if sys.stdout.isatty() else WIDTH


def height() -> int:
    """Rows to write in: those of the terminal, without end where there is none."""
    return shutil.get_terminal_size((WIDTH, 40)).lines if sys.stdout.isatty() else sys.maxsize


def make_console() -> Console:
    """A console on standard output as wide as the screen."""
    from rich.console import Console

    return Console(width=width(), highlight=False, soft_wrap=False, emoji=False, markup=False)
