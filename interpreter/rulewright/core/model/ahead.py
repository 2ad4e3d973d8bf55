"""Constants of look-ahead searches, equal on every back end."""

from __future__ import annotations

from typing import Final

EXPLORE: Final = 0.7
"""How much more attention an option gets that was seldom taken."""
BY_CHANCE: Final = 0.3
"""How often a playout continues by chance alone."""
UNTRIED: Final = 0.6
"""What an option is worth in a playout that none has taken yet."""
KEPT: Final = 0.5
"""How much of what did well at earlier decisions counts at the next."""
WEAK: Final = 0.3
"""What was taken less often says nothing about an option that is new to the tree."""
FAINT: Final = 1e-9
"""What was taken less often is as if it had never been."""
DEALS: Final = 2
"""How many tables a learned player deals for a decision."""
FOLLOWED: Final = 6
"""How many more decisions with one option it follows its own choice."""
MOST: Final = 2_000
"""The most choices of a simulation."""
LEAF: Final = 10
"""So many choices after the tree, all as it would make them, a learned player says what a simulation is worth, unless
its file says how many."""
EXPLORE_LEARNED: Final = 0.1
"""What EXPLORE is then: the player is less noisy than the ends of games."""
EXPLORE_PROVING: Final = 1.0
"""What it is where ends are proven: one answer that was overlooked makes all the rest wrong."""
MOST_EXPLORE: Final = 1_000
"""The most that a file may say it is, in hundredths."""
TRUST: Final = 4.0
"""As many simulations count as much as what the player expects of an option."""
APART: Final = 0.5
"""Part of how far options fall short of the best one on average: one as far below it gets half of the attention."""
LOOKS: Final = 4
"""On how many tables the player looks at the options of the decision itself; a power of two."""
ELSEWHERE: Final = 0x5DEECE66D1CE4E5B
"""What changes the seed of a state before a player looks ahead, so that it does not know what chance will bring."""
HIDDEN: Final = -(1 << 62)
"""Less the number of an offer of hidden pieces: its code in the tree, below all codes of options."""
LOT: Final = int(BY_CHANCE * (1 << 32))
"""A playout continues by chance if the upper half of a 64-bit number is below this."""
