"""Triggers on counters, markers and zones: what wakes them, and what they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.layout import SEAT
from tests.unit.core.compile.small_games import begun, choose_label, faults_of, game_of, is_over, labels, value


def tide(folder: Path, does: str, *triggers: str, seats: int = 1, more: str = "") -> int:
    """The tide once an effect is done that asks nobody."""
    written = "".join(f"  - {{id: t_{number}, {each}}}\n" for number, each in enumerate(triggers))
    game = game_of(folder, does, f"triggers:\n{written}{more}")
    state = begun(game, seats)
    assert is_over(state)
    return value(game, state, "tide")


def test_what_a_counter_held_before(tmp_path: Path) -> None:
    past_ten = "change: coin, when: was < 10 and coin >= 10, does: gain was tide"
    assert tide(tmp_path, "gain 3 coin; gain 3 coin; gain 3 coin; set coin to 2; gain 8 coin", past_ten) == 9 + 2


def test_what_a_marker_pointed_to(tmp_path: Path) -> None:
    passed = "change: leader, when: exists(was) and was is not leader, does: gain was.number tide"
    assert tide(tmp_path, "set leader to seat(3); set leader to seat(3); set leader to none", passed, seats=3) == 1 + 3


def test_what_a_counter_belongs_to(tmp_path: Path) -> None:
    of_it = 'change: stock, does: "if it is clay: gain (stock[it] - was) tide"'
    assert tide(tmp_path, "gain 5 stock[clay]; gain 1 stock[iron]; for each g in good: gain 1 stock[g]", of_it) == 6


def test_a_counter_that_may_be_none_tells_that_it_was(tmp_path: Path) -> None:
    bids = "counters:\n  - {id: bid, min: 0, max: 9, start: none}\n"
    first = "change: bid, when: was is none, does: gain 1 tide"
    raised = "change: bid, when: exists(was) and exists(bid), does: gain (bid - was) tide"
    assert tide(tmp_path, "set bid to 2; set bid to 5; set bid to none; set bid to 7", first, raised, more=bids) == 5


def test_a_truth_that_was(tmp_path: Path) -> None:
    lit = "counters:\n  - {id: lit, start: false}\n"
    once = "change: lit, when: lit and not was, does: gain 1 tide"
    assert tide(tmp_path, "set lit to true; set lit to true; set lit to false; set lit to true", once, more=lit) == 2


def test_a_piece_that_comes_and_one_that_leaves(tmp_path: Path) -> None:
    came, left = "change: hand, when: came, does: gain 1 tide", "change: hand, when: not came, does: gain 10 tide"
    does = "draw 2 from deck to hand; move top(hand) to deck; move hand to docks[north]"
    assert tide(tmp_path, does, came, left) == 22


@pytest.mark.parametrize(
    ("does", "found"),
    [
        ("move top(deck) to quay[1]; move top(quay[1]) to quay[2]", 2),
        ("move top(deck) to quay[1]; move quay[1] to docks[south]", 2),
        ("move top(deck) to deck; shuffle deck", 0),
        ("move top(deck) to docks[south]; move bottom(docks[south]) to deck", 0),
        ("move deck to docks[south]; move top(deck) to quay[1]", 0),
        ("for each c in deck where c.cost = 2: move c to quay[3]", 1),
    ],
)
def test_each_way_to_a_space_and_from_one(tmp_path: Path, does: str, found: int) -> None:
    assert tide(tmp_path, does, "change: quay, does: gain 1 tide") == found


def test_the_seat_whose_zone_it_is_acts_and_knows_the_piece(tmp_path: Path) -> None:
    tells = "change: hand, does: gain (me.number * it.cost) tide"
    assert (
        tide(tmp_path, "for each s in seat: move first(c in deck by least c.cost) to s.hand", tells, seats=3)
        == 2 + 8 + 12
    )
    swaps = "ask seat(2): draw 1 from deck to hand\nlet c = top(seat(2).hand)\nmove c to seat(3).hand"
    assert tide(tmp_path / "b", swaps, "change: hand, does: gain 10 tide", seats=3) == 30


def test_a_trigger_is_not_woken_by_what_it_does_itself(tmp_path: Path) -> None:
    moves_on = 'change: quay, does: "gain 1 tide; move it to docks[north]; move top(deck) to quay[2]"'
    assert tide(tmp_path, "move top(deck) to quay[1]", moves_on, "change: docks, when: came, does: gain 10 tide") == 11
    assert tide(tmp_path / "b", "gain 1 coin", "change: coin, does: gain coin tide; set coin to 0") == 7


def test_draws_from_a_pile_that_is_refilled_wake_one_after_the_other(tmp_path: Path) -> None:
    piles = "zones:\n  - {id: rest, holds: card, visible: none, refill: spent}\n"
    piles += "  - {id: spent, holds: card, visible: all}\n"
    both = "change: rest, when: came, does: gain 10 tide", "change: docks, when: came, does: gain 1 tide"
    does = "move deck to spent; draw 3 from rest to docks[north]; draw 9 from rest to docks[south]"
    assert tide(tmp_path, does, *both, more=piles) == 44


def test_names_that_mean_something_in_the_ruleset_keep_their_meaning(tmp_path: Path) -> None:
    counters = "counters:\n  - {id: was, min: 0, max: 9, start: 4}\n"
    assert tide(tmp_path, "gain 1 coin", "change: coin, does: gain was tide", more=counters) == 4


def test_what_cannot_be_watched_is_refused(tmp_path: Path) -> None:
    codes = {
        "change: welth, does: stop": ["unknown-counter"],
        "change: coin, when: came, does: stop": ["unknown-name"],
        "change: coin, does: move it to deck": ["unknown-name"],
        "change: hand, does: gain was tide": ["unknown-name"],
    }
    found = {
        each: faults_of(tmp_path / str(n), "nothing", f"triggers:\n  - {{id: a, {each}}}\n")
        for n, each in enumerate(codes)
    }
    assert {each: [fault.code for fault in faults] for each, faults in found.items()} == codes


def offered(folder: Path, does: str, *triggers: str) -> tuple[list[str], list[int]]:
    """(what is asked first, the tide in each case): triggers that wake together, each with these keys."""
    written = "".join(f"  - {{id: t_{number}, {each}}}\n" for number, each in enumerate(triggers))
    game = game_of(folder, does, f"triggers:\n{written}")
    state = begun(game, 2)
    asked = [] if is_over(state) else labels(game, state)
    found = []
    for label in asked:
        found.append(state[:])
        choose_label(game, found[-1], label)
    return asked, [value(game, each, "tide") for each in (found or [state])]


DOUBLED, MORE = "does: set tide to tide * 2", "does: gain 3 tide"


@pytest.mark.parametrize(
    ("does", "woken"),
    [
        ("pay_toll 1", "after: pay_toll"),
        ("pay_toll 1; nothing", "before: pay_toll"),
        ("ask seat(1): gain 1 coin", "change: coin"),
        ("ask seat(1): move top(deck) to hand", "change: hand"),
    ],
)
def test_the_seat_chooses_which_of_those_that_wake_together_comes_first(tmp_path: Path, does: str, woken: str) -> None:
    both = [f"{woken}, order: any, {each}" for each in (DOUBLED, MORE)]
    begin = f"gain 1 tide\n{does}"
    assert offered(tmp_path / "a", begin, *both) == (["t_0", "t_1"], [5, 8])
    assert offered(tmp_path / "b", begin, both[0], f"{woken}, {MORE}") == ([], [5])
    assert offered(tmp_path / "c", begin, f"{woken}, order: any, {MORE}", both[1]) == ([], [7])


def test_who_chooses_the_order_is_the_seat_whose_counter_it_is(tmp_path: Path) -> None:
    both = [
        f"change: coin, order: any, {each}" for each in ("does: set tide to tide * 2", "does: gain (coin - was) tide")
    ]
    written = "".join(f"  - {{id: t_{number}, {each}}}\n" for number, each in enumerate(both))
    game = game_of(tmp_path, "gain 1 tide\ngain 4 seat(2).coin", f"triggers:\n{written}")
    state = begun(game, 2)
    assert (state[SEAT], labels(game, state)) == (1, ["t_0", "t_1"])
    choose_label(game, state, "t_1")
    assert (is_over(state), value(game, state, "tide")) == (True, 10)


def test_no_more_triggers_in_any_order_than_an_order_can_be_chosen_of(tmp_path: Path) -> None:
    many = "".join(f"  - {{id: t_{number}, change: coin, order: any, does: gain 1 tide}}\n" for number in range(70))
    found = faults_of(tmp_path, "gain 1 coin", f"triggers:\n{many}")
    assert {(each.code, each.hint) for each in found} == {("too-many-options", "leave it out")}
