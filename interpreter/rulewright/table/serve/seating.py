"""Seats of a new table: the players that a form offers, the ones it sends, and the check of their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.core.model.game import Blueprint
from rulewright.core.model.seats import ruled_count
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import WrongSetup, settings_chosen
from rulewright.play.policies.naming import FORMER, LEARNED, LEVELS, OFFERED
from rulewright.play.policies.policies import POLICIES
from rulewright.play.records.replay import PERSON
from rulewright.table.serve.forms import Fields, first, untouched

NOBODY = "-"
SIMPLE = tuple(POLICIES)
"""Policies that play without thinking: to try things out, no opponents for people."""
_OPPONENT = next(iter(LEVELS))
KNOWN = (PERSON, *OFFERED, *FORMER)
_MOST = 20


def offered_for_seats(has_learned: bool) -> tuple[str, ...]:
    """Return the policies that a form offers for a seat, with learned players if the ruleset brings any."""
    return PERSON, *LEVELS, *[LEARNED] * has_learned, *SIMPLE


def policies_in(fields: Fields) -> tuple[str, ...]:
    """Return the policy of each taken seat in the fields of a form."""
    picked = (first(fields, f"seat-{number}", NOBODY) for number in range(1, _MOST + 1))
    return tuple(each for each in picked if each in (*KNOWN, LEARNED))


def are_open(fields: Fields) -> bool:
    """Return whether the seats of a form are as it offered them."""
    names = (f"seat-{number}" for number in range(1, _MOST + 1))
    return all(untouched(fields, name) for name in names if name in fields)


def usual_policies(least: int = 2) -> tuple[str, ...]:
    """Return the players that a form offers: a person, with opponents up to the `least` number of players."""
    return PERSON, *[_OPPONENT] * (least - 1)


def seats_to_fill(blueprint: Blueprint, settings: Chosen) -> range:
    """Return the numbers of players that a table may have, without the seats that the rules play."""
    try:
        chosen = settings_chosen(
            blueprint, {name: each for name, each in settings.items() if name in blueprint.settings}
        )
    except WrongSetup:
        chosen = settings_chosen(blueprint, {})
    ruled = ruled_count(blueprint, chosen)
    return range(max(1, blueprint.min_seats - ruled), max(1, blueprint.max_seats - ruled) + 1)


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
