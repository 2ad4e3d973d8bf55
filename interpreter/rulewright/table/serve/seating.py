"""Seats of a new table: the players that a form offers, the ones it sends, and the check of their number."""

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
    """Return the policies that a form offers for a seat, with learned players if the ruleset brings any."""
    return PERSON, *OFFERED, *[LEARNED] * has_learned


def policies_in(fields: Fields) -> tuple[str, ...]:
    """Return the policy of each taken seat in the fields of a form."""
    picked = (first(fields, f"seat-{number}", NOBODY) for number in range(1, _MOST + 1))
    return tuple(each for each in picked if each in (*KNOWN, LEARNED))


def seats_for(blueprint: Blueprint, chosen: Mapping[str, int], policies: Sequence[str]) -> int:
    """Return the table's number of seats, including those that the rules play.

    Raises WrongSetup if nobody sits there or the game does not allow that number.
    """
    if not policies:
        raise WrongSetup("the table has no players")
    seats = len(policies) + ruled_count(blueprint, chosen)
    if not blueprint.min_seats <= seats <= blueprint.max_seats:
        raise WrongSetup(f"this game has {blueprint.min_seats} to {blueprint.max_seats} seats, not {seats}")
    return seats
