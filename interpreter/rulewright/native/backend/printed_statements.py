"""Operations that ask nobody as straight WebAssembly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.core.lower.offered import seats_once
from rulewright.core.lower.value_ranges import fits
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.ranges import Interval
from rulewright.core.model.type import NUMBER
from rulewright.core.run.atoms import LOOKS
from rulewright.native.backend import sets
from rulewright.native.backend.addresses import pile_size, slot_at, slot_number, top_of
from rulewright.native.backend.layout import AT_OVER
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.source import Code, added, count_looks, get, number, plus, put, small
from rulewright.native.backend.tables import LOAD, STORE

_NOBODYS = -1
"""The number of a local that no text has."""


@dataclass(frozen=True, slots=True)
class Straight:
    """A writer of operations.

    `leave` is the text that leaves the function, `over` leaves it because the game has ended.
    """

    code: Expressions
    leave: str
    over: str

    def block(self, block: low.Block) -> str:
        """Return the operations of a block."""
        return "\n".join(self.operation(each) for each in block)

    def operation(self, operation: low.Operation) -> str:
        """Return the text of one operation."""
        noted = self.code.module.dirty.noted(operation)
        text = self._operation(operation)
        return f"{noted} {text}" if noted else text

    def _operation(self, operation: low.Operation) -> str:
        code = self.code
        match operation:
            case low.Tell() | low.Show():
                return ""
            case low.Let():
                return self._let(operation)
            case low.Store():
                return store(code, operation)
            case low.Flip():
                change = low.Store(operation.address, "set", operation.value, operation.low, operation.high)
                return f"(if (i32.ge_s {code.index(operation.piece)} (i32.const 0)) (then {store(code, change)}))"
            case low.Move():
                return self._move(operation)
            case low.MoveAll():
                return self._move_all(operation)
            case low.Draw():
                return self._draw(operation)
            case low.Shuffle():
                counter, slot = operation.counter, code.function.local("i32")
                stream = f"(i64.add (i64.extend_i32_u {get(slot)}) {number(operation.key)})"
                zone = put(slot, slot_number(code, operation.zone.address))
                return f"{zone} (call $shuffle {code.here} {get(slot)} {plus(get(slot), counter)} {stream})"
            case low.Roll():
                return self._roll(operation)
            case low.Check():
                return f"(if (i32.eqz {code.test(operation.test)}) (then {self.leave}))"
            case lv.Call() | lv.CallField():
                return self._call(operation)
            case low.Leave(whole_game=True):
                return f"(i32.store offset={AT_OVER} {code.here} (i32.const 1)) {self.over}"
            case low.Leave():
                return self.leave
            case low.If():
                otherwise = f" (else {self.block(operation.otherwise)})" if operation.otherwise else ""
                return f"(if {code.test(operation.test)} (then {self.block(operation.then)}){otherwise})"
            case low.Each():
                return self._each(operation)
            case low.Repeat():
                return self._repeat(operation)
            case low.While():
                out, again = code.function.label(), code.function.label()
                fails = f"(br_if {out} (i32.eqz {code.test(operation.test)}))"
                step = count_looks(code.function, code.here, number(LOOKS))
                body = f"{fails} {step} {self.block(operation.body)} (br {again})"
                return f"(block {out} (loop {again} {body}))"
            case low.AskEach():
                return self._each_seat(operation)
            case low.Ask():
                raise AssertionError("a decision suspends its effect")
            case low.Count():
                raise AssertionError("nothing is counted natively")
            case _:
                assert_never(operation)

    # ---- Numbers and pieces

    def _let(self, let: low.Let) -> str:
        code = self.code
        if let.local.number in code.sets:
            return keep_set(code, let)
        return put(code.name(let.local), code.value(let.value))

    def _move(self, move: low.Move) -> str:
        code, to = self.code, move.to.address
        piece, slot = code.function.local("i32"), code.function.local("i32")
        text = f"{put(piece, code.index(move.piece))} {put(slot, slot_number(code, to))}"
        if move.to.spaces:
            text += f" (call $room {code.here} {get(piece)} {get(slot)})"
        return f"{text} {_moved(code, move.to, get(piece), get(slot), under=move.under)}"

    def _move_all(self, move: low.MoveAll) -> str:
        code, item, slot = self.code, self.code.function.local(), self.code.function.local("i32")
        before, things = fixed(code, move.source)
        moved = _moved(code, move.to, f"(i32.wrap_i64 {get(item)})", get(slot))
        before, give_back = sets.lent(code, before)
        loop = sets.each(code, things, item, moved)
        return f"{before} {put(slot, slot_number(code, move.to.address))} {loop} {give_back}"

    def _draw(self, draw: low.Draw) -> str:
        code = self.code
        left, slot = code.function.local(), code.function.local("i32")
        wanted, again = code.function.local(), code.function.label()
        held = f"(i64.extend_i32_u {pile_size(code, draw.source)})"
        text = [put(wanted, code.value(draw.amount)), put(left, held)]
        less = f"(i64.lt_s {get(wanted)} {get(left)})"
        text += [
            put(left, f"(select {get(wanted)} {get(left)} {less})"),
            put(slot, slot_number(code, draw.to.address)),
        ]
        body = f"{_moved(code, draw.to, top_of(code, draw.source), get(slot))}"
        body += f" {put(left, f'(i64.sub {get(left)} (i64.const 1))')}"
        loop = f"(loop {again} {body} (br_if {again} (i64.gt_s {get(left)} (i64.const 0))))"
        return f"{' '.join(text)} (if (i64.gt_s {get(left)} (i64.const 0)) (then {loop}))"

    def _roll(self, roll: low.Roll) -> str:
        code = self.code
        before, things = sets.stored(code, roll.local, roll.source, roll.where)
        assert isinstance(things, sets.Stored)
        bound = f"(i64.extend_i32_u {get(things.count)})"
        chosen = f"(call $below {code.here} {number(roll.key)} {small(roll.counter)} {bound})"
        at = f"(i32.add {get(things.address)} (i32.shl (i32.wrap_i64 {chosen}) (i32.const 3)))"
        none = f"(if (i32.eqz {get(things.count)}) (then {self.leave}))"
        before, give_back = sets.lent(code, before)
        return f"{before} {none} {put(code.name(roll.local), f'(i64.load {at})')} {give_back}"

    # ---- Effects

    def _call(self, call: lv.Call | lv.CallField) -> str:
        """Run an effect that asks nobody."""
        code = self.code
        given = f"{code.here} {code.values(call.arguments)}"
        if isinstance(call, lv.Call):
            return self._run(call, f"(call $p{call.function} {given})")
        cell, kind = code.function.local("i32"), f"(type $run{len(call.arguments)})"
        target = code.index(lv.Table(call.table, call.target, NUMBER))
        done = self._run(call, f"(call_indirect {kind} {given} {plus(get(cell), code.module.first_run)})")
        return f"{put(cell, target)} (if (i32.ge_s {get(cell)} (i32.const 0)) (then {done}))"

    def _run(self, operation: low.Operation, call: str) -> str:
        """Return the call of an effect, which leaves the function if the game has ended."""
        ends = any(self.code.module.lowered.summary(each).ends for each in operation.runs)
        return f"(if {call} (then {self.over}))" if ends else f"(drop {call})"

    def _each_seat(self, ask: low.AskEach) -> str:
        code = self.code
        seat, (before, things) = asked_seats(code, ask)
        inner = code.naming(ask.local, seat, within=code.within) if ask.local is not None else code
        run = self._run(ask, f"(call $p{ask.function} {code.here} {get(seat)} {inner.values(ask.arguments)})")
        before, give_back = sets.lent(code, before)
        return f"{before} {sets.each(code, things, seat, run)} {give_back}"

    # ---- Loops

    def _each(self, each: low.Each) -> str:
        """Return a loop over candidates that are fixed before it begins."""
        code = self.code
        if each.where is None and not each.order:
            before, things = fixed(code, each.source)
        else:
            before, things = sets.stored(code, each.local, each.source, each.where, each.order)
        before, give_back = sets.lent(code, before)
        count = get(things.count) if isinstance(things, sets.Stored) else sets.gone_through(code, things)
        looks = number(code.module.lowered.cost_model.of_pass(each.body))
        counted = count_looks(code.function, code.here, f"(i64.mul (i64.extend_i32_u {count}) {looks})")
        loop = sets.each(code, things, code.name(each.local), self.block(each.body))
        return f"{before} {counted} {loop} {give_back}"

    def _repeat(self, repeat: low.Repeat) -> str:
        code = self.code
        left, again = code.function.local(), code.function.label()
        one_less = put(left, f"(i64.sub {get(left)} (i64.const 1))")
        loop = (
            f"(loop {again} {one_less} {self.block(repeat.body)} (br_if {again} (i64.gt_s {get(left)} (i64.const 0))))"
        )
        return (
            f"{put(left, code.value(repeat.times))} (call $count_times {code.here} {get(left)})"
            f" (if (i64.gt_s {get(left)} (i64.const 0)) (then {loop}))"
        )


def run_counted(code: Code, effect: int) -> str:
    """Return the text that counts a run of an effect, if it counts."""
    looks = code.module.lowered.cost_model.of_run(effect)
    return count_looks(code.function, code.here, number(looks)) if looks else ""


def fixed(code: Code, source: lv.Expression) -> sets.ReadySet:
    """Return a set that stays as it is while something is done with its things."""
    match source:
        case lv.Zone():
            return sets.stored(code, lv.Local(_NOBODYS, NUMBER), source, None)
        case lv.Reduce(function="those", source=inner, where=None, order=()):
            return fixed(code, inner)
        case _:
            return sets.ready(code, source)


def asked_seats(code: Code, ask: low.AskEach) -> tuple[str, sets.ReadySet]:
    """Return (local of a seat, set) of the seats asked at once, without duplicates, in table order."""
    every = lv.Primitive("seats", (), NUMBER)
    if ask.local is None or ask.source is None:
        return code.function.local(), sets.ReadySet("", every)
    seat = code.name(ask.local)
    where = ask.where
    if not seats_once(ask):
        other = lv.Local(_NOBODYS, ask.local.type)
        same = lv.Primitive("=", (other, ask.local), NUMBER)
        is_one = lv.Reduce("any", other, ask.source, same, None, (), NUMBER)
        where = is_one if where is None else lv.Primitive("and", (is_one, where), NUMBER)
    return seat, sets.stored(code, ask.local, every, where)


def keep_set(code: Code, let: low.Let) -> str:
    """Keep a set in the frame."""
    at = code.function.local("i32")
    begin = put(at, plus("(local.get $f)", code.sets[let.local.number]))
    there = put(code.name(let.local), f"(i64.extend_i32_u {get(at)})")
    return f"{begin} {sets.filled(code, let.value, at)} {there}"


def store(code: Code, change: low.Store) -> str:
    """Return a new number in a slot."""
    at, width = code.function.local("i32"), code.module.layout.width
    address, offset = slot_at(code, change.address)
    value, found = code.value(change.value), code.module.ranges.of(change.value)
    if change.how != "set":
        held = f"({LOAD[width]} offset={offset} {get(at)})"
        word = "add" if change.how == "add" else "sub"
        within = fits(Interval((found.low or 0) - _HALF, (found.high or 0) + _HALF)) and width == 4
        value = f"(i64.{word} {held} {value})" if within else added(code.function, word, held, value)
    if change.low is not None or change.high is not None:
        value = _bounded(code, value, change.low, change.high)
    return f"{put(at, address)} ({STORE[width]} offset={offset} {get(at)} {value})"


_HALF = 1 << 32


def _bounded(code: Code, value: str, least: int | None, most: int | None) -> str:
    kept, text = code.function.local(), []
    text.append(put(kept, value))
    if most is not None:
        text.append(put(kept, f"(select {get(kept)} {number(most)} (i64.le_s {get(kept)} {number(most)}))"))
    if least is not None:
        text.append(put(kept, f"(select {get(kept)} {number(least)} (i64.ge_s {get(kept)} {number(least)}))"))
    return f"(block (result i64) {' '.join(text)} {get(kept)})"


def _moved(code: Code, to: lv.Zone, piece: str, slot: str, *, under: bool = False) -> str:
    """Return text that puts a piece on top of a zone or under its pieces, unless the piece is none."""
    word = "to_space" if to.spaces else "under_pile" if under else "to_pile"
    return f"(call ${word} {code.here} {piece} {slot})"
