"""The run-time: how pieces move, how chance is drawn, how steps are counted, how effects continue. Written by hand.

What it does is what `run/atoms.py`, `run/random_streams.py` and `run/steps.py` do. `(call $slot STATE NUMBER)` is no
call: it is spelled out, since it occurs everywhere and is small.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.content import ORDER_BY_CONTENT
from rulewright.backends.wasm.layout import StateLayout
from rulewright.backends.wasm.trouble import LIMIT, STEPS, TOO_LARGE
from rulewright.model.game import Blueprint
from rulewright.run.atoms import LOOKS, MAX_AHEAD, MAX_STEPS

_TEXT = """\
;; ---- Limits
(func $outside (global.set $trouble (i32.const {LIMIT})) (unreachable))
(func $too_many (global.set $trouble (i32.const {STEPS})) (unreachable))
(func $too_large (global.set $trouble (i32.const {TOO_LARGE})) (unreachable))
(func $count (param $S i32) (param $looks i64)
  (local $steps i64)
  (local.set $steps (i64.add (i64.load offset={AT_STEPS} (local.get $S)) (local.get $looks)))
  (i64.store offset={AT_STEPS} (local.get $S) (local.get $steps))
  (if (i64.gt_s (local.get $steps) (i64.const {MOST_LOOKS})) (then (call $too_many))))
(func $count_times (param $S i32) (param $times i64)
  (if (i64.gt_s (local.get $times) (i64.const {MAX_STEPS})) (then (call $too_many)))
  (if (i64.gt_s (local.get $times) (i64.const 0))
    (then (call $count (local.get $S) (i64.mul (local.get $times) (i64.const {LOOKS}))))))
(func $ahead (param $S i32) (call $count (local.get $S) (i64.const {A_LOOK})))
(func $looked (param $S i32) (call $count (local.get $S) (i64.const -{A_LOOK})))

;; ---- Numbers
(func $add (param $a i64) (param $b i64) (result i64)
  (local $r i64)
  (local.set $r (i64.add (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $r)) (i64.xor (local.get $b) (local.get $r))) (i64.const 0))
    (then (call $too_large)))
  (local.get $r))
(func $sub (param $a i64) (param $b i64) (result i64)
  (local $r i64)
  (local.set $r (i64.sub (local.get $a) (local.get $b)))
  (if (i64.lt_s (i64.and (i64.xor (local.get $a) (local.get $b)) (i64.xor (local.get $a) (local.get $r))) (i64.const 0))
    (then (call $too_large)))
  (local.get $r))
(func $mul (param $a i64) (param $b i64) (result i64)
  (local $r i64)
  (if (i64.eqz (local.get $a)) (then (return (i64.const 0))))
  (local.set $r (i64.mul (local.get $a) (local.get $b)))
  (if (i32.or
      (i32.and (i64.eq (local.get $a) (i64.const -1)) (i64.eq (local.get $b) (i64.const 0x8000000000000000)))
      (i64.ne (i64.div_s (local.get $r) (local.get $a)) (local.get $b)))
    (then (call $too_large)))
  (local.get $r))
(func $abs (param $a i64) (result i64)
  (if (result i64) (i64.lt_s (local.get $a) (i64.const 0))
    (then (call $sub (i64.const 0) (local.get $a))) (else (local.get $a))))
(func $div (param $a i64) (param $b i64) (result i64)
  (local $q i64)
  (local.set $q (i64.div_s (local.get $a) (local.get $b)))
  (i64.sub (local.get $q) (i64.extend_i32_u (i32.and
    (i64.ne (i64.mul (local.get $q) (local.get $b)) (local.get $a))
    (i64.lt_s (i64.xor (local.get $a) (local.get $b)) (i64.const 0))))))
(func $rem (param $a i64) (param $b i64) (result i64)
  (local $r i64)
  (local.set $r (i64.rem_s (local.get $a) (local.get $b)))
  (if (result i64)
    (i32.and (i64.ne (local.get $r) (i64.const 0)) (i64.lt_s (i64.xor (local.get $r) (local.get $b)) (i64.const 0)))
    (then (i64.add (local.get $r) (local.get $b))) (else (local.get $r))))
(func $within (param $value i64) (param $last i64) (result i64)
  (select (local.get $value) (i64.const -1)
    (i32.and (i64.ge_s (local.get $value) (i64.const 0)) (i64.le_s (local.get $value) (local.get $last)))))
(func $held (param $first i64) (param $last i64) (result i32)
  (if (result i32) (i64.lt_s (local.get $last) (local.get $first)) (then (i32.const 0))
    (else (i32.wrap_i64 (i64.add (i64.sub (local.get $last) (local.get $first)) (i64.const 1))))))

;; ---- Scratch memory
(func $is_among (param $from i32) (param $to i32) (param $value i64) (result i32)
  (block $none (loop $next
    (br_if $none (i32.ge_u (local.get $from) (local.get $to)))
    (if (i64.eq (i64.load (local.get $from)) (local.get $value)) (then (return (i32.const 1))))
    (local.set $from (i32.add (local.get $from) (i32.const 8)))
    (br $next)))
  (i32.const 0))
;; Whether a record goes before another, by so many bytes of keys.
(func $goes_before (param $one i32) (param $other i32) (param $keys i32) (result i32)
  (local $key i32) (local $ours i64) (local $theirs i64)
  (loop $compare
    (local.set $ours (i64.load (i32.add (local.get $one) (local.get $key))))
    (local.set $theirs (i64.load (i32.add (local.get $other) (local.get $key))))
    (if (i64.ne (local.get $ours) (local.get $theirs))
      (then (return (i64.lt_s (local.get $ours) (local.get $theirs)))))
    (local.set $key (i32.add (local.get $key) (i32.const 8)))
    (br_if $compare (i32.lt_u (local.get $key) (local.get $keys))))
  (i32.const 0))
;; Sort records: so many keys and a thing; equal ones stay in their order. Runs are merged, from one record on.
(func $sort (param $address i32) (param $count i32) (param $keys i32)
  (local $size i32) (local $run i32) (local $from i32) (local $to i32) (local $end i32) (local $begins i32)
  (local $left i32) (local $middle i32) (local $right i32) (local $stop i32) (local $next i32)
  (local.set $keys (i32.shl (local.get $keys) (i32.const 3)))
  (local.set $size (i32.add (local.get $keys) (i32.const 8)))
  (local.set $run (local.get $size))
  (local.set $count (i32.mul (local.get $count) (local.get $size)))
  (local.set $from (local.get $address))
  (local.set $to (global.get $scratch))
  (block $sorted (loop $longer
    (br_if $sorted (i32.ge_u (local.get $run) (local.get $count)))
    (local.set $begins (local.get $from))
    (local.set $end (i32.add (local.get $from) (local.get $count)))
    (local.set $next (local.get $to))
    (loop $pairs
      (local.set $left (local.get $begins))
      (local.set $middle (i32.add (local.get $left) (local.get $run)))
      (if (i32.gt_u (local.get $middle) (local.get $end)) (then (local.set $middle (local.get $end))))
      (local.set $right (local.get $middle))
      (local.set $stop (i32.add (local.get $middle) (local.get $run)))
      (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
      (local.set $begins (local.get $stop))
      (block $merged (loop $merge
        (br_if $merged (i32.and (i32.eq (local.get $left) (local.get $middle))
          (i32.eq (local.get $right) (local.get $stop))))
        (if (if (result i32) (i32.eq (local.get $right) (local.get $stop)) (then (i32.const 1))
            (else (if (result i32) (i32.eq (local.get $left) (local.get $middle)) (then (i32.const 0))
              (else (i32.eqz (call $goes_before (local.get $right) (local.get $left) (local.get $keys)))))))
          (then
            (memory.copy (local.get $next) (local.get $left) (local.get $size))
            (local.set $left (i32.add (local.get $left) (local.get $size))))
          (else
            (memory.copy (local.get $next) (local.get $right) (local.get $size))
            (local.set $right (i32.add (local.get $right) (local.get $size)))))
        (local.set $next (i32.add (local.get $next) (local.get $size)))
        (br $merge)))
      (br_if $pairs (i32.lt_u (local.get $begins) (local.get $end))))
    (local.set $next (local.get $from))
    (local.set $from (local.get $to))
    (local.set $to (local.get $next))
    (local.set $run (i32.shl (local.get $run) (i32.const 1)))
    (br $longer)))
  (if (i32.ne (local.get $from) (local.get $address))
    (then (memory.copy (local.get $address) (local.get $from) (local.get $count)))))

;; ---- Pieces
;; Take a piece out of where it lies; its own link and zone are left as they are.
(func $take_out (param $S i32) (param $piece i32)
  (local $zone i32) (local $link i32) (local $above i32) (local $below i32) (local $held i32)
  (local.set $zone (call $slot (local.get $S)
    ({LOAD} offset={ZONE_OF} (call $slot (local.get $S) (local.get $piece)))))
  (local.set $link (call $slot (local.get $S) (local.get $piece)))
  (local.set $above ({HALF} offset={ABOVE} (local.get $link)))
  (if (i32.lt_s (local.get $above) (i32.const 0))
    (then ({STORE} offset={SLOTS} (local.get $zone) {SIGNED}(i32.const -1){END}) (return)))
  (local.set $held (i32.sub ({HALF_U} offset={SIZE} (local.get $zone)) (i32.const 1)))
  ({STORE_HALF} offset={SIZE} (local.get $zone) (local.get $held))
  (if (i32.eqz (local.get $held))
    (then ({STORE_HALF} offset={SLOTS} (local.get $zone) (i32.const -1)) (return)))
  (local.set $below ({HALF} offset={BELOW} (local.get $link)))
  ({STORE_HALF} offset={ABOVE} (call $slot (local.get $S) (local.get $below)) (local.get $above))
  ({STORE_HALF} offset={BELOW} (call $slot (local.get $S) (local.get $above)) (local.get $below))
  (if (i32.eq ({HALF} offset={SLOTS} (local.get $zone)) (local.get $piece))
    (then ({STORE_HALF} offset={SLOTS} (local.get $zone) (local.get $below)))))
(func $to_space (param $S i32) (param $piece i32) (param $to i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return)))
  (call $take_out (local.get $S) (local.get $piece))
  ({STORE} offset={SLOTS} (call $slot (local.get $S) (local.get $to)) {SIGNED}(local.get $piece){END})
  ({STORE} offset={ABOVE} (call $slot (local.get $S) (local.get $piece)) {SIGNED}(i32.const -1){END})
  ({STORE} offset={ZONE_OF} (call $slot (local.get $S) (local.get $piece)) {SIGNED}(local.get $to){END}))
;; Join a piece to the pieces of a pile, between the highest and the lowest; returns whether it is the only one.
(func $join_pile (param $S i32) (param $piece i32) (param $to i32) (result i32)
  (local $zone i32) (local $link i32) (local $top i32) (local $lowest i32)
  (call $take_out (local.get $S) (local.get $piece))
  (local.set $zone (call $slot (local.get $S) (local.get $to)))
  (local.set $link (call $slot (local.get $S) (local.get $piece)))
  ({STORE} offset={ZONE_OF} (local.get $link) {SIGNED}(local.get $to){END})
  ({STORE_HALF} offset={SIZE} (local.get $zone) (i32.add ({HALF_U} offset={SIZE} (local.get $zone)) (i32.const 1)))
  (local.set $top ({HALF} offset={SLOTS} (local.get $zone)))
  (if (i32.lt_s (local.get $top) (i32.const 0)) (then
    ({STORE_HALF} offset={ABOVE} (local.get $link) (local.get $piece))
    ({STORE_HALF} offset={BELOW} (local.get $link) (local.get $piece))
    ({STORE_HALF} offset={SLOTS} (local.get $zone) (local.get $piece))
    (return (i32.const 1))))
  (local.set $lowest ({HALF} offset={ABOVE} (call $slot (local.get $S) (local.get $top))))
  ({STORE_HALF} offset={ABOVE} (local.get $link) (local.get $lowest))
  ({STORE_HALF} offset={BELOW} (local.get $link) (local.get $top))
  ({STORE_HALF} offset={ABOVE} (call $slot (local.get $S) (local.get $top)) (local.get $piece))
  ({STORE_HALF} offset={BELOW} (call $slot (local.get $S) (local.get $lowest)) (local.get $piece))
  (i32.const 0))
(func $to_pile (param $S i32) (param $piece i32) (param $to i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return)))
  (if (i32.eqz (call $join_pile (local.get $S) (local.get $piece) (local.get $to))) (then
    ({STORE_HALF} offset={SLOTS} (call $slot (local.get $S) (local.get $to)) (local.get $piece)))))
(func $under_pile (param $S i32) (param $piece i32) (param $to i32)
  (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return)))
  (drop (call $join_pile (local.get $S) (local.get $piece) (local.get $to))))
;; A space that a piece goes to, where it may lie already.
(func $room (param $S i32) (param $piece i32) (param $to i32)
  (local $there i32)
  (local.set $there ({LOAD} offset={SLOTS} (call $slot (local.get $S) (local.get $to))))
  (if (i32.and (i32.ge_s (local.get $piece) (i32.const 0))
      (i32.and (i32.ge_s (local.get $there) (i32.const 0)) (i32.ne (local.get $there) (local.get $piece))))
    (then (call $outside))))

;; ---- Chance
;; A number from 0 to bound - 1 from a stream, whose counter stands in the slot of a number.
(func $below (param $S i32) (param $stream i64) (param $at i32) (param $bound i64) (result i64)
  (local $counter i32) (local $z i64) (local $low i64)
  {DECIDED}
  (local.set $at (call $slot (local.get $S) (local.get $at)))
  (local.set $counter ({LOAD} offset={SLOTS} (local.get $at)))
  ({STORE} offset={SLOTS} (local.get $at) {SIGNED}(i32.add (local.get $counter) (i32.const 1)){END})
  (local.set $z (i64.add (i64.load offset={AT_SEED} (local.get $S)) (i64.add
    (i64.mul (local.get $stream) (i64.const 0xD1342543DE82EF95))
    (i64.mul (i64.extend_i32_u (local.get $counter)) (i64.const 0x9E3779B97F4A7C15)))))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
    (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
    (i64.const 0x94D049BB133111EB)))
  (local.set $z (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
  ;; the upper half of the product; a bound has less than 32 bits
  (local.set $low (i64.mul (i64.and (local.get $z) (i64.const 0xFFFFFFFF)) (local.get $bound)))
  (local.set $low (i64.shr_u (local.get $low) (i64.const 32)))
  (i64.shr_u (i64.add (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (local.get $bound)) (local.get $low))
    (i64.const 32)))
(func $shuffle (param $S i32) (param $pile i32) (param $counter i32) (param $stream i64)
  (local $zone i32) (local $size i32) (local $cards i32) (local $place i32) (local $other i32) (local $piece i32)
  (local $chance i64)
  (local.set $zone (call $slot (local.get $S) (local.get $pile)))
  (local.set $size ({HALF_U} offset={SIZE} (local.get $zone)))
  (if (global.get $by_content) (then
    (local.set $chance (call $chance (local.get $S) (local.get $stream) (local.get $counter)))))
  (if (i32.lt_u (local.get $size) (i32.const 2)) (then (return)))
  (local.set $cards (global.get $scratch))
  (local.set $piece ({HALF} offset={SLOTS} (local.get $zone)))
  (loop $read
    (local.set $piece ({HALF} offset={ABOVE} (call $slot (local.get $S) (local.get $piece))))
    (i32.store (i32.add (local.get $cards) (i32.shl (local.get $place) (i32.const 2))) (local.get $piece))
    (local.set $place (i32.add (local.get $place) (i32.const 1)))
    (br_if $read (i32.lt_u (local.get $place) (local.get $size))))
  (if (global.get $by_content)
    (then (call $order_by_content (local.get $cards) (local.get $size) (local.get $chance)))
    (else
      (loop $swap
        (local.set $other {PICKED_BEGINS}(i32.wrap_i64 (call $below
          (local.get $S) (local.get $stream) (local.get $counter) (i64.extend_i32_u (local.get $place)))){PICKED_ENDS})
        (local.set $place (i32.sub (local.get $place) (i32.const 1)))
        (local.set $other (i32.add (local.get $cards) (i32.shl (local.get $other) (i32.const 2))))
        (local.set $piece (i32.load (local.get $other)))
        (i32.store (local.get $other)
          (i32.load (i32.add (local.get $cards) (i32.shl (local.get $place) (i32.const 2)))))
        (i32.store (i32.add (local.get $cards) (i32.shl (local.get $place) (i32.const 2))) (local.get $piece))
        (br_if $swap (i32.gt_u (local.get $place) (i32.const 1))))))
  (local.set $other (i32.load
    (i32.add (local.get $cards) (i32.shl (i32.sub (local.get $size) (i32.const 1)) (i32.const 2)))))
  ({STORE_HALF} offset={SLOTS} (local.get $zone) (local.get $other))
  (local.set $place (i32.const 0))
  (loop $link
    (local.set $piece (i32.load (i32.add (local.get $cards) (i32.shl (local.get $place) (i32.const 2)))))
    ({STORE_HALF} offset={BELOW} (call $slot (local.get $S) (local.get $piece)) (local.get $other))
    ({STORE_HALF} offset={ABOVE} (call $slot (local.get $S) (local.get $other)) (local.get $piece))
    (local.set $other (local.get $piece))
    (local.set $place (i32.add (local.get $place) (i32.const 1)))
    (br_if $link (i32.lt_u (local.get $place) (local.get $size)))))

;; ---- Going on
(func $run (param $S i32) (param $f i32) (param $c i64) (result i32)
  (call_indirect (type $resume) (local.get $S) (local.get $f) (local.get $c)
    (i32.load offset={FRAME_EFFECT} (local.get $f))))
;; The parts of the seats that are asked at once, one after the other, up to one that has a decision to make.
(func $next_parts (param $S i32) (param $join i32) (result i32)
  (local $entry i32) (local $first i32) (local $f i32) (local $start i32) (local $end i32) (local $result i32)
  (local.set $start (i32.add (local.get $join) (i32.load offset={FRAME_SIZE} (local.get $join))))
  (loop $seats
    (if (i32.load offset={AT_N_PARKED} (local.get $S)) (then
      (local.set $first (i32.load offset={AT_FIRST_PARKED} (local.get $S)))
      (i32.store offset={AT_FIRST_PARKED} (local.get $S) (i32.add (local.get $first) (i32.const 1)))
      (i32.store offset={AT_N_PARKED} (local.get $S)
        (i32.sub (i32.load offset={AT_N_PARKED} (local.get $S)) (i32.const 1)))
      (local.set $entry (i32.add (i32.add (local.get $S) (i32.const {PARKED}))
        (i32.mul (local.get $first) (i32.const {ENTRY}))))
      (memory.copy (local.get $start) (i32.add (local.get $entry) (i32.const {ENTRY_FRAMES}))
        (i32.load offset={ENTRY_LENGTH} (local.get $entry)))
      (local.set $end (i32.add (local.get $start) (i32.load offset={ENTRY_LENGTH} (local.get $entry))))
      (local.set $f (local.get $start))
      (block $innermost (loop $inwards
        (local.set $first (i32.add (local.get $f) (i32.load offset={FRAME_SIZE} (local.get $f))))
        (br_if $innermost (i32.ge_u (local.get $first) (local.get $end)))
        (local.set $f (local.get $first))
        (br $inwards)))
      (loop $outwards
        (local.set $result (call $run (local.get $S) (local.get $f) (i64.const 0)))
        (if (local.get $result) (then (return (local.get $result))))
        (local.set $f (i32.add (local.get $S) (i32.load offset={FRAME_PARENT} (local.get $f))))
        (br_if $outwards (i32.ne (local.get $f) (local.get $join))))
      (br $seats))))
  (i32.store offset={AT_SEALED} (local.get $S) (i32.const 0))
  (i32.const 0))
(func $finish (param $S i32)
  (i32.store offset={AT_FRAME} (local.get $S) (i32.const 0))
  (i32.store offset={AT_FRAMES_END} (local.get $S) (i32.const {FRAMES}))
  (i32.store offset={AT_SEAT} (local.get $S) (i32.const -1))
  (i32.store offset={AT_SITE} (local.get $S) (i32.const -1))
  (i32.store offset={AT_N_OPTIONS} (local.get $S) (i32.const 0))
  (i32.store offset={AT_N_PARKED} (local.get $S) (i32.const 0))
  (i32.store offset={AT_FIRST_PARKED} (local.get $S) (i32.const 0))
  (i32.store offset={AT_SEALED} (local.get $S) (i32.const 0))
  (i64.store offset={AT_STEPS} (local.get $S) (i64.const 0))
  (i32.store offset={AT_OVER} (local.get $S) (i32.const 1)))
(func $step (export "step") (param $S i32) (param $c i64) (result i32)
  (local $f i32) (local $result i32)
  (local.set $f (i32.load offset={AT_FRAME} (local.get $S)))
  (loop $outwards
    (local.set $f (i32.add (local.get $S) (local.get $f)))
    (local.set $result (call $run (local.get $S) (local.get $f) (local.get $c)))
    (if (i32.eq (local.get $result) (i32.const 1))
      (then (i64.store offset={AT_STEPS} (local.get $S) (i64.const 0)) (return (i32.const 1))))
    (if (i32.eqz (local.get $result)) (then
      (local.set $f (i32.load offset={FRAME_PARENT} (local.get $f)))
      (br_if $outwards (local.get $f)))))
  (call $finish (local.get $S))
  (i32.const 0))
(func $copy (export "copy") (param $to i32) (param $from i32)
  (memory.copy (local.get $to) (local.get $from) (i32.add (i32.const {OPTIONS})
    (i32.shl (i32.load offset={AT_N_OPTIONS} (local.get $from)) (i32.const 3))))
  (memory.copy (i32.add (local.get $to) (i32.const {FRAMES})) (i32.add (local.get $from) (i32.const {FRAMES}))
    (i32.sub (i32.load offset={AT_FRAMES_END} (local.get $from)) (i32.const {FRAMES})))
  (if (i32.load offset={AT_SEALED} (local.get $from)) (then
    (memory.copy (i32.add (local.get $to) (i32.const {PARKED})) (i32.add (local.get $from) (i32.const {PARKED}))
      (i32.const {AFTER_FRAMES})))))
(func $value (export "value") (param $S i32) (param $number i32) (param $seat i64) (result i64)
  (call_indirect (type $of_seat) (local.get $S) (local.get $seat)
    (i32.add (local.get $number) (i32.const {FIRST_VALUE}))))
"""


@dataclass(frozen=True, slots=True)
class DecidedChance:
    """Texts that let someone decide what chance brings: at the beginning of `$below`, and around the pick of a shuffle,
    which has the pieces left at `$cards`, `$place` of them.
    """

    below: str = ""
    picked: tuple[str, str] = ("", "")


def runtime(
    layout: StateLayout, blueprint: Blueprint, first_value: int, content_keys: int, chance: DecidedChance
) -> str:
    """The functions of the run-time for states of a layout; `content_keys` is the address of the pieces' keys."""
    wide = layout.width == 8
    names = {name: value for name, value in vars(at).items() if name.isupper() and isinstance(value, int)}
    return _spelled_out(f"{_TEXT}{ORDER_BY_CONTENT}").format(
        **names,
        LIMIT=LIMIT, STEPS=STEPS, TOO_LARGE=TOO_LARGE, LOOKS=LOOKS, MAX_STEPS=MAX_STEPS,
        MOST_LOOKS=MAX_STEPS * LOOKS, A_LOOK=MAX_STEPS * LOOKS // MAX_AHEAD,
        SHIFT=3 if wide else 2, SLOTS=layout.slot(0), SIZE=layout.slot(0) + layout.half,
        LOAD="i32.load", STORE="i64.store" if wide else "i32.store",
        SIGNED="(i64.extend_i32_s " if wide else "", END=")" if wide else "",
        HALF="i32.load" if wide else "i32.load16_s", HALF_U="i32.load" if wide else "i32.load16_u",
        STORE_HALF="i32.store" if wide else "i32.store16",
        ABOVE=layout.links, BELOW=layout.links + layout.half, ZONE_OF=layout.slot(blueprint.piece_zone),
        PARKED=layout.parked, ENTRY=layout.parked_entry, FRAMES=layout.frames, OPTIONS=layout.options,
        AFTER_FRAMES=layout.size - layout.parked, FIRST_VALUE=first_value,
        CONTENT_KEYS=content_keys, DECIDED=chance.below, PICKED_BEGINS=chance.picked[0], PICKED_ENDS=chance.picked[1],
    )  # fmt: skip


def _spelled_out(text: str) -> str:
    """The text with what `(call $slot STATE NUMBER)` stands for: the address of a slot or a link, before its offset."""
    at = text.find("(call $slot ")
    while at >= 0:
        state, after = _expression(text, at + len("(call $slot "))
        number, after = _expression(text, after)
        text = f"{text[:at]}(i32.add {state} (i32.shl {number} (i32.const {{SHIFT}}))){text[after + 1 :]}"
        at = text.find("(call $slot ")
    return text


def _expression(text: str, at: int) -> tuple[str, int]:
    """The expression at a place of a text, and where it ends."""
    begins = text.index("(", at)
    depth, end = 0, begins
    while True:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
        if depth == 0:
            return text[begins:end], end
