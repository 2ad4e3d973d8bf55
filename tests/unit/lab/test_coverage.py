"""What is told of numbers holds as often as it claims at every look, where what differs is rare, lopsided or large."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from rulewright.lab.statistics.evidence import ALPHA, Sums, interval
from rulewright.lab.statistics.verdicts import ShownAnswer, other_verdicts, primary_verdicts
from tests.unit.lab.planted_numbers import PLANTED, looks

LOOK, WITHIN, QUESTIONS = 25, 0.02, 6
FEW, MANY = 40, 300

RUNS = pytest.mark.parametrize("runs", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
BEYOND = [name for name, each in PLANTED.items() if abs(each.truth) > WITHIN * each.size]


def looked_at(kind: str, run: object, pairs: int) -> Iterable[Sums]:
    rng = random.Random(f"{kind} {run}")
    return looks([PLANTED[kind].draw(rng) for _ in range(pairs)], LOOK)


def as_rare_as_claimed(wrong: int, runs: int, level: float = ALPHA) -> bool:
    """Whether it is not more than the level by two standard errors."""
    return wrong <= level * runs + 2 * (level * (1 - level) * runs) ** 0.5


@RUNS
@pytest.mark.parametrize("kind", [each for each in PLANTED if each != "rare, twice its size"])
def test_an_interval_holds_the_truth_at_every_look(kind: str, runs: int) -> None:
    missed, truth = 0, PLANTED[kind].truth
    for run in range(runs):
        ends = map(interval, looked_at(kind, run, 400))
        missed += any(not low <= truth <= high for low, high in ends)
    assert as_rare_as_claimed(missed, runs), f"{missed} of {runs}"


@pytest.mark.sampled(3)
@RUNS
@pytest.mark.parametrize("kind", BEYOND)
def test_equal_is_hardly_ever_said_of_what_changes_now_and_then(kind: str, runs: int) -> None:
    false, within = 0, WITHIN * PLANTED[kind].size
    for run in range(runs):
        told = (answer_of(each, within) for each in looked_at(kind, f"equal {run}", 400))
        false += "equal" in told
    assert as_rare_as_claimed(false, runs, ALPHA / 2), f"{false} of {runs}"


def answer_of(sums: Sums, within: float) -> ShownAnswer:
    """What is told of one of several primary questions."""
    return primary_verdicts([sums] * QUESTIONS, [within] * QUESTIONS)[0].answer


@pytest.mark.parametrize(("kind", "pairs"), [("even", 1000), ("mean near 0", 1000)])
def test_what_is_equal_is_told_so_in_time(kind: str, pairs: int) -> None:
    for run in range(3):
        *_, last = looked_at(kind, run, pairs)
        assert answer_of(last, WITHIN * last.base_size) == "equal", f"run {run}"


@pytest.mark.parametrize("value", [0.0, 1.0, 20.0, -300.0])
def test_twins_are_equal_after_three_hundred_pairs_and_not_before(value: float) -> None:
    told = [answer_of(each, WITHIN * each.base_size) for each in looks([(value, value)] * 300, LOOK)]
    assert told == ["not shown"] * 11 + ["equal"]


@RUNS
def test_lopsided_pairs_of_equal_mean_have_changed_but_neither_way(runs: int) -> None:
    wrong, seen = 0, set[str]()
    for run in range(runs):
        told = {answer_of(each, 0.1) for each in looked_at("lopsided", run, 500)}
        wrong, seen = wrong + bool(told & {"more", "less", "equal"}), seen | told
    assert as_rare_as_claimed(wrong, runs)
    assert "changed" in seen


HOLDS: dict[str, Callable[[float, float], bool]] = {
    "more": lambda truth, _: truth > 0,
    "less": lambda truth, _: truth < 0,
    "equal": lambda truth, within: abs(truth) <= within,
    "changed": lambda truth, _: truth != 0,
    "not shown": lambda *_: True,
}


@RUNS
def test_all_that_is_told_of_the_primary_questions_holds_in_nineteen_of_twenty_runs(runs: int) -> None:
    kinds = ("even", "wins", "rare", "rare wins", "rarely shorter", "more")
    wrong = 0
    for run in range(runs):
        columns = [list(looked_at(kind, f"all {run}", 500)) for kind in kinds]
        wrong += any(
            not HOLDS[found.answer](PLANTED[kind].truth, WITHIN * PLANTED[kind].size)
            for at in zip(*columns, strict=True)
            for kind, found in zip(
                kinds, primary_verdicts(at, [WITHIN * PLANTED[kind].size for kind in kinds]), strict=True
            )
        )
    assert as_rare_as_claimed(wrong, runs), f"{wrong} of {runs}"


@pytest.mark.parametrize("runs", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_of_the_other_numbers_told_one_in_twenty_is_wrong(runs: int) -> None:
    """The mean share of those that are wrong among those told, of 60 numbers of which 12 have changed."""
    kinds = ["rare", "rare wins", "more"] * 4 + ["even", "wins", "mean near 0"] * 16
    shares, told = [], 0
    for run in range(runs):
        sums = {}
        for at, kind in enumerate(kinds):
            *_, sums[f"{at} {kind}"] = looked_at(kind, f"{at} {run}", 400)
        found = {name: each.answer for name, each in other_verdicts(sums, of=80).items() if each.answer != "not shown"}
        wrong = [name for name, each in found.items() if not HOLDS[each](PLANTED[name.split(" ", 1)[1]].truth, 0)]
        shares.append(len(wrong) / max(1, len(found)))
        told += len(found)
    assert sum(shares) / runs <= ALPHA, shares
    assert told >= 4 * runs
