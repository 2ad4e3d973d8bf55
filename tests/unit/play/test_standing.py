"""What an end is worth to each seat where all win or lose together, and where they do not."""

from __future__ import annotations

from rulewright.core.model.game import Game, State
from rulewright.core.run.steps import start, step
from rulewright.play.policies.standing import Standings, leads_of
from tests.reference.games import build_small

ENDS = """\
kind: content
counters:
  - {id: saved, min: 0, max: 9}
  - {id: own, per: [seat], min: 0, max: 99}
scoring:
  - {id: together, title: {en: Saved}, amount: saved + own}
procedures:
  - id: play
    does: |
      choose:
        lost_soon: gain 1 own; end game lost by seat
        lost_late: gain 7 saved; gain 1 own; end game lost by seat
        won: gain 7 saved; end game won by seat
        betrayed: gain 2 own; end game won by me
"""


def ended() -> tuple[Game, dict[str, State]]:
    game = build_small(ENDS).game()
    ends = {}
    for code, label in enumerate(game.blueprint.sites[0].labels):
        ends[label] = start(game, seats=3, seed=1)
        step(game, ends[label], code)
    return game, ends


def test_a_loss_of_all_is_the_better_the_more_points_it_leaves() -> None:
    game, ends = ended()
    standings = Standings(game)
    for state in ends.values():
        standings.worth(state)
    worth = {label: standings.worth(state) for label, state in ends.items()}
    order = sorted(("lost_soon", "lost_late", "won"), key=lambda label: worth[label][1])
    assert (order, len({worth[label][1] for label in order})) == (["lost_soon", "lost_late", "won"], 3)


def test_where_all_end_alike_points_are_no_lead_over_the_others() -> None:
    game, ends = ended()
    found = {label: leads_of(game, state) for label, state in ends.items()}
    assert found == {"lost_soon": [1, 0, 0], "lost_late": [8, 7, 7], "won": [7, 7, 7], "betrayed": [2, -2, -2]}
