"""What is loaded to begin: a list of verbs needs no hashes, a game from the cache no trees of texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GAME = "import sys; from rulewright.native.loading import load_game; load_game('tutorial')"
TREES = ("effects", "expressions", "effects_on_pieces", "bound", "bound_values", "program", "packed_trees")


def loaded_by(program: str, cache: Path) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{program}\nprint('loaded', *sys.modules)"],
        capture_output=True, text=True, check=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )  # fmt: skip
    return set(told.stdout.rpartition("loaded ")[2].split())


def test_a_game_from_the_cache_is_loaded_without_the_trees_of_its_texts(tmp_path: Path) -> None:
    first, again = loaded_by(GAME, tmp_path), loaded_by(GAME, tmp_path)
    trees = {f"rulewright.core.model.{each}" for each in TREES}
    assert trees <= first
    assert trees & again == set()


def test_the_list_of_verbs_needs_no_hashes_and_no_chance(tmp_path: Path) -> None:
    program = "import sys; from rulewright.cli import run; run(['--help'])"
    assert loaded_by(program, tmp_path) & {"hashlib", "random", "secrets", "yaml", "lark"} == set()
