"""Many games of a layout at once, stepped together in native memory: the same games as `Table` plays. Needs numpy.

    import rulewright as rw
    from rulewright.adapters.many import Many
    from rulewright.adapters.table import Layout

    games = Many(Layout(rw.load_game("my_game", backend="native"), seats=2), 256)
    games.begin(range(256), seeds=range(256))
    while games.waiting.any():
        games.act(choose(games.vectors(), games.masks()))

`games.memory` has the states themselves as arrays without copies, hidden things with the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rulewright.adapters.many_actions import ManyActions
from rulewright.adapters.many_hiding import Hiding
from rulewright.adapters.many_vectors import ManyVectors
from rulewright.adapters.memory import memory_of
from rulewright.adapters.table import Layout, Table
from rulewright.model.chance import Draws
from rulewright.model.limits import LimitReached
from rulewright.run.steps import IllegalChoice


class Many:
    """A number of games of a layout, each in a row of its own."""

    def __init__(self, layout: Layout, count: int) -> None:
        """For a game that was loaded with the native back end. Raises NotNative, NoEngine."""
        self.layout, self.count = layout, count
        self.memory = memory_of(layout.game, count)
        hiding = Hiding(layout, self.memory)
        self._actions = ManyActions(layout, self.memory, hiding)
        self._vectors = ManyVectors(layout, self.memory, hiding)
        self.seeds: Any = np.zeros(count, np.int64)
        self.decisions: Any = np.zeros(count, np.int64)
        self.failed: dict[int, str] = {}
        """The rows whose game was given up since it came to a limit, with the reason."""

    @property
    def waiting(self) -> Any:
        """Which games wait for a decision, true or false for each row."""
        self.memory.look()
        return self.memory.frame != 0

    @property
    def acting(self) -> Any:
        """The seat that decides in each row, -1 at the end."""
        self.memory.look()
        return np.where(self.memory.frame != 0, self.memory.seat, -1)

    def begin(self, rows: Iterable[int], seeds: Iterable[int]) -> None:
        """Begin a game in each of these rows. Raises LimitReached, WrongSetup."""
        host, layout = self.memory.host, self.layout
        for row, seed in zip(rows, seeds, strict=True):
            made = host.start(seats=layout.seats, seed=int(seed), settings=layout.settings)
            host.copy(self.memory.address(row), made)
            host.release(made)
            self.seeds[row], self.decisions[row] = seed, 0
            self.failed.pop(row, None)
        self.memory.look()

    def masks(self) -> Any:
        """Which actions may be chosen: true or false, rows x actions. Raises NumberBeyond."""
        self.memory.look()
        return self._actions.masks()

    def vectors(self, seats: Any = None) -> Any:
        """What a seat of each row sees, rows x parts, as `layout.vectors.parts` name them: the acting one, or `seats`.

        If no seat acts, what the first seat sees.
        """
        self.memory.look()
        return self._vectors.vectors(np.maximum(self.acting, 0) if seats is None else np.asarray(seats))

    def act(self, actions: Any) -> None:
        """Choose in each game that waits; the action of a row whose game is over, or -1, chooses nothing there.

        Raises IllegalChoice if one may not be chosen, changing nothing. A game that runs into a limit is
        over, and is in `failed`.
        """
        self.memory.look()
        wanted = np.where(self.waiting, np.asarray(actions, np.int64), -1)
        rows, places, found = self._actions.offers()
        is_chosen = found == wanted[rows]
        rows, places = rows[is_chosen], places[is_chosen]
        ways = np.bincount(rows, minlength=self.count)
        missing = np.nonzero((ways == 0) & (wanted >= 0))[0]
        if len(missing):
            raise IllegalChoice(f"row {missing[0]}: action {wanted[missing[0]]} may not be chosen here")
        choices: Any = np.full(self.count, -1, np.int32)
        choices[rows] = places
        for row in np.nonzero(ways > 1)[0]:  # pieces that are not seen: at random
            own = places[rows == row]
            choices[row] = own[Draws(int(self.seeds[row]), int(self.decisions[row])).below(len(own))]
        self.choose(choices)

    def choose(self, places: Any) -> None:
        """Choose options by their places among those of each state; -1 leaves a state as it is."""
        memory = self.memory
        memory.look()
        memory.choices[:] = places
        before = memory.whole.copy()
        chosen = (memory.choices >= 0) & (memory.choices < memory.n_options) & (memory.frame != 0)
        self.decisions += chosen
        try:
            memory.step()
        except LimitReached:  # which states ran into it has to be found out
            memory.whole[:] = before
            for row in np.nonzero(chosen)[0]:
                self._choose_alone(int(row), int(memory.choices[row]))
            memory.look()

    def _choose_alone(self, row: int, place: int) -> None:
        """One choice by the host, which knows what to do at a limit."""
        memory = self.memory
        try:
            memory.host.step(memory.address(row), int(memory.options[row, place]))
        except LimitReached as limit:
            self.failed[row] = str(limit)
            memory.frame[row] = 0

    def table(self, row: int) -> Table:
        """The game of a row as a `Table` of its own: the worth of its end, its points."""
        table = Table(self.layout, int(self.seeds[row]), self.memory.host.get(self.memory.address(row)))
        table.decisions = int(self.decisions[row])
        return table
