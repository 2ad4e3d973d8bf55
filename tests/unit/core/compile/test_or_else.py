"""`A or else B` is B where something that A needs is not there, and catches nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import render
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import start
from rulewright.observe.words.reasons import reason_line
from rulewright.play.session.questions import why_not
from tests.reference.agreement import disagreement
from tests.reference.games import both_of, build_small
from tests.unit.core.compile.small_games import begun, faults_of, game_of, value

WORLD = """\
kind: content
enumerations:
  - {id: hue, values: [amber, teal]}
kinds:
  - id: shell
    title: {en: Shell}
    faces: [shut, open]
    fields:
      weight: {type: number, default: 1}
      hue: {type: hue, optional: true}
      rings: {type: list, of: number}
      worth: {type: amount, optional: true}
components:
  - {id: conch, kind: shell, title: {en: Conch}, copies: 2, weight: 7, hue: teal, rings: [4, 5], worth: weight_of_net}
  - {id: whelk, kind: shell, title: {en: Whelk}, copies: 2, weight: 3, rings: []}
counters:
  - {id: coin, per: [seat], min: -99, max: 1000}
  - {id: tide, min: 0, max: 9}
  - {id: toll, per: [1..3], min: 0, max: 9, start: 6}
markers:
  - {id: host, "on": seat}
  - {id: shade, "on": hue}
zones:
  - {id: sea, holds: shell, visible: all, start: "true"}
  - {id: net, holds: shell, visible: all}
  - {id: shelf, holds: shell, visible: all, spaces: 3}
quantities:
  - {id: weight_of_net, amount: top(net).weight}
  - {id: weight_of, takes: {s: shell_piece}, amount: s.weight}
  - {id: coin_of, takes: {s: seat}, amount: s.coin}
procedures:
  - id: play
    does: |
      set coin to %s
      choose: {one: nothing, two: nothing}
"""
VALUES = {
    "top(net).weight or else -5": -5,
    "top(sea).weight or else -5": 3,
    "conch.rings[1] or else 8": 5,
    "conch.rings[2] or else 8": 8,
    "conch.rings[tide - 1] or else 8": 8,
    "toll[tide] or else 8": 8,
    "toll[tide + 1] or else 8": 6,
    "6 / tide or else 8": 8,
    "7 % (tide + 4) or else 8": 3,
    "host.coin or else 8": 8,
    "10 + 6 / tide or else 8": 8,
    "10 + (6 / tide or else 8)": 18,
    "toll[4 / tide] or else toll[top(net).weight] or else 2": 2,
    "toll[6 / tide or else 2] or else 8": 6,
    "(toll[6 / tide or else 0] or else 8) + 1": 9,
    "sum(6 / x or else 9 for x in 0..2)": 18,
    "sum(x for x in 1..(6 / tide or else 3))": 6,
    "1 if (top(net).open or else true) else 2": 1,
    "1 if (top(sea).open or else true) else 2": 2,
    "1 if ((exists(host) and host.coin > 0) or else true) else 2": 2,
    "1 if ((tide > 9 or host.coin = 0) or else false) else 2": 2,
    "1 if ((tide = 0 or host.coin > 0) or else false) else 2": 1,
    "(host.coin if exists(host) else 3) or else 4": 3,
    "(host.coin if tide = 0 else 3) or else 4": 4,
    "sum(s.weight for s in sea where s is (top(net) or else top(sea)))": 3,
    "first(s in sea where s.weight > 9).weight or else 6": 6,
    "first(s in sea where s.weight > 5).weight or else 6": 7,
    "1 if (shade or else teal) is teal else 2": 1,
    "1 if (top(sea).hue or else amber) is amber else 2": 1,
    "1 if (top(net).hue or else teal) is teal else 2": 1,
    "coin_of(host or else me)": 0,
    "weight_of(shelf[2] or else conch)": 7,
    "size(shelf[tide]) or else 8": 8,
    "size((x in (shelf[top(net).weight] or else sea)))": 4,
}
MODULE = WORLD.replace("choose: {one: nothing, two: nothing}", "choose:\n        one: nothing\n        two: nothing")


@pytest.mark.parametrize("amount", VALUES)
def test_it_is_one_or_the_other(amount: str) -> None:
    content = MODULE % amount
    game = build_small(content).game()
    assert value(game, begun(game), "coin") == VALUES[amount]
    assert not disagreement(both_of(content), 1)


@pytest.mark.parametrize(
    ("amount", "stops"),
    {
        "weight_of_net or else 1": "is read from none",
        "conch.worth or else 1": "is read from none",
        "sum(6 / x for x in 0..2) or else 1": "a division by 0",
        "(first(x in sea by most 6 / tide).weight) or else 1": "a division by 0",
        "tide or else top(net).weight": "",
        "host.coin or else top(net).weight": "is read from none",
        "sum(1 for x in 0..20000) or else 1": "range",
    }.items(),
)
def test_nothing_else_is_caught(amount: str, stops: str) -> None:
    content = MODULE % amount
    game = build_small(content).game()
    if stops:
        with pytest.raises(LimitReached, match=stops):
            begun(game)
    else:
        begun(game)
    assert not disagreement(both_of(content), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("set coin to 3 or else true", "the two values have different types: a number and true or false"),
        ("if coin / tide or else 0 > 1: stop", "write (coin / tide or else 0) > 1"),
        ("if 1 < coin / tide or else 0: stop", "write 1 < (coin / tide or else 0)"),
        ("set coin to 1 if coin / tide > 1 or else true else 2", "in parentheses: (A or else B)"),
        ("gain coin / tide or else 1 coin", "in parentheses"),
        ("let t = top(deck) or else me", "this is a seat, not a card piece"),
        ("let t = deck or else others", "the two sets hold different things"),
        ("set coin to coin / 0 or else 1", "division by 0"),
        ("set coin to nix or else 1", "nothing here is named 'nix'"),
    ],
)
def test_a_mistake_in_it_is_told(tmp_path: Path, text: str, words: str) -> None:
    told = "\n".join(map(render, faults_of(tmp_path, text)))
    assert words in told


def test_why_an_option_is_not_open_shows_what_was_taken(tmp_path: Path) -> None:
    text = "choose:\n  asked: require (top(hand).cost or else 2) > 5\n  one: nothing\n  two: nothing"
    game = game_of(tmp_path, text)
    build = traced_build(game)
    why = why_not(game, build, start(game, seats=1, seed=1), "asked")
    assert why is not None
    assert "'(top(hand).cost or else 2) > 5 - top(hand).cost or else 2 2, top(hand) none'" in reason_line(why)
