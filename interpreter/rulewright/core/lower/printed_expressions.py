"""Lowered expressions as text, for tests and for the curious. A local is `v` and its number."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.model import lowered_values as lv
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.primitives import PRIMITIVES

_INFIX = frozenset(
    row.name for row in PRIMITIVES.values() if row.least == 2 and row.word is not None and row.word.sort == "operator"
)


def expression_text(node: lv.Expression) -> str:
    """An expression on one line."""
    match node:
        case lv.Const():
            return str(node.value)
        case lv.Local():
            return f"v{node.number}"
        case lv.Load():
            return address_text(node.address)
        case lv.Zone():
            size = f" x {node.spaces}" if node.spaces > 1 else ""
            return f"zone {kind_of(node.type.domain)}{_slot_text(node.address)}{size}"
        case lv.Table():
            return f"table{node.table}[{expression_text(node.index)}]"
        case lv.Primitive(name=name, arguments=(one, two)) if name in _INFIX:
            return f"({expression_text(one)} {name} {expression_text(two)})"
        case lv.Primitive():
            return f"{node.name}({_listed(node.arguments)})"
        case lv.Reduce():
            return _reduce(node)
        case lv.Evaluate():
            return f"value{node.function}({_listed(node.arguments)})"
        case lv.EvaluateField():
            found = f"table{node.table}[{expression_text(node.target)}]"
            return f"value[{found} else {node.default}]({_listed(node.arguments)})"
        case lv.Possible():
            return f"possible({call_text(node.call)})"
        case lv.Answer():
            return "answer's candidate" if node.labelled else "answer"
        case _:
            assert_never(node)


def address_text(address: lv.Address) -> str:
    """A slot: what it belongs to and where it is."""
    name = address.family or (f"{address.pieces}'s" if address.pieces else "")
    return name + _slot_text(address)


def _slot_text(address: lv.Address) -> str:
    terms = [f"{expression_text(index)}{f' * {stride}' if stride != 1 else ''}" for index, stride in address.terms]
    return f"[{' + '.join([str(address.base), *terms])}]"


def call_text(call: lv.Call | lv.CallField) -> str:
    """The run of an effect."""
    if isinstance(call, lv.Call):
        return f"effect{call.function}({_listed(call.arguments)})"
    return f"effect[table{call.table}[{expression_text(call.target)}]]({_listed(call.arguments)})"


def candidates_text(
    local: lv.Local, source: lv.Expression, where: lv.Expression | None, order: tuple[lv.Expression, ...] = ()
) -> str:
    """Candidates: their local, where they come from, the test they pass, their order."""
    text = f"v{local.number} in {expression_text(source)}"
    text += f" where {expression_text(where)}" if where is not None else ""
    return text + (f" by {_listed(order)}" if order else "")


def _reduce(node: lv.Reduce) -> str:
    value = f"{expression_text(node.value)} for " if node.value is not None else ""
    return f"{node.function}({value}{candidates_text(node.variable, node.source, node.where, node.order)})"


def _listed(nodes: tuple[lv.Expression, ...]) -> str:
    return ", ".join(map(expression_text, nodes))
