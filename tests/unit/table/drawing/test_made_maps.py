"""Maps that are made are drawn as what they are: fields side by side, each a button in its own shape; else points."""

from __future__ import annotations

import re

import rulewright as rw
from rulewright.table.drawing.areas import areas_of
from rulewright.table.drawing.colours import contrast
from rulewright.table.drawing.letters import letters_around
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


MEN = """\
kind: content
kinds: [{id: square, title: {en: Square}}]
enumerations:
  - id: sort
    values: [{id: rook, title: {en: Rook}}, {id: knight, title: {en: Knight}}, {id: king, title: {en: King}}]
maps: [{id: board, regions: square, grid: [3, 2], steps: both}]
markers:
  - {id: man, per: [square], "on": sort, title: {en: Man}}
  - {id: side, per: [square], "on": seat, title: {en: Side}}
procedures:
  - id: play
    does: |
      set man[a1] to rook; set side[a1] to seat(1)
      set man[b1] to knight; set side[b1] to seat(2)
      set man[c1] to king; set side[c1] to seat(2)
      for each s in seat: ask s: pick n from square where not exists(man[n])
"""


def test_what_sort_of_man_it_is_stands_on_the_disc_of_its_seat() -> None:
    game = build_small(MEN).game()
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    men = re.findall(r'class="stands man s-(\d)"><b>(\w+)</b>.*?class="called">(\w+)<', table)
    assert sorted(men) == [("0", "R", "Rook"), ("1", "Ki", "King"), ("1", "Kn", "Knight")]
    dark = re.search(r"\.m-board > :is\(([^)]*)\){--square", style_of(game))
    assert dark is not None
    assert dark[1].split(",") == [".at-0", ".at-2", ".at-4"]


def test_a_man_with_an_icon_is_drawn_as_it_in_its_seat_s_colour() -> None:
    game = rw.load_game("small_chess")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    men = re.findall(r'class="stands man figure s-(\d)"><svg[^>]*><use href="#i-(\w+)_shape">.*?class="unseen">([^<]+)'
                     r'</span></span><span class="unseen">(\w+)<', table)  # fmt: skip
    sorts = ["rook", "knight", "bishop", "queen", "king", *["pawn"] * 5]
    assert sorted(men) == sorted(
        (seat, sort, f"seat {int(seat) + 1}", sort.capitalize()) for seat in "01" for sort in sorts
    )
    kings = rw.load_game("draughts")
    state = rw.start(kings, seats=2, seed=1)
    man = next(each for each in kings.blueprint.families if each.id == "man")
    state[kings.blueprint.faces + state[man.slot_of(0)]] = 1
    drawn = re.search(r'at-0 [^>]*>.*?class="stands man figure s-0">(.*?)</span>', drawn_table(kings, state, 0, None))
    assert drawn is not None
    assert re.findall(r"#i-(\w+_shape)", drawn[1]) == ["man_shape", "crown_shape"]


def test_a_board_is_lettered_at_its_sides_and_its_fields_only_where_they_share_nothing() -> None:
    go = rw.load_game("go")
    table = drawn_table(go, rw.start(go, seats=2, seed=1), 0, None)
    assert re.findall(r'class="letter">(\w+)<', table) == [*map(str, range(9, 0, -1)), *"abcdefghi"]
    assert re.findall(r'class="short">(?!</span>|<svg)', table) == []
    assert re.findall(r'data-about="(\w+)"[^>]*>(?:<[^s][^>]*>)*<span class="short"><svg', table) == [
        "c3",
        "g3",
        "e5",
        "c7",
        "g7",
    ]
    hexes = rw.load_game("hex")
    around = re.findall(r'class="letter">(\w+)<', drawn_table(hexes, rw.start(hexes, seats=2, seed=1), 0, None))
    assert around == [*"abcdefghijk", *map(str, range(1, 12))]
    (board,) = go.blueprint.look.maps
    assert letters_around(board, [f"Gate {at}" for at in range(81)]) == []


def test_where_lines_cross_only_those_along_and_down_are_drawn() -> None:
    for name, lines in (("go", 2 * 9 * 8), ("five_in_a_row", 2 * 15 * 14)):
        game = rw.load_game(name)
        table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
        assert table.count("<line") == lines, name
        assert 'class="map m-board s-0 lattice"' in table


def test_of_very_many_open_places_none_is_lit_by_itself() -> None:
    for name, is_many in (("go", True), ("three_in_a_row", False)):
        game = rw.load_game(name)
        state = rw.start(game, seats=2, seed=1)
        table = drawn_table(game, state, 0, rw.decision(game, state))
        assert bool(re.search(r'class="map [^"]*\bmany\b', table)) == is_many, name


def test_a_grid_that_is_said_to_be_of_fields_has_no_dark_squares() -> None:
    plain = MEN + 'looks: [{id: board_look, of: board, form: fields, colour: "#2e7d4f"}]\n'
    sheet = style_of(build_small(plain).game())
    assert "--square:" not in sheet.partition(".m-board")[2]
    assert ".m-board{--board:#2e7d4f;" in sheet


def test_the_colour_of_a_board_is_that_of_its_dark_squares() -> None:
    sheet = style_of(rw.load_game("draughts"))
    assert "{--square:#a9764a}" in sheet
    assert re.search(r"\.m-board\{--board:#(?!a9764a)\w{6};", sheet)
    assert ".m-board{--board:#dcb35c;" in style_of(rw.load_game("go"))


def test_seeds_lie_in_their_places_with_their_number() -> None:
    game = rw.load_game("mancala")
    table = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    heaps = re.findall(r'class="seeds"><svg[^>]*>(.*?)</svg><b class="amount"[^>]*>(\d+)<', table)
    assert [(each.count("<circle"), int(amount)) for each, amount in heaps] == [*[(4, 4)] * 6, (0, 0)] * 2


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


def test_what_has_been_taken_lies_beside_the_board_as_men() -> None:
    game = rw.load_game("draughts")
    state = rw.start(game, seats=2, seed=1)
    beside = re.compile(r'beside-board" data-zone="taken"><span class="unseen">Taken</span>(.*?)<div', re.DOTALL)
    empty = beside.search(drawn_table(game, state, 0, None))
    assert empty is not None, "its place is there before anything is taken"
    assert "stands" not in empty[1]
    zones = {each.id: each for each in game.blueprint.families}
    of_seat = {game.blueprint.pieces[each].owner: each for each in range(len(game.blueprint.pieces))}
    state[zones["taken"].slot_of()] = (of_seat[0], of_seat[1])
    found = beside.search(drawn_table(game, state, 0, None))
    assert found is not None
    assert re.findall(r'class="stands man figure s-(\d)"', found[1]) == ["1", "0"], (
        "the first seat took that of the second"
    )


def test_what_stands_on_its_place_is_not_told_in_words_again() -> None:
    game = rw.load_game("black_path")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'class="laid z-path_end" title="([^"]*)"', drawn) == ["End of the path →"]
    (end,) = re.findall(r"\.laid\.z-path_end{color:(#\w{6})}", style_of(game))
    (board,) = re.findall(r"\.m-board{--board:(#\w{6});", style_of(game))
    assert contrast(end, board) >= 3
    assert 'class="chip"' not in drawn
