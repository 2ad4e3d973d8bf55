"""Patches applied to entries: each to a target that exists, none silently against another.

Two sources that change one place conflict unless a patch, or a module's manifest, says `after`; two that only add to
or remove from one list agree. A third source that sets the place after both settles their conflict. What an earlier
source has deleted may be deleted again, and a module's change of it has nothing to do: either may be on without the
other.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from types import MappingProxyType

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error
from rulewright.core.load.account import Account, Applied
from rulewright.core.load.edits import EDITS, EditFault
from rulewright.core.load.entries import Entry
from rulewright.core.load.modules import in_order, misspelt_module, names_in
from rulewright.core.load.patch_paths import Missing, NamedPath, named, overlap, resolve, value_at, with_value
from rulewright.core.load.patches import Patch
from rulewright.core.model.document import Mapping, Node, Scalar, written_at

_AGREEING = ("add", "remove")
_WINS = "write 'after: {0}' if this one shall win; a house rule settles it by setting it after both"
_AGAIN = "write 'after: {0}', and both go together"
_CHANGED = "write 'after: {0}': where '{0}' is on, there is nothing left to change"
_LEFT_OUT = "leave this patch out, or '{0}'"


@dataclass(slots=True)
class _Bench:
    """The entries while patches are applied to them."""

    entries: dict[str, Entry]
    later: Lookup[str, frozenset[str]]
    off: Lookup[str, str]
    patches: tuple[Patch, ...] = ()
    faults: list[Diagnostic] = field(default_factory=list)
    changes: dict[str, list[Applied]] = field(default_factory=dict)


def apply_patches(
    entries: Iterable[Entry],
    patches: Iterable[Patch],
    later: Lookup[str, frozenset[str]],
    known: Iterable[str],
    off: Lookup[str, str] = MappingProxyType({}),
) -> tuple[tuple[Entry, ...], Account, tuple[Diagnostic, ...]]:
    """Return (patched entries, account of the changes, diagnostics). What cannot be applied changes nothing.

    `later` gives for a source the sources it follows by its manifest; `known` are the names `after` may use;
    `off` gives the module of an entry that is off.
    """
    known = tuple(known)
    patches = tuple(patches)
    bench = _Bench({entry.id: entry for entry in entries}, later, off, patches)
    for patch in patches:
        for name, span in names_in(patch.node.get("after")):
            if name not in known:
                bench.faults += misspelt_module(name, known, span)
    ordered, stuck = in_order((patch, patch.source, patch.after) for patch in patches)
    if stuck:
        waiting = ", ".join(sorted({patch.source for patch in stuck}))
        message = f"the patches of {waiting} wait for each other's 'after'"
        bench.faults.append(error("order-cycle", stuck[0].target.span, message, "remove one 'after'"))
    for patch in ordered:
        if _find(bench, patch) is None:
            continue
        if patch.deletes:
            _delete(bench, patch)
        else:
            for operation, key, value in patch.changes():
                _change(bench, patch, operation, key, value)
    account = Account({name: tuple(changes) for name, changes in bench.changes.items()})
    return tuple(bench.entries.values()), account, tuple(bench.faults)


def _find(bench: _Bench, patch: Patch) -> Entry | None:
    name = patch.target.text
    entry = bench.entries.get(name)
    if entry is None:
        earlier = bench.changes.get(name)
        by = earlier[-1].patch if earlier else None
        if by is not None and by.source != patch.source:
            ordered, fits = _ordered(bench, patch, by), patch.deletes or bool(patch.module)
            if not ordered:
                what, win = f"'{name}' is deleted", _AGAIN if patch.deletes else _CHANGED if fits else _LEFT_OUT
                bench.faults.append(_conflict(patch, by, what, patch.target.span, by.target.span, win))
            if not ordered or fits:
                return None
        message = f"no entry is named '{name}'" if by is None else f"'{name}' was deleted by '{by.source}'"
        home = bench.off.get(name)
        is_off = f"it is one of the module '{home}', which is off: pick it under 'modules'" if home is not None else ""
        hint = is_off or did_you_mean(name, bench.entries)
        bench.faults.append(error("patch-without-target", patch.target.span, message, hint))
    return entry


def _delete(bench: _Bench, patch: Patch) -> None:
    name = patch.target.text
    if not _disagrees(bench, patch, "delete", name, (), patch.target.span):
        gone = bench.entries.pop(name).node
        bench.changes.setdefault(name, []).append(Applied(patch, "delete", name, (), gone, None, patch.target.span))


def _change(bench: _Bench, patch: Patch, operation: str, key: Scalar, value: Node) -> None:
    entry = bench.entries[patch.target.text]
    way = resolve(entry.node, key.text)
    if isinstance(way, Missing):
        bench.faults.append(error("patch-bad-path", key.span, way.message, way.hint))
        return
    if way == ("id",):
        bench.faults.append(error("patch-bad-path", key.span, "an id cannot be patched", "delete the entry instead"))
        return
    before, path = value_at(entry.node, way), named(entry.node, way)
    if _disagrees(bench, patch, operation, entry.id, path, key.span):
        return
    after = EDITS[operation](before, value, key.text)
    if isinstance(after, EditFault):
        span = key.span if after.code == "patch-bad-path" else after.span
        hint = _field_hint(entry, key) or _changed_before(bench, entry, path, operation, value, after) or after.hint
        bench.faults.append(error(after.code, span, after.message, hint))
        return
    node = with_value(entry.node, way, _last_key(key), after)
    assert isinstance(node, Mapping)
    bench.entries[entry.id] = Entry(entry.section, entry.id, node, entry.module)
    bench.changes.setdefault(entry.id, []).append(Applied(patch, operation, entry.id, path, before, after, key.span))


def _changed_before(bench: _Bench, entry: Entry, path: NamedPath, operation: str, value: Node, fault: EditFault) -> str:
    """Return a hint on the earlier patch that removed what this one looks for, or "" if none did."""
    if fault.code != "patch-without-target":
        return ""
    for other in reversed(bench.changes.get(entry.id, ())):
        if other.path == path and not isinstance(EDITS[operation](other.before, value, ""), EditFault):
            return f"the patch at {other.span.file}:{other.span.line} changed it first; replace the text that it left"
    return ""


def _disagrees(bench: _Bench, patch: Patch, operation: str, entry: str, path: NamedPath, span: Span) -> bool:
    """Return whether an unrelated earlier patch changed the same place, and add a diagnostic if so."""
    for other in bench.changes.get(entry, ()):
        if not overlap(path, other.path) or _ordered(bench, patch, other.patch):
            continue
        if operation in _AGREEING and other.operation in _AGREEING:
            continue
        if patch.source == other.patch.source and operation not in ("set", "delete"):
            continue
        if _is_settled(bench, entry, (patch, path), (other.patch, other.path)):
            return True
        what = f"'{'.'.join(path or other.path)}' of '{entry}' is changed"
        bench.faults.append(_conflict(patch, other.patch, what, span, other.span))
        return True
    return False


_Place = tuple[Patch, NamedPath]


def _is_settled(bench: _Bench, entry: str, one: _Place, other: _Place) -> bool:
    """Whether a third source sets the place that two others change, or deletes the entry, after both of them."""
    for third in bench.patches:
        if third.target.text != entry or third.source in (one[0].source, other[0].source):
            continue
        if not (_ordered(bench, third, one[0]) and _ordered(bench, third, other[0])):
            continue
        if third.deletes:
            return True
        node = bench.entries[entry].node
        for operation, key, _ in third.changes():
            way = resolve(node, key.text)
            if operation == "set" and not isinstance(way, Missing):
                path = named(node, way)
                if all(place[: len(path)] == path for _, place in (one, other)):
                    return True
    return False


def _ordered(bench: _Bench, patch: Patch, earlier: Patch) -> bool:
    return earlier.source in patch.after or earlier.source in bench.later.get(patch.source, frozenset())


def _conflict(patch: Patch, other: Patch, what: str, span: Span, first: Span, hint: str = _WINS) -> Diagnostic:
    """Return the diagnostic of two patches of one place. `hint` says what to do, with the other's source filled in."""
    if patch.source == other.source:
        by, hint = f"twice by '{patch.source}'", "keep one of them"
    else:
        by, hint = f"by '{other.source}' and by '{patch.source}'", hint.format(other.source)
    return error("patch-conflict", span, f"{what} {by}", f"first at {first.file}:{first.line}; {hint}")


def _last_key(key: Scalar) -> Scalar:
    """The path's last step as a key of its own, at its place."""
    name = key.text.rpartition(".")[2]
    return written_at(name, key.span_at(1, len(key.text) - len(name) + 1, len(name)))


def _field_hint(entry: Entry, key: Scalar) -> str:
    return did_you_mean(key.text, entry.node.keys()) if entry.node.get(key.text) is None else ""
