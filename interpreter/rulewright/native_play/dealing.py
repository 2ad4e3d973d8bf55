"""A table dealt afresh inside the module, as `observe/dealing.py` does it, from what the host has written about it.

Bags are 16 bytes each: the address of its faces (4 bytes each; ~number for those from another bag), how many they
are, how many are left (-1: not drawn from yet), and where the mixed ones go. Tokens are a piece and the number of its
bag, 4 bytes each; the map gives the face of every piece, 4 bytes each, itself for those that are known. `LYING` are the
pieces, known and not, that are with tokens, 4 bytes each; `SLOTS` the slots these are in: the offset, and 1 for a pile,
0 for a space. `WORDS` are numbers of 8 bytes elsewhere in the state that name a token: the offset, the token, and by
how many bits the number of the piece is shifted there, as 8 bytes. `VALUES` are hidden counters and markers: the
offset, how many values they may have, and the first of them; or how many less than 0, and all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.layout import StateLayout
from rulewright.model.game import Blueprint

_TEXT = """
  (func $t_out_of (param $bag i32) (result i32)
    (local $left i32) (local $faces i32) (local $last i32) (local $face i32)
    (loop $before
      (local.set $bag (i32.add (i32.load offset={BAGS} (global.get $t_at)) (i32.shl (local.get $bag) (i32.const 4))))
      (local.set $left (i32.load offset=8 (local.get $bag)))
      (local.set $faces (i32.load offset=12 (local.get $bag)))
      (if (i32.lt_s (local.get $left) (i32.const 0)) (then
        (local.set $left (i32.load offset=4 (local.get $bag)))
        (memory.copy (local.get $faces) (i32.load (local.get $bag)) (i32.shl (local.get $left) (i32.const 2)))
        (call $t_shuffle (local.get $faces) (local.get $left))))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (i32.store offset=8 (local.get $bag) (local.get $left))
      (local.set $face (i32.load (i32.add (local.get $faces) (i32.shl (local.get $left) (i32.const 2)))))
      (if (i32.ge_s (local.get $face) (i32.const 0)) (then (return (local.get $face))))
      (local.set $bag (i32.xor (local.get $face) (i32.const -1)))
      (br $before))
    (unreachable))
  (func $t_shuffle (param $faces i32) (param $count i32)
    (local $last i32) (local $one i32) (local $other i32) (local $kept i32)
    (local.set $last (i32.sub (local.get $count) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done (i32.le_s (local.get $last) (i32.const 0)))
        (local.set $one (i32.add (local.get $faces) (i32.shl (local.get $last) (i32.const 2))))
        (local.set $other (i32.add (local.get $faces) (i32.shl
          (call $t_below (i32.add (local.get $last) (i32.const 1))) (i32.const 2))))
        (local.set $kept (i32.load (local.get $one)))
        (i32.store (local.get $one) (i32.load (local.get $other)))
        (i32.store (local.get $other) (local.get $kept))
        (local.set $last (i32.sub (local.get $last) (i32.const 1)))
        (br $next))))
  (func $t_face (param $piece i32) (result i32)
    (i32.load (i32.add (i32.load offset={MAP} (global.get $t_at)) (i32.shl (local.get $piece) (i32.const 2)))))
  (func $t_deal
    (local $this i32) (local $end i32) (local $state i32) (local $base i32) (local $piece i32)
    (local $count i32) (local $value i32) (local $next i32)
    (local.set $state (i32.load offset={STATE} (global.get $t_at)))
    (local.set $base (i32.load offset={BASE} (global.get $t_at)))
    (call $copy (local.get $state) (local.get $base))
    {BAGS_LOOP}
      (i32.store offset=8 (local.get $this) (i32.const -1))
    {NEXT_16}
    {TOKENS_LOOP}
      (i32.store (i32.add (i32.load offset={MAP} (global.get $t_at))
          (i32.shl (i32.load (local.get $this)) (i32.const 2)))
        (call $t_out_of (i32.load offset=4 (local.get $this))))
    {NEXT_8}
    {LYING_LOOP}
      (call $t_lay (local.get $state) (local.get $base) (i32.load (local.get $this)))
    {NEXT_4}
    {SLOTS_LOOP}
      (call $t_hold (i32.add (local.get $state) (i32.load (local.get $this))) (i32.load offset=4 (local.get $this)))
    {NEXT_8}
    {SEALED_LYING_LOOP}
      (call $t_lay (i32.add (local.get $state) (i32.const {SEALED})) (i32.add (local.get $base) (i32.const {SEALED}))
        (i32.load (local.get $this)))
    {NEXT_4}
    {SEALED_SLOTS_LOOP}
      (call $t_hold (i32.add (i32.add (local.get $state) (i32.const {SEALED})) (i32.load (local.get $this)))
        (i32.load offset=4 (local.get $this)))
    {NEXT_8}
    {WORDS_LOOP}
      (local.set $piece (i32.load offset=4 (local.get $this)))
      (i64.store (i32.add (local.get $state) (i32.load (local.get $this)))
        (i64.add (i64.load (i32.add (local.get $base) (i32.load (local.get $this))))
          (i64.shl (i64.extend_i32_s (i32.sub (call $t_face (local.get $piece)) (local.get $piece)))
            (i64.load offset=8 (local.get $this)))))
    {NEXT_16}
    {VALUES_LOOP}
      (local.set $count (i32.load offset=4 (local.get $this)))
      (if (i32.gt_s (local.get $count) (i32.const 0))
        (then
          (local.set $value (i32.add (i32.load offset=8 (local.get $this)) (call $t_below (local.get $count))))
          (local.set $next (i32.add (local.get $this) (i32.const 12))))
        (else
          (local.set $count (i32.sub (i32.const 0) (local.get $count)))
          (local.set $value (i32.load offset=8 (i32.add (local.get $this)
            (i32.shl (call $t_below (local.get $count)) (i32.const 2)))))
          (local.set $next (i32.add (i32.add (local.get $this) (i32.const 8))
            (i32.shl (local.get $count) (i32.const 2))))))
      (local.set $piece (i32.add (local.get $state) (i32.load (local.get $this))))
      ({STORE} (local.get $piece) {SIGNED}(local.get $value){END})
      (if (i32.load offset={AT_SEALED} (local.get $state)) (then
        ({STORE} offset={SEALED} (local.get $piece) {SIGNED}(local.get $value){END})))
      (local.set $this (local.get $next))
      (br $next)))
    (i64.store offset={AT_SEED} (local.get $state) (call $t_bits)))
  ;; the face of a piece takes its place: its zone, its neighbours in the pile, its side
  (func $t_lay (param $state i32) (param $base i32) (param $piece i32)
    (local $from i32) (local $to i32) (local $above i32)
    (local.set $from (i32.add (local.get $base) (i32.shl (local.get $piece) (i32.const {SHIFT}))))
    (local.set $to (i32.add (local.get $state) (i32.shl (call $t_face (local.get $piece)) (i32.const {SHIFT}))))
    ({STORE} offset={ZONE_OF} (local.get $to) ({LOAD} offset={ZONE_OF} (local.get $from)))
    {SIDE}
    (local.set $above ({HALF} offset={ABOVE} (local.get $from)))
    (if (i32.lt_s (local.get $above) (i32.const 0))
      (then ({STORE} offset={ABOVE} (local.get $to) ({LOAD} offset={ABOVE} (local.get $from))))
      (else
        ({STORE_HALF} offset={ABOVE} (local.get $to) (call $t_face (local.get $above)))
        ({STORE_HALF} offset={BELOW} (local.get $to) (call $t_face ({HALF} offset={BELOW} (local.get $from)))))))
  ;; a pile's highest piece, or the piece in a space
  (func $t_hold (param $slot i32) (param $is_pile i32)
    (local $piece i32)
    (local.set $piece ({HALF} (local.get $slot)))
    (if (i32.ge_s (local.get $piece) (i32.const 0)) (then
      (if (local.get $is_pile)
        (then ({STORE_HALF} (local.get $slot) (call $t_face (local.get $piece))))
        (else ({STORE} (local.get $slot) {SIGNED}(call $t_face (local.get $piece)){END}))))))
"""
_LOOP = """
    (local.set $this (i32.load offset={first} (global.get $t_at)))
    (local.set $end (i32.load offset={end} (global.get $t_at)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $this) (local.get $end)))"""
_NEXT = """
        (local.set $this (i32.add (local.get $this) (i32.const {size})))
        (br $next)))"""
_LISTS = ("BAGS", "TOKENS", "LYING", "SLOTS", "SEALED_LYING", "SEALED_SLOTS", "WORDS", "VALUES")


def dealing(layout: StateLayout, blueprint: Blueprint, fields: dict[str, int]) -> Iterator[str]:
    """The functions that deal; `fields` are the offsets in a request."""
    wide = layout.width == 8
    load, store = ("i64.load", "i64.store") if wide else ("i32.load", "i32.store")
    faces = layout.slot(blueprint.faces)
    side = f"({store} offset={faces} (local.get $to) ({load} offset={faces} (local.get $from)))"
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
