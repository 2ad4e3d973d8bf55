"""What people write who come from other languages, or from English, and how it is written here."""

from __future__ import annotations

import re
from typing import Final

from interpreter.language.words_of_effects import VERBS
from interpreter.language.words_of_expressions import QUANTIFIERS

_GOING_THROUGH: Final = "|".join(word.name for word in QUANTIFIERS)

_HABITS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (r"(?<![=!<>])==", "two things are compared by '='"),
        (r"//", "'/' leaves out what remains"),
        (r"\*\*", "there are no powers; write a product"),
        (r"&&?", "write 'and'"),
        (r"\|\|?", "write 'or'"),
        (r"<>|≠", "write '!='"),
        (r"!(?!=)", "write 'not'"),
        (r"=>|≥", "write '>='"),
        (r"=<|≤", "write '<='"),
        (r"×", "write '*'"),
        (r"÷", "write '/'"),
        (r"\+\+|\+=", "write 'gain 1 COUNTER', or 'set NAME to NAME + 1'"),
        (r"--|-=", "write 'lose 1 COUNTER', or 'set NAME to NAME - 1'"),
        (r"\?", "write 'A if TEST else B'"),
        (r"['\"`]", "names stand without quotes"),
        (r"\d\.\d", "numbers are whole"),
        (r"[<>]=?\s*\w+\s*[<>]=?", "join two comparisons by 'and'"),
        (r"\b(?:True|False|None)\b", "small letters: true, false, none"),
        (r"[A-Z]", "names are written in small letters"),
        (rf"\b(?:{_GOING_THROUGH})\s+\w*", "what it goes through stands in parentheses: any(x in SET where TEST)"),
        (r"\bthen\b", "a ':' stands in place of 'then'"),
        (r"\btimes\b", "write 'repeat 3:'"),
        (r"\belif\b[^:]*:?", "write 'else if TEST:' on a line of its own"),
        (r"^\s*while\b.*", "write 'repeat while TEST:'"),
        (r"^\s*for\s+(?!each\b)\w+", "write 'for each x in SET:'"),
        (r"^\s*return\b.*", "an effect gives nothing back; 'stop' ends it"),
        (r"^\s*(?:gain|lose|pay)\s+[a-z_]\w*(?:\[\w+\])?\s+\d+", "how much comes first: gain 2 coin"),
        (r"^\s*draw\s+\w+\s+(?!from\b)\w+", "only how many is said: draw 2 from deck to hand"),
        (r"^\s*[a-z_]\w*(?:\[\w+\])?\s*=", "write 'set NAME to VALUE'"),
    )
)


def habit_hint(line: str, column: int) -> str:
    """What to write in place of what stands in a line at a column, where that is a habit from elsewhere; else ''."""
    at = column - 1
    for pattern, hint in _HABITS:
        if any(found.start() <= at <= max(found.start(), found.end() - 1) for found in pattern.finditer(line)):
            return hint
    return ""


def form_hint(word: str) -> str:
    """How a statement is written that begins with a word, '' where none does."""
    forms = [form.partition("\n")[0] for verb in VERBS if verb.keywords[:1] == (word,) for form in verb.forms]
    return f"write {' or '.join(forms)}" if forms else ""
