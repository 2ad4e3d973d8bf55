"""The source that gathers what a decision offers: the codes of its open options and candidates."""

from __future__ import annotations

from rulewright.backends.python.expressions import Expressions
from rulewright.backends.python.lookahead import possible, reads
from rulewright.backends.python.source import Source, local_name
from rulewright.model import derived as der
from rulewright.model import lowered as low
from rulewright.model.layout import LABEL_BITS


def gathering_lines(source: Source, decision: der.Decision) -> list[str]:
    """Lines that append the codes of all open options to `o`."""
    lines = []
    for number, option in enumerate(decision.options):
        if option.offer.local is not None:
            lines += candidate_lines(source, option, number if decision.ask.named else None)
            continue
        tests = ["not o"] * option.offer.otherwise + [possible(Expressions(source), option.following)]
        test = " and ".join(each for each in tests if each)
        lines.append(f"if {test}: o.append({number})" if test else f"o.append({number})")
    return lines


def candidate_lines(source: Source, option: der.Possible, number: int | None) -> list[str]:
    """Lines that append the codes of all open candidates to `o`; a `number` is that of a named option."""
    offer, expressions = option.offer, Expressions(source)
    assert offer.local is not None
    assert offer.source is not None
    name = local_name(offer.local)
    items, passes = expressions.found(offer.local, offer.source, offer.where)
    if _holds_some_twice(source, offer.source):
        items = f"dict.fromkeys({items})"
    guard = possible(expressions, option.following)
    code = name if number is None else f"{name} << {LABEL_BITS} | {number}"
    if offer.distinct is None:
        following = ""
        if guard and not reads(option.following, offer.local):
            following, guard = guard, ""
        test = " and ".join(each for each in (passes, guard) if each)
        all_as_they_are = not test and number is None
        found = items if all_as_they_are else f"[{code} for {name} in {items}{f' if {test}' if test else ''}]"
        if not following:
            return [f"o += {found}"]
        kept = source.temporary()
        return [f"{kept} = {found}", f"if {kept} and {following}: o += {kept}"]
    test = " and ".join(each for each in (passes, guard) if each)
    return [
        "seen = set()",
        f"for {name} in {items}:",
        f"    if {test or 'True'}:",
        f"        y = {expressions.emit(offer.distinct)}",
        "        if y not in seen:",
        "            seen.add(y)",
        f"            o.append({code})",
    ]


def _holds_some_twice(source: Source, items: low.Expression) -> bool:
    """Whether a set may hold a thing more than once; it is offered once all the same."""
    match items:
        case low.Primitive(name="union", arguments=parts):
            zones = [each.address for each in parts if isinstance(each, low.Zone) and not each.address.terms]
            return len({each.base for each in zones}) < len(parts)
        case low.Table(table=table):
            cells = source.lowered.program.tables[table]
            return any(isinstance(cell, tuple) and len(set(cell)) < len(cell) for cell in cells)
        case _:
            return False
