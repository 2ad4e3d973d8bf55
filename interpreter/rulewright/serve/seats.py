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

from rulewright.play.moments import ONLOOKER
from rulewright.play.replay import PERSON
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice
from rulewright.serve import links
from rulewright.serve.away import due, waited_people
from rulewright.serve.forms import Fields, first, form_of, seat_named, whole_number
from rulewright.serve.live import LiveTable
from rulewright.serve.logged_actions import turns_told
from rulewright.serve.offers import Asked, Selecting, WordedOption, asked_of, code_in, key_to_make
from rulewright.serve.rematch import may_be_again, rematch_path
from rulewright.serve.standing import standing_of
from rulewright.serve.tables import CannotOpen
from rulewright.serve.visits import Visit

LOG = logging.getLogger("rulewright.serve")


async def page(visit: Visit) -> Response:
    """The table as a seat, a spectator, or one of several at a screen sees it."""
    if visit.role == links.TABLE:
        return RedirectResponse(f"{visit.request.url.path}seats", 303)
    seat = _seat_asked_for(visit, visit.asked.get("seat", ""))
    return _shown(visit, seat, marks=_marks_in({"mark": visit.asked.getlist("mark")}))


async def back(visit: Visit) -> Response:
    """Where somebody asks for the address that a form was sent to, as a reloaded page does: the table."""
    return RedirectResponse("./", 303)


async def events(visit: Visit) -> Response:
    """Whose news a page hears; the front tells them (see `front.py`)."""
    return JSONResponse(visit.viewer)


async def act(visit: Visit) -> Response:
    """A choice, a step back, or a confirmation; refused if the page it was made on is an old one."""
    fields = await form_of(visit.request)
    seat = _seat_asked_for(visit, first(fields, "seat"))
    if seat is None:
        raise HTTPException(409, "say which seat chooses")
    marks = _marks_in(fields)
    refused = _done(visit, seat, fields, marks)
    if refused:
        LOG.info("table %s, seat %s: %s", visit.record.id, seat + 1, refused[0])
        return _shown(visit, seat, refused, 409, marks)
    if visit.wants_part:
        return _shown(visit, _seat_asked_for(visit, str(seat + 1)), marks=marks)
    return RedirectResponse(_path(visit, seat, marks), 303)


def _done(visit: Visit, seat: int, fields: Fields, marks: list[int]) -> tuple[str, ...]:
    """Do what a form asks for; sentences that say why not, if it was not done.

    `marks` are those made so far of several that are picked at once; what is clicked or typed may change them.
    """
    live, say = visit.live, visit.site.words(visit.request, visit.record.language)
    if first(fields, "at") != _mark_of_question(visit, seat):
        return (say("moved_on"),)
    does = first(fields, "do")
    try:
        if does == "undo":
            live.undo(seat)
        elif does == "confirm":
            live.confirm(seat)
        elif first(fields, "ahead"):
            live.choose_ahead(seat, *_codes_ahead(first(fields, "ahead")))
        elif (selecting := _selecting(visit, seat, marks)) is not None and (does == "take" or not _says(fields)):
            live.choose_several(seat, selecting.marked, random.SystemRandom())
        elif selecting is not None and _mark(live, seat, fields, marks, visit.language):
            return ()
        else:
            key = _key_meant(live, seat, fields, visit.language)
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
    visit.go_on()
    return ()


def _selecting(visit: Visit, seat: int, marks: Sequence[int]) -> Selecting | None:
    """The selection that a seat is asked for, with the marks it has made."""
    live = visit.live
    if not live.may_choose(seat):
        return None
    return asked_of(live.game, live.state_for(seat), seat, visit.language, marks).selecting


async def hand_over(visit: Visit) -> Response:
    """Hand one's own seat to a policy, or take it back."""
    fields = await form_of(visit.request)
    try:
        visit.live.seat_is(visit.seat, first(fields, "policy"), visit.site.policies_at(visit.live))
    except IllegalChoice as fault:
        raise HTTPException(400, str(fault)) from None
    visit.go_on()
    return RedirectResponse(_path(visit, visit.seat), 303)


async def log(visit: Visit) -> Response:
    """All that a seat has been shown."""
    return visit.page("log", turns=turns_told(visit.live, visit.seat, visit.language))


def _mark_of_question(visit: Visit, seat: int) -> str:
    return links.position_mark(visit.site.secret, visit.record.id, seat, *visit.live.question(seat))


def _shown(
    visit: Visit, seat: int | None, refused: tuple[str, ...] = (), status: int = 200, marks: Sequence[int] = ()
) -> Response:
    site, live, place, language = visit.site, visit.live, visit.place, visit.language
    if seat is None:
        asked = [each for each in live.people if each in live.asked]
        return visit.shown("curtain", status, asked=asked, **visit.sheets())
    return visit.shown(
        "table", status, place=place, refused=refused, sight=place.sight(seat, language, marks),
        at=_mark_of_question(visit, seat), version=place.mark(site.secret, seat),
        standing=standing_of(live, seat, language), rematch=may_be_again(live), due=due(live),
        late=time.time() >= due(live), until=datetime.fromtimestamp(due(live), UTC).strftime("%Y-%m-%dT%H:%MZ"),
        waited=waited_people(live, seat) if seat == ONLOOKER or seat in live.people else (),
        policy=live.policy(seat) if seat != ONLOOKER else "", policies=(PERSON, *site.policies_at(live)),
        owns=_owns(visit), **_in_a_row(visit), **visit.sheets(),
    )  # fmt: skip


def _in_a_row(visit: Visit) -> dict[str, Any]:
    """How far games in a row have come, and the way to the next one if it has begun."""
    site, next_table = visit.site, visit.record.next_table
    try:
        course = site.in_a_row.course(visit.place, visit.language)
    except CannotOpen:
        return {"course": None, "onward": ""}
    made = site.store.record(next_table) if next_table else None
    path = links.page_of if course is not None else rematch_path
    return {"course": course, "onward": path(site.secret, made, visit.role) if made is not None else ""}


def _owns(visit: Visit) -> str:
    """The path of the table's own page, for the browser that made it."""
    record, site = visit.record, visit.site
    if record.owner and record.owner == site.owner_of(visit.request):
        return links.path(site.secret, record.id, links.TABLE)
    return ""


def _seat_asked_for(visit: Visit, named: str) -> int | None:
    """The seat whose page this is; None if several sit at one screen and nobody has said who looks."""
    if visit.role != links.SCREEN:
        return visit.seat
    people, asked = visit.live.people, visit.live.asked
    if visit.live.is_over and people:
        return ONLOOKER
    seat = seat_named(named)
    if seat not in people or (seat not in asked and any(each in asked for each in people)):
        return people[0] if len(people) == 1 else None
    return seat


def _key_meant(live: LiveTable, seat: int, fields: Fields, language: str) -> str | None:
    """The key of the option that was clicked or typed; None if there is none."""
    if not live.may_choose(seat):
        raise IllegalChoice("nothing is asked of this seat now")
    offer = _option_meant(asked_of(live.game, live.state_for(seat), seat, language), fields)
    if offer is None:
        return None
    return key_to_make(live.game, live.state_for(seat), offer, random.SystemRandom())


def _option_meant(asked: Asked, fields: Fields) -> WordedOption | None:
    """The option that was clicked or typed; None if there is none."""
    written = first(fields, "option")
    if not written:
        return asked.typed(first(fields, "offer") or first(fields, "typed"))
    code = code_in(written)
    return asked.with_code(code) if code is not None else None


def _codes_ahead(written: str) -> tuple[int, int]:
    """The codes of a choice and of the one after it. Raises IllegalChoice if they are none."""
    found = [code for each in written.split() if (code := code_in(each)) is not None]
    if len(found) != 2:
        raise IllegalChoice("that names no two choices")
    return found[0], found[1]


def _says(fields: Fields) -> bool:
    """Whether something was clicked or typed, not just sent."""
    return any(first(fields, each).strip() for each in ("option", "offer", "typed"))


def _marks_in(fields: Fields) -> list[int]:
    """The numbers of what is marked."""
    numbers = (whole_number(each) for each in fields.get("mark", ()))
    return [each for each in numbers if each is not None]


def _mark(live: LiveTable, seat: int, fields: Fields, marks: list[int], language: str) -> bool:
    """Mark what was clicked or typed, or no longer; False if one of it is no candidate, so that nothing is marked."""
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


def _path(visit: Visit, seat: int, marks: Sequence[int] = ()) -> str:
    """The page to go back to after something was done, with the marks that were made there."""
    home = visit.request.url.path.rsplit("/", 1)[0] + "/"
    asked = [("seat", seat + 1)] * (visit.role == links.SCREEN) + [("mark", each) for each in marks]
    return f"{home}?{urlencode(asked)}" if asked else home
