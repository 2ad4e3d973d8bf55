"""One seat of many games as a vector Gymnasium environment, played natively. Extra `gymnasium`.

    import rulewright as rw
    from rulewright.adapters.gymnasium_many import SeatEnvs

    envs = SeatEnvs(rw.load_game("my_game"), 256, seats=3, seat=0)
    seen, info = envs.reset(seed=7)
    seen, rewards, terminated, truncated, info = envs.step(choose(seen, info["action_mask"]))

The other seats draw lots or take their first option inside; `SeatEnv` has other opponents. A game that has ended begins
again at the next step, whose action counts for nothing. A game that runs into a limit is truncated.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rulewright.adapters.actions import NUMBERS
from rulewright.adapters.gymnasium import spaces_of
from rulewright.adapters.many import Many
from rulewright.adapters.table import N_SEEDS, Layout
from rulewright.core.model.game import Game
from rulewright.core.model.settings import Chosen
from rulewright.play.policies.naming import BLIND

OTHERS = BLIND


class SeatEnvs(VectorEnv[Any, Any, Any]):
    """The games of one seat (from 0), side by side."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the library declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seats: int,
        seat: int = 0,
        others: str = "random",
        settings: Chosen | None = None,
        numbers: range = NUMBERS,
    ) -> None:
        """Make the environment of N games.

        Raises NotNative if the game has no native code, NoEngine if WebAssembly cannot run here.
        """
        if others not in OTHERS:
            raise ValueError(f"'{others}' does not play natively; choose {', '.join(OTHERS)}")
        self.layout = Layout(game, seats, settings, numbers)
        self.layout.check_seat(seat)
        self.num_envs, self.seat, self.others = num_envs, seat, others
        self.single_observation_space: gymnasium.Space[Any]
        self.single_action_space: gymnasium.Space[Any]
        self.single_observation_space, self.single_action_space = spaces_of(self.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.games = Many(self.layout, num_envs)
        self._ended: Any = np.ones(num_envs, np.bool_)
        self._seats: Any = np.full(num_envs, seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games, each at the first decision of the seat."""
        super().reset(seed=seed)
        self._begin(np.arange(self.num_envs))
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Choose in all games, and let the others play until the seat decides again.

        Raises IllegalChoice if an action may not be chosen.
        """
        begun = self._ended
        self.games.act(np.where(begun, -1, np.asarray(actions)))
        self._begin(np.nonzero(begun)[0])
        self._go_on()
        over = ~self.games.waiting
        failed: Any = np.zeros(self.num_envs, np.bool_)
        failed[list(self.games.failed)] = True
        rewards: Any = np.zeros(self.num_envs)
        for row in np.nonzero(over & ~failed)[0]:
            rewards[row] = self.games.table(int(row)).worth()[self.seat]
        self._ended = over
        seen, info = self._seen()
        return seen, rewards, over & ~failed, over & failed, info

    def action_masks(self) -> Any:
        """Return the mask of the actions that the seat may choose: bool, games x actions."""
        return self.games.masks()

    def _begin(self, rows: Any) -> None:
        """Begin games in these rows, in which the seat has something to decide."""
        while len(rows):
            self.games.begin(rows.tolist(), self.np_random.integers(N_SEEDS, size=len(rows)).tolist())
            self._go_on()
            rows = rows[~self.games.waiting[rows]]
        self._ended = np.zeros(self.num_envs, np.bool_)

    def _go_on(self) -> None:
        """Let the others play up to the seat's next decision or the end of each game."""
        games = self.games
        while (others := games.waiting & (games.acting != self.seat)).any():
            ruled = games.acting >= self.layout.deciding
            drawn = self.np_random.random(self.num_envs) * games.memory.n_options
            first = ruled if self.others == "random" else np.ones_like(ruled)
            places = np.where(first, 0, drawn.astype(np.int64))
            games.choose(np.where(others, places, -1))

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.games.vectors(self._seats), {"action_mask": self.action_masks().astype(np.int8)}
