"""Outline of a file: its sections, and the entries, patches, scenarios or rules in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.diagnostics import Span
from rulewright.core.locales.wording import title_in
from rulewright.core.model.document import Mapping, Node, Scalar, items_of, text_of, title_of

_NAMING = ("id", "scenario", "change", "delete")
_NO_SECTIONS = ("title", "about", "seats", "languages")


@dataclass(frozen=True, slots=True)
class ContentsPart:
    """A part of a file: its name and place, its title, the section it is in, its first and last line."""

    name: str
    title: str
    section: str
    span: Span
    first: int
    last: int
    parts: tuple[ContentsPart, ...] = ()


def contents(document: Node | None, n_lines: int, language: str = "en") -> tuple[ContentsPart, ...]:
    """Return the sections of a document of `n_lines` lines, with their parts."""
    if not isinstance(document, Mapping):
        return ()
    sections = [
        (key, value)
        for key, value in document.entries
        if not isinstance(value, Scalar) and key.text not in _NO_SECTIONS
    ]
    starts = [key.span.line for key, _ in document.entries]
    found = []
    for key, value in sections:
        last = _before_next(key.span.line, starts, n_lines)
        parts = tuple(_parts(key.text, value, last, language))
        if parts:
            found.append(ContentsPart(key.text, "", key.text, key.span, key.span.line, last, parts))
    return tuple(found)


def _parts(section: str, value: Node, last: int, language: str) -> Iterator[ContentsPart]:
    named = [each for each in _named(value) if each[0].text]
    starts = [node.span.line for _, node in named]
    for name, node in named:
        # An entry begins where its first key is, which need not be its name.
        first = min(name.span.line, node.span.line)
        end = max(_before_next(node.span.line, starts, last), name.span.line)
        yield ContentsPart(name.text.strip(), _title(node, language), section, name.span, first, end)


def _named(value: Node) -> Iterator[tuple[Scalar, Node]]:
    """Yield (name, part) of each part of a section."""
    if isinstance(value, Mapping):
        yield from value.entries
    for item in items_of(value):
        if isinstance(item, Mapping):
            name = next((node for key in _NAMING if isinstance(node := item.get(key), Scalar)), None)
            if name is not None:
                yield name, item


def _title(node: Node, language: str) -> str:
    if not isinstance(node, Mapping):
        return ""
    titles = title_of(node)
    return title_in(titles, language, "") or text_of(node.get("title")) or ""


def _before_next(line: int, starts: list[int], last: int) -> int:
    """Return the last line of what begins on a line: the one before the next start."""
    return max(min((each for each in starts if each > line), default=last + 1) - 1, line)
