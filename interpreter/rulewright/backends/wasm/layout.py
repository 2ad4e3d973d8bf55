"""Where everything stands in the block of memory that is a state, natively. All offsets are bytes.

    header   see the constants below
    slots    those of the Python state, by the same numbers; the first, which belong to the interpreter, are not used
    links    for each piece, in the pile it lies in, the piece above it and the piece below it
    options  the codes of the decision that waits, each 8 bytes: those of the Python state
    frames   the effects in mid-air, the outermost first
    parked   what other seats have to decide at the same time
    sealed   header, slots and links as they were before the seats began to answer at the same time

Slots have `width` bytes, 4 or 8, with a sign; half of it is a half. A zone with numbered spaces has the piece, or -1,
in the slot of each, and a piece that lies in a space has -1 for the pieces above and below it. A pile's slot has two
halves: its highest piece or -1, then how many there are. Its pieces are linked in a circle: above the highest lies the
lowest. A link is two halves, above then below. So a state copied elsewhere in memory is the same state.

A frame is four numbers of 4 bytes: the offset of the frame it goes back to (0: none), its effect, the block it goes on
in, its size; then its locals, each 8 bytes, a set as the number of its things and 8 bytes for each. Each frame stands
right after the one it goes back to. One that waits has in its block what a Python frame has; only those locals have a
value that are known there (`PointInfo.locals` of the blueprint's `frames`).

A parked entry is the seat and the bytes that follow, each 4 bytes, and then the seat's frames as they will stand right
after the frame that waits for all: one frame at block 0 where the seat has not begun, otherwise all of them, the last
at the block that gathers its options. `parked_entry` is the distance of two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rulewright.backends.wasm.bounds import Bounds, Depths, NotNative
from rulewright.lower.program import Lowered
from rulewright.lower.summary import suspends
from rulewright.lower.walk import operations_in
from rulewright.model import lowered as low
from rulewright.model.game import Blueprint

# ---- The header

AT_FRAME: Final = 0
"""4 bytes: the offset of the innermost frame; 0 when the game is over."""
AT_SEAT: Final = 4
AT_SITE: Final = 8
AT_N_OPTIONS: Final = 12
AT_SEED: Final = 16
"""8 bytes: the seed as the Python state has it."""
AT_N_SEATS: Final = 24
AT_OVER: Final = 28
AT_STEPS: Final = 32
"""8 bytes."""
AT_N_PARKED: Final = 40
"""How many parked entries wait; they are the last of those that were put there."""
AT_FIRST_PARKED: Final = 44
"""The number of the first entry that waits."""
AT_SEALED: Final = 48
"""1 where there is a sealed copy."""
AT_FRAMES_END: Final = 52
"""The offset at which the innermost frame ends; `frames` where there is none. From there on nothing is in use."""
AT_SLOTS: Final = 64

# ---- Frames

FRAME_PARENT: Final = 0
FRAME_EFFECT: Final = 4
FRAME_BLOCK: Final = 8
FRAME_SIZE: Final = 12
FRAME_LOCALS: Final = 16

ENTRY_SEAT: Final = 0
ENTRY_LENGTH: Final = 4
ENTRY_FRAMES: Final = 8

SCRATCH: Final = 1 << 22
"""The bytes of scratch memory; what needs more traps."""

_LARGEST_STATE = 1 << 20
_MOST_IN_HALF = (1 << 15) - 1
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """A frame of one effect: its size, the offset of each local in it, and how much each local that is a set holds."""

    size: int
    locals: tuple[int, ...]
    sets: dict[int, int]


@dataclass(frozen=True, slots=True)
class StateLayout:
    """Where everything stands in the states of one game; `frames_of` by effect, None for those that ask nobody."""

    width: int
    n_slots: int
    n_pieces: int
    links: int
    fixed: int
    options: int
    most_options: int
    frames: int
    parked: int
    parked_entry: int
    sealed: int
    size: int
    frames_of: tuple[FrameLayout | None, ...]

    @property
    def half(self) -> int:
        """The bytes of half a slot."""
        return self.width // 2

    def slot(self, number: int) -> int:
        """The offset of a slot."""
        return AT_SLOTS + self.width * number

    def link(self, piece: int) -> int:
        """The offset of a piece's link: the piece above it, then the piece below it."""
        return self.links + self.width * piece


def lay_out(lowered: Lowered, blueprint: Blueprint) -> StateLayout:
    """The layout of a game's states. Raises NotNative where a state would be too large."""
    bounds = Bounds(lowered, blueprint)
    frames_of = tuple(_frame(lowered, bounds, number) for number in range(len(blueprint.procedures)))
    depths = Depths(lowered, tuple(each.size if each is not None else 0 for each in frames_of))
    n_slots, n_pieces, width = len(blueprint.initial), len(blueprint.pieces), _width(blueprint)
    links = _even(AT_SLOTS + width * n_slots)
    fixed = _even(links + width * n_pieces)
    most_options = bounds.most_options()
    frames = fixed + 8 * most_options
    parked = frames + max((depths.of(number) for number in range(len(frames_of))), default=0)
    of_parts = depths.of_parts()
    parked_entry = ENTRY_FRAMES + of_parts if of_parts else 0
    sealed = parked + parked_entry * blueprint.max_seats
    size = sealed + (fixed if of_parts else 0)
    if size > _LARGEST_STATE:
        raise NotNative(f"a state would take {size:,} bytes")
    return StateLayout(
        width, n_slots, n_pieces, links, fixed, fixed, most_options,
        frames, parked, parked_entry, sealed, size, frames_of,
    )  # fmt: skip


def _frame(lowered: Lowered, bounds: Bounds, number: int) -> FrameLayout | None:
    if not lowered.summary(number).suspends:
        return None
    effect = lowered.effect(number)
    sets = {
        each.items.number: bounds.of_set(each.source)
        for each in operations_in(effect.body)
        if isinstance(each, low.Each) and suspends(lowered, (each,))
    }
    at, locals_ = FRAME_LOCALS, []
    for local in range(effect.n_locals):
        locals_.append(at)
        at += 8 + 8 * sets.get(local, 0)
    return FrameLayout(at, tuple(locals_), sets)


def _width(blueprint: Blueprint) -> int:
    """How many bytes the largest of all slots needs."""
    bounds = [(each.low, each.high) for each in blueprint.families]
    bounds += [(each.low, each.high) for each in blueprint.settings.values()]
    small = all(low_ >= _LEAST and high <= _MOST for low_, high in bounds)
    few = max(len(blueprint.initial), len(blueprint.pieces)) <= _MOST_IN_HALF
    return 4 if small and few else 8


def _even(offset: int) -> int:
    return (offset + 7) // 8 * 8
