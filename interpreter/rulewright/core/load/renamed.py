"""Old names of a ruleset's entries and options: files that still use them are read by the new ones, with a hint.

The manifest lists them, `renamed: {old: new}`, for one release; `{"c{k}": "card_{k}"}` renames each member of a family.
What had several names leads from each to the next: `{a: b, b: c}`.
Only what is outside the ruleset's modules may use them: variants, scenarios, recorded games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error, warning
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry, fields_in, gather
from rulewright.core.load.families import is_family, members_of
from rulewright.core.load.folder import RulesetSource, last_name, names_listed
from rulewright.core.load.modules import manifest_of
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, entries_of, scalars_in

Names = dict[str, str]
_NO_NAMES = frozenset(
    {
        *("title", "summary", "example", "about", "because", "scenario", "source", "text", "log", "not_in_log"),
        *("wording", "says", "asks", "tells"),
        *("extends", "ruleset", "variant", "match", "rules"),
    }
)
"""Keys of texts for people, and of names that are not those of entries."""
_NAMING_KEYS = frozenset({"settings", "next_settings", "relative", "tunables", "set", "replace"})
"""Below these, keys are names as well."""
_IDS = frozenset({"id", "change", "delete"})
"""Keys of ids. What is in braces in that of a family names no entry."""


@dataclass(frozen=True, slots=True)
class OldName:
    """An old name where it is written, and what it is called now."""

    old: str
    new: str
    span: Span


def renamed_in(source: RulesetSource) -> Names:
    """The name of now of each old one in a ruleset and its packages, those of the members of families too."""
    listed = names_listed(source)
    return {old: new for each in listed for old, new in _names_of(source, listed, each).items()}


def first_names_in(source: RulesetSource) -> Names:
    """Map each name to the first one that its thing has had."""
    listed = names_listed(source)
    first = (each for each in listed if each not in listed.values())
    return {new: old for each in first for old, new in _names_of(source, listed, each).items()}


def earlier_names(source: RulesetSource) -> Iterator[Names]:
    """Yield what each name of an earlier version is now, for each version that there may have been, the first at first.

    Between two versions one more thing, or several, had another name: lines are listed from the newest on or up to it.
    """
    listed = names_listed(source)
    known: list[Names] = []
    for order in ([*listed], [*listed][::-1]):
        was: Names = {}
        for each in order:
            was = was | {new: old for old, new in _names_of(source, listed, each).items()}
            known.append({old: new for new, old in was.items()})
    tried = sorted(known, key=len, reverse=True)
    yield from (each for number, each in enumerate(tried) if each and each not in tried[:number])


def _names_of(source: RulesetSource, listed: Names, old: str) -> Names:
    """The name of now of a listed one, or of each member of a family."""
    new = last_name(listed, old)
    return members_renamed(source, old, new) if "{" in old else {old: new}


def members_renamed(source: RulesetSource, old: str, new: str) -> Names:
    """Map each old name of a family's members to the new one. The map is empty if there is no such family."""
    entries, _ = gather((module, file.node) for module, file in source.contents())
    family = next((each for each in entries if each.id == new and is_family(each)), None)
    if family is None:
        return {}
    _, members, _ = members_of((*entries, replace(family, id=old)))
    return dict(zip(members.get(old, ()), members.get(new, ()), strict=False))


def renamed_faults(source: RulesetSource, assembly: Assembly) -> Iterator[Diagnostic]:
    """Old names that something still has, and new ones that nothing has."""
    on = [module for module, _ in source.packages() if module.id in assembly.modules]
    manifests = [manifest_of(source), *map(manifest_of, on)]
    listed = [each for manifest in manifests for each in entries_of(manifest.get("renamed"))]
    if not listed:
        return
    ids = {entry.id for entries in assembly.sections.values() for entry in entries}
    words: set[str] = set(ids)
    for entries in assembly.sections.values():
        for entry in entries:
            words |= {word for _, each in scalars_in(entry.node) for word in re.findall(r"\w+", each.text)}
            for part in ("fields", "border_fields"):
                words |= {name.text for _, name, _ in fields_in(entry.node.get(part))}
    known: Names = {}
    leads = {key.text: value.text if isinstance(value, Scalar) else "" for key, value in listed}
    for key, value in listed:
        new = value.text if isinstance(value, Scalar) else ""
        if known.setdefault(key.text, new) != new:
            message = f"'{key.text}' is listed as the old name of two things: '{known[key.text]}' and '{new}'"
            yield error("duplicate-id", key.span, message, "leave one of them out")
        names, new = _names_of(source, leads, key.text), last_name(leads, key.text)
        for taken in sorted(names.keys() & ids)[:1]:
            message = f"'{taken}' is the name of an entry, and not an old one"
            yield error("duplicate-id", key.span, message, "leave it out, or give the entry another name")
        if not names:
            hint = "a family is renamed as a whole, by its id with the same names in braces"
            yield error("unknown-name", value.span, f"no family of components is named '{new}'", hint)
        elif "{" not in key.text and isinstance(value, Scalar) and new not in words:
            hint = did_you_mean(new, words) or "write the name that it has now"
            yield error("unknown-name", value.span, f"nothing in the ruleset is named '{new}'", hint)


def new_key(key: str, names: Names) -> str:
    """The key of an option with new names for old ones."""
    return _pattern(names).sub(lambda found: names[found.group()], key) if names else key


def by_new_names(document: Mapping, source: RulesetSource | None) -> tuple[Mapping, tuple[Diagnostic, ...]]:
    """A document as if it had been written with the names that its ruleset has now, and a warning for each old one.

    Rules of a package's own ledger get the name of their module.
    """
    names = renamed_in(source) if source is not None else {}
    if source is not None:
        document = source.with_owners(document)
    if not names:
        return document, ()
    found: list[OldName] = []
    renamed = _renamed(document, names, found, False)
    assert isinstance(renamed, Mapping)
    return renamed, tuple(
        warning(
            "old-name", each.span, f"'{each.old}' was renamed to '{each.new}'",
            f"write {each.new}, or have `rulewright diff OLD NEW --migrate FILE` do it",
        )
        for each in found
    )  # fmt: skip


def old_names_in(document: Mapping, names: Names) -> tuple[OldName, ...]:
    """The old names that a document uses, where they are written."""
    found: list[OldName] = []
    if names:
        _renamed(document, names, found, False)
    return tuple(found)


def with_old_names(assembly: Assembly, names: Names) -> Assembly:
    """Return the entries of a game as if they still had the old names."""
    old = {new: each for each, new in names.items()}

    def renamed(entry: Entry) -> Entry:
        node = _renamed_throughout(entry.node, old)
        assert isinstance(node, Mapping)
        return replace(entry, id=old.get(entry.id, entry.id), node=node)

    sections = {section: tuple(map(renamed, entries)) for section, entries in assembly.sections.items()}
    settings = tuple((_scalar(name, old, []), _scalar(value, old, [])) for name, value in assembly.settings)
    return replace(assembly, sections=sections, settings=settings)


def _renamed_throughout(node: Node, names: Names) -> Node:
    """A node of an entry with other names, fields of its kind included."""
    match node:
        case Mapping(entries=entries):
            renamed = (
                (key, value) if key.text in _NO_NAMES else (_scalar(key, names, []), _renamed_throughout(value, names))
                for key, value in entries
            )
            return replace(node, entries=tuple(renamed))
        case Sequence(items=items):
            return replace(node, items=tuple(_renamed_throughout(each, names) for each in items))
        case Scalar():
            return _scalar(node, names, [])


def _renamed(node: Node, names: Names, found: list[OldName], is_naming: bool) -> Node:
    if isinstance(node, Mapping):
        return replace(node, entries=tuple(_entry(key, value, names, found, is_naming) for key, value in node.entries))
    if isinstance(node, Sequence):
        return replace(node, items=tuple(_renamed(each, names, found, is_naming) for each in node.items))
    return _scalar(node, names, found)


def _entry(key: Scalar, value: Node, names: Names, found: list[OldName], is_naming: bool) -> tuple[Scalar, Node]:
    if key.text in _NO_NAMES:
        return key, value
    if key.text in _IDS and isinstance(value, Scalar) and "{" in value.text:
        names = {value.text: names[value.text]} if value.text in names else {}
    return (
        _scalar(key, names, found) if is_naming else key,
        _renamed(value, names, found, key.text in _NAMING_KEYS),
    )


def _scalar(node: Scalar, names: Names, found: list[OldName]) -> Scalar:
    if not names or not isinstance(node.value, str):
        return node
    pattern = _pattern(names)
    lines = node.text.split("\n")
    hits = 0
    for number, line in enumerate(lines, 1):
        for each in pattern.finditer(line):
            hits += 1
            place = node.span_at(number, each.start() + 1, len(each.group()))
            found.append(OldName(each.group(), names[each.group()], place))
    if not hits:
        return node
    text = pattern.sub(lambda each: names[each.group()], node.text)
    value = pattern.sub(lambda each: names[each.group()], node.value)
    return replace(node, text=text, value=value)


def _pattern(names: Names) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9_])")
