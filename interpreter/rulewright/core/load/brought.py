"""What a ruleset brings besides its rules: players that have learned the game, and ladders that say how strong players
are. Their files are read by who plays and who reports.
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
