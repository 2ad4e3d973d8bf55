"""Directions that turn, and lists with an item for each: steps round squares, hexes, rings and other values."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.run.steps import start
from tests.reference.agreement import disagreement
from tests.reference.games import Both, both_of
from tests.reference.lockstep import parting, small_pair
from tests.unit.core.compile.small_games import faults_of

WORLD = """\
kind: content
enumerations:
  - {id: season, values: [spring, summer, autumn, winter]}
  - {id: side, values: [heads, tails, rim]}
  - {id: ground, values: [road, field, town]}
kinds:
  - {id: spot, title: {en: Spot}}
  - {id: tile, title: {en: Tile}, fields: {edges: {type: list, of: ground}, ways: {type: list, of: direction}}}
components:
  - {id: bend, kind: tile, title: {en: Bend}, edges: [road, road, field, town], ways: [east, north, west, south]}
maps:
  - {id: plain, regions: spot, MADE}
counters:
  - {id: found, min: -99, max: 999}
  - {id: turned, per: [tile_piece], min: 0, max: 3, start: 1}
markers:
  - {id: bow, "on": direction}
  - {id: time_of, "on": season}
  - {id: held, "on": tile_piece}
zones:
  - {id: box, holds: tile, visible: all, start: "true"}
procedures:
  - id: play
    does: |
      set held to first(t in pieces(tile))
      set found to VALUE
      for each s in seat: ask s: pick n from 1..2
      set bow to turn(BOW, found)
      set found to count(d in direction until d is opposite(turn(bow, seats))) if exists(bow) else 0
"""
SQUARES = "grid: [3, 3]"
EIGHT = "grid: [3, 3], steps: both"
HEXES = "radius: 2"
RING = "ring: 5"
NUMBER = "count(d in direction until d is {})"
VALUES = {
    (SQUARES, NUMBER.format("turn(north, 1)")): 2,
    (SQUARES, NUMBER.format("turn(north, -1)")): 4,
    (SQUARES, NUMBER.format("turn(west, 7)")): 3,
    (SQUARES, NUMBER.format("opposite(west)")): 2,
    (SQUARES, "count(d in direction where turn(d, 2) is opposite(d))"): 4,
    (SQUARES, "count(p in spot where step(p, turn(south, 3)) is step(p, east))"): 9,
    (EIGHT, NUMBER.format("turn(north, 1)")): 2,
    (EIGHT, "count(d in direction where turn(d, 4) is opposite(d) and turn(d, 2) is not opposite(d))"): 8,
    (HEXES, NUMBER.format("turn(northwest, 1)")): 1,
    (HEXES, "count(d in direction where turn(turn(d, 1), 2) is opposite(d))"): 6,
    (RING, "count(d in direction where turn(d, 1) is opposite(d))"): 2,
    (SQUARES, "count(s in season where turn(s, 3) is opposite(turn(s, 1)))"): 4,
    (SQUARES, "count(s in side where turn(s, 4) is tails and s is heads)"): 1,
    (SQUARES, "1 if exists(turn(bow, 1)) or exists(opposite(time_of)) or exists(turn(bow, seats)) else 0"): 0,
    (SQUARES, "count(d in direction where bend.edges[d] is road)"): 2,
    (
        SQUARES,
        "count(d in direction where bend.edges[turn(d, -turned[held])] is road and (d is east or d is south))",
    ): 2,
    (SQUARES, "count(d in direction where turn(bend.ways[turn(d, -turned[held])], turned[held]) is turn(d, 1))"): 2,
    (SQUARES, "1 if (bend.edges[bow] or else town) is town else 0"): 1,
    (SQUARES, "count(b in plain where step(b.far, opposite(b.direction)) is b.near)"): 24,
}


def _content(made: str, value: str) -> str:
    bow = {HEXES: "west", RING: "clockwise"}.get(made, "north")
    ways = f"[{', '.join([bow] * 4)}]" if made in (HEXES, RING) else "[east, north, west, south]"
    content = WORLD.replace("MADE", made).replace("VALUE", value).replace("BOW", bow)
    return content.replace("[east, north, west, south]", ways)


def _played(made: str, value: str) -> Both:
    return both_of(_content(made, value))


@pytest.mark.parametrize(("of", "expected"), VALUES.items())
def test_what_is_turned(of: tuple[str, str], expected: int) -> None:
    game = _played(*of).game
    family = next(each for each in game.blueprint.families if each.id == "found")
    assert start(game, seats=2, seed=1)[family.base] == expected


@pytest.mark.parametrize("made", [SQUARES, EIGHT, HEXES, RING])
def test_it_is_turned_alike_in_every_way_of_playing(made: str) -> None:
    value = " + ".join(f"({each})" for on, each in VALUES if on == made)
    assert not disagreement(_played(made, value), 1)
    assert not parting(small_pair(_content(made, value)), 1)


MORE = """\
enumerations: [{id: season, values: [spring, summer, autumn, winter]}, {id: side, values: [heads, tails, rim]}]
kinds: [{id: spot, title: {en: Spot}}, {id: tile, title: {en: Tile}, fields: {edges: {type: list, of: season}}}]
components: [{id: bend, kind: tile, title: {en: Bend}, edges: [spring, summer]}]
maps: [{id: plain, regions: spot, row: 3}]
"""
FAULTS = {
    "turn(3, 1) is east": ("wrong-type", "goes round the values of an enumeration"),
    "turn(seat(1), 1) is me": ("wrong-type", "goes round the values of an enumeration"),
    "turn(west, east) is west": ("wrong-type", "a number"),
    "turn(west) is east": ("wrong-arguments", "written in another form"),
    "opposite(heads) is tails": ("wrong-type", "there are 3, an odd number"),
    "opposite(spot_1) is spot_2": ("wrong-type", "goes round the values of an enumeration"),
    "bend.edges[spot_1] is spring": ("wrong-type", "a number"),
}


@pytest.mark.parametrize(("test", "told"), FAULTS.items())
def test_what_cannot_be_turned_is_told(tmp_path: Path, test: str, told: tuple[str, str]) -> None:
    found = faults_of(tmp_path, f"if {test}: stop", MORE)
    assert [(told[0], True)] == [(each.code, told[1] in each.message) for each in found if each.severity == "error"]
