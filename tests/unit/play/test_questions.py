"""Why an option is not open: the requirement that fails, the values it saw, and what is behind it."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model.game import State
from rulewright.core.run.build import traced_build
from rulewright.observe.words.reasons import Why, reason_line
from rulewright.play.session.questions import closed_options, why_not
from tests.unit.core.compile.small_games import begun, game_of

REFILL = "set coin to 2\nmove top(deck) to quay[1]\nmove top(deck) to quay[2]\nmove top(deck) to hand\n"
CHOICE = "choose:\n  rest: nothing\n  wait: nothing\n  buy: "


def asked(folder: Path, does: str, key: str, more: str = "", seat: int | None = 0, seats: int = 1) -> Why:
    game = game_of(folder, does, more)
    why = why_not(game, traced_build(game), begun(game, seats), key, seat=seat)
    assert why is not None
    return why


def line_of(folder: Path, effect: str, more: str = "") -> str:
    """Why an option that does something is not open, where seat 1 has two coins."""
    return asked(folder, f"{REFILL}{CHOICE}{effect}", "buy", more).first.line


def test_a_payment_shows_what_there_is_and_the_price(tmp_path: Path) -> None:
    why = asked(tmp_path, f"{REFILL}{CHOICE}pay (tide + 3) coin", "buy")
    assert [(each.words, each.shown) for each in why.seen] == [("coin", "2"), ("tide + 3", "3"), ("tide", "0")]
    assert why.place.startswith("harbour/base/wrong.yaml:")


def test_a_comparison_shows_both_sides(tmp_path: Path) -> None:
    assert line_of(tmp_path, "require coin >= tide + 5") == "coin >= tide + 5 - coin 2, tide + 5 5, tide 0"


def test_the_first_part_that_fails_is_told_alone(tmp_path: Path) -> None:
    assert line_of(tmp_path, "require tide = 0 and coin > 2 and coin > 9") == "coin > 2 - coin 2"


def test_what_fails_after_a_change_is_told_with_what_is_left_then(tmp_path: Path) -> None:
    assert line_of(tmp_path, "pay 1 coin; pay 2 coin") == "pay 2 coin - coin 1"


def test_a_payment_in_a_procedure_is_told_with_the_way_to_it(tmp_path: Path) -> None:
    why = asked(tmp_path, f"{REFILL}{CHOICE}pay_toll 7", "buy")
    assert [each.text for each in why.path] == ["pay_toll 7", "pay amount coin"]
    assert why.first.line == "pay amount coin - coin 2, amount 7"
    assert reason_line(why).index("pay amount coin") < reason_line(why).index("pay_toll 7")


def test_a_named_test_is_told_with_its_own_reason(tmp_path: Path) -> None:
    more = "quantities:\n  - {id: rich, takes: {n: number}, gives: truth, amount: coin > n}\n"
    why = asked(tmp_path, f"{REFILL}{CHOICE}require rich(4)", "buy", more)
    assert [each.line for each in why.path] == ["rich(4)", "coin > n - coin 2, n 4"]


def test_a_field_that_tests_is_told_with_what_is_printed(tmp_path: Path) -> None:
    does = f"set coin to 1\nmove crane to quay[1]\n{CHOICE}require any(c in quay where c.needs)"
    why = asked(tmp_path, does, "buy")
    assert why.first.line == "any(c in quay where c.needs) - candidates 1, nearest B"
    assert why.behind[0].path[-1].line == "coin > 1 - coin 1"


def test_of_candidates_the_nearest_is_told(tmp_path: Path) -> None:
    test = "any(c in quay where c.cost < 4 and not c.up)"
    does = f"move crane to quay[1]\nmove top(deck) to quay[2]\n{CHOICE}require {test}"
    why = asked(tmp_path, does, "buy")
    assert [each.line for each in why.path] == [
        "any(c in quay where c.cost < 4 and not c.up) - candidates 2, nearest B",
        "not c.up - c.up yes",
    ]


def test_what_should_not_be_there_is_told_by_the_one_that_is(tmp_path: Path) -> None:
    why = asked(tmp_path, f"{REFILL}{CHOICE}require none(c in quay where c.cost >= 4)", "buy")
    assert why.first.line.endswith("candidates 1, there is A")


def test_a_candidate_is_told_where_it_is_instead(tmp_path: Path) -> None:
    does = "move crane to docks[north]\nmove boat to quay[1]\nmove top(deck) to quay[2]\npick c from quay"
    game = game_of(tmp_path, does)
    why = why_not(game, traced_build(game), begun(game), "crane", seat=0)
    assert why is not None
    assert (why.text, why.seen[0].shown) == ("not among the candidates", "docks (North)")


def test_where_a_candidate_is_hidden_is_not_told(tmp_path: Path) -> None:
    does = "move crane to seat(2).hand\nmove boat to quay[1]\nmove top(deck) to quay[2]\npick c from quay"
    game = game_of(tmp_path, does)
    state = begun(game, 2)
    told = [why_not(game, traced_build(game), state, "crane", seat=seat) for seat in (0, None)]
    assert [why.seen[0].shown for why in told if why is not None] == ["hidden", "seat 2: hand"]


def test_a_test_on_what_is_hidden_shows_no_value(tmp_path: Path) -> None:
    does = f"move boat to seat(2).hand\n{CHOICE}require any(c in seat(2).hand where c.cost < 3)"
    told = asked(tmp_path, does, "buy", seats=2)
    assert "depends on what is hidden" in reason_line(told)
    assert "nearest A" in reason_line(asked(tmp_path, does, "buy", seat=None, seats=2))


def test_what_hides_nothing_is_told_beside_what_does(tmp_path: Path) -> None:
    why = asked(tmp_path, f"{CHOICE}require top(deck).cost > tide + 5", "buy")
    assert why.line == "top(deck).cost > tide + 5 - top(deck).cost hidden, tide + 5 5, tide 0"


def test_each_branch_is_looked_at_as_it_would_go(tmp_path: Path) -> None:
    assert line_of(tmp_path, "\n    if tide = 0: pay 3 coin\n    else: pay 9 coin") == "pay 3 coin - coin 2"


def test_a_choice_in_which_nothing_is_open_tells_of_each_option(tmp_path: Path) -> None:
    inner = "\n    choose:\n      cheap: pay 3 coin\n      dear for c in quay where c.cost > 2: pay c.cost coin"
    why = asked(tmp_path, f"{REFILL}{CHOICE}{inner}", "buy")
    assert [each.text for each in why.first.behind] == ["cheap", "dear"]
    assert [each.first.text for each in why.first.behind] == ["pay 3 coin", "pay c.cost coin"]


def test_candidates_are_told_together_that_fail_by_the_same(tmp_path: Path) -> None:
    does = "set coin to 0\nmove crane to quay[1]\nmove boat to quay[2]\nchoose:\n  rest: nothing\n  wait: nothing\n"
    game = game_of(tmp_path, does + "  buy for c in quay: pay c.cost coin")
    (closed,) = closed_options(game, traced_build(game), begun(game), seat=0)
    assert (closed.label, closed.names) == ("buy", ("B", "A"))
    assert closed.why.line == "pay c.cost coin - coin 0"


def test_no_question_changes_the_game(tmp_path: Path) -> None:
    game = game_of(tmp_path, f"{REFILL}{CHOICE}pay 1 coin; pay 2 coin")
    build, state = traced_build(game), begun(game)
    before: State = list(state)
    assert why_not(game, build, state, "buy") is not None
    assert (state, build.events) == (before, [])
    assert why_not(game, build, state, "no such option") is None
