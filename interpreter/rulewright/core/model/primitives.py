"""The primitives of the language: every operator and built-in function from values to a value.

One table: arguments and result, value, range, how each back end writes it, and its description. Binding, range
analysis, lints, the back ends and the pages about the language read it. Booleans are 0 and 1, things integers, none is
-1. Values outside bounds are not a primitive's concern: such arguments never reach it (`bind/value_checks.py`).
Functions of sets or of the state are not primitives.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from rulewright.core.model import primitive_ranges as ranges
from rulewright.core.model.ranges import MAX_NUMBER, Interval
from rulewright.core.model.words import Parameter, Word

Gives = Literal["number", "truth", "thing", "argument"]
Grows = Literal["never", "first", "last", "most", "sum", "product"]


class PrimitiveRow(NamedTuple):
    """One primitive: its name, number of arguments (`most` None: any number), result, value and range.

    It gives a number, a truth, a thing, or what its last argument is. `python` and `wasm` are how it is written down:
    `{}` stands for each argument in turn, `{all}` in Python for all of them. In WebAssembly an argument has 64 bits, as
    `{:test}` it is a truth, as `{:index}` it is small, both of 32 bits; `{width}` is `i32` where all arguments are
    small, `i64` otherwise. Neither is there if a back end knows several ways: those are with that back end.
    `grows` says how far from 0 it can be, from how far its arguments are: as the first, the last or the furthest of
    them, their sum or product; if it may have grown, what is kept is checked.
    `word` is what authors read about it; a function with a word takes numbers and truths, as its parameters say.
    """

    name: str
    least: int
    most: int | None
    gives: Gives
    value: Callable[..., int]
    range: Callable[..., Interval]
    python: str = ""
    wasm: str = ""
    grows: Grows = "never"
    word: Word | None = None


class Composition(NamedTuple):
    """A built-in function defined in terms of others.

    `means` is a text of the language, in which each parameter occurs once, its name in small letters; it begins with no
    sign, as explanations describe what follows it. `value` is what tests hold it to; nothing else is needed anywhere.
    """

    word: Word
    means: str
    value: Callable[..., int]


def within(value: int, last: int) -> int:
    """Return a thing by its number, none if there is none of that number."""
    return value if 0 <= value <= last else -1


def saturated(value: int) -> int:
    """Return a number that is kept: one further from 0 than any may be is the furthest there is."""
    return max(-MAX_NUMBER, min(value, MAX_NUMBER))


def _operator(name: str, sentence: str, example: str, forms: tuple[str, ...] = (), gives: str = "number") -> Word:
    """Return a sign between numbers."""
    return Word(name, "operator", forms or (f"A {name} B",), sentence, example, (_A, _B), gives)


def _junction(form: str, sentence: str, example: str) -> Word:
    """Return a word between or before truths."""
    name = form.replace("A", "").replace("B", "").strip()
    parameters = tuple(Parameter(each, "truth") for each in "AB" if each in form)
    return Word(name, "operator", (form,), sentence, example, parameters, "truth", keywords=(name,), reserves=(name,))


def _function(name: str, takes: str, sentence: str, example: str, other_names: tuple[str, ...] = ()) -> Word:
    """Return the description of a function of numbers.

    `other_names` are its names elsewhere.
    """
    given = tuple(Parameter(each, "number") for each in takes.split(", ") if each != "...")
    form = f"{name}({takes})"
    return Word(name, "function", (form,), sentence, example, given, "number", other_names=other_names)


_A, _B = Parameter("A", "number"), Parameter("B", "number")


def _comparison(
    name: str, test: Callable[[int, int], bool], python: str, wasm: str, sentence: str, example: str
) -> PrimitiveRow:
    return PrimitiveRow(
        name, 2, 2, "truth", lambda one, two: int(test(one, two)), ranges.of_test,
        f"({{}} {python} {{}})", f"({{width}}.{wasm} {{}} {{}})",
        word=_operator(name, sentence, f"if coin {name} 3: {example}", gives="truth"),
    )  # fmt: skip


COMPARISONS: Final = (
    _comparison("=", operator.eq, "==", "eq", "Whether two numbers or things are the same.", "gain 1 points"),
    _comparison("!=", operator.ne, "!=", "ne", "Whether two numbers or things differ.", "gain 1 points"),
    _comparison("<", operator.lt, "<", "lt_s", "Whether A is less than B.", "gain 1 coin"),
    _comparison("<=", operator.le, "<=", "le_s", "Whether A is less than or equal to B.", "gain 1 coin"),
    _comparison(">", operator.gt, ">", "gt_s", "Whether A is greater than B.", "lose 1 coin"),
    _comparison(">=", operator.ge, ">=", "ge_s", "Whether A is greater than or equal to B.", "lose 1 coin"),
)

PRIMITIVES: Final[dict[str, PrimitiveRow]] = {
    row.name: row
    for row in (
        PrimitiveRow(
            "+", 2, 2, "number", operator.add, ranges.of_sum, "({} + {})", grows="sum",
            word=_operator(
                "+", "Adds numbers; joins two sets, or a set and a thing.", "gain (coin + 1) points",
                ("A + B", "SET + SET", "SET + THING"),
                "number or set",
            ),
        ),
        PrimitiveRow(
            "-", 2, 2, "number", operator.sub, ranges.of_difference, "({} - {})", grows="sum",
            word=_operator(
                "-", "Subtracts numbers, or negates one; a set without the members of another one, or without a thing.",
                "gain (coin - 1) points", ("A - B", "-A", "SET - SET", "SET - THING"), "number or set",
            ),
        ),
        PrimitiveRow(
            "*", 2, 2, "number", operator.mul, ranges.of_product, "({} * {})", grows="product",
            word=_operator("*", "Multiplies.", "gain (coin * 2) points"),
        ),
        PrimitiveRow(
            "/", 2, 2, "number", operator.floordiv, ranges.of_any, "({} // {})", grows="first",
            word=_operator("/", "Divides and rounds down; division by 0 stops the game.", "gain (coin / 2) points"),
        ),
        PrimitiveRow(
            "%", 2, 2, "number", operator.mod, ranges.of_remainder, "({} % {})", grows="last",
            word=_operator(
                "%", "The remainder of A divided by B; division by 0 stops the game.", "if round % 2 = 0: gain 1 coin"
            ),
        ),
        PrimitiveRow("neg", 1, 1, "number", operator.neg, ranges.of_negative, "(-{})", grows="most"),
        PrimitiveRow(
            "min", 2, None, "number", min, ranges.of_least, "min({all})", grows="most",
            word=_function("min", "A, B, ...", "The smallest of two or more numbers.", "lose min(coin, 3) coin"),
        ),
        PrimitiveRow(
            "max", 2, None, "number", max, ranges.of_most, "max({all})", grows="most",
            word=_function("max", "A, B, ...", "The greatest of two or more numbers.", "gain max(1, size(hand)) coin"),
        ),
        PrimitiveRow(
            "abs", 1, 1, "number", operator.abs, ranges.of_distance, "abs({})", "(call $abs {})", grows="most",
            word=_function(
                "abs", "A", "The absolute value of a number.", "gain abs(coin - points) points",
                ("absolute", "magnitude"),
            ),
        ),
        PrimitiveRow(
            "non_negative", 1, 1, "number", lambda one: max(0, one), ranges.of_amount, "max(0, {})", grows="most"
        ),
        PrimitiveRow(
            "saturated", 1, 1, "number", saturated, ranges.of_saturated, "saturated({})", "(call $saturated {})"
        ),
        *COMPARISONS,
        PrimitiveRow(
            "and", 2, 2, "truth", lambda one, two: int(bool(one and two)), ranges.of_test,
            "({} and {})", "(if (result i32) {:test} (then {:test}) (else (i32.const 0)))",
            word=_junction("A and B", "Whether both are true.", "if coin > 2 and points > 2: end game"),
        ),
        PrimitiveRow(
            "or", 2, 2, "truth", lambda one, two: int(bool(one or two)), ranges.of_test,
            "({} or {})", "(if (result i32) {:test} (then (i32.const 1)) (else {:test}))",
            word=_junction("A or B", "Whether one or both are true.", "if coin > 2 or points > 2: end game"),
        ),
        PrimitiveRow(
            "not", 1, 1, "truth", lambda one: int(not one), ranges.of_test, "(not {})", "(i32.eqz {:test})",
            word=_junction("not A", "Whether A is false.", "if not exists(row[2]): gain 1 coin"),
        ),
        PrimitiveRow(
            "if", 3, 3, "argument", lambda test, one, other: one if test else other, ranges.of_choice,
            "({1} if {0} else {2})", grows="most",
            word=Word(
                "if else", "operator", ("A if TEST else B",), "One of two values.",
                "gain (2 if leader is me else 1) coin",
                (Parameter("A", "value"), Parameter("TEST", "truth"), Parameter("B", "value of the same type")),
                "value", keywords=("if", "else"), reserves=("if", "else"),
            ),
        ),
        PrimitiveRow(
            "exists", 1, 1, "truth", lambda thing: int(thing >= 0), ranges.of_test,
            "({} >= 0)", "(i32.ge_s {:index} (i32.const 0))",
        ),
        PrimitiveRow("within", 2, 2, "thing", within, ranges.of_member, "within({}, {})", "(call $within {} {})"),
    )
}  # fmt: skip
"""By name. Of `and`, `or` and `if` no more is evaluated than is needed."""

COMPOSITIONS: Final[dict[str, Composition]] = {
    each.word.name: each
    for each in (
        Composition(
            _function(
                "divide_up", "A, B", "Divides and rounds up; division by 0 stops the "
                                     "game.", "lose divide_up(coin, 2) coin",
                ("ceil", "ceiling", "round_up"),
            ),
            "0 - -a / b", lambda one, other: -(-one // other),
        ),
        Composition(
            _function(
                "keep_between", "A, LOW, HIGH", "A, but at least LOW and at most HIGH.",
                "gain keep_between(coin - points, 0, 3) coin", ("clamp", "clip"),
            ),
            "max(low, min(a, high))", lambda one, low, high: max(low, min(one, high)),
        ),
    )
}  # fmt: skip
"""By name."""

BUILT_INS: Final[dict[str, Word]] = {
    word.name: word
    for word in (*(row.word for row in PRIMITIVES.values()), *(each.word for each in COMPOSITIONS.values()))
    if word is not None and word.sort == "function"
}
"""The functions that work a value out of numbers and truths."""
