"""The table of primitives: values are those of the reference evaluator and of both back ends, and in range.

A new row is tried without a word here: each primitive is the amount of a quantity over counters that need 32 bits and
over counters that need 64, and each built-in function is so as authors write it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rulewright.core.backend.module import emit_module
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import bound_values as bv
from rulewright.core.model.game import Build
from rulewright.core.model.primitives import BUILT_INS, COMPOSITIONS, PRIMITIVES, PrimitiveRow
from rulewright.core.model.program import Program
from rulewright.core.model.ranges import Interval
from rulewright.core.model.type import NUMBER, TRUTH, Type
from rulewright.core.run.build import make_build
from rulewright.core.run.steps import unstarted
from tests.reference.games import build_small
from tests.reference.native import Native, native_of
from tests.reference.values import Moment, value

ROUNDS = 200
SIZES = {"small": 10**9, "wide": 3 * 10**9}
"""How far from 0 the counters go: the product of two wide ones still has 64 bits."""
MOST_GIVEN = 4
Value = Callable[..., int]


@dataclass(frozen=True, slots=True)
class Trial:
    """One primitive or built-in with so many arguments of a size, and the quantity that it is the amount of."""

    name: str
    count: int
    size: str
    value: Value
    written: bool
    quantity: int

    def arguments(self, rng: random.Random) -> list[int]:
        """Arguments it may come to: whoever divides does not divide by 0, things are numbered from -1."""
        far = SIZES[self.size]
        while True:
            given = [rng.choice([rng.randint(-4, 4), rng.randint(-far, far)]) for _ in range(self.count)]
            given = [_fitting(each, type_.kind) for each, type_ in zip(given, types_of(self), strict=True)]
            try:
                self.value(*given)
            except ZeroDivisionError:
                continue
            return given


def _fitting(number: int, kind: str) -> int:
    return number % 2 if kind == "truth" else max(-1, min(number, 10**9)) if kind == "thing" else number


def types_of(trial: Trial) -> list[Type]:
    """What it takes."""
    if trial.name == "exists" and not trial.written:
        return [Type("thing")]
    row = PRIMITIVES.get(trial.name)
    word = row.word if row is not None else COMPOSITIONS[trial.name].word
    if trial.name == "if":
        return [TRUTH, NUMBER, NUMBER]
    kinds = [each.type for each in word.parameters] if word is not None else []
    return [TRUTH if each == "truth" else NUMBER for each in kinds[: trial.count]] + [NUMBER] * (
        trial.count - len(kinds)
    )


def trials() -> Iterator[Trial]:
    """All of them, in the order of their quantities."""
    found = 0
    for size in SIZES:
        for name, row in PRIMITIVES.items():
            for count in range(row.least, (row.most or MOST_GIVEN) + 1):
                for written in [False, True] if name in BUILT_INS else [False]:
                    yield Trial(name, count, size, row.value, written, found)
                    found += 1
        for name, composed in COMPOSITIONS.items():
            yield Trial(name, len(composed.word.parameters), size, composed.value, True, found)
            found += 1


ALL = list(trials())
_HEAD = """\
kind: content
procedures:
  - id: play
    does: |
      choose:
        one: nothing
        two: nothing
counters:
"""


def content() -> str:
    """The game: counters, and a quantity for each trial; what no author can write is put there later."""
    counters = [
        f"  - {{id: {size}_{n}, min: {-far}, max: {far}, start: 0}}\n"
        for size, far in SIZES.items()
        for n in range(MOST_GIVEN)
    ]
    amounts = [
        f"{each.name}({', '.join(f'{each.size}_{n}' for n in range(each.count))})" if each.written else "0"
        for each in ALL
    ]
    quantities = [f'  - {{id: q{number}, amount: "{amount}"}}\n' for number, amount in enumerate(amounts)]
    return _HEAD + "".join(counters) + "quantities:\n" + "".join(quantities)


@dataclass(frozen=True, slots=True)
class Everywhere:
    """The game in the reference evaluator and in both back ends."""

    program: Program
    build: Build
    native: Native
    bases: dict[str, int]
    empty: list[Any]

    def state(self, size: str, given: list[int]) -> list[Any]:
        """A table at which the counters of a size stand so."""
        state = self.empty[:]
        for n, each in enumerate(given):
            state[self.bases[f"{size}_{n}"]] = each
        return state


@pytest.fixture(scope="module")
def everywhere() -> Everywhere:
    """Made once: all primitives stand in one module."""
    built = build_small(content())
    assert built.compiled is not None, built.diagnostics
    program, blueprint = built.compiled.program, built.compiled.blueprint
    bases = {each.id: each.base for each in blueprint.families}
    for each in ALL:
        if not each.written:
            reads = [bv.Read(bases[f"{each.size}_{n}"], (), type_) for n, type_ in enumerate(types_of(each))]
            program.quantities[each.quantity] = replace(program.quantities[each.quantity], amount=bound_of(each, reads))
    lowered = Lowered(program)
    source = emit_module(lowered, blueprint.max_seats, traced=False)
    empty = unstarted(built.game(), seats=1, seed=1)
    build = make_build(blueprint, compile(source, "<primitives>", "exec"))
    return Everywhere(program, build, native_of(lowered, blueprint), bases, empty)


def bound_of(trial: Trial, reads: list[bv.Read]) -> bv.Op:
    """How the binder writes it."""
    if trial.name == "exists":
        return bv.Op(">=", (reads[0], bv.Const(0, NUMBER)), TRUTH)
    type_ = TRUTH if PRIMITIVES[trial.name].gives == "truth" else NUMBER
    return bv.Op(trial.name, tuple(reads), type_)


@pytest.mark.parametrize("name", [*PRIMITIVES, *COMPOSITIONS])
def test_it_is_worth_the_same_everywhere(name: str, everywhere: Everywhere) -> None:
    rng, here = random.Random(name), everywhere
    for trial in [each for each in ALL if each.name == name]:
        for _ in range(ROUNDS):
            given = trial.arguments(rng)
            wanted, state = trial.value(*given), here.state(trial.size, given)
            amount = here.program.quantities[trial.quantity].amount
            assert value(Moment(here.program, state, {}), amount) == wanted, (trial, given)
            assert int(here.build.quantities[trial.quantity](state, 0)) == wanted, (trial, given)
            here.native.write(state)
            assert here.native.value(trial.quantity, 0) == wanted, (trial, given)


@pytest.mark.parametrize("row", PRIMITIVES.values(), ids=lambda row: row.name)
def test_a_value_lies_in_the_range_told(row: PrimitiveRow) -> None:
    rng = random.Random(row.name)
    for trial in [each for each in ALL if each.name == row.name and not each.written]:
        for _ in range(ROUNDS):
            given = trial.arguments(rng)
            ranges = [Interval(rng.choice([each, each - rng.randint(0, 9), None]), rng.choice([each, each + 3, None]))
                      for each in given]  # fmt: skip
            told, found = row.range(*ranges), row.value(*given)
            assert told.low is None or told.low <= found, (given, ranges)
            assert told.high is None or found <= told.high, (given, ranges)


@pytest.mark.parametrize("row", PRIMITIVES.values(), ids=lambda row: row.name)
def test_a_value_goes_no_further_from_nothing_than_is_told(row: PrimitiveRow) -> None:
    rng = random.Random(row.name)
    for trial in [each for each in ALL if each.name == row.name and not each.written]:
        for _ in range(ROUNDS):
            given = trial.arguments(rng)
            sizes = [abs(each) for each in given]
            product = sizes[0] * sizes[-1]
            told = {"sum": sum(sizes), "product": product, "first": sizes[0], "last": sizes[-1]}
            assert abs(row.value(*given)) <= told.get(row.grows, max([1, *sizes])), (given, told)


def test_a_quantity_of_the_name_of_a_built_in_keeps_it() -> None:
    own = "".join(f"  - {{id: {name}, takes: {{n: number}}, amount: n + 7}}\n" for name in BUILT_INS)
    used = "".join(f"  - {{id: {name}_of_1, amount: {name}(1)}}\n" for name in BUILT_INS)
    built = build_small(f"{_HEAD}  - {{id: coin, min: 0, max: 9}}\nquantities:\n{own}{used}")
    assert built.compiled is not None, built.diagnostics
    game = built.game()
    state = unstarted(game, seats=1, seed=1)
    assert [each(state, 0) for each in game.plain.quantities[len(BUILT_INS) :]] == [8] * len(BUILT_INS)


def test_a_composition_means_the_built_ins_whatever_a_ruleset_names_so() -> None:
    names = sorted(BUILT_INS.keys() & PRIMITIVES)
    own = "".join(f"  - {{id: {name}, takes: {{a: number, b: number}}, amount: 90}}\n" for name in names)
    given = {name: list(range(2, 2 + len(each.word.parameters))) for name, each in COMPOSITIONS.items()}
    used = "".join(f'  - {{id: used_{name}, amount: "{name}({str(each)[1:-1]})"}}\n' for name, each in given.items())
    built = build_small(f"{_HEAD}  - {{id: coin, min: 0, max: 9}}\nquantities:\n{used}{own}")
    assert built.compiled is not None, built.diagnostics
    game = built.game()
    state = unstarted(game, seats=1, seed=1)
    found = [each(state, 0) for each in game.plain.quantities[: len(COMPOSITIONS)]]
    assert found == [each.value(*given[name]) for name, each in COMPOSITIONS.items()]


def test_a_composition_asks_for_each_of_its_parameters_once() -> None:
    """What is written twice would be worked out twice, and a mistake in it be told twice."""
    for word, means, _ in COMPOSITIONS.values():
        names = "".join(each if each.isalnum() else " " for each in means).split()
        assert [names.count(each.name.lower()) for each in word.parameters] == [1] * len(word.parameters), word.name
