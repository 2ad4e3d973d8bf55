"""A pile that another one refills: it is shuffled in when more is drawn than there is, and not before."""

from __future__ import annotations

import pytest

from rulewright.core.run.steps import start
from tests.reference.games import both_of

_WORLD = """\
kind: content
kinds:
  - {{id: card, title: {{en: Card}}}}
components:
  - {{id: fresh, kind: card, copies: 2, title: {{en: Fresh}}, source: {{doc: DOC, place: a}}}}
  - {{id: played, kind: card, copies: 3, title: {{en: Played}}, source: {{doc: DOC, place: a}}}}
zones:
  - {{id: deck, holds: card, visible: none, start: it.design is fresh, refill: discard}}
  - {{id: discard, holds: card, visible: all, start: it.design is played}}
  - {{id: hand, holds: card, visible: all}}
procedures:
  - {{id: play, does: "{does}"}}
"""


_DONE = "counters:\n  - {id: done, min: 0, max: 1}\nprocedures:"


@pytest.mark.parametrize(
    ("does", "left"),
    [("draw 1 from deck to hand", (1, 3, 1)), ("draw 2 from deck to hand", (0, 3, 2)),
     ("draw 3 from deck to hand", (2, 0, 3)), ("draw 9 from deck to hand", (0, 0, 5)),
     ("draw 2 from deck to hand; draw 0 from deck to hand", (0, 3, 2)),
     ("draw 2 from deck to hand; draw 1 from deck to hand", (2, 0, 3)),
     ("move discard to hand; draw 4 from deck to hand", (0, 0, 5))],
)  # fmt: skip
def test_it_is_refilled_when_more_is_drawn_than_there_is(does: str, left: tuple[int, int, int]) -> None:
    game = both_of(_WORLD.format(does=does)).game
    state = start(game, seats=2, seed=1)
    at = {each.id: each.base for each in game.blueprint.families}
    assert tuple(len(state[at[name]]) for name in ("deck", "discard", "hand")) == left


def test_what_comes_back_is_shuffled() -> None:
    game = both_of(_WORLD.format(does="draw 3 from deck to hand")).game
    base = next(each.base for each in game.blueprint.families if each.id == "hand")
    assert len({start(game, seats=2, seed=seed)[base] for seed in range(20)}) > 1


@pytest.mark.parametrize(
    ("does", "left"),
    [("draw 3 from deck to hand", (1, 1, 3)), ("draw 9 from deck to hand", (0, 1, 4)),
     ("move discard to hand; move top(deck) to discard; draw 4 from deck to hand", (0, 1, 4))],
)  # fmt: skip
def test_the_top_of_the_other_pile_may_stay(does: str, left: tuple[int, int, int]) -> None:
    kept = _WORLD.replace("refill: discard", "refill: discard, keeps_top: true")
    does = f"let kept = top(discard); {does}; require top(discard) is kept" if "move" not in does else does
    both = both_of(kept.format(does=f"{does}; gain 1 done").replace("procedures:", _DONE))
    state = start(both.game, seats=2, seed=1)
    at = {each.id: each.base for each in both.game.blueprint.families}
    assert tuple(len(state[at[name]]) for name in ("deck", "discard", "hand")) == left
    assert state[at["done"]] == 1
