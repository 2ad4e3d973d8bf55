"""What a search ahead goes by, the same on every back end."""

from __future__ import annotations

from typing import Final

EXPLORE: Final = 0.7
"""How much more an option is looked at that was seldom taken."""
BY_CHANCE: Final = 0.3
"""How often a playout goes on by chance alone."""
UNTRIED: Final = 0.6
"""What an option is worth in a playout that none has taken yet."""
KEPT: Final = 0.5
"""How much of what did well at earlier decisions counts at the next."""
WEAK: Final = 0.3
"""What was taken less often tells nothing of an option that is new to the tree."""
FAINT: Final = 1e-9
"""What was taken less often is as if it had never been."""
MOST: Final = 2_000
"""The most choices of a simulation."""
HIDDEN: Final = -(1 << 62)
"""Less the number of an offer of hidden pieces: its code in the tree, below all codes of options."""
LOT: Final = int(BY_CHANCE * (1 << 32))
"""A playout goes on by chance where the upper half of a number of 64 bits lies below this."""
