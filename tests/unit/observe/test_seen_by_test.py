"""What a test of `viewer` lets each seat see: zones, counters and markers, now and after it comes to something else."""

from __future__ import annotations

from rulewright.core.model.chance import Draws
from rulewright.core.model.events import Event
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.sight.determinize import determinizations, determinize
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.events import sentences
from rulewright.observe.words.table import table_lines
from rulewright.play.session.moments import ONLOOKER
from tests.reference.games import both_of

_GAME = """\
kind: content
kinds: [{id: card, title: {en: Card}, fields: {worth: {type: number}}}]
components:
  - {id: "card_{worth}", kind: card, each: {worth: 1..8}, title: {en: "Card {worth}"}, worth: "{worth}"}
counters:
  - {id: open, title: {en: Open}, per: [seat], min: 0, max: 1}
  - {id: purse, title: {en: Purse}, per: [seat], min: 0, max: 9, start: 3, visible: viewer is seat or seat.open > 0}
markers:
  - {id: aim, title: {en: Aim}, per: [seat], "on": seat, visible: viewer is seat or seat.open > 0}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: viewer is not seat}
  - {id: rack, title: {en: Rack}, per: [seat], holds: card, visible: viewer is seat or seat.open > 0}
quantities:
  - {id: doubled, title: {en: Doubled}, takes: {s: seat}, gives: number, amount: s.purse * 2}
table:
  - {id: line, per: [seat], line: "{seat} purse {purse} twice {doubled(seat)} aim {aim}"}
procedures:
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 1 from deck to s.hand
      for each s in seat: draw 2 from deck to s.rack
      set seat(1).aim to seat(2)
      repeat 4: for each s in seat: ask s: turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        earn: gain 2 purse
        open: set open to 1
        shut: set open to 0
        swap: move first(c in rack) to hand
"""


def _begun() -> tuple[Game, State]:
    game = both_of(_GAME, 2, 2).game
    return game, start(game, seats=2, seed=6)


def _choose(game: Game, state: State, label: str) -> list[tuple[Event, ...]]:
    """Make a choice; the events of it."""
    build = traced_build(game)
    assert build.events is not None
    build.events.clear()
    labels = game.blueprint.sites[0].labels
    step(game, state, next(code for code in state[OPTIONS] if labels[code] == label), build=build)
    return [tuple(build.events)]


def _read(game: Game, events: list[tuple[Event, ...]], seat: int | None) -> list[str]:
    return [line for each in events for line in sentences(game, each, seat)]


def test_each_seat_sees_what_the_test_says_and_whether_it_is_so_may_change() -> None:
    game, state = _begun()
    mine, theirs = ("seat 1",), ("seat 2",)
    for seat, (own, other) in enumerate(((mine, theirs), (theirs, mine))):
        seen = view_of(game, state, seat)
        assert seen.zones["hand"][own] == (HIDDEN,)
        assert HIDDEN not in seen.zones["hand"][other] + seen.zones["rack"][own]
        assert seen.zones["rack"][other] == (HIDDEN, HIDDEN)
        assert (seen.counters["purse"][own], seen.counters["purse"][other]) == (3, HIDDEN)
    assert view_of(game, state, 0).markers["aim"] == {mine: "seat 2", theirs: None}
    assert view_of(game, state, 1).markers["aim"] == {mine: HIDDEN, theirs: None}
    events = _choose(game, state, "open")
    seen = view_of(game, state, 1)
    assert HIDDEN not in seen.zones["rack"][mine]
    assert seen.counters["purse"] == {mine: 3, theirs: 3}
    assert "Purse is visible to all: 3" in "\n".join(_read(game, events, 1))
    assert [line for line in _read(game, events, 1) if "Aim" in line] == ["seat 1: Aim: seat 2"], "told as an answer"
    rack = {piece.replace("_", " ").title() for piece in view_of(game, state, 0).zones["rack"][mine] if piece}
    told = _read(game, events, 1)
    assert [line for line in told if all(piece in line for piece in rack)], told


def test_a_spectator_sees_what_every_seat_sees() -> None:
    game, state = _begun()
    seen = view_of(game, state, ONLOOKER)
    for zone in ("hand", "rack"):
        assert [held for held in seen.zones[zone].values() if set(held) != {HIDDEN}] == []
    assert set(seen.counters["purse"].values()) == {HIDDEN}
    _choose(game, state, "open")
    assert HIDDEN not in view_of(game, state, ONLOOKER).zones["rack"]["seat 1",]


def test_nobody_else_is_told_of_a_change_of_a_hidden_counter() -> None:
    game, state = _begun()
    told = [_read(game, _choose(game, state, "earn"), seat) for seat in (0,)]
    assert told == [["seat 1: Purse: 3 -> 5 (+2)"]]
    assert _read(game, _choose(game, state, "earn"), 0) == []


def test_a_table_shows_no_number_that_depends_on_a_hidden_counter() -> None:
    game, state = _begun()
    first, second = table_lines(game, state, 0)
    assert "purse 3 twice 6" in first
    assert "purse ? twice ?" in second
    assert "purse 3 twice 6 aim" in table_lines(game, state, None)[1]


def test_what_bots_imagine_does_not_depend_on_what_is_hidden() -> None:
    game, state = _begun()
    purse = next(each for each in game.blueprint.families if each.id == "purse")
    other = state[:]
    other[purse.base + 1] = 8
    for seed in range(4):
        assert determinize(game, state, 0, Draws(seed)) == determinize(game, other, 0, Draws(seed))
    assert determinizations(game, state, 0) == determinizations(game, other, 0)
    imagined = {determinize(game, state, 0, Draws(seed))[purse.base + 1] for seed in range(40)}
    assert len(imagined) > 5
    assert {determinize(game, state, 0, Draws(seed))[purse.base] for seed in range(5)} == {3}


def test_what_was_seen_while_it_was_open_is_remembered_until_nobody_can_tell() -> None:
    game, state = _begun()
    rack = next(each for each in game.blueprint.families if each.id == "rack")
    knowledge = Knowledge.of_table(game, state, 1)
    held = state[rack.base]
    assert [piece for piece in held if knowledge.knows(piece)] == []
    for label, known in (("open", 2), ("earn", 2), ("shut", 2), ("earn", 2), ("swap", 1)):
        for events in _choose(game, state, label):
            knowledge.observe(events)
        assert not knowledge.is_behind(state)
        assert sum(knowledge.knows(piece) for piece in held) == known, label


_LOOKED = """\
kind: content
kinds: [{id: card, title: {en: Card}, fields: {worth: {type: number}}}]
components:
  - {id: "card_{worth}", kind: card, each: {worth: 1..8}, title: {en: "Card {worth}"}, worth: "{worth}"}
counters:
  - {id: knows, per: [seat, seat], start: false, visible: viewer is seat}
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: role, title: {en: Role}, per: [seat], holds: card, visible: "viewer is seat or knows[viewer, seat]"}
procedures:
  - id: play
    does: |
      shuffle deck
      for each s in seat: draw 1 from deck to s.role
      repeat 2: ask each: turn
  - id: turn
    title: {en: Turn}
    does: |
      choose:
        rest: nothing
        look for s in others where not knows[me, s]: set knows[me, s] to true
"""


def test_who_secretly_sees_something_is_read_by_nobody_else() -> None:
    game = both_of(_LOOKED, 3, 3).game
    state, build = start(game, seats=3, seed=1), traced_build(game)
    for _ in range(3):
        step(game, state, state[OPTIONS][-1], build=build)
    assert build.events is not None
    told = {seat: [line for line in sentences(game, build.events, seat) if "Role" in line] for seat in (0, 1, 2)}
    looked = {seat: [lines for lines in told[seat] if f"shown to seat {seat + 1}" in lines] for seat in told}
    assert looked == told
    assert {seat: len(lines) for seat, lines in told.items()} == {0: 1, 1: 1, 2: 1}
