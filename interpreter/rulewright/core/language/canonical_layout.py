"""The canonical layout of an effect text: spaces and indentation, with the author's words, lines and remarks kept.

Only words of an earlier release become today's. Which statements share a line, where blank lines go and which
parentheses are written is the author's choice. Trees are written out anew, without remarks, in unparse.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lark import Token

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.old_words import today
from rulewright.core.language.parse import MOST_KEPT, parse_text, tokens_of
from rulewright.core.language.remarks import LaidLine, with_remarks
from rulewright.core.model.sections import TextSort

INDENT = "  "
_NOTHING_BEFORE = frozenset({"COMMA", "_AND", "SEMICOLON", "COLON", "RPAR", "RSQB", "LSQB", "DOT"})
_NOTHING_AFTER = frozenset({"LPAR", "LSQB", "DOT"})
_ENDS_A_VALUE = frozenset({"NAME", "NUMBER", "RPAR", "RSQB", "TRUE", "FALSE"})


@lru_cache(maxsize=MOST_KEPT)
def lay_out(text: str, sort: TextSort) -> str | Mistake:
    """Return a text in canonical layout, without a final line break, or its first mistake."""
    mistake = parse_text(text, sort)
    if isinstance(mistake, Mistake):
        return mistake
    return "\n".join(with_remarks(_without_loose_blanks(_laid_out(text, sort))))


def lay_out_broken(text: str, sort: TextSort, breaks: Sequence[int]) -> tuple[str, ...] | Mistake:
    """A text of one line as the rows it is written in: `breaks` are the indexes in it where a new row began."""
    mistake = parse_text(text, sort)
    if isinstance(mistake, Mistake):
        return mistake
    rows: list[list[Token]] = [[]]
    left = sorted(breaks)
    for token in tokens_of(text, sort):
        if token.type in ("_NL", "_INDENT", "_DEDENT"):
            continue
        while left and (token.start_pos or 0) >= left[0]:
            left.pop(0)
            rows.append([])
        rows[-1].append(token)
    spaced, before = [], None
    for row in rows:
        if row:
            spaced.append(_spaced(row, before))
            before = row[-1]
    return tuple(spaced)


@dataclass(slots=True)
class _Written:
    """A line of code: its depth, its tokens and the column it was written at."""

    depth: int
    column: int
    tokens: list[Token] = field(default_factory=list)


def _laid_out(text: str, sort: TextSort) -> Iterator[LaidLine]:
    code = _code_lines(text, sort)
    columns: dict[int, int] = {}
    depth_before = -1
    source = text.split("\n")
    for number, line in enumerate(source, 1):
        at = line.find("#")
        remark = line[at:].rstrip() if at >= 0 else ""
        written = code.get(number)
        if written is not None:
            columns = {depth: column for depth, column in columns.items() if depth < written.depth}
            columns[written.depth] = written.column
            depth_before = written.depth
            laid = INDENT * written.depth + _spaced(written.tokens, None)
            yield LaidLine(laid, remark, at, written.depth * len(INDENT) - written.column)
        elif remark:
            following = next((code[n].depth for n in range(number + 1, len(source) + 1) if n in code), 0)
            depth = following
            for inner in range(following, depth_before + 1):
                if columns[inner] <= at:
                    depth = inner
            yield LaidLine(INDENT * depth + remark)
        else:
            yield LaidLine("")


def _code_lines(text: str, sort: TextSort) -> dict[int, _Written]:
    """The lines that hold more than a remark, by number."""
    lines: dict[int, _Written] = {}
    depth = 0
    for token in tokens_of(text, sort):
        if token.type == "_INDENT":
            depth += 1
        elif token.type == "_DEDENT":
            depth -= 1
        elif token.type != "_NL":
            number = token.line or 1
            if number not in lines:
                lines[number] = _Written(depth, (token.column or 1) - 1)
            lines[number].tokens.append(token)
    return lines


def _spaced(tokens: Sequence[Token], before: Token | None) -> str:
    """Join the tokens of one row with the spaces between them, where `before` ended the row above."""
    text = ""
    is_sign = False
    for token in tokens:
        glued = is_sign or not text or (before is not None and _joined(before, token))
        is_sign = token.type == "MINUS" and (before is None or before.type not in _ENDS_A_VALUE)
        text += ("" if glued else " ") + " ".join(today(before, token).split())
        before = token
    return text


def _joined(before: Token, token: Token) -> bool:
    """Whether there is nothing between two tokens."""
    if before.type in _NOTHING_AFTER or token.type in _NOTHING_BEFORE or ".." in (before, token):
        return True
    return token.type == "LPAR" and before.type == "FUNCTION"


def _without_loose_blanks(lines: Iterator[LaidLine]) -> Iterator[LaidLine]:
    """Yield the lines without blank ones at either end, and never two blank ones in a row."""
    wanted = False
    begun = False
    for line in lines:
        if line.code or line.remark:
            if wanted and begun:
                yield LaidLine("")
            yield line
            begun, wanted = True, False
        else:
            wanted = True
