"""A state is the same after it has been through native memory, at every decision of every shipped game."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulewright.core.lower.bounds import Bounds
from rulewright.core.lower.flow import Flow
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, OPTIONS, PARKED, SEALED, SEAT
from rulewright.core.run.steps import IllegalChoice, clone, is_over, start, step, turn_to, unstarted
from rulewright.native.backend.arranging import lay_out
from rulewright.native.backend.packing import NotPacked, PackedTable, Packing, from_native, packing_of, to_native
from tests.properties.tables import ALL
from tests.reference.agreement import random_table
from tests.reference.games import built, shipped

CASES = ALL


@cache
def packed_game(ruleset: str, modules: tuple[str, ...]) -> tuple[Game, Packing]:
    game = shipped(ruleset, modules).game
    compiled = built(ruleset, modules).compiled
    assert compiled is not None
    lowered = compiled.lowered
    layout = lay_out(lowered, game.blueprint, Bounds(lowered, game.blueprint), Flow(lowered))
    return game, packing_of(layout, game.blueprint)


def chosen_cases() -> list[Any]:
    """Each shipped ruleset with the fewest and the most modules by default; all where slow tests are wanted."""
    quick = set()
    for name in {name for name, _ in CASES}:
        choices = sorted((modules for ruleset, modules in CASES if ruleset == name), key=len)
        quick |= {(name, choices[0]), (name, choices[-1])}
    return [case if case in quick else pytest.param(case, marks=pytest.mark.slow) for case in CASES]


def without_leftovers(packing: Packing, state: State) -> State:
    """The state with 0 in each local that has no value where its effect stands."""

    def cleaned(frame: Any) -> Any:
        if not frame:
            return frame
        known = {number for number, *_ in packing.points[frame[1], frame[2]].locals}
        locals_ = (value if n in known else 0 for n, value in enumerate(frame[FRAME_LOCALS:]))
        locals_ = (tuple(value) if isinstance(value, (list, tuple)) else value for value in locals_)
        return (cleaned(frame[0]), frame[1], frame[2], *locals_)

    found = clone(state)
    found[FRAME] = cleaned(state[FRAME])
    found[PARKED] = tuple((seat, cleaned(frame), site, cleaned(join)) for seat, frame, site, join in state[PARKED])
    return found


def seen_again(packing: Packing, state: State, before: PackedTable | None = None) -> State:
    block = to_native(packing, state)
    assert len(block) == packing.layout.size
    assert before is None or to_native(packing, state, before) == block
    found = from_native(packing, block)
    assert to_native(packing, found) == block
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", chosen_cases(), ids=lambda case: "-".join((case[0], *case[1][1:])))
def test_a_state_comes_back_as_it_was(case: tuple[str, tuple[str, ...]]) -> None:
    """At each decision, also where another seat than the first has begun to answer, and after any other state."""
    game, packing = packed_game(*case)
    before = PackedTable(packing)
    sealed = begun = deep = 0
    for seed in range(4):
        rng = random.Random(seed)
        seats, settings = random_table(game, rng)
        state = unstarted(game, seats=seats, seed=seed, settings=settings)
        assert seen_again(packing, state) == state
        state = start(game, seats=seats, seed=seed, settings=settings)
        while not is_over(state):
            if state[PARKED] and rng.random() < 0.3:
                try:
                    turn_to(game, state, rng.choice([entry[0] for entry in state[PARKED]]))
                except IllegalChoice:
                    pass
            again = seen_again(packing, state, before)
            assert again == without_leftovers(packing, state), f"seed {seed}"
            sealed += state[SEALED] is not None
            begun += any(site >= 0 for _, _, site, _ in state[PARKED])
            deep += state[FRAME][0] is not None and state[FRAME][0][0] is not None
            step(game, state, rng.choice(state[OPTIONS]))
        assert seen_again(packing, state) == state
    assert deep or case[0] == "tutorial"
    assert (sealed > 0) == (begun > 0) == (packing.layout.parked_entry > 0)


def test_a_game_goes_on_alike_from_a_state_that_came_back() -> None:
    game, packing = packed_game(*CASES[-2])
    rng = random.Random(3)
    state = start(game, seats=game.blueprint.max_seats, seed=3)
    while not is_over(state):
        again = from_native(packing, to_native(packing, state))
        code = rng.choice(state[OPTIONS])
        step(game, state, code)
        step(game, again, code)
        assert without_leftovers(packing, again) == without_leftovers(packing, state)


def test_what_has_no_room_is_told() -> None:
    game, packing = packed_game("tutorial", dict(CASES)["tutorial"])
    state = start(game, seats=2, seed=1)
    state[OPTIONS] *= 1000
    with pytest.raises(NotPacked, match="more options"):
        to_native(packing, state)
    state = start(game, seats=2, seed=1)
    state[SEAT + 20] = 1 << 40
    with pytest.raises(NotPacked, match="cannot hold"):
        to_native(packing, state)
