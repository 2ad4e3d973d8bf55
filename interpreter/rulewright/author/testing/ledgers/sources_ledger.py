"""Each value of a ruleset with the document that states it, or the reason for its reconstruction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.load.entries import Entry, gather
from rulewright.core.load.folder import RulesetSource
from rulewright.core.model.document import Mapping, Node, scalars_in, text_of, title_of
from rulewright.core.validate.references import NOT_FIELDS, documents_in

_EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class SourcedValue:
    """One value of an entry: its place, the document that states it, or the reason for its reconstruction."""

    entry: str
    field: str
    place: str
    document: str
    where: str
    reason: str


def values_of(source: RulesetSource, module: str | None = None) -> Iterator[SourcedValue]:
    """Every value of every entry that names a source, of one module or all: the leaves of its fields."""
    for entry in _entries(source):
        if module not in (None, entry.module):
            continue
        told = entry.node.get("source")
        marked = entry.node.get("reconstructed")
        if entry.section != "components" and told is None:
            continue
        document = (text_of(told.get("doc")) if isinstance(told, Mapping) else None) or ""
        where = (text_of(told.get("place")) if isinstance(told, Mapping) else None) or ""
        reasons = _reasons(marked)
        for key, node in entry.node.entries:
            if key.text in NOT_FIELDS:
                continue
            reason = reasons.get(key.text, reasons.get(_EVERYTHING, ""))
            for way, _ in scalars_in(node):
                steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in way)
                yield SourcedValue(entry.id, key.text + "".join(steps), key.span.place, document, where, reason)


def document_titles(source: RulesetSource) -> dict[str, str]:
    """Map the documents that a ruleset and its packages name to their titles."""
    found = {}
    for item in documents_in(source):
        title = title_of(item).get("en") or text_of(item.get("title")) or ""
        found[text_of(item.get("id")) or ""] = title
    return found


def reason_texts(source: RulesetSource) -> dict[str, str]:
    """Map ids to the reasons that reconstructed values give."""
    return {each.id: text_of(each.node.get("text")) or "" for each in _entries(source) if each.section == "reasons"}


def _entries(source: RulesetSource) -> Iterator[Entry]:
    """Yield the entries of every file. Modules that are never on together may share ids."""
    for module, file in source.contents():
        yield from gather([(module, file.node)])[0]


def _reasons(marked: Node | None) -> dict[str, str]:
    if not isinstance(marked, Mapping):
        return {}
    return {key.text: text_of(value) or "?" for key, value in marked.entries}
