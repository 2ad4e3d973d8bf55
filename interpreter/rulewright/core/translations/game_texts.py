"""All texts of a ruleset that can be translated, with their keys: of its games, variants, matches and manifests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.diagnostics import Span
from rulewright.core.load.assemble import assemble
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.entries import Entry
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import manifest_of
from rulewright.core.load.scenarios import scenario_prefix, scenarios_in
from rulewright.core.locales.line_text import Hole, parse_line
from rulewright.core.model.document import Mapping, entries_of
from rulewright.core.model.look import ICON_IN_TEXT
from rulewright.core.translations.added_texts import english_of, key_of, texts_of_document
from rulewright.core.validate.texts_for_people import SCENARIO, FoundText, field_types, texts_of_entry
from rulewright.core.validate.variants import checked_variant


@dataclass(frozen=True, slots=True)
class GameText:
    """A text as the game says it: its key, the English, the languages that it is in, the most characters, the place."""

    key: str
    english: str
    languages: frozenset[str]
    longest: int
    span: Span


@dataclass(slots=True)
class _Reading:
    """The entries of one game as they go by: before families are made of them, if there are any, and at the end."""

    passes: list[tuple[Entry, ...]] = field(default_factory=list)

    def __call__(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        self.passes.append(entries)
        return entries


def texts_of(source: RulesetSource) -> tuple[GameText, ...]:
    """Return each text once, in the order in which the game has them, those of one key together."""
    found: dict[tuple[str, str], GameText] = {}
    for each in (*_of_manifests(source), *_of_games(source), *_of_files(source)):
        found.setdefault((each.key, each.english), each)
    keys = {key: place for place, (key, _) in reversed([*enumerate(found)])}
    return tuple(sorted(found.values(), key=lambda each: keys[each.key]))


def _of_manifests(source: RulesetSource) -> Iterator[GameText]:
    added = frozenset(each.file.name for each in source.spoken)
    yield from _texts_of("ruleset", "/", manifest_of(source), added)
    for module in source.modules:
        yield from _texts_of("module", f"{module.id}/", manifest_of(module), added)


def _of_files(source: RulesetSource) -> Iterator[GameText]:
    for kind, paths in (("variant", source.variants), ("match", source.matches)):
        for path, document in source.documents(paths):
            yield from _texts_of(kind, f"{path.parent.name}/{document.text_at(kind)}/", document)
    for _, document in source.documents(source.scenarios):
        for each in scenarios_in(document):
            yield from _texts_of(SCENARIO, scenario_prefix(each), each)


def _of_games(source: RulesetSource) -> Iterator[GameText]:
    """Yield the texts of the default game, of each other choice of modules that is checked, and of each variant."""
    choices: list[tuple[tuple[str, ...], Mapping | None]]
    choices = [((), None), *((each, None) for each in choices_to_check(source))]
    choices += [((), checked_variant(path, source)[0]) for path in source.variants]
    for modules, variant in choices:
        reading = _Reading()
        assembly, _ = assemble(source, modules, variant, reword=reading)
        written = {entry.id for entry in reading.passes[0]}
        for entries in reading.passes:
            types = field_types(entries)
            for entry in entries:
                if entry.id in written or assembly.account.of(entry.id):
                    texts = texts_of_entry(entry.section, entry.node, types)
                    yield from _told(f"{entry.id}.", entry.node, texts)


def _texts_of(kind: str, prefix: str, node: Mapping, added: frozenset[str] = frozenset()) -> Iterator[GameText]:
    return _told(prefix, node, texts_of_document(kind, node), added)


def _told(
    prefix: str, node: Mapping, texts: Iterator[FoundText], added: frozenset[str] = frozenset()
) -> Iterator[GameText]:
    """Yield texts with the languages that the game itself has, without those from translation files."""
    for way, text, longest in texts:
        english = english_of(text)
        if _has_words(english):
            spoken = (key.text for key, value in entries_of(text) if value.span.file not in added)
            yield GameText(key_of(prefix, node, way), english, frozenset(spoken), longest, text.span)


def _has_words(text: str) -> bool:
    """Whether there is anything to translate besides placeholders and icons."""
    parts = parse_line(ICON_IN_TEXT.sub("", text))
    return any(each.forms if isinstance(each, Hole) else any(map(str.isalpha, each)) for each in parts)
