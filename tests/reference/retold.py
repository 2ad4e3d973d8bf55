"""Whether two rulesets are the same game told in other words: one plays at random, the other follows choice by choice.

What the newer one chooses is found among what the older one offers, and both must offer the same, by keys that are told
alike. Where the newer one picks several at once, the older one picks them one after the other in the same order, and
may offer them in others as well.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import rulewright as rw
from rulewright.core.model.events import Settled
from rulewright.core.model.game import Game
from rulewright.core.model.layout import FRAME, OPTIONS, SEAT, SITE
from rulewright.core.run.steps import start, step
from rulewright.observe.naming import option_key


@dataclass(frozen=True, slots=True)
class Retold:
    """How the keys of two rulesets are told alike.

    `renames` are patterns with what takes their place. `sets` are the names under which the newer ruleset picks
    several, and `ends` the options that say that these are all, for which only one of the two may ask. `winning` is
    the score that only who has won has in the older one, where the newer one says by itself who that is.
    """

    renames: tuple[tuple[str, str], ...] = ()
    sets: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    winning: str = ""

    def alike(self, key: str) -> str:
        first, _, rest = key.partition(" ")
        key = rest if first in self.sets else key
        for pattern, instead in self.renames:
            key = re.sub(pattern, instead, key)
        return key

    def is_of_set(self, key: str) -> bool:
        return key.partition(" ")[0] in self.sets


class Told(NamedTuple):
    """What a seat chose, with all that it was offered, or None where it was settled; one of a set is free of that."""

    key: str
    offered: frozenset[str] | None
    is_of_set: bool


Choices = dict[int, deque[Told]]
"""What each seat (from 0) chooses, in order."""


class _Table:
    """A game being played."""

    def __init__(self, game: Game, told: Retold, seats: int, seed: int) -> None:
        self.game, self.told = game, told
        self.build = rw.traced_build(game)
        self.state: list[Any] = start(game, seats=seats, seed=seed, build=self.build)

    @property
    def is_over(self) -> bool:
        return self.state[FRAME] is None

    @property
    def seat(self) -> int:
        found: int = self.state[SEAT]
        return found

    def written(self) -> list[str]:
        """The keys of all options."""
        return [option_key(self.game.blueprint, self.state[SITE], code) for code in self.state[OPTIONS]]

    def keys(self) -> list[str]:
        """The same, told alike."""
        return [self.told.alike(key) for key in self.written()]

    def settled(self) -> list[tuple[int, str]]:
        """Each seat and key, as written, that was settled since this was last asked."""
        events = self.build.events
        assert events is not None
        blueprint = self.game.blueprint
        found = [(each.seat, option_key(blueprint, each.site, each.code)) for each in events if type(each) is Settled]
        events.clear()
        return found

    def choose(self, number: int) -> None:
        step(self.game, self.state, self.state[OPTIONS][number], build=self.build)


def parting(newer: Game, older: Game, told: Retold, seats: int, seed: int) -> str:
    """Where the older ruleset parts from a random game of the newer one; empty where both come to the same end."""
    where = f"seed {seed}, {seats} seats"
    first, choices = _Table(newer, told, seats, seed), Choices({seat: deque() for seat in range(seats)})
    chance = random.Random(seed)
    _note(first, choices)
    while not first.is_over:
        written, keys, seat = first.written(), first.keys(), first.seat
        number = chance.randrange(len(keys))
        if keys[number] not in told.ends:
            choices[seat].append(Told(keys[number], frozenset(keys), told.is_of_set(written[number])))
        first.choose(number)
        _note(first, choices)
    other = _Table(older, told, seats, seed)
    fault = _follow(other, choices)
    if fault:
        return f"{where}: {fault}"
    if left := {seat: list(each) for seat, each in choices.items() if each}:
        return f"{where}: the older game is over, and not {left}"
    come_to = _come_to(first, told.winning, is_older=False), _come_to(other, told.winning, is_older=True)
    return "" if come_to[0] == come_to[1] else f"{where}: {come_to[0]} and {come_to[1]}"


def _come_to(table: _Table, winning: str, *, is_older: bool) -> Sequence[Any]:
    """What a game has come to: the scores of each seat, or who has won where these say no more."""
    scores: list[dict[str, float]] = [dict(each) for each in rw.scores(table.game, table.state)]
    if not winning:
        return scores
    if is_older:
        return [seat for seat, each in enumerate(scores) if each[winning]]
    return list(rw.winners(table.game, table.state))


def _note(table: _Table, choices: Choices) -> None:
    for seat, written in table.settled():
        key = table.told.alike(written)
        if key not in table.told.ends:
            choices[seat].append(Told(key, None, table.told.is_of_set(written)))


def _follow(table: _Table, choices: Choices) -> str:
    """Play the older game by what was chosen in the newer one; what is wrong with it."""
    number = 0
    while not (fault := _settled(table, choices)) and not table.is_over:
        waiting, keys = choices[table.seat], table.keys()
        offered = frozenset(keys)
        if waiting and waiting[0].key in keys:
            told = waiting.popleft()
            if offered != told.offered and not told.is_of_set:
                return f"choice {number}: seat {table.seat + 1} has {sorted(offered)} and {sorted(told.offered or ())}"
            table.choose(keys.index(told.key))
        elif ending := offered & table.told.ends:
            table.choose(keys.index(min(ending)))
        else:
            return f"choice {number}: seat {table.seat + 1} has {keys}, and not {list(waiting)[:2]}"
        number += 1
    return fault and f"choice {number}: {fault}"


def _settled(table: _Table, choices: Choices) -> str:
    for seat, written in table.settled():
        key = table.told.alike(written)
        if key in table.told.ends:
            continue
        told = choices[seat].popleft() if choices[seat] else None
        if told is None or told.key != key or not (told.offered is None or told.is_of_set):
            return f"'{key}' is settled for seat {seat + 1}, and not {told}"
    return ""
