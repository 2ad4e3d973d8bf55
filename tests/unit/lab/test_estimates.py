"""Intervals hold the truth as often as they claim, also where what is counted hangs together."""

from __future__ import annotations

import random

import pytest

from rulewright.lab import estimates
from rulewright.lab.estimates import Estimate, differs, likeness, mean, share, student

RUNS = 400


def holds(found: Estimate | None, truth: float) -> bool:
    assert found is not None
    return found.low <= truth <= found.high


@pytest.mark.parametrize("p", [0.05, 0.33, 0.9])
@pytest.mark.parametrize("together", [0.0, 0.8])
def test_a_share_of_games_of_which_two_have_a_deal(p: float, together: float) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"share {p} {together} {run}")
        groups = []
        for _ in range(60):
            first = rng.random() < p
            second = first if rng.random() < together else rng.random() < p
            groups.append((float(first + second), 2))
        missed += not holds(share(groups), p)
    assert missed <= 0.08 * RUNS


@pytest.mark.parametrize("deals", [5, 40])
def test_a_mean_of_games_of_which_two_have_a_deal(deals: int) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"mean {deals} {run}")
        groups = []
        for _ in range(deals):
            deal = rng.gauss(3, 2)
            groups.append([deal + rng.gauss(0, 1), deal + rng.gauss(0, 1)])
        missed += not holds(mean(groups), 3)
    assert missed <= 0.08 * RUNS


@pytest.mark.parametrize("truth", [0.0, 0.5, 0.9])
def test_how_alike_two_games_of_a_deal_are(truth: float) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"alike {truth} {run}")
        pairs = []
        for _ in range(60):
            deal = rng.gauss(0, truth**0.5)
            rest = (1 - truth) ** 0.5
            pairs.append((deal + rng.gauss(0, rest), deal + rng.gauss(0, rest)))
        missed += not holds(likeness(pairs, len(pairs)), truth)
    assert missed <= 0.08 * RUNS


def test_what_never_happened_may_happen_still() -> None:
    found = share([(0.0, 1)] * 50)
    assert found is not None
    assert found.value == 0.0
    assert 0.03 < found.high < 0.1
    many = share([(0.0, 100)] * 50)  # many decisions of few games: they may hang together
    assert many is not None
    assert many.high == found.high


def test_of_too_few_nothing_is_told() -> None:
    assert share([]) is None
    assert mean([[1.0]]) is None
    assert likeness([(1.0, 1.0)] * 3, 3) is None
    assert likeness([(1.0, 1.0)] * 30, 30) is None


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042)])
def test_students_t_is_as_tables_have_it(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, rel=0.01)


def test_of_many_questions_that_are_alike_one_rarely_seems_to_differ() -> None:
    false = 0
    for run in range(RUNS):
        rng = random.Random(f"differs {run}")
        pairs = [[mean([[rng.gauss(0, 1)] for _ in range(40)]) for _ in range(2)] for _ in range(20)]
        false += any(differs(one, two, len(pairs)) for one, two in pairs if one is not None and two is not None)
    assert false <= 0.08 * RUNS
    assert differs(Estimate(0, -1, 1, 9), Estimate(4, 3, 5, 9), 20)


def test_chance_of_a_difference_is_that_of_the_bell_curve() -> None:
    assert estimates.chance_of(Estimate(1.959964, 0, 2 * 1.959964, 99)) == pytest.approx(0.05, abs=1e-4)
    assert estimates.chance_of(Estimate(0, -1, 1, 99)) == 1
