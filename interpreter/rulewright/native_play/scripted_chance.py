"""Chance as a script inside the module: what is drawn is read from it, and the next script is made after each step.

Pieces that count for one another (`x_class`) are taken for one in a shuffle: one of each kind is picked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.backends.wasm.layout import StateLayout
from rulewright.backends.wasm.runtime import DecidedChance
from rulewright.model.game import Blueprint

MOST_DRAWS: Final = 4096
DECIDED: Final = DecidedChance(
    "(if (global.get $scripted) (then (return (call $x_draw (local.get $bound)))))",
    (
        "(if (result i32) (global.get $scripted) (then"
        " (call $x_pick (local.get $S) (local.get $cards) (local.get $place))) (else ",
        "))",
    ),
)
"""Chance that a script decides while `$scripted` is not 0."""


def scripts(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    load = "i32.load"
    face = "(i32.const 0)"
    if blueprint.face_names:
        face = f"({load} offset={layout.slot(blueprint.faces)} (i32.add (local.get $S)"
        face += f" (i32.mul (local.get $piece) (i32.const {layout.width}))))"
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
    (local.set $at (i32.add (global.get $x_script) (i32.shl (global.get $x_drawn) (i32.const 3))))
    (if (i32.ge_u (global.get $x_drawn) (i32.const {MOST_DRAWS})) (then (call $too_large)))
    (if (i32.ge_u (global.get $x_drawn) (global.get $x_length)) (then
      (i32.store (local.get $at) (local.get $bound))
      (i32.store offset=4 (local.get $at) (i32.const 0))
      (global.set $x_length (i32.add (global.get $x_length) (i32.const 1)))))
    (global.set $x_drawn (i32.add (global.get $x_drawn) (i32.const 1)))
    (i32.load offset=4 (local.get $at)))
  (func $x_draw (param $bound i64) (result i64)
    (global.set $x_chance (f64.div (global.get $x_chance) (f64.convert_i64_s (local.get $bound))))
    (i64.extend_i32_u (call $x_next (i32.wrap_i64 (local.get $bound)))))
  ;; whether there is another script after the one played
  (func $x_another (result i32)
    (local $at i32) (local $choice i32)
    (block $none
      (loop $back
        (br_if $none (i32.eqz (global.get $x_length)))
        (local.set $at (i32.add (global.get $x_script)
          (i32.shl (i32.sub (global.get $x_length) (i32.const 1)) (i32.const 3))))
        (local.set $choice (i32.add (i32.load offset=4 (local.get $at)) (i32.const 1)))
        (if (i32.lt_u (local.get $choice) (i32.load (local.get $at))) (then
          (i32.store offset=4 (local.get $at) (local.get $choice))
          (return (i32.const 1))))
        (global.set $x_length (i32.sub (global.get $x_length) (i32.const 1)))
        (br $back)))
    (i32.const 0))
  ;; what a piece counts for: its class, and its face
  (func $x_kind (param $S i32) (param $piece i32) (result i32)
    (i32.or
      (i32.load (i32.add (global.get $x_class) (i32.shl (local.get $piece) (i32.const 2))))
      (i32.shl {face} (i32.const 20))))
  ;; which of some pieces a shuffle takes: one of each kind that is among them
  (func $x_pick (param $S i32) (param $cards i32) (param $count i32) (result i32)
    (local $one i32) (local $other i32) (local $kinds i32) (local $kind i32) (local $wanted i32) (local $alike i32)
    (local.set $wanted (i32.const -1))
    (loop $again
      (local.set $one (i32.const 0))
      (local.set $kinds (i32.const 0))
      (loop $ones
        (local.set $kind (call $x_kind (local.get $S)
          (i32.load (i32.add (local.get $cards) (i32.shl (local.get $one) (i32.const 2))))))
        (local.set $other (i32.const 0))
        (block $known
          (block $new
            (loop $others
              (br_if $new (i32.ge_u (local.get $other) (local.get $one)))
              (br_if $known (i32.eq (local.get $kind) (call $x_kind (local.get $S)
                (i32.load (i32.add (local.get $cards) (i32.shl (local.get $other) (i32.const 2)))))))
              (local.set $other (i32.add (local.get $other) (i32.const 1)))
              (br $others)))
          (if (i32.eq (local.get $kinds) (local.get $wanted)) (then
            (local.set $other (local.get $one))
            (local.set $alike (i32.const 0))
            (loop $counted
              (if (i32.eq (local.get $kind) (call $x_kind (local.get $S)
                  (i32.load (i32.add (local.get $cards) (i32.shl (local.get $other) (i32.const 2)))))) (then
                (local.set $alike (i32.add (local.get $alike) (i32.const 1)))))
              (local.set $other (i32.add (local.get $other) (i32.const 1)))
              (br_if $counted (i32.lt_u (local.get $other) (local.get $count))))
            (global.set $x_chance (f64.div
              (f64.mul (global.get $x_chance) (f64.convert_i32_u (local.get $alike)))
              (f64.convert_i32_u (local.get $count))))
            (return (local.get $one))))
          (local.set $kinds (i32.add (local.get $kinds) (i32.const 1))))
        (local.set $one (i32.add (local.get $one) (i32.const 1)))
        (br_if $ones (i32.lt_u (local.get $one) (local.get $count))))
      (local.set $wanted (call $x_next (local.get $kinds)))
      (br $again))
    (unreachable))"""
