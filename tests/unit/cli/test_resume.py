"""`rulewright resume`: a saved game or match goes on by its file alone; who leaves is told the right command."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.load.sure_json import sure_json
from rulewright.play.records import replay_files
from tests.unit.cli.commands import PEBBLES, data, rulewright
from tests.unit.cli.test_match import THREE, TIES

VARIANT = (
    "kind: variant\nvariant: big_heap\nextends: pebbles\ntitle: {en: Big}\npatches:\n"
    "  - {change: heap, relative: {max: +1}, because: more}\n"
)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(stderr: str) -> list[str]:
    """The words of the command that goes on."""
    found = re.findall(r"[Cc]ontinue with: rulewright (.+)", stderr)
    return str(found[-1]).split()


def test_a_game_goes_on_by_its_file_with_its_modules_and_settings(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    table = (
        "pebbles",
        "--modules",
        "base,ghosts,lanterns",
        "--heap-size",
        "large",
        "--seats",
        "human,first",
        "--seed",
        "3",
    )
    left = rulewright("play", *table, typed="take_one\nk\ntake_one\nq\n")
    assert "pebbles.save.json; continue with: rulewright resume pebbles.save.json" in left.stdout
    assert "It is saved in pebbles.save.json, without the last choices: 2; continue with: " in left.stderr
    again = rulewright(*told(left.stderr), typed="q\n")
    assert "the game in pebbles.save.json continues after 2 choices" in again.stderr
    ended = rulewright("resume", "pebbles.save.json", "--format", "json", typed="take_one\n" * 40)
    assert data(ended)["seed"] == 3


def test_a_second_game_is_kept_in_a_file_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        rulewright("play", "tutorial", "--seats", "human,first", typed="k\nq\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tutorial-2.save.json", "tutorial.save.json"]


def test_who_keeps_nothing_is_told_how_it_is_done() -> None:
    left = rulewright("play", "tutorial", "--seats", "human,first", "--seed", "1", typed="q\n")
    assert left.stderr.splitlines()[-2:] == [
        "Left Gulls after 0 choices.",
        "It was not saved. Type k before leaving, or play with --save FILE, to continue later.",
    ]


def test_a_variant_is_found_by_what_it_calls_itself(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "house.yaml").write_text(VARIANT, "utf-8")
    left = rulewright("play", "pebbles", "--variant", "house.yaml", "--seats", "human,first", typed="take_one\nk\nq\n")
    assert rulewright(*told(left.stderr), typed="q\n").returncode == 0
    assert "continues after 2 choices" in rulewright("resume", "pebbles.save.json", typed="q\n").stderr
    (tmp_path / "house.yaml").rename(tmp_path / "house.txt")
    lost = rulewright("resume", "pebbles.save.json")
    assert (lost.returncode, lost.stdout) == (2, "")
    assert "was started with the variant 'big_heap', which was not found" in lost.stderr


def test_a_game_of_a_variant_goes_on_with_the_modules_that_it_was_begun_with(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    (tmp_path / "house.yaml").write_text(VARIANT, "utf-8")
    table = ("pebbles", "--variant", "house.yaml", "--modules", "base,ghosts,lanterns", "--seats", "human,first")
    left = rulewright("play", *table, typed="take_one\nk\nq\n")
    assert "continues after 2 choices" in rulewright(*told(left.stderr), typed="q\n").stderr


def test_a_match_goes_on_by_its_file_and_is_called_by_its_name(tmp_path: Path) -> None:
    left = rulewright("play", THREE, "--seats", "human,first", "--seed", "4", typed="k\nq\n")
    assert "Left Duel of three, game 1 of 3, after" in left.stderr
    (save,) = tmp_path.glob("*.save.json")
    assert rulewright(*told(left.stderr), typed="q\n").returncode == 0
    nowhere = rulewright("resume", save)
    assert nowhere.returncode == 2
    assert "which was not found; name its file by --match" in nowhere.stderr
    shutil.copy(THREE, tmp_path / "mine.yaml")
    shutil.copytree(THREE.parents[1], tmp_path / "duel")
    assert rulewright("resume", save, typed="q\n").returncode == 0


def test_a_shipped_campaign_goes_on_by_its_file_alone(tmp_path: Path) -> None:
    left = rulewright(
        "play", "three_mornings", "--seats", "human,first", "--seed", "4", "--save", "m.json", typed="q\n"
    )
    assert "Left Three mornings, game 1 of 3, after 0 choices." in left.stderr
    assert "continues after 0 choices of game 1" in rulewright("resume", "m.json", typed="q\n").stderr


def test_a_game_that_may_be_played_again_goes_on(tmp_path: Path) -> None:
    rulewright("play", *TIES, "--seats", "human,first", "--seed", "1", "--save", "d.json", typed="wait\nq\n")
    assert rulewright("resume", "d.json", "--ruleset", TIES[0], typed="q\n").returncode == 0


@pytest.mark.parametrize(
    ("played", "again"),
    [
        ((PEBBLES,), ("resume", "kept.json", "--ruleset", PEBBLES)),
        ((PEBBLES,), ("play", PEBBLES, "--save", "kept.json")),
        (TIES, ("resume", "kept.json", "--ruleset", TIES[0])),
        (TIES, ("play", *TIES, "--save", "kept.json")),
        ((THREE,), ("resume", "kept.json", "--match", THREE)),
        ((THREE,), ("play", THREE, "--save", "kept.json")),
    ],
)
@pytest.mark.parametrize("spoilt", [False, True])
def test_a_file_is_read_once(
    played: tuple[str | Path, ...],
    again: tuple[str | Path, ...],
    spoilt: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rulewright("play", *played, "--seats", "human,first", "--seed", "3", "--save", "kept.json", typed="k\nq\n")
    path, read = tmp_path / "kept.json", []
    if spoilt:
        path.write_text(path.read_text("utf-8").replace('"seats"', '"seat"', 1), "utf-8")

    def counted(name: str, *given: Any) -> Any:
        read.append(name)
        return sure_json(name, *given)

    monkeypatch.setattr(replay_files, "sure_json", counted)
    ended = rulewright(*again, typed="q\n")
    assert ended.returncode == int(spoilt), ended.stderr
    assert read == ["kept.json"]


def test_what_is_no_saved_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text('{"kind": "replay"}', "utf-8")
    done = rulewright("resume", "g.json")
    assert done.returncode == 1
    assert "g.json cannot be continued" in done.stderr
    assert rulewright("resume", "none.json").returncode == 2


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"policies"', '"polices"', "error[unknown-key]: 'polices' has no meaning in a replay"),
        ('"choose"', '"chose"', "error[unknown-key]: 'chose' has no meaning in a choice made"),
        ('"policies"', '#policies"', "error[json-syntax]: this is not JSON"),
    ],
)
def test_a_saved_game_with_a_changed_key_is_refused_with_the_place_and_the_right_key(
    tmp_path: Path, right: str, wrong: str, said: str
) -> None:
    rulewright("play", PEBBLES, "--seats", "human,first", "--seed", "3", typed="take_one\nk\nq\n")
    path = tmp_path / "pebbles.save.json"
    path.write_text(path.read_text("utf-8").replace(right, wrong, 1), "utf-8")
    key = right.strip('"')
    for verb in (["resume", path.name], ["replay", path.name], ["play", str(PEBBLES), "--save", path.name]):
        ended = rulewright(*verb)
        assert ended.returncode == 1
        assert said.partition(": ")[2] in ended.stderr
        assert verb[0] == "play" or said in ended.stderr
        assert wrong.startswith("#") or f"did you mean '{key}'?" in ended.stderr


@pytest.mark.parametrize("key", ["policies", "plan_digest", "games", "match"])
def test_a_saved_match_with_a_changed_key_is_refused_with_the_place_and_the_right_key(tmp_path: Path, key: str) -> None:
    rulewright("play", THREE, "--seats", "human,first", "--seed", "3", typed="k\nq\n")
    (path,) = tmp_path.glob("*.save.json")
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(f'"{key}":', f'"{key}x":', 1), "utf-8")
    ended = rulewright("resume", path.name)
    assert f"'{key}x' has no meaning in a saved match" in ended.stderr
    assert f"did you mean '{key}'?" in ended.stderr


def test_a_saved_match_that_misspells_its_kind_is_still_taken_for_one(tmp_path: Path) -> None:
    rulewright("play", THREE, "--seats", "human,first", "--seed", "3", typed="k\nq\n")
    (path,) = tmp_path.glob("*.save.json")
    path.write_text(path.read_text("utf-8").replace('"saved_match"', '"saved_macth"', 1), "utf-8")
    told = rulewright("resume", path.name).stderr
    assert "'kind' cannot be 'saved_macth'\n" in told
    assert "did you mean 'saved_match'?" in told
    assert told.endswith(f"{path.name} cannot be continued\n")  # what is wrong has been said above


def test_a_game_that_people_ended_is_over_for_whoever_opens_its_file(tmp_path: Path) -> None:
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    typed = "take_one\nk\n" * 3 + "q\n"
    rulewright("play", "pebbles", "--seats", "human,human", "--seed", "3", "--save", "game.json", typed=typed)
    replay = replay_files.read_replay("game.json")
    chosen = len(replay.choices)
    assert chosen > 0
    for quits, ending, winners in (
        ((replay_files.Quit(chosen, 2, ends=True),), "seat 2 gives up.", [1]),
        ((replay_files.Quit(chosen, ends=True),), "All agreed to end the game.", []),
    ):
        replay_files.write_replay("ended.json", replace(replay, quits=quits))
        told = rulewright("replay", "ended.json", "--ruleset", "pebbles")
        assert told.returncode == 0, told.stderr
        assert f"after {chosen}: {ending}" in told.stdout
        assert "the game is over" in told.stdout
        as_data = data(rulewright("replay", "ended.json", "--ruleset", "pebbles", "--format", "json"))
        assert (as_data["over"], as_data["winners"]) == (True, winners)
        assert as_data["quits"] == [each._asdict() for each in quits]
        resumed = rulewright("resume", "ended.json")
        assert resumed.returncode == 0, resumed.stderr
        assert ending in resumed.stdout
        assert ("The winner is seat 1." if winners else "The game is drawn.") in resumed.stdout
    replay_files.write_replay("ended.json", replace(replay, quits=(replay_files.Quit(0, 1, ends=True),)))
    assert "the game was ended after choice 0, but more follows" in rulewright("resume", "ended.json").stderr
