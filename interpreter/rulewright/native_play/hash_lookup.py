"""How the loops of a module find an entry in a hash table of 32 bytes an entry, as text."""

from __future__ import annotations

_TEXT = """
  (func $NAME (param $who i32) (param $code i64) (result i32)
    (local $place i32) (local $there i32) (local $known i32)
    (local.set $place (call $t_place_of (i32.const 0) (local.get $who) (local.get $code)))
    (loop $next
      (local.set $there (i32.add (i32.load offset={TABLE} (global.get $t_at)) (i32.shl
        (i32.and (local.get $place) (i32.load offset={TABLE_MASK} (global.get $t_at))) (i32.const 5))))
      (local.set $known (i32.load offset=8 (local.get $there)))
      (if (i32.eqz (local.get $known)) (then (return (local.get $there))))
      (if (i32.and (i32.eq (local.get $known) (local.get $who))
          (i64.eq (i64.load (local.get $there)) (local.get $code))) (then (return (local.get $there))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br $next))
    (unreachable))
"""


def lookup(name: str, table: str) -> str:
    """A function that finds the entry of what somebody may choose, or the empty one where it would go.

    The table is in the field of a request with this name, its mask in `NAME_MASK`. An entry begins with a code (8
    bytes) and who is asked (4), which is 0 in an empty one.
    """
    return _TEXT.replace("NAME", name).replace("TABLE", table)
