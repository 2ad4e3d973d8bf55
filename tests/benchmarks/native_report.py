"""The native back end beside the Python one, beside the same games in C++, and from Python."""

from __future__ import annotations

import sys

from tests.benchmarks import hosting
from tests.benchmarks.pairs import Comparison, compare, rate, ratio_of, total
from tests.benchmarks.reporting import games_rate, print_control, print_ratio, print_row, print_side
from tests.benchmarks.tables import TABLES

SLICE = 0.4
BACK_ENDS = {"basic": 30, "whole": 25, "ruled": 25, "ceres": 25, "tutorial": None}
KEPT = 2_000_000
PEERS = {"three": "tic_tac_toe", "four": "connect_four"}
PUBLISHED = """
  Published by their authors, on other machines, and not measured here:
    RBG, connect four: 18.5 M positions/s (Kowalski et al.); TAG (Java): 0.3 to 0.8 M decisions/s by game
"""


def _paired(side: str, other: str, quick: bool, seconds: float = SLICE) -> Comparison:
    rounds, blocks = (1, 2) if quick else (3, 4)
    return compare(sys.executable, side, sys.executable, other, rounds=rounds, blocks=blocks, seconds=seconds)


def print_back_ends(quick: bool) -> None:
    """Each table natively and in Python by turns; Python keeps a clone at every decision, which costs it a tenth."""
    print("\nWhole random games, natively beside in Python, by turns on one core")
    for name, bar in BACK_ENDS.items():
        found = _paired(f"native:{name}", f"ours:{name}", quick, 1.0 if name == "ruled" else SLICE)
        print_side(f"natively: {TABLES[name].title}", total([one for one, _ in found.pairs]))
        print_side("in Python, a clone kept at every decision", total([other for _, other in found.pairs]))
        print_ratio("natively / in Python" + (f"   (bar {bar})" if bar else ""), ratio_of(found.pairs))
    for most, what in ((64, "the last 64 clones kept"), (512, "a clone kept of every decision of the game")):
        found = _paired(f"native:basic {most}", "native:basic", quick)
        kept = total([one for one, _ in found.pairs])
        print_side(f"natively: {TABLES['basic'].title}, {what}", kept)
        print_ratio("of the rate without", ratio_of(found.pairs))
        print_row("decisions/s", rate(kept), "", KEPT, least=True)


def print_peers(quick: bool) -> None:
    """Random playouts from the first position of games that OpenSpiel has in C++."""
    print("\nRandom playouts inside one call: natively (A) beside OpenSpiel's C++ (B: rollouts of one search)")
    for name, other in PEERS.items():
        found = _paired(f"native:{name}", f"spiel:{other}", quick)
        mine, theirs = (total([pair[side] for pair in found.pairs]) for side in (0, 1))
        print_side(TABLES[name].title, mine)
        moves = mine.decisions / mine.games * theirs.games / theirs.seconds
        print(f"  {other} of OpenSpiel: {theirs.games / theirs.seconds:,.0f} games/s, about {moves:,.0f} moves/s")
        print_ratio("A/B by games   (bar 1)", ratio_of(found.pairs, games_rate))
        print_control(found)
    print(PUBLISHED)


def print_host(quick: bool) -> None:
    """What a program in Python gets."""
    repeats = 3 if quick else 9
    print("\nFrom Python, skymines of 4 seats: medians by CPU time")
    print_row("a step called one by one", hosting.step_microseconds(repeats), "us", 5)
    print_row(f"steps/s of {hosting.STATES} states at once", hosting.block_rate(repeats), "", 1_000_000, least=True)
    print_row("playouts/s from mid-game, each", hosting.rollout_rate(repeats, summed=False), "", 15_000, least=True)
    print_row("playouts/s from mid-game, summed", hosting.rollout_rate(repeats, summed=True), "", 15_000, least=True)
    print_ratio("two threads / one, by the clock   (bar 1.8)", hosting.thread_ratio(2 * repeats))
    cold, cached, cold_python, cached_python = hosting.loading_seconds(3 if quick else 7)
    print_row("process: compiled anew, more than Python's", cold, "s", 1.0)
    print_row("process: from the cache, more than Python's", cached, "s", 0.15)
    print(f"  (Python's alone: {cold_python:.3f} s and {cached_python:.3f} s)")


def print_run(quick: bool) -> None:
    """A whole run of the command, twice, the second time from the cache."""
    games = 10_000 if quick else 100_000
    print("\nWhole runs, by the clock")
    for _ in range(2):
        seconds = hosting.whole_run_seconds(games, jobs=2)
        print_row(f"simulate skymines --games {games} --jobs 2", seconds, "s", None if quick else 8)
