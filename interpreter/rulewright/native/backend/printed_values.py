"""Lowered expressions as WebAssembly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from rulewright.core.lower.value_ranges import is_small
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.layout import LABEL_BITS
from rulewright.core.model.type import NUMBER
from rulewright.native.backend import sets
from rulewright.native.backend.addresses import cell_at, is_header, load_slot
from rulewright.native.backend.printed_primitives import TESTS, primitive
from rulewright.native.backend.reduce import reduced
from rulewright.native.backend.source import Code, get, number, plus, put, seen_from, small
from rulewright.native.backend.tables import LOAD, LOAD_SMALL
from rulewright.native.backend.weights import MOST_WRITTEN_OUT


@dataclass(frozen=True, slots=True)
class Expressions(Code):
    """A writer of expressions at one point of the code."""

    def value(self, node: lv.Expression) -> str:
        """Return an expression as 64 bits."""
        return seen_from(self._natural(node), self.width(node), "i64")

    def test(self, node: lv.Expression) -> str:
        """Return an expression as a truth of 32 bits."""
        return seen_from(self._natural(node), self.width(node), "i32")

    def index(self, node: lv.Expression) -> str:
        """Return an expression that is small, as 32 bits with a sign."""
        data = self.module.data
        match node:
            case lv.Const():
                return small(node.value)
            case lv.Load() if self.module.layout.width == 4 or is_header(node.address):
                return load_slot(self, node.address, is_small=True)
            case lv.Primitive(name="top" | "bottom", arguments=(lv.Zone(spaces=1, address=space),)) if (
                self.module.layout.width == 4
            ):
                return load_slot(self, space, is_small=True)
            case lv.Table() if data.table(node.table).width < 8:
                return f"({LOAD_SMALL[data.table(node.table).width]} {cell_at(self, node.table, node.index)})"
            case lv.Primitive(name="+" | "-" as name, arguments=(one, other)):
                if all(is_small(self.module.ranges.of(each)) for each in (node, one, other)):
                    word = "add" if name == "+" else "sub"
                    return f"(i32.{word} {self.index(one)} {self.index(other)})"
            case _:
                pass
        text = self._natural(node)
        return text if self.width(node) == "i32" else f"(i32.wrap_i64 {text})"

    def width(self, node: lv.Expression) -> str:
        """Return the natural width of an expression: 32 bits for tests, 64 for other values."""
        match node:
            case lv.Primitive(name="if", arguments=(_, one, other)):
                return "i32" if self.width(one) == self.width(other) == "i32" else "i64"
            case lv.Primitive():
                return "i32" if node.name in TESTS else "i64"
            case lv.Reduce():
                return "i32" if node.function in ("any", "none", "every") else "i64"
            case lv.Evaluate():
                return "i32" if self.module.lowered.value(node.function).type.kind == "truth" else "i64"
            case lv.Possible():
                return "i32"
            case lv.Const() | lv.Local() | lv.Load() | lv.Table() | lv.Zone() | lv.EvaluateField() | lv.Answer():
                return "i64"
            case _:
                assert_never(node)

    def _natural(self, node: lv.Expression) -> str:
        """Return an expression in the width it has by nature."""
        if node.type.kind == "set":
            return sets.pointer(self, node)
        match node:
            case lv.Const():
                return number(node.value)
            case lv.Local():
                return get(self.name(node))
            case lv.Load():
                return load_slot(self, node.address, is_small=False)
            case lv.Table():
                data = self.module.data.table(node.table)
                return f"({LOAD[data.width]} {cell_at(self, node.table, node.index)})"
            case lv.Primitive():
                return primitive(self, node)
            case lv.Reduce():
                return reduced(self, node)
            case lv.Evaluate():
                return self._evaluate(node)
            case lv.EvaluateField():
                return self._field(node)
            case lv.Possible():
                return self._possible(node.call)
            case lv.Answer():
                return f"(i64.shr_s (local.get $c) (i64.const {LABEL_BITS}))" if node.labelled else get("$c")
            case lv.Zone():
                raise AssertionError("a zone is not a value")
            case _:
                assert_never(node)

    # ---- Functions of the program

    def _evaluate(self, node: lv.Evaluate) -> str:
        """Return the value of a function: a small one that counts nothing is written out, others are called."""
        module, function = self.module, self.function
        if module.weights.of(node.function) > MOST_WRITTEN_OUT or module.lowered.cost_model.of_value(node.function):
            return f"(call $q{node.function} {self.here} {self.values(node.arguments)})"
        value = module.lowered.value(node.function)
        names, before = {}, []
        for parameter, given in zip((0, *(each.number for each in value.parameters)), node.arguments, strict=True):
            if isinstance(given, lv.Local):
                names[parameter] = self.name(given)
                continue
            names[parameter] = function.local()
            before.append(put(names[parameter], self.value(given)))
        inner = replace(self, names=names, within=module.lowered.cost_model.is_within(node.function), sets={})
        width = self.width(node)
        text = inner.test(value.amount) if width == "i32" else inner.value(value.amount)
        return f"(block (result {width}) {' '.join(before)} {text})" if before else text

    def _field(self, node: lv.EvaluateField) -> str:
        """Return the value of the function whose number is printed, or else the default."""
        cell, first = self.function.local("i32"), self.module.first_value
        target = self.index(lv.Table(node.table, node.target, NUMBER))
        self.module.fields_asked.add((node.table, len(node.arguments)))
        given = [self.function.local() for _ in node.arguments]
        before = " ".join(put(name, self.value(each)) for name, each in zip(given, node.arguments, strict=True))
        kind = "$of_seat" if len(given) == 1 else f"$value{len(given)}"
        called = f"(call_indirect (type {kind}) {self.here} {' '.join(map(get, given))} {plus(get(cell), first)})"
        return (
            f"(block (result i64) {put(cell, target)} {before} (if (result i64) (i32.ge_s {get(cell)} (i32.const 0))"
            f" (then {called}) (else {number(node.default)})))"
        )

    def _possible(self, call: lv.Call | lv.CallField) -> str:
        """Return whether an effect could be done, with as many steps left as a look may take."""
        if isinstance(call, lv.Call) and not self.module.lowered.summary(call.function).guards:
            return small(1)
        function = self.function
        result, cell = function.local("i32"), function.local("i32")
        given = [function.local() for _ in call.arguments]
        before = " ".join(put(name, self.value(each)) for name, each in zip(given, call.arguments, strict=True))
        looking = [
            f"(call $ahead {self.here})",
            put(result, self._looked(call, cell, " ".join(map(get, given)))),
            f"(call $looked {self.here})",
            get(result),
        ]
        return f"(block (result i32) {before} {self._where_needed(call, cell, ' '.join(looking))})"

    def able(self, call: lv.Call | lv.CallField) -> str:
        """Return whether an effect can be done, by its look-ahead."""
        cell = self.function.local("i32")
        return self._where_needed(call, cell, self._looked(call, cell, self.values(call.arguments)))

    def _where_needed(self, call: lv.Call | lv.CallField, cell: str, looked: str) -> str:
        """Return the look-ahead of an effect, true if it can always be done."""
        if isinstance(call, lv.Call):
            return looked
        target = put(cell, self.index(lv.Table(call.table, call.target, NUMBER)))
        look = f"(table.get $functions {plus(get(cell), self.module.first_look)})"
        none = (
            f"(if (result i32) (i32.lt_s {get(cell)} (i32.const 0)) (then (i32.const 1)) (else (ref.is_null {look})))"
        )
        return f"(block (result i32) {target} (if (result i32) {none} (then (i32.const 1)) (else {looked})))"

    def _looked(self, call: lv.Call | lv.CallField, cell: str, given: str) -> str:
        if isinstance(call, lv.Call):
            return f"(call $can{call.function} {self.here} {given})"
        at = plus(get(cell), self.module.first_look)
        return f"(call_indirect $functions (type $run{len(call.arguments)}) {self.here} {given} {at})"
