"""Patches of modules and variants applied to entries: each to a target that exists, none against another unawares.

A patch is `{change: ID, because: ..., set|relative|add|remove|replace: {path: ...}}`, with `does: ...` short for
`set: {does: ...}`, or `{delete: ID, because: ...}`. Two sources that change one place conflict unless a patch, or a
module's manifest, says `after`; two that only add to or remove from one list agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field

from interpreter.diagnostics import Diagnostic, Span, did_you_mean, error
from interpreter.load import edits
from interpreter.load.edits import Fault
from interpreter.load.entries import Entry
from interpreter.load.modules import names_in, unknown_module
from interpreter.load.paths import Missing, Trail, resolve, value_at, with_value
from interpreter.model.document import Mapping, Node, Scalar, Sequence, text_of

Edit = Callable[[Node | None, Node, str], Node | Fault]

EDITS: tuple[tuple[str, Edit], ...] = (
    ("set", edits.set_value),
    ("relative", edits.add_number),
    ("add", edits.add_items),
    ("remove", edits.remove_items),
    ("replace", edits.replace_text),
)
_AGREEING = ("add", "remove")
_KEYS = ("change", "delete", "because", "after", "does", *(name for name, _ in EDITS))


@dataclass(frozen=True, slots=True)
class Patch:
    """One patch with the module or variant it stands in and the sources whose patches come first."""

    source: str
    node: Mapping
    target: Scalar
    deletes: bool
    after: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Change:
    """A place of an entry that a patch changed, and how."""

    patch: Patch
    operation: str
    trail: Trail
    span: Span


@dataclass(slots=True)
class _Bench:
    """The entries while patches are applied to them."""

    entries: dict[str, Entry]
    later: Lookup[str, frozenset[str]]
    faults: list[Diagnostic] = field(default_factory=list)
    changes: dict[str, list[_Change]] = field(default_factory=dict)
    deleted: dict[str, Patch] = field(default_factory=dict)


def read_patches(source: str, listed: Node | None) -> tuple[tuple[Patch, ...], tuple[Diagnostic, ...]]:
    """The patches of one list; `source` is the module or variant they stand in."""
    patches: list[Patch] = []
    faults: list[Diagnostic] = []
    if listed is not None and not isinstance(listed, Sequence):
        faults.append(error("bad-patch", listed.span, "patches are a list", "start each one with '- '"))
    for node in listed.items if isinstance(listed, Sequence) else ():
        written = [node.get(key) for key in ("change", "delete") if node.get(key)] if isinstance(node, Mapping) else []
        target = written[0] if len(written) == 1 else None
        if not isinstance(node, Mapping) or not isinstance(target, Scalar) or not text_of(target):
            message, hint = "a patch names one entry", "write 'change: ENTRY' or 'delete: ENTRY'"
            faults.append(error("bad-patch", node.span, message, hint))
            continue
        for key, _ in node.entries:
            if key.text not in _KEYS:
                message, hint = f"a patch has no '{key.text}'", did_you_mean(key.text, _KEYS)
                faults.append(error("bad-patch", key.span, message, hint))
        if not (text_of(node.get("because")) or "").strip():
            hint = "add 'because:' and the reason in a sentence"
            faults.append(error("missing-because", target.span, f"the patch of '{target.text}' gives no reason", hint))
        after = frozenset(name for name, _ in names_in(node.get("after")))
        patches.append(Patch(source, node, target, node.get("delete") is target, after))
    return tuple(patches), tuple(faults)


def apply_patches(
    entries: Iterable[Entry], patches: Iterable[Patch], later: Lookup[str, frozenset[str]], known: Iterable[str]
) -> tuple[tuple[Entry, ...], tuple[Diagnostic, ...]]:
    """The entries as patched; what cannot be applied is a diagnostic and changes nothing.

    `later` gives for a source the sources it stands behind by its manifest; `known` are the names `after` may use.
    """
    bench = _Bench({entry.id: entry for entry in entries}, later)
    known = tuple(known)
    patches = tuple(patches)
    for patch in patches:
        for name, span in names_in(patch.node.get("after")):
            if name not in known:
                bench.faults.append(unknown_module(name, known, span))
    for patch in _in_order(patches, bench.faults):
        if _find(bench, patch) is None:
            continue
        if patch.deletes:
            _delete(bench, patch)
        else:
            for operation, edit, key, value in _operations(patch, bench.faults):
                _change(bench, patch, operation, edit, key, value)
    return tuple(bench.entries.values()), tuple(bench.faults)


def _in_order(patches: tuple[Patch, ...], faults: list[Diagnostic]) -> Iterator[Patch]:
    """The patches as they come, each one behind all patches of the sources it names in `after`."""
    pending = list(patches)
    while pending:
        waiting = {patch.source for patch in pending}
        for patch in pending:
            if not (patch.after - {patch.source}) & waiting:
                break
        else:
            patch = pending[0]
            message = f"the patches of {', '.join(sorted(waiting))} wait for each other's 'after'"
            faults.append(error("order-cycle", patch.target.span, message, "remove one 'after'"))
            return
        pending.remove(patch)
        yield patch


def _find(bench: _Bench, patch: Patch) -> Entry | None:
    name = patch.target.text
    entry = bench.entries.get(name)
    if entry is None:
        by = bench.deleted.get(name)
        if by is not None and by.source != patch.source and not _ordered(bench, patch, by):
            bench.faults.append(_conflict(patch, by, f"'{name}' is deleted", patch.target.span, by.target.span))
            return None
        message = f"no entry is named '{name}'" if by is None else f"'{name}' was deleted by '{by.source}'"
        bench.faults.append(
            error("patch-without-target", patch.target.span, message, did_you_mean(name, bench.entries))
        )
    return entry


def _delete(bench: _Bench, patch: Patch) -> None:
    name = patch.target.text
    if _agrees(bench, name, _Change(patch, "delete", (), patch.target.span)):
        del bench.entries[name]
        bench.deleted[name] = patch


def _operations(patch: Patch, faults: list[Diagnostic]) -> Iterator[tuple[str, Edit, Scalar, Node]]:
    """Every single change of a patch: its kind, the edit, the path as a key, the value."""
    does, does_key = patch.node.get("does"), patch.node.key_node("does")
    if does is not None and does_key is not None:
        yield "set", edits.set_value, does_key, does
    count = 1 if does is not None else 0
    for name, edit in EDITS:
        listed = patch.node.get(name)
        if listed is None:
            continue
        if not isinstance(listed, Mapping):
            count += 1
            faults.append(
                error("bad-patch", listed.span, f"'{name}' is a mapping of fields", f"{name}: {{field: value}}")
            )
            continue
        for key, value in listed.entries:
            count += 1
            yield name, edit, key, value
    if not count:
        hint = "write set, relative, add, remove or replace"
        faults.append(
            error("bad-patch", patch.target.span, f"the patch of '{patch.target.text}' changes nothing", hint)
        )


def _change(bench: _Bench, patch: Patch, operation: str, edit: Edit, key: Scalar, value: Node) -> None:
    entry = bench.entries[patch.target.text]
    trail = resolve(entry.node, key.text)
    if isinstance(trail, Missing):
        bench.faults.append(error("patch-bad-path", key.span, trail.message, trail.hint))
        return
    if trail == ("id",):
        bench.faults.append(error("patch-bad-path", key.span, "an id cannot be patched", "delete the entry instead"))
        return
    if not _agrees(bench, entry.id, _Change(patch, operation, trail, key.span)):
        return
    changed = edit(value_at(entry.node, trail), value, key.text)
    if isinstance(changed, Fault):
        span = key.span if changed.code == "patch-bad-path" else changed.span
        hint = _field_hint(entry, key) or changed.hint
        bench.faults.append(error(changed.code, span, changed.message, hint))
        return
    node = with_value(entry.node, trail, _last_key(key), changed)
    assert isinstance(node, Mapping)
    bench.entries[entry.id] = Entry(entry.section, entry.id, node, entry.module)


def _agrees(bench: _Bench, name: str, change: _Change) -> bool:
    """Whether no earlier patch changed the same place unawares; remembers the change if so."""
    earlier = bench.changes.setdefault(name, [])
    for other in earlier:
        if not _overlap(change.trail, other.trail) or _ordered(bench, change.patch, other.patch):
            continue
        if change.operation in _AGREEING and other.operation in _AGREEING:
            continue
        if change.patch.source == other.patch.source and change.operation not in ("set", "delete"):
            continue
        place = ".".join(str(step + 1) if isinstance(step, int) else step for step in change.trail or other.trail)
        what = f"'{place}' of '{name}' is changed"
        bench.faults.append(_conflict(change.patch, other.patch, what, change.span, other.span))
        return False
    earlier.append(change)
    return True


def _overlap(one: Trail, other: Trail) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _ordered(bench: _Bench, patch: Patch, earlier: Patch) -> bool:
    return earlier.source in patch.after or earlier.source in bench.later.get(patch.source, frozenset())


def _conflict(patch: Patch, other: Patch, what: str, span: Span, first: Span) -> Diagnostic:
    by = (
        f"by '{other.source}' and by '{patch.source}'" if patch.source != other.source else f"twice by '{patch.source}'"
    )
    hint = (
        "keep one of them" if patch.source == other.source else f"write 'after: {other.source}' if this one shall win"
    )
    return error("patch-conflict", span, f"{what} {by}", f"first at {first.file}:{first.line}; {hint}")


def _last_key(key: Scalar) -> Scalar:
    """The path's last step as a key of its own, at its place."""
    name = key.text.rpartition(".")[2]
    return Scalar(name, name, "plain", key.span_at(1, len(key.text) - len(name) + 1, len(name)))


def _field_hint(entry: Entry, key: Scalar) -> str:
    return did_you_mean(key.text, entry.node.keys()) if entry.node.get(key.text) is None else ""
