"""Many matches without a person, in one process or several: the results of each game, and of each match.

Match i's seed depends on the series' seed and i alone, and results are kept in the order of the matches. A game that
would be played again and again is played a limited number of times; its results until then are averaged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from rulewright.core.model.limits import limits_in
from rulewright.core.model.match import Plan
from rulewright.core.model.settings import Chosen
from rulewright.play.jobs.job import Job
from rulewright.play.policies.playout import play_out
from rulewright.play.records.match_files import Games
from rulewright.play.series.simulate import seed_of
from rulewright.play.session.match import (
    Outcome,
    Standing,
    begin_match,
    end_repetition,
    finish_game,
    match_digest,
    next_game,
    outcomes,
    settings_known,
    standing,
)
from rulewright.play.session.result import Result, shares_of_wins

MOST_TIMES = 10
_CHUNK = 5


@dataclass(frozen=True, slots=True)
class MatchSeries:
    """A plan of matches: their number, seats, first seed, and policies, which are given to the seats in turn.

    `times` is how often at most a game is played if it would be played again.
    """

    plan: Plan
    matches: int
    seats: int
    seed: int = 0
    policies: tuple[str, ...] = ("random",)
    settings: Chosen = field(default_factory=dict)
    times: int = MOST_TIMES


@dataclass(frozen=True, slots=True)
class MatchRun:
    """One match: the results of each game and of all, how many games and decisions it took, and a digest of the ends.

    `again` holds how often each condition had a game replayed; `unfinished` how many games were still to be played
    again when they had been played as often as they may.
    """

    number: int
    outcomes: tuple[Outcome, ...]
    standing: Standing
    games: int
    decisions: int
    again: tuple[str, ...]
    unfinished: int
    digest: bytes


@dataclass(slots=True)
class MatchReport:
    """All matches of a series in order, and the time it took."""

    series: MatchSeries
    runs: list[MatchRun] = field(default_factory=list)
    seconds: float = 0.0

    def take(self, found: tuple[MatchRun, ...]) -> bool:
        """Add the matches that come next."""
        self.runs += found
        return False

    @property
    def digest(self) -> str:
        """SHA-256 over the digests of the matches in their order."""
        return sha256(b"".join(run.digest for run in self.runs)).hexdigest()

    def shares_of_wins(self) -> tuple[float, ...]:
        """Return each seat's share of all matches won. A shared win is split."""
        return shares_of_wins([Result(run.standing.winners, ()) for run in self.runs], self.series.seats)

    def shares_of_game(self, place: int) -> tuple[float, ...]:
        """Each seat's share of all wins of one game of the plan."""
        return shares_of_wins([run.outcomes[place].decided for run in self.runs], self.series.seats)


@dataclass(frozen=True, slots=True)
class MatchJob(Job[Games, tuple[MatchRun, ...], MatchReport]):
    """A series of matches to be played. `loader` builds the games again."""

    plan: MatchSeries
    loader: Callable[[], Games]
    kind = "simulate"
    counted, counts_one = "matches", "match"
    found = tuple[MatchRun, ...]

    @property
    def count(self) -> int:
        return self.plan.matches

    @property
    def size(self) -> int:
        return _CHUNK

    def load(self) -> Games:
        return self.loader()

    def play(self, tools: Games, numbers: range) -> tuple[MatchRun, ...]:
        return tuple(play_match(tools, self.plan, number) for number in numbers)

    def seed(self, number: int) -> int:
        return seed_of(self.plan.seed, number)

    def merge(self) -> MatchReport:
        return MatchReport(self.plan)

    def fits(self, found: tuple[MatchRun, ...], numbers: range) -> bool:
        return [each.number for each in found] == list(numbers)


def play_match(games: Games, series: MatchSeries, number: int) -> MatchRun:
    """Play one match of a series."""
    seed = seed_of(series.seed, number)
    match = begin_match(series.plan, seats=series.seats, seed=seed, settings=series.settings)
    decisions = unfinished = 0
    again: list[str] = []
    with limits_in(f"match {number + 1}", seed):
        while (coming := next_game(match)) is not None:
            game = games(coming.game)
            picked = settings_known(game, coming)
            end = play_out(game, seats=series.seats, seed=coming.seed, policies=series.policies, settings=picked)
            decisions += end.decisions
            match = finish_game(match, game, end.state)
            entry = match.played[-1].again
            if entry is not None and coming.time >= series.times:
                match = end_repetition(match)
                unfinished += 1
            elif entry is not None:
                again.append(entry.id)
    digest = bytes.fromhex(match_digest(match))
    return MatchRun(
        number, outcomes(match), standing(match), len(match.played), decisions, tuple(again), unfinished, digest
    )
