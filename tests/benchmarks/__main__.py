"""python -m tests.benchmarks [PART ...] [--quick] [--their-python PATH]: how fast Rulewright is, beside what it should.

Parts: yardstick, native, peers, host, run, single, starving, gallery, pgx, players; all of them without one. Each takes
some minutes, --quick one. With `--before FOLDER`, an earlier checkout, the part versions: this checkout beside that
one; starving and players: both.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks import gallery_report, native_report, players, single, starving
from tests.benchmarks.pairs import compare, pinned_core, prompt_rate, rate, ratio_of, total
from tests.benchmarks.reporting import print_control, print_ratio, print_row, print_side
from tests.benchmarks.tables import TABLES
from tests.benchmarks.versions import print_versions

YARDSTICK = "catanatron==3.2.1"
SLICE = 0.5
FIRM_RATE, FIRM_RATIO = 100_000, 3.2
NATIVE_RATIO = 100
CLONE, COLD, CACHED, HELP = 5.0, 2.0, 0.2, 0.15


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is measured, and by which Python the yardstick runs."""

    quick: bool
    their_python: str | None
    before: Path | None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a few slices: good for a look, too few for a claim")
    parser.add_argument("--their-python", metavar="PATH", help=f"a Python that has {YARDSTICK}, ludax or pgx")
    parser.add_argument("--before", metavar="FOLDER", type=Path, help="an earlier checkout, for the part versions")
    chosen = parser.parse_args(arguments)
    if "versions" in chosen.parts and chosen.before is None:
        parser.error("versions: which checkout is the earlier one? --before FOLDER")
    print(f"Python {platform.python_version()}, {platform.machine()}, core {pinned_core()}")
    for part in chosen.parts or PARTS:
        PARTS[part](Wanted(chosen.quick, chosen.their_python, chosen.before))
    return 0


def _yardstick(wanted: Wanted) -> None:
    """Both back ends beside the yardstick, and heavier tables in Python."""
    with tempfile.TemporaryDirectory() as folder:
        their_python = wanted.their_python or _their_python(Path(folder))
        for side, bar in (("ours:basic", FIRM_RATIO), ("native:basic", NATIVE_RATIO)):
            _print_comparison(side, their_python, bar, *((1, 3) if wanted.quick else (4, 3)))
    for name in ("whole", "ruled"):
        found = compare(
            sys.executable, f"ours:{name}", sys.executable, "ours:basic",
            rounds=1 if wanted.quick else 2, blocks=2 if wanted.quick else 3, seconds=SLICE,
        )  # fmt: skip
        print()
        print_side(f"in Python: {TABLES[name].title}", total([one for one, _ in found.pairs]))
        print_ratio("of the rate of the basic game", ratio_of(found.pairs))


def _their_python(folder: Path) -> str:
    print(f"installing {YARDSTICK} ...", flush=True)
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", YARDSTICK], check=True)
    return python


def _print_comparison(side: str, their_python: str, bar: float, rounds: int, blocks: int) -> None:
    found = compare(sys.executable, side, their_python, "theirs", rounds=rounds, blocks=blocks, seconds=SLICE)
    mine, theirs = total([one for one, _ in found.pairs]), total([other for _, other in found.pairs])
    native = side.startswith("native")
    print(f"\n{len(found.pairs)} pairs of {SLICE} CPU seconds in the order A B B A")
    kept = "whole games natively" if native else "in Python, a clone kept at every decision"
    print_side(f"A: {TABLES['basic'].title}, {kept}", mine)
    print_side(f"B: {YARDSTICK}, 4 random players", theirs)
    print_ratio("A/B" + (f"   (bar {bar})" if not native else ""), ratio_of(found.pairs))
    strict = ratio_of(found.pairs, prompt_rate)
    print_ratio("A/B with the forced prompts of B" + (f"   (bar {bar})" if native else ""), strict)
    print_control(found)
    if not native:
        print(f"  decisions/s {rate(mine):,.0f}   (bar {FIRM_RATE:,})")


def _native(wanted: Wanted) -> None:
    native_report.print_back_ends(wanted.quick)


def _peers(wanted: Wanted) -> None:
    native_report.print_peers(wanted.quick)


def _host(wanted: Wanted) -> None:
    native_report.print_host(wanted.quick)


def _run(wanted: Wanted) -> None:
    native_report.print_run(wanted.quick)


def _versions(wanted: Wanted) -> None:
    if wanted.before is not None:
        print_versions(wanted.before, wanted.quick)


def _gallery(wanted: Wanted) -> None:
    gallery_report.print_gallery(gallery_report.LUDAX, wanted.quick, wanted.their_python)


def _pgx(wanted: Wanted) -> None:
    gallery_report.print_gallery(gallery_report.PGX, wanted.quick, wanted.their_python)


def _starving(wanted: Wanted) -> None:
    starving.print_starving(wanted.quick, wanted.before)


def _players(wanted: Wanted) -> None:
    players.print_players(wanted.quick, wanted.before)


def _single(wanted: Wanted) -> None:
    runs = 5 if wanted.quick else 21
    basic = TABLES["basic"].ruleset
    print("\nmedians")
    print_row("clone of a state in mid-game", single.clone_microseconds(runs), "us", CLONE)
    print_row("process: load, nothing cached", single.cold_load_seconds(basic, max(3, runs // 3)), "s", COLD)
    print_row("process: load from the cache", single.cached_load_seconds(basic, runs), "s", CACHED)
    print_row("process: --help", single.help_seconds(runs), "s", HELP)
    print_row("process: Python doing nothing", single.bare_seconds(runs), "s")


PARTS: dict[str, Callable[[Wanted], None]] = {
    "yardstick": _yardstick, "native": _native, "peers": _peers, "host": _host, "run": _run, "single": _single,
    "versions": _versions, "starving": _starving, "gallery": _gallery, "pgx": _pgx, "players": _players,
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
