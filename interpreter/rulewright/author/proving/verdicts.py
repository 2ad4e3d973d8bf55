"""What is known of an invariant after looking for what breaks it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rulewright.core.diagnostics import some_of
from rulewright.core.model.invariants import InvariantInfo

VerdictKind = Literal["everywhere", "by_induction", "unbroken", "broken", "unreached", "not_watched"]
"""Holds in all positions; holds by what the rules can do at all; no counterexample found; broken; what can happen has
not been seen; nothing could look.
"""
_MOST_MISSING = 12


@dataclass(frozen=True, slots=True)
class Searched:
    """How far was looked: positions met, games played, the most decisions in one of them, the table."""

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
    """What is known of one invariant."""

    info: InvariantInfo
    kind: VerdictKind
    searched: Searched = field(default_factory=Searched)
    reason: str = ""
    missing: tuple[str, ...] = ()
    counterexample: Counterexample | None = None

    @property
    def is_broken(self) -> bool:
        return self.kind == "broken"

    def sentence(self) -> str:
        """The verdict in a sentence without a full stop."""
        looked = self.searched
        match self.kind:
            case "everywhere":
                return f"holds in all of {looked.states:,} states at a table of {looked.seats}"
            case "by_induction":
                return f"holds by induction: {self.reason}"
            case "unbroken":
                return f"no counterexample in {_looked(looked)}"
            case "broken":
                return f"broken: {self.reason}" if self.reason else "broken"
            case "unreached":
                return f"not reached in {_looked(looked)}: {some_of(self.missing, _MOST_MISSING)}"
            case "not_watched":
                return f"not looked at: {self.reason}"

    def as_data(self) -> dict[str, Any]:
        """The verdict as plain data."""
        found: dict[str, Any] = {
            "id": self.info.id, "title": self.info.title, "kind": self.info.sort, "verdict": self.kind,
            "states": self.searched.states, "games": self.searched.games, "depth": self.searched.depth,
            "seats": self.searched.seats, "place": f"{self.info.file}:{self.info.line}",
        }  # fmt: skip
        if self.reason:
            found["reason"] = self.reason
        if self.missing:
            found["missing"] = list(self.missing)
        if self.counterexample is not None:
            found["scenario"] = self.counterexample.text
            found["choices"] = self.counterexample.choices
        return found


def _looked(searched: Searched) -> str:
    games = f" of {searched.games:,} games" if searched.games else ""
    return f"{searched.states:,} states{games}, depth {searched.depth}"
