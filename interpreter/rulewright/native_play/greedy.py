"""The policy `greedy` inside the module: the option after which the seat's own score is highest, in a possible table.

It does what `play/policies.py` and `observe/determinize.py` do, draw by draw: the pieces that the seat cannot see are
dealt afresh, kind by kind, in a copy, and each option is tried in a copy of that.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model.game import Blueprint
from rulewright.native_play import determinizing as look
from rulewright.native_play.determinizing import each, item

FOLLOWED = 6
"""How many more decisions of its own a seat follows, by their first option."""


def greedy(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """The functions, as text; `$g_choose` gives the chosen code."""
    yield from look.determinizing(layout, blueprint)
    yield from _gathering()
    yield from _dealing(layout)
    yield from _valuing(layout)
    yield from _determinized(layout)
    yield from _trying(layout, blueprint)


def _gathering() -> Iterator[str]:
    """`hidden_places` of one kind: its pieces are put into the list, in the order of their places."""
    yield f"""
  (func $g_gather (param $look i32) (param $state i32) (param $place i32) (param $places i32) (param $seat i32)
      (result i32)
    (local $list i32) (local $count i32) (local $slot i32) (local $spaces i32) (local $piece i32)
    (local $test i32)
    (local.set $list (i32.load offset={look.HIDDEN} (local.get $look)))
    (block $all (loop $next
      (br_if $all (i32.eqz (local.get $places)))
      (local.set $slot (i32.load (local.get $place)))
      (local.set $spaces (i32.load offset=4 (local.get $place)))
      (local.set $test (i32.load offset=8 (local.get $place)))
      (local.set $place (i32.add (local.get $place) (i32.const {look.PLACE})))
      (local.set $places (i32.sub (local.get $places) (i32.const 1)))
      (if (local.get $test) (then
        (br_if $next (call $g_sees (local.get $state) (local.get $seat) (local.get $test)))))
      (if (local.get $spaces) (then
        (loop $more
          (local.set $piece (call $g_get (local.get $state) (local.get $slot)))
          (if (i32.ge_s (local.get $piece) (i32.const 0)) (then
            (i32.store {item("list", "count")} (local.get $piece))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))))
          (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
          (local.set $spaces (i32.sub (local.get $spaces) (i32.const 1)))
          (br_if $more (local.get $spaces))))
      (else
        (local.set $piece (call $g_pile (local.get $state) (local.get $slot)))
        (local.set $spaces (call $g_pile_2 (local.get $state) (local.get $slot)))
        (block $empty (loop $more
          (br_if $empty (i32.eqz (local.get $spaces)))
          (local.set $piece (call $g_link (local.get $state) (local.get $piece)))
          (i32.store {item("list", "count")} (local.get $piece))
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (local.set $spaces (i32.sub (local.get $spaces) (i32.const 1)))
          (br $more)))))
      (br $next)))
    (local.get $count))"""


def _dealing(layout: StateLayout) -> Iterator[str]:
    """The pieces of the list in the order of their numbers, shuffled, each instead of one of the list."""
    marked = each(
        "n", "(i32.const 0)", "(local.get $count)",
        f"(i32.store8 (i32.add (local.get $marks) (i32.load {item('list', 'n')})) (i32.const 1))",
    )  # fmt: skip
    sorted_ = each(
        "n", "(i32.const 0)", f"(i32.const {layout.n_pieces})",
        f"""(if (i32.load8_u (i32.add (local.get $marks) (local.get $n))) (then
        (i32.store8 (i32.add (local.get $marks) (local.get $n)) (i32.const 0))
        (i32.store {item("dealt", "other")} (local.get $n))
        (local.set $other (i32.add (local.get $other) (i32.const 1)))))""",
    )  # fmt: skip
    permutation = each(
        "n", "(i32.const 0)", "(local.get $count)",
        f"""(local.set $other (i32.load {item("list", "n")}))
      (i32.store {item("permutation", "other")} (i32.load {item("dealt", "n")}))""",
    )  # fmt: skip
    yield f"""
  ;; returns how many numbers were drawn so far
  (func $g_deal (param $look i32) (param $count i32) (param $seed i64) (param $decision i64) (param $drawn i64)
      (result i64)
    (local $list i32) (local $dealt i32) (local $marks i32) (local $permutation i32) (local $n i32) (local $other i32)
    (local $piece i32)
    (local.set $list (i32.load offset={look.HIDDEN} (local.get $look)))
    (local.set $dealt (i32.load offset={look.DEALT} (local.get $look)))
    (local.set $marks (i32.load offset={look.MARKS} (local.get $look)))
    (local.set $permutation (i32.load offset={look.PERMUTATION} (local.get $look)))
    {marked}
    {sorted_}
    (local.set $n (i32.sub (local.get $count) (i32.const 1)))
    (block $done (loop $next
      (br_if $done (i32.le_s (local.get $n) (i32.const 0)))
      (local.set $other (i32.wrap_i64 (call $h_below (local.get $seed) (local.get $decision) (local.get $drawn)
        (i64.extend_i32_s (i32.add (local.get $n) (i32.const 1))))))
      (local.set $drawn (i64.add (local.get $drawn) (i64.const 1)))
      (local.set $piece (i32.load {item("dealt", "n")}))
      (i32.store {item("dealt", "n")} (i32.load {item("dealt", "other")}))
      (i32.store {item("dealt", "other")} (local.get $piece))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br $next)))
    {permutation}
    (local.get $drawn))"""


def _valuing(layout: StateLayout) -> Iterator[str]:
    """`hidden_values`: those at an address get any of their values, from the state as it may be known to a copy."""
    yield f"""
  ;; returns how many numbers were drawn so far
  (func $g_values (param $look i32) (param $place i32) (param $viewer i32) (param $seed i64) (param $decision i64)
      (param $drawn i64) (result i64)
    (local $old i32) (local $new i32) (local $left i32) (local $slot i32) (local $test i32) (local $value i32)
    (local $this i32)
    (local.set $old (i32.load offset={look.UNSEALED} (local.get $look)))
    (local.set $new (i32.load offset={look.DETERMINIZED} (local.get $look)))
    (local.set $left (i32.load (local.get $place)))
    (local.set $place (i32.add (local.get $place) (i32.const 4)))
    (block $all (loop $next
      (br_if $all (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $this (local.get $place))
      (local.set $place (i32.add (local.get $place) (i32.const {look.VALUE})))
      (local.set $slot (i32.load (local.get $this)))
      (local.set $test (i32.load offset=4 (local.get $this)))
      (if (i32.load offset=8 (local.get $this)) (then
        (br_if $next (i32.lt_s (call $g_get (local.get $old) (local.get $slot)) (i32.const 0)))))
      (if (local.get $test) (then
        (br_if $next (call $g_sees (local.get $old) (local.get $viewer) (local.get $test)))))
      (local.set $value (i32.wrap_i64 (call $h_below (local.get $seed) (local.get $decision) (local.get $drawn)
        (i64.load32_s offset=12 (local.get $this)))))
      (local.set $drawn (i64.add (local.get $drawn) (i64.const 1)))
      (local.set $value (if (result i32) (i32.load offset=20 (local.get $this))
        (then (i32.load (i32.add (i32.load offset=20 (local.get $this)) (i32.shl (local.get $value) (i32.const 2)))))
        (else (i32.add (i32.load offset=16 (local.get $this)) (local.get $value)))))
      (call $g_set (local.get $new) (local.get $slot) (local.get $value))
      (if (i32.load offset={at.AT_SEALED} (local.get $old)) (then
        (call $g_set (i32.add (local.get $new) (i32.const {layout.sealed})) (local.get $slot) (local.get $value))))
      (br $next)))
    (local.get $drawn))"""


def _determinized(layout: StateLayout) -> Iterator[str]:
    """`determinize`: the state as it may be, where `DETERMINIZED` says."""
    same = each(
        "n", "(i32.const 0)", f"(i32.const {layout.n_pieces})", f"(i32.store {item('permutation', 'n')} (local.get $n))"
    )
    parked = each(
        "n", f"(i32.load offset={at.AT_FIRST_PARKED} (local.get $new))",
        f"""(i32.add (i32.load offset={at.AT_FIRST_PARKED} (local.get $new))
        (i32.load offset={at.AT_N_PARKED} (local.get $new)))""",
        f"""(local.set $place (i32.add (local.get $new) (i32.add (i32.const {layout.parked + at.ENTRY_FRAMES})
        (i32.mul (local.get $n) (i32.const {layout.parked_entry})))))
      (call $g_frames (local.get $look) (local.get $place) (i32.add (local.get $place)
        (i32.load (i32.sub (local.get $place) (i32.const {at.ENTRY_FRAMES - at.ENTRY_LENGTH})))))""",
    )  # fmt: skip
    codes = each(
        "n", "(i32.const 0)", f"(i32.load offset={at.AT_N_OPTIONS} (local.get $new))",
        f"""(local.set $place (i32.add (local.get $new) (i32.shl (local.get $n) (i32.const 3))))
      (i64.store offset={layout.options} (local.get $place) (call $g_code (local.get $look)
        (i32.load offset={at.AT_SITE} (local.get $new)) (i64.load offset={layout.options} (local.get $place))))""",
    )  # fmt: skip
    sealed = f"(i32.const {layout.sealed})"
    yield f"""
  ;; draws from the first of some numbers on, and returns the next one
  (func $g_determinize (param $look i32) (param $table i32) (param $state i32) (param $seed i64) (param $decision i64)
      (param $first i64) (result i64)
    (local $old i32) (local $new i32) (local $permutation i32) (local $n i32) (local $place i32) (local $kinds i32)
    (local $places i32) (local $drawn i64)
    (local.set $old (i32.load offset={look.UNSEALED} (local.get $look)))
    (local.set $new (i32.load offset={look.DETERMINIZED} (local.get $look)))
    (local.set $permutation (i32.load offset={look.PERMUTATION} (local.get $look)))
    (call $copy (local.get $old) (local.get $state))
    (if (i32.load offset={at.AT_SEALED} (local.get $state)) (then
      (call $g_unseal (local.get $look) (local.get $table) (local.get $state) (local.get $old))))
    {same}
    (local.set $drawn (i64.add (local.get $first) (i64.const 1)))
    (local.set $place (i32.load offset={look.GROUPS} (local.get $table)))
    (local.set $kinds (i32.load (local.get $place)))
    (local.set $place (i32.add (local.get $place) (i32.const 4)))
    (block $all (loop $next
      (br_if $all (i32.eqz (local.get $kinds)))
      (local.set $places (i32.load (local.get $place)))
      (local.set $place (i32.add (local.get $place) (i32.const 4)))
      (local.set $drawn (call $g_deal (local.get $look)
        (call $g_gather (local.get $look) (local.get $old) (local.get $place) (local.get $places)
          (i32.load offset={look.VIEWER} (local.get $table)))
        (local.get $seed) (local.get $decision) (local.get $drawn)))
      (local.set $place (i32.add (local.get $place) (i32.mul (local.get $places) (i32.const {look.PLACE}))))
      (local.set $kinds (i32.sub (local.get $kinds) (i32.const 1)))
      (br $next)))
    (call $copy (local.get $new) (local.get $old))
    (local.set $drawn (call $g_values (local.get $look) (local.get $place)
      (i32.load offset={look.VIEWER} (local.get $table)) (local.get $seed) (local.get $decision) (local.get $drawn)))
    (call $g_exchange (local.get $look) (local.get $old) (local.get $new))
    (if (i32.load offset={at.AT_SEALED} (local.get $state)) (then
      (call $g_exchange (local.get $look) (i32.add (local.get $old) {sealed}) (i32.add (local.get $new) {sealed}))))
    (call $g_frames (local.get $look) (i32.add (local.get $new) (i32.const {layout.frames}))
      (i32.add (local.get $new) (i32.load offset={at.AT_FRAMES_END} (local.get $new))))
    {parked}
    {codes}
    (i64.store offset={at.AT_SEED} (local.get $new)
      (call $h_bits (local.get $seed) (local.get $decision) (local.get $first)))
    (local.get $drawn))"""


def _trying(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """`greedy_codes`, and a random one of the best."""
    scores = "".join(
        f"""
      (local.set $score (i64.add (local.get $score)
        (call $h_value (local.get $after) (i32.const {number}) (local.get $seat))))"""
        for number in blueprint.aims
    )
    option = "(i32.add (local.get ${}) (i32.shl (local.get ${}) (i32.const 3)))"
    trying = each(
        "n", "(i32.const 0)", f"(i32.load offset={at.AT_N_OPTIONS} (local.get $state))",
        f"""(call $copy (local.get $after) (local.get $new))
      (local.set $waits (call $step (local.get $after)
        (i64.load offset={layout.options} {option.format("new", "n")})))
      (local.set $left (i32.const {FOLLOWED}))
      (block $followed (loop $follow
        (br_if $followed (i32.eqz (local.get $waits)))
        (br_if $followed (i32.ne (i32.load offset={at.AT_SEAT} (local.get $after)) (local.get $seat)))
        (br_if $followed (i32.eqz (local.get $left)))
        (local.set $waits (call $step (local.get $after) (i64.load offset={layout.options} (local.get $after))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $follow)))
      (local.set $score (i64.const 0)){scores}
      (if (i32.or (i32.eqz (local.get $count)) (i64.gt_s (local.get $score) (local.get $most))) (then
        (local.set $count (i32.const 0))
        (local.set $most (local.get $score))))
      (if (i64.eq (local.get $score) (local.get $most)) (then
        (i64.store {option.format("best", "count")}
          (i64.load offset={layout.options} {option.format("state", "n")}))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))))""",
    )  # fmt: skip
    yield f"""
  (func $g_choose (param $look i32) (param $state i32) (param $seed i64) (param $decision i64) (result i64)
    (local $new i32) (local $after i32) (local $best i32) (local $n i32) (local $count i32) (local $left i32)
    (local $waits i32) (local $seat i32) (local $score i64) (local $most i64) (local $drawn i64)
    (local.set $seat (i32.load offset={at.AT_SEAT} (local.get $state)))
    (local.set $drawn (call $g_determinize (local.get $look)
      (i32.load (i32.add (i32.load offset={look.SEATS} (local.get $look)) (i32.shl (local.get $seat) (i32.const 2))))
      (local.get $state) (local.get $seed) (local.get $decision) (i64.const 0)))
    (local.set $new (i32.load offset={look.DETERMINIZED} (local.get $look)))
    (local.set $after (i32.load offset={look.AFTER} (local.get $look)))
    (local.set $best (i32.load offset={look.BEST} (local.get $look)))
    {trying}
    (i32.store offset={look.N_BEST} (local.get $look) (local.get $count))
    (local.set $n (i32.wrap_i64 (call $h_below (local.get $seed) (local.get $decision) (local.get $drawn)
      (i64.extend_i32_s (local.get $count)))))
    (i64.load {option.format("best", "n")}))"""
