"""Who has been away for too long: a seat that is waited for past the time that the table gives for a choice.

Others at the table may then let a bot play for it, which sees what the seat may see and no more; whoever has the link
of the seat takes it back at any time.
"""

from __future__ import annotations

import time
from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.play.moments import ONLOOKER
from rulewright.run.steps import IllegalChoice
from rulewright.serve import links
from rulewright.serve.live import LiveTable
from rulewright.serve.site import ServerState, first, form_of, whole_number
from rulewright.serve.sitters import PACES

_A_DAY = 86_400
BOT = "greedy"
"""What plays for one who is away: it thinks no longer than a person who clicks on."""


def due(live: LiveTable) -> float:
    """When those who are waited for have taken their time; a day, where the table gives none."""
    return max(live.record.moved, live.record.created) + (live.record.sitters.pace or _A_DAY)


def waited_people(live: LiveTable, seat: int) -> tuple[int, ...]:
    """The other people that a seat (or who looks on) knows to be waited for."""
    return tuple(each for each in live.waited_for(seat) if each in live.people and each != seat)


class Away:
    """What is done about those who are away."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def play_for(self, request: Request) -> Response:
        """Let a bot play for a seat whose person is away."""
        place, role = self.site.place(request, "seat", links.TABLE)
        fields = await form_of(request)
        live, number = place.live, whole_number(first(fields, "seat"), 1, len(place.live.policies))
        asks = int(role) - 1 if role.isdigit() else ONLOOKER
        if asks != ONLOOKER and asks not in live.people:
            raise HTTPException(403, "a bot plays for this seat itself")
        if number is None or number - 1 not in waited_people(live, asks) or time.time() < due(live):
            raise HTTPException(409, "this seat is not away, or not for long enough")
        try:
            live.seat_is(number - 1, BOT)
        except IllegalChoice as fault:
            raise HTTPException(409, str(fault)) from None
        self.site.tables.move_bots(place)
        place.tell()
        return RedirectResponse("seats" if role == links.TABLE else "./", 303)

    async def pace(self, request: Request) -> Response:
        """Say how long one may take for a choice at a table."""
        place, _ = self.site.place(request, links.TABLE)
        fields = await form_of(request)
        seconds = whole_number(first(fields, "pace"), 0, max(PACES))
        if seconds not in PACES:
            raise HTTPException(400, "there is no such pace")
        live = place.live
        record = replace(live.record, sitters=replace(live.record.sitters, pace=seconds))
        live.store.change(record, "sitters")
        live.record = record
        place.tell()
        return RedirectResponse("seats", 303)
