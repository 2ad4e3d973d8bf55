"""Components of which no look and no table entry tells anything: the fields that tell them apart, in words.

Screen, browser and handbook show these, so that a game has no blank cards before somebody says how they look.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from rulewright.core.locales.line_text import Spoken
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.look import FieldInfo
from rulewright.observe.naming import thing_title
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.table_designs import design_text
from rulewright.observe.words.table_values import Sight

_OF_LINES: Final = re.compile(r"[\[\]{}]")
"""What has a meaning in a line, and is left out of the titles in it."""


def telling_fields(blueprint: Blueprint, kind: str) -> tuple[FieldInfo, ...]:
    """Return the fields of a kind whose printed values tell its designs apart, and all if it has one design."""
    names = blueprint.domains[kind].names
    printed = [blueprint.printed.get(name, {}) for name in names]
    return tuple(
        field
        for field in blueprint.look.fields.get(kind, ())
        if _tells([each.get(field.name) for each in printed])
    )


def field_title(blueprint: Blueprint, kind: str, field: str, language: str) -> str:
    """Return what people call a field: its title, that of what has the same name, or its name."""
    said = Glossary.of(blueprint, language).field(kind, field)
    titles = next((each.title for each in blueprint.families if each.id == field), None) or {}
    return said or title_in(titles, language, "") or field.replace("_", " ").capitalize()


def field_line(blueprint: Blueprint, kind: str, field: FieldInfo, language: str) -> str:
    """Return a line about a design with the title and the value of a field, empty where it has none."""
    title = _OF_LINES.sub("", field_title(blueprint, kind, field.name, language))
    between = {"number": " ", "truth": ""}.get(field.sort, ": ")
    return f"[{title}{between}{{{field.name}}}]"


def untold_details(sight: Sight, kind: str, design: str, piece: int) -> str:
    """Return all that tells a design apart from others of its kind, in one line."""
    return _in_words(sight, kind, design, piece, telling_fields(sight.blueprint, kind))


def untold_line(sight: Sight, kind: str, design: str, piece: int) -> str:
    """Return the title of a piece or design, with its numbers if there are several that tell it apart.

    A single number is most often in the title, as that of a playing card is.
    """
    blueprint = sight.blueprint
    domain, value = (PieceOf(kind), piece) if piece >= 0 else (kind, blueprint.domains[kind].names.index(design))
    title = thing_title(blueprint, domain, value, sight.language)
    numbers = [each for each in telling_fields(blueprint, kind) if each.sort == "number"]
    told = _in_words(sight, kind, design, piece, numbers) if len(numbers) > 1 else ""
    return f"{title} ({told})" if told else title


def _in_words(sight: Sight, kind: str, design: str, piece: int, fields: Sequence[FieldInfo]) -> str:
    blueprint, told = sight.blueprint, []
    for field in fields:
        if field.sort == "truth":
            is_so = blueprint.printed.get(design, {}).get(field.name) is True
            told.append(field_title(blueprint, kind, field.name, sight.language) if is_so else "")
        else:
            line = Spoken(field_line(blueprint, kind, field, sight.language), sight.language)
            told.append(design_text(sight, line, design, piece))
    return ", ".join(filter(None, told))


def _tells(values: list[Any]) -> bool:
    found = [each for each in values if each not in (None, "", (), 0, False)]
    return bool(found) and (len(values) == 1 or any(each != values[0] for each in values))
