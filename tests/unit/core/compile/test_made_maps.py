"""Maps that are made, and what is gone along them: in line, a group, the free places around it, corners and edges."""

from __future__ import annotations

import pytest

from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import start
from tests.reference.agreement import disagreement
from tests.reference.games import Both, both_of
from tests.reference.lockstep import parting, small_pair

WORLD = """\
kind: content
kinds:
  - {id: square, title: {en: Square}}
  - {id: cell, title: {en: Cell}}
  - {id: corner, title: {en: Corner}}
  - {id: path, title: {en: Path}}
  - {id: stop, title: {en: Stop}}
  - {id: inn, title: {en: Inn}}
components:
  - {id: east_inn, kind: inn, title: {en: East}}
  - {id: mid_inn, kind: inn, title: {en: Mid}}
  - {id: west_inn, kind: inn, title: {en: West}}
maps:
  - {id: plain, regions: square, grid: [5, 4], steps: both}
  - {id: comb, regions: cell, radius: 3, prefix: h_}
  - {id: rim, regions: corner, corners_of: comb, edges: path}
  - {id: round, regions: stop, ring: 6}
  - {id: roads, regions: inn, ways: [[east_inn, mid_inn, west_inn]]}
counters:
  - {id: found, min: -99, max: 999}
markers:
  - {id: stone, per: [square], "on": seat}
procedures:
  - id: play
    does: |
      for each p in square where p is b2 or p is c2 or p is d2 or p is c3: set stone[p] to seat(1)
      for each p in square where p is b1 or p is a2: set stone[p] to seat(2)
      set found to VALUE
      for each s in seat: ask s: pick n from 1..2
"""
VALUES = {
    "size(square)": 20,
    "size(borders(a1))": 3,
    "count(b in plain)": 2 * (4 * 4 + 5 * 3 + 2 * 4 * 3),
    "c4.column * 10 + c4.row": 34,
    "size(ray(a1, northeast))": 3,
    "step(step(a1, north), northeast).column": 2,
    "1 if exists(step(a1, west)) else 0": 0,
    "highest(count(x in reach(b) while stone[x] is seat(1)) for b in borders(c2))": 3,
    "count(x in reach(first(b in borders(c2) where b.direction is east)) until not exists(stone[x]))": 5,
    "count(x in reach(c2) while stone[x] is seat(1))": 4,
    "count(x in reach(e4) while stone[x] is seat(1))": 0,
    "count(x in reach(b1) until stone[x] is not seat(2) where not exists(stone[x]))": 4,
    "count(x in ray(a2, east) while exists(stone[x]))": 3,
    "count(x in ray(a2, east) until not exists(stone[x]))": 4,
    "count(n in 1..9 while n < 4) + count(n in 1..9 until n > 4)": 8,
    "distance(a1, e4)": 4,
    "distance(x in reach(a1) where x is e4)": 4,
    "distance(x in reach(c1) while not exists(stone[x]) where x is c4)": 4,
    "distance(x in reach(a1) while not exists(stone[x]) where x is a4)": 20,
    "distance(x in reach(c2) while stone[x] is seat(1) where x is c3)": 1,
    "distance(x in reach(b2) while stone[x] is seat(1) where x is d2)": 2,
    "distance(x in reach(e4) until exists(stone[x]) where stone[x] is seat(2))": 4,
    "distance(x in reach(e4) until exists(stone[x]) where exists(stone[x]))": 2,
    "distance(x in reach(c2) while not exists(stone[x]) where true)": 20,
    "distance(x in reach(first(q in square where q.row > 9)) where true)": 20,
    "lowest(distance(x in reach(p) until exists(stone[x]) where stone[x] is seat(2)) for p in square) * 100 +"
    " sum(distance(x in reach(p) while not exists(stone[x]) where x is a3) for p in square)": 179,
    "size(cell) * 10 + size(corner)": 244,
    "size(path) + size(neighbours(h_c3))": 78,
    "size(neighbours(h_c3, corner)) + size(neighbours(h_c3, path))": 12,
    "highest(size(neighbours(c, path)) for c in corner) + lowest(size(neighbours(c, cell)) for c in corner)": 4,
    "count(b in rim where b.edge is path_7)": 2,
    "size(ray(stop_2, clockwise)) + size(reach(first(b in borders(stop_2))))": 11,
    "1 if first(b in borders(east_inn)).on.far is west_inn else 0": 1,
    "size(ray(first(b in borders(mid_inn) where b.far is west_inn)))": 1,
    "distance(east_inn, west_inn)": 2,
    "longest_way((b in round))": 6,
    "longest_way((b in roads where b.far is mid_inn))": 1,
    "longest_way((b in comb where b.near.row = 3 and b.far.row = 3))": 4,
    "longest_way((b in comb where b.near.row = 3 and b.far.row = 3), (c in cell where c is h_c2 or c is h_c5))": 3,
    "longest_way((b in comb where b.near is h_c3 or b.far is h_c3))": 2,
    "longest_way((b in rim where any(e in neighbours(h_a1, path) where e is b.edge)))": 6,
    "longest_way((b in plain where b.far.row = 1 and b.near.row = 1), (p in square where p is c1))": 2,
    "longest_way((b in plain where b.far.row > 4))": 0,
}


def _played(value: str) -> Both:
    return both_of(WORLD.replace("VALUE", value))


def test_a_world_of_maps_plays_alike_in_every_way_of_playing() -> None:
    assert not disagreement(_played(" + ".join(f"({each})" for each in VALUES)), 1)


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("value", "expected"), VALUES.items())
def test_a_value_of_a_map(value: str, expected: int) -> None:
    game = _played(value).game
    family = next(each for each in game.blueprint.families if each.id == "found")
    assert start(game, seats=2, seed=1)[family.base] == expected


def test_a_world_of_maps_plays_alike_natively() -> None:
    pair = small_pair(WORLD.replace("VALUE", " + ".join(f"({each})" for each in VALUES)))
    assert not parting(pair, 1)


def test_a_way_that_is_looked_for_too_long_stops_the_game() -> None:
    both = _played("longest_way((b in plain))")
    with pytest.raises(LimitReached, match="a 'longest_way'"):
        start(both.game, seats=2, seed=1)
    assert not parting(small_pair(WORLD.replace("VALUE", "longest_way((b in plain))")), 1)
    assert not disagreement(both, 1)
