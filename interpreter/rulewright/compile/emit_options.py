"""The source that gathers what a decision offers: the codes of its open options and candidates."""

from __future__ import annotations

from rulewright.compile.analysis import free_locals
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_guards import Guards, option_code
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock


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
    if _holds_some_twice(source, asked.source):
        items = f"dict.fromkeys({items})"
    name = local_name(asked.local)
    guards = Guards(source)
    body = asked.body if isinstance(asked, b.BoundOption) else ()
    guard = guards.test_for(body, rest)
    tests = [expressions.condition(asked.where, name, loose)]
    code = name if number is None else option_code(number, name)
    if asked.distinct is None:
        following = ""
        if guard and asked.local.number not in {each.number for each in free_locals(guards.needed(body, rest))}:
            following, guard = guard, ""
        test = " and ".join(each for each in (*tests, guard) if each)
        all_as_they_are = not test and number is None
        found = items if all_as_they_are else f"[{code} for {name} in {items}{f' if {test}' if test else ''}]"
        if not following:
            return [f"o += {found}"]
        kept = source.temporary()
        return [f"{kept} = {found}", f"if {kept} and {following}: o += {kept}"]
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


def _holds_some_twice(source: Source, items: b.Bound) -> bool:
    """Whether a set may hold a thing more than once; it is offered once all the same."""
    match items:
        case b.UnionSet(parts=parts):
            bases = {each.base for each in parts if isinstance(each, b.ZoneRef) and not each.parts}
            return len(bases) < len(parts)
        case b.Lookup(table=table):
            cells = source.program.tables[table]
            return any(isinstance(cell, tuple) and len(set(cell)) < len(cell) for cell in cells)
        case _:
            return False
