"""Many games of a layout, stepped together in native memory, equal to those of `Table`. Needs numpy.

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
from typing import Any, Final

import numpy as np

from rulewright.adapters.actions import NumberBeyond
from rulewright.adapters.many_hiding import Hiding
from rulewright.adapters.many_vectors import ManyVectors
from rulewright.adapters.memory import Memory, memory_of
from rulewright.adapters.table import Layout, Table
from rulewright.core.model.chance import Draws
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import IllegalChoice


class Many:
    """A number of games of a layout, each in a row of its own."""

    def __init__(self, layout: Layout, count: int) -> None:
        """Make rows for games that were loaded with the native back end.

        Raises NotNative if the game has no native code, NoEngine if WebAssembly cannot run here.
        """
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
        """The games that wait for a decision: bool, one per row."""
        self.memory.look()
        return self.memory.frame != 0

    @property
    def acting(self) -> Any:
        """The seat that decides in each row, -1 at the end."""
        self.memory.look()
        return np.where(self.memory.frame != 0, self.memory.seat, -1)

    def begin(self, rows: Iterable[int], seeds: Iterable[int]) -> None:
        """Begin a game in each of these rows.

        Raises LimitReached if a game runs into a limit, WrongSetup if the game does not allow these seats or settings.
        """
        host, layout = self.memory.host, self.layout
        for row, seed in zip(rows, seeds, strict=True):
            made = host.start(seats=layout.seats, seed=int(seed), settings=layout.settings)
            host.copy(self.memory.address(row), made)
            host.release(made)
            self.seeds[row], self.decisions[row] = seed, 0
            self.failed.pop(row, None)
        self.memory.look()

    def masks(self) -> Any:
        """Return the mask of the actions that may be chosen: bool, rows x actions.

        Raises NumberBeyond if an option's number is out of range.
        """
        self.memory.look()
        return self._actions.masks()

    def vectors(self, seats: Any = None) -> Any:
        """Return what a seat of each row sees: float32, rows x parts, as `layout.vectors.parts` name them.

        `seats` has a seat (from 0) for each row. Without it, the acting seat is used, or seat 0 if none acts.
        """
        self.memory.look()
        return self._vectors.vectors(np.maximum(self.acting, 0) if seats is None else np.asarray(seats))

    def act(self, actions: Any) -> None:
        """Choose an action in each game that waits, none in rows with -1 or whose game is over.

        Raises IllegalChoice, changing nothing, if an action may not be chosen. A game that runs into a limit is over,
        and is in `failed`.
        """
        self.memory.look()
        wanted = np.where(self.waiting, np.asarray(actions, np.int64), -1)
        rows, places, found = self._actions.offers()
        is_chosen = found == wanted[rows]
        rows, places = rows[is_chosen], places[is_chosen]
        ways = np.bincount(rows, minlength=self.count)
        missing = np.nonzero((ways == 0) & (wanted >= 0))[0]
        if len(missing):
            raise IllegalChoice(f"row {missing[0]}: action {wanted[missing[0]]} is not an option here")
        choices: Any = np.full(self.count, -1, np.int32)
        choices[rows] = places
        for row in np.nonzero(ways > 1)[0]:  # pieces that are not seen: at random
            own = places[rows == row]
            choices[row] = own[Draws(int(self.seeds[row]), int(self.decisions[row])).below(len(own))]
        self.choose(choices)

    def choose(self, places: Any) -> None:
        """Choose options by their indexes in each state, where -1 leaves a state unchanged."""
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
        """Make one choice by the host, and mark the row as failed if it runs into a limit."""
        memory = self.memory
        try:
            memory.host.step(memory.address(row), int(memory.options[row, place]))
        except LimitReached as limit:
            self.failed[row] = str(limit)
            memory.frame[row] = 0

    def table(self, row: int) -> Table:
        """Return the game of a row as a `Table` of its own: the worth of its end, its points."""
        table = Table(self.layout, int(self.seeds[row]), self.memory.host.get(self.memory.address(row)))
        table.decisions = int(self.decisions[row])
        return table


_NOTHING, _NUMBER, _THING, _PIECE = range(4)
_LABELS: Final = 1 << LABEL_BITS


class ManyActions:
    """The actions that each state of a block offers."""

    def __init__(self, layout: Layout, memory: Memory, hiding: Hiding) -> None:
        blueprint, actions = layout.game.blueprint, layout.actions
        self._layout, self._memory, self._hiding = layout, memory, hiding
        sites = blueprint.sites
        self._free = blueprint.free_site
        self._named = np.array([bool(each.named) for each in sites], np.bool_)
        self._kind: Any = np.zeros((len(sites), _LABELS), np.int64)
        self._base: Any = np.full((len(sites), _LABELS), -1, np.int64)
        self._last: Any = np.zeros((len(sites), _LABELS), np.int64)
        for at, action in enumerate(actions.all):
            domain = sites[action.site].domains[action.option]
            place = action.site, action.option
            if self._base[place] < 0:
                self._base[place] = at
            self._last[place] = at
            kind = _PIECE if isinstance(domain, PieceOf) else _NUMBER if domain == "number" else _THING
            self._kind[place] = kind if domain else _NOTHING
        of_kind: dict[str, int] = {}
        self._ranks: Any = np.zeros(max(1, len(blueprint.pieces)), np.int64)  # of each piece among those of its kind
        for number, piece in enumerate(blueprint.pieces):
            self._ranks[number] = of_kind[piece.kind] = of_kind.get(piece.kind, -1) + 1
        self._columns = np.arange(memory.host.layout.most_options)

    def offers(self) -> tuple[Any, Any, Any]:
        """Return (rows, indexes, actions) of all options of all states.

        An index is the position of the option in its state. Raises NumberBeyond if an option's number is out of range.
        """
        memory, numbers = self._memory, self._layout.actions.numbers
        counts = np.where(memory.frame != 0, memory.n_options, 0)
        rows, places = np.nonzero(self._columns < counts[:, None])
        codes, sites = memory.options[rows, places], memory.site[rows]
        free = codes >= LEAST_FREE_CODE
        sites, codes = np.where(free, self._free, sites), np.where(free, codes - FREE_CODES, codes)
        named = self._named[sites]
        options, about = np.where(named, codes & (_LABELS - 1), 0), np.where(named, codes >> LABEL_BITS, codes)
        kinds, first, last = (each[sites, options] for each in (self._kind, self._base, self._last))
        pieces = np.nonzero((kinds == _PIECE) & (about >= 0))[0]
        things = about.copy()
        things[pieces] = self._ranks[about[pieces]]
        actions = first + np.where(kinds == _NOTHING, 0, np.where(kinds == _NUMBER, about - numbers.start, things + 1))
        if len(pieces):
            at = rows[pieces]
            hidden = self._hiding.is_hidden(at, memory.seat[at], about[pieces])
            actions[pieces[hidden]] = last[pieces[hidden]]
        beyond = (kinds == _NUMBER) & ((about < numbers.start) | (about >= numbers.stop))
        if beyond.any():
            one = int(np.nonzero(beyond)[0][0])
            info = self._layout.game.blueprint.sites[sites[one]]
            raise NumberBeyond.of(info.labels[options[one]], info.procedure, int(about[one]), numbers)
        return rows, places, actions

    def masks(self) -> Any:
        rows, _, actions = self.offers()
        found: Any = np.zeros((self._memory.count, len(self._layout.actions)), np.bool_)
        found[rows, actions] = True
        return found
