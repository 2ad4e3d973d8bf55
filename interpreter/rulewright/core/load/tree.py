"""Document nodes from YAML events. Anything that two readers could read differently is refused.

No anchors, aliases, merges, tags, directives, duplicate keys, guesses, empty values, unlimited depth or size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import yaml

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.load.misplaced_keys import glued, space_missing
from rulewright.core.load.scalars import TRUTH_WORDS, read_plain
from rulewright.core.load.syntax import places_of
from rulewright.core.load.text import hidden_character
from rulewright.core.load.text_positions import runs_of
from rulewright.core.load.values_on_a_line import in_quotes
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, Style

DEEPEST = 40
MOST_VALUES = 50_000
LONGEST_TEXT = 100_000
MOST_FAULTS = 500

_NAME = re.compile(r"[a-z_]\w*")
_WITH_LENGTH = (yaml.ScalarEvent, yaml.AliasEvent)
_STYLES: dict[str | None, Style] = {
    None: "plain",
    "": "plain",
    "'": "quoted",
    '"': "quoted",
    "|": "literal",
    ">": "folded",
}


class UnreadableError(Exception):
    """An error that ends the reading of a file. The reason is the last diagnostic."""


def too_deep(span: Span) -> Diagnostic:
    """Return the error for a list or mapping that is nested too deep."""
    return error("too-deep", span, f"lists and mappings are nested deeper than {DEEPEST}", "flatten the structure")


@dataclass(slots=True)
class TreeBuilder:
    """A builder of the nodes of one file, which collects refused input in `diagnostics`."""

    file: str
    lines: list[str]
    events: Iterator[yaml.Event]
    most: int
    diagnostics: list[Diagnostic] = field(default_factory=list)
    values: int = 0
    depth: int = 0

    def document(self) -> Node | None:
        """The root of the only document, or None for an empty file."""
        root: Node | None = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._stop("many-documents", self._span(event), "a file holds one document", "remove the '---'")
                if event.version or event.tags:
                    self._refuse("yaml-directive", self._span(event), "a '%' directive is not allowed", "remove it")
            elif _is_empty(event):
                self._refuse_marks(event)
            elif isinstance(event, yaml.NodeEvent):
                root = self._node(event, signs=False)
        return root

    def _node(self, event: yaml.Event, *, signs: bool) -> Node:
        self.values += 1
        if self.values > self.most:
            message = f"the file has more than {self.most} values"
            self._stop("too-large", self._span(event), message, "split it into several files")
        if isinstance(event, yaml.AliasEvent):
            self._refuse("yaml-alias", self._span(event), f"'*{event.anchor}' is an alias", "write the value out")
            return Scalar("", "", "plain", self._span(event))
        self._refuse_marks(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, signs=signs)
        self.depth += 1
        if self.depth > DEEPEST:
            self.diagnostics.append(too_deep(self._span(event)))
            raise UnreadableError
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        node = self._mapping(event, signs) if is_mapping else self._sequence(event, signs)
        self.depth -= 1
        return node

    def _sequence(self, event: yaml.Event, signs: bool) -> Sequence:
        items = []
        for inner in self.events:
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            if _is_empty(inner):
                self._refuse("empty-value", self._span(inner), "a list item is empty", "write it, or remove the '-'")
            items.append(self._node(inner, signs=signs))
        return Sequence(tuple(items), self._span(event))

    def _mapping(self, event: yaml.Event, signs: bool) -> Mapping:
        entries: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        rest: list[Scalar] = []
        for inner in self.events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            faults = len(self.diagnostics)
            key = self._key(inner)
            value = next(self.events)
            if _is_empty(value) and key is not None and (parts := glued(key.text)) is not None:
                self._refuse("empty-value", key.span, *space_missing(*parts))
                key, given = replace(key, value=parts[0], text=parts[0]), read_plain(parts[1], signs=signs).value
                entries.append((key, Scalar(given, parts[1], "plain", key.span)))
                continue
            if _is_empty(value) and key is not None and _is_cut(event, entries, key, rest):
                rest.append(key)
                del self.diagnostics[faults:]  # it is no key, so nothing is wrong with it as one
                continue
            self._refuse_cut(entries, rest)
            rest = []
            if _is_empty(value) and key is not None:
                message, hint = f"'{key.text}' has no value", "write it, or [] for an empty list, or remove the key"
                self._refuse("empty-value", key.span, message, hint)
            node = self._node(value, signs=signs or (key is not None and key.text == "relative"))
            if key is None:
                continue
            if key.text in seen:
                first = seen[key.text].span
                hint = f"first written at {first.file}:{first.line}; keep one of them"
                self._refuse("duplicate-key", key.span, f"'{key.text}' is written twice", hint)
                continue
            seen[key.text] = key
            entries.append((key, node))
        self._refuse_cut(entries, rest)
        return Mapping(tuple(entries), self._span(event))

    def _refuse_cut(self, entries: list[tuple[Scalar, Node]], rest: list[Scalar]) -> None:
        """Report a value in a mapping in { } whose rest has been read as keys, as it holds a comma."""
        if rest:
            before, value = entries[-1]
            assert isinstance(value, Scalar)
            whole = ", ".join(each.text for each in (value, *rest)).strip("“”„«»")
            message = f"a ',' ends the value of '{before.text}' here"
            self._refuse("empty-value", rest[0].span, message, in_quotes(before.text, whole))

    def _key(self, event: yaml.Event) -> Scalar | None:
        """Return the key of an entry, or None with a diagnostic if it is not a text on one line."""
        span = self._span(event)
        start, end = places_of(event)
        if not isinstance(event, yaml.ScalarEvent):
            self._node(event, signs=False)
            if not isinstance(event, yaml.AliasEvent):
                self._refuse("bad-key", span, "a key is one word, not a list or mapping", "")
            return None
        self._refuse_marks(event)
        style = _STYLES[event.style]
        if style == "plain" and event.value == "<<":
            self._refuse("yaml-merge", span, "a merge key '<<' is not allowed", "write the entries out")
            return None
        if not event.value or style in ("literal", "folded") or start[0] != end[0]:
            self._refuse("bad-key", span, "a key is a word on one line", "")
            return None
        if style == "plain" and not _is_word(event.value):
            hint = f'write "{event.value}" in quotes if the key is a text'
            self._refuse("bad-key", span, f"'{event.value}' is not a text", hint)
        self._refuse_hidden(event.value, span)
        runs = runs_of(event.value, style, self.lines, start, end, self.file)
        return Scalar(event.value, event.value, style, span, runs)

    def _scalar(self, event: yaml.ScalarEvent, *, signs: bool) -> Scalar:
        text, style, span = event.value, _STYLES[event.style], self._span(event)
        if len(text) > LONGEST_TEXT:
            self._stop("too-large", span, f"a text has more than {LONGEST_TEXT} characters", "")
        start, end = places_of(event)
        if style != "plain":
            self._refuse_hidden(text, span)
            return Scalar(text, text, style, span, runs_of(text, style, self.lines, start, end, self.file))
        if not text:
            return Scalar("", "", "plain", span)
        reading = read_plain(text, signs=signs)
        if reading.code:
            self._refuse(reading.code, span, reading.message, reading.hint)
        return Scalar(reading.value, text, style, span, runs_of(text, style, self.lines, start, end, self.file))

    def _refuse_marks(self, event: yaml.Event) -> None:
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            self._refuse("yaml-anchor", self._span(event), f"'&{anchor}' is an anchor", "remove it")
        if getattr(event, "tag", None) is not None:
            self._refuse("yaml-tag", self._span(event), "a '!' tag is not allowed", "remove it, or quote the text")

    def _refuse_hidden(self, text: str, span: Span) -> None:
        hidden = hidden_character(text)
        if hidden:
            message = f"the text holds the invisible character U+{ord(hidden):04X}"
            self._refuse("control-character", span, message, "remove it")

    def _refuse(self, code: str, span: Span, message: str, hint: str) -> None:
        self.diagnostics.append(error(code, span, message, hint))
        if len(self.diagnostics) >= MOST_FAULTS:
            raise UnreadableError

    def _stop(self, code: str, span: Span, message: str, hint: str) -> None:
        self._refuse(code, span, message, hint)
        raise UnreadableError

    def _span(self, event: yaml.Event) -> Span:
        (line, column), (end_line, end_column) = places_of(event)
        if not isinstance(event, _WITH_LENGTH):
            return Span(self.file, line + 1, column + 1, 1)
        last = end_column if end_line == line else len(self.lines[line])
        return Span(self.file, line + 1, column + 1, max(1, last - column))


def _is_cut(event: yaml.Event, entries: list[tuple[Scalar, Node]], key: Scalar, rest: list[Scalar]) -> bool:
    """Whether a key in { } is not a key, but belongs to the value before it, which holds a comma."""
    if not getattr(event, "flow_style", False) or not entries:
        return False
    value = entries[-1][1]
    if not isinstance(value, Scalar) or value.style != "plain":
        return False
    before = "".join(each.text for each in (value, *rest))
    return not _NAME.fullmatch(key.text) or before.count("(") > before.count(")")


def _is_empty(event: yaml.Event) -> bool:
    return isinstance(event, yaml.ScalarEvent) and not event.style and not event.value


def _is_word(text: str) -> bool:
    """Return whether a plain key is a text for every reader.

    Words such as `on` and `no` are, since no key is a boolean.
    """
    if _NAME.fullmatch(text) and text.lower() not in ("true", "false", "null"):
        return True
    if text.lower() in TRUTH_WORDS:
        return True
    reading = read_plain(text, signs=False)
    return isinstance(reading.value, str) and not reading.code
