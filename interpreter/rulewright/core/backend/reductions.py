"""Loops over the candidates of a set expression in Python, and candidates found by a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from rulewright.core.backend.costs import is_cheap, weight
from rulewright.core.lower.locals import free_locals, outer_locals
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.type import NUMBER

_FEW, _SHORT = 4, 8
"""Up to this many spaces, and tests of this weight, are written out instead of looped over."""


class ByTable(NamedTuple):
    """Things of a domain of `size` with `cell` in a table, and `rest`, which tests them further."""

    table: int
    size: int
    cell: lv.Expression
    rest: lv.Reduce


def by_table(node: lv.Reduce) -> ByTable | None:
    """Return a set expression whose test begins with a table cell of each candidate, or None for others."""
    first, rest = _first_test(node.where)
    if node.function == "every" or not isinstance(first, lv.Primitive) or first.name != "=":
        return None
    for one, other in (first.arguments, first.arguments[::-1]):
        match node.source, one:
            case (
                lv.Primitive(name="domain", arguments=(lv.Const(value=size),)),
                lv.Table(table=table, index=lv.Local(number=number)),
            ) if number == node.variable.number and is_cheap(other):
                if number not in [each.number for each in free_locals(other)]:
                    return ByTable(table, size, other, replace(node, where=rest))
            case _:
                pass
    return None


def is_written_out(node: lv.Reduce) -> bool:
    """Whether a loop over a zone's spaces is short enough to be written out, one space after another."""
    parts = [each for each in (node.where, node.value, *node.order) if each is not None]
    few = isinstance(node.source, lv.Zone) and 1 < node.source.spaces <= _FEW
    return few and sum(weight(each, _SHORT) for each in parts) <= _SHORT


def in_turn(passes: list[str], body: list[str]) -> list[str]:
    """The body of a loop in each of its passes: indented where a pass begins with a `for`, else as it is."""
    lines = []
    for begins in passes:
        lines += [begins, *("    " * begins.endswith(":") + line for line in body)]
    return lines


def read_by(node: lv.Reduce) -> tuple[lv.Local, ...]:
    """The locals from outside that a reduction reads."""
    return outer_locals(node.variable, node.where, node.value, node.order, node.source)


def takes_first(node: lv.Reduce) -> bool:
    """Whether the order of the candidates decides which one it is."""
    return node.function == "first" and not node.order


def holds_any(arguments: tuple[lv.Expression, ...]) -> bool:
    match arguments:
        case (lv.Primitive(name="size", arguments=(lv.Zone(),)), lv.Const(value=0)):
            return True
        case _:
            return False


def size_of(source: lv.Expression) -> lv.Primitive:
    """Return the expression that counts the things in a set."""
    return lv.Primitive("size", (source,), NUMBER)


def _first_test(where: lv.Expression | None) -> tuple[lv.Expression | None, lv.Expression | None]:
    """Split a test into (its first condition, the rest of it), each None if missing."""
    match where:
        case lv.Primitive(name="and", arguments=(one, other)):
            first, rest = _first_test(one)
            return first, other if rest is None else replace(where, arguments=(rest, other))
        case _:
            return where, None


SHAPES: Final[dict[str, tuple[list[str], list[str], list[str]]]] = {
    "count": (["n = 0"], ["n += 1"], ["return n"]),
    "sum": (["n = 0"], ["n += {value}"], ["return n"]),
    "any": ([], ["return True"], ["return False"]),
    "none": ([], ["return False"], ["return True"]),
    "every": ([], ["return False"], ["return True"]),
    "first": ([], ["return {x}"], ["return -1"]),
    "first by": (["n, z = None, -1"], ["y = {value}", "if n is None or y < n: n, z = y, {x}"], ["return z"]),
    "distance": ([], ["return d"], ["return {value}"]),
    "highest": (["n = None"], ["y = {value}", "if n is None or y > n: n = y"], ["return n or 0"]),
    "lowest": (["n = None"], ["y = {value}", "if n is None or y < n: n = y"], ["return n or 0"]),
}


def shape(node: lv.Reduce, variable: str, value: str) -> list[list[str]]:
    """Return the lines of a reduction as [before the loop, for each candidate, after the loop]."""
    parts = SHAPES["first by" if node.order else node.function]
    return [[line.format(x=variable, value=value) for line in part] for part in parts]
