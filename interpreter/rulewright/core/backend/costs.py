"""Costs of expressions in Python: those written out where they are used, those dearer than a call."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.backend.source import Source
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.nodes import nodes_of

SETS = frozenset({"seats", "domain", "range", "others", "seats_from", "union"})
_SMALL = 24


def is_small(node: lv.Expression) -> bool:
    """Whether an expression is short enough to be written out wherever it is used."""
    return weight(node, _SMALL) <= _SMALL


def weight(node: lv.Expression, room: int) -> int:
    if isinstance(node, lv.Reduce):
        return 4 if node.function not in ("those", *lv.GOING) else room + 1
    if isinstance(node, lv.Const | lv.Local):
        return 1
    if isinstance(node, lv.Primitive) and node.name in SETS:
        return room + 1
    total = 1
    for part in _parts(node):
        total += weight(part, room)
        if total > room:
            break
    return total


def _parts(node: lv.Expression) -> tuple[lv.Expression, ...]:
    match node:
        case lv.Primitive(name="inside"):
            return node.arguments[:1]
        case lv.Primitive() | lv.Evaluate():
            return node.arguments
        case lv.Load() | lv.Zone():
            return tuple(index for index, _ in node.address.terms)
        case lv.Table():
            return (node.index,)
        case lv.EvaluateField():
            return node.target, *node.arguments
        case lv.Possible(call=lv.CallField() as call):
            return (*call.arguments, call.target)
        case lv.Possible():
            return node.call.arguments
        case lv.Const() | lv.Local() | lv.Answer() | lv.Reduce():
            return ()
        case _:
            assert_never(node)


def is_cheap(node: lv.Expression) -> bool:
    """Return whether computing an expression twice costs less than a call with it.

    Such an expression never raises.
    """
    match node:
        case lv.Const() | lv.Local():
            return True
        case lv.Table(index=index):
            return isinstance(index, lv.Const | lv.Local)
        case lv.Load(address=address):
            return is_plain(address)
        case lv.Primitive(name="+" | "-", arguments=parts):
            return all(isinstance(each, lv.Const | lv.Local) for each in parts)
        case _:
            return False


def is_plain(address: lv.Address) -> bool:
    """Whether it costs next to nothing to work out a slot twice."""
    return all(isinstance(index, lv.Local | lv.Const) for index, _ in address.terms)


def stays_small(source: Source, number: int, most: int) -> bool:
    """Whether a value has this weight at most with the small values inside it written out as well."""
    return _written_out(source, number, most) <= most


def _written_out(source: Source, number: int, most: int, depth: int = 0) -> int:
    known = source.written_out
    if number not in known and depth > most:
        return depth
    if number not in known:
        amount = source.lowered.value(number).amount
        inner = [each.function for each in nodes_of(amount) if isinstance(each, lv.Evaluate)]
        total = weight(amount, most) + sum(_written_out(source, each, most, depth + 1) for each in inner)
        known[number] = min(total, most + 1)
    return known[number]


def is_piece(node: lv.Expression) -> bool:
    """Whether it is a piece that is worked out."""
    return isinstance(node.type.domain, PieceOf) and not isinstance(node, lv.Const)
