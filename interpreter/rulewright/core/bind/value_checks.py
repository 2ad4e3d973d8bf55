"""Checks of values where they are used: indexes within bounds, owners that exist, divisors other than 0.

What can be shown to be out of bounds is a diagnostic. What can be is checked whenever it is worked out; there the
game stops with a limit that names the line.
"""

from __future__ import annotations

from math import prod
from typing import Final

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.scope import Scope
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound, Const
from rulewright.core.model.effects import Expression, Place
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import MAX_NUMBER
from rulewright.core.model.type import NUMBER, Type
from rulewright.core.run.atoms import MOST_NUMBERS_KEPT

_AS_FAR_AS: Final = {"first": 0, "last": -1}


def limit(binder: Binder, scope: Scope, at: Place, words: str, what: str = "") -> int:
    """Return the number of a limit at a place of a text, in whose words `{}` is the value out of bounds."""
    return binder.program.limit(scope.span(at), words, what)


def index_inside(binder: Binder, scope: Scope, index: Bound, low: int, size: int, what: str, at: Place) -> Bound:
    """An index of `what`, checked if its type does not say that it is one of `size` from `low` on."""
    type_, high = index.type, low + size - 1
    if type_.kind == "thing":
        return there(binder, scope, index, what, at)
    known = type_.low is not None and type_.high is not None and low <= type_.low and type_.high <= high
    if known or isinstance(index, Const):
        return index
    words = f"{what} is numbered from {low} to {high}; there is no {{}}"
    return bv.Inside(index, low, high, NUMBER._replace(low=low, high=high), limit(binder, scope, at, words, what))


def there(binder: Binder, scope: Scope, thing: Bound, what: str, at: Place) -> Bound:
    """A thing that `what` belongs to, checked if it may be none."""
    if not thing.type.optional or thing.type.kind != "thing":
        return thing
    words = f"{what} is read from none"
    if isinstance(thing, Const) and thing.value < 0:
        binder.error(scope, "belongs-to-none", at, words, "name a seat or thing that exists")
        return Const(0, thing.type._replace(optional=False))
    return bv.Inside(thing, 0, -1, thing.type._replace(optional=False), limit(binder, scope, at, words, what))


def divided(binder: Binder, scope: Scope, op: str, left: Bound, right: Bound, at: Place) -> Bound:
    """A quotient or a remainder."""
    if isinstance(right, Const) and right.value == 0:
        binder.error(scope, "division-by-zero", at, "division by 0")
        return ZERO
    if not isinstance(right, Const) and not _never_zero(right.type):
        right = bv.NotZero(right, NUMBER, limit(binder, scope, at, "a division by 0"))
    return computed(op, left, right)


def kept_number(value: Bound) -> Bound:
    """A number that is kept under a name or multiplied again, which is no further from 0 than any may be."""
    if value.type.kind != "number" or not _is_grown(value):
        return value
    largest = _largest(value)
    if largest is not None and largest <= MAX_NUMBER:
        return value
    return bv.Op("saturated", (value,), value.type)


def kept(binder: Binder, scope: Scope, value: Bound, at: Place) -> Bound:
    """A value that is kept under a name: a number has its bounds, a set holds each thing once from then on."""
    if value.type.kind != "set":
        return kept_number(value)
    words = f"a set of more than {MOST_NUMBERS_KEPT:,} numbers"
    number = limit(binder, scope, at, words) if value.type.domain in ("number", "") else -1
    return bv.Once(value, Type("set", value.type.domain), number)


def given(binder: Binder, scope: Scope, node: Expression, type_: Type) -> Bound:
    """An expression whose value is kept: under a name, or as what a procedure or a quantity takes."""
    return kept(binder, scope, binder.as_type(scope, node, type_), node.at)


def _never_zero(type_: Type) -> bool:
    return (type_.low is not None and type_.low > 0) or (type_.high is not None and type_.high < 0)


def _is_grown(value: Bound) -> bool:
    """Whether a number may be further from 0 than what it is worked out from, which is within the bounds of all."""
    if isinstance(value, bv.Op) and (as_far := _AS_FAR_AS.get(PRIMITIVES[value.op].grows)) is not None:
        return _is_grown(value.arguments[as_far])
    return isinstance(value, bv.Quantify) or (isinstance(value, bv.Op) and PRIMITIVES[value.op].grows != "never")


def _largest(value: Bound) -> int | None:
    """Return the largest absolute value of a number by its declared bounds, or None if they give none."""
    grows = PRIMITIVES[value.op].grows if isinstance(value, bv.Op) else "never"
    if isinstance(value, bv.Op) and grows != "never":
        as_far = _AS_FAR_AS.get(grows)
        within = value.arguments if as_far is None else (value.arguments[as_far],)
        parts = [_largest(each) for each in within if each.type.kind == "number"]
        known = [each for each in parts if each is not None]
        if len(known) < len(parts):
            return None
        return sum(known) if grows == "sum" else prod(known) if grows == "product" else max(known)
    low, high = value.type.low, value.type.high
    return None if low is None or high is None else max(abs(low), abs(high))
