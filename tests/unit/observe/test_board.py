"""Made maps as boards of text: fields in rows, letters and figures at the edges, what stands on them."""

from __future__ import annotations

import click
import pytest

from rulewright.cli.screen.painting import board_ink
from rulewright.core.model.game import Game
from rulewright.core.run.steps import start
from rulewright.observe.words.table import table_lines
from tests.reference.games import both_of

KINDS = """\
kinds:
  - {id: field, title: {en: Field}}
  - {id: man, title: {en: Man}, faces: [up, down]}
enumerations:
  - {id: soil, values: [{id: sand, title: {en: Sand}}, {id: salt, title: {en: Salt}}, {id: loam, title: {en: Loam}}]}
components:
  - {id: guard, kind: man, title: {en: Guard}, source: {doc: DOC, place: Men}}
markers:
  - {id: disc, title: {en: Disc}, per: [field], "on": seat}
  - {id: ground, title: {en: Ground}, per: [field], "on": soil}
counters:
  - {id: heap, title: {en: Heap}, per: [field], min: 0, max: 9}
  - {id: crown, title: {en: Crown}, per: [field], min: 0, max: 1}
  - {id: turns, title: {en: Turns}, min: 0, max: 9}
zones:
  - {id: post, title: {en: Post}, per: [field], holds: man, visible: all}
"""


def game(shape: str, does: str, more: str = "") -> Game:
    map_ = f"maps:\n  - {{id: plan, title: {{en: Plan}}, regions: field, {shape}, source: {{doc: DOC, place: Map}}}}\n"
    lines = "".join(f"      {line}\n" for line in (*does.split("\n"), "ask seat(1): pick n from 1..2"))
    return both_of("kind: content\n" + KINDS + map_ + more + "procedures:\n  - id: play\n    does: |\n" + lines).game


def board(shape: str, does: str = "nothing") -> list[str]:
    made = game(shape, does)
    lines = table_lines(made, start(made, seats=2, seed=1), 0)
    return lines[: lines.index("")]


def test_squares_have_letters_and_figures_at_their_edges() -> None:
    shown = board("grid: [3, 2]", "set disc[a1] to seat(1)\nset disc[c2] to seat(2)")
    assert shown == [
        "Plan",
        "    a  b  c",
        "2   ·  ·  ○  2",
        "1   ●  ·  ·  1",
        "    a  b  c",
        "  ● seat 1   ○ seat 2",
    ]


def test_a_place_shows_all_that_is_on_it() -> None:
    does = "set disc[a1] to seat(2)\ngain 1 crown[a1]\nset ground[b1] to salt\nset ground[c1] to loam\ngain 7 heap[c1]"
    shown = board("grid: [3, 1]", does)
    assert shown[2].split() == ["1", "○C", "Sal", "7L", "1"]
    assert shown[-1] == "  C Crown   L Loam   Sal Salt   ○ seat 2"


def test_a_piece_is_shown_by_the_letters_of_its_design_and_its_face() -> None:
    shown = board("grid: [2, 1]", "move guard to post[b1]\nflip guard down")
    assert shown[2].split() == ["1", "·", "G'", "1"]
    assert shown[-1] == "  G' Guard, down"


def test_rows_of_hexes_lie_half_a_hex_apart() -> None:
    shown = board("hexes: [2, 3, 2]", "set disc[b3] to seat(1)")
    assert shown[1:4] == [
        "a     ·   ·  a2",
        "b   ·   ·   ●  b3",
        "c     ·   ·  c2",
    ]


def test_a_ring_goes_along_above_and_comes_back_below() -> None:
    shown = board("ring: 6", "gain 4 heap[field_2]\ngain 5 heap[field_5]")
    assert [line.split() for line in shown[1:5]] == [["1", "2", "3"], ["·", "4", "·"], ["·", "5", "·"], ["6", "5", "4"]]


def test_a_row_is_one_line() -> None:
    shown = board("row: 4", "set disc[field_3] to seat(2)")
    assert [line.split() for line in shown[1:3]] == [["1", "2", "3", "4"], ["·", "·", "○", "·"]]


def test_ways_by_hand_are_lines_between_the_places_of_a_grid() -> None:
    shown = board("grid: [3, 3], ways: [[a1, b1, c1], [c1, c3], [a3, b3, c3]]", "set disc[b1] to seat(2)")
    assert shown == [
        "Plan",
        "    a  b  c",
        "3   ·──·──·  3",
        "          │",
        "1   ·──○──·  1",
        "    a  b  c",
        "  ○ seat 2",
    ]


LATTICE = """\
kind: content
kinds:
  - {{id: field, title: {{en: Field}}}}
  - {{id: corner, title: {{en: Corner}}}}
  - {{id: path, title: {{en: Path}}}}
maps:
  - {{id: plan, title: {{en: Plan}}, regions: field, {shape}, source: {{doc: DOC, place: Map}}}}
{rim}markers:
  - {{id: disc, title: {{en: Disc}}, per: [field], "on": seat}}
  - {{id: road, title: {{en: Road}}, per: [path], "on": seat}}
procedures:
  - id: play
    does: |
      {does}
      ask seat(1): pick n from 1..2
"""
RIM = "  - {id: rim, regions: corner, corners_of: plan, edges: path, source: {doc: DOC, place: Map}}\n"


def lattice(shape: str, does: str, rim: str = RIM) -> Game:
    text = LATTICE.format(shape=shape, does=does.replace("\n", "\n      "), rim=rim)
    huts = '  - {id: hut, title: {en: Hut}, per: [corner], "on": seat}\n'
    return both_of(text.replace("procedures:\n", f"{huts}procedures:\n") if rim else text).game


def titled(made: Game, kind: str, title: str) -> str:
    info = made.blueprint.domains[kind]
    return info.names[[each["en"] for each in info.titles].index(title)]


def test_corners_and_edges_are_drawn_around_the_fields() -> None:
    plain = lattice("grid: [2, 2]", "nothing")
    along, down, corner = (titled(plain, kind, title) for kind, title in (
        ("path", "a2 ↑"), ("path", "a1 - b1"), ("corner", "b1"),
    ))  # fmt: skip
    does = f"set road[{along}] to seat(1)\nset road[{down}] to seat(2)\nset hut[{corner}] to seat(1)"
    made = lattice("grid: [2, 2]", f"{does}\nset disc[b1] to seat(1)")
    lines = table_lines(made, start(made, seats=2, seed=1), 0)
    assert lines[: lines.index("")] == [
        "Plan",
        "     a   b",
        "   ·─●─·   ·",
        "2             2",
        "   ·   ·   ·",
        "1      ○ ●    1",
        "   ·   ·   ●",
        "     a   b",
        "  ● seat 1   ○ seat 2",
    ]
    assert [line for line in lines if "Road" in line or "Hut" in line] == []


def test_corners_of_hexes_lie_on_lines_of_their_own() -> None:
    made = lattice("hexes: [1, 2]", "set road[path_2] to seat(2)")
    lines = table_lines(made, start(made, seats=2, seed=1), 0)
    assert lines[: lines.index("")] == [
        "Plan",
        "       ·",
        "        ○",
        "     ·   ·",
        "              a1",
        "     ·   ·",
    ]
    assert lines[7:12] == ["   ·   ·   ·", "b             b2", "   ·   ·   ·", "", "     ·   ·"]


def test_edges_between_the_fields_of_a_grid_are_drawn_between_them() -> None:
    made = lattice("grid: [2, 2], edges: path", "set road[path_1] to seat(1)\nset disc[b2] to seat(2)", "")
    lines = table_lines(made, start(made, seats=2, seed=1), 0)
    assert lines[: lines.index("")] == [
        "Plan",
        "   a   b",
        "2  ·───○  2",
        "   │   │",
        "1  ·─●─·  1",
        "   a   b",
        "  ● seat 1   ○ seat 2",
    ]


def test_what_a_board_shows_is_not_listed_again() -> None:
    made = game("grid: [2, 2]", "set disc[a1] to seat(1)")
    shown = "\n".join(table_lines(made, start(made, seats=2, seed=1), 0))
    assert "Disc" not in shown
    assert "Turns: 0" in shown


def test_a_line_through_the_places_takes_the_place_of_the_board() -> None:
    section = 'table:\n  - {id: field_lines, per: [field], line: "{field} {disc}"}\n'
    made = game("grid: [2, 1]", "set disc[a1] to seat(1)", section)
    shown = table_lines(made, start(made, seats=2, seed=1), 0)
    assert [line.split() for line in shown] == [["a1", "seat", "1"], ["b1", "-"]]


def test_colours_change_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    made = game("hexes: [2, 3, 2]", "set disc[b3] to seat(1)\nset ground[a1] to salt\ngain 3 heap[a2]")
    state = start(made, seats=2, seed=1)
    plain, painted = (table_lines(made, state, 0, "en", 100, *ink) for ink in ((), (board_ink(made),)))
    assert painted != plain
    assert [click.unstyle(line).rstrip() for line in painted] == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert table_lines(made, state, 0, "en", 100, board_ink(made)) == plain


MEN = """\
kind: content
kinds:
  - {id: field, title: {en: Field}}
  - {id: soldier, title: {en: Soldier}, faces: [plain, crowned]}
  - {id: chessman, title: {en: Man}, faces: [tower, tall_one, lady]}
components:
  - {id: trooper, kind: soldier, title: {en: Trooper}, each_seat: true}
  - {id: lord, kind: soldier, title: {en: Lord}, each_seat: true}
  - {id: wood, kind: chessman, title: {en: Man}, each_seat: true}
maps:
  - {id: plan, title: {en: Plan}, regions: field, grid: [3, 1]}
zones:
  - {id: army, title: {en: Army}, holds: soldier, spaces: field, visible: all}
  - {id: court, title: {en: Court}, holds: chessman, spaces: field, visible: all}
procedures:
  - id: play
    does: |
      move MAN to ZONE[a1]
      ask seat(2): move OTHER to ZONE[c1]
      flip ZONE[c1] FACE
      ask seat(1): pick n from 1..2
"""


def men_on_a_board(man: str, other: str, zone: str, face: str) -> list[str]:
    """The row of the board, and what its signs mean."""
    content = MEN.replace("MAN", man).replace("OTHER", other).replace("ZONE", zone).replace("FACE", face)
    made = both_of(content).game
    lines = table_lines(made, start(made, seats=2, seed=1), 0)
    return [lines[2], lines[lines.index("") - 1]]


def test_a_piece_on_a_place_shows_its_seat_and_what_tells_it_from_others_of_that_seat() -> None:
    row, signs = men_on_a_board("trooper", "lord", "army", "crowned")
    assert row.split() == ["1", "●T", "·", "○L'", "1"]
    assert signs == "  L' Lord, crowned   T Trooper   ● seat 1   ○ seat 2"


def test_pieces_of_one_design_are_told_apart_by_their_faces() -> None:
    row, signs = men_on_a_board("wood", "wood", "court", "lady")
    assert row.split() == ["1", "●TO", "·", "○L", "1"]
    assert signs == "  L Lady   TO Tower   ● seat 1   ○ seat 2"
