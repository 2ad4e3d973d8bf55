"""Exploration inside the module: take each option of each position, with every outcome of chance.

The host fills in an order (the offsets below) and calls `advance` repeatedly: packed positions are read from one
buffer, new ones are written to another. A position is known by 128 bits of a hash over its numbers, the position of its
pieces and its effects in progress. Pieces that are alike are interchangeable where that is sound (`x_class`). Chance is
a script: draws are read from it, and after each step the next script is made, until all were played.

A packed position: its size and its number, 4 bytes each, the cells of invariants over time, then the parts of the state
in use. Its record, 16 bytes: the number of the position before, the option's index in that position, the script's
number, and the seat that decides here, or, for a solver, the game's result. An edge, 24 bytes: from, option, to, 0,
probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.core.model.invariants import OF_POSITIONS
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.native.backend import layout as at
from rulewright.native.backend.dirty import bit_of
from rulewright.native.backend.layout import StateLayout
from rulewright.native.inside.hashed_positions import hashing
from rulewright.native.inside.scripted_chance import scripts
from rulewright.native.inside.watching import area_of

# ---- The order: offsets of numbers of 4 bytes

IN, IN_END, OUT, OUT_END, RECORD, RECORDS_END = range(0, 24, 4)
TABLE, MASK, COUNT, COUNT_LIMIT, OPTION, SCRIPT_LENGTH = range(24, 48, 4)
SKIP, WHOLE, TRIED, EDGE, EDGES_END, HASHED = range(48, 72, 4)
SCRIPT, MOST_BRANCHES, BRANCH, CUT, CELLS, CELLS_BEFORE = range(72, 96, 4)
AREA, USES, NAMED, BUDGET, BROKEN, SOLVES = range(96, 120, 4)
TRANSITIONS: Final = 120
"""8 bytes."""
SCRIPTED: Final = 128
"""1 if chance is a script; 0 if it is as the rules draw it from the state's seed."""
ORDER_SIZE: Final = 136
RECORD_SIZE: Final = 16
EDGE_SIZE: Final = 24
BROKEN_SIZE: Final = 16
OVER: Final = 1 << 30
"""What is added to the payoff of a position where the game is over; others have the seat that decides there."""

DONE, FULL = 0, 1


def exploring(layout: StateLayout, blueprint: Blueprint) -> str:
    """Return the text of the functions of a module that explores.

    The module's chance must be `DECIDED`.
    """
    return "\n".join([
        *scripts(layout, blueprint), *hashing(layout, blueprint, _timed(blueprint), (HASHED, CELLS)),
        *_packing(layout, blueprint),
        *_checking(blueprint), *_solving(blueprint), *_advancing(layout, blueprint),
    ])  # fmt: skip


def _timed(blueprint: Blueprint) -> int:
    """Return the number of bytes of the cells of invariants over time."""
    return area_of(blueprint).timed


def _packing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    after, timed = layout.size - layout.parked, _timed(blueprint)
    yield f"""
  (func $x_pack (i32.param $order $S $number)
    (i32.local $to $begin $size)
    (local.set $begin $order.{OUT})
    (local.set $to (i32.add $begin 8))
    (memory.copy $to $order.{CELLS} {timed})
    (i32.add_to $to {timed})
    (local.set $size (item 8 {layout.options} $S.{at.AT_N_OPTIONS}))
    (memory.copy $to $S $size)
    (i32.add_to $to $size)
    (local.set $size (i32.sub $S.{at.AT_FRAMES_END} {layout.frames}))
    (memory.copy $to (i32.add $S {layout.frames}) $size)
    (i32.add_to $to $size)
    (if (i32.or $S.{at.AT_SEALED} $S.{at.AT_N_PARKED}) (then
      (memory.copy $to (i32.add $S {layout.parked}) {after})
      (i32.add_to $to {after})))
    (local.set $to (i32.and (i32.add $to 7) -8))
    (i32.store $begin (i32.sub $to $begin))
    (i32.store offset=4 $begin $number)
    (i32.store offset={OUT} $order $to))
  (func $x_unpack (i32.param $order $from $S)
    (local $size i32)
    (i32.add_to $from 8)
    (memory.copy $order.{CELLS_BEFORE} $from {timed})
    (i32.add_to $from {timed})
    (local.set $size (item 8 {layout.options} $from.{at.AT_N_OPTIONS}))
    (memory.copy $S $from $size)
    (i32.add_to $from $size)
    (local.set $size (i32.sub $S.{at.AT_FRAMES_END} {layout.frames}))
    (memory.copy (i32.add $S {layout.frames}) $from $size)
    (i32.add_to $from $size)
    (if (i32.or $S.{at.AT_SEALED} $S.{at.AT_N_PARKED}) (then
      (memory.copy (i32.add $S {layout.parked}) $from {after}))))"""


def _checking(blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$x_over_time` and `$x_position`, which record broken invariants.

    `$x_over_time` runs before a position is looked up, `$x_position` once it is new.
    """
    area = area_of(blueprint)
    yield f"""
  ;; an invariant is broken for the first time: from which position, by which option and script
  (func $x_broken (i32.param $order $place $from)
    (local $at i32)
    (local.set $at (i32.add $order.{BROKEN} (i32.mul $place {BROKEN_SIZE})))
    (if (i32.load $at) (then (return)))
    (i32.store $at 1)
    (i32.store offset=4 $at $from)
    (i32.store offset=8 $at $order.{OPTION})
    (i32.store offset=12 $at $order.{BRANCH}))
  (func $x_is_broken (i32.param $order $place) (result i32)
    (i32.load (i32.add $order.{BROKEN} (i32.mul $place {BROKEN_SIZE}))))"""
    yield "(func $x_over_time (i32.param $order $S $from)"
    for place, info in enumerate(blueprint.invariants):
        if info.sort in ("leads_to", "falls"):
            cells = f"(i32.add $order.{CELLS} {area.cells[place] - area.head})"
            yield f"(if (i32.eqz (call $x_is_broken $order {place})) (then"
            yield f"(if (call $h_late{place} $S {cells}) (then"
            yield f"(call $x_broken $order {place} $from)))))"
    yield f"(i64.store offset={at.AT_STEPS} $S 0))"
    yield "(func $x_position (i32.param $order $S $from) (local $dirty i64)"
    yield "(local.set $dirty @dirty)" if blueprint.invariants else ""
    for place, info in enumerate(blueprint.invariants):
        changed = f"(i64.ne (i64.and $dirty {bit_of(place)}) 0)"
        if info.sort in OF_POSITIONS and not info.settled:
            yield f"(if {changed} (then (if (i32.eqz (call $h_fine{place} $S)) (then"
            yield f"(call $x_broken $order {place} $from)))))"
        elif info.sort == "reachable":
            cells = f"(i32.add $order.{AREA} {area.cells[place]})"
            yield f"(if {changed} (then (call $h_reach{place} $S {cells})))"
    yield f"(i64.store offset={at.AT_STEPS} $S 0))"


def _solving(blueprint: Blueprint) -> Iterator[str]:
    """`$x_payoff`: how an end is for seat 1 against seat 2: twice its lead, plus 1 or less by tie-breaks.

    Where the rules say who has won, that is a lead of `sure_lead`, whatever the points are.
    """
    total = "(i64.const 0)"
    for _, _, number in blueprint.scoring:
        value = f"(call $h_value $S {number} $seat)"
        total = f"(i64.add {total} {value})"
    yield f"(func $x_total (i32.param $S $seat) (result i64) {total})"
    by_place = _by_place(blueprint) if blueprint.ending is not None and blueprint.ending.place >= 0 else ""
    yield f"""
  (func $x_payoff (param $S i32) (result i32)
    (i64.local $lead $other)
    (local.set $lead (call $x_total $S 0))
    {by_place}
    (if (i32.lt_u $S.{at.AT_N_SEATS} 2) (then (return (i32.shl (i32.wrap_i64 $lead) 1))))
    (i64.sub_from $lead (call $x_total $S 1))
    (if (i64.ne $lead 0) (then (return (i32.shl (i32.wrap_i64 $lead) 1))))"""
    for _, _, number in blueprint.tie_breaks:
        one, other = (f"(call $h_value $S {number} {seat})" for seat in (0, 1))
        yield f"(local.set $lead {one}) (local.set $other {other})"
        yield "(if (i64.gt_s $lead $other) (then (return 1)))"
        yield "(if (i64.lt_s $lead $other) (then (return -1)))"
    yield "(i32.const 0))"


def sure_lead(blueprint: Blueprint) -> int:
    """Return the lead that a win by the rules counts as.

    It exceeds any points; it is 1 if nothing is scored.
    """
    return 1_000_000 if blueprint.scoring else 1


def _by_place(blueprint: Blueprint) -> str:
    """Return text that leaves the payoff if the ranks of the seats determine it.

    A seat is ahead of a seat that is out of the game.
    """
    assert blueprint.ending is not None
    own, other = (f"(call $h_value $S {blueprint.ending.place} {seat})" for seat in (0, 1))
    sure = 2 * sure_lead(blueprint)
    return f"""
    (local.set $lead {own})
    (if (i32.ge_u $S.{at.AT_N_SEATS} 2) (then (local.set $other {other})))
    (if (i64.gt_s $lead $other) (then (return {sure})))
    (if (i64.lt_s $lead $other) (then (return {-sure})))
    (local.set $lead (call $x_total $S 0))"""


def _advancing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    timed, most_packed = _timed(blueprint), layout.size + _timed(blueprint) + 16
    clear = "(global.set $dirty (i64.const 0))" if blueprint.invariants else ""
    all_dirty = "(global.set $dirty (i64.const -1))" if blueprint.invariants else ""
    label = (1 << LABEL_BITS) - 1
    yield f"""
  ;; which options were ever taken: a byte for each option of each site
  (func $x_use (i32.param $order $site) (param $code i64)
    (if (i64.ge_s $code {LEAST_FREE_CODE}) (then
      (local.set $site {max(blueprint.free_site, 0)})
      (i64.sub_from $code {FREE_CODES})))
    (i32.store8 (i32.add $order.{USES} (i32.add
      (i32.shl $site {LABEL_BITS})
      (if (result i32) (i32.load8_u (i32.add $order.{NAMED} $site))
        (then (i32.and (i32.wrap_i64 $code) {label})) (else 0))))
      1))
  ;; one option of a position with one script: `$whole` stays, `$tried` becomes what comes of it
  (func $x_try (i32.param $order $whole $tried $number $option)
    (local $code i64) (i32.local $entry $found $record $waits)
    (call $copy $tried $whole)
    (memory.copy $order.{CELLS} $order.{CELLS_BEFORE} {timed})
    (global.set $x_drawn 0) (global.set $x_chance (f64.const 1)) {clear}
    (global.set $scripted $order.{SCRIPTED})
    (if $whole.{at.AT_FRAME} (then
        (local.set $code (i64.load offset={layout.options} (item 8 $whole $option)))
        (local.set $waits (call $step $tried $code)))
      (else {all_dirty} (local.set $waits (call $begin $tried))))
    (global.set $scripted 0)
    (i64.store offset={TRANSITIONS} $order (i64.add $order.{TRANSITIONS} 1))
    (call $x_over_time $order $tried $number)
    (call $x_hash $order $tried)
    (if (i64.eqz @x2) (then (global.set $x2 (i64.const 1))))
    (local.set $entry (call $x_find $order.{TABLE} $order.{MASK}))
    (local.set $found (call $x_number $order.{TABLE} $order.{MASK} $entry))
    (if (i64.eqz $entry.8) (then
      (i64.store $entry @x1)
      (i64.store offset=8 $entry @x2)
      (i32.store $found $order.{COUNT})
      (local.set $record $order.{RECORD})
      (i32.store $record $number)
      (i32.store offset=4 $record $option)
      (i32.store offset=8 $record $order.{BRANCH})
      (i32.store offset=12 $record $tried.{at.AT_SEAT})
      (i32.store offset={RECORD} $order (i32.add $record {RECORD_SIZE}))
      (if $waits (then (call $x_pack $order $tried $order.{COUNT}))
        (else (if $order.{SOLVES} (then
          (i32.store offset=12 $record (i32.add {OVER} (call $x_payoff $tried)))))))
      (i32.store offset={COUNT} $order (i32.add $order.{COUNT} 1))
      (call $x_position $order $tried $number)))
    (if $order.{EDGES_END} (then
      (local.set $record $order.{EDGE})
      (i32.store $record $number)
      (i32.store offset=4 $record $option)
      (i32.store offset=8 $record (i32.load $found))
      (f64.store offset=16 $record @x_chance)
      (i32.store offset={EDGE} $order (i32.add $record {EDGE_SIZE})))))
  ;; the same once more, with the script of a number: `$tried` becomes what comes of it
  (func (export "follow")
      (i32.param $order $whole $tried $option $branch)
    (global.set $x_script $order.{SCRIPT})
    (global.set $x_length 0)
    (loop $again
      (call $copy $tried $whole)
      (global.set $x_drawn 0)
      (global.set $scripted $order.{SCRIPTED})
      (if $whole.{at.AT_FRAME}
        (then (drop (call $step $tried (i64.load offset={layout.options} (item 8 $whole $option)))))
        (else (drop (call $begin $tried))))
      (global.set $scripted 0)
      (if $branch (then
        (i32.sub_from $branch 1)
        (drop (call $x_another))
        (br $again)))))
  (func (export "advance") (param $order i32) (result i32)
    (i32.local $whole $tried $in $option $options $budget)
    (local.set $whole $order.{WHOLE})
    (local.set $tried $order.{TRIED})
    (local.set $budget $order.{BUDGET})
    (local.set $option $order.{OPTION})
    (global.set $x_script $order.{SCRIPT})
    (global.set $x_length $order.{SCRIPT_LENGTH})
    (loop $states
      (local.set $in $order.{IN})
      (if (i32.ge_u $in $order.{IN_END}) (then
        (return {DONE})))
      (call $x_unpack $order $in $whole)
      (local.set $options 1)
      (if $whole.{at.AT_FRAME} (then (local.set $options $whole.{at.AT_N_OPTIONS})))
      (loop $each
        (i32.store offset={OPTION} $order $option)
        (if (i32.lt_u $option $options) (then
          (if $whole.{at.AT_FRAME} (then
            (call $x_use $order $whole.{at.AT_SITE} (i64.load offset={layout.options} (item 8 $whole $option)))))
          (loop $scripts
            (i32.store offset={SCRIPT_LENGTH} $order @x_length)
            (if (i32.or
                (i32.or
                  (i32.gt_u (i32.add $order.{OUT} {most_packed}) $order.{OUT_END})
                  (i32.ge_u $order.{RECORD} $order.{RECORDS_END}))
                (i32.or (i32.or (i32.ge_u $order.{COUNT} $order.{COUNT_LIMIT})
                    (i32.eqz $budget))
                  (i32.and (i32.ne $order.{EDGES_END} 0) (i32.ge_u $order.{EDGE} $order.{EDGES_END}))))
              (then (return {FULL})))
            (i32.sub_from $budget 1)
            (if $order.{SKIP} (then (i32.store offset={SKIP} $order 0))
              (else (call $x_try $order $whole $tried $in.4 $option)))
            (if (call $x_another) (then
              (i32.store offset={BRANCH} $order (i32.add $order.{BRANCH} 1))
              (br_if $scripts (i32.lt_u $order.{BRANCH} $order.{MOST_BRANCHES}))
              (i32.store offset={CUT} $order (i32.add $order.{CUT} 1)))))
          (global.set $x_length 0)
          (i32.store offset={BRANCH} $order 0)
          (i32.add_to $option 1)
          (br $each))))
      (local.set $option 0)
      (i32.store offset={OPTION} $order 0)
      (i32.store offset={IN} $order (i32.add $in (i32.load $in)))
      (br $states))
    (unreachable))"""
