"""A scenario written from a game at any decision passes, and one that expects something else does not."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.author.testing.extraction.extract import ExtractedScenario, NothingChanges, extract_scenario
from rulewright.core.pipeline import Choice
from rulewright.native.loading import load_game
from rulewright.play.records.replay import record
from rulewright.play.scenarios.runs import run_files

MANY = {"tutorial": 25, "skymines": 8, "ceres": 8}  # how many games; a long one takes ten seconds and more


def extracted(ruleset: str, number: int) -> ExtractedScenario | None:
    """A scenario of some decision of some random game; None where nothing changes after it any more."""
    rng = random.Random(f"{ruleset}:{number}")
    game = load_game(ruleset)
    seats = rng.randint(2, game.blueprint.max_seats)
    replay = record(game, seats=seats, seed=number)
    try:
        return extract_scenario(Choice(ruleset), replay, rng.randint(1, len(replay.choices)), seconds=5)
    except NothingChanges:
        return None


def failures(folder: Path, text: str) -> list[str]:
    file = folder / "extracted.yaml"
    file.write_text(text, "utf-8")
    results, faults, _ = run_files([file])
    assert not faults
    assert len(results) == 1
    return [each.failure.message for each in results if each.failure is not None]


def mutants(text: str) -> list[str]:
    """The text with one test at a time expecting another number, another thing, or the opposite."""
    head, _, tests = text.partition("    then:\n")
    found = []
    lines = tests.rstrip("\n").split("\n")
    for at, line in enumerate(lines):
        other = re.sub(r"= (-?[0-9]+)$", lambda number: f"= {int(number[1]) + 1}", line)
        if other == line:
            test = line.removeprefix("      - ").strip('"')
            other = f'      - "not ({test})"'
        found.append(head + "    then:\n" + "\n".join([*lines[:at], other, *lines[at + 1 :]]) + "\n")
    return found


def check(ruleset: str, number: int, folder: Path, most: int = 20) -> bool:
    told = extracted(ruleset, number)
    if told is None:
        return False
    assert failures(folder, told.text) == []
    for each in mutants(told.text)[:most]:
        assert failures(folder, each), each
    return True


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("ruleset", "number"), [("tutorial", 0), ("tutorial", 1), ("ceres", 0)])
def test_an_extracted_scenario_passes_and_its_mutants_fail(ruleset: str, number: int, tmp_path: Path) -> None:
    check(ruleset, number, tmp_path, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "games"), MANY.items())
def test_many_extracted_scenarios_pass_and_their_mutants_fail(ruleset: str, games: int, tmp_path: Path) -> None:
    assert sum(check(ruleset, number, tmp_path) for number in range(10, 10 + games)) > games * 4 // 5
