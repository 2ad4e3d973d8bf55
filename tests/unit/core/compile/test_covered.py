"""Coverage that nobody asks for costs nothing: the other builds and the cache know nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.backend.module import emit_module
from rulewright.core.compile.cache import read_cached
from rulewright.core.compile.frames import frames_of
from rulewright.core.compile.marks import marks_of
from rulewright.core.lower.lowering import Lowered
from rulewright.native.loading import load_game
from tests.reference.games import build_small, built, small_text

WORDS = ("COVER", "count(", "looking(", "offered(", "chosen(", "FREE")


@pytest.mark.parametrize("name", ["statements", "together"])
def test_a_covered_build_leaves_the_others_as_they_are(name: str) -> None:
    own = build_small(small_text(name))
    assert own.compiled is not None
    program, seats = own.compiled.program, own.compiled.world.max_seats
    plan = own.cover_plan(traced=True)
    assert emit_module(Lowered(program), seats, traced=False) == own.compiled.plain_source
    assert emit_module(Lowered(program), seats, traced=True) == own.compiled.traced_source
    program.origins.clear()
    assert emit_module(Lowered(program), seats, traced=False) == own.compiled.plain_source
    for word in WORDS:
        assert word not in own.compiled.plain_source
        assert word not in own.compiled.traced_source
        assert word in plan.source or word == "count("


def test_saved_frames_fit_the_covered_build() -> None:
    compiled = built("ceres").compiled
    assert compiled is not None
    program, world = compiled.program, compiled.world
    covered = frames_of(world, Lowered(program, marks_of(program)))
    assert covered == compiled.blueprint.frames
    assert any(covered)


def test_nothing_covered_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    load_game("tutorial")
    (stored,) = (tmp_path / "rulewright").glob("*.game")
    cached = read_cached(stored.stem)
    assert cached is not None
    names = {name for each in cached for name in _names(each)}
    assert "shuffle" in names
    assert names.isdisjoint(word.rstrip("(") for word in WORDS)


def _names(value: object) -> set[str]:
    """The names that a piece of code, or code in it, uses."""
    inner = getattr(value, "co_consts", ())
    return set(getattr(value, "co_names", ())).union(*map(_names, inner))
