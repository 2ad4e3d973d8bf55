"""Determinization inside the module, as in `observe/sight/dealing.py`, from lists that the host wrote.

BAGS: 16 bytes each; the address of the bag's faces (4 bytes each; ~number for a face from another bag), the number of
faces, the number left (-1: nothing drawn yet), the address for the shuffled faces.

TOKENS: a piece and the number of its bag, 4 bytes each. MAP: the face of every piece, 4 bytes each; a known piece is
its own face.

LYING: the pieces, known or not, that share a slot with tokens, 4 bytes each. SLOTS: the slots of these pieces; the
offset, then 1 for a pile, 0 for a space.

WORDS: 8-byte numbers elsewhere in the state that name a token; the offset, the token, and (in 8 bytes) the number of
bits by which the piece's number is shifted in the word.

VALUES: hidden counters and markers; the offset, then the number of possible values and the lowest, or minus this number
and all values.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model.game import Blueprint
from rulewright.native.backend import layout as at
from rulewright.native.backend.layout import StateLayout

_TEXT = """
  (func $t_out_of (param $bag i32) (result i32)
    (i32.local $left $faces $last $face)
    (loop $before
      (local.set $bag (item 16 @t_at.{BAGS} $bag))
      (local.set $left $bag.8)
      (local.set $faces $bag.12)
      (if (i32.lt_s $left 0) (then
        (local.set $left $bag.4)
        (memory.copy $faces (i32.load $bag) (i32.shl $left 2))
        (call $t_shuffle $faces $left)))
      (i32.sub_from $left 1)
      (i32.store offset=8 $bag $left)
      (local.set $face (i32.load (item 4 $faces $left)))
      (if (i32.ge_s $face 0) (then (return $face)))
      (local.set $bag (i32.xor $face -1))
      (br $before))
    (unreachable))
  (func $t_shuffle (i32.param $faces $count)
    (i32.local $last $one $other $kept)
    (local.set $last (i32.sub $count 1))
    (until (i32.le_s $last 0)
      (local.set $one (item 4 $faces $last))
      (local.set $other (item 4 $faces (call $t_below (i32.add $last 1))))
      (local.set $kept (i32.load $one))
      (i32.store $one (i32.load $other))
      (i32.store $other $kept)
      (i32.sub_from $last 1)))
  (func $t_face (param $piece i32) (result i32)
    (i32.load (item 4 @t_at.{MAP} $piece)))
  (func $t_deal
    (i32.local $this $end $state $base $piece $count $value $next)
    (local.set $state @t_at.{STATE})
    (local.set $base @t_at.{BASE})
    (call $copy $state $base)
    {BAGS_LOOP}
      (i32.store offset=8 $this -1)
    {NEXT_16}
    {TOKENS_LOOP}
      (i32.store (item 4 @t_at.{MAP} (i32.load $this)) (call $t_out_of $this.4))
    {NEXT_8}
    {LYING_LOOP}
      (call $t_lay $state $base (i32.load $this))
    {NEXT_4}
    {SLOTS_LOOP}
      (call $t_hold (i32.add $state (i32.load $this)) $this.4)
    {NEXT_8}
    {SEALED_LYING_LOOP}
      (call $t_lay (i32.add $state {SEALED}) (i32.add $base {SEALED}) (i32.load $this))
    {NEXT_4}
    {SEALED_SLOTS_LOOP}
      (call $t_hold (i32.add (i32.add $state {SEALED}) (i32.load $this)) $this.4)
    {NEXT_8}
    {WORDS_LOOP}
      (local.set $piece $this.4)
      (i64.store (i32.add $state (i32.load $this)) (i64.add (i64.load (i32.add $base (i32.load $this)))
        (i64.shl (i64.extend_i32_s (i32.sub (call $t_face $piece) $piece)) $this.8)))
    {NEXT_16}
    {VALUES_LOOP}
      (local.set $count $this.4)
      (if (i32.gt_s $count 0) (then
          (local.set $value (i32.add $this.8 (call $t_below $count)))
          (local.set $next (i32.add $this 12)))
        (else
          (local.set $count (i32.sub 0 $count))
          (local.set $value (i32.load offset=8 (item 4 $this (call $t_below $count))))
          (local.set $next (item 4 (i32.add $this 8) $count))))
      (local.set $piece (i32.add $state (i32.load $this)))
      ({STORE} $piece {SIGNED} $value {END})
      (if $state.{AT_SEALED} (then ({STORE} offset={SEALED} $piece {SIGNED} $value {END})))
      (local.set $this $next)
      (br $next)))
    (i64.store offset={AT_SEED} $state (call $t_bits)))
  ;; the face of a piece takes its place: its zone, its neighbours in the pile, its side
  (func $t_lay (i32.param $state $base $piece)
    (i32.local $from $to $above)
    (local.set $from (i32.add $base (i32.shl $piece {SHIFT})))
    (local.set $to (i32.add $state (i32.shl (call $t_face $piece) {SHIFT})))
    ({STORE} offset={ZONE_OF} $to ({LOAD} offset={ZONE_OF} $from))
    {SIDE}
    (local.set $above ({HALF} offset={ABOVE} $from))
    (if (i32.lt_s $above 0) (then ({STORE} offset={ABOVE} $to ({LOAD} offset={ABOVE} $from)))
      (else
        ({STORE_HALF} offset={ABOVE} $to (call $t_face $above))
        ({STORE_HALF} offset={BELOW} $to (call $t_face ({HALF} offset={BELOW} $from))))))
  ;; a pile's highest piece, or the piece in a space
  (func $t_hold (i32.param $slot $is_pile)
    (local $piece i32)
    (local.set $piece ({HALF} $slot))
    (if (i32.ge_s $piece 0) (then
      (if $is_pile (then ({STORE_HALF} $slot (call $t_face $piece)))
        (else ({STORE} $slot {SIGNED} (call $t_face $piece) {END}))))))
"""
_LOOP = """
    (local.set $this @t_at.{first})
    (local.set $end @t_at.{end})
    (block $done
      (loop $next
        (br_if $done (i32.ge_u $this $end))"""
_NEXT = """
        (i32.add_to $this {size})
        (br $next)))"""
_LISTS = ("BAGS", "TOKENS", "LYING", "SLOTS", "SEALED_LYING", "SEALED_SLOTS", "WORDS", "VALUES")


def dealing(layout: StateLayout, blueprint: Blueprint, fields: dict[str, int]) -> Iterator[str]:
    """Yield the text of the functions that deal.

    `fields` maps the name of each field of a request to its offset.
    """
    wide = layout.width == 8
    load, store = ("i64.load", "i64.store") if wide else ("i32.load", "i32.store")
    faces = layout.slot(blueprint.faces)
    side = f"({store} offset={faces} $to ({load} offset={faces} $from))"
    yield _TEXT.format(
        **{f"{each}_LOOP": _LOOP.format(first=fields[each], end=fields[f"{each}_END"]) for each in _LISTS},
        **{f"NEXT_{size}": _NEXT.format(size=size) for size in (4, 8, 16)},
        BAGS=fields["BAGS"], MAP=fields["MAP"], STATE=fields["STATE"], BASE=fields["BASE"],
        SEALED=layout.sealed, AT_SEALED=at.AT_SEALED, AT_SEED=at.AT_SEED, SHIFT=3 if wide else 2,
        LOAD=load, STORE=store,
        SIGNED="(i64.extend_i32_s " if wide else "", END=")" if wide else "",
        HALF="i32.load" if wide else "i32.load16_s", STORE_HALF="i32.store" if wide else "i32.store16",
        ABOVE=layout.links, BELOW=layout.links + layout.half, ZONE_OF=layout.slot(blueprint.piece_zone),
        SIDE=side if blueprint.face_names else "",
    )  # fmt: skip
