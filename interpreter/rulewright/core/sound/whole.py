"""A whole program as facts see it: printed values, texts of quantities, and the state that each value reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.world import World
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound import BoundBlock
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.model.type import Type
from rulewright.core.sound.declared_ranges import without_facts
from rulewright.core.sound.trees import locals_in, locals_set_in, put_in, with_candidates

ANYTHING = "anything"
"""The name of a part of the state that is not known."""
FACES, PLACES = "faces", "places"
"""The names of two properties of pieces: the face that is up, and the place."""
_ASKING = (bv.Inside, bv.NotZero, bv.Element, bv.Evaluate, bv.EvaluateField, bv.Possible)
_MOST_INLINED = 150
_FRESH = 500_000
_MOST_NAMED = 20
_DEEPEST = 2
_MOST_PARTED = 1


@dataclass(slots=True)
class WholeProgram:
    """The bound program of one game, with `members` mapping a family to the known range of its members."""

    world: World
    program: Program
    layout: Layout
    spaces: int
    """The table of the numbers of spaces, -1 where nothing asks for one."""
    places: int
    """The table of the places that are spaces, -1 where nothing asks for one."""
    believes: bool = True
    """Whether what is taken is believed to be given: the types of locals that hold it say so."""
    members: dict[str, Interval] = field(default_factory=dict)
    _reads: dict[int, tuple[Bound, frozenset[str]]] = field(default_factory=dict)
    _locals: dict[int, tuple[Bound, frozenset[int]]] = field(default_factory=dict)
    _set_in: dict[int, tuple[BoundBlock, frozenset[int]]] = field(default_factory=dict)
    _inlined: dict[bv.Evaluate, Bound | None] = field(default_factory=dict)
    _of_quantity: dict[int, frozenset[str]] = field(default_factory=dict)
    _rows: dict[tuple[int, object, int, int], tuple[int, ...]] = field(default_factory=dict)
    _cells: dict[tuple[int, int], tuple[object, ...]] = field(default_factory=dict)
    _declared: dict[int, tuple[Bound, Interval]] = field(default_factory=dict)
    _cells_where: dict[tuple[object, ...], tuple[object, ...]] = field(default_factory=dict)
    _keys: dict[int, tuple[Bound, Bound]] = field(default_factory=dict)
    _asking: dict[int, tuple[bv.BoundNode, bool]] = field(default_factory=dict)
    _named: dict[str, tuple[bv.Read | bv.ZoneRef, ...]] = field(default_factory=dict)
    _fresh: int = _FRESH
    _depth: int = 0
    _parted: int = 0

    @property
    def tables(self) -> list[tuple[object, ...]]:
        return self.program.tables

    def is_deep(self) -> bool:
        """Return whether so much is looked through already that no more is."""
        return self._depth >= _DEEPEST

    def enters(self) -> bool:
        """Return whether one thing more is looked through, if so, `leaves` is called after it."""
        if self._depth >= _DEEPEST:
            return False
        self._depth += 1
        return True

    def leaves(self) -> None:
        """One thing less is looked through."""
        self._depth -= 1

    def parts(self) -> bool:
        """Return whether the ways of one more condition are told apart, for which `joins` must be called later.

        A condition in the test of a condition, and so on, would otherwise take twice as long at each step.
        """
        if self._depth >= _DEEPEST or self._parted >= _MOST_PARTED:
            return False
        self._parted += 1
        return True

    def joins(self) -> None:
        """The ways of one condition less are told apart."""
        self._parted -= 1

    def declared(self, node: Bound) -> Interval:
        """The range of anything but an operator, by its form and type alone."""
        kept = self._declared.get(id(node))
        if kept is None:
            known = without_facts(self.world, node)
            if not self.believes and isinstance(node, bv.Local) and node.type.kind in ("thing", "number"):
                known = ANY
            kept = self._declared[id(node)] = node, known
        return kept[1]

    def rows(self, table: int, of: Type, limits: Interval) -> tuple[int, ...]:
        """Return the rows of a table that a value of a type can lead to, with -1 as the row of none."""
        count = len(self.tables[table])
        is_thing = of.kind == "thing"
        low = 0 if limits.low is None else limits.low
        low = -1 if is_thing and (limits.low is None or limits.low < 0) else max(0, low)
        high = count - 1 if limits.high is None else min(limits.high, count - 1)
        key = (table, of.domain if is_thing else "", low, high)
        if key not in self._rows:
            found = range(max(0, low), high + 1)
            if is_thing and isinstance(of.domain, PieceOf):
                designs = self.world.kinds[of.domain.kind].designs
                pieces = (piece for each in designs for piece in each.pieces)
                rows = tuple(piece for piece in pieces if piece in found and piece < count - 1)
            elif is_thing:
                rows = tuple(row for row in found if row < count - 1)
            else:
                rows = tuple(found)
            self._rows[key] = (*rows, -1) if low < 0 else rows
        return self._rows[key]

    def cells(self, table: int, of: Type, limits: Interval) -> tuple[object, ...]:
        """Return what is in the rows of a table that a value of a type can lead to, each once."""
        rows = self.rows(table, of, limits)
        key = (table, id(rows))
        if key not in self._cells:
            cells = self.tables[table]
            self._cells[key] = tuple(dict.fromkeys(cells[row] for row in rows))
        return self._cells[key]

    def cells_where(
        self, table: int, rows: tuple[int, ...], excluded: frozenset[int],
        tests: tuple[tuple[int, Interval, frozenset[int]], ...],
    ) -> tuple[object, ...]:  # fmt: skip
        """Return what is in some rows of a table, each once, less `excluded` rows and those that fail tests.

        A test is another table, the limits of its cell in the same row, and numbers that it must not be.
        """
        key = (table, id(rows), excluded, tests)
        if key not in self._cells_where:
            cells = self.tables[table]
            kept = [row for row in rows if row not in excluded]
            for other, limits, no in tests:
                passing = self.tables[other]
                kept = [row for row in kept if _passes(passing[row], limits, no)]
            self._cells_where[key] = tuple(dict.fromkeys(cells[row] for row in kept))
        return self._cells_where[key]

    def named_members(self, family: str) -> tuple[bv.Read | bv.ZoneRef, ...]:
        """The members of a family that the program names by numbers, or by things, that are always the same."""
        if not self._named:
            bodies = [each.body for each in self.program.procedures]
            found: dict[str, dict[bv.Read | bv.ZoneRef, None]] = {}
            for node in nodes_of((bodies, [each.amount for each in self.program.quantities])):
                if isinstance(node, bv.Read | bv.ZoneRef) and not node.parts and getattr(node, "spaces", 0) <= 1:
                    found.setdefault(node.family, {})[node] = None
            self._named = {name: tuple(each)[:_MOST_NAMED] for name, each in found.items()}
        return self._named.get(family, ())

    def kept_key(self, node: Bound, make: Callable[[Bound], Bound]) -> Bound:
        """A set in the form in which it is a key, made once for each."""
        kept = self._keys.get(id(node))
        if kept is None:
            kept = self._keys[id(node)] = node, make(node)
        return kept[1]

    def inlined(self, node: bv.Evaluate) -> Bound | None:
        """Return what a quantity says for what it is given, None where that is long."""
        if node not in self._inlined:
            self._inlined[node] = self._said(node)
        return self._inlined[node]

    def _said(self, node: bv.Evaluate) -> Bound | None:
        quantity = self.program.quantities[node.quantity]
        if quantity.type.kind == "set":
            return None
        amount = quantity.amount
        nodes = list(nodes_of(amount))
        if len(nodes) > _MOST_INLINED:
            return None
        given: dict[int, Bound] = {0: node.seat}
        given |= {each.number: value for each, value in zip(quantity.parameters, node.arguments, strict=True)}
        fresh: dict[int, bv.Local] = {}
        for each in nodes:
            if isinstance(each, bv.Quantify) and each.variable.number not in fresh:
                self._fresh += 1
                fresh[each.variable.number] = bv.Local(self._fresh, each.variable.type)
        return put_in(with_candidates(amount, fresh) if fresh else amount, given)

    def set_in(self, block: BoundBlock) -> frozenset[int]:
        """The locals that the statements of a block give another value."""
        kept = self._set_in.get(id(block))
        if kept is None:
            kept = self._set_in[id(block)] = block, locals_set_in(block)
        return kept[1]

    def locals_of(self, node: Bound) -> frozenset[int]:
        """The numbers of the locals that a value depends on."""
        kept = self._locals.get(id(node))
        if kept is None:
            kept = self._locals[id(node)] = node, locals_in(node)
        return kept[1]

    def asks_something(self, node: bv.BoundNode) -> bool:
        """Return whether anything in a value may stop a game, or asks for what may."""
        kept = self._asking.get(id(node))
        if kept is None:
            kept = self._asking[id(node)] = node, any(map(_asks, nodes_of(node)))
        return kept[1]

    def reads(self, node: Bound) -> frozenset[str]:
        """The families whose members a value depends on, and what else of the state."""
        kept = self._reads.get(id(node))
        if kept is None:
            kept = self._reads[id(node)] = node, self._read_in(node)
        return kept[1]

    def _read_in(self, tree: object) -> frozenset[str]:
        found: set[str] = set()
        for each in nodes_of(tree):
            match each:
                case bv.Read(base=base, family=family):
                    if family:
                        found.add(family)
                    elif base != N_SEATS and base not in self.layout.settings.values():
                        found.add(ANYTHING)
                case bv.ZoneRef(family=family):
                    found.add(family or ANYTHING)
                case bv.PieceSlot(base=base):
                    found.add(PLACES if base == self.layout.piece_zone else FACES)
                case bv.Evaluate(quantity=number):
                    found |= self._of(number)
                case bv.EvaluateField(table=table):
                    for number in self.program.named_in(table):
                        found |= self._of(number)
                case bv.Possible():
                    found.add(ANYTHING)
                case _:
                    pass
        return frozenset(found)

    def _of(self, number: int) -> frozenset[str]:
        """Return what a quantity depends on."""
        if number not in self._of_quantity:
            self._of_quantity[number] = frozenset()
            self._of_quantity[number] = self._read_in(self.program.quantities[number].amount)
        return self._of_quantity[number]


def _asks(node: object) -> bool:
    if isinstance(node, bv.RangeSet):
        return not isinstance(node.high, bv.Const)
    return isinstance(node, _ASKING) or (isinstance(node, bv.Once) and node.limit >= 0)


def _passes(cell: object, limits: Interval, excluded: frozenset[int]) -> bool:
    if not isinstance(cell, int):
        return True
    low, high = limits
    return (low is None or low <= cell) and (high is None or cell <= high) and cell not in excluded
