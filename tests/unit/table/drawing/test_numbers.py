"""A game without a look: numbers and markers of one index are rows of spaces, those of two are grids to be clicked."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.native.loading import load_game
from rulewright.table.drawing.colours import channels
from rulewright.table.drawing.style import tint_of
from tests.reference.games import both_of
from tests.unit.table.drawing.drawn import drawn_table

GAME = Path(__file__).parent / "columns_game"


@pytest.fixture(scope="module", name="game")
def game_without_a_look() -> Game:
    return load_game(str(GAME))


def drawing(game: Game, state: State, seat: int = 0) -> ElementTree.Element:
    return ElementTree.fromstring(f"<root>{drawn_table(game, state, seat, rw.decision(game, state))}</root>")


def choose(game: Game, state: State, option: int) -> None:
    rw.step(game, state, option)


def buttons(root: ElementTree.Element, class_: str) -> list[str]:
    found = [each for each in root.iter("button") if class_ in (each.get("class") or "").split()]
    return [each.get("data-option") or "" for each in found]


def test_the_values_of_an_enumeration_are_spaces_that_can_be_clicked(game: Game) -> None:
    root = drawing(game, rw.start(game, seats=2, seed=1))
    assert buttons(root, "cell") == ["0", "1", "2"]
    titles = [each.text for each in root.iter("span") if each.get("class") == "nr"]
    assert titles[-3:] == ["Coral", "Teal", "Plum"]


def test_what_is_called_by_a_colour_is_drawn_in_it(game: Game) -> None:
    colours = [tint_of(game, "hue", value) for value in range(3)]
    hues = [rgb_to_hls(*(each / 255 for each in channels(colour)))[0] * 360 for colour in colours]
    bands = zip(hues, ((5, 25), (170, 190), (280, 320)), strict=True)
    assert [(hue, low, high) for hue, (low, high) in bands if not low <= hue <= high] == []


def test_markers_of_two_numbers_are_a_grid_of_which_each_column_can_be_clicked(game: Game) -> None:
    state = rw.start(game, seats=2, seed=1)
    choose(game, state, 0)
    root = drawing(game, state)
    grid = next(each for each in root.iter("table") if each.get("class") == "grid")
    assert [each.findtext(".//button") for each in grid.findall("thead/tr/th")] == [str(each) for each in range(1, 8)]
    assert [each.findtext("th/span") for each in grid.findall("tbody/tr")] == ["6", "5", "4", "3", "2", "1"]
    assert buttons(grid, "space") == [str(column) for _ in range(6) for column in range(1, 8)]


def test_what_is_put_there_is_seen_there_and_a_full_column_is_shut(game: Game) -> None:
    state = rw.start(game, seats=2, seed=1)
    for turn in range(6):
        choose(game, state, turn % 3)
        choose(game, state, 3)
    choose(game, state, 0)
    grid = next(each for each in drawing(game, state).iter("table") if each.get("class") == "grid")
    third = [line.findall("td")[2] for line in grid.findall("tbody/tr")]
    signs = [each.get("class") for cell in third for each in cell.iter("span") if "marker" in (each.get("class") or "")]
    assert signs == ["marker s-1", "marker s-0"] * 3
    assert "3" not in buttons(grid, "space")


def test_declared_tables_stay_as_they_are() -> None:
    game = load_game("skymines")
    assert 'class="grid"' not in drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)


def test_a_number_of_pieces_lies_on_them_where_they_have_no_look() -> None:
    game = load_game(str(Path(rw.__file__).parents[2] / "rulesets/classics/yacht"))
    state = rw.start(game, seats=2, seed=1)
    pips = next(each for each in game.blueprint.families if each.id == "shown")
    root = ElementTree.fromstring(f"<root>{drawn_table(game, state, 0, None)}</root>")
    dice = [each for each in root.iter("b") if each.get("class") == "pips"]
    assert ["".join(each.itertext()) for each in dice] == [str(state[pips.base + die]) for die in range(5)]
    assert [sum(1 for _ in each.iter("circle")) for each in dice] == [state[pips.base + die] for die in range(5)]
    shown = [len(each) for each in dice]
    assert shown == [2] * 5, "a drawing, and the number for who hears it"


_DICE = """\
kind: content
kinds:
  - {id: die, title: {en: Die}, faces: 1..6}
  - {id: tile, title: {en: Tile}, faces: [day, night, eclipse], fields: {worth: number}}
components:
  - {id: white, kind: die, title: {en: White}, copies: 4, source: {doc: DOC, place: a}}
  - {id: moon, kind: tile, title: {en: Moon}, worth: 2, source: {doc: DOC, place: a}}
zones:
  - {id: dice, title: {en: Dice}, holds: die, visible: all, start: "true"}
  - {id: sky, title: {en: Sky}, holds: tile, visible: all, start: "true"}
procedures:
  - id: play
    does: |
      roll dice
      for each t in sky: flip t eclipse
      choose:
        again: roll dice
        enough: nothing
"""


def test_the_number_that_is_up_is_seen_on_a_die_and_the_side_that_is_up_on_a_tile() -> None:
    game, found = both_of(_DICE.replace("roll dice", "roll (d in dice)")).game, set[str]()
    for seed in range(4):
        state = rw.start(game, seats=1, seed=seed)
        root = ElementTree.fromstring(f"<root>{drawn_table(game, state, 0, None)}</root>")
        dice = [number for number, each in enumerate(game.blueprint.pieces) if each.kind == "die"]
        up = [str(state[game.blueprint.faces + die] + 1) for die in dice]
        shown = {"".join(each.itertext()) for each in root.iter("b") if each.get("class") == "pips"}
        assert shown == set(up), "dice that show the same are drawn once"
        assert [each.text for each in root.iter("span") if each.get("class") == "facing"] == ["eclipse"]
        found |= set(up)
    assert len(found) > 3


def test_an_amount_of_things_is_drawn_as_so_many_signs_in_the_place_that_is_chosen() -> None:
    nim = rw.load_game("nim")
    state = rw.start(nim, seats=2, seed=1)
    table = drawn_table(nim, state, 0, rw.decision(nim, state))
    heaps = re.findall(r'class="heap"><span class="signs of-left_in">(.*?)</span><b[^>]*>(\d+)</b>', table)
    assert [(heap.count("#i-match_shape"), amount) for heap, amount in heaps] == [(3, "3"), (5, "5"), (7, "7")]
