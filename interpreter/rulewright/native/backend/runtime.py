"""The run-time, written by hand: moves of pieces, chance, step counts, continuation of effects, traps.

It does what `core/run/atoms.py`, `core/run/random_streams.py` and `core/run/steps.py` do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rulewright.core.model.chance import COUNTER_STEP, SEED_OFFSET, STIR_1, STIR_2, STREAM_STEP
from rulewright.core.model.game import Blueprint
from rulewright.core.model.ranges import MAX_NUMBER
from rulewright.core.model.stages import OPENED
from rulewright.core.run.atoms import LOOKS, MAX_AHEAD, MAX_STEPS
from rulewright.native.backend import layout as at
from rulewright.native.backend.content import ORDER_BY_CONTENT
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.shorthand import in_full
from rulewright.native.backend.source import LAID_ASIDE

LIMIT: Final = 1
"""A limit of the ruleset's own: a value out of bounds for its use."""
STEPS: Final = 2
"""Too many steps without a decision, or too large a range of numbers."""
TOO_LARGE: Final = 3
"""A number that does not fit into 64 bits: the Python back end has it."""


_TEXT = """\
;; ---- Limits
(func $outside (global.set $trouble {LIMIT}) (unreachable))
(func $too_many (global.set $trouble {STEPS}) (unreachable))
(func $too_large (global.set $trouble {TOO_LARGE}) (unreachable))
(func $count (param $S i32) (param $looks i64)
  (local $steps i64)
  (local.set $steps (i64.add $S.{AT_STEPS} $looks))
  (i64.store offset={AT_STEPS} $S $steps)
  (if (i64.gt_s $steps {MOST_LOOKS}) (then (call $too_many))))
(func $count_times (param $S i32) (param $times i64)
  (if (i64.gt_s $times {MAX_STEPS}) (then (call $too_many)))
  (if (i64.gt_s $times 0) (then (call $count $S (i64.mul $times {LOOKS})))))
(func $ahead (param $S i32) (call $count $S (i64.const {A_LOOK})))
(func $looked (param $S i32) (call $count $S (i64.const -{A_LOOK})))

;; ---- Numbers
(func $add (i64.param $a $b) (result i64)
  (local $r i64)
  (local.set $r (i64.add $a $b))
  (if (i64.lt_s (i64.and (i64.xor $a $r) (i64.xor $b $r)) 0) (then (call $too_large)))
  (local.get $r))
(func $sub (i64.param $a $b) (result i64)
  (local $r i64)
  (local.set $r (i64.sub $a $b))
  (if (i64.lt_s (i64.and (i64.xor $a $b) (i64.xor $a $r)) 0) (then (call $too_large)))
  (local.get $r))
(func $mul (i64.param $a $b) (result i64)
  (local $r i64)
  (if (i64.eqz $a) (then (return (i64.const 0))))
  (local.set $r (i64.mul $a $b))
  (if (i32.or (i32.and (i64.eq $a -1) (i64.eq $b 0x8000000000000000)) (i64.ne (i64.div_s $r $a) $b))
    (then (call $too_large)))
  (local.get $r))
(func $saturated (param $a i64) (result i64)
  (local.set $a (select $a (i64.const {MOST}) (i64.lt_s $a {MOST})))
  (select $a (i64.const -{MOST}) (i64.gt_s $a -{MOST})))
(func $product (i64.param $a $b) (result i64)
  (local $r i64)
  (if (i64.eqz $a) (then (return (i64.const 0))))
  (local.set $r (i64.mul $a $b))
  (if (i32.or (i32.and (i64.eq $a -1) (i64.eq $b 0x8000000000000000)) (i64.ne (i64.div_s $r $a) $b))
    (then (return (select (i64.const {MOST}) (i64.const -{MOST}) (i64.ge_s (i64.xor $a $b) 0)))))
  (call $saturated $r))
(func $abs (param $a i64) (result i64)
  (if (result i64) (i64.lt_s $a 0) (then (call $sub (i64.const 0) $a)) (else $a)))
(func $div (i64.param $a $b) (result i64)
  (local $q i64)
  (local.set $q (i64.div_s $a $b))
  (i64.sub $q (i64.extend_i32_u (i32.and (i64.ne (i64.mul $q $b) $a) (i64.lt_s (i64.xor $a $b) 0)))))
(func $rem (i64.param $a $b) (result i64)
  (local $r i64)
  (local.set $r (i64.rem_s $a $b))
  (if (result i64) (i32.and (i64.ne $r 0) (i64.lt_s (i64.xor $r $b) 0)) (then (i64.add $r $b)) (else $r)))
(func $within (i64.param $value $last) (result i64)
  (select $value (i64.const -1) (i32.and (i64.ge_s $value 0) (i64.le_s $value $last))))
(func $held (i64.param $first $last) (result i32)
  (if (result i32) (i64.lt_s $last $first) (then 0) (else (i32.wrap_i64 (i64.add (i64.sub $last $first) 1)))))

;; ---- Scratch memory
(func $is_among (i32.param $from $to) (param $value i64) (result i32)
  (until (i32.ge_u $from $to)
    (if (i64.eq (i64.load $from) $value) (then (return 1)))
    (i32.add_to $from 8))
  (i32.const 0))
;; Whether a record goes before another, by so many bytes of keys.
(func $goes_before (i32.param $one $other $keys) (result i32)
  (local $key i32) (i64.local $ours $theirs)
  (loop $compare
    (local.set $ours (i64.load (i32.add $one $key)))
    (local.set $theirs (i64.load (i32.add $other $key)))
    (if (i64.ne $ours $theirs)
      (then (return (i64.lt_s $ours $theirs))))
    (i32.add_to $key 8)
    (br_if $compare (i32.lt_u $key $keys)))
  (i32.const 0))
;; Sort records: so many keys and a thing; equal ones stay in their order. Runs are merged, from one record on.
(func $sort (i32.param $address $count $keys)
  (i32.local $size $run $from $to $end $begins $left $middle $right $stop $next)
  (local.set $keys (i32.shl $keys 3))
  (local.set $size (i32.add $keys 8))
  (local.set $run $size)
  (local.set $count (i32.mul $count $size))
  (local.set $from $address)
  (local.set $to @scratch)
  (until (i32.ge_u $run $count)
    (local.set $begins $from)
    (local.set $end (i32.add $from $count))
    (local.set $next $to)
    (loop $pairs
      (local.set $left $begins)
      (local.set $middle (i32.add $left $run))
      (if (i32.gt_u $middle $end) (then (local.set $middle $end)))
      (local.set $right $middle)
      (local.set $stop (i32.add $middle $run))
      (if (i32.gt_u $stop $end) (then (local.set $stop $end)))
      (local.set $begins $stop)
      (until (i32.and (i32.eq $left $middle) (i32.eq $right $stop))
        (if (if (result i32) (i32.eq $right $stop) (then 1)
            (else (if (result i32) (i32.eq $left $middle) (then 0)
              (else (i32.eqz (call $goes_before $right $left $keys)))))) (then
            (memory.copy $next $left $size)
            (i32.add_to $left $size))
          (else
            (memory.copy $next $right $size)
            (i32.add_to $right $size)))
        (i32.add_to $next $size))
      (br_if $pairs (i32.lt_u $begins $end)))
    (local.set $next $from)
    (local.set $from $to)
    (local.set $to $next)
    (local.set $run (i32.shl $run 1)))
  (if (i32.ne $from $address) (then (memory.copy $address $from $count))))

;; ---- Pieces
;; Take a piece out of where it lies; its own link and zone are left as they are.
(func $take_out (i32.param $S $piece)
  (i32.local $zone $link $above $below $held)
  (local.set $zone (item {WIDTH} $S ({LOAD} offset={ZONE_OF} (item {WIDTH} $S $piece))))
  (local.set $link (item {WIDTH} $S $piece))
  (local.set $above ({HALF} offset={ABOVE} $link))
  (if (i32.lt_s $above 0) (then ({STORE} offset={SLOTS} $zone {SIGNED} (i32.const -1) {END}) (return)))
  (local.set $held (i32.sub ({HALF_U} offset={SIZE} $zone) 1))
  ({STORE_HALF} offset={SIZE} $zone $held)
  (if (i32.eqz $held) (then ({STORE_HALF} offset={SLOTS} $zone (i32.const -1)) (return)))
  (local.set $below ({HALF} offset={BELOW} $link))
  ({STORE_HALF} offset={ABOVE} (item {WIDTH} $S $below) $above)
  ({STORE_HALF} offset={BELOW} (item {WIDTH} $S $above) $below)
  (if (i32.eq ({HALF} offset={SLOTS} $zone) $piece) (then ({STORE_HALF} offset={SLOTS} $zone $below))))
(func $to_space (i32.param $S $piece $to)
  (if (i32.lt_s $piece 0) (then (return)))
  (call $take_out $S $piece)
  ({STORE} offset={SLOTS} (item {WIDTH} $S $to) {SIGNED} $piece {END})
  ({STORE} offset={ABOVE} (item {WIDTH} $S $piece) {SIGNED} (i32.const -1) {END})
  ({STORE} offset={ZONE_OF} (item {WIDTH} $S $piece) {SIGNED} $to {END}))
;; Join a piece to the pieces of a pile, between the highest and the lowest; returns whether it is the only one.
(func $join_pile (i32.param $S $piece $to) (result i32)
  (i32.local $zone $link $top $lowest)
  (call $take_out $S $piece)
  (local.set $zone (item {WIDTH} $S $to))
  (local.set $link (item {WIDTH} $S $piece))
  ({STORE} offset={ZONE_OF} $link {SIGNED} $to {END})
  ({STORE_HALF} offset={SIZE} $zone (i32.add ({HALF_U} offset={SIZE} $zone) 1))
  (local.set $top ({HALF} offset={SLOTS} $zone))
  (if (i32.lt_s $top 0) (then
    ({STORE_HALF} offset={ABOVE} $link $piece)
    ({STORE_HALF} offset={BELOW} $link $piece)
    ({STORE_HALF} offset={SLOTS} $zone $piece)
    (return 1)))
  (local.set $lowest ({HALF} offset={ABOVE} (item {WIDTH} $S $top)))
  ({STORE_HALF} offset={ABOVE} $link $lowest)
  ({STORE_HALF} offset={BELOW} $link $top)
  ({STORE_HALF} offset={ABOVE} (item {WIDTH} $S $top) $piece)
  ({STORE_HALF} offset={BELOW} (item {WIDTH} $S $lowest) $piece)
  (i32.const 0))
(func $to_pile (i32.param $S $piece $to)
  (if (i32.lt_s $piece 0) (then (return)))
  (if (i32.eqz (call $join_pile $S $piece $to)) (then ({STORE_HALF} offset={SLOTS} (item {WIDTH} $S $to) $piece))))
(func $under_pile (i32.param $S $piece $to)
  (if (i32.lt_s $piece 0) (then (return)))
  (drop (call $join_pile $S $piece $to)))
;; A space that a piece goes to, where it may lie already.
(func $room (i32.param $S $piece $to)
  (local $there i32)
  (local.set $there ({LOAD} offset={SLOTS} (item {WIDTH} $S $to)))
  (if (i32.and (i32.ge_s $piece 0) (i32.and (i32.ge_s $there 0) (i32.ne $there $piece))) (then (call $outside))))

;; ---- Chance
;; A number from 0 to bound - 1 from a stream, whose counter stands in the slot of a number.
(func $below (param $S i32) (param $stream i64) (param $at i32) (param $bound i64) (result i64)
  (local $counter i32) (i64.local $z $low)
  {DECIDED}
  (local.set $at (item {WIDTH} $S $at))
  (local.set $counter ({LOAD} offset={SLOTS} $at))
  ({STORE} offset={SLOTS} $at {SIGNED} (i32.add $counter 1) {END})
  (local.set $z (i64.add $S.{AT_SEED}
    (i64.add (i64.mul $stream {STREAM_STEP}) (i64.mul (i64.extend_i32_u $counter) {COUNTER_STEP}))))
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 30)) {STIR_1}))
  (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 27)) {STIR_2}))
  (local.set $z (i64.xor $z (i64.shr_u $z 31)))
  ;; the upper half of the product; a bound has less than 32 bits
  (local.set $low (i64.mul (i64.and $z 0xFFFFFFFF) $bound))
  (local.set $low (i64.shr_u $low 32))
  (i64.shr_u (i64.add (i64.mul (i64.shr_u $z 32) $bound) $low) 32))
(func $shuffle (i32.param $S $pile $counter) (param $stream i64)
  (i32.local $zone $size $cards $place $other $piece) (local $chance i64)
  (local.set $zone (item {WIDTH} $S $pile))
  (local.set $size ({HALF_U} offset={SIZE} $zone))
  (if @by_content (then (local.set $chance (call $chance $S $stream $counter))))
  (if (i32.lt_u $size 2) (then (return)))
  (local.set $cards @scratch)
  (local.set $piece ({HALF} offset={SLOTS} $zone))
  (loop $read
    (local.set $piece ({HALF} offset={ABOVE} (item {WIDTH} $S $piece)))
    (i32.store (item 4 $cards $place) $piece)
    (i32.add_to $place 1)
    (br_if $read (i32.lt_u $place $size)))
  (if @by_content (then (call $order_by_content $cards $size $chance))
    (else
      (loop $swap
        (local.set $other {PICKED_BEGINS} (i32.wrap_i64 (call $below $S $stream $counter (i64.extend_i32_u $place)))
          {PICKED_ENDS})
        (i32.sub_from $place 1)
        (local.set $other (item 4 $cards $other))
        (local.set $piece (i32.load $other))
        (i32.store $other (i32.load (item 4 $cards $place)))
        (i32.store (item 4 $cards $place) $piece)
        (br_if $swap (i32.gt_u $place 1)))))
  (local.set $other (i32.load (item 4 $cards (i32.sub $size 1))))
  ({STORE_HALF} offset={SLOTS} $zone $other)
  (local.set $place 0)
  (loop $link
    (local.set $piece (i32.load (item 4 $cards $place)))
    ({STORE_HALF} offset={BELOW} (item {WIDTH} $S $piece) $other)
    ({STORE_HALF} offset={ABOVE} (item {WIDTH} $S $other) $piece)
    (local.set $other $piece)
    (i32.add_to $place 1)
    (br_if $link (i32.lt_u $place $size))))

;; ---- Going on
(func $run (i32.param $S $f) (param $c i64) (result i32)
  (call_indirect (type $resume) $S $f $c $f.{FRAME_EFFECT}))
;; Whether an answer may have to wait: while others are asked, or at the last stage while others have not acted.
(func $has_to_wait (i32.param $S $stage) (result i32)
  (if $S.{AT_SEALED} (then (return 1)))
  (if (i32.eq $stage {OPENED}) (then (return 0)))
  (i32.load offset={AT_N_PARKED} $S))
;; Park the frames of an answer that waits, up to the one at an offset and where it ends; `joined` goes on then: the
;; frame that waits for all, or this one if it need not wait. There is one, as only what is in an answer waits.
(func $lay_aside (i32.param $S $here $end $stage)
  (i32.local $part $join $seat $n $entry)
  (local.set $join $here)
  (loop $outwards
    (local.set $part $join)
    (local.set $join (i32.load offset={FRAME_PARENT} (i32.add $S $part)))
    (if (i32.eqz $join) (then (unreachable)))
    (br_if $outwards (i32.eqz (call $is_join
      (i32.load offset={FRAME_EFFECT} (i32.add $S $join)) (i32.load offset={FRAME_BLOCK} (i32.add $S $join))))))
  (local.set $part (i32.add $S $part))
  (local.set $seat $part.{FRAME_LOCALS})
  (local.set $n $S.{AT_N_PARKED})
  (local.set $entry (i32.add (i32.add $S {PARKED}) (i32.mul $S.{AT_FIRST_PARKED} {ENTRY})))
  (if (i32.eqz $S.{AT_SEALED}) (then
    (if (i32.or (i32.gt_s $entry.{ENTRY_STAGE} $stage) (i32.and
        (i32.eq $entry.{ENTRY_STAGE} $stage)
        (i32.gt_s $entry.{ENTRY_SEAT} $seat))) (then
      (global.set $joined $here)
      (return)))))
  (local.set $entry (i32.add $S {PARKED}))
  (memory.copy $entry (i32.add $entry (i32.mul $S.{AT_FIRST_PARKED} {ENTRY})) (i32.mul $n {ENTRY}))
  (i32.store offset={AT_FIRST_PARKED} $S 0)
  (i32.store offset={AT_N_PARKED} $S (i32.add $n 1))
  (local.set $entry (i32.add $entry (i32.mul $n {ENTRY})))
  (block $here_it_is (loop $before
    (br_if $here_it_is (i32.eqz $n))
    (br_if $here_it_is (i32.lt_s (i32.load offset={ENTRY_STAGE} (i32.sub $entry {ENTRY})) $stage))
    (br_if $here_it_is (i32.and
      (i32.eq (i32.load offset={ENTRY_STAGE} (i32.sub $entry {ENTRY})) $stage)
      (i32.lt_s (i32.load offset={ENTRY_SEAT} (i32.sub $entry {ENTRY})) $seat)))
    (memory.copy $entry (i32.sub $entry {ENTRY}) {ENTRY})
    (i32.sub_from $entry {ENTRY})
    (i32.sub_from $n 1)
    (br $before)))
  (i32.store offset={ENTRY_SEAT} $entry $seat)
  (i32.store offset={ENTRY_LENGTH} $entry (i32.sub $end $part))
  (i32.store offset={ENTRY_STAGE} $entry $stage)
  (memory.copy (i32.add $entry {ENTRY_FRAMES}) $part (i32.sub $end $part))
  (global.set $joined $join))
;; The parts of the seats that are asked at once, one after the other, up to one that has a decision to make.
(func $next_parts (i32.param $S $join) (result i32)
  (i32.local $entry $first $f $start $end $result)
  (local.set $start (i32.add $join $join.{FRAME_SIZE}))
  (loop $seats
    (if $S.{AT_N_PARKED} (then
      (local.set $first $S.{AT_FIRST_PARKED})
      (i32.store offset={AT_FIRST_PARKED} $S (i32.add $first 1))
      (i32.store offset={AT_N_PARKED} $S (i32.sub $S.{AT_N_PARKED} 1))
      (local.set $entry (i32.add (i32.add $S {PARKED}) (i32.mul $first {ENTRY})))
      (if $entry.{ENTRY_STAGE} (then (i32.store offset={AT_SEALED} $S 0)))
      (memory.copy $start (i32.add $entry {ENTRY_FRAMES}) $entry.{ENTRY_LENGTH})
      (local.set $end (i32.add $start $entry.{ENTRY_LENGTH}))
      (local.set $f $start)
      (block $innermost (loop $inwards
        (local.set $first (i32.add $f $f.{FRAME_SIZE}))
        (br_if $innermost (i32.ge_u $first $end))
        (local.set $f $first)
        (br $inwards)))
      (loop $outwards
        (local.set $result (call $run $S $f (i64.const 0)))
        (if $result (then (return $result)))
        (local.set $f (i32.add $S $f.{FRAME_PARENT}))
        (br_if $outwards (i32.ne $f $join)))
      (br $seats))))
  (i32.store offset={AT_SEALED} $S 0)
  (i32.const 0))
(func $finish (param $S i32)
  (i32.store offset={AT_FRAME} $S 0)
  (i32.store offset={AT_FRAMES_END} $S {FRAMES})
  (i32.store offset={AT_SEAT} $S -1)
  (i32.store offset={AT_SITE} $S -1)
  (i32.store offset={AT_N_OPTIONS} $S 0)
  (i32.store offset={AT_N_PARKED} $S 0)
  (i32.store offset={AT_FIRST_PARKED} $S 0)
  (i32.store offset={AT_SEALED} $S 0)
  (i64.store offset={AT_STEPS} $S 0)
  (i32.store offset={AT_OVER} $S 1))
(func $step (export "step") (param $S i32) (param $c i64) (result i32)
  (i32.local $f $result)
  (local.set $f $S.{AT_FRAME})
  (loop $outwards
    (local.set $f (i32.add $S $f))
    (local.set $result (call $run $S $f $c))
    (if (i32.eq $result 1) (then (i64.store offset={AT_STEPS} $S 0) (return 1)))
    (if (i32.eqz $result) (then
      (local.set $f $f.{FRAME_PARENT})
      (br_if $outwards $f)))
    (if (i32.eq $result {LAID_ASIDE}) (then
      (local.set $f @joined)
      (local.set $c (i64.const 0))
      (br $outwards))))
  (call $finish $S)
  (i32.const 0))
(func $copy (export "copy") (i32.param $to $from)
  (memory.copy $to $from (item 8 {OPTIONS} $from.{AT_N_OPTIONS}))
  (memory.copy (i32.add $to {FRAMES}) (i32.add $from {FRAMES}) (i32.sub $from.{AT_FRAMES_END} {FRAMES}))
  (if (i32.or $from.{AT_SEALED} $from.{AT_N_PARKED}) (then
    (memory.copy (i32.add $to {PARKED}) (i32.add $from {PARKED}) {AFTER_FRAMES}))))
(func $value (export "value") (i32.param $S $number) (param $seat i64) (result i64)
  (call_indirect (type $of_seat) $S $seat (i32.add $number {FIRST_VALUE})))
"""


@dataclass(frozen=True, slots=True)
class DecidedChance:
    """Texts that let an exploration decide chance.

    `below` is the beginning of `$below`, `picked` surrounds the pick of a shuffle, which has the pieces left at
    `$cards`, `$place` of them.
    """

    below: str = ""
    picked: tuple[str, str] = ("", "")


def runtime(
    layout: StateLayout, blueprint: Blueprint, first_value: int, content_keys: int, chance: DecidedChance
) -> str:
    """Return the functions of the run-time for states of a layout.

    `content_keys` is the address of the pieces' keys.
    """
    wide = layout.width == 8
    names = {name: value for name, value in vars(at).items() if name.isupper() and isinstance(value, int)}
    text = f"{_TEXT}{ORDER_BY_CONTENT}".format(
        **names,
        STREAM_STEP=STREAM_STEP, COUNTER_STEP=COUNTER_STEP, SEED_OFFSET=SEED_OFFSET, STIR_1=STIR_1, STIR_2=STIR_2,
        LIMIT=LIMIT, STEPS=STEPS, TOO_LARGE=TOO_LARGE, LOOKS=LOOKS, MAX_STEPS=MAX_STEPS,
        MOST=MAX_NUMBER, MOST_LOOKS=MAX_STEPS * LOOKS, A_LOOK=MAX_STEPS * LOOKS // MAX_AHEAD,
        WIDTH=layout.width, SLOTS=layout.slot(0), SIZE=layout.slot(0) + layout.half,
        LOAD="i32.load", STORE="i64.store" if wide else "i32.store",
        SIGNED="(i64.extend_i32_s " if wide else "", END=")" if wide else "",
        HALF="i32.load" if wide else "i32.load16_s", HALF_U="i32.load" if wide else "i32.load16_u",
        STORE_HALF="i32.store" if wide else "i32.store16",
        ABOVE=layout.links, BELOW=layout.links + layout.half, ZONE_OF=layout.slot(blueprint.piece_zone),
        PARKED=layout.parked, ENTRY=layout.parked_entry, FRAMES=layout.frames, OPTIONS=layout.options,
        OPENED=OPENED, LAID_ASIDE=LAID_ASIDE,
        AFTER_FRAMES=layout.size - layout.parked, FIRST_VALUE=first_value,
        CONTENT_KEYS=content_keys, DECIDED=chance.below, PICKED_BEGINS=chance.picked[0], PICKED_ENDS=chance.picked[1],
    )  # fmt: skip
    return in_full(text)
