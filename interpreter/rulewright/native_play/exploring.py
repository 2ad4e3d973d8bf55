"""All positions of a game inside the module: each option of each position taken, with all that chance can bring.

The host fills in an order (the offsets below) and calls `advance` again and again: positions come packed from one
buffer, those that are new go packed to another. What was met before is known by 128 bits of a hash over all that a
position is: numbers, what lies where, what is under way. Pieces that are alike count as one another where that is sound
(`x_class`). Chance is a script: what is drawn is read from it, and after each step the next script is made, until all
were played.

A packed position: its size and its number, 4 bytes each; the cells of what is watched over time; then the parts of the
state that are in use. A record of 16 bytes for each position: the number of the one before, the option's place there,
the script's number, and the seat that decides there, or, for a solver, how the game has ended. An edge of 24 bytes:
from, option, to, 0, and how probable it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.dirty import bit_of
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model.game import Blueprint
from rulewright.model.invariants import OF_POSITIONS
from rulewright.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.native_play.hashed_positions import hashing
from rulewright.native_play.scripted_chance import scripts
from rulewright.native_play.watching import area_of

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
    """The functions of a module that explores, as text; its chance must be `DECIDED`."""
    return "\n".join([
        *scripts(layout, blueprint), *hashing(layout, blueprint, _timed(blueprint), (HASHED, CELLS)),
        *_packing(layout, blueprint),
        *_checking(blueprint), *_solving(blueprint), *_advancing(layout, blueprint),
    ])  # fmt: skip


def _timed(blueprint: Blueprint) -> int:
    """The bytes of the cells of what is watched over time."""
    return area_of(blueprint).timed


def _packing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    after, timed = layout.size - layout.parked, _timed(blueprint)
    yield f"""
  (func $x_pack (param $order i32) (param $S i32) (param $number i32)
    (local $to i32) (local $begin i32) (local $size i32)
    (local.set $begin (i32.load offset={OUT} (local.get $order)))
    (local.set $to (i32.add (local.get $begin) (i32.const 8)))
    (memory.copy (local.get $to) (i32.load offset={CELLS} (local.get $order)) (i32.const {timed}))
    (local.set $to (i32.add (local.get $to) (i32.const {timed})))
    (local.set $size (i32.add (i32.const {layout.options})
      (i32.shl (i32.load offset={at.AT_N_OPTIONS} (local.get $S)) (i32.const 3))))
    (memory.copy (local.get $to) (local.get $S) (local.get $size))
    (local.set $to (i32.add (local.get $to) (local.get $size)))
    (local.set $size (i32.sub (i32.load offset={at.AT_FRAMES_END} (local.get $S)) (i32.const {layout.frames})))
    (memory.copy (local.get $to) (i32.add (local.get $S) (i32.const {layout.frames})) (local.get $size))
    (local.set $to (i32.add (local.get $to) (local.get $size)))
    (if (i32.load offset={at.AT_SEALED} (local.get $S)) (then
      (memory.copy (local.get $to) (i32.add (local.get $S) (i32.const {layout.parked})) (i32.const {after}))
      (local.set $to (i32.add (local.get $to) (i32.const {after})))))
    (local.set $to (i32.and (i32.add (local.get $to) (i32.const 7)) (i32.const -8)))
    (i32.store (local.get $begin) (i32.sub (local.get $to) (local.get $begin)))
    (i32.store offset=4 (local.get $begin) (local.get $number))
    (i32.store offset={OUT} (local.get $order) (local.get $to)))
  (func $x_unpack (param $order i32) (param $from i32) (param $S i32)
    (local $size i32)
    (local.set $from (i32.add (local.get $from) (i32.const 8)))
    (memory.copy (i32.load offset={CELLS_BEFORE} (local.get $order)) (local.get $from) (i32.const {timed}))
    (local.set $from (i32.add (local.get $from) (i32.const {timed})))
    (local.set $size (i32.add (i32.const {layout.options})
      (i32.shl (i32.load offset={at.AT_N_OPTIONS} (local.get $from)) (i32.const 3))))
    (memory.copy (local.get $S) (local.get $from) (local.get $size))
    (local.set $from (i32.add (local.get $from) (local.get $size)))
    (local.set $size (i32.sub (i32.load offset={at.AT_FRAMES_END} (local.get $S)) (i32.const {layout.frames})))
    (memory.copy (i32.add (local.get $S) (i32.const {layout.frames})) (local.get $from) (local.get $size))
    (local.set $from (i32.add (local.get $from) (local.get $size)))
    (if (i32.load offset={at.AT_SEALED} (local.get $S)) (then
      (memory.copy (i32.add (local.get $S) (i32.const {layout.parked})) (local.get $from) (i32.const {after})))))"""


def _checking(blueprint: Blueprint) -> Iterator[str]:
    """`$x_over_time` before a position is looked up, `$x_position` once it is new: what is broken is written down."""
    area = area_of(blueprint)
    yield f"""
  ;; an invariant is broken for the first time: from which position, by which option and script
  (func $x_broken (param $order i32) (param $place i32) (param $from i32)
    (local $at i32)
    (local.set $at (i32.add (i32.load offset={BROKEN} (local.get $order))
      (i32.mul (local.get $place) (i32.const {BROKEN_SIZE}))))
    (if (i32.load (local.get $at)) (then (return)))
    (i32.store (local.get $at) (i32.const 1))
    (i32.store offset=4 (local.get $at) (local.get $from))
    (i32.store offset=8 (local.get $at) (i32.load offset={OPTION} (local.get $order)))
    (i32.store offset=12 (local.get $at) (i32.load offset={BRANCH} (local.get $order))))
  (func $x_is_broken (param $order i32) (param $place i32) (result i32)
    (i32.load (i32.add (i32.load offset={BROKEN} (local.get $order))
      (i32.mul (local.get $place) (i32.const {BROKEN_SIZE})))))"""
    yield "(func $x_over_time (param $order i32) (param $S i32) (param $from i32)"
    for place, info in enumerate(blueprint.invariants):
        if info.sort in ("leads_to", "falls"):
            cells = (
                f"(i32.add (i32.load offset={CELLS} (local.get $order)) (i32.const {area.cells[place] - area.head}))"
            )
            yield f"(if (i32.eqz (call $x_is_broken (local.get $order) (i32.const {place}))) (then"
            yield f"(if (call $h_late{place} (local.get $S) {cells}) (then"
            yield f"(call $x_broken (local.get $order) (i32.const {place}) (local.get $from))))))"
    yield f"(i64.store offset={at.AT_STEPS} (local.get $S) (i64.const 0)))"
    yield "(func $x_position (param $order i32) (param $S i32) (param $from i32) (local $dirty i64)"
    yield "(local.set $dirty (global.get $dirty))" if blueprint.invariants else ""
    for place, info in enumerate(blueprint.invariants):
        changed = f"(i64.ne (i64.and (local.get $dirty) (i64.const {bit_of(place)})) (i64.const 0))"
        if info.sort in OF_POSITIONS and not info.settled:
            yield f"(if {changed} (then (if (i32.eqz (call $h_fine{place} (local.get $S))) (then"
            yield f"(call $x_broken (local.get $order) (i32.const {place}) (local.get $from))))))"
        elif info.sort == "reachable":
            cells = f"(i32.add (i32.load offset={AREA} (local.get $order)) (i32.const {area.cells[place]}))"
            yield f"(if {changed} (then (call $h_reach{place} (local.get $S) {cells})))"
    yield f"(i64.store offset={at.AT_STEPS} (local.get $S) (i64.const 0)))"


def _solving(blueprint: Blueprint) -> Iterator[str]:
    """`$x_payoff`: how an end is for seat 1 against seat 2: twice its lead, plus 1 or less by tie-breaks.

    Where the rules say who has won, that is a lead of `sure_lead`, whatever the points are.
    """
    total = "(i64.const 0)"
    for _, _, number in blueprint.scoring:
        value = f"(call $h_value (local.get $S) (i32.const {number}) (local.get $seat))"
        total = f"(i64.add {total} {value})"
    yield f"(func $x_total (param $S i32) (param $seat i32) (result i64) {total})"
    by_place = _by_place(blueprint) if blueprint.ending is not None and blueprint.ending.place >= 0 else ""
    yield f"""
  (func $x_payoff (param $S i32) (result i32)
    (local $lead i64) (local $other i64)
    (local.set $lead (call $x_total (local.get $S) (i32.const 0)))
    {by_place}
    (if (i32.lt_u (i32.load offset={at.AT_N_SEATS} (local.get $S)) (i32.const 2))
      (then (return (i32.shl (i32.wrap_i64 (local.get $lead)) (i32.const 1)))))
    (local.set $lead (i64.sub (local.get $lead) (call $x_total (local.get $S) (i32.const 1))))
    (if (i64.ne (local.get $lead) (i64.const 0))
      (then (return (i32.shl (i32.wrap_i64 (local.get $lead)) (i32.const 1)))))"""
    for _, _, number in blueprint.tie_breaks:
        one, other = (f"(call $h_value (local.get $S) (i32.const {number}) (i32.const {seat}))" for seat in (0, 1))
        yield f"(local.set $lead {one}) (local.set $other {other})"
        yield "(if (i64.gt_s (local.get $lead) (local.get $other)) (then (return (i32.const 1))))"
        yield "(if (i64.lt_s (local.get $lead) (local.get $other)) (then (return (i32.const -1))))"
    yield "(i32.const 0))"


def sure_lead(blueprint: Blueprint) -> int:
    """What it counts to have won by the rules: more than any points, 1 where nothing is scored."""
    return 1_000_000 if blueprint.scoring else 1


def _by_place(blueprint: Blueprint) -> str:
    """Leaves the payoff where places tell it; a seat alone is before another that is in the game."""
    assert blueprint.ending is not None
    own, other = (
        f"(call $h_value (local.get $S) (i32.const {blueprint.ending.place}) (i32.const {seat}))" for seat in (0, 1)
    )
    sure = 2 * sure_lead(blueprint)
    return f"""
    (local.set $lead {own})
    (if (i32.ge_u (i32.load offset={at.AT_N_SEATS} (local.get $S)) (i32.const 2)) (then (local.set $other {other})))
    (if (i64.gt_s (local.get $lead) (local.get $other)) (then (return (i32.const {sure}))))
    (if (i64.lt_s (local.get $lead) (local.get $other)) (then (return (i32.const {-sure}))))
    (local.set $lead (call $x_total (local.get $S) (i32.const 0)))"""


def _advancing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    timed, most_packed = _timed(blueprint), layout.size + _timed(blueprint) + 16
    clear = "(global.set $dirty (i64.const 0))" if blueprint.invariants else ""
    all_dirty = "(global.set $dirty (i64.const -1))" if blueprint.invariants else ""
    label = (1 << LABEL_BITS) - 1
    yield f"""
  ;; which options were ever taken: a byte for each option of each site
  (func $x_use (param $order i32) (param $site i32) (param $code i64)
    (if (i64.ge_s (local.get $code) (i64.const {LEAST_FREE_CODE})) (then
      (local.set $site (i32.const {max(blueprint.free_site, 0)}))
      (local.set $code (i64.sub (local.get $code) (i64.const {FREE_CODES})))))
    (i32.store8 (i32.add (i32.load offset={USES} (local.get $order)) (i32.add
      (i32.shl (local.get $site) (i32.const {LABEL_BITS}))
      (if (result i32) (i32.load8_u (i32.add (i32.load offset={NAMED} (local.get $order)) (local.get $site)))
        (then (i32.and (i32.wrap_i64 (local.get $code)) (i32.const {label}))) (else (i32.const 0)))))
      (i32.const 1)))
  ;; one option of a position with one script: `$whole` stays, `$tried` becomes what comes of it
  (func $x_try (param $order i32) (param $whole i32) (param $tried i32) (param $number i32) (param $option i32)
    (local $code i64) (local $entry i32) (local $found i32) (local $record i32) (local $waits i32)
    (call $copy (local.get $tried) (local.get $whole))
    (memory.copy (i32.load offset={CELLS} (local.get $order)) (i32.load offset={CELLS_BEFORE} (local.get $order))
      (i32.const {timed}))
    (global.set $x_drawn (i32.const 0)) (global.set $x_chance (f64.const 1)) {clear}
    (global.set $scripted (i32.load offset={SCRIPTED} (local.get $order)))
    (if (i32.load offset={at.AT_FRAME} (local.get $whole))
      (then
        (local.set $code (i64.load offset={layout.options}
          (i32.add (local.get $whole) (i32.shl (local.get $option) (i32.const 3)))))
        (local.set $waits (call $step (local.get $tried) (local.get $code))))
      (else {all_dirty} (local.set $waits (call $begin (local.get $tried)))))
    (global.set $scripted (i32.const 0))
    (i64.store offset={TRANSITIONS} (local.get $order)
      (i64.add (i64.load offset={TRANSITIONS} (local.get $order)) (i64.const 1)))
    (call $x_over_time (local.get $order) (local.get $tried) (local.get $number))
    (call $x_hash (local.get $order) (local.get $tried))
    (if (i64.eqz (global.get $x2)) (then (global.set $x2 (i64.const 1))))
    (local.set $entry (call $x_find (i32.load offset={TABLE} (local.get $order))
      (i32.load offset={MASK} (local.get $order))))
    (local.set $found (call $x_number (i32.load offset={TABLE} (local.get $order))
      (i32.load offset={MASK} (local.get $order)) (local.get $entry)))
    (if (i64.eqz (i64.load offset=8 (local.get $entry))) (then
      (i64.store (local.get $entry) (global.get $x1))
      (i64.store offset=8 (local.get $entry) (global.get $x2))
      (i32.store (local.get $found) (i32.load offset={COUNT} (local.get $order)))
      (local.set $record (i32.load offset={RECORD} (local.get $order)))
      (i32.store (local.get $record) (local.get $number))
      (i32.store offset=4 (local.get $record) (local.get $option))
      (i32.store offset=8 (local.get $record) (i32.load offset={BRANCH} (local.get $order)))
      (i32.store offset=12 (local.get $record) (i32.load offset={at.AT_SEAT} (local.get $tried)))
      (i32.store offset={RECORD} (local.get $order) (i32.add (local.get $record) (i32.const {RECORD_SIZE})))
      (if (local.get $waits)
        (then (call $x_pack (local.get $order) (local.get $tried) (i32.load offset={COUNT} (local.get $order))))
        (else (if (i32.load offset={SOLVES} (local.get $order)) (then
          (i32.store offset=12 (local.get $record)
            (i32.add (i32.const {OVER}) (call $x_payoff (local.get $tried))))))))
      (i32.store offset={COUNT} (local.get $order)
        (i32.add (i32.load offset={COUNT} (local.get $order)) (i32.const 1)))
      (call $x_position (local.get $order) (local.get $tried) (local.get $number))))
    (if (i32.load offset={EDGES_END} (local.get $order)) (then
      (local.set $record (i32.load offset={EDGE} (local.get $order)))
      (i32.store (local.get $record) (local.get $number))
      (i32.store offset=4 (local.get $record) (local.get $option))
      (i32.store offset=8 (local.get $record) (i32.load (local.get $found)))
      (f64.store offset=16 (local.get $record) (global.get $x_chance))
      (i32.store offset={EDGE} (local.get $order) (i32.add (local.get $record) (i32.const {EDGE_SIZE}))))))
  ;; the same once more, with the script of a number: `$tried` becomes what comes of it
  (func (export "follow")
      (param $order i32) (param $whole i32) (param $tried i32) (param $option i32) (param $branch i32)
    (global.set $x_script (i32.load offset={SCRIPT} (local.get $order)))
    (global.set $x_length (i32.const 0))
    (loop $again
      (call $copy (local.get $tried) (local.get $whole))
      (global.set $x_drawn (i32.const 0))
      (global.set $scripted (i32.load offset={SCRIPTED} (local.get $order)))
      (if (i32.load offset={at.AT_FRAME} (local.get $whole))
        (then (drop (call $step (local.get $tried) (i64.load offset={layout.options}
          (i32.add (local.get $whole) (i32.shl (local.get $option) (i32.const 3)))))))
        (else (drop (call $begin (local.get $tried)))))
      (global.set $scripted (i32.const 0))
      (if (local.get $branch) (then
        (local.set $branch (i32.sub (local.get $branch) (i32.const 1)))
        (drop (call $x_another))
        (br $again)))))
  (func (export "advance") (param $order i32) (result i32)
    (local $whole i32) (local $tried i32) (local $in i32) (local $option i32) (local $options i32) (local $budget i32)
    (local.set $whole (i32.load offset={WHOLE} (local.get $order)))
    (local.set $tried (i32.load offset={TRIED} (local.get $order)))
    (local.set $budget (i32.load offset={BUDGET} (local.get $order)))
    (local.set $option (i32.load offset={OPTION} (local.get $order)))
    (global.set $x_script (i32.load offset={SCRIPT} (local.get $order)))
    (global.set $x_length (i32.load offset={SCRIPT_LENGTH} (local.get $order)))
    (loop $states
      (local.set $in (i32.load offset={IN} (local.get $order)))
      (if (i32.ge_u (local.get $in) (i32.load offset={IN_END} (local.get $order))) (then
        (return (i32.const {DONE}))))
      (call $x_unpack (local.get $order) (local.get $in) (local.get $whole))
      (local.set $options (i32.const 1))
      (if (i32.load offset={at.AT_FRAME} (local.get $whole)) (then
        (local.set $options (i32.load offset={at.AT_N_OPTIONS} (local.get $whole)))))
      (loop $each
        (i32.store offset={OPTION} (local.get $order) (local.get $option))
        (if (i32.lt_u (local.get $option) (local.get $options)) (then
          (if (i32.load offset={at.AT_FRAME} (local.get $whole)) (then
            (call $x_use (local.get $order) (i32.load offset={at.AT_SITE} (local.get $whole))
              (i64.load offset={layout.options}
                (i32.add (local.get $whole) (i32.shl (local.get $option) (i32.const 3)))))))
          (loop $scripts
            (i32.store offset={SCRIPT_LENGTH} (local.get $order) (global.get $x_length))
            (if (i32.or (i32.or
                (i32.gt_u (i32.add (i32.load offset={OUT} (local.get $order)) (i32.const {most_packed}))
                  (i32.load offset={OUT_END} (local.get $order)))
                (i32.ge_u (i32.load offset={RECORD} (local.get $order))
                  (i32.load offset={RECORDS_END} (local.get $order))))
              (i32.or (i32.or
                (i32.ge_u (i32.load offset={COUNT} (local.get $order))
                  (i32.load offset={COUNT_LIMIT} (local.get $order)))
                (i32.eqz (local.get $budget)))
              (i32.and (i32.ne (i32.load offset={EDGES_END} (local.get $order)) (i32.const 0))
                (i32.ge_u (i32.load offset={EDGE} (local.get $order))
                  (i32.load offset={EDGES_END} (local.get $order))))))
              (then (return (i32.const {FULL}))))
            (local.set $budget (i32.sub (local.get $budget) (i32.const 1)))
            (if (i32.load offset={SKIP} (local.get $order))
              (then (i32.store offset={SKIP} (local.get $order) (i32.const 0)))
              (else (call $x_try (local.get $order) (local.get $whole) (local.get $tried)
                (i32.load offset=4 (local.get $in)) (local.get $option))))
            (if (call $x_another) (then
              (i32.store offset={BRANCH} (local.get $order)
                (i32.add (i32.load offset={BRANCH} (local.get $order)) (i32.const 1)))
              (br_if $scripts (i32.lt_u (i32.load offset={BRANCH} (local.get $order))
                (i32.load offset={MOST_BRANCHES} (local.get $order))))
              (i32.store offset={CUT} (local.get $order)
                (i32.add (i32.load offset={CUT} (local.get $order)) (i32.const 1))))))
          (global.set $x_length (i32.const 0))
          (i32.store offset={BRANCH} (local.get $order) (i32.const 0))
          (local.set $option (i32.add (local.get $option) (i32.const 1)))
          (br $each))))
      (local.set $option (i32.const 0))
      (i32.store offset={OPTION} (local.get $order) (i32.const 0))
      (i32.store offset={IN} (local.get $order) (i32.add (local.get $in) (i32.load (local.get $in))))
      (br $states))
    (unreachable))"""
