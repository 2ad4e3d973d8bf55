"""A lowered program as the text of one WebAssembly module: functions, their tables, run-time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.core.lower.bounds import Bounds
from rulewright.core.lower.flow import Flow
from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.refusal import NotNative
from rulewright.core.lower.resuming import resumable
from rulewright.core.lower.value_ranges import Ranges
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.chance import hash_of
from rulewright.core.model.functions import Effect, Value
from rulewright.core.model.game import Blueprint
from rulewright.core.model.nodes import nodes_of
from rulewright.native.backend.arranging import lay_out
from rulewright.native.backend.dirty import DIRTY, Dirty
from rulewright.native.backend.layout import AT_FRAME, SCRATCH, StateLayout
from rulewright.native.backend.printed_free_actions import emit_free_actions
from rulewright.native.backend.printed_lookaheads import emit_lookahead
from rulewright.native.backend.printed_statements import Straight, run_counted
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.resumable import emit_resumable, frame_text
from rulewright.native.backend.runtime import DecidedChance, runtime
from rulewright.native.backend.source import GAME_OVER, WENT_ON, Function, Module, count_looks, get, leaving, plus
from rulewright.native.backend.tables import Data
from rulewright.native.backend.trying_parts import order_of_parts
from rulewright.native.backend.weights import Weights

_PAGE = 1 << 16
_ROOM = 1 << 20
ITSELF = DecidedChance()
"""Chance as the rules draw it."""


@dataclass(frozen=True, slots=True)
class NativeModule:
    """The text of a module, without its last bracket, so that functions can be added, and its layout.

    `whole` is the complete text. The first free byte is `heap`.
    """

    text: str
    layout: StateLayout
    heap: int

    @property
    def whole(self) -> str:
        """The text of the module."""
        return f"{self.text})"


def native_module(lowered: Lowered, blueprint: Blueprint, chance: DecidedChance = ITSELF) -> NativeModule:
    """Return the module of a game.

    Raises NotNative if something cannot be bounded.
    """
    try:
        return _module(lowered, blueprint, chance)
    except RecursionError:
        raise NotNative("quantities that need quantities are nested too deeply") from None


def _module(lowered: Lowered, blueprint: Blueprint, chance: DecidedChance) -> NativeModule:
    bounds, flow = Bounds(lowered, blueprint), Flow(lowered)
    layout = lay_out(lowered, blueprint, bounds, flow)
    ranges = Ranges(bounds, flow, layout.holds)
    weights, dirty = Weights(lowered), Dirty(lowered, blueprint)
    module = Module(lowered, blueprint, layout, bounds, ranges, Data(blueprint.tables), weights, dirty)
    for value in lowered.values():
        _emit_value(module, value)
    for effect in lowered.effects():
        _emit_effect(module, effect)
    emit_free_actions(module)
    entered = _entered(module)
    for number in sorted(entered):
        _emit_enter(module, lowered.effect(number))
    _emit_begin(module)
    _emit_is_join(module)
    for value in _values_given(module):
        if value.type.kind == "truth":
            _emit_wrapper(module, value)
    content_keys = module.data.keys([hash_of(piece.key) for piece in blueprint.pieces])
    heap = module.data.end
    pages = -(-(heap + _ROOM + SCRATCH) // _PAGE)
    text = [
        "(module",
        *_types(module),
        f'(memory (export "memory") {pages})',
        f'(global (export "heap") i32 (i32.const {heap}))',
        f'(global $scratch (export "scratch") (mut i32) (i32.const {pages * _PAGE - SCRATCH}))',
        '(global $by_content (export "by_content") (mut i32) (i32.const 0))',
        "(global $joined (mut i32) (i32.const 0))",
        '(global $trouble (export "trouble") (mut i32) (i32.const 0))',
        *([DIRTY] if blueprint.invariants else []),
        module.data.text(),
        *_functions_by_number(module, entered),
        *module.functions,
        runtime(layout, blueprint, module.first_value, content_keys, chance),
        order_of_parts(lowered, layout),
    ]
    return NativeModule("\n".join(text), layout, heap)


# ---- Functions


def _given(function: Value | Effect) -> list[str]:
    """Return the names of a function's values: the acting seat, then its parameters."""
    return ["$v0", *(f"$v{each.number}" for each in function.parameters)]


def _parameters(given: list[str], *addresses: str) -> list[tuple[str, str]]:
    """Return the parameters of a function of the state, of some more addresses and of values."""
    return [*((name, "i32") for name in ("$S", *addresses)), *((name, "i64") for name in given)]


def _emit_value(module: Module, value: Value) -> None:
    is_truth = value.type.kind == "truth"
    function = Function(f"$q{value.number}", _parameters(_given(value)), "i32" if is_truth else "i64")
    code = Expressions(module, function, within=module.lowered.cost_model.is_within(value.number))
    text = code.test(value.amount) if is_truth else code.value(value.amount)
    looks = module.lowered.cost_model.of_value(value.number)
    counted = count_looks(function, code.here, f"(i64.const {looks})") if looks else ""
    module.functions.append(function.written([counted, text]))
    if is_truth and not value.parameters:
        _emit_wrapper(module, value)


def _emit_wrapper(module: Module, value: Value) -> None:
    """Emit the 64-bit form of a test, which is needed to call it by number."""
    given = _given(value)
    wrapper = Function(f"$w{value.number}", _parameters(given), "i64")
    called = f"(i64.extend_i32_u (call $q{value.number} (local.get $S) {' '.join(map(get, given))}))"
    module.functions.append(wrapper.written([called]))


def _values_given(module: Module) -> list[Value]:
    """Return the tests and amounts of things that are asked for and take something."""
    asked = [module.lowered.program.named_in(table) for table, given in module.fields_asked if given > 1]
    return [module.lowered.value(number) for number in sorted({number for each in asked for number in each})]


def _emit_effect(module: Module, effect: Effect) -> None:
    """Emit the function of one effect, and its look-aheads if it has guards."""
    lowered = module.lowered
    looks, summary = LookAheads(lowered, f"p{effect.number}"), lowered.summary(effect.number)
    if summary.guards:
        looks.of_effect(effect)
    if summary.suspends:
        emit_resumable(module, looks, resumable(lowered, effect.number))
    else:
        function = Function(f"$p{effect.number}", _parameters(_given(effect)))
        straight = Straight(Expressions(module, function), leaving(WENT_ON), leaving(GAME_OVER))
        counted = run_counted(straight.code, effect.number)
        module.functions.append(function.written([counted, straight.block(effect.body), f"(i32.const {WENT_ON})"]))
    for look in looks.found:
        emit_lookahead(module, look)


def _emit_enter(module: Module, effect: Effect) -> None:
    """Emit the function that begins an effect of a table.

    It makes a frame at an address, which returns to the frame at an offset.
    """
    given = _given(effect)
    function = Function(f"$e{effect.number}", _parameters(given, "$at", "$parent"))
    values = [get(name) for name in given]
    if not module.lowered.summary(effect.number).suspends:
        module.functions.append(function.written([f"(call $p{effect.number} (local.get $S) {' '.join(values)})"]))
        return
    frame = frame_text(module, effect.number, "(local.get $at)", "(local.get $parent)", values)
    run = f"(call $p{effect.number} (local.get $S) (local.get $at) (i64.const 0))"
    module.functions.append(function.written([frame, run]))


def _emit_begin(module: Module) -> None:
    """Emit the first effect of a game, for seat 0, up to the first decision or the end."""
    number, layout = module.blueprint.begins, module.layout
    function = Function('$begin (export "begin")', [("$S", "i32")])
    if module.lowered.summary(number).suspends:
        at = plus("(local.get $S)", layout.frames)
        begun = frame_text(module, number, at, "(i32.const 0)", ["(i64.const 0)"])
        first = f"(i32.store offset={AT_FRAME} (local.get $S) (i32.const {layout.frames}))"
        lines = [begun, first, "(call $step (local.get $S) (i64.const 0))"]
    else:
        run = f"(drop (call $p{number} (local.get $S) (i64.const 0)))"
        lines = [run, "(call $finish (local.get $S))", "(i32.const 0)"]
    module.functions.append(function.written(lines))


def _emit_is_join(module: Module) -> None:
    """Whether an effect, by its number, waits at a block for all seats that are asked at once."""
    function = Function("$is_join", [("$effect", "i32"), ("$block", "i32")])
    lines = [
        f"(if (i32.and (i32.eq (local.get $effect) (i32.const {effect}))"
        f" (i32.eq (local.get $block) (i32.const {point.resume}))) (then (return (i32.const 1))))"
        for effect, points in enumerate(module.blueprint.frames)
        for point in points
        if point.together
    ]
    module.functions.append(function.written([*lines, "(i32.const 0)"]))


# ---- Tables of functions


def _arities(module: Module) -> range:
    """Return the numbers of arguments that effects have, or that fields without components are given."""
    lowered = module.lowered
    given = [len(each.parameters) + 1 for each in lowered.program.procedures]
    given += [len(each.arguments) for each in nodes_of([*lowered.texts()]) if isinstance(each, lv.CallField)]
    return range(1, max(given, default=1) + 1)


def _types(module: Module) -> Iterator[str]:
    yield "(type $resume (func (param i32 i32 i64) (result i32)))"
    yield "(type $of_seat (func (param i32 i64) (result i64)))"
    for count in _arities(module):
        given = " i64" * count
        yield f"(type $run{count} (func (param i32{given}) (result i32)))"
        yield f"(type $enter{count} (func (param i32 i32 i32{given}) (result i32)))"
    for count in sorted({given for _, given in module.fields_asked if given > 1}):
        yield f"(type $value{count} (func (param i32{' i64' * count}) (result i64)))"


def _entered(module: Module) -> set[int]:
    """Return the effects that are in tables and are begun by an effect that asks someone."""
    return {
        number
        for each in module.lowered.all_operations()
        if isinstance(each, lv.CallField) and any(module.lowered.summary(other).suspends for other in each.functions)
        for number in each.functions
    }


def _functions_by_number(module: Module, entered: set[int]) -> Iterator[str]:
    """Yield the table of functions that are called by a number known at run time."""
    lowered, program = module.lowered, module.lowered.program
    yield f"(table $functions {module.first_value + len(program.quantities) + 1} funcref)"
    for procedure in program.procedures:
        number, summary = procedure.number, lowered.summary(procedure.number)
        yield _element(number if summary.suspends else module.first_run + number, f"$p{number}")
        if summary.guards:
            yield _element(module.first_look + number, f"$can{number}")
        if number in entered:
            yield _element(module.first_enter + number, f"$e{number}")
    given = {each.number for each in _values_given(module)}
    for quantity in program.quantities:
        if not quantity.parameters or quantity.number in given:
            name = f"$w{quantity.number}" if quantity.type.kind == "truth" else f"$q{quantity.number}"
            yield _element(module.first_value + quantity.number, name)


def _element(place: int, name: str) -> str:
    return f"(elem (i32.const {place}) {name})"
