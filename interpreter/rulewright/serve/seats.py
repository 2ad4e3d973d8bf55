"""The page of a seat, of a spectator, and of several seats at one screen: what is there, and what a click does."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from sqlite3 import Error as StoreError
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.play.moments import ONLOOKER
from rulewright.play.replay import PERSON
from rulewright.run.atoms import LimitReached
from rulewright.run.steps import IllegalChoice
from rulewright.serve import links
from rulewright.serve.away import due, waited_people
from rulewright.serve.live import LiveTable
from rulewright.serve.logged_actions import turns_told
from rulewright.serve.match_pages import onward_path
from rulewright.serve.offers import Asked, Selecting, WordedOption, asked_of, code_in, key_to_make
from rulewright.serve.rematch import may_be_again, rematch_path
from rulewright.serve.site import ServerState, first, form_of
from rulewright.serve.standing import standing_of
from rulewright.serve.streams import version_mark
from rulewright.serve.tables import CannotOpen, OpenTable

LOG = logging.getLogger("rulewright.serve")
PART = "x-rulewright-part"


class Seats:
    """What is answered under a secret link of a seat."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def page(self, request: Request) -> Response:
        place, role = self.site.place(request)
        if role == links.TABLE:
            return RedirectResponse(f"{request.url.path}seats", 303)
        return self._shown(
            request, place, role, _seat_asked_for(request, place.live, role, request.query_params.get("seat", "")),
            marks=_marks_in({"mark": request.query_params.getlist("mark")}),
        )  # fmt: skip

    async def back(self, request: Request) -> Response:
        """Where somebody asks for the address that a form was sent to, as a reloaded page does: the table."""
        self.site.place(request)
        return RedirectResponse("./", 303)

    async def act(self, request: Request) -> Response:
        """A choice, a step back, or a confirmation; refused if the page it was made on is an old one."""
        place, role = self.site.place(request, "seat", links.SCREEN)
        fields = await form_of(request)
        live = place.live
        seat = _seat_asked_for(request, live, role, first(fields, "seat"))
        if seat is None:
            raise HTTPException(409, "say which seat chooses")
        marks = _marks_in(fields)
        refused = self._done(request, place, seat, fields, marks)
        if refused:
            LOG.info("table %s, seat %s: %s", live.record.id, seat + 1, refused[0])
        if request.headers.get(PART):
            looks = seat if refused else _seat_asked_for(request, live, role, str(seat + 1))
            return self._shown(request, place, role, looks, refused, 409 if refused else 200, marks)
        if refused:
            return self._shown(request, place, role, seat, refused, 409, marks)
        return RedirectResponse(_path(request, role, seat, marks), 303)

    def _done(
        self, request: Request, place: OpenTable, seat: int, fields: Mapping[str, list[str]], marks: list[int]
    ) -> tuple[str, ...]:
        """Do what a form asks for; sentences that say why not, if it was not done.

        `marks` are those made so far of several that are picked at once; what is clicked or typed may change them.
        """
        live, say = place.live, self.site.words(request, place.live.record.language)
        if first(fields, "at") != self._mark(live, seat):
            return (say("moved_on"),)
        does = first(fields, "do")
        try:
            if does == "undo":
                live.undo(seat)
            elif does == "confirm":
                live.confirm(seat)
            elif first(fields, "ahead"):
                live.choose_ahead(seat, *_codes_ahead(first(fields, "ahead")))
            elif (selecting := self._selecting(request, live, seat, marks)) is not None and (
                does == "take" or not _says(fields)
            ):
                live.choose_several(seat, selecting.marked, random.SystemRandom())
            elif selecting is not None and _mark(live, seat, fields, marks, self._language(request, live)):
                return ()
            else:
                key = _key_meant(live, seat, fields, self.site.language(request, live.record.language))
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
        self.site.tables.move_bots(place)
        place.tell()
        return ()

    def _selecting(self, request: Request, live: LiveTable, seat: int, marks: Sequence[int]) -> Selecting | None:
        """The selection that a seat is asked for, with the marks it has made."""
        if not live.may_choose(seat):
            return None
        return asked_of(live.game, live.state_for(seat), seat, self._language(request, live), marks).selecting

    def _language(self, request: Request, live: LiveTable) -> str:
        return self.site.language(request, live.record.language)

    async def hand_over(self, request: Request) -> Response:
        """Hand one's own seat to a policy, or take it back."""
        place, role = self.site.place(request, "seat")
        fields = await form_of(request)
        policy = first(fields, "policy")
        try:
            place.live.seat_is(int(role) - 1, policy, self.site.policies_at(place.live))
        except IllegalChoice as fault:
            raise HTTPException(400, str(fault)) from None
        self.site.tables.move_bots(place)
        place.tell()
        return RedirectResponse(_path(request, role, int(role) - 1), 303)

    async def log(self, request: Request) -> Response:
        """All that a seat has been shown."""
        place, role = self.site.place(request, "seat", links.WATCH)
        seat = int(role) - 1 if role.isdigit() else ONLOOKER
        language = self.site.language(request, place.live.record.language)
        turns = turns_told(place.live, seat, language)
        return self.site.page(request, "log.html", turns=turns, language=place.live.record.language)

    def _mark(self, live: LiveTable, seat: int) -> str:
        return links.position_mark(self.site.secret, live.record.id, seat, *live.question(seat))

    def _shown(
        self,
        request: Request,
        place: OpenTable,
        role: str,
        seat: int | None,
        refused: tuple[str, ...] = (),
        status: int = 200,
        marks: Sequence[int] = (),
    ) -> Response:
        live = place.live
        language = self.site.language(request, live.record.language)
        part = bool(request.headers.get(PART))
        values: dict[str, Any] = {
            "live": live, "role": role, "place": place, "refused": refused, "language": live.record.language,
            "look": self.site.look_path(live.game),
            "colours": self.site.colours_path(live), "policies": (PERSON, *self.site.policies_at(live)),
            "onlooker": ONLOOKER, "part": part,
        }  # fmt: skip
        if seat is None:
            asked = [each for each in live.record.people if each in live.asked]
            return self.site.page(request, "_curtain.html" if part else "curtain.html", status, asked=asked, **values)
        sight = place.sight(seat, language, marks)
        values |= {
            "sight": sight, "at": self._mark(live, seat), "version": version_mark(self.site.secret, place, seat),
            "standing": standing_of(live, seat, language), **self._in_a_row(place, role, language),
            "rematch": may_be_again(live), "due": due(live), "late": time.time() >= due(live),
            "until": datetime.fromtimestamp(due(live), UTC).strftime("%Y-%m-%dT%H:%MZ"),
            "waited": waited_people(live, seat) if seat == ONLOOKER or seat in live.people else (),
            "policy": live.policy(seat) if seat != ONLOOKER else "", "owns": self._owns(request, live),
        }  # fmt: skip
        return self.site.page(request, "_table.html" if part else "table.html", status, **values)

    def _in_a_row(self, place: OpenTable, role: str, language: str) -> dict[str, Any]:
        """How far games in a row have come, and the way to the next one if it has begun."""
        try:
            course = self.site.in_a_row.course(place, language)
        except CannotOpen:
            return {"course": None, "onward": ""}
        if course is None and place.live.record.next_table:
            made = self.site.store.record(place.live.record.next_table)
            return {"course": None, "onward": rematch_path(self.site.secret, made, role) if made else ""}
        onward = self.site.store.record(course.onward) if course is not None and course.onward else None
        return {"course": course, "onward": onward_path(self.site.secret, onward, role) if onward else ""}

    def _owns(self, request: Request, live: LiveTable) -> str:
        """The path of the table's own page, for the browser that made it."""
        if live.record.owner and live.record.owner == self.site.owner_of(request):
            return links.path(self.site.secret, live.record.id, links.TABLE)
        return ""


def _seat_asked_for(request: Request, live: LiveTable, role: str, named: str) -> int | None:
    """The seat whose page this is; None if several sit at one screen and nobody has said who looks."""
    if role == links.WATCH:
        return ONLOOKER
    if role.isdigit():
        return int(role) - 1
    people = live.record.people
    if live.is_over and people:
        return ONLOOKER
    seat = int(named) - 1 if named.isascii() and named.isdigit() and len(named) < 4 else None
    if seat not in people or (seat not in live.asked and any(each in live.asked for each in people)):
        return people[0] if len(people) == 1 else None
    return seat


def _key_meant(live: LiveTable, seat: int, fields: Mapping[str, list[str]], language: str) -> str | None:
    """The key of the option that was clicked or typed; None if there is none."""
    if not live.may_choose(seat):
        raise IllegalChoice("nothing is asked of this seat now")
    offer = _option_meant(asked_of(live.game, live.state_for(seat), seat, language), fields)
    if offer is None:
        return None
    return key_to_make(live.game, live.state_for(seat), offer, random.SystemRandom())


def _option_meant(asked: Asked, fields: Mapping[str, list[str]]) -> WordedOption | None:
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


def _says(fields: Mapping[str, list[str]]) -> bool:
    """Whether something was clicked or typed, not just sent."""
    return any(first(fields, each).strip() for each in ("option", "offer", "typed"))


def _marks_in(fields: Mapping[str, list[str]]) -> list[int]:
    """The numbers of what is marked."""
    return [int(each) for each in fields.get("mark", ()) if each.isascii() and each.isdigit() and len(each) < 6]


def _mark(live: LiveTable, seat: int, fields: Mapping[str, list[str]], marks: list[int], language: str) -> bool:
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


def _path(request: Request, role: str, seat: int, marks: Sequence[int] = ()) -> str:
    """The page to go back to after something was done, with the marks that were made there."""
    home = request.url.path.rsplit("/", 1)[0] + "/"
    asked = [("seat", seat + 1)] * (role == links.SCREEN) + [("mark", each) for each in marks]
    return f"{home}?{urlencode(asked)}" if asked else home
