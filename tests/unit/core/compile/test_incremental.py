"""A game of which one text is exchanged: whatever calls that text makes room for what it keeps now."""

from __future__ import annotations

import random

from rulewright.author.testing.mutation.mutable_texts import texts_of
from rulewright.core.compile.incremental import ChangedGame, build_incrementally, with_trees
from rulewright.core.language.parse import parse_effect
from rulewright.core.model.layout import OPTIONS
from rulewright.core.run.steps import is_over, start, step
from tests.reference.games import build_small

_WORLD = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 99}
procedures:
  - id: play
    does: |
      repeat 2:
        earn
  - id: earn
    does: |
      choose:
        one: gain 1 coin
        two: gain 2 coin
"""
_LONGER = """\
let a = coin + 1
let b = a + coin
let c = b + a
choose:
  one: gain (a + b + c) coin
  two: gain 2 coin
"""


def test_a_text_may_keep_more_than_the_one_in_its_place() -> None:
    built = build_small(_WORLD)
    assert built.compiled is not None
    text, unit = next(each for each in texts_of(built) if each[0].entry == "earn")
    tree = parse_effect(_LONGER)
    changed = with_trees(build_incrementally(built.compiled), unit, {text.scalar.span: tree})
    assert isinstance(changed, ChangedGame)
    written = "".join(f"      {line}\n" for line in _LONGER.splitlines())
    whole = build_small(_WORLD[: _WORLD.index("      choose:")] + written)
    games = changed.game, whole.game()
    states = [start(game, seats=2, seed=1) for game in games]
    chance = random.Random(1)
    while not is_over(states[0]):
        assert states[0][OPTIONS] == states[1][OPTIONS]
        code = chance.choice(states[0][OPTIONS])
        for game, state in zip(games, states, strict=True):
            step(game, state, code)
    coins = [state[game.blueprint.families[0].base] for game, state in zip(games, states, strict=True)]
    assert coins[0] == coins[1]
