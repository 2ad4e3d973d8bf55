"""Families of components: one entry for many printed designs, such as the cards of four suits and thirteen ranks.

    {id: "{suit}_{rank}", each: {suit: all, rank: 1..13}, kind: card, title: {en: "{rank} of {suit}"}}

Each member is an entry like any other from here on: patches, scenarios and effects call it by its own id, `hearts_7`.
What `each` runs through is a field of the kind, and every member has it; or it is part of a title or value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from itertools import product
from math import prod

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.load.entries import Entry, field_type
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.locales.wording import title_in
from rulewright.core.model.document import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    by_language,
    entries_of,
    items_of,
    part_of,
    scalars_in,
    text_of,
    written_at,
)

EACH = "each"
ALL = "all"
_MOST = 5000
_RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})")
_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_ID = re.compile(r"[a-z][a-z0-9_]{0,59}")
_FOR_PEOPLE = frozenset({"title", "wording", "about", "source"})


@dataclass(frozen=True, slots=True)
class _Value:
    """One of the values that `each` runs through: as it is written in an id, and as people read it, by language."""

    written: str | int
    titles: Lookup[str, str]

    def title(self, language: str) -> str:
        return title_in(self.titles, language, str(self.written))


def is_family(entry: Entry) -> bool:
    """Whether an entry stands for many."""
    return entry.section == "components" and (entry.node.get(EACH) is not None or _NAME.search(entry.id) is not None)


def is_unfilled(node: Node | None) -> bool:
    """Whether a value contains names in braces, which are still to be filled in for each member."""
    return node is not None and any(_NAME.search(each.text) for _, each in scalars_in(node))


def members_of(
    entries: Iterable[Entry], around: Iterable[Entry] = ()
) -> tuple[tuple[Entry, ...], dict[str, tuple[str, ...]], tuple[Diagnostic, ...]]:
    """The entries with each family's members in its place, the members' ids by family, and what is wrong with families.

    The enumerations and kinds that families refer to are among the entries, or among those `around`.
    """
    entries = tuple(entries)
    known = (*entries, *around)
    families = [entry for entry in entries if is_family(entry)]
    if not families:
        return entries, {}, ()
    faults: list[Diagnostic] = []
    taken = {entry.id: entry for entry in entries if not is_family(entry)}
    listed: list[Entry] = []
    ids: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if not is_family(entry):
            listed.append(entry)
            continue
        members: list[Entry] = []
        for member in _members(entry, known, faults):
            first = taken.setdefault(member.id, member)
            if first is member:
                members.append(member)
            else:
                faults.append(_taken(entry, member, first))
                break
        ids[entry.id] = tuple(member.id for member in members)
        listed += members
    return tuple(listed), ids, tuple(faults)


def _taken(family: Entry, member: Entry, first: Entry) -> Diagnostic:
    span = family.id_span()
    names = entries_of(family.node.get(EACH))
    unsaid = [key.text for key, _ in names if f"{{{key.text}}}" not in family.id]
    if unsaid:
        message = f"several components of this family would have the id '{member.id}'"
        return error("duplicate-id", span, message, f"write {{{unsaid[0]}}} in the id as well")
    place = first.id_span()
    return error("duplicate-id", span, f"the id '{member.id}' is taken", f"first used at {place.file}:{place.line}")


def _members(family: Entry, entries: tuple[Entry, ...], faults: list[Diagnostic]) -> Iterator[Entry]:
    each = family.node.get(EACH)
    if each is not None and not isinstance(each, Mapping):
        return  # the shape checker reports it
    names = entries_of(each)
    unknown = sorted(set(_NAME.findall(family.id)) - {key.text for key, _ in names})
    if unknown:
        hint = did_you_mean(unknown[0], [key.text for key, _ in names])
        message = f"the id contains {{{unknown[0]}}}, but 'each' does not define it"
        faults.append(error("unknown-name", family.id_span(), message, hint or f"each: {{{unknown[0]}: ...}}"))
        return
    ways = [_values(family, key, value, entries, faults) for key, value in names]
    count = prod(len(way) for way in ways)
    if count > _MOST:
        message = f"this family has {count:,} components; a game has at most {_MOST:,}"
        faults.append(error("too-large", family.id_span(), message))
        return
    unkept = _unkept(family, [key.text for key, _ in names], entries)
    for chosen in product(*ways):
        values = {key.text: value for (key, _), value in zip(names, chosen, strict=True)}
        written = _put_in(family.id, {name: str(value.written) for name, value in values.items()})
        if not _ID.fullmatch(written):
            message = f"a component of this family would have the id '{written}'"
            hint = "lower-case letters, digits and _, starting with a letter, 60 at most"
            faults.append(error("bad-id", family.id_span(), message, hint))
            return
        yield Entry(family.section, written, _member(family.node, written, values, unkept), family.module)


def _values(
    family: Entry, key: Scalar, value: Node, entries: tuple[Entry, ...], faults: list[Diagnostic]
) -> tuple[_Value, ...]:
    """Return the values of one name: those of an enumeration, a range of numbers, or a list."""
    enumeration = _enumeration(family, key.text, entries)
    titles = _titles(enumeration)
    if isinstance(value, Scalar) and value.text == ALL:
        if enumeration is None:
            known = [entry.id for entry in entries if entry.section == "enumerations"]
            message = f"'{key.text}' is not an enumeration, so 'all' cannot be used here"
            hint = did_you_mean(key.text, known) or f"{key.text}: 1..4, or {key.text}: [one, another]"
            faults.append(error("unknown-name", value.span, message, hint))
        return tuple(_Value(name, found) for name, found in titles.items())
    if isinstance(value, Scalar) and (ends := _RANGE.fullmatch(value.text)):
        low, high = int(ends[1]), int(ends[2])
        if not low <= high < low + _MOST:
            hint = "the lower number comes first" if low > high else f"at most {_MOST:,} numbers"
            faults.append(error("out-of-bounds", value.span, f"'{value.text}' is not a range", hint))
            return ()
        return tuple(_Value(number, {}) for number in range(low, high + 1))
    found: list[_Value] = []
    for item in value.items if isinstance(value, Sequence) else (value,):
        if not isinstance(item, Scalar) or isinstance(item.value, bool):
            continue  # the shape checker reports it
        if isinstance(item.value, str) and enumeration is not None and item.value not in titles:
            message = f"'{enumeration.id}' has no value '{item.value}'"
            faults.append(error("unknown-value", item.span, message, did_you_mean(item.value, tuple(titles))))
            continue
        found.append(_Value(item.value, titles.get(str(item.value), {})))
    return tuple(found)


def _enumeration(family: Entry, name: str, entries: tuple[Entry, ...]) -> Entry | None:
    """The enumeration that a field of the family's kind is of, or the one of that name."""
    kind = text_of(family.node.get("kind"))
    wanted = name
    for entry in entries:
        if entry.section == "kinds" and entry.id == kind:
            wanted = field_type(part_of(entry.node.get("fields"), name)) or name
    return next((entry for entry in entries if entry.section == "enumerations" and entry.id == wanted), None)


def _unkept(family: Entry, names: Iterable[str], entries: tuple[Entry, ...]) -> frozenset[str]:
    """The names that are no fields of the kind but part of a title or of the value of one: `reward: gain {n} coin`."""
    kind = text_of(family.node.get("kind"))
    fields = next((each.node.get("fields") for each in entries if each.section == "kinds" and each.id == kind), None)
    declared = {key.text for key, _ in entries_of(fields)}
    values = [value for key, value in family.node.entries if key.text in declared or key.text == "title"]
    used = {name for value in values for _, each in scalars_in(value) for name in _NAME.findall(each.text)}
    return frozenset(name for name in names if name not in declared and name in used)


def _titles(enumeration: Entry | None) -> dict[str, Lookup[str, str]]:
    """The values of an enumeration in their order, each with its titles by language."""
    values = items_of(enumeration.node.get("values")) if enumeration is not None else ()
    named = ((text_of(part_of(item, "id") or item), by_language(part_of(item, "title"))) for item in values)
    return {name: title for name, title in named if name}


def _member(node: Mapping, id_: str, values: Lookup[str, _Value], unkept: frozenset[str]) -> Mapping:
    """A member as if it had been written by itself, each part at its place in the family."""
    each = node.get(EACH)
    own: list[tuple[Scalar, Node]] = []
    for key, value in node.entries:
        if key.text == "id" and isinstance(value, Scalar):
            own.append((key, Scalar(id_, id_, value.style, value.span)))
        elif key.text == EACH:
            own += [
                (name, written_at(values[name.text].written, name.span))
                for name in (name for name, _ in entries_of(each))
                if node.get(name.text) is None and name.text not in unkept
            ]
        else:
            own.append((key, _told(value, values) if key.text in _FOR_PEOPLE else _filled(value, values)))
    return Mapping(tuple(own), node.span)


def _filled(node: Node, values: Lookup[str, _Value]) -> Node:
    """A field with the names in braces put in as rules know them: as a number if nothing else is written."""
    if isinstance(node, Mapping):
        return Mapping(tuple((key, _filled(value, values)) for key, value in node.entries), node.span)
    if isinstance(node, Sequence):
        return Sequence(tuple(_filled(item, values) for item in node.items), node.span)
    whole = _NAME.fullmatch(node.text)
    if whole and whole[1] in values:
        return written_at(values[whole[1]].written, node.span)
    return _with(node, {name: str(value.written) for name, value in values.items()})


def _told(node: Node, values: Lookup[str, _Value], language: str = ENGLISH) -> Node:
    """A text for people with the names in braces put in as people read them, in the language of its key."""
    if isinstance(node, Mapping):
        return Mapping(tuple((key, _told(value, values, key.text)) for key, value in node.entries), node.span)
    if isinstance(node, Sequence):
        return Sequence(tuple(_told(item, values, language) for item in node.items), node.span)
    texts = {name: value.title(language) for name, value in values.items()}
    first = _NAME.match(node.text)
    if first and first[1] in values and not values[first[1]].titles:
        texts[first[1]] = texts[first[1]][:1].upper() + texts[first[1]][1:]  # an id begins what people read
    return _with(node, texts)


def _with(node: Scalar, texts: Lookup[str, str]) -> Scalar:
    if not isinstance(node.value, str) or "{" not in node.value:
        return node
    text = _put_in(node.value, texts)
    return node if text == node.value else Scalar(text, text, node.style, node.span, node.runs)


def _put_in(text: str, texts: Lookup[str, str]) -> str:
    return _NAME.sub(lambda found: texts.get(found[1], found[0]), text)
