"""The texts of entries and manifests with those of translation files added, wherever the English is still the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.core.load.entries import Entry
from rulewright.core.load.patch_paths import named, with_value
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.document import Mapping, Node, Scalar, Way, text_of, written_at
from rulewright.core.translations.placeholders import text_faults
from rulewright.core.translations.translation_files import TextRecord, Translation
from rulewright.core.validate.texts_for_people import FoundText, field_types, texts_of_entry, texts_of_manifest

_OF_ENTRIES = ("adds", "patches", "scenarios")


@dataclass(frozen=True, slots=True)
class Words:
    """The records of translations that can be shown, by key. Of several for one text the first counts."""

    records: dict[str, list[tuple[str, TextRecord]]] = field(default_factory=dict)
    owners: frozenset[str] = frozenset()

    def of_entries(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return entries with the texts of translations added."""
        entries = tuple(entries)
        if not self.records:
            return entries
        types = field_types(entries)
        return tuple(
            replace(each, node=self._added(each.node, f"{each.id}.", texts_of_entry(each.section, each.node, types)))
            if each.id in self.owners
            else each
            for each in entries
        )

    def of_manifest(self, kind: str, prefix: str, node: Mapping) -> Mapping:
        """Return a document of a kind, such as `module`, with the texts of translations added to its own."""
        return self._added(node, prefix, texts_of_document(kind, node)) if self.records else node

    def _added(self, node: Mapping, prefix: str, texts: Iterable[FoundText]) -> Mapping:
        for found in tuple(texts):
            records = self.records.get(key_of(prefix, node, found.way), ())
            english = english_of(found.node)
            for language, record in records:
                spoken = Mapping.keys(found.node) if isinstance(found.node, Mapping) else (ENGLISH,)
                if record.english == english and language not in spoken:
                    if not any(text_faults(english, record.text, language, found.longest)):
                        added = _with_language(found.node, language, record)
                        found = found._replace(node=added)
            if records:
                changed = with_value(node, found.way, written_at("", node.span), found.node)
                assert isinstance(changed, Mapping)
                node = changed
        return node


def texts_of_document(kind: str, node: Mapping) -> Iterator[FoundText]:
    """Yield the texts of a manifest, variant or match, without those of entries that it adds or patches."""
    return (found for found in texts_of_manifest(kind, node) if found.way[0] not in _OF_ENTRIES)


NO_WORDS = Words()
"""Those of a ruleset without translation files."""


def words_of(translations: Iterable[Translation]) -> Words:
    """Return the records of translation files that are done."""
    found: dict[str, list[tuple[str, TextRecord]]] = {}
    for each in translations:
        for record in each.records() if each.language else ():
            if record.is_usable:
                found.setdefault(record.key.text, []).append((each.language, record))
    return Words(found, frozenset(key.partition(".")[0] for key in found))


def key_of(prefix: str, node: Mapping, way: Way) -> str:
    """Return what translation files call a text: its owner, and the path to it with items by their names."""
    return prefix + ".".join(named(node, way))


def english_of(node: Node) -> str:
    """Return a text in English, '' if it has none."""
    return (text_of(node.get(ENGLISH)) if isinstance(node, Mapping) else text_of(node)) or ""


def _with_language(node: Node, language: str, record: TextRecord) -> Mapping:
    written = record.node.get(language)
    assert isinstance(written, Scalar)
    own = node.entries if isinstance(node, Mapping) else ((written_at(ENGLISH, node.span), node),)
    return Mapping((*own, (written_at(language, written.span), written)), node.span)
