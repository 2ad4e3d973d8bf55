"""Invariants inside the module: tests of a position, and observation over whole games.

Each effect notes the invariants that its changes may affect (`$dirty`, one bit each), so that only these are tested
after a decision. Results go to an area: for each invariant a head of `HEAD_SIZE` bytes (number of games in which it was
broken, number of the first, its decisions until then, whether it is broken in the current game), then cells of 8 bytes:
for each seat what is due and the least number so far, for each thing whether it was reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.core.model.game import Blueprint
from rulewright.core.model.invariants import OF_POSITIONS, InvariantInfo
from rulewright.core.run.watching import Sightings
from rulewright.native.backend import layout as at
from rulewright.native.backend.dirty import bit_of
from rulewright.native.backend.sandbox import Sandbox
from rulewright.native.inside.orders import DECISIONS, DONE, WATCH

HEAD_SIZE: Final = 32
_HEAD: Final = "<qqqii"


@dataclass(frozen=True, slots=True)
class WatchArea:
    """Byte offsets in the area of a watched game.

    The heads end at `head`. Then come the cells of invariants over time, `timed` bytes, then the cells of reachable
    things.
    """

    head: int
    cells: tuple[int, ...]
    timed: int
    size: int


def area_of(blueprint: Blueprint) -> WatchArea:
    """Return the layout of the area of a watched game.

    It is empty for a game without invariants.
    """
    infos = blueprint.invariants
    head = end = HEAD_SIZE * len(infos)
    cells, timed = [head] * len(infos), 0
    for of_reached in (False, True):
        for place, info in enumerate(infos):
            if (info.sort == "reachable") == of_reached:
                cells[place] = end
                end += 8 * _cells(info, blueprint.max_seats)
        timed = timed if of_reached else end - head
    return WatchArea(head, tuple(cells), timed, end)


def _cells(info: InvariantInfo, max_seats: int) -> int:
    match info.sort:
        case "leads_to" | "falls":
            return 2 * max_seats
        case "reachable":
            return info.n_things
        case _:
            return 0


def sightings_in(instance: Sandbox, area: int, blueprint: Blueprint, games: Sequence[int]) -> Sightings:
    """Read what an area recorded of invariants.

    `games` are the numbers of the games played.
    """
    found, where = Sightings(), area_of(blueprint)
    for place, info in enumerate(blueprint.invariants):
        count, first, decision, _, _ = instance.unpack(_HEAD, area + HEAD_SIZE * place)
        if count:
            found.broken[place] = (count, games[first], decision)
        if info.sort == "reachable":
            begin = area + where.cells[place]
            flags = instance.unpack(f"<{info.n_things}q", begin)
            found.reached[place] = tuple(info.first + each for each, flag in enumerate(flags) if flag)
    return found


def watching(blueprint: Blueprint) -> Iterator[str]:
    """Yield the text of `$h_watch_begin` and `$h_watch`, which watch invariants.

    Both are empty for a game without invariants.
    """
    infos, area = blueprint.invariants, area_of(blueprint)
    if not infos:
        yield "(func $h_watch_begin (param $order i32))\n(func $h_watch (i32.param $order $S))"
        return
    yield from positions(blueprint)
    for place, info in enumerate(infos):
        yield from _over_time(place, info)
    yield "(func $h_watch_begin (param $order i32) (local $area i32)"
    yield f"(local.set $area $order.{WATCH})"
    yield "(if (i32.eqz $area) (then (return)))"
    yield "(global.set $dirty (i64.const -1))"
    for place, info in enumerate(infos):
        yield f"(i32.store offset={HEAD_SIZE * place + 24} $area 0)"
        if info.sort in ("leads_to", "falls"):
            yield f"(memory.fill (i32.add $area {area.cells[place]}) 0"
            yield f"(i32.const {16 * blueprint.max_seats}))"
    yield ")"
    yield """(func $h_broken (i32.param $head $order)
      (if (i64.eqz (i64.load $head)) (then
        (i64.store offset=8 $head (i64.load32_u {DONE} $order))
        (i64.store offset=16 $head (i64.load {DECISIONS} $order))))
      (i64.store $head (i64.add (i64.load $head) 1))
      (i32.store offset=24 $head 1))""".format(DONE=f"offset={DONE}", DECISIONS=f"offset={DECISIONS}")
    yield "(func $h_watch (i32.param $order $S) (local $area i32) (local $dirty i64)"
    yield f"(local.set $area $order.{WATCH})"
    yield "(if (i32.eqz $area) (then (return)))"
    yield "(local.set $dirty @dirty) (global.set $dirty (i64.const 0))"
    for place, info in enumerate(infos):
        yield from _watched(place, info, area.cells[place])
    yield f"(i64.store offset={at.AT_STEPS} $S 0))"


def _watched(place: int, info: InvariantInfo, cells: int) -> Iterator[str]:
    if info.settled:
        return
    head = f"(i32.add $area {HEAD_SIZE * place})"
    is_whole = f"(i32.eqz $area.{HEAD_SIZE * place + 24})"
    changed = f"(i64.ne (i64.and $dirty {bit_of(place)}) 0)"
    broken = f"(call $h_broken {head} $order)"
    at_cells = f"(i32.add $area {cells})"
    match info.sort:
        case "always" | "never":
            yield f"(if {changed} (then (if {is_whole} (then"
            yield f"(if (i32.eqz (call $h_fine{place} $S)) (then {broken}))))))"
        case "reachable":
            yield f"(if {changed} (then (call $h_reach{place} $S {at_cells})))"
        case "leads_to" | "falls":
            yield f"(if {is_whole} (then (if (call $h_late{place} $S {at_cells}) (then {broken}))))"
        case "ends":
            yield f"(if $S.{at.AT_FRAME} (then"
            yield f"(if (i64.ge_u $order.{DECISIONS} {info.within}) (then"
            yield f"(if {is_whole} (then {broken}))))))"
        case "every_option" | "no_dead_end":
            pass


def positions(blueprint: Blueprint) -> Iterator[str]:
    """`$h_fineN`: whether invariant N is true of a position, one that a position by itself can break."""
    for place, info in enumerate(blueprint.invariants):
        if info.sort in OF_POSITIONS and not info.settled:
            wrong = f"(i32.eqz {_test(info)})" if info.sort == "always" else _test(info)
            yield f"(func $h_fine{place} (param $S i32) (result i32) (i64.local $seat $thing)"
            yield _each(info, f"(if {wrong} (then (return 0)))")
            yield "(i32.const 1))"


def _over_time(place: int, info: InvariantInfo) -> Iterator[str]:
    """Yield the text of `$h_reachN`, which notes what is reached, or `$h_lateN`, which tests what is due.

    Both are given the cells of the invariant.
    """
    parameters = "(param $S i32) (param $cells i32)"
    locals_ = "(local $seat i64) (local $thing i64) (local $cell i32) (local $due i64) (local $value i64)"
    over = f"(i32.eqz $S.{at.AT_FRAME})"
    if info.sort == "reachable":
        cell = "(i32.add $cells (i32.shl (i32.wrap_i64 (i64.sub $thing"
        cell += f" (i64.const {info.first}))) (i32.const 3)))"
        body = f"(local.set $cell {cell}) (if (i64.eqz (i64.load $cell)) (then (if {_test(info)}"
        body += " (then (i64.store $cell 1)))))"
        yield f"(func $h_reach{place} {parameters} {locals_} {_each(info, body)})"
    elif info.sort == "leads_to":
        when = _call(info.when, info, truth=True) if info.when >= 0 else "(i32.const 1)"
        body = f"""
      {_SEATS_CELL}
      (if {_test(info)} (then (i64.store $cell 0))
      (else
        (local.set $due (i64.load $cell))
        (if (i64.eqz $due) (then
          (if {when} (then (local.set $due (i64.const {info.within + 1}))))))
        (if (i64.ne $due 0) (then
          (i64.sub_from $due 1)
          (if (i32.or (i64.eqz $due) {over}) (then (return 1)))
          (i64.store $cell $due)))))"""
        yield f"(func $h_late{place} {parameters} (result i32) {locals_} {_each(info, body)} (i32.const 0))"
    elif info.sort == "falls":
        body = f"""
      {_SEATS_CELL}
      (local.set $value {_call(info.test, info, truth=False)})
      (local.set $due (i64.load $cell))
      (if (i32.or (i64.eqz $due) (i64.lt_s $value $cell.8)) (then
        (i64.store $cell {info.within})
        (i64.store offset=8 $cell $value))
      (else
        (i64.sub_from $due 1)
        (if (i64.eqz $due) (then
          (if (i32.eqz {over}) (then (return 1)))
          (local.set $due (i64.const 1))))
        (i64.store $cell $due)))"""
        yield f"(func $h_late{place} {parameters} (result i32) {locals_} {_each(info, body)} (i32.const 0))"


_SEATS_CELL = "(local.set $cell (item 16 $cells (i32.wrap_i64 $seat)))"


def _each(info: InvariantInfo, body: str) -> str:
    """Wrap text in loops over each thing and seat that an invariant is about.

    They are `$thing` and `$seat` in the text.
    """
    seats = f"(i64.load32_u offset={at.AT_N_SEATS} $S)"
    if info.of_seats:
        body = f"""
      (local.set $seat (i64.const 0))
      (loop $seats {body}
        (i64.add_to $seat 1)
        (br_if $seats (i64.lt_s $seat {seats})))"""
    if not info.domain:
        return f"(local.set $thing (i64.const {info.first})) {body}"
    last = seats if info.domain == "seat" else f"(i64.const {info.first + info.n_things})"
    return f"""
    (local.set $thing (i64.const {info.first}))
    (block $none (br_if $none (i64.ge_s $thing {last}))
      (loop $things {body}
        (i64.add_to $thing 1)
        (br_if $things (i64.lt_s $thing {last}))))"""


def _test(info: InvariantInfo) -> str:
    return _call(info.test, info, truth=True)


def _call(number: int, info: InvariantInfo, *, truth: bool) -> str:
    """Return text that calls a quantity for the acting seat `$seat` and for `$thing`.

    Its steps are counted from 0.
    """
    given = "$S $seat" + (" $thing" if info.domain else "")
    begin = f"(i64.store offset={at.AT_STEPS} $S 0)"
    return f"(block (result {'i32' if truth else 'i64'}) {begin} (call $q{number} {given}))"
