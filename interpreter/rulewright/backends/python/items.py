"""What a covered build has beyond the lines that count: tables by which it finds why an option was not open.

The lines themselves (`COVER[n] += 1`) are printed where an operation counts. While a decision gathers what can be
chosen, `COVER` is the list of what is only looked at; see `run/cover.py`.
"""

from __future__ import annotations

from rulewright.backends.python.expressions import Expressions
from rulewright.backends.python.source import Source, local_names
from rulewright.lower.walk import asks_in
from rulewright.model import operations as low
from rulewright.model.functions import Effect


def emit_items(source: Source) -> list[str]:
    """`ITEMS[site](S, f, option)`: what an option with candidates may choose from; `FREE` is for free actions."""
    lowered, program = source.lowered, source.lowered.program
    sites: list[str] = []
    for number in range(len(program.procedures)):
        effect = lowered.effect(number)
        source.begin(f"ip{number}")
        for ask, _ in asks_in(effect.body):
            _emit_items(source, effect, ask)
            sites.append(f"{ask.site}: items{ask.site}")
    free = program.free
    n_locals = program.procedures[free.procedure].n_locals if free.procedure >= 0 else 0
    during = tuple(tuple(sorted(each)) for each in free.during)
    return [f"ITEMS = {{{', '.join(sites)}}}", f"FREE = ({free.procedure}, {n_locals}, {during})"]


def _emit_items(source: Source, effect: Effect, ask: low.Ask) -> None:
    lines = [f"    _, _, pc, {', '.join(local_names(effect.n_locals))} = f"]
    for number, offer in enumerate(ask.offers):
        if offer.source is not None:
            items, loose = Expressions(source).iterate(offer.source)
            found = f"[x for x in {items} if x >= 0]" if loose else f"[*{items}]"
            lines.append(f"    if option == {number}: return {found}")
    source.function(f"items{ask.site}", ["f", "option"], [*lines, "    return []"])
