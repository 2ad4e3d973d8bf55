"""Hands and tricks: cards lie before those who played them, as people sit, and hands of others are seen from behind."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.core.run.steps import start
from rulewright.table.drawing.scene import SeatSign
from tests.unit.table.drawing.drawn import drawn_table

WHIST = rw.load_game("whist")


def seats_around(table: str) -> list[int]:
    """The seats of the places of a trick, in the order in which they are drawn."""
    return [int(each) for each in re.findall(r'class="index marker s-(\d)"', table)]


def test_a_trick_lies_as_people_sit_with_the_own_place_last() -> None:
    state = start(WHIST, seats=4, seed=1)
    assert seats_around(drawn_table(WHIST, state, 1, None)) == [2, 3, 0, 1]
    assert seats_around(drawn_table(WHIST, state, -1, None)) == [1, 2, 3, 0]


def test_the_hand_of_another_seat_is_seen_from_behind_and_nothing_has_to_be_opened() -> None:
    table = drawn_table(WHIST, start(WHIST, seats=4, seed=1), 0, None)
    strips = re.findall(r'<div class="part strip.*?</div></div>', table)
    assert len(strips) == 3
    for each in strips:
        assert each.count("piece card back") == 10, "more are only counted"
        assert re.search(r'class="count">13<', each)
        assert "<details" not in each


def test_what_is_never_shown_makes_no_part_of_its_own() -> None:
    table = drawn_table(WHIST, start(WHIST, seats=4, seed=1), 0, None)
    assert len(re.findall(r'class="part p-seat own', table)) == 1


def test_parts_of_seats_tell_who_plays_them_and_who_is_asked() -> None:
    signs = {0: SeatSign(True, "(You)"), 1: SeatSign(False, "bot")}
    table = drawn_table(WHIST, start(WHIST, seats=4, seed=1), 0, None, signs=signs)
    assert re.search(r'class="part p-seat own on s-0"', table)
    assert re.search(r'class="part strip p-seat s-1">.*?seat 2</span><small aria-hidden="true">bot</small>', table)


KLONDIKE = rw.load_game("klondike")


def test_a_pile_peeps_out_under_what_lies_on_it_in_the_same_column() -> None:
    state = start(KLONDIKE, seats=1, seed=1)
    table = drawn_table(KLONDIKE, state, 0, None)
    (rows,) = re.findall(r"<tbody>(.*?)</tbody>", table)
    columns = re.findall(r"<td>(.*?)</td>", rows)
    assert rows.count("<tr") == 1
    assert [each.count("piece card back") for each in columns] == [0, 1, 2, 3, 4, 5, 6]
    assert [each.count('class="corner tl"') for each in columns] == [1] * 7, "one card lies open on each"
    assert 'data-zone="closed-7"' in columns[6]
    assert "empty" not in rows


def test_an_empty_pile_has_its_place_with_the_sign_of_what_it_belongs_to() -> None:
    state = start(KLONDIKE, seats=1, seed=1)
    beds = re.findall(r'class="bed">(.*?)</svg>', drawn_table(KLONDIKE, state, 0, None))
    assert [re.findall(r"#i-(\w+)", each) for each in beds[-4:]] == [
        ["clubs_sign"], ["diamonds_sign"], ["hearts_sign"], ["spades_sign"],
    ]  # fmt: skip


def test_what_the_seats_have_is_one_area_of_a_few_that_are_drawn_large() -> None:
    rummy = rw.load_game("rummy")
    state = start(rummy, seats=4, seed=1)
    table = drawn_table(rummy, state, 0, None)
    assert table.count('<section class="area') + table.count('class="area ') >= 4
    assert 'class="table few"' in table


WEREWOLF = rw.load_game("werewolf")


def test_the_part_of_who_is_out_is_dimmed_and_says_no_more_than_that() -> None:
    state = start(WEREWOLF, seats=12, seed=1)
    out = next(each for each in WEREWOLF.blueprint.families if each.id == "out")
    while not any(state[out.slot_of(seat)] for seat in range(1, 12)):
        asked = rw.decision(WEREWOLF, state)
        assert asked is not None
        rw.step(WEREWOLF, state, asked.options[-1])
    table = drawn_table(WEREWOLF, state, 0, None)
    parts = re.findall(r'<div class="part strip p-seat( dimmed)? s-(\d+)">(.*?)(?=<div class="part|</section>)', table)
    assert len(parts) == 11
    for dimmed, seat, part in parts:
        assert bool(dimmed) == bool(state[out.slot_of(int(seat))])
        assert bool(dimmed) == (">Out<" in part)
        assert "yes" not in part


DOMINOES = rw.load_game("dominoes")


def test_a_chain_turns_after_every_eighth_piece() -> None:
    state = start(DOMINOES, seats=2, seed=1)
    chain = next(each for each in DOMINOES.blueprint.families if each.id == "chain")
    boneyard = next(each for each in DOMINOES.blueprint.families if each.id == "boneyard")
    state[chain.slot_of()] = (*state[chain.slot_of()], *state[boneyard.slot_of()])
    table = drawn_table(DOMINOES, state, 0, None)
    runs = table.split('class="chain"')[1].split("<section")[0].split('class="run"')[1:]
    assert [each.count('class="piece token') for each in runs] == [8, 7]
