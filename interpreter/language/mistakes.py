"""What went wrong in an effect text, said in the author's words."""

from __future__ import annotations

import re
from typing import NamedTuple

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from interpreter.diagnostics import Diagnostic, did_you_mean, error
from interpreter.language.habits import form_hint, habit_hint
from interpreter.language.vocabulary import STATEMENT_WORDS
from interpreter.model.document import Scalar
from interpreter.model.effects import Place

# A statement's first word and the word that comes later in it.
_PARTNERS = (
    ("set", "to"), ("move", "to"), ("move", "under"), ("draw", "from"), ("pick", "from"), ("roll", "from"),
    ("let", "="), ("for", "in"), ("repeat", "while"),
)  # fmt: skip

_WANTED = (
    ("COLON", "a ':' is missing here"),
    ("_INDENT", "an indented block is missing under this ':'"),
    ("RPAR", "a ')' is missing here"),
    ("RSQB", "a ']' is missing here"),
    ("IN", "'in' is missing here"),
    ("TO", "'to' is missing here"),
    ("FROM", "'from' is missing here"),
    ("EQUAL", "'=' is missing here"),
    ("MOST", "'most' or 'least' is missing here"),
)

_CLOSING = ("RPAR", "RSQB")


class Mistake(NamedTuple):
    """One fault of a text: a stable code, its place in the text, a sentence and a hint."""

    code: str
    at: Place
    message: str
    hint: str


def diagnostic_of(text: Scalar, mistake: Mistake) -> Diagnostic:
    """A mistake in a text at its place in the file."""
    span = text.span_at(mistake.at.line, mistake.at.column, mistake.at.length)
    return error(mistake.code, span, mistake.message, mistake.hint)


def explain_mistake(text: str, fault: UnexpectedInput, *, is_effect: bool) -> Mistake:
    """The sentence for a parse error; `text` is what the author wrote, an effect or else an expression."""
    mistake = _mistake(text, fault)
    if not is_effect and (words := text.split()) and words[0] in STATEMENT_WORDS:
        more = ": 'A if TEST else B'" if words[0] == "if" else ""
        return mistake._replace(hint=f"'{words[0]}' begins an effect, and here stands a value or a test{more}")
    return mistake


def _mistake(text: str, fault: UnexpectedInput) -> Mistake:
    if isinstance(fault, UnexpectedCharacters):
        at = Place(fault.line, fault.column)
        hint = _hint(text.split("\n"), at)
        return Mistake("effect-syntax", at, f"'{fault.char}' means nothing here", hint)
    if isinstance(fault, UnexpectedEOF):
        return Mistake("effect-syntax", _end(text), "the text stops in the middle", "")
    if isinstance(fault, UnexpectedToken):
        return _unexpected(text, fault.token, set(fault.accepts or fault.expected or ()))
    return Mistake("effect-syntax", Place(1, 1), "this text cannot be read", "")


def _unexpected(text: str, token: Token, wanted: set[str]) -> Mistake:
    at_end = token.type in ("_NL", "$END", "_DEDENT")
    line = token.line or 1
    lines = text.split("\n")
    if at_end and line <= len(lines):
        at = Place(line, max(1, len(lines[line - 1].rstrip())), 1)
    else:
        at = Place(line, token.column or 1, max(1, len(str(token).strip()) or 1))
    if token.type == "_INDENT":
        message = "this line is indented, but the line above opens no block"
        return Mistake("effect-syntax", _first_line_after(lines, line), message, "end that line with ':'")
    for name, sentence in _WANTED:
        if name in wanted and not (at_end and name != "_INDENT" and len(wanted) > 12):
            return Mistake("effect-syntax", at, sentence, _hint(lines, at, forms=name not in _CLOSING))
    what = "the text stops here in the middle of a statement" if at_end else f"'{str(token).strip()}' cannot stand here"
    return Mistake("effect-syntax", at, what, _hint(lines, at))


def _hint(lines: list[str], at: Place, *, forms: bool = True) -> str:
    """What to write in place of what stands there: of a habit, of a misspelt word, or of a statement as a whole."""
    if at.line > len(lines):
        return ""
    written = lines[at.line - 1].partition("#")[0]
    before = re.split(r"[:;]", written[: at.column - 1])[-1]
    statement = before + written[at.column - 1 :]
    return habit_hint(statement, len(before) + 1) or _word_hint(statement, forms)


def _word_hint(statement: str, forms: bool) -> str:
    """What the first word of a statement was meant to be, of the words that go with another one there; or its form."""
    words = statement.replace(":", " ").split()
    if not words or words[0] in STATEMENT_WORDS:
        return form_hint(words[0]) if words and forms else ""
    partners = [word for word, partner in _PARTNERS if partner in words[1:]]
    return did_you_mean(words[0], partners) or did_you_mean(words[0], STATEMENT_WORDS)


def _first_line_after(lines: list[str], line: int) -> Place:
    """The next line that is neither blank nor a remark."""
    for number, words in enumerate(lines[line:], line + 1):
        if words.strip() and not words.lstrip().startswith("#"):
            return Place(number, len(words) - len(words.lstrip()) + 1, len(words.strip()))
    return Place(line, 1)


def _end(text: str) -> Place:
    lines = text.rstrip().split("\n")
    return Place(len(lines), max(1, len(lines[-1])))
