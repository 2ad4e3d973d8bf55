"""The tree of a search inside the module, as `play/tree.py` grows it; `searching.py` has what is told of the request.

It is a *pool* of options, 32 bytes each: the node it is in, who chooses there (4 bytes each), its code (8), how
often it was taken and was open (4 each), and its total worth (8). The node an option leads to is its number in the
pool plus 1; node 0 is the root, so that an option always follows the one that leads to it. An index, a table of 4
bytes a place, finds options by node, who and code: it holds 0 if it is empty, otherwise the node of one.
"""

from __future__ import annotations

from typing import Final

TREE: Final = """
  (func $t_place_of (param $node i32) (param $who i32) (param $key i64) (result i32)
    (local $z i64)
    (local.set $z (i64.add (i64.mul (local.get $key) (i64.const {COUNTER_STEP}))
      (i64.mul (i64.or (i64.shl (i64.extend_i32_u (local.get $node)) (i64.const 32))
        (i64.extend_i32_u (local.get $who))) (i64.const {STREAM_STEP}))))
    (i32.wrap_i64 (i64.shr_u (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 32)))
      (i64.const {STIR_1})) (i64.const 32))))
  ;; the place in the index of an option, or where it would go
  (func $t_seek (param $node i32) (param $who i32) (param $key i64) (result i32)
    (local $place i32) (local $there i32) (local $option i32)
    (local.set $place (call $t_place_of (local.get $node) (local.get $who) (local.get $key)))
    (loop $next
      (local.set $there (i32.add (i32.load offset={INDEX} (global.get $t_at)) (i32.shl
        (i32.and (local.get $place) (i32.load offset={INDEX_MASK} (global.get $t_at))) (i32.const 2))))
      (if (i32.eqz (i32.load (local.get $there))) (then (return (local.get $there))))
      (local.set $option (i32.add (i32.load offset={POOL} (global.get $t_at))
        (i32.shl (i32.sub (i32.load (local.get $there)) (i32.const 1)) (i32.const 5))))
      (if (i32.and (i64.eq (i64.load offset=8 (local.get $option)) (local.get $key))
          (i32.and (i32.eq (i32.load (local.get $option)) (local.get $node))
            (i32.eq (i32.load offset=4 (local.get $option)) (local.get $who))))
        (then (return (local.get $there))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br $next))
    (unreachable))
  ;; the address of an option of the tree, 0 where it was never taken
  (func $t_known (export "think_known") (param $request i32) (param $node i32) (param $who i32) (param $key i64)
      (result i32)
    (local $node_of i32)
    (global.set $t_at (local.get $request))
    (local.set $node_of (i32.load (call $t_seek (local.get $node) (local.get $who) (local.get $key))))
    (if (result i32) (local.get $node_of)
      (then (i32.add (i32.load offset={POOL} (global.get $t_at))
        (i32.shl (i32.sub (local.get $node_of) (i32.const 1)) (i32.const 5))))
      (else (i32.const 0))))
  (func $t_made (param $node i32) (param $who i32) (param $key i64) (result i32)
    (local $number i32) (local $option i32)
    (local.set $number (i32.load offset={N_POOL} (global.get $t_at)))
    (i32.store offset={N_POOL} (global.get $t_at) (i32.add (local.get $number) (i32.const 1)))
    (i32.store (call $t_seek (local.get $node) (local.get $who) (local.get $key))
      (i32.add (local.get $number) (i32.const 1)))
    (local.set $option (i32.add (i32.load offset={POOL} (global.get $t_at))
      (i32.shl (local.get $number) (i32.const 5))))
    (i32.store (local.get $option) (local.get $node))
    (i32.store offset=4 (local.get $option) (local.get $who))
    (i64.store offset=8 (local.get $option) (local.get $key))
    (i64.store offset=16 (local.get $option) (i64.const 0))
    (f64.store offset=24 (local.get $option) (f64.const 0))
    (local.get $option))
  (func $t_node_after (param $option i32) (result i32)
    (i32.add (i32.shr_u (i32.sub (local.get $option) (i32.load offset={POOL} (global.get $t_at))) (i32.const 5))
      (i32.const 1)))

  ;; The place among some keys of the option to follow; which option it is, and whether it is new, stay in globals.
  (func $t_pick (param $node i32) (param $who i32) (param $keys i32) (param $count i32) (result i32)
    (local $place i32) (local $left i32) (local $option i32) (local $taken i64) (local $worths f64) (local $middle f64)
    (local $share f64) (local $unknown f64) (local $value f64) (local $most f64) (local $best i32) (local $habit i32)
    (local $known i32)
    (local.set $known (i32.load offset={KNOWN} (global.get $t_at)))
    (loop $next
      (local.set $option (call $t_known (global.get $t_at) (local.get $node) (local.get $who)
        (i64.load (i32.add (local.get $keys) (i32.shl (local.get $place) (i32.const 3))))))
      (i32.store (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2))) (local.get $option))
      (if (local.get $option) (then
        (i32.store offset=20 (local.get $option)
          (i32.add (i32.load offset=20 (local.get $option)) (i32.const 1)))
        (local.set $taken (i64.add (local.get $taken) (i64.load32_u offset=16 (local.get $option))))
        (local.set $worths (f64.add (local.get $worths) (f64.load offset=24 (local.get $option))))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $place) (local.get $count))))
    (local.set $middle (f64.const 0.5))
    (if (i64.ne (local.get $taken) (i64.const 0)) (then
      (local.set $middle (f64.div (local.get $worths) (f64.convert_i64_u (local.get $taken))))))
    (local.set $share (f64.div (f64.const {EXPLORE}) (f64.sqrt (f64.convert_i32_u (local.get $count)))))
    (local.set $unknown (f64.mul (local.get $share)
      (f64.sqrt (f64.convert_i64_u (i64.add (local.get $taken) (i64.const 1))))))
    (local.set $most (f64.const -1))
    (local.set $left (local.get $count))
    (local.set $place (call $t_below (local.get $count)))
    (loop $next
      (local.set $option (i32.load (i32.add (local.get $known) (i32.shl (local.get $place) (i32.const 2)))))
      (if (local.get $option)
        (then (local.set $value (f64.add
          (f64.div (f64.load offset=24 (local.get $option))
            (f64.convert_i32_u (i32.load offset=16 (local.get $option))))
          (f64.div (f64.mul (local.get $share) (f64.sqrt (f64.convert_i32_u (i32.load offset=20 (local.get $option)))))
            (f64.convert_i32_u (i32.add (i32.load offset=16 (local.get $option)) (i32.const 1)))))))
        (else
          (local.set $value (local.get $middle))
          (local.set $habit (call $t_habit (local.get $who)
            (i64.load (i32.add (local.get $keys) (i32.shl (local.get $place) (i32.const 3))))))
          (if (f64.gt (f64.load offset=16 (local.get $habit)) (f64.const {WEAK})) (then
            (local.set $value
              (f64.div (f64.load offset=24 (local.get $habit)) (f64.load offset=16 (local.get $habit))))))
          (local.set $value (f64.add (local.get $value) (local.get $unknown)))))
      (if (f64.gt (local.get $value) (local.get $most)) (then
        (local.set $most (local.get $value)) (local.set $best (local.get $place))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (if (i32.eq (local.get $place) (local.get $count)) (then (local.set $place (i32.const 0))))
      (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (global.set $t_option (i32.load (i32.add (local.get $known) (i32.shl (local.get $best) (i32.const 2)))))
    (global.set $t_is_new (i32.eqz (global.get $t_option)))
    (if (global.get $t_is_new) (then
      (global.set $t_option (call $t_made (local.get $node) (local.get $who)
        (i64.load (i32.add (local.get $keys) (i32.shl (local.get $best) (i32.const 3))))))
      (i32.store offset=20 (global.get $t_option) (i32.const 1))))
    (local.get $best))

  ;; ---- Between decisions
  ;; the index anew, for all options of the pool
  (func $t_reindex (export "think_reindex") (param $request i32)
    (local $option i32) (local $end i32) (local $node i32)
    (global.set $t_at (local.get $request))
    (memory.fill (i32.load offset={INDEX} (global.get $t_at)) (i32.const 0)
      (i32.shl (i32.add (i32.load offset={INDEX_MASK} (global.get $t_at)) (i32.const 1)) (i32.const 2)))
    (local.set $option (i32.load offset={POOL} (global.get $t_at)))
    (local.set $end (i32.add (local.get $option)
      (i32.shl (i32.load offset={N_POOL} (global.get $t_at)) (i32.const 5))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $option) (local.get $end)))
        (local.set $node (i32.add (local.get $node) (i32.const 1)))
        (i32.store (call $t_seek (i32.load (local.get $option)) (i32.load offset=4 (local.get $option))
          (i64.load offset=8 (local.get $option))) (local.get $node))
        (local.set $option (i32.add (local.get $option) (i32.const 32)))
        (br $next))))
  ;; a node becomes the root, and what is not below it is forgotten
  (func $t_prune (export "think_prune") (param $request i32) (param $root i32)
    (local $option i32) (local $number i32) (local $count i32) (local $kept i32) (local $nodes i32) (local $node i32)
    (global.set $t_at (local.get $request))
    (local.set $nodes (i32.load offset={INDEX} (global.get $t_at)))
    (local.set $count (i32.load offset={N_POOL} (global.get $t_at)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $number) (local.get $count)))
        (local.set $option (i32.add (i32.load offset={POOL} (global.get $t_at))
          (i32.shl (local.get $number) (i32.const 5))))
        (local.set $node (i32.load (local.get $option)))
        ;; where the node it stands in has gone: -1 for nowhere
        (local.set $node (if (result i32) (i32.eq (local.get $node) (local.get $root)) (then (i32.const 0))
          (else (if (result i32) (i32.eqz (local.get $node)) (then (i32.const -1))
            (else (i32.load (i32.add (local.get $nodes)
              (i32.shl (i32.sub (local.get $node) (i32.const 1)) (i32.const 2)))))))))
        (i32.store (i32.add (local.get $nodes) (i32.shl (local.get $number) (i32.const 2)))
          (if (result i32) (i32.lt_s (local.get $node) (i32.const 0)) (then (i32.const -1))
            (else (i32.add (local.get $kept) (i32.const 1)))))
        (if (i32.ge_s (local.get $node) (i32.const 0)) (then
          (i32.store (local.get $option) (local.get $node))
          (memory.copy (i32.add (i32.load offset={POOL} (global.get $t_at)) (i32.shl (local.get $kept) (i32.const 5)))
            (local.get $option) (i32.const 32))
          (local.set $kept (i32.add (local.get $kept) (i32.const 1)))))
        (local.set $number (i32.add (local.get $number) (i32.const 1)))
        (br $next)))
    (i32.store offset={N_POOL} (global.get $t_at) (local.get $kept))
    (call $t_reindex (local.get $request)))
  ;; how often the root's options were taken by one who chooses there
  (func $t_carried (export "think_carried") (param $request i32) (param $who i32) (result i32)
    (local $option i32) (local $end i32) (local $taken i32)
    (local.set $option (i32.load offset={POOL} (local.get $request)))
    (local.set $end (i32.add (local.get $option)
      (i32.shl (i32.load offset={N_POOL} (local.get $request)) (i32.const 5))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $option) (local.get $end)))
        (if (i32.and (i32.eqz (i32.load (local.get $option)))
            (i32.eq (i32.load offset=4 (local.get $option)) (local.get $who)))
          (then (local.set $taken (i32.add (local.get $taken) (i32.load offset=16 (local.get $option))))))
        (local.set $option (i32.add (local.get $option) (i32.const 32)))
        (br $next)))
    (local.get $taken))
"""
