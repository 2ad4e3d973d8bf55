"""Binds the members of families: `score`, `s.score`, `position[red]`, `display[3]`."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from rulewright.core.bind.binder import NO_NUMBER, Binder
from rulewright.core.bind.computed import at_least_nothing
from rulewright.core.bind.scope import Scope, is_none
from rulewright.core.bind.suggested_names import index_hint
from rulewright.core.bind.value_checks import index_inside, limit, there
from rulewright.core.bind.world import SEAT, Family
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.effects import Conditional, Expression, Name, Place
from rulewright.core.model.origins import Origin
from rulewright.core.model.type import NUMBER, TRUTH

ALL = "all"
"""The index that stands for all that there are."""
MOST_TOGETHER = 60
_OF_EACH_SEAT = "to give each seat one of its own, declare it with per: [seat]"


def member(
    binder: Binder, scope: Scope, family: Family, owner: Bound | None, indexes: tuple[Expression, ...], at: Place
) -> Bound:
    binder.world.note(scope.text, at, family.sort, family.id)
    per = list(family.per)
    space = per.pop() if family.place else ""
    parts: list[tuple[Bound, int]] = []
    base = family.base
    given = list(indexes)
    by_space = family.sort == "zone" and family.spaces > 0
    first_is_seat = bool(per) and per[0] == SEAT
    wanted = len(per) + (1 if by_space else 0)
    whole = by_space and owner is None and len(given) == len(per) and _names_zone(binder, scope, given[-1:], per, space)
    if first_is_seat and not whole and (owner is not None or len(given) < wanted):
        seat = there(binder, scope, owner if owner is not None else scope.me, f"'{family.id}'", at)
        base = _add_index(parts, base, seat, family.strides[0], 0)
        per = per[1:]
    elif owner is not None:
        binder.error(scope, "wrong-type", at, f"'{family.id}' belongs to no seat", _OF_EACH_SEAT)
    if len(given) not in ((len(per), len(per) + 1) if by_space else (len(per),)):
        names = ", ".join((*per, space) if space else per) or "nothing"
        hint = index_hint(binder.world, family)
        if family.sort == "zone" and not by_space and len(given) > len(per):
            hint = f"the pieces of a pile have no numbers: top({family.id}), or first(x in {family.id} where TEST)"
        binder.error(scope, "wrong-index", at, f"'{family.id}' needs the indexes {names}; {len(given)} given", hint)
        return UNKNOWN
    offset = len(family.per) - len(per) - bool(space)
    of_space = binder.world.index_size(space) or (1, family.spaces)
    every: list[tuple[int, int]] = []
    for position, domain in enumerate(per):
        if is_all(given[position]):
            _, size = binder.world.index_size(domain) or (0, 1)
            every.append((size, family.strides[offset + position]))
            continue
        index = binder.as_type(scope, given[position], binder.world.type_named(domain) or NUMBER)
        low, size = binder.world.index_size(domain) or (0, 1)
        index = _inside(binder, scope, family, given[position].at, index, (low, size))
        base = _add_index(parts, base, index, family.strides[offset + position], low)
    is_whole = family.sort == "zone" and len(given) == len(per)
    if every and not is_whole:
        hint = f"write {family.id}[{ALL}] for all pieces, or use a loop: for each x in SET"
        return binder.refused(scope, "wrong-index", at, f"'{ALL}' joins whole zones only", hint)
    if family.sort != "zone":
        return bv.Read(base, tuple(parts), family.type, family.id)
    if is_whole:
        zone = bv.ZoneRef(base, tuple(parts), of_space[1], family.type, family.id)
        return _all_of(binder, scope, zone, every, at) if every else zone
    index = binder.as_type(scope, given[-1], binder.world.type_named(space) or NUMBER)
    index = _inside(binder, scope, family, given[-1].at, index, of_space)
    base = _add_index(parts, base, index, 1, of_space[0])
    return bv.ZoneRef(base, tuple(parts), 1, family.type, family.id)


def number_there(binder: Binder, scope: Scope, value: Bound, node: Expression) -> Bound:
    """A value where it is read: of a counter that may be none its number, which is checked."""
    if not isinstance(value, bv.Read | bv.Local) or value.type.kind != "number" or not value.type.optional:
        return value
    type_ = value.type._replace(optional=False, low=0)
    number = limit(binder, scope, node.at, f"'{unparse_expression(node)}' is read while it is none")
    return bv.Inside(bv.written_as(value, Origin(scope.text, node)), 0, type_.high or 0, type_, number)


def number_or_none(value: Bound) -> Bound:
    """A value as it may be none: that of a counter without its check."""
    unchecked = isinstance(value, bv.Inside) and value.type.kind == "number" and value.value.type.optional
    return value.value if isinstance(value, bv.Inside) and unchecked else value


def number_held(binder: Binder, scope: Scope, node: Expression) -> Bound:
    """A value that a counter that may be none is set to: a number from 0 on, or none."""
    if is_none(node, scope):
        return Const(-1, NUMBER)
    if isinstance(node, Conditional):
        parts = binder.test(scope, node.test), *(number_held(binder, scope, each) for each in (node.yes, node.no))
        return bv.written_as(bv.Op("if", parts, NUMBER), Origin(scope.text, node))
    value = number_or_none(binder.number(scope, node))
    return value if value.type.optional else at_least_nothing(value)


def no_amount(family: Family, verb: str, counter: Expression) -> tuple[str, str] | None:
    """Return (message, hint) where a change by an amount means nothing: of a truth, or of what may be none."""
    written = unparse_expression(counter)
    name = family.id if " " in written else written
    if family.type == TRUTH:
        change = f"write set {name} to {'true' if verb == 'gain' else 'false'}"
        return f"'{family.id}' is true or false, no number", change
    if family.may_be_none:
        sign = "+" if verb == "gain" else "-"
        return f"'{family.id}' may be none", f"write set {name} to ({name} or else 0) {sign} AMOUNT"
    return None


def _names_zone(binder: Binder, scope: Scope, last: list[Expression], per: list[str], space: str) -> bool:
    """Whether the last index given is a thing that has a zone, or all, and no space of one: `sight[me, s]`."""
    type_ = binder.world.type_named(per[-1]) if per else None
    if last and is_all(last[0]):
        return True
    given = [binder.bind(scope, each).type for each in last if type_ is not None and type_.kind == "thing"]
    return bool(given) and all(each.kind == "thing" and (not space or each.domain != space) for each in given)


def _inside(binder: Binder, scope: Scope, family: Family, at: Place, index: Bound, bounds: tuple[int, int]) -> Bound:
    """Check an index against `bounds`, which are (lowest index, number of indexes)."""
    low, size = bounds
    if isinstance(index, Const) and index is not NO_NUMBER and index.type.kind == "number":
        if not low <= index.value < low + size:
            message = f"'{family.id}' is numbered from {low} to {low + size - 1}; there is no {index.value}"
            binder.error(scope, "out-of-bounds", at, message)
    return index_inside(binder, scope, index, low, size, f"'{family.id}'", at)


def _add_index(parts: list[tuple[Bound, int]], base: int, index: Bound, stride: int, low: int) -> int:
    """Return the base after adding one index.

    A constant index goes into the base, any other into `parts`.
    """
    if isinstance(index, Const):
        return base + (index.value - low) * stride
    parts.append((index, stride))
    return base - low * stride


def is_all(index: Expression) -> bool:
    """Whether an index stands for all that there are: `column[all]`. Nothing else can be called so."""
    return isinstance(index, Name) and index.name == ALL


def _all_of(binder: Binder, scope: Scope, first: bv.ZoneRef, every: list[tuple[int, int]], at: Place) -> Bound:
    """Return the union of all zones of a family along `every`, pairs of (number of indexes, stride)."""
    offsets = [sum(each) for each in product(*(range(0, size * stride, stride) for size, stride in every))]
    if len(offsets) > MOST_TOGETHER:
        message = f"'{first.family}' has {len(offsets)} zones; '{ALL}' joins at most {MOST_TOGETHER}"
        return binder.refused(scope, "too-large", at, message)
    return bv.UnionSet(tuple(replace(first, base=first.base + each) for each in offsets), first.type)
