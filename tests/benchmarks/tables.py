"""The tables that are measured, by their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

GALLERY = ("three_in_a_row", "four_in_a_row", "reversi", "draughts", "hex")
OTHERS = Path(__file__).resolve().parents[1] / "reference" / "rulesets"


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a ruleset, its modules (None: the default ones), the seats, settings."""

    title: str
    ruleset: str
    modules: tuple[str, ...] | None = None
    seats: int = 4
    settings: dict[str, str | int] = field(default_factory=dict)


_WHOLE = ("base", "belt", "missions", "threats")
TABLES = {
    "basic": Table("skymines, 4 random seats", "skymines"),
    "whole": Table("belt, missions, threats: 4 random seats", "skymines", _WHOLE),
    "ruled": Table(
        "belt, missions, threats, 3 Lunas at level 8: 1 random seat",
        "skymines",
        (*_WHOLE, "luna"),
        settings={"luna": 3, "level": 8},
    ),
    "ceres": Table("ceres, 4 random seats", "ceres"),
    "tutorial": Table("tutorial, 4 random seats", "tutorial"),
    "three": Table("three in a row, 2 random seats", str(OTHERS / "three_in_a_row"), seats=2),
    "four": Table("four in a row, 2 random seats", str(OTHERS / "four_in_a_row"), seats=2),
    **{name: Table(f"{name} of the gallery, 2 random seats", name, seats=2) for name in GALLERY},
}
"""`three` and `four` are tests' rulesets of games that others have as well."""
