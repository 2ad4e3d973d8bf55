"""How WebAssembly writes the primitives of the lowered program down."""

from __future__ import annotations

from typing import Final

from rulewright.backends.wasm import sets
from rulewright.backends.wasm.addresses import list_at
from rulewright.backends.wasm.ranges import fits, is_small
from rulewright.backends.wasm.source import Code, added, get, number, put
from rulewright.backends.wasm.tables import LOAD
from rulewright.model import lowered as low

_COMPARED: Final = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
TESTS: Final = frozenset(_COMPARED) | {"and", "or", "not", "exists"}
"""Those that give a truth."""
_CHECKED: Final = {"+": "add", "-": "sub", "*": "mul"}


def primitive(code: Code, node: low.Primitive) -> str:
    """A primitive in the width it has by nature."""
    arguments, ranges = node.arguments, code.module.ranges
    match node.name:
        case "and" | "or":
            return _joined(code, node)
        case "not":
            return f"(i32.eqz {code.test(arguments[0])})"
        case "exists":
            return f"(i32.ge_s {code.index(arguments[0])} (i32.const 0))"
        case name if name in _COMPARED:
            return _compared(code, node)
        case "+" | "-" | "*":
            one, other = map(code.value, arguments)
            word = _CHECKED[node.name]
            if fits(ranges.before_check(node)):
                return f"(i64.{word} {one} {other})"
            return f"(call $mul {one} {other})" if word == "mul" else added(code.function, word, one, other)
        case "neg":
            value = code.value(arguments[0])
            fitting = fits(ranges.before_check(node))
            return f"(i64.sub {number(0)} {value})" if fitting else added(code.function, "sub", number(0), value)
        case "abs":
            return f"(call $abs {code.value(arguments[0])})"
        case "/" | "%":
            return _divided(code, node)
        case "min" | "max" | "non_negative":
            return _outermost(code, node)
        case "if":
            return _chosen(code, node)
        case "within":
            return f"(call $within {code.values(arguments)})"
        case "inside" | "there":
            return _inside(code, node)
        case "not_zero":
            value, kept = code.value(arguments[0]), code.function.local()
            return (
                f"(block (result i64) {put(kept, value)} (if (i64.eqz {get(kept)}) (then (call $outside))) {get(kept)})"
            )
        case "element":
            return _element(code, node)
        case "item":
            return _item(code, node)
        case "size":
            return f"(i64.extend_i32_u {sets.size(code, arguments[0])})"
        case "top" | "bottom":
            return sets.end(code, arguments[0], node.name)
        case _:
            raise AssertionError(f"{node.name} is a set")


def _joined(code: Code, node: low.Primitive) -> str:
    one, other = map(code.test, node.arguments)
    if node.name == "and":
        return f"(if (result i32) {one} (then {other}) (else (i32.const 0)))"
    return f"(if (result i32) {one} (then (i32.const 1)) (else {other}))"


def _compared(code: Code, node: low.Primitive) -> str:
    one, other = node.arguments
    word = _COMPARED[node.name]
    if all(is_small(code.module.ranges.of(each)) for each in node.arguments):
        if word == "eq" and isinstance(other, low.Const) and other.value == 0:
            return f"(i32.eqz {code.index(one)})"
        return f"(i32.{word} {code.index(one)} {code.index(other)})"
    return f"(i64.{word} {code.value(one)} {code.value(other)})"


def _divided(code: Code, node: low.Primitive) -> str:
    """Quotient and remainder are those of the next lower whole quotient."""
    one, other = node.arguments
    found, by = code.module.ranges.of(one), code.module.ranges.of(other)
    word = "div" if node.name == "/" else "rem"
    if found.low is not None and found.low >= 0 and by.low is not None and by.low > 0:
        return f"(i64.{word}_u {code.value(one)} {code.value(other)})"
    return f"(call ${word} {code.value(one)} {code.value(other)})"


def _outermost(code: Code, node: low.Primitive) -> str:
    """The least or the greatest of some values."""
    first, *others = map(code.value, node.arguments)
    word = "lt_s" if node.name == "min" else "gt_s"
    if node.name == "non_negative":
        found = code.module.ranges.of(node.arguments[0])
        if found.low is not None and found.low >= 0:
            return first
        others = [number(0)]
    kept = code.function.local()
    text = [put(kept, first)]
    for each in others:
        more = code.function.local()
        chosen = f"(select {get(more)} {get(kept)} (i64.{word} {get(more)} {get(kept)}))"
        text += [put(more, each), put(kept, chosen)]
    return f"(block (result i64) {' '.join(text)} {get(kept)})"


def _chosen(code: Code, node: low.Primitive) -> str:
    test, one, other = node.arguments
    width = code.width(node)
    texts = [code.value(each) if width == "i64" else code.test(each) for each in (one, other)]
    return f"(if (result {width}) {code.test(test)} (then {texts[0]}) (else {texts[1]}))"


def _inside(code: Code, node: low.Primitive) -> str:
    """A value that is looked at, where it may lie outside; a thing is outside where it is none."""
    value, *bounds = node.arguments
    found = code.module.ranges.of(value)
    least, most = (_constant(each) for each in bounds) if bounds else (0, None)
    if found.low is not None and found.low >= least and (most is None or (found.high or 0) <= most):
        return code.value(value)
    text, kept = code.value(value), code.function.local()
    if most is None:
        outside = f"(i64.lt_s {get(kept)} (i64.const {least}))"
    else:
        outside = f"(i64.gt_u (i64.sub {get(kept)} {number(least)}) {number(most - least)})"
    return f"(block (result i64) {put(kept, text)} (if {outside} (then (call $outside))) {get(kept)})"


def _element(code: Code, node: low.Primitive) -> str:
    """An item of a printed list."""
    items, at = node.arguments
    assert isinstance(items, low.Table)
    width = code.module.data.table(items.table).item_width
    list_, kept = code.function.local("i32"), code.function.local()
    outside = f"(i64.ge_u {get(kept)} (i64.load32_u {get(list_)}))"
    offset = f"(i32.add {get(list_)} (i32.mul (i32.wrap_i64 {get(kept)}) (i32.const {width})))"
    return (
        f"(block (result i64) {put(list_, list_at(code, items))} {put(kept, code.value(at))}"
        f" (if {outside} (then (call $outside))) ({LOAD[width]} offset=8 {offset}))"
    )


def _item(code: Code, node: low.Primitive) -> str:
    """A thing of a set that lies in the frame."""
    items, position = node.arguments
    assert isinstance(items, low.Local)
    at = f"(i32.add (local.get $f) (i32.shl {code.index(position)} (i32.const 3)))"
    return f"(i64.load offset={code.sets[items.number] + 8} {at})"


def _constant(node: low.Expression) -> int:
    assert isinstance(node, low.Const)
    return node.value
