"""A series of games comes to the same on both back ends: every result, every use of every option, the digest."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.core.model.seats import ruled_setting
from rulewright.core.pipeline import shipped_names
from rulewright.play.jobs.job import Executor
from rulewright.play.jobs.running import JobRun
from rulewright.play.series.simulate import GamesChunk, Series, SeriesJob, SeriesReport
from rulewright.play.series.simulate_native import threads, unplayable
from tests.properties.tables import ALL, tables_of
from tests.properties.test_native_search import native_game
from tests.reference.games import small_text, write_small
from tests.reference.random_rules import random_ruleset

GAMES, QUICK_GAMES = 50, 6
LOOKING, QUICK_LOOKING = 2, 2
QUICK_RULES, RULES = 12, 300
ENDING = ("leaving", "partners")
"""The small games that end otherwise than by their scoring alone."""
POLICIES = (("random",), ("first",), ("greedy",), ("random", "first"))


@cache
def game_of(ruleset: str, modules: tuple[str, ...] | None) -> Game:
    return rw.load_game(ruleset, modules=modules, backend="native")


def played(game: Game, series: Series, *, native: bool, jobs: int = 1, apart: bool = False) -> SeriesReport:
    run = JobRun(SeriesJob(series, (lambda: game,)))
    run.go_on(jobs=jobs, executor=threads(game, apart=apart) if native else None)
    return run.merged


def kept(game: Game, series: Series, executor: Executor | None) -> dict[int, GamesChunk]:
    """What a file would keep of each chunk."""
    found: dict[int, GamesChunk] = {}
    JobRun(SeriesJob(series, (lambda: game,))).go_on(
        executor=executor, keep=lambda number, chunk, _: found.update({number: chunk})
    )
    return found


def compare(game: Game, series: Series) -> None:
    assert not unplayable(game, series.policies)
    python, native = (played(game, series, native=each) for each in (False, True))
    assert native.results == python.results, series
    assert native.used == python.used, series
    assert native.digest == python.digest


@pytest.mark.sampled(2)
@pytest.mark.parametrize("policies", POLICIES, ids="-".join)
@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_series_comes_to_the_same(ruleset: str, policies: tuple[str, ...]) -> None:
    game = game_of(ruleset, None)
    games = QUICK_LOOKING if "greedy" in policies else QUICK_GAMES
    for seats in {game.blueprint.min_seats, game.blueprint.max_seats}:
        compare(game, Series(games, seats, 7, policies))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ENDING)
def test_a_series_of_games_that_end_for_some_comes_to_the_same(tmp_path: Path, name: str, seats: int) -> None:
    write_small(tmp_path / name, small_text(name))
    game = rw.load_game(str(tmp_path / name), backend="native")
    compare(game, Series(GAMES, seats, 7, ("random",)))
    compare(game, Series(QUICK_GAMES, seats, 7, ("greedy", "random")))


@pytest.mark.parametrize(
    "number", [pytest.param(each, marks=[pytest.mark.slow] if each > 4 else []) for each in range(25)]
)
def test_looking_at_what_is_hidden_comes_to_the_same(number: int) -> None:
    """Zones, counters and markers that a seat may see at one decision and not at the next."""
    game = native_game("hidden", str(number))
    compare(game, Series(6, game.blueprint.max_seats, 7, ("greedy",)))


def compare_random_rules(folder: Path, seed: int) -> None:
    """Only where games of them end for some seats otherwise than for others."""
    content = random_ruleset(seed)
    if "end game " in content:
        write_small(folder, content)
        compare(rw.load_game(str(folder), backend="native"), Series(QUICK_GAMES, 1 + seed % 4, seed, ("random",)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(QUICK_RULES))
def test_a_series_by_random_rules_that_end_for_some_comes_to_the_same(tmp_path: Path, seed: int) -> None:
    compare_random_rules(tmp_path / "rules", seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + RULES))
def test_a_series_by_many_random_rules_that_end_for_some_comes_to_the_same(tmp_path: Path, seed: int) -> None:
    compare_random_rules(tmp_path / "rules", seed)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "modules"), ALL)
def test_a_series_of_every_shipped_table_comes_to_the_same(ruleset: str, modules: tuple[str, ...]) -> None:
    game = rw.load_game(ruleset, modules=modules, backend="native")
    setting = ruled_setting(game.blueprint)
    for seats, ruled in tables_of(game):
        settings: dict[str, Any] = {setting.id: ruled} if setting is not None else {}
        compare(game, Series(GAMES, seats, 3, ("random",), settings))
        compare(game, Series(LOOKING, seats, 3, ("greedy", "random"), settings))


@pytest.mark.parametrize("apart", [False, True])
def test_threads_change_nothing(apart: bool) -> None:
    """Nor does it where the choices of each chunk are told apart, as a file of a share keeps them."""
    game = game_of("skymines", None)
    series = Series(110, 3, 5)
    one = played(game, series, native=True, apart=True)
    two = played(game, series, native=True, jobs=3, apart=apart)
    assert two.results == one.results
    assert two.used == one.used
    if apart:
        assert kept(game, series, threads(game, apart=True)) == kept(game, series, None)
