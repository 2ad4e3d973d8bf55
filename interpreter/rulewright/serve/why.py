"""Why an option is not open, why a number is what it is, and what one option of many leads to: shown to a seat as far
as it may know.
"""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rulewright.model.game import Blueprint
from rulewright.model.kinds import DomainName, PieceOf
from rulewright.model.layout import FRAME, SITE
from rulewright.observe.naming import key_about, thing_name
from rulewright.observe.reasons import Why
from rulewright.play.questions import closed_options, why_not, why_number, why_total
from rulewright.serve import links
from rulewright.serve.live import LiveTable
from rulewright.serve.offers import code_in
from rulewright.serve.seeing import ahead_of
from rulewright.serve.site import ServerState
from rulewright.serve.streams import seat_of

TOTAL = "total"


class Reasons:
    """What is answered under `why` below a link."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def why(self, request: Request) -> Response:
        place, role = self.site.place(request, "seat", links.WATCH, links.SCREEN)
        live, asked = place.live, request.query_params
        seat = seat_of(live, role, asked.get("seat", ""))
        language = self.site.language(request, live.record.language)
        if "ahead" in asked:
            return self._ahead(request, live, seat, asked["ahead"], language)
        told: list[tuple[str, Why]] = []
        if asked.get("number") == TOTAL:
            found = why_total(
                live.game, live.build, live.state_for(seat), of_seat=max(seat, 0), seat=seat, language=language
            )
            told = [("", found)] if found is not None else []
        elif "number" in asked:
            found = self._number(live, seat, asked.get("number", ""), request, language)
            told = [("", found)] if found is not None and found.reason else []
        elif live.may_choose(seat):
            told = self._closed(live, seat, _key(live, seat, asked), language)
        part = bool(request.headers.get("x-rulewright-part"))
        if part and not told and asked.keys() & {"number", "option", "thing"}:
            return Response(status_code=204)
        return self.site.page(request, "_why.html" if part else "why.html", told=told, language=live.record.language)

    def _ahead(self, request: Request, live: LiveTable, seat: int, written: str, language: str) -> Response:
        """What an option leads to, by its code; nothing if it is not open, or leads to nothing that is seen at once."""
        code = code_in(written)
        leads, changes = ahead_of(live, seat, code, language) if code is not None else ((), ())
        if not leads and not changes:
            return Response(status_code=204)
        return self.site.page(request, "_ahead.html", leads=leads, changes=changes, language=live.record.language)

    def _number(self, live: LiveTable, seat: int, name: str, request: Request, language: str) -> Why | None:
        of = request.query_params.get("of", "")
        of_seat = (
            int(of) - 1 if of.isascii() and of.isdigit() and 1 <= int(of[:4]) <= live.record.seats else max(seat, 0)
        )
        takes = live.game.blueprint.quantity_takes.get(name, ())
        given = tuple(
            _named(live.game.blueprint, domain, written)
            for domain, written in zip(takes, request.query_params.getlist("given"), strict=False)
        )
        return why_number(
            live.game,
            live.build,
            live.state_for(seat),
            name,
            of_seat=of_seat,
            given=given,
            seat=seat,
            language=language,
        )

    def _closed(self, live: LiveTable, seat: int, key: str | None, language: str) -> list[tuple[str, Why]]:
        state = live.state_for(seat)
        if state[FRAME] is None:
            return []
        if key is not None:
            why = why_not(live.game, live.build, state, key[:200], seat=seat, language=language)
            return [("", why)] if why is not None else []
        found = closed_options(live.game, live.build, state, seat=seat, language=language)
        return [(": ".join(filter(None, (each.title, ", ".join(each.names)))), each.why) for each in found]


def _key(live: LiveTable, seat: int, asked: QueryParams) -> str | None:
    """The key of the option that is asked about, by itself or by a thing that it is about; None if all are."""
    if "thing" not in asked:
        return asked.get("option")
    domain, _, name = asked["thing"].partition(":")
    return key_about(live.game.blueprint, live.state_for(seat)[SITE], domain, name)


def _named(blueprint: Blueprint, domain: DomainName, written: str) -> str:
    """The name of a thing that a drawing calls by its number."""
    digits = written.isascii() and written.isdigit() and len(written) < 9
    if not digits or domain == "number":
        return written[:200]
    known = len(blueprint.pieces) if isinstance(domain, PieceOf) else blueprint.max_seats
    if domain in blueprint.domains and domain != "seat":
        known = len(blueprint.domains[domain].names)
    return thing_name(blueprint, domain, int(written)) if int(written) < known else written
