"""Every game of the gallery is whole: it has no fault, proves each of its rules, and plays alike on both back ends.

That its scenarios hold is in test_scenarios.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.testing.ledgers.rules_ledger import read_rules
from rulewright.core.load.folder import read_ruleset
from rulewright.play.series.simulate import Series
from tests.properties.test_native_series import compare
from tests.reference.checkout import RULESETS, text_of

CLASSICS = tuple(sorted(path for path in (RULESETS / "classics").iterdir() if path.is_dir()))
GAMES = 20
SEED = 24
MOST_LINES = {"four_in_a_row": 29, "hex": 30, "reversi": 57, "draughts": 63}
"""1.4 times the lines in which Ludax 1.0.0 says the same games: 21, 22, 41 and 45."""
_WORDING = re.compile(r"^( *)wording:\n(?:\1 .*\n)*", re.MULTILINE)
"""What options are called, in three languages: words for people, which that has none of."""


@pytest.mark.parametrize("root", CLASSICS, ids=lambda root: root.name)
def test_a_classic_is_whole(root: Path) -> None:
    rules, unknown = read_rules(read_ruleset(root))
    assert rules
    assert not unknown
    assert [f"{rule.id}: no {' and no '.join(rule.lacks)}" for rule in rules if rule.lacks] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("root", CLASSICS, ids=lambda root: root.name)
def test_random_games_of_a_classic_come_to_the_same(root: Path) -> None:
    game = rw.load_game(str(root), backend="native")
    compare(game, Series(GAMES, game.blueprint.max_seats, SEED, ("random",)))


@pytest.mark.parametrize("name", MOST_LINES)
def test_a_board_is_told_in_few_lines(name: str) -> None:
    text = _WORDING.sub("", text_of(RULESETS / "classics" / name / "base" / "board.yaml"))
    told = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert 15 < len(told) <= MOST_LINES[name]


def test_the_gallery_has_games() -> None:
    assert len(CLASSICS) >= 2
