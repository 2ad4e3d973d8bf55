"""WebAssembly text of the primitives of the lowered program that have several forms.

Those with one form are in the table of primitives.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.lower.value_ranges import constant, fits, is_small
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.ranges import KEPT
from rulewright.native.backend import sets
from rulewright.native.backend.addresses import list_at
from rulewright.native.backend.source import Code, added, get, number, put
from rulewright.native.backend.tables import LOAD
from rulewright.native.backend.ways import longest_way

TESTS: Final = frozenset(row.name for row in PRIMITIVES.values() if row.gives == "truth")
"""Those that give a truth."""
_CHECKED: Final = {"+": "add", "-": "sub", "*": "mul"}


def primitive(code: Code, node: lv.Primitive) -> str:
    """Return a primitive in the width it has by nature."""
    arguments, ranges = node.arguments, code.module.ranges
    match node.name:
        case "=" if _is_zero(arguments[1]) and is_small(ranges.of(arguments[0])):
            return f"(i32.eqz {code.index(arguments[0])})"
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
        case "/" | "%":
            return _divided(code, node)
        case "min" | "max" | "non_negative":
            return _outermost(code, node)
        case "if":
            return _chosen(code, node)
        case "inside" | "there":
            return _inside(code, node)
        case "saturated":
            return _saturated(code, node)
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
        case "longest_way":
            return longest_way(code, node)
        case "top" | "bottom":
            return sets.end(code, arguments[0], node.name)
        case _:
            return _written(code, node)


class _Argument:
    """An argument of a template: `{}` (64 bits, or small if all are), `{:test}` or `{:index}`."""

    def __init__(self, code: Code, node: lv.Expression, *, narrow: bool) -> None:
        self.code, self.node, self.narrow = code, node, narrow

    def __format__(self, form: str) -> str:
        match form:
            case "test":
                return self.code.test(self.node)
            case "index":
                return self.code.index(self.node)
            case _:
                return self.code.index(self.node) if self.narrow else self.code.value(self.node)


def _written(code: Code, node: lv.Primitive) -> str:
    """Return a primitive by its template."""
    template = PRIMITIVES[node.name].wasm
    assert template, f"{node.name} has no template"
    narrow = "{width}" in template and all(is_small(code.module.ranges.of(each)) for each in node.arguments)
    arguments = (_Argument(code, each, narrow=narrow) for each in node.arguments)
    return template.format(*arguments, width="i32" if narrow else "i64")


def _is_zero(node: lv.Expression) -> bool:
    return isinstance(node, lv.Const) and node.value == 0


def _divided(code: Code, node: lv.Primitive) -> str:
    """Return the quotient rounded down, or its remainder."""
    one, other = node.arguments
    found, by = code.module.ranges.of(one), code.module.ranges.of(other)
    word = "div" if node.name == "/" else "rem"
    if found.low is not None and found.low >= 0 and by.low is not None and by.low > 0:
        return f"(i64.{word}_u {code.value(one)} {code.value(other)})"
    return f"(call ${word} {code.value(one)} {code.value(other)})"


def _outermost(code: Code, node: lv.Primitive) -> str:
    """Return the least or the greatest of some values."""
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


def _chosen(code: Code, node: lv.Primitive) -> str:
    test, one, other = node.arguments
    width = code.width(node)
    texts = [code.value(each) if width == "i64" else code.test(each) for each in (one, other)]
    return f"(if (result {width}) {code.test(test)} (then {texts[0]}) (else {texts[1]}))"


def _saturated(code: Code, node: lv.Primitive) -> str:
    """Return a number within the bounds of all, a product without a stop where it has more than 64 bits."""
    (value,) = node.arguments
    found = code.module.ranges.of(value)
    if found.meets(KEPT) == found:
        return code.value(value)
    if isinstance(value, lv.Primitive) and value.name == "*" and not fits(code.module.ranges.before_check(value)):
        return f"(call $product {' '.join(map(code.value, value.arguments))})"
    return f"(call $saturated {code.value(value)})"


def _inside(code: Code, node: lv.Primitive) -> str:
    """Return a value that is checked if it may be out of bounds, as none is for a thing."""
    value, *bounds = node.arguments
    found = code.module.ranges.of(value)
    least, most = (constant(each) for each in bounds) if bounds else (0, None)
    if found.low is not None and found.low >= least and (most is None or (found.high or 0) <= most):
        return code.value(value)
    text, kept = code.value(value), code.function.local()
    if most is None:
        outside = f"(i64.lt_s {get(kept)} (i64.const {least}))"
    else:
        outside = f"(i64.gt_u (i64.sub {get(kept)} {number(least)}) {number(most - least)})"
    return f"(block (result i64) {put(kept, text)} (if {outside} (then (call $outside))) {get(kept)})"


def _element(code: Code, node: lv.Primitive) -> str:
    """Return an item of a printed list, or of a set whose index has been checked."""
    items, at = node.arguments
    if isinstance(items, lv.Local):
        return _item(code, node)
    assert isinstance(items, lv.Table)
    width = code.module.data.table(items.table).item_width
    list_, kept = code.function.local("i32"), code.function.local()
    outside = f"(i64.ge_u {get(kept)} (i64.load32_u {get(list_)}))"
    offset = f"(i32.add {get(list_)} (i32.mul (i32.wrap_i64 {get(kept)}) (i32.const {width})))"
    return (
        f"(block (result i64) {put(list_, list_at(code, items))} {put(kept, code.value(at))}"
        f" (if {outside} (then (call $outside))) ({LOAD[width]} offset=8 {offset}))"
    )


def _item(code: Code, node: lv.Primitive) -> str:
    """Return a thing of a set that is a value."""
    items, position = node.arguments
    assert isinstance(items, lv.Local)
    first = f"(i32.wrap_i64 {get(code.name(items))})"
    return f"(i64.load offset=8 (i32.add {first} (i32.shl {code.index(position)} (i32.const 3))))"
