"""Lints for names that nothing reads: those of `let`, and parameters of procedures and quantities.

A name that is known at a decision is shown to the seat that decides, so it is never reported in a text that asks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import KEEP
from rulewright.author.lint.parsed_texts import LintText
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained, Diagnostic, warning
from rulewright.core.load.entries import Entry, fields_in
from rulewright.core.model import effects as ast
from rulewright.core.model.document import Mapping, Node, text_of
from rulewright.core.model.nodes import nodes_of

_ASKING = (ast.Pick, ast.PickSet, ast.Choose, ast.May)


def unused_lets(scene: LintScene, text: LintText) -> Iterator[Diagnostic]:
    """Yield findings on names of `let` that the text never reads."""
    if text.sort != "effect":
        return
    read = scene.uses_in(text).read
    nodes = list(nodes_of(text.tree))
    asks = any(isinstance(node, _ASKING) for node in nodes)
    for node in nodes:
        if isinstance(node, ast.Let) and node.name not in read and not asks:
            message = f"nothing reads the name '{node.name}'"
            yield warning("unused-name", text.node.span_at(*node.at), message, "use it, or remove the line")


def unused_parameters(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each parameter of procedures, quantities and effects of components."""
    by_entry: dict[str, list[LintText]] = defaultdict(list)
    by_field: dict[str, list[LintText]] = defaultdict(list)
    for text in scene.texts:
        (by_field[text.field] if text.entry.section == "components" else by_entry[text.entry.id]).append(text)
        if text.entry.section == "modifiers":
            by_entry[text_of(text.entry.node.get("quantity")) or ""].append(text)
    for section in ("procedures", "quantities"):
        for entry in scene.assembly.section(section):
            yield from _parameters(scene, entry, entry.node.get("takes"), by_entry[entry.id])
    for entry in scene.assembly.section("kinds"):
        for _, name, field in fields_in(entry.node.get("fields")):
            if isinstance(field, Mapping):
                yield from _parameters(scene, entry, field.get("takes"), by_field[name.text])


def _parameters(scene: LintScene, entry: Entry, takes: Node | None, texts: list[LintText]) -> Iterator[LintVerdict]:
    if not isinstance(takes, Mapping):
        return
    read: set[str] = set()
    for text in texts:
        read |= scene.uses_in(text).read
    asks = any(isinstance(node, _ASKING) for text in texts for node in nodes_of(text.tree))
    for key, _ in takes.entries:
        missed = key.text not in read and not asks
        message = f"nothing here reads the parameter '{key.text}'"
        hint = "use it, or remove it here and in all calls"
        yield verdict("unused-parameter", entry, key.span, (message, hint) if missed else None)


_EXPLAINED: Final = (
    CodeExplained(
        "unused-name", "A text names a value and never reads it.",
        "The `let` is a leftover, or another name is used by mistake.",
        "lint", 'triggers:\n  - {id: gust, after: turn, does: "let n = 1; gain 1 coin"}',
        'triggers:\n  - {id: gust, after: turn, does: "let n = 1; gain n coin"}',
    ),
    CodeExplained(
        "unused-parameter", "A procedure or quantity takes a value and never reads it.",
        "Its callers pass a value that changes nothing." + KEEP % "unused-parameter",
        "lint", "procedures:\n  - {id: blow, takes: {n: number}, does: gain 1 coin}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow 3}",
        "procedures:\n  - {id: blow, takes: {n: number}, does: gain n coin}\n"
        "triggers:\n  - {id: gust, after: turn, does: blow 3}",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(unused_parameters,), of_texts=(unused_lets,))
