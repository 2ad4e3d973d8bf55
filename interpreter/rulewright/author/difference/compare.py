"""Two sides compared entry by entry: what is new, what is gone, what has other values, what goes by another name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Literal

from rulewright.author.difference.sides import Side
from rulewright.author.difference.text_meanings import Texts, texts_of
from rulewright.author.difference.value_differences import Pair, SideValue, ValueChange
from rulewright.core.load.account import Account
from rulewright.core.load.conditions import applies
from rulewright.core.load.entries import Entry, gather
from rulewright.core.load.ledger import rules_in
from rulewright.core.load.modules import manifest_of, names_in
from rulewright.core.load.patches import Patch, patches_in
from rulewright.core.model.document import Mapping, Scalar, Way, scalars_in
from rulewright.core.model.sections import AT_THE_END, SECTIONS

Status = Literal["changed", "added", "removed"]

_WHOLE, _UNLISTED = ("manifest", "modules", "picked"), ("patches", "ledger", "variants", "matches")
COMPARED = (*_WHOLE, *(each.id for each in SECTIONS), *_UNLISTED)
"""Every section that is compared, in the order in which it is told."""

_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class EntryChange:
    """The differences of one entry. `renamed` is the id of the earlier entry that a new id seems to replace.

    `idle` names the module it is in if that is off on both sides, or waits for another that is off;
    `deleted_by` the patch that takes it away.
    """

    section: str
    id: str
    status: Status
    before: Entry | None
    after: Entry | None
    changes: tuple[ValueChange, ...] = ()
    renamed: str = ""
    idle: str = ""
    deleted_by: Patch | None = None

    @property
    def entry(self) -> Entry:
        """The entry as it is now, or as it was."""
        entry = self.after or self.before
        assert entry is not None
        return entry


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences between two sides. Nothing differs if `entries` and both lists of modules are empty."""

    before: Side
    after: Side
    switched_on: tuple[str, ...]
    switched_off: tuple[str, ...]
    entries: tuple[EntryChange, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.entries or self.switched_on or self.switched_off)


def difference(before: Side, after: Side) -> Difference:
    """Return all differences between two sides."""
    texts = (texts_of(before.assembly), texts_of(after.assembly))
    comparer = _Comparer(texts, (before.assembly.account, after.assembly.account))
    found = [*comparer.compared(_entries_on(before), _entries_on(after)), *_picked(before, after)]
    found += _orders(before, after)
    if before.source.root != after.source.root:
        comparer = _Comparer(texts)
        for book, same_book in zip(_books(before), _books(after), strict=True):
            found += comparer.compared(book, same_book)
        idle, others = _idle(before), _idle(after)
        for place in dict.fromkeys((*idle, *others)):
            found += comparer.compared(idle.get(place, {}), others.get(place, {}), place)
    found.sort(key=lambda each: (bool(each.idle), COMPARED.index(each.section)))
    on, then = before.assembly.modules, after.assembly.modules
    return Difference(
        before,
        after,
        tuple(name for name in then if name not in on),
        tuple(name for name in on if name not in then),
        tuple(found),
    )


Entries = dict[tuple[str, str], Entry]


@dataclass(frozen=True, slots=True)
class _Comparer:
    """A comparison of entries, field by field, with what patches did to them. Patches not played with did nothing."""

    texts: tuple[Texts, Texts]
    accounts: tuple[Account, Account] = (Account(), Account())

    def compared(self, before: Entries, after: Entries, idle: str = "") -> Iterator[EntryChange]:
        """Yield the differences between two sets of entries, matched by section and id.

        Ids are unique within each set.
        """
        moved = {name: entry for (_, name), entry in after.items()}
        gone = {key: entry for key, entry in before.items() if key not in after and key[1] not in moved}
        known = {name for _, name in before}
        new = {key: entry for key, entry in after.items() if key not in before and key[1] not in known}
        renamed = dict(self._renamed(gone, new))
        for (section, name), entry in before.items():
            other = after.get((section, name)) or moved.get(name)
            if other is not None:
                changes = Pair(entry, other, self.accounts, self.texts).changes()
                if changes:
                    yield EntryChange(other.section, name, "changed", entry, other, changes, idle=idle)
        was = {new_key: old for old, new_key in renamed.items()}
        for key, entry in new.items():
            if key in was:
                old = gone[was[key]]
                changes = Pair(old, entry, self.accounts, self.texts).changes()
                yield EntryChange(key[0], key[1], "changed", old, entry, changes, renamed=old.id, idle=idle)
            else:
                yield EntryChange(key[0], key[1], "added", None, entry, idle=idle)
        for key, entry in gone.items():
            if key not in renamed:
                change = self.accounts[1].deletion(entry.id)
                patch = change.patch if change is not None else None
                yield EntryChange(key[0], key[1], "removed", entry, None, idle=idle, deleted_by=patch)

    def _renamed(self, gone: Entries, new: Entries) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Yield (old key, new key) of entries that seem renamed, the most alike first. Each entry is used once."""
        left = {key: _said(entry.node) for key, entry in new.items()}
        scored = []
        for key, entry in gone.items():
            here = _said(entry.node)
            for other, there in left.items():
                if other[0] == key[0] and new[other].module == entry.module and here and there:
                    alike = 2 * len(here & there) / (len(here) + len(there))
                    if alike >= _ALIKE:
                        scored.append((-alike, key, other))
        taken: set[tuple[str, str]] = set()
        for _, key, other in sorted(scored):
            if key not in taken and other not in taken:
                taken |= {key, other}
                yield key, other


_COMMON = frozenset({"id", "source", "rules", "reconstructed"})


def _said(entry: Mapping) -> frozenset[tuple[Way, str]]:
    """Return the set of an entry's values, without its id and what many entries have alike."""
    return frozenset((way, " ".join(each.text.split())) for way, each in scalars_in(entry) if way[0] not in _COMMON)


# ---- What is on a side


def _entries_on(side: Side) -> Entries:
    """Map (section, id) to the entries of a side that are in play, as patched."""
    return {(entry.section, entry.id): entry for entry in side.assembly.entries()}


def _books(side: Side) -> tuple[Entries, ...]:
    """Return what exists besides the entries: manifests, the ledger, variants and matches, each with its own ids."""
    source = side.source
    listed: tuple[Iterable[Entry], ...] = (
        (Entry("manifest", "ruleset", manifest_of(source), ""),),
        (Entry("modules", module.id, manifest_of(module), module.id) for module in source.modules),
        _ledger(side),
        _files("variants", side, source.variants),
        _files("matches", side, source.matches),
    )
    return tuple({(entry.section, entry.id): entry for entry in entries} for entries in listed)


def _ledger(side: Side) -> Iterator[Entry]:
    for key, node in rules_in(side.source):
        text = Scalar("text", "text", "plain", key.span)
        yield Entry("ledger", key.text, node if isinstance(node, Mapping) else Mapping(((text, node),), key.span), "")


def _files(section: str, side: Side, paths: Iterable[FilePath]) -> Iterator[Entry]:
    """Yield the variants or matches in a ruleset's folder, each as one entry named after its file."""
    return (Entry(section, path.stem, node, "") for path, node in side.source.documents(paths))


def _idle(side: Side) -> dict[str, Entries]:
    """Map modules that are off, with those they wait for, to their entries and patches."""
    found: dict[str, Entries] = {}
    on = frozenset(side.assembly.modules)
    for module, file in side.source.contents():
        if (module in on and applies(file.node, on)) or not isinstance(file.node, Mapping):
            continue
        waits = [name for name, _ in names_in(file.node.get("with"))]
        place = f"{module} with {' and '.join(waits)}" if waits else module
        entries = found.setdefault(place, {})
        for entry in gather([(module, file.node)])[0]:
            entries[entry.section, entry.id] = entry
        for patch in patches_in(module, file.node):
            target = patch.target.text
            count = sum(name.partition(" (")[0] == target for _, name in entries)
            name = f"{target} ({count + 1})" if ("patches", target) in entries else target
            entries["patches", name] = Entry("patches", name, patch.node, module)
    return found


def _picked(before: Side, after: Side) -> Iterator[EntryChange]:
    """Yield the settings for which the two sides pick different values, by a variant or by default."""
    for name in dict.fromkeys(key.text for side in (before, after) for key, _ in side.assembly.settings):
        one, other = _pick(before, name), _pick(after, name)
        declared = [entry for side in (before, after) if (entry := side.assembly.entry(name)) is not None]
        if declared and one.text != other.text:
            change = ValueChange(("picked",), "plain", one, other)
            yield EntryChange("picked", name, "changed", declared[0], declared[-1], (change,))


def _pick(side: Side, name: str) -> SideValue:
    for key, value in side.assembly.settings:
        if key.text == name:
            return SideValue(str(value.value), value.span)
    entry = side.assembly.entry(name)
    default = entry.node.get("default") if entry is not None else None
    return SideValue(str(default.value) if isinstance(default, Scalar) else "", default.span if default else None)


def _orders(before: Side, after: Side) -> Iterator[EntryChange]:
    """Sections whose entries take their turn, if those on both sides come in a different order."""
    for section in AT_THE_END:
        lists = [side.assembly.section(section) for side in (before, after)]
        both = {entry.id for entry in lists[0]} & {entry.id for entry in lists[1]}
        one, other = ([entry for entry in listed if entry.id in both] for listed in lists)
        if [entry.id for entry in one] != [entry.id for entry in other]:
            values = [SideValue(", ".join(each.id for each in listed), listed[0].id_span()) for listed in (one, other)]
            change = ValueChange((section,), "order", values[0], values[1])
            whole = Entry(section, section, Mapping((), values[1].span or other[0].node.span), "")
            yield EntryChange(section, section, "changed", whole, whole, (change,))
