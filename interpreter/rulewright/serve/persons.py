"""The page on which a seat says who it is, at its own link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from rulewright.locales.catalogue import languages
from rulewright.observe.naming import seat_title
from rulewright.serve.forms import first, form_of
from rulewright.serve.hooks import HookRefused, hook_of
from rulewright.serve.live import LiveTable
from rulewright.serve.sitters import COLOURS, NameRefused, SeatPerson, name_of
from rulewright.serve.visits import Visit


async def form(visit: Visit) -> Response:
    """What a seat says of itself."""
    return _shown(visit, visit.record.sitters.person(visit.seat))


async def change(visit: Visit) -> Response:
    """Keep what a seat says of itself; refused with a sentence where it cannot be."""
    fields = await form_of(visit.request)
    live, seat = visit.live, visit.seat
    wanted = SeatPerson(first(fields, "name"), first(fields, "colour"), first(fields, "hook").strip())
    refused, fault = "", ""
    try:
        wanted = replace(wanted, name=name_of(wanted.name, _other_names(live, seat)))
        if wanted.hook:
            hook_of(wanted.hook, visit.site.hooks)
    except NameRefused:
        refused = "no_such_name"
    except HookRefused as found:
        fault = str(found)
    if wanted.colour and (wanted.colour not in COLOURS or wanted.colour in _other_colours(live, seat)):
        refused = "no_such_colour"
    if refused or fault:
        return _shown(visit, wanted, refused, fault)
    live.person_is(seat, wanted)
    visit.place.tell()
    return RedirectResponse("me?kept=1", 303)


def _shown(visit: Visit, person: SeatPerson, refused: str = "", fault: str = "") -> Response:
    live, seat, language = visit.live, visit.seat, visit.language
    return visit.page(
        "me", 422 if refused or fault else 200, person=person, refused=refused, fault=fault,
        title=seat_title(live.game.blueprint, seat, language), nameless=live.called(seat, language),
        palette=tuple(COLOURS), taken=_other_colours(live, seat), origins=tuple(map(str, visit.site.hooks)),
        kept="kept" in visit.asked,
    )  # fmt: skip


def _other_names(live: LiveTable, seat: int) -> Iterator[str]:
    """What other seats are called, in any language, whether they have said a name or not."""
    for other in range(live.record.seats):
        if other != seat:
            yield live.record.sitters.person(other).name
            yield from (live.called(other, language) for language in languages())


def _other_colours(live: LiveTable, seat: int) -> frozenset[str]:
    return frozenset(each.colour for other, each in enumerate(live.record.sitters.persons) if other != seat) - {""}
