"""Determinized states inside the module, equal to those of `observe/sight/hiding.py`.

The simultaneous answers of other seats are undone, and hidden pieces change places. Tables that `greedy_tables.py`
writes into memory describe the game; `greedy.py` has the rest of the policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout

# ---- What is at `look`: addresses, 4 bytes each

SEATS: Final = 0
"""For each seat the address of what it sees; 0 for one that need not look."""
PILES: Final = 4
"""A byte for each slot: 1 if it is a pile."""
POINTS: Final = 8
"""For each effect an address: the end of the locals it is given; then for each block it may be at (-1: no
more) the block, how many of its locals name pieces, and for each of these its offset and whether it is a set."""
SITES: Final = 12
"""For each site an address: a byte that says whether its options are named, and one for each that says whether it is
about a piece."""
UNSEALED, DETERMINIZED, AFTER = 16, 20, 24
"""Three states to work in."""
PERMUTATION, HIDDEN, DEALT, MARKS, BEST = 28, 32, 36, 40, 44
"""Room for each piece: 4 bytes for what is in its place, 4 and 4 for lists, a byte; 8 bytes for each option."""
N_BEST: Final = 48
"""How many options were found best last; they are at `BEST`, in the order of the options."""
TABLES_SIZE: Final = 56

# ---- What is at a seat's address: addresses again

OTHERS: Final = 0
"""A byte for each slot: 1 if it belongs to another seat."""
REST: Final = 4
"""How many such slots belong to no zone, and which."""
ZONES: Final = 8
"""How many belong to zones, and which."""
GROUPS: Final = 12
"""How many kinds of pieces may be hidden; for each how many places, and of each place slot, spaces (0: a pile) and the
number of the test that says whether the seat sees it, 0 if it never does. Then how many counters and markers may be,
and of each slot, test, whether it is a marker, how many values it may have, the first one, and 0 or where all are."""
VIEWER: Final = 16
"""The seat itself."""
PLACE: Final = 12
"""The size of what is kept of a place."""
VALUE: Final = 24
"""The size of what is kept of a counter or marker."""

TestedMember = tuple[str, tuple[int, ...]]


def members_seen_by_test(blueprint: Blueprint) -> Iterator[TestedMember]:
    """Yield (family, indexes) of each member whose visibility is tested, in the order of the tests."""
    for family in blueprint.families:
        if family.sight >= 0:
            ranges = (range(low, low + size) for low, size in zip(family.lows, family.sizes, strict=True))
            yield from ((family.id, indexes) for indexes in product(*ranges))


def determinizing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of the functions."""
    yield from _slots(layout)
    yield from _unsealing(layout, blueprint)
    yield from _exchanging(layout, blueprint)
    yield from _frames(layout)
    yield from _codes(blueprint)
    yield from _seeing(blueprint)


def _slots(layout: StateLayout) -> Iterator[str]:
    store, wide = ("i32.store", "") if layout.width == 4 else ("i64.store", "i64.extend_i32_s ")
    half_load, half_store = ("i32.load16_s", "i32.store16") if layout.width == 4 else ("i32.load", "i32.store")
    value = f"({wide} $v)" if wide else "$v"
    at_slot = f"(item {layout.width} $S $n)"
    yield f"""
  (func $g_get (i32.param $S $n) (result i32) (i32.load offset={at.AT_SLOTS} {at_slot}))
  (func $g_set (i32.param $S $n $v) ({store} offset={at.AT_SLOTS} {at_slot} {value}))
  (func $g_take (i32.param $S $from $n)
    (memory.copy (i32.add {at_slot} {at.AT_SLOTS}) (i32.add (item {layout.width} $from $n) {at.AT_SLOTS})
      {layout.width}))"""
    for name, offset in (("pile", at.AT_SLOTS), ("link", layout.links)):
        yield f"""
  (func $g_{name} (i32.param $S $n) (result i32) ({half_load} offset={offset} {at_slot}))
  (func $g_{name}_2 (i32.param $S $n) (result i32) ({half_load} offset={offset + layout.half} {at_slot}))
  (func $g_set_{name} (i32.param $S $n $one $two)
    ({half_store} offset={offset} {at_slot} $one)
    ({half_store} offset={offset + layout.half} {at_slot} $two))"""
    yield """
  ;; puts a piece on top of a pile
  (func $g_put (i32.param $S $slot $piece)
    (i32.local $top $low $count)
    (local.set $count (call $g_pile_2 $S $slot))
    (if $count (then
      (local.set $top (call $g_pile $S $slot))
      (local.set $low (call $g_link $S $top))
      (call $g_set_link $S $piece $low $top)
      (call $g_set_link $S $top $piece (select $piece (call $g_link_2 $S $top) (i32.eq $top $low)))
      (if (i32.ne $top $low) (then (call $g_set_link $S $low (call $g_link $S $low) $piece))))
    (else (call $g_set_link $S $piece $piece $piece)))
    (call $g_set_pile $S $slot $piece (i32.add $count 1)))"""


def _unsealing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$g_unseal`, which undoes what other seats did in a simultaneous decision.

    It changes `$seen`, a copy of the state. Same result as `as_sealed`.
    """
    zone = f"(i32.add $n {blueprint.piece_zone})"
    face = f"(i32.add $n {blueprint.faces})"
    others = f"(i32.load8_u (i32.add $others (call $g_get $seen {zone})))"
    faces = f"(call $g_take $seen $before {face})" if blueprint.face_names else ""
    held = f"(call $g_get $seen (i32.add $piece {blueprint.piece_zone}))"
    yield f"""
  (func $g_unseal (i32.param $look $table $state $seen)
    (i32.local $before $others $list $piles $n $slot $piece $left $end $given)
    (local.set $before (i32.add $state {layout.sealed}))
    (local.set $others $table.{OTHERS})
    (local.set $piles $look.{PILES})
    (local.set $list $table.{REST})
    (each $n 0 (i32.load $list)
      (call $g_take $seen $before (i32.load offset=4 (item 4 $list $n))))
    (local.set $list $table.{ZONES})
    (each $n 0 {layout.n_pieces}
      (if {others} (then
        {faces}
        (call $g_take $seen $before {zone})
        (if (i32.eqz {others}) (then
          (call $g_set $seen {zone} {blueprint.box})
          (call $g_put $seen {blueprint.box} $n))))))
    (each $n 0 (i32.load $list)
      (local.set $slot (i32.load offset=4 (item 4 $list $n)))
      (if (i32.load8_u (i32.add $piles $slot)) (then (call $g_set_pile $seen $slot -1 0))))
    (each $n 0 (i32.load $list)
      (local.set $slot (i32.load offset=4 (item 4 $list $n)))
      (if (i32.load8_u (i32.add $piles $slot)) (then
        (local.set $piece (call $g_pile $before $slot))
        (local.set $left (call $g_pile_2 $before $slot))
        (until (i32.eqz $left)
          (local.set $piece (call $g_link $before $piece))
          (if (i32.eq {held} $slot) (then (call $g_put $seen $slot $piece)))
          (i32.sub_from $left 1)))
      (else
        (local.set $piece (call $g_get $before $slot))
        (if (i32.ge_s $piece 0) (then
          (if (i32.eq {held} $slot) (then (call $g_set_link $seen $piece -1 -1)) (else (local.set $piece -1)))))
        (call $g_set $seen $slot $piece))))
    ;; the parts of others, from their beginning
    (local.set $n $seen.{at.AT_FIRST_PARKED})
    (local.set $end (i32.add $n $seen.{at.AT_N_PARKED}))
    (until (i32.ge_s $n $end)
      (local.set $piece (i32.add $seen (i32.add {layout.parked} (i32.mul $n {layout.parked_entry}))))
      (i32.store offset={at.ENTRY_SEAT} $piece $piece.{at.ENTRY_FRAMES + at.FRAME_LOCALS})
      (local.set $left $piece.{at.ENTRY_FRAMES + at.FRAME_SIZE})
      (i32.store offset={at.ENTRY_LENGTH} $piece $left)
      (i32.store offset={at.ENTRY_STAGE} $piece 0)
      (i32.store offset={at.ENTRY_FRAMES + at.FRAME_BLOCK} $piece 0)
      (local.set $given (i32.load (i32.load (item 4 $look.{POINTS} $piece.{at.ENTRY_FRAMES + at.FRAME_EFFECT}))))
      (memory.fill (i32.add (i32.add $piece {at.ENTRY_FRAMES}) $given) 0 (i32.sub $left $given))
      (i32.add_to $n 1)))"""


def _exchanging(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$g_exchange`, which puts other pieces into the same positions.

    It reads the old table of slots and links and writes the new one, a copy of the old. Same result as `_exchange`.
    """
    at_piece = f"(i32.add ${{}} {blueprint.piece_zone})"
    at_face = f"(i32.add ${{}} {blueprint.faces})"
    face = ""
    if blueprint.face_names:
        face = f"""(call $g_set $new {at_face.format("q")} (call $g_get $old {at_face.format("n")}))"""
    yield f"""
  (func $g_permuted (i32.param $permutation $piece) (result i32)
    (if (i32.lt_s $piece 0) (then (return $piece)))
    (i32.load (item 4 $permutation $piece)))
  (func $g_exchange (i32.param $look $old $new)
    (i32.local $n $q $slot $permutation $piles)
    (local.set $permutation $look.{PERMUTATION})
    (local.set $piles $look.{PILES})
    (each $n 0 {layout.n_pieces}
      (local.set $q (call $g_permuted $permutation $n))
      (call $g_set_link $new $q (call $g_permuted $permutation (call $g_link $old $n))
        (call $g_permuted $permutation (call $g_link_2 $old $n)))
      (if (i32.ne $q $n) (then
        (local.set $slot (call $g_get $old {at_piece.format("n")}))
        (call $g_set $new {at_piece.format("q")} $slot)
        {face}
        (if (i32.load8_u (i32.add $piles $slot))
          (then (call $g_set_pile $new $slot (call $g_permuted $permutation (call $g_pile $old $slot))
          (call $g_pile_2 $old $slot)))
          (else (call $g_set $new $slot (call $g_permuted $permutation (call $g_get $old $slot)))))))))"""


def _frames(layout: StateLayout) -> Iterator[str]:
    """Yield the text of `$g_frames`, which exchanges pieces in the locals of frames.

    The frames are between two addresses. Same result as `_frame`.
    """
    yield f"""
  (func $g_local (i32.param $permutation $place)
    (i64.store $place (i64.extend_i32_s (call $g_permuted $permutation (i32.wrap_i64 (i64.load $place))))))
  (func $g_frames (i32.param $look $f $end)
    (i32.local $point $left $place $count $permutation $block)
    (local.set $permutation $look.{PERMUTATION})
    (until (i32.ge_u $f $end)
      (local.set $block $f.{at.FRAME_BLOCK})
      (local.set $point (i32.add 4 (i32.load (item 4 $look.{POINTS} $f.{at.FRAME_EFFECT}))))
      (block $found (loop $points
        (br_if $found (i32.eq (i32.load $point) -1))
        (local.set $left $point.4)
        (if (i32.eq (i32.load $point) $block) (then
          (until (i32.eqz $left)
            (i32.add_to $point 8)
            (i32.sub_from $left 1)
            (local.set $place (i32.add $f (i32.load $point)))
            (if $point.4 (then
              (local.set $count (i32.load $place))
              (until (i32.eqz $count)
                (i32.add_to $place 8)
                (call $g_local $permutation $place)
                (i32.sub_from $count 1)))
            (else (call $g_local $permutation $place))))
          (br $found)))
        (i32.add_to $point (item 8 8 $left))
        (br $points)))
      (i32.add_to $f $f.{at.FRAME_SIZE})))"""


def _codes(blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$g_code`, which returns an option's code after pieces were exchanged.

    Same result as `_code`.
    """
    free = f"""
    (if (i64.ge_s $code {LEAST_FREE_CODE}) (then
      (local.set $site {blueprint.free_site})
      (local.set $away (i64.const {FREE_CODES}))
      (i64.sub_from $code {FREE_CODES})))""" * (blueprint.free_site >= 0)
    yield f"""
  (func $g_code (i32.param $look $site) (param $code i64) (result i64)
    (local $away i64) (i32.local $known $option) (local $thing i64)
    {free}
    (local.set $known (i32.load (item 4 $look.{SITES} $site)))
    (local.set $thing $code)
    (if (i32.load8_u $known) (then
      (local.set $option (i32.wrap_i64 (i64.and $code {(1 << LABEL_BITS) - 1})))
      (local.set $thing (i64.shr_s $code {LABEL_BITS}))))
    (if (i32.load8_u offset=1 (i32.add $known $option)) (then
      (local.set $thing (i64.sub
        (i64.extend_i32_s (call $g_permuted $look.{PERMUTATION} (i32.wrap_i64 $thing))) $thing))
      (if (i32.load8_u $known) (then (local.set $thing (i64.shl $thing {LABEL_BITS}))))
      (i64.add_to $code $thing)))
    (i64.add $code $away))"""


def _seeing(blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$g_sees`, which tests visibility by the number of a test.

    Same result as `may_see`.
    """
    sights = {family.id: family.sight for family in blueprint.families}
    cases = []
    for number, (id_, indexes) in enumerate(members_seen_by_test(blueprint), 1):
        given = "".join(f" (i64.const {index})" for index in indexes)
        cases.append(f"""
    (if (i32.eq $test {number}) (then
      (local.set $sees (call $q{sights[id_]} $state (i64.extend_i32_s $seat) {given}))))""")
    yield f"""
  (func $g_sees (i32.param $state $seat $test) (result i32)
    (local $steps i64) (local $sees i32)
    (local.set $steps (i64.load offset={at.AT_STEPS} $state))
    (i64.store offset={at.AT_STEPS} $state 0) {"".join(cases)}
    (i64.store offset={at.AT_STEPS} $state $steps)
    (local.get $sees))"""
