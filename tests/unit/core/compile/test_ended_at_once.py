"""Who ends the game in an `ask each` waits until all have acted, though nobody is asked anything."""

from __future__ import annotations

import pytest

from rulewright.core.run.steps import is_over, start
from tests.reference.games import build_small
from tests.reference.lockstep import parting, small_pair
from tests.unit.core.compile.small_games import value

CONTENT = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 1}
  - {id: pot, min: 0, max: 99}
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
procedures:
  - id: play
    does: |
      ask each:
        ENDS
      gain 50 pot
  - {id: done, does: gain 1 pot; end game}
"""


@pytest.mark.parametrize(
    ("ends", "pot"),
    [
        ("gain 1 pot; end game", 4),
        ("done", 1),  # a call that may end the game waits as a whole
        ("gain 1 pot; if me is seat(2): end game", 4),
        ("gain 1 pot; end game won by me", 4),
        ("end game for me; gain 1 pot", 54),
        ("gain 1 pot; if coin > 1: end game", 54),
    ],
)
def test_all_act_before_the_game_ends(ends: str, pot: int) -> None:
    content = CONTENT.replace("ENDS", ends.replace("; if", "\n        if"))
    game = build_small(content).game()
    state = start(game, seats=4, seed=1)
    assert (is_over(state), value(game, state, "pot")) == (True, pot)
    assert parting(small_pair(content), 0, most=50, walks=True) == ""
