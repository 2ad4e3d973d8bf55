"""The shipped scenarios notice most of what can go wrong with one word of the rules."""

from __future__ import annotations

import pytest

from rulewright.author.testing.mutation.measure import stages_of, verdicts_of
from rulewright.author.testing.mutation.mutants import mutants_of, sample_of
from rulewright.author.testing.mutation.score import score_of
from rulewright.core.pipeline import ruleset_root

SAMPLE = 600


@pytest.mark.slow
def test_scenarios_notice_most_changes_of_the_skymines_base() -> None:
    root = ruleset_root("skymines")
    assert root is not None
    stages = stages_of([root], lambda done, of: None).stages
    mutants = tuple(each for each in mutants_of(stages) if each.text.module in ("base", "moon", "belt"))
    mutants = sample_of(mutants, SAMPLE, seed=11)
    tried = [(mutants[verdict.mutant], verdict) for verdict in verdicts_of(stages, mutants, seed=11)]
    unnoticed = [f"{m.place} {m.before} -> {m.after}" for m, v in tried if v.fate in ("survived", "unreached")]
    assert score_of(tried).share >= 85, "\n".join(unnoticed)
    assert not [verdict for _, verdict in tried if verdict.fate == "unbuilt"]
