"""What seats value otherwise than in a table whose worth is known, inside the module.

What follows a decision differs from the table before it in few slots, and only these are weighed; whole numbers add up
to the same in any order.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.backends.wasm.layout import StateLayout

_TEXT = """
  ;; the slots that differ from those of another state: their offsets are listed
  (func $l_compare (param $state i32) (param $base i32)
    (local $at i32) (local $word i32) (local $to i32)
    (local.set $to (i32.load offset={L_CHANGED} (global.get $t_at)))
    (local.set $at (i32.const {AT_SLOTS}))
    (loop $next
      (if (v128.any_true (v128.xor
          (v128.load (i32.add (local.get $state) (local.get $at)))
          (v128.load (i32.add (local.get $base) (local.get $at))))) (then
        (local.set $word (local.get $at))
        (loop $words
          (if ({WORD}.ne ({WORD}.load (i32.add (local.get $state) (local.get $word)))
              ({WORD}.load (i32.add (local.get $base) (local.get $word)))) (then
            (i32.store (local.get $to) (local.get $word))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))))
          (local.set $word (i32.add (local.get $word) (i32.const {WIDTH})))
          (br_if $words (i32.lt_u (local.get $word) (i32.add (local.get $at) (i32.const 16)))))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (i32.const {END}))))
    (i32.store offset={L_CHANGED_END} (global.get $t_at) (local.get $to)))
  ;; how much more a seat values the slots listed last than it did in the other state
  (func $l_change (param $state i32) (param $base i32) (param $view i32) (param $me i32) (result i64)
    (local $this i32) (local $end i32) (local $entry i32) (local $piece i32) (local $sum i64)
    (local.set $this (i32.load offset={L_CHANGED} (global.get $t_at)))
    (local.set $end (i32.load offset={L_CHANGED_END} (global.get $t_at)))
    (block $all (loop $next
      (br_if $all (i32.ge_u (local.get $this) (local.get $end)))
      (local.set $entry (i32.load (i32.add (i32.load offset={V_BY_SLOT} (local.get $view)) (i32.shl (i32.shr_u
        (i32.sub (i32.load (local.get $this)) (i32.const {AT_SLOTS})) (i32.const {SHIFT})) (i32.const 2)))))
      (local.set $piece (i32.shr_u
        (i32.sub (i32.load (local.get $this)) (i32.const {PIECE_ZONE})) (i32.const {SHIFT})))
      (if (local.get $entry)
        (then (local.set $sum (i64.add (i64.add (local.get $sum) (i64.sub
          (call $l_slot (local.get $state) (local.get $entry) (local.get $me))
          (call $l_slot (local.get $base) (local.get $entry) (local.get $me))))
          (call $l_lines_change (local.get $state) (local.get $base) (local.get $entry) (local.get $me)))))
        (else (if (i32.lt_u (local.get $piece) (i32.const {PIECES})) (then
          (local.set $sum (i64.add (local.get $sum) (i64.sub
            (call $l_piece (local.get $state) (local.get $view) (local.get $piece))
            (call $l_piece (local.get $base) (local.get $view) (local.get $piece)))))))))
      (local.set $this (i32.add (local.get $this) (i32.const 4)))
      (br $next)))
    (local.get $sum))
"""


def changes(layout: StateLayout, piece_zone: int, names: Mapping[str, object]) -> str:
    """The functions; `names` are what the text calls by name, among it offsets in a request and in a seat's tables."""
    of_layout = {
        "END": layout.slot(layout.n_slots), "WIDTH": layout.width, "WORD": "i32" if layout.width == 4 else "i64",
        "SHIFT": layout.shift, "PIECE_ZONE": layout.slot(piece_zone), "PIECES": layout.n_pieces,
    }  # fmt: skip
    return _TEXT.format(**{**names, **of_layout})
