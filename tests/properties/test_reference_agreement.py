"""Emitted code and the reference evaluator play the same games, decision by decision and value by value."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import pytest

from rulewright.core.load.conditions import choices_to_check
from rulewright.core.model import bound
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import Loop, SetSlot
from rulewright.core.model.bound_values import Op, Quantify
from rulewright.core.model.program import Program
from rulewright.core.pipeline import read_whole, shipped_names
from tests.reference.agreement import disagreement
from tests.reference.games import SMALL, Both, both_of, shipped, small
from tests.reference.random_rules import random_ruleset

FEW, MANY, MANY_SMALL = 8, 60, 25
RANDOM_FEW, RANDOM_MANY = 20, 300


@cache
def selections() -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    """Each shipped ruleset as it is by default, and in the choices that switch every file of its modules on."""
    found: list[tuple[str, tuple[str, ...] | None]] = []
    for name in shipped_names():
        found += [(name, None), *((name, chosen) for chosen in choices_to_check(read_whole(name).source))]
    return tuple(found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_ruleset_is_played_alike(name: str, seed: int) -> None:
    assert not disagreement(shipped(name), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + MANY))
def test_every_shipped_ruleset_and_module_is_played_alike(seed: int) -> None:
    name, modules = selections()[seed % len(selections())]
    assert not disagreement(shipped(name, modules), seed), f"{name} with {modules or 'its default modules'}"


@pytest.mark.sampled(14)
@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_played_alike(name: str, seed: int) -> None:
    assert not disagreement(small(name), seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + MANY_SMALL))
@pytest.mark.parametrize("name", SMALL)
def test_many_small_games_are_played_alike(name: str, seed: int) -> None:
    assert not disagreement(small(name), seed)


def play_random_rules(seed: int) -> None:
    both = both_of(random_ruleset(seed))
    for game in range(3):
        assert not disagreement(both, game, most=200), f"random ruleset {seed}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(RANDOM_FEW))
def test_random_rules_are_played_alike(seed: int) -> None:
    play_random_rules(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + RANDOM_MANY))
def test_many_random_rules_are_played_alike(seed: int) -> None:
    play_random_rules(seed)


def test_a_limit_is_reached_alike() -> None:
    both = both_of(
        """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 5}
procedures:
  - id: play
    does: |
      repeat 3:
        choose:
          forever:
            repeat while coin > 0: gain 1 coin
          many: repeat 20000: gain 1 coin
          wide:
            for each n in 1..20000: gain 1 coin
          asking:
            repeat while coin > 0:
              for each s in others: pick n from 1..1
          ahead:
            repeat 20000: lose 1 coin
            require coin > 0
          circle: circle
          fine: lose 1 coin
  - id: circle
    does: |
      require possible(circle)
      gain 1 coin
"""
    )
    for seed in range(8):
        assert not disagreement(both, seed)


def test_a_table_of_places_in_a_loop_over_others_is_read_alike() -> None:
    both = both_of(
        """\
kind: content
kinds: [{id: field, title: {en: Field}}]
maps: [{id: fields, regions: field, grid: [3, 3], prefix: f_}]
procedures:
  - {id: play, does: "pick n from 1..2"}
scoring:
  - id: scored
    title: {en: Scored}
    amount: "lowest(longest_way((b in fields where b.near.row = 1), (f in field where f.row = n)) for n in 1..9)"
"""
    )
    assert not disagreement(both, 1)


# ---- The small games leave nothing of the language out


def forms_of(program: Program) -> set[str]:
    """Every kind of node, operator, quantifier and change that a program has."""
    found: set[str] = set()

    def visit(node: Any) -> None:
        if isinstance(node, tuple):
            for each in node:
                visit(each)
        elif is_dataclass(node) and type(node).__module__ in (bound.__name__, bv.__name__):
            extra = {Op: "op", Quantify: "function", SetSlot: "mode"}.get(type(node))
            found.add(f"{type(node).__name__} {getattr(node, extra)}" if extra else type(node).__name__)
            if isinstance(node, Quantify | Loop):
                found.add(f"{type(node).__name__} by {len(node.order)}")
            for field in fields(node):
                visit(getattr(node, field.name))

    for procedure in program.procedures:
        visit(procedure.body)
    for quantity in program.quantities:
        visit(quantity.amount)
    return found


OPS = ("+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "neg", "min", "max", "abs")
QUANTIFIERS = ("count", "sum", "any", "every", "none", "first", "highest", "lowest")
MODES = ("set", "gain", "lose", "pay")
MEMBERS = (*bv.Bound.__args__, *bound.BoundStatement.__args__)
PLAIN = {kind.__name__ for kind in MEMBERS} - {"Op", "Quantify", "SetSlot"}


def test_the_small_games_use_every_form_of_the_language() -> None:
    programs: list[Both] = [small(name) for name in SMALL]
    used = set().union(*(forms_of(each.evaluator.program) for each in programs))
    wanted = {f"{kind} by {keys}" for kind in ("Quantify", "Loop") for keys in range(2)}
    wanted |= (
        PLAIN | {f"Op {op}" for op in OPS} | {f"Quantify {f}" for f in QUANTIFIERS} | {f"SetSlot {m}" for m in MODES}
    )
    assert wanted <= used, f"not used: {sorted(wanted - used)}"
