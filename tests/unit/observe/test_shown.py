"""Pieces that are shown once: who is told, who remembers and how long, and what nobody may take back."""

from __future__ import annotations

from rulewright.core.model.events import Event
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from rulewright.play.session.reading import Peek, step_watched
from tests.reference.games import both_of

_GAME = """\
kind: content
kinds: [{id: card, title: {en: Card}, fields: {worth: {type: number}}}]
components:
  - {id: "card_{worth}", kind: card, each: {worth: 1..9}, title: {en: "Card {worth}"}, worth: "{worth}"}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: bin, title: {en: Bin}, holds: card, visible: all}
procedures:
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 2 from deck to s.hand
      repeat 9: ask seat(1): turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        one: show first(c in hand) to seat(2)
        whole: show hand to others
        peek: show top(deck) to me
        take: draw 1 from deck to hand
        drop: move first(c in hand) to bin
        mix: shuffle deck
        nobody: show first(c in bin) to others; show top(deck) to none
"""


def _begun(seats: int = 3) -> tuple[Game, State, list[Knowledge]]:
    game = both_of(_GAME, 2, 3).game
    state = start(game, seats=seats, seed=6)
    return game, state, [Knowledge.of_table(game, state, seat) for seat in range(seats)]


def _code(game: Game, state: State, label: str) -> int:
    labels = game.blueprint.sites[0].labels
    return next(code for code in state[OPTIONS] if labels[code] == label)


def _choose(game: Game, state: State, label: str, known: list[Knowledge]) -> list[Event]:
    build = traced_build(game)
    assert build.events is not None
    build.events.clear()
    step(game, state, _code(game, state, label), build=build)
    for each in known:
        each.observe(build.events)
    return build.events


def _held(game: Game, state: State, name: str) -> tuple[int, ...]:
    held: tuple[int, ...] = state[next(each.base for each in game.blueprint.families if each.id == name)]
    return held


def test_who_is_shown_a_piece_reads_what_it_is_and_all_read_that_it_was_shown() -> None:
    game, state, known = _begun()
    shown = _held(game, state, "hand")
    titles = [f"Card {game.blueprint.pieces[each].design[-1]}" for each in shown]
    events = _choose(game, state, "one", known)
    lines = [list(sentences(game, events, seat)) for seat in range(3)]
    assert lines[1] == [f"seat 1: Hand is shown to seat 2: {titles[0]}"] == lines[0]
    assert lines[2] == ["seat 1: Hand is shown to seat 2: Card"]
    assert [each.knows(shown[0]) for each in known] == [True, True, False]
    assert view_of(game, state, 1).zones["hand"]["seat 1",] == ("?", "?"), "what is shown once is not seen afterwards"
    (line,) = sentences(game, _choose(game, state, "whole", known), 2)
    assert line.startswith("seat 1: Hand is shown to seat 2, seat 3: ")
    assert [title for title in titles if title not in line] == []
    assert [piece for piece in shown if not known[2].knows(piece)] == []


def test_it_is_remembered_until_it_may_be_another_one() -> None:
    game, state, known = _begun()
    shown = _held(game, state, "hand")
    _choose(game, state, "whole", known)
    _choose(game, state, "take", known)
    assert [known[1].knows(piece) for piece in shown] == [False, False], "one of three may be the new one"
    top = _held(game, state, "deck")[-1]
    _choose(game, state, "peek", known)
    assert [each.knows(top) for each in known] == [True, False, False]
    _choose(game, state, "mix", known)
    assert not known[0].knows(top)


def test_nothing_is_shown_where_there_is_nothing_or_nobody() -> None:
    game, state, known = _begun()
    assert _choose(game, state, "nobody", known) == []


def test_what_was_shown_to_a_seat_cannot_be_taken_back_by_it() -> None:
    game, state, _ = _begun()
    build = traced_build(game)
    assert step_watched(game, build, state[:], _code(game, state, "peek"), [0]).read is Peek.HIDDEN
    assert step_watched(game, build, state[:], _code(game, state, "one"), [0]).read is Peek.NOTHING
