"""Two nodes compared value by value: numbers, texts by what they mean, lists by the names of their items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rulewright.author.difference.text_meanings import ComparedSort, FieldPath, Texts, reading
from rulewright.core.diagnostics import Span
from rulewright.core.load.account import Account
from rulewright.core.load.entries import Entry
from rulewright.core.load.patch_paths import name_of
from rulewright.core.load.patches import Patch
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, items_of, written_items

_UNORDERED = ("languages", "borders")
_NOT_COMPARED = ("id",)


@dataclass(frozen=True, slots=True)
class SideValue:
    """A value on one side: its reading, where it is written, and the patch that wrote it there, or took it away.

    One that is not written has no place, and its reading is the usual value, or nothing.
    """

    text: str
    span: Span | None
    patched: Patch | None = None


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value of an entry that differs. `sort` is that of its text, or `order` if the order of a list differs."""

    path: FieldPath
    sort: ComparedSort | Literal["order"]
    before: SideValue
    after: SideValue

    @property
    def is_new(self) -> bool:
        return self.before.span is None

    @property
    def is_gone(self) -> bool:
        return self.after.span is None


@dataclass(frozen=True, slots=True)
class Pair:
    """One entry on both sides, with what describes its fields."""

    before: Entry
    after: Entry
    accounts: tuple[Account, Account]
    texts: tuple[Texts, Texts]

    def changes(self) -> tuple[ValueChange, ...]:
        """Return the values of the entry that differ, in the order written."""
        moved = self.before.section != self.after.section
        place = (ValueChange(("section",), "plain", self._section(0), self._section(1)),) if moved else ()
        return (*place, *self._mappings(self.before.node, self.after.node, ()))

    def _section(self, side: int) -> SideValue:
        entry = (self.before, self.after)[side]
        return SideValue(entry.section, entry.id_span())

    def _values(self, before: Node | None, after: Node | None, path: FieldPath) -> Iterator[ValueChange]:
        match before, after:
            case _ if path[-1] == "rules":
                yield from self._rules(before, after, path)
            case Mapping(), Mapping():
                yield from self._mappings(before, after, path)
            case Sequence(), Sequence():
                yield from self._lists(before, after, path)
            case _:
                one, other = self._value(before, path, 0), self._value(after, path, 1)
                if one.text != other.text:
                    yield ValueChange(path, self.texts[1].sort(self.after, path), one, other)

    def _mappings(self, before: Mapping, after: Mapping, path: FieldPath) -> Iterator[ValueChange]:
        for key in dict.fromkeys((*before.keys(), *after.keys())):
            if path or key not in _NOT_COMPARED:
                yield from self._values(before.get(key), after.get(key), (*path, key))

    def _lists(self, before: Sequence, after: Sequence, path: FieldPath) -> Iterator[ValueChange]:
        named, new = _by_name(before), _by_name(after)
        if named is None or new is None:
            yield from self._unnamed(before, after, path)
            return
        for name in dict.fromkeys((*named, *new)):
            yield from self._values(named.get(name), new.get(name), (*path, name))
        common = [name for name in named if name in new]
        again = [name for name in new if name in named]
        if common != again and path[-1] not in _UNORDERED:
            one, other = (SideValue(", ".join(each), node.span) for each, node in ((common, before), (again, after)))
            yield ValueChange(path, "order", one, other)

    def _rules(self, before: Node | None, after: Node | None, path: FieldPath) -> Iterator[ValueChange]:
        """Rules cited, whatever their order: what is no longer cited, and what is cited now."""
        one, other = written_items(before), written_items(after)
        if set(one) != set(other):
            values = []
            for side, (node, here, there) in enumerate(((before, one, other), (after, other, one))):
                own = [item for item in items_of(node) if isinstance(item, Scalar) and item.text not in there]
                span = own[0].span if own else None
                patched = self._patched((*path, own[0].text), side) if own else None
                values.append(SideValue(", ".join(text for text in here if text not in there), span, patched))
            yield ValueChange(path, "plain", values[0], values[1])

    def _unnamed(self, before: Sequence, after: Sequence, path: FieldPath) -> Iterator[ValueChange]:
        """Yield the differences of two lists: lists of scalars as a whole, lists of mappings item by item.

        Items that are alike on both sides are matched.
        """
        if all(isinstance(item, Scalar) for item in (*before.items, *after.items)):
            one, other = self._value(before, path, 0), self._value(after, path, 1)
            if one.text != other.text:
                yield ValueChange(path, "plain", one, other)
            return
        keys = [[self._read(item, path, side) for item in node.items] for side, node in enumerate((before, after))]
        for what, low, high, start, stop in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
            if what == "equal":
                continue
            gone, new = before.items[low:high], after.items[start:stop]
            for number in range(max(len(gone), len(new))):
                at = (*path, str((start if number < len(new) else low) + number + 1))
                old = gone[number] if number < len(gone) else None
                yield from self._values(old, new[number] if number < len(new) else None, at)

    def _value(self, node: Node | None, path: FieldPath, side: int) -> SideValue:
        entry, texts = (self.before, self.after)[side], self.texts[side]
        if node is None:
            unwritten = texts.unwritten(entry, path) if len(path) == 1 or entry.section == "components" else None
            return SideValue(unwritten or "", None, self._patched(path, side))
        return SideValue(self._read(node, path, side), node.span, self._patched(path, side))

    def _patched(self, path: FieldPath, side: int) -> Patch | None:
        """Return the patch that wrote or removed what is at a path, or None."""
        change = self.accounts[side].last((self.before, self.after)[side].id, path)
        return change.patch if change is not None else None

    def _read(self, node: Node, path: FieldPath, side: int) -> str:
        """Return a value in canonical spelling, so that layout is no difference."""
        if isinstance(node, Scalar):
            entry = (self.before, self.after)[side]
            return reading(node.text, self.texts[side].sort(entry, path))
        if isinstance(node, Sequence):
            return f"[{', '.join(self._read(item, path, side) for item in node.items)}]"
        inside = (f"{key.text}: {self._read(value, (*path, key.text), side)}" for key, value in node.entries)
        return f"{{{', '.join(inside)}}}"


def _by_name(node: Sequence) -> dict[str, Node] | None:
    """Map names to the items of a list, or return None if an item has no name or two have the same."""
    named = {name: item for item in node.items if (name := name_of(item)) is not None}
    return named if len(named) == len(node.items) else None
