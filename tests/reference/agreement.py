"""Plays one random game three ways at once, and says where they part: emitted plain, emitted traced, evaluator."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, HEADER, N_SEATS, OPTIONS, OVER, SEAT, SEED, SITE
from rulewright.core.model.seats import ruled_count
from rulewright.core.model.settings import setting_text
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step, unstarted
from rulewright.observe.naming import option_key, question
from rulewright.observe.sight.places import slot_name
from rulewright.observe.sight.waiting import slots_of_queue, waiting_in
from tests.reference.evaluator import Decision, Running
from tests.reference.games import Both
from tests.reference.values import LimitAhead, Moment, value

State = list[Any]
Table = tuple[int, dict[str, str | int]]
LIMIT = "a limit was reached"
AHEAD = "a limit was reached in looking ahead"
"""Here a game need not go on alike: emitted code leaves out of its look-ahead what no guard needs."""


def random_table(game: Game, rng: random.Random) -> Table:
    """A number of seats, and a value for every setting."""
    blueprint = game.blueprint
    numbers = {name: rng.randint(each.low, each.high) for name, each in sorted(blueprint.settings.items())}
    settings = {name: setting_text(blueprint.settings[name], number) for name, number in numbers.items()}
    fewest = max(blueprint.min_seats, ruled_count(blueprint, numbers) + 1)
    return rng.randint(fewest, blueprint.max_seats), settings


def disagreement(both: Both, seed: int, most: int = 3_000) -> str:
    """Where the three ways of playing a random game part, empty where they agree to its end or for `most` decisions."""
    rng = random.Random(seed)
    seats, settings = random_table(both.game, rng)
    where = f"seed {seed}, {seats} seats, {settings}"
    try:
        plain = start(both.game, seats=seats, seed=seed, settings=settings)
        traced = start(both.game, seats=seats, seed=seed, settings=settings, build=both.traced)
    except LimitReached:
        plain = traced = []
    walked = unstarted(both.game, seats=seats, seed=seed, settings=settings)
    running = both.evaluator.play(walked, both.game.blueprint.begins)
    asked = go_on(running, None)
    for number in range(most):
        if asked == AHEAD:
            return ""
        fault = fault_of(both.game, plain, traced, walked, asked)
        if fault:
            return f"{where}, decision {number}: {fault}"
        if not isinstance(asked, Decision):
            fault = _end_fault(both, plain, walked) if plain else ""
            return f"{where}, at the end: {fault}" if fault else ""
        code = rng.choice(asked.options)
        assert both.traced.events is not None
        both.traced.events.clear()
        plain = _stepped(both, plain, code, traced=False)
        traced = _stepped(both, traced, code, traced=True)
        asked = go_on(running, code)
    return ""


def go_on(running: Running, code: int | None) -> Decision | str | None:
    """The evaluator's next decision, None at the end of the game."""
    try:
        return running.send(code)  # type: ignore[arg-type]  # None begins
    except StopIteration:
        return None
    except LimitAhead:
        return AHEAD
    except LimitReached:
        return LIMIT


def _stepped(both: Both, state: State, code: int, *, traced: bool) -> State:
    """The state after a choice, empty where a limit was reached."""
    try:
        step(both.game, state, code, build=both.traced if traced else None)
    except LimitReached:
        return []
    return state


def fault_of(game: Game, plain: State, traced: State, walked: State, asked: Decision | str | None) -> str:
    """How emitted code and the reference differ where both have come to; states are empty where a limit was reached."""
    if plain != traced:
        return "the traced build is elsewhere than the plain one"
    if not plain:
        return "" if asked == LIMIT else f"{LIMIT}, but not in the reference: {asked}"
    found = None if plain[FRAME] is None else Decision(plain[SEAT], plain[SITE], plain[OPTIONS])
    if found != asked:
        return f"asked {_said(game, found)}, in the reference {_said(game, asked)}"
    for queue in game.blueprint.queues:
        queued = (each for each in waiting_in(game.blueprint, plain) if each.until == queue.until)
        waiting = tuple((each.effect, each.seat, *each.given) for each in queued)
        if waiting != (walked[queue.base] or ()):
            return f"{waiting} waits, in the reference {walked[queue.base]}"
    queues = {slot for queue in game.blueprint.queues for slot in slots_of_queue(queue)}
    for at in (each for each in (SEED, N_SEATS, OVER, *range(HEADER, len(walked))) if each not in queues):
        if plain[at] != walked[at]:
            return f"{slot_name(game.blueprint, at)} is {plain[at]}, in the reference {walked[at]}"
    return ""


def _end_fault(both: Both, plain: State, walked: State) -> str:
    """What comes of the end of a game: each line of the scoring for each seat, and whether the table plays again."""
    blueprint = both.game.blueprint
    wanted = [(name, number, seat) for name, _, number in blueprint.scoring for seat in range(plain[N_SEATS])]
    wanted += [(each.id, each.test, 0) for each in blueprint.again]
    for name, number, seat in wanted:
        amount = both.evaluator.program.quantities[number].amount
        at = Moment(both.evaluator.program, walked, {0: seat}, both.evaluator.can_do)
        expected = _or_limit(partial(value, at, amount))
        for build in (both.game.plain, both.traced):
            found = _or_limit(partial(build.quantities[number], plain, seat))
            if found != expected:
                return f"{name} of seat {seat + 1} is {found}, in the reference {expected}"
    return ""


def _or_limit(work: Callable[[], int]) -> int | str:
    try:
        return work()
    except LimitReached:
        return LIMIT


def _said(game: Game, asked: Decision | str | None) -> str:
    if not isinstance(asked, Decision):
        return asked or "nothing, the game being over"
    keys = ", ".join(option_key(game.blueprint, asked.site, code) for code in asked.options)
    return f"seat {asked.seat + 1} in '{question(game.blueprint, asked.site)}': {keys}"
