"""The quantities that tell how a game ends, in a ruleset that says more of it than its scoring does.

They are written in the language, in names that no text can write, and bound after everything that has a text.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.bind.binder import Binder
from rulewright.bind.scope import Scope
from rulewright.bind.world import SEAT
from rulewright.diagnostics import Span
from rulewright.model import effects as ast
from rulewright.model.bound_values import Local
from rulewright.model.document import written_at
from rulewright.model.effects import START, Expression
from rulewright.model.endings import PLACE, WEIGHT, EndingNumbers
from rulewright.model.program import Quantity
from rulewright.model.type import NUMBER, Type

_NOWHERE = Span("", 1, 1)


def bind_results(binder: Binder) -> EndingNumbers | None:
    """The numbers of the quantities, None where the scoring says all."""
    world = binder.world
    if PLACE not in world.families:
        return None
    points = _sum(ast.Name(each.id, START) for each in world.named.values() if each.sort == "score")
    breaks = [each for each in world.named.values() if each.sort == "tie-break"]
    place: Expression = ast.Name(PLACE, START)
    heavy = ast.Operation("*", place, ast.Number(WEIGHT, START), START)
    return EndingNumbers(
        _quantity(binder, "place of its side", place),
        -1,
        -1,
        _quantity(binder, "points of its side", points),
        _quantity(binder, "aim of its side", ast.Operation("+", heavy, points, START)),
        tuple(_quantity(binder, f"{each.id} of its side", ast.Name(each.id, START)) for each in breaks),
    )


def _sum(parts: Iterable[Expression]) -> Expression:
    total: Expression = ast.Number(0, START)
    for each in parts:
        total = ast.Operation("+", total, each, START)
    return total


def _quantity(binder: Binder, name: str, amount: Expression) -> int:
    number = len(binder.program.quantities)
    text = written_at("", _NOWHERE)
    value = binder.number(Scope(text, Local(0, Type("thing", SEAT))), amount)
    binder.program.quantities.append(Quantity(name, number, (), value, NUMBER, _NOWHERE))
    return number
