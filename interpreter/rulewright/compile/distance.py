"""How far a position is from breaking an invariant, as a number of the program: what a search is guided by.

It is 0 where the test is otherwise than it must be, and small where little is missing; of what is no number, 0 or 1.
"""

from __future__ import annotations

from typing import Final

from rulewright.model.bound_values import Bound, Const, Op
from rulewright.model.type import NUMBER

_BELOW: Final = {"<": 1, "<=": 0}
_ABOVE: Final = {">": 1, ">=": 0}


def distance(test: Bound, wanted: bool) -> Bound:
    """What a test lacks to be as wanted."""
    if isinstance(test, Op):
        if test.op == "not":
            return distance(test.arguments[0], not wanted)
        if test.op in ("and", "or"):
            parts = tuple(distance(each, wanted) for each in test.arguments)
            return Op("+" if (test.op == "and") == wanted else "min", parts, NUMBER)
        if len(test.arguments) == 2 and all(each.type.kind == "number" for each in test.arguments):
            one, other = test.arguments
            if test.op in _BELOW:
                return _excess(one, other, _BELOW[test.op], wanted)
            if test.op in _ABOVE:
                return _excess(other, one, _ABOVE[test.op], wanted)
            if test.op == "=" and wanted:
                return Op("max", (Op("-", (one, other), NUMBER), Op("-", (other, one), NUMBER)), NUMBER)
    return Op("if", (test, Const(int(not wanted), NUMBER), Const(int(wanted), NUMBER)), NUMBER)


def _excess(one: Bound, other: Bound, strictly: int, wanted: bool) -> Bound:
    """How much the first number is too large to be less than the second; or, if that is not wanted, too small."""
    left, right, more = (one, other, strictly) if wanted else (other, one, 1 - strictly)
    gap = Op("+", (Op("-", (left, right), NUMBER), Const(more, NUMBER)), NUMBER)
    return Op("max", (Const(0, NUMBER), gap), NUMBER)
