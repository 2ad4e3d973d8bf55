"""Positions by 128 bits of a hash inside the module: what is on the table, what is under way; and those met before.

The host says by tables (`explorer.py`) which slots are numbers, spaces, markers on pieces or piles, and which locals of
frames have a value where they wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.backends.wasm.tables import LOAD, LOAD_SMALL
from rulewright.model.game import Blueprint
from rulewright.native_play.loops import signed


def hashing(layout: StateLayout, blueprint: Blueprint, timed: int, order: tuple[int, int]) -> Iterator[str]:
    """The functions; `timed` bytes of cells belong to a position; `order`: where one has the tables and the cells."""
    hashed, cells = order
    load = LOAD[layout.width]
    half = LOAD_SMALL[layout.half]
    link = f"(i32.add (local.get $S) (i32.shl (local.get $piece) (i32.const {layout.shift})))"
    zone_of = layout.slot(blueprint.piece_zone)
    yield f"""
  (global $x1 (mut i64) (i64.const 0))
  (global $x2 (mut i64) (i64.const 0))
  (func $x_mix (param $v i64)
    (global.set $x1 (i64.mul (i64.rotl (i64.xor (global.get $x1)
      (i64.mul (local.get $v) (i64.const {signed(0x9E3779B97F4A7C15)}))) (i64.const 31))
      (i64.const {signed(0xD1342543DE82EF95)})))
    (global.set $x2 (i64.mul (i64.rotl (i64.add (global.get $x2)
      (i64.mul (i64.xor (local.get $v) (i64.const {signed(0xBF58476D1CE4E5B9)}))
      (i64.const {signed(0x94D049BB133111EB)}))) (i64.const 29)) (i64.const {signed(0xA0761D6478BD642F)}))))
  ;; where a piece is, and what it counts for
  (func $x_piece (param $S i32) (param $piece i32)
    (local $zone i32) (local $place i32) (local $top i32)
    (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (call $x_mix (i64.const -1)) (return)))
    (call $x_mix (i64.extend_i32_u (call $x_kind (local.get $S) (local.get $piece))))
    (local.set $zone (i32.load offset={zone_of} {link}))
    (call $x_mix (i64.extend_i32_s (local.get $zone)))
    (if (i32.lt_s ({half} offset={layout.links} {link}) (i32.const 0)) (then (return)))
    (local.set $top ({half} offset={layout.slot(0)}
      (i32.add (local.get $S) (i32.shl (local.get $zone) (i32.const {layout.shift})))))
    (block $found (loop $up
      (br_if $found (i32.eq (local.get $piece) (local.get $top)))
      (local.set $piece ({half} offset={layout.links} {link}))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br $up)))
    (call $x_mix (i64.extend_i32_u (local.get $place))))
  ;; the slots of a state, as the tables at `$t` say: stretches of numbers, spaces, markers on pieces, piles
  (func $x_slots (param $S i32) (param $t i32) (result i32)
    (local $n i32) (local $at i32) (local $left i32) (local $piece i32)
    (local.set $n (i32.load (local.get $t))) (local.set $t (i32.add (local.get $t) (i32.const 4)))
    (block $end (loop $runs
      (br_if $end (i32.eqz (local.get $n)))
      (local.set $at (i32.add (local.get $S) (i32.load (local.get $t))))
      (local.set $left (i32.load offset=4 (local.get $t)))
      (loop $slots
        (call $x_mix ({load} (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const {layout.width})))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $slots (local.get $left)))
      (local.set $t (i32.add (local.get $t) (i32.const 8)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $runs)))
    (local.set $n (i32.load (local.get $t))) (local.set $t (i32.add (local.get $t) (i32.const 4)))
    (block $end (loop $spaces
      (br_if $end (i32.eqz (local.get $n)))
      (local.set $piece (i32.load (i32.add (local.get $S) (i32.load (local.get $t)))))
      (call $x_mix (i64.extend_i32_s (if (result i32) (i32.lt_s (local.get $piece) (i32.const 0))
        (then (i32.const -1)) (else (call $x_kind (local.get $S) (local.get $piece))))))
      (local.set $t (i32.add (local.get $t) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $spaces)))
    (local.set $n (i32.load (local.get $t))) (local.set $t (i32.add (local.get $t) (i32.const 4)))
    (block $end (loop $markers
      (br_if $end (i32.eqz (local.get $n)))
      (call $x_piece (local.get $S) (i32.load (i32.add (local.get $S) (i32.load (local.get $t)))))
      (local.set $t (i32.add (local.get $t) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $markers)))
    (local.set $n (i32.load (local.get $t))) (local.set $t (i32.add (local.get $t) (i32.const 4)))
    (block $end (loop $piles
      (br_if $end (i32.eqz (local.get $n)))
      (local.set $at (i32.add (local.get $S) (i32.load (local.get $t))))
      (local.set $piece ({half} (local.get $at)))
      (local.set $left ({half} offset={layout.half} (local.get $at)))
      (call $x_mix (i64.extend_i32_u (local.get $left)))
      (block $none (loop $pieces
        (br_if $none (i32.eqz (local.get $left)))
        (call $x_mix (i64.extend_i32_u (call $x_kind (local.get $S) (local.get $piece))))
        (local.set $piece ({half} offset={layout.links + layout.half} {link}))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $pieces)))
      (local.set $t (i32.add (local.get $t) (i32.const 4)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $piles)))
    (local.get $t))
  ;; a frame: its effect, its block, the locals with a value there; `$t` are the tables of frames
  (func $x_frame (param $S i32) (param $f i32) (param $t i32)
    (local $n i32) (local $at i32) (local $left i32) (local $sort i32)
    (local.set $n (i32.load offset={at.FRAME_EFFECT} (local.get $f)))
    (call $x_mix (i64.extend_i32_u (i32.or (i32.shl (local.get $n) (i32.const 12))
      (i32.load offset={at.FRAME_BLOCK} (local.get $f)))))
    (local.set $at (i32.add (local.get $t) (i32.load (i32.add (local.get $t) (i32.shl (local.get $n) (i32.const 2))))))
    (local.set $at (i32.add (local.get $t) (i32.load (i32.add (local.get $at)
      (i32.shl (i32.load offset={at.FRAME_BLOCK} (local.get $f)) (i32.const 2))))))
    (local.set $n (i32.load (local.get $at)))
    (block $end (loop $locals
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $end (i32.eqz (local.get $n)))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (local.set $sort (i32.load (local.get $at)))
      (local.set $left (i32.const 1))
      (local.set $t (i32.add (local.get $f) (i32.load offset=4 (local.get $at))))
      (if (i32.and (local.get $sort) (i32.const 2)) (then
        (local.set $left (i32.load (local.get $t)))
        (call $x_mix (i64.extend_i32_u (local.get $left)))
        (local.set $t (i32.add (local.get $t) (i32.const 8)))))
      (block $empty (loop $values
        (br_if $empty (i32.eqz (local.get $left)))
        (if (i32.and (local.get $sort) (i32.const 1))
          (then (call $x_piece (local.get $S) (i32.load (local.get $t))))
          (else (call $x_mix (i64.load (local.get $t)))))
        (local.set $t (i32.add (local.get $t) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $values)))
      (br $locals))))
  ;; a whole position, with the cells of what is watched over time
  (func $x_hash (param $order i32) (param $S i32)
    (local $t i32) (local $f i32) (local $n i32) (local $end i32)
    (global.set $x1 (i64.const 0x1234567)) (global.set $x2 (i64.const 0x89ABCDE))
    (call $x_mix (i64.load offset={at.AT_SEAT} (local.get $S)))
    (call $x_mix (i64.extend_i32_u (i32.or (i32.load offset={at.AT_SEALED} (local.get $S))
      (i32.shl (i32.load offset={at.AT_OVER} (local.get $S)) (i32.const 1)))))
    (local.set $t (call $x_slots (local.get $S) (i32.load offset={hashed} (local.get $order))))
    (local.set $f (i32.load offset={at.AT_FRAME} (local.get $S)))
    (block $end (loop $frames
      (br_if $end (i32.eqz (local.get $f)))
      (local.set $f (i32.add (local.get $S) (local.get $f)))
      (call $x_frame (local.get $S) (local.get $f) (local.get $t))
      (local.set $f (i32.load offset={at.FRAME_PARENT} (local.get $f)))
      (br $frames)))
    (if (i32.load offset={at.AT_SEALED} (local.get $S)) (then
      (drop (call $x_slots (i32.add (local.get $S) (i32.const {layout.sealed}))
        (i32.load offset={hashed} (local.get $order))))
      (local.set $n (i32.load offset={at.AT_N_PARKED} (local.get $S)))
      (local.set $f (i32.add (i32.add (local.get $S) (i32.const {layout.parked}))
        (i32.mul (i32.load offset={at.AT_FIRST_PARKED} (local.get $S)) (i32.const {layout.parked_entry}))))
      (block $end (loop $entries
        (br_if $end (i32.eqz (local.get $n)))
        (call $x_mix (i64.load32_u offset={at.ENTRY_SEAT} (local.get $f)))
        (local.set $end (i32.add (i32.add (local.get $f) (i32.const {at.ENTRY_FRAMES}))
          (i32.load offset={at.ENTRY_LENGTH} (local.get $f))))
        (call $x_entry (local.get $S) (i32.add (local.get $f) (i32.const {at.ENTRY_FRAMES}))
          (local.get $end) (local.get $t))
        (local.set $f (i32.add (local.get $f) (i32.const {layout.parked_entry})))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $entries)))))
    (local.set $f (i32.load offset={cells} (local.get $order)))
    (local.set $end (i32.add (local.get $f) (i32.const {timed})))
    (block $end (loop $cells
      (br_if $end (i32.ge_u (local.get $f) (local.get $end)))
      (call $x_mix (i64.load (local.get $f)))
      (local.set $f (i32.add (local.get $f) (i32.const 8)))
      (br $cells))))
  (func $x_entry (param $S i32) (param $f i32) (param $end i32) (param $t i32)
    (loop $frames
      (call $x_frame (local.get $S) (local.get $f) (local.get $t))
      (local.set $f (i32.add (local.get $f) (i32.load offset={at.FRAME_SIZE} (local.get $f))))
      (br_if $frames (i32.lt_u (local.get $f) (local.get $end)))))
  ;; the entry of the position hashed last in the table, or the empty one where it belongs
  (func $x_find (param $table i32) (param $mask i32) (result i32)
    (local $place i32) (local $entry i32)
    (local.set $place (i32.and (i32.wrap_i64 (global.get $x1)) (local.get $mask)))
    (loop $next
      (local.set $entry (i32.add (local.get $table) (i32.shl (local.get $place) (i32.const 4))))
      (if (i64.eqz (i64.load offset=8 (local.get $entry))) (then (return (local.get $entry))))
      (if (i32.and (i64.eq (i64.load (local.get $entry)) (global.get $x1))
          (i64.eq (i64.load offset=8 (local.get $entry)) (global.get $x2))) (then (return (local.get $entry))))
      (local.set $place (i32.and (i32.add (local.get $place) (i32.const 1)) (local.get $mask)))
      (br $next))
    (unreachable))
  ;; moves all entries to a larger table; the numbers of positions stand after the entries of each
  (func (export "regrow") (param $from i32) (param $mask i32) (param $to i32) (param $to_mask i32)
    (local $place i32) (local $entry i32) (local $found i32)
    (loop $each
      (local.set $entry (i32.add (local.get $from) (i32.shl (local.get $place) (i32.const 4))))
      (if (i64.ne (i64.load offset=8 (local.get $entry)) (i64.const 0)) (then
        (global.set $x1 (i64.load (local.get $entry)))
        (global.set $x2 (i64.load offset=8 (local.get $entry)))
        (local.set $found (call $x_find (local.get $to) (local.get $to_mask)))
        (i64.store (local.get $found) (global.get $x1))
        (i64.store offset=8 (local.get $found) (global.get $x2))
        (i32.store (call $x_number (local.get $to) (local.get $to_mask) (local.get $found))
          (i32.load (call $x_number (local.get $from) (local.get $mask) (local.get $entry))))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br_if $each (i32.le_u (local.get $place) (local.get $mask)))))
  (func $x_number (param $table i32) (param $mask i32) (param $entry i32) (result i32)
    (i32.add (i32.add (local.get $table) (i32.shl (i32.add (local.get $mask) (i32.const 1)) (i32.const 4)))
      (i32.shr_u (i32.sub (local.get $entry) (local.get $table)) (i32.const 2))))"""
