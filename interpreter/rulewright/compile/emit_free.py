"""The source of free actions: which are open to a seat, and how one is done while another decision waits.

A free action that asks nothing is offered only where the decision that waits can still be made afterwards; what one
that asks leaves cannot be foreseen.
"""

from __future__ import annotations

from rulewright.compile.analysis import pauses
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_guards import Guards
from rulewright.compile.emit_options import candidate_lines
from rulewright.compile.emit_plain import PlainEffects
from rulewright.model import bound as b
from rulewright.model.layout import FREE_CODES, LABEL_BITS
from rulewright.model.program import Procedure


def emit_free_actions(source: Source) -> None:
    """For each free action `free<n>(S, v0)`, the codes open to a seat, and `do<n>(S, v0, c)` where it asks nothing."""
    if source.program.free.procedure < 0:
        return
    for number, option in enumerate(_options(source)):
        source.lines += [
            f"def free{number}(S, v0):",
            *("    " + line for line in _open_codes(source, number, option)),
            "",
        ]
        if not pauses(source.program, option.body):
            source.lines += [f"def do{number}(S, v0, c):", *_doing(source, option), ""]


def emit_gathering(source: Source, site: int, n_locals: int, lines: list[str]) -> str:
    """`o<site>(S, v0, ...)`: what a decision offers in any state; returns the call of it."""
    names = ", ".join(f"v{n}" for n in range(n_locals))
    body = ["o = []", *lines, "return o"]
    source.lines += [f"def o{site}(S, {names}):", *("    " + line for line in body), ""]
    return f"o{site}(S, {names})"


def free_lines(source: Source, procedure: Procedure, site: int, seat: str) -> list[str]:
    """Lines that add to the options `o` of a decision the free actions it may offer."""
    program = source.program
    names = ", ".join(f"v{n}" for n in range(procedure.n_locals))
    lines = ["if o:"]
    for number in program.free.offered[procedure.number]:
        during = tuple(sorted(program.free.during[number]))
        foreseen = not pauses(program, _options(source)[number].body)
        test = f" if leaves_open(S, {seat}, x, do{number}, o{site}, ({names},))" if foreseen else ""
        lines += [
            f"    e = free{number}(S, {seat})",
            f"    if e and performing(f, {seat}, {during}, {program.free.procedure}):",
            f"        o += [x + {FREE_CODES} for x in e{test}]",
        ]
    return lines


def _open_codes(source: Source, number: int, option: b.BoundOption) -> list[str]:
    first = option.body[0] if option.body else None
    lines = source.count_lines(option)
    if isinstance(first, b.RequireTest):
        lines += source.count_lines(first)
        lines.append(f"if not {Expressions(source).emit(first.test)}: return ()")
    if option.local is not None:
        return [*lines, "o = []", *candidate_lines(source, option, (), number), "return o"]
    test = Guards(source).test_for(option.body, ())
    return [*lines, f"return ({number},) if {test} else ()" if test else f"return ({number},)"]


def _doing(source: Source, option: b.BoundOption) -> list[str]:
    plain = PlainEffects(source, "S", "return", traced=False)
    for line in source.count_lines(option):
        plain.put(1, line)
    if option.local is not None:
        plain.put(1, f"{local_name(option.local)} = c >> {LABEL_BITS}")
    plain.block(option.body, 1)
    return plain.lines


def _options(source: Source) -> tuple[b.BoundOption, ...]:
    (asked,) = source.program.procedures[source.program.free.procedure].body
    assert isinstance(asked, b.ChooseOption)
    return asked.options
