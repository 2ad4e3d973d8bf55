"""The game that knows its invariants, for whoever watches or proves them."""

from __future__ import annotations

from dataclasses import replace

from rulewright.bind.sections import Sections
from rulewright.compile.game import Compiled, limits_of
from rulewright.compile.invariants import WatchedProgram, with_invariants
from rulewright.compile.settled import with_settled


def watched(compiled: Compiled, sections: Sections) -> Compiled:
    """The game with its invariants at the end of its program; nothing may be wrong with them."""
    found = with_invariants(compiled.bound, sections)
    assert isinstance(found, WatchedProgram)
    program = found.lowered.program
    blueprint = replace(
        compiled.unexplained, invariants=found.infos, tables=tuple(program.tables), limits=limits_of(program)
    )
    blueprint = replace(blueprint, invariants=with_settled(found.lowered, blueprint))
    return replace(compiled, bound=replace(compiled.bound, lowered=found.lowered), unexplained=blueprint)
