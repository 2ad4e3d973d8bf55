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
from rulewright.core.load.values_on_a_line import comma_fault, value_fault

_LARGEST_SECOND_LOOK = 50_000
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
    ("Unicode character escape", "no such character in a double-quoted text", "use single quotes to write \\ as it is"),
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
    ("expected the node content", "a value is missing here", f"write it, or {_QUOTE} that begins with a sign"),
    ("expected '<document start>'", "this is neither within the list or mapping above it nor a file", _INDENT),
    ("indentation indicator in the range", "an indentation behind '|' or '>' is from 1 to 9", "leave it out"),
    ("cannot start any token", "this character cannot start a value", _QUOTE),
)


def events(text: str) -> Iterator[yaml.Event]:
    """Yield the events of a text. Raises yaml.YAMLError where it stops being YAML."""
    try:
        yield from yaml.parse(text, Loader=_loader())
    except ValueError:  # of the pure parser, which makes a character of any number
        raise yaml.MarkedYAMLError(problem="found invalid Unicode character escape code") from None


def composed(text: str) -> yaml.MappingNode | None:
    """Return PyYAML's own tree of a text that was read without faults, None if it is no mapping.

    Its nodes know where they begin and end. Nothing is made of it.
    """
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    return root if isinstance(root, yaml.MappingNode) else None


def places_of(event: yaml.Event) -> tuple[LineColumn, LineColumn]:
    """Return the start and end of an event, each as (line, column) from 0."""
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return (start.line, start.column), (end.line, end.column)


def syntax_diagnostic(name: str, text: str, fault: yaml.YAMLError) -> Diagnostic:
    """Return the diagnostic of a text that is not YAML.

    The two parsers of PyYAML word and place their complaints differently; the pure one decides, so that a fault
    reads the same on every machine.
    """
    if len(text) <= _LARGEST_SECOND_LOOK:
        fault = _pure_fault(text) or fault
    problem = str(getattr(fault, "problem", "") or "this is not YAML")
    context = str(getattr(fault, "context", "") or "")
    mark = getattr(fault, "problem_mark", None)
    if mark is not None and (lacking := comma_fault(row_at(text.split("\n"), mark.line), mark.column)) is not None:
        return error("yaml-syntax", Span(name, mark.line + 1, lacking.column + 1, lacking.length), *lacking[2:])
    if mark is not None and "<scalar>" in problem and _closes_a_quote(text, mark.line, mark.column):
        span = Span(name, mark.line + 1, mark.column + 1)
        return error("yaml-syntax", span, "nothing may follow a closing quote on its line", _QUOTE_WITHIN)
    if mark is not None and (key := _key_fault(text, problem, mark, getattr(fault, "context_mark", None))) is not None:
        return error("yaml-syntax", Span(name, key.line + 1, key.column + 1, key.length), key.message, key.hint)
    value = value_fault(row_at(text.split("\n"), mark.line), mark.column) if mark is not None else None
    if mark is not None and value is not None:
        return error("yaml-syntax", Span(name, mark.line + 1, mark.column + 1), *value)
    for words, message, hint in _WORDINGS:
        if words in problem:
            if "quote" in message and (opened := getattr(fault, "context_mark", None)) is not None:
                mark = opened
            span = Span(name, mark.line + 1, mark.column + 1) if mark is not None else Span(name, 1, 1)
            return error("yaml-syntax", span, message, hint)
    code, message = "yaml-syntax", f"{problem} {context}".strip()
    if "directive" in message:
        where = Span(name, mark.line + 1, mark.column + 1) if mark is not None else Span(name, 1, 1)
        return error("yaml-directive", where, "a '%' directive is not allowed", "remove it")
    span = Span(name, mark.line + 1, mark.column + 1) if mark is not None else Span(name, 1, 1)
    if "anchor" in message or "alias" in message:
        return error("yaml-anchor", span, "anchors and aliases are not allowed", "write the value out, or quote it")
    if "tag" in message:
        return error("yaml-tag", span, "tags are not allowed", "quote a text that starts with '!'")
    return error(code, span, message, "")


def _key_fault(text: str, problem: str, mark: yaml.Mark, begun: yaml.Mark | None) -> KeyFault | None:
    """Return the fault of a key that a complaint is about, or None.

    `begun` is the position at which the parser began to read it.
    """
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


def _loader() -> type[yaml.SafeLoader] | type[yaml.CSafeLoader]:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _pure_fault(text: str) -> yaml.YAMLError | None:
    """Return the complaint of the pure parser, or None.

    A '?' in a value in { } is ignored, as the other parser accepts it.
    """
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.YAMLError as fault:
        if "but got '?'" in str(getattr(fault, "problem", "")) and "?" in text:
            return _pure_fault(text.replace("?", "x"))
        return fault
    except ValueError:
        return None
    return None
