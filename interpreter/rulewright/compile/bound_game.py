"""A ruleset whose names and types are known: what is compiled, checked and added to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.bind.layout import Layout
from rulewright.bind.program import Unit
from rulewright.bind.tables import Tables
from rulewright.bind.world import World
from rulewright.lower.program import Lowered
from rulewright.model.game import QuantityInfo
from rulewright.model.program import Program


@dataclass(frozen=True, slots=True)
class BoundGame:
    """A ruleset whose names and types are known and whose code is not written yet; what is wrong is in its world.

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
