"""From evidence to answers: closed testing of the few, e-BH for the many, and no answer that is not shown."""

from __future__ import annotations

import random

import pytest

from rulewright.lab.comparing.compare import Finding
from rulewright.lab.comparing.wording import answer_text
from rulewright.lab.statistics.evidence import ALPHA, sums_of
from rulewright.lab.statistics.verdicts import closed_e_values, found_by_e_bh, other_verdicts, primary_verdicts


def test_the_closed_value_is_the_least_average_with_others() -> None:
    assert closed_e_values([30.0, 1.0, 2.0]) == [pytest.approx(11.0), pytest.approx(1.0), pytest.approx(1.5)]
    assert closed_e_values([30.0]) == [30.0]
    assert closed_e_values([]) == []


def test_e_bh_finds_as_many_as_their_least_allows() -> None:
    values = {"a": 100.0, "b": 45.0, "c": 30.0, "d": 1.0}
    assert found_by_e_bh(values) == {"a", "b", "c"}
    assert found_by_e_bh({**values, "c": 20.0}) == {"a", "b"}
    assert found_by_e_bh({"a": 79.0, "b": 1.0, "c": 1.0, "d": 1.0}) == frozenset()


def test_numbers_that_were_not_met_yet_count_among_those_asked_about() -> None:
    assert found_by_e_bh({"a": 100.0, "b": 45.0}, of=4) == {"a", "b"}
    assert found_by_e_bh({"a": 100.0, "b": 45.0}, of=5) == {"a"}
    assert found_by_e_bh({"a": 100.0, "b": 45.0}, of=6) == frozenset()
    few = {"a": sums_of(drawn(1.0, 1.0, 50, 7))}
    assert other_verdicts(few)["a"].answer != "not shown"
    assert other_verdicts(few, of=10**9)["a"].answer == "not shown"


def drawn(mean: float, spread: float, pairs: int, seed: int) -> list[tuple[float, float]]:
    rng = random.Random(seed)
    return [(10.0, 10.0 + rng.gauss(mean, spread)) for _ in range(pairs)]


@pytest.mark.parametrize(
    ("mean", "within", "answer"),
    [(2.0, 0.2, "more"), (-2.0, 0.2, "less"), (0.0, 1.5, "equal"), (0.05, 0.2, "not shown")],
)
def test_each_answer_is_given(mean: float, within: float, answer: str) -> None:
    (found,) = primary_verdicts([sums_of(drawn(mean, 1.0, 400, 5))], [within])
    assert found.answer == answer
    assert (found.pairs_needed > 0) == (answer == "not shown")


def test_what_changed_without_a_way_is_told_so() -> None:
    rare = [(0.0, 0.0)] * 300 + [(0.0, 30.0)] * 16
    (found,) = primary_verdicts([sums_of(rare)], [0.01])
    assert found.e_value >= 1 / ALPHA
    assert found.answer == "changed"
    assert found.interval[0] <= 0 <= found.interval[1], "a mean that is shown goes more or less"
    assert found.pairs_needed > 316
    told = answer_text(Finding("greedy", "length", True, sums_of(rare), found, 0.01))
    assert told == "pairs differ, mean not shown"


def test_other_numbers_are_never_called_equal() -> None:
    numbers = {"same": sums_of([(5.0, 5.0)] * 500), "more": sums_of(drawn(3.0, 1.0, 500, 6))}
    found = other_verdicts(numbers)
    assert found["same"].answer == "not shown"
    assert found["more"].answer == "more"
