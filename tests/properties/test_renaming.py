"""A new name for anything changes no game: the same faults, the same options, the same states, to the end."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from rulewright.author.editor.names.index import Definition
from rulewright.author.editor.new_texts import edited_files
from rulewright.author.editor.renaming import Refused, renamed
from rulewright.author.editor.study import Study
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.native.loading import load_game
from rulewright.play.policies.playout import play_out
from tests.reference.checkout import ROOT

_CLASSICS = sorted(each.name for each in (ROOT / "rulesets" / "classics").iterdir())
_SEEDS = (1, 2)


def _played(root: Path) -> list[tuple[list[tuple[int, int]], list[object]]]:
    """The choices of some random games, and their last states."""
    game = load_game(str(root), backend="python")
    found = []
    for seed in _SEEDS:
        trail: list[tuple[int, int]] = []
        played = play_out(game, seats=game.blueprint.min_seats, seed=seed, trail=trail)
        found.append((trail, list(played.state)))
    return found


def _faults(root: Path) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.span.file) for each in build_ruleset(Choice(str(root))).diagnostics)


def _things(root: Path) -> list[Definition]:
    study = Study()
    study.learn(root)
    return list({each.key: each for each in study.indexes[root].definitions}.values())


def _renamed(root: Path, meant: Definition, new: str) -> bool:
    """Rename a thing in the files of a folder. Return whether that was not refused."""
    study = Study()
    study.learn(root)
    found = renamed(study, root, meant, new)
    if isinstance(found, Refused):
        return False
    for path, text in edited_files(study.buffers.text, found).items():
        path.write_text(text, "utf-8")
    return True


def _check(place: str, tmp_path: Path, most: int, least: int) -> None:
    """Rename up to `most` things one after another, and compare at the end."""
    root = tmp_path / place.rsplit("/", maxsplit=1)[-1]
    shutil.copytree(ROOT / "rulesets" / place, root)
    before, faults = _played(root), _faults(root)
    seed = random.randrange(10**6)
    things = _things(root)
    random.Random(seed).shuffle(things)
    done: list[str] = []
    for number, each in enumerate(things[:most]):
        meant = next((one for one in _things(root) if one.key == each.key), None)
        if meant is not None and _renamed(root, meant, f"name_{number}"):
            done.append(each.key)
    told = f"seed {seed}, renamed: {', '.join(done)}"
    assert len(done) >= least, told
    assert _faults(root) == faults, told
    assert _played(root) == before, told


@pytest.mark.parametrize("place", ["tutorial", "classics/whist", "classics/nine_mens_morris"])
def test_new_names_for_some_things_change_no_game(place: str, tmp_path: Path) -> None:
    _check(place, tmp_path, most=10, least=1)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["tutorial", *(f"classics/{each}" for each in _CLASSICS)])
def test_new_names_for_all_things_of_small_games_change_none(place: str, tmp_path: Path) -> None:
    _check(place, tmp_path, most=10**6, least=10)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["ceres", "skymines"])
def test_new_names_for_many_things_of_large_games_change_none(place: str, tmp_path: Path) -> None:
    _check(place, tmp_path, most=60, least=10)
