"""Sums add up, and e-values are great as rarely as they claim. Of intervals and answers: `test_coverage.py`."""

from __future__ import annotations

import random
from math import isclose, log

import pytest

from rulewright.lab.statistics.evidence import ALPHA, Sums, added, e_value, half_width, interval, pairs_needed, sums_of
from tests.unit.lab.planted_numbers import looks

RUNS, PAIRS, LOOK = 200, 400, 20


def test_sums_of_chunks_add_up_to_those_of_the_whole() -> None:
    rng = random.Random(1)
    pairs = [(rng.gauss(0, 1), rng.gauss(0, 2)) for _ in range(30)]
    whole, parts = sums_of(pairs), added(added(sums_of(pairs[:7]), Sums()), sums_of(pairs[7:]))
    assert whole.pairs == parts.pairs == 30
    assert isclose(whole.mean, parts.mean)
    assert isclose(whole.variance, parts.variance)
    assert (whole.base_size, whole.widest) == (pytest.approx(parts.base_size), parts.widest)


@pytest.mark.parametrize("kind", ["even", "rare and large", "wins"])
def test_where_pairs_differ_alike_both_ways_it_is_rarely_called_a_change(kind: str) -> None:
    false = 0
    for run in range(RUNS):
        rng = random.Random(f"{kind} {run}")
        draw = [(0.0, symmetric(kind, rng)) for _ in range(PAIRS)]
        false += any(e_value(each) >= 1 / ALPHA for each in looks(draw, LOOK))
    assert false <= ALPHA * RUNS, f"{false} of {RUNS} runs of kind {kind!r}"


def symmetric(kind: str, rng: random.Random) -> float:
    if kind == "even":
        return rng.gauss(0, 5)
    if kind == "wins":
        return rng.choice((-1.0, 0.0, 0.0, 1.0))
    return rng.choice((-40.0, 40.0)) if rng.random() < 0.02 else 0.0


def test_a_change_is_found() -> None:
    rng = random.Random(3)
    found = sums_of([(0.0, rng.gauss(1, 3)) for _ in range(500)])
    assert e_value(found) >= 1 / ALPHA
    assert interval(found)[0] > 0


def test_so_many_pairs_as_are_needed_suffice() -> None:
    rng = random.Random(4)
    seen = sums_of([(0.0, rng.gauss(0.1, 2)) for _ in range(50)])
    needed = pairs_needed(seen, 0.02)
    assert needed > 50
    assert half_width(needed, seen.variance, seen.reach) <= max(abs(seen.mean), 0.02 - abs(seen.mean))


def test_great_evidence_is_a_number() -> None:
    assert e_value(sums_of([(0.0, 1e6)] * 5000 + [(0.0, 1e6 + 1)])) > 1e100


def test_no_pairs_show_nothing() -> None:
    assert e_value(Sums()) == pytest.approx(1.0)
    assert interval(Sums()) == (-float("inf"), float("inf"))


def test_a_number_that_never_differed_may_differ_still() -> None:
    same = sums_of([(20.0, 20.0)] * 100)
    assert interval(same)[1] == pytest.approx(20 * log(2 / ALPHA) / 100)
    assert interval(sums_of([(0.0, 0.0)] * 100))[1] > 0.03  # of points the least there is, one, counts
