"""Games that do not end: stopped after very many decisions, and sooner where the same situation comes again and again.

A situation is all that a state holds: the table, who is asked, what waits, and every stream of chance. One that comes
a thousand times in a game that is long already leads nowhere: each time the rules, and chance on the table, go on from
it in the same way, so that only what somebody chooses could end the game, and a thousand choices have not. Before a
game is long nothing is looked at, so that games that end pay nothing for those that do not.
"""

from __future__ import annotations

from rulewright.model.game import State
from rulewright.model.layout import STEPS
from rulewright.model.limits import LimitReached

MAX_DECISIONS = 100_000
LONG, SAME = 5_000, 1_000
"""After how many decisions situations are counted, and how often one may come from then on."""


class Endless:
    """Watches one game: `look` is to be called for each decision `after` so many, with the state that waits for it."""

    __slots__ = ("_times", "after")

    def __init__(self) -> None:
        self.after = min(LONG, MAX_DECISIONS)
        self._times: dict[int, int] = {}

    def look(self, state: State, decisions: int) -> None:
        """Raise LimitReached at the decision of this number (from 1) where the game has no end."""
        if decisions > MAX_DECISIONS:
            raise LimitReached(f"more than {MAX_DECISIONS} decisions in one game")
        situation = hash((*state[:STEPS], *state[STEPS + 1 :]))
        times = self._times[situation] = self._times.get(situation, 0) + 1
        if times == SAME:
            told = f"the same situation for the {SAME}th time after more than {LONG} decisions in one game"
            raise LimitReached(f"{told}: nothing leads to its end")
