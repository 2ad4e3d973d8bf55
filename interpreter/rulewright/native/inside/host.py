"""States in the memory of one module: begun, put there, stepped, copied, played to their ends, read.

A state is a number here, the address of its block. A host has a memory of its own and belongs to one thread at a time.
If the module runs into a limit, the Python back end plays the same choices and says which; if it knows none, the
game continues with its result.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.chance import spread_seed
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.settings import Chosen
from rulewright.core.run import steps
from rulewright.native.backend import layout as at
from rulewright.native.backend.areas import Areas, even
from rulewright.native.backend.block import StateBlock
from rulewright.native.backend.native_code import NativeCode
from rulewright.native.backend.packing import NotPacked, from_native, packing_of, to_native
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.games import BATCH, Ended, GameMemory, NativePolicy, Summed

_ROOM: Final = 64
_PROGRESS: Final = "<ii"


class Host:
    """An instance of a game's WebAssembly module. States are numbers: their addresses in its memory."""

    def __init__(self, game: Game) -> None:
        """Make an instance for a game that was loaded with the native back end.

        Raises NotNative if the game has no native code, NoEngine if WebAssembly cannot run here.
        """
        if game.native is None:
            raise NotNative("the game was loaded without the native back end")
        code: NativeCode = game.native.code()
        self.game, self.layout = game, code.layout
        self.packing = packing_of(code.layout, game.blueprint)
        self.instance = instance = code.instance()
        instance.set_value("by_content", int(game.native.by_content))
        self._size = even(code.layout.size)
        self._slot = f"<{code.layout.sort}"
        areas = Areas(instance.value("heap"))
        self._kept = areas.take(self._size)
        self._progress = areas.take(struct.calcsize(_PROGRESS))
        self.games = GameMemory(instance, code.layout, game.blueprint, areas, self.recover, self.take)
        self._states, self._room = areas.end, 0
        self._unstarted: dict[tuple[Any, ...], int] = {}
        self._free: list[int] = []
        self._make_room(_ROOM)
        self.games.fill_in()
        self._begin = instance.function("begin")
        self._copy = instance.function("copy")
        self._step = instance.function("step_kept")
        self._value = instance.function("value")
        self._many = instance.function("step_many")

    @property
    def memory(self) -> memoryview:
        """The whole memory as a writable buffer of bytes.

        Get it again after making room for states. Raises NoEngine if the engine does not share its memory.
        """
        return self.instance.memory

    # ---- Room for states

    def _make_room(self, more: int) -> None:
        first = self._states + self._size * self._room
        end = first + self._size * more
        self._reach(end)
        self._room += more
        self._free += range(end - self._size, first - 1, -self._size)

    def _reach(self, end: int) -> None:
        """Let states end at `end`, where scratch memory begins.

        Raises MemoryError if the memory cannot grow that far.
        """
        self.instance.reach(end + at.SCRATCH)
        self.instance.set_value("scratch", end)

    def room(self) -> int:
        """Reserve room for a state and return its address. Raises MemoryError past about 4 GB in all."""
        if not self._free:
            self._make_room(max(_ROOM, self._room // 2))
        return self._free.pop()

    def release(self, state: int) -> None:
        """Free a state, whose address must not be used again."""
        self._free.append(state)

    def block(self, count: int) -> StateBlock:
        """Reserve room for N adjacent states that are stepped together.

        The room is never freed. The states are undefined until each has been begun or written. Raises MemoryError if
        the memory cannot grow that far.
        """
        first = self._reserve((self._size + 4) * count)
        return StateBlock(self, first, count, self._size, first + self._size * count)

    def take(self, size: int) -> int:
        """Reserve N bytes for the caller, all 0, and return their address.

        They are never freed. Raises MemoryError if the memory cannot grow that far.
        """
        first = self._reserve(size)
        self.instance.write(first, bytes(size))  # it was scratch memory, which nobody clears
        return first

    def _reserve(self, size: int) -> int:
        first = self._states + self._size * self._room
        more = -(-size // self._size)
        self._reach(first + self._size * more)
        self._room += more
        return first

    # ---- One state

    def start(self, *, seats: int, seed: int, settings: Chosen | None = None) -> int:
        """Return a new game at its first decision.

        Raises WrongSetup, LimitReached or NotPacked in the same cases as `start_in`.
        """
        found = self.room()
        try:
            self.start_in(found, seats=seats, seed=seed, settings=settings)
        except (steps.WrongSetup, LimitReached, NotPacked):
            self.release(found)
            raise
        return found

    def start_in(self, state: int, *, seats: int, seed: int, settings: Chosen | None = None) -> None:
        """Begin a game in the room of a state.

        Raises WrongSetup if the game does not allow these seats or settings, LimitReached if the rules run into a
        limit, NotPacked if the state has no native form.
        """
        key = seats, tuple(sorted((settings or {}).items()))
        before = self._unstarted.get(key)
        if before is None:
            before = self.put(steps.unstarted(self.game, seats=seats, seed=0, settings=settings))
            self._unstarted[key] = before
        self._copy(state, before)
        self.reseed(state, seed)
        try:
            self._begin(state)
        except Trapped:
            self.recover()
            self.write(state, steps.start(self.game, seats=seats, seed=seed, settings=settings))

    def put(self, state: State) -> int:
        """Return a copy of a state of the Python back end. Raises NotPacked if it does not fit the layout."""
        block = to_native(self.packing, state)
        found = self.room()
        self.instance.write(found, block)
        return found

    def write(self, to: int, state: State) -> None:
        """Write a state of the Python back end into the room of a state. Raises NotPacked if it does not fit."""
        block = to_native(self.packing, state)
        self.instance.write(to, block)

    def get(self, state: int) -> State:
        """Return a state as one of the Python back end."""
        return from_native(self.packing, self.instance.read(state, self.layout.size))

    def copy(self, to: int, state: int) -> None:
        """Copy one state over another. Use this to keep and restore a game."""
        self._copy(to, state)

    def clone(self, state: int) -> int:
        """Return an independent copy of a state."""
        found = self.room()
        self._copy(found, state)
        return found

    def reseed(self, state: int, seed: int) -> None:
        """Make the rules draw from now on as in a game with another seed. Raises NotPacked for a secret seed."""
        if is_secret(seed):
            raise NotPacked("a secret, which the native back end does not draw from")
        self.draw_from(state, spread_seed(seed))

    def draw_from(self, state: int, chance: int) -> None:
        """Make the rules draw from now on from a 64-bit number in place of the seed."""
        self.instance.pack("<Q", state + at.AT_SEED, chance)

    def is_over(self, state: int) -> bool:
        """Return whether the game is over."""
        return not self._header(state)[0]

    def seat(self, state: int) -> int:
        """Return the seat that decides (from 0), -1 when the game is over."""
        return self._header(state)[1]

    def site(self, state: int) -> int:
        """Return the number of the decision in the rules, -1 when the game is over."""
        return self._header(state)[2]

    def _header(self, state: int) -> tuple[int, int, int, int]:
        frame, seat, site, options = self.instance.unpack("<iiii", state)
        return frame, seat, site, options

    def asked(self, state: int) -> tuple[int, int, list[int]] | None:
        """Return (seat, site, option codes), None when the game is over."""
        frame, seat, site, options = self._header(state)
        return (seat, site, self.instance.longs(state + self.layout.options, options)) if frame else None

    def options(self, state: int) -> list[int]:
        """Return the codes of the options, the same as in the Python state."""
        return self.instance.longs(state + self.layout.options, self._header(state)[3])

    def number(self, state: int, slot: int) -> int:
        """Return the number in a slot, the same as in the Python state."""
        found: int = self.instance.unpack(self._slot, state + self.layout.slot(slot))[0]
        return found

    def step(self, state: int, code: int) -> bool:
        """Choose an option code, which is not checked, and return whether a decision is waiting.

        Raises LimitReached and leaves the state as it was if the rules run into a limit.
        """
        try:
            return bool(self._step(self._kept, state, code))
        except Trapped:
            self.recover()
            self._copy(state, self._kept)
            return self._step_in_python(state, code)

    def _step_in_python(self, state: int, code: int) -> bool:
        known = self.get(state)
        steps.step(self.game, known, code)
        self.write(state, known)
        return bool(known[OPTIONS])

    def recover(self) -> None:
        """Free scratch memory after a trap."""
        self.instance.set_value("scratch", self._states + self._size * self._room)
        self.instance.set_value("trouble", 0)

    def scores(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Return the scoring categories of each seat in the ruleset's order.

        Raises LimitReached if a category runs into a limit.
        """
        numbers = [number for _, _, number in self.game.blueprint.scoring]
        (seats,) = self.instance.unpack("<i", state + at.AT_N_SEATS)
        self._copy(self._kept, state)
        try:
            return tuple(tuple(self._value(self._kept, number, seat) for number in numbers) for seat in range(seats))
        except Trapped:
            self.recover()
            known, quantities = self.get(state), self.game.plain.quantities
            return tuple(tuple(quantities[number](known[:], seat) for number in numbers) for seat in range(seats))

    # ---- Many states

    def step_many(self, first: int, count: int, choices: int) -> int:
        """Step adjacent states: each takes the option whose index is given by 4 bytes at `choices`.

        Return how many decisions are waiting afterwards. A state that is over, or has no such option, stays as it is.
        Raises LimitReached after all have been stepped; states that ran into a limit stay as they were.
        """
        waiting, end = 0, first + count * self._size
        limit: LimitReached | None = None
        while first < end:
            try:
                waiting += self._many(first, self._size, count, choices, self._kept, self._progress)
                break
            except Trapped:
                self.recover()
            done, waited = self.instance.unpack(_PROGRESS, self._progress)
            first, choices = first + done * self._size, choices + 4 * done
            count, waiting = count - done, waiting + waited
            self._copy(first, self._kept)
            (place,) = self.instance.unpack("<i", choices)
            try:
                waiting += self._step_in_python(first, self.options(first)[place])
            except LimitReached as found:
                waiting, limit = waiting + 1, limit or found
            first, choices, count = first + self._size, choices + 4, count - 1
        if limit is not None:
            raise limit
        return waiting

    # ---- Whole games

    def playouts(
        self,
        state: int,
        seeds: Sequence[int],
        *,
        policies: Sequence[NativePolicy] = ("random",),
        most: int = 100_000,
        reseeded: bool = False,
    ) -> list[Ended | None]:
        """Return the result of one playout by policies for each seed, from one state on.

        A game stops after `most` decisions. The rules keep drawing as the state would, or, if `reseeded`, by the seed
        as well. The result is None for a game that ran into a limit.
        """
        self.games.prepare(state, policies, reseeds=reseeded)
        found: list[Ended | None] = []
        for first in range(0, len(seeds), BATCH):
            batch = seeds[first : first + BATCH]
            try:
                found += self._played_out(batch, most)
            except Trapped:
                for seed in batch:
                    try:
                        found += self._played_out([seed], most)
                    except Trapped:
                        found.append(None)
        return found

    def summed_playouts(
        self,
        state: int,
        count: int,
        *,
        first_seed: int = 0,
        policies: Sequence[NativePolicy] = ("random",),
        most: int = 100_000,
        reseeded: bool = False,
    ) -> Summed:
        """Return the summed results of N `playouts` with consecutive seeds.

        This is the fastest way to a mean.
        """
        self.games.prepare(state, policies, reseeds=reseeded)
        return self.games.summed(first_seed, count, most=most)

    def _played_out(self, seeds: Sequence[int], most: int) -> list[Ended]:
        for _ in self.games.play(seeds, most=most):
            pass
        return list(self.games.ended(len(seeds)))
