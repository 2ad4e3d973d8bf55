"""An interrupt is heard wherever it falls, and no longer when all is done."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.unit.cli.commands import STOPPABLE

LOST = """
import signal

from rulewright.core.model.layout import OPTIONS

class Fallen:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def choose(game, state, rng):
    if not hasattr(choose, "fallen"):
        choose.fallen = True
        Fallen()
    return state[OPTIONS][0]
"""


def test_an_interrupt_that_falls_into_a_finalizer_still_stops(tmp_path: Path) -> None:
    (tmp_path / "falling.py").write_text(LOST, "utf-8")
    words = ["simulate", "tutorial", "--games", "3000", "--policy", "falling:choose"]
    done = subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, '.')\n{STOPPABLE}", *words],
                          capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (130, False), done.stderr
    assert "stopped" in done.stderr


def test_an_interrupt_while_python_ends_is_not_heard() -> None:
    at_the_end = "import atexit, signal; atexit.register(signal.raise_signal, signal.SIGINT)\n"
    done = subprocess.run([sys.executable, "-c", at_the_end + STOPPABLE, "--version"],
                          capture_output=True, text=True, timeout=120, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
