"""What a seat is shown of a table, and nothing else of how it lies there."""

from __future__ import annotations

from rulewright.core.run.steps import unstarted
from rulewright.observe.sight.view import view_of
from tests.reference.games import both_of

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
zones:
  - {id: row, title: {en: Row}, holds: card, visible: all, start: "true"}
  - {id: pile, title: {en: Pile}, holds: card, order: stack, visible: all}
procedures:
  - {id: play, does: "choose:\\n  one: nothing\\n  two: nothing"}
components:
  - {id: ace, kind: card, title: {en: Ace}}
  - {id: king, kind: card, title: {en: King}}
"""


def test_the_order_of_what_has_none_is_not_shown() -> None:
    game = both_of(CONTENT, 2, 2).game
    row = next(each.base for each in game.blueprint.families if each.id == "row")
    state = unstarted(game, seats=2, seed=1)
    other = [*state]
    other[row] = state[row][::-1]
    assert other[row] != state[row]
    assert view_of(game, other, 0) == view_of(game, state, 0)


def test_a_piece_says_for_which_seat_it_was_printed() -> None:
    own = CONTENT + "  - {id: pawn, kind: card, each_seat: true, title: {en: Pawn}}\n"
    own += "  - {id: knave, kind: card, each_seat: true, copies: 2, title: {en: Knave}}\n"
    game = both_of(own, 2, 2).game
    state = unstarted(game, seats=2, seed=1)
    seen = view_of(game, state, 0).zones["row"][()]
    assert sorted(filter(None, seen)) == [
        "ace", "king", "knave.1@1", "knave.1@2", "knave.2@1", "knave.2@2", "pawn@1", "pawn@2"
    ]  # fmt: skip
    assert sorted(filter(None, seen)) == sorted(piece.key for piece in game.blueprint.pieces)


def test_the_order_of_a_stack_is() -> None:
    game = both_of(CONTENT, 2, 2).game
    row, pile = (next(each.base for each in game.blueprint.families if each.id == name) for name in ("row", "pile"))
    state = unstarted(game, seats=2, seed=1)
    cards = state[row]
    found = []
    for order in (cards, cards[::-1]):
        other = [*state]
        other[row], other[pile] = (), order
        found.append(view_of(game, other, 0))
    assert found[0] != found[1]
