"""The value of a board's lines to a seat, inside the module, as in `play/policies/board_lines.py`."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.native.backend.layout import StateLayout

_LINE: Final = struct.Struct("<iiiiqq")
"""The first feature, in how many ways a place may be filled, how it is weighed, how many places, the least value.

Last the address of the seats of pieces, by piece, 0 where no pieces are on the places.
"""


@dataclass(frozen=True, slots=True)
class LineTables:
    """Lines of slots on a board.

    `base` is the number of ways to fill a space, `sort` the kind of feature, `low` the least value. `lines` has (first
    feature, slots) for each line.
    """

    base: int
    sort: int
    low: int
    lines: Sequence[tuple[int, Sequence[int]]]
    owners: Sequence[int] = ()


def lay_lines(
    tables: Sequence[LineTables], layout: StateLayout, take: Callable[[bytes], int]
) -> tuple[int, dict[int, int]]:
    """Write lines into memory, and return (address of the list of all, slot -> address of its list).

    The address is 0 if there are no lines. A list is the number of lines, then the address of each.
    """
    every: list[int] = []
    through: dict[int, list[int]] = {}
    for each in tables:
        owners = take(array("i", each.owners).tobytes()) if each.owners else 0
        for first, slots in each.lines:
            places = array("i", [layout.slot(slot) for slot in slots]).tobytes()
            line = take(_LINE.pack(first, each.base, each.sort, len(slots), each.low, owners) + places)
            every.append(line)
            for slot in slots:
                through.setdefault(slot, []).append(line)

    def listed(lines: Sequence[int]) -> int:
        return take(array("i", [len(lines), *lines]).tobytes())

    return listed(every) if every else 0, {slot: listed(lines) for slot, lines in through.items()}


_TEXT = """
  ;; what lies in a line is worth to a seat
  (func $l_line (i32.param $state $line $me) (result i64)
    (i32.local $place $end $pattern) (local $v i64)
    (local.set $place (i32.add $line {LINE}))
    (local.set $end (item 4 $place $line.12))
    (loop $next
      (local.set $v ({LOAD} (i32.add $state (i32.load $place))))
      (if (i32.and (i32.ne $line.24 0) (i64.ge_s $v 0))
        (then (local.set $v (i64.load32_s (item 4 $line.24 (i32.wrap_i64 $v))))))
      (local.set $pattern (i32.add (i32.mul $pattern $line.4) (if (result i32) (i32.ne $line.8 {SEAT_MARKER})
          (then (i32.wrap_i64 (i64.sub $v $line.16)))
          (else (if (result i32) (i64.lt_s $v 0) (then 0) (else (i32.add 1 (call $l_turn $v $me))))))))
      (br_if $next (i32.lt_u (local.tee $place (i32.add $place 4)) $end)))
    (call $l_weight (i32.add (i32.load $line) $pattern)))
  ;; what lies in all lines of a list is worth
  (func $l_lines (i32.param $state $list $me) (result i64)
    (local $left i32) (local $sum i64)
    (if (i32.eqz $list) (then (return (i64.const 0))))
    (local.set $left (i32.load $list))
    (loop $next
      (i32.add_to $list 4)
      (i64.add_to $sum (call $l_line $state (i32.load $list) $me))
      (br_if $next (local.tee $left (i32.sub $left 1))))
    (local.get $sum))
  ;; how much more the lines through a slot are worth than in another state, but for those that have a slot before it
  ;; that differs, too: each counts once
  (func $l_lines_change (i32.param $state $base $entry $me) (result i64)
    (i32.local $list $left $line $place $slot) (local $sum i64)
    (local.set $list $entry.12)
    (if (i32.eqz $list) (then (return (i64.const 0))))
    (local.set $left (i32.load $list))
    (loop $next
      (i32.add_to $list 4)
      (local.set $line (i32.load $list))
      (local.set $place (i32.add $line {LINE}))
      (block $counted
        (block $first
          (loop $before
            (local.set $slot (i32.load $place))
            (br_if $first (i32.eq $slot (i32.load $entry)))
            (br_if $counted (i64.ne ({LOAD} (i32.add $state $slot)) ({LOAD} (i32.add $base $slot))))
            (i32.add_to $place 4)
            (br $before)))
        (i64.add_to $sum (i64.sub (call $l_line $state $line $me) (call $l_line $base $line $me))))
      (br_if $next (local.tee $left (i32.sub $left 1))))
    (local.get $sum))
"""


def line_values(names: Mapping[str, object]) -> str:
    """Return the text of the functions.

    `names` maps placeholders of the text to values.
    """
    return _TEXT.format(**{**names, "LINE": _LINE.size})
