"""The first page with its lists of tables, and the page of a table for whoever made it: links, seats, files."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rulewright.locales.catalogue import languages
from rulewright.observe.naming import seat_title
from rulewright.observe.wording import title_in
from rulewright.play.replay import PERSON, replay_text
from rulewright.run.steps import IllegalChoice
from rulewright.serve import links
from rulewright.serve.cards import game_card
from rulewright.serve.match_pages import match_titles
from rulewright.serve.records import Record
from rulewright.serve.series import is_in_a_row
from rulewright.serve.site import KEY, LANGUAGE, ServerState, first, form_of, set_cookie
from rulewright.serve.sitters import PACES

_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Lobby:
    """What is answered outside of a seat."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def home(self, request: Request) -> Response:
        key = request.query_params.get("key")
        if key is not None:
            response = RedirectResponse("/", 303)
            set_cookie(response, KEY, key if _TOKEN.fullmatch(key) else "")
            return response
        picked = request.query_params.get("lang")
        if picked is not None:
            back = RedirectResponse("/", 303)
            set_cookie(back, LANGUAGE, picked if picked in languages() else "")
            return back
        if not self.site.is_host(request):
            raise HTTPException(403, "open this server by the link that it printed when it was started")
        owner = self.site.owner_of(request)
        shown = [(record, self._path(record, owner), _when(record)) for record in self.site.store.records()]
        own = [each for each in shown if owner and each[0].owner == owner and not each[0].finished]
        others = [each for each in shown if not each[0].finished and each not in own]
        finished = [each for each in shown if each[0].finished]
        games = [game_card(each, self.site.language(request)) for each in self.site.names]
        return self.site.page(
            request, "home.html", games=games, matches=self._matches(request),
            lists=(("own", own), ("open", others), ("finished", finished)), takes_files=self.site.takes_files,
        )  # fmt: skip

    async def language(self, request: Request) -> Response:
        """Pick the language of the pages, and go back."""
        fields = await form_of(request)
        back = first(fields, "back", "/")
        response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
        picked = first(fields, "language")
        set_cookie(response, LANGUAGE, picked if picked in languages() else "")
        return response

    async def seats(self, request: Request) -> Response:
        """The links of all seats, and who decides for each."""
        place, _ = self.site.place(request, links.TABLE)
        live, secret = place.live, self.site.secret
        record = live.record
        language = self.site.language(request, record.language)
        rows = [
            (
                seat,
                seat_title(live.game.blueprint, seat, language),
                policy,
                links.path(secret, record.id, str(seat + 1), epoch),
            )
            for seat, (policy, epoch) in enumerate(zip(record.policies, record.epochs, strict=True))
        ]
        ruled = [seat_title(live.game.blueprint, seat, language) for seat in live.ruled]
        return self.site.page(
            request, "seats.html", live=live, rows=rows, ruled=ruled, policies=(PERSON, *self.site.policies_at(live)),
            watch=links.path(secret, record.id, links.WATCH), screen=links.path(secret, record.id, links.SCREEN),
            loopback=self.site.loopback, language=record.language, people=len(record.people), paces=PACES,
            base=str(request.base_url).rstrip("/"),
        )  # fmt: skip

    async def invitation(self, request: Request) -> Response:
        """The link of a seat as a QR code."""
        place, _ = self.site.place(request, links.TABLE)
        record, number = place.live.record, request.query_params.get("seat", "")
        if number not in map(str, range(1, len(record.epochs) + 1)):
            raise HTTPException(404, "there is no such seat")
        path = links.path(self.site.secret, record.id, number, record.epochs[int(number) - 1])
        return Response(picture_of(f"{str(request.base_url).rstrip('/')}{path}"), media_type="image/svg+xml")

    async def change_seat(self, request: Request) -> Response:
        """Who decides for a seat, or a new link for it."""
        place, _ = self.site.place(request, links.TABLE)
        fields = await form_of(request)
        number = first(fields, "seat")
        seat = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 4 else -1
        try:
            if first(fields, "do") == "link":
                place.live.new_link(seat)
            else:
                place.live.seat_is(seat, first(fields, "policy"), self.site.policies_at(place.live))
        except IllegalChoice as fault:
            raise HTTPException(400, str(fault)) from None
        self.site.tables.move_bots(place)
        place.tell()
        return RedirectResponse("seats", 303)

    async def save(self, request: Request) -> Response:
        """The game so far as a file that `rulewright play --save` can continue; it holds all that is hidden."""
        place, _ = self.site.place(request, links.TABLE)
        name = f"{place.live.game.blueprint.ruleset}-{place.live.record.id}.json"
        head = {"content-disposition": f'attachment; filename="{name}"'}
        live = place.live
        text = self.site.in_a_row.file_of(live) if is_in_a_row(live.record) else replay_text(live.replay())
        return Response(text, media_type="application/json", headers=head)

    def _matches(self, request: Request) -> list[tuple[str, str]]:
        """The matches that may be begun, by name, with their titles."""
        language = self.site.language(request)
        return [(name, title_in(titles, language, name))
                for name, titles in match_titles(self.site.names).items()]  # fmt: skip

    def _path(self, record: Record, owner: str) -> str:
        """Where a list of tables leads to: the table's page for whoever made it, otherwise that of spectators."""
        own = bool(owner) and record.owner == owner
        return links.path(self.site.secret, record.id, links.TABLE if own else links.WATCH)


def picture_of(address: str) -> bytes:
    """An address as a QR code in SVG, black on white with the margin that readers need."""
    written = BytesIO()
    segno.make(address[:1000], error="m", micro=False).save(written, kind="svg", scale=4, dark="#000", light="#fff")
    return written.getvalue()


def _when(record: Record) -> str:
    return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M UTC")
