"""A traced build in pieces, one for each quantity and procedure, so that a change of one text makes only a few anew.

It plays exactly as the usual traced build, only more slowly: no piece holds anything of another's text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from types import CodeType

from rulewright.backends.python.failing import Failing
from rulewright.backends.python.free import emit_free_actions
from rulewright.backends.python.module import constants, emit_effect, emit_value, explain_value, tables
from rulewright.backends.python.reasons import explain_effect
from rulewright.backends.python.reasons import tables as reason_tables
from rulewright.backends.python.source import Source
from rulewright.bind.program import TextToBind, Unit
from rulewright.bind.world import Family
from rulewright.compile.analysis import callers_of, settle_again
from rulewright.compile.frames import points_of, procedure_info
from rulewright.compile.game import Compiled, limits_of, site_info
from rulewright.compile.rebind import bind_again
from rulewright.compile.starting import initial_state, with_starting_zones
from rulewright.diagnostics import Diagnostic, Span
from rulewright.lower.program import Lowered
from rulewright.lower.summary import suspends
from rulewright.model import lowered as low
from rulewright.model.game import Blueprint, Build, Game
from rulewright.model.program import Program
from rulewright.model.reasons import ReasonInfo
from rulewright.run.build import make_build, replace_functions

FILE = "<ruleset, in pieces>"
QUANTITY, PROCEDURE, FREE = "quantity", "procedure", "free actions"
PartKey = tuple[str, int]
_ROOM = 60
_NO_REASON = ReasonInfo("", "", 0, "", ())


@dataclass(frozen=True, slots=True)
class Piece:
    """The functions of one quantity or procedure, and why they can fail; `first` is its first line in the module.

    `known` reasons come before its own; a changed piece may have a few more than the one it takes the place of.
    """

    lines: tuple[str, ...]
    reasons: tuple[ReasonInfo, ...]
    known: int
    ranges: frozenset[int]
    fields: frozenset[tuple[int, int]]
    first: int = 0


@dataclass(frozen=True, slots=True)
class Apart:
    """A compiled ruleset in pieces; the reasons of its blueprint are those of the pieces."""

    compiled: Compiled
    blueprint: Blueprint
    pieces: dict[PartKey, Piece]
    code: CodeType
    fields: frozenset[tuple[int, int]]
    callers: dict[int, set[int]]

    def game(self) -> tuple[Game, Build]:
        """The game as it is written."""
        build = make_build(self.blueprint, self.code, traced=True)
        return Game(self.blueprint, build), build


@dataclass(frozen=True, slots=True)
class ChangedGame:
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
    lowered, known = Lowered(program), 0
    for key in _keys(program):
        piece = pieces[key] = _piece(lowered, key, known)
        known += len(piece.reasons) + _ROOM
    fields = frozenset(each for piece in pieces.values() for each in piece.fields)
    ranges = {size for piece in pieces.values() for size in piece.ranges}
    lines = constants(Source(lowered, True, ranges=ranges), compiled.world.max_seats)
    for key, piece in pieces.items():
        pieces[key] = replace(piece, first=len(lines) + 1)
        lines += piece.lines
    code = compile("\n".join([*lines, *_tail(lowered, fields)]) + "\n", FILE, "exec")
    reasons = [each for piece in pieces.values() for each in (*piece.reasons, *[_NO_REASON] * _ROOM)]
    blueprint = replace(compiled.blueprint, reasons=tuple(reasons))
    return Apart(compiled, blueprint, pieces, code, fields, callers_of(program))


def keys_of(unit: Unit) -> tuple[PartKey, ...]:
    """The pieces that a unit is made into."""
    match unit.bindable:
        case TextToBind(effect=True):
            return ((PROCEDURE, unit.number), *((PROCEDURE, number) for number in unit.procedures))
        case TextToBind() | Family():
            return ((QUANTITY, unit.number),)
        case None:
            return (*((PROCEDURE, number) for number in unit.procedures), (FREE, 0))


def with_trees(apart: Apart, unit: Unit, instead: dict[Span, object]) -> ChangedGame | tuple[Diagnostic, ...] | None:
    """The game with trees in place of a unit's texts; what is wrong with them; None where it is the same game."""
    compiled, old = apart.compiled, apart.compiled.program
    program, bound, faults = bind_again(compiled, unit, instead)
    if faults:
        return faults
    known = settle_again(program, bound, apart.callers)
    keys = dict.fromkeys(keys_of(unit))
    for number in known:
        keys |= dict.fromkeys((PROCEDURE, each) for each in (number, *apart.callers.get(number, ())))
    lowered = Lowered(program)
    if unit.bindable is None and _asking(lowered) != _asking(Lowered(old)):
        keys |= dict.fromkeys((PROCEDURE, number) for number, offered in old.free.offered.items() if offered)
    made = {key: _piece(lowered, key, apart.pieces[key].known) for key in keys}
    lines = frozenset(line for key, piece in made.items() for line in _differing(apart.pieces[key], piece, bool(known)))
    more = [0] * (program.n_streams - old.n_streams)
    blueprint = replace(apart.blueprint, initial=(*apart.blueprint.initial, *more), limits=limits_of(program))
    if not lines and not known:
        return None
    build = _build(apart, lowered, blueprint, made)
    if isinstance(unit.bindable, Family):
        empty = replace(blueprint, initial=initial_state(compiled.world, compiled.layout, program))
        filled = with_starting_zones(empty, compiled.world, program, build)
        if filled.initial == blueprint.initial:
            return None
        blueprint = filled
    blueprint = _blueprint(apart, blueprint, lowered, unit, made)
    whole = isinstance(unit.bindable, Family)
    return ChangedGame(Game(blueprint, build), build, program, None if whole else lines, frozenset(known))


def _keys(program: Program) -> Iterable[PartKey]:
    yield from ((QUANTITY, each.number) for each in program.quantities)
    yield from ((PROCEDURE, each.number) for each in program.procedures)
    yield FREE, 0


def _piece(lowered: Lowered, key: PartKey, known: int) -> Piece:
    """What is emitted for one quantity or procedure."""
    sort, number = key
    source = Source(lowered, True, apart=True)
    failing = Failing(source, known)
    if sort == QUANTITY:
        emit_value(source, lowered.value(number))
        explain_value(failing, lowered.value(number))
    elif sort == PROCEDURE:
        emit_effect(source, lowered.effect(number))
        explain_effect(failing, lowered.effect(number))
    else:
        emit_free_actions(source)
    return Piece(
        tuple(source.lines), tuple(failing.found), known, frozenset(source.ranges), frozenset(source.field_tables)
    )


def _tail(lowered: Lowered, fields: Iterable[tuple[int, int]]) -> list[str]:
    """The lines that gather the functions by their numbers."""
    return [*tables(Source(lowered, True, field_tables=set(fields))), *reason_tables(lowered)]


def _asking(lowered: Lowered) -> list[bool]:
    """Which free actions ask someone."""
    number = lowered.program.free.procedure
    asks = [each for each in lowered.effect(number).body if isinstance(each, low.Ask)] if number >= 0 else []
    return [suspends(lowered, offer.body) for ask in asks for offer in ask.offers]


def _differing(old: Piece, new: Piece, whole: bool) -> set[int]:
    """The lines of the module that go, or that others come beside; or all of the piece."""
    found: set[int] = set(range(old.first, old.first + len(old.lines))) if whole else set()
    if old.lines == new.lines:
        return found
    for tag, first, last, _, _ in SequenceMatcher(None, old.lines, new.lines, autojunk=False).get_opcodes():
        if tag == "insert":
            found |= {old.first + first - 1, old.first + first}
        elif tag != "equal":
            found |= set(range(old.first + first, old.first + last))
            found |= {old.first + last} if tag == "delete" else set()
    return found


def _build(apart: Apart, lowered: Lowered, blueprint: Blueprint, made: dict[PartKey, Piece]) -> Build:
    ranges = {size for piece in made.values() for size in piece.ranges}
    fields = apart.fields.union(*(piece.fields for piece in made.values()))
    lines = [f"R{size} = {tuple(range(size))}" for size in sorted(ranges)]
    lines += [line for piece in made.values() for line in piece.lines]
    code = compile("\n".join([*lines, *_tail(lowered, fields)]) + "\n", "<ruleset, changed>", "exec")
    known = len(apart.compiled.program.tables)
    made_tables = lowered.program.tables
    more = {f"T{number}": made_tables[number] for number in range(known, len(made_tables))}
    return replace_functions(make_build(blueprint, apart.code, traced=True), code, more)


def _blueprint(
    apart: Apart, blueprint: Blueprint, lowered: Lowered, unit: Unit, made: dict[PartKey, Piece]
) -> Blueprint:
    """The blueprint with what the pieces made anew have changed in it."""
    program = lowered.program
    sites, procedures, frames = list(blueprint.sites), list(blueprint.procedures), list(blueprint.frames)
    reasons = list(blueprint.reasons)
    for number in unit.sites:
        sites[number] = site_info(program, number)
    for (sort, number), piece in made.items():
        assert len(piece.reasons) <= len(apart.pieces[sort, number].reasons) + _ROOM
        reasons[piece.known : piece.known + len(piece.reasons)] = piece.reasons
        if sort == PROCEDURE:
            procedures[number] = procedure_info(program.procedures[number])
            frames[number] = points_of(apart.compiled.world, lowered, number)
    return replace(
        blueprint,
        sites=tuple(sites),
        procedures=tuple(procedures),
        frames=tuple(frames),
        reasons=tuple(reasons),
        tables=tuple(program.tables),
    )
