"""One seat of a game as a Gymnasium environment, the others played by policies. Extra `gymnasium`.

    import rulewright as rw
    from rulewright.adapters.gymnasium import SeatEnv

    env = SeatEnv(rw.load_game("my_game"), seats=3, seat=0, others="greedy")

An observation is what the seat sees as numbers; `info["action_mask"]` and `env.action_masks()` say which actions it
may choose. An action that it may not choose ends the game, and is worth as much as losing it alone.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rulewright.adapters.actions import NUMBERS
from rulewright.adapters.table import N_SEEDS, Layout, Table
from rulewright.core.model.game import Game
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import IllegalChoice
from rulewright.play.policies.naming import policy_fault

_LOST = -1.0


def spaces_of(layout: Layout) -> tuple[spaces.Box, spaces.Discrete]:
    """Return (observation space, action space): a float32 Box and a Discrete space."""
    low = np.array([each.low for each in layout.vectors.parts], np.float32)
    high = np.array([each.high for each in layout.vectors.parts], np.float32)
    return spaces.Box(low, high, dtype=np.float32), spaces.Discrete(len(layout.actions))


def mask_of(table: Table, seat: int) -> Any:
    """Return the mask of the actions that a seat may choose now: bool, one per action."""
    mask: Any = np.zeros(len(table.layout.actions), np.bool_)
    if table.acting == seat:
        mask[list(table.legal())] = True
    return mask


class SeatEnv(gymnasium.Env[Any, Any]):
    """The game of one seat (from 0) against policies.

    `others` is the policy of all other seats, `settings` the choices of a table, `numbers` the amounts that have
    actions of their own. Raises ValueError if the policy is unknown, and WrongSetup if the table does not fit the game.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the library declares it

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        seat: int = 0,
        others: str = "random",
        settings: Chosen | None = None,
        numbers: range = NUMBERS,
    ) -> None:
        if fault := policy_fault(others, files=True):
            raise ValueError(f"others='{others}': {fault}")
        self.layout = Layout(game, seats, settings, numbers)
        self.layout.check_seat(seat)
        self.seat, self.others = seat, others
        self.render_mode = None
        self.observation_space, self.action_space = spaces_of(self.layout)
        self.table: Table | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game, at the first decision of the seat. One that ends before is not begun."""
        super().reset(seed=seed)
        while True:
            self.table = Table(self.layout, int(self.np_random.integers(N_SEEDS)))
            self._go_on()
            if self.table.acting is not None:
                return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Choose, and let the others play until the seat decides again or the game is over."""
        assert self.table is not None
        try:
            self.table.act(int(action))
        except IllegalChoice:
            seen, info = self._seen()
            return seen, _LOST, True, False, {**info, "illegal": True}
        self._go_on()
        seen, info = self._seen()
        over = self.table.acting is None
        return seen, self.table.worth()[self.seat] if over else 0.0, over, False, info

    def action_masks(self) -> Any:
        """Return the mask of the actions that the seat may choose now: bool, one per action."""
        if self.table is None:
            return np.zeros(len(self.layout.actions), np.bool_)
        return mask_of(self.table, self.seat)

    def _go_on(self) -> None:
        assert self.table is not None
        while self.table.acting not in (None, self.seat):
            self.table.play(self.others)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        assert self.table is not None
        seen = np.array(self.table.vector(self.seat), np.float32)
        return seen, {"action_mask": self.action_masks().astype(np.int8), "points": self.table.points()}
