"""Several picked at once, and guards after them: exactly the sets that pass can be picked, by whoever plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from rulewright.core.bind.tables import MOST_SETS
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, OPTIONS
from rulewright.core.run.steps import start, step
from rulewright.observe.naming import option_key
from tests.reference.games import both_of
from tests.reference.lockstep import parting, small_pair

_GAME = """\
kind: content
kinds:
  - id: card
    title: {{en: Card}}
    fields: {{cost: {{type: number, about: Its price}}, colour: {{type: number, about: Its colour}}}}
components:
{cards}
zones:
  - {{id: hand, holds: card, visible: all, start: "true"}}
  - {{id: taken, holds: card, visible: all}}
  - {{id: kept, holds: card, visible: all}}
counters:
  - {{id: coin, min: 0, max: 99, start: 5}}
  - {{id: done_with, min: 0, max: 9}}
procedures:
  - id: play
    does: |
      if possible(turn): set done_with to done_with + 1
      choose:
        take_them: turn
        pass: nothing
      set done_with to done_with + 2
  - id: turn
    does: |
      {pick}
      {guards}
      move cs to taken
  - id: spend
    takes: {{price: number}}
    does: pay price coin
  - id: second
    does: |
      pick 2 more_cards from hand
      require sum(c.cost for c in more_cards) > 100
"""
N = 5
Cards = tuple[int, ...]


def cost(card: int) -> int:
    return card + 1


def content(pick: str, guards: str, n: int = N) -> str:
    cards = "\n".join(
        f"  - {{id: c{number}, kind: card, cost: {cost(number)}, colour: {number % 2}, title: {{en: Card}},"
        " source: {doc: DOC, place: a}}"
        for number in range(n)
    )
    return _GAME.format(cards=cards, pick=pick, guards=guards.replace("\n", "\n      "))


def total(cards: Cards) -> int:
    return sum(map(cost, cards))


PICKS: dict[str, range] = {
    "pick 2 cs from hand": range(2, 3), "pick 1..3 cs from hand": range(1, 4), "pick up to 3 cs from hand": range(4),
    "pick any cs from hand": range(6), "pick 3 cs from hand distinct by c_.cost": range(3, 4),
}  # fmt: skip
GUARDS: dict[str, Callable[[Cards], bool]] = {
    "require sum(c.cost for c in cs) = 7": lambda cards: total(cards) == 7,
    "require sum(c.cost for c in cs) = 99": lambda cards: False,
    "require size(cs) = 2 and none(c in cs where any(d in cs where c.colour != d.colour))":
        lambda cards: len(cards) == 2 and len({each % 2 for each in cards}) == 1,
    "pay sum(c.cost for c in cs) coin": lambda cards: total(cards) <= 5,
    "pay 6 coin": lambda cards: False,
    "move cs to kept\nrequire any(c in hand where c.cost = 5) and size(hand) < 4":
        lambda cards: 4 not in cards and len(cards) > 1,
    "spend (sum(c.cost for c in cs) - 2)": lambda cards: total(cards) <= 7,
    "pick more from hand where more.cost = sum(c.cost for c in cs)": lambda cards: 1 <= total(cards) <= 5,
    "if size(cs) > 1:\n  require sum(c.cost for c in cs) > 6": lambda cards: len(cards) < 2 or total(cards) > 6,
    "gain 2 coin\nif size(cs) = 2: pay 7 coin\nelse: pay 8 coin": lambda cards: len(cards) == 2,
}  # fmt: skip


def ends(game: Game, state: State) -> list[tuple[tuple[str, ...], Cards, int]]:
    """The choices of each way to play, what was taken then, and what was noted on the way."""
    places = {each.id: each.base for each in game.blueprint.families}
    if state[FRAME] is None:
        return [((), tuple(sorted(state[places["taken"]])), state[places["done_with"]])]
    found = []
    for code in state[OPTIONS]:
        after = state[:]
        step(game, after, code)
        key = option_key(game.blueprint, state[1 + 1], code)
        found += [((key, *keys), cards, noted) for keys, cards, noted in ends(game, after)]
    return found


@pytest.mark.sampled(12)
@pytest.mark.parametrize("guards", GUARDS)
@pytest.mark.parametrize("pick", PICKS)
def test_what_can_be_picked_are_the_sets_that_pass(pick: str, guards: str) -> None:
    text = content(pick.replace("c_", "cs"), guards)
    game = both_of(text, 2).game
    wanted = [each for size in PICKS[pick] for each in combinations(range(N), size) if GUARDS[guards](each)]
    found = [(cards, noted) for keys, cards, noted in ends(game, start(game, seats=2, seed=1)) if "pass" not in keys]
    if not wanted:
        assert found == [((), 2)], "only to pass is open, which is settled"
        return
    several = "pick more" in guards
    assert {cards for cards, _ in found} == set(wanted)
    assert several or Counter(cards for cards, _ in found) == Counter(wanted)
    assert {noted for _, noted in found} == {3}
    faults = [parting(small_pair(text, 2), seed, walks=True) for seed in range(4)]
    assert faults == [""] * 4


def test_of_many_sets_it_is_seen_once_few_are_left() -> None:
    """14 of 28: more sets than are looked at, until one part after another leaves fewer."""
    n, k = 28, 14
    text = content(f"pick {k} cs from hand", "require sum(c.cost for c in cs) = 105", n)
    game = both_of(text, 2).game
    state = start(game, seats=2, seed=1)
    step(game, state, state[OPTIONS][0])
    least = []
    while state[FRAME] is not None:
        least.append(len(state[OPTIONS]))
        step(game, state, state[OPTIONS][0])
    places = {each.id: each.base for each in game.blueprint.families}
    assert tuple(sorted(state[places["taken"]])) == tuple(range(k)), least
    assert MOST_SETS == 1024
    assert parting(small_pair(text, 2), 3, walks=True) == ""


def test_looking_ends_at_the_next_pick_of_several() -> None:
    """What comes of it cannot be promised: it is not offered once it is come to."""
    text = content("pick 2 cs from hand", "second")
    game = both_of(text, 2).game
    found = {cards for keys, cards, _ in ends(game, start(game, seats=2, seed=1)) if "pass" not in keys}
    assert found == set(combinations(range(N), 2))
    assert parting(small_pair(text, 2), 3, walks=True) == ""
