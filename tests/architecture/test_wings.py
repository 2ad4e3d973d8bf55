"""The wings of interpreter/rulewright/: the contracts of pyproject.toml hold, and would notice what breaks them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.reference.checkout import PACKAGE, ROOT, SOURCES, copy_of_sources, syntax_of

WINGS = {"core", "observe", "native", "play", "table", "author", "lab", "cli", "adapters"}
CHECK = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
PLANTED = {
    "core/bind/scope.py": "from rulewright.observe.sight import view",
    "core/compile/frames.py": "def planted():\n    from rulewright.native.backend import engine",
    "core/lower/walk.py": "from rulewright import load_game",
    "core/model/grids.py": "import rulewright.cli.output",
    "observe/words/said.py": "from rulewright.play.session import drafts",
    "native/inside/areas.py": "from rulewright.table.pages import html",
    "play/jobs/codec.py": "def planted():\n    from rulewright.author.lint import lints",
    "table/pages/charts.py": "from rulewright.lab.statistics import estimates",
    "author/lint/loops.py": "from rulewright.lab.statistics import estimates",
    "lab/statistics/verdicts.py": "from rulewright.author.lint import lints",
    "author/review/keeping.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rulewright import face",
    "core/run/ends.py": "import random",
    "core/run/cover.py": "def planted():\n    import time",
    "core/run/watching.py": "from rulewright.core.load import reader",
    "observe/sight/view.py": "import json",
    "core/bind/notes.py": "import lark",
    "play/policies/tree.py": "import numpy",
}
"""An import of each forbidden kind, by the file that it is planted in."""
IMPURE_CALLS = frozenset({"print", "open", "input", "eval", "hash", "id", "vars", "globals"})


def checked(root: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(root / "interpreter"), "COLUMNS": "250"}
    return subprocess.run([sys.executable, "-c", CHECK], cwd=root, env=environment, capture_output=True, text=True)


def test_every_folder_is_a_wing() -> None:
    folders = {path.relative_to(PACKAGE).parts[0] for path in SOURCES if path.parent != PACKAGE}
    assert folders == WINGS


def test_the_wings_import_as_they_may() -> None:
    done = checked(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_planted_import_of_each_forbidden_kind_is_found(tmp_path: Path) -> None:
    copy = copy_of_sources(tmp_path)
    for name, text in PLANTED.items():
        path = copy / "interpreter" / "rulewright" / name
        path.write_text(f"{path.read_text('utf-8')}\n\n{text}\n" if path.exists() else f"{text}\n", "utf-8")
    done = checked(copy)
    assert done.returncode == 1, done.stderr
    modules = {"rulewright." + name.removesuffix(".py").replace("/", ".") for name in PLANTED}
    assert modules - set(re.findall(r"^-\s+([\w.]+) -> ", done.stdout, re.MULTILINE)) == set()


def test_a_game_in_play_calls_nothing_that_differs_from_run_to_run() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.func.id}"
        for path in SOURCES
        if path.is_relative_to(PACKAGE / "core" / "run")
        for node in syntax_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    assert found == []


@pytest.mark.parametrize("wing", sorted(WINGS))
def test_no_two_files_of_a_wing_share_a_name(wing: str) -> None:
    names = Counter(path.name for path in (PACKAGE / wing).rglob("*.py") if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []
