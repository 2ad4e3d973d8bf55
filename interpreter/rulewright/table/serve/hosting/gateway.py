"""The gateway of the server: it hands requests to an executor, tells pages of news, and runs no rules itself."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from sqlite3 import Error as StoreError

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from rulewright.table.serve.hosting.addresses import counted_address
from rulewright.table.serve.hosting.background import BackgroundWork
from rulewright.table.serve.hosting.executor import JobExecutor
from rulewright.table.serve.hosting.fairness import THINKING, AccountOwner
from rulewright.table.serve.hosting.guard import TooLarge
from rulewright.table.serve.hosting.hooks import HookCaller
from rulewright.table.serve.hosting.jobs import JobAnswer, NoAnswer, PageRequest, TableJob, TableNews, Thought
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.hosting.presence import PageOpener, Presence
from rulewright.table.serve.site import MOST_MADE, VISITOR, ServerState

LOG = logging.getLogger("rulewright.table.serve")
_BELOW_TABLE = re.compile(r"/t/([^/]+)/([^/]+)/([^/]+)/([^/]*)")
_SORTS = ("card", "why", "rules", "scenario", "next", "drawer")
"""Pages of a table that cost something else than its others."""
_HANDED_ON = (
    "type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "root_path", "query_string", "headers",
    "client", "server",
)  # fmt: skip
"""What pages are made from of a request's scope (ASGI 3.0)."""
_HEARTBEAT = 20.0
_RETRY = b"retry: 1500\n\n"
_LOOK_AT_FILES = 0.5
_MOST_PACKED = 32_000_000
"""Bytes of compressed assets that are kept."""
_ASSET = re.compile(r"/assets/[^/]+/[^/.]+\.[a-z]+")
_PICTURE = re.compile(r"/picture/[0-9a-f]{64}")
_WORTH_PACKING = 800
"""An asset of fewer bytes is sent as it is."""
_MOST_ASKED = 5000


@dataclass(slots=True)
class OpenPages:
    """The open pages of a table: what wakes them, and the marks they last received."""

    pages: set[asyncio.Event] = field(default_factory=set)
    marks: dict[int, str] = field(default_factory=dict)
    follows: bool = False
    looking: bool = False


class Gateway:
    """An ASGI application: the pages of a site, made by an executor."""

    def __init__(self, site: ServerState, executor: JobExecutor) -> None:
        self.site, self.executor = site, executor
        self._assets: Latest[str, tuple[bytes, str]] = Latest(MOST_MADE, lambda asset: len(asset[0]))
        self._packed: Latest[str, bytes] = Latest(_MOST_PACKED, len)
        self._open: dict[int, OpenPages] = {}
        self._streams: Counter[tuple[str, ...]] = Counter()
        self._presence = Presence(self._wake)
        self._moving: set[int] = set()
        self._background = BackgroundWork()
        self._hooks = HookCaller(site.hooks)
        self._asked: Latest[int, frozenset[int]] = Latest(_MOST_ASKED)
        self._begun = False
        self._ended = False
        self._under_way: set[asyncio.Future[Response]] = set()
        site.shelf.sweep()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await Starlette()(scope, receive, send)
            return
        if not self._begun:
            self._begun = True
            self.executor.begin()
        if scope["path"].startswith(("/assets/", "/picture/")):
            await self._asset(scope)(scope, receive, send)
            return
        answering = asyncio.ensure_future(self._response(Request(scope, receive)))
        self._under_way.add(answering)
        try:
            response = await answering
        except TooLarge:
            response = PlainTextResponse("The request is too large.\n", 413)
        except NoAnswer as fault:
            response = PlainTextResponse(f"{fault}\n", fault.status)
        except ClientDisconnect:
            return
        except asyncio.CancelledError:
            if not self._ended:
                raise
            response = PlainTextResponse("the server is stopping; try again later\n", 503)
        finally:
            self._under_way.discard(answering)
        await response(scope, receive, send)

    async def end(self, seconds: float) -> None:
        """End all streams at once. Requests still open after `seconds` are told that the server stops."""
        self._ended = True
        for watched in self._open.values():
            for news in watched.pages:
                news.set()
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)
        for answering in self._under_way:
            answering.cancel()

    async def _response(self, request: Request) -> Response:
        """Return the response to a request. Raises NoAnswer, TooLarge or ClientDisconnect."""
        body = await request.body() if request.method == "POST" else b""
        found = _BELOW_TABLE.fullmatch(request.url.path)
        owner, table, page = self._owner(request, found), 0, found[4] if found is not None else ""
        if owner[0] == "table":
            table = int(owner[1])
        if request.method == "GET" and page == "events" and table:
            if "once" in request.query_params:
                return await self._mark(request, table)
            return await self._events(request, table)
        sort = page if page in _SORTS else request.url.path if not table else ""
        if "coverage" in request.query_params:
            sort = "coverage"
        asked = _request(request, body)
        if page == "card":
            asked.scope["here"] = self._presence.at(table)
        return _Made(await self._done(owner, TableJob("ask", table, asked), sort[:20]))

    def _owner(self, request: Request, found: re.Match[str] | None) -> AccountOwner:
        """Return the owner who pays for a request: the table of a valid link, or else the client's address."""
        try:
            record = self.site.table_behind(found[1], found[2], found[3]) if found is not None else None
        except (StoreError, ValueError):  # a row that is damaged; whoever makes the page says so
            record = None
        if record is not None:
            return "table", str(record.id)
        return "address", _address(request)

    async def _done(self, owner: AccountOwner, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        """Return the answer to a job, after passing on its news to pages, hooks and bots."""
        answer = await self.executor.do(owner, job, sort, patient=patient)
        if answer.fault:
            LOG.error("a fault of the server\n%s", answer.fault)
        self._assets.update(answer.assets)
        for news in answer.news:
            self._heard(news)
        return answer

    def _asset(self, scope: Scope) -> Response:
        name = scope["path"].rpartition("/")[2]
        is_picture = bool(_PICTURE.fullmatch(scope["path"]))
        is_path = is_picture or bool(_ASSET.fullmatch(scope["path"]))
        found = self.site.assets.get(name)
        for made in (self.site.made, self._assets):
            if found is None and name in made:
                made.move_to_end(name)
                found = made[name]
        if found is None or not is_path or scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("page not found\n", 404)
        data, kind = found
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        if len(data) >= _WORTH_PACKING and not is_picture:
            headers["vary"] = "Accept-Encoding"
            if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                if name not in self._packed:
                    self._packed[name] = gzip.compress(data, 9, mtime=0)  # slow, and done once
                data, headers["content-encoding"] = self._packed[name], "gzip"
        return Response(data, media_type=kind, headers=headers)

    # ---- News

    def _heard(self, news: TableNews) -> None:
        """Wake the pages of a table, call seats that are newly asked, and let its bots continue."""
        self._call(news)
        watched = self._open.get(news.table)
        if watched is not None:
            watched.marks = news.marks
            watched.follows = watched.follows or news.follows
            self._wake(news.table)
            self._look_after(news.table, watched)
        if news.more and news.table not in self._moving:
            self._moving.add(news.table)
            self._background.begin(self._move(news))

    def _wake(self, table: int) -> None:
        for each in self._open[table].pages if table in self._open else ():
            each.set()

    def _call(self, news: TableNews) -> None:
        """Call the hooks of seats that must choose since these news, except seats that have a page in sight."""
        asked = frozenset(each.seat for each in news.asked)
        before = self._asked.get(news.table, asked)
        self._asked[news.table] = asked
        for each in news.asked:
            if each.hook and each.seat not in before and not self._streams["seat", str(news.table), str(each.seat)]:
                self._hooks.call(news.table, each.seat, each.hook, each.sentence)

    async def _move(self, news: TableNews) -> None:
        """Let the bots of a table choose, or let one think, once. The news in the answer say whether they continue."""
        id_ = news.table
        job: TableJob | None = TableJob("bots", id_)
        try:
            if news.more == "think":
                thought = await self._thought(id_, news.wanted)
                job = TableJob("thought", id_, thought=thought) if isinstance(thought, Thought) else thought
        finally:
            self._moving.discard(id_)
        if job is not None:
            try:
                await self._done(("table", str(id_)), job, patient=True)
            except NoAnswer as fault:
                LOG.warning("the bots of table %s have stopped: %s", id_, fault)

    async def _thought(self, id_: int, wanted: float) -> Thought | TableJob | None:
        """Return the choice of a bot that thinks for `wanted` seconds.

        If it fails, return a job that tells the table so.
        """
        try:
            answer = await self._done((THINKING, str(id_)), TableJob("think", id_, wanted=wanted), patient=True)
        except NoAnswer as fault:
            return TableJob("stuck", id_, told=str(fault))
        if answer.fault:
            return TableJob("stuck", id_, told="this bot cannot play here")
        return answer.thought

    def _look_after(self, id_: int, watched: OpenPages) -> None:
        """Look at the files of an author while a page of the table is open."""
        if watched.follows and watched.pages and not watched.looking:
            watched.looking = True
            self._background.begin(self._look(id_, watched))

    async def _look(self, id_: int, watched: OpenPages) -> None:
        try:
            while watched.pages:
                await self._done(("table", str(id_)), TableJob("look", id_), "look", patient=True)
                await asyncio.sleep(_LOOK_AT_FILES)
        except NoAnswer:
            return
        finally:
            watched.looking = False

    # ---- Streams

    async def _events(self, request: Request, id_: int) -> Response:
        """Server-sent events: a page learns that something is new to it, never what."""
        counted = self._counted(request, id_)
        if counted is None:
            return PlainTextResponse("too many open pages; close some\n", 503)
        self._streams.update(counted)
        watched = self._open.setdefault(id_, OpenPages())
        news = asyncio.Event()
        news.set()
        watched.pages.add(news)
        try:
            answer = await self._whose(request, id_)
        except BaseException:
            self._close(id_, news, counted)
            raise
        if answer.status != 200:
            self._close(id_, news, counted)
            return _Made(answer)
        looks = ("seat", str(id_), answer.body.decode())
        self._streams[looks] += 1
        told = self._told(id_, int(answer.body), news, (*counted, looks), _opener(request, id_))
        return StreamingResponse(told, media_type="text/event-stream")

    async def _whose(self, request: Request, id_: int) -> JobAnswer:
        """Return an answer whose body is the number of the seat whose news a page receives."""
        return await self._done(("table", str(id_)), TableJob("ask", id_, _request(request, b"")))

    async def _mark(self, request: Request, id_: int) -> Response:
        """Answer with the current mark of a page, for a page out of sight that keeps no stream."""
        answer = await self._whose(request, id_)
        if answer.status != 200:
            return _Made(answer)
        marks = next(each.marks for each in answer.news if each.table == id_)
        return PlainTextResponse(marks[int(answer.body)])

    def _counted(self, request: Request, id_: int) -> tuple[tuple[str, ...], ...] | None:
        """Return the keys under which a new stream is counted, or None if one of their limits is reached."""
        limits, table = self.site.limits, str(id_)
        most: dict[tuple[str, ...], int] = {
            ("all",): limits.streams,
            ("table", table): limits.streams_of_table,
            ("address", _address(request)): limits.streams_of_address,
            ("link", table, request.url.path.split("/")[3]): limits.streams_of_link,
        }
        return None if any(self._streams[each] >= limit for each, limit in most.items()) else tuple(most)

    async def _told(
        self, id_: int, seat: int, news: asyncio.Event, counted: tuple[tuple[str, ...], ...], who: PageOpener
    ) -> AsyncIterator[bytes]:
        """Yield server-sent events to a page: the mark of the table for its seat, and who is there, when they change.

        All who are there are told the same of it.
        """
        before, here = "", None
        self._presence.come(who)
        try:
            yield _RETRY
            while not self._ended:
                try:
                    await asyncio.wait_for(news.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                news.clear()
                if here != (here := self._presence.at(id_)):
                    yield f"event: here\ndata: {json.dumps(here._asdict())}\n\n".encode()
                mark = self._open[id_].marks.get(seat, before)
                if mark != before:
                    before = mark
                    yield f"event: news\ndata: {mark}\n\n".encode()
        finally:
            self._close(id_, news, counted)
            self._presence.leave(who)

    def _close(self, id_: int, news: asyncio.Event, counted: tuple[tuple[str, ...], ...]) -> None:
        for each in counted:
            self._streams[each] -= 1
            if self._streams[each] <= 0:
                del self._streams[each]
        watched = self._open.get(id_)
        if watched is not None:
            watched.pages.discard(news)
            if not watched.pages:
                del self._open[id_]


class _Made(Response):
    """A page as it was made elsewhere."""

    def __init__(self, answer: JobAnswer) -> None:
        super().__init__(answer.body, answer.status)
        self.raw_headers = [*answer.headers]


def _address(request: Request) -> str:
    """Return the address that a request is counted for, empty if none is known."""
    return counted_address(request.client.host) if request.client is not None else ""


def _opener(request: Request, table: int) -> PageOpener:
    return PageOpener(table, request.url.path.split("/")[3], request.cookies.get(VISITOR, ""))


def _request(request: Request, body: bytes) -> PageRequest:
    return PageRequest({name: request.scope[name] for name in _HANDED_ON if name in request.scope}, body)
