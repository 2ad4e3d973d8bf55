"""Who sits at a new table: what a form offers for each seat, what it sends, and whether so many can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.core.model.game import Blueprint
from rulewright.core.model.seats import ruled_count
from rulewright.core.run.steps import WrongSetup
from rulewright.play.policies.naming import FORMER, LEARNED, OFFERED
from rulewright.play.records.replay import PERSON
from rulewright.table.serve.forms import Fields, first

NOBODY = "-"
KNOWN = (PERSON, *OFFERED, *FORMER)
_MOST = 20


def offered_for_seats(has_learned: bool) -> tuple[str, ...]:
    """What a form offers for a seat, of a game whose ruleset brings players that have learned it or not."""
    return PERSON, *OFFERED, *[LEARNED] * has_learned


def policies_in(fields: Fields) -> tuple[str, ...]:
    """What decides for each seat that somebody sits at, as a form sends it."""
    picked = (first(fields, f"seat-{number}", NOBODY) for number in range(1, _MOST + 1))
    return tuple(each for each in picked if each in (*KNOWN, LEARNED))


def seats_for(blueprint: Blueprint, chosen: Mapping[str, int], policies: Sequence[str]) -> int:
    """How many seats a table has, with those that the rules play. Raises WrongSetup if so many cannot play."""
    if not policies:
        raise WrongSetup("nobody sits at the table")
    seats = len(policies) + ruled_count(blueprint, chosen)
    if not blueprint.min_seats <= seats <= blueprint.max_seats:
        raise WrongSetup(f"this game has {blueprint.min_seats} to {blueprint.max_seats} seats, not {seats}")
    return seats
