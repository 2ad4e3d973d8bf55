"""The card of a table for a browser that holds a link to it: people, whose turn it is, the result, a small picture.

Nobody has an account: the browser keeps the links, and asks for one card at a time by the link itself. So no request
names more than one table, and nothing is noted of who holds which links.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal, NamedTuple

from starlette.responses import Response

from rulewright.core.locales.wording import title_in
from rulewright.observe.naming import seat_title
from rulewright.play.session.quitting import quit_told
from rulewright.play.session.result_told import result_line
from rulewright.table.serve import links
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.hosting.presence import PeopleHere
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.plates import plates_of
from rulewright.table.serve.seeing import picture

SeatOutcome = Literal["", "won", "lost", "drawn"]


class HeldEnd(NamedTuple):
    """The end of a game in a sentence, and what it is for the seat whose link is held."""

    told: str = ""
    outcome: SeatOutcome = ""


async def card(guest: Guest) -> Response:
    """Return the card of a table as the role of the link sees it."""
    live, seat, language, record = guest.live, guest.viewer, guest.language, guest.record
    blueprint, state = live.game.blueprint, live.state_for(seat)
    moved = datetime.fromtimestamp(max(record.moved, record.created), UTC)
    return guest.page(
        "_held.html", home=links.page_of(guest.site.secret, record, guest.role),
        link=links.path(guest.site.secret, record.id, guest.role, record.epoch(guest.role)),
        title=title_in(blueprint.title, language, blueprint.ruleset), is_asked=_is_asked(guest), again=_again(guest),
        said=_said(guest), end=end_of(live, seat, language), moved=moved.strftime("%Y-%m-%dT%H:%M:%SZ"),
        plates=plates_of(live, state, seat, language, now=True),
        people_here=guest.request.scope.get("here", PeopleHere()),
        waited_for=[seat_title(blueprint, each, language) for each in live.waited_for(seat)],
        picture=picture(live.game, state, seat, None, language, is_open=live.is_told).whole(), **guest.sheets(),
    )  # fmt: skip


def end_of(live: LiveTable, seat: int, language: str) -> HeldEnd:
    """Return the end of a game for a seat. It says nothing while the game is in play, or is played again."""
    if not live.is_over or live.repeats:
        return HeldEnd()
    blueprint = live.game.blueprint
    result = live.result
    names = tuple(seat_title(blueprint, each, language) for each in range(live.record.seats))
    outcome: SeatOutcome = "won" if seat in result.winners else "drawn" if seat in result.drawn else "lost"
    quit_last = [quit_told(blueprint, each, language) for each in live.quits[-1:] if each.ends]
    told = " ".join((*quit_last, result_line(blueprint, result, names, language)))
    return HeldEnd(told, outcome if seat >= 0 else "")


def _is_asked(guest: Guest) -> bool:
    """Whether the holder of the link can choose now."""
    live, seat = guest.live, guest.viewer
    if guest.role == links.SCREEN:
        return any(each in live.asked for each in live.people)
    return seat in live.people and (live.may_choose(seat) or live.must_confirm(seat))


def _again(guest: Guest) -> str:
    """Return the key of the words on the button of a rematch, or "" if the link's holder cannot begin one."""
    if not guest.live.is_told or guest.role == links.WATCH:
        return ""
    return "rematch_on" if guest.record.next_table else "rematch"


def _said(guest: Guest) -> float:
    """Return the time of the last chat line of another seat, in seconds since 1970, or 0 without one."""
    if not guest.role.isdigit() or not guest.record.sitters.chats:
        return 0.0
    return next((each.at for each in reversed(guest.live.chat) if each.seat != guest.seat), 0.0)
