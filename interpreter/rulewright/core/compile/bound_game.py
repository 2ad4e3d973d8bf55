"""A ruleset whose names and types are known: what is compiled, checked and added to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.core.bind.binding import Unit
from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.world import World
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.game import QuantityInfo
from rulewright.core.model.program import Program


@dataclass(frozen=True, slots=True)
class BoundGame:
    """A ruleset with known names and types whose code is not written yet. Its faults are in its world.

    `begins` is the number of the procedure that begins a game.
    """

    world: World
    layout: Layout
    lowered: Lowered
    tables: Tables
    units: tuple[Unit, ...]
    begins: int | None

    @property
    def program(self) -> Program:
        """The bound program."""
        return self.lowered.program

    def quantities(self) -> dict[str, QuantityInfo]:
        """The quantities by their names, as a blueprint keeps them."""
        found = self.program.quantities
        return {q.id: QuantityInfo(q.number, len(q.parameters), q.type.kind, q.type.domain) for q in found}

    def fresh(self) -> BoundGame:
        """The same game, whose world records nothing more of what is found from here on."""
        return replace(self, world=replace(self.world, diagnostics=[]))
