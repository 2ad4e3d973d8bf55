"""What a seat is told of what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.native.loading import load_game
from rulewright.observe.sight.places import is_of_others
from rulewright.observe.words.events import sentences, shows_hidden
from rulewright.play.records.replay import offered
from tests.unit.core.compile.small_games import game_of

PEBBLES = Path(__file__).parents[1] / "cli" / "pebbles"


@pytest.fixture
def begun() -> tuple[Game, Build, State]:
    game = load_game(PEBBLES)
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    assert build.events is not None
    build.events.clear()
    return game, build, state


def told(begun: tuple[Game, Build, State], key: str, seat: int | None) -> list[str]:
    game, build, state = begun
    step(game, state, offered(game, state)[key], build=build)
    assert build.events is not None
    return list(sentences(game, build.events, seat))


def test_a_counter_is_told_with_its_change(begun: tuple[Game, Build, State]) -> None:
    assert told(begun, "take_three", 1)[:2] == ["Heap: 9 -> 6 (-3)", "seat 1: Taken: 0 -> 3 (+3)"]


def test_a_piece_is_named_only_to_who_sees_it(begun: tuple[Game, Build, State]) -> None:
    game, build, state = begun
    step(game, state, offered(game, state)["draw_stone"], build=build)
    assert build.events is not None
    own, other = (next(sentences(game, build.events, seat)) for seat in (0, 1))
    assert own in ("seat 1: Flint: Bag -> Fist", "seat 1: Chalk: Bag -> Fist")
    assert other == "seat 1: Stone: Bag -> Fist"


def test_a_draw_shows_its_owner_something_hidden_and_nobody_else(begun: tuple[Game, Build, State]) -> None:
    game, build, state = begun
    step(game, state, offered(game, state)["draw_stone"], build=build)
    events = list(build.events or ())
    assert shows_hidden(game, events, 0)
    assert not shows_hidden(game, events, 1)


def test_taking_shows_nothing_hidden(begun: tuple[Game, Build, State]) -> None:
    game, build, _ = begun
    told(begun, "take_one", 0)
    assert not shows_hidden(game, build.events or (), 0)


def test_what_a_seat_gets_is_of_others_to_the_rest(begun: tuple[Game, Build, State]) -> None:
    game, build, _ = begun
    told(begun, "take_one", 0)
    taken = (build.events or [])[1]
    assert not is_of_others(game, taken, 0)
    assert is_of_others(game, taken, 1)


TURNED = """\
zones:
  - {id: box_of, title: {en: Box}, per: [seat], holds: tile, visible: all}
  - {id: stage, title: {en: Stage}, holds: tile, visible: all}
kinds: [{id: tile, title: {en: Tile}, faces: [up, down]}]
components:
  - {id: moon, title: {en: Moon}, kind: tile, source: {doc: DOC, place: Tiles}}
  - {id: sun, title: {en: Sun}, kind: tile, each_seat: true, source: {doc: DOC, place: Tiles}}
"""


def test_a_face_that_turns_is_told_with_the_seat_it_lies_before(tmp_path: Path) -> None:
    text = "move moon to seat(2).box_of; flip moon down; move moon to stage; flip moon up"
    assert [each for each in all_told(game_of(tmp_path, text, TURNED)) if "turned" in each] == [
        "seat 2: Moon is turned face down",
        "Moon is turned face up",
    ]


def test_a_piece_of_a_seat_is_told_with_it_where_its_zones_are_nobodys(tmp_path: Path) -> None:
    assert all_told(game_of(tmp_path, "move sun to stage", TURNED)) == ["seat 1: Sun: the box -> Stage"]


STORM = """\
triggers:
  - {id: storm, title: {en: A storm comes up}, change: tide, when: tide >= 2, does: lose 1 coin}
  - {id: calm, change: tide, does: "gain 1 stock[wood]"}
  - {id: gust, title: {en: A gust}, change: coin, does: "choose:\\n  hold: nothing\\n  bend: gain 1 stock[clay]"}
"""


def test_a_trigger_with_a_title_is_told_when_it_takes_place_and_only_then(tmp_path: Path) -> None:
    told = all_told(game_of(tmp_path, "gain 1 tide\ngain 1 tide", STORM))
    assert told == ["A storm comes up", "A gust"]


def all_told(game: Game) -> list[str]:
    """What is told of a game of two seats whose questions are answered with their first options."""
    build = traced_build(game)
    state = start(game, seats=2, seed=1, build=build)
    while state[FRAME] is not None:
        step(game, state, state[OPTIONS][0], build=build)
    return list(sentences(game, build.events or (), None))
