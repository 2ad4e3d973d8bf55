"""python -m tests.benchmarks [--quick] [--their-python PATH]: prints how fast Rulewright is, beside what it should be.

Without --their-python the yardstick is installed into an environment of its own, with the same Python as ours.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks import ours, single
from tests.benchmarks.pairs import compare, pinned_core, prompt_rate, rate, ratio_of, total
from tests.benchmarks.worker import Tally

YARDSTICK = "catanatron==3.2.1"
SLICE = 0.5
HEAVIER = (
    ("ours_whole", "belt, missions, threats: 4 random seats"),
    ("ours_ruled", "belt, missions, threats, 3 Lunas at level 8: 1 random seat"),
)
FIRM_RATE, FIRM_RATIO = 100_000, 3.2
CLONE, COLD, CACHED, HELP = 5.0, 2.0, 0.2, 0.15


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few slices: good for a look, too few for a claim")
    parser.add_argument("--their-python", metavar="PATH", help=f"a Python that has {YARDSTICK}")
    parser.add_argument("--only", choices=["single", "compare"], help="one half of the report")
    chosen = parser.parse_args(arguments)
    print(f"Python {platform.python_version()}, {platform.machine()}, core {pinned_core()}")
    if chosen.only != "single":
        with tempfile.TemporaryDirectory() as folder:
            their_python = chosen.their_python or _their_python(Path(folder))
            _print_comparison(their_python, *((1, 3) if chosen.quick else (4, 3)))
        for side, title in HEAVIER:
            _print_heavier(side, title, *((1, 2) if chosen.quick else (2, 3)))
    if chosen.only != "compare":
        _print_single(runs=5 if chosen.quick else 21)
    return 0


def _their_python(folder: Path) -> str:
    print(f"installing {YARDSTICK} ...", flush=True)
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", YARDSTICK], check=True)
    return python


def _print_comparison(their_python: str, rounds: int, blocks: int) -> None:
    found = compare(sys.executable, "ours", their_python, "theirs", rounds=rounds, blocks=blocks, seconds=SLICE)
    control, ratio, strict = ratio_of(found.control), ratio_of(found.pairs), ratio_of(found.pairs, prompt_rate)
    mine, theirs = total([one for one, _ in found.pairs]), total([other for _, other in found.pairs])
    print(f"\n{len(found.pairs)} pairs of {SLICE} CPU seconds in the order A B B A")
    _print_side(f"A: {ours.RULESET}, {ours.SEATS} random seats, a clone kept at every decision", mine)
    _print_side(f"B: {YARDSTICK}, 4 random players", theirs)
    print(f"  A/B  {ratio.median:.2f}  [{ratio.low:.2f}, {ratio.high:.2f}]   (bar {FIRM_RATIO})")
    print(f"  A/B  {strict.median:.2f}  [{strict.low:.2f}, {strict.high:.2f}]   with the forced prompts of B")
    print(f"  A/A  {control.median:.3f}  [{control.low:.3f}, {control.high:.3f}]")
    if not control.includes(1.0):
        print("  VOID: the control excludes 1; something else used the core")
    print(f"  decisions/s {rate(mine):,.0f}   (bar {FIRM_RATE:,})")


def _print_heavier(side: str, title: str, rounds: int, blocks: int) -> None:
    """A heavier game of ours beside the basic one, in the same order of slices."""
    found = compare(sys.executable, side, sys.executable, "ours", rounds=rounds, blocks=blocks, seconds=SLICE)
    ratio = ratio_of(found.pairs)
    print()
    _print_side(title, total([one for one, _ in found.pairs]))
    print(f"  {ratio.median:.2f}  [{ratio.low:.2f}, {ratio.high:.2f}] of the rate of the basic game")


def _print_side(title: str, tally: Tally) -> None:
    prompts = tally.decisions + tally.forced
    games = max(1, tally.games)
    print(f"  {title}")
    print(
        f"    {rate(tally):,.0f} decisions/s, {prompt_rate(tally):,.0f} prompts/s, "
        f"{tally.games / tally.seconds:.1f} games/s, {tally.decisions / games:.0f} decisions/game, "
        f"forced {tally.forced / max(1, prompts):.0%}, branching {tally.options / max(1, tally.decisions):.1f}"
    )


def _print_single(runs: int) -> None:
    rows = (
        ("clone of a state in mid-game", single.clone_microseconds(runs), "us", CLONE),
        ("process: load, nothing cached", single.cold_load_seconds(ours.RULESET, max(3, runs // 3)), "s", COLD),
        ("process: load from the cache", single.cached_load_seconds(ours.RULESET, runs), "s", CACHED),
        ("process: --help", single.help_seconds(runs), "s", HELP),
        ("process: Python doing nothing", single.bare_seconds(runs), "s", None),
    )
    print("\nmedians")
    for title, value, unit, bar in rows:
        print(f"  {title:32} {value:8.3f} {unit}" + (f"   (bar {bar})" if bar is not None else ""))


if __name__ == "__main__":
    sys.exit(main())
