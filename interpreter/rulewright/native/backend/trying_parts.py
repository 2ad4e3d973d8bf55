"""The choice of the next part of a statement `in any order`, inside the module, written by hand.

It does the same as `core/run/order_of_parts.py`, choice by choice.
"""

from __future__ import annotations

from typing import Final

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import operations as low
from rulewright.core.model.layout import HEADER, LABEL_BITS, LEAST_FREE_CODE
from rulewright.core.run.order_of_parts import MOST_TRIED
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.shorthand import in_full
from rulewright.native.backend.source import WAITS

_TEXT: Final = """\
(global $trying (mut i32) (i32.const 0))
(global $cannot_tell (mut i32) (i32.const 0))
(global $tried (mut i32) (i32.const 0))
;; The tables at which parts have ended: where they are, how many, at how many the option tried now ends, its number.
(global $ends (mut i32) (i32.const 0))
(global $n_ends (mut i32) (i32.const 0))
(global $n_own (mut i32) (i32.const 0))
(global $option (mut i32) (i32.const 0))
;; The place among the options of the part that comes next, -1 if the seat is to be asked.
(func $next_part (i32.param $S $f) (i64.param $loose $blind) (result i32)
  (i32.local $count $n $any_blind $any_free $first $kept $begin $sizes) (i64.local $code $bit)
  (local.set $count (i32.load offset={AT_N_OPTIONS} $S))
  (local.set $first (i32.const -1))
  (each $n 0 $count
    (local.set $code (i64.load offset={OPTIONS} (item 8 $S $n)))
    (if (i64.ge_s $code {LEAST_FREE_CODE}) (then (local.set $any_free (i32.const 1)))
      (else
        (local.set $bit (i64.shl (i64.const 1) (i64.and $code {LABEL})))
        (if (i64.ne (i64.and $bit $blind) 0) (then (local.set $any_blind (i32.const 1))))
        (if (i32.and (i64.ne (i64.and $bit $loose) 0) (i32.lt_s $first 0)) (then (local.set $first $n))))))
  (if (i32.and @trying $any_blind) (then (global.set $cannot_tell (i32.const 1)) (return (i32.const -1))))
  (if $any_free (then (return (i32.const -1))))
  (if (i32.ge_s $first 0) (then (return $first)))
  (if (i32.eq $count 1) (then (return (i32.const 0))))
  (if (i32.or @trying $any_blind) (then (return (i32.const -1))))
  (local.set $kept @scratch)
  (local.set $begin @scratch)
  (global.set $ends (i32.add $begin {SIZE}))
  (local.set $sizes (i32.add @ends {ALL_ENDS}))
  (global.set $scratch (item 8 $sizes $count))
  (call $copy $begin $S)
  (i32.store offset={FRAME_PARENT} (i32.add $begin (i32.sub $f $S)) (i32.const 0))
  (global.set $trying (i32.const 1))
  (global.set $cannot_tell (i32.const 0))
  (global.set $tried (i32.const 0))
  (global.set $n_ends (i32.const 0))
  (local.set $n (i32.const 0))
  (until (i32.or (i32.ge_u $n $count) @cannot_tell)
    (global.set $n_own (i32.const 0))
    (global.set $option $n)
    (call $try $begin (i64.load offset={OPTIONS} (item 8 $S $n)))
    (i32.store (item 8 $sizes $n) @n_own)
    (i32.add_to $n 1))
  (global.set $trying (i32.const 0))
  (local.set $first (i32.const -1))
  (if (i32.eqz @cannot_tell) (then
    (local.set $n (i32.sub $count 1))
    (until (i32.lt_s $n 0)
      (if (i32.eq (i32.load (item 8 $sizes $n)) @n_ends) (then (local.set $first $n)))
      (i32.sub_from $n 1))))
  (global.set $scratch $kept)
  (local.get $first))
;; Choose an option on a copy, and all that can be chosen until the parts have ended.
(func $try (param $before i32) (param $code i64)
  (i32.local $state $n $count $result)
  (global.set $tried (i32.add @tried 1))
  (if (i32.gt_u @tried {MOST_TRIED}) (then (global.set $cannot_tell (i32.const 1)) (return)))
  (local.set $state @scratch)
  (global.set $scratch (i32.add $state {SIZE}))
  (call $copy $state $before)
  (block $ended (loop $forced
    (local.set $result (call $choose_part $state $code))
    (br_if $ended (i32.ne $result {WAITS}))
    (if (i32.ne (i32.load offset={AT_SEAT} $state) (i32.load offset={AT_SEAT} $before))
      (then (global.set $cannot_tell (i32.const 1))))
    (local.set $count (i32.load offset={AT_N_OPTIONS} $state))
    (local.set $code (i64.load offset={OPTIONS} $state))
    (br_if $forced (i32.and (i32.eq $count 1) (i32.eqz @cannot_tell)))))
  (if (i32.eq $result {WAITS})
    (then
      (until (i32.or (i32.ge_u $n $count) @cannot_tell)
        (call $try $state (i64.load offset={OPTIONS} (item 8 $state $n)))
        (i32.add_to $n 1)))
    (else
      (if $result (then (i32.store offset={AT_OVER} $state (i32.const 1))))
      (call $note_end $state)))
  (global.set $scratch $state))
;; Choose an option: what the innermost effect, or the last that it goes back to, returns.
(func $choose_part (param $S i32) (param $c i64) (result i32)
  (i32.local $f $result)
  (i64.store offset={AT_STEPS} $S 0)
  (local.set $f (i32.load offset={AT_FRAME} $S))
  (loop $outwards
    (local.set $f (i32.add $S $f))
    (local.set $result (call $run $S $f $c))
    (if $result (then (return $result)))
    (local.set $f (i32.load offset={FRAME_PARENT} $f))
    (br_if $outwards $f))
  (i32.const 0))
;; Note the table at which the parts have ended: the option tried last that ends there, whether the game is over.
(func $note_end (param $state i32)
  (i32.local $n $end $word)
  (block $found
    (each $n 0 @n_ends
      (local.set $end (i32.add @ends (i32.mul $n {END_SIZE})))
      (if (i32.eq (i32.load offset=4 $end) (i32.load offset={AT_OVER} $state)) (then
        (local.set $word (i32.const 0))
        (block $differs
          (until (i32.ge_u $word {WORDS})
            (br_if $differs (i32.ne (i32.load offset=8 (i32.add $end $word))
              (i32.load offset={FROM} (i32.add $state $word))))
            (i32.add_to $word 4))
          (if (i32.ne (i32.load $end) @option) (then
            (i32.store $end @option)
            (global.set $n_own (i32.add @n_own 1))))
          (return)))))
    (local.set $end (i32.add @ends (i32.mul @n_ends {END_SIZE})))
    (global.set $n_ends (i32.add @n_ends 1))
    (global.set $n_own (i32.add @n_own 1))
    (i32.store $end @option)
    (i32.store offset=4 $end (i32.load offset={AT_OVER} $state))
    (memory.copy (i32.add $end 8) (i32.add $state {FROM}) {WORDS})))
"""


def order_of_parts(lowered: Lowered, layout: StateLayout) -> str:
    """Return the functions for a game that has such a statement, nothing for any other."""
    if not any(isinstance(each, low.Ask) and each.in_any_order for each in lowered.all_operations()):
        return ""
    names = {name: value for name, value in vars(at).items() if name.isupper() and isinstance(value, int)}
    words = layout.fixed - layout.slot(HEADER)
    end_size = (8 + words + 7) // 8 * 8
    return in_full(_TEXT.format(
        **names, OPTIONS=layout.options, SIZE=(layout.size + 7) // 8 * 8, LEAST_FREE_CODE=LEAST_FREE_CODE,
        LABEL=(1 << LABEL_BITS) - 1, MOST_TRIED=MOST_TRIED, WAITS=WAITS, FROM=layout.slot(HEADER), WORDS=words,
        END_SIZE=end_size, ALL_ENDS=end_size * MOST_TRIED,
    ))  # fmt: skip
