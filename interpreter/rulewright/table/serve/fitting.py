"""A game that continues by other rules: how many of its choices they still allow, and where the two games part."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.load.renamed import Names, new_key
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, clone, start
from rulewright.observe.sight.view import view_of
from rulewright.play.records.renamed_games import settings_renamed
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import Moment, make_choice
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.rules import Rules


@dataclass(frozen=True, slots=True)
class Fitting:
    """The choices that changed rules still allow, by their keys there (`kept`), and a report for the table (`told`)."""

    kept: tuple[str, ...]
    told: str


def fitting(live: LiveTable, rules: Rules, names: Names) -> Fitting:
    """Play the choices of a table by other rules, where old `names` may be others.

    Raises WrongSetup or LimitReached if the game does not begin.
    """
    rules = rules.of_table(live.record)
    game = rules.game
    record, kept = live.record, list[str]()
    settings = settings_renamed(record.settings, names)
    state = start(game, seats=record.seats, seed=record.seed, settings=settings, build=rules.build)
    before = live.state_at(0)
    parted = _differs(live.game, before, game, state, names)
    at = 0 if parted else -1
    for number, moment in enumerate(live.moments, 1):
        after = clone(state)
        key = new_key(moment.key, names)
        try:
            make_choice(game, rules.build, after, moment.seat, key)
        except (IllegalChoice, LimitReached) as fault:
            return Fitting(
                tuple(kept), _told(live, number, moment, str(fault), f"choice {at}: {parted}" if parted else "")
            )
        state = after
        kept.append(key)
        if not parted:
            make_choice(live.game, live.build, before, moment.seat, moment.key)
            parted = _differs(live.game, before, game, state, names)
            at = number if parted else -1
    if not parted:
        return Fitting(tuple(kept), "The changed rules make no difference to this game so far.")
    return Fitting(
        tuple(kept), f"All choices are legal with the changed rules; the game differs from choice {at} on: {parted}."
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


def _differs(one: Game, before: State, other: Game, after: State, names: Names) -> str:
    """Return the first difference between two positions in words, or "" if both look the same but for `names`."""
    asked, now = [new_key(key, names) for key in offered(one, before)], list(offered(other, after))
    if before[SEAT] != after[SEAT]:
        return f"seat {after[SEAT] + 1} is asked, not seat {before[SEAT] + 1}"
    if asked != now:
        more, less = [key for key in now if key not in asked], [key for key in asked if key not in now]
        return "; ".join(
            f"{what} {', '.join(keys[:4])}" for what, keys in (("offers", more), ("no longer offers", less)) if keys
        )
    seen, view = view_of(one, before, None), view_of(other, after, None)
    for sort in ("counters", "markers", "zones", "faces"):
        was, is_now = ({key: str(value) for key, value in getattr(each, sort).items()} for each in (seen, view))
        was = {new_key(key, names): new_key(value, names) for key, value in was.items()}
        differing = next((name for name in {**was, **is_now} if was.get(name) != is_now.get(name)), None)
        if differing is not None:
            return f"{differing} differs"
    return ""
