"""Comparison with an earlier checkout, both in Python.

`python -m tests.benchmarks versions --before FOLDER [--quick]`

Workers of both play the same tables by turns on one core, in the order A B B A, a clone kept at every decision; both
play the rulesets of the earlier one, so that a change of rules is no change of speed. Then processes of both load its
Skymines with an empty cache, by turns as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.pairs import IMPORTED, ROOT, compare, imported_from, median_ratio, ratio_of, total
from tests.benchmarks.reporting import print_control, print_ratio, print_row, print_side
from tests.benchmarks.single import LOAD
from tests.benchmarks.tables import TABLES

MEASURED = {"basic": 0.5, "whole": 0.5, "ruled": 1.0}
"""The tables, and the CPU seconds of a slice: heavier decisions need longer ones."""
PAIRS = 24
COLD = 1.2


def print_versions(before: Path, quick: bool) -> None:
    """Rates of this checkout as multiples of those of the one before, and what building costs both."""
    rounds, blocks = (1, 2) if quick else (3, PAIRS // 6)
    earlier, rulesets = imported_from(before), before.resolve() / "rulesets"
    for name, seconds in MEASURED.items():
        side = f"ours:{name}@{rulesets}"
        found = compare(
            sys.executable, side, sys.executable, side,
            rounds=rounds, blocks=blocks, seconds=seconds, imported=earlier,
        )  # fmt: skip
        print(f"\n{TABLES[name].title}: {len(found.pairs)} pairs of {seconds} CPU seconds in the order A B B A")
        print_side("A: this checkout", total([one for one, _ in found.pairs]))
        print_side(f"B: {before}", total([other for _, other in found.pairs]))
        print_ratio("A/B", ratio_of(found.pairs))
        print_control(found)
    times = _cold_builds(f"{rulesets}/{TABLES['basic'].ruleset}", earlier, 2 if quick else PAIRS // 2)
    print("\nload with an empty cache, a process each, CPU seconds")
    print_row("A: this checkout, best", min(one for one, _ in times), "s", COLD)
    print_row(f"B: {before}, best", min(other for _, other in times), "s")
    print_ratio("A/B: of its time", median_ratio([one / other for one, other in times]))


def _cold_builds(ruleset: str, earlier: str, pairs: int) -> list[tuple[float, float]]:
    """CPU seconds of processes in the order A B B A, after one of each that is not counted."""
    found = []
    for pair in range(-1, pairs):
        order = (IMPORTED, earlier) if pair % 2 == 0 else (earlier, IMPORTED)
        seconds = {each: _build_seconds(ruleset, each) for each in order}
        found.append((seconds[IMPORTED], seconds[earlier]))
    return found[1:]


def _build_seconds(ruleset: str, imported: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": imported, "PYTHONHASHSEED": "0", "XDG_CACHE_HOME": cache}
        before = os.times()
        subprocess.run([sys.executable, "-c", LOAD.format(ruleset=ruleset)], cwd=ROOT, env=environment, check=True)
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])
