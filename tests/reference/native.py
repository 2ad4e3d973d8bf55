"""One game natively, for tests: a state in the memory of its module, put there and read back slot by slot.

Written apart from what packs states for the package, so that the two can be held against each other.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import wasmtime

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import HEADER, N_SEATS, OPTIONS, OVER, PARKED, SEALED, SEAT, SEED, SITE
from rulewright.native.backend import layout as at
from rulewright.native.backend.module import NativeModule, native_module

State = list[Any]
Shown = tuple[int, int, tuple[int, ...], tuple[int, ...], int, tuple[Any, ...] | None, tuple[Any, ...]]
"""Seat, site, options, parked seats, whether it is over, the sealed slots, and all slots of the ruleset."""


class Trapped(Exception):  # noqa: N818 - no error: a limit was reached, or the machine's
    """The module stopped in a trap; `trouble` says why."""

    def __init__(self, trouble: int, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble


@dataclass(slots=True)
class Native:
    """An instance of a game's module with room for one state."""

    blueprint: Blueprint
    module: NativeModule
    store: wasmtime.Store
    exports: Any
    piles: frozenset[int]

    @property
    def address(self) -> int:
        return self.module.heap

    def begin(self, unstarted: State) -> bool:
        """Begin a game from an unstarted Python state; whether a decision waits."""
        self.write(unstarted)
        return bool(self._call("begin", self.address))

    def step(self, code: int) -> bool:
        """Choose an option; whether a decision waits."""
        return bool(self._call("step", self.address, code))

    def value(self, number: int, seat: int) -> int:
        """A quantity of a seat."""
        return int(self._call("value", self.address, number, seat))

    def shown(self) -> Shown:
        """What there is to compare of the state."""
        layout, memory = self.module.layout, self.exports["memory"]
        block = bytes(memory.read(self.store, self.address, self.address + layout.size))
        (n_options,) = struct.unpack_from("<i", block, at.AT_N_OPTIONS)
        options = struct.unpack_from(f"<{n_options}q", block, layout.options)
        n_parked, first, sealed = struct.unpack_from("<iii", block, at.AT_N_PARKED)
        parked = tuple(
            struct.unpack_from("<i", block, layout.parked + layout.parked_entry * (first + each) + at.ENTRY_SEAT)[0]
            for each in range(n_parked)
        )
        seat, site = struct.unpack_from("<ii", block, at.AT_SEAT)
        (over,) = struct.unpack_from("<i", block, at.AT_OVER)
        before = self._slots(block[layout.sealed :]) if sealed else None
        return seat, site, options, parked, over, before, self._slots(block)

    def _call(self, name: str, *given: int) -> int:
        trouble = self.exports["trouble"]
        try:
            return int(self.exports[name](self.store, *given))
        except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
            why = trouble.value(self.store)
            trouble.set_value(self.store, 0)
            scratch = self.exports["memory"].data_len(self.store) - at.SCRATCH
            self.exports["scratch"].set_value(self.store, scratch)
            raise Trapped(why, str(trap)) from None

    def write(self, state: State) -> None:
        """Put a Python state in its place."""
        layout, blueprint = self.module.layout, self.blueprint
        block = bytearray(layout.size)
        struct.pack_into("<q", block, at.AT_SEED, state[SEED] - (1 << 64) * (state[SEED] >> 63))
        struct.pack_into("<ii", block, at.AT_N_SEATS, state[N_SEATS], state[OVER])
        struct.pack_into("<i", block, at.AT_FRAMES_END, layout.frames)
        whole, halves = ("<i", "<hh") if layout.width == 4 else ("<q", "<ii")
        for piece in range(len(blueprint.pieces)):
            struct.pack_into(halves, block, layout.link(piece), -1, -1)
        for slot in range(HEADER, len(state)):
            held = state[slot]
            if slot not in self.piles:
                struct.pack_into(whole, block, layout.slot(slot), held)
                continue
            struct.pack_into(halves, block, layout.slot(slot), held[-1] if held else -1, len(held))
            for place, piece in enumerate(held):
                above, below = held[(place + 1) % len(held)], held[place - 1]
                struct.pack_into(halves, block, layout.link(piece), above, below)
        self.exports["memory"].write(self.store, block, self.address)

    def _slots(self, block: bytes) -> tuple[Any, ...]:
        layout = self.module.layout
        whole, halves = ("i", "<hh") if layout.width == 4 else ("q", "<ii")
        found: list[Any] = list(struct.unpack_from(f"<{layout.n_slots}{whole}", block, layout.slot(0)))
        for slot in self.piles:
            top, size = struct.unpack_from(halves, block, layout.slot(slot))
            held, piece = [], top
            for _ in range(size):
                piece, _ = struct.unpack_from(halves, block, layout.link(piece))
                held.append(piece)
            assert (held[-1] if held else -1) == top
            found[slot] = tuple(held)
        return tuple(found[HEADER:])


def native_of(lowered: Lowered, blueprint: Blueprint) -> Native:
    """An instance of the module of a game."""
    module = native_module(lowered, blueprint)
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    instance = wasmtime.Instance(store, wasmtime.Module(engine, bytes(wasmtime.wat2wasm(module.whole))), [])
    zones = [each for each in blueprint.families if each.sort == "zone" and not each.spaces]
    piles = frozenset({blueprint.box, *(slot for each in zones for slot in each.slots)})
    return Native(blueprint, module, store, instance.exports(store), piles)


def shown_in_python(state: State) -> Shown:
    """What there is to compare of a Python state."""
    parked = tuple(each[0] for each in state[PARKED])
    sealed = state[SEALED]
    before = tuple(sealed[HEADER:]) if sealed is not None else None
    return state[SEAT], state[SITE], tuple(state[OPTIONS]), parked, state[OVER], before, tuple(state[HEADER:])
