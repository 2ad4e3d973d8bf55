"""Whatever grows is played, or refused with its place: no length and no depth ends in a traceback."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.core.diagnostics import render
from rulewright.core.lower.refusal import NotNative
from tests.properties.growth.forms import FORMS
from tests.reference.games import build_small, write_small
from tests.reference.lockstep import parting, small_pair

FAULTS = {
    "keep_between, nested": 48, "modifiers, along": 400, "else if, along": 99, "product, along": 110,
    "else if with guards, along": 99, "later in an effect, along": 99, "cards put off, along": 250,
}  # fmt: skip
"""What ended in a traceback, at a length at which it did."""
LENGTHS = (1, 20, 47, 60, 99, 118, 199, 700)
REFUSED = (
    "effect-too-deep", "effect-too-long", "out-of-bounds", "too-large", "too-deep-to-foresee", "too-many-options",
)  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FAULTS)
def test_what_is_long_is_played_alike_on_all_back_ends(name: str) -> None:
    assert not parting(small_pair(FORMS[name](FAULTS[name])), 1, most=20, walks=True)


@pytest.mark.slow
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", FORMS)
def test_whatever_grows_is_played_or_refused_with_its_place(
    name: str, length: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = FORMS[name](length)
    made = build_small(content)
    if made.compiled is None:
        found = [each for each in made.diagnostics if each.severity == "error"]
        assert {each.code for each in found} <= {*REFUSED}, "\n".join(map(render, found))
        assert [each for each in found if not each.span.file.endswith("content.yaml")] == []
        elsewhere = [each for each in found if each.code != "too-large"]  # which is about the whole file
        assert [each for each in elsewhere if each.span.line <= 1] == []
        return
    with contextlib.suppress(NotNative):
        assert not parting(small_pair(content), 1, most=20, walks=True)
    write_small(tmp_path / "small", content)
    root = str(tmp_path / "small")
    for verb in (
        ("check", root), ("lint", root), ("doc", root), ("fmt", root), ("fmt", "--check", root),
        ("simulate", root, "--games", "2", "--coverage"), ("explain", "--lowered", "play", "--ruleset", root),
        ("play", root, "--seats", "random", "--seed", "1"), ("diff", root, root),
    ):  # fmt: skip
        assert run([*verb]) in (0, 3), (verb, capsys.readouterr())
    capsys.readouterr()
