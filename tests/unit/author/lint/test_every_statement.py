"""Every lint looks at every statement there is, in all the small games, and none of them stumbles."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from rulewright.author.lint.lints import ENTRY_LINTS, TEXT_LINTS
from rulewright.author.lint.review import Review
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.model import bound as b
from rulewright.core.model.nodes import nodes_of
from rulewright.core.pipeline import Choice, examine
from tests.reference.games import SMALL, small_text, write_small


def reviewed(folder: Path, name: str) -> BoundGame:
    """A small game at which all lints have looked."""
    write_small(folder / "small", small_text(name))
    examined = examine(Choice(str(folder / "small")))
    assert examined.game is not None
    assert examined.assembly is not None
    scene = Review()._scene(examined.game, examined.assembly, examined)
    for entry_lint in ENTRY_LINTS:
        list(entry_lint(scene))
    assert scene.texts
    for text in scene.texts:
        for text_lint in TEXT_LINTS:
            list(text_lint(scene, text))
    return examined.game


def test_every_lint_goes_through_every_statement(tmp_path: Path) -> None:
    seen: set[type] = set()
    for name in SMALL:
        for procedure in reviewed(tmp_path / name, name).program.procedures:
            seen.update(map(type, nodes_of(procedure.body)))
    assert set(get_args(b.BoundStatement)) <= seen
