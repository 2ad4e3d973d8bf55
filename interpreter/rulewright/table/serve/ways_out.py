"""Ways out of a game for a seat: to give up, or to propose that it ends, what comes of it, and who has agreed.

Who has proposed that in vain has some turns before proposing it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.observe.naming import seat_title
from rulewright.play.session.moments import ONLOOKER
from rulewright.play.session.quitting import has_quit, seats_left
from rulewright.table.serve.live import LiveTable

_TURNS = 2
"""So many turns has a seat whose proposal was declined before it may repeat it."""


@dataclass(frozen=True, slots=True)
class WaysOut:
    """The ways in which a seat may leave or end the game now, and what has been proposed.

    `winners` are those left if it gives up and the game `ends` then. `proposed_by` is the seat that proposes to end the
    game, -1 if none does, `waits_for` the names of those that have not agreed.
    """

    may_give_up: bool
    has_given_up: bool
    ends: bool
    winners: tuple[str, ...]
    may_propose: bool
    is_alone: bool
    proposed_by: int
    has_agreed: bool
    waits_for: tuple[str, ...]


def ways_out(live: LiveTable, seat: int, language: str) -> WaysOut | None:
    """Return how a seat, or nobody (-1), may leave the game, or None if it is over."""
    if live.is_over:
        return None
    agreed, people = live.record.sitters.agreed, live.people
    plays = seat in people
    quits = live.after_giving_up(seat) if plays else ()
    ends = bool(quits) and quits[-1].ends
    left = seats_left(live.game, live.state, quits, live.policies) if ends else ()
    return WaysOut(
        plays, has_quit(live.quits, seat), ends, _names(live, left, language),
        plays and may_propose(live, seat), people == (seat,), agreed[0] if agreed else ONLOOKER, seat in agreed,
        _names(live, [each for each in people if each not in agreed], language),
    )  # fmt: skip


def _names(live: LiveTable, named: Sequence[int], language: str) -> tuple[str, ...]:
    return tuple(seat_title(live.game.blueprint, each, language) for each in named)


def may_propose(live: LiveTable, seat: int) -> bool:
    """Whether a seat may propose now to end the game: not one of several in a row, and not again at once."""
    sitters = live.record.sitters
    declined = dict(sitters.declined).get(seat)
    turns = [chooser for chooser, _ in groupby(each.seat for each in live.moments[declined:])]
    waits = declined is not None and turns.count(seat) < _TURNS
    return not (sitters.agreed or waits or live.record.is_in_a_row)
