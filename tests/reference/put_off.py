"""Texts whose parts are written only once it is known that they are used.

A random expression is one of about thirty forms, each of which has parts of its own: without this, all of them would be
written, to the bottom, and all but one thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ParamSpec

P = ParamSpec("P")
_MARK = re.compile("\x01(\\d+)\x02")


class Parts:
    """What is put off, by the mark that stands for it in a text; a mark that is used twice stands for one text."""

    def __init__(self) -> None:
        self.within = False
        self._waiting: list[Callable[[], str]] = []

    def text(self, write: Callable[[], str]) -> str:
        """What is written, or while another text is being written a mark for it."""
        if self.within:
            self._waiting.append(write)
            return f"\x01{len(self._waiting) - 1}\x02"
        self.within = True
        written: dict[int, str] = {}
        text = write()
        while found := _MARK.search(text):
            number = int(found[1])
            if number not in written:
                written[number] = self._waiting[number]()
            text = text.replace(found[0], written[number])
        self.within = False
        self._waiting.clear()
        return text


def put_off(function: Callable[P, str]) -> Callable[P, str]:
    """A method whose text is put off while another one is being written; it sees what is known now."""

    def writing(*arguments: P.args, **named: P.kwargs) -> str:
        author: Any = arguments[0]
        kept = tuple(dict(each) if isinstance(each, dict) else each for each in arguments)
        return author.parts.text(lambda: function(*kept, **named))  # type: ignore[arg-type]

    return writing
