"""`replay --to-scenario` and `s` in play as their callers see them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A finished game of the tutorial."""
    file = tmp_path / "game.json"
    done = rulewright("play", "tutorial", "--seats", "random,random", "--seed", "1", "--save", file)
    assert done.returncode == 0
    return file


def test_a_scenario_is_written_that_passes_at_once(replay: Path, tmp_path: Path) -> None:
    out = tmp_path / "told.yaml"
    done = rulewright("replay", replay, "--to-scenario", out, "--at", "3")
    assert (done.returncode, done.stdout) == (0, "")
    assert f"run it: rulewright test {out}" in done.stderr
    assert "1 scenario: 1 passed, 0 failed" in rulewright("test", out).stdout
    assert rulewright("check", out).returncode == 0
    assert rulewright("fmt", "--check", out).returncode == 0


def test_without_a_file_it_goes_to_standard_output(replay: Path) -> None:
    done = rulewright("replay", replay, "--to-scenario")
    assert done.stdout.startswith("kind: scenarios\nruleset: tutorial\n")
    found = data(rulewright("replay", replay, "--to-scenario", "--format", "json"))
    assert found["scenario"] == done.stdout


def test_wrong_choices_are_told(replay: Path) -> None:
    both = rulewright("replay", replay, "--to-scenario", "-", "--at", "3", "--from", "2")
    assert both.returncode == 2
    far = rulewright("replay", replay, "--to-scenario", "-", "--at", "900")
    assert far.returncode == 2
    assert "--at 900: the game has the choices 1 to " in far.stderr
    back = rulewright("replay", replay, "--to-scenario", "-", "--from", "3", "--to", "2")
    assert back.returncode == 2
    assert "--to 2: this is before --from 3" in back.stderr


def test_what_is_there_is_never_overwritten(replay: Path, tmp_path: Path) -> None:
    before = replay.read_bytes()
    for out, told in (
        (replay, "already exists"),
        (tmp_path, "is a folder"),
        (tmp_path / "nowhere" / "a.yaml", "no folder"),
    ):
        done = rulewright("replay", replay, "--to-scenario", out)
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert "looking" not in done.stderr
    assert replay.read_bytes() == before


def test_s_in_play_writes_the_last_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = rulewright("play", PEBBLES, "--seats", "human,first", "--seed", "1", typed="s\ntake_three\ns\nq\n")
    assert "A scenario needs a choice, and nothing has been chosen yet." in done.stdout
    assert "A scenario of choice 1 is written to pebbles.scenario-1.yaml." in done.stdout
    told = (tmp_path / "pebbles.scenario-1.yaml").read_text("utf-8")
    assert "{seat: 1, choose: take_three}" in told
    assert "- heap = 6" in told


def test_s_in_play_writes_over_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "pebbles.scenario-1.yaml"
    mine.write_text("mine\n", "utf-8")
    done = rulewright("play", PEBBLES, "--seats", "human,first", "--seed", "1", typed="take_three\ns\nq\n")
    assert "A scenario of choice 1 is written to pebbles-2.scenario-1.yaml." in done.stdout
    assert mine.read_text("utf-8") == "mine\n"


def test_s_tells_nothing_where_several_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = rulewright("play", PEBBLES, "--seats", "human,human", "--seed", "1", typed="\ntake_three\n\ns\nq\n")
    assert "A scenario would reveal hidden information." in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_k_saves_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = rulewright("play", PEBBLES, "--seats", "human,first", "--seed", "1", typed="k\nq\n")
    assert "Saved as pebbles.save.json" in done.stdout
    assert (tmp_path / "pebbles.save.json").is_file()
