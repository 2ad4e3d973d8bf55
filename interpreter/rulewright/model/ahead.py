"""What a search ahead goes by, the same on every back end."""

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
"""So many choices after the tree what is learned says what a simulation is worth, if anything is learned."""
EXPLORE_LEARNED: Final = 0.2
"""What EXPLORE is then: what is learned is less noisy than the ends of games."""
HIDDEN: Final = -(1 << 62)
"""Less the number of an offer of hidden pieces: its code in the tree, below all codes of options."""
LOT: Final = int(BY_CHANCE * (1 << 32))
"""A playout continues by chance if the upper half of a 64-bit number is below this."""
