"""Binds counters of positions: each position that some counters, markers and zones can be in has a count of its own.

A position is known by a number: the sum of what tables hold for each place and what is there, drawn from 47 bits, so
that two positions of a game have the same number about once in 10^14. The last positions that were counted are in
slots of their own, with how often each was.

This is Zobrist hashing (Zobrist 1970) with a sum where he has exclusive or. The order of places does not matter to
either, and two different sets of independent random numbers have the same sum as rarely as the same exclusive or.
"""

from __future__ import annotations

from hashlib import blake2b

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ONE, ZERO, at_least_nothing, computed
from rulewright.core.bind.scope import ME, Scope
from rulewright.core.bind.world import Family, Named, PositionsNamed, World, unknown
from rulewright.core.language.requirements import reason_at
from rulewright.core.load.entries import Sections
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.document import items_of, number_of, text_of
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.core.model.layout import POSITIONS_KEPT
from rulewright.core.model.program import PositionSlots, Quantity
from rulewright.core.model.type import NUMBER, Type

_MOST_CELLS = 50_000
_MOST_TIMES = 100_000
_BITS = 47
_MODULUS = 999_999_999_999_989
_NUMBERS = Type("set", "number")


def declare_positions(world: World, sections: Sections) -> None:
    """Put counters of positions into the world, each with what it goes by."""
    for entry in sections.get("positions", ()):
        found: list[Family] = []
        for item in items_of(entry.node.get("of")):
            family = world.families.get(text_of(item) or "")
            if family is None:
                name = str(text_of(item))
                unknown(world, "unknown-name", "counter, marker or zone", name, item.span, {*world.families})
            elif family.visible != "all":
                message = f"'{family.id}' is not visible to all; its positions would reveal what it holds"
                world.error("hidden-position", item.span, message, "count only what everybody sees")
            elif family.sort == "zone" and kind_of(family.type.domain) not in world.kinds:
                continue  # reported where the zone says what it holds
            elif _cells(world, family) > _MOST_CELLS:
                message = (
                    f"'{family.id}' has too many possible positions: {_cells(world, family):,}; at most {_MOST_CELLS:,}"
                )
                world.error("too-large", item.span, message, "give it narrower bounds: min, max")
            else:
                found.append(family)
        named = world.named[entry.id] = Named(entry.id, "quantity", entry.node, type=NUMBER)
        most = number_of(entry.node.get("most"), POSITIONS_KEPT)
        world.positions[entry.id] = PositionsNamed(named, tuple(found), most)


def bind_positions(binder: Binder) -> None:
    """Take the slots of each counter of positions, and bind its quantities, before any text is bound."""
    world, program = binder.world, binder.program
    for name, declared in world.positions.items():
        parts = [_sum_of(binder, family) for family in declared.of]
        total = ZERO if not parts else parts[0]
        for part in parts[1:]:
            total = computed("+", total, part)
        key = computed("+", computed("%", total, Const(_MODULUS, NUMBER)), ONE)
        span, number = declared.named.node.span, declared.named.number
        now = program.add_quantity(f"{name} now", key, NUMBER, span)
        slots = PositionSlots(binder.slots(1 + 2 * declared.most), declared.most, now)
        program.positions[name] = slots
        position, at = Local(1, NUMBER), Local(2, NUMBER)
        counted = _where_known(slots, name, position, at, _times(slots, name, at))
        times = program.add_quantity(f"{name} times", counted, NUMBER, span, (position,))
        amount = bv.Evaluate(times, ME, (bv.Evaluate(now, ME, (), NUMBER),), NUMBER)
        program.quantities[number] = Quantity(name, number, (), amount, NUMBER, span)
        program.bare[number] = amount


def positions_changed(binder: Binder, scope: Scope, node: ast.Change | ast.Assign) -> list[BoundStatement] | None:
    """Return the statements that change the count of the current position.

    None if something else is changed.
    """
    target = node.counter if isinstance(node, ast.Change) else node.target
    name = target.name if isinstance(target, ast.Name) else ""
    slots = binder.program.positions.get(name)
    if slots is None or name in scope.names:
        return None
    binder.world.note(scope.text, target.at, "quantity", name, how="changes")
    if isinstance(node, ast.Change) and node.verb == "pay":
        binder.error(scope, "not-changeable", node.at, f"'{name}' counts positions and cannot be paid", "write 'lose'")
        return []
    amount = binder.number(scope, node.amount if isinstance(node, ast.Change) else node.value)
    verb = node.verb if isinstance(node, ast.Change) else "set"
    span, reason = scope.span(node.at), reason_at(scope.text, node.at)

    def put(slot: bv.Read, how: str, value: Bound) -> b.SetSlot:
        return b.SetSlot(slot, how, value, 0, _MODULUS, span, reason)

    position, place, more = scope.new(NUMBER), scope.new(NUMBER), scope.new(NUMBER)
    each = scope.new(NUMBER)
    known = _where_known(slots, name, position, each, computed("+", each, ONE))
    used, most = _used(slots, name), Const(slots.most, NUMBER)
    index = computed("-", place, ONE)
    new: BoundBlock = (
        b.SetLocal(place, computed("+", computed("%", used, most), ONE)),
        put(_known(slots, name, index), "set", position),
        put(_times(slots, name, index), "set", ZERO),
        put(used, "gain", ONE),
    )
    changed = b.SetSlot(_times(slots, name, index), verb, more, 0, _MOST_TIMES, span, reason)
    return [
        b.SetLocal(more, at_least_nothing(amount)),
        b.SetLocal(position, bv.Evaluate(slots.now, scope.me, (), NUMBER)),
        b.SetLocal(place, known),
        b.Branch(computed("=", place, ZERO), new, ()),
        changed,
    ]


# ---- Slots: how many were counted, then the numbers of the last positions, then how often each was


def _used(slots: PositionSlots, name: str) -> bv.Read:
    return bv.Read(slots.base, (), NUMBER, f"{name} used")


def _known(slots: PositionSlots, name: str, at: Bound) -> bv.Read:
    return bv.Read(slots.base + 1, ((at, 1),), NUMBER, f"{name} known")


def _times(slots: PositionSlots, name: str, at: Bound) -> bv.Read:
    return bv.Read(slots.base + 1 + slots.most, ((at, 1),), NUMBER, f"{name} times")


def _where_known(slots: PositionSlots, name: str, position: Local, each: Local, value: Bound) -> bv.Quantify:
    """Return `value` for the one slot in which a position is known, or 0 if it is not."""
    kept = computed("min", _used(slots, name), Const(slots.most, NUMBER))
    places = bv.RangeSet(ZERO, computed("-", kept, ONE), _NUMBERS)
    where = computed("=", _known(slots, name, each), position)
    return bv.Quantify("sum", each, places, where, value, NUMBER)


# ---- The number of a position


def _sum_of(binder: Binder, family: Family) -> Bound:
    """Return the sum that a family's members, or the pieces in them, add to the number of a position."""
    each, table = Local(1, NUMBER), binder.tables.kept(("position", family.id), lambda: _drawn(binder.world, family))
    if family.sort != "zone":
        ways = Const(family.high - family.low + 1, NUMBER)
        held = bv.Read(family.base, ((each, 1),), NUMBER, family.id)
        way = computed("-", held, Const(family.low, NUMBER))
        cell = bv.Lookup(table, computed("+", computed("*", each, ways), way), NUMBER)
        places = bv.RangeSet(ZERO, Const(family.count - 1, NUMBER), _NUMBERS)
        return bv.Quantify("sum", each, places, None, cell, NUMBER)
    kind = kind_of(family.type.domain)
    piece = Local(1, Type("thing", PieceOf(kind)))
    place = bv.PieceSlot(binder.layout.piece_zone, piece, NUMBER)
    offset = computed("-", place, Const(family.base, NUMBER))
    ours = computed("and", computed(">=", offset, ZERO), computed("<", offset, Const(family.places, NUMBER)))
    sorts = binder.tables.kept(("sort of piece", kind), lambda: _sorts(binder.world, kind))
    sort: Bound = bv.Lookup(sorts, piece, NUMBER)
    faces = len(binder.world.kinds[kind].faces)
    if faces:
        face = bv.PieceSlot(binder.layout.faces, piece, NUMBER)
        sort = computed("+", computed("*", sort, Const(faces, NUMBER)), face)
    ways = Const(_ways(binder.world, family), NUMBER)
    cell = bv.Lookup(table, computed("+", computed("*", offset, ways), sort), NUMBER)
    pieces = bv.Lookup(binder.tables.all_pieces(kind), ZERO, Type("set", PieceOf(kind)))
    return bv.Quantify("sum", piece, pieces, ours, cell, NUMBER)


def _drawn(world: World, family: Family) -> list[int]:
    """The number of each place of a family with each thing that may be there."""
    names = (f"{family.id} {cell}".encode() for cell in range(_cells(world, family)))
    return [*(int.from_bytes(blake2b(name, digest_size=8).digest(), "little") >> (64 - _BITS) for name in names), 0]


def _cells(world: World, family: Family) -> int:
    return family.places * _ways(world, family)


def _ways(world: World, family: Family) -> int:
    """Return the number of different contents of one slot or space of a family."""
    if family.sort != "zone":
        return family.high - family.low + 1
    kind = kind_of(family.type.domain)
    return (max(_sorts(world, kind)) + 1) * max(1, len(world.kinds[kind].faces))


def _sorts(world: World, kind: str) -> list[int]:
    """Return a number for each piece that pieces of the same design and owner share."""
    cells, sorts = [0] * (world.piece_count + 1), 0
    for component in world.kinds[kind].designs:
        for number, piece in enumerate(component.pieces):
            cells[piece] = sorts + (number // component.copies if component.each_seat else 0)
        sorts = max(sorts, max((cells[piece] for piece in component.pieces), default=-1) + 1)
    return cells
