"""The first page with its lists of tables, and the page of a table for whoever made it: links, seats, files."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.core.locales.catalogue import languages
from rulewright.core.locales.wording import title_in
from rulewright.core.run.steps import IllegalChoice
from rulewright.observe.naming import seat_title
from rulewright.play.records.replay import PERSON, replay_text
from rulewright.table.serve import links
from rulewright.table.serve.cards import game_card, match_titles
from rulewright.table.serve.forms import first, form_of, seat_named
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.participants import PACES
from rulewright.table.serve.records import Record
from rulewright.table.serve.site import KEY, LANGUAGE, ServerState, set_cookie

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Lobby:
    """The pages outside of a table: the first page and the choice of a language."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def home(self, request: Request) -> Response:
        """Show the first page. Who may make no tables here finds only what the browser keeps."""
        key = request.query_params.get("key")
        if key is not None:
            return _keeping(request, "/", KEY, key if _TOKEN.fullmatch(key) else "")
        picked = request.query_params.get("lang")
        if picked is not None:
            return _keeping(request, "/", LANGUAGE, self._known(picked))
        is_host, owner, language = self.site.is_host(request), self.site.owner_of(request), self.site.language(request)
        records = self.site.store.records() if is_host else ()
        shown = [(record, self._path(record, owner), _when(record)) for record in records]
        open_, finished = ([each for each in shown if each[0].finished == over] for over in (False, True))
        minutes = self.site.store.minutes_played() if is_host else {}
        games = [game_card(each, language, minutes.get(each, ())) for each in self.site.names] if is_host else []
        return self.site.page(
            request, "home.html", is_host=is_host, games=games, titles={each.name: each.title for each in games},
            own=[each for each in open_ if owner and each[0].owner == owner],
            lists=(("open", open_), ("finished", finished)), matches=self._matches(request) if is_host else [],
            takes_files=self.site.takes_files, is_ours=language in languages(),
        )  # fmt: skip

    async def language(self, request: Request) -> Response:
        """Pick the language of the pages, and go back."""
        fields = await form_of(request)
        back = first(fields, "back", "/")
        inside = back.startswith("/") and not back.startswith("//")
        return _keeping(request, back if inside else "/", LANGUAGE, self._known(first(fields, "language")))

    def _known(self, language: str) -> str:
        return language if language in self.site.spoken else ""

    def _matches(self, request: Request) -> list[tuple[str, str]]:
        """Return (name, title) of the matches that may be begun."""
        language = self.site.language(request)
        return [(name, title_in(titles, language, name)) for name, titles in match_titles(self.site.names).items()]

    def _path(self, record: Record, owner: str) -> str:
        """Return the path of a table in lists: its own page for its maker, the spectators' page for others."""
        own = bool(owner) and record.owner == owner
        return links.path(self.site.secret, record.id, links.TABLE if own else links.WATCH)


async def seats(guest: Guest) -> Response:
    """Show the links of all seats, with their players."""
    live, record, secret = guest.live, guest.record, guest.site.secret
    called = partial(seat_title, live.game.blueprint, language=guest.language)
    rows = [
        (seat, called(seat), policy, links.page_of(secret, record, str(seat + 1)))
        for seat, policy in enumerate(record.policies)
    ]
    return guest.page(
        "seats.html", rows=rows, ruled=list(map(called, live.ruled)), policies=(PERSON, *guest.site.policies_at(live)),
        watch=links.path(secret, record.id, links.WATCH), screen=links.path(secret, record.id, links.SCREEN),
        loopback=guest.site.loopback, people=len(live.people), may_save=guest.may_have_files, paces=PACES,
        base=_base(guest),
    )  # fmt: skip


async def invitation(guest: Guest) -> Response:
    """Show the link of a seat as a QR code."""
    seat = seat_named(guest.asked.get("seat", ""))
    if seat not in range(len(guest.record.epochs)):
        raise HTTPException(404, "there is no such seat")
    path = links.page_of(guest.site.secret, guest.record, str(seat + 1))
    return Response(picture_of(f"{_base(guest)}{path}"), media_type="image/svg+xml")


async def change_seat(guest: Guest) -> Response:
    """Hand a seat to a person or a bot, or give it a new link."""
    fields = await form_of(guest.request)
    live, seat = guest.live, seat_named(first(fields, "seat"))
    try:
        if first(fields, "do") == "link":
            live.new_link(seat)
        else:
            live.seat_is(seat, first(fields, "policy"), guest.site.policies_at(live))
    except IllegalChoice as fault:
        raise HTTPException(400, str(fault)) from None
    guest.go_on()
    return RedirectResponse("seats", 303)


async def save(guest: Guest) -> Response:
    """Return the game so far as a file for `rulewright play --save`. It holds all that is hidden."""
    live, record = guest.live, guest.record
    if not guest.may_have_files:
        raise HTTPException(409, "this file reveals hidden information; save it when the game or match is over")
    name = f"{live.game.blueprint.ruleset}-{record.id}.json"
    head = {"content-disposition": f'attachment; filename="{name}"'}
    text = guest.site.in_a_row.file_of(live) if record.is_in_a_row else replay_text(live.replay())
    return Response(text, media_type="application/json", headers=head)


def _base(guest: Guest) -> str:
    return str(guest.request.base_url).rstrip("/")


def picture_of(address: str) -> bytes:
    """Return an address as a QR code in SVG, black on white with the margin that readers need."""
    import segno  # few pages draw codes

    written = BytesIO()
    segno.make(address[:1000], error="m", micro=False).save(written, kind="svg", scale=4, dark="#000", light="#fff")
    return written.getvalue()


def _when(record: Record) -> str:
    return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _keeping(request: Request, path: str, name: str, value: str) -> Response:
    """Return a redirect to a page, with a cookie."""
    response = RedirectResponse(path, 303)
    set_cookie(request, response, name, value)
    return response
