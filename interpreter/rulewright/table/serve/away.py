"""Absent players: seats that have taken longer for a choice than their table allows.

Others at the table may then let a bot play for such a seat. It sees what the seat may see and no more; the holder of
the seat's link takes the seat back at any time.
"""

from __future__ import annotations

import time
from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.core.run.steps import IllegalChoice
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.serve import links
from rulewright.table.serve.forms import first, form_of, seat_named, whole_number
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.participants import PACES

_A_DAY = 86_400
BOT = "greedy"
"""What plays for one who is away: it thinks no longer than a person who clicks on."""


def due(live: LiveTable) -> float:
    """Return the time by which the awaited seats must choose, in seconds since 1970.

    A table without a pace gives them a day.
    """
    return max(live.record.moved, live.record.created) + (live.record.sitters.pace or _A_DAY)


def waited_people(live: LiveTable, seat: int) -> tuple[int, ...]:
    """Return the other people that a seat (or a spectator) knows to be awaited."""
    return tuple(each for each in live.waited_for(seat) if each in live.people and each != seat)


async def play_for(guest: Guest) -> Response:
    """Let a bot play for a seat whose person is away."""
    fields = await form_of(guest.request)
    live, seat = guest.live, seat_named(first(fields, "seat"))
    if guest.seat != ONLOOKER and guest.seat not in live.people:
        raise HTTPException(403, "a bot already plays for this seat")
    if seat not in waited_people(live, guest.seat) or time.time() < due(live):
        raise HTTPException(409, "this seat is not away, or not for long enough")
    try:
        live.seat_is(seat, BOT)
    except IllegalChoice as fault:
        raise HTTPException(409, str(fault)) from None
    guest.go_on()
    return RedirectResponse("seats" if guest.role == links.TABLE else "./", 303)


async def pace(guest: Guest) -> Response:
    """Say how long one may take for a choice at a table."""
    fields = await form_of(guest.request)
    seconds = whole_number(first(fields, "pace"))
    if seconds not in PACES:
        raise HTTPException(400, "this is not one of the offered times")
    guest.live.change(sitters=replace(guest.record.sitters, pace=seconds))
    guest.place.tell()
    return RedirectResponse("seats", 303)
