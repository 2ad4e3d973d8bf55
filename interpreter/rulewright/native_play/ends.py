"""The result of a game, inside the module: the number that identifies its end, and its record (`orders.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.backends.wasm.tables import LOAD, LOAD_SMALL
from rulewright.model.game import Blueprint
from rulewright.model.layout import HEADER, N_SEATS, OVER, SEED
from rulewright.native_play.orders import (
    DECISIONS,
    HEAD,
    HOW,
    OPTIONS,
    TELLS,
    WEIGHTS,
)


def number_of(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """The number that identifies the end of a game: see `run/ends.py` for its meaning."""
    load = LOAD[layout.width]
    half_load = LOAD_SMALL[layout.half]
    yield f"""
  (func $h_number_of (param $state i32) (param $weights i32) (result i64)
    (local $sum i64) (local $slot i32) (local $last i32) (local $weight i32)
    (local.set $sum (i64.add (i64.add
      (i64.mul (i64.load offset={8 * SEED} (local.get $weights)) (i64.load offset={at.AT_SEED} (local.get $state)))
      (i64.mul (i64.load offset={8 * N_SEATS} (local.get $weights))
        (i64.load32_u offset={at.AT_N_SEATS} (local.get $state))))
      (i64.mul (i64.load offset={8 * OVER} (local.get $weights))
        (i64.load32_u offset={at.AT_OVER} (local.get $state)))))"""
    for first, last in _runs(blueprint):
        yield f"""
    (local.set $slot (i32.add (local.get $state) (i32.const {layout.slot(first)})))
    (local.set $last (i32.add (local.get $state) (i32.const {layout.slot(last)})))
    (local.set $weight (i32.add (local.get $weights) (i32.const {8 * first})))
    (loop $next
      (local.set $sum (i64.add (local.get $sum)
        (i64.mul (i64.load (local.get $weight)) ({load} (local.get $slot)))))
      (local.set $weight (i32.add (local.get $weight) (i32.const 8)))
      (local.set $slot (i32.add (local.get $slot) (i32.const {layout.width})))
      (br_if $next (i32.lt_u (local.get $slot) (local.get $last))))"""
    piles = [slot for slot, held in enumerate(blueprint.initial) if slot >= HEADER and isinstance(held, tuple)]
    for pile in piles:
        yield f"""
    (local.set $sum (i64.add (local.get $sum)
      (call $h_pile (local.get $state) (i32.const {layout.slot(pile)}) (local.get $weights))))"""
    yield f"""
    (local.get $sum))
  (func $h_pile (param $state i32) (param $slot i32) (param $weights i32) (result i64)
    (local $sum i64) (local $piece i32) (local $left i32) (local $place i64)
    (local.set $slot (i32.add (local.get $state) (local.get $slot)))
    (local.set $piece ({half_load} (local.get $slot)))
    (local.set $left ({half_load} offset={layout.half} (local.get $slot)))
    (block $none
      (br_if $none (i32.eqz (local.get $left)))
      (loop $next
        (local.set $piece ({half_load} offset={layout.links}
          (i32.add (local.get $state) (i32.shl (local.get $piece) (i32.const {layout.shift})))))
        (local.set $place (i64.add (local.get $place) (i64.const 1)))
        (local.set $sum (i64.add (local.get $sum) (i64.mul (local.get $place)
          (i64.load offset={8 * layout.n_slots}
            (i32.add (local.get $weights) (i32.shl (local.get $piece) (i32.const 3)))))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $next (local.get $left))))
    (local.get $sum))"""


def _runs(blueprint: Blueprint) -> Iterator[tuple[int, int]]:
    """The stretches of slots that hold numbers: the first, and the one after the last."""
    first = HEADER
    for slot in range(HEADER, len(blueprint.initial) + 1):
        if slot == len(blueprint.initial) or isinstance(blueprint.initial[slot], tuple):
            if slot > first:
                yield first, slot
            first = slot + 1


def record(layout: StateLayout, blueprint: Blueprint, round_slot: int) -> Iterator[str]:
    load = LOAD[layout.width]
    yield f"""
  (func $h_value (param $state i32) (param $number i32) (param $seat i32) (result i64)
    (i64.store offset={at.AT_STEPS} (local.get $state) (i64.const 0))
    (call $value (local.get $state) (local.get $number) (i64.extend_i32_u (local.get $seat))))
  ;; writes what a game has come to; returns where the record ends
  (func $h_record (param $order i32) (param $state i32) (param $to i32) (result i32)
    (local $seat i32) (local $seats i32)
    (local.set $seats (i32.load offset={at.AT_N_SEATS} (local.get $state)))
    (i64.store (local.get $to) (i64.load offset={DECISIONS} (local.get $order)))
    (i64.store offset=8 (local.get $to) (i64.load offset={OPTIONS} (local.get $order)))
    (i64.store offset=16 (local.get $to) (i64.const 0))
    (if (i32.and (i32.load offset={HOW} (local.get $order)) (i32.const {TELLS})) (then
      (i64.store offset=16 (local.get $to)
        (call $h_number_of (local.get $state) (i32.load offset={WEIGHTS} (local.get $order))))))
    (i64.store offset=24 (local.get $to)
      {f"({load} offset={layout.slot(round_slot)} (local.get $state))" if round_slot >= 0 else "(i64.const 0)"})
    (i64.store offset=32 (local.get $to) (i64.const -1))
    (i64.store offset=40 (local.get $to)
      (i64.extend_i32_u (i32.eqz (i32.load offset={at.AT_FRAME} (local.get $state)))))"""
    if blueprint.again:
        yield "    (block $again"
        for number, entry in enumerate(blueprint.again):
            yield f"""
      (if (i64.ne (call $h_value (local.get $state) (i32.const {entry.test}) (i32.const 0)) (i64.const 0)) (then
        (i64.store offset=32 (local.get $to) (i64.const {number})) (br $again)))"""
        yield "    )"
    yield f"    (local.set $to (i32.add (local.get $to) (i32.const {8 * HEAD})))"
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
    yield "    (local.get $to))"


def seats_loop(numbers: list[int]) -> Iterator[str]:
    """The values of these numbers for each seat, one after another."""
    yield """
    (local.set $seat (i32.const 0))
    (loop $next"""
    for number in numbers:
        yield f"""
      (i64.store (local.get $to) (call $h_value (local.get $state) (i32.const {number}) (local.get $seat)))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))"""
    yield """
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $seat) (local.get $seats))))"""
