"""The plan of a proof: the invariants, the table, and the limits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import Choice
from rulewright.native.inside.explorer import SearchBounds


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """A plan of what to prove: `only` these invariants (all, if none are named), at a table of `seats` seats.

    The time of the `bounds` is for everything that is done: half of it to explore all positions, most of the rest for
    games, played by `jobs` processes, random ones first. `games` sets the number of random games instead, however long
    they take.
    """

    choice: Choice
    seats: int
    settings: Chosen = field(default_factory=dict)
    only: tuple[str, ...] = ()
    bounds: SearchBounds = field(default_factory=SearchBounds)
    games: int | None = None
    seed: int = 0
    jobs: int = 1
    without: frozenset[str] = frozenset()
    """Invariants that are left out."""
    keep: Path | None = None
    """A file that keeps how far all positions were visited, to go on with; it is written where that is stopped."""

    def part(self, share: float) -> SearchBounds:
        """Return the bounds with a share of the time."""
        return replace(self.bounds, seconds=self.bounds.seconds * share)
