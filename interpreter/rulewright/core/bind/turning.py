"""Binds what goes round the values of an enumeration, such as directions: `turn(north, 1)`, `opposite(d)`."""

from __future__ import annotations

from math import lcm

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.suggested_values import value_suggestion
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import UNKNOWN, Bound, Const
from rulewright.core.model.grids import DIRECTION, ROUND
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NOTHING, NUMBER, Type

TURNING = {"turn": 2, "opposite": 1}
"""The functions, with how many arguments they take."""


def turned(binder: Binder, scope: Scope, node: ast.FunctionCall) -> Bound | None:
    """Return the value that lies some steps further round, or None if the function takes other arguments."""
    name, arguments = node.function, node.arguments
    if len(arguments) != TURNING[name]:
        return None
    start = binder.bind(scope, arguments[0])
    domain = start.type.domain
    if start.type.kind != "thing" or isinstance(domain, PieceOf) or not binder.world.is_enumeration(domain):
        if start.type != NOTHING:
            message = f"this is {describe(start.type)}; '{name}' goes round the values of an enumeration"
            hint = value_suggestion(binder.world, start, Type("thing", DIRECTION), arguments[0])
            binder.error(scope, "wrong-type", arguments[0].at, message, hint)
        return UNKNOWN
    circles = _circles(binder.world.domains[domain].names, domain)
    type_ = Type("thing", domain, start.type.optional)
    if name == "opposite":
        if odd := next((circle for circle in circles if len(circle) % 2), ()):
            message = f"nothing is opposite to {describe(start.type)}: there are {len(odd)}, an odd number"
            return binder.refused(scope, "wrong-type", node.at, message, "write turn(VALUE, NUMBER)")
        number = binder.tables.kept(("opposite", domain), lambda: [*_row(circles, [len(c) // 2 for c in circles]), -1])
        return bv.Lookup(number, start, type_)
    by = binder.number(scope, arguments[1])
    period = lcm(*map(len, circles))
    if isinstance(by, Const):
        steps = by.value % period
        number = binder.tables.kept(("turn", domain, str(steps)), lambda: [*_row(circles, [steps] * len(circles)), -1])
        return bv.Lookup(number, start, type_)
    rows = [_row(circles, [steps] * len(circles)) for steps in range(period)]
    table = binder.tables.kept(("turn", domain), lambda: [*(cell for row in rows for cell in row), -1])
    size = Const(len(rows[0]), NUMBER)
    row = computed("*", computed("%", by, Const(period, NUMBER)), size)
    found = bv.Lookup(table, computed("+", row, start), type_)
    if not start.type.optional:
        return found
    return bv.Op("if", (computed(">=", start, ZERO), found, Const(-1, type_)), type_)


def _circles(names: list[str], domain: str) -> list[list[int]]:
    """Return the values that follow one another round, by number: of directions those of a compass, then of rings."""
    around = [number for number, name in enumerate(names) if domain == DIRECTION and name in ROUND]
    compass = [number for number in range(len(names)) if number not in around]
    return [each for each in (compass, around) if each]


def _row(circles: list[list[int]], steps: list[int]) -> list[int]:
    """Return where each value comes to, by so many steps round its circle."""
    to = {
        value: circle[(at + by) % len(circle)]
        for circle, by in zip(circles, steps, strict=True)
        for at, value in enumerate(circle)
    }
    return [to[value] for value in sorted(to)]
