"""What leads into a dead end is not offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import LABEL_BITS, OPTIONS
from rulewright.core.run.steps import step
from tests.unit.core.compile.small_games import LABELS, begun, choose_label, game_of, is_over, labels, value

# A seat begins with 6 coins, 2 of each good; the deck holds 3 boats (4 coins at night) and a crane (2 coins).
ALWAYS = "  other: nothing\n  third: nothing"
CASES = {
    "pay what is there": ("pay 6 coin", True),
    "pay what is not there": ("pay 7 coin", False),
    "pay twice": ("pay 3 coin\n    pay 3 coin", True),
    "pay twice too much": ("pay 3 coin\n    pay 4 coin", False),
    "gain, then pay": ("gain 1 coin\n    pay 7 coin", True),
    "lose, then pay": ("lose 1 coin\n    pay 6 coin", False),
    "a requirement": ("require coin = 6", True),
    "a requirement after a payment": ("pay 1 coin\n    require coin = 6", False),
    "a payment in a procedure": ("pay_toll 7", False),
    "payments in nested procedures": ("twice 4", False),
    "payments in nested procedures that fit": ("twice 3", True),
    "a payment in one branch": ("if coin > 5: pay 7 coin", False),
    "a payment in the other branch": ("if coin > 9: pay 7 coin", True),
    "a pick of what is there": ("pick c from deck where c.cost = 2", True),
    "a pick of nothing": ("pick c from deck where c.cost = 9", False),
    "pick, then pay what one allows": ("pick c from deck\n    pay (c.cost + 4) coin", True),
    "pick, then pay too much": ("pick c from deck\n    pay (c.cost + 5) coin", False),
    "pay, then pick of what can be paid": ("pay 3 coin\n    pick c from deck where c.cost <= coin", True),
    "pay, then pick of nothing": ("pay 5 coin\n    pick c from deck where c.cost <= coin", False),
    "a choice of two dead ends": ("choose:\n      a: pay 7 coin\n      b: require false", False),
    "a choice of one way": ("choose:\n      a: pay 7 coin\n      b: pay 1 coin", True),
    "a way that spoils what follows": ("choose:\n      a: pay 3 coin\n      b: pay 4 coin\n    pay 4 coin", False),
    "may is never a dead end": ("may: pay 7 coin", True),
    "an effect of a component": ("do boat.reward\n    pay 7 coin", True),
    "a loop": ("for each g in good: pay 2 stock[g]", True),
    "what comes after stop": ("stop\n    pay 7 coin", True),
    "a payment by another seat": ("ask leader: pay 7 coin", False),
}
MORE = "  - {id: twice, takes: {n: number}, does: pay_toll n; pay_toll n}\n"


@pytest.mark.parametrize("name", CASES)
def test_an_option_is_offered_if_it_can_be_done(tmp_path: Path, name: str) -> None:
    body, offered = CASES[name]
    game = game_of(tmp_path, f"choose:\n  tried:\n    {body}\n{ALWAYS}", MORE)
    state = begun(game)
    assert labels(game, state) == [*(["tried"] if offered else []), "other", "third"]


def test_what_follows_the_choice_counts(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  dear: pay 4 coin\n  cheap: pay 1 coin\n  free: nothing\npay 5 coin")
    assert labels(game, begun(game)) == ["cheap", "free"]


def test_picks_leave_enough_for_the_next_pick(tmp_path: Path) -> None:
    game = game_of(tmp_path, "pick n from 1..5\npay n coin\npick m from 2..5\npay m coin\nrequire coin = 0")
    state = begun(game)
    assert state[OPTIONS] == (1, 2, 3, 4)
    step(game, state, 3)
    assert value(game, state, "coin") == 0, "the only pick left settles itself"
    assert is_over(state)


def test_candidates_of_an_option_are_each_looked_at(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  buy for n in 1..9: pay n coin; pay n coin\n  pass: nothing")
    state = begun(game)
    assert [code >> LABEL_BITS for code in state[OPTIONS] if labels(game, state)[0] == "buy"][:3] == [1, 2, 3]
    assert len(state[OPTIONS]) == 4
    assert LABELS == LABEL_BITS


def test_a_decision_where_nothing_can_be_done_ends_its_effect(tmp_path: Path) -> None:
    game = game_of(tmp_path, "inner\ngain 1 tide", "  - {id: inner, does: pick n from 1..3 where n > 5; gain 5 tide}\n")
    state = begun(game)
    assert is_over(state)
    assert value(game, state, "tide") == 1


def test_candidates_that_look_the_same_are_offered_once(tmp_path: Path) -> None:
    game = game_of(tmp_path, "pick c from deck distinct by c.design\nmove c to hand")
    assert len(begun(game)[OPTIONS]) == 2
    game = game_of(tmp_path / "plain", "pick c from deck\nmove c to hand")
    assert len(begun(game)[OPTIONS]) == 4


def test_looking_ahead_changes_nothing(tmp_path: Path) -> None:
    game = game_of(
        tmp_path, "choose:\n  a: gain 3 coin; move top(deck) to hand; pay 9 coin\n  b: end game\n  c: nothing"
    )
    state = begun(game)
    assert value(game, state, "coin") == 6
    assert labels(game, state) == ["a", "b", "c"]
    choose_label(game, state, "a")
    assert value(game, state, "coin") == 0
