"""A learned player inside the module: the option after which it values the table most, as `play/learned.py` chooses.

What it knows is a block like a request of `searching.py`, of which only the parts about worths are filled in; its
address is the number of the policy. What choices are worth besides the tables they lead to is in a hash table that
the host fills in as they come up (`learned_player.py`), since it goes by their names.
"""

from __future__ import annotations

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model import ahead
from rulewright.model.weighing import UNIT
from rulewright.native_play import determinizing as look
from rulewright.native_play.determinizing import item
from rulewright.native_play.hash_lookup import lookup

CHOICE_SIZE = 32
"""The bytes of a choice: its code (8), who is asked (4), the piece it is about or -1 (4), what it is worth (8), and
what it is worth to a seat that does not see the piece (8). An empty one is asked nobody."""

_TEXT = """
  ;; ---- A learned player: where a choice is, or would go
""" + lookup("l_choice", "L_CHOICES") + """
  ;; writes down what a choice is worth; 1 if it was not known
  (func $l_tell (export "learned_tell") (param $player i32) (param $who i32) (param $code i64) (param $piece i32)
      (param $worth i64) (param $unseen i64) (result i32)
    (local $there i32)
    (global.set $t_at (local.get $player))
    (local.set $there (call $l_choice (local.get $who) (local.get $code)))
    (if (i32.load offset=8 (local.get $there)) (then (return (i32.const 0))))
    (i64.store (local.get $there) (local.get $code))
    (i32.store offset=8 (local.get $there) (local.get $who))
    (i32.store offset=12 (local.get $there) (local.get $piece))
    (i64.store offset=16 (local.get $there) (local.get $worth))
    (i64.store offset=24 (local.get $there) (local.get $unseen))
    (i32.const 1))
  ;; whether all choices of a decision are known
  (func $l_knows (export "learned_knows") (param $player i32) (param $state i32) (result i32)
    (local $left i32) (local $who i32) (local $code i32)
    (global.set $t_at (local.get $player))
    (local.set $left (i32.load offset={AT_N_OPTIONS} (local.get $state)))
    (if (i32.eq (local.get $left) (i32.const 1)) (then (return (i32.const 1))))
    (local.set $who (call $t_who (local.get $state)))
    (local.set $code (i32.add (local.get $state) (i32.const {OPTIONS})))
    (loop $next
      (if (i32.eqz (i32.load offset=8 (call $l_choice (local.get $who) (i64.load (local.get $code)))))
        (then (return (i32.const 0))))
      (local.set $code (i32.add (local.get $code) (i32.const 8)))
      (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (i32.const 1))
  ;; marks the pieces that the seat does not see, once a table was dealt
  (func $l_mark (param $look i32) (param $table i32)
    (local $marks i32) (local $place i32) (local $kinds i32) (local $places i32) (local $list i32) (local $n i32)
    (local.set $marks (i32.load offset={L_UNSEEN} (global.get $t_at)))
    (memory.fill (local.get $marks) (i32.const 0) (i32.const {PIECES}))
    (local.set $list (i32.load offset={HIDDEN} (local.get $look)))
    (local.set $place (i32.load offset={GROUPS} (local.get $table)))
    (local.set $kinds (i32.load (local.get $place)))
    (local.set $place (i32.add (local.get $place) (i32.const 4)))
    (block $all (loop $next
      (br_if $all (i32.eqz (local.get $kinds)))
      (local.set $places (i32.load (local.get $place)))
      (local.set $place (i32.add (local.get $place) (i32.const 4)))
      (local.set $n (call $g_gather (local.get $look) (i32.load offset={UNSEALED} (local.get $look))
        (local.get $place) (local.get $places) (i32.load offset={VIEWER} (local.get $table))))
      (block $none (loop $each
        (br_if $none (i32.eqz (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (i32.store8 (i32.add (local.get $marks) (i32.load {ITEM})) (i32.const 1))
        (br $each)))
      (local.set $place (i32.add (local.get $place) (i32.mul (local.get $places) (i32.const {PLACE}))))
      (local.set $kinds (i32.sub (local.get $kinds) (i32.const 1)))
      (br $next))))
  ;; makes a choice of a seat, and what that leaves it no choice about
  (func $l_step (param $state i32) (param $code i64) (param $seat i32)
    (local $left i32) (local $waits i32)
    (local.set $waits (call $step (local.get $state) (local.get $code)))
    (local.set $left (i32.const {FOLLOWED}))
    (block $followed (loop $follow
      (br_if $followed (i32.eqz (local.get $waits)))
      (br_if $followed (i32.ne (i32.load offset={AT_SEAT} (local.get $state)) (local.get $seat)))
      (br_if $followed (i32.ne (i32.load offset={AT_N_OPTIONS} (local.get $state)) (i32.const 1)))
      (br_if $followed (i32.eqz (local.get $left)))
      (local.set $waits (call $step (local.get $state) (i64.load offset={OPTIONS} (local.get $state))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $follow))))
  ;; what a state after another one, whose slots are worth a sum, is worth to a seat
  (func $l_worth_as_it_is (param $state i32) (param $before i32) (param $sum i64) (param $seat i32) (result i64)
    (if (i32.eqz (i32.load offset={AT_FRAME} (local.get $state))) (then
      (call $t_worth (local.get $state))
      (return (i64.trunc_f64_s (f64.nearest
        (f64.mul (call $t_worth_to (local.get $seat)) (f64.const {UNIT})))))))
    (call $l_total_all (local.get $state))
    (call $l_compare (local.get $state) (local.get $before))
    (call $l_value (local.get $state) (local.get $before) (local.get $sum) (local.get $seat)))
  ;; the same after a dealt one; others do nothing under seal
  (func $l_worth_to (param $look i32) (param $table i32) (param $state i32) (param $dealt i32) (param $sum i64)
      (param $seat i32) (result i64)
    (if (i32.and (i32.ne (i32.load offset={AT_FRAME} (local.get $state)) (i32.const 0))
        (i32.ne (i32.load offset={AT_SEALED} (local.get $state)) (i32.const 0))) (then
      (call $copy (i32.load offset={UNSEALED} (local.get $look)) (local.get $state))
      (call $g_unseal (local.get $look) (local.get $table) (local.get $state)
        (i32.load offset={UNSEALED} (local.get $look)))
      (local.set $state (i32.load offset={UNSEALED} (local.get $look)))))
    (call $l_worth_as_it_is (local.get $state) (local.get $dealt) (local.get $sum) (local.get $seat)))
  (func $l_choose (param $player i32) (param $look i32) (param $state i32) (param $seed i64) (param $decision i64)
      (result i64)
    (local $seat i32) (local $who i32) (local $count i32) (local $table i32) (local $new i32) (local $after i32)
    (local $best i32) (local $deals i32) (local $n i32) (local $at i32) (local $left i32) (local $waits i32)
    (local $drawn i64) (local $worth i64) (local $most i64) (local $sees i64) (local $sum i64)
    (global.set $t_at (local.get $player))
    (local.set $count (i32.load offset={AT_N_OPTIONS} (local.get $state)))
    (if (i32.eq (local.get $count) (i32.const 1)) (then (return (i64.load offset={OPTIONS} (local.get $state)))))
    (local.set $seat (i32.load offset={AT_SEAT} (local.get $state)))
    (local.set $table (i32.load
      (i32.add (i32.load offset={SEATS} (local.get $look)) (i32.shl (local.get $seat) (i32.const 2)))))
    (local.set $new (i32.load offset={DETERMINIZED} (local.get $look)))
    (local.set $after (i32.load offset={AFTER} (local.get $look)))
    (memory.fill (i32.load offset={L_FOUND} (local.get $player)) (i32.const 0)
      (i32.shl (local.get $count) (i32.const 3)))
    (loop $deal
      (local.set $drawn (call $g_determinize (local.get $look) (local.get $table) (local.get $state)
        (local.get $seed) (local.get $decision) (local.get $drawn)))
      (if (i32.eqz (local.get $deals)) (then (call $l_mark (local.get $look) (local.get $table))))
      (local.set $sum (call $l_table (local.get $new) (local.get $seat)))
      (local.set $n (i32.const 0))
      (local.set $at (i32.load offset={L_FOUND} (local.get $player)))
      (loop $next
        (call $copy (local.get $after) (local.get $new))
        (call $l_step (local.get $after) (call $t_code (local.get $new) (local.get $n)) (local.get $seat))
        (i64.store (local.get $at) (i64.add (i64.load (local.get $at))
          (call $l_worth_to (local.get $look) (local.get $table) (local.get $after) (local.get $new)
            (local.get $sum) (local.get $seat))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $count))))
      (br_if $deal (i32.lt_u (local.tee $deals (i32.add (local.get $deals) (i32.const 1))) (i32.const {DEALS}))))
    (local.set $who (call $t_who (local.get $state)))
    (local.set $best (i32.load offset={BEST} (local.get $look)))
    (local.set $at (i32.load offset={L_FOUND} (local.get $player)))
    (local.set $deals (i32.const 0))
    (local.set $n (i32.const 0))
    (loop $next
      (local.set $left (call $l_choice (local.get $who) (call $t_code (local.get $state) (local.get $n))))
      (local.set $waits (i32.load offset=12 (local.get $left)))
      (local.set $worth (i64.load offset=16 (local.get $left)))
      (local.set $sees (i64.const 1))
      (if (i32.ge_s (local.get $waits) (i32.const 0)) (then
        (if (i32.load8_u (i32.add (i32.load offset={L_UNSEEN} (local.get $player)) (local.get $waits))) (then
          (local.set $sees (i64.const 0))
          (local.set $worth (i64.load offset=24 (local.get $left)))))))
      (local.set $worth (i64.add (i64.load (local.get $at)) (i64.mul (i64.const {DEALS}) (local.get $worth))))
      ;; of equal ones one about what it sees
      (local.set $worth (i64.add (i64.shl (local.get $worth) (i64.const 1)) (local.get $sees)))
      (if (i32.or (i32.eqz (local.get $deals)) (i64.gt_s (local.get $worth) (local.get $most))) (then
        (local.set $deals (i32.const 0))
        (local.set $most (local.get $worth))))
      (if (i64.eq (local.get $worth) (local.get $most)) (then
        (i64.store (i32.add (local.get $best) (i32.shl (local.get $deals) (i32.const 3)))
          (call $t_code (local.get $state) (local.get $n)))
        (local.set $deals (i32.add (local.get $deals) (i32.const 1)))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (local.get $count))))
    (i64.load (i32.add (local.get $best) (i32.shl (i32.wrap_i64 (call $h_below (local.get $seed) (local.get $decision)
      (local.get $drawn) (i64.extend_i32_u (local.get $deals)))) (i32.const 3)))))
"""


def learned_choice(layout: StateLayout, fields: dict[str, int]) -> str:
    """The functions; `fields` are the offsets in a request."""
    offsets = {name: value for name, value in vars(at).items() if name.startswith("AT_")}
    return _TEXT.format(
        **fields, **offsets, OPTIONS=layout.options, PIECES=layout.n_pieces, UNIT=UNIT,
        DEALS=ahead.DEALS, FOLLOWED=ahead.FOLLOWED, ITEM=item("list", "n"), PLACE=look.PLACE,
        HIDDEN=look.HIDDEN, GROUPS=look.GROUPS, UNSEALED=look.UNSEALED, VIEWER=look.VIEWER,
        DETERMINIZED=look.DETERMINIZED, AFTER=look.AFTER, BEST=look.BEST, SEATS=look.SEATS,
    )  # fmt: skip
