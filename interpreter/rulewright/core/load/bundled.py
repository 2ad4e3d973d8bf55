"""Files that come with the program or with a ruleset: shipped rulesets, content they share, players and ladders.

Players and ladders are read by the code that plays and reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

BASE = "base"
"""The module that is always on."""
SHARED = "shared"
"""The folder of content that any ruleset can need, next to the shipped rulesets."""
PLAYERS, LADDERS = "players", "ladders"


def shipped_root() -> Path:
    """The folder of the shipped rulesets: inside the installed package, or next to it in a checkout."""
    package = Path(__file__).parents[2]
    inside = package / "rulesets"
    return inside if inside.is_dir() else package.parents[1] / "rulesets"


def shared_files() -> Iterator[Path]:
    """Yield the files of all content that rulesets share, in the order of their names."""
    yield from sorted((shipped_root() / SHARED).rglob("*.yaml"))


def players_of(root: Path) -> tuple[str, ...]:
    """The files of the learned players in a ruleset folder, in the order of their names."""
    try:
        return tuple(str(path) for path in sorted((root / PLAYERS).glob("*.json")))
    except OSError:
        return ()
