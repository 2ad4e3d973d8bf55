"""The value of a state inside the module, computed from its difference to a state of known value.

A decision changes few slots, and only the changed ones are valued again. The values are integers, so the order of the
sum does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.native.backend.layout import StateLayout

_STRETCH = 64
"""So many bytes are compared at once."""

_TEXT = """
  ;; the slots that differ from those of another state: their offsets are listed
  (func $l_compare (i32.param $state $base)
    (i32.local $at $word $to)
    (local.set $to @t_at.{L_CHANGED})
    (local.set $at {AT_SLOTS})
    (loop $next
      ;; most stretches are alike; what comes after the slots may be compared with them
      (if (i32.eqz (v128.any_true (v128.or (v128.or {APART_0} {APART_16}) (v128.or {APART_32} {APART_48}))))
        (then (i32.add_to $at {STRETCH}))
        (else
          (if (v128.any_true {APART_0}) (then
            (local.set $word $at)
            (loop $words
              (if ({WORD}.ne ({WORD}.load (i32.add $state $word)) ({WORD}.load (i32.add $base $word))) (then
                (i32.store $to $word)
                (i32.add_to $to 4)))
              (i32.add_to $word {WIDTH})
              (br_if $words (i32.lt_u $word (i32.add $at 16))))))
          (i32.add_to $at 16)))
      (br_if $next (i32.lt_u $at {END})))
    (i32.store offset={L_CHANGED_END} @t_at $to))
  ;; how much more a seat values the slots listed last than it did in the other state
  (func $l_change (i32.param $state $base $view $me) (result i64)
    (i32.local $this $end $entry $piece) (local $sum i64)
    (local.set $this @t_at.{L_CHANGED})
    (local.set $end @t_at.{L_CHANGED_END})
    (until (i32.ge_u $this $end)
      (local.set $entry (i32.load (item 4 $view.{V_BY_SLOT} (i32.shr_u (i32.sub (i32.load $this) {AT_SLOTS}) {SHIFT}))))
      (local.set $piece (i32.shr_u (i32.sub (i32.load $this) {PIECE_ZONE}) {SHIFT}))
      (if $entry
        (then (local.set $sum (i64.add
          (i64.add $sum (i64.sub (call $l_slot $state $entry $me) (call $l_slot $base $entry $me)))
          (call $l_lines_change $state $base $entry $me))))
        (else (if (i32.lt_u $piece {PIECES}) (then
          (i64.add_to $sum (i64.sub (call $l_piece $state $view $piece) (call $l_piece $base $view $piece)))))))
      (i32.add_to $this 4))
    (local.get $sum))
"""


def _apart() -> dict[str, str]:
    """Map the placeholder of each 16 bytes of a stretch to the text of its differing bits."""
    word = "(v128.load offset={} (i32.add {} $at))"
    return {
        f"APART_{offset}": f"(v128.xor {word.format(offset, '$state')} {word.format(offset, '$base')})"
        for offset in range(0, _STRETCH, 16)
    }


def changes(layout: StateLayout, piece_zone: int, names: Mapping[str, object]) -> str:
    """Return the text of the functions that value changes.

    `piece_zone` is the slot of the first piece's zone. `names` maps placeholders of the text to values, among them
    offsets in a request and in a seat's tables.
    """
    of_layout = {
        "END": layout.slot(layout.n_slots), "WIDTH": layout.width, "WORD": "i32" if layout.width == 4 else "i64",
        "SHIFT": layout.shift, "PIECE_ZONE": layout.slot(piece_zone), "PIECES": layout.n_pieces,
        "STRETCH": _STRETCH, **_apart(),
    }  # fmt: skip
    return _TEXT.format(**{**names, **of_layout})
