"""Phrases about rules in parts: texts, and things by title, which a drawing can show as icons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rulewright.core.locales.catalogue import Phrases


class Mentioned(NamedTuple):
    """A thing of a ruleset within a phrase: its words, and which thing it is.

    `sort` is `entry` for what has a look of its own (a counter, quantity, procedure, zone), else the domain that the
    thing is of; `amount` is how much of it, where it is counted, and `about` are other things that its text mentions.
    """

    text: str
    sort: str
    id: str
    amount: str = ""
    about: tuple[Mentioned, ...] = ()


Said = tuple[str | Mentioned, ...]
"""A phrase; an empty one says nothing, as where there are no words for what a text means."""

_HOLE = re.compile(r"\{(\d)\}")


def text_of(said: Said) -> str:
    """Return a phrase as plain text."""
    return "".join(each if isinstance(each, str) else each.text for each in said)


def filled_in(say: Phrases, key: str, *parts: Said | str) -> Said:
    """Return a pattern of a language with its parts filled in, empty if one of them is empty."""
    pieces = tuple((each,) if isinstance(each, str) and each else each for each in parts)
    if not all(pieces):
        return ()
    found: list[str | Mentioned] = []
    for at, piece in enumerate(_HOLE.split(say(key))):
        if at % 2:
            found += pieces[int(piece)]
        elif piece:
            found.append(piece)
    return tuple(found)


def in_a_row(several: Iterable[Said]) -> Said:
    """Phrases one after the other, with commas between them."""
    return tuple(part for at, each in enumerate(several) for part in ((", ", *each) if at else each))


def listed(say: Phrases, word: str, several: list[Said]) -> Said:
    """Return phrases one after the other, the last two joined by a word, empty without any."""
    if len(several) < 2:
        return several[0] if several else ()
    *first, last = several
    return filled_in(say, word, in_a_row(first), last)
