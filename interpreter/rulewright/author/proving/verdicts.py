"""Verdicts on invariants after a search for games that break them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from rulewright.core.diagnostics import some_of
from rulewright.core.model.invariants import POSSIBLE, InvariantInfo

VerdictKind = Literal["everywhere", "by_induction", "unbroken", "broken", "unreached", "not_watched"]
"""Holds in all positions; holds by what the rules can do at all; no counterexample found; broken; what can happen has
not been seen; nothing could look.
"""
_MOST_MISSING = 12
_BADNESS: Final[tuple[VerdictKind, ...]] = (
    "by_induction", "everywhere", "unbroken", "not_watched", "unreached", "broken",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Searched:
    """The extent of a search: positions met, games played, most decisions in one of them, seats at the table."""

    states: int = 0
    games: int = 0
    depth: int = 0
    seats: int = 0


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A scenario that shows an invariant broken: its text, how many choices it makes, and lines of set-up it needs.

    `sentence` is what happens in it, in a sentence.
    """

    text: str
    choices: int
    lines: int
    sentence: str


@dataclass(frozen=True, slots=True)
class InvariantVerdict:
    """The verdict on one invariant."""

    info: InvariantInfo
    kind: VerdictKind
    searched: Searched = field(default_factory=Searched)
    reason: str = ""
    missing: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    at_tables: tuple[InvariantVerdict, ...] = ()
    """What is known at each of several tables, if it is not the same at all."""

    @property
    def is_broken(self) -> bool:
        return self.kind == "broken"

    def sentence(self) -> str:
        """Return the verdict in a sentence without a full stop."""
        if self.at_tables and not self.is_broken:
            return "; ".join(each.sentence() for each in self.at_tables)
        looked = self.searched
        at_table = f" at a table of {looked.seats}"
        match self.kind:
            case "everywhere" if self.info.sort in POSSIBLE:
                return f"seen in {_looked(looked)}{at_table}"
            case "everywhere":
                return f"holds in all of {looked.states:,} states{at_table}"
            case "by_induction":
                return f"holds by induction: {self.reason}"
            case "unbroken":
                return f"no counterexample in {_looked(looked)}{at_table}"
            case "broken":
                return f"broken{at_table}: {self.reason}" if self.reason else f"broken{at_table}"
            case "unreached":
                return f"not reached in {_looked(looked)}{at_table}: {some_of(self.missing, _MOST_MISSING)}"
            case "not_watched":
                return f"not checked{at_table}: {self.reason}"

    def as_data(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        found: dict[str, Any] = {
            "id": self.info.id, "title": self.info.title, "kind": self.info.sort, "verdict": self.kind,
            "states": self.searched.states, "games": self.searched.games, "depth": self.searched.depth,
            "seats": self.searched.seats,
            "tables": [each.searched.seats for each in self.at_tables] or [self.searched.seats],
            "place": f"{self.info.file}:{self.info.line}",
        }  # fmt: skip
        if self.reason:
            found["reason"] = self.reason
        if self.missing:
            found["missing"] = list(self.missing)
        if self.counterexample is not None:
            found["scenario"] = self.counterexample.text
            found["choices"] = self.counterexample.choices
        return found


def together(verdicts: Sequence[InvariantVerdict]) -> InvariantVerdict:
    """One verdict of those on an invariant at several tables: the worst, with the others.

    What can happen needs to happen at one of them.
    """
    first = verdicts[0]
    if len(verdicts) == 1 or all(each.kind == "by_induction" for each in verdicts):
        return first
    if first.info.sort in POSSIBLE:
        missing = [each for each in first.missing if all(each in other.missing for other in verdicts)]
        seen = next((each for each in verdicts if not each.missing and each.kind == "everywhere"), None)
        if seen is not None:
            return seen
        kinds: list[VerdictKind] = [each.kind for each in verdicts if each.missing]
        if not missing:
            return replace(first, kind="everywhere", reason="", missing=())
        worst = replace(first, missing=tuple(missing))
        return worst if all(each == "broken" for each in kinds) else replace(worst, kind="unreached", reason="")
    worst = max(verdicts, key=lambda each: _BADNESS.index(each.kind))
    return replace(worst, at_tables=tuple(verdicts))


def _looked(searched: Searched) -> str:
    games = f" of {searched.games:,} games" if searched.games else ""
    return f"{searched.states:,} states{games}, depth {searched.depth}"
