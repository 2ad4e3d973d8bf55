"""The wing `core` runs by itself: with four packages installed it loads and plays, and a scenario runs in Python."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.reference.checkout import ROOT

PACKAGES = ("lark", "jsonschema", "referencing", "pyyaml")
PLAYED = """
import sys
from pathlib import Path
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.pipeline import Choice, load_rules
from rulewright.core.run.steps import start, step

for name in ("tutorial", "skymines"):
    game = load_rules(Choice(name), use_cache=False).game
    state = start(game, seats=2, seed=1)
    while state[FRAME] is not None:
        step(game, state, state[OPTIONS][0])
print(*sorted({each.split(".")[1] for each in sys.modules if each.startswith("rulewright.")}))

from rulewright.play.scenarios.runs import run_files

results, found, _ = run_files([Path("rulesets/tutorial/scenarios")])
print(len(results) > 1, [each.sentence for each in results if each.failure is not None], found)
"""


def played(python: Path, *before: str) -> list[str]:
    """Return the lines that a Python prints which plays, `before` being run first."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    done = subprocess.run(
        [str(python), "-c", "\n".join((*before, PLAYED))], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_core_loads_and_plays_without_the_other_wings_and_packages() -> None:
    others = ("click", "rich", "wasmtime", "numpy", "starlette", "jinja2", "h11", "uvicorn", "segno", "pygls")
    hidden = f"import sys; sys.modules.update(dict.fromkeys({others!r}))"
    assert played(Path(sys.executable), hidden) == ["core", "True [] ()"]


@pytest.mark.slow
def test_core_loads_and_plays_where_nothing_else_is_installed(tmp_path: Path) -> None:
    venv.create(tmp_path / "alone", with_pip=True)
    python = tmp_path / "alone" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True, capture_output=True)
    assert played(python) == ["core", "True [] ()"]
