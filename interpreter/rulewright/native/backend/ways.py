"""Text of the longest trail along a set of borders, by depth-first search.

Half-borders of the trail are on a stack.
"""

from __future__ import annotations

from rulewright.core.model import lowered_values as lv
from rulewright.core.run.going import MOST_WALKED
from rulewright.native.backend import sets
from rulewright.native.backend.addresses import scaled
from rulewright.native.backend.source import Code, get, plus, put, small
from rulewright.native.backend.stored import taking
from rulewright.native.backend.tables import LOAD_SMALL

_ENTRY = 8


def longest_way(code: Code, node: lv.Primitive) -> str:
    """Return text of the number of its borders, 64 bits.

    An entry of the stack is a half-border, and how many after it were tried.
    """
    borders, stops, far_table, leaving_table = node.arguments
    assert isinstance(far_table, lv.Const)
    assert isinstance(leaving_table, lv.Const)
    function, data, tables = code.function, code.module.data, code.module.lowered.program.tables
    halves, places = len(tables[far_table.value]) - 1, len(tables[leaving_table.value]) - 1
    far, leaving = data.table(far_table.value), data.table(leaving_table.value)
    among, ends, walked, stack, top, start, half, tried, list_, place, next_, depth, best, looks = (
        function.local("i32") for _ in range(14)
    )
    item, walk, starts, done = function.local(), function.label(), function.label(), function.label()

    def area(address: str, size: int) -> str:
        return f"{taking(code, address, size)} (memory.fill {get(address)} (i32.const 0) {small(size)})"

    def marked(area: str, number: str) -> str:
        return f"(i32.load8_u (i32.add {get(area)} {number}))"

    def mark(area: str, number: str, value: int = 1) -> str:
        return f"(i32.store8 (i32.add {get(area)} {number}) (i32.const {value}))"

    def all_of(source: lv.Expression, area: str) -> str:
        before, things = sets.ready(code, source)
        return f"{before} {sets.each(code, things, item, mark(area, f'(i32.wrap_i64 {get(item)})'))}"

    def border(number: str) -> str:
        return f"(i32.shr_u {get(number)} (i32.const 1))"

    def entry(number: str) -> str:
        return f"(i32.add {get(stack)} {scaled(number, _ENTRY)})"

    def push(number: str) -> str:
        return (
            f"{put(top, entry(get(depth)))} (i32.store {get(top)} {get(number)})"
            f" (i32.store offset=4 {get(top)} (i32.const 0)) {mark(walked, border(number))}"
            f" {put(depth, plus(get(depth), 1))} {put(looks, plus(get(looks), 1))}"
            f" (if (i32.gt_s {get(looks)} (i32.const {MOST_WALKED})) (then (call $too_many)))"
            f" (if (i32.gt_s {get(depth)} {get(best)}) (then {put(best, get(depth))}))"
        )

    at_far = plus(scaled(get(half), far.width), far.address)
    at_list = plus(scaled(get(place), leaving.width), leaving.address)
    at_thing = f"(i32.add {get(list_)} {scaled(get(tried), leaving.item_width)})"
    thing = f"({LOAD_SMALL[leaving.item_width]} offset=8 {at_thing})"
    back = f"{mark(walked, border(half), 0)} {put(depth, plus(get(depth), -1))} (br_if {done} (i32.eqz {get(depth)}))"
    is_free = f"(i32.and {marked(among, get(next_))} (i32.eqz {marked(walked, border(next_))}))"
    step = (
        f"{put(top, entry(plus(get(depth), -1)))} {put(half, f'(i32.load {get(top)})')}"
        f" {put(tried, f'(i32.load offset=4 {get(top)})')} {put(place, f'({LOAD_SMALL[far.width]} {at_far})')}"
        f" {put(list_, f'(i32.load {at_list})')}"
        f" (if (i32.or {marked(ends, get(place))} (i32.ge_s {get(tried)} (i32.load {get(list_)}))) (then {back})"
        f" (else (i32.store offset=4 {get(top)} {plus(get(tried), 1)}) {put(next_, thing)}"
        f" (if {is_free} (then {push(next_)}))))"
    )
    from_start = f"{put(depth, small(0))} {push(start)} (block {done} (loop {walk} {step} (br {walk})))"
    loop = (
        f"(loop {starts} (if {marked(among, get(start))} (then {from_start})) {put(start, plus(get(start), 1))}"
        f" (br_if {starts} (i32.lt_s {get(start)} {small(halves)})))"
    )
    areas = ((among, halves), (ends, places), (walked, halves), (stack, _ENTRY * (halves // 2 + 1)))
    text = " ".join(
        (
            *(area(*each) for each in areas), all_of(borders, among), all_of(stops, ends),
            *(put(each, small(0)) for each in (start, best, looks)), loop if halves else "",
        )
    )  # fmt: skip
    text, give_back = sets.lent(code, text)
    return f"(block (result i64) {text} {give_back} (i64.extend_i32_u {get(best)}))"
