"""Random games of the shipped ruleset: every state is sound, every decision real, nothing told that is hidden."""

from __future__ import annotations

import random
from functools import cache

import pytest

import interpreter as rw
from interpreter.model.game import Game
from interpreter.model.layout import FRAME, OPTIONS, PARKED, SEALED, SEAT
from interpreter.observe.imagine import imagine
from interpreter.observe.view import view_of
from interpreter.run.integrity import faults
from interpreter.run.steps import choose, clone, start, step

MODULES = (("base", "moon"), ("base", "moon", "linked_slots"))
FEW, MANY = range(12), range(1_000)


@cache
def game_with(modules: tuple[str, ...]) -> Game:
    return rw.load_game("skymines", modules=modules)


def begun(seed: int) -> tuple[Game, list[object], random.Random]:
    """A game with everything about it picked by the seed: modules, seats, settings."""
    chance = random.Random(seed)
    game = game_with(chance.choice(MODULES))
    settings = {name: chance.choice(values) for name, (_, values, _) in game.blueprint.settings.items()}
    return game, start(game, seats=chance.randint(2, 4), seed=seed, settings=settings), chance


def play_soundly(seed: int) -> None:
    game, state, chance = begun(seed)
    decisions = 0
    while state[FRAME] is not None:
        assert faults(game, state) == [], f"seed {seed}, decision {decisions}"
        assert len(state[OPTIONS]) > 1, f"seed {seed}, decision {decisions}: a decision without a choice"
        assert len(set(state[OPTIONS])) == len(state[OPTIONS]), f"seed {seed}, decision {decisions}: an option twice"
        step(game, state, chance.choice(state[OPTIONS]))
        decisions += 1
    assert faults(game, state) == [], f"seed {seed}, at the end"


@pytest.mark.parametrize("seed", FEW)
def test_every_state_of_a_game_is_sound(seed: int) -> None:
    play_soundly(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", MANY[::100])
def test_every_state_of_many_games_is_sound(first: int) -> None:
    for seed in range(first, first + 100):
        play_soundly(seed)


@pytest.mark.parametrize("seed", FEW[:4])
def test_every_option_offered_is_accepted_and_leaves_the_clone_alone(seed: int) -> None:
    game, state, chance = begun(seed)
    while state[FRAME] is not None:
        before = clone(state)
        for code in state[OPTIONS]:
            after = clone(state)
            choose(game, after, code)
            assert after != state, f"seed {seed}: option {code} changed nothing"
        assert state == before, f"seed {seed}: a clone was shared"
        step(game, state, chance.choice(state[OPTIONS]))


@pytest.mark.parametrize("seed", FEW)
def test_a_code_that_is_not_offered_is_refused(seed: int) -> None:
    game, state, chance = begun(seed)
    for _ in range(60):
        wrong = max(state[OPTIONS]) + 1 + chance.randrange(1_000)
        with pytest.raises(rw.IllegalChoice):
            choose(game, state, wrong)
        step(game, state, chance.choice(state[OPTIONS]))


@pytest.mark.parametrize("seed", FEW)
def test_a_seat_sees_the_same_however_the_hidden_pieces_lie(seed: int) -> None:
    game, state, chance = begun(seed)
    for _ in range(chance.randrange(20, 150)):
        if state[FRAME] is None:
            return
        if state[PARKED] == ():
            seat = state[SEAT]
            assert view_of(game, state, seat) == view_of(game, imagine(game, state, seat, chance), seat), f"seed {seed}"
        step(game, state, chance.choice(state[OPTIONS]))


@pytest.mark.parametrize("seed", FEW)
def test_the_order_in_which_sealed_answers_arrive_changes_nothing(seed: int) -> None:
    game, first, chance = begun(seed)
    while first[FRAME] is not None and first[PARKED] == ():
        step(game, first, chance.choice(first[OPTIONS]))
    other = clone(first)
    answers: dict[int, list[int]] = {}
    waiting = len(first[PARKED]) + 1
    while first[FRAME] is not None and len(first[PARKED]) + 1 <= waiting and first[PARKED] != ():
        answers.setdefault(first[SEAT], []).append(chance.choice(first[OPTIONS]))
        step(game, first, answers[first[SEAT]][-1])
    last = first[SEAT]
    while len(answers.get(last, ())) < 40 and first[SEALED] is not None:
        answers.setdefault(last, []).append(chance.choice(first[OPTIONS]))
        step(game, first, answers[last][-1])
    for seat in sorted(answers, reverse=True):
        for code in answers[seat]:
            choose(game, other, code, seat=seat)
    assert other == first, f"seed {seed}"
