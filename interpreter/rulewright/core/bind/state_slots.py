"""Gives every setting, counter, marker, zone and piece its place in the state vector."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.bind.world import World
from rulewright.core.model.layout import HEADER


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of slots in the state vector, as offsets from 0."""

    settings: dict[str, int]
    piece_zone: int
    faces: int
    box: int
    streams: int


def lay_out(world: World) -> Layout:
    """Place all families of the world in the state, setting their `base` and `strides`."""
    at = HEADER
    settings = {}
    for name in world.settings:
        settings[name] = at
        at += 1
    for family in world.families.values():
        sizes = [found[1] for name in family.per if (found := world.index_size(name)) is not None]
        strides = []
        stride = max(1, family.spaces) if family.sort == "zone" else 1
        for size in reversed(sizes):
            strides.append(stride)
            stride *= size
        family.base = at
        family.strides = tuple(reversed(strides))
        at += stride
    box = at
    piece_zone = box + 1
    faces = piece_zone + world.piece_count
    streams = faces + (world.piece_count if any(kind.faces for kind in world.kinds.values()) else 0)
    return Layout(settings, piece_zone, faces, box, streams)
