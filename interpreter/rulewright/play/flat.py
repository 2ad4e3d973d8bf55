"""Monte Carlo without a tree: every option in turn at tables dealt anew, played out by chance; the best mean wins."""

from __future__ import annotations

from time import perf_counter

from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, OPTIONS
from rulewright.observe.knowledge import Knowledge, deal
from rulewright.observe.offers import offers
from rulewright.play.budget import Budget
from rulewright.play.search import Search
from rulewright.play.standing import Standings
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import step

_MOST = 2_000


class Flat(Search):
    """What decides for a seat as a search does, but looks no further than its own decision."""

    def __init__(self, game: Game, seat: int, budget: Budget, knowledge: Knowledge | None = None) -> None:
        super().__init__(game, seat, budget, knowledge)
        self._ends = Standings(game)

    def choose(self, game: Game, state: State, draws: Draws) -> int:
        """The option code that the seat chooses, which must be asked."""
        offered = offers(game, state, self.seat)
        knowledge = self.knowledge or Knowledge.of_table(game, state, self.seat)
        worths = [0.0] * len(offered)
        tried = [0] * len(offered)
        until = perf_counter() + self.budget.seconds
        if len(offered) > 1:
            for number in range(self.budget.simulations):
                if number and perf_counter() > until:
                    break
                at = number % len(offered)
                code = offered[at].codes[draws.below(len(offered[at].codes))]
                table = deal(state, knowledge, draws.bits())
                worths[at] += self._worth_of(table, table[OPTIONS][state[OPTIONS].index(code)], draws)
                tried[at] += 1
                self.simulations += 1
        best = max(range(len(offered)), key=lambda at: worths[at] / tried[at] if tried[at] else -1.0)
        codes = offered[best].codes
        return codes[draws.below(len(codes))]

    def _worth_of(self, table: State, code: int, draws: Draws) -> float:
        try:
            step(self.game, table, code)
            for _ in range(_MOST):
                if table[FRAME] is None:
                    break
                options = table[OPTIONS]
                step(self.game, table, options[draws.below(len(options))])
            return self._ends.worth(table)[self.seat]
        except LimitReached:
            return 0.0
