"""Sums add up, and what is said of them holds as often as it claims, however often one looks."""

from __future__ import annotations

import random
from math import isclose

import pytest

from rulewright.lab.evidence import ALPHA, Sums, added, e_value, half_width, interval, pairs_needed, sums_of

RUNS, PAIRS, LOOK = 200, 400, 20


def test_sums_of_chunks_add_up_to_those_of_the_whole() -> None:
    rng = random.Random(1)
    pairs = [(rng.gauss(0, 1), rng.gauss(0, 2)) for _ in range(30)]
    whole, parts = sums_of(pairs), added(added(sums_of(pairs[:7]), Sums()), sums_of(pairs[7:]))
    assert whole.pairs == parts.pairs == 30
    assert isclose(whole.mean, parts.mean)
    assert isclose(whole.variance, parts.variance)
    assert (whole.low, whole.high) == (parts.low, parts.high)


def looks(draw: list[tuple[float, float]]) -> list[Sums]:
    return [sums_of(draw[:at]) for at in range(LOOK, PAIRS + 1, LOOK)]


@pytest.mark.parametrize("kind", ["even", "rare and large", "wins"])
def test_where_nothing_has_changed_it_is_rarely_said(kind: str) -> None:
    false = 0
    for run in range(RUNS):
        rng = random.Random(f"{kind} {run}")
        draw = [(0.0, symmetric(kind, rng)) for _ in range(PAIRS)]
        false += any(e_value(each) >= 1 / ALPHA for each in looks(draw))
    assert false <= ALPHA * RUNS, f"{false} of {RUNS} runs of kind {kind!r}"


def symmetric(kind: str, rng: random.Random) -> float:
    if kind == "even":
        return rng.gauss(0, 5)
    if kind == "wins":
        return rng.choice((-1.0, 0.0, 0.0, 1.0))
    return rng.choice((-40.0, 40.0)) if rng.random() < 0.02 else 0.0


@pytest.mark.parametrize("kind", ["even", "rare and large", "wins"])
def test_the_interval_holds_the_truth_at_every_look(kind: str) -> None:
    missed = 0
    for run in range(RUNS):
        rng = random.Random(f"around {kind} {run}")
        draw = [(0.0, 1.5 + symmetric(kind, rng)) for _ in range(PAIRS)]
        ends = [interval(each) for each in looks(draw)]
        missed += any(not low <= 1.5 <= high for low, high in ends)
    assert missed <= ALPHA * RUNS, f"{missed} of {RUNS} runs of kind {kind!r}"


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
    assert half_width(needed, seen.variance, seen.high - seen.low) <= max(abs(seen.mean), 0.02 - abs(seen.mean))


def test_great_evidence_is_a_number() -> None:
    assert e_value(sums_of([(0.0, 1e6)] * 5000 + [(0.0, 1e6 + 1)])) > 1e100


def test_no_pairs_show_nothing() -> None:
    assert e_value(Sums()) == pytest.approx(1.0)
    assert interval(Sums()) == (-float("inf"), float("inf"))
