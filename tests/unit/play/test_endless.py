"""Games without end are stopped long before they have a hundred thousand decisions, alike on both back ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.run.atoms import LimitReached
from rulewright.native.loading import load_game
from rulewright.play.jobs.running import JobRun
from rulewright.play.policies.playout import play_out
from rulewright.play.series.simulate import Series, SeriesJob, Stopped
from rulewright.play.series.simulate_native import threads
from rulewright.play.session import endless
from tests.unit.core.compile.small_games import built, game_of

ROUND_AND_ROUND = "repeat while coin > 0:\n  choose:\n    rise: set tide to 5\n    fall: set tide to 1"
CHANCE_GOES_ON = "repeat while coin > 0:\n  roll boat_ from 1..2\n  choose:\n    rise: nothing\n    fall: nothing"
LEADS_OUT = "repeat while tide < 19:\n  choose:\n    rise: gain 1 tide\n    again: set tide to 1"


@pytest.fixture(autouse=True)
def _sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "MAX_DECISIONS", 4_000)
    monkeypatch.setattr(endless, "LONG", 200)
    monkeypatch.setattr(endless, "SAME", 100)


def stopped_at(folder: Path, does: str, policy: str = "random") -> str:
    with pytest.raises(LimitReached) as limit:
        play_out(game_of(folder, does), seats=1, seed=1, policies=(policy,))
    return str(limit.value)


@pytest.mark.parametrize("policy", ["random", "first", "greedy"])
def test_a_game_in_which_the_same_comes_again_and_again_is_stopped(tmp_path: Path, policy: str) -> None:
    assert stopped_at(tmp_path, ROUND_AND_ROUND, policy).startswith("the same situation for the 100th time after ")


def test_where_chance_goes_on_it_is_not_the_same_situation(tmp_path: Path) -> None:
    assert stopped_at(tmp_path, CHANCE_GOES_ON) == "more than 4000 decisions in one game"


def test_a_game_that_ends_is_not_stopped_before_it_is_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "SAME", 1)
    game = game_of(tmp_path, "repeat 150:\n  choose:\n    rise: set tide to 5\n    fall: set tide to 5")
    assert play_out(game, seats=1, seed=1).decisions == 150


def test_both_back_ends_stop_the_same_games_and_count_the_others_alike(tmp_path: Path) -> None:
    does = f"choose:\n  out: nothing\n  round:\n    {ROUND_AND_ROUND.replace(chr(10), chr(10) + '    ')}"
    built(tmp_path, does)
    game, series = load_game(tmp_path / "harbour"), Series(40, 1, seed=2)
    found = []
    for executor in (None, threads(game)):
        job = JobRun(SeriesJob(series, (lambda: game,)))
        job.go_on(executor=executor)
        found.append((job.merged.results, job.merged.stopped, job.merged.used))
    assert found[0] == found[1]
    assert len(found[0][0]) > 5
    assert isinstance(found[0][1][0], Stopped)


def test_bots_at_the_screen_stop_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(tmp_path, ROUND_AND_ROUND)
    assert run(["play", str(tmp_path / "harbour"), "--seats", "first", "--seed", "3"]) == 3
    assert "in 'harbour' (seed 3): the same situation for the 100th time" in capsys.readouterr().err
