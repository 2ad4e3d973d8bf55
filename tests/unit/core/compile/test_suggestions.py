"""A name that means nothing, or a value of the wrong type, is met with what may be meant there."""

from __future__ import annotations

import pytest

from rulewright.core.diagnostics import Diagnostic
from tests.errors.rulesets.skeleton import build_with

MORE = """\
kind: content
components:
  - {id: wooden, kind: pier, title: {en: C}, source: {doc: DOC, place: c}}
  - {id: case, kind: chest, good: wood, title: {en: C}, source: {doc: DOC, place: c}}
markers:
  - {id: paid, on: good}
zones:
  - {id: bay, holds: card, spaces: 1, visible: all}
  - {id: shed, holds: chest, visible: all}
kinds:
  - {id: chest, title: {en: T}, fields: {good: {type: good, optional: true}}}
procedures:
"""

CASES = (
    ("for each s in seats: gain 1 s.coin", "did you mean 'seat'?"),
    ("if paid = wod: stop", "did you mean 'wood'?"),
    ("set paid to woode", "did you mean 'wood'?"),
    ("if boat.pays_in = stone: stop", "a good is expected here: clay, iron, paid, wood"),
    ("draw 1 from deck to bey", "did you mean 'bay'?"),
    ("shuffle pond", "a zone is expected here: bay, deck, docks, hand, quay, shed"),
    ("let c = top(deck)\nif cost > 2: stop", "did you mean 'c.cost'?"),
    ("if any(c in chest where good = wood): stop", "did you mean 'c.good'?"),
    ("if not paid: stop", "exists(paid)"),
    ("if coin: stop", "compare it, such as coin > 0"),
    ("if coin = 1 or 2: stop", "write the whole test, such as x = 2"),
    ("if paid = wood or clay: stop", "write the whole test, such as x = clay"),
    ("if hand: stop", "exists(hand)"),
    ("if hand = 0: stop", "size(hand)"),
    ("if hand is empty: stop", "not exists(ZONE)"),
    ("if hand.cost > 2: stop", "top(hand).cost"),
    ("if hand.size > 2: stop", "write size(hand)"),
    ("gain hand coin", "size(hand)"),
    ("gain (coin > 2) coin", "(1 if coin > 2 else 0)"),
    ("set leader to 1", "seat(1)"),
    ("if leader = 1: stop", "seat(1)"),
    ("if coin = leader: stop", "leader.number"),
    ("flip hand down", "one is top(hand)"),
    ("move 3 to deck", "draw 3 from PILE to OTHER_PILE"),
    ("move card to deck", "pick card from ZONE"),
    ("move cards to deck", "a card piece is expected here"),
    ("draw 1 from deck to bay", "move top(deck) to bay"),
    ("draw 1 from deck to quay", "move top(deck) to quay[1]"),
    ("move top(deck) to quay", "quay[1]"),
    ("shuffle top(deck)", "the zone itself is deck"),
    ("flip top(deck) face_up", "its faces are up, down"),
    ("flip north up", "the kind 'pier' has no faces"),
    ("set top(deck).cost to 3", "printed values cannot change"),
    ("set hand to deck", "'hand' is a zone; move or draw pieces to it"),
    ("gain 1 wealth", "'wealth' is computed"),
    ("gain 1 pace", "'pace' is a setting"),
    ("let x = 3\ngain 1 x", "set x to VALUE"),
    ("for each x in coin: stop", "1..coin"),
    ("ask all: stop", "'ask each:'"),
    ("ask player: stop", "'me'"),
    ("gain one coin", "numbers are written in digits"),
    ("set leader to next(leader)", "left(s)"),
    ("if len(hand) > 2: stop", "size(ZONE)"),
    ("if all(c in hand where c.cost > 2): stop", "every(x in SET where TEST)"),
    ("if any(c.cost > 2 for c in hand): stop", "any(c in hand where c.cost > 2)"),
    ("if first(hand) is boat: stop", "write first(NAME in SET"),
    ("for each n in range(1, 5): stop", "1..5"),
    ("deal 3", "write draw 3 from deck to hand"),
    ("coin 3", "'coin' is a counter"),
    ("wealth", "'wealth' is a computed value"),
    ("do refill", "a procedure runs by its name alone: refill"),
    ("do boat.cost", "its effects are bonus, reward"),
    ("if boat.owner is me: stop", "a piece such as top(ZONE) has 'owner'"),
    ("set paid to boat", "what is printed on it: boat.pays_in"),
    ("gain top(deck) coin", "what is printed on it: top(deck).cost"),
    ("for each s in seat: draw 1 from deck to s", "s.hand"),
    ("flip deck down", "one is top(deck)"),
    ("do hand.reward", "each of them: for each x in hand: EFFECT"),
    ("if any(boat in hand): stop", "any(x in SET where x is boat)"),
    ("if any(c in hand where c.name = boat): stop", "x is ID"),
    ("if hand.count = 3: stop", "write size(hand)"),
    ("if stock > 2: stop", "such as stock[wood]"),
    ("gain 1 wood", "such as stock[wood]"),
    ("if coin(me) > 3: stop", "write me.coin"),
    ("if pace = fast: stop", "a number is expected here"),
    ("for each p in pieces: stop", "write pieces(KIND)"),
    ("set paid to good", "write one of wood, clay, iron"),
    ("set leader to leader.next", "left(s)"),
    ("shuffle all", "a zone is expected here"),
    ("draw 1 from deck to shed", "one holds card, the other chest"),
    ("if coin = none: stop", "only a marker or another reference to a thing can be none"),
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Diagnostic]:
    """What is said first about each of the cases."""
    text, places = MORE, {}
    for number, (effect, _) in enumerate(CASES):
        text += f"  - id: wrong_{number}\n    does: |\n"
        places[effect] = text.count("\n") + 1
        text += "".join(f"      {line}\n" for line in effect.split("\n"))
    built = build_with(tmp_path_factory.mktemp("meant"), text)
    said = [each for each in built.diagnostics if each.span.file.endswith("wrong.yaml")]
    return {
        effect: next(each for each in said if line <= each.span.line <= line + effect.count("\n"))
        for effect, line in places.items()
    }


@pytest.mark.parametrize(("effect", "hint"), CASES, ids=[effect.split("\n")[-1] for effect, _ in CASES])
def test_what_is_meant(found: dict[str, Diagnostic], effect: str, hint: str) -> None:
    assert hint in found[effect].hint


def test_a_name_of_the_type_that_is_wanted_comes_first(found: dict[str, Diagnostic]) -> None:
    suggestion = found["set paid to woode"].suggestion
    assert suggestion is not None
    assert suggestion.names == ("wood",)
