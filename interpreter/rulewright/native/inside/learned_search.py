"""A search with a learned player inside the module, with the results of `learned_tree.py`.

The results are equal to those of `play/policies/learned_tree.py` to the last bit.

The tree is the pool of `trees.py`; in place of the number of times an option was open, an entry has its *prior*, the
value that the player expects of it. The host provides the values of choices in addition to the states they lead to,
when they first come up (`learned_player.py`): a simulation that meets an unknown choice, or lacks room for options,
*stops*, leaving only options never taken, and is repeated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.core.model import ahead
from rulewright.core.model.weighing import UNIT
from rulewright.native.backend.layout import StateLayout

UNTOLD: Final = 1
NO_ROOM: Final = 2
"""Why a simulation stopped: who is asked in its state has choices that were not told; the pool is full."""

SOLVED: Final = -2
"""What is picked where everything is proven."""

_TEXT = """
  (global $p_proves (mut i32) (i32.const 0))
  (global $p_proven (mut f64) (f64.const 0))
  ;; ---- A search with a learned player
  ;; what the player expects of each option of a state for the seat asked, as chance elsewhere would have it; 0 if it
  ;; stopped
  (func $p_value (param $state i32) (result i32)
    (i32.local $seat $who $view $count $n $after $left $choice $found $worths) (i64.local $sum $worth)
    (local.set $seat $state.{AT_SEAT})
    (local.set $who (call $t_who $state))
    (local.set $count $state.{AT_N_OPTIONS})
    (each $n 0 $count
      (if (i32.eqz (i32.load offset=8 (call $l_choice $who (call $t_code $state $n)))) (then
        (i32.store offset={L_STOPPED} @t_at {UNTOLD})
        (return 0))))
    (local.set $view (call $l_view $seat))
    (call $l_compare $state @t_at.{BASE})
    (local.set $worths (call $l_weigh_as_in $state))
    (local.set $sum (i64.add (i64.load (item 8 $worths $seat)) (call $l_change $state @t_at.{BASE} $view $seat)))
    (local.set $after @t_at.{L_AFTER})
    (local.set $found @t_at.{L_FOUND})
    (each $n 0 $count
      (call $copy $after $state)
      (i64.store offset={AT_SEED} $after (i64.xor $after.{AT_SEED} {ELSEWHERE}))
      (call $l_step $after (call $t_code $state $n) $seat)
      (local.set $worth (call $l_worth_as_it_is $after $state $sum $seat))
      (local.set $choice (call $l_choice $who (call $t_code $state $n)))
      (local.set $left $choice.12)
      (i64.add_to $worth (if (result i64) (if (result i32) (i32.lt_s $left 0) (then 0)
          (else (i32.lt_s (call $l_column $state $view $left) 0))) (then (i64.load offset=24 $choice))
        (else (i64.load offset=16 $choice))))
      (i64.store (item 8 $found $n) $worth))
    (i32.const 1))
  ;; an option that is new to the tree
  (func $p_made (i32.param $node $who) (i64.param $key $prior) (result i32)
    (local $option i32)
    (local.set $option (call $t_made $node $who $key))
    (call $p_expect $option $prior)
    (local.get $option))
  (func $p_expect (param $option i32) (param $prior i64)
    (i32.store offset=20 $option (i32.wrap_i64 (call $l_near $prior))))
  ;; infinite where the seat asked has an option that is won, or none that is not lost; 0 otherwise
  (func $p_verdict (i32.param $known $count) (result f64)
    (local $end i32) (f64.local $worth $all)
    (local.set $end (item 4 $known $count))
    (local.set $all (f64.const -inf))
    (loop $next
      (local.set $worth (f64.load offset=24 (i32.load $known)))
      (if (f64.eq $worth inf) (then (return $worth)))
      (if (f64.ne $worth -inf) (then (local.set $all (f64.const 0))))
      (br_if $next (i32.lt_u (local.tee $known (i32.add $known 4)) $end)))
    (local.get $all))
  ;; whether the decision itself is proven, whose keys are all in the tree
  (func $p_decided (export "think_decided") (param $request i32) (result i32)
    (i32.local $key $who) (local $worth f64) (local $open i32)
    (global.set $t_at $request)
    (local.set $who (call $t_who $request.{BASE}))
    (each $key 0 $request.{N_KEYS}
      (local.set $worth (f64.load offset=24 (call $t_known $request 0 $who (i64.load (item 8 $request.{KEYS} $key)))))
      (if (f64.eq $worth inf) (then (return 1)))
      (local.set $open (i32.or $open (f64.ne $worth -inf))))
    (i32.eqz $open))
  ;; the same after a simulation: it is if the option that this one began with has become won, or the last one lost
  (func $p_has_decided (result i32)
    (if (f64.lt (f64.abs (f64.load offset=24 (i32.load offset=4 @t_at.{PATH}))) inf)
      (then (return 0)))
    (call $p_decided @t_at))
  ;; The option that was taken last is won or lost for its seat.
  (func $p_prove (param $worth f64)
    (f64.store offset=24 (i32.load offset=4 (i32.sub @t_at.{PATH_END} 8)) $worth))
  (func $p_last_seat (result i32)
    (i32.load (i32.sub @t_at.{PATH_END} 8)))
  ;; Proves the option that was taken last by what is proven where it led to, and learns.
  (func $p_solved (param $state i32)
    (local $worths i32)
    (if (i32.ne $state.{AT_SEAT} (call $p_last_seat)) (then
      (global.set $p_proven (f64.neg @p_proven))))
    (call $p_prove @p_proven)
    (local.set $worths @t_at.{WORTHS})
    (f64.store $worths (f64.convert_i32_u (i32.eq (f64.gt @p_proven 0) (i32.eqz (call $p_last_seat)))))
    (f64.store offset=8 $worths (f64.sub 1 (f64.load $worths)))
    (call $t_learn))
  ;; Proves the option that ended the game, if one seat is ahead.
  (func $p_ended
    (f64.local $own $other)
    (local.set $own (call $t_worth_to (call $p_last_seat)))
    (local.set $other (call $t_worth_to (i32.sub 1 (call $p_last_seat))))
    (if (f64.ne $own $other) (then (call $p_prove (select (f64.const inf) (f64.const -inf) (f64.gt $own $other))))))
  ;; The place among some keys of the option to follow, -1 if it stopped; which option that is stays in globals.
  (func $p_pick (i32.param $node $who $keys $count $state)
      (result i32)
    (i32.local $place $left $option $known $found $lacks $most $best) (i64.local $taken $counted $short)
    (f64.local $worths $middle $apart $share $n $value $highest)
    (local.set $known @t_at.{KNOWN})
    (local.set $found @t_at.{L_FOUND})
    (each $place 0 $count
      (local.set $option (call $t_known @t_at $node $who (i64.load (item 8 $keys $place))))
      (i32.store (item 4 $known $place) $option)
      (local.set $lacks (i32.or $lacks (i32.eqz $option))))
    (if $lacks (then
      (if (i32.gt_u (i32.add @t_at.{N_POOL} $count) @t_at.{L_POOL_SIZE}) (then
        (i32.store offset={L_STOPPED} @t_at {NO_ROOM})
        (return -1)))
      (if (i32.eqz (call $p_value $state)) (then (return -1)))
      (each $place 0 $count
        (if (i32.eqz (i32.load (item 4 $known $place))) (then
          (i32.store (item 4 $known $place)
            (call $p_made $node $who (i64.load (item 8 $keys $place)) (i64.load (item 8 $found $place)))))))))
    ;; below the root, nothing is followed where all is proven
    (if (i32.and (i32.ne $node 0) @p_proves) (then
      (global.set $p_proven (call $p_verdict $known $count))
      (if (f64.ne @p_proven 0) (then (return {SOLVED})))))
    ;; what was found at this node, and the best that is expected
    (local.set $most -0x80000000)
    (each $place 0 $count
      (local.set $option (i32.load (item 4 $known $place)))
      (i64.add_to $taken (i64.load32_u offset=16 $option))
      (if (f64.lt (f64.abs $option.24) inf) (then
        (i64.add_to $counted (i64.load32_u offset=16 $option))
        (f64.add_to $worths $option.24)))
      (i64.add_to $short (i64.load32_s offset=20 $option))
      (if (i32.gt_s $option.20 $most) (then (local.set $most $option.20))))
    (local.set $middle (if (result f64) (i64.eqz $counted) (then (f64.div (f64.convert_i32_s $most) {UNIT}))
      (else (f64.div $worths (f64.convert_i64_u $counted)))))
    (local.set $short (i64.sub (i64.mul (i64.extend_i32_s $most) (i64.extend_i32_u $count)) $short))
    (local.set $apart (f64.mul {APART} (f64.div (f64.convert_i64_s $short) (f64.convert_i32_u $count))))
    ;; how much attention each option gets
    (each $place 0 $count
      (local.set $option (i32.load (item 4 $known $place)))
      (local.set $value (f64.convert_i64_s (i64.sub (i64.extend_i32_s $most) (i64.load32_s offset=20 $option))))
      (local.set $value (if (result f64) (f64.gt $value 0) (then (f64.div $value $apart)) (else (f64.const 0))))
      (local.set $value (f64.div 1 (f64.add 1 (f64.mul $value $value))))
      (f64.add_to $share $value)
      (f64.store (item 8 $found $place) $value))
    (local.set $share (f64.div (f64.mul @t_at.{L_EXPLORE} (f64.sqrt (f64.convert_i64_u (i64.add $taken 1)))) $share))
    (local.set $highest (f64.const -inf))
    (local.set $left $count)
    (local.set $best (local.tee $place (call $t_below $count)))
    (loop $next
      (local.set $option (i32.load (item 4 $known $place)))
      (local.set $n (f64.convert_i32_u (i32.load offset=16 $option)))
      (local.set $value (f64.sub $middle
        (f64.div (f64.convert_i64_s (i64.sub (i64.extend_i32_s $most) (i64.load32_s offset=20 $option))) {UNIT})))
      (local.set $value
        (f64.add (f64.div (f64.add (f64.mul @t_at.{L_TRUST} $value) $option.24)
            (f64.add @t_at.{L_TRUST} $n))
          (f64.div (f64.mul $share (f64.load (item 8 $found $place))) (f64.add 1 $n))))
      (if (f64.gt $value $highest) (then
        (local.set $highest $value) (local.set $best $place)))
      (i32.add_to $place 1)
      (if (i32.eq $place $count) (then (local.set $place 0)))
      (br_if $next (local.tee $left (i32.sub $left 1))))
    (global.set $t_option (i32.load (item 4 $known $best)))
    (global.set $t_is_new (i32.eqz @t_option.16))
    (local.get $best))
  ;; makes the choice that the player expects most of; 0 if it stopped
  (func $p_follow (param $state i32) (result i32)
    (i32.local $count $place $left $best $found) (local $most i64)
    (local.set $count $state.{AT_N_OPTIONS})
    (if (i32.gt_u $count 1) (then
      (if (i32.eqz (call $p_value $state)) (then (return 0)))
      (local.set $found @t_at.{L_FOUND})
      (local.set $most (i64.const -0x8000000000000000))
      (local.set $left $count)
      (local.set $place (call $t_below $count))
      (loop $next
        (if (i64.gt_s (i64.load (item 8 $found $place)) $most) (then
          (local.set $most (i64.load (item 8 $found $place)))
          (local.set $best $place)))
        (i32.add_to $place 1)
        (if (i32.eq $place $count) (then (local.set $place 0)))
        (br_if $next (local.tee $left (i32.sub $left 1))))))
    (call $t_step $state (call $t_who $state) (call $t_code $state $best))
    (i32.const 1))
  ;; whether a choice after the tree is made at random
  (func $p_strays (result i32)
    (if (i32.eqz @t_at.{L_EPSILON}) (then (return 0)))
    (i32.lt_u (call $t_below 100) @t_at.{L_EPSILON}))
  ;; a simulation, of which the table is dealt; 0 if it stopped
  (func $p_simulate (result i32)
    (i32.local $state $who $key $place)
    (local.set $state @t_at.{STATE})
    (local.set $who (call $t_who $state))
    (global.set $p_proves (i32.and @t_at.{L_SOLVES} (i32.eqz $state.{AT_SEALED})))
    (local.set $key (call $p_pick 0 $who @t_at.{KEYS} @t_at.{N_KEYS} $state))
    (call $t_take_offer $state $who $key)
    (block $new
      (loop $down
        (br_if $new @t_is_new)
        (br_if $new (i32.eqz (call $t_goes_on $state)))
        (if $state.{AT_SEALED} (then (global.set $p_proves 0)))
        (if (i32.or (i32.eq $state.{AT_N_OPTIONS} 1) (i32.and $state.{AT_SEALED}
            (i32.ne $state.{AT_SEAT} @t_at.{SEAT})))
          (then
            (if (i32.eqz (call $p_follow $state)) (then (return 0))))
          (else
            (local.set $who (call $t_who $state))
            (local.set $place (call $p_pick (call $t_node_after @t_option) $who (i32.add $state {OPTIONS})
              $state.{AT_N_OPTIONS} $state))
            (if (i32.eq $place {SOLVED}) (then
              (call $p_solved $state)
              (return 1)))
            (if (i32.lt_s $place 0) (then (return 0)))
            (call $t_take $state $who (call $t_code $state $place))))
        (br $down)))
    (global.set $p_proves (i32.and @p_proves (i32.eqz $state.{AT_FRAME})))
    (local.set $key (item 16 @t_at.{PLAYED_END} @t_at.{L_LEAF}))
    (until (i32.eqz (call $t_goes_on $state))
      (if (i32.and (i32.ge_u @t_at.{PLAYED_END} $key) (i32.eqz $state.{AT_SEALED})) (then
        (call $l_worth $state)
        (call $t_learn)
        (return 1)))
      (if (call $p_strays)
        (then (call $t_step $state (call $t_who $state) (call $t_code $state (call $t_below $state.{AT_N_OPTIONS}))))
        (else (if (i32.eqz (call $p_follow $state)) (then (return 0))))))
    (call $t_worth $state)
    (if @p_proves (then (call $p_ended)))
    (call $t_learn)
    (i32.const 1))
  ;; adds up what is expected of each key on one more table; 0 if it stopped
  (func $p_look (export "think_look") (i32.param $request $number) (result i32)
    (i32.local $key $to $place)
    (global.set $t_at $request)
    (i32.store offset={L_STOPPED} $request 0)
    (if (i32.eqz $number) (then
      (call $l_set_base $request.{BASE})
      (memory.fill $request.{L_SUMS} 0 (i32.shl $request.{N_KEYS} 3))))
    (call $t_begin (i64.extend_i32_u $number))
    (if (i32.eqz (call $p_value $request.{STATE})) (then (return 0)))
    (each $key 0 $request.{N_KEYS}
      (local.set $to (item 8 $request.{L_SUMS} $key))
      (local.set $place (i32.load (i32.load (item 8 $request.{PLACES} $key))))
      (i64.store $to (i64.add (i64.load $to) (i64.load (item 8 $request.{L_FOUND} $place)))))
    (i32.const 1))
  ;; what is expected of the keys is written into the tree, which has room for them; nothing where looking `failed`
  (func $p_root (export "think_root") (i32.param $request $failed)
    (i32.local $key $state $option) (i64.local $code $prior)
    (global.set $t_at $request)
    (local.set $state $request.{BASE})
    (each $key 0 $request.{N_KEYS}
      (local.set $code (i64.load (item 8 $request.{KEYS} $key)))
      (if (i32.eqz $failed) (then
        (local.set $prior (i64.shr_s (i64.load (item 8 $request.{L_SUMS} $key)) {LOOKS_SHIFT}))))
      (local.set $option (call $t_known $request 0 (call $t_who $state) $code))
      (if $option (then (call $p_expect $option $prior))
        (else (drop (call $p_made 0 (call $t_who $state) $code $prior))))))
"""


def learned_search(layout: StateLayout, names: Mapping[str, object]) -> str:
    """Return the text of the functions.

    `names` maps placeholders of the text to values.
    """
    own = {
        "UNTOLD": UNTOLD, "NO_ROOM": NO_ROOM, "SOLVED": SOLVED, "UNIT": UNIT,
        "ELSEWHERE": ahead.ELSEWHERE, "APART": ahead.APART, "LOOKS_SHIFT": ahead.LOOKS.bit_length() - 1,
    }  # fmt: skip
    return _TEXT.format(**{**names, **own})
