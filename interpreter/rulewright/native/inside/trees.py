"""The tree of a search inside the module, as in `play/policies/tree.py`.

The request is in `searching.py`. The tree is a *pool* of options, 32 bytes each: the node it is in, the who that
chooses (4 bytes each), its code (8), the number of times it was taken and was open (4 each), and its total value (8).
The node an option leads to is its number in the pool plus 1; node 0 is the root, so that an option always follows the
one that leads to it. An index, a table of 4-byte entries, finds options by node, who and code: an entry is 0 if empty,
otherwise the node of one.
"""

from __future__ import annotations

from typing import Final

TREE: Final = """
  (func $t_place_of (i32.param $node $who) (param $key i64) (result i32)
    (local $z i64)
    (local.set $z (i64.add (i64.mul $key {COUNTER_STEP})
      (i64.mul (i64.or (i64.shl (i64.extend_i32_u $node) 32) (i64.extend_i32_u $who)) {STREAM_STEP})))
    (i32.wrap_i64 (i64.shr_u (i64.mul (i64.xor $z (i64.shr_u $z 32)) {STIR_1}) 32)))
  ;; the place in the index of an option, or where it would go
  (func $t_seek (i32.param $node $who) (param $key i64) (result i32)
    (i32.local $place $there $option)
    (local.set $place (call $t_place_of $node $who $key))
    (loop $next
      (local.set $there (item 4 @t_at.{INDEX} (i32.and $place @t_at.{INDEX_MASK})))
      (if (i32.eqz (i32.load $there)) (then (return $there)))
      (local.set $option (item 32 @t_at.{POOL} (i32.sub (i32.load $there) 1)))
      (if (i32.and (i64.eq $option.8 $key)
          (i32.and (i32.eq (i32.load $option) $node) (i32.eq $option.4 $who))) (then (return $there)))
      (i32.add_to $place 1)
      (br $next))
    (unreachable))
  ;; the address of an option of the tree, 0 where it was never taken
  (func $t_known (export "think_known") (i32.param $request $node $who) (param $key i64)
      (result i32)
    (local $node_of i32)
    (global.set $t_at $request)
    (local.set $node_of (i32.load (call $t_seek $node $who $key)))
    (if (result i32) $node_of (then (item 32 @t_at.{POOL} (i32.sub $node_of 1))) (else 0)))
  (func $t_made (i32.param $node $who) (param $key i64) (result i32)
    (i32.local $number $option)
    (local.set $number @t_at.{N_POOL})
    (i32.store offset={N_POOL} @t_at (i32.add $number 1))
    (i32.store (call $t_seek $node $who $key) (i32.add $number 1))
    (local.set $option (item 32 @t_at.{POOL} $number))
    (i32.store $option $node)
    (i32.store offset=4 $option $who)
    (i64.store offset=8 $option $key)
    (i64.store offset=16 $option 0)
    (f64.store offset=24 $option 0)
    (local.get $option))
  (func $t_node_after (param $option i32) (result i32)
    (i32.add (i32.shr_u (i32.sub $option @t_at.{POOL}) 5) 1))

  ;; The place among some keys of the option to follow; which option it is, and whether it is new, stay in globals.
  (func $t_pick (i32.param $node $who $keys $count) (result i32)
    (i32.local $place $left $option) (local $taken i64) (f64.local $worths $middle $share $unknown $value $most)
    (i32.local $best $habit $known)
    (local.set $known @t_at.{KNOWN})
    (each $place 0 $count
      (local.set $option (call $t_known @t_at $node $who (i64.load (item 8 $keys $place))))
      (i32.store (item 4 $known $place) $option)
      (if $option (then
        (i32.store offset=20 $option (i32.add $option.20 1))
        (i64.add_to $taken (i64.load32_u offset=16 $option))
        (f64.add_to $worths $option.24))))
    (local.set $middle (f64.const 0.5))
    (if (i64.ne $taken 0) (then (local.set $middle (f64.div $worths (f64.convert_i64_u $taken)))))
    (local.set $share (f64.div {EXPLORE} (f64.sqrt (f64.convert_i32_u $count))))
    (local.set $unknown (f64.mul $share (f64.sqrt (f64.convert_i64_u (i64.add $taken 1)))))
    (local.set $most (f64.const -1))
    (local.set $left $count)
    (local.set $place (call $t_below $count))
    (loop $next
      (local.set $option (i32.load (item 4 $known $place)))
      (if $option
        (then (local.set $value (f64.add
          (f64.div $option.24 (f64.convert_i32_u (i32.load offset=16 $option)))
          (f64.div (f64.mul $share (f64.sqrt (f64.convert_i32_u (i32.load offset=20 $option))))
            (f64.convert_i32_u (i32.add $option.16 1))))))
        (else
          (local.set $value $middle)
          (local.set $habit (call $t_habit $who (i64.load (item 8 $keys $place))))
          (if (f64.gt $habit.16 {WEAK}) (then
            (local.set $value (f64.div $habit.24 $habit.16))))
          (f64.add_to $value $unknown)))
      (if (f64.gt $value $most) (then
        (local.set $most $value) (local.set $best $place)))
      (i32.add_to $place 1)
      (if (i32.eq $place $count) (then (local.set $place 0)))
      (br_if $next (local.tee $left (i32.sub $left 1))))
    (global.set $t_option (i32.load (item 4 $known $best)))
    (global.set $t_is_new (i32.eqz @t_option))
    (if @t_is_new (then
      (global.set $t_option (call $t_made $node $who (i64.load (item 8 $keys $best))))
      (i32.store offset=20 @t_option 1)))
    (local.get $best))

  ;; ---- Between decisions
  ;; the index anew, for all options of the pool
  (func $t_reindex (export "think_reindex") (param $request i32)
    (i32.local $option $end $node)
    (global.set $t_at $request)
    (memory.fill @t_at.{INDEX} 0 (i32.shl (i32.add @t_at.{INDEX_MASK} 1) 2))
    (local.set $option @t_at.{POOL})
    (local.set $end (item 32 $option @t_at.{N_POOL}))
    (until (i32.ge_u $option $end)
      (i32.add_to $node 1)
      (i32.store (call $t_seek (i32.load $option) $option.4 (i64.load offset=8 $option)) $node)
      (i32.add_to $option 32)))
  ;; a node becomes the root, and what is not below it is forgotten
  (func $t_prune (export "think_prune") (i32.param $request $root)
    (i32.local $option $number $kept $nodes $node)
    (global.set $t_at $request)
    (local.set $nodes @t_at.{INDEX})
    (each $number 0 @t_at.{N_POOL}
      (local.set $option (item 32 @t_at.{POOL} $number))
      (local.set $node (i32.load $option))
      ;; where the node it stands in has gone: -1 for nowhere
      (local.set $node (if (result i32) (i32.eq $node $root) (then 0)
        (else (if (result i32) (i32.eqz $node) (then -1) (else (i32.load (item 4 $nodes (i32.sub $node 1))))))))
      (i32.store (item 4 $nodes $number) (if (result i32) (i32.lt_s $node 0) (then -1) (else (i32.add $kept 1))))
      (if (i32.ge_s $node 0) (then
        (i32.store $option $node)
        (memory.copy (item 32 @t_at.{POOL} $kept) $option 32)
        (i32.add_to $kept 1))))
    (i32.store offset={N_POOL} @t_at $kept)
    (call $t_reindex $request))
  ;; how often the root's options were taken by one who chooses there
  (func $t_carried (export "think_carried") (i32.param $request $who) (result i32)
    (i32.local $option $end $taken)
    (local.set $option $request.{POOL})
    (local.set $end (item 32 $option $request.{N_POOL}))
    (until (i32.ge_u $option $end)
      (if (i32.and (i32.eqz (i32.load $option)) (i32.eq $option.4 $who))
        (then (i32.add_to $taken $option.16)))
      (i32.add_to $option 32))
    (local.get $taken))
"""
