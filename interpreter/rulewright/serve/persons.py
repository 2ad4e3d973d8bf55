"""The page on which a seat says who it is, at its own link."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.observe.naming import seat_title
from rulewright.serve.hooks import HookOrigin, HookRefused, hook_of
from rulewright.serve.site import ServerState, first, form_of
from rulewright.serve.sitters import SeatPerson
from rulewright.serve.tables import OpenTable


class Persons:
    """What a seat says of itself."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def form(self, request: Request) -> Response:
        place, role = self.site.place(request, "seat")
        seat = int(role) - 1
        return self._shown(request, place, seat, place.live.record.sitters.person(seat))

    async def change(self, request: Request) -> Response:
        """Keep what a seat says of itself; refused with a sentence where it cannot be."""
        place, role = self.site.place(request, "seat")
        fields = await form_of(request)
        live, seat = place.live, int(role) - 1
        wanted = replace(live.record.sitters.person(seat), hook=first(fields, "hook").strip())
        try:
            if wanted.hook:
                hook_of(wanted.hook, self.site.hooks)
        except HookRefused as refused:
            return self._shown(request, place, seat, wanted, str(refused))
        live.person_is(seat, wanted)
        place.tell()
        return RedirectResponse("me?kept=1", 303)

    def _shown(self, request: Request, place: OpenTable, seat: int, person: SeatPerson, fault: str = "") -> Response:
        record = place.live.record
        return self.site.page(
            request, "me.html", 422 if fault else 200, person=person, fault=fault, language=record.language,
            title=seat_title(place.live.game.blueprint, seat, self.site.language(request, record.language)),
            origins=tuple(map(_written, self.site.hooks)), kept="kept" in request.query_params,
        )  # fmt: skip


def _written(origin: HookOrigin) -> str:
    shown = f"[{origin.host}]" if ":" in origin.host else origin.host
    usual = origin.port == (443 if origin.scheme == "https" else 80)
    return f"{origin.scheme}://{shown}" + ("" if usual else f":{origin.port}")
