"""How many pairs `compare` plays in a minute of CPU time on one core: `python -m tests.benchmarks.comparing`.

Each way of playing is given some seconds, natively and in Python; searches think natively in both.
"""

from __future__ import annotations

from functools import partial
from time import process_time

from rulewright.lab.comparing.pairs import ComparedTable, load_side, play_pairs
from rulewright.native.loading import load_game

TABLES = (("skymines", ("base",), 2), ("ceres", None, 2))
SECONDS = 10.0


def pairs_a_minute(ruleset: str, modules: tuple[str, ...] | None, seats: int, policy: str, *, natively: bool) -> float:
    """Pairs of a ruleset with itself, after the first, which makes things ready."""
    load = partial(load_game, ruleset, modules=modules)
    sides = load_side(load, natively=natively), load_side(load, natively=natively)
    table = ComparedTable(seats, (policy,), seed=1)
    play_pairs(sides, table, range(1))
    began, pairs = process_time(), 0
    while process_time() < began + SECONDS:
        pairs += 1
        play_pairs(sides, table, range(pairs, pairs + 1))
    return 60 * pairs / (process_time() - began)


def main() -> None:
    for ruleset, modules, seats in TABLES:
        for policy, ways in (("random", (True, False)), ("greedy", (True, False)), ("search:100", (True,))):
            for natively in ways:
                rate = pairs_a_minute(ruleset, modules, seats, policy, natively=natively)
                way = "native" if natively else "Python"
                print(f"{ruleset:10} {seats} seats  {policy:10} {way:8} {rate:8,.0f}", flush=True)


if __name__ == "__main__":
    main()
