"""The content of a table's line for each combination of the domains it runs through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import Any

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.line_text import DETAILS, Hole, hole_of, text_in
from rulewright.core.locales.wording import tallied
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.limits import LimitReached
from rulewright.observe.naming import thing_title, value_title
from rulewright.observe.sight.sight import HIDDEN, in_order, members_present
from rulewright.observe.words.seats import seat_shown
from rulewright.observe.words.table_designs import design_text, printed
from rulewright.observe.words.table_values import (
    Row,
    Sight,
    arguments_meant,
    in_turn,
    is_range,
    last_in,
    row_of,
    thing_meant,
    value_of,
)
from rulewright.observe.words.untold import untold_details, untold_line

_COUNTED = 5
_MANY = 12
"""Where more counters of one name are listed, those at their least are left out."""


def rows_of(sight: Sight, domains: Sequence[str]) -> Iterator[Row]:
    """Yield every combination of the things of domains."""
    ranges = [_values(sight, domain) for domain in domains]
    for values in product(*ranges):
        yield row_of(domains, values)


def _values(sight: Sight, domain: str) -> Sequence[int]:
    """Return all things of a domain, or the numbers of a range such as `1..5`."""
    if domain == "seat":
        return range(sight.state[N_SEATS])
    if is_range(domain):
        low, _, high = domain.partition("..")
        return range(int(low), int(high) + 1)
    return range(len(sight.blueprint.domains[domain].names))


def holds(sight: Sight, written: str, row: Row) -> bool:
    hole = hole_of(written)
    assert hole is not None
    number = sight.blueprint.quantities[hole.name].number
    arguments = arguments_meant(sight.blueprint, hole, row)
    try:
        return bool(sight.amount_of(number, row.get("seat", 0), arguments))
    except LimitReached:
        return False


def line_value(sight: Sight, hole: Hole, row: Row) -> str:
    blueprint = sight.blueprint
    if hole.name in row:
        value = row[hole.name]
        if hole.field:
            names = blueprint.domains[hole.name].names
            if hole.field == DETAILS:
                return design_details(sight, hole.name, names[value], -1)
            return printed(blueprint, names[value], hole.field, sight.language)
        if hole.name == "seat":
            return seat_shown(blueprint, sight.state, value, sight.language)
        return str(value) if ".." in hole.name else _thing_text(sight, hole.name, value)
    family = next((each for each in blueprint.families if each.id == hole.name), None)
    if family is not None:
        return family_text(sight, family, hole, row)
    return _quantity(sight, hole, row)


def _quantity(sight: Sight, hole: Hole, row: Row) -> str:
    """Return the value of a quantity, with a thing or piece as its kind is written."""
    arguments = arguments_meant(sight.blueprint, hole, row)
    value, domain = value_of(sight, hole.name, row.get("seat", max(0, sight.seat or 0)), arguments)
    if domain is None or not isinstance(value, int):
        return str(value) or "-"
    if value < 0:
        return "-"
    return _piece_text(sight, sight.known, value) if isinstance(domain, PieceOf) else _thing_text(sight, domain, value)


def index_title(sight: Sight, domain: str, index: int) -> str:
    known = domain in sight.blueprint.domains
    return thing_title(sight.blueprint, domain, index, sight.language) if known else str(index)


def family_text(sight: Sight, family: FamilyInfo, hole: Hole, row: Row) -> str:
    """Return the members of a family that fit the row.

    Indexes that the row does not fix are listed.
    """
    found = []
    for named, shown in _listed(sight, family, hole, row):
        if not named or family.sort == "counter":
            found.append(shown or "-")
        elif shown and shown != "-":
            found.append(f"{named}:{shown}")
    return (" " if family.sort == "counter" else "  ").join(found) or "-"


def named_counters(sight: Sight, family: FamilyInfo, row: Row) -> str:
    """Return the counters of a family that fit the row, each with its name.

    If there are many, only those above their least.
    """
    found = list(_listed(sight, family, Hole(family.id), row))
    least = value_title(sight.blueprint, family, family.low, sight.language)
    kept = [each for each in found if len(found) <= _MANY or each[1] != least]
    return "  ".join(f"{named}: {shown}" if named else shown for named, shown in kept) or "-"


def _listed(sight: Sight, family: FamilyInfo, hole: Hole, row: Row) -> Iterator[tuple[str, str]]:
    """Yield (name by the open indexes, text) of each member of a family that fits the row."""
    fixed, space = _fixed_by(family, row)
    if hole.arguments is not None:
        written = hole.arguments
        fixed, space = [
            thing_meant(sight.blueprint, each, domain, last_in(row, each, written[: at + 1].count(each)))
            if each != "*" else None
            for at, (domain, each) in enumerate(zip(family.per, written, strict=True))
        ], None  # fmt: skip
    free = [at for at, each in enumerate(fixed) if each is None]
    for indexes, slot in members_present(sight.blueprint, family, sight.state[N_SEATS]):
        if all(each is None or each == index for each, index in zip(fixed, indexes, strict=True)):
            named = ",".join(index_title(sight, family.per[at], indexes[at]) for at in free)
            yield named, _member(sight, family, indexes, slot, hole, space)


def _fixed_by(family: FamilyInfo, row: Row) -> tuple[list[int | None], int | None]:
    """Return (fixed indexes of a family, its fixed space) of a row, each None if open.

    A range of numbers fixes the index or the spaces of exactly that range, else the first numbers that nothing else
    fixes: a line for each of 1..4 shows four of the ten members of a family with 0..9.
    """
    fixed = list(in_turn(row, family.per))
    same = f"1..{family.spaces}"
    space = row.get(same) if family.spaces else None
    used = {*family.per, *([same] if family.spaces else [])}
    left = iter([value for name, value in row.items() if is_range(name) and name.partition(",")[0] not in used])
    for at, domain in enumerate(family.per):
        if fixed[at] is None and is_range(domain):
            fixed[at] = next(left, None)
    if family.spaces > 1 and space is None:
        space = next(left, None)
    return fixed, space


def _member(
    sight: Sight, family: FamilyInfo, indexes: tuple[int, ...], slot: int, hole: Hole, space: int | None
) -> str:
    source, seen = sight.source(family, indexes), sight.sees(family, indexes)
    if family.sort == "counter":
        return value_title(sight.blueprint, family, source[slot], sight.language) if seen else HIDDEN
    if family.sort == "marker":
        shown_thing = _thing_text(sight, family.domain, source[slot]) if seen else HIDDEN
        return shown_thing if source[slot] >= 0 else ""
    held = family.held(source, slot)
    if hole.count:
        return str(sum(piece >= 0 for piece in held))
    if space is not None:
        held = held[space - 1 : space] if space > 0 else ()
    if not seen:
        count = sum(piece >= 0 for piece in held)
        return phrases(sight.language, "table")("some_hidden", n=count) if count else ""
    held = held if family.spaces else in_order(family, held)
    if hole.field == DETAILS:
        return ", ".join(_details_of(sight, piece) for piece in held if piece >= 0)
    shown = [_piece_text(sight, source, piece) if piece >= 0 else "-" for piece in held]
    if family.spaces > 1 and set(shown) == {"-"} and space is None:
        return "-"
    return tallied(shown) if not family.spaces else "  ".join(_without_gaps(shown))


def _without_gaps(spaces: list[str]) -> Iterator[str]:
    """Yield the texts of numbered spaces, with runs of five or more empty ones counted."""
    for text, run in groupby(spaces):
        count = len(list(run))
        yield from [f"{count} x -"] if text == "-" and count >= _COUNTED else [text] * count


def _piece_text(sight: Sight, source: Any, piece: int) -> str:
    """Return a piece as its kind is written, in parentheses if its first face is not up."""
    blueprint = sight.blueprint
    info = blueprint.pieces[piece]
    entry = kind_entry(blueprint, info.kind)
    if entry:
        text = design_text(sight, text_in(entry, "line", sight.language), info.design, piece)
    else:
        text = untold_line(sight, info.kind, info.design, piece)
    turned = info.kind in blueprint.face_names and source[blueprint.faces + piece] != 0
    return f"({text})" if turned else text


def _details_of(sight: Sight, piece: int) -> str:
    """Return the `details` of a piece by its kind."""
    info = sight.blueprint.pieces[piece]
    return design_details(sight, info.kind, info.design, piece)


def design_details(sight: Sight, kind: str, design: str, piece: int) -> str:
    """Return the `details` of a kind for one of its designs, or what tells it apart if nothing is said of the kind."""
    entry = kind_entry(sight.blueprint, kind)
    if not entry:
        return untold_details(sight, kind, design, piece)
    return design_text(sight, text_in(entry, DETAILS, sight.language), design, piece)


def kind_entry(blueprint: Blueprint, domain: DomainName) -> dict[str, Any]:
    """Return the table entry of a kind, empty if the ruleset has none."""
    return next((each for each in blueprint.table_layout if each.get("of") == domain), {})


def _thing_text(sight: Sight, domain: DomainName, value: int) -> str:
    """Return a thing as its kind is written, or else its title."""
    entry = kind_entry(sight.blueprint, domain)
    if not entry:
        return thing_title(sight.blueprint, domain, value, sight.language)
    design = sight.blueprint.domains[kind_of(domain)].names[value]
    return design_text(sight, text_in(entry, "line", sight.language), design, -1)
