"""States in the memory of one module: begun, put there, stepped, copied, played to their ends, read.

A state is a number here, the address of its block. A host has a memory of its own and belongs to one thread at a time.
Where the module comes to a limit, the Python back end plays the same choices and says which; where it knows none, the
game goes on with what it finds.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm import loops
from rulewright.backends.wasm.bounds import NotNative
from rulewright.backends.wasm.engine import Instance, Trapped
from rulewright.backends.wasm.loops import RecordLayout
from rulewright.backends.wasm.native import NativeCode
from rulewright.backends.wasm.packing import from_native, packing_of, to_native
from rulewright.model.chance import spread_seed
from rulewright.model.game import Game, State
from rulewright.model.layout import OPTIONS
from rulewright.model.seats import ruled_setting
from rulewright.model.settings import Chosen
from rulewright.run import steps
from rulewright.run.ends import weights

POLICIES: Final = {"random": loops.RANDOM, "first": loops.FIRST}
"""The policies that can decide inside, by their numbers there."""
BATCH: Final = 512
"""The most games of one order."""
_USES: Final = 1 << 13
_ROOM: Final = 64
_LONGEST: Final = 1 << 62
_INTS: Final = struct.Struct("<iiii")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a game has come to: see `RecordLayout`. `is_over` is false where it was left as it stood."""

    decisions: int
    options: int
    end: int
    round: int
    again: int
    is_over: bool
    scores: tuple[tuple[int, ...], ...]
    breaks: tuple[tuple[int, ...], ...]


class Host:
    """An instance of a game's module."""

    def __init__(self, game: Game) -> None:
        """For a game that was loaded with the native back end. Raises NotNative, NoEngine."""
        if game.native is None:
            raise NotNative("the game was loaded without the native back end")
        code: NativeCode = game.native.code()
        self.game, self.layout = game, code.layout
        self.packing = packing_of(code.layout, game.blueprint)
        self.instance = instance = Instance(code.module())
        blueprint = game.blueprint
        self._record = RecordLayout(blueprint.max_seats, len(blueprint.scoring), len(blueprint.tie_breaks))
        self._size = _even(code.layout.size)
        areas = _Areas(_even(instance.value("heap")))
        self._order = areas.take(loops.ORDER_SIZE)
        self._weights = areas.take(8 * (code.layout.n_slots + code.layout.n_pieces))
        self._from = areas.take(self._size)
        self._played = areas.take(self._size)
        self._kept = areas.take(self._size)
        self._uses = areas.take(_USES * loops.USE_SIZE)
        self._seeds = areas.take(8 * BATCH)
        self._records = areas.take(8 * BATCH * self._record.numbers)
        self._states = areas.end
        self._room = 0
        self._unstarted: dict[tuple[Any, ...], int] = {}
        self._free: list[int] = []
        self._make_room(_ROOM)
        of_slots, of_pieces = weights(code.layout.n_slots, code.layout.n_pieces)
        numbers = [*of_slots, *of_pieces]
        struct.pack_into(f"<{len(numbers)}Q", instance.memory, self._weights, *numbers)
        self._begin = instance.function("begin")
        self._copy = instance.function("copy")
        self._step = instance.function("step_kept")
        self._value = instance.function("value")
        self._games = instance.function("games")
        self._many = instance.function("step_many")

    @property
    def memory(self) -> memoryview:
        """All memory, as bytes that can be written; to be asked for anew after room was made for states."""
        return self.instance.memory

    # ---- Room for states

    def _make_room(self, more: int) -> None:
        """Room for more states. What showed the memory before must not be used again."""
        first = self._states + self._size * self._room
        self._room += more
        end = self._states + self._size * self._room
        self.instance.reach(end + at.SCRATCH)
        self.instance.set_value("scratch", end)
        self._free += range(end - self._size, first - 1, -self._size)

    def room(self) -> int:
        """A state with nothing in it yet."""
        if not self._free:
            self._make_room(self._room)
        return self._free.pop()

    def release(self, state: int) -> None:
        """Give a state up; its number must not be used again."""
        self._free.append(state)

    # ---- One state

    def start(self, *, seats: int, seed: int, settings: Chosen | None = None) -> int:
        """A new game at its first decision. Raises WrongSetup, LimitReached."""
        key = seats, tuple(sorted((settings or {}).items()))
        before = self._unstarted.get(key)
        if before is None:
            before = self.put(steps.unstarted(self.game, seats=seats, seed=0, settings=settings))
            self._unstarted[key] = before
        found = self.clone(before)
        struct.pack_into("<Q", self.instance.memory, found + at.AT_SEED, spread_seed(seed))
        try:
            self._begin(found)
        except Trapped:
            self._recover()
            self.write(found, steps.start(self.game, seats=seats, seed=seed, settings=settings))
        return found

    def put(self, state: State) -> int:
        """A state of the Python back end. Raises NotPacked."""
        found = self.room()
        self.write(found, state)
        return found

    def write(self, to: int, state: State) -> None:
        """Put a state of the Python back end where there is room for one. Raises NotPacked."""
        block = to_native(self.packing, state)
        self.instance.memory[to : to + len(block)] = block

    def get(self, state: int) -> State:
        """A state for the Python back end."""
        return from_native(self.packing, self.instance.memory[state : state + self.layout.size])

    def copy(self, to: int, state: int) -> None:
        self._copy(to, state)

    def clone(self, state: int) -> int:
        """An independent copy."""
        found = self.room()
        self._copy(found, state)
        return found

    def is_over(self, state: int) -> bool:
        return not self._header(state)[0]

    def seat(self, state: int) -> int:
        """The seat that decides, -1 when the game is over."""
        return self._header(state)[1]

    def site(self, state: int) -> int:
        return self._header(state)[2]

    def _header(self, state: int) -> tuple[int, int, int, int]:
        frame, seat, site, options = _INTS.unpack_from(self.instance.memory, state)
        return frame, seat, site, options

    def options(self, state: int) -> list[int]:
        """The codes of the options, as in the Python state."""
        first = (state + self.layout.options) // 8
        return self.instance.numbers[first : first + self._header(state)[3]].tolist()

    def step(self, state: int, code: int) -> bool:
        """Choose an option code, which the caller vouches for; whether a decision waits. Raises LimitReached."""
        try:
            return bool(self._step(self._kept, state, code))
        except Trapped:
            self._recover()
            known = self.get(self._kept)
            steps.step(self.game, known, code)
            self.write(state, known)
            return bool(known[OPTIONS])

    def _recover(self) -> None:
        """After a trap: scratch memory is free again."""
        self.instance.set_value("scratch", self._states + self._size * self._room)
        self.instance.set_value("trouble", 0)

    def scores(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Each seat's scoring categories as the game stands, in the ruleset's order."""
        numbers = [number for _, _, number in self.game.blueprint.scoring]
        seats = range(self._seats(state))
        self._copy(self._kept, state)
        return tuple(tuple(self._value(self._kept, number, seat) for number in numbers) for seat in seats)

    def _seats(self, state: int) -> int:
        found: int = struct.unpack_from("<i", self.instance.memory, state + at.AT_N_SEATS)[0]
        return found

    def ruled(self, state: int) -> range:
        """The seats (from 0) that the rules play."""
        setting, seats = ruled_setting(self.game.blueprint), self._seats(state)
        if setting is None:
            return range(seats, seats)
        place, sort = state + self.layout.slot(setting.slot), "<i" if self.layout.width == 4 else "<q"
        return range(seats - struct.unpack_from(sort, self.instance.memory, place)[0], seats)

    # ---- Many states

    def block(self, count: int) -> int:
        """Room for so many states, one after another, `apart` bytes each; it is never given up."""
        first = self._states + self._size * self._room
        self._make_room(count)
        del self._free[-count:]
        return first

    @property
    def apart(self) -> int:
        """The distance of two states."""
        return self._size

    def step_many(self, states: int, count: int, choices: int) -> int:
        """Choose in each state of a block; how many decisions wait afterwards.

        `choices` is the address of 4 bytes for each: the place of an option among those of its state. A state that is
        over, or has no such option, stays as it is. Raises Trapped, the block being spoiled then.
        """
        return self._many(states, self._size, count, choices)

    # ---- Whole games

    def prepare(
        self, state: int, policies: Sequence[str], *, begins: bool = False, reseeds: bool = False, counts: bool = False
    ) -> None:
        """Get ready to play from a state, one before the first effect where games are to be begun.

        Policies are dealt to the seats in turn; seats that the rules play take the first option.
        """
        memory, order = self.instance.memory, self._order
        self._copy(self._from, state)
        seats = self._seats(state)
        ruled = self.ruled(state)
        dealt = ["first" if seat in ruled else policies[seat % len(policies)] for seat in range(seats)]
        how = loops.BEGINS * begins + loops.RESEEDS * reseeds + loops.COUNTS * counts + loops.TELLS
        struct.pack_into("<iii", memory, order, self._from, self._played, self._seeds)
        struct.pack_into("<i", memory, order + loops.HOW, how)
        struct.pack_into("<iii", memory, order + loops.USES, self._uses, _USES - 1, _USES * 3 // 4)
        struct.pack_into("<i", memory, order + loops.WEIGHTS, self._weights)
        struct.pack_into(f"<{seats}i", memory, order + loops.POLICY, *[POLICIES[name] for name in dealt])

    def play(
        self, seeds: Sequence[int], *, most: int, used: dict[tuple[int, int], int] | None = None
    ) -> Iterator[bool]:
        """Play a game with each of some seeds, at most `BATCH`, at most so many decisions each.

        It goes on while what it yields is asked for, true at the end; choices are added to `used` by site and code.
        Raises Trapped where a game comes to a limit.
        """
        memory, order = self.instance.memory, self._order
        struct.pack_into(f"<{len(seeds)}Q", memory, self._seeds, *map(spread_seed, seeds))
        struct.pack_into("<ii", memory, order + loops.GAMES, len(seeds), 0)
        struct.pack_into("<i", memory, order + loops.RECORDS, self._records)
        struct.pack_into("<ii", memory, order + loops.MOST, most, 0)
        self._forget_uses()
        while True:
            try:
                done = self._games(order, _BUDGET) == loops.ALL_DONE
            except Trapped:
                self._recover()
                self._forget_uses()
                raise
            if used is not None and (done or self._int(loops.USES_LEFT) <= 0):
                self._take_uses(used)
            yield done
            if done:
                return

    def playouts(
        self,
        state: int,
        seeds: Sequence[int],
        *,
        policies: Sequence[str] = ("random",),
        most: int = 100_000,
        reseeded: bool = False,
    ) -> Iterator[Ended | None]:
        """What games come to that policies play on from a state, one for each seed, which their chance comes from.

        A game is left as it stands after so many decisions. The rules draw on as the state would, or, `reseeded`, by
        the seed as well. None for a game that comes to a limit.
        """
        self.prepare(state, policies, reseeds=reseeded)
        for first in range(0, len(seeds), BATCH):
            batch = seeds[first : first + BATCH]
            try:
                yield from self._played_out(batch, most)
            except Trapped:
                for seed in batch:
                    try:
                        yield from self._played_out([seed], most)
                    except Trapped:
                        yield None

    def _played_out(self, seeds: Sequence[int], most: int) -> list[Ended]:
        for _ in self.play(seeds, most=most):
            pass
        return list(self.ended(len(seeds), self._seats(self._from)))

    def ended(self, count: int, seats: int) -> Iterator[Ended]:
        """The ends of the games played last, in their order."""
        blueprint = self.game.blueprint
        categories, breaks = len(blueprint.scoring), len(blueprint.tie_breaks)
        size = loops.HEAD + seats * (categories + breaks)
        first = self._records // 8
        numbers = self.instance.numbers[first : first + count * size].tolist()
        for at_ in range(0, count * size, size):
            decisions, options, end, round_, again, is_over = numbers[at_ : at_ + loops.HEAD]
            start = at_ + loops.HEAD
            rows = range(start, start + seats * categories, categories) if categories else ()
            scores = tuple([tuple(numbers[each : each + categories]) for each in rows]) or ((),) * seats
            start += seats * categories
            parted = tuple(
                [tuple(numbers[each : each + seats]) for each in range(start, start + seats * breaks, seats)]
            )
            yield Ended(decisions, options, end & _MASK, round_, again, bool(is_over), scores, parted)

    def _int(self, field: int) -> int:
        found: int = struct.unpack_from("<i", self.instance.memory, self._order + field)[0]
        return found

    def _forget_uses(self) -> None:
        self.instance.memory[self._uses : self._uses + _USES * loops.USE_SIZE] = bytes(_USES * loops.USE_SIZE)
        struct.pack_into("<i", self.instance.memory, self._order + loops.USES_LEFT, _USES * 3 // 4)

    def _take_uses(self, used: dict[tuple[int, int], int]) -> None:
        first = self._uses // 8
        numbers = self.instance.numbers[first : first + 3 * _USES].tolist()
        for code, site, count in zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True):
            if site:
                used[site - 1, code] = used.get((site - 1, code), 0) + count
        self._forget_uses()


_MASK: Final = (1 << 64) - 1
_BUDGET: Final = 100_000
"""How many decisions are made before the host looks up."""


class _Areas:
    """Memory handed out from an address on."""

    def __init__(self, first: int) -> None:
        self.end = first

    def take(self, size: int) -> int:
        found = self.end
        self.end += _even(size)
        return found


def _even(offset: int) -> int:
    return (offset + 7) // 8 * 8
