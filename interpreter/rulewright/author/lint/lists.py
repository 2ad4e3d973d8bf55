"""A lint for lists that have an item for each value of an enumeration, such as the edges of tiles, and more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.author.lint.lint_examples import EFFECT, KEEP
from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.diagnostics import CodeExplained
from rulewright.core.model import bound_values as bv
from rulewright.core.model.document import items_of
from rulewright.core.model.nodes import nodes_of


def unread_items(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each list that is only asked for the items of values: it may have no item beyond these."""
    asked: dict[tuple[str, str], set[int]] = {}
    amounts = [each.amount for each in scene.program.quantities]
    bound = [note.bound for notes in scene.notes.values() for note in notes if not isinstance(note.bound, int)]
    for node in (node for each in (*amounts, *bound) for node in nodes_of(each)):
        if isinstance(node, bv.Element) and isinstance(node.items, bv.Lookup) and node.items.table in scene.fields:
            domain = scene.world.domains.get(str(node.index.type.domain)) if node.index.type.kind == "thing" else None
            most = len(domain.names) if domain is not None else -1
            asked.setdefault(scene.fields[node.items.table], set()).add(most)
    for entry in scene.assembly.section("components"):
        for (kind, field), sizes in asked.items():
            if entry.node.text_at("kind") != kind or -1 in sizes or (written := entry.node.get(field)) is None:
                continue
            many, most = len(items_of(written)), max(sizes)
            message = f"'{field}' has {many} items, and is only asked for those of {most} values"
            found = (message, "leave out the last ones, or order them as the values are") if many > most else None
            yield verdict("unread-item", entry, written.span, found)


_LISTS: Final = (
    "kinds:\n  - {id: coat, title: {en: Coat, fr: Manteau}, fields: {sold_for: {type: list, of: number}}}\n"
    "components:\n"
    "  - {id: cape, kind: coat, sold_for: [%s], title: {en: Cape, fr: Cape}, source: {doc: DOC, place: a}}\n"
    + EFFECT + "for each g in good: gain cape.sold_for[g] coin"
)  # fmt: skip
_EXPLAINED: Final = (
    CodeExplained(
        "unread-item", "A list has more items than the enumeration that it is asked for has values.",
        "A list such as `tile.edges[north]` has an item for each value, in the order of the values: of directions,"
        " those of the maps of the game, clockwise from north on. Items beyond these are never read."
        + KEEP % "unread-item",
        "lint", _LISTS % "2, 1, 4, 3", _LISTS % "2, 1, 4",
    ),
)  # fmt: skip
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(unread_items,))
