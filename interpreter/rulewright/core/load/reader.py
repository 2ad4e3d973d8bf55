"""Strict YAML: the bytes of one file to a document whose every node knows its place, or to diagnostics.

What the document must contain is not known here; validate/ checks its shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import yaml

from rulewright.core.diagnostics import Diagnostic, Span, error, sort_diagnostics
from rulewright.core.load.heads import heads_written_out
from rulewright.core.load.leniencies import StrictEvents
from rulewright.core.load.syntax import events, syntax_diagnostic
from rulewright.core.load.text import LARGEST_FILE, decode, line_and_column
from rulewright.core.load.tree import DEEPEST, MOST_VALUES, TreeBuilder, UnreadableError, too_deep
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence

_OPENED = re.compile(rf"[\[{{](?:\s*[\[{{]){{{DEEPEST}}}")


def read_yaml(
    name: str, data: bytes, most: int = MOST_VALUES, largest: int = LARGEST_FILE
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Return (document, diagnostics in order) of a file. The document is None if it could not be read to its end.

    `name` is what spans call the file, `most` and `largest` how many values and bytes it may have. Never raises; time
    and memory are bounded whatever the bytes are.
    """
    text, faults = decode(name, data, largest)
    if text is None:
        return None, sort_diagnostics(faults)
    lines = [*text.split("\n"), ""]
    strict = StrictEvents(name, lines)
    builder = TreeBuilder(name, lines, strict.checked(events(text)), most)
    root: Node | None = None
    try:
        root = builder.document()
        if root is None and not builder.diagnostics:
            message, hint = "the file is empty", "write its 'kind:' and content, or delete the file"
            builder.diagnostics.append(error("empty-file", Span(name, 1, 1), message, hint))
    except UnreadableError:
        pass
    except yaml.YAMLError as fault:
        found = _nested_too_deep(name, text, fault) or syntax_diagnostic(name, text, fault)
        builder.diagnostics.append(replace(found, span=_within(found.span, lines)))
    glued = {(each.span.line, each.span.column + 1) for each in strict.diagnostics}
    others = [each for each in builder.diagnostics if (each.span.line, each.span.column) not in glued]
    root = heads_written_out(root, others)
    return root, sort_diagnostics([*others, *strict.diagnostics])


def _within(span: Span, lines: list[str]) -> Span:
    """A place in a text: where a parser wants more, it is behind the last line, and told at its end."""
    last = max(1, len(lines) - 1)
    return span if span.line <= last else Span(span.file, last, max(1, len(lines[last - 1])), 1)


def _nested_too_deep(name: str, text: str, fault: yaml.YAMLError) -> Diagnostic | None:
    """Return the error if more brackets are open at once than allowed, and before a parser gave up, or None."""
    opened, mark = _OPENED.search(text), getattr(fault, "problem_mark", None)
    if opened is None:
        return None
    place = line_and_column(text, opened.start())
    if mark is not None and (mark.line + 1, mark.column + 1) < place:
        return None
    return too_deep(Span(name, *place))


def as_plain(node: Node) -> Any:
    """The document as dicts, lists and values, as JSON Schema wants it."""
    match node:
        case Scalar(value=value):
            return value
        case Sequence(items=items):
            return [as_plain(item) for item in items]
        case Mapping(entries=entries):
            return {key.text: as_plain(value) for key, value in entries}


def node_at(node: Node, path: Iterable[str | int]) -> Node:
    """Return the node at a JSON Schema error path (keys, and list indexes from 0), or as deep as the path leads."""
    for step in path:
        inner: Node | None = None
        if isinstance(node, Mapping):
            inner = node.get(str(step))
        elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
            inner = node.items[step]
        if inner is None:
            return node
        node = inner
    return node
