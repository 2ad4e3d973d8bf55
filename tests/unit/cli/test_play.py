"""`rulewright play` and `replay` as their callers see them: what is typed, what is told, what is written to a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright


def test_bots_play_to_the_end_and_the_categories_are_shown() -> None:
    done = rulewright("play", PEBBLES, "--seats", "random,random", "--seed", "1")
    assert done.returncode == 0
    assert "Stones" in done.stdout
    assert "total" in done.stdout
    assert "winner" in done.stdout


def test_bots_as_json() -> None:
    found = data(rulewright("play", PEBBLES, "--seats", "random,greedy", "--seed", "1", "--format", "json"))
    assert [sorted(seat) for seat in found["seats"]] == [
        ["name", "pebbles", "policy", "seat", "stones", "tie_breaks", "total"]
    ] * 2
    assert found["winners"]


def test_the_end_of_the_input_ends_politely() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1")
    assert done.returncode == 0
    assert "--save FILE" in done.stderr


def test_options_are_taken_by_number_and_by_key_and_others_refused() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", typed="9\nnonsense\ntake_thre\n2\ntake_one\n")
    assert "There is no option 9" in done.stdout
    assert "'nonsense' is not an option here" in done.stdout
    assert "did you mean 'take three' or 'take_three'?" in done.stdout
    assert "Heap: 9 -> 6" in done.stdout


def test_a_digit_of_another_script_is_no_option() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", typed="²\n٣\n")
    assert done.stdout.count("is not an option here") == 2


def test_a_question_mark_tells_why_an_option_is_not_open() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,first", typed="2\n2\n?\n? take_three\n")
    assert "take three:" in done.stdout
    assert done.stdout.count("needs Heap: at least 3 (now 1)") == 2
    assert "heap >= 3" not in done.stdout


def test_two_question_marks_tell_it_in_the_text_of_the_rules() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,first", typed="2\n2\n??\n?? take_three\n")
    assert done.stdout.count("heap >= 3 - Heap 1  (") == 2


def test_undo_takes_back_a_choice_but_nothing_past_what_was_hidden() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,first", typed="take_one\nu\ndraw_stone\nu\n")
    assert "Taken back." in done.stdout
    assert "Nothing to undo" in done.stdout


def test_another_seats_pieces_are_never_shown() -> None:
    done = rulewright("play", PEBBLES, "--seed", "1", "--seats", "human,human", typed="\n2\n\n")
    first, second = done.stdout.split("Press Enter when seat 2 sits here.")
    assert first.count("2 hidden") == second.count("2 hidden") == 1


def test_a_saved_game_goes_on_and_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    left = rulewright("play", PEBBLES, "--seed", "1", "--save", file, typed="take_one\nq\n")
    assert left.returncode == 0
    goes_on = rulewright("play", PEBBLES, "--save", file, typed="2\n" * 9)
    assert "winner" in goes_on.stdout
    again = data(rulewright("replay", file, "--ruleset", PEBBLES, "--format", "json"))
    assert again["over"] is True
    assert again["steps"][0]["choose"] == "take_one"


def test_a_tampered_replay_is_refused_at_its_first_wrong_step(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    rulewright("play", PEBBLES, "--seed", "1", "--seats", "first,first", "--save", file)
    file.write_text(file.read_text("utf-8").replace("take_one", "take_all", 1), "utf-8")
    done = rulewright("replay", file, "--ruleset", PEBBLES)
    assert done.returncode == 1
    assert "choice 1" in done.stderr


@pytest.fixture
def edited(tmp_path: Path) -> tuple[Path, Path]:
    """A recorded game of pebbles, and the ruleset with a larger heap."""
    file, folder = tmp_path / "game.json", tmp_path / "pebbles"
    rulewright("play", PEBBLES, "--seed", "1", "--seats", "first,first", "--save", file)
    shutil.copytree(PEBBLES, folder)
    game = folder / "base" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("start: 9", "start: 12"), "utf-8")
    return file, folder


def test_a_game_of_rules_that_were_edited_since_is_refused_and_says_how_to_try_it(edited: tuple[Path, Path]) -> None:
    done = rulewright("replay", edited[0], "--ruleset", edited[1])
    assert done.returncode == 1
    assert done.stderr.endswith("to play it with these rules anyway, add --edited\n")


def test_a_game_of_edited_rules_is_followed_and_told_to_be_another_one(edited: tuple[Path, Path]) -> None:
    done = rulewright("replay", edited[0], "--ruleset", edited[1], "--edited", "--quiet")
    assert done.returncode == 0
    assert "it diverges from the recorded game at choice " in done.stdout
    same = data(rulewright("replay", edited[0], "--ruleset", PEBBLES, "--edited", "--format", "json"))
    assert same["parted"] is None


def test_check_looks_at_the_recorded_games_of_a_ruleset(edited: tuple[Path, Path]) -> None:
    file, folder = edited
    (folder / "replays").mkdir()
    shutil.copy(file, folder / "replays" / "mine.json")
    assert rulewright("check", folder).returncode == 0
    text = file.read_text("utf-8")
    (folder / "replays" / "other.json").write_text(text.replace('"pebbles"', '"stones"'), "utf-8")
    (folder / "replays" / "wrong.json").write_text(text.replace('"choices"', '"chioces"'), "utf-8")
    done = rulewright("check", folder)
    assert "replays/other.json:4:14: error[wrong-ruleset]: the replay is of 'stones'" in done.stdout
    assert "replays/wrong.json" in done.stdout
    assert "'chioces' has no meaning in a replay" in done.stdout
    assert "did you mean 'choices'?" in done.stdout
