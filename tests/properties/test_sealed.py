"""Policies never learn what another seat has answered under seal, nor where hidden pieces lie."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, PARKED, SEALED, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice, choose, clone, is_over, step, turn_to
from rulewright.observe.sight.determinize import determinize
from rulewright.observe.sight.hiding import as_sealed, relabelled
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.view import view_of
from rulewright.play.policies.naming import policy_named
from rulewright.play.policies.policies import POLICIES
from rulewright.play.policies.search import Search
from tests.properties.test_hidden import asked_anew, exchanged, game_of
from tests.properties.test_invariants import Habit, begun
from tests.reference.integrity import faults

TOGETHER = (
    ("shipped", "skymines"),
    ("small", "together"),
    ("small", "statements"),
    *(("random", str(number)) for number in range(6)),
)
policies = pytest.mark.parametrize("policy", [*POLICIES, "flat:2", "search:2"])


def sealed_decisions(game: Game, seed: int, most: int) -> Iterator[tuple[State, random.Random]]:
    """Decisions of random games that several seats are asked at once."""
    for number in range(6):
        try:
            state, rng = begun(game, seed * 10 + number)
        except LimitReached:
            continue
        for _ in range(60):
            if is_over(state) or most <= 0:
                break
            if state[SEALED] is not None and state[PARKED]:
                most -= 1
                yield state, rng
            try:
                step(game, state, rng.choice(state[OPTIONS]))
            except LimitReached:  # random rules may lead outside
                break


def answered_by_others(game: Game, state: State, habits: int) -> State | None:
    """The decision of the same seat once all others that are asked as well have answered, each by a habit."""
    after, seat, habit = clone(state), state[SEAT], Habit(habits)
    for _ in range(40):
        others = [each[0] for each in after[PARKED] if each[0] != seat]
        if after[SEAT] == seat:
            if not others:
                return after
            try:
                turn_to(game, after, others[0])
            except IllegalChoice:
                return None
        try:
            choose(game, after, habit.answer(after), seat=after[SEAT])
        except LimitReached:
            return None
        if is_over(after) or after[SEALED] is None:
            return None
    return None


def offered(game: Game, state: State) -> list[tuple[str, int]]:
    return [(each.key, len(each.codes)) for each in offers(game, state, state[SEAT])]


def choice(game: Game, state: State, policy: str) -> str:
    """The offer a policy chooses, as its seat knows it."""
    decider = policy_named(policy, game, state[SEAT], state[N_SEATS])
    choose_code = decider.choose if isinstance(decider, Search) else decider
    code = choose_code(game, clone(state), Draws(5))
    return next(each.key for each in offers(game, state, state[SEAT]) if code in each.codes)


@pytest.mark.sampled(4)
@policies
@pytest.mark.parametrize("which", TOGETHER, ids=lambda which: " ".join(which))
def test_no_choice_depends_on_what_others_have_answered_under_seal(which: tuple[str, str], policy: str) -> None:
    game, compared = game_of(*which), 0
    for state, _ in sealed_decisions(game, 1, 12):
        seat = state[SEAT]
        found = [answered_by_others(game, state, habits) for habits in (1, 2, 3)]
        answered = [each for each in found if each is not None and each[FRAME] is not None and each[SEAT] == seat]
        told: dict[str, set[str]] = {}
        for each in answered:
            told.setdefault(repr(view_of(game, each, seat)), set()).add(choice(game, each, policy))
            compared += 1
        for choices in told.values():
            assert len(choices) == 1
    assert compared or which[0] == "random"


@pytest.mark.parametrize("which", TOGETHER, ids=lambda which: " ".join(which))
def test_what_a_seat_imagines_is_sound_and_looks_as_its_table_does(which: tuple[str, str]) -> None:
    game = game_of(*which)
    for state, rng in sealed_decisions(game, 2, 10):
        for answered in (state, answered_by_others(game, state, 4)):
            if answered is None:
                continue
            seat = answered[SEAT]
            determinized = determinize(game, answered, seat, Draws(rng.getrandbits(64)))
            assert faults(game, determinized) == []
            assert faults(game, as_sealed(game, answered, seat)) == []
            assert view_of(game, determinized, seat) == view_of(game, answered, seat)
            assert len(determinized[OPTIONS]) == len(answered[OPTIONS])


def test_others_who_have_begun_to_answer_begin_anew_in_what_a_seat_imagines() -> None:
    game, seen = game_of("shipped", "skymines"), 0
    for state, rng in sealed_decisions(game, 3, 40):
        begun_entries = [each for each in state[PARKED] if each[2] >= 0]
        seen += len(begun_entries)
        determinized = determinize(game, state, state[SEAT], Draws(rng.getrandbits(64)))
        assert [(site, join) for _, _, site, join in determinized[PARKED] if site >= 0 or join] == []
        assert [each[0] for each in determinized[PARKED]] == [each[0] for each in state[PARKED]]
        if state[PARKED]:
            try:
                turn_to(game, state, state[PARKED][0][0])
            except IllegalChoice:
                continue
    assert seen


@pytest.mark.sampled(3)
@policies
@pytest.mark.parametrize("which", [("shipped", "ceres"), ("shipped", "skymines"), ("hidden", "4"), ("hidden", "13")])
def test_no_choice_depends_on_where_hidden_pieces_lie(which: tuple[str, str], policy: str) -> None:
    game, compared = game_of(*which), 0
    for number in range(1 if which[0] == "shipped" else 3):
        state, rng = begun(game, 40 + number)
        for _ in range(16):
            if is_over(state):
                break
            other = relabelled(game, state, exchanged(game, state, state[SEAT], rng))
            if asked_anew(game, other) and offered(game, other) == offered(game, state):
                assert choice(game, other, policy) == choice(game, state, policy)
                compared += 1
            step(game, state, rng.choice(state[OPTIONS]))
    assert compared
