"""What a simulation teaches: the worth of its end to each seat, and how options did, whatever came before them.

`play/standing.py` and `play/tree.py` have the meaning. Every sum is made in the same order, so that not a bit differs.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.model.endings import LOST, WON
from rulewright.model.game import Blueprint
from rulewright.native_play.ends import seats_loop
from rulewright.native_play.hash_lookup import lookup

_HABITS = """
  ;; ---- Habits
""" + lookup("t_habit", "HABITS") + """
  ;; what did well before counts less
  (func $t_fade (export "think_fade") (param $request i32)
    (local $habit i32) (local $end i32)
    (local.set $habit (i32.load offset={HABITS} (local.get $request)))
    (local.set $end (i32.add (local.get $habit)
      (i32.shl (i32.add (i32.load offset={HABITS_MASK} (local.get $request)) (i32.const 1)) (i32.const 5))))
    (loop $next
      (if (i32.load offset=8 (local.get $habit)) (then
        (f64.store offset=16 (local.get $habit)
          (f64.mul (f64.load offset=16 (local.get $habit)) (f64.const {KEPT})))
        (f64.store offset=24 (local.get $habit)
          (f64.mul (f64.load offset=24 (local.get $habit)) (f64.const {KEPT})))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add (local.get $habit) (i32.const 32))) (local.get $end)))))
  ;; the habits of a table that was too small, into the one that the request has now, which is empty
  (func $t_rehash (export "think_rehash") (param $request i32) (param $habit i32) (param $end i32)
    (global.set $t_at (local.get $request))
    (loop $next
      (if (i32.load offset=8 (local.get $habit)) (then
        (memory.copy (call $t_habit (i32.load offset=8 (local.get $habit)) (i64.load (local.get $habit)))
          (local.get $habit) (i32.const 32))
        (i32.store offset={HABITS_LEFT} (local.get $request)
          (i32.sub (i32.load offset={HABITS_LEFT} (local.get $request)) (i32.const 1)))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add (local.get $habit) (i32.const 32))) (local.get $end)))))
  (func $t_learn
    (local $this i32) (local $end i32) (local $there i32) (local $worth f64)
    (local.set $this (i32.load offset={PATH} (global.get $t_at)))
    (local.set $end (i32.load offset={PATH_END} (global.get $t_at)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $this) (local.get $end)))
        (local.set $there (i32.load offset=4 (local.get $this)))
        (i32.store offset=16 (local.get $there)
          (i32.add (i32.load offset=16 (local.get $there)) (i32.const 1)))
        (f64.store offset=24 (local.get $there) (f64.add (f64.load offset=24 (local.get $there))
          (call $t_worth_to (i32.load (local.get $this)))))
        (local.set $this (i32.add (local.get $this) (i32.const 8)))
        (br $next)))
    (i64.store offset={NUMBER} (global.get $t_at)
      (i64.add (i64.load offset={NUMBER} (global.get $t_at)) (i64.const 1)))
    (if (i32.or (i32.load offset={IS_FLAT} (global.get $t_at)) (i32.load offset={L_VIEWS} (global.get $t_at)))
      (then (return)))
    (local.set $this (i32.load offset={PLAYED} (global.get $t_at)))
    (local.set $end (i32.load offset={PLAYED_END} (global.get $t_at)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $this) (local.get $end)))
        ;; where the habit was when it was looked up, if it was, unless another has come to be there since
        (local.set $there (i32.load offset=12 (local.get $this)))
        (if (if (result i32) (local.get $there)
            (then (i32.or (i64.ne (i64.load (local.get $there)) (i64.load (local.get $this)))
              (i32.ne (i32.load offset=8 (local.get $there)) (i32.load offset=8 (local.get $this)))))
            (else (i32.const 1)))
          (then (local.set $there
            (call $t_habit (i32.load offset=8 (local.get $this)) (i64.load (local.get $this))))))
        (if (i32.eqz (i32.load offset=8 (local.get $there))) (then
          (i64.store (local.get $there) (i64.load (local.get $this)))
          (i32.store offset=8 (local.get $there) (i32.load offset=8 (local.get $this)))
          (i32.store offset={HABITS_LEFT} (global.get $t_at)
            (i32.sub (i32.load offset={HABITS_LEFT} (global.get $t_at)) (i32.const 1)))))
        (f64.store offset=16 (local.get $there)
          (f64.add (f64.load offset=16 (local.get $there)) (f64.const 1)))
        (f64.store offset=24 (local.get $there) (f64.add (f64.load offset=24 (local.get $there))
          (call $t_worth_to (i32.sub (i32.and (i32.load offset=8 (local.get $this)) (i32.const 63)) (i32.const 1)))))
        (local.set $this (i32.add (local.get $this) (i32.const 16)))
        (br $next))))
  (func $t_worth_to (param $seat i32) (result f64)
    (f64.load (i32.add (i32.load offset={WORTHS} (global.get $t_at)) (i32.shl (local.get $seat) (i32.const 3)))))
"""
_SCORES = """
  ;; ---- Worths
  ;; the scoring of each seat, then the numbers of each tie-break, of places and of sides; where they end
  (func $t_scores (param $state i32) (param $to i32) (result i32)
    (local $seat i32) (local $seats i32)
    (local.set $seats (i32.load offset={AT_N_SEATS} (local.get $state)))"""
_NAMED = """
      (if (i64.eq (call $t_place (local.get $seat) (local.get $seats)) (i64.const {WON}))
        (then (local.set $rank (f64.const 1))))
      (if (i64.eq (call $t_place (local.get $seat) (local.get $seats)) (i64.const {LOST}))
        (then (local.set $rank (f64.const 0))))"""
_WORTH = """
  ;; a seat's total
  (func $t_total (param $seat i32) (result i64)
    (local $left i32) (local $this i32) (local $total i64)
    (local.set $left (i32.const {CATEGORIES}))
    (local.set $this (i32.add (i32.load offset={SCORES} (global.get $t_at))
      (i32.mul (local.get $seat) (i32.const {ROW}))))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $total (i64.add (local.get $total) (i64.load (local.get $this))))
        (local.set $this (i32.add (local.get $this) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next)))
    (local.get $total))
  ;; the place of a seat's side, and whether another seat is of another side
  (func $t_place (param $seat i32) (param $seats i32) (result i64) {PLACE_OF})
  (func $t_parted (param $seat i32) (param $other i32) (param $seats i32) (result i32) {PARTED})
  ;; how far a seat is before another: 1, 0 where they are equal to the last tie-break, -1
  (func $t_before (param $seat i32) (param $other i32) (param $seats i32) (result i32)
    (local $left i32) (local $this i32) (local $ours i64) (local $theirs i64)
    (local.set $ours (call $t_place (local.get $seat) (local.get $seats)))
    (local.set $theirs (call $t_place (local.get $other) (local.get $seats)))
    (if (i64.ne (local.get $ours) (local.get $theirs)) (then (return (i32.sub
      (i64.gt_s (local.get $ours) (local.get $theirs)) (i64.lt_s (local.get $ours) (local.get $theirs))))))
    (local.set $left (i32.const {BREAKS}))
    (local.set $this (i32.add (i32.load offset={SCORES} (global.get $t_at))
      (i32.mul (local.get $seats) (i32.const {ROW}))))
    (local.set $ours (call $t_total (local.get $seat)))
    (local.set $theirs (call $t_total (local.get $other)))
    (block $parted
      (loop $next
        (br_if $parted (i64.ne (local.get $ours) (local.get $theirs)))
        (br_if $parted (i32.eqz (local.get $left)))
        (local.set $ours (i64.load (i32.add (local.get $this) (i32.shl (local.get $seat) (i32.const 3)))))
        (local.set $theirs (i64.load (i32.add (local.get $this) (i32.shl (local.get $other) (i32.const 3)))))
        (local.set $this (i32.add (local.get $this) (i32.shl (local.get $seats) (i32.const 3))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next)))
    (i32.sub (i64.gt_s (local.get $ours) (local.get $theirs)) (i64.lt_s (local.get $ours) (local.get $theirs))))
  (func $t_lead (param $seat i32) (param $seats i32) (result f64)
    (local $other i32) (local $most i64) (local $total i64) (local $found i32)
    (local.set $total (call $t_total (local.get $seat)))
    (local.set $most (i64.const -0x8000000000000000))
    (loop $next
      (if (call $t_parted (local.get $seat) (local.get $other) (local.get $seats)) (then
        (local.set $found (i32.const 1))
        (if (i64.gt_s (call $t_total (local.get $other)) (local.get $most))
          (then (local.set $most (call $t_total (local.get $other)))))))
      (local.set $other (i32.add (local.get $other) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $other) (local.get $seats))))
    (if (i32.eqz (local.get $found)) (then
      (local.set $most (i64.const 0))))
    (f64.sub (f64.convert_i64_s (i64.sub (local.get $total) (local.get $most)))
      (f64.load offset={MEAN} (global.get $t_at))))
  (func $t_worth (param $state i32)
    (local $seat i32) (local $other i32) (local $seats i32) (local $ends f64) (local $sum f64) (local $scale f64)
    (local $near f64) (local $rank f64) (local $rivals i32)
    (local.set $seats (i32.load offset={AT_N_SEATS} (local.get $state)))
    (drop (call $t_scores (local.get $state) (i32.load offset={SCORES} (global.get $t_at))))
    (i64.store offset={ENDS} (global.get $t_at)
      (i64.add (i64.load offset={ENDS} (global.get $t_at)) (i64.const 1)))
    (local.set $ends (f64.convert_i64_s (i64.load offset={ENDS} (global.get $t_at))))
    (loop $count
      (local.set $rivals (i32.add (local.get $rivals)
        (call $t_parted (i32.const 0) (local.get $other) (local.get $seats))))
      (local.set $other (i32.add (local.get $other) (i32.const 1)))
      (br_if $count (i32.lt_u (local.get $other) (local.get $seats))))
    (if (i32.and (i32.eqz (local.get $rivals)) (f64.eq (f64.load offset={SCALE} (global.get $t_at)) (f64.const 0)))
      (then (f64.store offset={MEAN} (global.get $t_at) (f64.add (f64.load offset={MEAN} (global.get $t_at)) (f64.div
        (f64.sub (f64.convert_i64_s (call $t_total (i32.const 0))) (f64.load offset={MEAN} (global.get $t_at)))
        (local.get $ends))))))
    (loop $next
      (local.set $sum (f64.add (local.get $sum)
        (f64.abs (call $t_lead (local.get $seat) (local.get $seats)))))
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $seat) (local.get $seats))))
    (f64.store offset={SPREAD} (global.get $t_at) (f64.add (f64.load offset={SPREAD} (global.get $t_at))
      (f64.div (local.get $sum) (f64.convert_i32_u (local.get $seats)))))
    (local.set $scale (f64.div (f64.load offset={SPREAD} (global.get $t_at)) (local.get $ends)))
    (if (f64.eq (local.get $scale) (f64.const 0)) (then (local.set $scale (f64.const 1))))
    (if (f64.ne (f64.load offset={SCALE} (global.get $t_at)) (f64.const 0)) (then
      (local.set $scale (f64.load offset={SCALE} (global.get $t_at)))))
    (local.set $seat (i32.const 0))
    (loop $next
      (local.set $near (f64.div (call $t_lead (local.get $seat) (local.get $seats)) (local.get $scale)))
      (local.set $rank (f64.const 0.5))
      (if (local.get $rivals) (then
        (local.set $rank (f64.const 0))
        (local.set $rivals (i32.const 0))
        (local.set $other (i32.const 0))
        (loop $others
          (if (call $t_parted (local.get $seat) (local.get $other) (local.get $seats)) (then
            (local.set $rivals (i32.add (local.get $rivals) (i32.const 1)))
            (local.set $rank (f64.add (local.get $rank) (f64.mul (f64.const 0.5) (f64.convert_i32_s (i32.add
              (call $t_before (local.get $seat) (local.get $other) (local.get $seats)) (i32.const 1))))))))
          (local.set $other (i32.add (local.get $other) (i32.const 1)))
          (br_if $others (i32.lt_u (local.get $other) (local.get $seats))))
        (local.set $rank
          (f64.div (local.get $rank) (f64.convert_i32_u (local.get $rivals))))))
      {NAMED}
      (f64.store (i32.add (i32.load offset={WORTHS} (global.get $t_at)) (i32.shl (local.get $seat) (i32.const 3)))
        (f64.add (f64.mul (f64.const 0.5) (local.get $rank)) (f64.mul (f64.const 0.25) (f64.add (f64.const 1)
          (f64.div (local.get $near) (f64.add (f64.const 1) (f64.abs (local.get $near))))))))
      (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $seat) (local.get $seats)))))
"""


def learning(blueprint: Blueprint, names: dict[str, object]) -> Iterator[str]:
    """The functions that learn; `names` are what the text calls by name."""
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
    yield "    (local.get $to))"
    place, parted, named = "(i64.const 0)", "(i32.ne (local.get $seat) (local.get $other))", ""
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
    """What a row tells of a seat, after rows of so many bytes for each."""
    rows = f"(i32.load offset={names['SCORES']} (global.get $t_at))"
    row = f"(i32.add {rows} (i32.mul (local.get $seats) (i32.const {before})))"
    return f"(i64.load (i32.add {row} (i32.shl (local.get ${seat}) (i32.const 3))))"
