"""Intervals hold the truth as often as they claim, also where what is counted hangs together."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt

import pytest

from rulewright.lab.statistics.estimates import (
    Estimate,
    chance_beyond,
    chance_of,
    differs,
    likeness,
    mean,
    remarkable,
    share,
    student,
)

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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("truth", [0.0, 0.5, 0.9])
def test_how_alike_two_games_of_a_deal_are(truth: float, seats: int) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"alike {truth} {seats} {run}")
        missed += not holds(likeness([deal_of(rng, truth, seats, near, near) for _ in range(60)]), truth)
    assert missed <= 0.09 * RUNS


@pytest.mark.parametrize("far", ["deals", "games", "both"])
def test_how_alike_they_are_where_some_are_far_from_all_others(far: str) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"far {far} {run}")
        deals, games = tailed if far != "games" else near, tailed if far != "deals" else near
        missed += not holds(likeness([deal_of(rng, 0.5, 1, deals, games) for _ in range(60)]), 0.5)
    assert missed <= 0.11 * RUNS, f"{missed} of {RUNS}"


Drawn = Callable[[random.Random], float]


def near(rng: random.Random) -> float:
    return rng.gauss(0, 1)


def tailed(rng: random.Random) -> float:
    """Student's t of 5 degrees of freedom, whose variance is made 1."""
    return rng.gauss(0, 1) / sqrt(rng.gammavariate(2.5, 0.4)) / sqrt(5 / 3)


def deal_of(rng: random.Random, truth: float, seats: int, deal: Drawn, game: Drawn) -> list[tuple[float, float]]:
    """A pair for each seat: what its deal is worth, and what each of both games adds."""
    one, rest = truth**0.5, (1 - truth) ** 0.5
    dealt = [one * deal(rng) for _ in range(seats)]
    return [(each + rest * game(rng), each + rest * game(rng)) for each in dealt]


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
    assert likeness([[(1.0, 2.0)], [(2.0, 3.0)], [(5.0, 1.0)]]) is None
    assert likeness([[(1.0, 1.0)]] * 30) is None


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042)])
def test_students_t_is_as_tables_have_it(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, rel=0.01)
    assert chance_beyond(known, freedom) == pytest.approx(0.05, rel=0.001)


@pytest.mark.parametrize("games", [4, 40])
def test_of_many_questions_that_are_alike_one_rarely_seems_to_differ(games: int) -> None:
    false = 0
    for run in range(RUNS // 2):
        rng = random.Random(f"differs {games} {run}")
        pairs = [[mean([[rng.gauss(0, 1)] for _ in range(games)]) for _ in range(2)] for _ in range(20)]
        false += any(differs(one, two, len(pairs)) for one, two in pairs if one is not None and two is not None)
    assert false <= 0.04 * RUNS
    assert differs(Estimate(0, -1, 1, 9), Estimate(4, 3, 5, 9), 20)
    assert not differs(Estimate(0, -1, 1, 3, 2), Estimate(4, 3, 5, 3, 2), 20)


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 400, 5000])
def test_what_lies_at_the_end_of_its_interval_is_chance_in_one_of_twenty(freedom: int) -> None:
    assert chance_of(Estimate(3, 1, 5, 99, freedom), 1) == pytest.approx(0.05, rel=0.02)
    assert chance_of(Estimate(0, -1, 1, 99, freedom)) == pytest.approx(1)


def test_where_nothing_matters_hardly_any_report_remarks_on_anything() -> None:
    false = 0
    for run in range(RUNS):
        rng = random.Random(f"null {run}")
        found = {str(at): mean([[rng.gauss(0, 1)] for _ in range(6)]) for at in range(20)}
        false += bool(remarkable({name: each for name, each in found.items() if each is not None}, 0, 0.05))
    assert false <= 0.08 * RUNS, f"{false} of {RUNS}"


def test_of_what_is_remarked_on_hardly_any_is_chance() -> None:
    wrong = []
    for run in range(100):
        rng = random.Random(f"some {run}")
        found = {str(at): mean([[rng.gauss(3 * (at < 5), 1)] for _ in range(10)]) for at in range(20)}
        told = remarkable({name: each for name, each in found.items() if each is not None}, 0, 0.05)
        assert len(told & {"0", "1", "2", "3", "4"}) >= 4
        wrong.append(len([name for name in told if int(name) >= 5]) / len(told))
    assert sum(wrong) / len(wrong) <= 0.06


def test_what_is_off_by_rounding_alone_is_not_remarkable() -> None:
    thirds = [[1 / 3, 1 / 3, -2 / 3], [0.1, 0.2, -0.3]] * 50
    found = mean(thirds)
    assert found is not None
    exact = Estimate(-1e-16, -1e-16, -1e-16, 100)
    assert {name: chance_of(each) for name, each in {"thirds": found, "exact": exact}.items()} == {
        "thirds": 1.0,
        "exact": 1.0,
    }
    assert not differs(exact, Estimate(0.0, 0.0, 0.0, 100))
    assert remarkable({"exact": exact, "far": Estimate(1.0, 0.9, 1.1, 100)}, 0.0, 0.05) == {"far"}
