"""A 128-bit hash of positions inside the module, and the table of the positions already met.

A position's hash covers the slots and the effects in progress. Tables of the host (`explorer.py`) tell which slots are
numbers, spaces, markers on pieces or piles, and which locals of frames have a value where the frames wait.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model.chance import COUNTER_STEP, STIR_1, STIR_2, STREAM_STEP
from rulewright.core.model.game import Blueprint
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.tables import LOAD, LOAD_SMALL

_SPREAD = 0xA0761D6478BD642F
"""One more odd number, so that no two steps multiply by the same."""


def hashing(layout: StateLayout, blueprint: Blueprint, timed: int, order: tuple[int, int]) -> Iterator[str]:
    """Yield the text of the functions.

    `timed` bytes of cells are part of a position. `order` is (offset of the hashing tables, offset of the cells) in an
    order.
    """
    hashed, cells = order
    load = LOAD[layout.width]
    half = LOAD_SMALL[layout.half]
    link = f"(item {layout.width} $S $piece)"
    zone_of = layout.slot(blueprint.piece_zone)
    yield f"""
  (global $x1 (mut i64) (i64.const 0))
  (global $x2 (mut i64) (i64.const 0))
  (func $x_mix (param $v i64)
    (global.set $x1 (i64.mul (i64.rotl (i64.xor @x1 (i64.mul $v {COUNTER_STEP})) 31) {STREAM_STEP}))
    (global.set $x2 (i64.mul (i64.rotl (i64.add @x2 (i64.mul (i64.xor $v {STIR_1}) {STIR_2})) 29) {_SPREAD})))
  ;; where a piece is, and what it counts for
  (func $x_piece (i32.param $S $piece)
    (i32.local $zone $place $top)
    (if (i32.lt_s $piece 0) (then (call $x_mix (i64.const -1)) (return)))
    (call $x_mix (i64.extend_i32_u (call $x_kind $S $piece)))
    (local.set $zone (i32.load offset={zone_of} {link}))
    (call $x_mix (i64.extend_i32_s $zone))
    (if (i32.lt_s ({half} offset={layout.links} {link}) 0) (then (return)))
    (local.set $top ({half} offset={layout.slot(0)} (item {layout.width} $S $zone)))
    (until (i32.eq $piece $top)
      (local.set $piece ({half} offset={layout.links} {link}))
      (i32.add_to $place 1))
    (call $x_mix (i64.extend_i32_u $place)))
  ;; the slots of a state, as the tables at `$t` say: stretches of numbers, spaces, markers on pieces, piles
  (func $x_slots (i32.param $S $t) (result i32)
    (i32.local $n $at $left $piece)
    (local.set $n (i32.load $t)) (i32.add_to $t 4)
    (until (i32.eqz $n)
      (local.set $at (i32.add $S (i32.load $t)))
      (local.set $left $t.4)
      (loop $slots
        (call $x_mix ({load} $at))
        (i32.add_to $at {layout.width})
        (i32.sub_from $left 1)
        (br_if $slots $left))
      (i32.add_to $t 8)
      (i32.sub_from $n 1))
    (local.set $n (i32.load $t)) (i32.add_to $t 4)
    (until (i32.eqz $n)
      (local.set $piece (i32.load (i32.add $S (i32.load $t))))
      (call $x_mix (i64.extend_i32_s (if (result i32) (i32.lt_s $piece 0) (then -1) (else (call $x_kind $S $piece)))))
      (i32.add_to $t 4)
      (i32.sub_from $n 1))
    (local.set $n (i32.load $t)) (i32.add_to $t 4)
    (until (i32.eqz $n)
      (call $x_piece $S (i32.load (i32.add $S (i32.load $t))))
      (i32.add_to $t 4)
      (i32.sub_from $n 1))
    (local.set $n (i32.load $t)) (i32.add_to $t 4)
    (until (i32.eqz $n)
      (local.set $at (i32.add $S (i32.load $t)))
      (local.set $piece ({half} $at))
      (local.set $left ({half} offset={layout.half} $at))
      (call $x_mix (i64.extend_i32_u $left))
      (until (i32.eqz $left)
        (call $x_mix (i64.extend_i32_u (call $x_kind $S $piece)))
        (local.set $piece ({half} offset={layout.links + layout.half} {link}))
        (i32.sub_from $left 1))
      (i32.add_to $t 4)
      (i32.sub_from $n 1))
    (local.get $t))
  ;; a frame: its effect, its block, the locals with a value there; `$t` are the tables of frames
  (func $x_frame (i32.param $S $f $t)
    (i32.local $n $at $left $sort)
    (local.set $n $f.{at.FRAME_EFFECT})
    (call $x_mix (i64.extend_i32_u (i32.or (i32.shl $n 12) $f.{at.FRAME_BLOCK})))
    (local.set $at (i32.add $t (i32.load (item 4 $t $n))))
    (local.set $at (i32.add $t (i32.load (item 4 $at $f.{at.FRAME_BLOCK}))))
    (local.set $n (i32.load $at))
    (block $end (loop $locals
      (i32.add_to $at 8)
      (br_if $end (i32.eqz $n))
      (i32.sub_from $n 1)
      (local.set $sort (i32.load $at))
      (local.set $left 1)
      (local.set $t (i32.add $f $at.4))
      (if (i32.and $sort 2) (then
        (local.set $left (i32.load $t))
        (call $x_mix (i64.extend_i32_u $left))
        (i32.add_to $t 8)))
      (until (i32.eqz $left)
        (if (i32.and $sort 1) (then (call $x_piece $S (i32.load $t))) (else (call $x_mix (i64.load $t))))
        (i32.add_to $t 8)
        (i32.sub_from $left 1))
      (br $locals))))
  ;; a whole position, with the cells of what is watched over time
  (func $x_hash (i32.param $order $S)
    (i32.local $t $f $n $end)
    (global.set $x1 (i64.const 0x1234567)) (global.set $x2 (i64.const 0x89ABCDE))
    (call $x_mix (i64.load offset={at.AT_SEAT} $S))
    (call $x_mix (i64.extend_i32_u (i32.or $S.{at.AT_SEALED} (i32.shl $S.{at.AT_OVER} 1))))
    (local.set $t (call $x_slots $S $order.{hashed}))
    (local.set $f $S.{at.AT_FRAME})
    (until (i32.eqz $f)
      (local.set $f (i32.add $S $f))
      (call $x_frame $S $f $t)
      (local.set $f $f.{at.FRAME_PARENT}))
    (if $S.{at.AT_SEALED} (then
      (drop (call $x_slots (i32.add $S {layout.sealed}) $order.{hashed}))))
    (if $S.{at.AT_N_PARKED} (then
      (local.set $n $S.{at.AT_N_PARKED})
      (local.set $f (i32.add (i32.add $S {layout.parked}) (i32.mul $S.{at.AT_FIRST_PARKED} {layout.parked_entry})))
      (block $end (loop $entries
        (br_if $end (i32.eqz $n))
        (call $x_mix (i64.load32_u offset={at.ENTRY_SEAT} $f))
        (call $x_mix (i64.load32_u offset={at.ENTRY_STAGE} $f))
        (local.set $end (i32.add (i32.add $f {at.ENTRY_FRAMES}) $f.{at.ENTRY_LENGTH}))
        (call $x_entry $S (i32.add $f {at.ENTRY_FRAMES}) $end $t)
        (i32.add_to $f {layout.parked_entry})
        (i32.sub_from $n 1)
        (br $entries)))))
    (local.set $f $order.{cells})
    (local.set $end (i32.add $f {timed}))
    (block $end (loop $cells
      (br_if $end (i32.ge_u $f $end))
      (call $x_mix (i64.load $f))
      (i32.add_to $f 8)
      (br $cells))))
  (func $x_entry (i32.param $S $f $end $t)
    (loop $frames
      (call $x_frame $S $f $t)
      (i32.add_to $f $f.{at.FRAME_SIZE})
      (br_if $frames (i32.lt_u $f $end))))
  ;; the entry of the position hashed last in the table, or the empty one where it belongs
  (func $x_find (i32.param $table $mask) (result i32)
    (i32.local $place $entry)
    (local.set $place (i32.and (i32.wrap_i64 @x1) $mask))
    (loop $next
      (local.set $entry (item 16 $table $place))
      (if (i64.eqz $entry.8) (then (return $entry)))
      (if (i32.and (i64.eq (i64.load $entry) @x1) (i64.eq $entry.8 @x2)) (then (return $entry)))
      (local.set $place (i32.and (i32.add $place 1) $mask))
      (br $next))
    (unreachable))
  ;; moves all entries to a larger table; the numbers of positions stand after the entries of each
  (func (export "regrow") (i32.param $from $mask $to $to_mask)
    (i32.local $place $entry $found)
    (loop $each
      (local.set $entry (item 16 $from $place))
      (if (i64.ne $entry.8 0) (then
        (global.set $x1 (i64.load $entry))
        (global.set $x2 (i64.load offset=8 $entry))
        (local.set $found (call $x_find $to $to_mask))
        (i64.store $found @x1)
        (i64.store offset=8 $found @x2)
        (i32.store (call $x_number $to $to_mask $found) (i32.load (call $x_number $from $mask $entry)))))
      (i32.add_to $place 1)
      (br_if $each (i32.le_u $place $mask))))
  (func $x_number (i32.param $table $mask $entry) (result i32)
    (i32.add (item 16 $table (i32.add $mask 1)) (i32.shr_u (i32.sub $entry $table) 2)))"""
