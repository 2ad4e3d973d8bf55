"""A search for a game that breaks an invariant, guided by how near to that a position is.

Positions that are nearer than those before are kept; from one of the nearest, a few choices at random are tried again
and again. What chance brings is that of each game's own seed, so that what is found is a game.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import monotonic
from typing import Final

from rulewright.author.proving.traces import BrokenTrace, GameTrace, played
from rulewright.core.model.invariants import InvariantInfo
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.settings import Chosen
from rulewright.native.inside.host import Host
from rulewright.observe.naming import option_key

_SEEDS: Final = 24
_KEPT: Final = 120
_STEPS: Final = 40
_MOST_STEPS: Final = 60_000


@dataclass(frozen=True, slots=True)
class _Kept:
    """A position: how near it is, its place in the host, the game's seed, and the choices that led there."""

    near: int
    state: int
    seed: int
    choices: tuple[tuple[int, str], ...]


class Seeker:
    """Seeks games of one table that break an invariant which says how near to it a position is."""

    def __init__(self, host: Host, *, seats: int, settings: Chosen, seed: int = 0) -> None:
        self.host, self.seats, self.settings = host, seats, settings
        self.rng = random.Random(seed)
        self.steps = 0
        self._value = host.instance.function("value")

    def seek(self, place: int, seconds: float) -> BrokenTrace | None:
        """Return a game that breaks an invariant, or None if none was found within the limits."""
        info, end = self.host.game.blueprint.invariants[place], monotonic() + seconds
        until = self.steps + _MOST_STEPS
        kept = self._begun(info)
        try:
            while kept and self.steps < until and monotonic() < end:
                kept.sort(key=lambda each: (each.near, len(each.choices)))
                for lost in kept[_KEPT:]:
                    self.host.release(lost.state)
                del kept[_KEPT:]
                nearest = kept[: max(1, len(kept) // 5)]
                found = self._tried(info, self.rng.choice(nearest if self.rng.random() < 0.8 else kept), kept)
                if found is not None:
                    trace = GameTrace(self.seats, self.settings, found.seed, found.choices)
                    broken = played(self.host.game, trace, place)
                    if broken is not None:
                        return broken
        finally:
            for each in kept:
                self.host.release(each.state)
        return None

    def _begun(self, info: InvariantInfo) -> list[_Kept]:
        found = []
        for seed in range(1, _SEEDS + 1):
            try:
                state = self.host.start(seats=self.seats, seed=seed, settings=self.settings)
            except LimitReached:
                continue
            found.append(_Kept(self._near(info, state), state, seed, ()))
        return found

    def _near(self, info: InvariantInfo, state: int) -> int:
        """Return the distance of a state from breaking an invariant, the least over seats if it is about each seat."""
        seats = range(self.seats) if info.of_seats else range(1)
        return min(self._value(state, info.near, seat) for seat in seats)

    def _tried(self, info: InvariantInfo, origin: _Kept, kept: list[_Kept]) -> _Kept | None:
        """Try random choices from a position, and return one that breaks the invariant, or None.

        Positions on the way that come nearer are added to `kept`.
        """
        host, blueprint = self.host, self.host.game.blueprint
        state = host.clone(origin.state)
        choices, best = list(origin.choices), origin.near
        try:
            for _ in range(self.rng.randint(1, _STEPS)):
                asked = host.asked(state)
                if asked is None:
                    break
                seat, site, codes = asked
                code = self.rng.choice(codes)
                choices.append((seat, option_key(blueprint, site, code)))
                host.step(state, code)
                self.steps += 1
                near = self._near(info, state)
                if near == 0:
                    return _Kept(0, -1, origin.seed, tuple(choices))
                if near < best:
                    best = near
                    kept.append(_Kept(near, host.clone(state), origin.seed, tuple(choices)))
        except LimitReached:
            pass
        finally:
            host.release(state)
        return None
