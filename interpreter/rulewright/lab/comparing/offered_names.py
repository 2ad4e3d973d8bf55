"""Counts of each option and thing that is offered and taken in a game, a `pick` of several being one decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, SEAT, SITE
from rulewright.observe.sight.selections import locals_of, picked_by_now


@dataclass(slots=True)
class _Selection:
    """A `pick` of several as it is made: who is asked where, what its parts have offered, and what was taken.

    The rules ask for the parts in an order that reaches each set in one way, so that some candidates are offered by
    later parts only.
    """

    seat: int
    site: int
    asked: tuple[Any, ...]
    offered: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)


@dataclass(slots=True)
class OfferedNames:
    """Names of options and things, with the number of decisions that offer them and in which they are taken."""

    game: Game
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    _selection: _Selection | None = None

    def add(self, state: State, offered: Set[str], taken: Set[str]) -> None:
        """Add what a decision offers, and what is taken there or settled with it."""
        selection = self._selection
        if selection is not None:
            if picked_by_now(self.game, state, selection.seat, selection.site, selection.asked) is None:
                self.end_selection()
        if locals_of(self.game, state) is None:
            self._count(offered, offered & taken)
            return
        self._selection = self._selection or _Selection(state[SEAT], state[SITE], state[FRAME])
        self._selection.offered |= offered | taken
        self._selection.taken |= taken

    def end_selection(self) -> None:
        """Count the selection that is being made, if there is one."""
        if self._selection is not None:
            self._count(self._selection.offered, self._selection.taken)
        self._selection = None

    def _count(self, offered: Set[str], taken: Set[str]) -> None:
        self.offered.update(offered)
        self.taken.update(dict.fromkeys(offered, 0) | dict.fromkeys(taken, 1))
