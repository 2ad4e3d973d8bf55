"""The covered build of a compiled ruleset: its source, and the places that it counts.

Made on demand from a compiled ruleset; nothing of it is kept in the cache, nor in any other build.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.core.backend.module import emit_module
from rulewright.core.compile.compiling import Compiled
from rulewright.core.compile.marks import marks_of
from rulewright.core.load.entries import Entry
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.document import Scalar, scalars_in
from rulewright.core.model.places import CoveredPlace, CoverPlan, Design, PlaceId


def cover_plan(compiled: Compiled, sections: Mapping[str, Iterable[Entry]], *, traced: bool) -> CoverPlan:
    """Return the plan of a covered game. It also records events if `traced`."""
    marks = marks_of(compiled.program)
    source = emit_module(Lowered(compiled.program, marks), compiled.world.max_seats, traced=traced)
    source += compiled.why_source
    names = {text.span: name for entries in sections.values() for entry in entries for name, text in texts_of(entry)}
    idle = {marks.of_text("value", number) for number in _idle_quantities(compiled)}
    places = tuple(
        CoveredPlace(
            PlaceId(names[mark.text.span], mark.path, mark.text.span.file),
            mark.sort, mark.span, mark.word, mark.calls, number not in idle,
        )
        for number, mark in enumerate(marks.marks)
    )  # fmt: skip
    designs = tuple(
        Design(each.id, each.kind, each.node.span, bool(each.pieces)) for each in compiled.world.components.values()
    )
    return CoverPlan(compiled.blueprint, source, traced, places, marks.options, designs)


def _idle_quantities(compiled: Compiled) -> set[int]:
    """The quantities that nothing works out while a game is played or summed up."""
    program, blueprint = compiled.program, compiled.blueprint
    used = {number for _, _, number in (*blueprint.scoring, *blueprint.tie_breaks)}
    used |= {each.test for each in blueprint.again}
    used.update(compiled.lowered.needed_in([*compiled.lowered.texts()]))
    fields = {each.number for each in program.quantities if each.id not in compiled.world.named}
    return {each.number for each in program.quantities} - used - fields


def texts_of(entry: Entry) -> Iterator[tuple[str, Scalar]]:
    """Yield (name, text) of the texts of an entry. Names are `ENTRY.field`, with list items counted from 1."""
    for way, scalar in scalars_in(entry.node):
        yield ".".join((entry.id, *(str(step + 1) if isinstance(step, int) else step for step in way))), scalar
