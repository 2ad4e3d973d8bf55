"""Whom a sealed answer asks is as secret as the answer: to other seats, to who looks on, on pages and in vectors."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulewright.adapters.table import Layout
from rulewright.core.lower.sealed_answers import SealedAnswers
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS, OPTIONS, PARENT, PARKED, SEALED, SEAT
from rulewright.core.model.stages import SAFE, stage_of
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import _parked, clone, start
from rulewright.observe.sight.view import view_of
from rulewright.play.records.replay import offered
from rulewright.play.session.moments import ONLOOKER, Hearing, make_choice
from rulewright.table.serve.seeing import sight_of
from tests.properties.tables import has_choice
from tests.reference.games import both_of, small
from tests.reference.tables import live_table

ASKING = """\
kind: content
counters:
  - {id: coin, title: {en: Coin}, per: [seat], min: 0, max: 99, start: 5}
procedures:
  - id: play
    does: |
      repeat 2:
        ask each: secretly
  - id: secretly
    title: {en: Secretly}
    does: |
      choose:
        more: gain 1 coin
        less: lose 1 coin
        ask_last:
          ask first(s in others by most s.number): answer
          gain 1 coin
        done: nothing
  - id: answer
    title: {en: Answer}
    does: |
      choose:
        give: lose 1 coin
        keep: gain 1 coin
"""


@cache
def asking() -> Game:
    return both_of(ASKING, 3, 3).game


def answering(game: Game, state: State) -> int:
    """The seat in whose answer the decision in front stands."""
    _, frame, _, join = _parked(game, state)
    while frame[PARENT] != join:
        frame = frame[PARENT]
    return int(frame[3])


def seen(game: Game, layout: Layout, state: State, viewer: int) -> object:
    """All of a state that somebody is shown."""
    vector = layout.vectors.vector(state, viewer) if viewer >= 0 else ()
    return view_of(game, state, viewer), vector


def permuted(game: Game, seed: int, decisions: int) -> int:
    """Let the seats answer by chance; each answer under seal is exchanged for all others. How many were compared."""
    rng, build, compared = random.Random(seed), traced_build(game), 0
    state = start(game, seats=3, seed=seed, build=build)
    layout = Layout(game, 3)
    for _ in range(decisions):
        asked = {state[SEAT], *(each[0] for each in state[PARKED])}
        if state[SEALED] is not None and has_choice(game, state):
            seat, told = answering(game, state), dict[tuple[int, bool], Any]()
            for key in offered(game, state):
                after = clone(state)
                moment = make_choice(game, build, after, state[SEAT], key)
                if after[SEALED] is None or moment.opened:
                    continue
                open_ = [each[0] for each in after[PARKED] if stage_of(each[2]) == SAFE]
                is_done = seat not in {answering(game, after), *open_}
                others = {after[SEAT], *(each[0] for each in after[PARKED])} | asked | {seat}
                for viewer in (ONLOOKER, *(each for each in range(state[N_SEATS]) if each not in others)):
                    heard = Hearing(viewer).hear(game, [moment])
                    now = (seen(game, layout, after, viewer), list(heard))
                    before: tuple[Any, list[Any]] = (seen(game, layout, state, viewer), [])
                    assert now == told.setdefault((viewer, is_done), now if is_done else before), (key, seed)
                    compared += 1
        if not state[OPTIONS]:
            break
        make_choice(game, build, state, state[SEAT], rng.choice(list(offered(game, state))))
    return compared


def test_nobody_else_is_told_whom_a_sealed_answer_asks() -> None:
    assert sum(permuted(asking(), seed, 14) for seed in range(6))
    assert sum(permuted(small("together").game, seed, 30) for seed in range(3))


def test_no_page_tells_that_an_answer_asks_another_before_the_opening() -> None:
    found = []
    for key in ("done", "ask_last"):
        live = live_table(asking(), ("human",) * 3, 1)
        live.choose(0, key)
        live.confirm(0)
        assert live.asked == (1, 2)
        found.append([(sight_of(live, viewer, "en"), live.version(viewer)) for viewer in (ONLOOKER, 1)])
        for seat in (2, 1):
            live.choose(seat, "done")
            live.confirm(seat)
        assert live.asked == ((2,) if key == "ask_last" else (0, 1, 2))
    assert found[0] == found[1]


def test_whom_an_answer_asks_is_told_to_nobody_else_in_a_game_that_was_saved_before_answers_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SealedAnswers, "stage", lambda _, operation: SAFE)
    game = both_of(ASKING, 3, 3).game
    live = live_table(game, ("human",) * 3, 1)
    live.choose(0, "ask_last")
    live.confirm(0)
    assert live.asked == (1, 2), "seat 3 is asked by the answer of seat 1"
    assert live.waited_for(1) == live.waited_for(ONLOOKER) == (0, 1, 2), "the answer of seat 1 is not done"
    assert sum(permuted(game, seed, 14) for seed in range(3))
