"""What a ruleset brings besides its rules: players that have learned the game. Their files are read by who plays."""

from __future__ import annotations

from pathlib import Path

PLAYERS = "players"


def players_of(root: Path) -> tuple[str, ...]:
    """The files of the learned players in a ruleset folder, in the order of their names."""
    try:
        return tuple(str(path) for path in sorted((root / PLAYERS).glob("*.json")))
    except OSError:
        return ()
