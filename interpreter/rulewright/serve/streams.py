"""Server-sent events: a page learns that something is new to it, never what; it then asks for its part again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulewright.play.moments import ONLOOKER
from rulewright.serve import links
from rulewright.serve.live import LiveTable
from rulewright.serve.site import ServerState
from rulewright.serve.tables import OpenTable


class Streams:
    """Whose news a page hears; the front tells them (see `front.py`)."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def events(self, request: Request) -> Response:
        place, role = self.site.place(request)
        return JSONResponse(seat_of(place.live, role, request.query_params.get("seat", "")))


def seat_of(live: LiveTable, role: str, named: str) -> int:
    """Whose page it is: a seat's, that of one of several at a screen, otherwise that of a spectator."""
    written = role if role.isdigit() else named if role == links.SCREEN else ""
    seat = int(written) - 1 if written.isascii() and written.isdigit() and len(written) < 4 else ONLOOKER
    return seat if role.isdigit() or seat in live.record.people else ONLOOKER


def version_mark(secret: bytes, place: OpenTable, seat: int) -> str:
    """What a page says it was made of, so that it is rebuilt only when something is new to its seat."""
    return links.position_mark(secret, place.live.record.id, seat, *place.version(seat))
