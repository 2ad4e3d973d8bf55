"""A game that continues by other rules: how many of its choices they still allow, and where the two games part."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, clone
from rulewright.observe.sight.view import view_of
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import Moment, make_choice
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.rules import Rules


@dataclass(frozen=True, slots=True)
class Fitting:
    """The number of choices that changed rules still allow (`kept`), and a report for the table (`told`)."""

    kept: int
    told: str


def fitting(live: LiveTable, rules: Rules) -> Fitting:
    """Play the choices of a table by other rules. Raises WrongSetup or LimitReached if the game does not begin."""
    rules = rules.of_table(live.record)
    game = rules.game
    state = live.begun_by(game, rules.build)
    before = live.state_at(0)
    parted = _differs(live.game, before, game, state)
    at = 0 if parted else -1
    for number, moment in enumerate(live.moments, 1):
        after = clone(state)
        try:
            make_choice(game, rules.build, after, moment.seat, moment.key)
        except (IllegalChoice, LimitReached) as fault:
            return Fitting(
                number - 1, _told(live, number, moment, str(fault), f"choice {at}: {parted}" if parted else "")
            )
        state = after
        if not parted:
            make_choice(live.game, live.build, before, moment.seat, moment.key)
            parted = _differs(live.game, before, game, state)
            at = number if parted else -1
    if not parted:
        return Fitting(len(live.moments), "The changed rules make no difference to this game so far.")
    return Fitting(
        len(live.moments), f"All choices are legal with the changed rules; the game differs from choice {at} on: "
                           f"{parted}."
    )


def _told(live: LiveTable, number: int, moment: Moment, why: str, parted: str) -> str:
    """Return the report that the choice `number` is no longer allowed by the changed rules."""
    dropped = len(live.moments) - number + 1
    choices = f"{dropped} choice{'s' * (dropped != 1)}"
    first = f" The games diverge at {parted}." if parted else ""
    return (
        f"With the changed rules, choice {number} of seat {moment.seat + 1}, '{moment.key}', is not possible: "
        f"{why}. The game continues before it, without the last {choices}.{first}"
    )


def _differs(one: Game, before: State, other: Game, after: State) -> str:
    """Return the first difference between two positions in words, or "" if both look the same."""
    asked, now = list(offered(one, before)), list(offered(other, after))
    if before[SEAT] != after[SEAT]:
        return f"seat {after[SEAT] + 1} is asked, not seat {before[SEAT] + 1}"
    if asked != now:
        more, less = [key for key in now if key not in asked], [key for key in asked if key not in now]
        return "; ".join(
            f"{what} {', '.join(keys[:4])}" for what, keys in (("offers", more), ("no longer offers", less)) if keys
        )
    seen, view = view_of(one, before, None), view_of(other, after, None)
    for sort in ("counters", "markers", "zones", "faces"):
        was, is_now = getattr(seen, sort), getattr(view, sort)
        for name in {**was, **is_now}:
            if was.get(name) != is_now.get(name):
                return f"{name} differs"
    return ""
