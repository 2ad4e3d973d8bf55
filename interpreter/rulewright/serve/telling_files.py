"""Files made of a game tell all that is hidden in it, and all chance to come: when they may be had.

Whoever made a table may sit at it. The same holds for every such file: a save, and a scenario.
"""

from __future__ import annotations

from starlette.exceptions import HTTPException

from rulewright.model.layout import SEALED
from rulewright.serve.guests import Guest
from rulewright.serve.tables import CannotOpen


def refuse_to_tell(guest: Guest) -> None:
    """Raises HTTPException if a file of a table would tell what people at it may not know."""
    if not may_be_told(guest):
        raise HTTPException(
            409, "such a file shows what is hidden and all chance to come; it can be had when all games here are over"
        )


def may_be_told(guest: Guest) -> bool:
    """Whether a file of a table tells nobody more than the rules let them see.

    It does not where one person alone plays or has all in the page itself, nor where nothing is hidden.
    """
    live = guest.live
    if guest.site.alone or len(live.people) <= 1:
        return True
    if live.game.blueprint.shows_all and live.state[SEALED] is None:
        return True
    try:
        return live.is_over and not guest.site.in_a_row.has_more(live)
    except CannotOpen:  # what cannot be known to be over is not
        return False
