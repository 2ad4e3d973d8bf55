"""An order to play whole games: a block of memory that the host fills in and `loops.py` reads.

Constants are offsets in it unless they say otherwise. Records hold the results of the games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rulewright.core.model.game import Blueprint

FROM: Final = 0
"""The state each game goes on from, or is begun as."""
STATE: Final = 4
"""The state that games are played in."""
SEEDS: Final = 8
"""A seed of 8 bytes for each game, as `spread_seed` makes it: that of its policies."""
GAMES: Final = 12
DONE: Final = 16
"""How many games have ended; what the host reads as well."""
HOW: Final = 20
"""A sum of some of the following."""
BEGINS, RESEEDS, COUNTS, TELLS, ADDS = 1, 2, 4, 8, 16
"""Games are begun; the state's own seed is that of the policies; choices are counted; ends are given by a number; seeds
are consecutive numbers from `FIRST_SEED` on, and records are added up."""
RECORDS: Final = 24
"""Where the records of the ends go, one after another; if they are added up, all in the same place."""
USES: Final = 28
"""Where choices are counted: entries of 24 bytes, code, site + 1 and count; an empty one has no site."""
USES_MASK: Final = 32
USES_LEFT: Final = 36
"""How many more entries may be filled."""
MOST: Final = 40
"""The most decisions of a game, after which it is left as it is."""
UNDER_WAY: Final = 44
"""1 if the game in `STATE` is to continue."""
DECISIONS: Final = 48
OPTIONS: Final = 56
POLICY: Final = 64
"""What decides for each seat, 4 bytes each: one of the following numbers, or the address of a learned player."""
RANDOM, FIRST, GREEDY = 0, 1, 2
MOST_SEATS: Final = 32
WEIGHTS: Final = POLICY + 4 * MOST_SEATS
"""Where the weights for `number_of` are: 8 bytes for each slot, then for each piece."""
SUMS: Final = WEIGHTS + 4
"""Where records are added up, number by number."""
FIRST_SEED: Final = WEIGHTS + 8
"""8 bytes: the seed of the first game, as a user gives it."""
RECORD_END: Final = WEIGHTS + 16
"""Where the last record ends."""
GREEDY_TABLES: Final = WEIGHTS + 20
"""Where `greedy` has its tables."""
WATCH: Final = WEIGHTS + 24
"""Where what is seen of invariants goes; 0 if nothing is watched. See `watching.py`."""
ORDER_SIZE: Final = WEIGHTS + 32

ALL_DONE, LOOK_UP, UNTOLD = 0, 1, 2
"""What `games` returns: the order is done; there is more to do, and perhaps no room to count choices in; a learned
player is asked who has not been told what the choices are worth."""

USE_SIZE: Final = 24
HEAD: Final = 6
"""How many numbers a record begins with."""


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """The record of an end: numbers of 8 bytes each.

    First decisions, options, the number for the end, the round, the entry of `again` or -1, and whether the game
    is over; then the scoring categories of each seat, then for each tie-break the number of each seat, and so for
    each quantity that tells of an end.
    """

    blueprint: Blueprint

    @property
    def numbers(self) -> int:
        """The number of numbers in a record, at a table with the most seats."""
        return self.of_seats(self.blueprint.max_seats)

    def of_seats(self, seats: int) -> int:
        ending = self.blueprint.ending
        told = len(ending.recorded) if ending is not None else 0
        return HEAD + seats * (len(self.blueprint.scoring) + len(self.blueprint.tie_breaks) + told)
