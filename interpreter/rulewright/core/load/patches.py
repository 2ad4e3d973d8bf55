"""Patches of modules and variants as they are written.

A patch is `{change: ID, because: ..., set|relative|add|remove|replace: {path: ...}}`, or `{delete: ID, because: ...}`.
How patches are applied, and what they contradict, is described in applying.py; what each of them did, in account.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.edits import EDITS
from rulewright.core.load.modules import names_in
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of, items_of, part_of, text_of

_KEYS = ("change", "delete", "because", "after", *EDITS)


@dataclass(frozen=True, slots=True)
class Patch:
    """One patch with the module or variant it is in and the sources whose patches come first.

    `module` is empty if it is in no module: in a variant, or outside all files.
    """

    source: str
    module: str
    node: Mapping
    target: Scalar
    deletes: bool
    after: frozenset[str]

    @property
    def because(self) -> str:
        """The reason it gives, on one line."""
        return " ".join(self.node.text_at("because").split())

    def changes(self) -> Iterator[tuple[str, Scalar, Node]]:
        """Every single change it asks for: which of the edits, the path as a key, the value."""
        for operation in EDITS:
            for path, value in entries_of(self.node.get(operation)):
                yield operation, path, value

    def rules(self) -> Iterator[Scalar]:
        """The rules that the entry implements from now on, as it says."""
        for operation, path, value in self.changes():
            if operation in ("add", "set") and path.text == "rules":
                yield from (item for item in items_of(value) if isinstance(item, Scalar))


def patches_in(source: str, document: Node | None, *, module: str = "") -> tuple[Patch, ...]:
    """The patches of a document, whatever is wrong with them."""
    return read_patches(source, part_of(document, "patches"), module=module)[0]


def read_patches(
    source: str, listed: Node | None, *, module: str = ""
) -> tuple[tuple[Patch, ...], tuple[Diagnostic, ...]]:
    """The patches of one list, and what is wrong with them.

    `source` is the module or variant they are in, `module` the same if it is a module.
    """
    patches: list[Patch] = []
    faults: list[Diagnostic] = []
    if listed is not None and not isinstance(listed, Sequence):
        faults.append(error("bad-patch", listed.span, "patches must be a list", "start each one with '- '"))
    for node in items_of(listed):
        written = [node.get(key) for key in ("change", "delete") if node.get(key)] if isinstance(node, Mapping) else []
        target = written[0] if len(written) == 1 else None
        if not isinstance(node, Mapping) or not isinstance(target, Scalar) or not text_of(target):
            message, hint = "a patch must name one entry", "write 'change: ENTRY' or 'delete: ENTRY'"
            faults.append(error("bad-patch", node.span, message, hint))
            continue
        after = frozenset(name for name, _ in names_in(node.get("after")))
        patches.append(Patch(source, module, node, target, node.get("delete") is target, after))
        faults += _faults(patches[-1])
    return tuple(patches), tuple(faults)


def _faults(patch: Patch) -> Iterator[Diagnostic]:
    """Yield the faults of a patch that do not depend on what it changes."""
    for key, _ in patch.node.entries:
        if key.text not in _KEYS:
            message, hint = f"a patch has no '{key.text}'", did_you_mean(key.text, _KEYS)
            yield error("bad-patch", key.span, message, hint)
    if not patch.because:
        hint = "add 'because:' and the reason in a sentence"
        yield error("missing-because", patch.target.span, f"the patch of '{patch.target.text}' gives no reason", hint)
    if patch.deletes:
        return
    misshapen = False
    for operation in EDITS:
        listed = patch.node.get(operation)
        if listed is not None and not isinstance(listed, Mapping):
            misshapen = True
            hint = f"{operation}: {{field: value}}"
            yield error("bad-patch", listed.span, f"'{operation}' must be a mapping of fields", hint)
    if not misshapen and next(patch.changes(), None) is None:
        hint = "write set, relative, add, remove or replace"
        yield error("bad-patch", patch.target.span, f"the patch of '{patch.target.text}' changes nothing", hint)
