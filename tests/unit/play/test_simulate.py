"""Series of games: the same report however they are dealt out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.lab.comparing.measures import titles
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import played
from rulewright.play.series.simulate import Series, SeriesJob, SeriesReport, play_one, seed_of, usage_of
from rulewright.play.session import endless
from tests.unit.core.compile.small_games import game_of

PEBBLES = Path(__file__).parents[1] / "cli" / "pebbles"
LOAD = partial(load_game, PEBBLES)


def simulated(series: Series, *, jobs: int = 1, progress: Callable[[int], None] | None = None) -> SeriesReport:
    return played(SeriesJob(series, (LOAD,)), jobs=jobs, progress=progress).merged


def test_a_games_seed_depends_on_series_and_number_alone() -> None:
    assert seed_of(1, 2) == seed_of(1, 2)
    assert len({seed_of(series, number) for series in range(5) for number in range(20)}) == 100


@pytest.mark.slow  # by default those of the command line say so
def test_two_processes_report_what_one_does() -> None:
    series = Series(games=60, seats=2, seed=4, policies=("greedy", "random"))
    one, two = (simulated(series, jobs=jobs) for jobs in (1, 2))
    assert (one.digest, one.results, one.used) == (two.digest, two.results, two.used)


def test_more_games_begin_with_the_same_ones() -> None:
    few, more = (simulated(Series(games=games, seats=3)) for games in (5, 30))
    assert more.results[:5] == few.results


def test_another_seed_gives_other_games() -> None:
    assert simulated(Series(5, 2, seed=1)).digest != simulated(Series(5, 2, seed=2)).digest


def test_settings_reach_the_games() -> None:
    small, large = (simulated(Series(10, 2, settings={"heap_size": size})) for size in ("small", "large"))
    assert large.decisions > small.decisions


def test_progress_counts_every_game() -> None:
    told: list[int] = []
    simulated(Series(60, 2), progress=told.append)
    assert sum(told) == 60


def test_wins_add_up_to_one() -> None:
    report = simulated(Series(20, 3))
    assert sum(report.shares_of_wins()) == pytest.approx(1)


def test_usage_counts_every_choice_and_lists_what_was_never_chosen() -> None:
    report = simulated(Series(10, 2, policies=("first",)))
    actions, things = usage_of(LOAD().blueprint, report.used)
    counts = {each.name: each.count for each in actions}
    assert counts["take_one"] == report.decisions
    assert counts["show"] == 0
    assert {each.name: each.count for each in things} == {"flint": 0, "chalk": 0}


def test_a_game_of_too_many_decisions_is_stopped_and_named_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MAX_DECISIONS", 2)
    (stopped,) = simulated(Series(1, 2)).stopped
    assert (stopped.number, stopped.seed) == (0, seed_of(0, 0))
    assert stopped.limit == "more than 2 decisions in one game"


def test_scores_are_the_categories_in_their_order() -> None:
    game: Game = LOAD()
    result = play_one(game, Series(1, 2), 0, {})
    assert [row for row in result.scores if len(row) != len(game.blueprint.scoring)] == []
    assert SeriesReport(Series(1, 2)).decisions == 0


def test_what_chance_picks_is_nobodys_option(tmp_path: Path) -> None:
    game = game_of(tmp_path, "roll card from deck\nmove card to hand\npick other from deck\nmove other to hand")
    more = usage_of(game.blueprint, Counter())[0]
    assert [each.name for each in more if each.group == "begin"] == ["other"]


def test_what_is_done_where_nothing_is_open_is_nobodys_option(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  dear: require coin > 20; gain 1 tide\n  otherwise: gain 2 tide")
    actions, _ = usage_of(game.blueprint, Counter())
    assert [each.name for each in actions] == ["dear"]
    assert [name for name in titles(game, 1) if name.startswith("use.")] == ["use.begin.dear"]
