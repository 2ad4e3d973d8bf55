"""A search with a learned player inside the module: `play/learned_tree.py` has the meaning, to the last bit.

The tree is the pool of `trees.py`; where an option of other searches has how often it was open, one of these has its
*prior*, what the player expects of it. What choices are worth besides the tables they lead to is told by the host as
they come up (`learned_player.py`): a simulation that meets one that was not told, or that lacks room for options,
*stops* without a trace but for options never taken, and is made again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.backends.wasm.layout import StateLayout
from rulewright.model import ahead
from rulewright.model.weighing import UNIT

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
    (local $seat i32) (local $who i32) (local $view i32) (local $count i32) (local $n i32) (local $after i32)
    (local $left i32) (local $choice i32) (local $found i32) (local $sum i64) (local $worth i64)
    (local.set $seat (i32.load offset={AT_SEAT} (local.get $state)))
    (local.set $who (call $t_who (local.get $state)))
    (local.set $count (i32.load offset={AT_N_OPTIONS} (local.get $state)))
    (loop $next
      (if (i32.eqz (i32.load offset=8 (call $l_choice (local.get $who)
          (call $t_code (local.get $state) (local.get $n))))) (then
        (i32.store offset={L_STOPPED} (global.get $t_at) (i32.const {UNTOLD}))
        (return (i32.const 0))))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $count))))
    (local.set $view (call $l_view (local.get $seat)))
    (call $l_compare (local.get $state) (i32.load offset={BASE} (global.get $t_at)))
    (local.set $sum (i64.add
      (i64.load (i32.add (i32.load offset={L_BASES} (global.get $t_at)) (i32.shl (local.get $seat) (i32.const 3))))
      (call $l_change (local.get $state) (i32.load offset={BASE} (global.get $t_at)) (local.get $view)
        (local.get $seat))))
    (local.set $after (i32.load offset={L_AFTER} (global.get $t_at)))
    (local.set $found (i32.load offset={L_FOUND} (global.get $t_at)))
    (local.set $n (i32.const 0))
    (loop $next
      (call $copy (local.get $after) (local.get $state))
      (i64.store offset={AT_SEED} (local.get $after)
        (i64.xor (i64.load offset={AT_SEED} (local.get $after)) (i64.const {ELSEWHERE})))
      (call $l_step (local.get $after) (call $t_code (local.get $state) (local.get $n)) (local.get $seat))
      (local.set $worth (call $l_worth_as_it_is (local.get $after) (local.get $state) (local.get $sum)
        (local.get $seat)))
      (local.set $choice (call $l_choice (local.get $who) (call $t_code (local.get $state) (local.get $n))))
      (local.set $left (i32.load offset=12 (local.get $choice)))
      (local.set $worth (i64.add (local.get $worth) (if (result i64)
        (if (result i32) (i32.lt_s (local.get $left) (i32.const 0)) (then (i32.const 0)) (else
          (i32.lt_s (call $l_column (local.get $state) (local.get $view) (local.get $left)) (i32.const 0))))
        (then (i64.load offset=24 (local.get $choice)))
        (else (i64.load offset=16 (local.get $choice))))))
      (i64.store (i32.add (local.get $found) (i32.shl (local.get $n) (i32.const 3))) (local.get $worth))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $count))))
    (i32.const 1))
  ;; an option that is new to the tree
  (func $p_made (param $node i32) (param $who i32) (param $key i64) (param $prior i64) (result i32)
    (local $option i32)
    (local.set $option (call $t_made (local.get $node) (local.get $who) (local.get $key)))
    (call $p_expect (local.get $option) (local.get $prior))
    (local.get $option))
  (func $p_expect (param $option i32) (param $prior i64)
    (i32.store offset=20 (local.get $option) (i32.wrap_i64 (call $l_near (local.get $prior)))))
  ;; infinite where the seat asked has an option that is won, or none that is not lost; 0 otherwise
  (func $p_verdict (param $known i32) (param $count i32) (result f64)
    (local $end i32) (local $worth f64) (local $all f64)
    (local.set $end (i32.add (local.get $known) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $all (f64.const -inf))
    (loop $next
      (local.set $worth (f64.load offset=24 (i32.load (local.get $known))))
      (if (f64.eq (local.get $worth) (f64.const inf)) (then (return (local.get $worth))))
      (if (f64.ne (local.get $worth) (f64.const -inf)) (then (local.set $all (f64.const 0))))
      (br_if $next (i32.lt_u (local.tee $known (i32.add (local.get $known) (i32.const 4))) (local.get $end))))
    (local.get $all))
  ;; whether the decision itself is proven, whose keys are all in the tree
  (func $p_decided (export "think_decided") (param $request i32) (result i32)
    (local $key i32) (local $who i32) (local $worth f64) (local $open i32)
    (global.set $t_at (local.get $request))
    (local.set $who (call $t_who (i32.load offset={BASE} (local.get $request))))
    (loop $next
      (local.set $worth (f64.load offset=24 (call $t_known (local.get $request) (i32.const 0) (local.get $who)
        (i64.load (i32.add (i32.load offset={KEYS} (local.get $request))
          (i32.shl (local.get $key) (i32.const 3)))))))
      (if (f64.eq (local.get $worth) (f64.const inf)) (then (return (i32.const 1))))
      (local.set $open (i32.or (local.get $open) (f64.ne (local.get $worth) (f64.const -inf))))
      (br_if $next (i32.lt_u (local.tee $key (i32.add (local.get $key) (i32.const 1)))
        (i32.load offset={N_KEYS} (local.get $request)))))
    (i32.eqz (local.get $open)))
  ;; the same after a simulation: it is if the option that this one began with has become won, or the last one lost
  (func $p_has_decided (result i32)
    (if (f64.lt (f64.abs (f64.load offset=24 (i32.load offset=4 (i32.load offset={PATH} (global.get $t_at)))))
        (f64.const inf)) (then (return (i32.const 0))))
    (call $p_decided (global.get $t_at)))
  ;; The option that was taken last is won or lost for its seat.
  (func $p_prove (param $worth f64)
    (f64.store offset=24 (i32.load offset=4 (i32.sub (i32.load offset={PATH_END} (global.get $t_at)) (i32.const 8)))
      (local.get $worth)))
  (func $p_last_seat (result i32)
    (i32.load (i32.sub (i32.load offset={PATH_END} (global.get $t_at)) (i32.const 8))))
  ;; Proves the option that was taken last by what is proven where it led to, and learns.
  (func $p_solved (param $state i32)
    (local $worths i32)
    (if (i32.ne (i32.load offset={AT_SEAT} (local.get $state)) (call $p_last_seat)) (then
      (global.set $p_proven (f64.neg (global.get $p_proven)))))
    (call $p_prove (global.get $p_proven))
    (local.set $worths (i32.load offset={WORTHS} (global.get $t_at)))
    (f64.store (local.get $worths) (f64.convert_i32_u
      (i32.eq (f64.gt (global.get $p_proven) (f64.const 0)) (i32.eqz (call $p_last_seat)))))
    (f64.store offset=8 (local.get $worths) (f64.sub (f64.const 1) (f64.load (local.get $worths))))
    (call $t_learn))
  ;; Proves the option that ended the game, if one seat is ahead.
  (func $p_ended
    (local $own f64) (local $other f64)
    (local.set $own (call $t_worth_to (call $p_last_seat)))
    (local.set $other (call $t_worth_to (i32.sub (i32.const 1) (call $p_last_seat))))
    (if (f64.ne (local.get $own) (local.get $other)) (then
      (call $p_prove (select (f64.const inf) (f64.const -inf) (f64.gt (local.get $own) (local.get $other)))))))
  ;; The place among some keys of the option to follow, -1 if it stopped; which option that is stays in globals.
  (func $p_pick (param $node i32) (param $who i32) (param $keys i32) (param $count i32) (param $state i32)
      (result i32)
    (local $place i32) (local $left i32) (local $option i32) (local $known i32) (local $found i32) (local $lacks i32)
    (local $most i32) (local $best i32) (local $taken i64) (local $counted i64) (local $short i64) (local $worths f64)
    (local $middle f64)
    (local $apart f64) (local $share f64) (local $n f64) (local $value f64) (local $highest f64)
    (local.set $known (i32.load offset={KNOWN} (global.get $t_at)))
    (local.set $found (i32.load offset={L_FOUND} (global.get $t_at)))
    (loop $next
      (local.set $option (call $t_known (global.get $t_at) (local.get $node) (local.get $who)
        (i64.load (i32.add (local.get $keys) (i32.shl (local.get $place) (i32.const 3))))))
      (i32.store (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2))) (local.get $option))
      (local.set $lacks (i32.or (local.get $lacks) (i32.eqz (local.get $option))))
      (br_if $next (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 1))) (local.get $count))))
    (if (local.get $lacks) (then
      (if (i32.gt_u (i32.add (i32.load offset={N_POOL} (global.get $t_at)) (local.get $count))
          (i32.load offset={L_POOL_SIZE} (global.get $t_at))) (then
        (i32.store offset={L_STOPPED} (global.get $t_at) (i32.const {NO_ROOM}))
        (return (i32.const -1))))
      (if (i32.eqz (call $p_value (local.get $state))) (then (return (i32.const -1))))
      (local.set $place (i32.const 0))
      (loop $next
        (if (i32.eqz (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2))))) (then
          (i32.store (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))
            (call $p_made (local.get $node) (local.get $who)
              (i64.load (i32.add (local.get $keys) (i32.shl (local.get $place) (i32.const 3))))
              (i64.load (i32.add (local.get $found) (i32.shl (local.get $place) (i32.const 3))))))))
        (br_if $next (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 1))) (local.get $count))))))
    ;; below the root, nothing is followed where all is proven
    (if (i32.and (i32.ne (local.get $node) (i32.const 0)) (global.get $p_proves)) (then
      (global.set $p_proven (call $p_verdict (local.get $known) (local.get $count)))
      (if (f64.ne (global.get $p_proven) (f64.const 0)) (then (return (i32.const {SOLVED}))))))
    ;; what was found at this node, and the best that is expected
    (local.set $most (i32.const -0x80000000))
    (local.set $place (i32.const 0))
    (loop $next
      (local.set $option (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))))
      (local.set $taken (i64.add (local.get $taken) (i64.load32_u offset=16 (local.get $option))))
      (if (f64.lt (f64.abs (f64.load offset=24 (local.get $option))) (f64.const inf)) (then
        (local.set $counted (i64.add (local.get $counted) (i64.load32_u offset=16 (local.get $option))))
        (local.set $worths (f64.add (local.get $worths) (f64.load offset=24 (local.get $option))))))
      (if (i32.gt_s (i32.load offset=20 (local.get $option)) (local.get $most)) (then
        (local.set $most (i32.load offset=20 (local.get $option)))))
      (br_if $next (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 1))) (local.get $count))))
    (local.set $middle (if (result f64) (i64.eqz (local.get $counted))
      (then (f64.div (f64.convert_i32_s (local.get $most)) (f64.const {UNIT})))
      (else (f64.div (local.get $worths) (f64.convert_i64_u (local.get $counted))))))
    (local.set $place (i32.const 0))
    (loop $next
      (local.set $option (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))))
      (local.set $short (i64.add (local.get $short) (i64.sub (i64.extend_i32_s (local.get $most))
        (i64.load32_s offset=20 (local.get $option)))))
      (br_if $next (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 1))) (local.get $count))))
    (local.set $apart (f64.mul (f64.const {APART})
      (f64.div (f64.convert_i64_s (local.get $short)) (f64.convert_i32_u (local.get $count)))))
    ;; how much attention each option gets
    (local.set $place (i32.const 0))
    (loop $next
      (local.set $option (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))))
      (local.set $value (f64.convert_i64_s
        (i64.sub (i64.extend_i32_s (local.get $most)) (i64.load32_s offset=20 (local.get $option)))))
      (local.set $value (if (result f64) (f64.gt (local.get $value) (f64.const 0))
        (then (f64.div (local.get $value) (local.get $apart))) (else (f64.const 0))))
      (local.set $value (f64.div (f64.const 1) (f64.add (f64.const 1) (f64.mul (local.get $value) (local.get $value)))))
      (local.set $share (f64.add (local.get $share) (local.get $value)))
      (f64.store (i32.add (local.get $found) (i32.shl (local.get $place) (i32.const 3))) (local.get $value))
      (br_if $next (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 1))) (local.get $count))))
    (local.set $share (f64.div (f64.mul (f64.load offset={L_EXPLORE} (global.get $t_at))
        (f64.sqrt (f64.convert_i64_u (i64.add (local.get $taken) (i64.const 1)))))
      (local.get $share)))
    (local.set $highest (f64.const -inf))
    (local.set $left (local.get $count))
    (local.set $best (local.tee $place (call $t_below (local.get $count))))
    (loop $next
      (local.set $option (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))))
      (local.set $n (f64.convert_i32_u (i32.load offset=16 (local.get $option))))
      (local.set $value (f64.sub (local.get $middle) (f64.div (f64.convert_i64_s
        (i64.sub (i64.extend_i32_s (local.get $most)) (i64.load32_s offset=20 (local.get $option))))
        (f64.const {UNIT}))))
      (local.set $value (f64.add
        (f64.div (f64.add (f64.mul (f64.load offset={L_TRUST} (global.get $t_at)) (local.get $value))
            (f64.load offset=24 (local.get $option)))
          (f64.add (f64.load offset={L_TRUST} (global.get $t_at)) (local.get $n)))
        (f64.div (f64.mul (local.get $share)
            (f64.load (i32.add (local.get $found) (i32.shl (local.get $place) (i32.const 3)))))
          (f64.add (f64.const 1) (local.get $n)))))
      (if (f64.gt (local.get $value) (local.get $highest)) (then
        (local.set $highest (local.get $value)) (local.set $best (local.get $place))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (if (i32.eq (local.get $place) (local.get $count)) (then (local.set $place (i32.const 0))))
      (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (global.set $t_option (i32.load (i32.add (local.get $known) (i32.shl (local.get $best) (i32.const 2)))))
    (global.set $t_is_new (i32.eqz (i32.load offset=16 (global.get $t_option))))
    (local.get $best))
  ;; makes the choice that the player expects most of; 0 if it stopped
  (func $p_follow (param $state i32) (result i32)
    (local $count i32) (local $place i32) (local $left i32) (local $best i32) (local $found i32) (local $most i64)
    (local.set $count (i32.load offset={AT_N_OPTIONS} (local.get $state)))
    (if (i32.gt_u (local.get $count) (i32.const 1)) (then
      (if (i32.eqz (call $p_value (local.get $state))) (then (return (i32.const 0))))
      (local.set $found (i32.load offset={L_FOUND} (global.get $t_at)))
      (local.set $most (i64.const -0x8000000000000000))
      (local.set $left (local.get $count))
      (local.set $place (call $t_below (local.get $count)))
      (loop $next
        (if (i64.gt_s (i64.load (i32.add (local.get $found) (i32.shl (local.get $place) (i32.const 3))))
            (local.get $most)) (then
          (local.set $most (i64.load (i32.add (local.get $found) (i32.shl (local.get $place) (i32.const 3)))))
          (local.set $best (local.get $place))))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (if (i32.eq (local.get $place) (local.get $count)) (then (local.set $place (i32.const 0))))
        (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))
    (call $t_step (local.get $state) (call $t_who (local.get $state))
      (call $t_code (local.get $state) (local.get $best)))
    (i32.const 1))
  ;; whether a choice after the tree is made at random
  (func $p_strays (result i32)
    (if (i32.eqz (i32.load offset={L_EPSILON} (global.get $t_at))) (then (return (i32.const 0))))
    (i32.lt_u (call $t_below (i32.const 100)) (i32.load offset={L_EPSILON} (global.get $t_at))))
  ;; a simulation, of which the table is dealt; 0 if it stopped
  (func $p_simulate (result i32)
    (local $state i32) (local $who i32) (local $key i32) (local $place i32)
    (local.set $state (i32.load offset={STATE} (global.get $t_at)))
    (local.set $who (call $t_who (local.get $state)))
    (global.set $p_proves (i32.and (i32.load offset={L_SOLVES} (global.get $t_at))
      (i32.eqz (i32.load offset={AT_SEALED} (local.get $state)))))
    (local.set $key (call $p_pick (i32.const 0) (local.get $who) (i32.load offset={KEYS} (global.get $t_at))
      (i32.load offset={N_KEYS} (global.get $t_at)) (local.get $state)))
    (call $t_take_offer (local.get $state) (local.get $who) (local.get $key))
    (block $new
      (loop $down
        (br_if $new (global.get $t_is_new))
        (br_if $new (i32.eqz (call $t_goes_on (local.get $state))))
        (if (i32.load offset={AT_SEALED} (local.get $state)) (then (global.set $p_proves (i32.const 0))))
        (if (i32.or (i32.eq (i32.load offset={AT_N_OPTIONS} (local.get $state)) (i32.const 1))
            (i32.and (i32.load offset={AT_SEALED} (local.get $state))
              (i32.ne (i32.load offset={AT_SEAT} (local.get $state)) (i32.load offset={SEAT} (global.get $t_at)))))
          (then
            (if (i32.eqz (call $p_follow (local.get $state))) (then (return (i32.const 0)))))
          (else
            (local.set $who (call $t_who (local.get $state)))
            (local.set $place (call $p_pick (call $t_node_after (global.get $t_option)) (local.get $who)
              (i32.add (local.get $state) (i32.const {OPTIONS}))
              (i32.load offset={AT_N_OPTIONS} (local.get $state)) (local.get $state)))
            (if (i32.eq (local.get $place) (i32.const {SOLVED})) (then
              (call $p_solved (local.get $state))
              (return (i32.const 1))))
            (if (i32.lt_s (local.get $place) (i32.const 0)) (then (return (i32.const 0))))
            (call $t_take (local.get $state) (local.get $who) (call $t_code (local.get $state) (local.get $place)))))
        (br $down)))
    (global.set $p_proves (i32.and (global.get $p_proves) (i32.eqz (i32.load offset={AT_FRAME} (local.get $state)))))
    (local.set $key (i32.add (i32.load offset={PLAYED_END} (global.get $t_at))
      (i32.shl (i32.load offset={L_LEAF} (global.get $t_at)) (i32.const 4))))
    (block $end
      (loop $on
        (br_if $end (i32.eqz (call $t_goes_on (local.get $state))))
        (if (i32.and (i32.ge_u (i32.load offset={PLAYED_END} (global.get $t_at)) (local.get $key))
            (i32.eqz (i32.load offset={AT_SEALED} (local.get $state)))) (then
          (call $l_worth (local.get $state))
          (call $t_learn)
          (return (i32.const 1))))
        (if (call $p_strays)
          (then (call $t_step (local.get $state) (call $t_who (local.get $state)) (call $t_code (local.get $state)
            (call $t_below (i32.load offset={AT_N_OPTIONS} (local.get $state))))))
          (else (if (i32.eqz (call $p_follow (local.get $state))) (then (return (i32.const 0))))))
        (br $on)))
    (call $t_worth (local.get $state))
    (if (global.get $p_proves) (then (call $p_ended)))
    (call $t_learn)
    (i32.const 1))
  ;; adds up what is expected of each key on one more table; 0 if it stopped
  (func $p_look (export "think_look") (param $request i32) (param $number i32) (result i32)
    (local $key i32) (local $to i32) (local $place i32)
    (global.set $t_at (local.get $request))
    (i32.store offset={L_STOPPED} (local.get $request) (i32.const 0))
    (if (i32.eqz (local.get $number)) (then
      (call $l_set_base (i32.load offset={BASE} (local.get $request)))
      (memory.fill (i32.load offset={L_SUMS} (local.get $request)) (i32.const 0)
        (i32.shl (i32.load offset={N_KEYS} (local.get $request)) (i32.const 3)))))
    (call $t_begin (i64.extend_i32_u (local.get $number)))
    (if (i32.eqz (call $p_value (i32.load offset={STATE} (local.get $request)))) (then (return (i32.const 0))))
    (loop $next
      (local.set $to (i32.add (i32.load offset={L_SUMS} (local.get $request))
        (i32.shl (local.get $key) (i32.const 3))))
      (local.set $place (i32.load (i32.load (i32.add (i32.load offset={PLACES} (local.get $request))
        (i32.shl (local.get $key) (i32.const 3))))))
      (i64.store (local.get $to) (i64.add (i64.load (local.get $to))
        (i64.load (i32.add (i32.load offset={L_FOUND} (local.get $request))
          (i32.shl (local.get $place) (i32.const 3))))))
      (br_if $next (i32.lt_u (local.tee $key (i32.add (local.get $key) (i32.const 1)))
        (i32.load offset={N_KEYS} (local.get $request)))))
    (i32.const 1))
  ;; what is expected of the keys is written into the tree, which has room for them; nothing where looking `failed`
  (func $p_root (export "think_root") (param $request i32) (param $failed i32)
    (local $key i32) (local $state i32) (local $option i32) (local $code i64) (local $prior i64)
    (global.set $t_at (local.get $request))
    (local.set $state (i32.load offset={BASE} (local.get $request)))
    (loop $next
      (local.set $code (i64.load (i32.add (i32.load offset={KEYS} (local.get $request))
        (i32.shl (local.get $key) (i32.const 3)))))
      (if (i32.eqz (local.get $failed)) (then
        (local.set $prior (i64.shr_s (i64.load (i32.add (i32.load offset={L_SUMS} (local.get $request))
          (i32.shl (local.get $key) (i32.const 3)))) (i64.const {LOOKS_SHIFT})))))
      (local.set $option (call $t_known (local.get $request) (i32.const 0) (call $t_who (local.get $state))
        (local.get $code)))
      (if (local.get $option)
        (then (call $p_expect (local.get $option) (local.get $prior)))
        (else (drop (call $p_made (i32.const 0) (call $t_who (local.get $state)) (local.get $code)
          (local.get $prior)))))
      (br_if $next (i32.lt_u (local.tee $key (i32.add (local.get $key) (i32.const 1)))
        (i32.load offset={N_KEYS} (local.get $request))))))
"""


def learned_search(layout: StateLayout, names: Mapping[str, object]) -> str:
    """The functions; `names` are what the text calls by name."""
    own = {
        "UNTOLD": UNTOLD, "NO_ROOM": NO_ROOM, "SOLVED": SOLVED, "UNIT": UNIT,
        "ELSEWHERE": ahead.ELSEWHERE, "APART": ahead.APART, "LOOKS_SHIFT": ahead.LOOKS.bit_length() - 1,
    }  # fmt: skip
    return _TEXT.format(**{**names, **own})
