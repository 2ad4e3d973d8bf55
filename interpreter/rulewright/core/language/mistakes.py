"""Diagnostics for effect texts that cannot be parsed, in the author's words."""

from __future__ import annotations

import re
from typing import NamedTuple

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error
from rulewright.core.language.habits import form_hint, habit_hint
from rulewright.core.language.other_words import verb_suggestion
from rulewright.core.language.vocabulary import STATEMENT_WORDS
from rulewright.core.look_alikes import by_code_point, in_usual_letters
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Place

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
_FORMED = ("COLON", "IN", "TO", "FROM")
_WORDS_WITHIN = ("IN", "TO", "FROM", "EQUAL")
_GOES_ON_OTHERWISE = {"NAME", "_NL"}
"""Where a value may come as well, or the statement may end, no word is missing."""

# What may come next, where that identifies what is there: after an option's label, after `choose:`, among the values
# given to a procedure.
_AFTER_A_LABEL = {"COLON", "FOR"}
_OPTIONS_BELOW = {"_NL"}
_IN_A_CALL = {"NAME", "NUMBER", "SEMICOLON", "_NL"}

_NAME_ALONE = ({"NAME"}, {"NAME", "CONFIRM"})
_A_NAME = "a name goes here: small letters, digits and '_', a letter first"
_BLOCK = "write the block below, indented, or on the same line"
_CONDITIONS = ("if", "when", "where", "requires", "require", "needs", "unless")

_GOES_ON = re.compile(r"\s*(?:(?:and|or|is|in|to|from|where|by|distinct)\b|[-+*/%=<>.,)\]])")
_FIRST_WORD = re.compile(r"\s*([a-z_]\w*)")
_BEHIND = re.compile(r"\s*(?P<opened>[a-z_]\w*)\b[^:]*:(?:[^:;]*[:;])*?\s*(?P<word>if|choose)\b")
_TWO_SETS = re.compile(
    r"\s*(?P<first>(?:for each|[a-z_]\w* for) \w+ in [^,:]+(?:, *\w+ in [^,:]+)?)(?P<comma>,)(?P<other> *\w+ in [^,:]+)"
)
_LONGEST_LINE = 1_000
_JOIN = "a statement must be one line: join the two lines"


class Mistake(NamedTuple):
    """One fault of a text: a stable code, its place in the text, a sentence and a hint."""

    code: str
    at: Place
    message: str
    hint: str


def diagnostic_of(text: Scalar, mistake: Mistake) -> Diagnostic:
    """A mistake in a text at its place in the file."""
    span = text.span_at(*mistake.at)
    begins_a_row = any(each.place.line == span.line and each.place.column == span.column for each in text.runs[1:])
    if text.style == "plain" and begins_a_row:
        hint = "write '|' after the ':' of the key above, so that each line below it is read as one line"
        return error(mistake.code, span, "these lines are read as one", hint)
    return error(mistake.code, span, mistake.message, mistake.hint)


def explain_mistake(text: str, fault: UnexpectedInput, *, is_effect: bool) -> Mistake:
    """Turn a parse error in `text`, an effect or an expression, into a mistake with its sentence."""
    mistake = _mistake(text, fault, is_effect)
    if is_effect:
        return mistake
    words = text.split()
    if words and words[0] in STATEMENT_WORDS:
        more = ": 'A if TEST else B'" if words[0] == "if" else ""
        return mistake._replace(hint=f"'{words[0]}' begins an effect, but a value or a test is needed here{more}")
    if words and words[0] == "return":
        message = "'return' is not allowed here"
        return mistake._replace(at=_word_at(text, "return"), message=message, hint="write the value alone")
    return mistake


def _wrong(at: Place, message: str, hint: str = "") -> Mistake:
    """A text that is none of the language."""
    return Mistake("effect-syntax", at, message, hint)


def _mistake(text: str, fault: UnexpectedInput, is_effect: bool) -> Mistake:
    if isinstance(fault, UnexpectedCharacters):
        at, lines = Place(fault.line, fault.column), text.split("\n")
        if not fault.char.isascii() and (fault.char.isalnum() or fault.char.isspace()):
            return _unusual(lines[fault.line - 1], at)
        return _wrong(at, f"'{fault.char}' has no meaning here", _hint(lines, at))
    if isinstance(fault, UnexpectedEOF):
        return _wrong(_end(text), "the text stops in the middle")
    if isinstance(fault, UnexpectedToken):
        return _unexpected(text, fault.token, set(fault.accepts or fault.expected or ()), is_effect)
    return _wrong(Place(1, 1), "this text cannot be read")


def _unusual(line: str, at: Place) -> Mistake:
    """A word with a letter, or a space, that is none of those that names are written with."""
    before, behind = re.search(r"\w*$", line[: at.column - 1]), re.match(r"\w*", line[at.column - 1 :])
    assert before is not None
    assert behind is not None
    word = before[0] + behind[0]
    if not behind[0]:
        return _wrong(at, by_code_point(line[at.column - 1]).replace(" in it", " here"), "write an ordinary space")
    where = Place(at.line, before.start() + 1, len(word))
    hint = f"write {in_usual_letters(word)} with ordinary letters"
    return _wrong(where, f"'{word}' has no meaning here: {by_code_point(word)}", hint)


def _unexpected(text: str, token: Token, wanted: set[str], is_effect: bool) -> Mistake:
    at_end = token.type in ("_NL", "$END", "_DEDENT")
    line = token.line or 1
    lines = text.split("\n")
    if at_end and line <= len(lines):
        at = Place(line, max(1, len(lines[line - 1].rstrip())), 1)
    else:
        at = Place(line, token.column or 1, max(1, len(str(token).strip()) or 1))
    if "COLON" not in wanted and (broken := _broken_line(lines, at, token.type, is_effect)) is not None:
        return broken
    if token.type == "_INDENT":
        where, message = _first_line_after(lines, line), "this line is indented, but the line above opens no block"
        is_else = lines[where.line - 1].split()[:1] in (["else"], ["else:"])
        hint = "indent 'else' as far as its 'if'" if is_else else "end that line with ':'"
        return _wrong(where, message, hint)
    if wanted == _AFTER_A_LABEL:
        return _bad_label(lines, at)
    if wanted == _OPTIONS_BELOW and not at_end:
        return _wrong(at, "write each option on a line of its own", "write each below it, indented: LABEL: EFFECT")
    if not at_end and (known := _behind_a_colon(lines, at) or _two_sets(lines, at)) is not None:
        return known
    for name, sentence in _WANTED:
        optional = name in _WORDS_WITHIN and wanted & _GOES_ON_OTHERWISE
        if name in wanted and not optional and not (at_end and name != "_INDENT" and len(wanted) > 12):
            hint = _BLOCK if name == "_INDENT" else _hint(lines, at, forms=name not in _CLOSING)
            if name in _CLOSING and not hint:
                hint = _unclosed(lines[at.line - 1][: at.column - 1], sentence[3])
            if name in _FORMED and not at_end and habit_hint(*_statement(lines, at)):
                sentence = f"'{str(token).strip()}' is not allowed here"
            return _wrong(at, sentence, hint)
    found = str(token).strip()
    if is_effect and not at_end and wanted >= _IN_A_CALL and (call := _bad_call(lines, at, found)) is not None:
        return call
    what = "the text stops here in the middle of a statement" if at_end else f"'{found}' is not allowed here"
    hint = _hint(lines, at) or (_A_NAME if wanted in _NAME_ALONE else "")
    if not hint and not is_effect and token.type in ("NAME", "NUMBER") and "PLUS" in wanted:
        hint = "a sign or a word is missing before it, such as '+', '=' or 'and'"
    return _wrong(at, what, hint)


def _broken_line(lines: list[str], at: Place, token: str, is_effect: bool) -> Mistake | None:
    """A statement, or a whole test or amount, that continues on the next line, which none of them may do."""
    rest = _first_line_after(lines, at.line)
    following = lines[rest.line - 1] if rest.line > at.line else ""
    if not is_effect:
        started = any(line.strip() for line in lines[: at.line - 1])
        if not following and not started:
            return None
        hint = "write it on one line, or begin it with '>-' in place of '|', which makes one line of several"
        where = _first_line_after(lines, at.line) if token == "_INDENT" else at
        return _wrong(where, "a test or an amount must be one line", hint)
    if token == "_INDENT" and _GOES_ON.match(following):
        return _wrong(rest, "this line continues the one above", _JOIN)
    deeper = len(following) - len(following.lstrip()) > len(lines[at.line - 1]) - len(lines[at.line - 1].lstrip())
    if token == "_NL" and following and (deeper or _GOES_ON.match(following)):
        return _wrong(at, "the text stops here in the middle of a statement", _JOIN)
    return None


def _behind_a_colon(lines: list[str], at: Place) -> Mistake | None:
    """A statement with lines of its own that follows a ':' on its line."""
    written = lines[at.line - 1].partition("#")[0]
    begun = _BEHIND.match(written) if len(written) <= _LONGEST_LINE else None
    if begun is None or at.column <= begun.start("word"):
        return None
    word, opened = begun["word"], begun["opened"]
    where = Place(at.line, begun.start("word") + 1, len(word))
    below = f"write '{word}' on the next line, indented"
    if opened == "else" and word == "if":
        below = "write else if TEST: EFFECT"
    elif begun["opened"] == "for" and word == "if" and " where " not in written[: begun.start("word")]:
        below += "; or select: for each NAME in SET where TEST: EFFECT"
    return _wrong(where, f"'{word}' is not allowed after a ':' on its line", below)


def _two_sets(lines: list[str], at: Place) -> Mistake | None:
    """A loop that is meant to go through two sets at once, or an option that is about one of three."""
    found = _TWO_SETS.match(lines[at.line - 1]) if len(lines[at.line - 1]) <= _LONGEST_LINE else None
    if found is None or at.column - 1 != found.start("comma"):
        return None
    first, other = found["first"], found["other"].strip()
    if first.startswith("for each "):
        hint = f"write {first}: and below it, indented, for each {other}: EFFECT"
        return _wrong(at, "a loop has only one set", hint)
    one, distinct, by = first.partition(" distinct by ")
    if distinct and "," not in one:
        hint = f"write {one}, {other} distinct by {by.strip()}: EFFECT"
        return _wrong(at, "'distinct by' comes behind both sets", hint)
    hint = f"write {first}: and below it, indented, pick {other.replace(' in ', ' from ', 1)}"
    return _wrong(at, "an option can have only one or two sets", hint)


def _unclosed(before: str, sign: str) -> str:
    """Return a hint that names the bracket which `sign` should have closed."""
    opens, waiting = {")": "(", "]": "["}[sign], []
    for column, letter in enumerate(before):
        if letter == opens:
            waiting.append(column)
        elif letter == sign and waiting:
            waiting.pop()
    word = re.search(r"\w+$", before[: waiting[-1]]) if waiting else None
    return f"the '{opens}' behind '{word[0]}' is not closed" if word is not None else f"close the '{opens}' before it"


def _bad_label(lines: list[str], at: Place) -> Mistake:
    """Explain an option line that lacks its ':' or has more than a label before it."""
    line = lines[at.line - 1].partition("#")[0]
    words = line.partition(":")[0].split()
    if words[0] in STATEMENT_WORDS:
        message = f"'{words[0]}' is not allowed here: each line here is an option, LABEL: EFFECT"
        hint = f"begin with a label, such as 'take:', and write '{words[0]}' below it, indented"
        return _wrong(_word_at(line, words[0], at.line), message, hint)
    if len(words) > 1 and words[1] in _CONDITIONS:
        return _wrong(at, "a ':' is missing here", "write the condition below the label: require TEST")
    if hint := _hint(lines, at, forms=False):
        return _wrong(at, "a ':' is missing here", hint)
    if "in" in words:
        return _wrong(at, "'for' is missing here", "write LABEL for NAME in SET: EFFECT")
    if ":" in line and all(word.isidentifier() for word in words):
        hint = f"a label is one word, such as {'_'.join(words)}"
        return _wrong(at, "a ':' is missing here", hint)
    return _wrong(at, "a ':' is missing here", "write LABEL: EFFECT")


def _bad_call(lines: list[str], at: Place, found: str) -> Mistake | None:
    """Explain a name that begins a statement, is not a verb, and is followed by what no procedure takes."""
    statement, column = _statement(lines, at)
    name = _FIRST_WORD.match(statement)
    if name is None or name[1] in STATEMENT_WORDS:
        return None
    if habit_hint(statement, column) and not _by_partner(statement):
        return None
    where = Place(at.line, at.column - column + 1 + name.start(1), len(name[1]))
    message = f"'{name[1]}' is not a verb, and a procedure takes no '{found}'"
    hint = (
        verb_suggestion(name[1])
        or _word_hint(statement, forms=True)
        or "write a verb, or the name of a procedure and its arguments"
    )
    return _wrong(where, message, hint)


def _hint(lines: list[str], at: Place, *, forms: bool = True) -> str:
    """Return the hint for a fault: a habit, a misspelt word, or the form of the whole statement."""
    if at.line > len(lines):
        return ""
    statement, column = _statement(lines, at)
    return habit_hint(statement, column) or _word_hint(statement, forms)


def _statement(lines: list[str], at: Place) -> tuple[str, int]:
    """The statement at a place, and the column of the place in it."""
    written = lines[at.line - 1].partition("#")[0]
    before = re.split(r"[:;]", written[: at.column - 1])[-1]
    return before + written[at.column - 1 :], len(before) + 1


def _word_hint(statement: str, forms: bool) -> str:
    """Return a correction for the first word of a statement, or else the form of its verb."""
    words = statement.replace(":", " ").split()
    if not words or words[0] in STATEMENT_WORDS:
        return form_hint(words[0]) if words and forms else ""
    return _by_partner(statement) or did_you_mean(words[0], STATEMENT_WORDS)


def _by_partner(statement: str) -> str:
    """Return a correction for the first word, judged by another word of the statement that goes with it."""
    first, *words = statement.replace(":", " ").split() or [""]
    return did_you_mean(first, [word for word, partner in _PARTNERS if partner in words])


def _word_at(text: str, word: str, line: int = 1) -> Place:
    """The place of a word that begins a line."""
    return Place(line, text.index(word) + 1, len(word))


def _first_line_after(lines: list[str], line: int) -> Place:
    """The next line that is neither blank nor a remark."""
    for number, words in enumerate(lines[line:], line + 1):
        if words.strip() and not words.lstrip().startswith("#"):
            return Place(number, len(words) - len(words.lstrip()) + 1, len(words.strip()))
    return Place(line, 1)


def _end(text: str) -> Place:
    lines = text.rstrip().split("\n")
    return Place(len(lines), max(1, len(lines[-1])))
