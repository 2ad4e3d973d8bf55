"""Static tables of the printed values of components, by design or by piece, made at their first use.

Each table has one cell more than things: cell -1 stands for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import comb
from typing import Final

from rulewright.core.bind.world import Component, Family, FieldSpec, World
from rulewright.core.diagnostics import did_you_mean, indefinite
from rulewright.core.model.document import Node, Scalar, items_of, mappings_in, text_of
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.program import Program
from rulewright.core.model.texts import EFFECT_TYPES

Cell = int | tuple[int, ...]
MOST_SETS: Final = 1024
"""So many sets that can come of a `pick` of several are looked at, to see whether one passes what follows."""
MOST_OF_TWO: Final = 64
"""So many sets of each of two such picks are looked at with those of the other."""
_ANY_NUMBER: Final = 10**9


@dataclass(slots=True)
class Tables:
    """Builds tables into `program.tables` and remembers which is which."""

    world: World
    program: Program
    numbers: dict[tuple[str, ...], int] = field(default_factory=dict)
    effects: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _cells: dict[tuple[str, str], list[Cell]] = field(default_factory=dict)

    def extending(self, world: World, program: Program) -> Tables:
        """The same tables for more texts, which may make more of them."""
        return Tables(world, program, dict(self.numbers), self.effects, self._cells)

    def fill(self) -> None:
        """Read every printed value of every component, so that a wrong one is a diagnostic whoever uses it."""
        for specs in (*(kind.fields for kind in self.world.kinds.values()), *self.world.borders.values()):
            for spec in specs.values():
                if spec.default_node is not None:
                    spec.default = self._value(spec, spec.default_node)
        for kind in list(self.world.kinds.values()):
            for spec in kind.fields.values():
                if spec.holds in ("value", "list", "records"):
                    self._design_cells(kind.id, spec)
        for map_id, specs in self.world.borders.items():
            for spec in specs.values():
                if spec.holds in ("value", "list"):
                    self._border_cells(map_id, spec)

    def field(self, kind: str, name: str, by_piece: bool) -> int:
        """The table of a field, indexed by design, or by piece where `by_piece`."""
        cells = self._design_cells(kind, self.world.kinds[kind].fields[name])
        return self.kept(("field", kind, name, str(by_piece)), lambda: self._spread(kind, cells, by_piece))

    def places(self, kind: str, fields: tuple[str, ...]) -> tuple[int, ...]:
        """Return the rank of each piece's design when those of a kind are sorted by fields."""
        if not fields:
            return ()
        cells = [self._design_cells(kind, self.world.kinds[kind].fields[name]) for name in fields]
        keys = sorted({tuple(column[each.index] for column in cells) for each in self.world.kinds[kind].designs})
        found = [0] * self.world.piece_count
        for each in self.world.kinds[kind].designs:
            for piece in each.pieces:
                found[piece] = keys.index(tuple(column[each.index] for column in cells))
        return tuple(found)

    def design(self) -> int:
        """Return the table of the design of each piece."""
        return self._by_piece("design", lambda component, owner: component.index)

    def owner(self) -> int:
        """Return the table of the seat that each piece belongs to."""
        return self._by_piece("owner", lambda component, owner: owner)

    def alike(self) -> int:
        """Return the table of the first piece, by its number, with the design and owner of each piece."""
        return self._by_piece(
            "alike", lambda component, owner: component.pieces.start + max(0, owner) * component.copies
        )

    def _by_piece(self, name: str, cell: Callable[[Component, int], int]) -> int:
        """A table by piece, from its component and its owner."""

        def cells() -> list[Cell]:
            found: list[Cell] = [-1] * (self.world.piece_count + 1)
            for component in self.world.components.values():
                for number, piece in enumerate(component.pieces):
                    found[piece] = cell(component, number // component.copies if component.each_seat else -1)
            return found

        return self.kept((name,), cells)

    def all_pieces(self, kind: str) -> int:
        """All pieces of a kind, in the one cell of a table."""
        designs = self.world.kinds[kind].designs
        return self.kept(("pieces", kind), lambda: [tuple(piece for each in designs for piece in each.pieces)])

    def seen_by(self, n_slots: int, seats: int) -> int:
        """Return the table of who surely sees the pieces in each slot of the state.

        A cell is -2 for nobody, -1 for all, a seat (from 0) for that seat alone, `seats` + a seat for all but that one.
        """

        def cells() -> list[Cell]:
            found: list[Cell] = [-2] * n_slots
            for family in self.world.families.values():
                if family.sort != "zone":
                    continue
                own, others = family.is_seen(by_own=True), family.is_seen(by_own=False)
                for offset in range(family.places):
                    owner = offset // family.strides[0] if family.per[:1] == ("seat",) else -1
                    whose = (owner if own else owner + seats) if owner >= 0 else -2
                    found[family.base + offset] = -1 if own and others else whose if own or others else -2
            return found

        return self.kept(("seen by",), cells)

    def few_sets(self, at_most: int) -> tuple[int, int]:
        """Return (table, last): the most that can be picked from N candidates with no more than `at_most` sets.

        The cell of `last`, the greatest N in the table, holds for every greater N as well.
        """

        def cells() -> list[Cell]:
            found: list[Cell] = []
            while not found or found[-1] != 1:
                n = len(found)
                sets = [sum(comb(n, size) for size in range(most + 1)) for most in range(n + 1)]
                most = sum(each <= at_most for each in sets) - 1
                found.append(max(most, 1) if most < n else _ANY_NUMBER)
            return [*found, 0]

        number = self.kept(("few sets", str(at_most)), cells)
        return number, len(self.program.tables[number]) - 2

    def spaces(self, n_slots: int) -> int:
        """Return the table of the number of each numbered space by slot of the state, 0 for every other slot."""

        def cells() -> list[Cell]:
            found: list[Cell] = [0] * n_slots
            for family in self.world.families.values():
                for offset in range(family.places if family.sort == "zone" and family.spaces else 0):
                    found[family.base + offset] = offset % family.spaces + 1
            return found

        return self.kept(("spaces",), cells)

    def places_at(self, n_slots: int) -> int:
        """Return the table of the place that each slot of the state is on, -1 for slots that are on none."""

        def cells() -> list[Cell]:
            found: list[Cell] = [-1] * n_slots
            for family in self.world.families.values():
                if family.place:
                    size = self.world.domains[family.place].size
                    found[family.base : family.base + family.places] = [at % size for at in range(family.places)]
            return found

        return self.kept(("places",), cells)

    def member_at(self, n_slots: int, zone: str) -> int:
        """Return the table of the number of the zone of a family that each slot of the state is in, -1 for others."""
        family = self.world.families[zone]
        size = self.world.domains[family.place].size if family.place else max(1, family.spaces)
        return self.kept(("members", zone), lambda: _in_slots(n_slots, family, lambda at: at // size, -1))

    def seat_at(self, n_slots: int, zone: str) -> int:
        """Return the table of the seat whose zone of a family each slot of the state is in, the first for others."""
        family = self.world.families[zone]
        return self.kept(("seats", zone), lambda: _in_slots(n_slots, family, lambda at: at // family.strides[0], 0))

    def border_field(self, map_id: str, spec: FieldSpec) -> int:
        """The table of a field that borders carry, indexed by half-border."""
        return self.kept(("border", map_id, spec.name), lambda: [*self._border_cells(map_id, spec), spec.default])

    def _border_cells(self, map_id: str, spec: FieldSpec) -> list[Cell]:
        """The values of a field that borders carry, each for both directions."""
        cells: list[Cell] = []
        for _, _, written in self.world.plans[map_id].borders:
            cells += [self._cell(spec, written.get(spec.name) if written is not None else None)] * 2
        return cells

    def _design_cells(self, kind: str, spec: FieldSpec) -> list[Cell]:
        known = self._cells.get((kind, spec.name))
        if known is not None:
            return known
        cells: list[Cell] = []
        taken = 0
        for component in self.world.kinds[kind].designs:
            if spec.holds == "records":
                count = len(mappings_in(component.node.get(spec.name)))
                cells.append(tuple(range(taken, taken + count)))
                taken += count
            elif spec.holds in EFFECT_TYPES:
                cells.append(self.effects.get((kind, component.id, spec.name), -1))
            else:
                cells.append(self._cell(spec, component.node.get(spec.name)))
        empty = -1 if spec.type.kind == "thing" else 0 if spec.default_node is None else spec.default
        cells.append(() if spec.holds in ("list", "records") else empty)
        if spec.holds in EFFECT_TYPES:
            cells[-1] = -1
        self._cells[(kind, spec.name)] = cells
        return cells

    def _spread(self, kind: str, cells: list[Cell], by_piece: bool) -> list[Cell]:
        if not by_piece:
            return cells
        spread = [cells[-1]] * (self.world.piece_count + 1)
        for component in self.world.kinds[kind].designs:
            for piece in component.pieces:
                spread[piece] = cells[component.index]
        return spread

    def _cell(self, spec: FieldSpec, node: Node | None) -> Cell:
        if spec.holds == "list":
            return tuple(self._value(spec, item) for item in items_of(node))
        return spec.default if node is None else self._value(spec, node)

    def _value(self, spec: FieldSpec, node: Node) -> int:
        type_, world = spec.type, self.world
        value = node.value if isinstance(node, Scalar) else None
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if type_.kind == "number" or (type_.kind == "set" and type_.domain == "number"):
            if is_number and (type_.low is None or type_.low <= int(value or 0) <= (type_.high or 0)):
                return int(value or 0)
            between = "" if type_.low is None else f" from {type_.low} to {type_.high}"
            world.error("wrong-type", node.span, f"'{spec.name}' must be a whole number{between}")
        elif type_.kind == "truth":
            if isinstance(value, bool):
                return int(value)
            world.error("wrong-type", node.span, f"'{spec.name}' must be true or false")
        else:
            names = world.domains[kind_of(type_.domain)].names
            name = text_of(node)
            if name in names:
                return names.index(name)
            message = f"'{spec.name}' must be {indefinite(str(type_.domain))}; '{value}' is not one"
            world.error("unknown-value", node.span, message, did_you_mean(str(value), names))
        return 0

    def kept(self, key: tuple[str, ...], cells: Callable[[], Iterable[Cell]]) -> int:
        """The table of a key, made of these cells when it is first asked for."""
        if key not in self.numbers:
            made = tuple(cells())
            self.numbers[key] = len(self.program.tables)
            self.program.tables.append(made)
        return self.numbers[key]


def _in_slots(n_slots: int, family: Family, cell: Callable[[int], int], other: int) -> list[Cell]:
    """Return a table by slot of the state, with a cell for each slot of a family, by its number there."""
    found: list[Cell] = [other] * n_slots
    found[family.base : family.base + family.places] = [cell(at) for at in range(family.places)]
    return found
