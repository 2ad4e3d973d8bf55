"""The source that gathers what a decision offers: the codes of open candidates and of free actions."""

from __future__ import annotations

from interpreter.compile.analysis import free_locals
from interpreter.compile.emit_expressions import Expressions, Source, local_name
from interpreter.compile.emit_guards import Guards, option_code
from interpreter.model import bound as b
from interpreter.model.bound import BoundBlock
from interpreter.model.layout import FREE_CODES


def option_lines(source: Source, options: tuple[b.BoundOption, ...], rest: BoundBlock) -> list[str]:
    """Lines that append the codes of all open options to `o`."""
    lines = []
    for number, option in enumerate(options):
        if option.local is not None:
            lines += candidate_lines(source, option, rest, number)
            continue
        test = Guards(source).test_for(option.body, rest)
        lines.append(f"if {test}: o.append({number})" if test else f"o.append({number})")
    return lines


def candidate_lines(
    source: Source, asked: b.PickOne | b.BoundOption, rest: BoundBlock, number: int | None
) -> list[str]:
    """Lines that append the codes of all open candidates to `o`; a `number` is that of a named option."""
    assert asked.local is not None
    assert asked.source is not None
    expressions = Expressions(source)
    items, loose = expressions.iterate(asked.source)
    name = local_name(asked.local)
    guards = Guards(source)
    body = asked.body if isinstance(asked, b.BoundOption) else ()
    guard = guards.test_for(body, rest)
    tests = [expressions.condition(asked.where, name, loose)]
    code = name if number is None else option_code(number, name)
    if asked.distinct is None:
        ahead = ""
        if guard and asked.local.number not in {each.number for each in free_locals(guards.needed(body, rest))}:
            ahead, guard = f"if {guard}: ", ""
        test = " and ".join(each for each in (*tests, guard) if each)
        if not test and number is None:
            return [f"{ahead}o += {items}"]
        return [f"{ahead}o += [{code} for {name} in {items}{f' if {test}' if test else ''}]"]
    test = " and ".join(each for each in (*tests, guard) if each)
    return [
        "seen = set()",
        f"for {name} in {items}:",
        f"    if {test or 'True'}:",
        f"        y = {expressions.emit(asked.distinct)}",
        "        if y not in seen:",
        "            seen.add(y)",
        f"            o.append({code})",
    ]


def emit_free_actions(source: Source) -> None:
    """`free<n>(S, v0)` for each free action: the codes that are open to a seat, whatever is under way."""
    free = source.program.free
    if free.procedure < 0:
        return
    for number, option in enumerate(_asked(source).options):
        first = option.body[0] if option.body else None
        lines = []
        if isinstance(first, b.RequireTest):
            lines.append(f"if not {Expressions(source).emit(first.test)}: return ()")
        if option.local is not None:
            lines += ["o = []", *candidate_lines(source, option, (), number), "return o"]
        else:
            test = Guards(source).test_for(option.body, ())
            lines.append(f"return ({number},) if {test} else ()" if test else f"return ({number},)")
        source.lines += [f"def free{number}(S, v0):", *("    " + line for line in lines), ""]


def free_lines(source: Source, procedure: int, seat: str) -> list[str]:
    """Lines that add to `o` the free actions which the decisions of a procedure may offer."""
    free = source.program.free
    lines = []
    for number in free.offered.get(procedure, ()):
        during = tuple(sorted(free.during[number]))
        lines += [
            f"    e = free{number}(S, {seat})",
            f"    if e and performing(f, {seat}, {during}, {free.procedure}): o += [x + {FREE_CODES} for x in e]",
        ]
    return ["if o:", *lines] if lines else []


def _asked(source: Source) -> b.ChooseOption:
    (asked,) = source.program.procedures[source.program.free.procedure].body
    assert isinstance(asked, b.ChooseOption)
    return asked
