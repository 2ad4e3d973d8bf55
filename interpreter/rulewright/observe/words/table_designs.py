"""Designs and pieces as lines of a table: their printed values, in the words of the ruleset."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.locales.line_text import IT, Hole, Spoken, filled, parse_line
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import seat_title, thing_title
from rulewright.observe.words import phrasing_effects
from rulewright.observe.words.glossary import Glossary
from rulewright.observe.words.optional import shown_parts
from rulewright.observe.words.phrasing import Phrasing
from rulewright.observe.words.table_values import Sight, thing_meant, value_of, worked_out


def design_text(sight: Sight, line: Spoken, design: str, piece: int) -> str:
    """Return a line about a design.

    A part in `[...]` is left out if one of its values is missing or 0.
    """

    def show(part: str) -> tuple[list[str], bool]:
        values = []
        lacks = False
        for each in parse_line(part, line.language):
            if isinstance(each, Hole):
                value = of_design(sight, each, design, piece)
                lacks |= value in ("", "0")
                values.append(filled(each, value, sight.language))
            else:
                values.append(each)
        return values, lacks

    return "".join(shown_parts(line.text, show)).strip()


def of_design(sight: Sight, hole: Hole, design: str, piece: int) -> str:
    blueprint, language = sight.blueprint, sight.language
    if hole.arguments is not None:
        return _quantity_of(sight, hole, design, piece)
    if hole.name == "owner":
        owner = blueprint.pieces[piece].owner if piece >= 0 else -1
        return seat_title(blueprint, owner, language) if owner >= 0 else ""
    if hole.name == "title":
        return (title_named(blueprint, design, language) if design in blueprint.printed else None) or design
    if f"{design}.{hole.name}" in blueprint.phrases:
        return effect_in_words(blueprint, design, hole.name, language)
    return printed(blueprint, design, hole.name, language)


def _quantity_of(sight: Sight, hole: Hole, design: str, piece: int) -> str:
    """Return a quantity of the thing itself, for the viewer.

    Empty if it takes a piece and a design is shown.
    """
    arguments = _arguments_of(sight, hole, design, piece)
    return worked_out(sight, hole.name, max(0, sight.seat or 0), arguments) if arguments is not None else ""


def thing_of(sight: Sight, hole: Hole, design: str, piece: int) -> tuple[str, str] | None:
    """Return (domain, name) of the thing that a quantity of a design or piece gives, None if it gives none."""
    arguments = _arguments_of(sight, hole, design, piece)
    if arguments is None:
        return None
    value, domain = value_of(sight, hole.name, max(0, sight.seat or 0), arguments)
    if domain is None or isinstance(domain, PieceOf) or not isinstance(value, int) or value < 0:
        return None
    return domain, sight.blueprint.domains[domain].names[value]


def _arguments_of(sight: Sight, hole: Hole, design: str, piece: int) -> list[int] | None:
    arguments = []
    for written, taken in zip(hole.arguments or (), sight.blueprint.quantity_takes[hole.name], strict=True):
        if written != IT:
            arguments.append(thing_meant(sight.blueprint, written, taken, {}))
        elif not isinstance(taken, PieceOf):
            arguments.append(sight.blueprint.domains[taken].names.index(design))
        elif piece < 0:
            return None
        else:
            arguments.append(piece)
    return arguments


def printed_in_words(
    blueprint: Blueprint, kind: str, design: str, language: str, without: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield (title, value) of everything printed on a design that has a title."""
    glossary = Glossary.of(blueprint, language)
    values = blueprint.printed.get(design, {})
    for field in blueprint.look.fields.get(kind, ()):
        called, value = glossary.field(kind, field.name), values.get(field.name)
        empty = value in (None, (), "", False) or (value == 0 and field.sort == "number")
        if not called or field.name in without or empty:
            continue
        if f"{design}.{field.name}" in blueprint.phrases:
            shown = effect_in_words(blueprint, design, field.name, language)
        elif value is True:
            shown = glossary.say("yes")
        elif field.sort == "thing" and not glossary.thing_named(str(value)):
            continue
        else:
            shown = in_words(blueprint, value, language)
        if shown:
            yield called, shown


def effect_in_words(blueprint: Blueprint, design: str, field: str, language: str) -> str:
    """Return an effect, test or amount of a design on one line, empty without words."""
    deed = phrasing_effects.printed(Phrasing(Glossary.of(blueprint, language)), f"{design}.{field}")
    return deed.text if deed is not None else ""


def printed(blueprint: Blueprint, design: str, field: str, language: str) -> str:
    """Return a printed value on one line."""
    return in_words(blueprint, blueprint.printed.get(design, {}).get(field, ""), language)


def in_words(blueprint: Blueprint, value: Any, language: str) -> str:
    """Return a value as written, or the title of the thing it names.

    Lists and records are given with their contents.
    """
    if isinstance(value, tuple):
        items = [in_words(blueprint, each, language) for each in value]
        return (" " if all(type(each) is int for each in value) else ", ").join(items)
    if isinstance(value, dict) and isinstance(value.get(ENGLISH), str):
        return in_words(blueprint, title_in(value, language, ""), language)
    if isinstance(value, dict):
        return " ".join(f"{key.replace('_', ' ')} {in_words(blueprint, each, language)}" for key, each in value.items())
    if isinstance(value, str):
        title = title_named(blueprint, value, language)
        return title or "; ".join(part.strip() for part in value.splitlines() if part.strip())
    return str(value)


def title_named(blueprint: Blueprint, name: str, language: str) -> str | None:
    """Return the title of a thing by its name, None if nothing has the name.

    Of several things with the name, as when a setting picks one, it is the one with a title.
    """
    found = [(each, each.names.index(name)) for each in blueprint.domains.values() if name in each.names]
    if not found:
        return None
    info, index = next((each for each in found if each[0].titles[each[1]]), found[0])
    return thing_title(blueprint, info.id, index, language)
