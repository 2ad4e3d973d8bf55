"""`gain N coin from SEAT` and `pay N coin to SEAT`: what one seat loses the other gains."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.lint.name_uses import uses_of
from rulewright.core.language.parse import parse_effect
from rulewright.core.run.build import traced_build
from rulewright.play.session.questions import closed_options
from tests.unit.core.compile.small_games import begun, built, faults_of, game_of, labels, value

# Each seat begins with 6 coins (0 to 20), 5 of its purse (3 to 9) and 2 of each stock.
MORE = """\
counters:
  - {id: purse, per: [seat], min: 3, max: 9, start: 5}
  - {id: path, min: 0, max: 9999}
"""
WATCHED = "triggers:\n  - {id: watch, change: coin, does: set path to path * 10 + me.number}\n"


def held(folder: Path, text: str, counter: str, more: str = "", offset: int = 0) -> list[int]:
    """What two seats have of a counter after a text; `offset` is that of a member of each seat's own."""
    game = game_of(folder, text, MORE + more)
    state = begun(game, 2)
    family = next(each for each in game.blueprint.families if each.id == counter)
    return [value(game, state, counter, offset + seat * family.strides[0]) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("text", "counter", "after"),
    [
        ("gain 2 coin from seat(2)", "coin", [8, 4]),
        ("gain 8 coin from seat(2)", "coin", [12, 0]),
        ("gain 4 purse from seat(2)", "purse", [7, 3]),
        ("set coin to 18; gain 5 coin from seat(2)", "coin", [20, 4]),
        ("gain (2 - 5) coin from seat(2)", "coin", [6, 6]),
        ("set coin to 20; gain 2 coin from me", "coin", [20, 6]),
        ("gain 2 coin from seat(3)", "coin", [6, 6]),
        ("set leader to none; gain 2 coin from leader", "coin", [6, 6]),
        ("gain 2 stock[clay] from seat(2)", "stock", [4, 0]),
        ("let t = seat(2); gain 2 t.coin from me", "coin", [4, 8]),
        ("ask seat(2): gain coin coin from seat(1)", "coin", [0, 12]),
    ],
    ids=["all of it", "what there is", "above the least", "up to the most", "less than none", "oneself", "no such seat",
         "none", "an index", "for another", "an amount that changes"],
)  # fmt: skip
def test_what_is_gained_from_another_seat_is_lost_there(
    tmp_path: Path, text: str, counter: str, after: list[int]
) -> None:
    assert held(tmp_path, text, counter, offset=1 if counter == "stock" else 0) == after


@pytest.mark.parametrize(
    ("text", "counter", "after"),
    [
        ("pay 2 coin to seat(2)", "coin", [4, 8]),
        ("pay 2 purse to seat(2)", "purse", [3, 7]),
        ("set seat(2).coin to 19; pay 3 coin to seat(2)", "coin", [3, 20]),
        ("pay (2 - 5) coin to seat(2)", "coin", [6, 6]),
        ("pay 2 coin to me", "coin", [6, 6]),
        ("pay 2 coin to seat(3)", "coin", [6, 6]),
        ("pay 2 stock[clay] to seat(2)", "stock", [0, 4]),
        ("pay coin coin to seat(2)", "coin", [0, 12]),
    ],
    ids=["all of it", "above the least", "beyond the most", "less than none", "oneself", "no such seat", "an index",
         "an amount that changes"],
)  # fmt: skip
def test_what_is_paid_to_another_seat_is_gained_there(
    tmp_path: Path, text: str, counter: str, after: list[int]
) -> None:
    assert held(tmp_path, text, counter, offset=1 if counter == "stock" else 0) == after


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        ("pay 6 coin to seat(2)", True), ("pay 7 coin to seat(2)", False), ("pay 7 coin to me", False),
        ("pay 7 coin to seat(3)", True), ("pay 3 purse to seat(2)", False), ("gain 9 coin from seat(2)", True),
    ],
)  # fmt: skip
def test_an_option_that_pays_too_much_is_not_offered(tmp_path: Path, option: str, offered: bool) -> None:
    game = game_of(tmp_path, f"choose:\n  this: {option}\n  one: nothing\n  two: nothing", MORE)
    assert ("this" in labels(game, begun(game, 2))) == offered


def test_why_it_is_not_offered_is_told_in_the_words_of_its_text(tmp_path: Path) -> None:
    game = game_of(tmp_path, "choose:\n  this: pay 7 coin to seat(2)\n  one: nothing\n  two: nothing")
    build = traced_build(game)
    (closed,) = closed_options(game, build, begun(game, 2))
    assert closed.why.text == "pay 7 coin to seat(2)"


@pytest.mark.parametrize(("text", "path"), [("gain 1 coin from seat(2)", 21), ("pay 1 coin to seat(2)", 12)])
def test_triggers_follow_each_change_in_its_turn(tmp_path: Path, text: str, path: int) -> None:
    game = game_of(tmp_path, text, MORE + WATCHED)
    state = begun(game, 2)
    assert value(game, state, "path") == path


def test_what_is_handed_over_is_worked_out_before_a_trigger_changes_anything(tmp_path: Path) -> None:
    more = "triggers:\n  - {id: tax, change: coin, when: me is seat(2), does: set tide to 0}\n"
    assert held(tmp_path, "set tide to 4; gain tide coin from seat(2)", "coin", more) == [10, 2]


def test_no_quantity_of_an_author_stands_in_its_way(tmp_path: Path) -> None:
    more = "quantities:\n  - {id: min, takes: {a: number, b: number}, amount: a + b}\n"
    assert held(tmp_path, "gain min(1, 1) coin from seat(2)", "coin", more) == [8, 4]


@pytest.mark.parametrize(
    ("text", "code", "column", "hint"),
    [
        ("gain 2 tide from seat(2)", "wrong-type", 14, "to give each seat one of its own, declare it with per: [seat]"),
        ("pay 2 tide to seat(2)", "wrong-type", 13, "to give each seat one of its own, declare it with per: [seat]"),
        (
            "gain 2 leader from seat(2)",
            "wrong-type",
            14,
            "to give each seat one of its own, declare it with per: [seat]",
        ),
        ("gain 2 coinn from seat(2)", "unknown-name", 14, "did you mean 'coin'?"),
        ("gain 2 coin from boat", "wrong-type", 24, ""),
        ("pay hand coin to seat(2)", "wrong-type", 11, "how many are there: size(hand)"),
        ("gain 2 coin to seat(2)", "effect-syntax", 19, ""),
    ],
)
def test_a_mistake_is_told_once_where_it_stands(tmp_path: Path, text: str, code: str, column: int, hint: str) -> None:
    (fault,) = faults_of(tmp_path, text)
    assert (fault.code, fault.span.column) == (code, column)
    assert hint in fault.hint


def test_names_that_begin_like_its_verbs_stay_names(tmp_path: Path) -> None:
    more = "procedures:\n  - {id: gainful, takes: {n: number}, does: gain n coin from seat(2)}\n"
    made = built(tmp_path, "gainful 2", more)
    assert made.compiled is not None


def test_lints_know_that_it_changes_its_counter() -> None:
    uses = uses_of(parse_effect("gain n stock[good] from s"))
    assert uses.changed == {"stock"}
    assert {"n", "good", "s"} <= uses.read


def test_lints_know_that_another_counter_changes_with_it() -> None:
    tree = parse_effect("pay 2 coin to purse; gain 1 coin from s.stock[clay]; gain 1 coin from leader")
    uses = uses_of(tree, ("coin", "purse", "stock"))
    assert uses.changed == {"coin", "purse", "stock"}
    assert {name for name in uses.read - uses.changed if " " not in name} == {"s", "clay", "leader", "none"}
