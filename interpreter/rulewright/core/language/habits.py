"""Habits from other languages and from English, each with a hint how to write the same here.

A row is a pattern and a hint. The hint is given for a fault at a place within what the pattern finds; where a pattern
has a group `at`, the fault has to be within that group. The first row that fits decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from rulewright.core.language.vocabulary import STATEMENT_WORDS
from rulewright.core.language.words_of_effects import VERBS
from rulewright.core.language.words_of_expressions import FUNCTIONS, QUANTIFIERS

_LONGEST: Final = 1_000
"""A longer line is not looked at, so that the patterns take no time whatever it is."""

_VALUE: Final = r"(?:[\w.]*\([^()]*\)|[\w.]+(?:\[[\w.]+\])?)"
_MARKS: Final = r"(?:if|with|when|such|that|who|which|whose|having)"
_CHANGES: Final = r"(?:gain|lose|pay)"
_SIMPLE: Final = r"(?:gain|lose|pay|draw|move|flip|shuffle|stop(?!\s+with\b)|nothing)"
_VERBS: Final = "|".join(STATEMENT_WORDS)
_ONE_MORE: Final = "write 'gain 1 COUNTER', or 'set NAME to NAME + 1'"
_ONE_LESS: Final = "write 'lose 1 COUNTER', or 'set NAME to NAME - 1'"
_SUBJECT: Final = r"(?i:the|each|every|this|that)\s+(?i:(?:active|current|acting)\s+)?(?i:players?|seats?|opponents?)"
_NO_SUBJECT: Final = "the acting seat is not named: gain 1 coin; another seat acts by 'ask': ask s: gain 1 coin"
_PART_OF: Final = "whether a thing is one of a set: any(x in SET where x is THING)"


# What stands before words that are no functions there.
_NOT_BEFORE: Final = {"any": "(?<!pick )(?<!in )", "turn": "(?<!in )", "first": "(?<!later )"}


def _called(word: str, form: str) -> tuple[str, str]:
    """The row for a function written as in a sentence: `top of deck`."""
    end = r"\s+(?:of\b|\w+\s+in\b)" if word == "none" else r"\s+\w*"
    begin = _NOT_BEFORE.get(word, "")
    return (rf"\b{begin}{word}{end}", f"put its argument in parentheses: {form}")


def _behind_counter(verb: str) -> tuple[str, str]:
    """The row for what follows the counter of a change, and in no form of its verb."""
    known = {part for word in VERBS if word.keywords[:1] == (verb,) for part in word.keywords}
    words = "|".join(word for word in ("to", "from", "of", "in", "by", "with") if word not in known)
    hint = "end the statement after the counter; for another seat's counter: gain 1 s.coin"
    return (rf"^\s*{verb}\s+{_VALUE}\s+{_VALUE}\s+(?P<at>(?:{words})\b)", hint)


_ROWS: Final[tuple[tuple[str, str], ...]] = (
    # ---- Signs
    (r"^\s*let\s+\w+\s*=(?P<at>=)", "write let NAME = VALUE"),
    (rf"\(\s*\w+\s+in\s+{_VALUE}\s*(?P<at>[:,|])", "filter a set with: x in SET where TEST"),
    (r"(?P<at>\b\w+n)['’]t\b", "write 'is not', '!=' or 'not'"),
    (r"\bnot\s*=", "write '!='"),
    (r"^[^(]*(?P<at>\))", "there is no '(' before it"),
    (r",\s*(?P<at>\))", "leave out the ','"),
    (r"\bif\b(?![^()]*\belse\b)[^():]*(?P<at>\))", "write 'A if TEST else B'"),
    (r"(?<![=!<>])==", "compare two values with '='"),
    (r"!==", "write '!='"),
    (r"//", "'/' rounds down; a comment begins with '#'"),
    (r"/\*|\*/", "a comment begins with '#' and ends with its line"),
    (r"\*\*", "there are no powers; write a product"),
    (r"&&?", "write 'and'"),
    (r"\|\|?", "write 'or'"),
    (r"<>|≠", "write '!='"),
    (r"!(?=\s*[\w(])", "write 'not'"),
    (r"=>|≥", "write '>='"),
    (r"=<|≤", "write '<='"),
    (r"×", "write '*'"),
    (r"÷", "write '/'"),
    (r"\+\+|\+=", _ONE_MORE),
    (r"--|-=", _ONE_LESS),
    (r"^\s*\w+(?P<at>[.\[]).*\+[+=]", _ONE_MORE),
    (r"^\s*\w+(?P<at>[.\[]).*-[-=]", _ONE_LESS),
    (r"[{}]", "put the block below its line, indented, after a ':'"),
    (r"\?", "write 'A if TEST else B'"),
    (r"\w(?P<at>['’])s\b", "write the field of a thing after a '.': s.coin"),
    (r"^\s*(?:print|log|say|echo|announce|alert|message)\b.*",
     "an effect cannot print; players see titles, and what is under 'table:'"),
    (r"['\"`“”„«»‘’]", "names are written without quotes"),
    (r"\d\.\d", "numbers are whole"),
    (r"\.\.\.", "write '1..5'"),
    (r"(?<!\.)(?P<at>\.)\s*$", "leave out the '.' at the end of the line"),
    (r"\b(?:in|from)\s+\d+\s*(?P<at>to\b|-)", "write '1..5'"),
    (r"[<>]=?\s*\w+\s*[<>]=?", "join two comparisons with 'and'"),
    (r"\b(?:True|False|None)\b", "small letters: true, false, none"),
    (rf"^\s*(?P<at>{_SUBJECT})\b", _NO_SUBJECT),
    (rf"^\s*(?P<at>(?=[A-Z])(?i:{_VERBS})\b)",
     "write the verb in small letters, and no article or full stop: shuffle deck"),
    (r"[A-Z]", "names are written in small letters"),
    (r":=", "write 'set NAME to VALUE', or 'let NAME = VALUE' for a new name"),
    (r"(?P<at>;)\s*$", "leave out the ';' at the end of the line"),
    (r"(?:[-+*/%=<>]|\b(?:and|or|not|is))\s*$", "a value is missing behind it"),
    (r"^[^()]*\bor\s+else\b", "put a value and its replacement in parentheses: (A or else B)"),
    # ---- Words inside a statement
    (r"\b(?P<at>(?:order|ordered|sort|sorted)\b)\s+by\b", "write 'by most NUMBER' or 'by least NUMBER'"),
    (r"\bby\s+(?:most|least)\b[^:]*?(?P<at>\bthen\b)", "the next number follows a ',': by most A, least B"),
    (r"\bby\s+(?:most|least)\b[^:]*,\s*(?P<at>(?!most\b|least\b)\w+)", "write 'most' or 'least' before it"),
    (r"(?P<at>\bwith\b)\s+(?:the\s+)?(?:most|least|highest|lowest)\b", "write first(x in SET by most NUMBER)"),
    (r"(?P<at>\bbetween\b)", "write x >= 1 and x <= 5"),
    (r"\S\s+for\s+each\s+(?P<at>\w+)", "leave out 'each'"),
    (r"\bfor\s+\w+\s+(?P<at>(?:from|of)\b)", "write 'in': NAME in SET"),
    (rf"\(\s*{_VALUE}\s+(?P<at>where\b)", "name the candidates: x in SET where TEST"),
    (r"\(\s*\w+\.\w+\s+(?P<at>in\b)", "what is added up or compared comes first: sum(x.cost for x in SET)"),
    (r"\bdistinct\s+(?P<at>(?!by\b)\w+)", "write 'distinct by VALUE'"),
    (r"(?<!distinct )(?<!won )(?<!lost )(?<!drawn )\bby\s+(?P<at>(?!most\b|least\b)\w+)",
     "write 'by most NUMBER' or 'by least NUMBER'"),
    (r"\bthen\b", "write ':' instead of 'then'"),
    (r"\btimes\b", "write 'repeat 3:'"),
    (rf"\bin\s+{_VALUE}\s+(?P<at>{_MARKS}\b)", "filter a set with: x in SET where TEST"),
    (rf"\bin\s+{_VALUE}\s+(?P<at>and\b)", "filter a set with: x in SET where TEST; join two sets with: A + B"),
    (rf"\b(?:pick|roll)\s+\w+\s+from\s+{_VALUE}\s+(?P<at>{_MARKS}\b)", "filter the set with: from SET where TEST"),
    (rf"(?:\b(?:if|require|while|and|or|not|where)|^)\s*(?!for\b|ask\b|pick\b|roll\b){_VALUE}\s+(?P<at>in)\b.*\.\.",
     "whether a number is between two: x >= 1 and x <= 5"),
    (rf"(?:\b(?:if|require|while|and|or|not|where)|^)\s*(?!for\b|ask\b|pick\b|roll\b){_VALUE}\s+(?P<at>in)\b",
     _PART_OF),
    (r"\bis\s+(?:not\s+)?in\s+(?P<at>\w+)", _PART_OF),
    (r"(?P<at>\bnot)\s+in\b", "whether a thing is none of a set: none(x in SET where x is THING)"),
    (r"(?P<at>\bthan\b)", "write '>' or '<'; to include equality, '>=' or '<='"),
    (r"(?P<at>\bequals\b)", "write '='"),
    (r"\bequal\s+(?P<at>to\b)", "write '='"),
    (r"\b(?:number|amount|total|sum)\s+(?P<at>of\b)", "how many there are: size(ZONE), or count(x in SET where TEST)"),
    (r"^\s*pick\s+at\s+(?:least|most)\s+(?P<at>\w+)", "write pick up to 3 NAME from SET, or pick 1..3 NAME from SET"),
    (r"\bat\s+(?P<at>(?:least|most)\b)",
     "compare the number of pieces: size(ZONE) >= 1, or count(x in SET where TEST) >= 1; at most is <="),
    (r"^\s*roll\s+(?:a|an|the)\s+(?P<at>\w+)\s+from\b", "leave out the article: roll die from 1..6"),
    (r"\b(?:the|an)\s+(?P<at>\w+)", "leave out the article"),
    (r"\ba\s+(?P<at>[a-z]+_\w+)", "leave out the article"),
    (r"(?P<at>\b(?:has|have|holds|contains)\b)", "compare what it has, such as s.coin >= 3 or size(s.hand) > 0"),
    # ---- Statements
    (r"^\s*(?P<at>\+)", "leave out the '+'; more of a counter: gain 1 coin"),
    (r"^\s*(?P<at>[-*])\s+[a-z]", "leave out the sign: the end of the line ends the statement"),
    (r"^\s*(?P<at>[-*])", "leave out the sign; less of a counter: lose 1 coin"),
    (r"^\s*(?P<at>\d+)\s", "a statement begins with a verb: gain 1 coin"),
    (r"^\s*else\s+(?P<at>(?!if\b)\w+)", "write 'else if TEST:', or 'else:' alone"),
    (r"(?:=|\bto)\s*if\s+(?P<at>\S)", "write 'A if TEST else B'"),
    (r"^\s*(?:let|set)\b[^()]*?(?P<at>\bwhere\b)", "one of a set is first(x in SET where TEST)"),
    (r"^\s*for\s+each\s+\w+\s*(?P<at>:)", "write 'for each NAME in SET:', such as: for each s in seat:"),
    (r"^\s*(?:for|ask|repeat)\b(?!.*\bby\b)[^()]*?(?P<at>,)", "write ':' instead of ','"),
    (r"^\s*(?:require|if)\b[^()]*?(?P<at>,)", "two tests are joined by 'and'; after the last of an 'if' comes a ':'"),
    (r"^\s*(?:for|if|ask|repeat)\b.*?\s(?P<at>do\b)", "write ':' instead of 'do'"),
    (r"^\s*shuffle\b.*?(?P<at>\b(?:into|with|to)\b)", "first move discard to deck, and then shuffle deck"),
    (rf"^\s*{_SIMPLE}\b[^():]*?(?P<at>\bor\b)", "one of two: 'choose:', and an option for each below it"),
    (r"^\s*else\s+if\s*(?P<at>:)", "write else if TEST: EFFECT"),
    (r"^\s*else\s*(?P<at>:)", "'else' goes below an 'if', indented as far as that"),
    (rf"^\s*(?:{_VERBS})\b[^()]*?\s(?P<at>else\b)",
     "write 'else:' on a line of its own; of two values: A if TEST else B"),
    (rf"^\s*(?:let\s+\w+\s*=|set\b.*\sto)\s*(?:{_VERBS})\s+(?P<at>\S)",
     "a statement gives no value; write it before, on its own line"),
    (r"\belif\b[^:]*:?", "write 'else if TEST:' on a line of its own"),
    (r"^\s*while\b.*", "write 'repeat while TEST:'"),
    (r"^\s*for\s+(?!each\b)\w+", "write 'for each x in SET:'"),
    (r"^\s*return\b.*", "end a procedure that has `gives` with: stop with VALUE; any other effect with: stop"),
    (r"^\s*choose\s+(?P<at>\w+)",
     "one of a set: pick NAME from SET; one of several actions: 'choose:', options below it"),
    (r"^\s*end\s+game\s+(?P<at>(?!won\b|lost\b|drawn\b|for\b|ahead\b|as\b)\w+)",
     "name the winners: end game won by SEATS, end game lost by SEATS, end game drawn"),
    (r"^\s*end\s+(?P<at>(?!game\b)\w+)", "'stop' leaves this effect, 'end game' ends the game"),
    (r"^\s*(?P<at>and|or)\b", "a statement is one line: join this one to the line above"),
    (r"^\s*roll\s+\w+\s+(?P<at>(?!from\b)\w+)\s+from\b", "write only the new name: roll card from hand"),
    (rf"^\s*may\s+(?:{_VERBS})\s+(?P<at>\w+)", "write 'may:' before it"),
    (rf"^\s*may\s+\w+\s+(?P<at>(?:{_VERBS})\b)", "write may LABEL: EFFECT"),
    (r"^\s*may\s+\w+\s+(?P<at>[a-z_]\w*)", "a label is one word; join its parts by '_'"),
    (r"^\s*roll\s+\d+\s+(?P<at>\w+)", "name the result: roll die from 1..6"),
    (r"^\s*repeat\s+until\s+(?P<at>\S)", "write 'repeat while not (TEST):'"),
    (r"^\s*ask\s+each\s+\w+\s*(?P<at>:)", "write 'ask each:', or 'ask each s in SET:'"),
    (rf"^\s*ask\s+(?!each\b|in\s+turn\b){_VALUE}\s+(?P<at>\w+)",
     "write 'ask SEAT:', 'ask each:' for all at the same time, or 'ask in turn:' for one after the other"),
    (r"^\s*gain\s+(?P<at>-)", "write 'lose'"),
    (r"^\s*lose\s+(?P<at>-)", "write 'gain'"),
    (rf"^\s*{_CHANGES}\s+[a-z_]\w*(?:\[\w+\])?\s+\d+", "write the amount first: gain 2 coin"),
    (rf"^\s*{_CHANGES}\s+{_VALUE}\s*(?P<at>[-+*/%])",
     "an amount of several parts goes in parentheses: gain (a + b) coin"),
    (rf"^\s*draw\s+{_VALUE}\s*(?P<at>[-+*/%])", "an amount of several parts goes in parentheses: draw (a + b) from"),
    (rf"^\s*pick\s+(?:up\s+to\s+)?{_VALUE}\s*(?P<at>[-+*/%])",
     "an amount of several parts goes in parentheses: pick (a + b) cards from"),
    (rf"^\s*(?!(?:{_VERBS})\b)[a-z_]\w*\s*(?P<at>[+*/%]|-(?!\d))\s*\S",
     "a statement begins with a verb: set NAME to VALUE"),
    (rf"^\s*(?!(?:{_VERBS})\b)[a-z_]\w*(?:\s+{_VALUE})*\s+(?P<at>[-+*/%])(?=\s*\S)",
     "a procedure's argument of several parts goes in parentheses: PROCEDURE (a + b)"),
    (rf"^\s*(?!(?:{_VERBS})\b)[a-z_]\w*\s+{_VALUE}\s*(?P<at>,)",
     "arguments of a procedure are separated by spaces, or go in parentheses: PROCEDURE(a, b)"),
    (rf"^\s*{_SIMPLE}\b[^():\[\]]*?(?P<at>,|\band\b)", "separate two statements by ';', or write them on two lines"),
    (rf"^\s*(?:{_SIMPLE}|(?!(?:{_VERBS})\b)[a-z_]\w*)\b[^():\[\]]*?\s(?P<at>(?:if|when|unless)\b)",
     "the test comes first: if TEST: EFFECT"),
    (r"^\s*stop\s+(?P<at>(?!(?:for|with)\b)[a-z]\w*)", "'stop' leaves this effect, 'end game' ends the game"),
    (rf"^\s*{_SIMPLE}\b[^():]*?\s(?P<at>(?:for|per|each|every)\b)",
     "the loop comes first: for each x in SET: EFFECT; or count them: gain count(x in SET) coin"),
    *map(_behind_counter, ("gain", "lose", "pay")),
    (r"^\s*draw\s+(?:an?|one|the)\s+(?P<at>\w+)", "write how many, and from where to where: draw 1 from deck to hand"),
    (r"^\s*draw\s+\w+\s+(?P<at>(?!from\b)\w+)\s+from\b", "write only the number: draw 2 from deck to hand"),
    (r"^\s*move\s+(?:\d+|cards)\b.*",
     "draw several: draw 2 from deck to hand; or move all: move hand to deck"),
    (r"^\s*move\s+(?P<at>all)\s+\w+", "leave out 'all': a zone that is moved is all of it"),
    (r"^\s*move\b.*?(?P<at>\bfrom\b)", "leave out the place of the piece: move PIECE to ZONE"),
    (rf"^\s*{_VALUE}\s*=", "write 'set NAME to VALUE'"),
    (rf"^\s*(?!(?:{_VERBS})\b)\w+(?:\([^()]*\))?(?P<at>[.\[])",
     "a statement begins with a verb or the name of a procedure: an effect on a thing is run by do card.FIELD, a"
     " procedure of another seat by ask SEAT: PROCEDURE"),
    *(_called(word.name, word.forms[0]) for word in QUANTIFIERS),
    *(_called(word.name, word.forms[0]) for word in FUNCTIONS if not word.reserves and word.name != "pieces"),
)  # fmt: skip


def habit_hint(line: str, column: int) -> str:
    """Return the hint for a habit that covers a column (from 1) of a line, or ''."""
    at = column - 1
    if len(line) > _LONGEST:
        return ""
    for pattern, hint in _habits():
        if any(start <= at <= max(start, end - 1) for start, end in _places(pattern, line)):
            return hint
    return ""


def form_hint(word: str) -> str:
    """Return a hint with the forms of the statements that begin with a word, or ''."""
    forms = [form.partition("\n")[0] for verb in VERBS if verb.keywords[:1] == (word,) for form in verb.forms]
    return f"write {' or '.join(forms)}" if forms else ""


@cache
def _habits() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the rows as (compiled pattern, hint).

    They are compiled at the first mistake, so that correct texts do not wait for them.
    """
    return tuple((re.compile(pattern), hint) for pattern, hint in _ROWS)


def _places(pattern: re.Pattern[str], line: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each span of a line in which a fault lets a row decide."""
    for found in pattern.finditer(line):
        yield found.span("at") if "at" in pattern.groupindex else found.span()
