"""The ruleset around a file, read as far as it says which values of the file are effect texts.

Nothing is judged here: what cannot be read is left out, and `check` reports it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.author.editor.formatting.effect_texts import KnownEntries, spec_of_entry, spec_of_fields
from rulewright.author.review.homes import package_home, read_home
from rulewright.core.load.entries import Entry, gather
from rulewright.core.load.files import Reader, read_file
from rulewright.core.load.folder import ruleset_above
from rulewright.core.load.patches import patches_in
from rulewright.core.load.together import ruleset_extended
from rulewright.core.model.document import Mapping, Node, text_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.pipeline import find_ruleset

_FIELDS = "fields."


def root_of(path: Path, document: Node | None) -> Path | None:
    """Return the folder of a file's ruleset or package: the one it is in, or else the ruleset it names."""
    return ruleset_above(path) or package_home(path) or root_meant(path, document)


def root_meant(path: Path, document: Node | None) -> Path | None:
    """Return the folder of the ruleset that a file outside of it extends or is about."""
    written = (ruleset_extended(document) or document.get("ruleset")) if isinstance(document, Mapping) else None
    named = text_of(written)
    root = find_ruleset(named, path) if named is not None else None
    return root.resolve() if root is not None else None


def known_around(root: Path | None, read: Reader = read_file) -> KnownEntries:
    """Return the kinds and entries of a ruleset or package, or none if there is no ruleset."""
    try:
        source = read_home(root, read) if root is not None else None
    except PackageRefused:
        source = None
    return known_with(KnownEntries(), *(file.node for _, file in source.contents()) if source is not None else ())


def known_with(known: KnownEntries, *documents: Node | None) -> KnownEntries:
    """Return the kinds and entries known already, with those of documents added."""
    known = KnownEntries({name: dict(fields) for name, fields in known.kinds.items()}, dict(known.entries))
    entries = [entry for each in documents for entry in gather([("", each)])[0]]
    for entry in entries:
        if entry.section == "kinds":
            known.kinds[entry.id] = known.kinds.get(entry.id, {}) | spec_of_fields(entry.node.get("fields"))
    for each in documents:
        _read_patched_kinds(each, known)
    _read_entries(entries, known)
    return known


def _read_entries(entries: Iterable[Entry], known: KnownEntries) -> None:
    for entry in entries:
        known.entries[entry.id] = spec_of_entry(entry.section, entry.node, known)


def _read_patched_kinds(document: Node | None, known: KnownEntries) -> None:
    """Fields that a module adds to a kind of another one."""
    for patch in patches_in("", document):
        kind = patch.target.text
        if kind not in known.kinds:
            continue
        for operation, key, value in patch.changes():
            if operation not in ("add", "set"):
                continue
            if key.text == "fields":
                known.kinds[kind] |= spec_of_fields(value)
            elif key.text.startswith(_FIELDS):
                field = Mapping(((key, value),), key.span)
                known.kinds[kind] |= {name.removeprefix(_FIELDS): spec for name, spec in spec_of_fields(field).items()}
