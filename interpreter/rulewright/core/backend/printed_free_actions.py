"""The source of free actions: which are open to a seat, and how one is done while another decision waits.

A free action that asks nothing is offered only if the decision that waits can still be made afterwards; what one
that asks leaves cannot be foreseen.
"""

from __future__ import annotations

from rulewright.core.backend.offers import candidate_lines
from rulewright.core.backend.printed_lookaheads import emit_lookahead, possible
from rulewright.core.backend.printed_statements import Straight
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.source import Source, local_name, local_names
from rulewright.core.lower.offered import FreeAction, free_actions
from rulewright.core.model import derived as der
from rulewright.core.model import operations as low
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS


def emit_free_actions(source: Source) -> None:
    """Emit `free<n>(S, v0)`, the open codes of each free action, and `do<n>(S, v0, c)` for those that ask nothing.

    A `when` that is looked at early is `when<n>(S, v0)`.
    """
    if source.lowered.program.free.procedure < 0:
        return
    looks = source.begin("free")
    for action in free_actions(source.lowered):
        option = looks.possible(action.offer, ())
        source.function(f"free{action.number}", ["v0"], ["    " + line for line in _open_codes(source, action, option)])
        if action.early and action.when is not None:
            source.function(f"when{action.number}", ["v0"], [f"    return {Expressions(source).whole(action.when)}"])
        if action.foreseen:
            source.function(f"do{action.number}", ["v0", "c"], _doing(source, action.offer))
    for look in looks.found:
        emit_lookahead(source, look)


def gather_function(source: Source, site: int, n_locals: int, lines: list[str]) -> str:
    """Add `o<site>(S, v0, ...)`, the offers of a decision in any state, and return the call of it."""
    names = local_names(n_locals)
    return source.function(f"o{site}", names, ["    " + line for line in (*lines, "return o")])


def free_lines(source: Source, decide: der.Decide, n_locals: int) -> list[str]:
    """Lines that add to the options `o` of a decision the free actions it may offer."""
    free, actions = source.lowered.program.free.procedure, free_actions(source.lowered)
    seat, site = local_name(decide.ask.seat), decide.ask.site
    lines = ["if o:"]
    for number in decide.free:
        action = actions[number]
        early = f"when{number}(S, {seat}) and " if action.early else ""
        kept = f"leaves_open(S, {seat}, x, do{number}, o{site}, ({', '.join(local_names(n_locals))},))"
        lines += [
            f"    if {early}performing(f, {seat}, {action.during}, {free}):",
            f"        e = free{number}(S, {seat})",
            f"        o += [x + {FREE_CODES} for x in e{f' if {kept}' if action.foreseen else ''}]",
        ]
    return lines


def _open_codes(source: Source, action: FreeAction, option: der.Possible) -> list[str]:
    """Return the body of the function that lists the codes an option has open.

    The `when` of a free action is tested before its candidates, unless it was tested earlier.
    """
    number = action.number
    lines = [f"COVER[{count.point}] += 1" for count in option.counted]
    if action.when is not None and not action.early:
        lines += [f"COVER[{count.point}] += 1" for count in action.counted[len(option.counted) :]]
        lines.append(f"if not {Expressions(source).whole(action.when)}: return ()")
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
