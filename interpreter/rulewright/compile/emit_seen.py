"""What an expression reads, for who explains it: its parts with their words, and the source of the values they have.

The source gives a tuple of values in the order of the labels. A label is (words, sort, kind, domain):

- `plain`: the value itself, of that kind and domain
- `slot`: (slot, value) of a counter, a marker or a zone, of which it is the piece there or how many there are
- `quantity`: (value, number of the quantity, seat, arguments...)
- `items`: (value, ((candidate, what it adds), ...)), with the candidates' domain
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.compile.analysis import free_locals
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.language.unparse import unparse_expression
from rulewright.model import bound as b
from rulewright.model import effects as ast
from rulewright.model.bound import Bound, Const

Label = tuple[str, str, str, str]
_MOST_SEEN = 12
_COMPARING = ("=", "!=", "<", "<=", ">", ">=")
_LONGEST = 60
_CALLS = re.compile(r"\w\(")


@dataclass(slots=True)
class Seen:
    """Emits the values that bound expressions read."""

    source: Source
    state: str = "S"
    labels: list[Label] = field(default_factory=list)
    values: list[str] = field(default_factory=list)

    def add(self, node: Bound | None) -> Seen:
        """What an expression reads, after what was added before."""
        for part in _parts(node) if node is not None else ():
            self._one(part)
        return self

    def name(self, words: str, value: str, kind: str, domain: str = "") -> Seen:
        """One value that has a name of its own."""
        if len(self.labels) < _MOST_SEEN and words not in {label[0] for label in self.labels}:
            self.labels.append((words, "plain", kind, domain))
            self.values.append(value)
        return self

    @property
    def tuple(self) -> str:
        """The source of all values; one that stops at a limit is left out, as what nobody looked at may do."""
        values = [f"told(lambda: {each})" if _CALLS.search(each) else each for each in self.values]
        return f"({', '.join(values)}{',' * bool(values)})"

    def _one(self, node: Bound) -> None:
        words = self.words(node)
        known = {label[0] for label in self.labels}
        if not words or words in known or len(self.labels) >= _MOST_SEEN:
            return
        expressions = Expressions(self.source, self.state)
        sort, kind, domain, value = "plain", node.type.kind, node.type.domain, ""
        match node:
            case b.Read() if node.family:
                slot = expressions.slot(node)
                sort, value = "slot", f"({slot}, {self.state}[{slot}])"
            case b.Evaluate():
                given = ", ".join(expressions.emit(each) for each in (node.seat, *node.arguments))
                called = f"q{node.quantity}({self.state}, {given})"
                sort, value = "quantity", f"({called}, {node.quantity}, {given})"
            case b.EvaluateField():
                target = expressions.emit(node.target)
                number, seat = f"T{node.table}[{target}]", expressions.emit(node.seat)
                sort, value = "quantity", f"({expressions.emit(node)}, {number}, {seat})"
            case b.Quantify(function="sum" | "count"):
                sort, domain, value = "items", node.source.type.domain, self._items(expressions, node)
            case b.SetSize(source=b.ZoneRef() as zone):
                sort, value = "slot", f"({expressions.slot(zone)}, {expressions.emit(node)})"
            case b.ZoneRef():
                slot, sort = expressions.slot(node), "slot"
                if node.spaces == 1:
                    kind, value = "thing", f"({slot}, {self.state}[{slot}])"
                else:
                    kind, domain = "number", ""
                    value = f"({slot}, {expressions.emit(b.SetSize(node, b.NUMBER))})"
            case _:
                value = expressions.emit(node)
        if kind in ("number", "truth", "thing"):
            self.labels.append((words, sort, kind, domain))
            self.values.append(value)

    def words(self, node: Bound) -> str:
        """What a node was written as; of a node that came by binding, what is in it."""
        written = self.source.program.texts.get(id(node))
        if written is not None and not isinstance(written.tree, ast.Number | ast.Truth):
            text = unparse_expression(written.tree)  # type: ignore[arg-type]  # texts of expressions hold expressions
            return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
        inner = _behind(node)
        return self.words(inner) if inner is not None else ""

    def _items(self, expressions: Expressions, node: b.Quantify) -> str:
        """A function of the candidates that count, each with what it adds."""
        outer = [
            each for each in free_locals(node.where, node.value, node.source) if each.number != node.variable.number
        ]
        inner = Expressions(self.source)
        variable = local_name(node.variable)
        items, loose = inner.iterate(node.source)
        test = inner.condition(node.where, variable, loose)
        value = inner.emit(node.value) if node.value is not None else "1"
        name = self.source.fresh("i")
        parameters = ", ".join(["S", *(local_name(each) for each in outer)])
        self.source.lines += [
            f"def {name}({parameters}):",
            f"    return tuple([({variable}, {value}) for {variable} in {items}{f' if {test}' if test else ''}])",
            "",
        ]
        given = ", ".join([self.state, *(expressions.local(each) for each in outer)])
        return f"({expressions.emit(node)}, {name}({given}))"


def _parts(node: Bound) -> Iterator[Bound]:
    """The parts of an expression that somebody would want to know; a comparison's side stands before its parts."""
    match node:
        case Const():
            return
        case b.Op(op=op, arguments=arguments) if op in _COMPARING:
            if isinstance(arguments[0], b.PieceSlot):
                yield node
                return
            for side in arguments:
                inner = _behind(side)
                side = inner if isinstance(side, b.Op) and inner is not None else side
                if isinstance(side, b.Op) and side.op not in _COMPARING and side.type.kind == "number":
                    yield side
                yield from _parts(side)
        case b.Inside() | b.NotZero():
            yield from _parts(node.value)
        case b.Op(arguments=arguments):
            for each in arguments:
                yield from _parts(each)
        case b.SetSize(source=b.ZoneRef(spaces=1) as zone):
            yield zone
        case b.SetSize():
            yield node
        case b.RangeSet() | b.DomainSet() | b.OthersSet() | b.UnionSet():
            return
        case _:
            yield node


def _behind(node: Bound) -> Bound | None:
    """What a node that came by binding stands for; None for one that stands for nothing written."""
    match node:
        case b.ZoneEnd():
            return node.zone
        case b.Op(op="max", arguments=(Const(value=0), amount)):
            return amount
        case b.Inside() | b.NotZero():
            return node.value
        case b.Op(op="neg" | "within", arguments=arguments):
            return arguments[0]
        case b.Lookup():
            return node.index
        case b.SetSize():
            return node.source
        case b.Op(op=">=" | ">", arguments=(first, Const(value=0))):
            return first
        case _:
            return None
