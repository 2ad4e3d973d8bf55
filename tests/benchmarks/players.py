"""How fast strong players find out what a house rule does: `python -m tests.benchmarks players [--before FOLDER]`.

A side plays pairs of Skymines and of a house rule of it, as `compare` does with one process, at tables of two, or of
the fewest seats at which the learned player that the ruleset brings has learned; a decision here
is one of a pair's. With an earlier checkout, both play the same pairs by turns, in the order A B B A.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from rulewright.lab.comparing.measures import LENGTH
from rulewright.lab.comparing.pairs import ComparedTable, load_side, play_pairs
from rulewright.native.loading import load_game
from rulewright.play.policies.learned_files import read_values
from tests.benchmarks.pairs import ROOT, Process, compare, imported_from, pinned_core, ratio_of, total
from tests.benchmarks.reporting import games_rate, print_control, print_ratio, print_row
from tests.benchmarks.worker import Tally

RULESET, VARIANT = "skymines", ROOT / "rulesets/skymines/variants/online_choices.yaml"
BARS = {"learned": 360, "search:100": None, "search:20": None, "greedy": None}
"""The policies, and how many pairs they should play in a minute of CPU time."""
LEARNED, SEATS = "learned", 2
SLICE = 8.0


class Player:
    """Plays pairs with one policy in all seats."""

    def __init__(self, policy: str) -> None:
        modules = None if policy == LEARNED else ("base",)
        loads = [partial(load_game, RULESET, modules=modules, variant=each) for each in (None, VARIANT)]
        self._sides = load_side(loads[0], natively=True), load_side(loads[1], natively=True)
        self._table = ComparedTable(self._seats(policy), (policy,), seed=1)
        self._number = 0

    def _seats(self, policy: str) -> int:
        """The fewest that the player has learned at which the ruleset brings."""
        if policy != LEARNED:
            return SEATS
        return min(seats for file in self._sides[0].game.players for seats in read_values(Path(file)).seats)

    def play(self, prompts: int, tally: Tally) -> None:
        """One pair, however many prompts that is."""
        found = play_pairs(self._sides, self._table, range(self._number, self._number + 1))
        length = found[LENGTH]
        tally.decisions += int(length.base + length.variant)
        tally.games += 1
        self._number += 1


def print_players(quick: bool, before: Path | None) -> None:
    """Pairs a minute of CPU time for each policy, and as a multiple of the checkout before."""
    for policy, bar in BARS.items():
        side = f"players:{policy}"
        if before is None:
            with Process(sys.executable, side, pinned_core()) as process:
                process.slice(SLICE / 4)
                slices = [process.slice(SLICE) for _ in range(1 if quick else 4)]
        else:
            rounds, blocks = (1, 1) if quick else (2, 4)
            found = compare(
                sys.executable, side, sys.executable, side,
                rounds=rounds, blocks=blocks, seconds=SLICE, imported=imported_from(before),
            )  # fmt: skip
            slices = [one for one, _ in found.pairs]
        print_row(f"{policy}: pairs a minute of CPU time", 60 * games_rate(total(slices)), "", bar, least=True)
        if before is not None:
            print_ratio("decisions a second, A/B", ratio_of(found.pairs))
            print_control(found)
