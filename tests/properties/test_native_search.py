"""A search thinks natively as it does in Python: how often it takes each offer, and its worth to the last bit."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.ahead import HIDDEN
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS, SEALED, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import is_over, start, step
from rulewright.native.inside.searcher import ModuleSearcher
from rulewright.native.on_demand import Native
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.offers import offers
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.learned_tree import LearnedTree
from rulewright.play.policies.native_searcher import NativeSearcher, native_searcher
from rulewright.play.policies.playout import play_out
from rulewright.play.policies.tree import Question, Searcher, Tree
from tests.properties.tables import settings_of
from tests.properties.test_hidden import hidden_text, random_text
from tests.properties.weighing import weighs_all
from tests.reference.games import build_small, small_text

SHIPPED = (
    ("skymines", (), 4, 0),
    ("skymines", ("belt", "missions", "threats", "luna"), 3, 1),
    ("ceres", (), 3, 0),
    ("tutorial", (), 2, 0),
)
SMALL = ("statements", "together", "ghosts", "free", "possible", "leaving", "partners")
_WIDE = """\
kind: content
counters:
  - {id: points, per: [seat], min: 0, max: 99999}
scoring:
  - {id: total_points, title: {en: Points}, amount: points}
procedures:
  - id: play
    does: |
      repeat 3:
        for each s in seat:
          ask s:
            pick n from 1..700
            gain (n - n / 7 * 7) points
"""

_TOGETHER = """\
kind: content
counters:
  - {id: heat, min: 0, max: 99}
  - {id: saved, min: 0, max: 9}
  - {id: own, per: [seat], min: 0, max: 99}
scoring:
  - {id: together, title: {en: Saved}, amount: saved + own}
procedures:
  - id: play
    does: |
      ask in turn until heat > 9:
        choose:
          cool: lose 2 heat
          save: gain 1 saved
          betray: gain 1 own; gain 2 heat
        roll fire from 1..3
        gain fire heat
        if saved = 9: end game won by seat
        if own > 4: end game won by me
      end game lost by seat
"""


@cache
def native_game(sort: str, name: str) -> Game:
    """A game written for tests, loaded with the native back end. Raises NotNative."""
    texts: dict[str, Callable[[str], str]] = {
        "small": small_text, "hidden": hidden_text, "random": random_text, "text": lambda text: text,
    }  # fmt: skip
    built = build_small(texts[sort](name))
    compiled = built.compiled
    assert compiled is not None
    game = replace(built.game(), native=Native(None, lambda: (compiled.lowered, compiled.blueprint)))
    if game.native.refusal():
        raise NotNative(game.native.refusal())
    return game


def searchers(
    game: Game, seat: int, *, is_flat: bool, learned: LearnedPlayer | None = None
) -> tuple[Searcher, Searcher]:
    native = native_searcher(game, seat, lambda: Tree(game, seat), is_flat=is_flat, learned=learned)
    assert isinstance(native, NativeSearcher)
    in_python = LearnedTree(game, seat, learned) if learned is not None else Tree(game, seat, is_flat=is_flat)
    return in_python, native


def thinks_alike(
    game: Game, seats: int, seed: int, budget: int, decisions: int, *, ruled: int = 0, is_flat: bool = False,
    is_learned: bool = False,
) -> int:  # fmt: skip
    """Play a game in which both think for all seats in turn, the tree kept now and then; how often they did."""
    build, chance, compared = traced_build(game), Draws(seed), 0
    how: dict[str, Any] = {"leaf": seed % 3, "choices": seed % 2 == 0, "apart": seed % 4 < 2,
                           "epsilon": (None, 40, 100)[seed // 3 % 3]}  # fmt: skip
    learned = weighs_all(game, seats, 40, **how) if is_learned else None
    try:
        settings = settings_of(game, ruled, seed, random.Random(seed))
        state = start(game, seats=seats, seed=seed, settings=settings, build=build)
        both = [searchers(game, seat, is_flat=is_flat, learned=learned) for seat in range(seats)]
        known = [Knowledge(game, seat, seats=seats) for seat in range(seats)]
        while not is_over(state) and compared < decisions:
            for each in known:
                each.observe(build.events or ())
            (build.events or []).clear()
            seat, code = state[SEAT], state[OPTIONS][chance.below(len(state[OPTIONS]))]
            offered = offers(game, state, seat)
            if len(offered) > 1 and chance.below(3):
                keys = [each.codes[0] if not each.is_hidden else HIDDEN - at for at, each in enumerate(offered)]
                question = Question(keys, [[state[OPTIONS].index(code) for code in each.codes] for each in offered])
                deals, number = Deals(state, known[seat]), chance.bits()
                python, native = (searcher.search(deals, question, Budget(budget), number) for searcher in both[seat])
                assert native == python, f"seed {seed}, decision {compared + 1}"
                compared += 1
                at = max(range(len(keys)), key=lambda at: python[0][at])
                code = offered[at].codes[0]
                is_forgotten = state[SEALED] is not None or chance.below(4) == 0
                for searcher in both[seat]:
                    searcher.follow(at)
                    if is_forgotten:
                        searcher.forget()
            step(game, state, code, build=build)
    except LimitReached:  # random rules may lead outside
        pass
    return compared


@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_flat", [False, True], ids=["search", "flat"])
@pytest.mark.parametrize(("name", "modules", "seats", "ruled"), SHIPPED)
def test_it_thinks_alike_in_what_is_shipped(
    name: str, modules: tuple[str, ...], seats: int, ruled: int, is_flat: bool
) -> None:
    game = rw.load_game(name, modules=("base", *modules) if modules else None)
    assert thinks_alike(game, seats, 3, 5, 6, ruled=ruled, is_flat=is_flat)
    assert is_flat or thinks_alike(game, seats, 4, 10, 3, ruled=ruled, is_learned=True)


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("three_in_a_row", 300),
        ("draughts", 20),
        pytest.param("four_in_a_row", 300, marks=pytest.mark.slow),
        pytest.param("reversi", 100, marks=pytest.mark.slow),
    ],
)
def test_it_proves_alike_where_nothing_is_hidden(name: str, budget: int) -> None:
    assert thinks_alike(rw.load_game(name), 2, 3, budget, 40, is_learned=True)


@pytest.mark.parametrize("is_flat", [False, True], ids=["search", "flat"])
def test_it_thinks_alike_where_all_may_win_or_lose_together(is_flat: bool) -> None:
    game = native_game("text", _TOGETHER)
    assert sum(thinks_alike(game, 3, seed, 60, 30, is_flat=is_flat) for seed in range(5)) > 15
    assert is_flat or sum(thinks_alike(game, 2, seed, 60, 30, is_learned=True) for seed in range(5)) > 15


@pytest.mark.slow
@pytest.mark.parametrize(("name", "modules", "seats", "ruled"), SHIPPED)
def test_it_thinks_alike_through_whole_games(name: str, modules: tuple[str, ...], seats: int, ruled: int) -> None:
    game = rw.load_game(name, modules=("base", *modules) if modules else None)
    assert thinks_alike(game, seats, 1, 24, 10_000, ruled=ruled)
    assert thinks_alike(game, seats, 2, 12, 10_000, ruled=ruled, is_flat=True)
    assert thinks_alike(game, seats, 3, 24, 10_000, ruled=ruled, is_learned=True)


def others(sort: str, names: range, quick: int) -> list[Any]:
    return [pytest.param(sort, str(each), marks=[pytest.mark.slow] if each >= quick else []) for each in names]


STRANGE = [("small", each) for each in SMALL] + others("hidden", range(25), 2) + others("random", range(60), 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("sort", "name"), STRANGE)
def test_it_thinks_alike_in_what_is_strange(sort: str, name: str) -> None:
    """Cards nobody sees, answers under seal, free actions, limits that a choice runs into."""
    try:
        game = native_game(sort, name)
    except NotNative as refusal:
        pytest.skip(str(refusal))
    seats = game.blueprint.max_seats
    thinks_alike(game, seats, 0, 25, 6)
    thinks_alike(game, seats, 0, 15, 3, is_flat=True)
    thinks_alike(game, seats, 2, 15, 3, is_learned=True)


def test_what_is_learned_is_not_asked_under_seal() -> None:
    game = native_game("small", "together")
    assert thinks_alike(game, game.blueprint.max_seats, 3, 12, 4, is_learned=True)


def test_choices_of_hidden_pieces_are_expected_alike() -> None:
    game = native_game("hidden", "1")
    assert thinks_alike(game, game.blueprint.max_seats, 2, 15, 6, is_learned=True)


@pytest.mark.slow
def test_there_is_room_for_all_that_is_found() -> None:
    game = native_game("text", _WIDE)
    assert thinks_alike(game, 2, 1, 1_500, 1)


def test_a_whole_game_comes_to_the_same() -> None:
    game = rw.load_game("tutorial")
    python, native = (
        play_out(each, seats=2, seed=4, policies=("search:30", "flat:20")).state
        for each in (replace(game, native=None), game)
    )
    assert native == python


def test_a_time_is_kept_and_the_simulations_are_counted() -> None:
    game = rw.load_game("skymines")
    state = start(game, seats=4, seed=1)
    deals = Deals(state, Knowledge.of_table(game, state, state[SEAT]))
    keys = list(state[OPTIONS])
    in_module = ModuleSearcher(game, state[SEAT], is_flat=False)
    places = [[place] for place in range(len(keys))]
    tallies, done = in_module.search(deals, keys, places, simulations=1_000_000, seconds=0.05, seed=1)
    assert sum(taken for taken, _ in tallies) == done
    assert 1 <= done < 10_000
    assert in_module.search(deals, keys, places, simulations=7, seconds=inf, seed=1)[1] == 7
