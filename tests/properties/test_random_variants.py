"""A house rule that `check` accepts can be played: random variants, twenty random games each, without an exception.

A few by default; a hundred behind the marker `slow`.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from interpreter.model.layout import FRAME
from interpreter.pipeline import Built, Choice, ReadRuleset, build_ruleset, read_whole, shipped_root
from interpreter.play.playout import play_out
from interpreter.run.atoms import LimitReached
from interpreter.run.integrity import faults
from tests.properties.random_variants import random_variant
from tests.properties.tables import selections, settings_of, tables_of

GAMES = 20
FEW = {"skymines": range(4), "ceres": range(4), "tutorial": range(2)}
HUNDRED = {"skymines": range(45), "ceres": range(45), "tutorial": range(10)}
TRIES = 50


@cache
def whole(ruleset: str) -> ReadRuleset:
    return read_whole(str(shipped_root() / ruleset))


@cache
def plain(ruleset: str, modules: tuple[str, ...]) -> Built:
    return build_ruleset(Choice(ruleset, modules), read=whole(ruleset))


def accepted_variant(ruleset: str, seed: int, folder: Path) -> tuple[Built, str]:
    """The first random variant of a seed that `check` accepts, compiled, and its text."""
    modules = random.Random(f"{ruleset} {seed}").choice(selections(ruleset)[0])
    path = folder / "variant.yaml"
    for attempt in range(TRIES):
        text = random_variant(plain(ruleset, modules), TRIES * seed + attempt)
        path.write_text(text, encoding="utf-8")
        built = build_ruleset(Choice(ruleset, None, path), read=whole(ruleset))
        if built.compiled is not None:
            return built, text
    raise AssertionError(f"{ruleset}, seed {seed}: no variant of {TRIES} was accepted")


def play(ruleset: str, seed: int, folder: Path) -> Counter[str]:
    built, text = accepted_variant(ruleset, seed, folder)
    game = built.game()
    tables = list(tables_of(game))
    ends: Counter[str] = Counter()
    for number in range(GAMES):
        chance = random.Random(f"{ruleset} {seed} {number}")
        seats, ruled = chance.choice(tables)
        where = f"{ruleset}, seed {seed}, game {number}:\n{text}"
        try:
            state = play_out(game, seats=seats, seed=number, settings=settings_of(game, ruled, number, chance)).state
        except LimitReached:
            ends["a limit"] += 1
            continue
        except Exception as error:
            raise AssertionError(where) from error
        assert state[FRAME] is None, where
        assert faults(game, state) == [], where
        ends["the end"] += 1
    return ends


@pytest.mark.parametrize("ruleset", FEW)
def test_a_few_accepted_house_rules_are_played(ruleset: str, tmp_path: Path) -> None:
    ends = sum((play(ruleset, seed, tmp_path) for seed in FEW[ruleset]), Counter())
    assert ends["the end"] > ends["a limit"], ends


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", HUNDRED)
def test_a_hundred_accepted_house_rules_are_played(ruleset: str, tmp_path: Path) -> None:
    ends = sum((play(ruleset, seed, tmp_path) for seed in HUNDRED[ruleset]), Counter())
    assert ends["the end"] > ends["a limit"], ends
