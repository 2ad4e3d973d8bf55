"""A traced build in code units, one for each quantity and procedure: a change of one text rebuilds only a few.

It plays exactly as the usual traced build, only more slowly: no unit holds anything of another's text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from types import CodeType

from rulewright.core.backend.failing import Failing
from rulewright.core.backend.module import constants, emit_effect, emit_value, explain_value, ranges_in, tables
from rulewright.core.backend.printed_free_actions import emit_free_actions
from rulewright.core.backend.printed_reasons import explain_effect
from rulewright.core.backend.printed_reasons import tables as reason_tables
from rulewright.core.backend.source import Source
from rulewright.core.bind.binding import TextToBind, Unit
from rulewright.core.bind.world import Family
from rulewright.core.compile.analysis import callers_of, settle_again
from rulewright.core.compile.compiling import Compiled, limits_of, site_info
from rulewright.core.compile.frames import points_of, procedure_info
from rulewright.core.compile.rebind import rebind
from rulewright.core.compile.starting import initial_state, with_starting_zones
from rulewright.core.diagnostics import Diagnostic, Span
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.lower.resuming import sealed_answers
from rulewright.core.lower.summary import suspends
from rulewright.core.model import operations as low
from rulewright.core.model.game import Blueprint, Build, Game
from rulewright.core.model.program import Program
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.run.build import make_build, replace_functions

FILE = "<ruleset, in units>"
QUANTITY, PROCEDURE, FREE = "quantity", "procedure", "free actions"
CodeUnitKey = tuple[str, int]
_ROOM = 60
_NO_REASON = ReasonInfo("", "", 0, "", ())


@dataclass(frozen=True, slots=True)
class CodeUnit:
    """The functions of one quantity or procedure, and the reasons why they can fail.

    `first` is its first line in the module. `known` reasons come before its own; a changed unit may have a few more
    than the one it replaces.
    """

    lines: tuple[str, ...]
    reasons: tuple[ReasonInfo, ...]
    known: int
    ranges: frozenset[int]
    fields: frozenset[tuple[int, int]]
    first: int = 0


@dataclass(frozen=True, slots=True)
class IncrementalBuild:
    """A compiled ruleset in code units. The reasons of its blueprint are those of the units."""

    compiled: Compiled
    blueprint: Blueprint
    code_units: dict[CodeUnitKey, CodeUnit]
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

    Whoever runs none of the `lines` of the module in units sees no difference; None if that is unknown. `known` are
    the procedures about which what others rely on has changed: whether they ask, need something or end the game.
    """

    game: Game
    build: Build
    program: Program
    lines: frozenset[int] | None
    known: frozenset[int]


def build_incrementally(compiled: Compiled) -> IncrementalBuild:
    """The code units of a compiled ruleset, and its code."""
    program, code_units = compiled.program, {}
    lowered, known = Lowered(program), 0
    for key in _keys(program):
        code_unit = code_units[key] = _code_unit(lowered, key, known)
        known += len(code_unit.reasons) + _ROOM
    fields = frozenset(each for code_unit in code_units.values() for each in code_unit.fields)
    ranges = {size for code_unit in code_units.values() for size in code_unit.ranges}
    lines = constants(Source(lowered, True, ranges=ranges), compiled.world.max_seats)
    for key, code_unit in code_units.items():
        code_units[key] = replace(code_unit, first=len(lines) + 1)
        lines += code_unit.lines
    code = compile("\n".join([*lines, *_tail(lowered, fields)]) + "\n", FILE, "exec")
    reasons = [each for code_unit in code_units.values() for each in (*code_unit.reasons, *[_NO_REASON] * _ROOM)]
    blueprint = replace(compiled.blueprint, reasons=tuple(reasons))
    return IncrementalBuild(compiled, blueprint, code_units, code, fields, callers_of(program))


def keys_of(unit: Unit) -> tuple[CodeUnitKey, ...]:
    """The code units that a bound unit becomes."""
    match unit.bindable:
        case TextToBind(effect=True):
            return ((PROCEDURE, unit.number), *((PROCEDURE, number) for number in unit.procedures))
        case TextToBind() | Family():
            return ((QUANTITY, unit.number),)
        case None:
            return (*((PROCEDURE, number) for number in unit.procedures), (FREE, 0))


def with_trees(
    base: IncrementalBuild, unit: Unit, replacements: dict[Span, object]
) -> ChangedGame | tuple[Diagnostic, ...] | None:
    """Return the game with trees in place of a unit's texts, or diagnostics, or None if the game is the same."""
    compiled, old = base.compiled, base.compiled.program
    program, bound, faults = rebind(compiled, unit, replacements)
    if faults:
        return faults
    known = settle_again(program, bound, base.callers)
    keys = dict.fromkeys(keys_of(unit))
    for number in known:
        keys |= dict.fromkeys((PROCEDURE, each) for each in (number, *base.callers.get(number, ())))
    larger = [each for each in bound if program.procedures[each].n_locals > old.procedures[each].n_locals]
    for number in larger:  # whoever calls it makes its frame
        keys |= dict.fromkeys((PROCEDURE, each) for each in base.callers.get(number, ()))
    lowered = Lowered(program)
    keys |= dict.fromkeys((PROCEDURE, number) for number in _waiting_otherwise(Lowered(old), lowered))
    if unit.bindable is None and _asking(lowered) != _asking(Lowered(old)):
        keys |= dict.fromkeys((PROCEDURE, number) for number, offered in old.free.offered.items() if offered)
    made = {key: _code_unit(lowered, key, base.code_units[key].known) for key in keys}
    lines = frozenset(
        line for key, new in made.items() for line in _differing(base.code_units[key], new, whole=bool(known))
    )
    more = [0] * (program.n_streams - old.n_streams)
    blueprint = replace(base.blueprint, initial=(*base.blueprint.initial, *more), limits=limits_of(program))
    if not lines and not known:
        return None
    build = _build(base, lowered, blueprint, made)
    if isinstance(unit.bindable, Family):
        empty = replace(blueprint, initial=initial_state(compiled.world, compiled.layout, program))
        filled = with_starting_zones(empty, compiled.world, program, build)
        if filled.initial == blueprint.initial:
            return None
        blueprint = filled
    blueprint = _blueprint(base, blueprint, lowered, unit, made)
    whole = isinstance(unit.bindable, Family)
    return ChangedGame(Game(blueprint, build), build, program, None if whole else lines, frozenset(known))


def _keys(program: Program) -> Iterable[CodeUnitKey]:
    yield from ((QUANTITY, each.number) for each in program.quantities)
    yield from ((PROCEDURE, each.number) for each in program.procedures)
    yield FREE, 0


def _code_unit(lowered: Lowered, key: CodeUnitKey, known: int) -> CodeUnit:
    """Return the code emitted for one quantity or procedure."""
    sort, number = key
    source = Source(lowered, True, incremental=True)
    failing = Failing(source, known)
    if sort == QUANTITY:
        emit_value(source, lowered.value(number))
        explain_value(failing, lowered.value(number))
    elif sort == PROCEDURE:
        emit_effect(source, lowered.effect(number))
        explain_effect(failing, lowered.effect(number))
    else:
        emit_free_actions(source)
    return CodeUnit(
        tuple(source.lines), tuple(failing.found), known, frozenset(source.ranges), frozenset(source.field_tables)
    )


def _tail(lowered: Lowered, fields: Iterable[tuple[int, int]]) -> list[str]:
    """The lines that gather the functions by their numbers."""
    return [*tables(Source(lowered, True, field_tables=set(fields))), *reason_tables(lowered)]


def _waiting_otherwise(old: Lowered, new: Lowered) -> list[int]:
    """Return the effects in which sealed answers wait in other places than before.

    A change elsewhere can cause that.
    """
    if not any(isinstance(each, low.AskEach) for each in (*old.all_operations(), *new.all_operations())):
        return []
    numbers, before, after = range(len(new.program.procedures)), sealed_answers(old), sealed_answers(new)
    return [each for each in numbers if before.of_effect(each) != after.of_effect(each)]


def _asking(lowered: Lowered) -> list[bool]:
    """Return for each free action whether it asks someone."""
    return [suspends(lowered, offer.body) for offer in free_offers(lowered)]


def _differing(old: CodeUnit, new: CodeUnit, *, whole: bool) -> set[int]:
    """Return the lines of the module that are removed or have new neighbours, or those of the whole unit."""
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


def _build(base: IncrementalBuild, lowered: Lowered, blueprint: Blueprint, made: dict[CodeUnitKey, CodeUnit]) -> Build:
    ranges = {size for code_unit in made.values() for size in code_unit.ranges}
    fields = base.fields.union(*(code_unit.fields for code_unit in made.values()))
    lines = ranges_in(Source(lowered, True, ranges=ranges))
    lines += [line for code_unit in made.values() for line in code_unit.lines]
    code = compile("\n".join([*lines, *_tail(lowered, fields)]) + "\n", "<ruleset, changed>", "exec")
    known = len(base.compiled.program.tables)
    made_tables = lowered.program.tables
    more = {f"T{number}": made_tables[number] for number in range(known, len(made_tables))}
    return replace_functions(make_build(blueprint, base.code, traced=True), code, more)


def _blueprint(
    base: IncrementalBuild, blueprint: Blueprint, lowered: Lowered, unit: Unit, made: dict[CodeUnitKey, CodeUnit]
) -> Blueprint:
    """The blueprint with what the rebuilt units have changed in it."""
    program = lowered.program
    sites, procedures, frames = list(blueprint.sites), list(blueprint.procedures), list(blueprint.frames)
    reasons = list(blueprint.reasons)
    for number in unit.sites:
        sites[number] = site_info(program, number)
    for (sort, number), code_unit in made.items():
        assert len(code_unit.reasons) <= len(base.code_units[sort, number].reasons) + _ROOM
        reasons[code_unit.known : code_unit.known + len(code_unit.reasons)] = code_unit.reasons
        if sort == PROCEDURE:
            procedures[number] = procedure_info(program.procedures[number])
            frames[number] = points_of(base.compiled.world, lowered, number)
    return replace(
        blueprint,
        sites=tuple(sites),
        procedures=tuple(procedures),
        frames=tuple(frames),
        reasons=tuple(reasons),
        tables=tuple(program.tables),
    )
