"""Triggers on counters, markers and zones: what a statement changes wakes them directly after it.

A trigger is not woken by what its own text does, so that it may move on what came.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed, for_each
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.text_binding import effect_tree, expression_tree
from rulewright.core.bind.woken_order import Woken, calls_of
from rulewright.core.bind.world import SEAT, Family, Named, World
from rulewright.core.language.mistakes import Mistake
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundStatement
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.document import Mapping, Scalar
from rulewright.core.model.effects import Name
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Takes
from rulewright.core.model.type import NUMBER, TRUTH, Type

WAS: Final = "was"
"""What a counter or a marker held before."""
IT: Final = "it"
"""The piece that came or left; of a counter or a marker, the thing that it belongs to, if that is not a seat alone."""
CAME: Final = "came"
"""Whether the piece came, or left."""
WATCHED: Final = ("counter", "marker", "zone")


class Own(NamedTuple):
    """The effect whose text a statement is in: its number, and the procedure that its part is."""

    number: int
    procedure: str


def takes_of_trigger(world: World, entry: Mapping, family: Family) -> Takes:
    """Return what the texts of a trigger are given: the names they use that mean nothing else in the ruleset."""
    trees = (
        effect_tree(world, does) if isinstance(does := entry.get("does"), Scalar) else (),
        expression_tree(world, when) if isinstance(when := entry.get("when"), Scalar) else (),
    )
    used = {
        each.name
        for tree in trees
        if not isinstance(tree, Mistake)
        for each in nodes_of(tree)
        if isinstance(each, Name)
    }
    used -= world.all_names()
    return tuple((name, type_) for name, type_ in _given(world, family) if name in used)


def _given(world: World, family: Family) -> Iterator[tuple[str, Type]]:
    if family.sort == "zone":
        yield IT, Type("thing", family.type.domain)
        yield CAME, TRUTH
        return
    yield WAS, family.type
    if _position_of_it(family) is not None:
        yield IT, world.type_named(family.per[-1]) or NUMBER


def _position_of_it(family: Family) -> int | None:
    """Return which of the indexes of a counter says what it belongs to, None if it has none but the acting seat's."""
    return len(family.per) - 1 if len(family.per) > 1 or family.per[:1] not in ((), (SEAT,)) else None


def slot_changed(binder: Binder, scope: Scope, family: Family, change: b.SetSlot, own: Own) -> list[BoundStatement]:
    """Return a change of a counter or a marker with the triggers that watch it, except its `own` effect.

    The seat that it belongs to acts in them.
    """
    triggers = _watching(binder, family, own)
    assert isinstance(change.target, bv.Read)
    target, before = change.target, list[BoundStatement]()
    values: dict[str, Local] = {}
    if any(WAS in dict(each.takes) for each in triggers):
        values[WAS] = scope.new(family.type)
        before.append(b.SetLocal(values[WAS], target))
    position = _position_of_it(family)
    if position is not None and any(IT in dict(each.takes) for each in triggers):
        index = _index_of(binder.world, family, target, position)
        values[IT] = scope.new(index.type)
        before.append(b.SetLocal(values[IT], index))
    woken = [Woken(each, tuple(values[name] for name, _ in each.takes)) for each in triggers]
    seat = _index_of(binder.world, family, target, 0) if family.per[:1] == (SEAT,) else scope.me
    return [*before, change, *calls_of(binder, own.procedure, scope, woken, seat)]


def _watching(binder: Binder, family: Family, own: Own) -> list[Named]:
    return [each for each in binder.world.triggers.get(("change", family.id), ()) if each.number != own.number]


def _index_of(world: World, family: Family, target: bv.Read, position: int) -> Bound:
    """The index of a member, which is constant if it is a part of the base."""
    type_, stride = world.type_named(family.per[position]) or NUMBER, family.strides[position]
    for index, each in target.parts:
        if each == stride and index.type.domain == type_.domain:
            return index
    lows = (world.index_size(each) or (0, 1) for each in family.per)
    variable = {each for _, each in target.parts}
    parts = zip(family.strides, lows, strict=True)
    offset = target.base - family.base + sum(low * each for each, (low, _) in parts if each in variable)
    low, size = world.index_size(family.per[position]) or (0, 1)
    return Const(offset // stride % size + low, type_)


def with_zones_watched(
    binder: Binder, scope: Scope, statements: list[BoundStatement], own: Own
) -> list[BoundStatement]:
    """Return statements that move pieces with the triggers on the zones these leave and come to."""
    watched = {family for on, family in binder.world.triggers if on == "change"}
    zones = [each for each in binder.world.families.values() if each.sort == "zone" and each.id in watched]
    zones = [each for each in zones if _watching(binder, each, own)]
    return [made for each in statements for made in _Moves(binder, scope, zones, own).of(each)] if zones else statements


class _Moves:
    """Moves of pieces, one after the other, with the triggers on some zones."""

    def __init__(self, binder: Binder, scope: Scope, zones: list[Family], own: Own) -> None:
        self.binder, self.scope, self.zones, self.own = binder, scope, zones, own

    def of(self, statement: BoundStatement) -> list[BoundStatement]:
        """Return a statement with the triggers that each piece it moves wakes, others as they are."""
        if isinstance(statement, b.MovePiece):
            return self._move(statement)
        if isinstance(statement, b.MoveEach):
            piece = self.scope.new(Type("thing", statement.to.type.domain))
            each = b.MovePiece(piece, statement.to, False)
            return [for_each(self.scope, piece, statement.source, tuple(self._move(each)))]
        if isinstance(statement, b.DrawPieces):
            times = computed("min", statement.amount, bv.SetSize(statement.source, NUMBER))
            end = bv.ZoneEnd(statement.source, False, self.binder.element(statement.source)._replace(optional=True))
            each = b.MovePiece(end, statement.to, False)
            return [b.RepeatTimes(times, tuple(self._move(each)), self.scope.new(NUMBER))]
        if isinstance(statement, b.Branch):
            return [replace(statement, then=self._all(statement.then), otherwise=self._all(statement.otherwise))]
        if isinstance(statement, b.Loop):
            return [replace(statement, body=self._all(statement.body))]
        return [statement]

    def _all(self, block: b.BoundBlock) -> b.BoundBlock:
        return tuple(made for each in block for made in self.of(each))

    def _move(self, move: b.MovePiece) -> list[BoundStatement]:
        zones = [each for each in self.zones if kind_of(each.type.domain) == kind_of(move.to.type.domain)]
        if isinstance(move.piece, bv.ZoneEnd):
            zones = [each for each in zones if each.id in (move.piece.zone.family, move.to.family)]
        if not zones:
            return [move]
        new = self.scope.new
        piece, left, came = new(move.piece.type), new(NUMBER), new(NUMBER)
        at = bv.PieceSlot(self.binder.layout.piece_zone, piece, NUMBER)
        woken = [each for zone in zones for each in self._woken(zone, piece, left, came, has_come=False)]
        woken += [each for zone in zones for each in self._woken(zone, piece, came, left, has_come=True)]
        moved = (b.SetLocal(left, at), replace(move, piece=piece), b.SetLocal(came, at), *woken)
        there = computed(">=", piece, ZERO)
        return [b.SetLocal(piece, move.piece), b.Branch(there, moved, ())]

    def _woken(
        self, zone: Family, piece: Local, at: Local, other: Local, *, has_come: bool
    ) -> Iterator[BoundStatement]:
        """Yield the calls of the triggers on a zone if a piece has come to it, or left it for another.

        A piece that goes from space to space of one zone has come to another of its spaces.
        """
        tables, slots = self.binder.tables, self.binder.layout.piece_zone
        member = tables.member_at(slots, zone.id)
        here, there = (bv.Lookup(member, each, NUMBER) for each in (at, other))
        elsewhere = computed("!=", at, other) if has_come else computed("!=", here, there)
        values: dict[str, Bound] = {IT: piece, CAME: Const(int(has_come), TRUTH)}
        seat: Bound = self.scope.me
        if zone.per[:1] == (SEAT,):
            type_ = Type("thing", SEAT, False, 0, self.binder.world.max_seats - 1)
            seat = bv.Lookup(tables.seat_at(slots, zone.id), at, type_)
        woken = [
            Woken(each, tuple(values[name] for name, _ in each.takes))
            for each in _watching(self.binder, zone, self.own)
        ]
        calls = calls_of(self.binder, self.own.procedure, self.scope, woken, seat)
        yield b.Branch(computed("and", computed(">=", here, ZERO), elsewhere), tuple(calls), ())
