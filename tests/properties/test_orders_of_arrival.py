"""Answers given at once have the same effect in every order of arrival, and nobody sees them before all are in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.lower.resuming import sealed_answers
from rulewright.core.lower.sealed_answers import SealedAnswers
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import OPTIONS, PARKED, SEALED
from rulewright.core.model.stages import SAFE, WHEN_ALL_HAVE_ACTED
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import choose, clone, is_over, step, turned_to
from rulewright.observe.sight.hiding import awaited
from rulewright.observe.sight.view import view_of
from tests.properties.test_invariants import Habit, begun
from tests.reference.games import build_small, small_text, write_small
from tests.reference.native import shown_in_python
from tests.reference.random_rules import random_ruleset

SMALL = ("together", "several", "leaving", "statements", "guards", "passing", "later", "free", "giving")
RANDOM = 500
MOST_ORDERS = 6


@cache
def text_of(name: str) -> str:
    return random_ruleset(int(name)) if name.isdigit() else small_text(name)


def questions(game: Game, seed: int, most: int = 4) -> Iterator[tuple[State, random.Random]]:
    """The first decisions of some questions that several seats are asked at once, in random games."""
    for number in range(3):
        try:
            state, rng = begun(game, seed * 100 + number)
            for _ in range(60):
                if is_over(state) or most <= 0:
                    break
                if state[SEALED] is not None and state[PARKED]:
                    most -= 1
                    yield clone(state), rng
                    sealed = state[SEALED]
                    while state[SEALED] is sealed:
                        step(game, state, rng.choice(state[OPTIONS]))
                else:
                    step(game, state, rng.choice(state[OPTIONS]))
        except LimitReached:
            continue


def is_still_asked(after: State, state: State) -> bool:
    """Whether answers to the question of a state are still to come."""
    return after[SEALED] is state[SEALED]


def answered(
    game: Game, state: State, order: tuple[int, ...], habits: int, build: Build | None = None
) -> tuple[State, list[str]]:
    """The state once all have answered under seal, the seats in an order, and what happened on the way.

    Each seat answers by a habit of its own, all that it is asked before the next one begins.
    """
    after, habit = clone(state), Habit(habits)
    if build is not None and build.events is not None:
        build.events.clear()
    for seat in order:
        while is_still_asked(after, state) and (turned := turned_to(game, after, seat)) is not None:
            choose(game, after, habit.answer(turned), seat=seat, build=build)
    events = sorted(map(repr, build.events or ())) if build is not None else []
    return after, events


def orders(seats: tuple[int, ...], rng: random.Random) -> list[tuple[int, ...]]:
    found = list(permutations(seats))
    return found if len(found) <= MOST_ORDERS else rng.sample(found, MOST_ORDERS)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", [*SMALL, *map(str, range(RANDOM))])
def test_no_order_of_arrival_changes_anything(name: str) -> None:
    game = build_small(text_of(name)).game()
    traced = traced_build(game)
    for state, rng in questions(game, 1):
        seats, habits = awaited(game, state, None), rng.randrange(10**6)
        first = None
        for order in orders(seats, rng):
            try:
                after = answered(game, state, order, habits, traced)
            except LimitReached:
                continue
            if first is None:
                first = after, order
            assert after[0] == first[0][0], f"ruleset {name}: seats {order}, not {first[1]}, habits {habits}"
            assert after[1] == first[0][1], f"ruleset {name}: seats {order}, not {first[1]}, habits {habits}"


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", [*SMALL, *map(str, range(RANDOM))])
def test_natively_each_answer_in_any_order_has_the_effect_that_it_has_in_python(name: str, tmp_path: Path) -> None:
    write_small(tmp_path / "small", text_of(name))
    game = rw.load_game(str(tmp_path / "small"))
    host = rw.Host(game)
    for state, rng in questions(game, 4):
        seats, habits = awaited(game, state, None), rng.randrange(10**6)
        for order in orders(seats, rng):
            after, habit = clone(state), Habit(habits)
            try:
                for seat in order:
                    while is_still_asked(after, state) and (turned := turned_to(game, after, seat)) is not None:
                        code, natively = habit.answer(turned), host.put(turned)
                        choose(game, after, code, seat=seat)
                        host.step(natively, code)
                        found, wanted = shown_in_python(host.get(natively)), shown_in_python(after)
                        assert found == wanted, f"ruleset {name}: seats {order}, habits {habits}"
                        host.release(natively)
            except LimitReached:
                continue


@pytest.mark.sampled(40)
@pytest.mark.parametrize("name", [*SMALL, *map(str, range(RANDOM))])
def test_nobody_sees_an_answer_before_all_are_in(name: str) -> None:
    game = build_small(text_of(name)).game()
    for state, rng in questions(game, 2):
        after, habit = clone(state), Habit(rng.randrange(10**6))
        seats = awaited(game, state, None)
        own = {seat: turned for seat in seats if (turned := turned_to(game, state, seat)) is not None}
        before = {seat: replace(view_of(game, turned, seat), deciding=()) for seat, turned in own.items()}
        for place, seat in enumerate(seats):
            try:
                while is_still_asked(after, state) and (turned := turned_to(game, after, seat)) is not None:
                    choose(game, after, habit.answer(turned), seat=seat)
                    for other in seats[place + 1 :]:
                        if not is_still_asked(after, state) or other not in before:
                            continue
                        seen = turned_to(game, after, other)
                        assert seen is not None, f"ruleset {name}"
                        assert replace(view_of(game, seen, other), deciding=()) == before[other], f"ruleset {name}"
            except LimitReached:
                break


@pytest.mark.sampled(25)
@pytest.mark.parametrize("name", [*SMALL, *map(str, range(RANDOM))])
def test_answers_do_what_they_would_one_after_the_other(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless something ends, or is asked at the opening: then there is no answer under seal to compare with."""
    made = build_small(text_of(name))
    assert made.compiled is not None
    game, lowered = made.game(), made.compiled.lowered
    if sealed_answers(lowered).asked_late() or any(
        point.stage == WHEN_ALL_HAVE_ACTED for points in game.blueprint.frames for point in points
    ):
        return
    monkeypatch.setattr(SealedAnswers, "stage", lambda _, operation: SAFE)
    at_once = build_small(text_of(name)).game()
    monkeypatch.undo()
    for state, rng in questions(game, 3):
        seats, habits = awaited(game, state, None), rng.randrange(10**6)
        try:
            sealed, _ = answered(game, state, seats, habits)
            following, _ = answered(at_once, state, seats, habits)
        except LimitReached:
            continue
        assert sealed == following, f"ruleset {name}, habits {habits}"


def test_random_rules_have_answers_that_wait_and_answers_that_are_asked_at_the_opening() -> None:
    waits = late = 0
    for seed in range(30):
        made = build_small(random_ruleset(seed))
        assert made.compiled is not None
        answers = sealed_answers(made.compiled.lowered)
        waits += any(answers.stage(each) != SAFE for each in made.compiled.lowered.all_operations())
        late += bool(answers.asked_late())
    assert waits > 5
    assert late > 5
