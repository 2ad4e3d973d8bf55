"""The places of bound nodes in their text, and the effect that a text was bound to."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintScene
from rulewright.author.lint.steps import KnownSteps
from rulewright.core.diagnostics import Span
from rulewright.core.language.requirements import extent
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import BoundNode
from rulewright.core.model.document import Scalar
from rulewright.core.model.origins import Provenance
from rulewright.core.model.program import Quantity
from rulewright.core.sound.facts import Facts

_BLOCKS = frozenset({"then", "otherwise", "body", "options"})
_WHOLE = ("when", "requirement", "free")
"""What represents a text as a whole."""


class WrittenNodes:
    """The sources of the statements of one text."""

    def __init__(self, scene: LintScene, text: LintText) -> None:
        self.text = text
        notes = [*scene.notes.get(text.node.span, ())]
        when = text.entry.node.get("when")
        if isinstance(when, Scalar):
            notes += scene.notes.get(when.span, ())
        self.notes = {note.bound.mark: note for note in notes if isinstance(note.bound, BoundNode)}

    def tree_of(self, node: object) -> object:
        note = self._note(node)
        if note is None or note.sort in _WHOLE:
            return None
        if not isinstance(node, b.BoundOption):
            return note.statement
        options = note.statement.options if isinstance(note.statement, ast.Choose) else ()
        return next((each for each in options if each.label == node.label), None)

    def place_of(self, node: object) -> Span | None:
        """Return the place of a statement or option, None if it is not from this text."""
        note = self._note(node)
        if note is not None and note.sort in _WHOLE:
            return note.text.span
        at = getattr(self.tree_of(node), "at", None)
        return self.text.node.span_at(*at) if at is not None else None

    def _note(self, node: object) -> Provenance | None:
        return self.notes.get(node.mark) if isinstance(node, BoundNode) else None

    def test_of(self, node: object) -> Span | None:
        """Return the position of a statement's test, or of the test of its candidates.

        None for a statement that stands for others, such as `end game won by me`, whose test nobody wrote.
        """
        tree = self.tree_of(node)
        test = getattr(tree, "test", None)
        over = getattr(tree, "over", None)
        if test is None and over is not None:
            test = over.where
        if test is None:
            return None if isinstance(tree, ast.Derived) else self.place_of(node)
        return self.expression(test)

    def expression(self, tree: object) -> Span:
        return self.text.node.span_at(*extent(self.text.node.text, tree))  # type: ignore[arg-type]  # an expression


def written_in(scene: LintScene, text: LintText) -> WrittenNodes:
    """Return the sources of the statements of a text."""
    return scene.once("written", lambda: WrittenNodes(scene, text), text.node.span)


def ways_through(scene: LintScene, text: LintText) -> tuple[KnownSteps, ...]:
    """Return the ways through the effects that a text was bound to."""
    return scene.once("ways", lambda: tuple(_ways(scene, text)), text.node.span)


def _ways(scene: LintScene, text: LintText) -> Iterator[KnownSteps]:
    for effect in effects_of(scene, text):
        if isinstance(effect, b.BoundOption):
            way = KnownSteps(scene, effect.body)
            way.option(effect, Facts(scene.world))
        else:
            way = KnownSteps(scene, effect)
            way.block(effect, Facts(scene.world))
        yield way


def effects_of(scene: LintScene, text: LintText) -> Iterator[BoundBlock | b.BoundOption]:
    """Yield what a text was bound to: the block of its effect, or an option.

    If triggers surround the effect, its own block follows.
    """
    for note in scene.notes.get(text.node.span, ()):
        if note.sort == "effect" and isinstance(note.bound, int):
            procedure = scene.program.procedures[note.bound]
            yield procedure.body
            called = (each.procedure for each in procedure.body if isinstance(each, bv.CallProcedure))
            inner = (scene.program.procedures[number] for number in called)
            yield from (each.body for each in inner if each.own_text_of == procedure.number)
        elif note.sort == "free" and isinstance(note.bound, b.BoundOption):
            yield note.bound


def quantities_of(scene: LintScene, text: LintText) -> Iterator[Quantity]:
    """Yield the quantities that a test or an amount was bound to."""
    for note in scene.notes.get(text.node.span, ()):
        if note.sort == "value" and isinstance(note.bound, int):
            yield scene.program.quantities[note.bound]


def own_parts(node: object) -> tuple[object, ...]:
    """Return the expressions of a statement itself, without the blocks in it."""
    slots = getattr(type(node), "__slots__", ())
    return tuple(getattr(node, name) for name in slots if name not in _BLOCKS)
