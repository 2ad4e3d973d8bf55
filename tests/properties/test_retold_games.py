"""Five games of very different kinds are told in fewer lines than they once had to be, and are the same games.

`tests/reference/written_out` has them as they were written before the language had maps that are made, sets, families
of components, effects that come next, procedures that give something and ends that say who has won;
`tests/reference/rulesets` as they are written since.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.diagnostics import render
from rulewright.core.model.game import Game
from rulewright.play.scenarios.runner import ScenarioRunner
from tests.reference.checkout import ROOT, text_of
from tests.reference.retold import Retold, parting

NEWER = ROOT / "tests" / "reference" / "rulesets"
OLDER = ROOT / "tests" / "reference" / "written_out"
NAMES = tuple(sorted(path.name for path in OLDER.iterdir()))
MOST = 0.65
"""At most this share of the lines, over all five."""
LONGEST = 140
"""No line that tells rules is longer, so that none is two; sentences for people may be."""

HEXES = [f"{row}{at}" for row, count in zip("abcde", (3, 4, 5, 4, 3), strict=True) for at in range(1, count + 1)]
TOLD = {
    "bazaar": Retold(),
    "blight": Retold(
        ((r"^walk \w+-(\w+)$", r"walk \1"),), frozenset({"spent", "given_up"}), frozenset({"done"}), "victory"
    ),
    "carnival": Retold((), frozenset({"back"}), frozenset({"done"}), "survivor"),
    "shoals": Retold(
        (
            (r"\bcorner_(\d+)", r"c\1"),
            (r"\bpath_(\d+)", r"p\1"),
            (r"_load\.\d+", ""),
            *((rf"^{name}$", f"hex_{letter}") for name, letter in zip(HEXES, "abcdefghijklmnopqrs", strict=True)),
        ),
        frozenset({"given"}),
    ),
    "tidemarket": Retold(((r"\.\d+", ""), (r"^burn ", "")), frozenset({"cards"}), frozenset({"done", "enough"})),
}
# Where rules leave an order open that decides what chance brings later, both are given the same one.
ONE_ORDER = {
    "tidemarket": (
        r"move (hand|in_play) to discard",
        r"for each d in card: for each c in \1 where c.design is d: move c to discard",
    ),
    "shoals": (r"corners: \[(.*), (c\d+)\]", r"corners: [\2, \1]"),
}
GAMES = {"bazaar": 5, "blight": 7, "carnival": 10, "shoals": 1, "tidemarket": 6}
SEED = 24


@cache
def lines(root: Path) -> tuple[str, ...]:
    """The lines of a file, or of all of a ruleset but its scenarios, without remarks and what is empty."""
    files = [root] if root.is_file() else [path for path in root.rglob("*.yaml") if "scenarios" not in path.parts]
    stripped = [line.strip() for path in files for line in text_of(path).splitlines()]
    return tuple(line for line in stripped if line and not line.startswith("#"))


def loaded(root: Path, tmp_path: Path) -> Game:
    """A game in which what is open has one order."""
    if root.name not in ONE_ORDER:
        return rw.load_game(root)
    folder = tmp_path / root.parent.name / root.name
    shutil.copytree(root, folder)
    for file in folder.rglob("*.yaml"):
        file.write_text(re.sub(*ONE_ORDER[root.name], file.read_text("utf-8")), encoding="utf-8")
    return rw.load_game(folder)


def test_the_games_are_told_in_fewer_lines() -> None:
    newer, older = (sum(len(lines(folder / name)) for name in NAMES) for folder in (NEWER, OLDER))
    assert len(NAMES) == 5
    assert newer <= MOST * older, f"{newer} of {older} lines"


@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_long_that_it_may_be_one(name: str) -> None:
    sentences = lines(NEWER / name / "rules.yaml")
    told = [line for line in lines(NEWER / name) if line not in sentences and " line: " not in line]
    assert [line for line in told if len(line) > LONGEST] == []


@pytest.mark.parametrize("folder", [NEWER, OLDER], ids=["newer", "older"])
@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_of_both_hold(name: str, folder: Path) -> None:
    runner = ScenarioRunner(str(folder / name))
    for file in sorted((folder / name / "scenarios").iterdir()):
        results, diagnostics = runner.results(file)
        assert not diagnostics, "\n".join(render(each) for each in diagnostics)
        assert [f"{each.sentence}: {each.failure.message}" for each in results if each.failure is not None] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_both_offer_the_same_and_come_to_the_same_end(name: str, tmp_path: Path) -> None:
    newer, older = (loaded(folder / name, tmp_path) for folder in (NEWER, OLDER))
    least, more = newer.blueprint.min_seats, newer.blueprint.max_seats - newer.blueprint.min_seats + 1
    for number in range(GAMES[name]):
        assert not parting(newer, older, TOLD[name], least + number % more, SEED + number)
