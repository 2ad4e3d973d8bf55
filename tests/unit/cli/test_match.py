"""Matches on the command line: played, left and gone on with, simulated, checked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.unit.cli.commands import data, rulewright

DUEL = Path(__file__).parents[1] / "play" / "duel"
THREE = DUEL / "matches" / "three.yaml"
TIES = (DUEL, "--modules", "base,ties")
AS_JSON = ("--format", "json")


def result(*arguments: str | Path) -> dict[str, object]:
    return data(rulewright("play", *arguments, "--format", "json"))


# ---- play


def test_a_match_of_bots_is_played_game_after_game() -> None:
    done = rulewright("play", THREE, "--seats", "random,random", "--seed", "1")
    assert done.returncode == 0
    at = [
        done.stdout.index(text)
        for text in (
            "First game: Morning",
            "Nobody is awake.",
            "Results so far",
            "Second game: Noon",
            "Third game: Night",
            "Results of the match",
            "A sharp eye",
        )
    ]
    assert at == sorted(at)
    assert done.stdout.count("Results so far") == 2


def test_a_match_as_json_tells_games_outcomes_ratings_and_winners() -> None:
    found = result(THREE, "--seats", "random,greedy", "--seed", "1")
    assert found["match"] == "duel-of-three"
    games, seats = found["games"], found["seats"]
    assert isinstance(games, list)
    assert isinstance(seats, list)
    assert [each["game"] for each in games if each["time"] == 1] == ["first", "second", "third"]
    assert games[0]["seed"] == 1
    assert [each["policy"] for each in seats] == ["random", "greedy"]
    totals = [each["total"] for each in seats]
    assert found["winners"] == [seat for seat, total in enumerate(totals, 1) if total == max(totals)]
    assert [each["rating"]["from"] for each in seats] == [4 if total >= 4 else 0 for total in totals]


def test_the_same_seed_gives_the_same_match() -> None:
    one, two = (result(THREE, "--seats", "random,random", "--seed", "8") for _ in range(2))
    assert one == two
    assert one["digest"] != result(THREE, "--seats", "random,random", "--seed", "9")["digest"]


def test_a_draw_says_that_there_is_no_winner_yet_and_is_played_on() -> None:
    done = rulewright("play", *TIES, "--set", "turns=1", "--seats", "random,random", "--seed", "3")
    assert "There is no winner yet: A draw. The same table plays again." in done.stdout
    assert done.stdout.count("winner is") + done.stdout.count("winners are") == 1
    assert "average" in done.stdout


def test_a_game_of_bots_that_never_ends_runs_into_the_limit() -> None:
    done = rulewright("play", *TIES, "--seats", "first,first", "--seed", "1")
    assert done.returncode == 3
    assert "more than 100 games in one match" in done.stderr


def test_a_single_game_with_a_winner_is_what_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    found = result(*TIES, "--seats", "random,random", "--seed", "1", "--save", file)
    assert "coins" in found["seats"][0]  # type: ignore[index]
    assert "games" not in found
    assert json.loads(file.read_text("utf-8"))["kind"] == "replay"
    assert rulewright("replay", file, "--ruleset", DUEL).returncode == 0


def test_a_person_is_asked_whether_to_go_on_now() -> None:
    done = rulewright("play", *TIES, "--seats", "human,first", "--seed", "1", typed="wait\nwait\n\nwait\n")
    assert "Press Enter to play the next game" in done.stdout
    assert "played again" in done.stdout
    assert "after 1 choices" not in done.stderr


@pytest.fixture
def windy(tmp_path: Path) -> Path:
    """A match of Duel, of whose modules one is on in the second game alone, and one in none; both have a setting."""
    copy = tmp_path / "duel"
    shutil.copytree(DUEL, copy)
    setting = "kind: content\nsettings:\n  - {{id: {0}, title: {{en: {0}}}, values: 0..3, default: 0}}\n"
    (copy / "ties" / "more.yaml").write_text(setting.format("edge"), "utf-8")
    (copy / "wind").mkdir()
    (copy / "wind" / "module.yaml").write_text("kind: module\nid: wind\ntitle: {en: Wind}\n", "utf-8")
    (copy / "wind" / "wind.yaml").write_text(setting.format("gusts"), "utf-8")
    return copy / "matches" / "three.yaml"


def test_a_setting_of_the_table_reaches_the_games_that_know_it_and_switches_on_what_no_game_has(windy: Path) -> None:
    done = rulewright("play", windy, "--seats", "random,random", "--seed", "1", "--edge", "2", "--gusts", "3", *AS_JSON)
    assert done.stderr.count("--gusts switches the module wind on") == 1
    assert "ties" not in done.stderr
    settings = [each["settings"] for each in data(done)["games"]]
    assert settings[0] == {"mood": "calm", "turns": 1, "gusts": 3}
    assert settings[1] == {"mood": "calm", "turns": 2, "edge": 2, "gusts": 3}
    assert settings[-1] == {"mood": "wild", "turns": 2, "gusts": 3}
    assert rulewright("simulate", windy, "--games", "2", "--seats", "2", "--gusts", "3").returncode == 0


def test_a_match_goes_on_with_the_modules_that_its_settings_switched_on(windy: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    rulewright("play", windy, "--seats", "human,random", "--gusts", "3", "--save", file, typed="wait\nq\n")
    done = rulewright("play", windy, "--save", file, typed="wait\n\n" * 40)
    assert "continues after 1 game" in done.stderr
    assert "Results of the match" in done.stdout


# ---- left and gone on with


def test_a_match_left_after_every_choice_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    table = (THREE, "--seats", "human,random", "--seed", "4", "--format", "json")
    through = data(rulewright("play", *table, typed="wait\n\n" * 60))
    assert len(through["games"]) > 3
    for _ in range(30):
        done = rulewright("play", *table, "--save", file, typed="wait\nq\n")
        assert done.returncode == 0
        if done.stdout:
            break
        assert json.loads(file.read_text("utf-8"))["kind"] == "saved_match"
    assert data(done) == through
    assert data(rulewright("play", THREE, "--save", file, "--format", "json")) == through


def test_a_game_played_again_goes_on_with_its_modules_where_none_are_named(tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    rulewright("play", *TIES, "--seats", "human,first", "--seed", "1", "--save", file, typed="wait\nwait\n\nwait\nq\n")
    assert json.loads(file.read_text("utf-8"))["modules"] == ["base", "ties"]
    done = rulewright("play", DUEL, "--save", file)
    assert "continues after 2 choices of game 2" in done.stderr
    other = rulewright("play", DUEL, "--modules", "base", "--save", file)
    assert other.returncode == 1
    assert "cannot be continued" in other.stderr


def test_a_save_of_another_match_or_another_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    rulewright("play", THREE, "--seats", "human,random", "--seed", "4", "--save", file, typed="wait\nq\n")
    other = tmp_path / "duel"
    shutil.copytree(DUEL, other)
    changed = other / "matches" / "three.yaml"
    changed.write_text(changed.read_text("utf-8").replace("turns: 2", "turns: 3"), "utf-8")
    done = rulewright("play", changed, "--save", file)
    assert done.returncode == 1
    assert "had other games or other modules" in done.stderr
    done = rulewright("play", THREE, "--seats", "human,first,first", "--save", file)
    assert done.returncode == 2
    assert "--seats names 3" in done.stderr
    done = rulewright("play", *TIES, "--save", file)
    assert done.returncode == 1
    assert "it is a match 'duel-of-three', not 'duel'" in done.stderr


def test_the_end_of_the_input_between_games_saves(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    done = rulewright("play", THREE, "--seats", "human,random", "--seed", "4", "--save", file, typed="wait\n")
    assert done.returncode == 0
    assert " after 1 game." in done.stderr
    goes_on = rulewright("play", THREE, "--save", file)
    assert "continues after 1 game" in goes_on.stderr


def test_a_saved_match_is_no_replay(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    rulewright("play", THREE, "--seats", "random,random", "--seed", "4", "--save", file)
    assert rulewright("check", file).returncode == 0
    done = rulewright("replay", file)
    assert done.returncode == 2
    assert "is a match of several games" in done.stderr


# ---- wrong usage


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", THREE, "--modules", "base"], "a match sets the modules of its games"),
        (["play", THREE, "--set", "mood=wild"], "the match itself sets 'mood'"),
        (["play", THREE, "--set", "weather=wet"], "there is no setting 'weather'"),
        (["play", THREE, "--seats", "random"], "has 2 to 3 seats, not 1"),
        (["play", THREE, "--lang", "fr"], "--lang fr: duel has no titles in that language"),
        (["simulate", THREE, "--seats", "4"], "has 2 to 3 seats, not 4"),
        (["simulate", THREE, "--loops", "0"], "--loops"),
        (["rules", THREE], "is a match, not a ruleset; its ruleset is 'duel'"),
    ],
)
def test_wrong_usage_is_told_and_exits_with_2(arguments: list[str | Path], said: str) -> None:
    done = rulewright(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_wrong_match_is_shown_with_its_place(tmp_path: Path) -> None:
    copy = tmp_path / "duel"
    shutil.copytree(DUEL, copy)
    file = copy / "matches" / "three.yaml"
    file.write_text(file.read_text("utf-8").replace("modules: [base, ties]", "modules: [base, teis]"), "utf-8")
    for verb, path in (("check", copy), ("check", file), ("play", file), ("simulate", file)):
        done = rulewright(verb, path)
        assert done.returncode == 1
        assert "three.yaml:10:68: error[unknown-module]: no module is named 'teis'" in done.stdout + done.stderr
        assert "^^^^" in done.stdout + done.stderr
        assert "did you mean 'ties'?" in done.stdout + done.stderr
    found = data(rulewright("check", copy, "--format", "json"))
    assert [(each["code"], each["line"]) for each in found["diagnostics"]] == [("unknown-module", 10)]


# ---- simulate


def test_simulated_matches_have_the_same_digest_for_any_number_of_jobs() -> None:
    one, two = (
        data(rulewright("simulate", THREE, "--games", "20", "--seats", "2", "--jobs", jobs, "--format", "json"))
        for jobs in ("1", "2")
    )
    assert {**one, "seconds": 0, "decisions_per_second": 0} == {**two, "seconds": 0, "decisions_per_second": 0}
    assert one["matches"] == 20
    assert sum(each["wins"] for each in one["seats"]) == pytest.approx(1, abs=0.001)


def test_simulated_matches_as_text_name_games_totals_and_ratings() -> None:
    done = rulewright("simulate", THREE, "--games", "20", "--seats", "2", "--policy", "first,random")
    assert done.returncode == 0
    for text in ("Second game: Noon", "The match", "from 4: A sharp eye", "played again by drawn", "digest"):
        assert text in done.stdout


def test_a_simulation_of_games_tells_how_many_have_no_winner_and_plays_them_on() -> None:
    once = data(rulewright("simulate", *TIES, "--games", "50", "--seats", "2", "--format", "json"))
    drawn = once["to_be_played_again"]["drawn"]
    assert 0 < drawn < 50
    text = rulewright("simulate", *TIES, "--games", "50", "--seats", "2").stdout
    assert f"to be played again: {drawn} games (A draw)" in text
    played_on = data(rulewright("simulate", *TIES, "--games", "50", "--seats", "2", "--loops", "2", "--format", "json"))
    assert played_on["played_again"] == {"drawn": drawn}
    assert played_on["games_played"] == 50 + drawn
    assert played_on["games"][0]["times"]["max"] == 2
