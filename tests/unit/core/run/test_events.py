"""What atoms of a traced build leave behind."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model.events import Changed, Event, Moved, Opened, Sealed, Settled, Shuffled, effects_of
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from tests.unit.core.compile.small_games import game_of

TILES = """\
procedures:
  - {id: earn, does: gain 2 coin}
zones:
  - {id: row, title: {en: Row}, holds: tile, order: stack, visible: all}
kinds: [{id: tile, title: {en: Tile}, faces: [up, down]}]
components:
  - {id: sun, title: {en: Sun}, kind: tile, source: {doc: DOC, place: Tiles}}
  - {id: moon, title: {en: Moon}, kind: tile, source: {doc: DOC, place: Tiles}}
"""
DOES = """\
move sun to row
move moon under row
move moon under row
flip sun down
earn
shuffle row
ask each:
  choose:
    one: nothing
    two: nothing
choose:
  alone: nothing
"""


def events_of(folder: Path) -> tuple[list[Event], list[str]]:
    game = game_of(folder, DOES, TILES)
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    while state[FRAME] is not None:
        step(game, state, state[OPTIONS][0], build=build)
    return list(build.events or ()), [each[0] for each in game.blueprint.procedures]


def test_an_atom_leaves_the_event_of_its_kind_with_all_its_fields(tmp_path: Path) -> None:
    events, procedures = events_of(tmp_path)
    assert [type(each) for each in events] == [Moved, Moved, Changed, Changed, Shuffled, Sealed, Opened, Settled]
    assert [each for each in events if len(each) != len(each._fields)] == []
    sun, moon, turned, earned, *_ = events
    assert isinstance(sun, Moved)
    assert isinstance(moon, Moved)
    assert (sun.under, moon.under) == (False, True)
    assert isinstance(turned, Changed)
    assert (turned.after, turned.lies) == (1, sun.target)
    assert isinstance(earned, Changed)
    assert (earned.after - earned.before, earned.lies) == (2, -1)
    assert procedures[effects_of(earned.course)[0]] == "earn"
