"""Boards of the gallery natively beside the same games of Ludax or of pgx, by turns on one core."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.benchmarks.pairs import compare, ratio_of, total
from tests.benchmarks.reporting import games_rate, print_control, print_ratio, print_side
from tests.benchmarks.tables import TABLES

SLICE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Peer:
    """Whose games on JAX ours are played beside: the package, what plays it here, and its games by our tables.

    Each game has the size of batch that it is fastest with; `bars` say how many times as fast ours should be.
    """

    package: str
    side: str
    games: dict[str, str]
    bars: dict[str, float]


LUDAX: Final = Peer(
    "ludax==1.0.0", "batches",
    {"three_in_a_row": "tic_tac_toe 8192", "four_in_a_row": "connect_four 1024", "reversi": "reversi 256",
     "draughts": "english_draughts 256", "hex": "hex 512"},
    {"three_in_a_row": 2.5, "four_in_a_row": 5, "reversi": 5, "draughts": 5, "hex": 5},
)  # fmt: skip
PGX: Final = Peer(
    "pgx==2.6.0", "pgx_batches",
    {"three_in_a_row": "tic_tac_toe 8192", "four_in_a_row": "connect_four 1024", "reversi": "othello 1024",
     "hex": "hex 1024"}, {},
)  # fmt: skip


def print_gallery(peer: Peer, quick: bool, their_python: str | None) -> None:
    """Random games of both, by whole games: a game of draughts is the same, though not the prompts it is split into."""
    print(f"\nWhole random games: natively (A) beside {peer.package} in batches (B)")
    with tempfile.TemporaryDirectory() as folder:
        python = their_python or _python_with(peer.package, Path(folder))
        if python is None:
            print(f"  skipped: {peer.package} cannot be installed here; name a Python that has it by --their-python")
            return
        for name, other in peer.games.items():
            found = compare(
                sys.executable, f"native:{name}", python, f"{peer.side}:{other}",
                rounds=1 if quick else 3, blocks=2 if quick else 4, seconds=SLICE,
            )  # fmt: skip
            mine, theirs = (total([pair[side] for pair in found.pairs]) for side in (0, 1))
            print_side(TABLES[name].title, mine)
            print_side(f"{peer.package}, {other} at once", theirs)
            bar = f"   (bar {peer.bars[name]})" if name in peer.bars else ""
            print_ratio(f"A/B by games{bar}", ratio_of(found.pairs, games_rate))
            print_control(found)


def _python_with(package: str, folder: Path) -> str | None:
    print(f"installing {package} ...", flush=True)
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", package], check=False)
    return python if done.returncode == 0 else None
