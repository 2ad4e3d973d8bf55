"""Loops over whole games inside the module, in which policies decide, and their results as records.

An order (`orders.py`) says what to play. `games` is called again until the order is done, so that the host can check in
between calls. A policy's chance is that of `core/model/chance.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.chance import COUNTER_STEP, POLICIES, SEED_OFFSET, STIR_1, STREAM_STEP
from rulewright.core.model.game import Blueprint
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout
from rulewright.native.inside.ends import number_of, record
from rulewright.native.inside.even_sets import even_sets
from rulewright.native.inside.greedy import greedy
from rulewright.native.inside.orders import (
    ADDS,
    ALL_DONE,
    BEGINS,
    COUNTS,
    DECISIONS,
    DONE,
    FIRST_SEED,
    FROM,
    GAMES,
    GREEDY,
    GREEDY_TABLES,
    HOW,
    LOOK_UP,
    MOST,
    OPTIONS,
    POLICY,
    RECORD_END,
    RECORDS,
    RESEEDS,
    SEEDS,
    STATE,
    SUMS,
    UNDER_WAY,
    UNTOLD,
    USE_SIZE,
    USES,
    USES_LEFT,
    USES_MASK,
    WATCH,
)
from rulewright.native.inside.watching import watching


def loops(lowered: Lowered, layout: StateLayout, blueprint: Blueprint, round_slot: int, *, learns: bool = True) -> str:
    """Return the text of the functions that the host adds to a module.

    `round_slot` is -1 in a game without rounds. With `learns`, learned players can decide, which needs the functions of
    `searching.py`.
    """
    return "\n".join([
        *_chance(), *even_sets(lowered, layout), *_deciding(layout, learns=learns), *_tallying(),
        *number_of(layout, blueprint), *record(layout, blueprint, round_slot), *watching(blueprint),
        *_playing(layout, learns=learns), *_stepping(layout), *greedy(layout, blueprint),
    ])  # fmt: skip


def _chance() -> Iterator[str]:
    yield f"""
  ;; the seed of a game of an order, as `spread_seed` makes it
  (func $h_seed (param $order i32) (result i64)
    (local $z i64)
    (if (i32.and $order.{HOW} {ADDS}) (then
      (local.set $z (i64.add {SEED_OFFSET}
        (i64.mul (i64.add $order.{FIRST_SEED} (i64.load32_u offset={DONE} $order))
          {COUNTER_STEP})))
      (local.set $z (i64.mul (i64.xor $z (i64.shr_u $z 30)) {STIR_1}))
      (return (i64.xor $z (i64.shr_u $z 31)))))
    (i64.load (item 8 $order.{SEEDS} $order.{DONE})))
  ;; what a policy draws: at `counter` of the stream of a decision
  (func $h_bits (i64.param $seed $decision $counter) (result i64)
    (call $stirred (i64.add (i64.add $seed (i64.mul (i64.add {POLICIES} $decision) {STREAM_STEP}))
      (i64.mul $counter {COUNTER_STEP}))))
  ;; the same as a number below a bound
  (func $h_below (i64.param $seed $decision $counter $bound) (result i64)
    (local $z i64)
    (local.set $z (call $h_bits $seed $decision $counter))
    ;; the upper half of the product, the bound being below 2^32
    (i64.shr_u (i64.add (i64.mul (i64.shr_u $z 32) $bound)
      (i64.shr_u (i64.mul (i64.and $z 0xffffffff) $bound) 32)) 32))"""


_CHOOSE = """
    (if (i32.gt_u $policy {GREEDY}) (then
      (return (call $l_choose $policy $order.{GREEDY_TABLES} $state $seed $decision))))"""
_UNTOLD = """
          (if (i32.gt_u $policy {GREEDY}) (then
            (if (i32.eqz (call $l_knows $policy $state)) (then
              (i64.store offset={DECISIONS} $order $decisions)
              (i64.store offset={OPTIONS} $order $options)
              (return {UNTOLD})))))"""


def _deciding(layout: StateLayout, *, learns: bool) -> Iterator[str]:
    learned = _CHOOSE.format(GREEDY=GREEDY, GREEDY_TABLES=GREEDY_TABLES) if learns else ""
    yield f"""
  ;; the code that a policy chooses
  (func $h_decide (export "decide")
      (i32.param $order $policy $state) (i64.param $seed $decision) (result i64)
    (local $number i64)
    (if (i32.eq $policy {GREEDY}) (then
      (return (call $g_choose $order.{GREEDY_TABLES} $state $seed $decision)))) {learned}
    (if (i32.eqz $policy) (then
      (if (call $e_finds $state)
        (then (local.set $number
          (i64.extend_i32_u (call $e_choose $state (call $h_bits $seed $decision (i64.const 0))))))
        (else (local.set $number
          (call $h_below $seed $decision (i64.const 0) (i64.load32_u offset={at.AT_N_OPTIONS} $state)))))))
    (i64.load offset={layout.options} (item 8 $state (i32.wrap_i64 $number))))"""


def _tallying() -> Iterator[str]:
    yield f"""
  ;; one more choice of a code at a site
  (func $h_count (i32.param $order $site) (param $code i64)
    (i32.local $mask $place $entry $known)
    (local.set $mask $order.{USES_MASK})
    (i32.add_to $site 1)
    (local.set $place (i32.wrap_i64
      (i64.shr_u (i64.mul (i64.xor $code (i64.shl (i64.extend_i32_u $site) 40)) {COUNTER_STEP}) 40)))
    (block $found
      (loop $next
        (local.set $place (i32.and $place $mask))
        (local.set $entry (i32.add $order.{USES} (i32.mul $place {USE_SIZE})))
        (local.set $known $entry.8)
        (br_if $found (i32.and (i32.eq $known $site) (i64.eq (i64.load $entry) $code)))
        (if (i32.eqz $known) (then
          (i64.store $entry $code)
          (i32.store offset=8 $entry $site)
          (i64.store offset=16 $entry 0)
          (i32.store offset={USES_LEFT} $order (i32.sub $order.{USES_LEFT} 1))
          (br $found)))
        (i32.add_to $place 1)
        (br $next)))
    (i64.store offset=16 $entry (i64.add $entry.16 1)))"""


def _playing(layout: StateLayout, *, learns: bool) -> Iterator[str]:
    untold = _UNTOLD.format(GREEDY=GREEDY, DECISIONS=DECISIONS, OPTIONS=OPTIONS, UNTOLD=UNTOLD) if learns else ""
    yield f"""
  ;; adds the last record to the sums
  (func $h_add (param $order i32)
    (i32.local $from $to $end)
    (local.set $from $order.{RECORDS})
    (local.set $to $order.{SUMS})
    (local.set $end $order.{RECORD_END})
    (loop $next
      (i64.store $to (i64.add (i64.load $to) (i64.load $from)))
      (i32.add_to $to 8)
      (i32.add_to $from 8)
      (br_if $next (i32.lt_u $from $end))))
  ;; plays the games of an order for about `budget` decisions
  (func $h_games (export "games") (param $order i32) (param $budget i64) (result i32)
    (i32.local $state $how) (i64.local $seed $decisions $options $code $most) (i32.local $waits $count $watched $policy)
    (local.set $watched $order.{WATCH})
    (local.set $state $order.{STATE})
    (local.set $how $order.{HOW})
    (local.set $most (i64.load32_u offset={MOST} $order))
    (local.set $count (i32.and $how {COUNTS}))
    (loop $game
      (if (i32.ge_u $order.{DONE} $order.{GAMES}) (then (return {ALL_DONE})))
      (local.set $seed (call $h_seed $order))
      (if $order.{UNDER_WAY} (then
        (local.set $decisions (i64.load offset={DECISIONS} $order))
        (local.set $options (i64.load offset={OPTIONS} $order)))
      (else
        (local.set $decisions (i64.const 0)) (local.set $options (i64.const 0))
        (call $copy $state $order.{FROM})
        (if (i32.and $how {RESEEDS}) (then (i64.store offset={at.AT_SEED} $state $seed)))
        (i32.store offset={UNDER_WAY} $order 1)
        (i64.store offset={DECISIONS} $order 0)
        (call $h_watch_begin $order)
        (if (i32.and $how {BEGINS}) (then (drop (call $begin $state))))
        (call $h_watch $order $state)))
      (local.set $waits $state.{at.AT_FRAME})
      (block $end
        (loop $decision
          (br_if $end (i32.eqz $waits))
          (br_if $end (i64.ge_u $decisions $most))
          (if (i32.or (i64.le_s $budget 0) (i32.le_s $order.{USES_LEFT} 0)) (then
            (i64.store offset={DECISIONS} $order $decisions)
            (i64.store offset={OPTIONS} $order $options)
            (return {LOOK_UP})))
          (local.set $policy (i32.load offset={POLICY} (item 4 $order $state.{at.AT_SEAT}))) {untold}
          (i64.add_to $options (i64.load32_u offset={at.AT_N_OPTIONS} $state))
          (local.set $code (call $h_decide $order $policy $state $seed $decisions))
          (if $count (then (call $e_count $order $state $code)))
          (i64.add_to $decisions 1)
          (i64.sub_from $budget 1)
          (local.set $waits (call $step $state $code))
          (if $watched (then
            (i64.store offset={DECISIONS} $order $decisions)
            (call $h_watch $order $state)))
          (br $decision)))
      (i64.store offset={DECISIONS} $order $decisions)
      (i64.store offset={OPTIONS} $order $options)
      (i32.store offset={RECORD_END} $order (call $h_record $order $state $order.{RECORDS}))
      (if (i32.and $how {ADDS}) (then (call $h_add $order))
      (else (i32.store offset={RECORDS} $order $order.{RECORD_END})))
      (i32.store offset={UNDER_WAY} $order 0)
      (i32.store offset={DONE} $order (i32.add $order.{DONE} 1))
      (br $game))
    (unreachable))"""


def _stepping(layout: StateLayout) -> Iterator[str]:
    yield f"""
  ;; a step, the state before it kept for who needs it after a trap
  (func $h_step_kept (export "step_kept") (i32.param $kept $state) (param $code i64) (result i32)
    (call $copy $kept $state)
    (call $step $state $code))
  ;; takes option number `choices[n]` in each of `count` states that wait, `size` bytes apart; returns how many still do
  ;; where one traps, `kept` has it as it was, and `progress` tells its number and how many before it wait
  (func $h_step_many (export "step_many") (i32.param $states $size $count $choices $kept $progress) (result i32)
    (i32.local $waiting $number $done)
    (until (i32.eqz $count)
      (if $states.{at.AT_FRAME} (then
        (local.set $number (i32.load $choices))
        (if (i32.lt_u $number $states.{at.AT_N_OPTIONS}) (then
          (call $copy $kept $states)
          (i32.store $progress $done)
          (i32.store offset=4 $progress $waiting)
          (drop (call $step $states (i64.load offset={layout.options} (item 8 $states $number))))))
        (if $states.{at.AT_FRAME} (then (i32.add_to $waiting 1)))))
      (i32.add_to $states $size)
      (i32.add_to $choices 4)
      (i32.add_to $done 1)
      (i32.sub_from $count 1))
    (local.get $waiting))"""
