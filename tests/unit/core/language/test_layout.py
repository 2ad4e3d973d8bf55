"""The canonical layout of an effect text: spaces and indentation are made alike, words and lines stay."""

from __future__ import annotations

import pytest

from rulewright.core.language.canonical_layout import lay_out, lay_out_broken
from rulewright.core.language.mistakes import Mistake


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("gain  2   coin", "gain 2 coin"),
        ("gain (a-1)coin", "gain (a - 1) coin"),
        ("let a=- 1", "let a = -1"),
        ("let a=b- - 1*-c", "let a = b - -1 * -c"),
        ("require max( 1 ,2 )>=s . coin", "require max(1, 2) >= s.coin"),
        ("require a is   not b", "require a is not b"),
        ("move row [ 1 , 2 ] to discard", "move row[1, 2] to discard"),
        ("for each n in 1 .. 3 by most - n,least n :stop", "for each n in 1..3 by most -n, least n: stop"),
        ("gain 1 coin ;lose 1 coin;stop", "gain 1 coin; lose 1 coin; stop"),
        (
            "choose :\n     a for x in row distinct by x . cost:stop",
            "choose:\n  a for x in row distinct by x.cost: stop",
        ),
        (
            "choose:\n  a for x in row ,y in others where x.cost>1:stop",
            "choose:\n  a for x in row, y in others where x.cost > 1: stop",
        ),
        ("if a:\n     if b:\n        stop\nelse  if c:stop", "if a:\n  if b:\n    stop\nelse if c: stop"),
        ("gain ((2)) coin", "gain ((2)) coin"),
    ],
)
def test_spaces_are_made_alike(written: str, wanted: str) -> None:
    assert lay_out(written, "effect") == wanted
    assert lay_out(wanted, "effect") == wanted


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("# a\nstop #b\n#c", "# a\nstop  #b\n#c"),
        ("gain 1 coin # a\nstop        # b", "gain 1 coin  # a\nstop         # b"),
        ("if a:  # x\n    stop\n    # in\n  # out\nstop", "if a:  # x\n  stop\n  # in\n# out\nstop"),
        ("stop\n\n\n\nstop\n\n", "stop\n\nstop"),
    ],
)
def test_remarks_and_blank_lines_stay(written: str, wanted: str) -> None:
    assert lay_out(written, "effect") == wanted
    assert lay_out(wanted, "effect") == wanted


def test_expressions_and_candidates_are_laid_out_too() -> None:
    assert lay_out("a+b*( c )", "amount") == "a + b * (c)"
    assert lay_out("card in hand where card.cost=0", "over") == "card in hand where card.cost = 0"


def test_a_text_in_rows_keeps_them() -> None:
    assert lay_out_broken("a+b -c", "amount", (4,)) == ("a + b", "- c")
    assert lay_out_broken("a or not b", "amount", (2, 9)) == ("a", "or not", "b")


def test_a_text_with_a_mistake_is_not_laid_out() -> None:
    assert isinstance(lay_out("gain 1", "effect"), Mistake)
    assert isinstance(lay_out_broken("1 +", "amount", ()), Mistake)
