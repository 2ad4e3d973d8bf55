"""Plays one random game by the Python back end and natively at once, and says where they part.

The reference evaluator can play it as well, as a third party.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, HEADER, N_SEATS, OPTIONS
from rulewright.core.pipeline import Built
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step, unstarted
from rulewright.native.backend.runtime import TOO_LARGE
from rulewright.observe.naming import question
from rulewright.observe.sight.places import slot_name
from tests.reference.agreement import AHEAD, fault_of, go_on, random_table
from tests.reference.evaluator import Decision, Evaluator, Running
from tests.reference.games import build_small, built
from tests.reference.native import Native, Shown, Trapped, native_of, shown_in_python
from tests.reference.parts import parts_of

State = list[Any]
_LEFT_TO_PYTHON = f"trouble {TOO_LARGE}"
_PARTS = ("seat", "site", "options", "parked seats", "over", "sealed state")


class Pair(NamedTuple):
    """A game in both back ends, and in the reference evaluator."""

    game: Game
    native: Native
    evaluator: Evaluator


@dataclass(slots=True)
class _Walked:
    """A game in the reference evaluator, until looking ahead it meets a limit that emitted code need not meet."""

    pair: Pair
    state: State
    running: Running
    asked: Decision | str | None = None

    def go_on(self, code: int | None) -> None:
        if self.asked != AHEAD:
            self.asked = go_on(self.running, code)

    def fault(self, state: State) -> str:
        """How it differs from the Python state, which is empty where a limit was reached."""
        return "" if self.asked == AHEAD else fault_of(self.pair.game, state, state, self.state, self.asked)


@cache
def shipped_pair(name: str, modules: tuple[str, ...] | None = None) -> Pair:
    """A shipped ruleset in both back ends."""
    return pair_of(built(name, modules))


def small_pair(content: str, low: int = 1, high: int = 4) -> Pair:
    """The game of a content document in both back ends."""
    return pair_of(build_small(content, low, high))


def pair_of(built: Built) -> Pair:
    """What the pipeline made, in both back ends."""
    assert built.compiled is not None
    game = built.game()
    native = native_of(built.compiled.lowered, built.compiled.blueprint)
    return Pair(
        game, native, Evaluator(built.compiled.program, game.blueprint.piece_zone, parts=parts_of(game.blueprint))
    )


def parting(pair: Pair, seed: int, most: int = 3_000, *, walks: bool = False, codes: list[int] | None = None) -> str:
    """Where the ways of playing a random game part; empty where they agree to its end or for `most` decisions.

    With `walks` the reference evaluator plays as well. What is chosen is appended to `codes`.
    """
    game, native, evaluator = pair
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    where = f"seed {seed}, {seats} seats, {settings}"
    trap = _trap(lambda: native.begin(unstarted(game, seats=seats, seed=seed, settings=settings)))
    walked = None
    if walks:
        begun = unstarted(game, seats=seats, seed=seed, settings=settings)
        walked = _Walked(pair, begun, evaluator.play(begun, game.blueprint.begins))
        walked.go_on(None)
    try:
        state = start(game, seats=seats, seed=seed, settings=settings)
    except LimitReached as limit:
        fault = _at_limit(str(limit), trap, walked)
        return fault and f"{where}, at the start: {limit}; {fault}"
    for number in range(most):
        if trap:
            left = trap.startswith(_LEFT_TO_PYTHON)
            return "" if left else f"{where}, decision {number}: {trap}; in Python there is none"
        fault = _difference(game, native.shown(), shown_in_python(state)) or (walked.fault(state) if walked else "")
        if fault:
            return f"{where}, decision {number}: {fault}"
        if state[FRAME] is None:
            fault = _end_difference(pair, state)
            return f"{where}, at the end: {fault}" if fault else ""
        code = rng.choice(state[OPTIONS])
        if codes is not None:
            codes.append(code)
        trap = _trap(lambda code=code: native.step(code))
        if walked:
            walked.go_on(code)
        try:
            step(game, state, code)
        except LimitReached as limit:
            fault = _at_limit(str(limit), trap, walked)
            return fault and f"{where}, after decision {number}: {limit}; {fault}"
    return ""


def _at_limit(limit: str, trap: str, walked: _Walked | None) -> str:
    """How the others differ where Python reaches a limit: natively by what the trap says.

    The reference counts fewer steps: it knows nothing of how long the texts are that it runs.
    """
    if not trap or trap.startswith("trouble 0"):
        return f"natively {trap or 'there is none'}"
    return walked.fault([]) if walked and "steps without a decision" not in limit else ""


def _trap(work: object) -> str:
    """Why a native call trapped; empty where it did not."""
    assert callable(work)
    try:
        work()
    except Trapped as trapped:
        return f"trouble {trapped.trouble}, {trapped}"
    return ""


def _difference(game: Game, native: Shown, python: Shown) -> str:
    for name, found, wanted in zip(_PARTS, native, python, strict=False):
        if found != wanted:
            asked = f" ({question(game.blueprint, python[1])})" if python[1] >= 0 else ""
            return f"{name} is {found}, in Python {wanted}{asked}"
    for slot, (found, wanted) in enumerate(zip(native[-1], python[-1], strict=True), HEADER):
        if found != wanted:
            return f"{slot_name(game.blueprint, slot)} is {found}, in Python {wanted}"
    return ""


def _end_difference(pair: Pair, state: list[int]) -> str:
    """What comes of the end of a game: each line of the scoring for each seat."""
    game, native, _ = pair
    for name, _, number in game.blueprint.scoring:
        for seat in range(state[N_SEATS]):
            try:
                wanted = int(game.plain.quantities[number](state, seat))
            except LimitReached:
                return ""
            try:
                found = native.value(number, seat)
            except Trapped as trapped:
                return "" if trapped.trouble == TOO_LARGE else f"{name} of seat {seat + 1} traps: {trapped}"
            if found != wanted:
                return f"{name} of seat {seat + 1} is {found}, in Python {wanted}"
    return ""
