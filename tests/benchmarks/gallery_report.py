"""Boards of the gallery natively beside the same games of Ludax, by turns on one core."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

from tests.benchmarks.pairs import compare, ratio_of, total
from tests.benchmarks.reporting import games_rate, print_control, print_ratio, print_side
from tests.benchmarks.tables import TABLES

LUDAX: Final = "ludax==1.0.0"
SLICE: Final = 1.0
GAMES: Final = {
    "three_in_a_row": ("tic_tac_toe 8192", 2.5),
    "four_in_a_row": ("connect_four 1024", 5),
    "reversi": ("reversi 256", 5),
    "draughts": ("english_draughts 256", 5),
    "hex": ("hex 512", 5),
}
"""By table: Ludax's game with the size of batch that it is fastest with, and how many times as fast ours should be."""


def print_gallery(quick: bool, their_python: str | None) -> None:
    """Random games of both, by whole games: a game of draughts is the same, though not the prompts it is split into."""
    print(f"\nWhole random games: natively (A) beside {LUDAX} in batches (B)")
    with tempfile.TemporaryDirectory() as folder:
        python = their_python or _python_with_ludax(Path(folder))
        if python is None:
            print(f"  skipped: {LUDAX} cannot be installed here; name a Python that has it by --their-python")
            return
        for name, (other, bar) in GAMES.items():
            found = compare(
                sys.executable, f"native:{name}", python, f"batches:{other}",
                rounds=1 if quick else 3, blocks=2 if quick else 4, seconds=SLICE,
            )  # fmt: skip
            mine, theirs = (total([pair[side] for pair in found.pairs]) for side in (0, 1))
            print_side(TABLES[name].title, mine)
            print_side(f"Ludax, {other} at once", theirs)
            print_ratio(f"A/B by games   (bar {bar})", ratio_of(found.pairs, games_rate))
            print_control(found)


def _python_with_ludax(folder: Path) -> str | None:
    print(f"installing {LUDAX} ...", flush=True)
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", LUDAX], check=False)
    return python if done.returncode == 0 else None
