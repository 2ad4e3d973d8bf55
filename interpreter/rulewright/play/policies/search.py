"""Tree search for any ruleset: what a seat chooses when it imagines many times over how the game may continue.

Single-observer information-set tree search (Cowling, Powley, Whitehouse 2012): every simulation begins at a table
freshly dealt from what the seat knows; one tree of options serves all these tables, and an option is tried as often as
it was open. Each seat in the tree maximizes its worth (max^n; `policies/standing.py`). Below the tree a game is played
out by options that did well in other simulations, whatever came before (MAST; Björnsson, Finnsson 2008), or at random.

While several seats are asked at once, the others answer as in a playout, since they do not see what this seat answers.
With a learned player the tree begins with what the player expects of each option, and what follows is as the player
would have it, instead of at random and to the end (`policies/learned_tree.py`).
The thinking is done natively if the game was loaded so, otherwise in Python (`policies/tree.py`), with the same result.
A flat search takes every offer in turn at freshly dealt tables and plays them out at random; the best mean wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from rulewright.core.model.ahead import HIDDEN
from rulewright.core.model.chance import Draws
from rulewright.core.model.events import Event, Opened, Sealed, Shuffled
from rulewright.core.model.game import Game, State, read_code
from rulewright.core.model.layout import OPTIONS, SEALED
from rulewright.observe.sight.dealing import Deals
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.observe.sight.offers import Offer, offers
from rulewright.observe.words.events import shows_hidden
from rulewright.play.policies.budget import Budget
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.learned_tree import LearnedTree
from rulewright.play.policies.tree import OfferWorth, Question, Searcher, Tree

LEAST_NATIVE = 16
"""With fewer simulations per decision, preparing the native back end may take longer than thinking in Python; not with
a learned player, which looks at all options on the way."""


class Search:
    """A policy that searches, for a seat (from 0) of one game. `observe` shows it what happens at the table.

    Until it is given the `knowledge` of an observer of the whole game, it knows at every decision what a newcomer to
    the table knows. A `learned` player rates the options to try, and the states after them.
    """

    is_flat = False
    """Whether it looks no further than its own decision."""
    thinks_always = False
    """Whether it thinks about a decision with one option as it does about others."""

    def __init__(self, game: Game, seat: int, budget: Budget, learned: LearnedPlayer | None = None) -> None:
        self.game, self.seat, self.budget, self.learned = game, seat, budget, learned
        self.knowledge: Knowledge | None = None
        self.simulations = 0
        self.thought: list[tuple[Offer, OfferWorth]] = []
        """The offers of the last decision and what was found of each; nothing where there was no choice."""
        self._searcher: Searcher | None = None
        self._is_kept = False
        self._since = 0

    def observe(self, events: Iterable[Event]) -> None:
        """Take in the events of a traced build since a choice was made."""
        events = tuple(events)
        if self.knowledge is not None:
            self.knowledge.observe(events)
        self._since += 1
        news = any(isinstance(event, Shuffled | Sealed | Opened) for event in events)
        if self._since > 1 or news or shows_hidden(self.game, events, self.seat):
            self._is_kept = False

    def choose(self, game: Game, state: State, draws: Draws) -> int:
        """Return the option code that the seat chooses. The seat must be the one to move."""
        offered = offers(game, state, self.seat)
        self.thought = []
        if len(offered) > 1 or (self.thinks_always and len(state[OPTIONS]) == 1):
            keys = [each.codes[0] if not each.is_hidden else HIDDEN - at for at, each in enumerate(offered)]
            deals = Deals(state, self.knowledge or Knowledge.of_table(game, state, self.seat))
            places = [[state[OPTIONS].index(code) for code in _in_order(game, deals, each)] for each in offered]
            found = self._think(deals, Question(keys, places), draws.bits())
            self.thought = list(zip(offered, found, strict=True))
            at = max(range(len(keys)), key=lambda at: self._rank(found[at]))
            best = offered[at]
            self._is_kept = found[at][0] > 0 and state[SEALED] is None
            if self._is_kept and self._searcher is not None:
                self._searcher.follow(at)
            self._since = 0
        else:
            best = offered[0]
        return best.codes[draws.below(len(best.codes))]

    def overrule(self) -> None:
        """Note that another option was taken than `choose` returned, so that the tree is not reused."""
        self._is_kept = False

    def _think(self, deals: Deals, question: Question, seed: int) -> list[OfferWorth]:
        if self._searcher is None:
            self._searcher = self._native_searcher() or self._python_searcher()
        if not self._is_kept:
            self._searcher.forget()
        found, simulations = self._searcher.search(deals, question, self.budget, seed)
        self.simulations += simulations
        return _settled(found)

    def _rank(self, tried: OfferWorth) -> tuple[float, float]:
        return tried

    def _python_searcher(self) -> Searcher:
        return Tree(self.game, self.seat) if self.learned is None else LearnedTree(self.game, self.seat, self.learned)

    def _native_searcher(self) -> Searcher | None:
        """Return a native searcher if there is one and the budget is large enough, or None."""
        if self.game.native is None or (self.learned is None and self.budget.simulations < LEAST_NATIVE):
            return None
        from rulewright.play.policies.native_searcher import native_searcher

        return native_searcher(self.game, self.seat, self._python_searcher, is_flat=self.is_flat, learned=self.learned)


def _settled(found: list[OfferWorth]) -> list[OfferWorth]:
    """Rank won offers above all others by simulations, and lost ones below. Return (simulations, worth) of each."""
    if all(worth == -inf for _, worth in found):
        return [(taken, 0.0) for taken, _ in found]
    most = sum(taken for taken, _ in found)
    return [
        (most + taken, float(most + taken)) if worth == inf else (0, 0.0) if worth == -inf else (taken, worth)
        for taken, worth in found
    ]


def _in_order(game: Game, deals: Deals, offer: Offer) -> Sequence[int]:
    """Return the codes of an offer. Codes about hidden pieces are ordered by place, as the pieces are unknown."""
    if len(offer.codes) == 1:
        return offer.codes
    rank = {token: at for at, (token, _) in enumerate(deals.belief.tokens)}
    about = {code: read_code(game.blueprint, offer.site, code).candidate for code in offer.codes}
    return sorted(offer.codes, key=lambda code: rank.get(about[code], -1))


class Flat(Search):
    """A policy that searches no further than its own decision."""

    is_flat = True

    def _rank(self, tried: OfferWorth) -> tuple[float, float]:
        taken, worth = tried
        return (worth / taken if taken else -1.0), 0.0

    def _python_searcher(self) -> Searcher:
        return Tree(self.game, self.seat, is_flat=True)
