"""Search without learned values, in Python: a tree of options, and statistics of moves over all simulations.

It is information-set Monte Carlo tree search with a single observer (Cowling, Powley, Whitehouse 2012): each
simulation deals the hidden cards anew and walks down one tree, in which a node knows the seat's options, not the table.
Since deals differ in what is open, an option is explored by how often it was open, not by how often its node was
visited: otherwise an option that is rarely open would look neglected. How much to explore an option that was taken n
times is the term of PUCT with equal shares, c * sqrt(opened) / (1 + n) (Rosin 2011). Playouts prefer moves that ended
well in other simulations, wherever they were made (MAST; Finnsson, Bjornsson 2008).

The native back end computes the same to the last bit (`native/inside/searching.py`): every simulation draws from its
own stream, one number per choice, and if several options are equal the first from a random place on is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Generic, NamedTuple, Protocol, TypeVar

from rulewright.core.model import ahead
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT, SITE
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import step
from rulewright.observe.sight.dealing import Deals
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.standing import Standings, Worth

OptionT = TypeVar("OptionT")


class Question(NamedTuple):
    """The decision to think about: the key of each offer in the tree, and the places of its options in their order."""

    keys: Sequence[int]
    places: Sequence[Sequence[int]]


OfferWorth = tuple[int, float]
"""How often an offer was taken, and what that was worth in total."""


class Searcher(Protocol):
    """A search for a seat that keeps what it has found as long as that is useful."""

    def search(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        """Return (results of each offer, number of simulations)."""

    def follow(self, at: int) -> None:
        """Reuse the subtree below the offer with index `at`, which was chosen, for the next decision."""

    def forget(self) -> None:
        """Forget what was found, as none of it is below the next decision."""


class Node(Generic[OptionT]):
    """A place in a tree: the options that are known there, by seat and site."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], dict[int, OptionT]] = {}

    def options(self, seat: int, site: int) -> dict[int, OptionT]:
        """Return the known options of a decision, by their keys. More can be added to the dictionary."""
        return self._known.setdefault((seat, site), {})


class _Option:
    """An option in the tree: how often it was taken and open, and its total worth to the seat that took it."""

    __slots__ = ("node", "opened", "taken", "worth")

    def __init__(self) -> None:
        self.taken = self.opened = 0
        self.worth = 0.0
        self.node: Node[_Option] = Node()


Habits = list[dict[int, dict[int, list[float]]]]
"""For each seat and site, how often an option was taken in simulations and its total worth."""


class Tree:
    """The search of a seat (from 0) without learned values. The one with learned values is in `learned_tree.py`.

    A flat one takes the offers of the decision in turn, looks no further, and learns no habits.
    """

    def __init__(self, game: Game, seat: int, *, is_flat: bool = False) -> None:
        self._game, self._seat, self._is_flat = game, seat, is_flat
        self._standings = Standings(game)
        self._habits: Habits = []
        self._root: Node[_Option] = Node()
        self._known: list[_Option | None] = []

    def search(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        state, draws = deals.base, Draws(seed)
        self._fade(state[N_SEATS])
        tried = self._root.options(self._seat, state[SITE])
        made = 0
        for _ in budget.spending(sum(each.taken for each in tried.values())):
            draws.turn_to(made)
            table = deals.deal(draws)
            each = _Simulation(self._game, self._seat, self._habits, self._standings, draws)
            each.run(table, self._root, question, made % len(question.keys) if self._is_flat else None)
            made += 1
        self._known = [tried.get(key) for key in question.keys]
        return [(each.taken, each.worth) if each is not None else (0, 0.0) for each in self._known], made

    def follow(self, at: int) -> None:
        option = self._known[at]
        self._root = option.node if option is not None else Node()

    def forget(self) -> None:
        self._root = Node()

    def _fade(self, seats: int) -> None:
        """Reduce the weight of move statistics of earlier decisions."""
        self._habits = self._habits or [{} for _ in range(seats)]
        for sites in self._habits:
            for habits in sites.values():
                for each in habits.values():
                    each[0] *= ahead.KEPT
                    each[1] *= ahead.KEPT


class _Simulation:
    """One way through the tree and on to the end of a game."""

    __slots__ = ("draws", "game", "habits", "path", "played", "seat", "standings")

    def __init__(self, game: Game, seat: int, habits: Habits, standings: Standings, draws: Draws) -> None:
        self.game, self.seat, self.habits, self.standings, self.draws = game, seat, habits, standings, draws
        self.path: list[tuple[int, _Option]] = []
        self.played: list[tuple[int, int, int]] = []

    def run(self, state: State, root: Node[_Option], question: Question, turn: int | None) -> None:
        """Run one simulation from a dealt table to the end of the game. `state` is changed.

        With the offer whose `turn` it is, no other option is looked at, and no habit is learned.
        """
        try:
            self._descend(state, root, question, turn)
            self._play_out(state)
            worth = self.standings.worth(state)
        except LimitReached:
            worth = (0.0,) * state[N_SEATS]
        if turn is not None:
            self.played.clear()
        self._learn(worth)

    def _descend(self, state: State, root: Node[_Option], question: Question, turn: int | None) -> None:
        seat, site, options = state[SEAT], state[SITE], state[OPTIONS]
        tried = root.options(seat, site)
        if turn is None:
            at, option, is_new = self._pick(tried, question.keys, self.habits[seat].get(site, {}))
        else:
            at, option, is_new = turn, tried.setdefault(question.keys[turn], _Option()), True
        places = question.places[at]
        self._take(state, option, options[places[0] if len(places) == 1 else places[self.draws.below(len(places))]])
        while not is_new and state[FRAME] is not None and len(self.played) < ahead.MOST:
            seat, site, options = state[SEAT], state[SITE], state[OPTIONS]
            if len(options) == 1 or (state[SEALED] is not None and seat != self.seat):
                self._step(state, seat, site, self._by_habit(seat, site, options))
                continue
            at, option, is_new = self._pick(option.node.options(seat, site), options, self.habits[seat].get(site, {}))
            self._take(state, option, options[at])

    def _take(self, state: State, option: _Option, code: int) -> None:
        self.path.append((state[SEAT], option))
        self._step(state, state[SEAT], state[SITE], code)

    def _step(self, state: State, seat: int, site: int, code: int) -> None:
        self.played.append((seat, site, code))
        step(self.game, state, code)

    def _pick(
        self, tried: dict[int, _Option], keys: Sequence[int], habits: dict[int, list[float]]
    ) -> tuple[int, _Option, bool]:
        """Return (index, option, whether it is new) of the option to follow."""
        best, most, taken_of_all = -1, -1.0, 0
        known = [tried.get(key) for key in keys]
        worth_of_all = 0.0
        for each in known:
            if each is not None:
                each.opened += 1
                taken_of_all += each.taken
                worth_of_all += each.worth
        middle = worth_of_all / taken_of_all if taken_of_all else 0.5
        share = ahead.EXPLORE / sqrt(len(keys))
        unknown = share * sqrt(taken_of_all + 1)
        first = self.draws.below(len(keys))
        for at in (*range(first, len(keys)), *range(first)):
            option = known[at]
            if option is None:
                habit = habits.get(keys[at])
                value = habit[1] / habit[0] if habit is not None and habit[0] > ahead.WEAK else middle
                value += unknown
            else:
                value = option.worth / option.taken + share * sqrt(option.opened) / (1 + option.taken)
            if value > most:
                best, most = at, value
        option = known[best]
        if option is not None:
            return best, option, False
        option = tried[keys[best]] = _Option()
        option.opened = 1
        return best, option, True

    def _play_out(self, state: State) -> None:
        """Play on to the end."""
        game, played, by_habit = self.game, self.played, self._by_habit
        while state[FRAME] is not None and len(played) < ahead.MOST:
            seat, site = state[SEAT], state[SITE]
            code = by_habit(seat, site, state[OPTIONS])
            played.append((seat, site, code))
            step(game, state, code)

    def _by_habit(self, seat: int, site: int, options: tuple[int, ...]) -> int:
        if len(options) == 1:
            return options[0]
        lot = self.draws.bits()
        first = (lot & 0xFFFFFFFF) * len(options) >> 32
        habits = self.habits[seat].get(site)
        if habits is None or lot >> 32 < ahead.LOT:
            return options[first]
        best, most = options[first], -1.0
        for code in options[first:] + options[:first]:
            habit = habits.get(code)
            value = habit[1] / habit[0] if habit is not None and habit[0] > ahead.FAINT else ahead.UNTRIED
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
