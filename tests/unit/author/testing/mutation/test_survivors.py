"""Scenarios with planted gaps: mutation finds the gaps, all of them, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.testing.mutation.measure import stages_of, verdicts_of
from rulewright.author.testing.mutation.mutants import Mutant, mutants_of, sample_of
from rulewright.author.testing.mutation.operators import Zones, mutations
from rulewright.author.testing.mutation.score import score_of, scores_by
from rulewright.author.testing.mutation.trial import MutantVerdict
from rulewright.core.language.parse import parse_expression
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import effects as ast
from tests.unit.author.testing.mutation.weak_ruleset import tried, write

SURVIVED = {
    # Nobody sells at the lower price or says what the higher one is.
    ("price.amount/yes", "number up"),
    ("price.amount/yes", "number down"),
    ("price.amount", "negation"),
    ("price.amount/test", "comparison"),
    ("price.amount/test/right", "number up"),
    ("price.amount/test/right", "number down"),
    ("price.amount/no", "number up"),
    ("price.amount/no", "number down"),
    # Nobody buys with too little, sells a single ware or counts what is left.
    ("trade.does/0/options/0/body/0", "guard"),
    ("trade.does/0/options/1/body/0/test/right", "number up"),
    ("trade.does/0/options/1/body/1", "sign"),
    ("trade.does/0/options/1/body/1", "statement"),
    ("trade.does/0/options/1/body/1/amount", "number up"),
    ("trade.does/0/options/1/body/1/amount", "number down"),
    # Nothing tells how often a loop runs, but for its end.
    ("forever.does/0/value", "number up"),
    ("forever.does/0/value", "number down"),
    ("forever.does/1", "negation"),
    ("forever.does/1", "statement"),
    ("forever.does/1/test", "comparison"),
    ("forever.does/1/test/right", "number up"),
    ("forever.does/1/body/0/value/right", "number up"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Mutant, MutantVerdict]]:
    return tried(write(tmp_path_factory.mktemp("weak")))


def _fates(found: list[tuple[Mutant, MutantVerdict]], fate: str) -> set[tuple[str, str]]:
    return {(mutant.place, mutant.operator) for mutant, verdict in found if verdict.fate == fate}


def test_exactly_the_planted_gaps_survive(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    assert _fates(found, "survived") == SURVIVED


def test_scenarios_that_run_a_change_are_in_their_order_however_fast_each_is(
    found: list[tuple[Mutant, MutantVerdict]],
) -> None:
    several = [verdict.reached for _, verdict in found if len(verdict.reached) > 1]
    assert several
    assert several == [tuple(sorted(reached)) for reached in several]


def test_what_no_scenario_runs_is_told_apart(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    assert {place.split(".")[0] for place, _ in _fates(found, "unreached")} == {"play", "bargain"}
    assert [verdict for _, verdict in found if verdict.fate == "unreached" and verdict.reached] == []


def test_nothing_is_left_over(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    counts = {fate: len(_fates(found, fate)) for fate in ("killed", "survived", "unreached")}
    assert sum(counts.values()) == len(found)
    assert counts["killed"] == 19


def test_a_loop_without_an_end_counts_as_noticed(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    killed = _fates(found, "killed")
    assert ("forever.does/1/body/0", "statement") in killed
    assert ("forever.does/1/body/0/value", "sign") in killed


def test_a_survivor_tells_where_it_is_and_what_has_changed(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    (each,) = [mutant for mutant, _ in found if (mutant.place, mutant.operator) == ("price.amount/no", "number up")]
    assert (each.span.file, each.span.line, each.span.column) == ("stall/base/trade.yaml", 7, 34)
    assert (each.before, each.after) == ("3 if wares >= 2 else 2", "3 if wares >= 2 else 3")


def test_a_survivor_names_the_scenarios_that_ran_it(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    (verdict,) = [v for mutant, v in found if (mutant.place, mutant.operator) == ("price.amount/yes", "number up")]
    assert verdict.reached == ((0, 2),)


def test_scores_are_told_by_operator(found: list[tuple[Mutant, MutantVerdict]]) -> None:
    scores = scores_by(found, lambda mutant: mutant.operator)
    assert scores["guard"] == (0, 1, 0)
    assert scores["option"] == (3, 3, 0)
    assert sum(score.of for score in scores.values()) == score_of(found).of == len(found)


def test_a_sample_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    mutants = mutants_of(stages_of([write(tmp_path)], lambda done, of: None).stages)
    assert sample_of(mutants, 7, seed=3) == sample_of(mutants, 7, seed=3)
    assert sample_of(mutants, 7, seed=3) != sample_of(mutants, 7, seed=4)
    assert sample_of(mutants, 10**6, seed=3) == mutants


def test_several_processes_say_the_same(tmp_path: Path) -> None:
    stages = stages_of([write(tmp_path)], lambda done, of: None).stages
    mutants = mutants_of(stages)
    here = {each.mutant: each.fate for each in verdicts_of(stages, mutants, seed=1)}
    there = {each.mutant: each.fate for each in verdicts_of(stages, mutants, seed=1, jobs=2)}
    assert here == there


def test_of_an_or_else_only_one_of_its_values_is_left() -> None:
    tree = parse_expression("1 + (6 / n or else 0)")
    assert isinstance(tree, ast.Expression)
    found = {
        unparse_expression(each.tree) for each in mutations(tree, Zones({}, frozenset())) if each.operator == "or else"
    }
    assert found == {"1 + 6 / n", "1 + 0"}
