"""Learning from a simulation: the value of its end to each seat, and each option's results anywhere.

`play/policies/standing.py` and `tree.py` next to it define the meaning. Every sum is made in the same order, so that
the results are equal to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.core.model.endings import LOST, WON
from rulewright.core.model.game import Blueprint
from rulewright.native.inside.hash_lookup import lookup

_HABITS = (
    """
  ;; ---- Habits
"""
    + lookup("t_habit", "HABITS")
    + """
  ;; what did well before counts less
  (func $t_fade (export "think_fade") (param $request i32)
    (i32.local $habit $end)
    (local.set $habit $request.{HABITS})
    (local.set $end (item 32 $habit (i32.add $request.{HABITS_MASK} 1)))
    (loop $next
      (if $habit.8 (then
        (f64.store offset=16 $habit (f64.mul $habit.16 {KEPT}))
        (f64.store offset=24 $habit (f64.mul $habit.24 {KEPT}))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add $habit 32)) $end))))
  ;; the habits of a table that was too small, into the one that the request has now, which is empty
  (func $t_rehash (export "think_rehash") (i32.param $request $habit $end)
    (global.set $t_at $request)
    (loop $next
      (if $habit.8 (then
        (memory.copy (call $t_habit $habit.8 (i64.load $habit)) $habit 32)
        (i32.store offset={HABITS_LEFT} $request (i32.sub $request.{HABITS_LEFT} 1))))
      (br_if $next (i32.lt_u (local.tee $habit (i32.add $habit 32)) $end))))
  (func $t_learn
    (i32.local $this $end $there) (local $worth f64)
    (local.set $this @t_at.{PATH})
    (local.set $end @t_at.{PATH_END})
    (until (i32.ge_u $this $end)
      (local.set $there $this.4)
      (i32.store offset=16 $there (i32.add $there.16 1))
      (f64.store offset=24 $there (f64.add $there.24 (call $t_worth_to (i32.load $this))))
      (i32.add_to $this 8))
    (i64.store offset={NUMBER} @t_at (i64.add @t_at.{NUMBER} 1))
    (if (i32.or @t_at.{IS_FLAT} @t_at.{L_VIEWS}) (then (return)))
    (local.set $this @t_at.{PLAYED})
    (local.set $end @t_at.{PLAYED_END})
    (until (i32.ge_u $this $end)
      ;; where the habit was when it was looked up, if it was, unless another has come to be there since
      (local.set $there $this.12)
      (if (if (result i32) $there
          (then (i32.or (i64.ne (i64.load $there) (i64.load $this)) (i32.ne $there.8 $this.8))) (else 1))
        (then (local.set $there (call $t_habit $this.8 (i64.load $this)))))
      (if (i32.eqz $there.8) (then
        (i64.store $there (i64.load $this))
        (i32.store offset=8 $there $this.8)
        (i32.store offset={HABITS_LEFT} @t_at (i32.sub @t_at.{HABITS_LEFT} 1))))
      (f64.store offset=16 $there (f64.add $there.16 1))
      (f64.store offset=24 $there (f64.add $there.24 (call $t_worth_to (i32.sub (i32.and $this.8 63) 1))))
      (i32.add_to $this 16)))
  (func $t_worth_to (param $seat i32) (result f64)
    (f64.load (item 8 @t_at.{WORTHS} $seat)))
"""
)
_WORTHS = """
  ;; ---- Worths
  ;; rows of a number for each seat: the place of its side, its points, each tie-break, its side
  (func $t_scores (param $state i32)
    (i32.local $to $seat $seats) (i64.local $place)
    (local.set $to @t_at.{SCORES})
    (local.set $seats $state.{AT_N_SEATS}) {ROWS}
    ;; all have won, or all have lost: they are one side
    (local.set $place (call $t_score 0 0 $seats))
    (if (i32.eqz (i32.or (i64.eq $place {WON}) (i64.eq $place {LOST}))) (then (return)))
    (each $seat 0 $seats
      (if (i64.ne (call $t_score 0 $seat $seats) $place) (then (return))))
    (each $seat 0 $seats
      (i64.store (item 8 @t_at.{SCORES} (i32.add (i32.mul {SIDES} $seats) $seat)) 0)))
  (func $t_score (i32.param $row $seat $seats) (result i64)
    (i64.load (item 8 @t_at.{SCORES} (i32.add (i32.mul $row $seats) $seat))))
  ;; whether another seat is of another side
  (func $t_parted (i32.param $seat $other $seats) (result i32)
    (i64.ne (call $t_score {SIDES} $seat $seats) (call $t_score {SIDES} $other $seats)))
  ;; how far a seat is before another: 1, 0 where they are equal to the last tie-break, -1
  (func $t_before (i32.param $seat $other $seats) (result i32)
    (local $row i32) (i64.local $ours $theirs)
    (each $row 0 {SIDES}
      (local.set $ours (call $t_score $row $seat $seats))
      (local.set $theirs (call $t_score $row $other $seats))
      (if (i64.ne $ours $theirs) (then (return (i32.sub (i64.gt_s $ours $theirs) (i64.lt_s $ours $theirs))))))
    (i32.const 0))
  (func $t_lead (i32.param $seat $seats) (result f64)
    (i32.local $other $found) (i64.local $most $points)
    (each $other 0 $seats
      (if (call $t_parted $seat $other $seats) (then
        (local.set $points (call $t_score 1 $other $seats))
        (if (i32.or (i32.eqz $found) (i64.gt_s $points $most)) (then (local.set $most $points)))
        (local.set $found 1))))
    (f64.sub (f64.convert_i64_s (i64.sub (call $t_score 1 $seat $seats) $most))
      (select (f64.const 0) (f64.load offset={MEAN} @t_at) (i32.and $found (f64.eq @t_at.{SCALE} 0)))))
  (func $t_worth (param $state i32)
    (i32.local $seat $other $seats $rivals) (f64.local $ends $sum $scale $near $rank) (local $place i64)
    (local.set $seats $state.{AT_N_SEATS})
    (call $t_scores $state)
    (i64.store offset={ENDS} @t_at (i64.add @t_at.{ENDS} 1))
    (local.set $ends (f64.convert_i64_s (i64.load offset={ENDS} @t_at)))
    (each $other 0 $seats
      (i32.add_to $rivals (call $t_parted 0 $other $seats)))
    (if (i32.and (i32.eqz $rivals) (f64.eq @t_at.{SCALE} 0))
      (then (f64.store offset={MEAN} @t_at (f64.add @t_at.{MEAN}
      (f64.div (f64.sub (f64.convert_i64_s (call $t_score 1 0 $seats)) @t_at.{MEAN}) $ends)))))
    (each $seat 0 $seats
      (f64.add_to $sum (f64.abs (call $t_lead $seat $seats))))
    (f64.store offset={SPREAD} @t_at (f64.add @t_at.{SPREAD} (f64.div $sum (f64.convert_i32_u $seats))))
    (local.set $scale (f64.div @t_at.{SPREAD} $ends))
    (if (f64.eq $scale 0) (then (local.set $scale (f64.const 1))))
    (if (f64.ne @t_at.{SCALE} 0) (then (local.set $scale (f64.load offset={SCALE} @t_at))))
    (each $seat 0 $seats
      (local.set $near (f64.div (call $t_lead $seat $seats) $scale))
      (local.set $rank (f64.const 0))
      (local.set $rivals 0)
      (each $other 0 $seats
        (if (call $t_parted $seat $other $seats) (then
          (i32.add_to $rivals 1)
          (f64.add_to $rank (f64.mul 0.5 (f64.convert_i32_s (i32.add (call $t_before $seat $other $seats) 1)))))))
      (local.set $rank (select (f64.div $rank (f64.convert_i32_u $rivals)) (f64.const 0.5) $rivals))
      (local.set $place (call $t_score 0 $seat $seats))
      (if (i64.eq $place {WON}) (then (local.set $rank (f64.const 1))))
      (if (i64.eq $place {LOST}) (then (local.set $rank (f64.const 0))))
      (f64.store (item 8 @t_at.{WORTHS} $seat)
        (f64.add (f64.mul 0.5 $rank) (f64.mul 0.25 (f64.add 1 (f64.div $near (f64.add 1 (f64.abs $near)))))))))
"""
_ROW = """
    (each $seat 0 $seats
      (i64.store $to {})
      (i32.add_to $to 8))"""


def learning(blueprint: Blueprint, names: dict[str, object]) -> Iterator[str]:
    """Yield the text of the functions that learn.

    `names` maps placeholders of the text to values.
    """
    yield _HABITS.format(**names)
    ending = blueprint.ending
    points = [number for _, _, number in blueprint.scoring] if ending is None else [ending.total]
    breaks = [number for _, _, number in blueprint.tie_breaks] if ending is None else ending.breaks
    place, side = (ending.place, ending.side) if ending is not None else (-1, -1)
    rows = [[place] if place >= 0 else [], points, *([each] for each in breaks)]
    values = [*map(_sum, rows), _sum([side]) if side >= 0 else "(i64.extend_i32_u $seat)"]
    yield _WORTHS.format(**names, ROWS="".join(map(_ROW.format, values)), SIDES=len(rows), WON=WON, LOST=LOST)


def _sum(numbers: Sequence[int]) -> str:
    """Return the text of the sum of some quantities of `$seat`."""
    text = "(i64.const 0)"
    for number in numbers:
        text = f"(i64.add {text} (call $h_value $state {number} $seat))"
    return text
