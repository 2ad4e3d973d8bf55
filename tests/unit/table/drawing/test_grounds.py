"""What a map and circles lie on has the colours of a look; what a card lists is written as its look says it."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright.core.model.game import Game
from rulewright.table.drawing.still import scene_of, still_designs
from rulewright.table.drawing.style import style_of
from tests.reference.games import build_small
from tests.unit.table.drawing.drawn import drawn_table

_SEA = """\
kind: content
enumerations:
  - {id: belt, title: {en: Belt}, values: [{id: near, title: {en: near}}, {id: far, title: {en: far}}]}
kinds:
  - {id: port, title: {en: Port}, fields: {across: number, down: number}}
  - id: rock
    title: {en: Rock}
    fields: {belt: belt, place: number}
    drawn: [{circles: [belt, place]}]
  - {id: cargo, title: {en: Cargo}, fields: {weight: number}}
  - {id: ship, title: {en: Ship}, fields: {loads: {type: list, of: cargo}}}
components:
  - {id: north, kind: port, across: 10, down: 10, title: {en: North}, FROM}
  - {id: south, kind: port, across: 90, down: 90, title: {en: South}, FROM}
  - {id: pebble, kind: rock, belt: near, place: 1, title: {en: Pebble}, FROM}
  - {id: boulder, kind: rock, belt: far, place: 2, title: {en: Boulder}, FROM}
  - {id: salt, kind: cargo, weight: 1, title: {en: A sack of salt}, FROM}
  - {id: tar, kind: cargo, weight: 2, title: {en: A barrel of tar}, FROM}
  - {id: sloop, kind: ship, loads: [salt, tar], title: {en: Sloop}, FROM}
  - {id: barge, kind: ship, loads: [salt, tar, salt, tar], title: {en: Barge}, FROM}
counters:
  - {id: known, title: {en: Known}, per: [seat, belt], min: 0, max: 9}
maps:
  - {id: sea, title: {en: Sea}, regions: port, at: [across, down], borders: [{between: [north, south]}]}
icons:
  - {id: sack, title: {en: sack}, shapes: [{circle: [50, 50, 40]}]}
looks:
  - {id: sea_look, of: sea, colour: "#204060"FORM}
  - {id: belt_look, of: belt, values: [{id: near, colour: "#112233", icon: sack}, {id: far, colour: "#445566"}]}
  - {id: cargo_look, of: cargo, says: [{id: salt, text: {en: "1 :sack:"}}]}
  - {id: ship_look, of: ship, form: card, text: "{loads}"}
areas:
  - {id: rocks, shows: [rock, sea]}
  - {id: own, per: [seat], shows: [known]}
procedures:
  - {id: play, does: "choose:\\n  one: nothing\\n  two: nothing"}
"""


def game_of(form: str = "") -> Game:
    return build_small(_SEA.replace("FROM", "source: {doc: DOC, place: a}").replace("FORM", form)).game()


@pytest.fixture(scope="module", name="game")
def game_with_a_sea() -> Game:
    return game_of()


def test_a_map_of_placed_regions_lies_on_a_ground_in_its_colour_or_on_a_globe(game: Game) -> None:
    ground, globe = (re.search(r"\.m-sea\{background:([^}]*)\}", style_of(each))
                     for each in (game, game_of(", form: globe")))  # fmt: skip
    assert ground is not None
    assert globe is not None
    assert "#204060" in ground[1]
    assert ("closest-side" in ground[1], "closest-side" in globe[1]) == (False, True)
    assert "--hollow" not in ground[0]


def test_circles_have_the_colours_of_the_values_that_they_stand_for(game: Game) -> None:
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert re.findall(r'<circle[^>]* class="([^"]*)"', drawn)[:3] == [
        "tinted v-belt-near",
        "tinted v-belt-far",
        "middle",
    ]


def test_what_a_card_lists_is_written_as_the_look_of_its_kind_says_it(game: Game) -> None:
    scene = scene_of(game, rw.start(game, seats=2, seed=1), 0, "en")
    prints = {
        each: re.search(rf'class="name"><span>{each}.*?class="print">(.*?)</span></span>', _ships(scene), re.S)
        for each in ("Sloop", "Barge")
    }
    sloop, barge = (found[1] if found is not None else "" for found in prints.values())
    assert re.sub("<svg.*?</svg>", "*", sloop) == "<span>1 *, A barrel of tar"
    assert barge.count('class="way"') == 4, "a line for each of many"


def test_what_hidden_numbers_amount_to_is_not_told() -> None:
    game = rw.load_game("skymines")
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    assert "1 + ?" in drawn or "<b>?</b>" in drawn
    assert [each for each in re.findall(r'class="worth"[^>]*>(.*?)</span>', drawn) if "?" in each] == []


def _ships(scene: object) -> str:
    return "".join(str(drawn) for each in still_designs(scene) for drawn, _ in each.shown)  # type: ignore[arg-type]


def test_a_number_of_a_value_with_an_icon_has_that_icon(game: Game) -> None:
    drawn = drawn_table(game, rw.start(game, seats=2, seed=1), 0, None)
    chips = re.findall(r'<span class="chip[^"]*"[^>]*data-number="(known[^"]*)"[^>]*>(.*?)</b>', drawn)
    assert [("<svg" in content, 'class="label"' in content) for _, content in chips[:2]] == [
        (True, False),
        (False, True),
    ]
