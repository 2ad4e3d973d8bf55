"""Plays one random game by the Python back end and natively at once, and says where they part."""

from __future__ import annotations

import random
from functools import cache

from rulewright.backends.wasm.trouble import TOO_LARGE
from rulewright.model.game import Game
from rulewright.model.layout import FRAME, HEADER, N_SEATS, OPTIONS
from rulewright.observe.naming import question, slot_name
from rulewright.pipeline import Built, Choice, build_ruleset
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import start, step, unstarted
from tests.reference.agreement import random_table
from tests.reference.games import build_small
from tests.reference.native import Native, Shown, Trapped, native_of, shown_in_python

Pair = tuple[Game, Native]
_LEFT_TO_PYTHON = f"trouble {TOO_LARGE}"
_PARTS = ("seat", "site", "options", "parked seats", "over", "sealed state")


@cache
def shipped_pair(name: str, modules: tuple[str, ...] | None = None) -> Pair:
    """A shipped ruleset in both back ends."""
    return pair_of(build_ruleset(Choice(name, modules)))


def small_pair(content: str, low: int = 1, high: int = 4) -> Pair:
    """The game of a content document in both back ends."""
    return pair_of(build_small(content, low, high))


def pair_of(built: Built) -> Pair:
    """What the pipeline made, in both back ends."""
    assert built.compiled is not None
    return built.game(), native_of(built.compiled.lowered, built.compiled.blueprint)


def parting(pair: Pair, seed: int, most: int = 3_000) -> str:
    """Where the two ways of playing a random game part; empty where they agree to its end or for `most` decisions."""
    game, native = pair
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    where = f"seed {seed}, {seats} seats, {settings}"
    trap = _trap(lambda: native.begin(unstarted(game, seats=seats, seed=seed, settings=settings)))
    try:
        state = start(game, seats=seats, seed=seed, settings=settings)
    except LimitReached as limit:
        return _told(trap) and f"{where}, at the start: {limit}; natively {_told(trap)}"
    for number in range(most):
        if trap:
            return (
                ""
                if trap.startswith(_LEFT_TO_PYTHON)
                else f"{where}, decision {number}: {trap}; in Python there is none"
            )
        fault = _difference(game, native.shown(), shown_in_python(state))
        if fault:
            return f"{where}, decision {number}: {fault}"
        if state[FRAME] is None:
            fault = _end_difference(pair, state)
            return f"{where}, at the end: {fault}" if fault else ""
        code = rng.choice(state[OPTIONS])
        trap = _trap(lambda code=code: native.step(code))  # type: ignore[misc]
        try:
            step(game, state, code)
        except LimitReached as limit:
            return _told(trap) and f"{where}, after decision {number}: {limit}; natively {_told(trap)}"
    return ""


def _told(trap: str) -> str:
    """What is wrong with a trap where Python reaches a limit: that there is none, or that it is the machine's own."""
    return trap if trap.startswith("trouble 0") else "" if trap else "there is none"


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
    game, native = pair
    for name, _, number in game.blueprint.scoring:
        for seat in range(state[N_SEATS]):
            try:
                wanted = int(game.plain.quantities[number](state, seat))
            except LimitReached:
                return ""
            found = native.value(number, seat)
            if found != wanted:
                return f"{name} of seat {seat + 1} is {found}, in Python {wanted}"
    return ""
