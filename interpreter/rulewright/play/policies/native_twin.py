"""A game that is played natively next to the one in Python, for what has to look ahead or to add up at each decision.

It answers what Python would answer, only sooner; if it cannot, it says nothing, and Python answers.
"""

from __future__ import annotations

from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.seats import ruled_seats
from rulewright.native.backend.packing import NotPacked
from rulewright.native.backend.sandbox import NoEngine, Trapped
from rulewright.native.inside.host import Host
from rulewright.play.policies.learned import LearnedPlayer
from rulewright.play.policies.native_values import NativeLearned
from rulewright.play.session.result import Result, result_among


class NativeTwin:
    """A native copy of games of one ruleset, played one after another, for use in one thread."""

    def __init__(self, game: Game) -> None:
        """Prepare a host for the game. Raises NotNative or NoEngine if the game cannot be played natively here."""
        self._game, self.host = game, Host(game)
        self._state, self._other = self.host.room(), self.host.room()
        self._is_here = False
        self.learned = NativeLearned(self.host)

    def begin(self, state: State) -> None:
        """Continue from this state of the Python back end."""
        try:
            self.host.write(self._state, state)
            self.host.games.prepare(self._state, ("greedy",))
            self._is_here = True
        except NotPacked:
            self._is_here = False

    def step(self, code: int) -> None:
        """Continue as in Python."""
        if self._is_here:
            try:
                self.host.step(self._state, code)
            except (LimitReached, NotPacked):
                self._is_here = False

    def choice(self, draws: Draws, player: LearnedPlayer | None = None) -> int | None:
        """Return the option code that a learned player chooses now, or `greedy` without one.

        Return None if the game is not played natively at the moment.
        """
        if not self._is_here:
            return None
        try:
            who = self.learned.number(player) if player is not None else "greedy"
            return self.host.games.choose(self._state, who, *draws.place)
        except Trapped:
            return None

    def greedy_best(self, draws: Draws) -> list[int] | None:
        """Return the codes among which `greedy` draws, or None if the game is not played natively at the moment."""
        if not self._is_here:
            return None
        try:
            return self.host.games.best(self._state, *draws.place)
        except Trapped:
            return None

    def totals(self) -> tuple[int, ...] | None:
        """Each seat's total of the scoring now."""
        return tuple(sum(row) for row in self.host.scores(self._state)) if self._is_here else None

    def ending_after(self, state: State, code: int, chance: int, *, most: int) -> tuple[tuple[int, ...], Result] | None:
        """Return (totals, result) after an option and random play of at most `most` decisions, or None.

        What the rules and the players draw from then on depends on the given number of 64 bits.
        """
        if ruled_seats(self._game.blueprint, state):
            return None
        host = self.host
        try:
            host.write(self._other, state)
            host.draw_from(self._other, chance)
            host.step(self._other, code)
            (ended,) = host.playouts(self._other, [chance], most=most)
        except (LimitReached, NotPacked):
            return None
        if ended is None:
            return None
        points = tuple(sum(row) for row in ended.scores)
        return points, result_among(points, ended.breaks, ended.ends)


def native_twin(game: Game) -> NativeTwin | None:
    """Return the native twin of a game, or None if the game has no native back end here."""
    try:
        return NativeTwin(game)
    except (NotNative, NoEngine):
        return None
