"""The page of a seat, of a spectator, and of several seats at one screen: what is there, and what a click does."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from sqlite3 import Error as StoreError
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import IllegalChoice
from rulewright.play.records.replay import PERSON
from rulewright.play.session.moments import ONLOOKER
from rulewright.table.drawing.icons import sprite
from rulewright.table.serve import links
from rulewright.table.serve.away import due, waited_people
from rulewright.table.serve.forms import Fields, first, form_of, seat_named, whole_number
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.logged_actions import turns_told
from rulewright.table.serve.offers import Asked, Selecting, WordedOption, asked_of, code_in, key_to_make
from rulewright.table.serve.rematch import rematch_path
from rulewright.table.serve.standing import standing_of
from rulewright.table.serve.tables import CannotOpen
from rulewright.table.serve.ways_out import ways_out

LOG = logging.getLogger("rulewright.table.serve")


async def page(guest: Guest) -> Response:
    """Show the table as a seat, a spectator, or one of several at a screen sees it."""
    if guest.role == links.TABLE:
        return RedirectResponse(f"{guest.request.url.path}seats", 303)
    seat = _seat_asked_for(guest, guest.asked.get("seat", ""))
    return _shown(guest, seat, marks=_marks_in({"mark": guest.asked.getlist("mark")}))


async def back(guest: Guest) -> Response:
    """Lead back to the table from an address that only forms are sent to, as a reloaded page asks for one."""
    return RedirectResponse("./", 303)


async def events(guest: Guest) -> Response:
    """Return the number of the seat whose news a page receives. The gateway sends the news."""
    return JSONResponse(guest.viewer)


async def act(guest: Guest) -> Response:
    """Make a choice, take one back or confirm. Refused if the page no longer shows the current question."""
    fields = await form_of(guest.request)
    seat = _seat_asked_for(guest, first(fields, "seat"))
    if seat is None:
        raise HTTPException(409, "name the seat that chooses")
    marks = _marks_in(fields)
    refused = _done(guest, seat, fields, marks)
    if refused:
        LOG.info("table %s, seat %s: %s", guest.record.id, seat + 1, refused[0])
        return _shown(guest, seat, refused, 409, marks)
    if guest.wants_part:
        return _shown(guest, _seat_asked_for(guest, str(seat + 1)), marks=marks)
    return RedirectResponse(_path(guest, seat, marks), 303)


def _done(guest: Guest, seat: int, fields: Fields, marks: list[int]) -> tuple[str, ...]:
    """Do what a form requests, and return sentences that say why not, or () if it was done.

    `marks` are those made so far of several that are picked at once; what is clicked or typed may change them.
    """
    live, say = guest.live, guest.site.words(guest.request, guest.record.language)
    if first(fields, "at") != _mark_of_question(guest, seat):
        return (say("moved_on"),)
    does = first(fields, "do")
    try:
        if does == "undo":
            live.undo(seat)
        elif does == "confirm":
            live.confirm(seat)
        elif first(fields, "ahead"):
            live.choose_ahead(seat, *_codes_ahead(first(fields, "ahead")))
        elif (selecting := _selecting(guest, seat, marks)) is not None and (does == "take" or not _says(fields)):
            live.choose_several(seat, selecting.marked, random.SystemRandom())
        elif selecting is not None and _mark(live, seat, fields, marks, guest.language):
            return ()
        else:
            key = _key_meant(live, seat, fields, guest.language)
            if key is None:
                return (say("no_such_option", typed=(first(fields, "typed") or first(fields, "option"))[:60]),)
            live.choose(seat, key)
    except IllegalChoice as fault:
        return (str(fault),)
    except LimitReached as limit:
        return (say("limit", limit=str(limit)),)
    except StoreError:
        LOG.exception("a choice could not be stored")
        return (say("not_stored"),)
    marks.clear()
    guest.go_on()
    return ()


def _selecting(guest: Guest, seat: int, marks: Sequence[int]) -> Selecting | None:
    """Return the selection that a seat must make, with the marks it has made, or None."""
    live = guest.live
    if not live.may_choose(seat):
        return None
    return asked_of(live.game, live.state_for(seat), seat, guest.language, marks).selecting


async def hand_over(guest: Guest) -> Response:
    """Hand one's own seat to a policy, or take it back."""
    fields = await form_of(guest.request)
    try:
        guest.live.seat_is(guest.seat, first(fields, "policy"), guest.site.policies_at(guest.live))
    except IllegalChoice as fault:
        raise HTTPException(400, str(fault)) from None
    guest.go_on()
    return RedirectResponse(_path(guest, guest.seat), 303)


async def log(guest: Guest) -> Response:
    """All that a seat has been shown."""
    turns, signs = turns_told(guest.live, guest.seat, guest.language), sprite(guest.live.game.blueprint.look)
    return guest.page("log.html", turns=turns, sprite=signs, **guest.sheets())


def _mark_of_question(guest: Guest, seat: int) -> str:
    return links.position_mark(guest.site.secret, guest.record.id, seat, *guest.live.question(seat))


def _shown(
    guest: Guest, seat: int | None, refused: tuple[str, ...] = (), status: int = 200, marks: Sequence[int] = ()
) -> Response:
    if seat is None:
        asked = [each for each in guest.live.people if each in guest.live.asked]
        return guest.shown("curtain.html", status, asked=asked, **guest.sheets())
    sight, at = guest.place.sight(seat, guest.language, marks), _mark_of_question(guest, seat)
    return table_page(guest, seat, status, refused=refused, sight=sight, at=at)


def table_page(guest: Guest, seat: int, status: int = 200, **values: Any) -> Response:
    """Return the page of a table for a seat.

    `values` are the sight and the mark of the question, and what the seat is choosing ahead of its turn, if anything.
    """
    site, live, place, language = guest.site, guest.live, guest.place, guest.language
    known = {"refused": (), "choosing": None, **values}
    return guest.shown(
        "table.html", status, place=place, version=place.mark(site.secret, seat),
        standing=standing_of(live, seat, language), rematch=live.is_told, due=due(live),
        late=time.time() >= due(live),
        until=datetime.fromtimestamp(due(live), UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if live.record.sitters.pace else "",
        waited=waited_people(live, seat) if seat == ONLOOKER or seat in live.people else (),
        policy=live.policy(seat) if seat != ONLOOKER else "", policies=(PERSON, *site.policies_at(live)),
        owns=_owns(guest), ways=ways_out(live, seat, language), **known, **_in_a_row(guest), **guest.sheets(),
    )  # fmt: skip


def _in_a_row(guest: Guest) -> dict[str, Any]:
    """Return {"course": the standing of games in a row, "onward": the path of the next game or ""}."""
    site, next_table = guest.site, guest.record.next_table
    try:
        course = site.in_a_row.course(guest.place, guest.language)
    except CannotOpen:
        return {"course": None, "onward": ""}
    made = site.store.record(next_table) if next_table else None
    path = links.page_of if course is not None else rematch_path
    return {"course": course, "onward": path(site.secret, made, guest.role) if made is not None else ""}


def _owns(guest: Guest) -> str:
    """Return the path of the table's own page for the browser that made it, or ""."""
    record, site = guest.record, guest.site
    if record.owner and record.owner == site.owner_of(guest.request):
        return links.path(site.secret, record.id, links.TABLE)
    return ""


def _seat_asked_for(guest: Guest, named: str) -> int | None:
    """Return the seat whose page this is, or None if several share a screen and none of them is named yet."""
    if guest.role != links.SCREEN:
        return guest.seat
    people, asked = guest.live.people, guest.live.asked
    if guest.live.is_over and people:
        return ONLOOKER
    seat = seat_named(named)
    if seat not in people or (seat not in asked and any(each in asked for each in people)):
        return people[0] if len(people) == 1 else None
    return seat


def _key_meant(live: LiveTable, seat: int, fields: Fields, language: str) -> str | None:
    """Return the key of the option that was clicked or typed, or None if there is none.

    Raises IllegalChoice if the seat may not choose now.
    """
    if not live.may_choose(seat):
        raise IllegalChoice("it is not this seat's turn")
    offer = _option_meant(asked_of(live.game, live.state_for(seat), seat, language), fields)
    if offer is None:
        return None
    return key_to_make(live.game, live.state_for(seat), offer, random.SystemRandom())


def _option_meant(asked: Asked, fields: Fields) -> WordedOption | None:
    """Return the option that was clicked or typed, in words, or None if there is none."""
    written = first(fields, "option")
    if not written:
        return asked.typed(first(fields, "offer") or first(fields, "typed"))
    code = code_in(written)
    return asked.with_code(code) if code is not None else None


def _codes_ahead(written: str) -> tuple[int, int]:
    """Return the codes of a choice and of the one after it. Raises IllegalChoice if the text holds none."""
    found = [code for each in written.split() if (code := code_in(each)) is not None]
    if len(found) != 2:
        raise IllegalChoice("choose two different choices")
    return found[0], found[1]


def _says(fields: Fields) -> bool:
    """Whether something was clicked or typed, not just sent."""
    return any(first(fields, each).strip() for each in ("option", "offer", "typed"))


def _marks_in(fields: Fields) -> list[int]:
    """Return the numbers that are marked."""
    numbers = (whole_number(each) for each in fields.get("mark", ()))
    return [each for each in numbers if each is not None]


def _mark(live: LiveTable, seat: int, fields: Fields, marks: list[int], language: str) -> bool:
    """Toggle the marks that were clicked or typed. Return False, and mark nothing, if one is not a candidate."""
    asked = asked_of(live.game, live.state_for(seat), seat, language, marks)
    assert asked.selecting is not None
    named, typed = _option_meant(asked, fields), first(fields, "typed")
    found = [named] if named is not None else [asked.typed(each) for each in typed.split()]
    numbers = [each.number for each in found if each is not None and each.number in asked.selecting.candidates]
    if not found or len(numbers) < len(found):
        return False
    selecting = asked.selecting
    for number in numbers:
        selecting = replace(selecting, marks=selecting.toggled(number))
    marks[:] = selecting.marks
    return True


def _path(guest: Guest, seat: int, marks: Sequence[int] = ()) -> str:
    """Return the path of the page to go back to, with the marks that were made there."""
    home = guest.request.url.path.rsplit("/", 1)[0] + "/"
    asked = [("seat", seat + 1)] * (guest.role == links.SCREEN) + [("mark", each) for each in marks]
    return f"{home}?{urlencode(asked)}" if asked else home
