"""What a covered build has beyond the lines that count: tables by which it tells why an option was not open.

The lines themselves (`COVER[n] += 1`) are put where the statements are emitted. While a decision gathers what can be
chosen, `COVER` is the list of what is only looked at; see `run/cover.py`.
"""

from __future__ import annotations

from rulewright.compile.analysis import decisions_in
from rulewright.compile.emit_expressions import Expressions, Source
from rulewright.model import bound as b
from rulewright.model.program import Procedure


def emit_counts(source: Source) -> list[str]:
    """`ITEMS[site](S, f, option)`: what an option with candidates may choose from; `FREE` tells of free actions."""
    program = source.program
    sites: list[str] = []
    for procedure in program.procedures:
        for asked, _ in decisions_in(procedure.body, ()):
            if program.sites[asked.site].asks:
                _emit_items(source, procedure, asked)
                sites.append(f"{asked.site}: items{asked.site}")
    free = program.free
    n_locals = program.procedures[free.procedure].n_locals if free.procedure >= 0 else 0
    during = tuple(tuple(sorted(each)) for each in free.during)
    return [f"ITEMS = {{{', '.join(sites)}}}", f"FREE = ({free.procedure}, {n_locals}, {during})"]


def _emit_items(source: Source, procedure: Procedure, asked: b.PickOne | b.ChooseOption) -> None:
    names = ", ".join(f"v{n}" for n in range(procedure.n_locals))
    lines = [f"def items{asked.site}(S, f, option):", f"    _, _, pc, {names} = f"]
    options: tuple[b.PickOne | b.BoundOption, ...] = (asked,) if isinstance(asked, b.PickOne) else asked.options
    for number, option in enumerate(options):
        if option.source is not None:
            items, loose = Expressions(source).iterate(option.source)
            found = f"[x for x in {items} if x >= 0]" if loose else f"[*{items}]"
            lines.append(f"    if option == {number}: return {found}")
    source.lines += [*lines, "    return []", ""]
