"""Explanations for a seat as far as it may know: closed options, numbers, and where an option leads."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.responses import Response

from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.layout import FRAME, SITE
from rulewright.observe.naming import key_about, thing_name
from rulewright.observe.words.reasons import Why
from rulewright.play.session.questions import closed_options, why_not, why_number, why_total
from rulewright.table.serve.forms import seat_named, whole_number
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.offers import code_in
from rulewright.table.serve.seeing import ahead_of

TOTAL = "total"
_MOST_THINGS = 10**8


async def why(guest: Guest) -> Response:
    """Show the reasons for what is asked about, each with its subject."""
    asked, seat = guest.asked, guest.viewer
    if "ahead" in asked:
        return _ahead(guest, asked["ahead"])
    told: list[tuple[str, Why]] = []
    if "number" in asked:
        found = _number(guest, asked["number"])
        told = [("", found)] if found is not None and (found.reason or asked["number"] == TOTAL) else []
    elif guest.live.may_choose(seat):
        told = _closed(guest.live, seat, _key(guest.live, seat, asked), guest.language)
    if guest.wants_part and not told and asked.keys() & {"number", "option", "thing"}:
        return Response(status_code=204)
    return guest.shown("why.html", told=told)


def _ahead(guest: Guest, written: str) -> Response:
    """Show what the option with a code leads to.

    The answer is empty if the option is not open, or if nothing of it is seen at once.
    """
    code = code_in(written)
    leads, changes = ahead_of(guest.live, guest.viewer, code, guest.language) if code is not None else ((), ())
    if not leads and not changes:
        return Response(status_code=204)
    return guest.page("_ahead.html", leads=leads, changes=changes)


def _number(guest: Guest, name: str) -> Why | None:
    """Explain a number of a seat, or of the viewer if no seat is named."""
    live, seat, asked = guest.live, guest.viewer, guest.asked
    state, own = live.state_for(seat), max(seat, 0)
    if name == TOTAL:
        return why_total(live.game, live.build, state, of_seat=own, seat=seat, language=guest.language)
    named = seat_named(asked.get("of", ""))
    takes = live.game.blueprint.quantity_takes.get(name, ())
    given = tuple(
        _named(live.game.blueprint, domain, written)
        for domain, written in zip(takes, asked.getlist("given"), strict=False)
    )
    return why_number(
        live.game, live.build, state, name, of_seat=named if 0 <= named < live.record.seats else own, given=given,
        seat=seat, language=guest.language,
    )  # fmt: skip


def _closed(live: LiveTable, seat: int, key: str | None, language: str) -> list[tuple[str, Why]]:
    state = live.state_for(seat)
    if state[FRAME] is None:
        return []
    if key is not None:
        found = why_not(live.game, live.build, state, key[:200], seat=seat, language=language)
        return [("", found)] if found is not None else []
    closed = closed_options(live.game, live.build, state, seat=seat, language=language)
    return [(": ".join(filter(None, (each.title, ", ".join(each.names)))), each.why) for each in closed]


def _key(live: LiveTable, seat: int, asked: QueryParams) -> str | None:
    """Return the key of the option that is asked about, or None if all are.

    The option is named by its key or by a thing it is about.
    """
    if "thing" not in asked:
        return asked.get("option")
    domain, _, name = asked["thing"].partition(":")
    return key_about(live.game.blueprint, live.state_for(seat)[SITE], domain, name)


def _named(blueprint: Blueprint, domain: DomainName, written: str) -> str:
    """Return the name of a thing that a drawing identifies by its number."""
    number = whole_number(written, 0, _MOST_THINGS)
    if number is None or domain == "number":
        return written[:200]
    known = len(blueprint.pieces) if isinstance(domain, PieceOf) else blueprint.max_seats
    if domain in blueprint.domains and domain != "seat":
        known = len(blueprint.domains[domain].names)
    return thing_name(blueprint, domain, number) if number < known else written
