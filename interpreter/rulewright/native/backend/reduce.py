"""One value of the candidates of a set: counted, added up, tested, the first, the highest, the lowest."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rulewright.core.lower.value_ranges import fits
from rulewright.core.model import lowered_values as lv
from rulewright.native.backend import sets
from rulewright.native.backend.addresses import scaled
from rulewright.native.backend.going import Layers, stored_going
from rulewright.native.backend.source import Code, added, count_looks, get, number, plus, put, small
from rulewright.native.backend.stored import SetSource


class _Shape(NamedTuple):
    """A reduction: its start, its text for each candidate, its result."""

    start: str
    each: str
    result: str


def reduced(code: Code, node: lv.Reduce) -> str:
    """Return the value of a reduction, 32 bits for booleans."""
    if node.where is None and node.function in ("count", "any", "none"):
        return _by_size(code, node)
    if node.function == "distance":
        return _distance(code, node)
    function = code.function
    item, out = function.local(), function.label()
    inner = code.naming(node.variable, item, within=True)
    within = replace(code, within=True)
    before, things = sets.ready(within, node.source)
    before, give_back = _counted(code, node, before, things)
    kind = "i32" if node.function in ("any", "none", "every") else "i64"
    shape = _shape(inner, node, out)
    body = shape.each
    if node.function == "every":
        body = f"(if (i32.eqz {inner.test(node.where)}) (then {body}))" if node.where is not None else ""
    elif node.where is not None:
        body = f"(if {inner.test(node.where)} (then {body}))"
    loop = f"(block {out} {sets.each(within, things, item, body)})"
    return f"(block (result {kind}) {before} {shape.start} {loop} {give_back} {shape.result})"


def _distance(code: Code, node: lv.Reduce) -> str:
    """Return the distance of the first space that passes, the number of its layer."""
    assert isinstance(node.source, lv.Reduce)
    assert node.value is not None
    assert node.where is not None
    function, most = code.function, code.module.bounds.of_set(node.source)
    item, out, found = function.local(), function.label(), function.local()
    address, held, nth, layer = (function.local("i32") for _ in range(4))
    layers = Layers(address, held)
    inner, within = code.naming(node.variable, item, within=True), replace(code, within=True)
    before, things = stored_going(within, node.source, sets.ready, sets.each, layers)
    before = f"{sets.taking(code, address, 4 * most)} {put(held, small(0))} {before}"
    before, give_back = _counted(code, node, before, things)
    end_of_layer = f"(i32.load (i32.add {get(address)} {scaled(get(layer), 4)}))"
    further = f"(if (i32.eq {get(nth)} {end_of_layer}) (then {put(layer, plus(get(layer), 1))}))"
    leave = f"(then {put(found, f'(i64.extend_i32_u {get(layer)})')} (br {out}))"
    body = f"{further} {put(nth, plus(get(nth), 1))} (if {inner.test(node.where)} {leave})"
    begin = f"{put(nth, small(0))} {put(layer, small(0))} {put(found, code.value(node.value))}"
    loop = f"(block {out} {sets.each(within, things, item, body)})"
    return f"(block (result i64) {before} {begin} {loop} {give_back} {get(found)})"


def _counted(code: Code, node: lv.Reduce, before: str, things: SetSource) -> tuple[str, str]:
    """Return (text before the traversal of a set with its step cost, text that frees its memory)."""
    before, give_back = sets.lent(code, before)
    weight = code.module.lowered.cost_model.weight(node, within=code.within)
    if weight:
        looked_at = f"(i64.mul (i64.extend_i32_u {sets.gone_through(code, things)}) {number(weight)})"
        before += f" {count_looks(code.function, code.here, looked_at)}"
    return before, give_back


def _by_size(code: Code, node: lv.Reduce) -> str:
    size = sets.size(code, node.source)
    match node.function:
        case "count":
            return f"(i64.extend_i32_u {size})"
        case "any":
            return f"(i32.ne {size} (i32.const 0))"
        case _:
            return f"(i32.eqz {size})"


def _shape(code: Code, node: lv.Reduce, out: str) -> _Shape:
    found = code.function.local("i32" if node.function in ("any", "none", "every") else "i64")
    item = get(code.name(node.variable))
    match node.function:
        case "count":
            return _Shape(put(found, number(0)), put(found, f"(i64.add {get(found)} (i64.const 1))"), get(found))
        case "sum":
            assert node.value is not None
            plain = fits(code.module.ranges.of_sum(node))
            value = code.value(node.value)
            more = f"(i64.add {get(found)} {value})" if plain else added(code.function, "add", get(found), value)
            return _Shape(put(found, number(0)), put(found, more), get(found))
        case "any" | "none" | "every":
            answer = int(node.function == "any")
            return _Shape(put(found, small(1 - answer)), f"{put(found, small(answer))} (br {out})", get(found))
        case "first" if node.order:
            return _first_by(code, node, found, item)
        case "first":
            return _Shape(put(found, number(-1)), f"{put(found, item)} (br {out})", get(found))
        case _:
            return _extreme(code, node, found)


def _first_by(code: Code, node: lv.Reduce, found: str, item: str) -> _Shape:
    """Return the reduction to the candidate that comes first in an order.

    Among equals it is the one that came first in the set.
    """
    function = code.function
    best, these = [function.local() for _ in node.order], [function.local() for _ in node.order]
    any_yet = function.local("i32")
    keys = " ".join(put(name, code.value(key)) for name, key in zip(these, node.order, strict=True))
    less = small(0)
    for ours, other in reversed(list(zip(these, best, strict=True))):
        equal = f"(i64.eq {get(ours)} {get(other)})"
        less = f"(if (result i32) {equal} (then {less}) (else (i64.lt_s {get(ours)} {get(other)})))"
    kept = " ".join(put(other, get(ours)) for ours, other in zip(these, best, strict=True))
    better = f"(i32.or (i32.eqz {get(any_yet)}) {less})"
    each = f"{keys} (if {better} (then {kept} {put(any_yet, small(1))} {put(found, item)}))"
    return _Shape(f"{put(found, number(-1))} {put(any_yet, small(0))}", each, get(found))


def _extreme(code: Code, node: lv.Reduce, found: str) -> _Shape:
    """Return the highest or lowest value, 0 if there is none."""
    assert node.value is not None
    this, any_yet = code.function.local(), code.function.local("i32")
    word = "gt_s" if node.function == "highest" else "lt_s"
    better = f"(i32.or (i32.eqz {get(any_yet)}) (i64.{word} {get(this)} {get(found)}))"
    kept = f"{put(found, get(this))} {put(any_yet, small(1))}"
    each = f"{put(this, code.value(node.value))} (if {better} (then {kept}))"
    return _Shape(f"{put(found, number(0))} {put(any_yet, small(0))}", each, get(found))
