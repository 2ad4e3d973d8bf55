"""Files bundled with a ruleset: learned players, and ladders with the strength of players.

They are read by the code that plays and reports.
"""

from __future__ import annotations

from pathlib import Path

PLAYERS, LADDERS = "players", "ladders"


def players_of(root: Path) -> tuple[str, ...]:
    """The files of the learned players in a ruleset folder, in the order of their names."""
    try:
        return tuple(str(path) for path in sorted((root / PLAYERS).glob("*.json")))
    except OSError:
        return ()
