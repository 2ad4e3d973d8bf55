"""Shuffles by content inside the module, as text: each piece gets its place by its own key, see `lab/coupling.py`.

The host says by the global `by_content` whether piles are shuffled so.
"""

from __future__ import annotations

from typing import Final

ORDER_BY_CONTENT: Final = """
;; 64 bits, well mixed; a number more, mixed in.
(func $stirred (param $z i64) (result i64)
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
    (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
    (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
(func $mixed (param $z i64) (param $part i64) (result i64)
  (call $stirred (i64.add (i64.add (local.get $z)
    (i64.mul (local.get $part) (i64.const 0x9E3779B97F4A7C15))) (i64.const 0x2545F4914F6CDD1D))))
;; What a shuffle by content draws: once from its stream, whatever lies in the pile.
(func $chance (param $S i32) (param $stream i64) (param $at i32) (result i64)
  (local $counter i32)
  (local.set $at (call $slot (local.get $S) (local.get $at)))
  (local.set $counter ({LOAD} offset={SLOTS} (local.get $at)))
  ({STORE} offset={SLOTS} (local.get $at) {SIGNED}(i32.add (local.get $counter) (i32.const 1)){END})
  (call $mixed (call $mixed (call $mixed (i64.const 0) (i64.load offset={AT_SEED} (local.get $S)))
    (local.get $stream)) (i64.extend_i32_u (local.get $counter))))
;; Pieces in the order of their keys, each mixed with a chance: merged entries of 16 bytes, the mixed key and the piece.
(func $order_by_content (param $cards i32) (param $size i32) (param $chance i64)
  (local $from i32) (local $to i32) (local $at i32) (local $bytes i32) (local $run i32)
  (local $one i32) (local $two i32) (local $one_end i32) (local $two_end i32)
  (local.set $chance (call $mixed (i64.const 0) (local.get $chance)))
  (local.set $bytes (i32.shl (local.get $size) (i32.const 4)))
  (local.set $from (i32.and (i32.add (local.get $cards) (i32.add (i32.shl (local.get $size) (i32.const 2))
    (i32.const 7))) (i32.const -8)))
  (local.set $to (i32.add (local.get $from) (local.get $bytes)))
  (loop $fill
    (local.set $one (i32.load (i32.add (local.get $cards) (i32.shr_u (local.get $at) (i32.const 2)))))
    (local.set $two (i32.add (local.get $from) (local.get $at)))
    (i64.store (local.get $two) (call $mixed (local.get $chance)
      (i64.load offset={CONTENT_KEYS} (i32.shl (local.get $one) (i32.const 3)))))
    (i32.store offset=8 (local.get $two) (local.get $one))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $fill (i32.lt_u (local.get $at) (local.get $bytes))))
  (local.set $run (i32.const 16))
  (loop $runs
    (local.set $at (i32.const 0))
    (loop $two_runs
      (local.set $one (local.get $at))
      (local.set $one_end (call $least (i32.add (local.get $at) (local.get $run)) (local.get $bytes)))
      (local.set $two (local.get $one_end))
      (local.set $two_end (call $least (i32.add (local.get $two) (local.get $run)) (local.get $bytes)))
      (loop $merge
        (if (call $is_before (local.get $from)
            (local.get $one) (local.get $one_end) (local.get $two) (local.get $two_end))
          (then
            (memory.copy (i32.add (local.get $to) (local.get $at)) (i32.add (local.get $from) (local.get $one))
              (i32.const 16))
            (local.set $one (i32.add (local.get $one) (i32.const 16))))
          (else
            (memory.copy (i32.add (local.get $to) (local.get $at)) (i32.add (local.get $from) (local.get $two))
              (i32.const 16))
            (local.set $two (i32.add (local.get $two) (i32.const 16)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $merge (i32.lt_u (local.get $at) (local.get $two_end))))
      (br_if $two_runs (i32.lt_u (local.get $at) (local.get $bytes))))
    (local.set $at (local.get $from))
    (local.set $from (local.get $to))
    (local.set $to (local.get $at))
    (local.set $run (i32.shl (local.get $run) (i32.const 1)))
    (br_if $runs (i32.lt_u (local.get $run) (local.get $bytes))))
  (local.set $at (i32.const 0))
  (loop $put
    (i32.store (i32.add (local.get $cards) (i32.shr_u (local.get $at) (i32.const 2)))
      (i32.load offset=8 (i32.add (local.get $from) (local.get $at))))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $put (i32.lt_u (local.get $at) (local.get $bytes)))))
(func $least (param $one i32) (param $two i32) (result i32)
  (select (local.get $one) (local.get $two) (i32.lt_u (local.get $one) (local.get $two))))
;; Whether the entry at `one` comes before that at `two`; there is one of the two at least.
(func $is_before (param $from i32) (param $one i32) (param $one_end i32) (param $two i32) (param $two_end i32)
    (result i32)
  (if (i32.ge_u (local.get $two) (local.get $two_end)) (then (return (i32.const 1))))
  (if (i32.ge_u (local.get $one) (local.get $one_end)) (then (return (i32.const 0))))
  (i64.le_u (i64.load (i32.add (local.get $from) (local.get $one)))
    (i64.load (i32.add (local.get $from) (local.get $two)))))
"""
