"""Chance as a script inside the module: draws are read from it, and each step makes the next script.

In a shuffle, interchangeable pieces (`x_class`) count as one: one of each class is picked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.runtime import DecidedChance

MOST_DRAWS: Final = 4096
DECIDED: Final = DecidedChance(
    "(if @scripted (then (return (call $x_draw $bound))))",
    (
        "(if (result i32) @scripted (then (call $x_pick $S $cards $place)) (else ",
        "))",
    ),
)
"""Chance that a script decides while `$scripted` is not 0."""


def scripts(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    load = "i32.load"
    face = "(i32.const 0)"
    if blueprint.face_names:
        face = f"({load} offset={layout.slot(blueprint.faces)} (i32.add $S"
        face += f" (i32.mul $piece {layout.width})))"
    yield f"""
  (global $scripted (export "scripted") (mut i32) (i32.const 0))
  (global $x_script (export "x_script") (mut i32) (i32.const 0))
  (global $x_drawn (mut i32) (i32.const 0))
  (global $x_length (export "x_length") (mut i32) (i32.const 0))
  (global $x_class (export "x_class") (mut i32) (i32.const 0))
  (global $x_chance (mut f64) (f64.const 1))
  ;; the next draw of the script, which begins anew with 0 where it ends: 4 bytes each of bound and choice
  (func $x_next (param $bound i32) (result i32)
    (local $at i32)
    (local.set $at (item 8 @x_script @x_drawn))
    (if (i32.ge_u @x_drawn {MOST_DRAWS}) (then (call $too_large)))
    (if (i32.ge_u @x_drawn @x_length) (then
      (i32.store $at $bound)
      (i32.store offset=4 $at 0)
      (global.set $x_length (i32.add @x_length 1))))
    (global.set $x_drawn (i32.add @x_drawn 1))
    (i32.load offset=4 $at))
  (func $x_draw (param $bound i64) (result i64)
    (global.set $x_chance (f64.div @x_chance (f64.convert_i64_s $bound)))
    (i64.extend_i32_u (call $x_next (i32.wrap_i64 $bound))))
  ;; whether there is another script after the one played
  (func $x_another (result i32)
    (i32.local $at $choice)
    (until (i32.eqz @x_length)
      (local.set $at (item 8 @x_script (i32.sub @x_length 1)))
      (local.set $choice (i32.add $at.4 1))
      (if (i32.lt_u $choice (i32.load $at)) (then
        (i32.store offset=4 $at $choice)
        (return 1)))
      (global.set $x_length (i32.sub @x_length 1)))
    (i32.const 0))
  ;; what a piece counts for: its class, and its face
  (func $x_kind (i32.param $S $piece) (result i32)
    (i32.or (i32.load (item 4 @x_class $piece)) (i32.shl {face} 20)))
  ;; which of some pieces a shuffle takes: one of each kind that is among them
  (func $x_pick (i32.param $S $cards $count) (result i32)
    (i32.local $one $other $kinds $kind $wanted $alike)
    (local.set $wanted -1)
    (loop $again
      (local.set $one 0)
      (local.set $kinds 0)
      (loop $ones
        (local.set $kind (call $x_kind $S (i32.load (item 4 $cards $one))))
        (block $known
          (each $other 0 $one
            (br_if $known (i32.eq $kind (call $x_kind $S (i32.load (item 4 $cards $other))))))
          (if (i32.eq $kinds $wanted) (then
            (local.set $other $one)
            (local.set $alike 0)
            (loop $counted
              (if (i32.eq $kind (call $x_kind $S (i32.load (item 4 $cards $other)))) (then (i32.add_to $alike 1)))
              (i32.add_to $other 1)
              (br_if $counted (i32.lt_u $other $count)))
            (global.set $x_chance (f64.div (f64.mul @x_chance (f64.convert_i32_u $alike)) (f64.convert_i32_u $count)))
            (return $one)))
          (i32.add_to $kinds 1))
        (i32.add_to $one 1)
        (br_if $ones (i32.lt_u $one $count)))
      (local.set $wanted (call $x_next $kinds))
      (br $again))
    (unreachable))"""
