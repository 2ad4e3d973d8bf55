"""Tiles on boards, drawn as they have been turned, and boards of which only the part is shown that has grown."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.observe.words.board import board_lines
from rulewright.observe.words.table_values import Sight
from rulewright.table.drawing import grown
from rulewright.table.drawing.named import piece_name
from rulewright.table.drawing.style import style_of
from tests.reference.games import both_of, small, small_text
from tests.unit.table.drawing.drawn import drawn_table

REGION = re.compile(r'<[a-z]+[^>]*class="region[^"]*\bat-(\d+)')


def _begun(game: Game) -> State:
    """A game in which one bend lies in the middle, and the piece that it is."""
    return rw.start(game, seats=2, seed=2)


def _set(game: Game, state: State, name: str, index: int | None, value: int) -> None:
    family = next(each for each in game.blueprint.families if each.id == name)
    state[family.slot_of(*(() if index is None else (index,)))] = value


def _middle(game: Game, state: State) -> tuple[int, int]:
    """The place in the middle of the map, and the tile on it."""
    place = game.blueprint.domains["spot"].names.index("e5")
    lying = next(each for each in game.blueprint.families if each.id == "lying")
    return place, state[lying.slot_of(place)]


@pytest.mark.parametrize(
    ("turns", "drawn"), [(0, ""), (1, ' transform="rotate(90 50 50)"'), (3, ' transform="rotate(270 50 50)"')]
)
def test_a_tile_is_drawn_turned(turns: int, drawn: str) -> None:
    game = small("tiles").game
    state = _begun(game)
    _, tile = _middle(game, state)
    _set(game, state, "turned", tile, turns)
    design = game.blueprint.pieces[tile].design
    assert f'href="#i-{design}_shape"{drawn}' in str(drawn_table(game, state, 0, None))


def test_markers_point_where_what_they_belong_to_faces() -> None:
    game = small("tiles").game
    state = _begun(game)
    place, _ = _middle(game, state)
    _set(game, state, "walker", None, place)
    _set(game, state, "heading", None, game.blueprint.domains["direction"].names.index("south"))
    _set(game, state, "scout", 1, place)
    _set(game, state, "gaze", 1, game.blueprint.domains["direction"].names.index("west"))
    drawn = str(drawn_table(game, state, 0, None))
    turns = re.findall(r'href="#i-arrow_shape" transform="rotate\((\d+) 50 50\)"', drawn)
    assert sorted(turns) == ["180", "270"]


def test_a_board_that_grows_shows_what_lies_there_and_what_is_next_to_it() -> None:
    game = small("tiles").game
    state = _begun(game)
    drawn = str(drawn_table(game, state, 0, None))
    names = game.blueprint.domains["spot"].names
    assert {names[int(each)] for each in REGION.findall(drawn)} == {"e5", "d5", "f5", "e4", "e6"}
    assert ' x-2 n-5 y-2 k-5"' in drawn
    assert ".m-land.x-2{--x:2}" in style_of(game)


def test_the_part_that_is_shown_lies_inside_of_the_board() -> None:
    game = small("tiles").game
    (info,) = game.blueprint.look.whole_maps
    wrong = []
    for one in range(81):
        for other in range(81):
            found = {each[0]: int(each[2:]) for each in grown.classes(info, {one, other}).split()}
            inside = found["x"] >= 0 <= found["y"] and found["x"] + found["n"] <= 9 >= found["y"] + found["k"]
            holds = all(
                found["x"] <= each % 9 < found["x"] + found["n"]
                and found["y"] <= 8 - each // 9 < found["y"] + found["k"]
                for each in (one, other)
            )
            if not inside or not holds:
                wrong.append((one, other, found))
    assert wrong == []


def test_hexes_grow_too() -> None:
    content = small_text("tiles").replace(
        "grid: [9, 9], places: [{at: [d5, f5], wet: true}, {at: [e6], blows: west}]", "radius: 5"
    )
    content = re.sub(r"edges: \[(\w+), (\w+), (\w+), (\w+)\]", r"edges: [\1, \2, \3, \4, \1, \2]", content)
    ways = "[west, southwest, southeast, northeast, northwest, east]"
    game = both_of(re.sub(r"ways: \[[a-z, ]+\]", f"ways: {ways}", content).replace("else north", "else east")).game
    state = _begun(game)
    place, tile = _middle(game, state)
    _set(game, state, "turned", tile, 2)
    drawn = str(drawn_table(game, state, 0, None))
    assert 'transform="rotate(120 50 50)"' in drawn
    assert len(REGION.findall(drawn)) == 7
    assert place in map(int, REGION.findall(drawn))


def test_a_board_of_text_grows_and_has_arrows() -> None:
    game = small("tiles").game
    state = _begun(game)
    _, tile = _middle(game, state)
    letter = game.blueprint.pieces[tile].design[0].upper()
    shown = []
    for turns in (0, 1, 2):
        _set(game, state, "turned", tile, turns)
        rows = board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0])
        shown.append([row.split() for row in rows[1:6]])
    ends, empty = ["d", "e", "f"], [["6", "·", "·", "·", "6"], ["4", "·", "·", "·", "4"]]
    assert shown == [
        [ends, empty[0], ["5", "·", f"{letter}{arrow}", "·", "5"], empty[1], ends] for arrow in ("", "→", "↓")
    ]


def test_a_marker_with_an_icon_points_onward_on_a_board_of_text() -> None:
    game = small("tiles").game
    state = _begun(game)
    place = game.blueprint.domains["spot"].names.index("e6")
    _set(game, state, "walker", None, place)
    told = []
    for direction in ("north", "west"):
        _set(game, state, "heading", None, game.blueprint.domains["direction"].names.index(direction))
        told.append(board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0]))
    assert [(lines[2].split(), "Walker" in lines[-1]) for lines in told] == [
        (["6", "·", arrow, "·", "6"], True) for arrow in ("↑", "←")
    ]


def test_what_is_hidden_makes_no_part_of_a_board_seen() -> None:
    hidden = "  - {id: gold, title: {en: Gold}, per: [spot], min: 0, max: 9, visible: none}\n"
    game = both_of(small_text("tiles").replace("counters:\n", f"counters:\n{hidden}")).game
    state = _begun(game)
    before = len(REGION.findall(str(drawn_table(game, state, 0, None))))
    rows = len(board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0]))
    _set(game, state, "gold", 0, 7)
    assert len(REGION.findall(str(drawn_table(game, state, 0, None)))) == before == 5
    assert len(board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0])) == rows


def test_a_tile_that_is_not_laid_yet_has_its_icon() -> None:
    game = small("tiles").game
    state = _begun(game)
    drawn = next(each for each in game.blueprint.families if each.id == "drawn")
    (piece,) = state[drawn.base]
    design = game.blueprint.pieces[piece].design
    shown = str(drawn_table(game, state, 0, None))
    assert f'href="#i-{design}_shape"' in shown[shown.index(f'data-piece="{piece_name(piece)}"') :][:400]


MEN = """\
kind: content
kinds: [{id: spot, title: {en: Spot}}, {id: man, title: {en: Man}}]
components: [{id: guard, kind: man, each_seat: true, title: {en: Guard}, source: {doc: DOC, place: a}}]
maps: [{id: yard, title: {en: Yard}, regions: spot, grid: [3, 1], source: {doc: DOC, place: a}}]
zones:
  - {id: men, title: {en: Men}, holds: man, spaces: spot, visible: all, start: spot.column = it.owner.number}
markers: [{id: facing, per: [man_piece], "on": direction}]
procedures:
  - id: play
    does: |
      for each m in men: set facing[m] to east if m.owner is seat(1) else west
      for each m in men where exists(step(m.space, facing[m])) and not exists(men[step(m.space, facing[m])]): stop
      for each s in seat: ask s: pick n from 1..2
icons: [{id: bow_shape, title: {en: Bow}, shapes: [{polygon: [50, 6, 70, 90, 30, 90]}]}]
looks: [{id: men_look, of: men, icon: bow_shape}, {id: facing_look, of: facing, form: turned}]
"""


def test_pieces_are_drawn_as_they_face() -> None:
    game = both_of(MEN, 2, 2).game
    state = rw.start(game, seats=2, seed=1)
    drawn = str(drawn_table(game, state, 0, None))
    assert re.findall(r'href="#i-bow_shape" transform="rotate\((\d+) 50 50\)"', drawn) == ["90", "270"]
    rows = board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0])
    assert rows[2].split() == ["1", "●→", "○←", "·", "1"]


def test_a_marker_on_a_piece_shows_the_icon_of_its_design_and_one_on_a_way_its_name() -> None:
    markers = """\
markers:
  - {id: best, title: {en: Best}, per: [spot], "on": tile_piece}
  - {id: way_on, title: {en: Way}, per: [spot], "on": land}
"""
    game = both_of(small_text("tiles").replace("markers:\n", markers)).game
    state = _begun(game)
    place, _ = _middle(game, state)
    beside = game.blueprint.domains["spot"].names.index("e6")
    for piece, info in enumerate(game.blueprint.pieces):
        _set(game, state, "best", beside, piece)
        _set(game, state, "way_on", place, piece)
        shown = str(drawn_table(game, state, 0, None))
        region = shown[shown.index(f"at-{beside} ") :][:900]
        assert f'href="#i-{info.design}_shape"' in region, piece
        assert board_lines(Sight.of(game, state, 0, "en"), game.blueprint.look.whole_maps[0])
