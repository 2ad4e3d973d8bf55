"""Visibility in scenarios: pieces, counters, markers and zones that a seat sees or does not see, by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.diagnostics import Span, did_you_mean
from rulewright.core.model.game import FamilyInfo, Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import index_names
from rulewright.observe.sight.hiding import as_sealed, hidden_pieces
from rulewright.observe.sight.sight import may_see, members

_MEMBER = re.compile(r"(?:seat\((?P<seat>\d+)\)\.)?(?P<name>\w+)(?:\[(?P<indexes>[^]]+)\])?")
_SEAT = re.compile(r"seat\((\d+)\)")


@dataclass(frozen=True, slots=True)
class SeenBySeat:
    """An expectation that a seat (from 0) sees something or not: `ant`, `ant.2`, `hand`, `seat(1).hand`, `row[2]`."""

    seat: int
    text: str
    span: Span
    is_seen: bool


def not_so(game: Game, state: State, wanted: SeenBySeat) -> str | None:
    """Return the way in which the visibility differs from the scenario, in words, or None."""
    seat, text = wanted.seat, wanted.text
    if seat >= state[N_SEATS]:
        return f"seat {seat + 1} is not at this table of {state[N_SEATS]}"
    seen = list(_seen(game, state, seat, text))
    if not seen:
        names = {each.id for each in game.blueprint.families} | {each.design for each in game.blueprint.pieces}
        hint = did_you_mean(text, names)
        return f"no piece, counter, marker or zone is named '{text}'{f'; {hint}' if hint else ''}"
    if any(seen) == wanted.is_seen:
        return None
    return f"seat {seat + 1} sees '{text}'" if any(seen) else f"seat {seat + 1} does not see '{text}'"


def _seen(game: Game, state: State, seat: int, text: str) -> Iterator[bool]:
    """Yield for each thing with the name whether the seat sees it. Yields nothing if there is none."""
    blueprint, known = game.blueprint, as_sealed(game, state, seat)
    hidden = hidden_pieces(game, state, seat)
    for piece, info in enumerate(blueprint.pieces):
        if text in (info.design, info.key.partition("@")[0]):
            yield piece not in hidden and known[blueprint.piece_zone + piece] != blueprint.box
    match = _MEMBER.fullmatch(text)
    for family in blueprint.families if match is not None else ():
        if match is not None and family.id == match["name"]:
            wanted = _indexes(family, match, seat)
            for indexes, _ in members(blueprint, family, state[N_SEATS]):
                if index_names(blueprint, family, indexes)[: len(wanted)] == wanted:
                    yield may_see(game, known, family, indexes, seat)


def _indexes(family: FamilyInfo, match: re.Match[str], seat: int) -> tuple[str, ...]:
    """Return the names of the indexes written.

    Without a seat the viewer's own is meant, and missing last indexes mean all.
    """
    written = [each.strip() for each in (match["indexes"] or "").split(",") if each.strip()]
    names = [_SEAT.sub(r"seat \1", each) for each in written]
    if match["seat"] is not None:
        names.insert(0, f"seat {match['seat']}")
    elif family.of_seats and not (names and names[0].startswith("seat ")):
        names.insert(0, f"seat {seat + 1}")
    return tuple(names[: len(family.per)])
