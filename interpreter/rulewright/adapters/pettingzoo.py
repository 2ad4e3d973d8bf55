"""A game as a PettingZoo environment with agents that act in turn (AEC). Extra `pettingzoo`.

    import rulewright as rw
    from rulewright.adapters.pettingzoo import GameEnv

    env = GameEnv(rw.load_game("my_game"), seats=3)

An agent is a seat that the rules do not play. It observes a dictionary: `observation`, what it sees as numbers, and
`action_mask`, the actions it may choose now. A winner gets 1 less an even share of the victory, others 0 less it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from rulewright.adapters.actions import NUMBERS
from rulewright.adapters.gymnasium import mask_of, spaces_of
from rulewright.adapters.table import N_SEEDS, Layout, Table
from rulewright.core.model.game import Game
from rulewright.core.model.settings import Chosen


class GameEnv(AECEnv):
    """A game at a table of this many seats."""

    metadata: dict[str, Any] = {"name": "rulewright_v0", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012

    def __init__(self, game: Game, *, seats: int, settings: Chosen | None = None, numbers: range = NUMBERS) -> None:
        super().__init__()
        self.layout = Layout(game, seats, settings, numbers)
        self.metadata = {**self.metadata, "name": f"{game.blueprint.ruleset}_v0"}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.layout.deciding)]
        self.agents = list(self.possible_agents)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        of_agents = {agent: spaces_of(self.layout) for agent in self.possible_agents}
        masked = (len(self.layout.actions),)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, masked, dtype=np.int8)})
            for agent, (seen, _) in of_agents.items()
        }
        self.action_spaces = {agent: actions for agent, (_, actions) in of_agents.items()}
        self._random, _ = seeding.np_random()
        self.table: Table | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game, the next one of the sequence if no seed is given."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table = Table(self.layout, int(self._random.integers(N_SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._acting()
        self._end_if_over()

    def observe(self, agent: str) -> dict[str, Any]:
        assert self.table is not None
        seat = self._seat_of[agent]
        mask = mask_of(self.table, seat).astype(np.int8)
        return {"observation": np.array(self.table.vector(seat), np.float32), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the choice of the acting agent.

        Raises IllegalChoice if the agent may not choose the action.
        """
        assert self.table is not None
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.act(int(action))
        self.agent_selection = self._acting()
        self._end_if_over()
        self._accumulate_rewards()

    def render(self) -> None:
        """Draw nothing, because `rulewright serve` shows tables."""

    def close(self) -> None:
        """Close nothing, because nothing is open."""

    def _acting(self) -> str:
        assert self.table is not None
        acting = self.table.acting
        return self.possible_agents[acting] if acting is not None else self.agents[0]

    def _end_if_over(self) -> None:
        assert self.table is not None
        if self.table.acting is not None:
            return
        worth = self.table.worth()
        for agent in self.agents:
            self.rewards[agent] = worth[self._seat_of[agent]]
            self.terminations[agent] = True
