"""What an expression costs in Python: which are written out where they are used, which cost more than a call."""

from __future__ import annotations

from typing import assert_never

from rulewright.backends.python.source import Source
from rulewright.model import lowered as low
from rulewright.model.kinds import PieceOf
from rulewright.model.nodes import nodes_of

SETS = frozenset({"seats", "domain", "range", "others", "seats_from", "union"})
_SMALL = 24


def is_small(node: low.Expression) -> bool:
    """Whether an expression is short enough to be written out wherever it is used."""
    return weight(node, _SMALL) <= _SMALL


def weight(node: low.Expression, room: int) -> int:
    if isinstance(node, low.Reduce):
        return 4 if node.function not in ("those", *low.GOING) else room + 1
    if isinstance(node, low.Const | low.Local):
        return 1
    if isinstance(node, low.Primitive) and node.name in SETS:
        return room + 1
    total = 1
    for part in _parts(node):
        total += weight(part, room)
        if total > room:
            break
    return total


def _parts(node: low.Expression) -> tuple[low.Expression, ...]:
    match node:
        case low.Primitive(name="inside"):
            return node.arguments[:1]
        case low.Primitive() | low.Evaluate():
            return node.arguments
        case low.Load() | low.Zone():
            return tuple(index for index, _ in node.address.terms)
        case low.Table():
            return (node.index,)
        case low.EvaluateField():
            return node.target, *node.arguments
        case low.Possible(call=low.CallField() as call):
            return (*call.arguments, call.target)
        case low.Possible():
            return node.call.arguments
        case low.Const() | low.Local() | low.Answer() | low.Reduce():
            return ()
        case _:
            assert_never(node)


def is_cheap(node: low.Expression) -> bool:
    """Whether it costs less to work this out twice than to call a function with it; it never stops."""
    match node:
        case low.Const() | low.Local():
            return True
        case low.Table(index=index):
            return isinstance(index, low.Const | low.Local)
        case low.Load(address=address):
            return is_plain(address)
        case low.Primitive(name="+" | "-", arguments=parts):
            return all(isinstance(each, low.Const | low.Local) for each in parts)
        case _:
            return False


def is_plain(address: low.Address) -> bool:
    """Whether it costs next to nothing to work out a slot twice."""
    return all(isinstance(index, low.Local | low.Const) for index, _ in address.terms)


def stays_small(source: Source, number: int, most: int) -> bool:
    """Whether a value has this weight at most with the small values inside it written out as well."""
    return _written_out(source, number, most) <= most


def _written_out(source: Source, number: int, most: int, depth: int = 0) -> int:
    known = source.written_out
    if number not in known and depth > most:
        return depth
    if number not in known:
        amount = source.lowered.value(number).amount
        inner = [each.function for each in nodes_of(amount) if isinstance(each, low.Evaluate)]
        total = weight(amount, most) + sum(_written_out(source, each, most, depth + 1) for each in inner)
        known[number] = min(total, most + 1)
    return known[number]

def is_piece(node: low.Expression) -> bool:
    """Whether it is a piece that is worked out."""
    return isinstance(node.type.domain, PieceOf) and not isinstance(node, low.Const)
