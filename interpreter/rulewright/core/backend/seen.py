"""The values that an expression reads, for explanations: its parts with their words and their source.

The source gives a tuple of values in the order of the labels. The sorts of these:

- `plain`: the value itself, of that kind and domain
- `slot`: (slot, value) of a counter, a marker or a zone, of which it is the piece there or how many there are
- `quantity`: (value, number of the quantity, seat, arguments...)
- `items`: (value, ((candidate, what it adds), ...)), with the candidates' domain
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.reductions import size_of
from rulewright.core.backend.source import Source, local_name, tupled
from rulewright.core.lower.locals import outer_locals
from rulewright.core.lower.node_words import read_as
from rulewright.core.lower.phrase_trees import phrase_of
from rulewright.core.model import effects as ast
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.primitives import COMPARISONS
from rulewright.core.model.reasons import ValueLabel

_MOST_SEEN = 12
_COMPARING = (*(row.name for row in COMPARISONS), "exists")
_LONGEST = 60
_BOUNDED = frozenset({"inside", "there", "not_zero", "saturated"})
"""What gives its first argument, if that is not out of bounds."""
_CALLS = re.compile(r"\w\(")


@dataclass(slots=True)
class Seen:
    """Prints the values that expressions read."""

    source: Source
    labels: list[ValueLabel] = field(default_factory=list)
    values: list[str] = field(default_factory=list)

    def add(self, node: lv.Expression | None) -> Seen:
        """Add the parts that an expression reads, after those added before."""
        for part in _parts(node) if node is not None else ():
            self._one(part)
        return self

    def name(self, words: str, value: str, kind: str, domain: DomainName = "") -> Seen:
        """One value with a name of its own."""
        if len(self.labels) < _MOST_SEEN and words not in {label.words for label in self.labels}:
            self.labels.append(ValueLabel(words, "plain", kind, domain))
            self.values.append(value)
        return self

    @property
    def tuple(self) -> str:
        """The source of all values, without those that raise at a limit, as an unused value may."""
        return tupled([f"told(lambda: {each})" if _CALLS.search(each) else each for each in self.values])

    def _one(self, node: lv.Expression) -> None:
        words = _words(node)
        known = {label.words for label in self.labels}
        if not words or words in known or len(self.labels) >= _MOST_SEEN:
            return
        expressions = Expressions(self.source)
        sort, kind, domain, value = "plain", node.type.kind, node.type.domain, ""
        match node:
            case lv.Load() if node.address.family:
                slot = expressions.slot(node.address)
                sort, value = "slot", f"({slot}, S[{slot}])"
            case lv.Evaluate():
                given = ", ".join(expressions.all(node.arguments))
                sort, value = "quantity", f"(q{node.function}(S, {given}), {node.function}, {given})"
            case lv.EvaluateField():
                shown = (expressions.emit(node), f"T{node.table}[{expressions.emit(node.target)}]")
                sort, value = "quantity", f"({', '.join([*shown, *expressions.all(node.arguments)])})"
            case lv.Reduce(function="sum" | "count"):
                sort, domain, value = "items", node.source.type.domain, self._items(expressions, node)
            case lv.Primitive(name="size", arguments=(lv.Zone() as zone,)):
                sort, value = "slot", f"({expressions.slot(zone.address)}, {expressions.emit(node)})"
            case lv.Zone(spaces=1):
                slot = expressions.slot(node.address)
                sort, kind, value = "slot", "thing", f"({slot}, S[{slot}])"
            case lv.Zone():
                slot = expressions.slot(node.address)
                sort, kind, domain = "slot", "number", ""
                value = f"({slot}, {expressions.emit(size_of(node))})"
            case _:
                value = expressions.emit(node)
        if kind in ("number", "truth", "thing"):
            self.labels.append(ValueLabel(words, sort, kind, domain, phrase_of(_written(node))))
            self.values.append(value)

    def _items(self, expressions: Expressions, node: lv.Reduce) -> str:
        """A function of the candidates that count, each with what it adds."""
        outer = outer_locals(node.variable, node.where, node.value, node.source)
        inner, variable = Expressions(self.source), local_name(node.variable)
        items, test = inner.found(node.variable, node.source, node.where)
        value = inner.emit(node.value) if node.value is not None else "1"
        name = self.source.fresh("i")
        found = f"({variable}, {value}) for {variable} in {items}{f' if {test}' if test else ''}"
        self.source.function(name, [local_name(each) for each in outer], [f"    return tuple([{found}])"])
        given = ", ".join(["S", *(expressions.local(each) for each in outer)])
        return f"({expressions.emit(node)}, {name}({given}))"


def _words(node: lv.Expression) -> str:
    """Return the text of a node as written, or that of the node inside one that binding made."""
    text = read_as(node.origin)
    if text:
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
    inner = _behind(node)
    return _words(inner) if inner is not None else ""


def _written(node: lv.Expression) -> lv.Expression:
    """The node that was written: itself, or what one that binding made stands for."""
    inner = _behind(node) if not read_as(node.origin) else None
    return node if inner is None else _written(inner)


def _parts(node: lv.Expression) -> Iterator[lv.Expression]:
    """Yield the parts of an expression worth showing, a comparison's side before its own parts."""
    match node:
        case lv.Const():
            return
        case lv.Primitive(name=name, arguments=arguments) if name in _COMPARING:
            if isinstance(arguments[0], lv.Load) and arguments[0].address.pieces:
                yield node
                return
            for side in arguments:
                inner = _behind(side)
                side = inner if _is_operator(side) and inner is not None else side
                if isinstance(side, lv.Primitive) and _is_sum(side):
                    yield side
                yield from _parts(side)
        case lv.Primitive(name=name, arguments=arguments) if name in _BOUNDED:
            yield from _parts(arguments[0])
        case lv.Primitive(name="size", arguments=(lv.Zone(spaces=1) as zone,)):
            yield zone
        case lv.Primitive(name="if", arguments=(is_there, *_)) if isinstance(_tree_of(node), ast.OrElse):
            yield node
            yield from _parts(is_there)
        case lv.Primitive() if _is_operator(node):
            for each in node.arguments:
                yield from _parts(each)
        case lv.Primitive() if node.type.kind == "set":
            return
        case _:
            yield node


_STANDING_FOR_FIRST = _BOUNDED | {"non_negative", "exists", "within", "neg", "top", "bottom", "size"}


def _tree_of(node: lv.Expression) -> object:
    """The origin of a node in the text, None if binding made it."""
    return node.origin.tree if node.origin is not None else None


def _is_operator(node: lv.Expression) -> bool:
    """Return whether a node combines values rather than looks into a set."""
    return isinstance(node, lv.Primitive) and node.name not in _LOOKING and node.type.kind != "set"


_LOOKING = frozenset({"element", "item", "size", "top", "bottom"})


def _is_sum(side: lv.Primitive) -> bool:
    return _is_operator(side) and side.name not in _COMPARING and side.type.kind == "number"


def _behind(node: lv.Expression) -> lv.Expression | None:
    """Return the node that one made by binding stands for, or None if it stands for none."""
    match node:
        case lv.Primitive(name=name, arguments=arguments) if name in _STANDING_FOR_FIRST:
            return arguments[0]
        case lv.Table():
            return node.index
        case lv.Primitive(name=">", arguments=(first, lv.Const(value=0))):
            return first
        case _:
            return None
