"""The page on which a seat says who it is, at its own link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.locales.catalogue import languages
from rulewright.observe.naming import seat_title
from rulewright.serve.hooks import HookOrigin, HookRefused, hook_of
from rulewright.serve.live import LiveTable
from rulewright.serve.site import ServerState, first, form_of
from rulewright.serve.sitters import COLOURS, NameRefused, SeatPerson, name_of
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
        wanted = SeatPerson(first(fields, "name"), first(fields, "colour"), first(fields, "hook").strip())
        refused, fault = "", ""
        try:
            wanted = replace(wanted, name=name_of(wanted.name, _other_names(live, seat)))
            if wanted.hook:
                hook_of(wanted.hook, self.site.hooks)
        except NameRefused:
            refused = "no_such_name"
        except HookRefused as found:
            fault = str(found)
        if wanted.colour and (wanted.colour not in COLOURS or wanted.colour in _other_colours(live, seat)):
            refused = "no_such_colour"
        if refused or fault:
            return self._shown(request, place, seat, wanted, refused, fault)
        live.person_is(seat, wanted)
        place.tell()
        return RedirectResponse("me?kept=1", 303)

    def _shown(
        self, request: Request, place: OpenTable, seat: int, person: SeatPerson, refused: str = "", fault: str = ""
    ) -> Response:
        live, record = place.live, place.live.record
        language = self.site.language(request, record.language)
        return self.site.page(
            request, "me.html", 422 if refused or fault else 200, person=person, refused=refused, fault=fault,
            language=record.language, title=seat_title(live.game.blueprint, seat, language), palette=COLOURS,
            nameless=live.called(seat, language), taken=_other_colours(live, seat),
            origins=tuple(map(_written, self.site.hooks)), kept="kept" in request.query_params,
        )  # fmt: skip


def _other_names(live: LiveTable, seat: int) -> Iterator[str]:
    """What other seats are called, in any language, whether they have said a name or not."""
    for other in range(live.record.seats):
        if other != seat:
            yield live.record.sitters.person(other).name
            yield from (live.called(other, language) for language in languages())


def _other_colours(live: LiveTable, seat: int) -> frozenset[str]:
    return frozenset(each.colour for other, each in enumerate(live.record.sitters.persons) if other != seat) - {""}


def _written(origin: HookOrigin) -> str:
    shown = f"[{origin.host}]" if ":" in origin.host else origin.host
    usual = origin.port == (443 if origin.scheme == "https" else 80)
    return f"{origin.scheme}://{shown}" + ("" if usual else f":{origin.port}")
