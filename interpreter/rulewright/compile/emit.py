"""A bound program as the source of one Python module: quantities, procedures, look-aheads and the tables of them."""

from __future__ import annotations

from rulewright.compile.analysis import decisions_in
from rulewright.compile.emit_counts import emit_counts
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_free import emit_free_actions
from rulewright.compile.emit_guards import Guards
from rulewright.compile.emit_numbers import emit_number
from rulewright.compile.emit_plain import PlainEffects
from rulewright.compile.emit_reasons import ReasonLine, Reasons
from rulewright.compile.emit_resumable import ResumableEffect
from rulewright.compile.marks import Marks
from rulewright.model.program import Procedure, Program, Quantity


def emit_module(program: Program, max_seats: int, *, traced: bool, marks: Marks | None = None) -> str:
    """The module's source. It expects the tables T0, T1, ... and the names of `run/atoms.py` in its namespace.

    With `marks` the module counts how often their places are reached: see `compile/emit_counts.py`.
    """
    source = Source(program, traced, marks=marks)
    for quantity in program.quantities:
        emit_quantity(source, quantity)
    for procedure in program.procedures:
        emit_procedure(source, procedure)
    emit_free_actions(source)
    tail = emit_counts(source) if marks is not None else []
    return "\n".join([*constants(source, max_seats), *source.lines, *tables(source), *tail]) + "\n"


def emit_extra(
    program: Program, known: Program, known_reasons: int, *, traced: bool, apart: bool = False, counted: bool = False
) -> tuple[str, tuple[ReasonLine, ...]]:
    """The source and reasons of what `program` has beyond `known`, for the namespace of a build of `known`.

    For a build that is `counted` it calls what it uses of the ruleset, so that this is counted; itself it is not. A
    traced build must have been explained before.
    """
    source = Source(program, traced, lifted=10**6, walrus=10**6, apart=apart, marks=Marks() if counted else None)
    for quantity in program.quantities[len(known.quantities) :]:
        emit_quantity(source, quantity)
    for procedure in program.procedures[len(known.procedures) :]:
        emit_procedure(source, procedure)
    why, reasons = emit_why(program, known, known_reasons, apart=apart) if traced else ("", ())
    return "\n".join([*_ranges(source), *source.lines, *tables(source), why]) + "\n", reasons


def emit_why(
    program: Program, known: Program | None = None, reasons: int = 0, *, apart: bool = False
) -> tuple[str, tuple[ReasonLine, ...]]:
    """The source of what explains a traced build, for its namespace, and the reasons that its functions tell by number.

    With a `known` program, which has so many `reasons`: only of what `program` has beyond it.
    """
    quantities, procedures = (len(known.quantities), len(known.procedures)) if known is not None else (0, 0)
    first = (3 if known is not None else 2) * 10**6
    source = Source(program, traced=True, lifted=first, walrus=first, apart=apart)
    told = Reasons(source, reasons)
    for quantity in program.quantities[quantities:]:
        explain_quantity(told, quantity)
    for procedure in program.procedures[procedures:]:
        explain_procedure(told, procedure)
    lines = [*_ranges(source), *source.lines, *told.tables(), *_field_tables(source)]
    return "\n".join(lines) + "\n", tuple(told.found)


def explain_quantity(told: Reasons, quantity: Quantity) -> None:
    """The functions that tell why a named test fails, and how a value comes about."""
    told.quantity(quantity)
    emit_number(told, quantity)


def explain_procedure(told: Reasons, procedure: Procedure) -> None:
    """The functions that tell why a procedure cannot be done, and why an option of a decision in it is not open."""
    told.procedure(procedure)
    for asked, rest in decisions_in(procedure.body, ()):
        if told.source.program.sites[asked.site].asks:
            told.site(procedure, asked, rest)


def emit_quantity(source: Source, quantity: Quantity) -> None:
    """The function of one quantity."""
    text = Expressions(source, within=source.work.is_within(quantity.number)).emit(quantity.amount)
    parameters = ", ".join(["S", "v0", *(local_name(each) for each in quantity.parameters)])
    count = "".join(f"{line}; " for line in source.count_text_lines("value", quantity.number))
    source.lines += [f"def q{quantity.number}({parameters}): {count}return {text}", ""]


def constants(source: Source, max_seats: int) -> list[str]:
    """The lines of what never changes: seats in their orders, and ranges."""
    seats = [tuple(range(n)) for n in range(max_seats + 1)]
    others = [tuple(tuple((s + k) % n for k in range(1, n)) for s in range(max_seats)) for n in seats_range(max_seats)]
    clockwise = [tuple(tuple((s + k) % n for k in range(n)) for s in range(max_seats)) for n in seats_range(max_seats)]
    lines = [f"SEATS = {tuple(seats)}", f"OTHERS = ((), *{tuple(others)})", f"FROM = ((), *{tuple(clockwise)})"]
    return lines + _ranges(source)


def _ranges(source: Source) -> list[str]:
    return [f"R{size} = {tuple(range(size))}" for size in sorted(source.ranges)]


def seats_range(max_seats: int) -> range:
    return range(1, max_seats + 1)


def tables(source: Source) -> list[str]:
    """The lines that gather the functions by their numbers; they come after all functions."""
    program = source.program
    procedures = program.procedures
    quantities = ", ".join(f"q{each.number}" for each in program.quantities)
    functions = ", ".join(f"p{each.number}" for each in procedures)
    guards = ", ".join(f"can{each.number}" if each.needs else "None" for each in procedures)
    pads = ", ".join(
        str((0,) * (each.n_locals - 1 - len(each.parameters))) if each.pauses else "None" for each in procedures
    )
    lines = [f"Q = ({quantities + ',' * bool(quantities)})"]
    lines += [f"P = ({functions},)", f"CAN = ({guards},)", f"PAD = ({pads},)"]
    lines += ["def always(S, v0): return 1", "def zero(S, v0): return 0"]
    return lines + _field_tables(source)


def _field_tables(source: Source) -> list[str]:
    """The functions of each test or amount field, by component."""
    lines = []
    for (table, default), name in source.field_tables.items():
        otherwise = "always" if default else "zero"
        lines.append(f"{name} = tuple([Q[x] if x >= 0 else {otherwise} for x in T{table}])")
    return lines


def emit_procedure(source: Source, procedure: Procedure) -> None:
    """The function of one procedure, and its look-ahead where it has guards."""
    parameters = ["v0", *(local_name(each) for each in procedure.parameters)]
    if procedure.pauses:
        ResumableEffect(source, procedure).emit()
    else:
        plain = PlainEffects(source, "S", "return", source.traced)
        for line in source.count_text_lines("effect", procedure.number):
            plain.put(1, line)
        plain.block(procedure.body, 1)
        source.lines += [f"def p{procedure.number}({', '.join(['S', *parameters])}):", *plain.lines, ""]
    if procedure.needs:
        Guards(source).function(f"can{procedure.number}", parameters, procedure.body)
