"""Whole games inside the module: loops over `begin` and `step` in which policies decide, their ends in records.

An order (`orders.py`) says what they do; `games` can be called again and again until the order is done, so that
the host can check in between calls. A policy's chance is that of `model/chance.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model.chance import COUNTER_STEP, POLICIES, SEED_OFFSET, STREAM_STEP
from rulewright.model.game import Blueprint
from rulewright.native_play.ends import number_of, record
from rulewright.native_play.greedy import greedy
from rulewright.native_play.orders import (
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
from rulewright.native_play.watching import watching


def loops(layout: StateLayout, blueprint: Blueprint, round_slot: int, *, learns: bool = True) -> str:
    """The functions that the host adds to a module, as text; `round_slot` is -1 in a game without rounds.

    Learned players can decide if it `learns`, which takes the functions of `searching.py`.
    """
    return "\n".join([
        *_chance(), *_deciding(layout, learns=learns), *_tallying(), *number_of(layout, blueprint),
        *record(layout, blueprint, round_slot), *watching(blueprint), *_playing(layout, learns=learns),
        *_stepping(layout), *greedy(layout, blueprint),
    ])  # fmt: skip


def signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _chance() -> Iterator[str]:
    yield f"""
  ;; 64 bits, well mixed
  (func $h_stirred (param $z i64) (result i64)
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
      (i64.const {signed(0xBF58476D1CE4E5B9)})))
    (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
      (i64.const {signed(0x94D049BB133111EB)})))
    (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
  ;; the seed of a game of an order, as `spread_seed` makes it
  (func $h_seed (param $order i32) (result i64)
    (local $z i64)
    (if (i32.and (i32.load offset={HOW} (local.get $order)) (i32.const {ADDS})) (then
      (local.set $z (i64.add (i64.const {signed(SEED_OFFSET)}) (i64.mul
        (i64.add (i64.load offset={FIRST_SEED} (local.get $order))
          (i64.load32_u offset={DONE} (local.get $order)))
        (i64.const {signed(COUNTER_STEP)}))))
      (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
        (i64.const {signed(0xBF58476D1CE4E5B9)})))
      (return (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))))
    (i64.load (i32.add (i32.load offset={SEEDS} (local.get $order))
      (i32.shl (i32.load offset={DONE} (local.get $order)) (i32.const 3)))))
  ;; what a policy draws: at `counter` of the stream of a decision
  (func $h_bits (param $seed i64) (param $decision i64) (param $counter i64) (result i64)
    (call $h_stirred (i64.add (i64.add (local.get $seed)
      (i64.mul (i64.add (i64.const {POLICIES}) (local.get $decision)) (i64.const {signed(STREAM_STEP)})))
      (i64.mul (local.get $counter) (i64.const {signed(COUNTER_STEP)})))))
  ;; the same as a number below a bound
  (func $h_below (param $seed i64) (param $decision i64) (param $counter i64) (param $bound i64) (result i64)
    (local $z i64)
    (local.set $z (call $h_bits (local.get $seed) (local.get $decision) (local.get $counter)))
    ;; the upper half of the product, the bound being below 2^32
    (i64.shr_u (i64.add (i64.mul (i64.shr_u (local.get $z) (i64.const 32)) (local.get $bound))
      (i64.shr_u (i64.mul (i64.and (local.get $z) (i64.const 0xffffffff)) (local.get $bound)) (i64.const 32)))
      (i64.const 32)))"""


_CHOOSE = """
    (if (i32.gt_u (local.get $policy) (i32.const {GREEDY})) (then
      (return (call $l_choose (local.get $policy) (i32.load offset={GREEDY_TABLES} (local.get $order))
        (local.get $state) (local.get $seed) (local.get $decision)))))"""
_UNTOLD = """
          (if (i32.gt_u (local.get $policy) (i32.const {GREEDY})) (then
            (if (i32.eqz (call $l_knows (local.get $policy) (local.get $state))) (then
              (i64.store offset={DECISIONS} (local.get $order) (local.get $decisions))
              (i64.store offset={OPTIONS} (local.get $order) (local.get $options))
              (return (i32.const {UNTOLD}))))))"""


def _deciding(layout: StateLayout, *, learns: bool) -> Iterator[str]:
    learned = _CHOOSE.format(GREEDY=GREEDY, GREEDY_TABLES=GREEDY_TABLES) if learns else ""
    yield f"""
  ;; the code that a policy chooses
  (func $h_decide (export "decide")
      (param $order i32) (param $policy i32) (param $state i32) (param $seed i64) (param $decision i64) (result i64)
    (local $number i64)
    (if (i32.eq (local.get $policy) (i32.const {GREEDY})) (then
      (return (call $g_choose (i32.load offset={GREEDY_TABLES} (local.get $order))
        (local.get $state) (local.get $seed) (local.get $decision))))){learned}
    (if (i32.eqz (local.get $policy)) (then
      (local.set $number (call $h_below (local.get $seed) (local.get $decision) (i64.const 0)
        (i64.load32_u offset={at.AT_N_OPTIONS} (local.get $state))))))
    (i64.load offset={layout.options}
      (i32.add (local.get $state) (i32.shl (i32.wrap_i64 (local.get $number)) (i32.const 3)))))"""


def _tallying() -> Iterator[str]:
    yield f"""
  ;; one more choice of a code at a site
  (func $h_count (param $order i32) (param $site i32) (param $code i64)
    (local $mask i32) (local $place i32) (local $entry i32) (local $known i32)
    (local.set $mask (i32.load offset={USES_MASK} (local.get $order)))
    (local.set $site (i32.add (local.get $site) (i32.const 1)))
    (local.set $place (i32.wrap_i64 (i64.shr_u (i64.mul
      (i64.xor (local.get $code) (i64.shl (i64.extend_i32_u (local.get $site)) (i64.const 40)))
      (i64.const {signed(COUNTER_STEP)})) (i64.const 40))))
    (block $found
      (loop $next
        (local.set $place (i32.and (local.get $place) (local.get $mask)))
        (local.set $entry (i32.add (i32.load offset={USES} (local.get $order))
          (i32.mul (local.get $place) (i32.const {USE_SIZE}))))
        (local.set $known (i32.load offset=8 (local.get $entry)))
        (br_if $found (i32.and (i32.eq (local.get $known) (local.get $site))
          (i64.eq (i64.load (local.get $entry)) (local.get $code))))
        (if (i32.eqz (local.get $known)) (then
          (i64.store (local.get $entry) (local.get $code))
          (i32.store offset=8 (local.get $entry) (local.get $site))
          (i64.store offset=16 (local.get $entry) (i64.const 0))
          (i32.store offset={USES_LEFT} (local.get $order)
            (i32.sub (i32.load offset={USES_LEFT} (local.get $order)) (i32.const 1)))
          (br $found)))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (br $next)))
    (i64.store offset=16 (local.get $entry)
      (i64.add (i64.load offset=16 (local.get $entry)) (i64.const 1))))"""


def _playing(layout: StateLayout, *, learns: bool) -> Iterator[str]:
    untold = _UNTOLD.format(GREEDY=GREEDY, DECISIONS=DECISIONS, OPTIONS=OPTIONS, UNTOLD=UNTOLD) if learns else ""
    yield f"""
  ;; adds the last record to the sums
  (func $h_add (param $order i32)
    (local $from i32) (local $to i32) (local $end i32)
    (local.set $from (i32.load offset={RECORDS} (local.get $order)))
    (local.set $to (i32.load offset={SUMS} (local.get $order)))
    (local.set $end (i32.load offset={RECORD_END} (local.get $order)))
    (loop $next
      (i64.store (local.get $to) (i64.add (i64.load (local.get $to)) (i64.load (local.get $from))))
      (local.set $to (i32.add (local.get $to) (i32.const 8)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))
  ;; plays the games of an order for about `budget` decisions
  (func $h_games (export "games") (param $order i32) (param $budget i64) (result i32)
    (local $state i32) (local $how i32) (local $seed i64) (local $decisions i64) (local $options i64)
    (local $code i64) (local $most i64) (local $waits i32) (local $count i32) (local $watched i32)
    (local $policy i32)
    (local.set $watched (i32.load offset={WATCH} (local.get $order)))
    (local.set $state (i32.load offset={STATE} (local.get $order)))
    (local.set $how (i32.load offset={HOW} (local.get $order)))
    (local.set $most (i64.load32_u offset={MOST} (local.get $order)))
    (local.set $count (i32.and (local.get $how) (i32.const {COUNTS})))
    (loop $game
      (if (i32.ge_u (i32.load offset={DONE} (local.get $order)) (i32.load offset={GAMES} (local.get $order)))
        (then (return (i32.const {ALL_DONE}))))
      (local.set $seed (call $h_seed (local.get $order)))
      (if (i32.load offset={UNDER_WAY} (local.get $order)) (then
        (local.set $decisions (i64.load offset={DECISIONS} (local.get $order)))
        (local.set $options (i64.load offset={OPTIONS} (local.get $order))))
      (else
        (local.set $decisions (i64.const 0)) (local.set $options (i64.const 0))
        (call $copy (local.get $state) (i32.load offset={FROM} (local.get $order)))
        (if (i32.and (local.get $how) (i32.const {RESEEDS})) (then
          (i64.store offset={at.AT_SEED} (local.get $state) (local.get $seed))))
        (i32.store offset={UNDER_WAY} (local.get $order) (i32.const 1))
        (i64.store offset={DECISIONS} (local.get $order) (i64.const 0))
        (call $h_watch_begin (local.get $order))
        (if (i32.and (local.get $how) (i32.const {BEGINS})) (then (drop (call $begin (local.get $state)))))
        (call $h_watch (local.get $order) (local.get $state))))
      (local.set $waits (i32.load offset={at.AT_FRAME} (local.get $state)))
      (block $end
        (loop $decision
          (br_if $end (i32.eqz (local.get $waits)))
          (br_if $end (i64.ge_u (local.get $decisions) (local.get $most)))
          (if (i32.or (i64.le_s (local.get $budget) (i64.const 0))
              (i32.le_s (i32.load offset={USES_LEFT} (local.get $order)) (i32.const 0))) (then
            (i64.store offset={DECISIONS} (local.get $order) (local.get $decisions))
            (i64.store offset={OPTIONS} (local.get $order) (local.get $options))
            (return (i32.const {LOOK_UP}))))
          (local.set $policy (i32.load offset={POLICY} (i32.add (local.get $order)
            (i32.shl (i32.load offset={at.AT_SEAT} (local.get $state)) (i32.const 2))))){untold}
          (local.set $options (i64.add (local.get $options)
            (i64.load32_u offset={at.AT_N_OPTIONS} (local.get $state))))
          (local.set $code (call $h_decide (local.get $order) (local.get $policy)
            (local.get $state) (local.get $seed) (local.get $decisions)))
          (if (local.get $count) (then
            (call $h_count (local.get $order) (i32.load offset={at.AT_SITE} (local.get $state)) (local.get $code))))
          (local.set $decisions (i64.add (local.get $decisions) (i64.const 1)))
          (local.set $budget (i64.sub (local.get $budget) (i64.const 1)))
          (local.set $waits (call $step (local.get $state) (local.get $code)))
          (if (local.get $watched) (then
            (i64.store offset={DECISIONS} (local.get $order) (local.get $decisions))
            (call $h_watch (local.get $order) (local.get $state))))
          (br $decision)))
      (i64.store offset={DECISIONS} (local.get $order) (local.get $decisions))
      (i64.store offset={OPTIONS} (local.get $order) (local.get $options))
      (i32.store offset={RECORD_END} (local.get $order)
        (call $h_record (local.get $order) (local.get $state) (i32.load offset={RECORDS} (local.get $order))))
      (if (i32.and (local.get $how) (i32.const {ADDS})) (then (call $h_add (local.get $order)))
      (else (i32.store offset={RECORDS} (local.get $order) (i32.load offset={RECORD_END} (local.get $order)))))
      (i32.store offset={UNDER_WAY} (local.get $order) (i32.const 0))
      (i32.store offset={DONE} (local.get $order)
        (i32.add (i32.load offset={DONE} (local.get $order)) (i32.const 1)))
      (br $game))
    (unreachable))"""


def _stepping(layout: StateLayout) -> Iterator[str]:
    yield f"""
  ;; a step, the state before it kept for who needs it after a trap
  (func $h_step_kept (export "step_kept") (param $kept i32) (param $state i32) (param $code i64) (result i32)
    (call $copy (local.get $kept) (local.get $state))
    (call $step (local.get $state) (local.get $code)))
  ;; takes option number `choices[n]` in each of `count` states that wait, `size` bytes apart; returns how many still do
  ;; where one traps, `kept` has it as it was, and `progress` tells its number and how many before it wait
  (func $h_step_many (export "step_many") (param $states i32) (param $size i32) (param $count i32)
      (param $choices i32) (param $kept i32) (param $progress i32) (result i32)
    (local $waiting i32) (local $number i32) (local $done i32)
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $count)))
        (if (i32.load offset={at.AT_FRAME} (local.get $states)) (then
          (local.set $number (i32.load (local.get $choices)))
          (if (i32.lt_u (local.get $number) (i32.load offset={at.AT_N_OPTIONS} (local.get $states))) (then
            (call $copy (local.get $kept) (local.get $states))
            (i32.store (local.get $progress) (local.get $done))
            (i32.store offset=4 (local.get $progress) (local.get $waiting))
            (drop (call $step (local.get $states) (i64.load offset={layout.options}
              (i32.add (local.get $states) (i32.shl (local.get $number) (i32.const 3))))))))
          (if (i32.load offset={at.AT_FRAME} (local.get $states)) (then
            (local.set $waiting (i32.add (local.get $waiting) (i32.const 1)))))))
        (local.set $states (i32.add (local.get $states) (local.get $size)))
        (local.set $choices (i32.add (local.get $choices) (i32.const 4)))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (local.get $waiting))"""
