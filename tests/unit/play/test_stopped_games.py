"""Games that meet a limit are named and left out of a series; all others are counted, on both back ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.cli.results.rendering import never
from rulewright.native.loading import load_game
from rulewright.play.jobs.codec import to_plain
from rulewright.play.jobs.running import JobRun
from rulewright.play.series.simulate import Series, SeriesJob, SeriesReport, play_chunk
from rulewright.play.series.simulate_native import threads
from tests.unit.core.compile.small_games import built

SOMETIMES = """\
markers:
  - {id: lead, on: seat}
scoring:
  - {id: led, title: {en: Led}, amount: lead.coin}
"""
DOES = "choose:\n  take: set lead to me\n  leave: nothing"
SERIES = Series(60, 1, seed=3)


def series(folder: Path, *, native: bool) -> SeriesReport:
    game = load_game(folder / "harbour")
    run = JobRun(SeriesJob(SERIES, (lambda: game,)))
    run.go_on(executor=threads(game) if native else None)
    return run.merged


def test_games_that_meet_a_limit_are_named_and_the_others_counted(tmp_path: Path) -> None:
    built(tmp_path, DOES, SOMETIMES)
    python, native = (series(tmp_path, native=native) for native in (False, True))
    assert (python.results, python.stopped, python.used) == (native.results, native.stopped, native.used)
    assert 0 < len(python.stopped) < 60
    numbers = {each.number for each in python.results} | {each.number for each in python.stopped}
    assert len(python.results) + len(python.stopped) == 60
    assert numbers == set(range(60))
    assert [each for each in python.stopped if "'coin' is read from none" not in each.limit] == []
    assert sum(python.used.values()) == len(python.results)


def test_a_file_keeps_the_games_that_met_a_limit(tmp_path: Path) -> None:
    built(tmp_path, DOES, SOMETIMES)
    chunk = play_chunk(SERIES, load_game(tmp_path / "harbour"), range(9))
    assert SeriesJob(SERIES, (never,)).read(to_plain(chunk), range(9)) == chunk


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_names_them_and_ends_with_3(tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    built(tmp_path, DOES, SOMETIMES)
    assert run(["simulate", str(tmp_path / "harbour"), "--seats", "1", "--games", "30", "--format", form]) == 3
    told = capsys.readouterr()
    assert "of 30 games, which are not counted:\n  game " in told.err
    assert '"stopped": [\n' in told.out or "digest " in told.out


def test_a_limit_in_the_final_scores_of_a_played_game_ends_with_3_and_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(tmp_path, "set tide to 1", SOMETIMES)
    saved = tmp_path / "saved.yaml"
    arguments = ["play", str(tmp_path / "harbour"), "--seats", "first", "--seed", "7", "--save", str(saved)]
    assert run(arguments) == 3
    assert "A limit was reached in 'harbour' (seed 7): 'coin' is read from none" in capsys.readouterr().err
    assert saved.exists()


def test_who_stops_a_series_with_such_games_is_told_of_them_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(_: object, games: int) -> None:
        if games:
            raise KeyboardInterrupt

    built(tmp_path, DOES, SOMETIMES)
    monkeypatch.setattr("rulewright.cli.progress.Progress.advance", stop)
    assert run(["simulate", str(tmp_path / "harbour"), "--seats", "1", "--games", "60"]) == 130
    told = capsys.readouterr().err
    assert "of 25 games, which are not counted:\n  game " in told
    assert "Use --out FILE to make a run resumable." in told
