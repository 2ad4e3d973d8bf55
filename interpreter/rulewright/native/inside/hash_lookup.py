"""WebAssembly text of the lookup in a hash table whose entries have 32 bytes."""

from __future__ import annotations

_TEXT = """
  (func $NAME (param $who i32) (param $code i64) (result i32)
    (i32.local $place $there $known)
    (local.set $place (call $t_place_of 0 $who $code))
    (loop $next
      (local.set $there (item 32 @t_at.{TABLE} (i32.and $place @t_at.{TABLE_MASK})))
      (local.set $known $there.8)
      (if (i32.eqz $known) (then (return $there)))
      (if (i32.and (i32.eq $known $who) (i64.eq (i64.load $there) $code)) (then (return $there)))
      (i32.add_to $place 1)
      (br $next))
    (unreachable))
"""


def lookup(name: str, table: str) -> str:
    """Return the WebAssembly text of a hash lookup by option code and seat.

    The function returns the address of the entry, or of the empty entry where it belongs. The table is in the field of
    a request with this name, its mask in `NAME_MASK`. An entry begins with a code (8 bytes) and a seat (4 bytes), 0 in
    an empty one.
    """
    return _TEXT.replace("NAME", name).replace("TABLE", table)
