"""Maps that are made are drawn as what they are: fields side by side, each a button in its own shape; else points."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.table.drawing.areas import areas_of
from rulewright.table.drawing.style import style_of
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

BOARDS = """\
kind: content
kinds:
  - {id: square, title: {en: Square}}
  - {id: cell, title: {en: Cell}}
  - {id: stop, title: {en: Stop}}
maps:
  - {id: board, regions: square, grid: [4, 2]}
  - {id: comb, regions: cell, hexes: [2, 3], prefix: h_}
  - {id: round, regions: stop, ring: 5}
markers:
  - {id: stone, per: [square], "on": seat}
procedures:
  - id: play
    does: |
      set stone[b2] to seat(1)
      for each s in seat: ask s: pick n from square where not exists(stone[n])
"""


def test_fields_lie_side_by_side_as_buttons_and_only_points_are_joined_by_lines() -> None:
    game = build_small(BOARDS).game()
    state = rw.start(game, seats=2, seed=1)
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, asked.seat, asked)
    offered = re.findall(r'<button[^>]*class="region field at-\d+ open"[^>]*data-about="(\w+)"', table)
    assert offered == ["a1", "b1", "c1", "d1", "a2", "c2", "d2"]
    assert '<span class="unseen">b2</span>' in table
    assert table.count('class="stands s-0"') == 1, "a seat's marker is a disc in its colour"
    assert len(re.findall(r'class="region field at-\d+ taken', table)) == 1
    assert table.count("<line") == 5
    assert " style=" not in table
    places = dict(re.findall(r"(\.m-\w+ > \.at-\d+){(.*)}", style_of(game)))
    boxes = [re.findall(r"[\d.]+(?=%)", places[f".m-board > .at-{value}"]) for value in range(8)]
    assert len({(wide, high) for _, _, wide, high in boxes}) == 1
    left, top, wide, high = map(float, boxes[4])
    assert (float(boxes[5][0]), float(boxes[0][1])) == (round(left + wide, 2), round(top + high, 2))
    assert [places[f".m-comb > .at-{value}"].partition("polygon")[2].count(",") for value in range(5)] == [5] * 5
    assert "width" not in places[".m-round > .at-0"]


def test_places_of_a_grid_with_ways_by_hand_are_points_with_lines() -> None:
    lined = BOARDS.replace("grid: [4, 2]}", "grid: [4, 2], ways: [[a1, d1], [b2, c2, d2]]}")
    game = build_small(lined.replace("stone[b2]", "stone[a1]")).game()
    state = rw.start(game, seats=2, seed=1)
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, asked.seat, asked)
    offered = re.findall(r'<button[^>]*class="region point at-\d+ open"[^>]*data-about="(\w+)"', table)
    assert offered == ["d1", "b2", "c2", "d2"]
    assert table.count("<line") == 5 + 3


def test_borders_that_are_places_are_chosen_in_their_middle() -> None:
    edged = BOARDS.replace("ring: 5}", "ring: 5, edges: lane}")
    edged = edged.replace("kinds:", "kinds:\n  - {id: lane, title: {en: Lane}}")
    edged = edged.replace("markers:", 'markers:\n  - {id: toll, per: [lane], "on": seat}')
    edged = edged.replace("set stone[b2] to seat(1)", "set toll[lane_2] to seat(2)")
    game = build_small(edged.replace("square where not exists(stone[n])", "lane where not exists(toll[n])")).game()
    state = rw.start(game, seats=2, seed=1)
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, asked.seat, asked)
    offered = re.findall(r'<button[^>]*class="region edge e-\d+ open"[^>]*data-about="(\w+)"', table)
    assert offered == ["lane_1", "lane_3", "lane_4", "lane_5"]
    assert table.count('class="stands s-1"') == 1
    places = dict(re.findall(r"(\.m-round > \.(?:at|e)-\d+){left:([\d.]+)%", style_of(game)))
    one, other = (float(places[f".m-round > .at-{value}"]) for value in (0, 1))
    assert abs(float(places[".m-round > .e-0"]) - (one + other) / 2) < 0.02


def test_corners_and_edges_are_drawn_around_the_fields_they_belong_to() -> None:
    around = BOARDS.replace("maps:", "maps:\n  - {id: rim, regions: post, corners_of: board, edges: lane}")
    around = around.replace("kinds:", "kinds:\n  - {id: lane, title: {en: Lane}}\n  - {id: post, title: {en: Post}}")
    around = around.replace("markers:", 'markers:\n  - {id: toll, title: {en: Toll}, per: [lane], "on": seat}')
    around = around.replace("set stone[b2] to seat(1)", "set toll[lane_1] to seat(2)")
    around = around.replace("square where not exists(stone[n])", "lane where not exists(toll[n])")
    game = build_small(around).game()
    assert "map-rim" not in [each.id for each in areas_of(game.blueprint)]
    state = rw.start(game, seats=2, seed=1)
    asked = rw.decision(game, state)
    assert asked is not None
    table = drawn_table(game, state, asked.seat, asked)
    fields, rim = table.index("m-board"), table.index('class="around m-rim"')
    assert fields < rim < table.index("m-comb")
    assert table.count("m-rim") == 1
    assert len(re.findall(r'<button[^>]*class="region edge e-\d+ open"', table)) == 4 * 3 + 2 * 5 - 1
    turns = set(re.findall(r"\.m-rim > \.e-\d+{[^}]*--turn:(-?\d+)deg", style_of(game)))
    assert turns == {"0", "90"}
    shown = around.replace("procedures:", "areas:\n  - {id: fence, title: {en: Fence}, shows: [rim]}\nprocedures:")
    by_itself = build_small(shown).game()
    table = drawn_table(by_itself, rw.start(by_itself, seats=2, seed=1), 0, None)
    assert "around m-rim" not in table
    assert table.count("m-rim") == 1


def test_what_sort_of_man_it_is_stands_on_the_disc_of_its_seat() -> None:
    game = rw.load_game("small_chess")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    men = re.findall(r'class="stands man s-(\d)"><b>(\w+)</b>.*?class="called">(\w+)<', table)
    assert sorted(men) == sorted(
        [(seat, sign, title) for seat in "01" for sign, title in (("R", "Rook"), ("Kn", "Knight"), ("B", "Bishop"))]
        + [(seat, sign, title) for seat in "01" for sign, title in (("Q", "Queen"), ("Ki", "King"))]
        + [(seat, "P", "Pawn") for seat in "01" for _ in range(5)]
    )
    dark = re.search(r"\.m-board > :is\(([^)]*)\){--square", style_of(game))
    assert dark is not None
    assert dark[1].split(",") == [f".at-{at}" for at in range(25) if at % 2]


def test_a_ring_of_many_places_is_two_rows_with_how_much_is_on_each() -> None:
    game = rw.load_game("mancala")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    amounts = re.findall(r'class="amount" title="Seeds" data-number="seeds.\d+">(\d+)<', table)
    assert amounts == [*["4"] * 6, "0"] * 2
    assert table.count(">Seeds</p>") == 1
    places = dict(re.findall(r"\.m-board > (\.at-\d+){left:[\d.]+%;top:([\d.]+)%}", style_of(game)))
    tops = [float(places[f".at-{at}"]) for at in range(14)]
    assert len(set(tops[:6])) == len(set(tops[7:13])) == 1
    assert tops[0] < tops[6] == tops[13] < tops[7]
