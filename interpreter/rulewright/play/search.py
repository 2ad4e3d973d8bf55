"""Tree search for any ruleset: what a seat chooses that imagines how the game may go on, many times over.

Single-observer information-set tree search (Cowling, Powley, Whitehouse 2012): every simulation begins at a table dealt
anew from what the seat knows; one tree of options belongs to all these tables, and an option is tried as often as it
was open. Each seat in the tree seeks its own worth (max^n; `play/standing.py`). Below the tree a game is played out by
options that did well in other simulations, whatever came before (MAST; Björnsson, Finnsson 2008), or by chance.

While several seats are asked at once, the others answer as in a playout, since they do not see what this seat answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import sqrt
from time import perf_counter
from typing import NamedTuple

from rulewright.model.chance import Draws
from rulewright.model.game import Event, Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT, SITE
from rulewright.observe.events import shows_hidden
from rulewright.observe.knowledge import Knowledge, deal
from rulewright.observe.offers import offers
from rulewright.play.budget import Budget
from rulewright.play.standing import Standings, Worth
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import step

_EXPLORE = 0.7
_BY_CHANCE = 0.3
_KEPT = 0.5
_MOST = 2_000
_HIDDEN = 1 << 80
"""Added to the number of an offer of hidden pieces, which stands in the tree for all of them."""


class _Node:
    """A place in the tree: the options that were tried there, by seat and site."""

    __slots__ = ("tried",)

    def __init__(self) -> None:
        self.tried: dict[tuple[int, int], dict[int, _Option]] = {}


class _Option:
    """An option in the tree: how often it was taken and open, and what it was worth to who took it, in all."""

    __slots__ = ("node", "opened", "taken", "worth")

    def __init__(self) -> None:
        self.taken = self.opened = 0
        self.worth = 0.0
        self.node = _Node()


class _Question(NamedTuple):
    """The decision searched for: the key of each offer in the tree, and the places of its options in their order."""

    keys: list[int]
    places: list[list[int]]


Habits = list[dict[int, dict[int, list[float]]]]
"""For each seat and site, how often an option was taken in simulations and its worth in all."""


class Search:
    """What decides for a seat (from 0) of one game; it is told by `observe` what happens at the table.

    Without `knowledge` it knows at every decision what who has just come to the table knows.
    """

    def __init__(self, game: Game, seat: int, budget: Budget, knowledge: Knowledge | None = None) -> None:
        self.game, self.seat, self.budget = game, seat, budget
        self.knowledge = knowledge
        self.simulations = 0
        self._standings = Standings(game)
        self._habits: Habits = []
        self._next: _Node | None = None
        self._since = 0

    def observe(self, events: Iterable[Event]) -> None:
        """What has happened since a choice was made, events of a traced build."""
        events = tuple(events)
        if self.knowledge is not None:
            self.knowledge.observe(events)
        self._since += 1
        news = any(event[0] in ("shuffled", "sealed", "opened") for event in events)
        if self._since > 1 or news or shows_hidden(self.game, events, self.seat):
            self._next = None

    def choose(self, game: Game, state: State, draws: Draws) -> int:
        """The option code that the seat chooses, which must be asked."""
        offered = offers(game, state, self.seat)
        if len(offered) == 1:
            return offered[0].codes[draws.below(len(offered[0].codes))]
        root = self._next if self._next is not None else _Node()
        keys = [each.codes[0] if not each.is_hidden else _HIDDEN + at for at, each in enumerate(offered)]
        places = [[state[OPTIONS].index(code) for code in each.codes] for each in offered]
        self._run(state, root, _Question(keys, places), draws)
        tried = root.tried.get((self.seat, state[SITE]), {})
        at = max(range(len(keys)), key=lambda at: _rank(tried.get(keys[at])))
        best, taken = offered[at], tried.get(keys[at])
        self._next = taken.node if taken is not None and state[SEALED] is None else None
        self._since = 0
        return best.codes[draws.below(len(best.codes))]

    def _run(self, state: State, root: _Node, question: _Question, draws: Draws) -> None:
        knowledge = self.knowledge or Knowledge.of_table(self.game, state, self.seat)
        chance = random.Random(draws.bits())
        self._fade(state[N_SEATS])
        done = sum(each.taken for each in root.tried.get((self.seat, state[SITE]), {}).values())
        until = perf_counter() + self.budget.seconds
        while done < self.budget.simulations and (done == 0 or perf_counter() < until):
            table = deal(state, knowledge, draws.bits())
            _Simulation(self.game, self.seat, self._habits, self._standings, chance).run(table, root, question)
            done += 1
            self.simulations += 1

    def _fade(self, seats: int) -> None:
        """What did well at earlier decisions counts less and less."""
        self._habits = self._habits or [{} for _ in range(seats)]
        for sites in self._habits:
            for habits in sites.values():
                for each in habits.values():
                    each[0] *= _KEPT
                    each[1] *= _KEPT


def _rank(option: _Option | None) -> tuple[int, float]:
    return (option.taken, option.worth) if option is not None else (-1, 0.0)


class _Simulation:
    """One way through the tree and on to the end of a game."""

    __slots__ = ("chance", "game", "habits", "path", "played", "seat", "standings")

    def __init__(self, game: Game, seat: int, habits: Habits, standings: Standings, chance: random.Random) -> None:
        self.game, self.seat, self.habits, self.standings, self.chance = game, seat, habits, standings, chance
        self.path: list[tuple[int, _Option]] = []
        self.played: list[tuple[int, int, int]] = []

    def run(self, state: State, root: _Node, question: _Question) -> None:
        """From a table that was dealt to what comes of it; `state` is played on."""
        try:
            self._descend(state, root, question)
            self._play_out(state)
            worth = self.standings.worth(state)
        except LimitReached:
            worth = (0.0,) * state[N_SEATS]
        self._learn(worth)

    def _descend(self, state: State, node: _Node, question: _Question) -> None:
        options = state[OPTIONS]
        at, option, is_new = self._pick(
            self._tried(node, state), question.keys, self.habits[state[SEAT]].get(state[SITE], {})
        )
        places = question.places[at]
        place = places[0] if len(places) == 1 else places[int(self.chance.random() * len(places))]
        self._take(state, option, options[place])
        while state[FRAME] is not None and not is_new:
            seat, site, options = state[SEAT], state[SITE], state[OPTIONS]
            if len(options) == 1 or (state[SEALED] is not None and seat != self.seat):
                code = self._by_habit(seat, site, options)
                self.played.append((seat, site, code))
                step(self.game, state, code)
                continue
            tried = self._tried(option.node, state)
            at, option, is_new = self._pick(tried, options, self.habits[seat].get(site, {}))
            self._take(state, option, options[at])

    def _tried(self, node: _Node, state: State) -> dict[int, _Option]:
        return node.tried.setdefault((state[SEAT], state[SITE]), {})

    def _take(self, state: State, option: _Option, code: int) -> None:
        self.path.append((state[SEAT], option))
        self.played.append((state[SEAT], state[SITE], code))
        step(self.game, state, code)

    def _pick(
        self, tried: dict[int, _Option], keys: Sequence[int], habits: dict[int, list[float]]
    ) -> tuple[int, _Option, bool]:
        """The place of the option to follow, and whether it is followed for the first time."""
        best, most, taken_of_all = -1, -1.0, 0
        known = [tried.get(key) for key in keys]
        worth_of_all = 0.0
        for each in known:
            if each is not None:
                each.opened += 1
                taken_of_all += each.taken
                worth_of_all += each.worth
        middle = worth_of_all / taken_of_all if taken_of_all else 0.5
        share = _EXPLORE / sqrt(len(keys))
        lot = self.chance.random
        for at, each in enumerate(known):
            if each is None:
                habit = habits.get(keys[at])
                value = habit[1] / habit[0] if habit is not None and habit[0] > 0.3 else middle
                value += share * sqrt(taken_of_all + 1)
            else:
                value = each.worth / each.taken + share * sqrt(each.opened) / (1 + each.taken)
            value += lot() * 1e-6
            if value > most:
                best, most = at, value
        option = known[best]
        if option is not None:
            return best, option, False
        option = tried[keys[best]] = _Option()
        option.opened = 1
        return best, option, True

    def _play_out(self, state: State) -> None:
        game, played, by_habit = self.game, self.played, self._by_habit
        for _ in range(_MOST):
            if state[FRAME] is None:
                return
            seat, site = state[SEAT], state[SITE]
            code = by_habit(seat, site, state[OPTIONS])
            played.append((seat, site, code))
            step(game, state, code)

    def _by_habit(self, seat: int, site: int, options: tuple[int, ...]) -> int:
        lot = self.chance.random
        habits = self.habits[seat].get(site)
        if habits is None or lot() < _BY_CHANCE:
            return options[int(lot() * len(options))]
        best, most = options[0], -1.0
        for code in options:
            habit = habits.get(code)
            value = (habit[1] / habit[0] if habit is not None else 0.6) + lot() * 0.01
            if value > most:
                best, most = code, value
        return best

    def _learn(self, worth: Worth) -> None:
        for seat, option in self.path:
            option.taken += 1
            option.worth += worth[seat]
        for seat, site, code in self.played:
            habits = self.habits[seat].setdefault(site, {})
            habit = habits.get(code)
            if habit is None:
                habits[code] = [1.0, worth[seat]]
            else:
                habit[0] += 1.0
                habit[1] += worth[seat]
