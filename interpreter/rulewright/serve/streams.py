"""Server-sent events: a page is told that something is new to it, never what; it then asks for its part anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rulewright.play.moments import ONLOOKER
from rulewright.serve import links
from rulewright.serve.live import LiveTable
from rulewright.serve.site import ServerState
from rulewright.serve.tables import OpenTable

_HEARTBEAT = 20.0
_RETRY = b"retry: 1500\n\n"


class Streams:
    """The event streams of all pages."""

    def __init__(self, site: ServerState) -> None:
        self.site = site

    async def events(self, request: Request) -> Response:
        place, role = self.site.place(request)
        counted = self._counted(request, place, role)
        return StreamingResponse(
            self._told(place, seat_of(place.live, role, request.query_params.get("seat", "")), counted),
            media_type="text/event-stream",
        )

    def _counted(self, request: Request, place: OpenTable, role: str) -> tuple[tuple[str, ...], ...]:
        """What a new stream counts for. Raises HTTPException where there are too many of one of these."""
        limits, table = self.site.limits, str(place.live.record.id)
        address = request.client.host if request.client is not None else ""
        most: dict[tuple[str, ...], int] = {
            ("all",): limits.streams, ("table", table): limits.streams_of_table,
            ("address", address): limits.streams_of_address, ("link", table, role): limits.streams_of_link,
        }  # fmt: skip
        if any(self.site.streams[each] >= limit for each, limit in most.items()):
            raise HTTPException(503, "too many pages are open here")
        return tuple(most)

    async def _told(self, place: OpenTable, seat: int, counted: tuple[tuple[str, ...], ...]) -> AsyncIterator[bytes]:
        """What a page hears: the version of the table for its seat whenever that is another one."""
        news, before = asyncio.Event(), ""
        news.set()
        self.site.author.look_after(place)
        place.watchers.add(news)
        self.site.streams.update(counted)
        try:
            yield _RETRY
            while True:
                try:
                    await asyncio.wait_for(news.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                news.clear()
                version = version_mark(self.site.secret, place, seat)
                if version != before:
                    before = version
                    yield f"event: news\ndata: {version}\n\n".encode()
        finally:
            self.site.streams.subtract(counted)
            for each in counted:
                if self.site.streams[each] <= 0:
                    del self.site.streams[each]
            place.watchers.discard(news)


def seat_of(live: LiveTable, role: str, named: str) -> int:
    """Whose page it is: a seat's, that of one of several at a screen, else that of who looks on."""
    written = role if role.isdigit() else named if role == links.SCREEN else ""
    seat = int(written) - 1 if written.isascii() and written.isdigit() and len(written) < 4 else ONLOOKER
    return seat if role.isdigit() or seat in live.record.people else ONLOOKER


def version_mark(secret: bytes, place: OpenTable, seat: int) -> str:
    """What a page says it was made of, so that it is made anew only when something is new to its seat."""
    return links.position_mark(secret, place.live.record.id, seat, *place.version(seat))
