"""A lowered program as the source of one Python module: values, effects, look-aheads and the tables of them.

A covered or traced program has tables and functions of reasons as well.

A module expects the tables T0, T1, ... and the names of `run/atoms.py` in its namespace.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.backend.failing import Failing
from rulewright.core.backend.printed_free_actions import emit_free_actions
from rulewright.core.backend.printed_lookaheads import emit_lookahead
from rulewright.core.backend.printed_reasons import explain_effect, explain_value_test
from rulewright.core.backend.printed_reasons import tables as reason_tables
from rulewright.core.backend.printed_statements import Straight
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.resumable import emit_resumable
from rulewright.core.backend.seen import Seen
from rulewright.core.backend.source import Source, gathered, local_name
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.node_words import written_as
from rulewright.core.lower.resuming import resumable
from rulewright.core.lower.walk import reached
from rulewright.core.model import effects as ast
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.functions import Effect, Value
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.reasons import ReasonInfo
from rulewright.core.model.type import Reason

_DEFAULTS = ("def always(S, *given): return 1", "def zero(S, *given): return 0")


def emit_module(lowered: Lowered, max_seats: int, *, traced: bool) -> str:
    """Return the module's source, including the table of free actions if the program is counted."""
    source = Source(lowered, traced)
    _emit_all(source)
    emit_free_actions(source)
    tail = [_free_actions(lowered)] if lowered.counted else []
    return "\n".join([*constants(source, max_seats), *source.lines, *tables(source), *tail]) + "\n"


def emit_values(lowered: Lowered, max_seats: int, wanted: Iterable[int]) -> str:
    """Return the source of a module that computes some values only.

    It is the whole module if one of these values looks ahead to an effect.
    """
    numbers = _worked_out_by(lowered, wanted)
    if numbers is None:
        return emit_module(lowered, max_seats, traced=False)
    source = Source(lowered, traced=False)
    for number in sorted(numbers):
        emit_value(source, lowered.value(number))
    count = len(lowered.program.quantities)
    values = "".join(f"q{number}, " if number in numbers else "None, " for number in range(count))
    lines = [*constants(source, max_seats), *source.lines, f"Q = ({values})", "P = ()", *_DEFAULTS]
    lines += _field_tables(source)
    return "\n".join(lines) + "\n"


def emit_texts(lowered: Lowered, values: Iterable[int], effects: Iterable[int]) -> str:
    """Return the source of some values and effects as in a module.

    Alone it can be compiled, but not run.
    """
    source = Source(lowered, traced=False)
    for number in values:
        emit_value(source, lowered.value(number))
    for number in effects:
        emit_effect(source, lowered.effect(number))
    return "\n".join(source.lines) + "\n"


def _worked_out_by(lowered: Lowered, wanted: Iterable[int]) -> set[int] | None:
    """Values and all that they are worked out from, None if whether an effect can be done is part of that."""
    found = reached(wanted, lowered.needed_by)
    nodes = nodes_of([lowered.value(number).amount for number in found])
    return None if any(isinstance(node, lv.Possible) for node in nodes) else found


def emit_extra(
    lowered: Lowered,
    known: tuple[int, int],
    known_reasons: int,
    *,
    traced: bool,
    incremental: bool = False,
    explained: bool = True,
) -> tuple[str, tuple[ReasonInfo, ...]]:
    """The source and reasons of what a program has beyond its `known` values and effects, for their namespace.

    Of a program that is counted it calls what it uses of those known, so that this is counted; itself it is not. A
    traced build must have been explained before, if it is `explained`.
    """
    source = Source(lowered, traced, incremental)
    _emit_all(source, known)
    why, reasons = "", tuple[ReasonInfo, ...]()
    if traced and explained:
        why, reasons = emit_why(lowered, known, known_reasons, incremental=incremental)
    return "\n".join([*ranges_in(source), *source.lines, *tables(source, known), why]) + "\n", reasons


def emit_why(
    lowered: Lowered, known: tuple[int, int] = (0, 0), reasons: int = 0, *, incremental: bool = False
) -> tuple[str, tuple[ReasonInfo, ...]]:
    """The source of what explains a traced build, for its namespace, and the reasons that its functions give by number.

    With these numbers of `known` values and effects and of their `reasons`: only of what the program has beyond them.
    """
    source = Source(lowered, traced=True, incremental=incremental)
    failing = Failing(source, reasons)
    for value in lowered.values(known[0]):
        explain_value(failing, value)
    for effect in lowered.effects(known[1]):
        explain_effect(failing, effect)
    lines = [*ranges_in(source), *source.lines, *reason_tables(lowered, known), *_field_tables(source)]
    return "\n".join(lines) + "\n", tuple(failing.found)


def explain_value(failing: Failing, value: Value) -> None:
    """The functions that explain why a named test fails, and how a value comes about."""
    explain_value_test(failing, value)
    emit_number(failing, value)


def _emit_all(source: Source, known: tuple[int, int] = (0, 0)) -> None:
    """The functions of all values and effects, or of those beyond the known ones."""
    for value in source.lowered.values(known[0]):
        emit_value(source, value)
    for effect in source.lowered.effects(known[1]):
        emit_effect(source, effect)


def emit_value(source: Source, value: Value) -> None:
    """The function of one value."""
    source.begin(f"q{value.number}")
    text = Expressions(source, within=source.lowered.cost_model.is_within(value.number)).whole(value.amount)
    count = "".join(f"COVER[{each.point}] += 1; " for each in value.counted)
    looks = source.lowered.cost_model.of_value(value.number)
    count += f"count_looks(S, {looks}); " if looks else ""
    parameters = ["v0", *(local_name(each) for each in value.parameters)]
    source.function(f"q{value.number}", parameters, [f"    {count}return {text}"])


def emit_effect(source: Source, effect: Effect) -> None:
    """The function of one effect, and its look-aheads if it has guards."""
    looks, summary = source.begin(f"p{effect.number}"), source.lowered.summary(effect.number)
    if summary.guards:
        looks.of_effect(effect)
    if summary.suspends:
        emit_resumable(source, looks, resumable(source.lowered, effect.number))
    else:
        straight = Straight(source, "S", "return", source.traced)
        straight.run_counted(effect.number, 1)
        straight.block((*effect.counted, *effect.body), 1)
        parameters = ["v0", *(local_name(each) for each in effect.parameters)]
        source.function(f"p{effect.number}", parameters, straight.lines)
    for look in looks.found:
        emit_lookahead(source, look)


def constants(source: Source, max_seats: int) -> list[str]:
    """The lines of what never changes: seats in their orders, and ranges."""
    tables = range(1, max_seats + 1)
    seats = [tuple(range(n)) for n in range(max_seats + 1)]
    others = [tuple(tuple((s + k) % n for k in range(1, n)) for s in range(max_seats)) for n in tables]
    clockwise = [tuple(tuple((s + k) % n for k in range(n)) for s in range(max_seats)) for n in tables]
    lines = [f"SEATS = {tuple(seats)}", f"OTHERS = ((), *{tuple(others)})", f"FROM = ((), *{tuple(clockwise)})"]
    return lines + ranges_in(source)


def ranges_in(source: Source) -> list[str]:
    """The lines of the ranges and indexes that the functions written so far use."""
    ranges = [f"R{size} = {tuple(range(size))}" for size in sorted(source.ranges)]
    return ranges + [f"X{table}_{size} = {_index(source, table, size)}" for table, size in sorted(source.indexes)]


def _index(source: Source, table: int, size: int) -> dict[object, tuple[int, ...]]:
    """The things of a domain by what is in a table."""
    found: dict[object, tuple[int, ...]] = {}
    for thing, cell in enumerate(source.lowered.program.tables[table][:size]):
        found[cell] = (*found.get(cell, ()), thing)
    return found


def tables(source: Source, known: tuple[int, int] = (0, 0)) -> list[str]:
    """Return the lines that gather the functions by number, to be put after all functions.

    With these numbers of `known` values and effects, which the namespace has gathered: only what comes after them.
    """
    values, effects = known
    procedures = source.lowered.program.procedures[effects:]
    quantities = [f"q{each.number}" for each in source.lowered.program.quantities[values:]]
    guards = [f"can{each.number}" if each.needs else "None" for each in procedures]
    pads = [str((0,) * (each.n_locals - 1 - len(each.parameters))) if each.pauses else "None" for each in procedures]
    lines = [gathered("Q", quantities, values), gathered("P", [f"p{each.number}" for each in procedures], effects)]
    lines += [gathered("CAN", guards, effects), gathered("PAD", pads, effects)]
    return [*lines, *(() if effects else _DEFAULTS), *_field_tables(source)]


def _field_tables(source: Source) -> list[str]:
    """The functions of each test or amount field, by component."""
    return [
        f"F{table}_{default} = tuple([Q[x] if x >= 0 else {'always' if default else 'zero'} for x in T{table}])"
        for table, default in sorted(source.field_tables)
    ]


def _free_actions(lowered: Lowered) -> str:
    """`FREE`: the effect that the free actions are in, its locals, and the effects that each goes with."""
    free = lowered.program.free
    n_locals = lowered.program.procedures[free.procedure].n_locals if free.procedure >= 0 else 0
    return f"FREE = ({free.procedure}, {n_locals}, {tuple(tuple(sorted(each)) for each in free.during)})"


def emit_number(failing: Failing, value: Value) -> None:
    """The function of one value."""
    failing.entry = value.id
    source, expressions, type_ = failing.source, Expressions(failing.source), value.type
    given = ["v0", *(local_name(each) for each in value.parameters)]
    seen = Seen(source).name("", f"q{value.number}({', '.join(['S', *given])})", type_.kind, type_.domain)
    seen.name("base", expressions.emit(value.bare), type_.kind, type_.domain)
    names = _names_in(value)
    for local in value.parameters:
        if local.number in names:
            seen.name(names[local.number], local_name(local), local.type.kind, local.type.domain)
    seen.add(value.bare)
    lines = ["    r = ()"]
    for addend in value.addends:
        amount = expressions.emit(addend.amount)
        when = expressions.emit(addend.when) if addend.when is not None else "True"
        inner = Seen(source).name("", amount, "number").add(addend.when).add(addend.amount)
        number = failing.number(Reason(addend.id, addend.span), "modifier", inner.labels)
        lines.append(f"    if {when} and {amount}: r = (*r, ({number}, {inner.tuple}, ()))")
    written = written_as(value.bare.origin)
    words = written.text if written is not None else ""
    number = failing.number(Reason(words, value.span), "value", seen.labels)
    source.function(f"num{value.number}", given, [*lines, f"    return ({number}, {seen.tuple}, r)"])


def _names_in(value: Value) -> dict[int, str]:
    """Map the number of each local in a value to its name, first by the value's own text, then by its modifiers."""
    names: dict[int, str] = {}
    for node in nodes_of((value.bare, value.addends)):
        if isinstance(node, lv.Local) and node.origin is not None and isinstance(node.origin.tree, ast.Name):
            names.setdefault(node.number, node.origin.tree.name)
    return names
