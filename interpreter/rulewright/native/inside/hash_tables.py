"""The tables by which a module hashes positions: kinds of slots, and locals in use at each block."""

from __future__ import annotations

import struct

from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import HEADER
from rulewright.native.inside.host import Host


def classes(blueprint: Blueprint, *, alike: bool) -> bytes:
    """Return the class of each piece: the first of its design and owner, or itself."""
    first: dict[tuple[str, int], int] = {}
    numbers = [first.setdefault((each.design, each.owner), at) for at, each in enumerate(blueprint.pieces)]
    return struct.pack(f"<{len(numbers)}i", *(numbers if alike else range(len(numbers))))


def hashed(host: Host, *, alike: bool) -> bytes:
    """Return the tables by which positions are hashed: see `$x_slots` and `$x_frame`."""
    blueprint, layout = host.game.blueprint, host.layout
    spaces: set[int] = set()
    markers: set[int] = set()
    for family in blueprint.families:
        count = 1
        for size in family.sizes:
            count *= size
        if family.sort == "zone" and family.spaces:
            spaces |= set(range(family.base, family.base + count * family.spaces))
        elif family.sort == "marker" and isinstance(family.domain, PieceOf) and alike:
            markers |= set(range(family.base, family.base + count))
    piles = [slot for slot, held in enumerate(blueprint.initial) if slot >= HEADER and isinstance(held, tuple)]
    n = len(blueprint.pieces)
    of_pieces = set(range(blueprint.piece_zone, blueprint.piece_zone + n))
    of_pieces |= set(range(blueprint.faces, blueprint.faces + n)) if blueprint.face_names else set()
    left = [
        slot
        for slot in range(HEADER, len(blueprint.initial))
        if slot not in (spaces | markers | of_pieces | set(piles))
    ]
    runs: list[list[int]] = []
    for slot in left:
        if runs and runs[-1][0] + runs[-1][1] == slot:
            runs[-1][1] += 1
        else:
            runs.append([slot, 1])
    numbers = [len(runs)]
    for slot, count in runs:
        numbers += [layout.slot(slot), count]
    for slots in (sorted(spaces), sorted(markers), piles):
        numbers += [len(slots), *map(layout.slot, slots)]
    return struct.pack(f"<{len(numbers)}i", *numbers) + _frame_tables(host, alike=alike)


def _frame_tables(host: Host, *, alike: bool) -> bytes:
    points = host.packing.points
    frames_of = host.layout.frames_of
    blocks: dict[int, int] = {}
    for effect, block in points:
        blocks[effect] = max(blocks.get(effect, 0), block)
    starts: dict[int, int] = {}
    end = len(frames_of)
    for effect, most in sorted(blocks.items()):
        starts[effect] = end
        end += most + 1
    lists: list[int] = []
    places: dict[tuple[int, int], int] = {}
    for (effect, block), point in sorted(points.items()):
        layout = frames_of[effect]
        assert layout is not None
        places[effect, block] = end + len(lists)
        held: list[int] = []
        for number, _, domain, *_ in point.locals:
            is_piece = alike and isinstance(domain, PieceOf)
            held += [is_piece + 2 * (number in layout.sets), layout.locals[number]]
        lists += [len(held) // 2, 0, *held]
    table = [4 * starts.get(effect, 0) for effect in range(len(frames_of))]
    for effect, most in sorted(blocks.items()):
        table += [4 * places.get((effect, block), 0) for block in range(most + 1)]
    return struct.pack(f"<{len(table) + len(lists)}i", *table, *lists)
