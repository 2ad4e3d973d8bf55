"""A table of which only the changed parts are drawn again is the same as one that is drawn anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS
from rulewright.core.pipeline import shipped_root
from rulewright.play.records.replay import offered
from rulewright.table.drawing.memory import DrawingMemory
from rulewright.table.drawing.table import TableDrawing, draw_table
from rulewright.table.serve.offers import asked_of
from rulewright.table.serve.plates import plates_of, signs_of
from rulewright.table.serve.seeing import picture, sight_of
from tests.properties.tables import WHOLE
from tests.reference.games import write_small
from tests.reference.tables import live_table

CLASSICS = tuple(str(each.parent) for each in sorted((shipped_root() / "classics").glob("*/ruleset.yaml")))
CASES: list[tuple[str, tuple[str, ...] | None]] = [("tutorial", None), *((each, None) for each in CLASSICS)]
CASES += [("ceres", None), ("skymines", None), ("skymines", WHOLE)]
POSITIONS = 30
NUMBERED = """\
kind: content
counters: [{id: coin, per: [seat], start: 1, min: 0, max: 99}]
quantities: [{id: wealth, amount: 2 * coin}]
procedures:
  - id: play
    does: |
      repeat 9:
        choose:
          earn: gain 3 coin
          rest: nothing
looks: [{id: wealth_look, of: wealth, title: {en: Wealth}}]
areas: [{id: own, per: [seat], shows: [wealth]}]
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "modules"), CASES)
def test_what_is_remembered_is_as_if_it_were_drawn_anew(name: str, modules: tuple[str, ...] | None) -> None:
    seed = 4
    chance = random.Random(seed)
    game = rw.load_game(name, modules=modules)
    memories: dict[int, DrawingMemory] = {}
    for number, state in enumerate(positions(game, chance)):
        asked = rw.decision(game, state)
        for seat in (-1, *range(state[N_SEATS])):
            memory = memories.setdefault(seat, DrawingMemory())
            marks = asked.options[:: chance.randrange(1, 3)] if asked is not None and chance.random() < 0.2 else None
            drawn = draw_table(game, state, seat, asked, "en", marks, memory=memory)
            anew = draw_table(game, state, seat, asked, "en", marks)
            assert apart(drawn, anew) == [], f"seed {seed}, position {number}, seat {seat}"


def test_how_many_hidden_pieces_there_are_is_not_remembered_from_before() -> None:
    game = rw.load_game("whist")  # its tricks are counted by cards that nobody sees
    state, memory, chance = rw.start(game, seats=4, seed=1), DrawingMemory(), random.Random(1)
    for number in range(30):
        asked = rw.decision(game, state)
        assert asked is not None
        drawn = draw_table(game, state, 0, asked, "en", memory=memory)
        assert apart(drawn, draw_table(game, state, 0, asked, "en")) == [], number
        rw.step(game, state, chance.choice(asked.options))


def test_what_a_number_is_worked_out_from_is_not_remembered_from_before(tmp_path: Path) -> None:
    write_small(tmp_path / "small", NUMBERED, 1, 2)
    game = rw.load_game(str(tmp_path / "small"))  # nothing here is hidden, and what is counted is not shown by itself
    state, memory = rw.start(game, seats=1, seed=1), DrawingMemory()
    for number in range(3):
        drawn = draw_table(game, state, 0, None, "en", memory=memory)
        assert apart(drawn, draw_table(game, state, 0, None, "en")) == [], number
        asked = rw.decision(game, state)
        assert asked is not None
        rw.step(game, state, asked.options[0])


def apart(one: TableDrawing, other: TableDrawing) -> list[str]:
    """Where two drawings are different; the drawings themselves are too long to be told."""
    if len(one.areas) != len(other.areas):
        return ["areas"]
    found = [each.whole()[:90] for each, anew in zip(one.areas, other.areas, strict=True) if each != anew]
    return found + ["around"] * ((one.ways, one.signs, one.abouts) != (other.ways, other.signs, other.abouts))


def positions(game: Game, chance: random.Random) -> Iterator[State]:
    """Positions of a random game; after some of them come earlier ones again, as when a choice is taken back."""
    state, found = rw.start(game, seats=game.blueprint.min_seats, seed=chance.randrange(1000)), 0
    before = [rw.clone(state)]
    while (asked := rw.decision(game, state)) is not None and found < POSITIONS:
        yield state
        found += 1
        before.append(rw.clone(state))
        if chance.random() < 0.2:
            yield chance.choice(before[-4:])
        for _ in range(chance.choice((1, 1, 1, 7))):
            if (asked := rw.decision(game, state)) is not None:
                rw.step(game, state, chance.choice(asked.options))
    yield state


def test_a_page_shows_the_same_as_one_that_has_shown_nothing_before() -> None:
    live = live_table(rw.load_game("skymines"), ("human", "random"), 3)
    chance = random.Random(5)
    for click in range(10):
        while not (live.may_choose(0) or live.must_confirm(0)):
            live.bots_choose(20)
        if live.must_confirm(0):
            live.confirm(0)
        elif 0 in live.drafts and live.drafts[0].moments and chance.random() < 0.2:
            live.undo(0)
        else:
            live.choose(0, chance.choice(list(offered(live.game, live.state_for(0)))))
        state = live.state_for(0)
        asked = asked_of(live.game, state, 0, "en") if live.may_choose(0) else None
        foreseen = live.foreseen(0) if asked is not None else ()
        signs = signs_of(plates_of(live, state, 0, "en", now=True), "en")
        anew = picture(live.game, state, 0, asked, "en", foreseen, signs=signs)
        assert apart(sight_of(live, 0, "en").picture, anew) == [], click
