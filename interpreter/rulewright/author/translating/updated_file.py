"""A translation file brought up to date: new texts at its end, stale ones marked, all else as the translator left it.

A record that changes is written anew, and its comments stay with it; every other line keeps its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulewright.author.translating.written_texts import key_written, text_written
from rulewright.core.load.syntax import composed
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.translations.comparing import Compared
from rulewright.core.translations.translation_files import BEFORE, TextRecord


class WrittenRecord(NamedTuple):
    """A record as it shall be: the English, the text in translation, and the English that this was made from."""

    english: str
    text: str = ""
    before: str = ""


Given = Mapping[tuple[str, str], WrittenRecord]
"""Records that somebody has translated elsewhere, by key and English."""


def updated(
    text: str, found: Compared, records: tuple[TextRecord, ...], language: str, given: Given, drop: bool
) -> str:
    """Return the text of a translation file with what has changed in the game, and what was translated elsewhere.

    `records` are those of the file; unused ones stay unless they are to be dropped.
    """
    text = text if text.endswith("\n") else text + "\n"
    wanted = _wanted(found, records, given, drop)
    kept: dict[str, list[WrittenRecord]] = {}
    for record in records:
        kept.setdefault(record.written, []).append(WrittenRecord(record.english, record.text, record.before))
    now = {record.written: record.key.text for record in records}
    place = _place_of_texts(text)
    if place is None:
        return text + "texts:\n" + _all_lines(wanted, language, {}) if wanted else text
    key, value = place
    if not isinstance(value.value, list) or not value.value or value.flow_style:
        return _anew(text, key, value, wanted, language, now) if wanted != kept else text
    edits: list[tuple[int, int, str]] = []
    end = 0
    for name, record in value.value:
        begin, end = text.rfind("\n", 0, name.start_mark.index) + 1, _end(text, record)
        written = str(name.value)
        called = now.get(written, written)
        shall = wanted.pop(called, [])
        if called != written or shall != kept.get(written, []):
            comments = {called: _comments(text, name, record)}
            edits.append((begin, end, _all_lines({called: shall}, language, comments)))
    edits.append((end, end, _all_lines(wanted, language, {})))
    for begin, stop, lines in reversed(edits):
        text = text[:begin] + lines + text[stop:]
    return text


def _anew(
    text: str, key: Any, value: Any, wanted: dict[str, list[WrittenRecord]], language: str, now: Mapping[str, str]
) -> str:
    """Return a file in which the texts, which were on one line or none, have lines of their own."""
    listed = value.value if isinstance(value.value, list) else ()
    comments = {now.get(name.value, str(name.value)): _comments(text, name, record) for name, record in listed}
    begin, end = text.rfind("\n", 0, key.start_mark.index) + 1, _line_end(text, value.end_mark.index)
    return text[:begin] + "texts:\n" + _all_lines(wanted, language, comments) + text[end:]


def _all_lines(
    wanted: Mapping[str, list[WrittenRecord]], language: str, comments: Mapping[str, tuple[str, ...]]
) -> str:
    return "".join(
        line for key, shall in wanted.items() if shall for line in _lines(key, shall, language, comments.get(key, ()))
    )


def _wanted(
    found: Compared, records: tuple[TextRecord, ...], given: Given, drop: bool
) -> dict[str, list[WrittenRecord]]:
    """Return the records as they shall be, by key: those of the file in its order, then those of new texts."""
    pairs = {id(pair.record): pair.text for pair in (*found.done, *found.new, *found.stale) if pair.record is not None}
    wanted: dict[str, list[WrittenRecord]] = {}
    for record in records:
        key, text = record.key.text, pairs.get(id(record))
        if text is None:
            kept = WrittenRecord(record.english, record.text, record.before)
            wanted.setdefault(key, []).extend(() if drop else (kept,))
            continue
        before = record.before
        if record.text and text.english != record.english:
            before = before or record.english
        own = WrittenRecord(text.english, record.text, before)
        wanted.setdefault(key, []).append(given.get((key, text.english), own))
    for pair in found.new:
        if pair.record is None:
            name = pair.text.key, pair.text.english
            wanted.setdefault(pair.text.key, []).append(given.get(name, WrittenRecord(pair.text.english)))
    return wanted


def _lines(key: str, records: list[WrittenRecord], language: str, comments: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of the records of a key."""
    yield f"  {key_written(key)}:\n"
    yield from (f"    {each}\n" for each in comments)
    for record in records:
        begin, inside = ("    - ", "      ") if len(records) > 1 else ("    ", "    ")
        yield f"{begin}{ENGLISH}: {text_written(record.english, len(inside))}\n"
        if record.before:
            yield f"{inside}{BEFORE}: {text_written(record.before, len(inside))}\n"
        yield f"{inside}{language}: {text_written(record.text, len(inside))}\n"


def _place_of_texts(text: str) -> tuple[Any, Any] | None:
    """Return the nodes of the key `texts` and of its value, which know where they are written."""
    root = composed(text)
    return next(((key, value) for key, value in root.value if key.value == "texts"), None) if root is not None else None


def _scalars(node: Any) -> Iterator[Any]:
    if not isinstance(node.value, list):
        yield node
        return
    for each in node.value:
        for inner in each if isinstance(each, tuple) else (each,):
            yield from _scalars(inner)


def _end(text: str, value: Any) -> int:
    """Return where the line after a record begins."""
    last: int = max((each.end_mark.index for each in _scalars(value)), default=value.end_mark.index)
    return _line_end(text, last)


def _line_end(text: str, at: int) -> int:
    """Return where the line begins that follows the one in which a value ends."""
    return at if text[at - 1 : at] == "\n" else text.find("\n", at) + 1


def _comments(text: str, key: Any, value: Any) -> tuple[str, ...]:
    """Return the comments between and behind the parts of a record."""
    found = []
    marks = [*_scalars(value)]
    at = key.end_mark.index
    for each in (*marks, None):
        end = text.find("\n", at) if text[at - 1 : at] != "\n" else at
        between = text[at : each.start_mark.index] if each is not None else text[at:end]
        found += [line.strip() for line in re.findall(r"(?:^|(?<=\s))#[^\n]*", between)]
        at = each.end_mark.index if each is not None else at
    return tuple(found)
