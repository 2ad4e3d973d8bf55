"""Pairs played natively come to the same numbers as in Python, to the last bit, and stop with the same words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulewright.core.model.limits import LimitReached
from rulewright.core.model.settings import Chosen
from rulewright.lab.comparing.pairs import ComparedRuleset, ComparedTable, load_side, play_block
from rulewright.native.loading import load_game
from rulewright.play.policies.learned_files import write_values
from tests.properties.weighing import weighs_all
from tests.reference.games import small_text, write_small

TABLES = [
    ("tutorial", None, 3, ("random",), 10),
    ("tutorial", None, 3, ("greedy", "random", "first"), 3),
    ("tutorial", None, 2, ("search:5", "greedy"), 2),
    ("tutorial", None, 2, ("search:20",), 1),
    ("skymines", ("base",), 3, ("random",), 3),
    ("ceres", None, 3, ("greedy", "random"), 1),
    ("ceres", None, 2, ("random",), 2),
    ("skymines", ("base",), 3, ("greedy",), 2),
]
LIMITED = """\
kind: content
counters:
  - {id: points, per: [seat], min: 0, max: 99999}
scoring:
  - {id: total_points, title: {en: Points}, amount: points}
procedures:
  - id: play
    does: |
      repeat 4:
        for each s in seat:
          ask s:
            choose:
              one: gain 1 points
              two: gain 2 points
              three: repeat 9000: repeat 9000: gain 1 points
"""


def both_sides(name: str, modules: tuple[str, ...] | None = None) -> tuple[ComparedRuleset, ComparedRuleset]:
    load = partial(load_game, name, modules=modules)
    return load_side(load, natively=True), load_side(load)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "modules", "seats", "policies", "pairs"), TABLES)
def test_the_numbers_are_those_of_python(
    name: str, modules: tuple[str, ...] | None, seats: int, policies: tuple[str, ...], pairs: int
) -> None:
    native, python = both_sides(name, modules)
    assert native.native is not None
    assert python.native is None
    table = ComparedTable(seats, policies, seed=3)
    for number in range(pairs):
        assert play_block(native, table, number, "base") == play_block(python, table, number, "base")


@pytest.mark.slow
def test_a_seat_that_the_rules_play_is_theirs() -> None:
    native, python = both_sides("skymines", ("base", "luna"))
    settings: Chosen = {"luna": 1}
    table = ComparedTable(3, ("greedy", "random"), seed=2, settings=settings, ruled=1)
    assert play_block(native, table, 0, "base") == play_block(python, table, 0, "base")


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_what_others_answer_under_seal_is_as_in_python(tmp_path: Path, policy: str) -> None:
    write_small(tmp_path / "sealed", small_text("together"))
    native, python = both_sides(str(tmp_path / "sealed"))
    table = ComparedTable(python.game.blueprint.max_seats, (policy,), seed=1)
    for number in range(10):
        assert play_block(native, table, number, "base") == play_block(python, table, number, "base")


def test_learned_players_play_pairs_as_in_python(tmp_path: Path) -> None:
    native, python = both_sides("tutorial")
    file = tmp_path / "gulls.json"
    write_values(file, weighs_all(python.game, 2, 40).values)
    for policies in ((f"learned:{file}",), (f"learned:{file}", "greedy"), (f"learned:{file}", "search:5")):
        table = ComparedTable(2, policies, seed=1)
        assert play_block(native, table, 2, "base") == play_block(python, table, 2, "base")


def test_a_limit_is_told_as_in_python(tmp_path: Path) -> None:
    write_small(tmp_path / "limited", LIMITED)
    told = []
    for side in both_sides(str(tmp_path / "limited")):
        with pytest.raises(LimitReached) as limit:
            play_block(side, ComparedTable(2, ("random",), seed=1), 3, "variant")
        told.append(str(limit.value))
    assert told[0] == told[1]
    assert told[0].startswith("pair 4, variant (seed ")


def test_greedy_passes_by_what_comes_to_a_limit(tmp_path: Path) -> None:
    write_small(tmp_path / "limited", LIMITED)
    for side in both_sides(str(tmp_path / "limited")):
        found = play_block(side, ComparedTable(2, ("greedy",), seed=1), 0, "base")
        assert (found["use.play.two"], found["length"]) == (8, 8)


def test_games_are_played_in_the_module_unless_somebody_remembers_them(monkeypatch: pytest.MonkeyPatch) -> None:
    native, _ = both_sides("tutorial")
    monkeypatch.setattr("rulewright.lab.comparing.pairs.Players", None)
    for policies in (("random",), ("greedy", "first")):
        assert play_block(native, ComparedTable(2, policies), 0, "base")
    with pytest.raises(TypeError):
        play_block(native, ComparedTable(2, ("greedy", "search:5")), 0, "base")
