"""Texts in columns of a terminal, in whose cells a letter may take one, two or none."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    try:
        from rich.cells import cell_len
    except ImportError:  # in a page that runs this, which shows no terminal
        return len(text)
    return cell_len(text)


def widest(texts: tuple[str, ...] | list[str]) -> int:
    """Return the cells that the widest of some texts takes, 0 if there are none."""
    return max(map(cells, texts), default=0)


def on_the_left(text: str, wide: int) -> str:
    """Return a text followed by spaces, up to a width in cells."""
    return text + " " * (wide - cells(text))


def on_the_right(text: str, wide: int) -> str:
    """Return a text behind spaces, up to a width in cells."""
    return " " * (wide - cells(text)) + text


def in_the_middle(text: str, wide: int) -> str:
    """Return a text between spaces, up to a width in cells."""
    free = max(0, wide - cells(text))
    return " " * (free // 2) + text + " " * (free - free // 2)


def beginning(text: str, most: int) -> str:
    """Return as much of a text as fits into some cells, without half of a letter."""
    while cells(text) > most:
        text = text[:-1].rstrip("\u200d")
    return text


def put(line: list[str], at: int, text: str, shown: str = "") -> None:
    """Write a text over the cells of a line, from the index `at` on.

    `shown` is the text with its colours.
    """
    size = cells(text)
    if size:
        line[at : at + size] = [shown or text, *[""] * (size - 1)]
