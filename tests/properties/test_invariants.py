"""What holds in every game, whatever its rules: sound states, honest options, repeatability, order, views."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, PARKED, PARKED_SEAT, PARKED_SITE, SEALED, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.stages import SAFE, stage_of
from rulewright.core.pipeline import shipped_names
from rulewright.core.run.steps import IllegalChoice, choose, clone, is_over, start, step, turn_to
from rulewright.observe.sight.determinize import determinize
from rulewright.observe.sight.view import view_of
from tests.properties.tables import has_choice
from tests.reference.agreement import random_table
from tests.reference.games import SMALL, both_of, shipped, small
from tests.reference.integrity import faults
from tests.reference.random_rules import random_ruleset

FEW, MANY = 2, 10
MOST = 2_000
games = pytest.mark.parametrize("name", [*SMALL, *shipped_names()])


def seeds(test: Any) -> Any:
    """A few random games by default, many where slow tests are wanted."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(FEW, MANY)]
    return pytest.mark.parametrize("seed", [*range(FEW), *slow])(test)


def game_of(name: str) -> Game:
    return small(name).game if name in SMALL else shipped(name).game


def begun(game: Game, seed: int) -> tuple[State, random.Random]:
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    return start(game, seats=seats, seed=seed, settings=settings), rng


def positions(game: Game, seed: int, percent: int = 100) -> Iterator[tuple[State, random.Random]]:
    """The state of a random game at each decision, or at some of them; whoever gets it must leave it as it is."""
    state, rng = begun(game, seed)
    for _ in range(MOST):
        if is_over(state):
            return
        if rng.randrange(100) < percent:
            before = clone(state)
            yield state, rng
            assert state == before
        step(game, state, rng.choice(state[OPTIONS]))


@pytest.mark.sampled(6)
@games
@seeds
def test_every_state_is_sound_and_every_decision_has_a_choice(name: str, seed: int) -> None:
    game = game_of(name)
    for state, _ in positions(game, seed):
        assert faults(game, state) == []
        assert has_choice(game, state)


@pytest.mark.sampled(8)
@games
@seeds
def test_every_offered_option_is_accepted(name: str, seed: int) -> None:
    game = game_of(name)
    for state, _ in positions(game, seed, percent=20):
        for code in state[OPTIONS]:
            after = clone(state)
            choose(game, after, code, seat=state[SEAT])
            assert faults(game, after) == [], code


@games
@seeds
def test_an_option_not_offered_is_refused_and_nothing_happens(name: str, seed: int) -> None:
    game = game_of(name)
    for state, rng in positions(game, seed, percent=20):
        offered = state[OPTIONS]
        near = {-1, 0, max(offered) + 1, *(rng.choice(offered) + rng.randint(-70, 70) for _ in range(20))}
        for code in near - set(offered):
            after = clone(state)
            with pytest.raises(IllegalChoice):
                choose(game, after, code)
            assert after == state, code
        for waiting in state[PARKED]:
            after = clone(state)
            with pytest.raises(IllegalChoice):
                choose(game, after, -99, seat=waiting[0])
            assert after == state, waiting


@games
@seeds
def test_a_seat_that_is_not_asked_cannot_choose(name: str, seed: int) -> None:
    game = game_of(name)
    for state, _ in positions(game, seed, percent=20):
        asked = {state[SEAT], *(waiting[0] for waiting in state[PARKED])}
        for seat in {-1, 0, 1, 2, 3, 4} - asked:
            after = clone(state)
            with pytest.raises(IllegalChoice):
                choose(game, after, state[OPTIONS][0], seat=seat)
            assert after == state, seat


@games
@seeds
def test_the_same_choices_make_the_same_game(name: str, seed: int) -> None:
    game = game_of(name)
    again, _ = begun(game, seed)
    choices: list[int] = []
    first, rng = begun(game, seed)
    kept: list[State] = []
    while not is_over(first) and len(choices) < MOST:
        kept.append(clone(first))
        choices.append(rng.choice(first[OPTIONS]))
        step(game, first, choices[-1])
    for number, (before, code) in enumerate(zip(kept, choices, strict=True)):
        assert again == before, f"decision {number}"
        step(game, again, code)
    assert again == first


@games
@seeds
def test_a_clone_goes_its_own_way(name: str, seed: int) -> None:
    game = game_of(name)
    for state, rng in positions(game, seed, percent=5):
        one, other = clone(state), clone(state)
        step(game, one, state[OPTIONS][0])
        for _ in range(10):
            if not is_over(one):
                step(game, one, rng.choice(one[OPTIONS]))
        assert other == state


# ---- Seats that the rules play


def assert_ruled_seats_are_never_asked(game: Game, seed: int) -> int:
    """Nobody who plays by the rules alone is asked in a random game; how many seats these are."""
    ruled: set[int] = set()
    for state, _ in positions(game, seed):
        ruled = set(ruled_seats(game.blueprint, state))
        assert not ruled & {state[SEAT], *(waiting[0] for waiting in state[PARKED])}
    return len(ruled)


@pytest.mark.parametrize("name", ["ghosts"])
def test_the_rules_never_ask_a_seat_that_they_play(name: str) -> None:
    assert {assert_ruled_seats_are_never_asked(game_of(name), seed) for seed in range(12)} > {0, 1}


# ---- All at once


class Habit:
    """Answers each seat's decisions by a habit of its own, so that the same seat answers alike whatever the order."""

    def __init__(self, seed: int) -> None:
        self.chances = {seat: random.Random(f"{seed}, seat {seat}") for seat in range(16)}

    def answer(self, state: State) -> int:
        return self.chances[state[SEAT]].choice(state[OPTIONS])


def answered_in_order(game: Game, state: State, seed: int) -> State:
    habit, after = Habit(seed), clone(state)
    while not is_over(after) and after[SEALED] is not None:
        step(game, after, habit.answer(after))
    return after


def answered_in_disorder(game: Game, state: State, seed: int, rng: random.Random) -> State:
    habit, after = Habit(seed), clone(state)
    while not is_over(after) and after[SEALED] is not None:
        try:
            turn_to(game, after, rng.choice([after[SEAT], *(waiting[0] for waiting in after[PARKED])]))
        except IllegalChoice:
            pass
        choose(game, after, habit.answer(after), seat=after[SEAT])
    return after


TURN_BY_TURN = ("guards", "ceres", "tutorial")
"""Games in which seats are never asked at once."""


@pytest.mark.parametrize("name", ["together", "statements", "guards", *shipped_names()])
@seeds
def test_the_order_in_which_seats_answer_at_once_changes_nothing(name: str, seed: int) -> None:
    game = game_of(name)
    state, rng = begun(game, seed)
    asked_at_once = 0
    while not is_over(state):
        if state[SEALED] is None:
            step(game, state, rng.choice(state[OPTIONS]))
            continue
        asked_at_once += 1
        after = answered_in_order(game, state, seed)
        for _ in range(4):
            assert answered_in_disorder(game, state, seed, rng) == after
        state = after
    assert asked_at_once or name in TURN_BY_TURN


# ---- What is hidden


def offered_anew(game: Game, state: State) -> tuple[int, int, tuple[int, ...]]:
    """What is asked when the options of the decision are gathered once more: seat, place and codes."""
    after, (parent, procedure, resume, *locals_) = clone(state), state[FRAME]
    gather = next(point.gather for point in game.blueprint.frames[procedure] if point.resume == resume)
    game.plain.procedures[procedure](after, (parent, procedure, gather, *locals_), 0)
    return after[SEAT], after[SITE], after[OPTIONS]


@pytest.mark.parametrize("name", ["together", "statements", *shipped_names()])
@seeds
def test_what_is_offered_does_not_depend_on_what_the_seat_cannot_see(name: str, seed: int) -> None:
    game = game_of(name)
    for state, rng in positions(game, seed, percent=20):
        offered = (state[SEAT], state[SITE], state[OPTIONS])
        assert offered_anew(game, state) == offered
        assert offered_anew(game, determinize(game, state, state[SEAT], Draws(rng.getrandbits(64)))) == offered


@games
@seeds
def test_a_view_does_not_depend_on_what_its_seat_cannot_see(name: str, seed: int) -> None:
    game = game_of(name)
    for state, rng in positions(game, seed, percent=10):
        for seat in range(4):
            determinized = determinize(game, state, seat, Draws(rng.getrandbits(64)))
            assert faults(game, determinized) == []
            seen = view_of(game, state, seat)
            # what others have answered under seal has not happened in a determinization: it asks them again
            waiting = {each[PARKED_SEAT] for each in state[PARKED] if stage_of(each[PARKED_SITE]) != SAFE} - {seat}
            asked_again = waiting if state[SEALED] is not None else set()
            deciding = tuple(sorted({*seen.deciding, *asked_again}))
            assert view_of(game, determinized, seat) == replace(seen, deciding=deciding)


# ---- Rules that nobody would write


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(16))
def test_random_rules_keep_their_states_sound(number: int) -> None:
    sound_under_random_rules(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [*range(16, 40), *range(1_600, 1_800)])
def test_many_random_rules_keep_their_states_sound(number: int) -> None:
    sound_under_random_rules(number)


def sound_under_random_rules(number: int) -> None:
    game = both_of(random_ruleset(number)).game
    for seed in range(3):
        try:
            state, rng = begun(game, seed)
        except LimitReached:  # random rules may lead outside
            continue
        for decision in range(150):
            assert faults(game, state) == [], f"random ruleset {number}, seed {seed}, decision {decision}"
            if state[FRAME] is None:
                break
            try:
                step(game, state, rng.choice(state[OPTIONS]))
            except LimitReached:
                break
