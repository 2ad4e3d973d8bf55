"""Shuffles by content inside the module, as text: each piece gets its place by its own key, see `lab/coupling.py`.

The host says by the global `by_content` whether piles are shuffled so.
"""

from __future__ import annotations

from typing import Final

ORDER_BY_CONTENT: Final = """
;; 64 bits, well mixed; a number more, mixed in.
(func $stirred (param $z i64) (result i64)
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 30)) 0xBF58476D1CE4E5B9))
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 27)) 0x94D049BB133111EB))
  (i64.xor $z (i64.shr_u $z 31)))
(func $mixed (i64.param $z $part) (result i64)
  (call $stirred (i64.add (i64.add $z (i64.mul $part 0x9E3779B97F4A7C15)) 0x2545F4914F6CDD1D)))
;; What a shuffle by content draws: once from its stream, whatever lies in the pile.
(func $chance (param $S i32) (param $stream i64) (param $at i32) (result i64)
  (local $counter i32)
  (local.set $at (item {WIDTH} $S $at))
  (local.set $counter ({LOAD} offset={SLOTS} $at))
  ({STORE} offset={SLOTS} $at {SIGNED} (i32.add $counter 1) {END})
  (call $mixed (call $mixed (call $mixed (i64.const 0) (i64.load offset={AT_SEED} $S)) $stream)
    (i64.extend_i32_u $counter)))
;; Pieces in the order of their keys, each mixed with a chance: merged entries of 16 bytes, the mixed key and the piece.
(func $order_by_content (i32.param $cards $size) (param $chance i64)
  (i32.local $from $to $at $bytes $run $one $two $one_end $two_end)
  (local.set $chance (call $mixed (i64.const 0) $chance))
  (local.set $bytes (i32.shl $size 4))
  (local.set $from (i32.and (i32.add $cards (i32.add (i32.shl $size 2) 7)) -8))
  (local.set $to (i32.add $from $bytes))
  (loop $fill
    (local.set $one (i32.load (i32.add $cards (i32.shr_u $at 2))))
    (local.set $two (i32.add $from $at))
    (i64.store $two (call $mixed $chance (i64.load offset={CONTENT_KEYS} (i32.shl $one 3))))
    (i32.store offset=8 $two $one)
    (i32.add_to $at 16)
    (br_if $fill (i32.lt_u $at $bytes)))
  (local.set $run 16)
  (loop $runs
    (local.set $at 0)
    (loop $two_runs
      (local.set $one $at)
      (local.set $one_end (call $least (i32.add $at $run) $bytes))
      (local.set $two $one_end)
      (local.set $two_end (call $least (i32.add $two $run) $bytes))
      (loop $merge
        (if (call $is_before $from $one $one_end $two $two_end) (then
            (memory.copy (i32.add $to $at) (i32.add $from $one) 16)
            (i32.add_to $one 16))
          (else
            (memory.copy (i32.add $to $at) (i32.add $from $two) 16)
            (i32.add_to $two 16)))
        (i32.add_to $at 16)
        (br_if $merge (i32.lt_u $at $two_end)))
      (br_if $two_runs (i32.lt_u $at $bytes)))
    (local.set $at $from)
    (local.set $from $to)
    (local.set $to $at)
    (local.set $run (i32.shl $run 1))
    (br_if $runs (i32.lt_u $run $bytes)))
  (local.set $at 0)
  (loop $put
    (i32.store (i32.add $cards (i32.shr_u $at 2)) (i32.load offset=8 (i32.add $from $at)))
    (i32.add_to $at 16)
    (br_if $put (i32.lt_u $at $bytes))))
(func $least (i32.param $one $two) (result i32)
  (select $one $two (i32.lt_u $one $two)))
;; Whether the entry at `one` comes before that at `two`; there is one of the two at least.
(func $is_before (i32.param $from $one $one_end $two $two_end)
    (result i32)
  (if (i32.ge_u $two $two_end) (then (return 1)))
  (if (i32.ge_u $one $one_end) (then (return 0)))
  (i64.le_u (i64.load (i32.add $from $one)) (i64.load (i32.add $from $two))))
"""
