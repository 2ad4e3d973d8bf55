"""Amounts whose ranges are known when they are compiled: worth the same in the reference, in Python and natively."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import Game
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import unstarted
from tests.reference.games import Both, both_of, build_small
from tests.reference.native import Native, Trapped, native_of
from tests.reference.values import Moment, value

FAR = 2**29
"""So far that a product of two that are eight times as far comes out as 0 where it is not looked at."""
AMOUNTS = {
    "a quotient of what may be below nothing": "deep / 3",
    "a remainder of what may be below nothing": "deep % 3",
    "a quotient of what is not": "high / 3",
    "a quotient by a counter": "deep / (high + 1)",
    "a product that always fits": "far_1 * deep",
    "a product that may run over": "(far_1 * 8) * (far_2 * 8)",
    "a sum of products": "far_1 * far_2 * 64 + high",
    "the highest": "highest(card.rank + deep for card in row)",
    "the lowest": "lowest(card.rank + deep for card in row)",
    "the highest of some": "highest(card.rank * deep for card in row where card.rank > 1)",
    "the lowest of none": "lowest(card.rank for card in row where card.rank > 9)",
    "a sum": "sum(card.rank * deep for card in row)",
    "how many": "count(card in row where card.rank + deep > 0)",
    "whether any": "1 if any(card in row where card.rank + deep = 3) else 0",
    "whether every": "1 if every(card in row where card.rank + deep > 0) else 0",
    "whether none": "1 if none(card in row where card.rank + deep > 0) else 0",
}
CONTENT = """\
kind: content
kinds:
  - {id: card, title: {en: Card}, fields: {rank: {type: number, default: 0, about: Its rank}}}
counters:
  - {id: deep, min: -9, max: 9}
  - {id: high, min: 0, max: 9}
  - {id: far_1, min: 0, max: 1000000000}
  - {id: far_2, min: 0, max: 1000000000}
zones:
  - {id: row, title: {en: Row}, holds: card, visible: all, start: "true"}
procedures:
  - {id: play, does: "choose:\\n  one: nothing\\n  two: nothing"}
components:
  - {id: low, kind: card, rank: 1, title: {en: Low}, copies: 2}
  - {id: mid, kind: card, rank: 3, title: {en: Mid}}
  - {id: top, kind: card, rank: 5, title: {en: Top}}
quantities:
""" + "".join(f'  - {{id: q{number}, amount: "{amount}"}}\n' for number, amount in enumerate(AMOUNTS.values()))


@pytest.fixture(scope="module")
def everywhere() -> tuple[Both, Native]:
    made = build_small(CONTENT, 1, 1)
    assert made.compiled is not None, made.diagnostics
    return both_of(CONTENT, 1, 1), native_of(Lowered(made.compiled.program), made.compiled.blueprint)


def tables(game: Game) -> list[list[int]]:
    """Tables at which the counters stand at their ends and between them."""
    chance, found = random.Random(4), []
    bases = {each.id: each.base for each in game.blueprint.families}
    for deep in range(-9, 10):
        state = unstarted(game, seats=1, seed=1)
        state[bases["deep"]], state[bases["high"]] = deep, chance.randint(0, 9)
        for name in ("far_1", "far_2"):
            state[bases[name]] = FAR if deep == 0 else chance.choice((0, 1, chance.randint(0, FAR)))
        found.append(state)
    return found


@pytest.mark.parametrize("name", AMOUNTS)
def test_an_amount_is_worth_the_same_everywhere(name: str, everywhere: tuple[Both, Native]) -> None:
    both, native = everywhere
    number, program = [*AMOUNTS].index(name), both.evaluator.program
    for state in tables(both.game):
        amount, moment = program.quantities[number].amount, Moment(program, state, {})
        wanted = worth(lambda: value(moment, amount))  # noqa: B023 - called at once
        assert worth(lambda: both.game.plain.quantities[number](state, 0)) == wanted  # noqa: B023 - called at once
        native.write(state)
        assert worth(lambda: native.value(number, 0)) == wanted


def worth(amount: Callable[[], int]) -> int | None:
    """A number, None where it lies outside what a number may be."""
    try:
        return int(amount())
    except (LimitReached, Trapped):
        return None
