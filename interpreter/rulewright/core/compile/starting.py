"""The state before the start: numbers as declared, every piece in the box or in the zone that asks for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.world import World
from rulewright.core.model.game import Blueprint, Build
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.layout import FRAME, HEADER, N_SEATS, OPTIONS, PARKED, SEALED, SEAT, SITE, STEPS
from rulewright.core.model.program import Program


def initial_state(world: World, layout: Layout, program: Program) -> tuple[Any, ...]:
    """The state before the start: counters at their start, every piece in the box, nothing under way."""
    state: list[Any] = [0] * (layout.streams + program.n_streams)
    state[FRAME], state[SEAT], state[SITE], state[OPTIONS], state[PARKED] = None, -1, -1, (), ()
    state[N_SEATS], state[SEALED] = world.min_seats, None
    for name, setting in world.settings.items():
        state[layout.settings[name]] = setting.default
    for family in world.families.values():
        for offset in range(family.places):
            if family.sort == "zone":
                state[family.base + offset] = -1 if family.spaces else ()
            elif offset < family.count:
                state[family.base + offset] = family.start
    state[layout.box] = tuple(range(world.piece_count))
    for piece in range(world.piece_count):
        state[layout.piece_zone + piece] = layout.box
    assert len(state) >= HEADER
    return tuple(state)


def start_tests(world: World, program: Program) -> dict[str, int]:
    """The zones that say which pieces they hold at the start, each with the number of its test."""
    numbers = {quantity.id: quantity.number for quantity in program.quantities}
    zones = [family.id for family in world.families.values() if family.sort == "zone"]
    return {name: numbers[f"{name}.start"] for name in zones if f"{name}.start" in numbers}


def with_starting_zones(blueprint: Blueprint, world: World, program: Program, build: Build) -> Blueprint:
    """Put every piece into the first zone whose `start` test it passes."""
    state = list(blueprint.initial)
    starts = start_tests(world, program)
    for family in world.families.values():
        number = starts.get(family.id)
        if number is None:
            continue
        holds = kind_of(family.type.domain)
        sizes = [world.index_size(name) or (0, 1) for name in family.per]
        for offset in range(family.count):
            indexes = [low + offset * max(1, family.spaces) // stride % size
                       for stride, (low, size) in zip(family.strides, sizes, strict=True)]  # fmt: skip
            at = family.base + offset * max(1, family.spaces)
            taken = 0
            for piece in state[blueprint.box]:
                state[STEPS] = 0
                if blueprint.pieces[piece].kind != holds or not build.quantities[number](state, 0, piece, *indexes):
                    continue
                if family.spaces and taken >= family.spaces:
                    continue
                slot = at + taken if family.spaces else at
                state[slot] = piece if family.spaces else (*state[slot], piece)
                state[blueprint.piece_zone + piece] = slot
                taken += 1
            state[blueprint.box] = tuple(
                piece for piece in state[blueprint.box] if state[blueprint.piece_zone + piece] == blueprint.box
            )
    state[STEPS] = 0
    return replace(blueprint, initial=tuple(state))
