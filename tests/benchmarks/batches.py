"""Ludax's games in batches: `batches:GAME SIZE`."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.jax_batches import JaxBatch

import ludax  # isort: skip - what JAX runs on is settled first


class Player(JaxBatch):
    """Keeps one batch in play."""

    def __init__(self, what: str) -> None:
        name, size = what.split()
        path = Path(str(ludax.__file__)).parent / "games" / f"{name}.ldx"
        super().__init__(ludax.LudaxEnvironment(game_path=str(path)), int(size))
