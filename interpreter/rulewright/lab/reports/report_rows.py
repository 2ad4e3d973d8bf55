"""Rows and sections of a report, and how numbers are taken from its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

from rulewright.lab.comparing.watching import Watched
from rulewright.lab.reports.report_games import KINDS, PlayStrength, ReportGames
from rulewright.lab.statistics.estimates import Estimate, remarkable
from rulewright.lab.statistics.evidence import ALPHA

ReportUnit = Literal["share", "points", "number"]
ExtremeMark = Literal["", "high", "low"]
Example = tuple[PlayStrength, int]
"""A game of the report: its kind, and its number from 0."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One number. Its id is the same in every report, so that reports can be compared.

    `estimate` is None if there were too few games to say. The `remark` says that it is remarkable.
    """

    id: str
    title: str
    unit: ReportUnit
    estimate: Estimate | None
    beside: str = ""
    example: Example | None = None
    remark: ExtremeMark = ""


@dataclass(frozen=True, slots=True)
class ReportSection:
    """Rows about one subject.

    `read` explains how to read them, `even` is their value if nothing mattered. `curve`, `bars` and `parts` are drawn
    as charts: points of a line, games by value, and the parts of a whole: its name, and the name and share of
    each part.
    """

    id: str
    title: str
    read: str
    rows: tuple[ReportRow, ...]
    even: float | None = None
    curve: tuple[tuple[float, float], ...] = ()
    bars: tuple[tuple[float, int], ...] = ()
    parts: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = ()
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class LabReport:
    """All sections, and how many games of each kind they come from."""

    sections: tuple[ReportSection, ...]
    games: Mapping[PlayStrength, int] = field(default_factory=dict)


def among_themselves(games: ReportGames) -> list[tuple[PlayStrength, str, list[Watched]]]:
    """Return (kind, policy, games) of the games of equal players, for each kind with games."""
    return [(kind, games.plan.policy(kind), own) for kind in KINDS if kind != "mixed" and (own := games.of(kind))]


def won(each: Watched, seat: int) -> float:
    """Return a seat's share of a victory."""
    return each.result.share(seat)


def even_share(games: ReportGames) -> float:
    """Return a seat's share of a victory among equal players, the average over all games.

    In a game with sides it is the share of its side.
    """
    shares = [each.result.even_share(games.plan.seats) for kind in KINDS for each in games.of(kind)]
    return fmean(shares) if len(set(shares)) > 1 else shares[0] if shares else 1 / games.plan.seats


def extreme(kind: PlayStrength, games: Sequence[Watched], worth: Callable[[Watched], float]) -> Example | None:
    """Return the first of the games in which something is greatest."""
    return (kind, max(range(len(games)), key=lambda at: worth(games[at]))) if games else None


def by_deal(kind: PlayStrength, games: Sequence[Watched], number: Callable[[Watched], float]) -> list[list[float]]:
    """Return a number of each game, grouped by deal, because games of one deal are dependent."""
    values = [number(each) for each in games]
    return [values[at : at + 2] for at in range(0, len(values), 2)] if kind != "mixed" else [[each] for each in values]


def shares_by_deal(
    kind: PlayStrength, games: Sequence[Watched], part: Callable[[Watched], float]
) -> list[tuple[float, int]]:
    """Return (games in which something holds, games) of each deal."""
    return [(sum(each), len(each)) for each in by_deal(kind, games, part)]


def remarks_of(found: Mapping[str, Estimate], even: float) -> dict[str, ExtremeMark]:
    """Mark the numbers that are significantly above or below `even`.

    If nothing matters, any number is marked in at most one report of twenty. Of the marked numbers, about one in 20 is
    due to chance.
    """
    unusual = remarkable(found, even, ALPHA)
    return {name: "" if name not in unusual else "high" if each.value > even else "low" for name, each in found.items()}
