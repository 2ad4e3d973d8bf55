"""A traced build in pieces, one for each quantity and procedure, so that a change of one text makes only a few anew.

It plays exactly as the usual traced build, only more slowly: no piece holds anything of another's text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from types import CodeType

from rulewright.compile.analysis import callers_of, pauses, settle_again
from rulewright.compile.bind import Unit, Work
from rulewright.compile.bind_again import bind_again
from rulewright.compile.emit import (
    constants,
    emit_procedure,
    emit_quantity,
    explain_procedure,
    explain_quantity,
    tables,
)
from rulewright.compile.emit_expressions import Source
from rulewright.compile.emit_free import emit_free_actions
from rulewright.compile.emit_reasons import ReasonLine, Reasons
from rulewright.compile.frames import points_of
from rulewright.compile.game import Compiled, initial_state, limits_of, site_info, with_starting_zones
from rulewright.compile.world import Family
from rulewright.diagnostics import Diagnostic, Span
from rulewright.model import bound as b
from rulewright.model.game import Blueprint, Build, Game
from rulewright.model.program import Program
from rulewright.run.build import make_build, replace_functions

FILE = "<ruleset, in pieces>"
QUANTITY, PROCEDURE, FREE = "quantity", "procedure", "free actions"
Key = tuple[str, int]
_ROOM = 60
_NO_REASON: ReasonLine = ("", "", 0, "", ())
_FIRST_NAMES = {QUANTITY: 10**9, PROCEDURE: 2 * 10**9, FREE: 3 * 10**9}
_NAMES_EACH = 10**4


@dataclass(frozen=True, slots=True)
class Piece:
    """The functions of one quantity or procedure, and why they can fail; `first` is its first line in the module.

    `known` reasons come before its own; a changed piece may have a few more than the one it takes the place of.
    """

    lines: tuple[str, ...]
    reasons: tuple[ReasonLine, ...]
    known: int
    ranges: frozenset[int]
    fields: frozenset[tuple[int, int]]
    first: int = 0


@dataclass(frozen=True, slots=True)
class Apart:
    """A compiled ruleset in pieces; the reasons of its blueprint are those of the pieces."""

    compiled: Compiled
    blueprint: Blueprint
    pieces: dict[Key, Piece]
    code: CodeType
    fields: frozenset[tuple[int, int]]
    callers: dict[int, set[int]]

    def game(self) -> tuple[Game, Build]:
        """The game as it is written."""
        build = make_build(self.blueprint, self.code, traced=True)
        return Game(self.blueprint, build), build


@dataclass(frozen=True, slots=True)
class Changed:
    """A game with one unit changed.

    Who runs none of the `lines` of the module in pieces sees no difference; None where that cannot be told. `known` are
    the procedures of which what others rely on has changed: whether they ask, need something or end the game.
    """

    game: Game
    build: Build
    program: Program
    lines: frozenset[int] | None
    known: frozenset[int]


def take_apart(compiled: Compiled) -> Apart:
    """The pieces of a compiled ruleset, and its code."""
    program, pieces = compiled.program, {}
    known = 0
    for key in _keys(program):
        piece = pieces[key] = _piece(program, key, known)
        known += len(piece.reasons) + _ROOM
    fields = frozenset(each for piece in pieces.values() for each in piece.fields)
    ranges = {size for piece in pieces.values() for size in piece.ranges}
    lines = constants(Source(program, True, ranges=ranges), compiled.world.max_seats)
    for key, piece in pieces.items():
        pieces[key] = replace(piece, first=len(lines) + 1)
        lines += piece.lines
    code = compile("\n".join([*lines, *_tail(program, fields)]) + "\n", FILE, "exec")
    reasons = [each for piece in pieces.values() for each in (*piece.reasons, *[_NO_REASON] * _ROOM)]
    blueprint = replace(compiled.blueprint, reasons=tuple(reasons))
    return Apart(compiled, blueprint, pieces, code, fields, callers_of(program.procedures))


def keys_of(unit: Unit) -> tuple[Key, ...]:
    """The pieces that a unit is made into."""
    match unit.bindable:
        case Work(effect=True):
            return ((PROCEDURE, unit.number), *((PROCEDURE, number) for number in unit.procedures))
        case Work() | Family():
            return ((QUANTITY, unit.number),)
        case None:
            return (*((PROCEDURE, number) for number in unit.procedures), (FREE, 0))


def with_trees(apart: Apart, unit: Unit, instead: dict[Span, object]) -> Changed | tuple[Diagnostic, ...] | None:
    """The game with trees in place of a unit's texts; what is wrong with them; None where it is the same game."""
    compiled, old = apart.compiled, apart.compiled.program
    program, bound, faults = bind_again(compiled, unit, instead)
    if faults:
        return faults
    known = settle_again(program, bound, apart.callers)
    keys = dict.fromkeys(keys_of(unit))
    for number in known:
        keys |= dict.fromkeys((PROCEDURE, each) for each in (number, *apart.callers.get(number, ())))
    if unit.bindable is None and _asking(program) != _asking(old):
        keys |= dict.fromkeys((PROCEDURE, number) for number, offered in old.free.offered.items() if offered)
    made = {key: _piece(program, key, apart.pieces[key].known) for key in keys}
    lines = frozenset(line for key, piece in made.items() for line in _differing(apart.pieces[key], piece, bool(known)))
    more = [0] * (program.n_streams - old.n_streams)
    blueprint = replace(apart.blueprint, initial=(*apart.blueprint.initial, *more), limits=limits_of(program))
    if not lines and not known:
        return None
    build = _build(apart, program, blueprint, made)
    if isinstance(unit.bindable, Family):
        empty = replace(blueprint, initial=initial_state(compiled.world, compiled.layout, program))
        filled = with_starting_zones(empty, compiled.world, program, build)
        if filled.initial == blueprint.initial:
            return None
        blueprint = filled
    blueprint = _blueprint(apart, blueprint, program, unit, made)
    whole = isinstance(unit.bindable, Family)
    return Changed(Game(blueprint, build), build, program, None if whole else lines, frozenset(known))


def _keys(program: Program) -> Iterable[Key]:
    yield from ((QUANTITY, each.number) for each in program.quantities)
    yield from ((PROCEDURE, each.number) for each in program.procedures)
    yield FREE, 0


def _piece(program: Program, key: Key, known: int) -> Piece:
    """What is emitted for one quantity or procedure, with names for its inner functions that no other piece uses."""
    sort, number = key
    first = _FIRST_NAMES[sort] + number * _NAMES_EACH
    source = Source(program, True, lifted=first, apart=True)
    reasons = Reasons(source, known)
    if sort == QUANTITY:
        emit_quantity(source, program.quantities[number])
        explain_quantity(reasons, program.quantities[number])
    elif sort == PROCEDURE:
        procedure = program.procedures[number]
        emit_procedure(source, procedure)
        explain_procedure(reasons, procedure)
    else:
        emit_free_actions(source)
    assert source.lifted < first + _NAMES_EACH
    return Piece(
        tuple(source.lines), tuple(reasons.found), known, frozenset(source.ranges), frozenset(source.field_tables)
    )


def _tail(program: Program, fields: Iterable[tuple[int, int]]) -> list[str]:
    """The lines that gather the functions by their numbers."""
    source = Source(program, True)
    source.field_tables = {(table, default): f"F{table}_{default}" for table, default in fields}
    return [*tables(source), *Reasons(source, 0).tables()]


def _asking(program: Program) -> list[bool]:
    """Which free actions ask someone."""
    if program.free.procedure < 0:
        return []
    (asked,) = program.procedures[program.free.procedure].body
    assert isinstance(asked, b.ChooseOption)
    return [pauses(program, option.body) for option in asked.options]


def _differing(old: Piece, new: Piece, whole: bool) -> set[int]:
    """The lines of the module that go, or that others come beside; or all of the piece."""
    found: set[int] = set(range(old.first, old.first + len(old.lines))) if whole else set()
    if old.lines == new.lines:
        return found
    for tag, low, high, _, _ in SequenceMatcher(None, old.lines, new.lines, autojunk=False).get_opcodes():
        if tag == "insert":
            found |= {old.first + low - 1, old.first + low}
        elif tag != "equal":
            found |= set(range(old.first + low, old.first + high))
            found |= {old.first + high} if tag == "delete" else set()
    return found


def _build(apart: Apart, program: Program, blueprint: Blueprint, made: dict[Key, Piece]) -> Build:
    ranges = {size for piece in made.values() for size in piece.ranges}
    fields = apart.fields.union(*(piece.fields for piece in made.values()))
    lines = [f"R{size} = {tuple(range(size))}" for size in sorted(ranges)]
    lines += [line for piece in made.values() for line in piece.lines]
    code = compile("\n".join([*lines, *_tail(program, fields)]) + "\n", "<ruleset, changed>", "exec")
    known = len(apart.compiled.program.tables)
    more = {f"T{number}": program.tables[number] for number in range(known, len(program.tables))}
    return replace_functions(make_build(blueprint, apart.code, traced=True), code, more)


def _blueprint(apart: Apart, blueprint: Blueprint, program: Program, unit: Unit, made: dict[Key, Piece]) -> Blueprint:
    """The blueprint with what the pieces made anew have changed in it."""
    sites, procedures, frames = list(blueprint.sites), list(blueprint.procedures), list(blueprint.frames)
    reasons = list(blueprint.reasons)
    for number in unit.sites:
        sites[number] = site_info(program, number)
    for (sort, number), piece in made.items():
        assert len(piece.reasons) <= len(apart.pieces[sort, number].reasons) + _ROOM
        reasons[piece.known : piece.known + len(piece.reasons)] = piece.reasons
        if sort == PROCEDURE:
            each = program.procedures[number]
            procedures[number] = (each.id, each.pauses, len(each.parameters), each.n_locals)
            frames[number] = points_of(apart.compiled.world, program, each)
    return replace(
        blueprint,
        sites=tuple(sites),
        procedures=tuple(procedures),
        frames=tuple(frames),
        reasons=tuple(reasons),
        tables=tuple(program.tables),
    )
