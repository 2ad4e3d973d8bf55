"""What atoms do to a state, where a game would seldom show it."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.model.layout import OPTIONS, SEAT, STEPS
from rulewright.core.run.atoms import MAX_AHEAD, possible
from rulewright.core.run.steps import start, step
from rulewright.observe.sight.hiding import as_sealed
from tests.unit.core.compile.small_games import game_of

TILES = """\
zones:
  - {id: row, title: {en: Row}, holds: tile, order: stack, visible: all}
kinds: [{id: tile, title: {en: Tile}, faces: [up, down]}]
components:
  - {id: sun, title: {en: Sun}, kind: tile, source: {doc: DOC, place: Tiles}}
  - {id: moon, title: {en: Moon}, kind: tile, source: {doc: DOC, place: Tiles}}
"""
ASKED = "choose:\n  one: nothing\n  two: nothing\n"


def test_what_goes_under_lies_below_all_that_is_there(tmp_path: Path) -> None:
    blueprint = (game := game_of(tmp_path, f"move sun to row\nmove moon under row\n{ASKED}", TILES)).blueprint
    state = start(game, seats=2, seed=1)
    row = next(each.base for each in blueprint.families if each.id == "row")
    assert [blueprint.pieces[each].design for each in state[row]] == ["moon", "sun"]


def test_a_look_ahead_costs_what_it_looked_at_alone(tmp_path: Path) -> None:
    state = start(game_of(tmp_path, ASKED, TILES), seats=2, seed=1)
    before = state[STEPS]

    def looks(copy: list[object]) -> int:
        copy[STEPS] += 7  # type: ignore[operator]
        return 1

    assert [n for n in range(2 * MAX_AHEAD) if not possible(looks, state)] == []
    assert state[STEPS] == before + 7 * 2 * MAX_AHEAD


def test_a_face_that_another_seat_turns_under_seal_is_not_seen(tmp_path: Path) -> None:
    does = "move sun to row[seat(1)]\nask each:\n  choose:\n    turn: flip sun down\n    leave: nothing\n"
    game = game_of(tmp_path, does, TILES.replace("row, title", "row, per: [seat], title"))
    state = start(game, seats=2, seed=1)
    sun = next(number for number, each in enumerate(game.blueprint.pieces) if each.design == "sun")
    face = game.blueprint.faces + sun
    assert (state[SEAT], state[face]) == (0, 0)
    step(game, state, state[OPTIONS][0])
    assert as_sealed(game, state, 1)[face] == 0
    turned = [*state[:face], 1, *state[face + 1 :]]  # as in a save of before, when answers acted as they came
    assert [as_sealed(game, turned, seat)[face] for seat in (0, 1)] == [1, 0]
    step(game, state, state[OPTIONS][1])
    assert state[face] == 1  # the answers act when all are in
