"""Name plates of a table: who plays which colour, whose turn it is, and who belongs together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.endings import TEAM
from rulewright.core.model.game import State
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.seats import seat_shown, with_seat_names
from rulewright.observe.words.table_values import Sight, worked_out
from rulewright.play.records.replay import PERSON
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.scene import SeatSign
from rulewright.table.pages.html import Markup
from rulewright.table.serve.live import LiveTable


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate of a seat (from 0): its sign, and its name with whether it has left the game.

    `team` is "" if it has none that the viewer knows of. `policy` is what plays the seat, "" for a person.
    """

    seat: int
    sign: Markup
    name: str
    team: str
    policy: str
    is_own: bool
    is_asked: bool
    has_won: bool = False


def signs_of(plates: Iterable[Plate], language: str) -> dict[int, SeatSign]:
    """Return what the part of each seat tells of what its plate says."""
    say = phrases(language, "browser")
    return {
        each.seat: SeatSign(each.is_asked, " · ".join(filter(None, (
            f"({say('me')})" if each.is_own else "", say("bot") if each.policy else "", each.team,
            say("winner_here") if each.has_won else "",
        )))) for each in plates
    }  # fmt: skip


def plates_of(live: LiveTable, state: State, viewer: int, language: str, *, now: bool = False) -> tuple[Plate, ...]:
    """Return the plates of all seats in a state, as far as `viewer` may know. A table of one seat has none.

    Who is to choose, or has won, is known of `now` only, not of an earlier moment.
    """
    seats = range(live.record.seats)
    if len(seats) < 2:
        return ()
    game = with_seat_names(live.game, state)
    sight = Sight.of(game, state, viewer, language)
    teams = [worked_out(sight, TEAM, each, ()) if TEAM in game.blueprint.quantities else "" for each in seats]
    asked = live.waited_for(viewer) if now else ()
    won = live.result.winners if now and live.is_over and live.result is not None else ()
    return tuple(
        Plate(
            each, icon(mark_of(each)), seat_shown(game.blueprint, state, each, language),
            team if team != HIDDEN else "", "" if live.policy(each) == PERSON else live.policy(each), each == viewer,
            each in asked, each in won,
        )
        for each, team in zip(seats, teams, strict=True)
    )  # fmt: skip
