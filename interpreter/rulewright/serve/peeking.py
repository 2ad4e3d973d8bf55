"""Whether a choice tells who makes it something that was hidden, so that it must not be taken back."""

from __future__ import annotations

from rulewright.model.game import Build, Game, State
from rulewright.model.layout import FRAME, OPTIONS, SEAT
from rulewright.observe.determinize import worlds
from rulewright.observe.view import view_of
from rulewright.run.atoms import GameEnd, LimitReached
from rulewright.run.steps import step
from rulewright.serve.moments import Moment

_WORLDS = 3


def tells_hidden(game: Game, build: Build, before: State, seat: int, moment: Moment, after: State) -> bool:
    """Whether a choice showed a piece or chance, or came to what it would not have with other hidden things.

    A few states are tried that look to the seat as the one `before` did.
    """
    if moment.shows_hidden(game, seat):
        return True
    if before[FRAME] is None or before[SEAT] != seat:
        return False
    code = moment.chosen.code
    place = before[OPTIONS].index(code) if code in before[OPTIONS] else -1
    seen = view_of(game, after, seat)
    return any(_differs(game, build, world, seat, place, seen) for world in worlds(game, before, seat)[:_WORLDS])


def _differs(game: Game, build: Build, world: State, seat: int, place: int, seen: object) -> bool:
    if not 0 <= place < len(world[OPTIONS]):
        return True
    try:
        step(game, world, world[OPTIONS][place], build=build)
        return view_of(game, world, seat) != seen
    except (GameEnd, LimitReached):
        return True
    finally:
        if build.events is not None:
            build.events.clear()
