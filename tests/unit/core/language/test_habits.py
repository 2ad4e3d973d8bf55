"""What is written from habit is refused where it stands, with a hint of how it is written here."""

from __future__ import annotations

import pytest

from rulewright.core.language.habits import habit_hint
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect, parse_expression
from rulewright.core.language.vocabulary import WORDS

BEHIND = "end the statement after the counter; for another seat's counter: gain 1 s.coin"


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("coin == 2", 7, "compare two values with '='"),
        ("coin // 2", 7, "'/' rounds down; a comment begins with '#'"),
        ("coin ** 2", 7, "there are no powers; write a product"),
        ("up && down", 4, "write 'and'"),
        ("up || down", 4, "write 'or'"),
        ("!up", 1, "write 'not'"),
        ("coin <> 2", 7, "write '!='"),
        ("coin => 2", 7, "write '>='"),
        ("coin ≥ 2", 6, "write '>='"),
        ("coin × 2", 6, "write '*'"),
        ("up ? 1 : 2", 4, "write 'A if TEST else B'"),
        ("True", 1, "small letters: true, false, none"),
        ("Coin", 1, "names are written in small letters"),
        ("coin * 1.5", 9, "numbers are whole"),
        ("1 <= coin <= 3", 11, "join two comparisons with 'and'"),
        ("any c in hand", 5, "put its argument in parentheses: any(NAME in SET [where TEST])"),
        ("gain 1 coin", 6, "'gain' begins an effect, but a value or a test is needed here"),
        ("if up: 1", 4, "'if' begins an effect, but a value or a test is needed here: 'A if TEST else B'"),
    ],
)
def test_in_expressions(text: str, column: int, hint: str) -> None:
    found = parse_expression(text)
    assert isinstance(found, Mistake)
    assert (found.at.column, found.hint) == (column, hint)


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        ("coin += 1", 1, 6, "write 'gain 1 COUNTER', or 'set NAME to NAME + 1'"),
        ("coin -= 1", 1, 6, "write 'lose 1 COUNTER', or 'set NAME to NAME - 1'"),
        ("coin = coin + 1", 1, 6, "write 'set NAME to VALUE'"),
        ("gain coin 2", 1, 11, "write the amount first: gain 2 coin"),
        ("draw 2 cards from deck to hand", 1, 8, "write only the number: draw 2 from deck to hand"),
        ("if coin > 2 then gain 1 coin", 1, 13, "write ':' instead of 'then'"),
        ("repeat 3 times: gain 1 coin", 1, 10, "write 'repeat 3:'"),
        ("while coin > 2: lose 1 coin", 1, 12, "write 'repeat while TEST:'"),
        ("for c in hand: flip c up", 1, 5, "write 'for each x in SET:'"),
        ("if up: stop\nelif down: stop", 2, 10, "write 'else if TEST:' on a line of its own"),
        ("gain 1 coin\nlose 1", 2, 6, "write lose AMOUNT COUNTER"),
        ("lose 1 coin from s", 1, 13, BEHIND),
        ("set coin 2", 1, 10, "write set TARGET to VALUE"),
        ("movee card to discard", 1, 1, "did you mean 'move'?"),
    ],
)
def test_in_effects(text: str, line: int, column: int, hint: str) -> None:
    found = parse_effect(text)
    assert isinstance(found, Mistake)
    assert (found.at.line, found.at.column, found.hint) == (line, column, hint)


def test_no_example_of_the_language_is_taken_for_a_habit() -> None:
    for line in "\n".join(word.example for word in WORDS).split("\n"):
        for statement in line.partition("#")[0].rstrip().replace("; ", ": ").split(": "):
            hints = {hint for column in range(1, len(statement) + 1) if (hint := habit_hint(statement, column))}
            assert not hints, statement
