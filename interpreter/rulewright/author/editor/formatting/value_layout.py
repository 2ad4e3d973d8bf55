"""Layout of a single value: rows after its key, or a header and rows below it.

The indentation of rows, and the comments around them, are up to `writer.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from rulewright.author.editor.formatting.quotes import quoted, written_rows, written_value
from rulewright.core.language.canonical_layout import lay_out, lay_out_broken
from rulewright.core.language.mistakes import Mistake
from rulewright.core.load.written import WrittenScalar
from rulewright.core.model.sections import TextSort


@dataclass(frozen=True, slots=True)
class ValueRows:
    """The rows of a value. With a header (`|` or `>`) all are below it, else the first follows the key.

    `blanks` are the empty lines at its end that belong to it.
    """

    rows: tuple[str, ...]
    header: str = ""
    blanks: int = 0


def value_of(scalar: WrittenScalar, sort: TextSort | None, *, in_flow: bool, keeps_quotes: bool) -> ValueRows:
    """Return the canonical rows of a value. `sort` is how it is read if it is an effect text without a mistake."""
    if sort is None:
        return _as_it_is(scalar, in_flow, keeps_quotes)
    if scalar.style != "|":
        broken = _broken(scalar, sort)
        if broken is not None:
            return broken
    text = lay_out(scalar.text, sort)
    assert not isinstance(text, Mistake)
    if not in_flow and (scalar.style == "|" or "\n" in text or "#" in text):
        return ValueRows(tuple(text.split("\n")), "|")
    if not scalar.style and text == scalar.text:
        return ValueRows((text,))
    return ValueRows((written_value(text, in_flow, keeps_quotes and bool(scalar.style)),))


def keeps_all_quotes(values: Iterable[tuple[WrittenScalar, TextSort | None]], in_flow: bool) -> bool:
    """Whether quotes stay on all values of a list or mapping: the author put all in quotes, and one needs them."""
    written = [(scalar, sort) for scalar, sort in values if scalar.style not in ("|", ">")]
    if len(written) < 2 or not all(scalar.style for scalar, _ in written):
        return False
    laid = [value_of(scalar, sort, in_flow=in_flow, keeps_quotes=False) for scalar, sort in written]
    inline = [value.rows[0] for value in laid if not value.header]
    return len(inline) > 1 and any(row.startswith(("'", '"')) for row in inline)


def _as_it_is(scalar: WrittenScalar, in_flow: bool, keeps_quotes: bool) -> ValueRows:
    if scalar.style in ("|", ">"):
        return _block(scalar)
    if len(scalar.rows) > 1:
        return ValueRows(tuple(written_rows(scalar)))
    if not scalar.style:
        return ValueRows((scalar.text,))
    return ValueRows((written_value(scalar.text, in_flow, keeps_quotes),))


def _block(scalar: WrittenScalar) -> ValueRows:
    """Return a text below `|` or `>`, with the number of spaces given if its first row begins with one."""
    if not scalar.rows:
        return ValueRows((quoted(scalar.text),))
    first = next(row for row in scalar.rows if row)
    ending = "".join(sign for sign in scalar.header if sign in "+-") or "-" * (not scalar.text.endswith("\n"))
    header = scalar.style + ("2" if first.startswith(" ") else "") + ending
    blanks = len(scalar.text) - len(scalar.text.rstrip("\n")) - 1 if "+" in ending else 0
    return ValueRows(scalar.rows, header, max(0, blanks))


def _broken(scalar: WrittenScalar, sort: TextSort) -> ValueRows | None:
    """Return a one-line text that is written in several rows, laid out in as many rows, or None if it is not one."""
    rows = [row.strip(" ") for row in scalar.rows]
    if (
        (len(rows) < 2 and scalar.style != ">")
        or not all(rows)
        or " ".join(rows) != scalar.text.rstrip("\n")
        or "#" in scalar.text
    ):
        return None
    breaks = [end + number for number, end in enumerate(accumulate(len(row) for row in rows[:-1]), 1)]
    laid = lay_out_broken(scalar.text, sort, breaks)
    if isinstance(laid, Mistake):
        return None
    if scalar.style == ">":
        return ValueRows(laid, ">-")
    quote = written_value(" ".join(laid), in_flow=True, keeps_quotes=True)[0] if scalar.style else ""
    return ValueRows((quote + laid[0], *laid[1:-1], laid[-1] + quote))
