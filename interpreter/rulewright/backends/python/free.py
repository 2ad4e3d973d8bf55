"""The source of free actions: which are open to a seat, and how one is done while another decision waits.

A free action that asks nothing is offered only where the decision that waits can still be made afterwards; what one
that asks leaves cannot be foreseen.
"""

from __future__ import annotations

from itertools import takewhile

from rulewright.backends.python.expressions import Expressions
from rulewright.backends.python.lookahead import emit_lookahead, possible
from rulewright.backends.python.offers import candidate_lines
from rulewright.backends.python.source import Source, local_name, local_names
from rulewright.backends.python.statements import Straight
from rulewright.lower.offered import free_offers
from rulewright.lower.summary import suspends
from rulewright.model import derived as der
from rulewright.model import lowered as low
from rulewright.model.layout import FREE_CODES, LABEL_BITS


def emit_free_actions(source: Source) -> None:
    """For each free action `free<n>(S, v0)`, the codes open to a seat, and `do<n>(S, v0, c)` where it asks nothing."""
    if source.lowered.program.free.procedure < 0:
        return
    looks = source.begin("free")
    for number, offer in enumerate(free_offers(source.lowered)):
        option = looks.possible(offer, ())
        source.function(f"free{number}", ["v0"], ["    " + line for line in _open_codes(source, number, option)])
        if not suspends(source.lowered, offer.body):
            source.function(f"do{number}", ["v0", "c"], _doing(source, offer))
    for look in looks.found:
        emit_lookahead(source, look)


def gather_function(source: Source, site: int, n_locals: int, lines: list[str]) -> str:
    """`o<site>(S, v0, ...)`: what a decision offers in any state; returns the call of it."""
    names = local_names(n_locals)
    source.function(f"o{site}", names, ["    " + line for line in (*lines, "return o")])
    return f"o{site}({', '.join(['S', *names])})"


def free_lines(source: Source, decide: der.Decide, n_locals: int) -> list[str]:
    """Lines that add to the options `o` of a decision the free actions it may offer."""
    free, offers = source.lowered.program.free, free_offers(source.lowered)
    seat, site = local_name(decide.ask.seat), decide.ask.site
    lines = ["if o:"]
    for number in decide.free:
        during = tuple(sorted(free.during[number]))
        foreseen = not suspends(source.lowered, offers[number].body)
        kept = f"leaves_open(S, {seat}, x, do{number}, o{site}, ({', '.join(local_names(n_locals))},))"
        lines += [
            f"    e = free{number}(S, {seat})",
            f"    if e and performing(f, {seat}, {during}, {free.procedure}):",
            f"        o += [x + {FREE_CODES} for x in e{f' if {kept}' if foreseen else ''}]",
        ]
    return lines


def _open_codes(source: Source, number: int, option: der.Possible) -> list[str]:
    """The test that such an action begins with comes first: most often it fails."""
    lines = [f"COVER[{count.point}] += 1" for count in option.counted]
    body = option.offer.body[len(option.counted) :]
    counted = tuple(takewhile(lambda each: isinstance(each, low.Count), body))
    first = body[len(counted)] if len(counted) < len(body) else None
    if isinstance(first, low.Check) and first.purse is None:
        lines += [f"COVER[{count.point}] += 1" for count in counted if isinstance(count, low.Count)]
        lines.append(f"if not {Expressions(source).whole(first.test)}: return ()")
    if option.offer.local is not None:
        return [*lines, "o = []", *candidate_lines(source, option, number), "return o"]
    test = possible(Expressions(source), option.following)
    return [*lines, f"return ({number},) if {test} else ()" if test else f"return ({number},)"]


def _doing(source: Source, offer: low.Option) -> list[str]:
    straight = Straight(source, "S", "return", traced=False)
    if offer.local is not None:
        straight.put(1, f"{local_name(offer.local)} = c >> {LABEL_BITS}")
    straight.block(offer.body, 1)
    return straight.lines
