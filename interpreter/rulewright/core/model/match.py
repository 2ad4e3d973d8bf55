"""The plan of a match: which games one table plays one after another, and what of them is added up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of a match: its modules (None: the default ones) and the settings that the match picks."""

    id: str
    title: dict[str, str]
    about: str = ""
    modules: tuple[str, ...] | None = None
    settings: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Rating:
    """The title of a seat whose sum is at least `least`."""

    least: int
    title: dict[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """A match before it is played.

    `ruleset` is the id of the ruleset, `found` the name or path to load it by. `counts` names the quantity that counts
    at the end of each game, empty for the total of the scoring. `ratings` are in rising order.
    """

    id: str
    title: dict[str, str]
    ruleset: str
    found: str
    games: tuple[PlannedGame, ...]
    about: str = ""
    counts: str = ""
    ratings: tuple[Rating, ...] = ()
