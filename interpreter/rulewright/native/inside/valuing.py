"""The value of a state to a seat by learned weights, inside the module.

It is that of `play/policies/table_features.py`. All values are integers, so that results are equal to the last bit. The
tables that locate a game's features come from `play/policies/native_values.py` and are written into memory once for
each searcher.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.core.model.weighing import BUCKETS, FAR, FINE, UNIT
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.tables import LOAD, LOAD_SMALL
from rulewright.native.inside.changes import changes
from rulewright.native.inside.line_values import LineTables, lay_lines, line_values

SMALL_COUNTER, WIDE_COUNTER, SEAT_MARKER, POINTER, PILE, PLACE = range(6)
"""How a slot is weighed: each value, in stretches and by the value, a seat, whether it points to a piece, its size.

The piece on a place is weighed in the lines through it alone.
"""
PIECE, SEAT, NUMBER, THING = range(4)
"""What a decision is about."""
_SLOT: Final = struct.Struct("<iiiiq")
_ABOUT: Final = struct.Struct("<iiii")
_VIEW: Final = (
    "V_SLOTS", "V_SLOTS_END", "V_ROWS", "V_COLUMNS", "V_CLASSES", "V_DECIDING", "V_ABOUTS", "V_BY_SLOT", "V_LINES",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatTables:
    """The features of the state from one seat's point of view.

    `slots` has (slot, kind of feature, first feature, least value). `abouts` has, for each site, entries of (effect,
    local, kind, first feature, number of features).
    """

    slots: Sequence[tuple[int, int, int, int]]
    rows: Sequence[int]
    columns: Sequence[int]
    classes: Sequence[int]
    deciding: Sequence[int]
    abouts: Sequence[Sequence[tuple[int, int, int, int, int]]]
    lines: Sequence[LineTables]


@dataclass(frozen=True, slots=True)
class ValueTables:
    """The weights of all features in each part of the game, and the indexes of special features.

    `score`, `lead` and `by_rounds` are the first features of the score, the lead, and the score by rounds. `spread` and
    `mean` are the scale of results. A simulation ends `leaf` choices after the tree, of which `epsilon` percent are
    random. `explore` and `trust` as in `core/model/ahead.py`.
    """

    weights: Sequence[Sequence[int]]
    seats: Sequence[SeatTables]
    always: int
    score: int
    lead: int
    leads: int
    by_rounds: int
    spread: int
    mean: int
    leaf: int
    epsilon: int
    explore: float
    trust: float
    solves: bool
    """Whether a search proves what is won and lost."""


FIELDS: Final = (
    "L_WEIGHTS", "L_VIEWS", "L_TOTALS", "L_ALWAYS", "L_SCORE", "L_LEAD", "L_LEADS", "L_BY_ROUNDS", "L_SEATS", "L_LEAF",
    "L_EPSILON", "L_BASES", "L_CHANGED", "L_CHANGED_END", "L_CHOICES", "L_CHOICES_MASK", "L_FOUND", "L_UNSEEN",
    "L_SUMS", "L_AFTER", "L_POOL_SIZE", "L_STOPPED", "L_SOLVES", "L_PARTS", "L_STRIDE",
)  # fmt: skip
"""Fields of a request; without views nothing is learned. Those from L_CHOICES on are what choices are worth, room for
what is found of each option, and, for a player alone, for the pieces that it does not see; then, for a search, room for
what is found of each offer and for a state, how many options the tree has room for, why a simulation stopped, and
whether it proves what is won and lost."""


def lay_values(tables: ValueTables, layout: StateLayout, take: Callable[[bytes], int]) -> dict[str, int]:
    """Write tables into memory and return the values of the request's fields, by field name.

    `take` writes bytes into memory and returns their address.
    """

    def many(numbers: Sequence[int]) -> int:
        return take(array("i", numbers).tobytes())

    views = []
    for seat in tables.seats:
        whole, through = lay_lines(seat.lines, layout, take)
        slots = b"".join(
            _SLOT.pack(layout.slot(slot), sort, feature, through.get(slot, 0), low)
            for slot, sort, feature, low in seat.slots
        )
        begin = take(slots)
        abouts = []
        for site in seat.abouts:
            entries = b""
            for effect, local, sort, feature, size in site:
                frame = layout.frames_of[effect]
                assert frame is not None
                entries += _ABOUT.pack(frame.locals[local], sort, feature, size)
            abouts.append(take(struct.pack("<ii", len(site), 0) + entries) if site else 0)
        views.append(
            many((begin, begin + len(slots), many(seat.rows), many(seat.columns), many(seat.classes),
                  many(seat.deciding), many(abouts), many(_by_slot(seat, layout, begin)), whole))
        )  # fmt: skip
    return {
        "L_WEIGHTS": take(b"".join(array("q", each).tobytes() for each in tables.weights)), "L_VIEWS": many(views),
        "L_PARTS": len(tables.weights), "L_STRIDE": 8 * len(tables.weights[0]),
        "L_TOTALS": take(bytes(8 * len(tables.seats))), "L_ALWAYS": tables.always, "L_SCORE": tables.score,
        "L_LEAD": tables.lead, "L_LEADS": tables.leads, "L_BY_ROUNDS": tables.by_rounds, "L_SEATS": len(tables.seats),
        "L_LEAF": tables.leaf, "L_EPSILON": tables.epsilon, "L_SOLVES": int(tables.solves),
        "L_BASES": take(bytes(8 * len(tables.seats) * len(tables.weights))),
        "L_CHANGED": take(bytes(4 * layout.n_slots + 16)),
    }  # fmt: skip


def _by_slot(seat: SeatTables, layout: StateLayout, begin: int) -> list[int]:
    """Return the address of the feature of each slot, 0 for a slot without one.

    4 zeros follow, because slots are compared several at once.
    """
    found = [0] * (layout.n_slots + 4)
    for number, (slot, *_) in enumerate(seat.slots):
        found[slot] = begin + _SLOT.size * number
    return found


_TEXT = """
  ;; ---- Learned values
  (func $l_bucket (param $v i64) (result i32)
    (local $bits i64)
    (if (i64.lt_s $v {FINE}) (then (return (if (result i32) (i64.lt_s $v 0) (then 0) (else (i32.wrap_i64 $v))))))
    (local.set $bits (i64.sub 64 (i64.clz $v)))
    (local.set $v (i64.add (i64.add {FINE} (i64.shl (i64.sub $bits 5) 2)) (i64.and (i64.shr_u $v (i64.sub $bits 3)) 3)))
    (if (result i32) (i64.gt_s $v {LAST_BUCKET}) (then {LAST_BUCKET}) (else (i32.wrap_i64 $v))))
  ;; the weights of the part of the game that is looked at
  (global $l_weights (mut i32) (i32.const 0))
  (func $l_weight (param $feature i32) (result i64)
    (i64.load (item 8 @l_weights $feature)))
  (func $l_round (param $state i32) (result i64)
    (local $part i64)
    {ROUND}
    (local.get $part))
  ;; weighs as in the part of the game that a state is in, and where the worths of the slots to each seat are
  (func $l_weigh_as_in (param $state i32) (result i32)
    (call $l_weigh_in (if (result i32) (i32.eq @t_at.{L_PARTS} 1) (then 0)
        (else (i32.wrap_i64 (call $l_round $state))))))
  (func $l_weigh_in (param $part i32) (result i32)
    (global.set $l_weights (i32.add @t_at.{L_WEIGHTS} (i32.mul $part @t_at.{L_STRIDE})))
    (item 8 @t_at.{L_BASES} (i32.mul $part {SEATS})))
  (func $l_near (param $v i64) (result i64)
    (if (i64.gt_s $v {FAR}) (then (return (i64.const {FAR}))))
    (if (result i64) (i64.lt_s $v -{FAR})
      (then (i64.const -{FAR})) (else $v)))
  ;; how a seat is placed, as another one sees it
  (func $l_turn (param $seat i64) (param $me i32) (result i32)
    (i32.rem_u (i32.add (i32.wrap_i64 $seat) (i32.sub {SEATS} $me)) {SEATS}))
  (func $l_column (i32.param $state $view $piece) (result i32)
    (i32.load (item 4 $view.{V_COLUMNS}
      (i32.wrap_i64 ({LOAD} offset={PIECE_ZONE} (i32.add $state (i32.shl $piece {SHIFT})))))))
  (func $l_slot (i32.param $state $entry $me) (result i64)
    (i32.local $at $feature $sort) (local $v i64)
    (local.set $at (i32.add $state (i32.load $entry)))
    (local.set $sort $entry.4)
    (if (i32.eq $sort {PLACE}) (then (return (i64.const 0))))
    (local.set $feature $entry.8)
    (if (i32.eq $sort {PILE}) (then
      (return (call $l_weight (i32.add $feature (call $l_bucket (i64.extend_i32_s ({HALF_LOAD} offset={HALF} $at))))))))
    (local.set $v ({LOAD} $at))
    (if (i32.eq $sort {SEAT_MARKER}) (then
      (if (i64.ge_s $v 0) (then (i32.add_to $feature (i32.add 1 (call $l_turn $v $me)))))
      (return (call $l_weight $feature))))
    (if (i32.eq $sort {POINTER}) (then (return (call $l_weight (i32.add $feature (i64.ge_s $v 0))))))
    (i64.sub_from $v $entry.16)
    (if (i32.eq $sort {SMALL_COUNTER}) (then (return (call $l_weight (i32.add $feature (i32.wrap_i64 $v))))))
    (if (i64.eqz $v) (then (return (i64.const 0))))
    (i64.add (call $l_weight (i32.add $feature (call $l_bucket $v)))
      (i64.mul (call $l_near $v) (call $l_weight (i32.add $feature {BUCKETS})))))
  (func $l_about (i32.param $state $view $me) (result i64)
    (i32.local $entry $left $sort $feature) (i64.local $v $sum)
    (local.set $entry (i32.load (item 4 $view.{V_ABOUTS} $state.{AT_SITE})))
    (if (i32.eqz $entry) (then (return (i64.const 0))))
    (local.set $left (i32.load $entry))
    (i32.sub_from $entry 8)
    (block $all (loop $next
      (br_if $all (i32.eqz $left))
      (i32.sub_from $left 1)
      (i32.add_to $entry 16)
      (local.set $v (i64.load (i32.add (i32.add $state $state.{AT_FRAME}) (i32.load $entry))))
      (br_if $next (i64.lt_s $v 0))
      (local.set $sort $entry.4)
      (local.set $feature $entry.8)
      (if (i32.eq $sort {PIECE}) (then
        (br_if $next (i32.lt_s (call $l_column $state $view (i32.wrap_i64 $v)) 0))
        (local.set $v (i64.load32_u (item 4 $view.{V_CLASSES} (i32.wrap_i64 $v))))))
      (if (i32.eq $sort {ABOUT_SEAT}) (then (local.set $v (i64.extend_i32_u (call $l_turn $v $me)))))
      (if (i32.eq $sort {ABOUT_NUMBER}) (then (local.set $v (i64.extend_i32_u (call $l_bucket $v)))))
      (i64.add_to $sum (call $l_weight
        (i32.add $feature (i32.wrap_i64 (i64.rem_u $v (i64.load32_u offset=12 $entry))))))
      (br $next)))
    (local.get $sum))
  (func $l_points (param $seat i32) (result i64)
    (i64.load (item 8 @t_at.{L_TOTALS} $seat)))
  (func $l_score (i32.param $state $me) (result i64)
    (i32.local $other $found) (i64.local $most $lead)
    (each $other 0 {SEATS}
      (if (i32.ne $other $me) (then
        (if (i32.or (i32.eqz $found) (i64.gt_s (call $l_points $other) $most))
          (then (local.set $most (call $l_points $other))))
        (local.set $found 1))))
    (local.set $lead (call $l_near (i64.sub (call $l_points $me) $most)))
    (i64.add (i64.mul (call $l_near (call $l_points $me)) (call $l_weight @t_at.{L_SCORE}))
      (i64.add (i64.mul $lead (i64.add (call $l_weight @t_at.{L_LEAD})
          (call $l_weight (i32.add @t_at.{L_BY_ROUNDS} (i32.wrap_i64 (call $l_round $state))))))
        (call $l_weight (i32.add @t_at.{L_LEADS} (i32.add 1 (i32.sub (i64.gt_s $lead 0) (i64.lt_s $lead 0))))))))
  (func $l_view (param $me i32) (result i32)
    (i32.load (item 4 @t_at.{L_VIEWS} $me)))
  (func $l_piece (i32.param $state $view $piece) (result i64)
    (local $column i32)
    (local.set $column (call $l_column $state $view $piece))
    (if (i32.lt_s $column 0) (then (return (i64.const 0))))
    (call $l_weight (i32.add $column (i32.load (item 4 $view.{V_ROWS} $piece)))))
  ;; what the slots of a state are worth to a seat
  (func $l_table (i32.param $state $me) (result i64)
    (i32.local $view $this $end) (local $sum i64)
    (local.set $view (call $l_view $me))
    (local.set $this $view.{V_SLOTS})
    (local.set $end $view.{V_SLOTS_END})
    (until (i32.ge_u $this $end)
      (i64.add_to $sum (call $l_slot $state $this $me))
      (i32.add_to $this {ENTRY}))
    (each $this 0 {PIECES}
      (i64.add_to $sum (call $l_piece $state $view $this)))
    (i64.add $sum (call $l_lines $state $view.{V_LINES} $me)))
  ;; what a state with a decision is worth to a seat, given what the slots of another one are, from which those that
  ;; differ are listed, once the totals are known
  (func $l_value (i32.param $state $base) (param $sum i64) (param $me i32) (result i64)
    (local $view i32)
    (local.set $view (call $l_view $me))
    (i64.add_to $sum (call $l_change $state $base $view $me))
    (i64.add_to $sum (i64.add (call $l_weight @t_at.{L_ALWAYS}) (call $l_score $state $me)))
    (i64.add_to $sum (call $l_weight
      (i32.load (item 4 $view.{V_DECIDING} (i32.add (i32.mul $state.{AT_SITE} {SEATS}) $state.{AT_SEAT})))))
    (if (i32.eq $state.{AT_SEAT} $me) (then (i64.add_to $sum (call $l_about $state $view $me))))
    (local.get $sum))
  (func $l_total_all (param $state i32)
    (local $seat i32)
    (each $seat 0 {SEATS}
      (i64.store (item 8 @t_at.{L_TOTALS} $seat) {TOTAL})))
  ;; what the slots of the table that others are dealt from are worth to each seat
  (func $l_set_base (param $base i32)
    (i32.local $part $seat $worths)
    (loop $parts
      (local.set $worths (call $l_weigh_in $part))
      (each $seat 0 {SEATS}
        (i64.store (item 8 $worths $seat) (call $l_table $base $seat)))
      (br_if $parts (i32.lt_u (local.tee $part (i32.add $part 1)) @t_at.{L_PARTS}))))
  ;; the worth to each seat
  (func $l_worth (param $state i32)
    (i32.local $seat $base $worths) (local $v i64)
    (local.set $worths (call $l_weigh_as_in $state))
    (call $l_total_all $state)
    (local.set $base @t_at.{BASE})
    (call $l_compare $state $base)
    (each $seat 0 {SEATS}
      (local.set $v (call $l_value $state $base (i64.load (item 8 $worths $seat)) $seat))
      (f64.store (item 8 @t_at.{WORTHS} $seat) (f64.div (f64.convert_i64_s $v) {UNIT}))))
"""
_ROUND = """
    (local.set $part ({LOAD} offset={ROUND_AT} $state))
    (if (i64.lt_s $part {LEAST}) (then (local.set $part (i64.const {LEAST}))))
    (if (i64.gt_s $part {MOST}) (then (local.set $part (i64.const {MOST}))))
    (i64.sub_from $part {LEAST})"""


def valuing(layout: StateLayout, blueprint: Blueprint, names: dict[str, object], rounds: tuple[int, int, int]) -> str:
    """Return the text of the functions.

    `names` maps placeholders of the text to values. `rounds` is (slot of the round or 0, first round, last round).
    """
    load = LOAD[layout.width]
    slot, least, most = rounds
    total = "(i64.const 0)"
    for _, _, number in blueprint.scoring:
        total = f"(i64.add {total} (call $h_value $state {number} $seat))"
    part = _ROUND.format(LOAD=load, ROUND_AT=layout.slot(slot), LEAST=least, MOST=most) if slot else ""
    fields = {name: 4 * place for place, name in enumerate(_VIEW)}
    of_changes = changes(layout, blueprint.piece_zone, {**names, **fields})
    return of_changes + line_values({"LOAD": load, "SEAT_MARKER": SEAT_MARKER}) + _TEXT.format(
        **names, **fields, LOAD=load, HALF_LOAD=LOAD_SMALL[layout.half],
        HALF=layout.half, SHIFT=layout.shift, PIECE_ZONE=layout.slot(blueprint.piece_zone),
        PIECES=layout.n_pieces, ENTRY=_SLOT.size, FINE=FINE, BUCKETS=BUCKETS, LAST_BUCKET=BUCKETS - 1, FAR=FAR,
        UNIT=UNIT, TOTAL=total, ROUND=part, SEATS="@t_at.{L_SEATS}".format(**names),
        SMALL_COUNTER=SMALL_COUNTER, SEAT_MARKER=SEAT_MARKER, POINTER=POINTER, PILE=PILE, PLACE=PLACE, PIECE=PIECE,
        ABOUT_SEAT=SEAT, ABOUT_NUMBER=NUMBER,
    )  # fmt: skip
