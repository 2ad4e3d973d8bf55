"""The end of a game for each seat, if the rules end it in another way than by the scoring.

Each seat has a rank: 0 while it is in the game. Greater is better. Seats that have left have one by how many stayed:
below 0 if they are out, above if they finished ahead. Only rulesets that use it have it in their states; the names have
blanks, so that no text can write them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

PLACE: Final = "place of the seat"
"""The counter that holds it."""
OUTCOME: Final = "outcome of the game"
"""The marker that says how the game ended, where that has a name; what it points to has the same name."""
TOLD: Final = frozenset((PLACE, OUTCOME))
"""What people hear of when it changes."""
TEAM: Final = "team"
"""The quantity that says of which team a seat is, none of those with a test that is true for it; and their domain."""
SIDE: Final = "side of the seat"
"""The number of its team, or one of its own."""
WON, DRAWN, LOST, OUTDONE = 64, 63, -64, -1
"""The places of seats that the rules name, and of those in the game when others won or drew."""
PLACES: Final = {"won": WON, "drawn": DRAWN, "lost": LOST}
"""By the words of `end game`."""
OUT, AHEAD = -2, 1
"""The places of those that leave last: with each that stays, one is a step further from 0."""
WEIGHT: Final = 10**12
"""What a place counts for whoever looks for the best: more than any points."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The end of a game in addition to the scoring: each seat's place and side, and the outcome's number.

    Without places all seats are in the game, without sides each seat is one of its own.
    """

    places: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    outcome: int = -1


class EndingNumbers(NamedTuple):
    """The numbers of the quantities about an end, each of a seat and equal for all of its side.

    `place` is that of the side, `side` its number (-1 where each seat is one of its own), `outcome` the number of the
    outcome (-1 where none has a name). `total` and `breaks` are what the side has together of points and of each
    tie-break, and `aim` is greater the better the end is.
    """

    place: int
    side: int
    outcome: int
    total: int
    aim: int
    breaks: tuple[int, ...]

    @property
    def recorded(self) -> tuple[int, ...]:
        """The quantities that a record of an end holds in addition to points and tie-breaks."""
        return tuple(each for each in (self.place, self.side, self.outcome) if each >= 0)
