"""Search with a learned player, in Python: a tree that begins with the values the player expects.

At each node that a simulation comes to, the player looks one choice ahead. The value it expects of an option, its
*prior*, counts as much as some simulations, and its distance to the best option decides how much attention the option
gets (PUCT; Silver et al. 2017). Below the tree all seats choose as the player would, for some choices, and the player
then rates the table. So few simulations choose as the player alone does, and more of them can only overrule it where
what follows shows it to be wrong.

At two seats, where nothing is hidden or left to chance, it proves what it can (Winands, Björnsson, Saito 2008). An
option that ends the game, ahead of the other seat or behind it, has infinite value, positive or negative. So has one
that leads to where somebody has an option that is won, or none that is not lost. When that holds for the decision
itself, the search ends.

The native back end computes the same to the last bit (`native/inside/learned_search.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from rulewright.core.model import ahead
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEALED, SEAT, SITE
from rulewright.core.model.weighing import FAR, UNIT
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import step
from rulewright.observe.sight.dealing import Deals
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.standing import Standings, Worth
from rulewright.play.policies.tree import Node, OfferWorth, Question


class _Option:
    """An option in the tree: what is expected of it, how often it was taken, and its total worth to who took it."""

    __slots__ = ("node", "prior", "taken", "worth")

    def __init__(self, prior: int) -> None:
        self.prior = max(-FAR, min(FAR, prior))
        self.taken, self.worth = 0, 0.0
        self.node: Node[_Option] = Node()


class LearnedTree:
    """The searcher of a search for a seat (from 0) with a learned player."""

    def __init__(self, game: Game, seat: int, player: LearnedPlayer) -> None:
        self._game, self._seat, self._player = game, seat, player
        self._standings = Standings(game, player.values.scale)
        self._root: Node[_Option] = Node()
        self._known: list[_Option] = []

    def search(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        draws = Draws(seed)
        tried = self._root.options(self._seat, deals.base[SITE])
        made, budgeted = 0, budget.spending(sum(each.taken for each in tried.values()))
        for key, prior in zip(question.keys, self._priors(deals, question, draws), strict=True):
            if key in tried:
                tried[key].prior = _Option(prior).prior
            else:
                tried[key] = _Option(prior)
        offered = [tried[key] for key in question.keys]
        for _ in budgeted:
            if _proven(offered):
                break
            draws.turn_to(made)
            each = _Simulation(self._game, self._seat, self._player, self._standings, draws)
            each.run(deals.deal(draws), self._root, question)
            made += 1
        self._known = offered
        return [(each.taken, each.worth) for each in self._known], made

    def follow(self, at: int) -> None:
        self._root = self._known[at].node

    def forget(self) -> None:
        self._root = Node()

    def _priors(self, deals: Deals, question: Question, draws: Draws) -> list[int]:
        """Return the mean value that the player expects of each offer over several sampled tables.

        An offer of hidden pieces counts by the place of its first piece.
        """
        sums = [0] * len(question.keys)
        try:
            for number in range(ahead.LOOKS):
                draws.turn_to(number)
                found = self._player.expects(deals.deal(draws))
                sums = [each + found[places[0]] for each, places in zip(sums, question.places, strict=True)]
        except LimitReached:
            return [0] * len(sums)
        return [each // ahead.LOOKS for each in sums]


def _proven(known: Sequence[_Option]) -> float:
    """Return the proven value of a node for the seat to move: inf, -inf, or 0 if nothing is proven."""
    if any(each.worth == inf for each in known):
        return inf
    return -inf if all(each.worth == -inf for each in known) else 0.0


class _Simulation:
    """One way through the tree, and some choices on."""

    __slots__ = ("draws", "game", "path", "played", "player", "proves", "seat", "standings")

    def __init__(self, game: Game, seat: int, player: LearnedPlayer, standings: Standings, draws: Draws) -> None:
        self.game, self.seat, self.player, self.standings, self.draws = game, seat, player, standings, draws
        self.path: list[tuple[int, _Option]] = []
        self.played = 0
        self.proves = player.solves

    def run(self, state: State, root: Node[_Option], question: Question) -> None:
        """Run one simulation from a dealt table. `state` is changed."""
        try:
            worth = self._descend(state, root, question) or self._play_on(state)
        except LimitReached:
            worth = (0.0,) * state[N_SEATS]
        for seat, option in self.path:
            option.taken += 1
            option.worth += worth[seat]

    def _descend(self, state: State, root: Node[_Option], question: Question) -> Worth | None:
        """Go down the tree to a new option, and return the state's value to each seat if it is decided."""
        options = state[OPTIONS]
        tried = root.options(state[SEAT], state[SITE])
        at, option = self._pick([tried[key] for key in question.keys])
        places = question.places[at]
        self._take(state, option, options[places[0] if len(places) == 1 else places[self.draws.below(len(places))]])
        while option.taken and self._goes_on(state):
            if len(state[OPTIONS]) == 1 or (state[SEALED] is not None and state[SEAT] != self.seat):
                self._follow(state)
                continue
            options = state[OPTIONS]
            known = self._opened(option.node, state)
            proven = _proven(known) if self.proves and state[SEALED] is None else 0.0
            if proven:
                return self._prove(proven if state[SEAT] == self.path[-1][0] else -proven)
            at, option = self._pick(known)
            self._take(state, option, options[at])
        if not self.proves or state[FRAME] is not None:
            return None
        worth, (seat, last) = self.standings.worth(state), self.path[-1]
        if worth[seat] != worth[1 - seat]:
            last.worth = inf if worth[seat] > worth[1 - seat] else -inf
        return worth

    def _prove(self, worth: float) -> Worth:
        """Mark the last option taken as won or lost, and return the value to each seat."""
        seat, last = self.path[-1]
        last.worth = worth
        return (float((worth > 0) == (seat == 0)), float((worth > 0) == (seat == 1)))

    def _opened(self, node: Node[_Option], state: State) -> list[_Option]:
        """Return the options of a state in the tree, and add new ones with the value that the player expects."""
        known = node.options(state[SEAT], state[SITE])
        if any(code not in known for code in state[OPTIONS]):
            for code, prior in zip(state[OPTIONS], self.player.expects(state), strict=True):
                if code not in known:
                    known[code] = _Option(prior)
        return [known[code] for code in state[OPTIONS]]

    def _goes_on(self, state: State) -> bool:
        return state[FRAME] is not None and self.played < ahead.MOST

    def _take(self, state: State, option: _Option, code: int) -> None:
        self.path.append((state[SEAT], option))
        self._step(state, code)

    def _step(self, state: State, code: int) -> None:
        self.played += 1
        self.proves = self.proves and state[SEALED] is None
        step(self.game, state, code)

    def _pick(self, known: Sequence[_Option]) -> tuple[int, _Option]:
        """Return (index, option) of the option to follow.

        The mean of the node stands for the best option that is expected, so that it does not matter whether tables
        turn out better or worse than the player thought on the whole.
        """
        taken, counted, worths, most = 0, 0, 0.0, known[0].prior
        for each in known:
            taken += each.taken
            if -inf < each.worth < inf:
                counted += each.taken
                worths += each.worth
            most = max(most, each.prior)
        middle = worths / counted if counted else most / UNIT
        apart = ahead.APART * (sum(most - each.prior for each in known) / len(known))
        shares, total = [], 0.0
        for each in known:
            short = (most - each.prior) / apart if each.prior < most else 0.0
            shares.append(1.0 / (1.0 + short * short))
            total += shares[-1]
        trust, share = self.player.trust, self.player.explore * sqrt(taken + 1) / total
        first = self.draws.below(len(known))
        best, highest = first, -inf
        for at in (*range(first, len(known)), *range(first)):
            option = known[at]
            expected = middle - (most - option.prior) / UNIT
            value = (trust * expected + option.worth) / (trust + option.taken) + share * shares[at] / (1 + option.taken)
            if value > highest:
                best, highest = at, value
        return best, known[best]

    def _play_on(self, state: State) -> Worth:
        """Play on by the player's choices, and return the value to each seat at the end or after `leaf` choices.

        It does not stop while a simultaneous choice is sealed.
        """
        until = self.played + self.player.leaf
        while self._goes_on(state):
            if self.played >= until and state[SEALED] is None:
                return self.player.worths_of(state)
            if self.player.epsilon and self.draws.below(100) < self.player.epsilon:
                self._step(state, state[OPTIONS][self.draws.below(len(state[OPTIONS]))])
            else:
                self._follow(state)
        return self.standings.worth(state)

    def _follow(self, state: State) -> None:
        """Make the choice that the player expects most of."""
        options = state[OPTIONS]
        best = 0
        if len(options) > 1:
            found = self.player.expects(state)
            first = self.draws.below(len(options))
            best = max((*range(first, len(options)), *range(first)), key=found.__getitem__)
        self._step(state, options[best])
