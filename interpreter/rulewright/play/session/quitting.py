"""Games that people end outside the rules: a seat gives up, or all agree to end.

A side has given up when all of its seats that people play have. The side that is left then, if only one is, has won;
until then a bot plays for whoever gave up. When all agree, nobody has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.endings import DRAWN, LOST, WON, Ends
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import seat_title
from rulewright.play.records.replay import PERSON
from rulewright.play.records.replay_files import Quit
from rulewright.play.session.result import Result, ends_of, result_among, result_of, tie_breaks, totals

ALL = 0
"""What stands for the seat of a quit on which all agreed."""


def has_quit(quits: Sequence[Quit], seat: int) -> bool:
    """Whether a seat (from 0) has given up."""
    return any(each.seat == seat + 1 for each in quits)


def is_ended(quits: Sequence[Quit]) -> bool:
    """Whether people have ended the game."""
    return bool(quits) and quits[-1].ends


def quit_ends(game: Game, state: State, quits: Sequence[Quit], policies: Sequence[str]) -> bool:
    """Whether no more than one side is left in the game, now that seats have given up."""
    sides = _sides(game, state)
    left = {sides[each] for each in seats_left(game, state, quits, policies)}
    return len(left) < min(2, len(set(sides)))


def seats_left(game: Game, state: State, quits: Sequence[Quit], policies: Sequence[str]) -> tuple[int, ...]:
    """Return the seats whose side has not given up."""
    sides = _sides(game, state)
    quitters = {each.seat - 1 for each in quits}
    played = {sides[seat] for seat, policy in enumerate(policies) if policy == PERSON and seat not in quitters}
    gave_up = {sides[seat] for seat in quitters if seat >= 0} - played
    return tuple(seat for seat, side in enumerate(sides) if side not in gave_up)


def result_after(game: Game, state: State, quits: Sequence[Quit], policies: Sequence[str]) -> Result:
    """Return the result of a game that is over: by its rules, or as people have ended it."""
    if not is_ended(quits):
        return result_of(game, state)
    left = seats_left(game, state, quits, policies)
    agreed = quits[-1].seat == ALL
    places = tuple(DRAWN if agreed else WON if seat in left else LOST for seat in range(state[N_SEATS]))
    ends = replace(ends_of(game, state) or Ends(), places=places, outcome=-1)
    return result_among(totals(game, state), tie_breaks(game, state), ends)


def quitter_called(blueprint: Blueprint, one: Quit, language: str) -> str:
    """Return the title of the seat that gave up, or the word for all who agreed."""
    return seat_title(blueprint, one.seat - 1, language) if one.seat else phrases(language, "table")("all_seats")


def quit_told(blueprint: Blueprint, one: Quit, language: str) -> str:
    """Return the sentence on a quit."""
    say = phrases(language, "table")
    if one.seat == ALL:
        return say("all_quit")
    return say("seat_quits" if one.ends else "seat_quits_to_bot", seat=seat_title(blueprint, one.seat - 1, language))


def _sides(game: Game, state: State) -> tuple[int, ...]:
    """Return the side of each seat: a number that seats of one side share."""
    ends = ends_of(game, state)
    return ends.sides if ends is not None and ends.sides else tuple(range(state[N_SEATS]))
