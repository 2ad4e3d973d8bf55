"""Text of sets: traversal, storage in scratch memory, size, first and last members.

A set that must be fixed before its members are changed is stored; others are traversed in place.
"""

from __future__ import annotations

from rulewright.core.lower.offered import holds_some_twice
from rulewright.core.model import lowered_values as lv
from rulewright.core.run.atoms import MAX_STEPS, MOST_NUMBERS_KEPT
from rulewright.native.backend.addresses import linked, list_at, load_slot, pile_size, scaled, slot_at, top_of
from rulewright.native.backend.going import stored_going
from rulewright.native.backend.layout import AT_N_SEATS
from rulewright.native.backend.source import Code, get, number, plus, put, small
from rulewright.native.backend.stored import PLACE, Held, Numbers, ReadySet, SetSource, Stored, taking
from rulewright.native.backend.tables import LOAD

__all__ = ["PLACE", "Held", "Numbers", "ReadySet", "SetSource", "Stored"]
__all__ += ["each", "end", "gone_through", "lent", "ready", "size", "stored", "taking"]


def ready(code: Code, source: lv.Expression) -> ReadySet:
    """Return a set ready to be traversed and counted, storing selections and unions first."""
    match source:
        case lv.Reduce(function="those", source=inner, where=None, order=()):
            return ready(code, inner)
        case lv.Reduce(function="those"):
            return stored(code, source.variable, source.source, source.where, source.order)
        case lv.Reduce(function=function) if function in lv.GOING:
            return stored_going(code, source, ready, each)
        case lv.Primitive(name="union"):
            return _stored_union(code, source)
        case lv.Primitive(name="range", arguments=(first, last)):
            return _numbers(code, first, last)
        case lv.Local() | lv.Primitive(name="once" | "if"):
            address = code.function.local("i32")
            return ReadySet(put(address, f"(i32.wrap_i64 {pointer(code, source)})"), Held(address))
        case _:
            return ReadySet("", source)


def pointer(code: Code, node: lv.Expression) -> str:
    """Return the address of a set as a value, 64 bits.

    A set that is not a value yet is stored in an area of the function.
    """
    match node:
        case lv.Local():
            return get(code.name(node))
        case lv.Primitive(name="if", arguments=(test, one, other)):
            ways = f"(then {pointer(code, one)}) (else {pointer(code, other)})"
            return f"(if (result i64) {code.test(test)} {ways})"
        case _:
            area = code.function.area(8 + 8 * code.module.bounds.of_set(node))
            return f"(block (result i64) {filled(code, node, area)} (i64.extend_i32_u {get(area)}))"


def filled(code: Code, node: lv.Expression, at: str) -> str:
    """Return text that writes a set as a value at the address in a local.

    The set may be built from one at the same address.
    """
    once = isinstance(node, lv.Primitive) and node.name == "once"
    source = node.arguments[0] if isinstance(node, lv.Primitive) and once else node
    item, to = code.function.local(), code.function.local("i32")
    count = f"(i32.shr_u (i32.sub {get(to)} {get(at)}) (i32.const 3))"
    add = f"(i64.store offset=8 {get(to)} {get(item)}) {put(to, plus(get(to), 8))}"
    if isinstance(node, lv.Primitive) and once:
        if node.limit >= 0:
            full = f"(i32.ge_u {count} (i32.const {MOST_NUMBERS_KEPT}))"
            add = f"(if {full} (then (call $outside))) {add}"
        if holds_some_twice(code.module.lowered, source):
            known = f"(call $is_among {plus(get(at), 8)} {plus(get(to), 8)} {get(item)})"
            add = f"(if (i32.eqz {known}) (then {add}))"
    before, things = ready(code, source)
    before, give_back = lent(code, before)
    loop = each(code, things, item, add)
    return f"{before} {put(to, get(at))} {loop} (i64.store {get(at)} (i64.extend_i32_u {count})) {give_back}"


def stored(
    code: Code,
    variable: lv.Local,
    source: lv.Expression,
    where: lv.Expression | None,
    order: tuple[lv.Expression, ...] = (),
) -> ReadySet:
    """Store the candidates of a set that pass a test, in an order.

    They are sorted by the first key, then by the second, smallest first.
    """
    function = code.function
    address, count, item = function.local("i32"), function.local("i32"), function.local()
    inner, stride = code.naming(variable, item, within=code.within), 8 * (len(order) + 1)
    at = f"(i32.add {get(address)} {scaled(get(count), stride)})"
    lines = [f"(i64.store offset={8 * place} {at} {inner.value(key)})" for place, key in enumerate(order)]
    lines.append(f"(i64.store offset={8 * len(order)} {at} {get(item)})")
    if where is not None and not order:  # no jump, which could not be foretold: others are written over
        more = f"(i32.add {get(count)} (select (i32.const 1) (i32.const 0) {inner.test(where)}))"
        body = " ".join((*lines, put(count, more)))
    else:
        body = " ".join((*lines, put(count, plus(get(count), 1))))
        body = f"(if {inner.test(where)} (then {body}))" if where is not None else body
    before, things = ready(code, source)
    room = taking(code, address, stride * code.module.bounds.of_set(source))
    text = f"{before} {room} {put(count, small(0))} {each(code, things, item, body)}"
    if order:
        text += f" (call $sort {get(address)} {get(count)} {small(len(order))})"
    return ReadySet(text, Stored(address, count, stride, 8 * len(order)))


def lent(code: Code, before: str) -> tuple[str, str]:
    """Return (text, text that frees its scratch memory), the latter empty if it takes none."""
    if "(global.set $scratch" not in before:
        return before, ""
    kept = code.function.local("i32")
    return f"{put(kept, '(global.get $scratch)')} {before}", f"(global.set $scratch {get(kept)})"


def _stored_union(code: Code, union: lv.Primitive) -> ReadySet:
    """Return the members of several sets in a row, including duplicates."""
    function = code.function
    address, count, item, length = function.local("i32"), function.local("i32"), function.local(), function.local("i32")
    text = [taking(code, address, 8 * code.module.bounds.of_set(union)), put(count, small(0)), put(length, small(0))]
    add = f"(i64.store (i32.add {get(address)} {scaled(get(count), 8)}) {get(item)}) {put(count, plus(get(count), 1))}"
    for part in union.arguments:
        before, things = ready(code, part)
        longer = f"(i32.add {get(length)} {gone_through(code, things)})"
        text += [before, put(length, longer), each(code, things, item, add)]
    return ReadySet(" ".join(text), Stored(address, count, length=length))


def _numbers(code: Code, first: lv.Expression, last: lv.Expression) -> ReadySet:
    """Return the bounds of a range of numbers, computed once."""
    bounds = code.function.local(), code.function.local()
    text = [put(bounds[0], code.value(first)), put(bounds[1], code.value(last))]
    least, most = code.module.ranges.of(first).low, code.module.ranges.of(last).high
    if least is None or most is None or most - least > MAX_STEPS:
        widest = f"(call $sub {get(bounds[1])} {get(bounds[0])})"
        text.append(f"(if (i64.gt_s {widest} {number(MAX_STEPS)}) (then (call $too_many)))")
    return ReadySet(" ".join(text), Numbers(*bounds))


def gone_through(code: Code, source: SetSource) -> str:
    """Return the number of positions that a traversal covers, empty ones included, 32 bits."""
    match source:
        case Stored():
            return get(source.length or source.count)
        case Numbers():
            return f"(call $held {get(source.first)} {get(source.last)})"
        case lv.Zone(spaces=0):
            return pile_size(code, source)
        case lv.Zone(spaces=spaces):
            return small(spaces)
        case lv.Primitive(name="seats" | "seats_from"):
            return _seats(code)
        case lv.Primitive(name="others"):
            return f"(i32.sub {_seats(code)} (i32.const 1))"
        case lv.Primitive(name="domain", arguments=(lv.Const(value=size_),)):
            return small(size_)
        case lv.Table():
            return f"(i32.load {list_at(code, source)})"
        case Held():
            return f"(i32.load {get(source.address)})"
        case _:
            raise AssertionError("not a set")


def size(code: Code, source: lv.Expression) -> str:
    """Return the number of members of a set, 32 bits."""
    before, things = ready(code, source)
    if isinstance(things, lv.Zone) and things.spaces == 1:
        return f"(i64.ge_s {load_slot(code, things.address, is_small=False)} (i64.const 0))"
    if isinstance(things, lv.Zone) and things.spaces:
        count, item = code.function.local("i32"), code.function.local()
        more = put(count, plus(get(count), 1))
        return f"(block (result i32) {put(count, small(0))} {each(code, things, item, more)} {get(count)})"
    found = get(things.count) if isinstance(things, Stored) else gone_through(code, things)
    if isinstance(things, lv.Primitive) and things.name in ("others", "seats_from"):
        before = f"(drop {code.index(things.arguments[0])})"  # their number does not need the seat, which may be none
    before, give_back = lent(code, before)
    return f"(block (result i32) {before} {give_back} {found})" if before else found


def end(code: Code, source: lv.Expression, which: str) -> str:
    """Return the piece at the top or the bottom of a zone, -1 if it holds none."""
    assert isinstance(source, lv.Zone)
    if source.spaces == 0:
        found = code.function.local("i32")
        text = put(found, top_of(code, source))
        if which == "bottom":
            lowest = put(found, linked(code, get(found)))
            text += f" (if (i32.ge_s {get(found)} (i32.const 0)) (then {lowest}))"
        return f"(block (result i64) {text} (i64.extend_i32_s {get(found)}))"
    if source.spaces == 1:
        return load_slot(code, source.address, is_small=False)
    item, last, out = code.function.local(), code.function.local(), code.function.label()
    found_one = put(last, get(item)) + (f" (br {out})" if which == "bottom" else "")
    return (
        f"(block (result i64) {put(last, number(-1))} (block {out} {each(code, source, item, found_one)}) {get(last)})"
    )


# ---- Going through


def each(code: Code, source: SetSource, item: str, inside: str) -> str:
    """Return a loop over the members of a ready set, with each in a local of 64 bits."""
    match source:
        case Stored():
            at = f"(i32.add {get(source.address)} {scaled(PLACE, source.stride)})"
            thing = f"(i64.load offset={source.offset} {at})"
            return _counted(code, get(source.count), thing, item, inside)
        case Numbers():
            return _through_numbers(code, source, item, inside)
        case lv.Zone(spaces=0):
            return _through_pile(code, source, item, inside)
        case lv.Zone():
            return _through_spaces(code, source, item, inside)
        case lv.Primitive(name="seats" | "domain"):
            return _counted(code, gone_through(code, source), f"(i64.extend_i32_u {PLACE})", item, inside)
        case lv.Primitive(name="others" | "seats_from" as name, arguments=(seat,)):
            return _through_seats(code, seat, 1 if name == "others" else 0, item, inside)
        case lv.Table():
            return _through_list(code, source, item, inside)
        case Held():
            thing = f"(i64.load offset=8 (i32.add {get(source.address)} {scaled(PLACE, 8)}))"
            return _counted(code, gone_through(code, source), thing, item, inside)
        case _:
            raise AssertionError("not a set")


def _counted(code: Code, count: str, thing: str, item: str, inside: str) -> str:
    """Return a loop over N positions, in which `thing` is the text of the member at `PLACE`."""
    place, most, again = code.function.local("i32"), code.function.local("i32"), code.function.label()
    body = f"{put(item, thing.replace(PLACE, get(place)))} {inside} {put(place, plus(get(place), 1))}"
    loop = f"(loop {again} {body} (br_if {again} (i32.lt_s {get(place)} {get(most)})))"
    return f"{put(place, small(0))} {put(most, count)} (if (i32.gt_s {get(most)} (i32.const 0)) (then {loop}))"


def _through_numbers(code: Code, numbers: Numbers, item: str, inside: str) -> str:
    current, again = code.function.local(), code.function.label()
    body = f"{put(item, get(current))} {inside} {put(current, f'(i64.add {get(current)} (i64.const 1))')}"
    loop = f"(loop {again} {body} (br_if {again} (i64.le_s {get(current)} {get(numbers.last)})))"
    first = put(current, get(numbers.first))
    return f"{first} (if (i64.le_s {get(current)} {get(numbers.last)}) (then {loop}))"


def _through_pile(code: Code, zone: lv.Zone, item: str, inside: str) -> str:
    """Return a loop from the lowest piece to the highest."""
    piece, last, again = code.function.local("i32"), code.function.local("i32"), code.function.label()
    above = put(piece, linked(code, get(piece)))
    body = f"{above} {put(item, f'(i64.extend_i32_s {get(piece)})')} {inside}"
    loop = f"(loop {again} {body} (br_if {again} (i32.ne {get(piece)} {get(last)})))"
    return (
        f"{put(last, top_of(code, zone))} {put(piece, get(last))}"
        f" (if (i32.ge_s {get(last)} (i32.const 0)) (then {loop}))"
    )


def _through_spaces(code: Code, zone: lv.Zone, item: str, inside: str) -> str:
    width = code.module.layout.width
    at, offset = slot_at(code, zone.address)
    passes = f"(if (i64.ge_s {get(item)} (i64.const 0)) (then {inside}))"
    if zone.spaces == 1:
        return f"{put(item, f'({LOAD[width]} offset={offset} {at})')} {passes}"
    address, last, again = code.function.local("i32"), code.function.local("i32"), code.function.label()
    body = f"{put(item, f'({LOAD[width]} offset={offset} {get(address)})')} {passes}"
    body += f" {put(address, plus(get(address), width))}"
    loop = f"(loop {again} {body} (br_if {again} (i32.ne {get(address)} {get(last)})))"
    return f"{put(address, at)} {put(last, plus(get(address), width * zone.spaces))} {loop}"


def _through_seats(code: Code, seat: lv.Expression, first: int, item: str, inside: str) -> str:
    """Return a loop clockwise from a seat on, or from the one after it."""
    start, seats = code.function.local("i32"), code.function.local("i32")
    before = f"{put(start, plus(code.index(seat), first))} {put(seats, _seats(code))}"
    thing = f"(i64.extend_i32_u (i32.rem_u (i32.add {get(start)} {PLACE}) {get(seats)}))"
    return f"{before} {_counted(code, plus(get(seats), -first), thing, item, inside)}"


def _through_list(code: Code, table: lv.Table, item: str, inside: str) -> str:
    list_, width = code.function.local("i32"), code.module.data.table(table.table).item_width
    thing = f"({LOAD[width]} offset=8 (i32.add {get(list_)} {scaled(PLACE, width)}))"
    return f"{put(list_, list_at(code, table))} {_counted(code, f'(i32.load {get(list_)})', thing, item, inside)}"


def _seats(code: Code) -> str:
    return f"(i32.load offset={AT_N_SEATS} {code.here})"
