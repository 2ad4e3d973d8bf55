"""Training: games of searches, what they teach, games again; and how strong the player is after each generation.

A generation is a number of games whose players know what all games before have taught. What it finds depends on its
numbers alone, so any number of processes play it, and a training on file goes on as if it had not been stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Any

from rulewright.jobs.running import JobRun, Keep, played
from rulewright.jobs.shards import KeptChunk
from rulewright.lab.estimates import Estimate
from rulewright.lab.fitting import Pupil
from rulewright.lab.ladder import LadderJob, LadderPlan
from rulewright.lab.ratings import share_before
from rulewright.lab.self_play import CHUNK, SelfPlayJob, SelfPlayPlan
from rulewright.lab.taught_arrays import write_names, write_rows
from rulewright.model.game import Game
from rulewright.play.learned_files import LearnedValues
from rulewright.play.simulate import Loader

AGAINST = ("random", "greedy", "search:50")
"""The fixed ladder that a player is measured by while it learns."""
MOST_GAMES = 1_000_000
_FIRST, _GROWTH = 24, 1.5


@dataclass(frozen=True, slots=True)
class Strength:
    """How often a player ends before another one, equal places counted by half."""

    against: str
    before: Estimate


@dataclass(frozen=True, slots=True)
class Generation:
    """What is known after a number of games: the values, and the share of what searches find that they explain."""

    games: int
    explained: float
    values: LearnedValues


def sizes() -> Iterator[int]:
    """How many games each generation has: half as many again each time, whole chunks."""
    size = float(_FIRST)
    while True:
        yield CHUNK * ceil(size / CHUNK)
        size *= _GROWTH


def generations(
    game: Game,
    plan: SelfPlayPlan,
    loader: Loader,
    *,
    seconds: float,
    known: Mapping[int, KeptChunk],
    keep: Keep,
    jobs: int = 1,
    command: str = "",
    progress: Callable[[int], None] | None = None,
    data: Path | None = None,
) -> Iterator[Generation]:
    """Generation after generation, until games were played for some seconds, the last one cut short.

    `known` are chunks that were played before, `keep` gets those played now, both by their numbers in the whole
    training; generations that are known as a whole are learned from, and not reported again. What all of them teach
    is written to the folder `data`. What is made tells the `command`. Raises LimitReached, ProcessLost, ShardRefused,
    OSError.
    """
    pupil, first, values, until = Pupil(game, plan.seats), 0, None, inf
    if data is not None:
        write_names(data, game.blueprint, plan.seats, pupil.names)
    for size in sizes():
        before = first // CHUNK
        is_known = all(before + chunk in known for chunk in range(size // CHUNK))
        if until == inf and not is_known:
            until = monotonic() + seconds
            values = _values(game, plan, pupil, first, command)[1] if first else None
        step = replace(plan, first=first, games=size, learned=values)
        job = SelfPlayJob(step, (loader,), until)
        run = JobRun(job)
        for chunk in run.chunks:
            kept = known.get(before + chunk)
            if kept is not None:
                run.add(chunk, job.read(kept.found, run.chunks[chunk]), kept.seconds)
        run.go_on(jobs=jobs, keep=_shifted(keep, before), progress=progress)
        games = run.merged.games
        if not first:
            pupil.settle(step, games)
        rows = pupil.learn(step, games)
        if data is not None:
            write_rows(data, first, rows)
        if not is_known:
            explained, values = _values(game, plan, pupil, first + len(games), command)
            yield Generation(first + len(games), explained, values)
        first += size
        if run.is_enough or first >= MOST_GAMES:
            return


def _values(
    game: Game, plan: SelfPlayPlan, pupil: Pupil, games: int, command: str
) -> tuple[float, LearnedValues]:  # fmt: skip
    """What a number of games have taught, and the share of what searches found that it explains."""
    fitted, blueprint = pupil.fitted(), game.blueprint
    made = {"games": games, "simulations": plan.simulations, "seed": plan.seed}
    return fitted.explained, LearnedValues(
        blueprint.ruleset, blueprint.digest, blueprint.modules, plan.seats, pupil.scale, fitted.weights,
        fitted.choices, {"command": command, **made},
    )  # fmt: skip


def _shifted(keep: Keep, before: int) -> Keep:
    def kept(number: int, found: Any, seconds: float) -> None:
        keep(before + number, found, seconds)

    return kept


def measured(plan: SelfPlayPlan, ruled: int, loader: Loader, file: Path, games: int, jobs: int) -> Iterator[Strength]:
    """How strong the player in a file is, by games against each of a fixed ladder, at its smallest tables."""
    seats = min((each for each in plan.seats if each - ruled >= 2), default=0)
    if not seats:
        return
    learned = f"learned:{file}"
    for other in AGAINST:
        one = LadderPlan((learned, other), seats, 1, plan.seed - 1, plan.settings, ruled)
        ladder = replace(one, rounds=ceil(games / one.of_a_round))
        places = played(LadderJob(ladder, (loader,)), jobs=jobs).merged.places
        dealt = [(ladder.seated(number), each) for number, each in enumerate(places)]
        size = ladder.of_a_round
        before = share_before([dealt[at : at + size] for at in range(0, len(dealt), size)], 0, 1)
        if before is not None:
            yield Strength(other, before)
