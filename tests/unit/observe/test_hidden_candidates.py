"""Candidates that a seat may not see: counted, not named, not parted by tests on what is hidden."""

from __future__ import annotations

import random
from functools import cache

import rulewright as rw
from rulewright.core.model.game import Build, Game, State
from rulewright.core.model.layout import FRAME, OPTIONS, SITE
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start, step
from rulewright.observe.naming import about
from rulewright.observe.sight.hiding import hidden_pieces, relabelled
from rulewright.observe.sight.offers import offers
from rulewright.observe.sight.view import view_of
from rulewright.observe.words.choices_told import chosen_event
from rulewright.observe.words.events import sentences
from rulewright.play.session.questions import closed_options, why_not
from tests.reference.games import both_of

_CONTENT = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, faces: [up, down], fields: {cost: {type: number, about: Its price}}}
counters: [{id: coin, per: [seat], min: 0, max: 9, start: 4}]
zones:
  - {id: deck, title: {en: Deck}, holds: card, order: stack, visible: none, start: "true"}
  - {id: hand, title: {en: Hand}, per: [seat], holds: card, visible: owner}
  - {id: row, title: {en: Row}, holds: card, visible: all}
  - {id: lost, title: {en: Lost}, holds: card, visible: none}
procedures:
  - id: play
    title: {en: Play}
    does: |
      shuffle deck
      draw 2 from deck to row
      let t = top(deck)
      repeat 6:
        for each s in seat:
          ask s:
            choose:
OPTIONS
              go: nothing
              rest: nothing
components:
"""
_CARDS = "\n".join(
    f"  - {{id: c{n}, kind: card, title: {{en: C{n}}}, source: {{doc: DOC, place: a}}, cost: {n}}}" for n in range(8)
)


@cache
def game_with(*options: str) -> Game:
    lines = "\n".join(f"              {each}" for each in options)
    return both_of(_CONTENT.replace("OPTIONS", lines) + _CARDS, 2, 2).game


def table(*options: str) -> tuple[Game, Build, State]:
    game = game_with(*options)
    return game, traced_build(game), start(game, seats=2, seed=3)


def closed(*options: str) -> list[tuple[str, tuple[str, ...], str]]:
    game, build, state = table(*options)
    return [(each.label, each.names, each.why.line) for each in closed_options(game, build, state, seat=0)]


def test_hidden_candidates_are_counted_and_not_parted_by_tests_on_what_is_hidden() -> None:
    told = closed("top for x in deck where x is top(deck) and x.cost > 100: move x to hand")
    assert told == [("top", ("6 x Card, face down",), "it depends on what is hidden")]


def test_hidden_candidates_that_all_fail_by_what_is_known_have_that_reason() -> None:
    assert closed("poor for x in deck: pay 9 coin; move x to hand") == [
        ("poor", ("6 x Card, face down",), "pay 9 coin - coin 4")
    ]


def test_candidates_in_sight_are_named_beside_hidden_ones() -> None:
    told = closed("dear for x in deck + row where x.cost > 100: move x to hand")
    assert [names for _, names, _ in told] == [("C2", "C7"), ("6 x Card, face down",)]


def test_who_may_see_all_is_told_all() -> None:
    game, build, state = table("poor for x in deck: pay 9 coin; move x to hand")
    (told,) = closed_options(game, build, state)
    assert len(told.names) == 6
    assert "C0" in told.names


def test_a_named_candidate_that_is_hidden_is_answered_as_all_hidden_ones() -> None:
    game, build, state = table("top for x in deck where x is top(deck) and x.cost > 100: move x to hand")
    hidden = [f"top c{n}" for n in range(8) if n not in (2, 7)]
    answers = {why_not(game, build, state, key, seat=0) for key in (*hidden, "top hidden card")}
    assert [each.line for each in answers if each is not None] == ["it depends on what is hidden"]
    assert rw.why_not(game, state, "top c0", seat=0) in answers


def test_an_option_about_hidden_pieces_is_one_offer_without_a_name() -> None:
    game, _, state = table("blind for x in deck: move x to hand")
    assert view_of(game, state, 0).options == ("blind hidden card", "go", "rest")
    assert len(view_of(game, state, None).options) == 8
    blind, go, _ = rw.offers(game, state, 0)
    assert (blind.is_hidden, blind.candidate, len(blind.codes)) == (True, -1, 6)
    assert blind.code(random.Random(1)) in blind.codes
    assert (go.key, go.codes) == ("go", (state[OPTIONS][-2],))
    assert offers(game, state, 1) == ()


def test_a_name_that_an_effect_gave_to_a_hidden_piece_is_not_told() -> None:
    game, _, state = table("take: require t.cost > 100", "blind for x in deck: move x to hand")
    hidden = hidden_pieces(game, state, 0)
    assert about(game.blueprint, state[FRAME], state[SITE], "en", hidden).startswith("Card, face down")
    assert "hidden" not in about(game.blueprint, state[FRAME], state[SITE])


def test_a_reason_does_not_tell_of_a_hidden_piece_that_an_effect_has_named() -> None:
    game, build, state = table("take: require t.cost > 100", "blind for x in deck: move x to hand")
    why = why_not(game, build, state, "take", seat=0)
    assert why is not None
    assert why.first.line == "t.cost > 100 - t.cost hidden"


def told(options: tuple[str, ...], code: int, seat: int) -> list[str]:
    game, build, state = table(*options)
    event = chosen_event(game, state, state[OPTIONS][code])
    assert build.events is not None
    step(game, state, state[OPTIONS][code], build=build)
    return list(sentences(game, [event, *build.events], seat))


def test_a_blind_choice_is_told_without_a_name_as_long_as_nobody_sees_the_piece() -> None:
    lines = told(("lose for x in deck: move x to lost",), 0, 0)
    assert lines[:2] == ["seat 1: Play: lose: Card, face down", "Card: Deck -> Lost"]


def test_what_is_settled_by_itself_is_told_without_the_name_of_a_hidden_piece() -> None:
    game, build, state = table("top:", "  pick x from deck where x is top(deck)", "  move x to lost")
    step(game, state, state[OPTIONS][0], build=build)
    settled = next(line for line in sentences(game, build.events or (), 0) if "nothing else" in line)
    assert settled == "seat 1: Play: Card, face down (nothing else was possible)"
    everything = next(line for line in sentences(game, build.events or (), None) if "nothing else" in line)
    assert "hidden" not in everything


def test_a_hidden_piece_that_is_turned_is_not_named() -> None:
    lines = told(("turn: flip top(deck) down",), 0, 0)
    assert not [line for line in lines if "turned" in line]
    assert [line for line in told(("turn: flip top(row) down",), 0, 0) if "turned" in line]


def test_changes_of_a_piece_do_not_tell_which_hidden_one_another_seat_has_chosen() -> None:
    game, build, state = table("pay_for for x in deck: gain 1 coin")
    event = chosen_event(game, state, state[OPTIONS][0])
    step(game, state, state[OPTIONS][0], build=build)
    (change,) = rw.why_changed(game, (event, *(build.events or ())), "coin", of_seat=0, seat=1)
    assert change.after == "seat 1: Play: pay for: Card, face down"


def test_pieces_in_other_places_are_named_alike_wherever_they_stand() -> None:
    game, _, state = table("blind for x in deck: move x to hand")
    one, other = sorted(hidden_pieces(game, state, 0))[:2]
    swapped = relabelled(game, state, {one: other, other: one})
    assert relabelled(game, swapped, {one: other, other: one}) == state
    assert view_of(game, swapped, 0) == view_of(game, state, 0)
    assert swapped[OPTIONS] != state[OPTIONS]
