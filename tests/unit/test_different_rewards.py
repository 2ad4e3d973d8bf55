"""Two different ones of several, as docs/how-to/hard-problems.md writes it: what is offered, and what comes of it."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.core.run.steps import start, step
from rulewright.play.records.replay import offered
from tests.reference.games import both_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "hard-problems.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## Two different ones of several")[1].split("\n## ")[0]
KINDS, AFTER_ANOTHER = re.findall(r"(?:^    .*\n|^\n(?=    ))+", SECTION, re.M)
WORLD = """\
kind: content
reasons:
  - {id: ours, text: A game of our own}
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: COINS}
  - {id: points, per: [seat], min: 0, max: 9}
"""
PLAY = """\
  - play(): "ask seat(1): take_rewards"
"""
TOGETHER, ONE_BY_ONE = KINDS, KINDS[: KINDS.index("    procedures:")] + AFTER_ANOTHER.lstrip("\n")


def after(page: str, coins: int, *chosen: str) -> tuple[list[str], list[int]]:
    """Return what is offered once some have been chosen, and the coins and points by then."""
    text = WORLD.replace("COINS", str(coins)) + re.sub(r"^    ", "", page.strip("\n"), flags=re.M) + "\n" + PLAY
    game = both_of(text).game
    state = start(game, seats=2, seed=1)
    for key in chosen:
        step(game, state, offered(game, state)[key])
    held = {each.id: state[each.base] for each in game.blueprint.families}
    return list(offered(game, state)), [held["coin"], held["points"]]


def test_two_are_chosen_before_either_is_done() -> None:
    assert after(TOGETHER, 1) == (["rewards three_coins", "rewards two_points"], [1, 0])
    assert after(TOGETHER, 1, "rewards two_points") == ([], [0, 3])
    assert after(TOGETHER, 1, "rewards three_coins", "rewards one_point") == ([], [4, 1])
    assert after(TOGETHER, 0) == ([], [3, 1])


def test_the_first_may_pay_for_the_second_which_is_another() -> None:
    assert after(ONE_BY_ONE, 0) == (["three_coins", "one_point"], [0, 0])
    assert after(ONE_BY_ONE, 0, "three_coins") == (["two_points", "one_point"], [3, 0])
    assert after(ONE_BY_ONE, 0, "three_coins", "two_points") == ([], [2, 2])
