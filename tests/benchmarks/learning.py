"""python -m tests.benchmarks.learning [--seconds S]: how many decisions a second programs that learn are given.

A decision is its mask, the vector that the acting seat sees, an action drawn by lot, and the step. Both ways of playing
take their slices of CPU time in the order A B B A, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

import numpy as np

import rulewright as rw
from rulewright.adapters.many import Many
from rulewright.adapters.table import Layout, Table

GAMES = (("tutorial", 2), ("ceres", 4), ("skymines", 4))
ROUNDS = 4
Play = Callable[[float], float]
"""Plays for so many seconds of CPU time; the decisions a second."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.learning", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a slice")
    parser.add_argument("--rows", type=int, default=256, help="games side by side")
    chosen = parser.parse_args(arguments)
    print(f"decisions a second with mask and vector; {ROUNDS} times A B B A, {chosen.seconds:g} CPU seconds each")
    print(f"{'':10}{'actions':>9}{'numbers':>9}{'A: one game':>14}{f'B: {chosen.rows} side by side':>22}{'B/A':>8}")
    for name, seats in GAMES:
        layout = Layout(rw.load_game(name, backend="native"), seats)
        one, many = alone(layout), side_by_side(layout, chosen.rows)
        rates: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            first, second = one(chosen.seconds), many(chosen.seconds)
            third, fourth = many(chosen.seconds), one(chosen.seconds)
            rates += [(first, second), (fourth, third)]
        slow, fast = median(each for each, _ in rates), median(each for _, each in rates)
        ratio = median(two / one_ for one_, two in rates)
        sizes = f"{len(layout.actions):>9,}{len(layout.vectors):>9,}"
        print(f"{name:10}{sizes}{slow:>14,.0f}{fast:>22,.0f}{ratio:>8.1f}", flush=True)


def alone(layout: Layout) -> Play:
    """One game after another in Python."""
    rng, seed = random.Random(1), 0
    table = Table(layout, seed)

    def play(seconds: float) -> float:
        nonlocal table, seed
        begun, decisions = process_time(), 0
        while (taken := process_time() - begun) < seconds:
            acting = table.acting
            if acting is None:
                seed += 1
                table = Table(layout, seed)
                continue
            assert table.vector(acting)
            table.act(rng.choice(table.legal()))
            decisions += 1
        return decisions / taken

    return play


def side_by_side(layout: Layout, rows: int) -> Play:
    """Games side by side in native memory."""
    rng, games, seed = np.random.default_rng(1), Many(layout, rows), rows
    games.begin(range(rows), range(rows))

    def play(seconds: float) -> float:
        nonlocal seed
        begun, decisions = process_time(), 0
        while (taken := process_time() - begun) < seconds:
            masks = games.masks()
            assert games.vectors().shape[0] == rows
            decisions += int(masks.any(axis=1).sum())
            games.act((masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1))
            over = np.nonzero(~games.waiting)[0].tolist()
            if over:
                games.begin(over, range(seed, seed + len(over)))
                seed += len(over)
        return decisions / taken

    return play


if __name__ == "__main__":
    main()
