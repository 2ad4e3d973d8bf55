"""States of the Python back end as blocks of native memory, and back, in the format of `layout.py`.

Only unread data is lost: locals of suspended effects that have no value there become 0.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import compress
from operator import is_not
from typing import Any, Final

from rulewright.core.model.game import Blueprint, PointInfo, State
from rulewright.core.model.layout import (
    FRAME,
    FRAME_LOCALS,
    HEADER,
    N_SEATS,
    OPTIONS,
    OVER,
    PARKED,
    SEALED,
    SEAT,
    SEED,
    SITE,
    STEPS,
)
from rulewright.core.model.secret_seeds import is_secret
from rulewright.core.model.stages import SAFE, stage_of, waiting_site
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout

FrameValue = tuple[Any, ...]

_HEADER: Final = struct.Struct("<iiiiQiiqiiii")
_FRAME: Final = struct.Struct("<iiii")
_ENTRY: Final = struct.Struct("<iii")
_NUMBER: Final = struct.Struct("<q")
_NONE: Final = (None, -1, -1, (), ())


class NotPacked(ValueError):  # noqa: N818 - what is true of a state
    """A state has no native form, so that it continues in Python."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The data needed to pack the states of one game.

    `piles` are the slots that hold a pile; `points` has, by effect and block, the points where an effect can be
    suspended, including those at which it gathers a decision's options again.
    """

    layout: StateLayout
    blueprint: Blueprint
    piles: tuple[int, ...]
    points: Mapping[tuple[int, int], PointInfo]


def packing_of(layout: StateLayout, blueprint: Blueprint) -> Packing:
    """Return the data needed to pack the states of a game."""
    piles = tuple(slot for slot, held in enumerate(blueprint.initial) if slot >= HEADER and isinstance(held, tuple))
    found: dict[tuple[int, int], PointInfo] = {}
    for effect, points in enumerate(blueprint.frames):
        for point in points:
            found[effect, point.resume] = point
            if point.gather >= 0:
                found.setdefault((effect, point.gather), point)
    return Packing(layout, blueprint, piles, found)


# ---- Into native memory


def to_native(packing: Packing, state: State, before: PackedTable | None = None) -> bytes:
    """Return the block of a state, `layout.size` bytes.

    `before` is the table packed last in the same game, if any: unchanged parts are not packed again. Raises NotPacked
    if native memory has no room for the state.
    """
    layout = packing.layout
    block, frame, end = _with_waiting(packing, state)
    _write_table(packing, block, 0, before or PackedTable(packing), state)
    if state[SEALED] is not None:
        sealed = state[SEALED]
        _write_table(packing, block, layout.sealed, PackedTable(packing), sealed)
        _write_header(block, layout.sealed, sealed, 0, layout.frames)
    _write_header(block, 0, state, frame, end)
    return bytes(block)


def waiting_to_native(packing: Packing, state: State) -> bytes:
    """Return the block of a state with nothing but its options, frames and parked entries."""
    return bytes(_with_waiting(packing, state)[0])


def _with_waiting(packing: Packing, state: State) -> tuple[bytearray, int, int]:
    """Return (block, offset of the last frame, its end) with the frames and options of a state."""
    layout = packing.layout
    block = bytearray(layout.size)
    stack = _stack(state[FRAME])
    frame, end = _write_frames(packing, block, 0, layout.frames, 0, stack)
    options = state[OPTIONS]
    if len(options) > layout.most_options:
        raise NotPacked("more options than a decision of this game has")
    struct.pack_into(f"<{len(options)}q", block, layout.options, *options)
    for number, entry in enumerate(state[PARKED]):
        _write_parked(packing, block, layout.parked + number * layout.parked_entry, stack, entry)
    return block, frame, end


def _write_header(block: bytearray, base: int, state: Any, frame: int, end: int) -> None:
    if is_secret(state[SEED]):
        raise NotPacked("a secret, which the native back end does not draw from")
    sealed = state[SEALED] is not None
    _HEADER.pack_into(
        block, base, frame, state[SEAT], state[SITE], len(state[OPTIONS]), state[SEED], state[N_SEATS], state[OVER],
        state[STEPS], len(state[PARKED]), 0, sealed, end,
    )  # fmt: skip


class PackedTable:
    """The slots and links packed last, from which a game's next state differs little."""

    def __init__(self, packing: Packing) -> None:
        layout = packing.layout
        self._half, self._mask = 8 * layout.half, (1 << 8 * layout.half) - 1
        self._piles = frozenset(packing.piles)
        self._state: list[Any] = [() if slot in self._piles else None for slot in range(layout.n_slots)]
        self.slots = [self._mask if slot in self._piles else 0 for slot in range(layout.n_slots)]
        self.links = [-1] * layout.n_pieces

    def pack(self, state: Any) -> None:
        """Take the numbers of a state or of a sealed copy."""
        before, slots, links, half = self._state, self.slots, self.links, self._half
        changed = list(compress(range(len(slots)), map(is_not, before, state)))
        piles = [slot for slot in changed if slot in self._piles]
        for slot in changed:
            slots[slot] = state[slot] if slot >= HEADER else 0
        for slot in piles:
            for piece in before[slot]:
                links[piece] = -1
        for slot in piles:
            held = state[slot]
            slots[slot] = len(held) << half | ((held[-1] if held else -1) & self._mask)
            for place, piece in enumerate(held):
                links[piece] = held[place - 1] << half | held[place + 1 - len(held)]
        self._state = list(state)


def _write_table(packing: Packing, block: bytearray, base: int, table: PackedTable, state: Any) -> None:
    """Write the slots and links of a state or of a sealed copy."""
    layout = packing.layout
    table.pack(state)
    sort = layout.sort
    try:
        for offset, numbers in ((layout.slot(0), table.slots), (layout.links, table.links)):
            data = array(sort, numbers).tobytes()
            block[base + offset : base + offset + len(data)] = data
    except OverflowError:
        raise NotPacked("a number that a slot of this game cannot hold") from None


def _stack(frame: FrameValue | None, bottom: FrameValue | None = None) -> list[FrameValue]:
    """Return the frames of a stack, outermost first, from the one above `bottom` to `frame`."""
    found: list[FrameValue] = []
    while frame is not None and frame is not bottom and (bottom is None or frame != bottom):
        found.append(frame)
        frame = frame[0]
    return found[::-1]


def _write_frames(
    packing: Packing, block: bytearray, shift: int, stand: int, parent: int, stack: list[FrameValue]
) -> tuple[int, int]:
    """Write adjacent frames that will be at an offset, and return (offset of the last, its end).

    They are written `shift` bytes further on, but refer to their later offsets.
    """
    for frame in stack:
        layout, point = packing.layout.frames_of[frame[1]], packing.points.get((frame[1], frame[2]))
        if layout is None or point is None:
            raise NotPacked("an effect is where none can be")
        _FRAME.pack_into(block, stand + shift, parent, frame[1], frame[2], layout.size)
        for number, *_ in point.locals:
            value, place = frame[FRAME_LOCALS + number], stand + shift + layout.locals[number]
            if isinstance(value, (tuple, list)):
                if len(value) > layout.sets.get(number, -1):
                    raise NotPacked("a set that its effect has no room for")
                struct.pack_into(f"<{1 + len(value)}q", block, place, len(value), *value)
            else:
                _NUMBER.pack_into(block, place, value)
        parent, stand = stand, stand + layout.size
    return parent, stand


def _write_parked(packing: Packing, block: bytearray, offset: int, stack: list[FrameValue], entry: Any) -> None:
    """Write the entry of another seat that decides at the same time.

    Its frames refer to their later offsets, after the frame that waits for all.
    """
    seat, frame, site, join = entry
    join = frame[0] if site == -1 else join
    below, stand, parent = _stack(join), packing.layout.frames, 0
    if below != stack[: len(below)]:
        raise NotPacked("seats that wait for different effects")
    for each in below:
        parent, stand = stand, stand + _size(packing, each)
    above = _stack(frame, join)
    _, end = _write_frames(packing, block, offset + at.ENTRY_FRAMES - stand, stand, parent, above)
    if at.ENTRY_FRAMES + end - stand > packing.layout.parked_entry:
        raise NotPacked("a part of a simultaneous decision that is too long")
    _ENTRY.pack_into(block, offset, seat, end - stand, stage_of(site))


def _size(packing: Packing, frame: FrameValue) -> int:
    layout = packing.layout.frames_of[frame[1]]
    assert layout is not None
    return layout.size


# ---- Back


def from_native(packing: Packing, block: bytes | memoryview) -> State:
    """Return the state that a block holds."""
    layout = packing.layout
    frame, seat, site, n_options, seed, seats, over, steps, parked, first, sealed, _ = _HEADER.unpack_from(block)
    state = _read_table(packing, block, 0)
    state[SEAT], state[SITE], state[SEED], state[N_SEATS], state[OVER] = seat, site, seed, seats, over
    state[OPTIONS] = struct.unpack_from(f"<{n_options}q", block, layout.options)
    state[STEPS], state[SEALED] = steps, None
    standing: dict[int, FrameValue] = {}
    state[FRAME] = _read_frames(packing, block, frame, 0, standing) if frame else None
    places = [layout.parked + number * layout.parked_entry for number in range(first, first + parked)]
    state[PARKED] = tuple([_read_parked(packing, block, place, standing) for place in places])
    if sealed:
        before = _read_table(packing, block, layout.sealed)
        before[:5], before[SEALED], before[STEPS] = _NONE, None, 0
        _, _, _, _, before[SEED], before[N_SEATS], before[OVER], *_ = _HEADER.unpack_from(block, layout.sealed)
        state[SEALED] = tuple(before)
    return state


def _read_table(packing: Packing, block: bytes | memoryview, base: int) -> State:
    """Return the slots of a state or of a sealed copy, piles as tuples with the lowest piece first."""
    layout = packing.layout
    sort, half, mask = layout.sort, 8 * layout.half, (1 << 8 * layout.half) - 1
    slots: State = list(struct.unpack_from(f"<{layout.n_slots}{sort}", block, base + layout.slot(0)))
    links = struct.unpack_from(f"<{layout.n_pieces}{sort}", block, base + layout.links)
    for slot in packing.piles:
        piece, count = slots[slot] & mask, slots[slot] >> half
        slots[slot] = tuple(_from_lowest(links, piece, count, mask))
    return slots


def _from_lowest(links: tuple[int, ...], piece: int, count: int, mask: int) -> Iterator[int]:
    """Yield the pieces of a pile, the lowest first, given its highest.

    `links` has the piece above each; above the highest is the lowest.
    """
    for _ in range(count):
        piece = links[piece] & mask
        yield piece


def _read_frames(
    packing: Packing, block: bytes | memoryview, stand: int, shift: int, standing: dict[int, FrameValue]
) -> FrameValue:
    """Return the frame at an offset, with all below it.

    Known frames are in `standing`, to which others are added. Frames that are not at their final offsets are `shift`
    bytes further on.
    """
    known = standing.get(stand)
    if known is not None:
        return known
    parent, effect, resume, _ = _FRAME.unpack_from(block, stand + shift)
    layout, point = packing.layout.frames_of[effect], packing.points[effect, resume]
    assert layout is not None
    locals_: list[Any] = [0] * packing.blueprint.procedures[effect].n_locals
    for number, *_ in point.locals:
        place = stand + shift + layout.locals[number]
        (value,) = _NUMBER.unpack_from(block, place)
        locals_[number] = struct.unpack_from(f"<{value}q", block, place + 8) if number in layout.sets else value
    below = _read_frames(packing, block, parent, shift, standing) if parent else None
    frame = (below, effect, resume, *locals_)
    standing[stand] = frame
    return frame


def _read_parked(
    packing: Packing, block: bytes | memoryview, place: int, standing: Mapping[int, FrameValue]
) -> tuple[int, FrameValue, int, Any]:
    """Return an entry of PARKED from its place in the block."""
    seat, length, _ = _ENTRY.unpack_from(block, place)
    (join, *_) = _FRAME.unpack_from(block, place + at.ENTRY_FRAMES)
    waiting = standing[join]
    stand = join + _size(packing, waiting)
    last, size = stand, _size_at(block, place + at.ENTRY_FRAMES)
    while last + size < stand + length:
        last += size
        size = _size_at(block, place + at.ENTRY_FRAMES + last - stand)
    frame = _read_frames(packing, block, last, place + at.ENTRY_FRAMES - stand, {join: waiting})
    point = packing.points[frame[1], frame[2]]
    begun = frame[2] != 0 or last != stand
    if point.stage != SAFE:
        return seat, frame, waiting_site(point.stage), waiting
    return (seat, frame, point.site, waiting) if begun else (seat, frame, -1, ())


def _size_at(block: bytes | memoryview, place: int) -> int:
    size: int = _FRAME.unpack_from(block, place)[3]
    return size
