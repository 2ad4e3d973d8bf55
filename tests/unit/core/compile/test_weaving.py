"""Modifiers, triggers, chance and limits, as they are woven into the code of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import OPTIONS, SEAT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import step
from rulewright.play.policies.playout import play_out
from tests.unit.core.compile.small_games import begun, faults_of, game_of, is_over, labels, value


def after(folder: Path, does: str, more: str = "", seats: int = 1) -> int:
    """The tide once an effect that asks nobody is done."""
    game = game_of(folder, does, more)
    state = begun(game, seats)
    assert is_over(state)
    return value(game, state, "tide")


def test_modifiers_add_up(tmp_path: Path) -> None:
    more = "modifiers:\n  - {id: one, quantity: wealth, add: 10}\n  - {id: two, quantity: wealth, add: coin}\n"
    assert after(tmp_path, "set tide to wealth", more) == 22


def test_a_modifier_counts_while_its_condition_holds(tmp_path: Path) -> None:
    more = "modifiers:\n  - {id: one, quantity: wealth, when: coin > 6, add: 10}\n"
    assert after(tmp_path / "a", "set tide to wealth", more) == 6
    assert after(tmp_path / "b", "gain 1 coin\nset tide to wealth", more) == 17


def test_a_modifier_knows_the_parameters_of_its_quantity(tmp_path: Path) -> None:
    more = "modifiers:\n  - {id: one, quantity: price, when: sort is crane, add: sort.cost * 10}\n"
    assert after(tmp_path, "set tide to price(crane) + price(boat)", more) == 22 + 4


WHOLE = """\
modifiers:
  - {id: half, quantity: price, amount: "divide_up(price, 2)"}
  - {id: more, quantity: price, add: 5}
  - {id: least, quantity: price, when: price < 6 and sort is boat, amount: price + 10}
"""


def test_a_modifier_says_what_a_quantity_becomes_after_all_that_add(tmp_path: Path) -> None:
    shown = "set tide to price(crane); set coin to price(boat)"
    game = game_of(tmp_path, shown, WHOLE)
    state = begun(game, 1)
    assert (value(game, state, "tide"), value(game, state, "coin")) == ((2 + 5 + 1) // 2, (4 + 5 + 1) // 2 + 10)


def test_a_modifier_of_the_whole_works_out_once_what_comes_before(tmp_path: Path) -> None:
    doubled = "".join(f"  - {{id: twice_{n}, quantity: wealth, amount: wealth + wealth}}\n" for n in range(4))
    assert after(tmp_path, "set tide to wealth", f"modifiers:\n{doubled}") == 6 * 16


def test_no_more_modifiers_of_the_whole_than_can_be_nested(tmp_path: Path) -> None:
    many = "".join(f"  - {{id: same_{n}, quantity: wealth, amount: wealth}}\n" for n in range(31))
    assert [each.code for each in faults_of(tmp_path, "nothing", f"modifiers:\n{many}")] == ["effect-too-deep"]


def test_triggers_run_before_and_after_a_procedure(tmp_path: Path) -> None:
    more = (
        "  - {id: middle, does: set tide to tide * 2}\n"
        "triggers:\n  - {id: early, before: middle, does: gain 3 tide}\n"
        "  - {id: late, after: middle, does: gain 1 tide}\n"
    )
    assert after(tmp_path, "middle", more) == 7


def test_a_trigger_after_a_procedure_runs_though_it_stopped(tmp_path: Path) -> None:
    more = "  - {id: middle, does: stop; gain 9 tide}\ntriggers:\n  - {id: late, after: middle, does: gain 1 tide}\n"
    assert after(tmp_path, "middle", more) == 1


def test_a_trigger_watches_a_counter(tmp_path: Path) -> None:
    more = "triggers:\n  - {id: rich, change: coin, when: coin >= 8, does: gain 5 tide}\n"
    assert after(tmp_path, "gain 1 coin\ngain 1 coin\nset coin to 9", more) == 10


def test_the_seat_whose_counter_changes_acts_in_its_trigger(tmp_path: Path) -> None:
    more = "triggers:\n  - {id: rich, change: coin, does: gain me.number tide}\n"
    assert after(tmp_path, "for each s in seat: gain 1 s.coin", more, seats=3) == 6


def test_a_counter_stays_within_its_bounds(tmp_path: Path) -> None:
    assert after(tmp_path / "a", "gain 500 tide") == 99
    assert after(tmp_path / "b", "lose 500 tide") == 0
    assert after(tmp_path / "c", "set tide to 100 * 5") == 99


def test_numbers_divide_without_accident(tmp_path: Path) -> None:
    assert after(tmp_path, "set tide to 7 / 2 + (0 - 9) / (coin - 2) + (0 - 5) % (coin - 2)") == 3


def test_each_place_of_chance_has_a_stream_of_its_own(tmp_path: Path) -> None:
    rolls = "roll n from 1..99\nset tide to n"
    one = game_of(tmp_path / "a", f"shuffle deck\n{rolls}")
    two = game_of(tmp_path / "b", f"shuffle deck\nshuffle deck\n{rolls}")
    for seed in range(5):
        assert value(one, begun(one, seed=seed), "tide") == value(two, begun(two, seed=seed), "tide")


def test_seeds_differ(tmp_path: Path) -> None:
    game = game_of(tmp_path, "roll n from 1..99\nset tide to n")
    assert len({value(game, begun(game, seed=seed), "tide") for seed in range(9)}) > 3


@pytest.mark.parametrize("body", ["gain 1 coin", "nothing", "refill"])
def test_an_endless_effect_reaches_a_limit(tmp_path: Path, body: str) -> None:
    game = game_of(tmp_path, f"repeat while true: {body}")
    with pytest.raises(LimitReached, match="begin"):
        begun(game)


def test_an_endless_game_reaches_a_limit(tmp_path: Path) -> None:
    game = game_of(tmp_path, "repeat while true:\n  may: gain 1 coin")
    with pytest.raises(LimitReached):
        play_out(game, seats=1, seed=1)


def test_a_seat_nobody_sits_in_is_not_asked(tmp_path: Path) -> None:
    game = game_of(tmp_path, "for each s in seat: gain 1 tide\nask seat(3):\n  may: gain 5 tide\nask none: gain 7 tide")
    assert value(game, begun(game, 2), "tide") == 2
    state = begun(game, 3)
    assert state[SEAT] == 2


def test_all_are_asked_at_once_and_answers_stay_apart(tmp_path: Path) -> None:
    game = game_of(tmp_path, "ask each:\n  pick n from 1..3\n  gain n coin")
    state = begun(game, 3)
    for n in (1, 2, 3):
        assert state[OPTIONS] == (1, 2, 3)
        step(game, state, n)
    assert [value(game, state, "coin", seat) for seat in range(3)] == [7, 8, 9]


def test_small_quantities_that_double_one_another_stay_small(tmp_path: Path) -> None:
    chain = "".join(f"  - {{id: a{n}, amount: a{n - 1} + a{n - 1}}}\n" for n in range(1, 14))
    assert after(tmp_path, "set tide to min(99, a13)", f"quantities:\n  - {{id: a0, amount: coin}}\n{chain}") == 99


@pytest.mark.parametrize(
    "text",
    ["pay 1 coin\n" * 150, "pick n from 1..2 where n > 1\n" * 40, "require coin > 1\n" * 150,
     "if coin > 3: gain 1 coin\n" * 40 + "pay 1 coin", "choose:\n  a: pay 1 coin\n  b: stop\n" * 12 + "pay 1 coin"],
    ids=["payments", "picks", "requirements", "branches", "choices"],
)  # fmt: skip
def test_a_long_effect_compiles(tmp_path: Path, text: str) -> None:
    body = "\n".join(f"    {line}" for line in text.rstrip().split("\n"))
    assert begun(game_of(tmp_path, f"choose:\n  a:\n{body}\n  b: stop\n  c: nothing"))


def test_loops_inside_loops_are_counted(tmp_path: Path) -> None:
    text = "\n".join("  " * n + "repeat 2:" for n in range(12)) + "\n" + "  " * 12
    assert faults_of(tmp_path / "a", text + "gain 1 coin") == ()
    (fault,) = faults_of(tmp_path / "b", text + "repeat 2: stop")
    assert fault.code == "effect-too-deep"


@pytest.mark.parametrize(
    ("does", "coins", "tide"),
    [
        ("set tide to 4; gain 3 coin from tide", 9, 1),
        ("set tide to 4; gain 9 coin from tide", 10, 0),
        ("set tide to 40; gain 30 coin from tide", 20, 26),
        ("pay 5 coin to tide", 1, 5),
        ("set tide to 97; pay 5 coin to tide", 1, 99),
        ("pay 2 coin to stock[iron]; gain 9 tide from stock[iron]", 4, 4),
        ("gain 2 coin from coin", 6, 0),
    ],
)
def test_an_amount_goes_from_one_counter_to_another(tmp_path: Path, does: str, coins: int, tide: int) -> None:
    game = game_of(tmp_path, does)
    state = begun(game, 1)
    assert (value(game, state, "coin"), value(game, state, "tide")) == (coins, tide)


def test_a_payment_to_a_counter_is_a_guard(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  dear: pay 7 coin to tide\n  cheap: pay 6 coin to tide\n  none_of_it: nothing")
    assert labels(game, begun(game, 1)) == ["cheap", "none_of_it"]
