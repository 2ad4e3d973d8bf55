"""Invariants inside the module: the tests of a position, and what is watched while whole games are played.

Each effect notes which invariants what it changes may matter to (`$dirty`, one bit each), so that after a decision only
those are tested. What is seen goes to an area: for each invariant a head of `HEAD_SIZE` bytes (in how many games it was
broken, the number of the first, after how many decisions, whether it is broken in the game under way), then cells of 8
bytes: for each seat what is due and the least number so far, for each thing whether it was reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.backends.wasm import layout as at
from rulewright.backends.wasm.dirty import bit_of
from rulewright.backends.wasm.sandbox import Sandbox
from rulewright.model.game import Blueprint
from rulewright.model.invariants import OF_POSITIONS, InvariantInfo
from rulewright.native_play.orders import DECISIONS, DONE, WATCH
from rulewright.run.watching import Sightings

HEAD_SIZE: Final = 32
_HEAD: Final = "<qqqii"


@dataclass(frozen=True, slots=True)
class WatchArea:
    """Where everything is in the area of a watched game, in bytes from its beginning: the heads end at `head`, then
    come the cells of what is watched over time, `timed` bytes, then those of what can be reached.
    """

    head: int
    cells: tuple[int, ...]
    timed: int
    size: int


def area_of(blueprint: Blueprint) -> WatchArea:
    """The area of a game that is watched; empty for one that is not."""
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
    match info.form:
        case "leads_to" | "falls":
            return 2 * max_seats
        case "reachable":
            return info.n_things
        case _:
            return 0


def sightings_in(instance: Sandbox, area: int, blueprint: Blueprint, games: Sequence[int]) -> Sightings:
    """What an area says of games with these numbers."""
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
    """The functions that watch, as text: `$h_watch_begin` and `$h_watch`; empty ones for a game that is not watched."""
    infos, area = blueprint.invariants, area_of(blueprint)
    if not infos:
        yield "(func $h_watch_begin (param $order i32))\n(func $h_watch (param $order i32) (param $S i32))"
        return
    yield from positions(blueprint)
    for place, info in enumerate(infos):
        yield from _over_time(place, info)
    yield "(func $h_watch_begin (param $order i32) (local $area i32)"
    yield f"(local.set $area (i32.load offset={WATCH} (local.get $order)))"
    yield "(if (i32.eqz (local.get $area)) (then (return)))"
    yield "(global.set $dirty (i64.const -1))"
    for place, info in enumerate(infos):
        yield f"(i32.store offset={HEAD_SIZE * place + 24} (local.get $area) (i32.const 0))"
        if info.sort in ("leads_to", "falls"):
            yield f"(memory.fill (i32.add (local.get $area) (i32.const {area.cells[place]})) (i32.const 0)"
            yield f"(i32.const {16 * blueprint.max_seats}))"
    yield ")"
    yield """(func $h_broken (param $head i32) (param $order i32)
      (if (i64.eqz (i64.load (local.get $head))) (then
        (i64.store offset=8 (local.get $head) (i64.load32_u {DONE} (local.get $order)))
        (i64.store offset=16 (local.get $head) (i64.load {DECISIONS} (local.get $order)))))
      (i64.store (local.get $head) (i64.add (i64.load (local.get $head)) (i64.const 1)))
      (i32.store offset=24 (local.get $head) (i32.const 1)))""".format(
        DONE=f"offset={DONE}", DECISIONS=f"offset={DECISIONS}"
    )
    yield "(func $h_watch (param $order i32) (param $S i32) (local $area i32) (local $dirty i64)"
    yield f"(local.set $area (i32.load offset={WATCH} (local.get $order)))"
    yield "(if (i32.eqz (local.get $area)) (then (return)))"
    yield "(local.set $dirty (global.get $dirty)) (global.set $dirty (i64.const 0))"
    for place, info in enumerate(infos):
        yield from _watched(place, info, area.cells[place])
    yield f"(i64.store offset={at.AT_STEPS} (local.get $S) (i64.const 0)))"


def _watched(place: int, info: InvariantInfo, cells: int) -> Iterator[str]:
    if info.settled:
        return
    head = f"(i32.add (local.get $area) (i32.const {HEAD_SIZE * place}))"
    is_whole = f"(i32.eqz (i32.load offset={HEAD_SIZE * place + 24} (local.get $area)))"
    changed = f"(i64.ne (i64.and (local.get $dirty) (i64.const {bit_of(place)})) (i64.const 0))"
    broken = f"(call $h_broken {head} (local.get $order))"
    at_cells = f"(i32.add (local.get $area) (i32.const {cells}))"
    match info.form:
        case "always" | "never":
            yield f"(if {changed} (then (if {is_whole} (then"
            yield f"(if (i32.eqz (call $h_fine{place} (local.get $S))) (then {broken}))))))"
        case "reachable":
            yield f"(if {changed} (then (call $h_reach{place} (local.get $S) {at_cells})))"
        case "leads_to" | "falls":
            yield f"(if {is_whole} (then (if (call $h_late{place} (local.get $S) {at_cells}) (then {broken}))))"
        case "ends":
            yield f"(if (i32.load offset={at.AT_FRAME} (local.get $S)) (then"
            yield f"(if (i64.ge_u (i64.load offset={DECISIONS} (local.get $order)) (i64.const {info.within})) (then"
            yield f"(if {is_whole} (then {broken}))))))"
        case "every_option" | "no_dead_end":
            pass


def positions(blueprint: Blueprint) -> Iterator[str]:
    """`$h_fineN`: whether invariant N is true of a position, one that a position by itself can break."""
    for place, info in enumerate(blueprint.invariants):
        if info.sort in OF_POSITIONS and not info.settled:
            wrong = f"(i32.eqz {_test(info)})" if info.sort == "always" else _test(info)
            yield f"(func $h_fine{place} (param $S i32) (result i32) (local $seat i64) (local $thing i64)"
            yield _each(info, f"(if {wrong} (then (return (i32.const 0))))")
            yield "(i32.const 1))"


def _over_time(place: int, info: InvariantInfo) -> Iterator[str]:
    """`$h_reachN` notes what is reached, `$h_lateN` whether what is due has not come; both with the cells."""
    parameters = "(param $S i32) (param $cells i32)"
    locals_ = "(local $seat i64) (local $thing i64) (local $cell i32) (local $due i64) (local $value i64)"
    over = f"(i32.eqz (i32.load offset={at.AT_FRAME} (local.get $S)))"
    if info.sort == "reachable":
        cell = "(i32.add (local.get $cells) (i32.shl (i32.wrap_i64 (i64.sub (local.get $thing)"
        cell += f" (i64.const {info.first}))) (i32.const 3)))"
        body = f"(local.set $cell {cell}) (if (i64.eqz (i64.load (local.get $cell))) (then (if {_test(info)}"
        body += " (then (i64.store (local.get $cell) (i64.const 1))))))"
        yield f"(func $h_reach{place} {parameters} {locals_} {_each(info, body)})"
    elif info.sort == "leads_to":
        when = _call(info.when, info, truth=True) if info.when >= 0 else "(i32.const 1)"
        body = f"""
      {_SEATS_CELL}
      (if {_test(info)} (then (i64.store (local.get $cell) (i64.const 0)))
      (else
        (local.set $due (i64.load (local.get $cell)))
        (if (i64.eqz (local.get $due)) (then
          (if {when} (then (local.set $due (i64.const {info.within + 1}))))))
        (if (i64.ne (local.get $due) (i64.const 0)) (then
          (local.set $due (i64.sub (local.get $due) (i64.const 1)))
          (if (i32.or (i64.eqz (local.get $due)) {over}) (then (return (i32.const 1))))
          (i64.store (local.get $cell) (local.get $due))))))"""
        yield f"(func $h_late{place} {parameters} (result i32) {locals_} {_each(info, body)} (i32.const 0))"
    elif info.sort == "falls":
        body = f"""
      {_SEATS_CELL}
      (local.set $value {_call(info.test, info, truth=False)})
      (local.set $due (i64.load (local.get $cell)))
      (if (i32.or (i64.eqz (local.get $due)) (i64.lt_s (local.get $value) (i64.load offset=8 (local.get $cell))))
      (then
        (i64.store (local.get $cell) (i64.const {info.within}))
        (i64.store offset=8 (local.get $cell) (local.get $value)))
      (else
        (local.set $due (i64.sub (local.get $due) (i64.const 1)))
        (if (i64.eqz (local.get $due)) (then
          (if (i32.eqz {over}) (then (return (i32.const 1))))
          (local.set $due (i64.const 1))))
        (i64.store (local.get $cell) (local.get $due))))"""
        yield f"(func $h_late{place} {parameters} (result i32) {locals_} {_each(info, body)} (i32.const 0))"


_SEATS_CELL = "(local.set $cell (i32.add (local.get $cells) (i32.shl (i32.wrap_i64 (local.get $seat)) (i32.const 4))))"


def _each(info: InvariantInfo, body: str) -> str:
    """Something done for each thing and each seat that an invariant is about; `$thing` and `$seat` are these."""
    seats = f"(i64.load32_u offset={at.AT_N_SEATS} (local.get $S))"
    if info.of_seats:
        body = f"""
      (local.set $seat (i64.const 0))
      (loop $seats {body}
        (local.set $seat (i64.add (local.get $seat) (i64.const 1)))
        (br_if $seats (i64.lt_s (local.get $seat) {seats})))"""
    if not info.domain:
        return f"(local.set $thing (i64.const {info.first})) {body}"
    last = seats if info.domain == "seat" else f"(i64.const {info.first + info.n_things})"
    return f"""
    (local.set $thing (i64.const {info.first}))
    (block $none (br_if $none (i64.ge_s (local.get $thing) {last}))
      (loop $things {body}
        (local.set $thing (i64.add (local.get $thing) (i64.const 1)))
        (br_if $things (i64.lt_s (local.get $thing) {last}))))"""


def _test(info: InvariantInfo) -> str:
    return _call(info.test, info, truth=True)


def _call(number: int, info: InvariantInfo, *, truth: bool) -> str:
    """A value of the acting seat `$seat`, and of `$thing`; its steps are counted from 0."""
    given = "(local.get $S) (local.get $seat)" + (" (local.get $thing)" if info.domain else "")
    begin = f"(i64.store offset={at.AT_STEPS} (local.get $S) (i64.const 0))"
    return f"(block (result {'i32' if truth else 'i64'}) {begin} (call $q{number} {given}))"
