"""Play in a circle: a position that choices alone lead back to, so that a game can go on for ever.

It is looked for along random play, with each game's own chance. Positions are the same if everything in them is, how
much was drawn from each stream of chance too: so what leads back there can be done again and again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Final

from rulewright.author.proving.traces import GameTrace, TraceChoices
from rulewright.core.model.layout import STEPS
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.settings import Chosen
from rulewright.native.backend.sandbox import Trapped
from rulewright.native.inside.host import Host
from rulewright.observe.naming import option_key

_LONGEST: Final = 12
"""Circles of so many choices are looked for: it takes more and more luck to close a longer one."""
_TRIES: Final = 6
"""How often play goes on at random from a position to come back to it."""
_MOST: Final = 4_000


@dataclass(frozen=True, slots=True)
class Circle:
    """A game up to a position, and the choices that lead from there to the same one."""

    begun: GameTrace
    around: TraceChoices

    def trace(self, decisions: int) -> GameTrace:
        """Return the game, which goes around the circle until it has more than `decisions` choices in it."""
        times = decisions // len(self.around) + 2
        choices = (*self.begun.choices, *self.around * times)
        return GameTrace(self.begun.seats, self.begun.settings, self.begun.seed, choices)


def circles(host: Host, *, seats: int, settings: Chosen, seed: int, seconds: float) -> Iterator[Circle]:
    """Circles in games of one seed after the other, at most one of each game, as long as there is time."""
    end, number = monotonic() + seconds, 0
    while monotonic() < end:
        number += 1
        chance = random.Random(f"{seed}:{number}")
        try:
            found = _in_game(host, GameTrace(seats, settings, number, ()), chance, end)
        except (LimitReached, Trapped):
            continue
        if found is not None:
            yield found


def _in_game(host: Host, game: GameTrace, chance: random.Random, end: float) -> Circle | None:
    state = host.start(seats=game.seats, seed=game.seed, settings=game.settings)
    choices: list[tuple[int, str]] = []
    try:
        while len(choices) < _MOST and monotonic() < end and host.asked(state) is not None:
            for _ in range(_TRIES):
                around = _around(host, state, chance)
                if around:
                    begun = GameTrace(game.seats, game.settings, game.seed, tuple(choices))
                    return Circle(begun, around)
            for _ in range(chance.randint(1, 8)):
                if host.asked(state) is None:
                    break
                choices.append(_chosen(host, state, chance))
    finally:
        host.release(state)
    return None


def _around(host: Host, origin: int, chance: random.Random) -> TraceChoices:
    """Return random choices that lead back to a position, or () if none are found soon."""
    state, wanted = host.clone(origin), _position(host, origin)
    found: list[tuple[int, str]] = []
    try:
        while len(found) < _LONGEST and host.asked(state) is not None:
            found.append(_chosen(host, state, chance))
            if _position(host, state) == wanted:
                return tuple(found)
    finally:
        host.release(state)
    return ()


def _chosen(host: Host, state: int, chance: random.Random) -> tuple[int, str]:
    """Make a random choice, and return (seat, key)."""
    asked = host.asked(state)
    assert asked is not None
    seat, site, codes = asked
    code = chance.choice(codes)
    key = option_key(host.game.blueprint, site, code)
    host.step(state, code)
    return seat, key


def _position(host: Host, state: int) -> tuple[object, ...]:
    """All that a position is but for what was counted on the way to it."""
    found = host.get(state)
    found[STEPS] = 0
    return tuple(found)
