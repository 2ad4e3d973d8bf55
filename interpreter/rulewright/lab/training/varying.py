"""Learning by evolution strategies: games with all weights slightly changed, once each way.

The better of the two says a little about each change; a thousand such pairs say how to move all weights at once
(antithetic sampling; Salimans et al. 2017). Nothing is fitted to tables, so this also learns where the results of games
tell too little about single tables: alone against the rules, or at tables far from those where a player learned first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from time import monotonic

import numpy as np

from rulewright.core.model.game import Game
from rulewright.core.model.layout import N_SEATS, SEAT
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.seats import ruled_seats
from rulewright.core.model.weighing import UNIT
from rulewright.core.run.steps import unstarted
from rulewright.lab.training.fitting import Array
from rulewright.lab.training.pupil import replayed
from rulewright.lab.training.self_play import SelfPlayPlan, taught_game
from rulewright.lab.training.training import MOST_GAMES, Generation
from rulewright.lab.training.varied_games import VARIED, SeatEnd, VariedJob, Ways
from rulewright.native.inside.host import Host
from rulewright.play.jobs.running import played
from rulewright.play.policies.learned import learned_from
from rulewright.play.policies.learned_files import LearnedValues, shifted
from rulewright.play.policies.native_twin import native_twin
from rulewright.play.policies.native_values import NativeLearned
from rulewright.play.policies.standing import Scale, Standings, scale_of
from rulewright.play.series.simulate import Loader, game_seed
from rulewright.play.session.endless import Endless

PAIRS, _TRIED, _LOOKED_AT = 1_000, 160, 200
"""The pairs of a generation; the games that decide how far to go; those that show which choices there are."""
_LENGTHS = (0.0, 1.5, 3.0, 6.0, 12.0)
"""How far to go may be this much, in how far a group is moved at random."""
_KEPT = 0.8
"""How much of the direction of one generation counts in the next."""
_SETTLING = 12
"""So many games say how much better or worse a player thinks of tables than they are."""
_OFTEN = 30
"""A choice that was made so often is varied."""


def varied_generations(
    game: Game, plan: SelfPlayPlan, loader: Loader, *, seconds: float, jobs: int = 1,
    progress: Callable[[int], None] | None = None, command: str = "", pairs: int = PAIRS,
) -> Iterator[Generation]:  # fmt: skip
    """Yield generation after generation of what a plan knows, until games were played for some seconds.

    Raises LimitReached, ProcessLost; NotNative, NoEngine where games cannot be played natively.
    """
    assert plan.learned is not None
    begun, blueprint = monotonic(), game.blueprint
    choices, going = _made(game, plan), dict[str, float]()
    while plan.first < MOST_GAMES and monotonic() < begun + seconds:
        plan = replace(plan, games=pairs)
        found = played(VariedJob(plan, (loader,), choices), jobs=jobs, progress=progress).merged.all
        learned = plan.learned
        assert learned is not None
        ways, scale = Ways(game, learned, plan.seats, choices), scale_of([lead for each in found for lead, _ in each])
        worths = _worths(found, scale)
        drawn = np.array([ways.drawn(game_seed(plan.seed, plan.first + number)) for number in range(len(found))])
        step = _step(drawn / VARIED, (worths[:, 0] - worths[:, 1]) / 2)
        going = {name: _KEPT * going.get(name, 0.0) + float(each) for name, each in zip(ways.named, step, strict=True)}
        way = np.array([going[name] for name in ways.named])
        way *= VARIED / max(1e-12, sqrt(float(way @ way)))
        tried = tuple(tuple(map(float, length * way)) for length in _LENGTHS)
        trial = VariedJob(replace(plan, first=MOST_GAMES + plan.first, games=_TRIED), (loader,), choices, tried)
        ends = played(trial, jobs=jobs).merged.all
        best = int(np.argmax(_worths(ends, scale).mean(axis=0)))
        first = plan.first + 2 * len(found) + len(tried) * len(ends)
        made: dict[str, int | str] = {
            **learned.made, "then": command, "games": first, "simulations": plan.simulations, "seed": plan.seed,
        }  # fmt: skip
        strongest = replace(
            ways.gone(np.array(tried[best])), ruleset_digest=blueprint.digest, modules=blueprint.modules,
            packages=blueprint.packages, seats=plan.seats, scale=scale_of([each[best][0] for each in ends]), made=made,
        )  # fmt: skip
        strongest = _settled(game, plan, strongest)
        plan = replace(plan, first=first, learned=strongest)
        lead = sum(each[best][0] for each in ends) / len(ends)
        yield Generation(first, None, strongest, best > 0, lead)


def _settled(game: Game, plan: SelfPlayPlan, values: LearnedValues) -> LearnedValues:
    """Return a player that on average thinks of the tables of its own games what these come to.

    How well it thinks of all tables together changes no choice of its own, so games in which it varies do not hold
    that; but its searches compare tables with ends.
    """
    plan, standings, twin = replace(plan, learned=values), Standings(game, values.scale), native_twin(game)
    gaps = list[float]()
    for number in range(_SETTLING):
        plan = replace(plan, first=2 * MOST_GAMES + number)
        try:
            *states, end = replayed(game, plan, plan.first, taught_game(game, plan, 0, twin))
            worth, ruled = standings.worth(end), ruled_seats(game.blueprint, end)
            player = learned_from(values, game, end[N_SEATS])
            gaps += [
                worth[seat] - player.value(state, seat) / UNIT
                for state in states for seat in (state[SEAT],) if seat not in ruled
            ]  # fmt: skip
        except LimitReached:
            continue
    return shifted(values, round(100 * sum(gaps) / len(gaps))) if gaps else values


def _made(game: Game, plan: SelfPlayPlan) -> tuple[str, ...]:
    """Return the names of choices that are made often in some games of what is known."""
    assert plan.learned is not None
    times = dict[str, int]()
    host = Host(game)
    for size in plan.seats:
        player = learned_from(plan.learned, game, size)
        begun = host.put(unstarted(game, seats=size, seed=plan.seed, settings=plan.settings))
        host.games.prepare(begun, [NativeLearned(host).number(player)], begins=True, reseeds=True, counts=True)
        used = dict[tuple[int, int], int]()
        seeds = [game_seed(plan.seed, 2 * MOST_GAMES + number) for number in range(_LOOKED_AT)]
        for _ in host.games.play(seeds, most=Endless().after, used=used):
            pass
        for (site, code), count in used.items():
            name, _, _ = player.features.option_names(site, code, 0)
            times[name] = times.get(name, 0) + count
    return tuple(sorted(name for name, count in times.items() if name and count >= _OFTEN))


def _worths(found: Sequence[Sequence[SeatEnd]], scale: Scale) -> Array:
    """Return the payoffs of ends: half for the seats left behind, half for the lead.

    They are those of `policies/standing.py`.
    """
    leads, behind = np.array(found, dtype=float).transpose(2, 0, 1)
    near = (leads - scale.mean) / scale.spread
    return 0.5 * behind / max(1.0, float(behind.max())) + 0.25 * (1.0 + near / (1.0 + np.abs(near)))


def _step(drawn: Array, gains: Array) -> Array:
    """Return the gain of each change, shrunk where it may be due to chance."""
    found = drawn.T @ gains / len(gains)
    chance = float(gains.std()) / sqrt(len(gains)) + 1e-12
    step: Array = found * np.maximum(0.0, 1.0 - (chance / np.maximum(np.abs(found), 1e-12)) ** 2)
    return step
