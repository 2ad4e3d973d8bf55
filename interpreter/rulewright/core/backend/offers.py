"""The source that gathers what a decision offers: the codes of its open options and candidates."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core.backend.hoisting import Hoisted, has_many
from rulewright.core.backend.printed_lookaheads import possible
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.source import Source, local_name
from rulewright.core.lower.offered import holds_some_twice, reads
from rulewright.core.model import derived as der
from rulewright.core.model.layout import LABEL_BITS


def gathering_lines(source: Source, decision: der.DecisionPoint) -> list[str]:
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
    """Return lines that append the codes of all open candidates to `o`, for option `number` if it is named."""
    offer, expressions = option.offer, Expressions(source)
    assert offer.local is not None
    assert offer.source is not None
    name = local_name(offer.local)
    early = Hoisted(name) if has_many(offer.source) else None
    items, passes = replace(expressions, hoisted=early).found(offer.local, offer.source, offer.where)
    before = early.lines() if early is not None else []
    if holds_some_twice(source.lowered, offer.source):
        items = f"dict.fromkeys({items})"
    guard = possible(expressions.with_candidate(offer.local, offer.source, offer.where), option.following)
    code = name if number is None else f"{name} << {LABEL_BITS} | {number}"
    if offer.distinct is None:
        following = ""
        if guard and not reads(option.following, offer.local):
            following, guard = guard, ""
        test = " and ".join(each for each in (passes, guard) if each)
        all_as_they_are = not test and number is None
        found = items if all_as_they_are else f"[{code} for {name} in {items}{f' if {test}' if test else ''}]"
        if not following:
            return [*before, f"o += {found}"]
        kept = source.temporary()
        return [*before, f"{kept} = {found}", f"if {kept} and {following}: o += {kept}"]
    test = " and ".join(each for each in (passes, guard) if each)
    return [
        *before,
        "seen = set()",
        f"for {name} in {items}:",
        f"    if {test or 'True'}:",
        f"        y = {expressions.emit(offer.distinct)}",
        "        if y not in seen:",
        "            seen.add(y)",
        f"            o.append({code})",
    ]
