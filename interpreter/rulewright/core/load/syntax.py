"""PyYAML's event stream, and its complaints in the author's words.

What the events mean for us is in tree.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from rulewright.core.diagnostics import Diagnostic, Span, error
from rulewright.core.load.misplaced_keys import KeyFault, out_of_line, row_at, without_colon
from rulewright.core.load.text_positions import LineColumn

_LARGEST_SECOND_LOOK = 50_000
_KEY_BEFORE = re.compile(r"[{,]\s*([a-z_]\w*)\s+$")
_VALUE_BEFORE = re.compile(r"(^\s*(?:- )?)?\b([a-z_]\w*):\s+([^\s\"'{}\[\],:][^{}\[\],:]*)$")

_AS_IN_A_KEY = re.compile(r"[- ]*\w*")

_INDENT = "check the indentation of this line and the lines above it"
_QUOTE = "put the whole value in quotes"
_ITEM = "put the whole item in quotes, or write each item on a line of its own after '- '"
_QUOTE_WITHIN = "put the whole value in quotes, of the other sort where a quote is in it"
_VALUE = "put the whole value in quotes, or write each key on a line of its own"

# Words of PyYAML's problem, our message, our hint.
_WORDINGS: tuple[tuple[str, str, str], ...] = (
    ("mapping values are not allowed", "a ':' is not allowed here", f"{_QUOTE}, or {_INDENT}"),
    ("could not find expected ':'", "a ':' is missing after this key", f"write 'key: value', or {_INDENT}"),
    ("found unexpected end of stream", "a quote is not closed", "close the quote"),
    ("found unexpected document separator", "a quote is not closed", "close the quote"),
    ("unknown escape character", "no such escape in a double-quoted text", "use single quotes to write \\ as it is"),
    ("escape sequence", "a broken escape in a double-quoted text", "use single quotes to write \\ as it is"),
    ("expected <block end>", "this does not continue what is above it", _INDENT),
    ("did not find expected key", "this does not continue what is above it", _INDENT),
    ("did not find expected '-'", "this does not continue the list above it", _INDENT),
    ("or ']', but got '['", "a '[' is within an item of a list in [ ]", _ITEM),
    ("or ']', but got '{'", "a '{' is within an item of a list in [ ]", _ITEM),
    ("or '}', but got '['", "a '[' is within a value of a mapping in { }", _VALUE),
    ("or '}', but got '{'", "a '{' is within a value of a mapping in { }", _VALUE),
    ("expected ',' or ']'", "a list in [ ] is not closed", "separate items by ',' and close with ']'"),
    ("expected ',' or '}'", "a mapping in { } is not closed", "separate entries by ',' and close with '}'"),
    ("sequence entries are not allowed", "a '-' is not allowed here", f"{_QUOTE}, or {_INDENT}"),
    ("block sequence entries", "a '-' is not allowed here", f"{_QUOTE}, or {_INDENT}"),
    ("block collections", "a list or mapping is not allowed here", _INDENT),
    ("mapping keys are not allowed", "a '?' is not allowed here", _QUOTE),
    ("chomping or indentation", "only an indentation or '+' or '-' may follow '|' or '>'", "start the text below"),
    ("expected a comment or a line break", "nothing may follow '|' or '>' on its line", "start the text below"),
    ("cannot start any token", "this character cannot start a value", _QUOTE),
)


def events(text: str) -> Iterator[yaml.Event]:
    """The events of a text; raises yaml.YAMLError where it stops being YAML."""
    yield from yaml.parse(text, Loader=_loader())


def places_of(event: yaml.Event) -> tuple[LineColumn, LineColumn]:
    """Where an event starts and ends, as line and column from 0."""
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return (start.line, start.column), (end.line, end.column)


def syntax_diagnostic(name: str, text: str, fault: yaml.YAMLError) -> Diagnostic:
    """What is wrong with a text that is not YAML.

    The two parsers of PyYAML word and place their complaints differently; the pure one decides, so that a fault
    reads the same on every machine.
    """
    if len(text) <= _LARGEST_SECOND_LOOK:
        fault = _pure_fault(text) or fault
    problem = str(getattr(fault, "problem", "") or "this is not YAML")
    context = str(getattr(fault, "context", "") or "")
    mark = getattr(fault, "problem_mark", None)
    if mark is not None and "<scalar>" in problem and _closes_a_quote(text, mark.line, mark.column):
        span = Span(name, mark.line + 1, mark.column + 1)
        return error("yaml-syntax", span, "nothing may follow a closing quote on its line", _QUOTE_WITHIN)
    if mark is not None and (key := _key_fault(text, problem, mark, getattr(fault, "context_mark", None))) is not None:
        return error("yaml-syntax", Span(name, key.line + 1, key.column + 1, key.length), key.message, key.hint)
    colon = _colon_fault(text, mark.line, mark.column) if mark is not None else None
    if mark is not None and colon is not None:
        return error("yaml-syntax", Span(name, mark.line + 1, mark.column + 1), *colon)
    for words, message, hint in _WORDINGS:
        if words in problem:
            if "quote" in message and (opened := getattr(fault, "context_mark", None)) is not None:
                mark = opened
            span = Span(name, mark.line + 1, mark.column + 1) if mark is not None else Span(name, 1, 1)
            return error("yaml-syntax", span, message, hint)
    code, message = "yaml-syntax", f"{problem} {context}".strip()
    span = Span(name, mark.line + 1, mark.column + 1) if mark is not None else Span(name, 1, 1)
    if "anchor" in message or "alias" in message:
        return error("yaml-anchor", span, "anchors and aliases are not allowed", "write the value out, or quote it")
    if "tag" in message:
        return error("yaml-tag", span, "tags are not allowed", "quote a text that starts with '!'")
    return error(code, span, message, "")


def _key_fault(text: str, problem: str, mark: yaml.Mark, begun: yaml.Mark | None) -> KeyFault | None:
    """What is wrong with a key that a complaint is about; `begun` is where that began to be read."""
    rows = text.split("\n")
    if "could not find expected ':'" in problem and begun is not None:
        return without_colon(rows, begun.line, begun.column)
    if "mapping values are not allowed" in problem or "<block end>" in problem:
        before = "".join(rows[mark.line : mark.line + 1])[: mark.column]
        return out_of_line(rows, mark.line) if _AS_IN_A_KEY.fullmatch(before) is not None else None
    return None


def _closes_a_quote(text: str, line: int, column: int) -> bool:
    """Whether what comes before a place, on its line, is a quote."""
    rows = text.split("\n")
    return line < len(rows) and rows[line][:column].rstrip().endswith(("'", '"'))


def _colon_fault(text: str, line: int, column: int) -> tuple[str, str] | None:
    """What to say if a ':' is within a value, or is missing before one; None if it is neither."""
    row = row_at(text.split("\n"), line)
    before, after = row[:column], row[column:]
    missing = _KEY_BEFORE.search(before)
    if after[:1] in ("{", "[") and missing is not None:
        return f"a ':' is missing behind '{missing[1]}'", f"write {missing[1]}: {after[:1]}..."
    within = _VALUE_BEFORE.search(before)
    if after[:1] == ":" and within is not None:
        rest = after if within[1] else re.split(r"[,}]", after)[0]
        return (
            "a ':' is not allowed within this value",
            f'put the whole value in quotes: {within[2]}: "{within[3]}{rest}"',
        )
    return None


def _loader() -> type[yaml.SafeLoader] | type[yaml.CSafeLoader]:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _pure_fault(text: str) -> yaml.YAMLError | None:
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.YAMLError as fault:
        return fault
    return None
