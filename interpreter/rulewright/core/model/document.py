"""A YAML document as a tree of frozen nodes, each with its file, line and column.

The meaning of a document, and how it is read, are not known here: load/ makes these nodes, validate/ and compile/ read
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulewright.core.diagnostics import Span

Style = Literal["plain", "quoted", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a scalar's text that is in one piece in a file: text place (line, column), file place."""

    line: int
    column: int
    place: Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value (number, boolean or text), and its `text` as written, without quotes or indentation.

    `runs` is empty if the text is on one line exactly as it reads, from the span (and its quote) on.
    """

    value: str | int | bool
    text: str
    style: Style
    span: Span
    runs: tuple[Run, ...] = ()

    def span_at(self, line: int, column: int, length: int = 1) -> Span:
        """Return the file's position of a position inside the text.

        Line and column count from 1 in the text.
        """
        if not self.runs:
            inside = 1 if self.style == "quoted" else 0
            return Span(self.span.file, self.span.line, self.span.column + inside + column - 1, length)
        nearest = self.runs[0]
        for run in self.runs:
            if (run.line, run.column) > (line, column):
                break
            nearest = run
        along = column - nearest.column if nearest.line == line else 0
        return Span(nearest.place.file, nearest.place.line, nearest.place.column + max(0, along), length)


def written_at(value: str | int, span: Span) -> Scalar:
    """Return a value as if it had been written at a place that stands for it."""
    return Scalar(value, str(value), "plain", span)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes, whose span is its first position."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their nodes, in the order written, without duplicates.

    The span is its first position.
    """

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the node of a key, or None."""
        for written, node in self.entries:
            if written.text == key:
                return node
        return None

    def key_node(self, key: str) -> Scalar | None:
        """Return the key itself as it was written, or None."""
        for written, _ in self.entries:
            if written.text == key:
                return written
        return None

    def keys(self) -> tuple[str, ...]:
        """Return all keys in the order written."""
        return tuple(written.text for written, _ in self.entries)

    def text_at(self, key: str) -> str:
        """Return the text under a key, empty if there is none."""
        return text_of(self.get(key)) or ""

    def span_of(self, key: str) -> Span:
        """Return the position of a key's value, or of the mapping if it has no such key."""
        return (self.get(key) or self).span


Node: TypeAlias = Scalar | Sequence | Mapping

Way: TypeAlias = tuple[str | int, ...]
"""The way to a node from one above it: keys, and the indexes of items from 0."""


def nodes_in(node: Node, way: Way = ()) -> Iterator[tuple[Way, Node]]:
    """Yield a node and every node below it, in the order written, each with its path."""
    yield way, node
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield from nodes_in(value, (*way, key.text))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from nodes_in(item, (*way, index))


def scalars_in(node: Node) -> Iterator[tuple[Way, Scalar]]:
    """Return every single value at or below a node, each with the way to it."""
    return ((way, each) for way, each in nodes_in(node) if isinstance(each, Scalar))


def text_of(node: Node | None) -> str | None:
    """Return the text of a node that is a text, else None."""
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


def is_true(node: Node | None) -> bool:
    """Return whether a node is the truth `true`."""
    return isinstance(node, Scalar) and node.value is True


def number_of(node: Node | None, otherwise: int) -> int:
    """Return the number of a node that is one, else another."""
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return otherwise


def items_of(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a node that is a list, else none."""
    return node.items if isinstance(node, Sequence) else ()


def mappings_in(node: Node | None) -> tuple[Mapping, ...]:
    """Return the items of a node that is a list which are mappings, else none."""
    return tuple(each for each in items_of(node) if isinstance(each, Mapping))


def written_items(node: Node | None) -> tuple[str, ...]:
    """Return the single values of a node that is a list, as they are written, else none."""
    return tuple(each.text for each in items_of(node) if isinstance(each, Scalar))


def part_of(node: Node | None, key: str) -> Node | None:
    """Return the node of a key of a node that is a mapping, else None."""
    return node.get(key) if isinstance(node, Mapping) else None


def entries_of(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    """Return the keys of a node that is a mapping, with their nodes, else none."""
    return node.entries if isinstance(node, Mapping) else ()


def values_of(node: Node | None) -> tuple[tuple[Scalar, Scalar], ...]:
    """Return the (key, value) pairs with single values of a node, empty if it is not a mapping."""
    return tuple((key, value) for key, value in entries_of(node) if isinstance(value, Scalar))


def by_language(node: Node | None) -> dict[str, str]:
    """Return a text as it is written in each language."""
    return {language.text: str(text.value) for language, text in values_of(node)}


def title_of(node: Mapping) -> dict[str, str]:
    """Return the title of an entry, by language."""
    return by_language(node.get("title"))
