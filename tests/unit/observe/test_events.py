"""What a seat is told of what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.model.game import Build, Game, State
from rulewright.observe.events import is_of_others, sentences, shows_hidden
from rulewright.pipeline import load_game
from rulewright.play.replay import offered
from rulewright.run.build import make_build
from rulewright.run.steps import start, step

PEBBLES = Path(__file__).parents[1] / "cli" / "pebbles"


@pytest.fixture
def begun() -> tuple[Game, Build, State]:
    game = load_game(PEBBLES)
    assert game.traced_code is not None
    build = make_build(game.blueprint, game.traced_code, traced=True)
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
    assert own in ("seat 1: Flint goes from Bag to Fist", "seat 1: Chalk goes from Bag to Fist")
    assert other == "seat 1: stone goes from Bag to Fist"


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
