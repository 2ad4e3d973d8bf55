"""`otherwise:` is what a choice does where no other option is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import FRAME
from rulewright.core.run.build import make_build
from rulewright.play.session.questions import closed_options
from tests.unit.core.compile.small_games import begun, choose_label, faults_of, game_of, is_over, labels, value

TURN = "procedures:\n  - id: turn\n    does: |\n      choose:\n"
TEXT = "choose:\n  dear: pay {} coin; gain 1 tide\n  card for c in hand: nothing\n  otherwise: gain 9 tide"


def test_it_is_done_without_asking_where_no_other_option_is_open(tmp_path: Path) -> None:
    game = game_of(tmp_path, TEXT.format(7))
    state = begun(game)
    assert (is_over(state), value(game, state, "tide"), value(game, state, "coin")) == (True, 9, 6)


def test_it_is_not_offered_beside_another(tmp_path: Path) -> None:
    game = game_of(tmp_path, "draw 1 from deck to hand\n" + TEXT.format(1))
    state = begun(game)
    assert labels(game, state) == ["dear", "card"]
    choose_label(game, state, "dear")
    assert value(game, state, "tide") == 1


def test_the_only_option_is_taken_before_it(tmp_path: Path) -> None:
    game = game_of(tmp_path, TEXT.format(1))
    assert value(game, begun(game), "tide") == 1


@pytest.mark.parametrize(("price", "offered"), [(6, ["bad", "good", "fine"]), (7, ["good", "fine"])])
def test_what_it_must_do_counts_for_who_looks_ahead(tmp_path: Path, price: int, offered: list[str]) -> None:
    turn = f"{TURN}        rich: require coin > 9\n        otherwise: pay {price} coin\n"
    game = game_of(tmp_path, "choose:\n  bad: turn\n  good: nothing\n  fine: nothing", turn)
    assert labels(game, begun(game)) == offered


def test_why_it_is_closed_is_told(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  one: nothing\n  two: nothing\n  otherwise: nothing")
    assert game.traced_code is not None
    state = begun(game)
    assert state[FRAME] is not None
    build = make_build(game.blueprint, game.traced_code, traced=True)
    (closed,) = closed_options(game, build, state)
    assert closed.label == "otherwise"
    assert closed.why.text == "something else can be chosen"


@pytest.mark.parametrize(
    "options",
    ["otherwise: nothing\n  one: nothing", "otherwise: nothing", "one: nothing\n  otherwise for c in hand: nothing",
     "one: nothing\n  confirm otherwise: nothing"],
    ids=["first", "alone", "one for each", "confirmed"],
)  # fmt: skip
def test_elsewhere_it_is_a_mistake(tmp_path: Path, options: str) -> None:
    (fault,) = faults_of(tmp_path, f"choose:\n  {options}")
    assert fault.code == "misplaced-otherwise"
