"""The policy `greedy` inside the module: maximise the seat's own score in a determinized state.

It makes the same draws as `play/policies/policies.py` and `observe/sight/determinize.py`: the pieces that the seat
cannot see are dealt again, kind by kind, in a copy, and each option is tried in a copy of this copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model.game import Blueprint
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.inside import determinizing as look

FOLLOWED = 6
"""How many more decisions of its own a seat follows, by their first option."""


def greedy(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of the functions.

    `$g_choose` returns the chosen code.
    """
    yield from look.determinizing(layout, blueprint)
    yield from _gathering()
    yield from _dealing(layout)
    yield from _valuing(layout)
    yield from _determinized(layout)
    yield from _trying(layout, blueprint)


def _gathering() -> Iterator[str]:
    """`hidden_places` of one kind: its pieces are put into the list, in the order of their places."""
    yield f"""
  (func $g_gather (i32.param $look $state $place $places $seat)
      (result i32)
    (i32.local $list $count $slot $spaces $piece $test)
    (local.set $list $look.{look.HIDDEN})
    (block $all (loop $next
      (br_if $all (i32.eqz $places))
      (local.set $slot (i32.load $place))
      (local.set $spaces $place.4)
      (local.set $test $place.8)
      (i32.add_to $place {look.PLACE})
      (i32.sub_from $places 1)
      (if $test (then
        (br_if $next (call $g_sees $state $seat $test))))
      (if $spaces (then
        (loop $more
          (local.set $piece (call $g_get $state $slot))
          (if (i32.ge_s $piece 0) (then
            (i32.store (item 4 $list $count) $piece)
            (i32.add_to $count 1)))
          (i32.add_to $slot 1)
          (i32.sub_from $spaces 1)
          (br_if $more $spaces)))
      (else
        (local.set $piece (call $g_pile $state $slot))
        (local.set $spaces (call $g_pile_2 $state $slot))
        (until (i32.eqz $spaces)
          (local.set $piece (call $g_link $state $piece))
          (i32.store (item 4 $list $count) $piece)
          (i32.add_to $count 1)
          (i32.sub_from $spaces 1))))
      (br $next)))
    (local.get $count))"""


def _dealing(layout: StateLayout) -> Iterator[str]:
    """Yield the text of the functions that shuffle the listed pieces and exchange them."""
    yield f"""
  ;; returns how many numbers were drawn so far
  (func $g_deal (i32.param $look $count) (i64.param $seed $decision $drawn)
      (result i64)
    (i32.local $list $dealt $marks $permutation $n $other $piece)
    (local.set $list $look.{look.HIDDEN})
    (local.set $dealt $look.{look.DEALT})
    (local.set $marks $look.{look.MARKS})
    (local.set $permutation $look.{look.PERMUTATION})
    (each $n 0 $count
      (i32.store8 (i32.add $marks (i32.load (item 4 $list $n))) 1))
    (each $n 0 {layout.n_pieces}
      (if (i32.load8_u (i32.add $marks $n)) (then
        (i32.store8 (i32.add $marks $n) 0)
        (i32.store (item 4 $dealt $other) $n)
        (i32.add_to $other 1))))
    (local.set $n (i32.sub $count 1))
    (until (i32.le_s $n 0)
      (local.set $other (i32.wrap_i64 (call $h_below $seed $decision $drawn (i64.extend_i32_s (i32.add $n 1)))))
      (i64.add_to $drawn 1)
      (local.set $piece (i32.load (item 4 $dealt $n)))
      (i32.store (item 4 $dealt $n) (i32.load (item 4 $dealt $other)))
      (i32.store (item 4 $dealt $other) $piece)
      (i32.sub_from $n 1))
    (each $n 0 $count
      (local.set $other (i32.load (item 4 $list $n)))
      (i32.store (item 4 $permutation $other) (i32.load (item 4 $dealt $n))))
    (local.get $drawn))"""


def _valuing(layout: StateLayout) -> Iterator[str]:
    """Yield the text that gives hidden counters and markers random possible values.

    Same values as `hidden_values`, written to the determinized state. The function returns the number of draws so far.
    """
    yield f"""
  ;; returns how many numbers were drawn so far
  (func $g_values (i32.param $look $place $viewer) (i64.param $seed $decision $drawn) (result i64)
    (i32.local $old $new $left $slot $test $value $this)
    (local.set $old $look.{look.UNSEALED})
    (local.set $new $look.{look.DETERMINIZED})
    (local.set $left (i32.load $place))
    (i32.add_to $place 4)
    (block $all (loop $next
      (br_if $all (i32.eqz $left))
      (i32.sub_from $left 1)
      (local.set $this $place)
      (i32.add_to $place {look.VALUE})
      (local.set $slot (i32.load $this))
      (local.set $test $this.4)
      (if $this.8 (then (br_if $next (i32.lt_s (call $g_get $old $slot) 0))))
      (if $test (then
        (br_if $next (call $g_sees $old $viewer $test))))
      (local.set $value (i32.wrap_i64 (call $h_below $seed $decision $drawn (i64.load32_s offset=12 $this))))
      (i64.add_to $drawn 1)
      (local.set $value (if (result i32) $this.20
        (then (i32.load (item 4 $this.20 $value)))
        (else (i32.add $this.16 $value))))
      (call $g_set $new $slot $value)
      (if $old.{at.AT_SEALED} (then (call $g_set (i32.add $new {layout.sealed}) $slot $value)))
      (br $next)))
    (local.get $drawn))"""


def _determinized(layout: StateLayout) -> Iterator[str]:
    """Yield the code of `determinize`, which writes the state as it may be to `DETERMINIZED`."""
    sealed = f"(i32.const {layout.sealed})"
    yield f"""
  ;; draws from the first of some numbers on, and returns the next one
  (func $g_determinize (i32.param $look $table $state) (i64.param $seed $decision $first) (result i64)
    (i32.local $old $new $permutation $n $place $kinds $places) (local $drawn i64)
    (local.set $old $look.{look.UNSEALED})
    (local.set $new $look.{look.DETERMINIZED})
    (local.set $permutation $look.{look.PERMUTATION})
    (call $copy $old $state)
    (if $state.{at.AT_SEALED} (then (call $g_unseal $look $table $state $old)))
    (each $n 0 {layout.n_pieces}
      (i32.store (item 4 $permutation $n) $n))
    (local.set $drawn (i64.add $first 1))
    (local.set $place $table.{look.GROUPS})
    (local.set $kinds (i32.load $place))
    (i32.add_to $place 4)
    (until (i32.eqz $kinds)
      (local.set $places (i32.load $place))
      (i32.add_to $place 4)
      (local.set $drawn (call $g_deal $look
        (call $g_gather $look $old $place $places $table.{look.VIEWER}) $seed $decision $drawn))
      (i32.add_to $place (i32.mul $places {look.PLACE}))
      (i32.sub_from $kinds 1))
    (call $copy $new $old)
    (local.set $drawn (call $g_values $look $place $table.{look.VIEWER} $seed $decision $drawn))
    (call $g_exchange $look $old $new)
    (if $state.{at.AT_SEALED} (then
      (call $g_exchange $look (i32.add $old {sealed}) (i32.add $new {sealed}))))
    (call $g_frames $look (i32.add $new {layout.frames}) (i32.add $new $new.{at.AT_FRAMES_END}))
    (each $n $new.{at.AT_FIRST_PARKED}
        (i32.add $new.{at.AT_FIRST_PARKED} $new.{at.AT_N_PARKED})
      (local.set $place (i32.add $new (i32.add {layout.parked + at.ENTRY_FRAMES} (i32.mul $n {layout.parked_entry}))))
      (call $g_frames $look $place (i32.add $place (i32.load (i32.sub $place {at.ENTRY_FRAMES - at.ENTRY_LENGTH})))))
    (each $n 0 $new.{at.AT_N_OPTIONS}
      (local.set $place (item 8 $new $n))
      (i64.store offset={layout.options} $place
        (call $g_code $look $new.{at.AT_SITE} (i64.load offset={layout.options} $place))))
    (i64.store offset={at.AT_SEED} $new (call $h_bits $seed $decision $first))
    (local.get $drawn))"""


def _trying(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """`greedy_codes`, and a random one of the best."""
    scores = "".join(
        f"""
      (i64.add_to $score (call $h_value $after {number} $seat))"""
        for number in blueprint.aims
    )
    yield f"""
  (func $g_choose (i32.param $look $state) (i64.param $seed $decision) (result i64)
    (i32.local $new $after $best $n $count $left $waits $seat) (i64.local $score $most $drawn)
    (local.set $seat $state.{at.AT_SEAT})
    (local.set $drawn (call $g_determinize $look (i32.load (item 4 $look.{look.SEATS} $seat)) $state
      $seed $decision (i64.const 0)))
    (local.set $new $look.{look.DETERMINIZED})
    (local.set $after $look.{look.AFTER})
    (local.set $best $look.{look.BEST})
    (each $n 0 $state.{at.AT_N_OPTIONS}
      (call $copy $after $new)
      (local.set $waits (call $step $after (i64.load offset={layout.options} (item 8 $new $n))))
      (local.set $left {FOLLOWED})
      (block $followed (loop $follow
        (br_if $followed (i32.eqz $waits))
        (br_if $followed (i32.ne $after.{at.AT_SEAT} $seat))
        (br_if $followed (i32.eqz $left))
        (local.set $waits (call $step $after (i64.load offset={layout.options} $after)))
        (i32.sub_from $left 1)
        (br $follow)))
      (local.set $score (i64.const 0)){scores}
      (if (i32.or (i32.eqz $count) (i64.gt_s $score $most)) (then
        (local.set $count 0)
        (local.set $most $score)))
      (if (i64.eq $score $most) (then
        (i64.store (item 8 $best $count) (i64.load offset={layout.options} (item 8 $state $n)))
        (i32.add_to $count 1))))
    (i32.store offset={look.N_BEST} $look $count)
    (local.set $n (i32.wrap_i64 (call $h_below $seed $decision $drawn (i64.extend_i32_s $count))))
    (i64.load (item 8 $best $n)))"""
