"""Components of which no look and no table entry tells anything: the fields that tell them apart, in words.

Screen, browser and handbook show these, so that a game has no blank cards before somebody says how they look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulewright.core.locales.line_text import Spoken
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import thing_title
from rulewright.observe.sight.sight import FamiliesOf
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.table_designs import design_text
from rulewright.observe.words.table_values import Sight

_OF_LINES: Final = re.compile(r"[\[\]{}]")
"""What has a meaning in a line, and is left out of the titles in it."""


class ToldField(NamedTuple):
    """A field that tells designs apart: its name and sort, what people call it, and a line with its title and value.

    The line is empty where a design has no value.
    """

    name: str
    sort: str
    title: str
    line: str


def told_fields(blueprint: Blueprint, kind: str, language: str) -> tuple[ToldField, ...]:
    """Return the fields of a kind whose printed values tell its designs apart, and all if it has one design.

    A field is called by its title, by that of what has the same name, or by its name.
    """
    return _told_fields(FamiliesOf(blueprint), kind, language)


@lru_cache(maxsize=256)
def _told_fields(of: FamiliesOf, kind: str, language: str) -> tuple[ToldField, ...]:
    """Return them, cached because every option about a piece asks."""
    blueprint, glossary = of.blueprint, Glossary.of(of.blueprint, language)
    titles = {each.id: title_in(each.title or {}, language, "") for each in blueprint.families}
    printed = [blueprint.printed.get(name, {}) for name in blueprint.domains[kind].names]
    told = []
    for field in blueprint.look.fields.get(kind, ()):
        if _tells([each.get(field.name) for each in printed]):
            named = glossary.field(kind, field.name) or titles.get(field.name)
            title = named or field.name.replace("_", " ").capitalize()
            between = {"number": " ", "truth": ""}.get(field.sort, ": ")
            line = f"[{_OF_LINES.sub('', title)}{between}{{{field.name}}}]"
            told.append(ToldField(field.name, field.sort, title, line))
    return tuple(told)


@lru_cache(maxsize=64)
def _kinds_of_pieces(of: FamiliesOf) -> frozenset[str]:
    return frozenset(each.kind for each in of.blueprint.pieces)


def untold_details(sight: Sight, kind: str, design: str, piece: int) -> str:
    """Return all that tells a design apart from others of its kind in one line, empty for a kind without pieces."""
    if kind not in _kinds_of_pieces(FamiliesOf(sight.blueprint)):
        return ""
    return _in_words(sight, design, piece, told_fields(sight.blueprint, kind, sight.language))


def untold_line(sight: Sight, kind: str, design: str, piece: int) -> str:
    """Return the title of a piece or design, with its numbers if there are several that tell it apart.

    A single number is most often in the title, as that of a playing card is.
    """
    blueprint = sight.blueprint
    domain, value = (PieceOf(kind), piece) if piece >= 0 else (kind, blueprint.domains[kind].names.index(design))
    title = thing_title(blueprint, domain, value, sight.language)
    numbers = [each for each in told_fields(blueprint, kind, sight.language) if each.sort == "number"]
    told = _in_words(sight, design, piece, numbers) if len(numbers) > 1 else ""
    return f"{title} ({told})" if told else title


def _in_words(sight: Sight, design: str, piece: int, fields: Sequence[ToldField]) -> str:
    printed = sight.blueprint.printed.get(design, {})
    told = [
        (each.title if printed.get(each.name) is True else "")
        if each.sort == "truth"
        else design_text(sight, Spoken(each.line, sight.language), design, piece)
        for each in fields
    ]
    return ", ".join(filter(None, told))


def _tells(values: list[Any]) -> bool:
    found = [each for each in values if each not in (None, "", (), 0, False)]
    return bool(found) and (len(values) == 1 or any(each != values[0] for each in values))
