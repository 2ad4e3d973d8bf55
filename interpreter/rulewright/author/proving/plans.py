"""What is to be proved, at which table, and how far to go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import Choice
from rulewright.native.inside.explorer import SearchBounds


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """What to prove, and how far to go: `only` these invariants (all, if none are named), at a table of so many seats.

    The time of the `bounds` is for everything that is done: half of it for going through all positions; most of the
    rest for games, played by `jobs` processes, first random ones. With `games` there are so many of those, however
    long they take.
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
    """A file that keeps how far all positions were gone through, to go on with; it is written where that is stopped."""

    def part(self, share: float) -> SearchBounds:
        """The bounds with a part of the time."""
        return replace(self.bounds, seconds=self.bounds.seconds * share)
