"""Shuffles by content inside the module, as text: see `lab/comparing/coupling.py`.

The host says by the global `by_content` whether piles are shuffled so.
"""

from __future__ import annotations

from typing import Final

ORDER_BY_CONTENT: Final = """
;; 64 bits, well mixed; a number more, mixed in.
(func $stirred (param $z i64) (result i64)
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 30)) {STIR_1}))
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 27)) {STIR_2}))
  (i64.xor $z (i64.shr_u $z 31)))
(func $mixed (i64.param $z $part) (result i64)
  (call $stirred (i64.add (i64.add $z (i64.mul $part {COUNTER_STEP})) {SEED_OFFSET})))
;; What a shuffle by content draws: once from its stream, whatever lies in the pile.
(func $chance (param $S i32) (param $stream i64) (param $at i32) (result i64)
  (local $counter i32)
  (local.set $at (item {WIDTH} $S $at))
  (local.set $counter ({LOAD} offset={SLOTS} $at))
  ({STORE} offset={SLOTS} $at {SIGNED} (i32.add $counter 1) {END})
  (call $mixed (call $mixed (call $mixed (i64.const 0) (i64.load offset={AT_SEED} $S)) $stream)
    (i64.extend_i32_u $counter)))
;; Pieces, listed where scratch memory begins, in the order of their keys, each mixed with a chance.
(func $order_by_content (i32.param $cards $size) (param $chance i64)
  (i32.local $from $at $place $piece)
  (local.set $chance (call $mixed (i64.const 0) $chance))
  (local.set $from (i32.and (i32.add (item 4 $cards $size) 7) -8))
  ;; records are sorted by numbers with a sign, keys have none
  (loop $fill
    (local.set $piece (i32.load (item 4 $cards $place)))
    (local.set $at (item 16 $from $place))
    (i64.store $at (i64.xor 0x8000000000000000
      (call $mixed $chance (i64.load offset={CONTENT_KEYS} (i32.shl $piece 3)))))
    (i32.store offset=8 $at $piece)
    (br_if $fill (i32.lt_u (local.tee $place (i32.add $place 1)) $size)))
  (global.set $scratch (item 16 $from $size))
  (call $sort $from $size 1)
  (global.set $scratch $cards)
  (local.set $place 0)
  (loop $put
    (i32.store (item 4 $cards $place) (i32.load offset=8 (item 16 $from $place)))
    (br_if $put (i32.lt_u (local.tee $place (i32.add $place 1)) $size))))
"""
