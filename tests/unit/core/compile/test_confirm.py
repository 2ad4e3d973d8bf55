"""A single option is taken at once, unless it is to be confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_effect
from rulewright.core.language.unparse import unparse_effect
from rulewright.core.model import effects as ast
from rulewright.core.model.layout import SITE
from tests.unit.core.compile.small_games import begun, choose_label, game_of, is_over, labels, value

LOOK = "choose:\n  rich: require coin > 9\n  {0}look: pay 1 coin; draw 1 from deck to hand"
EACH = "choose:\n  rich: require coin > 9\n  {0}buy for c in deck where c.cost = 2: pay 1 coin; move c to hand"


@pytest.mark.parametrize("text", [LOOK, EACH], ids=["named", "one for each"])
def test_a_single_option_is_asked_for_only_where_it_is_to_be_confirmed(tmp_path: Path, text: str) -> None:
    settled = game_of(tmp_path / "settled", text.format(""))
    assert is_over(begun(settled))
    game = game_of(tmp_path / "asked", text.format("confirm "))
    state = begun(game)
    assert value(game, state, "coin") == 6
    (label,) = labels(game, state)
    choose_label(game, state, label)
    assert (is_over(state), value(game, state, "coin")) == (True, 5)


def test_another_option_that_is_single_is_taken_at_once(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  confirm dear: pay 7 coin\n  cheap: pay 1 coin")
    assert is_over(begun(game))


def test_beside_others_it_changes_nothing(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  one: nothing\n  confirm two: nothing\n  three: nothing")
    state = begun(game)
    assert labels(game, state) == ["one", "two", "three"]
    assert game.blueprint.sites[state[SITE]].confirmed == (1,)


def test_where_it_is_not_open_nothing_is_asked(tmp_path: Path) -> None:
    assert is_over(begun(game_of(tmp_path, "choose:\n  confirm dear: pay 7 coin")))


@pytest.mark.parametrize("option", ["confirm:", "confirm for c in deck:"])
def test_an_option_may_be_named_so(tmp_path: Path, option: str) -> None:
    text = f"choose:\n  {option} nothing\n  other: nothing"
    game = game_of(tmp_path, text)
    assert labels(game, begun(game)) == ["confirm", "other"]
    block = parse_effect(text)
    assert not isinstance(block, Mistake)
    (choose,) = block
    assert isinstance(choose, ast.Choose)
    assert [each.confirm for each in choose.options] == [False, False]


def test_it_is_written_again_as_it_was_read() -> None:
    text = "choose:\n  confirm look for c in deck where c.cost = 2: nothing\n  confirm confirm: nothing"
    block = parse_effect(text)
    assert not isinstance(block, Mistake)
    assert parse_effect(unparse_effect(block)) == block
    assert "confirm confirm:" in unparse_effect(block)
