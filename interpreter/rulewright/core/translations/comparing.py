"""A translation file against the game as it is now: what is done, new, stale or unused, and which text is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.core.diagnostics import Diagnostic, counted, did_you_mean, error, warning
from rulewright.core.translations.game_texts import GameText
from rulewright.core.translations.placeholders import text_faults
from rulewright.core.translations.translation_files import TextRecord, Translation


class TextPair(NamedTuple):
    """A text of the game and its record in a translation file, None if it has none."""

    text: GameText
    record: TextRecord | None


class Compared(NamedTuple):
    """The texts of a game by how far they are translated, and the records that belong to no text.

    Those in `new` have no record, or one without a text; those in `stale` were made from another English text; those in
    `own` are said in that language by the game itself.
    """

    done: tuple[TextPair, ...]
    new: tuple[TextPair, ...]
    stale: tuple[TextPair, ...]
    unused: tuple[TextRecord, ...]
    own: tuple[GameText, ...]


def compared(texts: Iterable[GameText], records: Iterable[TextRecord], language: str) -> Compared:
    """Compare the texts of a game with the records of a translation into a language."""
    by_key: dict[str, list[GameText]] = {}
    own: list[GameText] = []
    for text in texts:
        if language in text.languages:
            own.append(text)
        else:
            by_key.setdefault(text.key, []).append(text)
    written: dict[str, list[TextRecord]] = {}
    for record in records:
        written.setdefault(record.key.text, []).append(record)
    done: list[TextPair] = []
    new: list[TextPair] = []
    stale: list[TextPair] = []
    unused = [record for key, listed in written.items() if key not in by_key for record in listed]
    for key, listed in by_key.items():
        for pair in _paired(listed, written.get(key, []), unused):
            is_same = pair.record is not None and pair.record.english == pair.text.english
            if pair.record is None or not pair.record.text:
                new.append(pair)
            elif is_same and pair.record.is_usable:
                done.append(pair)
            else:
                stale.append(pair)
    return Compared(tuple(done), tuple(new), tuple(stale), tuple(unused), tuple(own))


def _paired(texts: list[GameText], records: list[TextRecord], unused: list[TextRecord]) -> Iterator[TextPair]:
    """Yield each text with its record: the one with the same English, else one that belongs to no other text."""
    exact: dict[str, TextRecord] = {}
    for record in records:
        exact.setdefault(record.english, record)
    known = {text.english for text in texts}
    left = [each for each in records if each.english not in known or exact[each.english] is not each]
    for text in texts:
        yield TextPair(text, exact.get(text.english) or (left.pop(0) if left else None))
    unused += left


def translation_faults(translation: Translation, texts: tuple[GameText, ...]) -> Iterator[Diagnostic]:
    """Yield what is wrong with a translation of these texts: what cannot be shown, and what is not translated."""
    language = translation.language
    found = compared(texts, translation.records(), language)
    known = {text.key for text in texts}
    for pair in (*found.done, *found.stale):
        assert pair.record is not None
        span = pair.record.node.span_of(language)
        for fault in text_faults(pair.record.english, pair.record.text, language, pair.text.longest):
            hint = f"the English text is: {' '.join(pair.record.english.split())}"
            yield error("wrong-translation", span, f"'{pair.text.key}' cannot be shown in '{language}': {fault}", hint)
    for text, record in found.stale:
        assert record is not None
        message = f"'{text.key}' was translated from another English text; it is shown in English until you update it"
        hint = f"the English text is now: {' '.join(text.english.split())}"
        if record.before and record.english == text.english:
            hint = "update the translation, then remove its 'before'"
        yield warning("stale-translation", record.key.span, message, hint)
    for pair in (*found.done, *found.new, *found.stale):
        record = pair.record
        if record is not None and record.written != record.key.text:
            message = f"'{record.written}' was renamed to '{record.key.text}'"
            yield warning("old-name", record.key.span, message, "rulewright translate writes the new name")
    for record in found.unused:
        message = f"the game has no text '{record.written}'"
        hint = did_you_mean(record.key.text, known)
        if any(each.key == record.key.text for each in found.own):
            message, hint = f"the game already has '{record.key.text}' in '{language}'", "remove the record"
        elif record.key.text in known:
            message, hint = f"'{record.key.text}' is no longer that text", "remove the record"
        yield warning("unused-translation", record.key.span, message, hint)
    if found.new:
        first = found.new[0].text.key
        place = translation.file.node.span if translation.file.node is not None else found.new[0].text.span
        message = f"{counted(len(found.new), 'text')} not translated into '{language}', such as '{first}'"
        hint = "rulewright translate writes what is missing into this file"
        yield warning("untranslated-texts", place, message, hint)
