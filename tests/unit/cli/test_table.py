"""Setting up a table from the command line: settings as options, the modules they belong to, seats, seeds."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.commands import PEBBLES, data, rulewright

BY_BOTS = ("--seed", "1", "--format", "json")


def seats(done: subprocess.CompletedProcess[str]) -> list[tuple[str, str | None]]:
    return [(seat["name"], seat["policy"]) for seat in data(done)["seats"]]


# ---- Settings as options


def test_a_setting_is_an_option() -> None:
    by_option = rulewright("play", PEBBLES, "--heap-size", "large", "--seats", "first,first", *BY_BOTS)
    by_set = rulewright("play", PEBBLES, "--set", "heap_size=large", "--seats", "first,first", *BY_BOTS)
    without = rulewright("play", PEBBLES, "--seats", "first,first", *BY_BOTS)
    assert by_option.stdout == by_set.stdout
    assert by_option.stdout != without.stdout


@pytest.mark.parametrize("written", [["--heap_size", "large"], ["--heap-size=large"], ["--heap_size=large"]])
def test_an_option_may_be_written_in_other_ways(written: list[str]) -> None:
    done = rulewright("play", *written, PEBBLES, "--seats", "first,first", *BY_BOTS)
    assert done.stdout == rulewright("play", PEBBLES, "--heap-size", "large", "--seats", "first,first", *BY_BOTS).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", PEBBLES, "--heap-sise", "large"], "--heap-size"),
        (["simulate", PEBBLES, "--ghost-levle", "2"], "--ghost-level"),
        (["play", PEBBLES, "--seeds", "2"], "--seed"),
        (["play", PEBBLES, "--heap-size", "huge"], "'heap_size' must be one of small, large, not 'huge'"),
        (["play", PEBBLES, "--ghost-level", "4"], "'ghost_level' must be a whole number from 1 to 3, not '4'"),
        (["play", PEBBLES, "--set", "ghost_level=x"], "'ghost_level' must be a whole number from 1 to 3, not 'x'"),
        (["play", PEBBLES, "--ghosts", "1", "--set", "ghosts=1"], "'ghosts' is set twice, by --ghosts and by --set"),
        (["play", PEBBLES, "--ghosts"], "--ghosts"),
        (["play", "peebles", "--ghosts", "1"], "there is no ruleset 'peebles'"),
        (["play", PEBBLES, "--weather", "fine"], "--weather"),
        (["play", PEBBLES, "--set", "weather=fine"], "there is no setting 'weather'"),
    ],
)
def test_a_wrong_setting_is_told_and_exits_with_2(arguments: list[Any], said: str) -> None:
    done = rulewright(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("verb", ["play", "simulate"])
def test_help_lists_the_settings_of_a_ruleset_that_is_named(verb: str) -> None:
    named, bare = rulewright(verb, PEBBLES, "--help"), rulewright(verb, "--help")
    for setting, values in (("heap-size", "small|large"), ("ghosts", "0..2"), ("ghost-level", "1..3")):
        assert f"--{setting} {values}" in named.stdout
        assert f"--{setting}" not in bare.stdout
    assert "(module ghosts)" in named.stdout
    assert named.stdout.startswith(bare.stdout)


def test_help_without_a_name_reads_no_ruleset() -> None:
    code = (
        "import sys\nfrom rulewright.cli import run\nrun(['play', '--help'])\n"
        "print(sorted({'yaml', 'rulewright.core.load', 'rulewright.core.pipeline'} & set(sys.modules)))"
    )
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.stdout.strip().endswith("[]")
    assert time.perf_counter() - begun < 2


# ---- Modules


def test_a_setting_switches_its_module_on_and_what_that_needs() -> None:
    done = rulewright("play", PEBBLES, "--seats", "first", "--ghosts", "1", *BY_BOTS)
    assert done.returncode == 0
    assert done.stderr == "--ghosts switches the module ghosts on, and lanterns, which it needs\n"
    by_set = rulewright("play", PEBBLES, "--seats", "first", "--set", "ghosts=1", *BY_BOTS)
    assert by_set.stderr == "--set ghosts switches the module ghosts on, and lanterns, which it needs\n"
    assert by_set.stdout == done.stdout


def test_a_module_that_is_on_is_not_told_of() -> None:
    modules = ("--modules", "base,ghosts,lanterns")
    done = rulewright("play", PEBBLES, *modules, "--seats", "first", "--ghosts", "1", *BY_BOTS)
    assert (done.returncode, done.stderr) == (0, "")
    most = rulewright("play", PEBBLES, "--modules", "lanterns", "--seats", "first", "--ghosts", "1", *BY_BOTS)
    assert most.stderr == "--ghosts switches the module ghosts on\n"
    assert most.stdout == done.stdout


def test_a_module_without_what_it_needs_is_refused() -> None:
    done = rulewright("play", PEBBLES, "--modules", "ghosts")
    assert done.returncode == 2
    assert "--modules ghosts: the module 'ghosts' needs the module 'lanterns', which is off" in done.stderr


def test_a_variant_keeps_its_modules_and_picks_numbers(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "kind: variant\nvariant: house\ntitle: {en: House}\nextends: pebbles\n"
        "modules: [lanterns, ghosts]\nsettings: {ghosts: 1, ghost_level: 3}\n",
        "utf-8",
    )
    done = rulewright("play", PEBBLES, "--variant", file, "--seats", "first", *BY_BOTS)
    assert seats(done) == [("seat 1", "first"), ("Ghost", None)]
    more = rulewright("play", PEBBLES, "--variant", file, "--heap-size", "large", "--seats", "first", *BY_BOTS)
    assert (more.returncode, more.stderr) == (0, "")
    file.write_text(file.read_text("utf-8").replace("ghost_level: 3", "ghost_level: 4"), "utf-8")
    wrong = rulewright("play", PEBBLES, "--variant", file)
    assert wrong.returncode == 1
    assert "choose a whole number from 1 to 3" in wrong.stderr


# ---- Seats


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--seats", "first", "--ghosts", "1"], [("seat 1", "first"), ("Ghost", None)]),
        (["--seats", "first", "--ghosts", "2"], [("seat 1", "first"), ("Ghost 1", None), ("Ghost 2", None)]),
        (["--seats", "first,random", "--ghosts", "1"], [("seat 1", "first"), ("seat 2", "random"), ("Ghost", None)]),
        (["--seats", "first,random", "--ghosts", "0"], [("seat 1", "first"), ("seat 2", "random")]),
    ],
)
def test_seats_that_the_rules_play_come_on_top(arguments: list[str], names: list[tuple[str, str | None]]) -> None:
    assert seats(rulewright("play", PEBBLES, *arguments, *BY_BOTS)) == names


def test_a_shipped_game_is_set_up_with_a_seat_that_its_rules_play() -> None:
    done = rulewright("play", "skymines", "--luna", "1", "--level", "5", "--seats", "first", *BY_BOTS)
    assert seats(done) == [("seat 1", "first"), ("Luna", None)]
    assert done.stderr.startswith("--luna switches the module luna on")


def test_scores_and_screen_call_them_by_their_name() -> None:
    done = rulewright("play", PEBBLES, "--ghosts", "2", "--seed", "1", typed="2\n" * 9)
    assert done.returncode == 0
    assert "GHOST 2" in done.stdout
    assert "Ghost 1: Taken: 0 -> 1 (+1)" in done.stdout
    head = next(line for line in done.stdout.splitlines() if "human" in line)
    assert head.split() == ["seat", "1", "human", "Ghost", "1", "Ghost", "2"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "--seats", "human"], "pebbles has 2 to 3 seats, not 1; --ghosts 1 adds 1 that the rules play"),
        (["play", "--seats", "first,first", "--ghosts", "2"], "played counted; 2 and 2 by --ghosts make 4"),
        (["play", "--seats", "", "--ghosts", "1"], "--seats is empty"),
        (["simulate", "--seats", "0", "--ghosts", "2"], "at least one seat must be a person or a policy"),
        (["simulate", "--seats", "-1"], "at least one seat must be a person or a policy"),
        (["simulate", "--seats", "3", "--ghosts", "1"], "3 and 1 by --ghosts make 4"),
        (["simulate", "--seats", "1"], "pebbles has 2 to 3 seats, not 1"),
    ],
)
def test_a_table_of_too_few_or_too_many_is_refused(arguments: list[str], said: str) -> None:
    done = rulewright(arguments[0], PEBBLES, *arguments[1:])
    assert done.returncode == 2
    assert said.replace("played counted", "including those that the rules play") in done.stderr


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--seats", "1", "--ghosts", "1"], [("seat 1", "random"), ("Ghost", None)]),
        (["--ghosts", "1"], [("seat 1", "random"), ("seat 2", "random"), ("Ghost", None)]),
        (["--seats", "2"], [("seat 1", "random"), ("seat 2", "random")]),
    ],
)
def test_a_simulation_counts_the_seats_of_policies(arguments: list[str], names: list[tuple[str, str | None]]) -> None:
    done = rulewright("simulate", PEBBLES, "--games", "5", *arguments, "--format", "json")
    assert seats(done) == names


def test_a_simulation_tells_its_settings_and_names_its_seats() -> None:
    done = rulewright("simulate", PEBBLES, "--games", "5", "--ghosts", "1", "--ghost-level", "3", "--format", "json")
    assert data(done)["settings"] == {"heap_size": "small", "ghosts": 1, "ghost_level": 3}
    text = rulewright("simulate", PEBBLES, "--games", "5", "--seats", "1", "--ghosts", "1")
    assert "seat 1 random" in text.stdout
    assert "Ghost" in text.stdout


# ---- Saved games and seeds


def test_a_saved_table_goes_on_and_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    table = ("--ghosts", "1", "--ghost-level", "2", "--save", file)
    rulewright("play", PEBBLES, *table, "--seed", "1", typed="take_one\nq\n")
    other = rulewright("play", PEBBLES, "--ghosts", "2", "--save", file)
    assert (other.returncode, "was started with ghosts 1" in other.stderr) == (2, True)
    more = rulewright("play", PEBBLES, *table, "--seats", "human,random")
    assert (more.returncode, "1 decides" in more.stderr) == (2, True)
    goes_on = rulewright("play", PEBBLES, "--save", file, typed="1\n" * 9)
    assert "winner" in goes_on.stdout
    again = rulewright("replay", file, "--ruleset", PEBBLES)
    assert again.returncode == 0
    assert "Ghost: " in again.stdout
    found = data(rulewright("replay", file, "--ruleset", PEBBLES, "--format", "json"))
    assert [row["name"] for row in found["scores"]] == ["seat 1", "Ghost"]


@pytest.mark.parametrize("verb", ["play", "simulate"])
@pytest.mark.parametrize("seed", ["1000000000000000", "-1000000000000000"])
def test_a_seed_of_more_than_15_digits_is_refused(verb: str, seed: str) -> None:
    done = rulewright(verb, PEBBLES, "--seed", seed)
    assert done.returncode == 2
    assert "a seed has at most 15 digits" in done.stderr


def test_the_longest_seed_can_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = rulewright("play", PEBBLES, "--seats", "first,first", "--seed", "999999999999999", "--save", file)
    assert done.returncode == 0
    assert rulewright("replay", file, "--ruleset", PEBBLES).returncode == 0


# ---- Matches

MATCH = """\
kind: match
match: nights
title: {en: Two nights}
ruleset: pebbles
games:
  - {id: first, title: {en: First}, modules: [base, lanterns, ghosts], settings: {ghosts: 1}}
  - {id: second, title: {en: Second}, modules: [base, lanterns, ghosts], settings: {ghosts: 1, ghost_level: 3}}
"""


@pytest.fixture
def nights(tmp_path: Path) -> Path:
    """A match of Pebbles with a ghost."""
    file = tmp_path / "pebbles" / "matches" / "nights.yaml"
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    file.parent.mkdir()
    file.write_text(MATCH, "utf-8")
    return file


def test_a_match_has_the_seats_that_its_rules_play(nights: Path) -> None:
    done = rulewright("play", nights, "--seats", "first", *BY_BOTS)
    assert seats(done) == [("seat 1", "first"), ("Ghost", None)]
    text = rulewright("play", nights, "--seats", "first", "--seed", "1")
    assert text.stdout.count("seat 1 first  Ghost") == 4
    larger = rulewright("play", nights, "--seats", "first", "--heap-size", "large", *BY_BOTS)
    assert larger.stdout != done.stdout


def test_a_match_that_was_left_goes_on(nights: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    left = rulewright("play", nights, "--seed", "1", "--save", file, typed="take_one\nq\n")
    assert left.returncode == 0
    other = rulewright("play", nights, "--save", file, "--heap-size", "large")
    assert (other.returncode, "was started without heap_size large" in other.stderr) == (2, True)
    more = rulewright("play", nights, "--save", file, "--seats", "human,random")
    assert (more.returncode, "1 decides in the match" in more.stderr) == (2, True)
    goes_on = rulewright("play", nights, "--save", file, "--seats", "first")
    assert "Results of the match" in goes_on.stdout


def test_a_match_whose_games_have_other_numbers_of_such_seats_is_refused(nights: Path) -> None:
    nights.write_text(MATCH.replace("{ghosts: 1}", "{ghosts: 2}"), "utf-8")
    done = rulewright("play", nights, "--seats", "first")
    assert done.returncode == 2
    assert "the games of this match differ in the number of seats that the rules play" in done.stderr
