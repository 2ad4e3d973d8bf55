"""Lowered expressions as text, for tests and for the curious. A local is `v` and its number."""

from __future__ import annotations

from typing import assert_never

from rulewright.model import lowered as low
from rulewright.model.kinds import kind_of
from rulewright.model.primitives import PRIMITIVES

_INFIX = frozenset(
    row.name for row in PRIMITIVES.values() if row.least == 2 and row.word is not None and row.word.sort == "operator"
)


def expression_text(node: low.Expression) -> str:
    """An expression on one line."""
    match node:
        case low.Const():
            return str(node.value)
        case low.Local():
            return f"v{node.number}"
        case low.Load():
            return address_text(node.address)
        case low.Zone():
            size = f" x {node.spaces}" if node.spaces > 1 else ""
            return f"zone {kind_of(node.type.domain)}{_slot_text(node.address)}{size}"
        case low.Table():
            return f"table{node.table}[{expression_text(node.index)}]"
        case low.Primitive(name=name, arguments=(one, two)) if name in _INFIX:
            return f"({expression_text(one)} {name} {expression_text(two)})"
        case low.Primitive():
            return f"{node.name}({_listed(node.arguments)})"
        case low.Reduce():
            return _reduce(node)
        case low.Evaluate():
            return f"value{node.function}({_listed(node.arguments)})"
        case low.EvaluateField():
            found = f"table{node.table}[{expression_text(node.target)}]"
            return f"value[{found} else {node.default}]({_listed(node.arguments)})"
        case low.Possible():
            return f"possible({call_text(node.call)})"
        case low.Answer():
            return "answer's candidate" if node.labelled else "answer"
        case _:
            assert_never(node)


def address_text(address: low.Address) -> str:
    """A slot: what it belongs to and where it is."""
    name = address.family or (f"{address.pieces}'s" if address.pieces else "")
    return name + _slot_text(address)


def _slot_text(address: low.Address) -> str:
    terms = [f"{expression_text(index)}{f' * {stride}' if stride != 1 else ''}" for index, stride in address.terms]
    return f"[{' + '.join([str(address.base), *terms])}]"


def call_text(call: low.Call | low.CallField) -> str:
    """The run of an effect."""
    if isinstance(call, low.Call):
        return f"effect{call.function}({_listed(call.arguments)})"
    return f"effect[table{call.table}[{expression_text(call.target)}]]({_listed(call.arguments)})"


def candidates_text(
    local: low.Local, source: low.Expression, where: low.Expression | None, order: tuple[low.Expression, ...] = ()
) -> str:
    """Candidates: their local, where they come from, the test they pass, their order."""
    text = f"v{local.number} in {expression_text(source)}"
    text += f" where {expression_text(where)}" if where is not None else ""
    return text + (f" by {_listed(order)}" if order else "")


def _reduce(node: low.Reduce) -> str:
    value = f"{expression_text(node.value)} for " if node.value is not None else ""
    return f"{node.function}({value}{candidates_text(node.variable, node.source, node.where, node.order)})"


def _listed(nodes: tuple[low.Expression, ...]) -> str:
    return ", ".join(map(expression_text, nodes))
