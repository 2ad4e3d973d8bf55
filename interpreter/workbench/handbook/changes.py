"""What patches change in an entry: the place, the value before and after, and why.

Applied one after another, so that what a second patch finds is what the first one left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.load import edits
from interpreter.load.conditions import applies
from interpreter.load.entries import gather
from interpreter.load.patches import EDITS, Edit, Patch, read_patches
from interpreter.load.paths import Missing, resolve, value_at, with_value
from interpreter.model.document import Mapping, Node, Scalar, text_of

if TYPE_CHECKING:
    from interpreter.load.folder import ModuleSource

_NOT_TOLD = frozenset({"rules"})


@dataclass(frozen=True, slots=True)
class Change:
    """One place of an entry as a patch changes it; an entry taken away has the path '' and nothing after.

    `by` is the module the patch stands in, '' for the variant.
    """

    entry: str
    path: str
    before: Node | None
    after: Node | None
    because: str
    by: str
    span: Span


def changes_by_entry(
    modules: tuple[ModuleSource, ...], variant: Mapping | None, *, of_one_table: bool
) -> tuple[dict[tuple[Span, str], tuple[Change, ...]], tuple[Change, ...]]:
    """The changes of each entry of these modules, by its place and id, and the entries that are taken away.

    At one table each patch finds what the one before has left; else each module finds the entry as it was written.
    """
    on = frozenset(module.id for module in modules)
    nodes = [(module.id, file.node) for module in modules for file in module.contents if applies(file.node, on)]
    patches = [
        (name, patch)
        for name, node in nodes
        for patch in read_patches(name, node.get("patches") if isinstance(node, Mapping) else None)[0]
    ]
    if variant is not None:
        patches += [("", patch) for patch in read_patches("variant", variant.get("patches"))[0]]
    found: dict[tuple[Span, str], tuple[Change, ...]] = {}
    gone: list[Change] = []
    for module in modules:
        for file in module.contents:
            for entry in gather([(module.id, file.node)])[0] if applies(file.node, on) else ():
                own = [(by, patch) for by, patch in patches if patch.target.text == entry.id]
                groups = [own] if of_one_table else [[each for each in own if each[0] == by] for by in _names(own)]
                changes = tuple(change for group in groups for change in _changes(entry.id, entry.node, group))
                found[entry.id_span(), entry.id] = tuple(each for each in changes if each.path)
                gone += [each for each in changes if not each.path]
    return found, tuple(gone)


def _names(patches: list[tuple[str, Patch]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(by for by, _ in patches))


def _changes(name: str, node: Mapping, patches: list[tuple[str, Patch]]) -> Iterator[Change]:
    for by, patch in patches:
        because = text_of(patch.node.get("because")) or ""
        if patch.deletes:
            yield Change(name, "", node, None, because, by, patch.target.span)
            return
        for key, edit, value in _operations(patch):
            trail = resolve(node, key.text)
            if isinstance(trail, Missing):
                continue
            before = value_at(node, trail)
            after = edit(before, value, key.text)
            if isinstance(after, edits.Fault):
                continue
            changed = with_value(node, trail, key, after)
            assert isinstance(changed, Mapping)
            node = changed
            if key.text not in _NOT_TOLD:
                yield Change(name, key.text, before, after, because, by, key.span)


def _operations(patch: Patch) -> Iterator[tuple[Scalar, Edit, Node]]:
    does, key = patch.node.get("does"), patch.node.key_node("does")
    if does is not None and key is not None:
        yield key, edits.set_value, does
    for name, edit in EDITS:
        listed = patch.node.get(name)
        for path, value in listed.entries if isinstance(listed, Mapping) else ():
            yield path, edit, value
