"""The width and height of the screen, and a console for tables that fits it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import fill
from typing import TYPE_CHECKING

import click

from rulewright.core.locales.cells import cells as cells_of
from rulewright.core.locales.cells import widest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH = 100


def width() -> int:
    """Columns to write in: those of the terminal, 100 if there is none."""
    return max(60, shutil.get_terminal_size((WIDTH, 40)).columns) if sys.stdout.isatty() else WIDTH


def height() -> int:
    """Rows to write in: those of the terminal, unlimited if there is none."""
    return shutil.get_terminal_size((WIDTH, 40)).lines if sys.stdout.isatty() else sys.maxsize


def make_console() -> Console:
    """A console on standard output as wide as the screen."""
    from rich.console import Console

    return Console(width=width(), highlight=False, soft_wrap=False, emoji=False, markup=False)


def filled(text: str) -> str:
    """A text as rows of the screen, those after the first indented."""
    return fill(text, width(), subsequent_indent="  ")


def plain_table(title: str = "", *, heads: bool = True) -> Table:
    """An empty table without lines."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, title=title or None, title_justify="left", show_header=heads)


def table_of(columns: Sequence[str], title: str = "", first: str = "") -> Table:
    """An empty table of numbers: what its rows are called in the `first` column, and more columns."""
    table = plain_table(title)
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def in_columns(cells: list[str], dim: Sequence[bool] = ()) -> list[str]:
    """Return rows of cells in as many columns as fit, filled top to bottom. Cells marked `dim` are faint."""
    if not cells:
        return []
    wide = widest(cells) + 2
    columns = max(1, min(width() // wide, 4, -(-len(cells) // 3)))
    rows = -(-len(cells) // columns)
    shown = [click.style(cell, dim=True) if here else cell for cell, here in zip_longest(cells, dim, fillvalue=False)]
    padded = [f"{one}{' ' * (wide - cells_of(cell))}" for one, cell in zip(shown, cells, strict=True)]
    return ["".join(padded[row::rows]).rstrip() for row in range(rows)]
