"""Free actions: options that are offered beside those of other decisions, in the course of a procedure."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SITE
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import step
from rulewright.observe.naming import option_key, option_title
from rulewright.play.session.questions import closed_options, why_not
from tests.unit.core.compile.small_games import begun, faults_of, game_of, is_over, value

SELL = """\
free_actions:
  - {id: sell, title: {en: Sell wood}, during: [turn], when: coin < 8, does: "lose 1 stock[wood]; gain 1 coin"}
"""


def turn(does: str, more: str = SELL) -> str:
    lines = "".join(f"      {line}\n" for line in does.split("\n"))
    return f"procedures:\n  - id: turn\n    does: |\n{lines}{more}"


def keys(game: Game, state: State) -> list[str]:
    return [option_key(game.blueprint, state[SITE], code) for code in state[OPTIONS]]


def choose(game: Game, state: State, key: str) -> None:
    step(game, state, state[OPTIONS][keys(game, state).index(key)])


def test_a_free_action_is_offered_and_answers_nothing(tmp_path: Path) -> None:
    game = game_of(tmp_path, "turn", turn("choose:\n  high: set tide to 1\n  low: set tide to 2"))
    state = begun(game)
    assert keys(game, state) == ["high", "low", "sell"]
    choose(game, state, "sell")
    assert keys(game, state) == ["high", "low", "sell"]
    assert value(game, state, "coin") == 7
    choose(game, state, "sell")
    assert keys(game, state) == ["high", "low"]
    choose(game, state, "low")
    assert is_over(state)
    assert value(game, state, "tide") == 2


def test_a_single_answer_is_asked_for_while_a_free_action_is_open(tmp_path: Path) -> None:
    game = game_of(tmp_path, "turn\nset tide to coin", turn("choose:\n  end_turn: nothing"))
    state = begun(game)
    assert keys(game, state) == ["end_turn", "sell"]
    choose(game, state, "sell")
    choose(game, state, "sell")
    assert is_over(state)
    assert value(game, state, "tide") == 8


def test_it_is_offered_at_a_pick_of_numbers_below_nothing(tmp_path: Path) -> None:
    game = game_of(tmp_path, "turn", turn("pick n from -2..0\nset tide to n + 5"))
    state = begun(game)
    assert keys(game, state) == ["-2", "-1", "0", "sell"]
    choose(game, state, "sell")
    choose(game, state, "-2")
    assert (value(game, state, "tide"), value(game, state, "coin")) == (3, 7)


def test_it_is_offered_only_in_the_course_of_its_procedure_and_to_who_performs_it(tmp_path: Path) -> None:
    both = "choose:\n  high: nothing\n  low: nothing"
    text = f"{both}\nturn".replace("nothing", "set tide to 1", 1)
    more = turn("ask first(s in others):\n  choose:\n    high: nothing\n    low: nothing\npick n from 1..2")
    game = game_of(tmp_path, text, more)
    state = begun(game, seats=2)
    assert keys(game, state) == ["high", "low"]
    choose(game, state, "low")
    assert keys(game, state) == ["high", "low"]
    choose(game, state, "low")
    assert keys(game, state) == ["1", "2", "sell"]


def test_none_is_offered_while_another_is_under_way(tmp_path: Path) -> None:
    more = turn("pick n from 1..2", SELL + '  - {id: think, during: [turn], does: "pick k from 3..4"}\n')
    game = game_of(tmp_path, "turn", more)
    state = begun(game)
    assert keys(game, state) == ["1", "2", "sell", "think"]
    choose(game, state, "think")
    assert keys(game, state) == ["3", "4"]
    choose(game, state, "4")
    assert keys(game, state) == ["1", "2", "sell", "think"]


def test_none_is_offered_in_what_another_shares_with_its_procedure(tmp_path: Path) -> None:
    think = '  - {id: think, during: [turn], does: "count_up"}\n'
    more = turn("count_up\nset tide to 1", '  - {id: count_up, does: "pick n from 1..2"}\n' + SELL + think)
    game = game_of(tmp_path, "turn", more)
    state = begun(game)
    assert keys(game, state) == ["1", "2", "sell", "think"]
    choose(game, state, "think")
    assert keys(game, state) == ["1", "2"]
    choose(game, state, "2")
    assert keys(game, state) == ["1", "2", "sell", "think"]


def test_it_has_candidates_as_an_option_has(tmp_path: Path) -> None:
    more = (
        'free_actions:\n  - {id: trade, during: [turn], for: "g in good where stock[g] > 0", does: "lose 2 stock[g]"}\n'
    )
    game = game_of(tmp_path, "turn", turn("pick n from 1..2", more))
    state = begun(game)
    assert keys(game, state) == ["1", "2", "trade wood", "trade clay", "trade iron"]
    choose(game, state, "trade clay")
    assert keys(game, state) == ["1", "2", "trade wood", "trade iron"]


def test_what_would_leave_nothing_to_choose_is_not_offered(tmp_path: Path) -> None:
    more = SELL.replace("gain 1 coin", "lose 2 coin")
    game = game_of(tmp_path, "turn", turn("pick n from 1..2 where coin > 2\nset tide to n", more))
    state = begun(game)
    assert value(game, state, "coin") == 6
    choose(game, state, "sell")
    assert value(game, state, "coin") == 4
    assert keys(game, state) == ["1", "2"]


def test_what_asks_and_then_leaves_nothing_to_choose_ends_the_effect_interrupted(tmp_path: Path) -> None:
    more = SELL.replace("gain 1 coin", "pick k from 4..5; lose k coin")
    game = game_of(tmp_path, "turn\nset tide to 9", turn("pick n from 1..2 where coin > 2\nset tide to n", more))
    state = begun(game)
    choose(game, state, "sell")
    choose(game, state, "4")
    assert is_over(state)
    assert value(game, state, "tide") == 9


def test_why_it_is_not_offered_is_told_in_its_own_words(tmp_path: Path) -> None:
    game = game_of(tmp_path, "set coin to 8\nturn", turn("pick n from 1..2"))
    state = begun(game)
    assert keys(game, state) == ["1", "2"]
    reason = why_not(game, traced_build(game), state, "sell")
    assert reason is not None
    assert reason.text == "coin < 8"
    assert [each.why.text for each in closed_options(game, traced_build(game), state)] == ["coin < 8"]


def test_people_read_its_title(tmp_path: Path) -> None:
    game = game_of(tmp_path, "turn", turn("pick n from 1..2"))
    state = begun(game)
    assert option_title(game.blueprint, state[SITE], state[OPTIONS][-1]) == "Sell wood"


def test_an_option_of_the_same_name_is_refused(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path, "turn", turn("choose:\n  sell: nothing\n  keep: nothing"))
    assert (fault.code, fault.message) == (
        "duplicate-option",
        "a free action that is offered here is also named 'sell'",
    )


def test_what_asks_all_seats_at_once_is_no_free_action(tmp_path: Path) -> None:
    more = 'free_actions:\n  - {id: vote, during: [turn], does: "ask each: gain 1 coin"}\n'
    (fault,) = faults_of(tmp_path, "turn", turn("pick n from 1..2", more))
    assert fault.code == "nested-ask-each"
