"""Traversal of sets while or until a test holds: in a row, along a line, over connected spaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from rulewright.core.model import lowered_values as lv
from rulewright.native.backend.addresses import scaled
from rulewright.native.backend.source import Code, get, plus, put, small
from rulewright.native.backend.stored import ReadySet, SetSource, Stored, taking
from rulewright.native.backend.tables import LOAD, LOAD_SMALL

Ready: TypeAlias = Callable[[Code, lv.Expression], ReadySet]
Each: TypeAlias = Callable[[Code, SetSource, str, str], str]


class Layers(NamedTuple):
    """The layers of a reach: the locals with the address of the list, and with its length.

    Entry N is the number of spaces that are at most N borders away, 32 bits.
    """

    address: str
    held: str


def stored_going(code: Code, node: lv.Reduce, ready: Ready, each: Each, layers: Layers | None = None) -> ReadySet:
    """Store the part of a set that is traversed, and the layers of a reach if required."""
    function = code.function
    address, count, item = function.local("i32"), function.local("i32"), function.local()
    inner = code.naming(node.variable, item, within=True)
    add = f"(i64.store (i32.add {get(address)} {scaled(get(count), 8)}) {get(item)}) {put(count, plus(get(count), 1))}"
    room = taking(code, address, 8 * code.module.bounds.of_set(node.source))
    match node.source:
        case lv.Primitive(name="reach", arguments=(start, _, lv.Const(value=near))):
            before, loop = "", _reached(inner, node, start, near, _Kept(address, count, item, add), layers)
        case lv.Primitive(name="line", arguments=(start, lv.Const(value=whole), lv.Const(value=turns))):
            before, loop = "", _both_ways(inner, node, start, (whole, turns), item, add)
        case source:
            out = function.label()
            before, things = ready(replace(code, within=True), source)
            loop = f"(block {out} {each(code, things, item, _going(inner, node, add, f'(br {out})'))})"
    return ReadySet(f"{before} {room} {put(count, small(0))} {loop}", Stored(address, count))


class _Kept(NamedTuple):
    """The locals of kept things (address, number, the next thing), and the text that keeps one."""

    address: str
    held: str
    item: str
    add: str


def _added_if(kept: _Kept, test: str) -> str:
    """Return text that keeps a thing if it passes a test, without a jump.

    Such jumps could not be predicted. A thing that fails is overwritten by the next.
    """
    at = f"(i32.add {get(kept.address)} {scaled(get(kept.held), 8)})"
    more = f"(i32.add {get(kept.held)} (select (i32.const 1) (i32.const 0) {test}))"
    return f"(i64.store {at} {get(kept.item)}) {put(kept.held, more)}"


def _going(inner: Code, node: lv.Reduce, add: str, leave: str) -> str:
    """Return text that keeps a thing inside the traversal, and leaves at its end."""
    assert node.where is not None
    if node.function == "while":
        return f"(if {inner.test(node.where)} (then {add}) (else {leave}))"
    return f"{add} (if {inner.test(node.where)} (then {leave}))"


def _both_ways(inner: Code, node: lv.Reduce, start: lv.Expression, tables: tuple[int, int], item: str, add: str) -> str:
    """Return text of a traversal along a line and then the other way, unless its first space ends it."""
    function, data = inner.function, inner.module.data
    border, list_, place, turn, again, out = (
        function.local("i32"), function.local("i32"), function.local("i32"), function.local("i32"),
        function.label(), function.label(),
    )  # fmt: skip
    whole, turns = (data.table(each) for each in tables)
    at_list = plus(scaled(get(border), whole.width), whole.address)
    at_turn = plus(scaled(get(border), turns.width), turns.address)
    # The next place is one further; where the way on has ended it is the first one behind, or none.
    ends = f"(i32.or (i32.eqz {get(place)}) (i32.ge_s {get(place)} {get(turn)}))"
    leave = f"(br_if {out} {ends}) {put(place, plus(get(turn), -1))}"
    thing = f"({LOAD[whole.item_width]} offset=8 (i32.add {get(list_)} {scaled(get(place), whole.item_width)}))"
    body = (
        f"(br_if {out} (i32.ge_s {get(place)} (i32.load {get(list_)}))) {put(item, thing)}"
        f" {_going(inner, node, add, leave)} {put(place, plus(get(place), 1))} (br {again})"
    )
    return (
        f"{put(border, inner.index(start))} {put(list_, f'(i32.load {at_list})')}"
        f" {put(turn, f'({LOAD_SMALL[turns.width]} {at_turn})')} {put(place, small(0))}"
        f" (block {out} (loop {again} {body}))"
    )


def _reached(inner: Code, node: lv.Reduce, start: lv.Expression, near: int, kept: _Kept, layers: Layers | None) -> str:
    """Return text of a flood over spaces, the nearest first.

    Visited spaces are marked, one byte each.
    """
    assert node.where is not None
    function, table = inner.function, inner.module.data.table(near)
    size = len(inner.module.lowered.program.tables[near])
    marks, done, place, list_, at, again, more, out = (
        function.local("i32"), function.local("i32"), function.local("i32"), function.local("i32"),
        function.local("i32"), function.label(), function.label(), function.label(),
    )  # fmt: skip
    mark = f"(i32.add {get(marks)} (i32.wrap_i64 {get(kept.item)}))"
    adds = kept.add if node.function == "until" else _added_if(kept, inner.test(node.where))
    look = f"(if (i32.eqz (i32.load8_u {mark})) (then (i32.store8 {mark} (i32.const 1)) {adds}))"
    thing = f"({LOAD[table.item_width]} offset=8 (i32.add {get(list_)} {scaled(get(at), table.item_width)}))"
    through = (
        f"{put(at, small(0))} (block {out} (loop {more} (br_if {out} (i32.ge_s {get(at)} (i32.load {get(list_)})))"
        f" {put(kept.item, thing)} {look} {put(at, plus(get(at), 1))} (br {more})))"
    )
    if node.function == "until":
        through = f"(if (i32.eqz {inner.test(node.where)}) (then {through}))"
    here = f"(i64.load (i32.add {get(kept.address)} {scaled(get(done), 8)}))"
    list_at_place = f"(i32.load {plus(scaled(f'(i32.wrap_i64 {get(kept.item)})', table.width), table.address)})"
    further = ""
    if layers is not None:  # with the first place of a layer all of that layer has been reached
        last = f"(i32.load (i32.add {get(layers.address)} {scaled(plus(get(layers.held), -1), 4)}))"
        store = f"(i32.store (i32.add {get(layers.address)} {scaled(get(layers.held), 4)}) {get(kept.held)})"
        first_of_layer = f"(if (result i32) {get(layers.held)} (then (i32.eq {get(done)} {last})) (else {small(1)}))"
        further = f"(if {first_of_layer} (then {store} {put(layers.held, plus(get(layers.held), 1))}))"
    loop = (
        f"(loop {again} (if (i32.lt_s {get(done)} {get(kept.held)}) (then {further} {put(kept.item, here)}"
        f" {put(list_, list_at_place)} {put(done, plus(get(done), 1))} {through} (br {again}))))"
    )
    clear = f"(memory.fill {get(marks)} (i32.const 0) {small(size)})"
    first = f"{put(kept.item, f'(i64.extend_i32_s {get(place)})')} {look}"
    return (
        f"{put(place, inner.index(start))} {taking(inner, marks, size)} {clear} {put(done, small(0))}"
        f" (if (i32.ge_s {get(place)} (i32.const 0)) (then {first} {loop}))"
    )
