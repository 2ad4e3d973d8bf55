"""Every game of the gallery is whole: it has no fault, proves each of its rules, and plays alike on both back ends.

That its scenarios hold is in test_scenarios.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.load.folder import read_ruleset
from rulewright.play.simulate import Series
from rulewright.testing.ledgers.rules import read_rules
from tests.properties.test_native_series import compare
from tests.reference.checkout import RULESETS

CLASSICS = tuple(sorted(path for path in (RULESETS / "classics").iterdir() if path.is_dir()))
GAMES = 20
SEED = 24


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


def test_the_gallery_has_games() -> None:
    assert len(CLASSICS) >= 2
