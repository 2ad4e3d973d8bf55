"""Games on JAX, in batches: random moves for all games of a batch at once, each begun anew when it is over.

No game waits for the longest of its batch, so that this is as fast as it can be. Whose they are is not known here.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp

from tests.benchmarks.worker import Tally

STEPS = 4


class JaxBatch:
    """Keeps one batch of an environment in play, which has `init`, `step` and states with a mask of legal actions."""

    def __init__(self, environment: Any, size: int) -> None:
        self.size, self.environment = size, environment
        self.begin = jax.jit(jax.vmap(environment.init))
        self.go_on = jax.jit(partial(jax.lax.scan, self._step, length=STEPS))
        self.first = self.begin(jax.random.split(jax.random.PRNGKey(0), self.size))
        self.batch = (self.first, jax.random.PRNGKey(1))

    def play(self, prompts: int, tally: Tally) -> None:
        self.batch, (options, forced, games) = self.go_on(self.batch, None)
        tally.forced += int(forced.sum())
        tally.decisions += self.size * STEPS - int(forced.sum())
        tally.options += int(options.sum()) - int(forced.sum())
        tally.games += int(games.sum())

    def _step(self, batch: Any, _: None) -> Any:
        state, key = batch
        key, draw = jax.random.split(key)
        mask = state.legal_action_mask
        action = jnp.argmax(jnp.where(mask, jax.random.uniform(draw, mask.shape), -1.0), axis=-1).astype(jnp.int16)
        after = jax.vmap(self.environment.step)(state, action)
        over = after.terminated | after.truncated

        def chosen(new: Any, old: Any) -> Any:
            return jnp.where(over.reshape(over.shape + (1,) * (new.ndim - 1)), new, old)

        counts = mask.sum(), (mask.sum(axis=-1) == 1).sum(), over.sum()
        return (jax.tree.map(chosen, self.first, after), key), counts
