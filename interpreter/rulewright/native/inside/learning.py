"""Learning from a simulation: the value of its end to each seat, and each option's results anywhere.

`play/policies/standing.py` and `tree.py` next to it define the meaning. Every sum is made in the same order, so that
the results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model.endings import LOST, WON
from rulewright.core.model.game import Blueprint
from rulewright.native.inside.ends import seats_loop
from rulewright.native.inside.hash_lookup import lookup

_HABITS = """
  ;; ---- Habits
""" + lookup("t_habit", "HABITS") + """
  ;; what did well before counts less
  (func $t_fade (export "think_fade") (param $request i32)
    (i32.local $habit $end)
    (local.set $habit (i32.load offset={HABITS} $request))
    (local.set $end (item 32 $habit (i32.add (i32.load offset={HABITS_MASK} $request) 1)))
    (loop $next
      (if (i32.load offset=8 $habit) (then
        (f64.store offset=16 $habit (f64.mul (f64.load offset=16 $habit) {KEPT}))
        (f64.store offset=24 $habit (f64.mul (f64.load offset=24 $habit) {KEPT}))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add $habit 32)) $end))))
  ;; the habits of a table that was too small, into the one that the request has now, which is empty
  (func $t_rehash (export "think_rehash") (i32.param $request $habit $end)
    (global.set $t_at $request)
    (loop $next
      (if (i32.load offset=8 $habit) (then
        (memory.copy (call $t_habit (i32.load offset=8 $habit) (i64.load $habit)) $habit 32)
        (i32.store offset={HABITS_LEFT} $request (i32.sub (i32.load offset={HABITS_LEFT} $request) 1))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add $habit 32)) $end))))
  (func $t_learn
    (i32.local $this $end $there) (local $worth f64)
    (local.set $this (i32.load offset={PATH} @t_at))
    (local.set $end (i32.load offset={PATH_END} @t_at))
    (until (i32.ge_u $this $end)
      (local.set $there (i32.load offset=4 $this))
      (i32.store offset=16 $there (i32.add (i32.load offset=16 $there) 1))
      (f64.store offset=24 $there (f64.add (f64.load offset=24 $there) (call $t_worth_to (i32.load $this))))
      (i32.add_to $this 8))
    (i64.store offset={NUMBER} @t_at (i64.add (i64.load offset={NUMBER} @t_at) 1))
    (if (i32.or (i32.load offset={IS_FLAT} @t_at) (i32.load offset={L_VIEWS} @t_at)) (then (return)))
    (local.set $this (i32.load offset={PLAYED} @t_at))
    (local.set $end (i32.load offset={PLAYED_END} @t_at))
    (until (i32.ge_u $this $end)
      ;; where the habit was when it was looked up, if it was, unless another has come to be there since
      (local.set $there (i32.load offset=12 $this))
      (if (if (result i32) $there
          (then (i32.or (i64.ne (i64.load $there) (i64.load $this))
            (i32.ne (i32.load offset=8 $there) (i32.load offset=8 $this)))) (else 1))
        (then (local.set $there (call $t_habit (i32.load offset=8 $this) (i64.load $this)))))
      (if (i32.eqz (i32.load offset=8 $there)) (then
        (i64.store $there (i64.load $this))
        (i32.store offset=8 $there (i32.load offset=8 $this))
        (i32.store offset={HABITS_LEFT} @t_at (i32.sub (i32.load offset={HABITS_LEFT} @t_at) 1))))
      (f64.store offset=16 $there (f64.add (f64.load offset=16 $there) 1))
      (f64.store offset=24 $there
        (f64.add (f64.load offset=24 $there) (call $t_worth_to (i32.sub (i32.and (i32.load offset=8 $this) 63) 1))))
      (i32.add_to $this 16)))
  (func $t_worth_to (param $seat i32) (result f64)
    (f64.load (item 8 (i32.load offset={WORTHS} @t_at) $seat)))
"""
_SCORES = """
  ;; ---- Worths
  ;; the scoring of each seat, then the numbers of each tie-break, of places and of sides; where they end
  (func $t_scores (i32.param $state $to) (result i32)
    (i32.local $seat $seats)
    (local.set $seats (i32.load offset={AT_N_SEATS} $state))"""
_NAMED = """
      (if (i64.eq (call $t_place $seat $seats) {WON}) (then (local.set $rank (f64.const 1))))
      (if (i64.eq (call $t_place $seat $seats) {LOST}) (then (local.set $rank (f64.const 0))))"""
_WORTH = """
  ;; a seat's total
  (func $t_total (param $seat i32) (result i64)
    (i32.local $left $this) (local $total i64)
    (local.set $left {CATEGORIES})
    (local.set $this (i32.add (i32.load offset={SCORES} @t_at) (i32.mul $seat {ROW})))
    (until (i32.eqz $left)
      (i64.add_to $total (i64.load $this))
      (i32.add_to $this 8)
      (i32.sub_from $left 1))
    (local.get $total))
  ;; the place of a seat's side, and whether another seat is of another side
  (func $t_place (i32.param $seat $seats) (result i64) {PLACE_OF})
  (func $t_parted (i32.param $seat $other $seats) (result i32) {PARTED})
  ;; how far a seat is before another: 1, 0 where they are equal to the last tie-break, -1
  (func $t_before (i32.param $seat $other $seats) (result i32)
    (i32.local $left $this) (i64.local $ours $theirs)
    (local.set $ours (call $t_place $seat $seats))
    (local.set $theirs (call $t_place $other $seats))
    (if (i64.ne $ours $theirs) (then (return (i32.sub (i64.gt_s $ours $theirs) (i64.lt_s $ours $theirs)))))
    (local.set $left {BREAKS})
    (local.set $this (i32.add (i32.load offset={SCORES} @t_at) (i32.mul $seats {ROW})))
    (local.set $ours (call $t_total $seat))
    (local.set $theirs (call $t_total $other))
    (block $parted
      (loop $next
        (br_if $parted (i64.ne $ours $theirs))
        (br_if $parted (i32.eqz $left))
        (local.set $ours (i64.load (item 8 $this $seat)))
        (local.set $theirs (i64.load (item 8 $this $other)))
        (i32.add_to $this (i32.shl $seats 3))
        (i32.sub_from $left 1)
        (br $next)))
    (i32.sub (i64.gt_s $ours $theirs) (i64.lt_s $ours $theirs)))
  (func $t_lead (i32.param $seat $seats) (result f64)
    (local $other i32) (i64.local $most $total) (local $found i32)
    (local.set $total (call $t_total $seat))
    (local.set $most (i64.const -0x8000000000000000))
    (loop $next
      (if (call $t_parted $seat $other $seats) (then
        (local.set $found 1)
        (if (i64.gt_s (call $t_total $other) $most) (then (local.set $most (call $t_total $other))))))
      (i32.add_to $other 1)
      (br_if $next (i32.lt_u $other $seats)))
    (if (i32.eqz $found) (then
      (local.set $most (i64.const 0))))
    (f64.sub (f64.convert_i64_s (i64.sub $total $most)) (f64.load offset={MEAN} @t_at)))
  (func $t_worth (param $state i32)
    (i32.local $seat $other $seats) (f64.local $ends $sum $scale $near $rank) (local $rivals i32)
    (local.set $seats (i32.load offset={AT_N_SEATS} $state))
    (drop (call $t_scores $state (i32.load offset={SCORES} @t_at)))
    (i64.store offset={ENDS} @t_at (i64.add (i64.load offset={ENDS} @t_at) 1))
    (local.set $ends (f64.convert_i64_s (i64.load offset={ENDS} @t_at)))
    (loop $count
      (i32.add_to $rivals (call $t_parted 0 $other $seats))
      (i32.add_to $other 1)
      (br_if $count (i32.lt_u $other $seats)))
    (if (i32.and (i32.eqz $rivals) (f64.eq (f64.load offset={SCALE} @t_at) 0))
      (then (f64.store offset={MEAN} @t_at (f64.add (f64.load offset={MEAN} @t_at)
      (f64.div (f64.sub (f64.convert_i64_s (call $t_total 0)) (f64.load offset={MEAN} @t_at)) $ends)))))
    (loop $next
      (f64.add_to $sum (f64.abs (call $t_lead $seat $seats)))
      (i32.add_to $seat 1)
      (br_if $next (i32.lt_u $seat $seats)))
    (f64.store offset={SPREAD} @t_at
      (f64.add (f64.load offset={SPREAD} @t_at) (f64.div $sum (f64.convert_i32_u $seats))))
    (local.set $scale (f64.div (f64.load offset={SPREAD} @t_at) $ends))
    (if (f64.eq $scale 0) (then (local.set $scale (f64.const 1))))
    (if (f64.ne (f64.load offset={SCALE} @t_at) 0) (then (local.set $scale (f64.load offset={SCALE} @t_at))))
    (local.set $seat 0)
    (loop $next
      (local.set $near (f64.div (call $t_lead $seat $seats) $scale))
      (local.set $rank (f64.const 0.5))
      (if $rivals (then
        (local.set $rank (f64.const 0))
        (local.set $rivals 0)
        (local.set $other 0)
        (loop $others
          (if (call $t_parted $seat $other $seats) (then
            (i32.add_to $rivals 1)
            (f64.add_to $rank (f64.mul 0.5 (f64.convert_i32_s (i32.add (call $t_before $seat $other $seats) 1))))))
          (i32.add_to $other 1)
          (br_if $others (i32.lt_u $other $seats)))
        (local.set $rank (f64.div $rank (f64.convert_i32_u $rivals)))))
      {NAMED}
      (f64.store (item 8 (i32.load offset={WORTHS} @t_at) $seat)
        (f64.add (f64.mul 0.5 $rank) (f64.mul 0.25 (f64.add 1 (f64.div $near (f64.add 1 (f64.abs $near)))))))
      (i32.add_to $seat 1)
      (br_if $next (i32.lt_u $seat $seats))))
"""


def learning(blueprint: Blueprint, names: dict[str, object]) -> Iterator[str]:
    """Yield the text of the functions that learn.

    `names` maps placeholders of the text to values.
    """
    yield _HABITS.format(**names)
    yield _SCORES.format(**names)
    ending = blueprint.ending
    scoring = [number for _, _, number in blueprint.scoring] if ending is None else [ending.total]
    breaks = [number for _, _, number in blueprint.tie_breaks] if ending is None else [*ending.breaks]
    more = [each for each in (ending.place, ending.side) if each >= 0] if ending is not None else []
    if scoring:
        yield from seats_loop(scoring)
    for number in (*breaks, *more):
        yield from seats_loop([number])
    yield "    $to)"
    place, parted, named = "(i64.const 0)", "(i32.ne $seat $other)", ""
    before = 8 * (len(scoring) + len(breaks))
    if ending is not None and ending.place >= 0:
        place, named, before = _told(before, "seat", names), _NAMED.format(WON=WON, LOST=LOST), before + 8
    if ending is not None and ending.side >= 0:
        parted = f"(i64.ne {_told(before, 'seat', names)} {_told(before, 'other', names)})"
    yield _WORTH.format(
        **names, CATEGORIES=len(scoring), ROW=8 * len(scoring), BREAKS=len(breaks),
        PLACE_OF=place, PARTED=parted, NAMED=named,
    )  # fmt: skip


def _told(before: int, seat: str, names: dict[str, object]) -> str:
    """Return text that loads a seat's number from the row of an end.

    `before` is the size, in bytes for each seat, of the rows before this one.
    """
    rows = f"(i32.load offset={names['SCORES']} @t_at)"
    row = f"(i32.add {rows} (i32.mul $seats {before}))"
    return f"(i64.load (item 8 {row} ${seat}))"
