"""Monte Carlo without a tree: every offer in turn at freshly dealt tables, played out at random; the best mean wins."""

from __future__ import annotations

from time import perf_counter

from rulewright.model import ahead
from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS
from rulewright.observe.dealing import Deals
from rulewright.play.budget import Budget
from rulewright.play.standing import Standings, Worth
from rulewright.play.tree import OfferWorth, Question
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import step


class Turns:
    """A searcher that thinks no further than the decision it is asked about and keeps nothing for the next."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game, self._seat = game, seat
        self._standings = Standings(game)

    def search(self, deals: Deals, question: Question, budget: Budget, seed: int) -> tuple[list[OfferWorth], int]:
        draws = Draws(seed)
        taken, worths = [0] * len(question.keys), [0.0] * len(question.keys)
        done, until = 0, perf_counter() + budget.seconds
        while done < budget.simulations and (done == 0 or perf_counter() < until):
            draws.turn_to(done)
            table, at = deals.deal(draws), done % len(question.keys)
            places = question.places[at]
            place = places[0] if len(places) == 1 else places[draws.below(len(places))]
            worths[at] += self._worths_of(table, table[OPTIONS][place], draws)[self._seat]
            taken[at] += 1
            done += 1
        return list(zip(taken, worths, strict=True)), done

    def follow(self, at: int) -> None:
        pass

    def forget(self) -> None:
        pass

    def _worths_of(self, table: State, code: int, draws: Draws) -> Worth:
        try:
            step(self._game, table, code)
            for _ in range(ahead.MOST - 1):
                if table[FRAME] is None:
                    break
                options = table[OPTIONS]
                at = (draws.bits() & 0xFFFFFFFF) * len(options) >> 32 if len(options) > 1 else 0
                step(self._game, table, options[at])
            return self._standings.worth(table)
        except LimitReached:
            return (0.0,) * int(table[N_SEATS])
