"""The page on which a seat says who it is, at its own link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from rulewright.core.locales.catalogue import languages, phrases
from rulewright.observe.naming import seat_title
from rulewright.table.serve.forms import first, form_of
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.hosting.hooks import HookRefused, hook_of
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.participants import COLOURS, NameRefused, SeatPerson, colours_taken, name_of


async def form(guest: Guest) -> Response:
    """Show the form for a seat's name, colour and hook."""
    return _shown(guest, guest.record.sitters.person(guest.seat))


async def change(guest: Guest) -> Response:
    """Store a seat's name, colour and hook, or show the form again with a sentence that says what is refused."""
    fields = await form_of(guest.request)
    live, seat = guest.live, guest.seat
    wanted = SeatPerson(first(fields, "name"), first(fields, "colour"), first(fields, "hook").strip())
    refused, fault = "", ""
    try:
        wanted = replace(wanted, name=name_of(wanted.name, _other_names(live, seat)))
        if wanted.hook:
            hook_of(wanted.hook, guest.site.hooks)
    except NameRefused:
        refused = "no_such_name"
    except HookRefused as found:
        fault = str(found)
    if wanted.colour and (wanted.colour not in COLOURS or wanted.colour in _taken(live, seat)):
        refused = "no_such_colour"
    if refused or fault:
        return _shown(guest, wanted, refused, fault)
    live.person_is(seat, wanted)
    guest.place.tell()
    return RedirectResponse("me?kept=1", 303)


def _shown(guest: Guest, person: SeatPerson, refused: str = "", fault: str = "") -> Response:
    live, seat, language = guest.live, guest.seat, guest.language
    return guest.page(
        "me.html", 422 if refused or fault else 200, person=person, refused=refused, fault=fault,
        title=seat_title(live.game.blueprint, seat, language), nameless=live.called(seat, language),
        palette=tuple(COLOURS), taken=_taken(live, seat), origins=tuple(map(str, guest.site.hooks)),
        kept="kept" in guest.asked,
    )  # fmt: skip


def _other_names(live: LiveTable, seat: int) -> Iterator[str]:
    """Yield the names that a seat cannot have: those of others, the titles of all seats, and words that pages use."""
    seats, said = range(live.record.seats), live.record.sitters
    yield from (said.person(other).name for other in seats if other != seat)
    for language in languages():
        say = phrases(language, "browser")
        yield from (live.called(each, language) for each in seats)
        yield from (f"{say('seat')} {each + 1}" for each in seats)
        yield from say("reserved_names").split(", ")


def _taken(live: LiveTable, seat: int) -> frozenset[str]:
    return colours_taken(live.game, live.record.sitters, seat, live.record.seats)
