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
