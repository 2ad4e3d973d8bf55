"""Games that do not end: stopped after a great many decisions, and sooner if the same situation keeps recurring.

A situation is all that a state holds: the table, who is asked, what waits, and every random stream. One that recurs
a thousand times in a game that is already long leads nowhere: each time the rules, and chance on the table, continue
it in the same way, so that only what somebody chooses could end the game, and a thousand choices have not. Before a
game is long nothing is watched, so games that end pay nothing for those that do not.
"""

from __future__ import annotations

from rulewright.core.model.game import State
from rulewright.core.model.layout import STEPS
from rulewright.core.model.limits import LimitReached

MAX_DECISIONS = 100_000
LONG, SAME = 5_000, 1_000
"""After how many decisions situations are counted, and how often one may recur from then on."""


class Endless:
    """Detection of a game that does not end: call `look` at each decision, with the state that waits for it.

    The first `after` decisions are not looked at.
    """

    __slots__ = ("_times", "after")

    def __init__(self) -> None:
        self.after = min(LONG, MAX_DECISIONS)
        self._times: dict[int, int] = {}

    def look(self, state: State, decisions: int) -> None:
        """Raise LimitReached at the decision of this number (from 1) if the game has no end."""
        if decisions <= self.after:
            return
        if decisions > MAX_DECISIONS:
            raise LimitReached(f"more than {MAX_DECISIONS} decisions in one game")
        situation = hash((*state[:STEPS], *state[STEPS + 1 :]))
        times = self._times[situation] = self._times.get(situation, 0) + 1
        if times == SAME:
            told = f"the same situation for the {SAME}th time after more than {LONG} decisions in one game"
            raise LimitReached(f"{told}: it may never end")
