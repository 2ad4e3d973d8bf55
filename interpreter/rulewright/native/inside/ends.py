"""The result of a game, inside the module: a number that identifies its end, and its record.

`orders.py` has the format of a record.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import HEADER, N_SEATS, OVER, SEED
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.tables import LOAD, LOAD_SMALL
from rulewright.native.inside.orders import (
    DECISIONS,
    HEAD,
    HOW,
    OPTIONS,
    TELLS,
    WEIGHTS,
)


def number_of(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$h_number_of`, the number that identifies the end of a game.

    `core/run/ends.py` defines it.
    """
    load = LOAD[layout.width]
    half_load = LOAD_SMALL[layout.half]
    yield f"""
  (func $h_number_of (i32.param $state $weights) (result i64)
    (local $sum i64) (i32.local $slot $last $weight)
    (local.set $sum
      (i64.add (i64.add (i64.mul $weights.{8 * SEED} $state.{at.AT_SEED})
          (i64.mul $weights.{8 * N_SEATS} (i64.load32_u offset={at.AT_N_SEATS} $state)))
        (i64.mul $weights.{8 * OVER} (i64.load32_u offset={at.AT_OVER} $state))))"""
    for first, last in _runs(blueprint):
        yield f"""
    (local.set $slot (i32.add $state {layout.slot(first)}))
    (local.set $last (i32.add $state {layout.slot(last)}))
    (local.set $weight (i32.add $weights {8 * first}))
    (loop $next
      (i64.add_to $sum (i64.mul (i64.load $weight) ({load} $slot)))
      (i32.add_to $weight 8)
      (i32.add_to $slot {layout.width})
      (br_if $next (i32.lt_u $slot $last)))"""
    piles = [slot for slot, held in enumerate(blueprint.initial) if slot >= HEADER and isinstance(held, tuple)]
    for pile in piles:
        yield f"""
    (i64.add_to $sum (call $h_pile $state {layout.slot(pile)} $weights))"""
    yield f"""
    $sum)
  (func $h_pile (i32.param $state $slot $weights) (result i64)
    (local $sum i64) (i32.local $piece $left) (local $place i64)
    (local.set $slot (i32.add $state $slot))
    (local.set $piece ({half_load} $slot))
    (local.set $left ({half_load} offset={layout.half} $slot))
    (block $none
      (br_if $none (i32.eqz $left))
      (loop $next
        (local.set $piece ({half_load} offset={layout.links} (item {layout.width} $state $piece)))
        (i64.add_to $place 1)
        (i64.add_to $sum (i64.mul $place (i64.load offset={8 * layout.n_slots} (item 8 $weights $piece))))
        (i32.sub_from $left 1)
        (br_if $next $left)))
    (local.get $sum))"""


def _runs(blueprint: Blueprint) -> Iterator[tuple[int, int]]:
    """Yield the stretches of slots that hold numbers: the first, and the one after the last."""
    first = HEADER
    for slot in range(HEADER, len(blueprint.initial) + 1):
        if slot == len(blueprint.initial) or isinstance(blueprint.initial[slot], tuple):
            if slot > first:
                yield first, slot
            first = slot + 1


def record(layout: StateLayout, blueprint: Blueprint, round_slot: int) -> Iterator[str]:
    load = LOAD[layout.width]
    yield f"""
  (func $h_value (i32.param $state $number $seat) (result i64)
    (i64.store offset={at.AT_STEPS} $state 0)
    (call $value $state $number (i64.extend_i32_u $seat)))
  ;; writes what a game has come to; returns where the record ends
  (func $h_record (i32.param $order $state $to) (result i32)
    (i32.local $seat $seats)
    (local.set $seats $state.{at.AT_N_SEATS})
    (i64.store $to $order.{DECISIONS})
    (i64.store offset=8 $to $order.{OPTIONS})
    (i64.store offset=16 $to 0)
    (if (i32.and $order.{HOW} {TELLS}) (then
      (i64.store offset=16 $to (call $h_number_of $state $order.{WEIGHTS}))))
    (i64.store offset=24 $to
      {f"({load} offset={layout.slot(round_slot)} $state)" if round_slot >= 0 else "(i64.const 0)"})
    (i64.store offset=32 $to -1)
    (i64.store offset=40 $to (i64.extend_i32_u (i32.eqz $state.{at.AT_FRAME})))"""
    if blueprint.again:
        yield "    (block $again"
        for number, entry in enumerate(blueprint.again):
            yield f"""
      (if (i64.ne (call $h_value $state {entry.test} 0) 0) (then
        (i64.store offset=32 $to {number}) (br $again)))"""
        yield "    )"
    yield f"    (i32.add_to $to {8 * HEAD})"
    for entries, outer in ((blueprint.scoring, True), (blueprint.tie_breaks, False)):
        if not entries:
            continue
        if outer:
            yield from seats_loop([number for _, _, number in entries])
        else:
            for _, _, number in entries:
                yield from seats_loop([number])
    for number in blueprint.ending.recorded if blueprint.ending is not None else ():
        yield from seats_loop([number])
    yield "    $to)"


def seats_loop(numbers: list[int]) -> Iterator[str]:
    """Yield the values of these numbers for each seat, one after another."""
    yield """
    (local.set $seat 0)
    (loop $next"""
    for number in numbers:
        yield f"""
      (i64.store $to (call $h_value $state {number} $seat))
      (i32.add_to $to 8)"""
    yield """
      (i32.add_to $seat 1)
      (br_if $next (i32.lt_u $seat $seats)))"""
