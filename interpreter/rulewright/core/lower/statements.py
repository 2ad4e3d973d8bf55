"""Bound statements as operations: what a statement of the language means is written here, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from rulewright.core.language.statement_paths import ELSE, THEN
from rulewright.core.lower.lowering_values import Lowering
from rulewright.core.lower.waiting import put_off, run_waiting, take_up
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.type import NUMBER, TRUTH

_Bounds = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Statements:
    """Lowers statements, blocks and what they offer."""

    lowering: Lowering

    def block(self, block: b.BoundBlock) -> low.Block:
        """The operations of a block."""
        found: list[low.Operation] = []
        for statement in block:
            found += self.lowering.points.counted(statement)
            found += self._statement(statement)
        return tuple(found)

    def _statement(self, statement: b.BoundStatement) -> low.Block:
        lowering, origin = self.lowering, statement.origin
        expression, zone = lowering.expression, lowering.zone
        match statement:
            case b.SetSlot():
                return self._set_slot(statement)
            case b.SetLocal():
                return (low.Let(lowering.local(statement.local), expression(statement.value), origin=origin),)
            case b.MovePiece():
                piece, to = expression(statement.piece), zone(statement.to)
                return (low.Move(piece, to, statement.under, statement.limit, origin=origin),)
            case b.MoveEach():
                return (low.MoveAll(expression(statement.source), zone(statement.to), origin=origin),)
            case b.DrawPieces():
                amount, pile = expression(statement.amount), zone(statement.source)
                return (low.Draw(amount, pile, zone(statement.to), origin=origin),)
            case b.ShuffleZone():
                return (low.Shuffle(zone(statement.zone), statement.counter, statement.key, origin=origin),)
            case b.PickOne():
                return (self._pick(statement),)
            case b.RequireTest():
                return (low.Check(expression(statement.test), statement.span, origin=origin),)
            case bv.CallProcedure() | bv.DoField():
                return (lowering.call(statement),)
            case b.Stop():
                return (low.Leave(statement.whole_game, origin=origin),)
            case b.Branch():
                then = lowering.points.counted(statement, THEN) + self.block(statement.then)
                otherwise = lowering.points.counted(statement, ELSE) + self.block(statement.otherwise)
                return (low.If(expression(statement.test), then, otherwise, origin=origin),)
            case b.Loop():
                return (self._loop(statement),)
            case b.RepeatTimes():
                body, left = self.block(statement.body), lowering.local(statement.left)
                return (low.Repeat(expression(statement.times), body, left, origin=origin),)
            case b.RepeatWhile():
                test, body = expression(statement.test), self.block(statement.body)
                few = lowering.some(statement.ahead), lowering.some(statement.with_another)
                return (low.While(test, body, *few, origin=origin),)
            case b.ChooseOption():
                offers = tuple(self._offer(each) for each in statement.options)
                seat = lowering.local(statement.seat)
                parts = statement.in_any_order
                return (low.Ask(statement.site, seat, offers, True, statement.span, parts, origin=origin),)
            case b.AskAll():
                local = lowering.local(statement.local) if statement.local is not None else None
                source, where = lowering.some(statement.source), lowering.some(statement.where)
                given = lowering.all(statement.arguments)
                return (low.AskEach(statement.procedure, given, local, source, where, origin=origin),)
            case b.PutOff():
                return put_off(lowering, statement)
            case b.TakeUp():
                return take_up(lowering, statement)
            case b.RunWaiting():
                return run_waiting(lowering, statement)
            case b.ShowPiece():
                return (low.Show(lowering.local(statement.piece), lowering.local(statement.seat), origin=origin),)
            case b.Tell():
                return (low.Tell(statement.procedure),)
            case _:
                assert_never(statement)

    def _pick(self, pick: b.PickOne) -> low.Ask | low.Roll:
        lowering, origin = self.lowering, pick.origin
        local, source, where = lowering.local(pick.local), lowering.expression(pick.source), lowering.some(pick.where)
        if pick.chance:
            return low.Roll(local, source, where, pick.counter, pick.key, pick.span, origin=origin)
        offer = low.Option("", local, source, where, lowering.some(pick.distinct), (), pick.span)
        return low.Ask(pick.site, lowering.local(pick.seat), (offer,), False, pick.span, origin=origin)

    def _offer(self, option: b.BoundOption) -> low.Option:
        lowering = self.lowering
        local = lowering.local(option.local) if option.local is not None else None
        source, where, distinct = (lowering.some(each) for each in (option.source, option.where, option.distinct))
        body = lowering.points.counted_when_taken(option) + self.block(option.body)
        marks = option.confirm, option.otherwise
        return low.Option(option.label, local, source, where, distinct, body, option.span, *marks)

    def _loop(self, loop: b.Loop) -> low.Each:
        lowering = self.lowering
        local, items, position = (lowering.local(each) for each in (loop.local, loop.items, loop.position))
        source, where, order = lowering.expression(loop.source), lowering.some(loop.where), lowering.all(loop.order)
        return low.Each(local, source, where, order, self.block(loop.body), items, position, origin=loop.origin)

    def _set_slot(self, change: b.SetSlot) -> low.Block:
        lowering, origin = self.lowering, change.origin
        value, bounds = lowering.expression(change.value), _bounds(change)
        if isinstance(change.target, bv.PieceSlot):
            assert change.mode == "set"
            piece, address = lowering.expression(change.target.piece), lowering.address(change.target)
            return (low.Flip(piece, address, value, *bounds, origin=origin),)
        store = low.Store(lowering.address(change.target), _how(change.mode), value, *bounds, origin=origin)
        if change.mode != "pay":
            return (store,)
        purse = lowering.load(change.target)
        enough = _enough(purse, change.low, value)
        return (low.Check(enough, change.span, purse, value, change.reason, origin=origin), store)


def _how(mode: str) -> Literal["set", "add", "take"]:
    match mode:
        case "set":
            return "set"
        case "gain":
            return "add"
        case _:
            return "take"


def _enough(purse: lv.Load, least: int, price: lv.Expression) -> lv.Expression:
    """The test that a payment can be made."""
    held: lv.Expression = purse
    if least:
        held = lv.Primitive("-", (purse, lv.Const(least, NUMBER)), NUMBER)
    return lv.Primitive(">=", (held, price), TRUTH)


def _bounds(change: b.SetSlot) -> _Bounds:
    """Return (least, most) that a new value must be clamped to, None where it cannot pass a bound."""
    type_, least, most = change.value.type, change.low, change.high
    constant = change.value.value if isinstance(change.value, bv.Const) else None
    if change.mode == "set":
        inside = constant is not None and least <= constant <= most
        typed = type_.low is not None and type_.high is not None and least <= type_.low and type_.high <= most
        return (None, None) if inside or typed or type_.kind == "thing" else (least, most)
    if constant is not None and constant >= 0 and change.mode != "lose":
        return (None, None) if change.mode == "pay" else (None, most)
    return least, most
