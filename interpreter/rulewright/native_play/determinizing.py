"""States as a seat can determinize them, inside the module: as `observe/hiding.py` does it, number by number.

What others have answered under seal is taken back, and pieces change places. What that needs to know about a game is
in tables that `greedy_tables.py` writes into memory; `greedy.py` has the rest of the policy that looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model.game import Blueprint
from rulewright.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE

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
    """The members of families about which a test says who sees them, in the order of the numbers of their tests."""
    for family in blueprint.families:
        if family.sight >= 0:
            ranges = (range(low, low + size) for low, size in zip(family.lows, family.sizes, strict=True))
            yield from ((family.id, indexes) for indexes in product(*ranges))


def determinizing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """The functions, as text."""
    yield from _slots(layout)
    yield from _unsealing(layout, blueprint)
    yield from _exchanging(layout, blueprint)
    yield from _frames(layout)
    yield from _codes(blueprint)
    yield from _seeing(blueprint)


def each(number: str, first: str, last: str, body: str) -> str:
    """A loop over numbers from the first to before the last."""
    return f"""
    (local.set ${number} {first})
    (block ${number}_end (loop ${number}_next
      (br_if ${number}_end (i32.ge_s (local.get ${number}) {last}))
      {body}
      (local.set ${number} (i32.add (local.get ${number}) (i32.const 1)))
      (br ${number}_next)))"""


def item(list_: str, number: str) -> str:
    """The address of an item of 4 bytes."""
    return f"(i32.add (local.get ${list_}) (i32.shl (local.get ${number}) (i32.const 2)))"


def _slots(layout: StateLayout) -> Iterator[str]:
    store, wide = ("i32.store", "") if layout.width == 4 else ("i64.store", "i64.extend_i32_s ")
    half_load, half_store = ("i32.load16_s", "i32.store16") if layout.width == 4 else ("i32.load", "i32.store")
    value = f"({wide}(local.get $v))" if wide else "(local.get $v)"
    at_slot = f"(i32.add (local.get $S) (i32.shl (local.get $n) (i32.const {layout.shift})))"
    yield f"""
  (func $g_get (param $S i32) (param $n i32) (result i32) (i32.load offset={at.AT_SLOTS} {at_slot}))
  (func $g_set (param $S i32) (param $n i32) (param $v i32) ({store} offset={at.AT_SLOTS} {at_slot} {value}))
  (func $g_take (param $S i32) (param $from i32) (param $n i32)
    (memory.copy (i32.add {at_slot} (i32.const {at.AT_SLOTS}))
      (i32.add (i32.add (local.get $from) (i32.shl (local.get $n) (i32.const {layout.shift})))
        (i32.const {at.AT_SLOTS}))
      (i32.const {layout.width})))"""
    for name, offset in (("pile", at.AT_SLOTS), ("link", layout.links)):
        yield f"""
  (func $g_{name} (param $S i32) (param $n i32) (result i32) ({half_load} offset={offset} {at_slot}))
  (func $g_{name}_2 (param $S i32) (param $n i32) (result i32) ({half_load} offset={offset + layout.half} {at_slot}))
  (func $g_set_{name} (param $S i32) (param $n i32) (param $one i32) (param $two i32)
    ({half_store} offset={offset} {at_slot} (local.get $one))
    ({half_store} offset={offset + layout.half} {at_slot} (local.get $two)))"""
    yield """
  ;; puts a piece on top of a pile
  (func $g_put (param $S i32) (param $slot i32) (param $piece i32)
    (local $top i32) (local $low i32) (local $count i32)
    (local.set $count (call $g_pile_2 (local.get $S) (local.get $slot)))
    (if (local.get $count) (then
      (local.set $top (call $g_pile (local.get $S) (local.get $slot)))
      (local.set $low (call $g_link (local.get $S) (local.get $top)))
      (call $g_set_link (local.get $S) (local.get $piece) (local.get $low) (local.get $top))
      (call $g_set_link (local.get $S) (local.get $top) (local.get $piece)
        (select (local.get $piece) (call $g_link_2 (local.get $S) (local.get $top))
          (i32.eq (local.get $top) (local.get $low))))
      (if (i32.ne (local.get $top) (local.get $low)) (then
        (call $g_set_link (local.get $S) (local.get $low) (call $g_link (local.get $S) (local.get $low))
          (local.get $piece)))))
    (else (call $g_set_link (local.get $S) (local.get $piece) (local.get $piece) (local.get $piece))))
    (call $g_set_pile (local.get $S) (local.get $slot) (local.get $piece)
      (i32.add (local.get $count) (i32.const 1))))"""


def _unsealing(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """`as_sealed`: what others have done since all were asked at once is taken back, in `seen`, a copy of the state."""
    zone = f"(i32.add (local.get $n) (i32.const {blueprint.piece_zone}))"
    face = f"(i32.add (local.get $n) (i32.const {blueprint.faces}))"
    others = "(i32.load8_u (i32.add (local.get $others) {}))"
    rest = each(
        "n", "(i32.const 0)", "(i32.load (local.get $list))",
        f"(call $g_take (local.get $seen) (local.get $before) (i32.load offset=4 {item('list', 'n')}))",
    )  # fmt: skip
    empty = each(
        "n", "(i32.const 0)", "(i32.load (local.get $list))",
        f"""(local.set $slot (i32.load offset=4 {item("list", "n")}))
      (if (i32.load8_u (i32.add (local.get $piles) (local.get $slot))) (then
        (call $g_set_pile (local.get $seen) (local.get $slot) (i32.const -1) (i32.const 0))))""",
    )  # fmt: skip
    faces = f"(call $g_take (local.get $seen) (local.get $before) {face})" if blueprint.face_names else ""
    pieces = each(
        "n", "(i32.const 0)", f"(i32.const {layout.n_pieces})",
        f"""(if {others.format(f"(call $g_get (local.get $seen) {zone})")} (then
        {faces}
        (call $g_take (local.get $seen) (local.get $before) {zone})
        (if (i32.eqz {others.format(f"(call $g_get (local.get $seen) {zone})")}) (then
          (call $g_set (local.get $seen) {zone} (i32.const {blueprint.box}))
          (call $g_put (local.get $seen) (i32.const {blueprint.box}) (local.get $n))))))""",
    )  # fmt: skip
    held = f"(call $g_get (local.get $seen) (i32.add (local.get $piece) (i32.const {blueprint.piece_zone})))"
    filled = each(
        "n", "(i32.const 0)", "(i32.load (local.get $list))",
        f"""(local.set $slot (i32.load offset=4 {item("list", "n")}))
      (if (i32.load8_u (i32.add (local.get $piles) (local.get $slot))) (then
        (local.set $piece (call $g_pile (local.get $before) (local.get $slot)))
        (local.set $left (call $g_pile_2 (local.get $before) (local.get $slot)))
        (block $done (loop $more
          (br_if $done (i32.eqz (local.get $left)))
          (local.set $piece (call $g_link (local.get $before) (local.get $piece)))
          (if (i32.eq {held} (local.get $slot)) (then
            (call $g_put (local.get $seen) (local.get $slot) (local.get $piece))))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $more))))
      (else
        (local.set $piece (call $g_get (local.get $before) (local.get $slot)))
        (if (i32.ge_s (local.get $piece) (i32.const 0)) (then
          (if (i32.eq {held} (local.get $slot))
            (then (call $g_set_link (local.get $seen) (local.get $piece) (i32.const -1) (i32.const -1)))
            (else (local.set $piece (i32.const -1))))))
        (call $g_set (local.get $seen) (local.get $slot) (local.get $piece))))""",
    )  # fmt: skip
    yield f"""
  (func $g_unseal (param $look i32) (param $table i32) (param $state i32) (param $seen i32)
    (local $before i32) (local $others i32) (local $list i32) (local $piles i32) (local $n i32) (local $slot i32)
    (local $piece i32) (local $left i32) (local $end i32) (local $given i32)
    (local.set $before (i32.add (local.get $state) (i32.const {layout.sealed})))
    (local.set $others (i32.load offset={OTHERS} (local.get $table)))
    (local.set $piles (i32.load offset={PILES} (local.get $look)))
    (local.set $list (i32.load offset={REST} (local.get $table)))
    {rest}
    (local.set $list (i32.load offset={ZONES} (local.get $table)))
    {pieces}
    {empty}
    {filled}
    ;; the parts of others, from their beginning
    (local.set $n (i32.load offset={at.AT_FIRST_PARKED} (local.get $seen)))
    (local.set $end (i32.add (local.get $n) (i32.load offset={at.AT_N_PARKED} (local.get $seen))))
    (block $all (loop $entries
      (br_if $all (i32.ge_s (local.get $n) (local.get $end)))
      (local.set $piece (i32.add (local.get $seen) (i32.add (i32.const {layout.parked})
        (i32.mul (local.get $n) (i32.const {layout.parked_entry})))))
      (i32.store offset={at.ENTRY_SEAT} (local.get $piece)
        (i32.load offset={at.ENTRY_FRAMES + at.FRAME_LOCALS} (local.get $piece)))
      (local.set $left (i32.load offset={at.ENTRY_FRAMES + at.FRAME_SIZE} (local.get $piece)))
      (i32.store offset={at.ENTRY_LENGTH} (local.get $piece) (local.get $left))
      (i32.store offset={at.ENTRY_FRAMES + at.FRAME_BLOCK} (local.get $piece) (i32.const 0))
      (local.set $given (i32.load (i32.load (i32.add (i32.load offset={POINTS} (local.get $look)) (i32.shl
        (i32.load offset={at.ENTRY_FRAMES + at.FRAME_EFFECT} (local.get $piece)) (i32.const 2))))))
      (memory.fill (i32.add (i32.add (local.get $piece) (i32.const {at.ENTRY_FRAMES})) (local.get $given)) (i32.const 0)
        (i32.sub (local.get $left) (local.get $given)))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br $entries))))"""


def _exchanging(layout: StateLayout, blueprint: Blueprint) -> Iterator[str]:
    """`_exchange`: other pieces in the same places, from an old table of slots and links to a new one, a copy of it."""
    at_piece = f"(i32.add (local.get ${{}}) (i32.const {blueprint.piece_zone}))"
    at_face = f"(i32.add (local.get ${{}}) (i32.const {blueprint.faces}))"
    face = ""
    if blueprint.face_names:
        face = f"""(call $g_set (local.get $new) {at_face.format("q")}
          (call $g_get (local.get $old) {at_face.format("n")}))"""
    body = f"""(local.set $q (call $g_permuted (local.get $permutation) (local.get $n)))
      (call $g_set_link (local.get $new) (local.get $q)
        (call $g_permuted (local.get $permutation) (call $g_link (local.get $old) (local.get $n)))
        (call $g_permuted (local.get $permutation) (call $g_link_2 (local.get $old) (local.get $n))))
      (if (i32.ne (local.get $q) (local.get $n)) (then
        (local.set $slot (call $g_get (local.get $old) {at_piece.format("n")}))
        (call $g_set (local.get $new) {at_piece.format("q")} (local.get $slot))
        {face}
        (if (i32.load8_u (i32.add (local.get $piles) (local.get $slot)))
          (then (call $g_set_pile (local.get $new) (local.get $slot)
            (call $g_permuted (local.get $permutation) (call $g_pile (local.get $old) (local.get $slot)))
            (call $g_pile_2 (local.get $old) (local.get $slot))))
          (else (call $g_set (local.get $new) (local.get $slot)
            (call $g_permuted (local.get $permutation) (call $g_get (local.get $old) (local.get $slot))))))))"""
    yield f"""
  (func $g_permuted (param $permutation i32) (param $piece i32) (result i32)
    (if (i32.lt_s (local.get $piece) (i32.const 0)) (then (return (local.get $piece))))
    (i32.load {item("permutation", "piece")}))
  (func $g_exchange (param $look i32) (param $old i32) (param $new i32)
    (local $n i32) (local $q i32) (local $slot i32) (local $permutation i32) (local $piles i32)
    (local.set $permutation (i32.load offset={PERMUTATION} (local.get $look)))
    (local.set $piles (i32.load offset={PILES} (local.get $look)))
    {each("n", "(i32.const 0)", f"(i32.const {layout.n_pieces})", body)})"""


def _frames(layout: StateLayout) -> Iterator[str]:
    """`_frame`: other pieces in the locals of the frames between two addresses."""
    yield f"""
  (func $g_local (param $permutation i32) (param $place i32)
    (i64.store (local.get $place) (i64.extend_i32_s
      (call $g_permuted (local.get $permutation) (i32.wrap_i64 (i64.load (local.get $place)))))))
  (func $g_frames (param $look i32) (param $f i32) (param $end i32)
    (local $point i32) (local $left i32) (local $place i32) (local $count i32) (local $permutation i32)
    (local $block i32)
    (local.set $permutation (i32.load offset={PERMUTATION} (local.get $look)))
    (block $all (loop $next
      (br_if $all (i32.ge_u (local.get $f) (local.get $end)))
      (local.set $block (i32.load offset={at.FRAME_BLOCK} (local.get $f)))
      (local.set $point (i32.add (i32.const 4) (i32.load (i32.add (i32.load offset={POINTS} (local.get $look))
        (i32.shl (i32.load offset={at.FRAME_EFFECT} (local.get $f)) (i32.const 2))))))
      (block $found (loop $points
        (br_if $found (i32.eq (i32.load (local.get $point)) (i32.const -1)))
        (local.set $left (i32.load offset=4 (local.get $point)))
        (if (i32.eq (i32.load (local.get $point)) (local.get $block)) (then
          (block $done (loop $locals
            (br_if $done (i32.eqz (local.get $left)))
            (local.set $point (i32.add (local.get $point) (i32.const 8)))
            (local.set $left (i32.sub (local.get $left) (i32.const 1)))
            (local.set $place (i32.add (local.get $f) (i32.load (local.get $point))))
            (if (i32.load offset=4 (local.get $point)) (then
              (local.set $count (i32.load (local.get $place)))
              (block $empty (loop $items
                (br_if $empty (i32.eqz (local.get $count)))
                (local.set $place (i32.add (local.get $place) (i32.const 8)))
                (call $g_local (local.get $permutation) (local.get $place))
                (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                (br $items))))
            (else (call $g_local (local.get $permutation) (local.get $place))))
            (br $locals)))
          (br $found)))
        (local.set $point (i32.add (local.get $point) (i32.add (i32.const 8)
          (i32.shl (local.get $left) (i32.const 3)))))
        (br $points)))
      (local.set $f (i32.add (local.get $f) (i32.load offset={at.FRAME_SIZE} (local.get $f))))
      (br $next))))"""


def _codes(blueprint: Blueprint) -> Iterator[str]:
    """`_code`: an option's code once pieces have changed places."""
    free = f"""
    (if (i64.ge_s (local.get $code) (i64.const {LEAST_FREE_CODE})) (then
      (local.set $site (i32.const {blueprint.free_site}))
      (local.set $away (i64.const {FREE_CODES}))
      (local.set $code (i64.sub (local.get $code) (i64.const {FREE_CODES})))))""" * (blueprint.free_site >= 0)
    yield f"""
  (func $g_code (param $look i32) (param $site i32) (param $code i64) (result i64)
    (local $away i64) (local $known i32) (local $option i32) (local $thing i64)
    {free}
    (local.set $known (i32.load (i32.add (i32.load offset={SITES} (local.get $look))
      (i32.shl (local.get $site) (i32.const 2)))))
    (local.set $thing (local.get $code))
    (if (i32.load8_u (local.get $known)) (then
      (local.set $option (i32.wrap_i64 (i64.and (local.get $code) (i64.const {(1 << LABEL_BITS) - 1}))))
      (local.set $thing (i64.shr_s (local.get $code) (i64.const {LABEL_BITS})))))
    (if (i32.load8_u offset=1 (i32.add (local.get $known) (local.get $option))) (then
      (local.set $thing (i64.sub (i64.extend_i32_s (call $g_permuted
        (i32.load offset={PERMUTATION} (local.get $look)) (i32.wrap_i64 (local.get $thing)))) (local.get $thing)))
      (if (i32.load8_u (local.get $known)) (then
        (local.set $thing (i64.shl (local.get $thing) (i64.const {LABEL_BITS})))))
      (local.set $code (i64.add (local.get $code) (local.get $thing)))))
    (i64.add (local.get $code) (local.get $away)))"""


def _seeing(blueprint: Blueprint) -> Iterator[str]:
    """`may_see` of what a test is about, by the number of the test."""
    sights = {family.id: family.sight for family in blueprint.families}
    cases = []
    for number, (id_, indexes) in enumerate(members_seen_by_test(blueprint), 1):
        given = "".join(f" (i64.const {index})" for index in indexes)
        cases.append(f"""
    (if (i32.eq (local.get $test) (i32.const {number})) (then
      (local.set $sees (call $q{sights[id_]} (local.get $state) (i64.extend_i32_s (local.get $seat)){given}))))""")
    yield f"""
  (func $g_sees (param $state i32) (param $seat i32) (param $test i32) (result i32)
    (local $steps i64) (local $sees i32)
    (local.set $steps (i64.load offset={at.AT_STEPS} (local.get $state)))
    (i64.store offset={at.AT_STEPS} (local.get $state) (i64.const 0)){"".join(cases)}
    (i64.store offset={at.AT_STEPS} (local.get $state) (local.get $steps))
    (local.get $sees))"""
