"""Training: games of searches, learning from them, games of the player itself, and its strength.

A generation is a number of games whose player has learned from all games before. Its results depend on its numbers
alone, so any number of processes can play it. A training resumes from its file: the next generation needs nothing but
the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from time import monotonic

from rulewright.core.model.game import Game
from rulewright.core.model.layout import OPTIONS, SEAT
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.seats import ruled_count
from rulewright.core.run.steps import settings_chosen
from rulewright.lab.comparing.seating import fixed_sides
from rulewright.lab.ladders.ladder import LadderJob, LadderPlan
from rulewright.lab.ladders.ratings import rounds_of, share_before
from rulewright.lab.statistics.estimates import Estimate
from rulewright.lab.training.fitting import FittedWeights
from rulewright.lab.training.pupil import Pupil
from rulewright.lab.training.self_play import CHUNK, SelfPlayJob, SelfPlayPlan, begun, opening
from rulewright.lab.training.taught_arrays import write_names, write_rows
from rulewright.play.jobs.job import Executor
from rulewright.play.jobs.running import played, staying_processes
from rulewright.play.policies.deciding import turns
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.native_twin import native_twin
from rulewright.play.policies.standing import Scale, Standings, Worth
from rulewright.play.series.simulate import Loader, game_seed

AGAINST = ("random", "greedy", "search:50")
"""The fixed ladder that a player is measured by while it learns."""
MOST_GAMES = 10_000_000
_FIRST, _LEAST, _LARGEST, _PART, _PART_OF_SEARCHES = 24, 200, 8_000, 4, 2
_FOR_SEARCHES = 0.25
"""The most that games of searches take of the time."""
_MET, _LEAST_MET, _AHEAD = 5, {"searches": 4, "itself": 40}, 0.5
"""For so many games that were learned from, a player meets the strongest so far once, and takes its place if it ends
before it more often than not."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of games in which a player ends before another one, ties counted by half."""

    against: str
    before: Estimate


@dataclass(frozen=True, slots=True)
class Generation:
    """The state of a training after some games: the values, and the share of variance they explain.

    If nothing is fitted to tables, `lead` is the player's mean lead over others instead.
    """

    games: int
    explained: float | None
    values: LearnedValues
    """Those of the strongest player so far."""
    is_stronger: bool
    """Whether that is the one of this generation."""
    lead: float | None = None


def next_size(plan: SelfPlayPlan) -> int:
    """Return the number of games of the next generation.

    Searches play few games, each of which tells much; the player plays many.
    """
    least, part = (_FIRST, _PART_OF_SEARCHES) if plan.is_searched else (_LEAST, _PART)
    return CHUNK * ceil(max(least, min(_LARGEST, plan.first // part)) / CHUNK)


def generations(
    game: Game,
    plan: SelfPlayPlan,
    loader: Loader,
    *,
    seconds: float,
    jobs: int = 1,
    elsewhere: Callable[[SelfPlayJob], Executor] | None = None,
    command: str = "",
    progress: Callable[[int], None] | None = None,
    data: Path | None = None,
) -> Iterator[Generation]:
    """Yield each generation of a training of N seconds, the last one cut short.

    The strongest player so far plays the games to learn from, here or `elsewhere`, which returns an executor of a job.
    The plan has the number of games before, and the values learned from them. Training rows are written to the folder
    `data`; `command` is recorded in the values. Raises LimitReached if a game runs into a limit, ProcessLost if a
    process dies, ShardRefused if a job's results cannot be used, OSError if `data` cannot be written.
    """
    pupil, begun = Pupil(game, plan.seats, apart=plan.apart), monotonic()
    if data is not None:
        write_names(data, game.blueprint, plan.seats, pupil.names)
    with staying_processes(jobs) if jobs > 1 and elsewhere is None else nullcontext() as here:
        while plan.first < MOST_GAMES and (plan.learned is None or monotonic() < begun + seconds):
            plan = replace(plan, games=next_size(plan))
            until = begun + (seconds if plan.learned is not None else _FOR_SEARCHES * seconds)
            job = SelfPlayJob(plan, (loader,), until)
            executor = elsewhere(job) if elsewhere is not None else here
            games = played(job, jobs=jobs, executor=executor, progress=progress).merged.all
            rows = pupil.learn(plan, games)
            if data is not None:
                write_rows(data, plan.first, rows)
            fitted, first = pupil.fitted(plan.learned), plan.first + len(games)
            values = _values(game, plan, pupil.scale, first, fitted, command)
            champion, least = plan.learned, _LEAST_MET["searches" if plan.is_searched else "itself"]
            many = max(least, len(games) // _MET)
            is_stronger = champion is None or Challenge(game, plan).share_ahead(values, champion, many) > _AHEAD
            strongest = values
            if champion is not None and not is_stronger:  # it has met these rules now, whatever it learned by before
                strongest = replace(
                    values, scale=champion.scale, weights=champion.weights, choices=champion.choices,
                    trends=champion.trends,
                )  # fmt: skip
            plan = replace(plan, first=first, learned=strongest)
            yield Generation(first, fitted.explained, strongest, is_stronger)


def _values(
    game: Game, plan: SelfPlayPlan, scale: Scale, games: int, fitted: FittedWeights, command: str
) -> LearnedValues:
    blueprint = game.blueprint
    made: dict[str, int | str] = {
        "command": command, "games": games, "simulations": plan.simulations, "seed": plan.seed,
    }  # fmt: skip
    return LearnedValues(
        blueprint.ruleset,
        blueprint.digest,
        blueprint.modules,
        plan.seats,
        scale,
        fitted.weights,
        fitted.choices,
        made,
        plan.playout,
        plan.explore,
        plan.epsilon,
        plan.apart,
        fitted.trends,
        blueprint.packages,
    )


def measured(plan: SelfPlayPlan, ruled: int, loader: Loader, file: Path, games: int, jobs: int) -> Iterator[Strength]:
    """Yield the strength of the player in a file, in games against each policy of a fixed ladder.

    It plays at the smallest tables with two deciding seats; yields nothing if there are none.
    """
    seats = min((each for each in plan.seats if each - ruled >= 2), default=0)
    if not seats:
        return
    learned, sides = f"learned:{file}", fixed_sides(loader(), seats=seats, settings=plan.settings)
    sides = sides if len(set(sides[: seats - ruled])) > 1 else ()
    for other in AGAINST:
        one = LadderPlan((learned, other), seats, 1, plan.seed - 1, plan.settings, ruled, sides)
        ladder = replace(one, rounds=ceil(games / one.of_a_round))
        places = played(LadderJob(ladder, (loader,)), jobs=jobs).merged.all
        before = share_before(rounds_of(ladder, places), 0, 1)
        if before is not None:
            yield Strength(other, before)


_DEALT = -1
"""Games of a training have numbers from 0 on; those of a challenge count down."""


class Challenge:
    """Games of two players at the tables of a training, in which they swap seats each game.

    Each challenge has a native twin of its own: a twin never frees the memory of the players that used it.
    """

    def __init__(self, game: Game, plan: SelfPlayPlan) -> None:
        self._game, self._plan, self._twin = game, plan, None if plan.think else native_twin(game)

    def share_ahead(self, challenger: LearnedValues, champion: LearnedValues, games: int) -> float:
        """Return how often a seat of the challenger does better than one of the champion.

        Equal results count by half. If only one seat is asked, each plays alone. A game that runs into a limit does not
        count.
        """
        standings = Standings(self._game, champion.scale)
        ahead = [
            (one > other) + 0.5 * (one == other)
            for number in range(games)
            for one, other in self._met(number, (challenger, champion), standings)
        ]
        return sum(ahead) / len(ahead) if ahead else 0.5

    def _met(
        self, number: int, players: tuple[LearnedValues, LearnedValues], standings: Standings
    ) -> Iterator[tuple[float, float]]:
        """Yield the payoffs of a game to each two seats of different players, the first player's first."""
        sizes = self._plan.seats
        seats, seed = sizes[number // 2 % len(sizes)], game_seed(self._plan.seed, _DEALT - number // 2)
        try:
            asked = self._asked(seats)
            if len(asked) == 1:
                one, other = (self._worth(seats, seed, (each,), standings)[asked[0]] for each in players)
                yield one, other
                return
            seated = [(seat + number) % 2 for seat in range(seats)]
            worth = self._worth(seats, seed, [players[each] for each in seated], standings)
        except LimitReached:
            return
        yield from ((worth[one], worth[other]) for one in asked for other in asked if seated[one] < seated[other])

    def _asked(self, seats: int) -> list[int]:
        """Return the seats that the rules do not play."""
        blueprint = self._game.blueprint
        return [*range(seats - ruled_count(blueprint, settings_chosen(blueprint, self._plan.settings)))]

    def _worth(self, seats: int, seed: int, players: Sequence[LearnedValues], standings: Standings) -> Worth:
        """Return the payoff of a game to each seat.

        Raises LimitReached if the game runs into a limit.
        """
        state, deciders = begun(self._game, self._plan, players, seats, seed, self._twin)
        at_random, asked = opening(self._game, seed), self._asked(seats)
        for decision, draws in enumerate(turns(state, seed)):
            code = deciders.choose(state, draws)
            if decision < at_random and state[SEAT] in asked:
                code = state[OPTIONS][draws.below(len(state[OPTIONS]))]
            deciders.step(state, code)
        return standings.worth(state)
