"""The productions of the grammar say how each node is written."""

from __future__ import annotations

from typing import get_args

import pytest
from lark import Lark

from rulewright.core.language import spellings as language_spellings
from rulewright.core.language.spellings import Slot, spelling_of, spellings_of
from rulewright.core.model import effects as ast
from rulewright.core.model import effects_on_pieces as on_pieces
from rulewright.core.model.effects import Place

HERE = Place(1, 1)
COIN = ast.Name("coin", HERE)


def said(spelling: language_spellings.Spelling) -> str:
    """A spelling with its fields in capitals."""
    return " ".join(part.field.upper() if isinstance(part, Slot) else part for part in spelling.parts)


@pytest.mark.parametrize("kind", get_args(ast.Statement), ids=lambda kind: kind.__name__)
def test_every_statement_is_written_in_some_way(kind: type) -> None:
    assert spellings_of(kind)


def test_the_shape_of_a_node_has_what_the_node_has() -> None:
    over = ast.Candidates("s", ast.Name("others", HERE), None, HERE)
    assert said(spelling_of(on_pieces.Move(COIN, COIN, True, HERE))) == "move PIECE under TO"
    assert said(spelling_of(on_pieces.Move(COIN, COIN, False, HERE))) == "move PIECE to TO"
    assert said(spelling_of(ast.May("yes", (), HERE))) == "may : BODY"
    assert said(spelling_of(ast.May("buy", (), HERE))) == "may LABEL : BODY"
    assert said(spelling_of(ast.Ask(None, (), HERE, over))) == "ask each OVER : BODY"
    assert said(spelling_of(ast.Leave("end game", HERE))) == "end game"


def test_a_node_that_no_text_can_say_is_refused() -> None:
    with pytest.raises(AssertionError, match="Leave is written in no such way"):
        spelling_of(ast.Leave("sleep", HERE))


def test_a_production_whose_parts_have_no_field_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Lark('start: stop\nstop: "stop" NAME "a" NAME\nNAME: /[a-z]+/\n%ignore " "', parser="lalr")
    language_spellings.spellings.cache_clear()
    monkeypatch.setattr(language_spellings, "grammar", lambda: planted)
    try:
        with pytest.raises(AssertionError, match="no field of Leave takes NAME of 'stop'"):
            language_spellings.spellings()
    finally:
        language_spellings.spellings.cache_clear()
