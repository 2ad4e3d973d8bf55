"""Games at this screen without a typed seed: what is printed tells nothing, and what is saved continues them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.core.model.secret_seeds import is_secret, written_seed
from rulewright.play.records.match_files import read_match
from rulewright.play.records.replay import read_replay
from tests.unit.cli.commands import PEBBLES, data, rulewright

WHIST = ("play", "whist", "--seats", "human,random,random,random")
BOTS = "random,random,random,random"
MATCH = ("play", "three_mornings")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_person_is_not_told_the_seed_of_a_game_in_progress(tmp_path: Path, form: str) -> None:
    file = tmp_path / "game.json"
    done = rulewright(*WHIST, "--save", file, "--format", form, typed="1\n1\nundo\n?\nt\nsave\nn\nq\n")
    secret = read_replay(file).seed
    assert is_secret(secret)
    said = done.stdout + done.stderr
    digits = str(written_seed(secret))
    assert [each for each in (digits, digits[:12], str(secret)[:12]) if each in said] == []
    assert re.findall(r"\bseed\b", said) == []
    assert json.loads(file.read_text())["seed"] == digits


def test_a_game_that_is_watched_says_the_seed_to_see_it_again_with() -> None:
    done = rulewright("play", PEBBLES, "--seats", "random,random")
    seed = re.fullmatch(r"seed (\d{1,9})\n", done.stderr)
    assert seed is not None, done.stderr
    again = rulewright("play", PEBBLES, "--seats", "random,random", "--seed", seed[1])
    assert again.stdout == done.stdout


def test_a_typed_seed_stays_a_number(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    rulewright(*WHIST, "--seed", "7", "--save", file, typed="q\n")
    assert json.loads(file.read_text())["seed"] == 7


def test_a_saved_game_continues_with_its_secret(tmp_path: Path) -> None:
    """Resumed twice it is the same game, to the end; so it is when played again."""
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    rulewright(*WHIST, "--save", file, typed="1\n1\nq\n")
    other.write_bytes(file.read_bytes())
    ends = [
        data(rulewright("play", "whist", "--seats", BOTS, "--save", each, "--format", "json")) for each in (file, other)
    ]
    assert ends[0] == ends[1]
    assert file.read_bytes() == other.read_bytes()
    assert rulewright("replay", file).returncode == 0


def test_each_game_that_is_not_seeded_is_another(tmp_path: Path) -> None:
    seeds = []
    for number in range(3):
        file = tmp_path / f"{number}.json"
        rulewright(*WHIST, "--save", file, typed="q\n")
        seeds.append(read_replay(file).seed)
    assert len(set(seeds)) == 3


def test_a_match_has_a_secret_and_is_resumed_with_it(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    done = rulewright(*MATCH, "--seats", "human,first", "--save", file, typed="1\n" * 9 + "q\n")
    saved = read_match(file)
    assert is_secret(saved.seed)
    digits = str(written_seed(saved.seed))
    assert [each for each in (digits[:12], str(saved.seed)[:12]) if each in done.stdout + done.stderr] == []
    ended = data(rulewright(*MATCH, "--seats", "first,first", "--save", file, "--format", "json"))
    assert ended["seed"] == digits
    assert [is_secret(each.seed) for each in read_match(file).games] == [True] * len(ended["games"])


def test_a_scenario_of_a_game_in_progress_needs_no_secret(tmp_path: Path) -> None:
    """It arranges the table; where only the whole game leads there, the game must be over."""
    file, scenario = tmp_path / "game.json", tmp_path / "scenario.yaml"
    rulewright(*WHIST, "--save", file, typed="1\n1\n1\nq\n")
    digits = str(written_seed(read_replay(file).seed))
    done = rulewright("replay", file, "--to-scenario", scenario)
    said = done.stdout + done.stderr + (scenario.read_text() if scenario.exists() else "")
    assert digits not in said
    assert scenario.exists() or "its secret seed reveals hidden information" in said


def test_a_scenario_of_a_game_that_is_over_may_hold_its_secret(tmp_path: Path) -> None:
    """And it is a scenario like any other: it passes."""
    file, scenario = tmp_path / "game.json", tmp_path / "scenarios" / "scenario.yaml"
    rulewright("play", "whist", "--seats", "human,random,random,random", "--save", file, typed="q\n")
    rulewright("play", "whist", "--seats", BOTS, "--save", file)
    scenario.parent.mkdir()
    done = rulewright("replay", file, "--to-scenario", scenario, "--from", "1", "--to", "4")
    assert scenario.exists(), done.stderr
    passed = rulewright("test", scenario)
    assert passed.returncode == 0, passed.stdout + passed.stderr
