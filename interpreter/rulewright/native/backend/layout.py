"""Layout of the block of memory that is a native state. All offsets are bytes.

    header   see the constants below
    slots    those of the Python state, by the same numbers; the first, which belong to the interpreter, are not used
    links    for each piece, in the pile it is in, the piece above it and the piece below it
    options  the codes of the decision that waits, each 8 bytes: those of the Python state
    frames   the suspended effects, the outermost first
    parked   what other seats have to decide at the same time
    sealed   header, slots and links as they were before the seats began to answer at the same time

Slots have `width` bytes, 4 or 8, with a sign; half of it is a half. A zone with numbered spaces has the piece, or -1,
in the slot of each, and a piece in a space has -1 for the pieces above and below it. A pile's slot has two
halves: its highest piece or -1, then how many there are. Its pieces are linked in a circle: above the highest is the
lowest. A link is two halves, above then below. So a state copied elsewhere in memory is the same state.

A frame is four numbers of 4 bytes: the offset of the frame it returns to (0: none), its effect, the block it continues
in, its size; then its locals, each 8 bytes, a set as the number of its things and 8 bytes for each. Each frame comes
right after the one it goes back to. One that waits has in its block what a Python frame has; only those locals have a
value that are known there (`PointInfo.locals` of the blueprint's `frames`).

A parked entry is the seat, the bytes of its frames and its stage (`model/stages.py`), each 4 bytes, and then the
seat's frames as they will be right after the frame that waits for all: one frame at block 0 if the seat has not begun,
otherwise all of them, the last at the block that gathers its options, or in which its answer goes on. `parked_entry`
is the distance of two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rulewright.core.lower.value_ranges import ALL
from rulewright.core.model.ranges import Interval

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
"""1 if there is a sealed copy; entries that wait for the opening act without one."""
AT_FRAMES_END: Final = 52
"""The offset at which the innermost frame ends; `frames` if there is none. From there on nothing is in use."""
AT_SLOTS: Final = 64

# ---- Frames

FRAME_PARENT: Final = 0
FRAME_EFFECT: Final = 4
FRAME_BLOCK: Final = 8
FRAME_SIZE: Final = 12
FRAME_LOCALS: Final = 16

ENTRY_SEAT: Final = 0
ENTRY_LENGTH: Final = 4
ENTRY_STAGE: Final = 8
ENTRY_FRAMES: Final = 16

SCRATCH: Final = 1 << 22
"""The bytes of scratch memory; what needs more traps."""


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """A frame of one effect: its size, the offset of each local, and the capacity of each set."""

    size: int
    locals: tuple[int, ...]
    sets: dict[int, int]


@dataclass(frozen=True, slots=True)
class StateLayout:
    """The layout of the states of one game.

    `frames_of` has the frame of each effect, None for effects that ask nobody.
    """

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

    @property
    def shift(self) -> int:
        """The number of bits by which a number of slots is shifted to give bytes."""
        return 2 if self.width == 4 else 3

    @property
    def sort(self) -> str:
        """The format character of a slot in `struct`."""
        return "i" if self.width == 4 else "q"

    def slot(self, number: int) -> int:
        """Return the offset of a slot."""
        return AT_SLOTS + self.width * number

    def link(self, piece: int) -> int:
        """Return the offset of a piece's link: the piece above it, then the piece below it."""
        return self.links + self.width * piece

    @property
    def holds(self) -> Interval:
        """The numbers that a slot has room for."""
        return Interval(-(1 << 31), (1 << 31) - 1) if self.width == 4 else ALL
