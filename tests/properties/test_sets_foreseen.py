"""Several picked at once, and guards after them: exactly the sets that pass can be picked, by whoever plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from rulewright.core.bind.tables import MOST_OF_TWO, MOST_SETS
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


TWICE: dict[str, Callable[[Cards, Cards], bool]] = {
    "require sum(c.cost for c in cs) = sum(d.cost for d in ds)": lambda cs, ds: total(cs) == total(ds),
    "require none(d in ds where any(c in cs where c is d))\nlet n = sum(c.cost for c in cs)\n"
    "require sum(d.cost for d in ds) > n + 3": lambda cs, ds: not set(cs) & set(ds) and total(ds) > total(cs) + 3,
    "require sum(d.cost for d in ds) = 99": lambda cs, ds: False,
    "pay sum(c.cost for c in cs) coin\ngain 1 coin\npay sum(d.cost for d in ds) coin": lambda cs, ds: (
        total(cs) <= min(5, 6 - total(ds))
    ),
    "move cs to kept\nrequire every(d in ds where d.colour = 0) and sum(c.cost for c in cs) = 6": lambda cs, ds: (
        not any(each % 2 for each in ds) and total(cs) == 6
    ),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("guards", TWICE)
@pytest.mark.parametrize("second", ["pick 2 ds from hand", "pick up to 2 ds from hand"])
@pytest.mark.parametrize("between", ["", "gain 1 coin\nlose 1 coin\n", "if size(cs) > 1:\n  set done_with to 1\n"])
def test_two_picks_in_a_row_foresee_what_follows_both(guards: str, second: str, between: str) -> None:
    text = content("pick 2 cs from hand", f"{between}{second}\n{guards}\nmove ds to kept")
    game = both_of(text, 2).game
    firsts = list(combinations(range(N), 2))
    sizes = (2,) if second.startswith("pick 2") else (0, 1, 2)
    seconds = [each for size in sizes for each in combinations(range(N), size)]
    wanted = [one for one in firsts for other in seconds if TWICE[guards](one, other)]
    found = [keys for keys, _, _ in ends(game, start(game, seats=2, seed=1)) if "pass" not in keys]
    assert len(found) == max(1, len(wanted)), "only to pass is open, which is settled, where nothing passes"
    faults = [parting(small_pair(text, 2), seed, walks=True) for seed in range(3)]
    assert faults == [""] * 3


def test_possible_knows_what_two_picks_need() -> None:
    """A turn of which no two pairs pass cannot be done; `possible` sees it before anything is chosen."""
    for needed, noted in ((16, 1), (99, 0)):
        guards = f"pick 2 ds from hand\nrequire sum(c.cost for c in cs) + sum(d.cost for d in ds) = {needed}"
        game = both_of(content("pick 2 cs from hand", guards), 2).game
        state = start(game, seats=2, seed=1)
        places = {each.id: each.base for each in game.blueprint.families}
        assert state[places["done_with"]] == (noted if state[FRAME] is not None else 2)
        assert (state[FRAME] is not None) == bool(noted)


def test_of_more_sets_than_are_looked_at_together_only_the_next_pick_is_foreseen() -> None:
    """Any number of 7, twice: an effect that comes to a pick that no set passes ends there, whoever plays."""
    text = content("pick any cs from hand", "pick any ds from hand\nrequire size(cs) + size(ds) = 14", 7)
    game = both_of(text, 2).game
    assert MOST_OF_TWO == 64
    found = Counter(cards for keys, cards, _ in ends(game, start(game, seats=2, seed=1)) if "pass" not in keys)
    assert found[tuple(range(7))] == 1
    assert found[()] == 2**7 - 1, "nothing is taken after any other first set"


@pytest.mark.parametrize(
    "guards", ["second", "pick 1 ds from hand\npick 2 es from hand\nrequire sum(e.cost for e in es) = 99"]
)
def test_looking_ends_at_a_third_pick_of_several_and_at_one_in_a_procedure(guards: str) -> None:
    """What comes of it cannot be promised: it is not offered once it is come to."""
    text = content("pick 2 cs from hand", guards)
    game = both_of(text, 2).game
    chosen = {keys[1:3] for keys, _, _ in ends(game, start(game, seats=2, seed=1)) if "pass" not in keys}
    assert len(chosen) == len(list(combinations(range(N), 2)))
    assert parting(small_pair(text, 2), 3, walks=True) == ""
