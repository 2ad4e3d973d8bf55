"""Games as their seed and choices: played again and watched, cut where an invariant is broken, and made shorter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import OPTIONS, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.settings import Chosen
from rulewright.core.run.steps import start, step, unstarted
from rulewright.core.run.watching import Breach, InvariantWatch, Untestable
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.explorer import Explorer, SearchBounds, WayStep
from rulewright.native.inside.games import BATCH
from rulewright.native.inside.host import Host
from rulewright.observe.naming import option_key
from rulewright.play.policies.deciding import seated, turns
from rulewright.play.series.simulate import Series, seed_of

TraceChoices = tuple[tuple[int, str], ...]
"""Seats (from 0) and the keys of what they choose."""
_MOST_SEEDS, _MOST_STATES = 400_000, 300_000


@dataclass(frozen=True, slots=True)
class GameTrace:
    """A game: its table, its seed, the choices made."""

    seats: int
    settings: Chosen
    seed: int
    choices: TraceChoices


@dataclass(frozen=True, slots=True)
class BrokenTrace:
    """A game that ends where an invariant is broken: by what breach, or by which limit it is stopped there."""

    trace: GameTrace
    breach: Breach
    limit: str = ""


def played(game: Game, trace: GameTrace, place: int) -> BrokenTrace | None:
    """Return the game up to where it breaks an invariant, or None if it does not or a choice is not offered."""
    watch, made = InvariantWatch(game, only=(place,)), 0
    try:
        for number, state in _positions(game, trace):
            made = number + 1  # choices, once there is another position, or a limit on the way to it
            for breach in watch.look(state, number):
                return BrokenTrace(replace(trace, choices=trace.choices[:number]), breach)
    except Untestable:
        return None
    except LimitReached as limit:
        if game.blueprint.invariants[place].sort == "no_dead_end":
            return BrokenTrace(replace(trace, choices=trace.choices[:made]), Breach(place, -1, -1, made), str(limit))
    return None


def _positions(game: Game, trace: GameTrace) -> Iterator[tuple[int, State]]:
    """Yield (number of choices so far, position) of a game, up to a position where the next choice is not offered.

    Raises LimitReached.
    """
    state = start(game, seats=trace.seats, seed=trace.seed, settings=trace.settings)
    yield 0, state
    for number, (seat, key) in enumerate(trace.choices, 1):
        code = _code_named(game, state[SITE], state[OPTIONS], key) if state[SEAT] == seat else None
        if code is None:
            return
        step(game, state, code)
        yield number, state


def untestable(game: Game, trace: GameTrace, places: Iterable[int]) -> Untestable | None:
    """Return the error of a test that itself runs into a limit in a game, or None if no invariant's test does."""
    watch = InvariantWatch(game, only=places)
    try:
        for number, state in _positions(game, trace):
            watch.look(state, number)
    except Untestable as found:
        return found
    except LimitReached:
        return None
    return None


def _code_named(game: Game, site: int, codes: Iterable[int], key: str) -> int | None:
    return next((code for code in codes if option_key(game.blueprint, site, code) == key), None)


def choices_of(game: Game, states: Sequence[State], way: Sequence[WayStep]) -> TraceChoices:
    """Return the choices of a way through positions. Its first step begins the game."""
    found = []
    for state, (option, _) in zip(states, way[1:], strict=False):
        key = option_key(game.blueprint, state[SITE], state[OPTIONS][option])
        found.append((int(state[SEAT]), key))
    return tuple(found)


def trace_of_game(game: Game, series: Series, number: int, most: int) -> GameTrace:
    """Return the first choices of one game of a series, up to where it runs into a limit."""
    choices: list[tuple[int, str]] = []
    seed = seed_of(series.seed, number)
    try:
        state, deciders = seated(game, series.policies, seats=series.seats, seed=seed, settings=series.settings)
        for draws in turns(state, seed):
            if len(choices) == most:
                break
            code = deciders.choose(state, draws)
            choices.append((int(state[SEAT]), option_key(game.blueprint, state[SITE], code)))
            deciders.step(state, code)
    except LimitReached:
        pass
    return GameTrace(series.seats, series.settings, seed, tuple(choices))


# ---- Shorter


def shortest(host: Host, broken: BrokenTrace, *, seconds: float) -> BrokenTrace:
    """Return the shortest game found that breaks the same invariant, by its seed, at random, or with fewer choices."""
    place, trace = broken.breach.place, broken.trace
    game, end = host.game, monotonic() + seconds
    best = broken
    if trace.choices and not broken.limit:
        explorer = Explorer(host, seats=trace.seats, settings=trace.settings, seed=trace.seed, alike=False)
        bounds = SearchBounds(states=_MOST_STATES, seconds=seconds / 2, memory=1 << 30, depth=len(trace.choices))
        way = explorer.run(bounds, until=place).broken.get(place)
        if way is not None:
            found = played(game, replace(trace, choices=choices_of(game, explorer.states_of(way), way)), place)
            if found is not None and len(found.trace.choices) < len(best.trace.choices):
                return found
        best = _by_luck(host, best, monotonic() + seconds / 4)
    return _with_less(game, best, end)


def _by_luck(host: Host, broken: BrokenTrace, end: float) -> BrokenTrace:
    """Return the shortest of some random games that breaks the same invariant."""
    game, trace, best, number = host.game, broken.trace, broken, 0
    begun = host.put(unstarted(game, seats=trace.seats, seed=0, settings=trace.settings))
    try:
        host.games.prepare(begun, ("random",), begins=True, reseeds=True, watches=True)
        while monotonic() < end and len(best.trace.choices) > 1:
            numbers = range(number, number + BATCH)
            host.games.forget_sightings()
            seeds = [seed_of(trace.seed, each) for each in numbers]
            for _ in host.games.play(seeds, most=len(best.trace.choices) - 1):
                pass
            seen = host.games.sightings(numbers).broken.get(broken.breach.place)
            if seen is not None:
                series = Series(number + BATCH, trace.seats, trace.seed, ("random",), trace.settings)
                found = played(game, trace_of_game(game, series, seen[1], seen[2]), broken.breach.place)
                best = found if found is not None and len(found.trace.choices) < len(best.trace.choices) else best
            number += BATCH
    except Trapped:
        pass
    finally:
        host.release(begun)
    return best


def _with_less(game: Game, broken: BrokenTrace, end: float) -> BrokenTrace:
    """Return the game without choices that it does not need: long stretches are tried first, then single ones."""
    best, size = broken, max(1, len(broken.trace.choices) // 2)
    while size:
        at = 0
        while at < len(best.trace.choices) and monotonic() < end:
            choices = best.trace.choices
            less = replace(best.trace, choices=(*choices[:at], *choices[at + size :]))
            found = played(game, less, broken.breach.place)
            if found is not None and len(found.trace.choices) < len(choices):
                best = found
            else:
                at += 1
        size //= 2
    return best


# ---- Seeds


def with_a_seed(host: Host, trace: GameTrace, place: int, *, seconds: float) -> BrokenTrace | None:
    """Return a game with the same choices whose chance breaks the invariant, or None if none is found in time."""
    game, end = host.game, monotonic() + seconds
    state = host.room()
    try:
        for seed in range(1, _MOST_SEEDS):
            if seed % 256 == 0 and monotonic() > end:
                return None
            try:
                host.start_in(state, seats=trace.seats, seed=seed, settings=trace.settings)
                fits = _fits(host, game, state, trace.choices)
            except (LimitReached, Trapped):
                fits = True
            if fits:
                found = played(game, replace(trace, seed=seed), place)
                if found is not None:
                    return found
    finally:
        host.release(state)
    return None


def _fits(host: Host, game: Game, state: int, choices: TraceChoices) -> bool:
    for seat, key in choices:
        asked = host.asked(state)
        if asked is None or asked[0] != seat:
            return asked is None
        _, site, codes = asked
        code = _code_named(game, site, codes, key)
        if code is None:
            return False
        host.step(state, code)
    return True
