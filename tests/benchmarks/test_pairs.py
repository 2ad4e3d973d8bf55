"""The arithmetic of the benchmarks, and that a worker answers; nothing here depends on how fast anything is."""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.__main__ import main
from tests.benchmarks.pairs import IMPORTED, ROOT, Process, Ratio, median_ratio, rate, ratio_of, total
from tests.benchmarks.strength import Checkout, share_of_deal
from tests.benchmarks.worker import Tally, slice_of


def tally(decisions: int, seconds: float = 0.5) -> Tally:
    return Tally(decisions=decisions, forced=1, options=2 * decisions, games=1, seconds=seconds)


def test_the_ratio_of_pairs_is_the_median_and_lies_in_its_interval() -> None:
    found = ratio_of([(tally(300), tally(100)), (tally(310), tally(100)), (tally(900), tally(100))])
    assert found.median == pytest.approx(3.1)
    assert found.low <= found.median <= found.high


def test_the_interval_of_equal_ratios_is_a_point() -> None:
    assert median_ratio([2.0] * 20) == Ratio(2.0, 2.0, 2.0)


def test_the_same_ratios_give_the_same_interval() -> None:
    ratios = [1.0, 1.1, 0.9, 1.05, 0.97]
    assert median_ratio(ratios) == median_ratio(ratios)


def test_a_control_that_excludes_one_is_seen() -> None:
    assert median_ratio([0.99, 1.0, 1.01, 1.0]).includes(1.0)
    assert not median_ratio([1.1, 1.2, 1.15]).includes(1.0)


def test_slices_add_up() -> None:
    both = total([tally(100), tally(200, seconds=1.0)])
    assert (both.decisions, both.games, both.seconds) == (300, 2, 1.5)
    assert rate(both) == pytest.approx(200)


def test_a_slice_lasts_at_least_as_long_as_asked() -> None:
    class Counting:
        def play(self, prompts: int, tally: Tally) -> None:
            tally.decisions += prompts

    found = slice_of(Counting(), 0.01)
    assert found.seconds >= 0.01
    assert found.decisions > 0


@pytest.mark.benchmark
def test_our_worker_plays_slice_after_slice() -> None:
    with Process(sys.executable, "ours:basic", None) as process:
        first, second = process.slice(0.1), process.slice(0.1)
    assert min(first.decisions, second.decisions) > 0
    assert first.forced == second.forced == 0


@pytest.mark.benchmark
@pytest.mark.parametrize("side", ["native:tutorial", "native:tutorial 8", "native:three", "ours:four"])
def test_every_kind_of_side_counts_its_games(side: str) -> None:
    with Process(sys.executable, side, None) as process:
        found = process.slice(0.1)
    assert found.games > 0
    assert found.decisions > found.games
    assert found.options >= 2 * found.decisions


def test_versions_need_to_know_which_is_the_earlier_one(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["versions"])
    assert "--before FOLDER" in capsys.readouterr().err


@pytest.mark.benchmark
def test_a_checkout_is_measured_beside_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["versions", "--before", str(ROOT), "--quick"]) == 0
    assert capsys.readouterr().out.count("A/B") == 4


@pytest.mark.slow
def test_a_checkout_is_as_strong_as_itself_and_a_search_stronger_than_none() -> None:
    policies = ("search:20", "search:20", "first")
    searching, again, idle = (Checkout(IMPORTED, "tutorial", policy, seats=2) for policy in policies)
    try:
        assert [share_of_deal(searching, again, seed) for seed in range(1, 4)] == [0.5, 0.5, 0.5]
        assert sum(share_of_deal(searching, idle, seed) for seed in range(1, 9)) > 4
    finally:
        for each in (searching, again, idle):
            each.close()
