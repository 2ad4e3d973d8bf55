"""The native back end and the Python one play the same games: at every decision the same options and the same state.

In small games and by random rules the reference evaluator takes part.
"""

from __future__ import annotations

import pytest

from rulewright.core.pipeline import Choice
from tests.properties.random_lockstep import CONSTRUCTS, constructs_of
from tests.properties.tables import ALL, WHOLE
from tests.reference.games import SMALL, small_text
from tests.reference.lockstep import parting, shipped_pair, small_pair
from tests.reference.parting_scenario import as_scenario
from tests.reference.random_rules import random_ruleset

SAMPLE = (("tutorial", None), ("skymines", None), ("skymines", WHOLE), ("ceres", None))
FEW, MANY = 3, 60
FEW_SMALL, MANY_SMALL = 4, 200
FEW_OF_MANY_ORDERS = 20
"""The games in which the reference tries every order of several parts: seconds for each."""
FEW_RANDOM, MANY_RANDOM = 8, 500
ENOUGH = 25


def play_shipped(name: str, modules: tuple[str, ...] | None, seed: int) -> None:
    """Fails with where the two ways part, and with that as a scenario."""
    pair, codes = shipped_pair(name, modules), list[int]()
    fault = parting(pair, seed, codes=codes)
    if fault:
        pytest.fail(f"{name}, {modules}: {fault}\n{as_scenario(pair, Choice(name, modules), seed, codes)}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "modules"), SAMPLE)
def test_a_shipped_ruleset_is_played_natively_as_in_python(name: str, modules: tuple[str, ...] | None) -> None:
    for seed in range(FEW):
        play_shipped(name, modules, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "modules"), ALL)
def test_every_shipped_ruleset_and_module_is_played_natively_as_in_python(name: str, modules: tuple[str, ...]) -> None:
    for seed in range(1_000, 1_000 + MANY):
        play_shipped(name, modules, seed)
    shipped_pair.cache_clear()


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_played_natively_as_in_python(name: str) -> None:
    pair = small_pair(small_text(name))
    for seed in range(FEW_SMALL):
        assert not parting(pair, seed, walks=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_many_small_games_are_played_natively_as_in_python(name: str) -> None:
    pair = small_pair(small_text(name))
    for seed in range(1_000, 1_000 + (FEW_OF_MANY_ORDERS if name == "any_order" else MANY_SMALL)):
        assert not parting(pair, seed, walks=True)


def play_random_rules(seed: int) -> None:
    pair = small_pair(random_ruleset(seed))
    for game in range(3):
        assert not parting(pair, game, most=200, walks=True), f"random ruleset {seed}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(FEW_RANDOM))
def test_random_rules_are_played_natively_as_in_python(seed: int) -> None:
    play_random_rules(seed)


def test_random_rules_leave_nothing_out() -> None:
    used = set().union(*(constructs_of(random_ruleset(seed)) for seed in range(ENOUGH)))
    assert set(CONSTRUCTS) - used == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + MANY_RANDOM))
def test_many_random_rules_are_played_natively_as_in_python(seed: int) -> None:
    play_random_rules(seed)


def test_where_games_part_is_told_as_a_scenario() -> None:
    pair, codes = shipped_pair("tutorial", None), list[int]()
    assert not parting(pair, 5, 4, codes=codes)
    assert len(codes) == 4
    told = as_scenario(pair, Choice("tutorial"), 5, codes, seconds=2)
    assert told.startswith("kind: scenarios\nruleset: tutorial\n")
