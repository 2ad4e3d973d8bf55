"""Games of pgx in batches: `pgx_batches:GAME SIZE`."""

from __future__ import annotations

from tests.benchmarks.jax_batches import JaxBatch

import pgx  # isort: skip - what JAX runs on is settled first


class Player(JaxBatch):
    """Keeps one batch in play."""

    def __init__(self, what: str) -> None:
        name, size = what.split()
        super().__init__(pgx.make(name), int(size))
