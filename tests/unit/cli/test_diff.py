"""`rulewright diff` as its callers see it: what may be named, exit codes, and what stands on which stream."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Pebbles with a larger heap."""
    folder = tmp_path / "pebbles"
    shutil.copytree(PEBBLES, folder)
    game = folder / "base" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("start: 9", "start: 12"), "utf-8")
    return folder


def test_two_folders_are_compared(copy: Path) -> None:
    done = rulewright("diff", PEBBLES, copy)
    assert done.returncode == 0
    assert "Heap (heap): start: 9 -> 12" in done.stdout
    assert done.stderr == ""


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("kind: [variant\n", "utf-8")
    done = rulewright("diff", broken)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a list in [ ] is not closed; see: rulewright check" in done.stderr


def test_the_exit_code_tells_of_a_difference_where_asked(copy: Path) -> None:
    assert rulewright("diff", PEBBLES, copy, "--exit-code").returncode == 1
    assert rulewright("diff", PEBBLES, PEBBLES, "--exit-code").returncode == 0


def test_a_variant_alone_is_compared_with_what_it_extends() -> None:
    done = rulewright("diff", "sleepy_cat")
    assert done.stdout.startswith("- tutorial (base)\n+ sleepy_cat, a variant of tutorial (base)\n")
    assert "Cat (cat): copies: 6 -> 4" in done.stdout


def test_modules_are_picked_for_one_side_or_for_both() -> None:
    one = data(rulewright("diff", PEBBLES, f"{PEBBLES}:base,lanterns", "--format", "json"))
    assert one["switched_on"] == ["lanterns"]
    assert [(each["id"], each["status"]) for each in one["entries"]] == [("lit", "added")]
    both = data(rulewright("diff", PEBBLES, PEBBLES, "--modules", "lanterns", "--format", "json"))
    assert both["before"]["modules"] == both["after"]["modules"] == ["base", "lanterns"]
    assert not both["differs"]


def test_json_names_both_values_with_their_places(copy: Path) -> None:
    (entry,) = data(rulewright("diff", PEBBLES, copy, "--format", "json"))["entries"]
    assert (entry["section"], entry["id"], entry["title"]) == ("counters", "heap", "Heap (heap)")
    (change,) = entry["changes"]
    assert change["path"] == ["start"]
    assert (change["before"]["text"], change["after"]["text"]) == ("9", "12")
    assert change["after"]["place"] == f"{copy}/base/game.yaml:12"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["skymine", "skymines"], "did you mean 'skymines'?"),
        (["skymines", "nearest_lop"], "did you mean 'nearest_loop'?"),
        (["skymines"], "name the other side, to compare 'skymines' with"),
        ([], "Missing argument 'A'"),
    ],
)
def test_what_is_no_side_is_wrong_usage(arguments: list[str], said: str) -> None:
    done = rulewright("diff", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_side_with_mistakes_is_refused_with_their_places(copy: Path) -> None:
    game = copy / "base" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("min: 0", "min: zero", 1), "utf-8")
    done = rulewright("diff", PEBBLES, copy)
    assert done.returncode == 1
    assert "base/game.yaml:11:42" in done.stderr


def test_the_impact_names_scenarios_that_fail_and_games_that_part(copy: Path) -> None:
    done = rulewright("diff", PEBBLES, copy, "--impact", "--games", "2")
    assert done.returncode == 0
    assert "1 of 1 fails now" in done.stdout
    assert "expected heap = 6; found 9 and 6" in done.stdout
    first = "game 1 (2 seats, seed 0) diverges before the first decision: Heap is 12, not 9"
    assert f"2 of 2 diverge\n  {first}" in done.stdout
    found = data(rulewright("diff", PEBBLES, copy, "--impact", "--games", "1", "--format", "json"))["impact"]
    assert [each["sentence"] for each in found["scenarios"]["failing"]] == ["three pebbles are taken from the heap"]
    assert found["games"][0]["how"] == "Heap is 12, not 9"
    assert found["replays"] == {"games": [], "apart": 0, "unfit": 0}


def test_the_impact_tells_where_recorded_games_part(copy: Path, tmp_path: Path) -> None:
    original = tmp_path / "original"
    shutil.copytree(PEBBLES, original)
    (original / "replays").mkdir()
    file = original / "replays" / "mine.json"
    rulewright("play", PEBBLES, "--seed", "1", "--seats", "first,first", "--save", file)
    done = rulewright("diff", original, copy, "--impact", "--games", "0")
    first = "original/replays/mine.json diverges before the first decision"
    assert f"Recorded games\n  1 of 1 diverges\n  {first}" in done.stdout
    assert "Random games" not in done.stdout


def test_a_replay_of_another_game_is_refused(copy: Path) -> None:
    replay = Path(__file__).parents[3] / "rulesets" / "skymines" / "replays" / "solo.json"
    done = rulewright("diff", PEBBLES, copy, "--replay", replay)
    assert done.returncode == 1
    assert "it is a game of 'skymines'" in done.stderr
