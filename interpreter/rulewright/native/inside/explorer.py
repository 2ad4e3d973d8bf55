"""Breadth-first exploration of all positions of a game in native memory.

Positions whose options are still to be taken, and the way to each position, are kept outside the module's memory, which
only has the table of hashes.
"""

from __future__ import annotations

import struct
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from rulewright.core.model.game import State
from rulewright.core.model.layout import LABEL_BITS
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import unstarted
from rulewright.native.backend.areas import even
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside import exploring as x
from rulewright.native.inside.hash_tables import classes, hashed
from rulewright.native.inside.host import Host
from rulewright.native.inside.scripted_chance import MOST_DRAWS
from rulewright.native.inside.watching import area_of

_BUFFER: Final = 4 << 20
_RECORDS: Final = 1 << 16
_BUDGET: Final = 200_000
_FIRST_TABLE: Final = 1 << 12
_LARGE_TABLE: Final = 1 << 21
_FULL: Final = 0.6
_MOST_BRANCHES: Final = 2_000_000

WayStep = tuple[int, int]
"""An option by its place in the list of those open, and the number of the script of chance."""


@dataclass(frozen=True, slots=True)
class SearchBounds:
    """The bounds of an exploration: positions, seconds, bytes of memory, decisions from the start."""

    states: int = 100_000_000
    seconds: float = 600.0
    memory: int = 3 << 30
    depth: int = 1_000_000


@dataclass(slots=True)
class Exploration:
    """The results of an exploration.

    `broken` maps the index of a broken invariant to the way to it; `limits` has the ways to where a limit stops the
    game. `complete`: every option and outcome of chance was taken, but for `cut` options with too many outcomes.
    `records` are by position; `edges` are described in `exploring.py`.
    """

    states: int = 0
    transitions: int = 0
    depth: int = 0
    complete: bool = False
    cut: int = 0
    stopped_by: str = ""
    broken: dict[int, tuple[WayStep, ...]] = field(default_factory=dict)
    reached: dict[int, tuple[int, ...]] = field(default_factory=dict)
    used: frozenset[tuple[int, int]] = frozenset()
    limits: list[tuple[WayStep, ...]] = field(default_factory=list)
    records: array[int] = field(default_factory=lambda: array("i"))
    edges: bytearray = field(default_factory=bytearray)
    seconds: float = 0.0

    def way_to(self, number: int) -> tuple[WayStep, ...]:
        """Return the options and scripts that lead to a position."""
        found = []
        while number >= 0:
            before, option, branch, _ = self.records[4 * number : 4 * number + 4]
            found.append((option, branch))
            number = before
        return tuple(reversed(found))


class Explorer:
    """Goes through the positions of one table of a game whose native code explores."""

    def __init__(
        self,
        host: Host,
        *,
        seats: int,
        settings: Chosen | None = None,
        seed: int | None = None,
        edges: bool = False,
        alike: bool = True,
    ) -> None:
        """Prepare an exploration of every outcome of chance, or of those in a game of `seed`.

        With `alike`, equal pieces are interchangeable, which requires that the game never iterates over all pieces.
        """
        self._seed = seed
        self.host, self._blueprint = host, host.game.blueprint
        self.seats, self.settings, self._edges = seats, settings, edges
        self._instance = host.instance
        self._advance = self._instance.function("advance")
        self._regrow = self._instance.function("regrow")
        self._follow = self._instance.function("follow")
        self.found, self._until = Exploration(), -1
        self._whole, self._tried = host.room(), host.room()
        self._area = area_of(self._blueprint)
        self._order = host.take(x.ORDER_SIZE)
        self._lay_out(alike)
        self.waiting: deque[bytes] = deque([self._root()])
        self.coming: deque[bytes] = deque()

    def _lay_out(self, alike: bool) -> None:
        host, area, blueprint = self.host, self._area, self._blueprint
        order: dict[int, int] = {x.WHOLE: self._whole, x.TRIED: self._tried}
        of_slots = hashed(host, alike=alike)
        order[x.HASHED] = host.take(len(of_slots) + 8)
        of_pieces = classes(blueprint, alike=alike)
        class_at = host.take(len(of_pieces) + 8)
        self._in, self._out = host.take(_BUFFER), host.take(_BUFFER)
        self._records = host.take(_RECORDS * x.RECORD_SIZE)
        self._edge_room = host.take(_RECORDS * x.EDGE_SIZE) if self._edges else 0
        order[x.SCRIPT] = host.take(8 * MOST_DRAWS)
        order[x.AREA] = host.take(area.size + 8)
        order[x.CELLS], order[x.CELLS_BEFORE] = host.take(area.timed + 8), host.take(area.timed + 8)
        self._n_uses = len(blueprint.sites) << LABEL_BITS
        order[x.USES] = host.take(self._n_uses + 8)
        named = bytes(site.named for site in blueprint.sites)
        order[x.NAMED] = host.take(len(named) + 8)
        order[x.BROKEN] = host.take(x.BROKEN_SIZE * len(blueprint.invariants) + 8)
        self._mask, self._table = _FIRST_TABLE - 1, host.take(20 * _FIRST_TABLE)
        order[x.MOST_BRANCHES] = _MOST_BRANCHES
        order[x.SOLVES], order[x.SCRIPTED] = int(self._edges), int(self._seed is None)
        self._at = order
        memory = host.memory
        for begin, size in (
            (self._order, x.ORDER_SIZE), (order[x.AREA], area.size), (order[x.USES], self._n_uses),
            (order[x.BROKEN], x.BROKEN_SIZE * len(blueprint.invariants)), (self._table, 20 * _FIRST_TABLE),
            (order[x.CELLS_BEFORE], area.timed),
        ):  # fmt: skip
            memory[begin : begin + size] = bytes(size)
        for begin, data in ((order[x.HASHED], of_slots), (class_at, of_pieces), (order[x.NAMED], named)):
            memory[begin : begin + len(data)] = data
        self._instance.set_value("x_class", class_at)
        for offset, value in order.items():
            self._set(offset, value)

    def _set(self, offset: int, value: int) -> None:
        struct.pack_into("<i", self.host.memory, self._order + offset, value)

    def _get(self, offset: int) -> int:
        found: int = struct.unpack_from("<i", self.host.memory, self._order + offset)[0]
        return found

    # ---- Going through

    def run(
        self, bounds: SearchBounds, progress: Callable[[int, int], None] | None = None, until: int | None = None
    ) -> Exploration:
        """Explore positions within bounds, or until the invariant with the index `until` is broken.

        `progress` receives (positions, depth).
        """
        begin, found = monotonic(), self.found
        self._until, found.stopped_by = until if until is not None else -1, ""
        try:
            while self.waiting and not self._is_stopped():
                self._advance_chunk(self.waiting.popleft(), bounds, begin)
                if progress is not None:
                    progress(found.states, found.depth)
                if not self.waiting and self.coming:
                    self.waiting, self.coming = self.coming, deque()
                    found.depth += 1
                    if found.depth > bounds.depth:
                        found.stopped_by = "depth"
        finally:
            found.complete = not (self.waiting or self.coming or found.cut or found.limits)
            found.seconds += monotonic() - begin
            self._read_out()
        return found

    def _root(self) -> bytes:
        """Return the packed position before the first effect, whose only option is to begin."""
        host, layout = self.host, self.host.layout
        state = self._unstarted()
        block = bytes(host.memory[state : state + layout.options])
        host.release(state)
        packed = bytes(self._area.timed) + block
        size = even(8 + len(packed))
        return struct.pack("<ii", size, -1) + packed + bytes(size - 8 - len(packed))

    def _unstarted(self) -> int:
        game = self.host.game
        return self.host.put(unstarted(game, seats=self.seats, seed=self._seed or 0, settings=self.settings))

    def _advance_chunk(self, chunk: bytes, bounds: SearchBounds, begin: float) -> None:
        """Take all options of a chunk, and queue new positions and an unfinished rest."""
        found, memory = self.found, self.host.memory
        memory[self._in : self._in + len(chunk)] = chunk
        self._set(x.IN, self._in)
        self._set(x.IN_END, self._in + len(chunk))
        self._set(x.BUDGET, _BUDGET)
        self._set(x.OPTION, 0)
        self._set(x.SCRIPT_LENGTH, 0)
        self._set(x.BRANCH, 0)
        done = False
        try:
            while not done and not found.stopped_by:
                self._fresh_buffers()
                try:
                    done = self._advance(self._order) == x.DONE
                except Trapped:
                    self._limited()
                self._take()
                self._look_at_bounds(bounds, begin)
        finally:
            if not done:
                left = bytes(self.host.memory[self._get(x.IN) : self._get(x.IN_END)])
                self._forget_edges_of(left)
                self.waiting.appendleft(left)
            found.transitions = struct.unpack_from("<q", self.host.memory, self._order + x.TRANSITIONS)[0]
            found.cut = self._get(x.CUT)

    def _look_at_bounds(self, bounds: SearchBounds, begin: float) -> None:
        found = self.found
        held = sum(map(len, self.waiting)) + sum(map(len, self.coming))
        if found.states >= bounds.states:
            found.stopped_by = "states"
        elif self._until >= 0 and self._is_broken(self._until):
            found.stopped_by = "broken"
        elif monotonic() - begin > bounds.seconds:
            found.stopped_by = "seconds"
        elif self._memory(held) > bounds.memory:
            found.stopped_by = "memory"

    def _memory(self, held: int) -> int:
        """Return the bytes in use, and those that the table is about to take where it is nearly full."""
        used = len(self.host.memory) + held + 16 * self.found.states + len(self.found.edges)
        is_full = self.found.states > 0.97 * _FULL * (self._mask + 1)
        return used + (20 * (self._after_growing() + 1) if is_full else 0)

    def _forget_edges_of(self, left: bytes) -> None:
        """Delete the transitions of a position that will be explored again."""
        edges = self.found.edges
        (number,) = struct.unpack_from("<i", left, 4)
        while len(edges) and struct.unpack_from("<i", edges, len(edges) - x.EDGE_SIZE)[0] == number:
            del edges[-x.EDGE_SIZE :]

    def _fresh_buffers(self) -> None:
        if self.found.states > _FULL * (self._mask + 1) - 1:
            self._grow()
        for offset, value in (
            (x.TABLE, self._table), (x.MASK, self._mask), (x.OUT, self._out), (x.OUT_END, self._out + _BUFFER),
            (x.RECORD, self._records), (x.RECORDS_END, self._records + _RECORDS * x.RECORD_SIZE),
            (x.EDGE, self._edge_room),
            (x.EDGES_END, self._edge_room + _RECORDS * x.EDGE_SIZE if self._edges else 0),
            (x.COUNT_LIMIT, int(_FULL * (self._mask + 1))),
        ):  # fmt: skip
            self._set(offset, value)

    def _grow(self) -> None:
        """Move the table of hashes into new memory, four times as large, later twice."""
        mask = self._after_growing()
        table = self.host.take(20 * (mask + 1))
        self._regrow(self._table, self._mask, table, mask)
        self._table, self._mask = table, mask

    def _after_growing(self) -> int:
        return (4 if self._mask < _LARGE_TABLE else 2) * (self._mask + 1) - 1

    def _take(self) -> None:
        """Read the results from the buffers."""
        found, memory = self.found, self.host.memory
        end = self._get(x.OUT)
        if end > self._out:
            self.coming.append(bytes(memory[self._out : end]))
        found.records.frombytes(bytes(memory[self._records : self._get(x.RECORD)]))
        if self._edges:
            found.edges += memory[self._edge_room : self._get(x.EDGE)]
        found.states = self._get(x.COUNT)

    def _is_stopped(self) -> bool:
        return bool(self.found.stopped_by)

    def _is_broken(self, place: int) -> bool:
        is_broken: int = struct.unpack_from("<i", self.host.memory, self._at[x.BROKEN] + x.BROKEN_SIZE * place)[0]
        return bool(is_broken)

    def _limited(self) -> None:
        """Record the way to a step that ran into a limit, and continue after it."""
        self._instance.set_value("scripted", 0)
        self.host.recover()
        before = struct.unpack_from("<i", self.host.memory, self._get(x.IN) + 4)[0]
        if len(self.found.limits) < 100:
            option, branch = self._get(x.OPTION), self._get(x.BRANCH)
            self.found.limits.append((*self.found.way_to(before), (option, branch)))
        self._set(x.SKIP, 1)
        self._set(x.SCRIPT_LENGTH, self._instance.value("x_length"))

    def _read_out(self) -> None:
        found, memory, area = self.found, self.host.memory, self._at[x.AREA]
        for place, info in enumerate(self._blueprint.invariants):
            at = self._at[x.BROKEN] + x.BROKEN_SIZE * place
            is_broken, before, option, branch = struct.unpack_from("<iiii", memory, at)
            if is_broken:
                found.broken[place] = (*found.way_to(before), (option, branch))
            if info.sort == "reachable":
                flags = struct.unpack_from(f"<{info.n_things}q", memory, area + self._area.cells[place])
                found.reached[place] = tuple(info.first + each for each, flag in enumerate(flags) if flag)
        uses = bytes(memory[self._at[x.USES] : self._at[x.USES] + self._n_uses])
        mask = (1 << LABEL_BITS) - 1
        found.used = frozenset((at >> LABEL_BITS, at & mask) for at, flag in enumerate(uses) if flag)

    # ---- Keeping

    @property
    def keeps_edges(self) -> bool:
        """Whether the transitions are kept as well."""
        return self._edges

    def kept(self) -> tuple[dict[str, object], list[bytes]]:
        """Return all that is known so far, to go on from later: plain data, and stretches of bytes."""
        found, memory = self.found, self.host.memory
        parts = [bytes(memory[begin : begin + size]) for begin, size in self._lasting()]
        data: dict[str, object] = {
            "mask": self._mask, "states": found.states, "depth": found.depth, "seconds": found.seconds,
            "cut": found.cut, "transitions": found.transitions, "limits": found.limits,
            "waiting": len(self.waiting), "coming": len(self.coming),
        }  # fmt: skip
        return data, [*parts, found.records.tobytes(), bytes(found.edges), *self.waiting, *self.coming]

    def take_up(self, data: Mapping[str, Any], parts: Sequence[bytes]) -> None:
        """Resume from what was `kept` by an exploration of the same game and table.

        Raises ValueError if it is of another game or table.
        """
        while self._mask < data["mask"]:
            self._grow()
        lasting = self._lasting()
        n = len(lasting)
        if [len(each) for each in parts[:n]] != [size for _, size in lasting] or len(parts[n]) % 16:
            raise ValueError("it belongs to another game, table or release")
        for (begin, size), part in zip(lasting, parts, strict=False):
            self.host.memory[begin : begin + size] = part
        found = self.found
        found.records, found.edges = array("i"), bytearray(parts[n + 1])
        found.records.frombytes(parts[n])
        found.states, found.depth, found.seconds = data["states"], data["depth"], data["seconds"]
        found.limits = [tuple((step[0], step[1]) for step in way) for way in data["limits"]]
        self._set(x.COUNT, found.states)
        self._set(x.CUT, data["cut"])
        struct.pack_into("<q", self.host.memory, self._order + x.TRANSITIONS, data["transitions"])
        first = n + 2 + data["waiting"]
        self.waiting, self.coming = deque(parts[n + 2 : first]), deque(parts[first : first + data["coming"]])

    def _lasting(self) -> list[tuple[int, int]]:
        """List the (address, size) of each stretch of native memory to save.

        These are the table of hashes, the area of invariants, the options used, and the broken invariants.
        """
        return [
            (self._table, 20 * (self._mask + 1)), (self._at[x.AREA], self._area.size), (self._at[x.USES], self._n_uses),
            (self._at[x.BROKEN], x.BROKEN_SIZE * len(self._blueprint.invariants)),
        ]  # fmt: skip

    # ---- Ways

    def states_of(self, way: tuple[WayStep, ...]) -> list[State]:
        """Return the states of a way, from the first decision to the last position, as Python states.

        Raises Trapped where the last step runs into a limit.
        """
        host, found = self.host, []
        whole = self._unstarted()
        other = host.room()
        try:
            for option, branch in way:
                self._follow(self._order, whole, other, option, branch)
                whole, other = other, whole
                found.append(host.get(whole))
        except Trapped:
            self._instance.set_value("scripted", 0)
            host.recover()
            raise
        finally:
            host.release(whole)
            host.release(other)
        return found

    def draws(self) -> list[WayStep]:
        """Return the draws of the script followed last: what chance picked, of how many."""
        at, length = self._at[x.SCRIPT], self._instance.value("x_length")
        numbers = struct.unpack_from(f"<{2 * length}i", self.host.memory, at)
        return [(choice, bound) for bound, choice in zip(numbers[0::2], numbers[1::2], strict=True)]
