"""Ends of a game that people want: a seat gives up, or all who sit at the table agree to end it."""

from __future__ import annotations

from dataclasses import replace
from sqlite3 import Error as StoreError

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from rulewright.core.run.steps import IllegalChoice
from rulewright.table.serve import links, seats
from rulewright.table.serve.away import BOT
from rulewright.table.serve.forms import first, form_of
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.ways_out import may_propose


async def give_up(guest: Guest) -> Response:
    """Let the visitor's seat give up."""
    try:
        guest.live.give_up(guest.viewer, BOT)
    except IllegalChoice as fault:
        raise HTTPException(409, str(fault)) from None
    except StoreError:
        raise HTTPException(503, "this cannot be saved at the moment; try again") from None
    return await _back(guest)


async def vote(guest: Guest) -> Response:
    """Propose to end the game, agree to that, or decline it. Whoever shares a screen speaks for all who do."""
    fields = await form_of(guest.request)
    live, does, sitters = guest.live, first(fields, "does"), guest.record.sitters
    who = live.people if guest.role == links.SCREEN else (guest.seat,)
    if live.is_over or not set(who) <= set(live.people):
        raise HTTPException(409, "nobody can end the game from this seat now")
    if does == "propose":
        if not may_propose(live, who[0]):
            raise HTTPException(409, "this cannot be proposed now; play on for a while")
    elif does not in ("agree", "decline") or not sitters.agreed or first(fields, "of") != str(sitters.agreed[0] + 1):
        raise HTTPException(409, "this proposal is no longer open")
    agreed = tuple(dict.fromkeys((*sitters.agreed, *who)))
    try:
        if does == "decline":
            live.change(sitters=sitters.without_agreement(len(live.moments)))
        elif set(live.people) <= set(agreed):
            live.end_by_agreement()
        else:
            live.change(sitters=replace(sitters, agreed=agreed))
    except StoreError:
        raise HTTPException(503, "this cannot be saved at the moment; try again") from None
    return await _back(guest)


async def _back(guest: Guest) -> Response:
    guest.go_on()
    return await seats.page(guest) if guest.wants_part else RedirectResponse("./", 303)
