"""A learned player inside the module: the choice of `play/policies/learned.py`.

What it knows is a block like a request of `searching.py`, of which only the parts about worths are filled in; its
address is the number of the policy. What choices are worth besides the tables they lead to is in a hash table that
the host fills in as they come up (`learned_player.py`), since it goes by their names.
"""

from __future__ import annotations

from rulewright.core.model import ahead
from rulewright.core.model.weighing import UNIT
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.inside import determinizing as look
from rulewright.native.inside.hash_lookup import lookup

CHOICE_SIZE = 32
"""The bytes of a choice: its code (8), who is asked (4), the piece it is about or -1 (4), what it is worth (8), and
what it is worth to a seat that does not see the piece (8). An empty one is asked nobody."""

_TEXT = (
    """
  ;; ---- A learned player: where a choice is, or would go
"""
    + lookup("l_choice", "L_CHOICES")
    + """
  ;; writes down what a choice is worth; 1 if it was not known
  (func $l_tell (export "learned_tell") (i32.param $player $who) (param $code i64) (param $piece i32)
    (i64.param $worth $unseen) (result i32)
    (local $there i32)
    (global.set $t_at $player)
    (local.set $there (call $l_choice $who $code))
    (if $there.8 (then (return 0)))
    (i64.store $there $code)
    (i32.store offset=8 $there $who)
    (i32.store offset=12 $there $piece)
    (i64.store offset=16 $there $worth)
    (i64.store offset=24 $there $unseen)
    (i32.const 1))
  ;; whether all choices of a decision are known
  (func $l_knows (export "learned_knows") (i32.param $player $state) (result i32)
    (i32.local $left $who $code)
    (global.set $t_at $player)
    (local.set $left $state.{AT_N_OPTIONS})
    (if (i32.eq $left 1) (then (return 1)))
    (local.set $who (call $t_who $state))
    (local.set $code (i32.add $state {OPTIONS}))
    (loop $next
      (if (i32.eqz (i32.load offset=8 (call $l_choice $who (i64.load $code)))) (then (return 0)))
      (i32.add_to $code 8)
      (br_if $next (local.tee $left (i32.sub $left 1))))
    (i32.const 1))
  ;; marks the pieces that the seat does not see, once a table was dealt
  (func $l_mark (i32.param $look $table)
    (i32.local $marks $place $kinds $places $list $n)
    (local.set $marks @t_at.{L_UNSEEN})
    (memory.fill $marks 0 {PIECES})
    (local.set $list $look.{HIDDEN})
    (local.set $place $table.{GROUPS})
    (local.set $kinds (i32.load $place))
    (i32.add_to $place 4)
    (until (i32.eqz $kinds)
      (local.set $places (i32.load $place))
      (i32.add_to $place 4)
      (local.set $n (call $g_gather $look $look.{UNSEALED} $place $places $table.{VIEWER}))
      (until (i32.eqz $n)
        (i32.sub_from $n 1)
        (i32.store8 (i32.add $marks (i32.load (item 4 $list $n))) 1))
      (i32.add_to $place (i32.mul $places {PLACE}))
      (i32.sub_from $kinds 1)))
  ;; makes a choice of a seat, and what that leaves it no choice about
  (func $l_step (param $state i32) (param $code i64) (param $seat i32)
    (i32.local $left $waits)
    (local.set $waits (call $step $state $code))
    (local.set $left {FOLLOWED})
    (block $followed (loop $follow
      (br_if $followed (i32.eqz $waits))
      (br_if $followed (i32.ne $state.{AT_SEAT} $seat))
      (br_if $followed (i32.ne $state.{AT_N_OPTIONS} 1))
      (br_if $followed (i32.eqz $left))
      (local.set $waits (call $step $state (i64.load offset={OPTIONS} $state)))
      (i32.sub_from $left 1)
      (br $follow))))
  ;; what a state after another one, whose slots are worth a sum, is worth to a seat
  (func $l_worth_as_it_is (i32.param $state $before) (param $sum i64) (param $seat i32) (result i64)
    (if (i32.eqz $state.{AT_FRAME}) (then
      (call $t_worth $state)
      (return (i64.trunc_f64_s (f64.nearest (f64.mul (call $t_worth_to $seat) {UNIT}))))))
    (call $l_total_all $state)
    (call $l_compare $state $before)
    (call $l_value $state $before $sum $seat))
  ;; the same after a dealt one; others do nothing under seal
  (func $l_worth_to (i32.param $look $table $state $dealt) (param $sum i64) (param $seat i32) (result i64)
    (if (i32.and (i32.ne $state.{AT_FRAME} 0) (i32.ne $state.{AT_SEALED} 0)) (then
      (call $copy $look.{UNSEALED} $state)
      (call $g_unseal $look $table $state $look.{UNSEALED})
      (local.set $state $look.{UNSEALED})))
    (call $l_worth_as_it_is $state $dealt $sum $seat))
  (func $l_choose (i32.param $player $look $state) (i64.param $seed $decision)
      (result i64)
    (i32.local $seat $who $count $table $new $after $best $deals $n $at $left $waits)
    (i64.local $drawn $worth $most $sees $sum)
    (global.set $t_at $player)
    (local.set $count $state.{AT_N_OPTIONS})
    (if (i32.eq $count 1) (then (return (i64.load offset={OPTIONS} $state))))
    (local.set $seat $state.{AT_SEAT})
    (drop (call $l_weigh_as_in $state))
    (local.set $table (i32.load (item 4 $look.{SEATS} $seat)))
    (local.set $new $look.{DETERMINIZED})
    (local.set $after $look.{AFTER})
    (memory.fill $player.{L_FOUND} 0 (i32.shl $count 3))
    (loop $deal
      (local.set $drawn (call $g_determinize $look $table $state $seed $decision $drawn))
      (if (i32.eqz $deals) (then (call $l_mark $look $table)))
      (local.set $sum (call $l_table $new $seat))
      (local.set $at $player.{L_FOUND})
      (each $n 0 $count
        (call $copy $after $new)
        (call $l_step $after (call $t_code $new $n) $seat)
        (i64.store $at (i64.add (i64.load $at) (call $l_worth_to $look $table $after $new $sum $seat)))
        (i32.add_to $at 8))
      (br_if $deal (i32.lt_u (local.tee $deals (i32.add $deals 1)) {DEALS})))
    (local.set $who (call $t_who $state))
    (local.set $best $look.{BEST})
    (local.set $at $player.{L_FOUND})
    (local.set $deals 0)
    (each $n 0 $count
      (local.set $left (call $l_choice $who (call $t_code $state $n)))
      (local.set $waits $left.12)
      (local.set $worth (i64.load offset=16 $left))
      (local.set $sees (i64.const 1))
      (if (i32.ge_s $waits 0) (then
        (if (i32.load8_u (i32.add $player.{L_UNSEEN} $waits)) (then
          (local.set $sees (i64.const 0))
          (local.set $worth (i64.load offset=24 $left))))))
      (local.set $worth (i64.add (i64.load $at) (i64.mul {DEALS} $worth)))
      ;; of equal ones one about what it sees
      (local.set $worth (i64.add (i64.shl $worth 1) $sees))
      (if (i32.or (i32.eqz $deals) (i64.gt_s $worth $most)) (then
        (local.set $deals 0)
        (local.set $most $worth)))
      (if (i64.eq $worth $most) (then
        (i64.store (item 8 $best $deals) (call $t_code $state $n))
        (i32.add_to $deals 1)))
      (i32.add_to $at 8))
    (i64.load (item 8 $best (i32.wrap_i64 (call $h_below $seed $decision $drawn (i64.extend_i32_u $deals))))))
"""
)


def learned_choice(layout: StateLayout, fields: dict[str, int]) -> str:
    """Return the text of the functions.

    `fields` maps the name of each field of a request to its offset.
    """
    offsets = {name: value for name, value in vars(at).items() if name.startswith("AT_")}
    return _TEXT.format(
        **fields, **offsets, OPTIONS=layout.options, PIECES=layout.n_pieces, UNIT=UNIT,
        DEALS=ahead.DEALS, FOLLOWED=ahead.FOLLOWED, PLACE=look.PLACE,
        HIDDEN=look.HIDDEN, GROUPS=look.GROUPS, UNSEALED=look.UNSEALED, VIEWER=look.VIEWER,
        DETERMINIZED=look.DETERMINIZED, AFTER=look.AFTER, BEST=look.BEST, SEATS=look.SEATS,
    )  # fmt: skip
