"""The actions of many states at once, by the numbers of `Actions`. Needs numpy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from rulewright.adapters.actions import NumberBeyond
from rulewright.adapters.many_hiding import Hiding
from rulewright.adapters.memory import Memory
from rulewright.adapters.table import Layout
from rulewright.model.kinds import PieceOf
from rulewright.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE

_NOTHING, _NUMBER, _THING, _PIECE = range(4)
_LABELS: Final = 1 << LABEL_BITS


class ManyActions:
    """Which actions each state of a block offers."""

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
        """All options of all states: the row of each, its place there, and its action. Raises NumberBeyond."""
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
