"""A game as an OpenSpiel game whose one chance node draws the seed. Extra `openspiel`.

    import rulewright as rw
    from rulewright.adapters.openspiel import spiel_game

    game = spiel_game(rw.load_game("my_game"), seats=2, deals=1000)

All shuffles and rolls of a game depend on its seed, so that drawing it is all the chance there is; `deals` is how many
seeds there are. The information state of a seat is what it sees and what it has chosen so far; resampling from it deals
again what the seat cannot know, from all that it has seen since the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyspiel

from rulewright.adapters.actions import NUMBERS
from rulewright.adapters.table import Layout, Table
from rulewright.core.model.game import Game
from rulewright.core.model.settings import Chosen

MOST_DECISIONS = 10_000


def spiel_game(
    game: Game,
    *,
    seats: int,
    deals: int = 1000,
    settings: Chosen | None = None,
    numbers: range = NUMBERS,
    first_seed: int = 0,
) -> Any:
    """Return the OpenSpiel game of a table.

    Raises ValueError if the rules play some of its seats.
    """
    layout = Layout(game, seats, settings, numbers)
    if layout.deciding != layout.seats:
        raise ValueError("OpenSpiel asks every player, so this table cannot have seats that the rules play")
    return _SpielGame(layout, deals, first_seed)


def _type_of(layout: Layout) -> Any:
    blueprint, utilities = layout.game.blueprint, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"rulewright_{blueprint.ruleset}",
        long_name=f"Rulewright {blueprint.title.get('en', blueprint.ruleset)}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if _is_zero_sum(layout) else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=blueprint.max_seats,
        min_num_players=blueprint.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _is_zero_sum(layout: Layout) -> bool:
    """Return whether what one seat wins others lose: not where all may lose, or some are on one side."""
    return layout.game.blueprint.ending is None


class _SpielGame(pyspiel.Game):
    """A table with its deals."""

    def __init__(self, layout: Layout, deals: int, first_seed: int) -> None:
        self.layout, self.deals, self.first_seed = layout, deals, first_seed
        info = pyspiel.GameInfo(
            num_distinct_actions=len(layout.actions),
            max_chance_outcomes=deals,
            num_players=layout.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=MOST_DECISIONS,
            **({"utility_sum": 0.0} if _is_zero_sum(layout) else {}),
        )
        super().__init__(_type_of(layout), info, {})

    def new_initial_state(self) -> _SpielState:
        return _SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.layout, iig_obs_type)

    def __deepcopy__(self, memo: Any) -> _SpielGame:
        return self  # nothing of it ever changes


class _SpielState(pyspiel.State):
    """A game in play, before or after its deal."""

    def __init__(self, game: _SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self.table: Table | None = None
        self.chosen: list[list[int]] = [[] for _ in range(game.layout.seats)]

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.table.acting
        return int(pyspiel.PlayerId.TERMINAL) if acting is None else acting

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self._game.deals) for deal in range(self._game.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.legal()) if self.table is not None and self.table.acting == player else []

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = Table(self._game.layout, self._game.first_seed + action)
            return
        acting = self.table.acting
        assert acting is not None
        self.chosen[acting].append(action)
        self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._game.first_seed + action}"
        return self._game.layout.actions.all[action].name

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.acting is None

    def returns(self) -> list[float]:
        if self.table is None or not self.is_terminal():
            return [0.0] * self._game.layout.seats
        return list(self.table.worth())

    def resample_from_infostate(self, player: int, sample: Callable[[], float]) -> _SpielState:
        """Return a random state that the player cannot distinguish from this one.

        Its history is empty, because no deal leads to it. `sample` returns numbers from 0 to 1, by which hidden things
        are dealt.
        """
        copy = _SpielState(self._game)
        copy.chosen = [each[:] for each in self.chosen]
        if self.table is not None:
            copy.table = self.table.dealt_anew(player, int(sample() * (1 << 53)))
        return copy

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        return f"deal {self.table.seed}, {self.table.decisions} decisions, points {list(self.table.points())}"


class _Observer:
    """The observation of a player as numbers and as text.

    With perfect recall it includes the player's own choices.
    """

    def __init__(self, layout: Layout, kind: Any) -> None:
        self._layout = layout
        self._recalls = kind is not None and kind.perfect_recall
        size = len(layout.vectors)
        self.tensor: Any = np.zeros(size, np.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state: _SpielState, player: int) -> None:
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.table.vector(player)

    def string_from(self, state: _SpielState, player: int) -> str:
        if state.table is None:
            return "before the deal"
        parts = self._layout.vectors.parts
        seen = _told(zip((part.name for part in parts), state.table.vector(player), strict=True))
        legal = state.table.legal() if state.table.acting == player else ()
        told = f"{seen}; may choose {' '.join(map(str, legal))}"
        return f"{told}; has chosen {' '.join(map(str, state.chosen[player]))}" if self._recalls else told


def _told(numbers: Iterable[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {number:g}" for name, number in numbers if number)
