"""Generated house rules that `check` accepts: eight random games of each end, and nothing breaks.

What came of each seed is printed; `made(ruleset, random.Random(seed))` makes it again.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.model.limits import LimitReached
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.steps import start, step
from tests.properties.generated_variants import made, whole, written_to
from tests.properties.tables import has_choice, settings_of, tables_of
from tests.reference.integrity import faults

GAMES = 8
RULESETS = ("skymines", "ceres")
FEW = 2
PLACED = re.compile(r"\(\S+\.yaml:\d+\)")
MANY = 40


def accepted(seed: int, folder: Path) -> tuple[Game, str]:
    """The first variant of a seed that `check` accepts, as a game, and its text."""
    chance = random.Random(seed)
    ruleset = RULESETS[seed % len(RULESETS)]
    refused = 0
    while True:
        variant = made(ruleset, chance)
        path = written_to(folder, variant)
        built = build_ruleset(Choice(ruleset, variant=path), read=whole(ruleset))
        if built.compiled is not None:
            sys.stdout.write(f"seed {seed}, after {refused} that were refused:\n{variant.text()}")
            return built.game(), variant.text()
        refused += 1
        assert refused < 20, f"seed {seed}: nothing is accepted, such as\n{variant.text()}{built.diagnostics[0]}"


def play(game: Game, seed: int) -> int:
    """A random game at a random table to its end; how many decisions it had. Raises what the engine raises."""
    chance = random.Random(seed)
    seats, ruled = chance.choice(tuple(tables_of(game)))
    state = start(game, seats=seats, seed=seed, settings=settings_of(game, ruled, chance.randrange(100), chance))
    decisions = 0
    while state[FRAME] is not None:
        assert has_choice(game, state), f"game {seed}, decision {decisions}: a decision without a choice"
        step(game, state, chance.choice(state[OPTIONS]))
        decisions += 1
    assert faults(game, state) == [], f"game {seed}, at the end"
    return decisions


def prove(seed: int, folder: Path) -> None:
    """Play games of a variant. What its rules count on may be gone, an item of a list, say: that is told by place."""
    game, text = accepted(seed, folder)
    for number in range(GAMES):
        try:
            play(game, 1000 * seed + number)
        except Exception as fault:
            if isinstance(fault, LimitReached) and PLACED.search(str(fault)):
                continue
            raise AssertionError(f"game {1000 * seed + number} of the variant of seed {seed}:\n{text}") from fault


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(FEW))
def test_games_of_a_generated_variant_end(seed: int, tmp_path: Path) -> None:
    prove(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FEW, MANY))
def test_games_of_all_generated_variants_end(seed: int, tmp_path: Path) -> None:
    prove(seed, tmp_path)
