"""The choice of parts by `random` in a `pick` of several, inside the module.

Same result as `play/policies/even_sets.py`: both compute with the same 64-bit numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.walk import asks_in
from rulewright.core.model.layout import LABEL_BITS, LEAST_FREE_CODE
from rulewright.core.model.parts_played import IN_ORDER, MOST_COUNTED, SeveralLocals
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import FrameLayout, StateLayout
from rulewright.observe.sight.selections import ENOUGH


def even_sets(lowered: Lowered, layout: StateLayout) -> Iterator[str]:
    """Yield the text of `$e_finds`, `$e_choose` and `$e_count`.

    `$e_finds` tells whether parts of a set are chosen from few enough candidates to count. `$e_choose` returns the
    index of the option taken. `$e_count` counts a choice, with the parts that it settles.
    """
    yield """
  (global $e_pool (mut i32) (i32.const 0)) (global $e_picked (mut i32) (i32.const 0))
  (global $e_least (mut i32) (i32.const 0)) (global $e_most (mut i32) (i32.const 0))
  (global $e_ordered (mut i32) (i32.const 0)) (global $e_shared (mut i32) (i32.const 0))
  (func $e_number (param $value i64) (result i32)
    (i32.wrap_i64 (select $value (i64.const 10000) (i64.lt_s $value 10000))))
  (func $e_finds (param $S i32) (result i32)
    (local $frame i32)"""
    yield f"(local.set $frame (i32.add $S $S.{at.AT_FRAME}))"
    for effect in lowered.effects():
        frame = layout.frames_of[effect.number]
        for ask, _ in asks_in(effect.body):
            several = lowered.program.sites[ask.site].several
            if several is not None and frame is not None:
                yield f"(if (i32.eq $S.{at.AT_SITE} {ask.site}) (then {_found(several, frame)}))"
    yield "(i32.const 0))"
    yield _CHOOSING.format(
        AT_N_OPTIONS=at.AT_N_OPTIONS, AT_SITE=at.AT_SITE, OPTIONS=layout.options, FREE=LEAST_FREE_CODE,
        LABEL_BITS=LABEL_BITS, LABEL=(1 << LABEL_BITS) - 1, ENOUGH=ENOUGH,
    )  # fmt: skip


def _found(several: SeveralLocals, frame: FrameLayout) -> str:
    """Return text that notes the candidates of a set and returns whether they are few enough."""
    pool, picked, least, most = (
        frame.locals[each] for each in (several.pool, several.picked, several.least, several.most)
    )
    ordered = f"(i32.const {int(several.ordered == IN_ORDER)})"
    if several.ordered >= 0:
        ordered = f"(i64.ne $frame.{frame.locals[several.ordered]} 0)"
    return f"""
      (global.set $e_pool (i32.add $frame {pool}))
      (global.set $e_picked $frame.{picked})
      (global.set $e_least (call $e_number (i64.load offset={least} $frame)))
      (global.set $e_most (call $e_number (i64.load offset={most} $frame)))
      (global.set $e_ordered {ordered})
      (global.set $e_shared (i32.const {int(bool(several.shared))}))
      (return (i32.le_u (i32.add (i32.load @e_pool) @e_picked) {MOST_COUNTED}))"""


_CHOOSING: Final = """
  ;; how many sets of at least and at most so many things there are of some
  (func $e_sets (i32.param $size $least $most) (result f64)
    (f64.local $found $ways) (local $number i32)
    (local.set $ways (f64.const 1))
    (if (i32.gt_s $most $size) (then (local.set $most $size)))
    (until (i32.gt_s $number $most)
      (if (i32.ge_s $number $least) (then (local.set $found (f64.add $found $ways))))
      (local.set $ways (f64.div
        (f64.mul $ways (f64.convert_i32_s (i32.sub $size $number)))
        (f64.convert_i32_s (i32.add $number 1))))
      (i32.add_to $number 1))
    (local.get $found))
  ;; the place of a candidate among those that may be picked, from one on
  (func $e_place (param $code i64) (param $from i32) (result i32)
    (until (i64.eq (i64.load offset=8 (item 8 @e_pool $from)) (i64.shr_s $code {LABEL_BITS}))
      (i32.add_to $from 1))
    (local.get $from))
  ;; how many sets go on with an option; `$place` is where those after the one before begin
  (func $e_weight (param $code i64) (param $following i64) (i32.param $place $parts) (result f64)
    (i32.local $size $end $least $most) (local $found f64)
    (local.set $size (i32.load @e_pool))
    (if (i32.eqz @e_ordered) (then
      (local.set $size (i32.add $size @e_picked))
      (if (i64.eq $code {ENOUGH}) (then (return (call $e_sets $size @e_picked @e_picked))))
      (local.set $least (i32.add @e_picked 1))
      (if (i32.lt_s $least @e_least) (then (local.set $least @e_least)))
      (return (f64.div (call $e_sets $size $least @e_most) (f64.convert_i32_s $parts)))))
    (if (i64.eq $code {ENOUGH}) (then (return (f64.const 1))))
    (local.set $most (i32.sub (i32.sub @e_most @e_picked) 1))
    (local.set $least (i32.sub (i32.sub @e_least @e_picked) 1))
    (if (i32.lt_s $least 0) (then (local.set $least 0)))
    (local.set $end (i32.add $place 1))
    (if @e_shared (then
      (if (i64.eq $following {ENOUGH}) (then (local.set $end $size))
      (else (local.set $end (call $e_place $following $end))))))
    (until (i32.ge_s $place $end)
      (local.set $found (f64.add $found (call $e_sets (i32.sub (i32.sub $size $place) 1) $least $most)))
      (i32.add_to $place 1))
    (local.get $found))
  ;; the place of the option that is taken, by 64 bits of chance; weights are kept in scratch memory
  (func $e_choose (param $S i32) (param $bits i64) (result i32)
    (i32.local $options $count $own $parts $number $place $kept) (i64.local $code $following)
    (f64.local $total $scale $wanted $passed $weight)
    (local.set $options (i32.add $S {OPTIONS}))
    (local.set $count $S.{AT_N_OPTIONS})
    (local.set $kept @scratch)
    (each $number 0 $count
      (local.set $code (i64.load (item 8 $options $number)))
      (if (i64.lt_s $code {FREE}) (then
        (i32.add_to $own 1)
        (if (i64.ne $code {ENOUGH}) (then (i32.add_to $parts 1))))))
    (each $number 0 $own
      (local.set $code (i64.load (item 8 $options $number)))
      (local.set $following (i64.const {ENOUGH}))
      (if (i32.lt_u (i32.add $number 1) $own) (then
        (local.set $following (i64.load offset=8 (item 8 $options $number)))))
      (if (i32.and @e_ordered (i64.ne $code {ENOUGH})) (then
        (local.set $place (call $e_place $code $place))))
      (local.set $weight (call $e_weight $code $following $place $parts))
      (f64.store (item 8 $kept $number) $weight)
      (local.set $total (f64.add $total $weight)))
    (if (f64.ne $total 0) (then
      (local.set $scale (f64.div (f64.convert_i32_s $own) $total))))
    (local.set $total (f64.const 0))
    (each $number 0 $count
      (local.set $weight (f64.const 1))
      (if (i32.lt_u $number $own) (then
        (local.set $weight (f64.mul (f64.load (item 8 $kept $number)) $scale))))
      (f64.store (item 8 $kept $number) $weight)
      (local.set $total (f64.add $total $weight)))
    (local.set $wanted (f64.mul (f64.div (f64.convert_i64_u (i64.shr_u $bits 11)) 9007199254740992) $total))
    (each $number 0 $count
      (local.set $passed (f64.add $passed (f64.load (item 8 $kept $number))))
      (if (f64.lt $wanted $passed) (then (return $number))))
    (i32.sub $count 1))
  ;; counts a choice; parts are settled with one that is picked where no more are left than are needed
  (func $e_count (i32.param $order $S) (param $code i64)
    (i32.local $site $place $number $left)
    (local.set $site $S.{AT_SITE})
    (call $h_count $order $site $code)
    (if (i32.eqz (call $e_finds $S)) (then (return)))
    (local.set $number (i32.sub $S.{AT_N_OPTIONS} 1))
    (if (i64.ge_s (i64.load offset={OPTIONS} (item 8 $S $number)) {FREE}) (then (return)))
    (if (i64.ne (i64.and $code {LABEL}) 0) (then (return)))
    (local.set $number 0)
    (local.set $place (call $e_place $code 0))
    (local.set $left (i32.sub (i32.load @e_pool) 1))
    (if @e_ordered (then (local.set $left (i32.sub $left $place))))
    (if (i32.ne $left (i32.sub (i32.sub @e_least @e_picked) 1)) (then (return)))
    (if @e_ordered (then (local.set $number (i32.add $place 1))))
    (until (i32.ge_u $number (i32.load @e_pool))
      (if (i32.ne $number $place) (then
        (call $h_count $order $site (i64.shl (i64.load offset=8 (item 8 @e_pool $number)) {LABEL_BITS}))))
      (i32.add_to $number 1)))"""
