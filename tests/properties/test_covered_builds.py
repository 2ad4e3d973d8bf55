"""Covered builds play the same games as plain ones, and count what the reference evaluator does."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulewright.core.model.layout import FRAME
from rulewright.core.pipeline import Built
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import start, step, unstarted
from rulewright.play.series.coverage import begin_covered, covered_game
from tests.reference.agreement import random_table
from tests.reference.counting import CountingEvaluator
from tests.reference.games import SMALL, build_small, built, small_text
from tests.reference.parts import parts_of
from tests.reference.random_rules import random_ruleset

COUNTED = ("statement", "branch", "option", "effect")


def play_counted(built: Built, seed: int) -> str:
    """Play one random game on the covered build and on a counting evaluator; the first thing they do not share."""
    assert built.compiled is not None
    plan = built.cover_plan()
    plain = built.game()
    game, build = covered_game(plan)
    begin_covered(build)
    evaluator = CountingEvaluator(built.compiled.program, plan.blueprint.piece_zone, parts=parts_of(plan.blueprint))
    rng = random.Random(seed)
    seats, settings = random_table(game, rng)
    try:
        state = start(game, seats=seats, seed=seed, settings=settings)
        other = start(plain, seats=seats, seed=seed, settings=settings)
        walked = unstarted(game, seats=seats, seed=seed, settings=settings)
        running = evaluator.play(walked, plan.blueprint.begins)
        asked = next(running, None)
        for _ in range(1_500):
            if state != other:
                return "the covered build is elsewhere than the plain one"
            if state[FRAME] is None or asked is None:
                break
            code = rng.choice(asked.options)
            step(game, state, code)
            step(plain, other, code)
            try:
                asked = running.send(code)
            except StopIteration:
                asked = None
    except LimitReached:
        return ""
    assert build.tally is not None
    for number, place in enumerate(plan.places):
        if place.sort in COUNTED and build.tally.ran[number] != evaluator.counts[number]:
            return f"{place.id.name}: counted {build.tally.ran[number]}, in the reference {evaluator.counts[number]}"
    return ""


@pytest.mark.parametrize("name", ["ceres", "tutorial", pytest.param("skymines", marks=pytest.mark.slow)])
def test_a_shipped_ruleset_is_counted_alike(name: str) -> None:
    assert not play_counted(built(name), 5)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_is_counted_alike(name: str) -> None:
    assert not play_counted(build_small(small_text(name)), 3)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(8))
def test_rules_that_nobody_would_write_are_counted_alike(seed: int) -> None:
    assert not play_counted(build_small(random_ruleset(seed)), seed)


ENDS_AT_ONCE = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9}
procedures:
  - {id: play, does: "ask each: finish"}
  - id: finish
    does: |
      choose:
        one: gain 1 coin
        two: gain 2 coin
      end game drawn
"""


def test_a_statement_that_the_end_came_before_is_not_counted() -> None:
    assert play_counted(build_small(ENDS_AT_ONCE, low=3), 1) == ""


PAYS_TOO_MUCH = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 2}
  - {id: heat, min: 0, max: 9}
procedures:
  - {id: play, does: "ask each: together"}
  - {id: together, does: spend}
  - id: spend
    does: |
      pay 3 coin
      for each o in others where o.coin > 1:
        choose:
          one: gain 1 heat
          two: nothing
"""


@pytest.mark.parametrize("amount", [1, 3])
def test_a_statement_whose_guard_fails_before_it_waits_is_counted(amount: int) -> None:
    text = PAYS_TOO_MUCH.replace("pay 3", f"pay {amount}")
    assert play_counted(build_small(text, low=3), 1) == ""


PARTS_THAT_WAIT = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 2}
procedures:
  - {id: play, does: "ask each: finish"}
  - id: finish
    does: |
      in any order:
        one:
          pay 1 coin
          end game for others
        two:
          pay 1 coin
          end game drawn
"""


def test_an_option_is_counted_when_it_is_taken_though_what_it_does_waits() -> None:
    assert play_counted(build_small(PARTS_THAT_WAIT, low=3), 1) == ""


KEEPS_WHAT_IS_GIVEN = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 2}
  - {id: heat, min: 0, max: 9}
procedures:
  - {id: play, does: "ask seat(1): together\\nask each: together"}
  - {id: together, does: "let n = bid; set heat to n"}
  - id: bid
    gives: number
    does: |
      let more = counted
      stop with more + 1
  - id: counted
    gives: number
    does: |
      choose:
        one: gain 1 coin
        two: gain 2 coin
      end game drawn
      stop with 1
"""


def test_a_statement_that_asks_before_it_waits_is_counted_when_it_begins() -> None:
    assert play_counted(build_small(KEEPS_WHAT_IS_GIVEN, low=3), 1) == ""


PICKS_WHAT_IT_SETS = """\
kind: content
markers:
  - {id: lead, "on": seat}
procedures:
  - {id: play, does: "ask each: together"}
  - {id: together, does: "pick lead from others; pick lead from others"}
"""


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_pick_that_sets_is_counted_when_it_asks_though_what_it_sets_waits(seats: int) -> None:
    assert play_counted(build_small(PICKS_WHAT_IT_SETS, low=seats, high=seats), 1) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_100))
def test_many_rules_that_nobody_would_write_are_counted_alike(seed: int) -> None:
    assert not play_counted(build_small(random_ruleset(seed)), seed)


def test_the_reference_counts_something() -> None:
    made = built("tutorial")
    assert made.compiled is not None
    evaluator = CountingEvaluator(
        made.compiled.program, made.compiled.blueprint.piece_zone, parts=parts_of(made.compiled.blueprint)
    )
    running = evaluator.play(unstarted(made.game(), seats=2, seed=1), made.compiled.blueprint.begins)
    asked = next(running)
    for _ in range(10):
        asked = running.send(asked.options[0])
    sorts = Counter(evaluator.marks.marks[place].sort for place in evaluator.counts)
    assert set(sorts) == set(COUNTED)


@pytest.mark.parametrize("counts", ["", ", when: coin > 2"])
def test_a_modifier_of_the_whole_is_counted(counts: str) -> None:
    content = """\
kind: content
counters:
  - {id: coin, per: [seat], min: 0, max: 9, start: 2}
quantities:
  - {id: price, amount: coin + 1}
modifiers:
  - {id: dearer, quantity: price, amount: "max(price, 3) * 2"WHEN}
  - {id: rounded, quantity: price, amount: price / 2}
scoring:
  - {id: coins, title: {en: Coins}, amount: coin}
procedures:
  - {id: play, does: "ask each: pick n from 1..3 where n < price; gain n coin"}
"""
    assert not play_counted(build_small(content.replace("WHEN", counts)), 1)
