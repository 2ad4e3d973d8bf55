"""Components with several copies that a text moves by name: the name always means the same copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP, does
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene
from rulewright.core.bind.world import World
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.language.statement_paths import ways_into
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.effects import Block

_LOOPS = (ast.ForEach, ast.Repeat, ast.While)


def same_copies(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Moves of a copy that the same text has moved before: repeatedly in a loop, or a second time."""
    if text.sort != "effect" or not isinstance(text.tree, tuple):
        return
    found: list[on_pieces.Move] = []
    _go_through(scene.world, text.tree, frozenset(), False, found)
    for move in found:
        assert isinstance(move.piece, ast.Name)
        component = scene.world.components[move.piece.name]
        message = (
            f"'{component.id}' has {component.copies} copies; the name always means the first copy, which "
            "moves again here"
        )
        hint = f"get another copy by first(x in ZONE where x.design is {component.id})"
        yield warning("same-copy", text.node.span_at(*move.piece.at), message, hint)


def _go_through(
    world: World, block: Block, moved: frozenset[str], in_loop: bool, found: list[on_pieces.Move]
) -> frozenset[str]:
    """Return the components that have been moved by name once a block is over.

    Statements that move one of them again are added to `found`.
    """
    for statement in block:
        if isinstance(statement, on_pieces.Move) and (name := _named_copy(world, statement)) is not None:
            if name in moved or (in_loop and not world.components[name].each_seat):
                found.append(statement)
            moved |= {name}
        inside = in_loop or isinstance(statement, _LOOPS)
        ends = [_go_through(world, inner, moved, inside, found) for _, inner in ways_into(statement)]
        moved = moved.union(*ends)
    return moved


def _named_copy(world: World, move: on_pieces.Move) -> str | None:
    """Return the component with several copies that a statement moves by its name."""
    component = world.components.get(move.piece.name) if isinstance(move.piece, ast.Name) else None
    return component.id if component is not None and component.copies > 1 else None


_EXPLAINED: Final = (
    CodeExplained(
        "same-copy", "A component's name moves the same copy twice.",
        "The id of a component with several copies always means the first copy. To get another copy, look for it in "
        "its zone: `first(x in ZONE where x.design is NAME)`." + KEEP % "same-copy",
        "lint", does("move boat to deck", "move boat to hand"), does("draw 2 from deck to hand"),
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_texts=(same_copies,))
