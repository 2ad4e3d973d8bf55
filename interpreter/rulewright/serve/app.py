"""The server: which path is answered by what, and what is said if something goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from sqlite3 import Error as StoreError

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.serve.away import Away
from rulewright.serve.chat import Chat
from rulewright.serve.doing import JobDoer
from rulewright.serve.drawer import Drawer
from rulewright.serve.front import Front, JobBench
from rulewright.serve.guard import Guard, Rate, TooLarge, without_secrets
from rulewright.serve.jobs import JobAnswer, TableJob
from rulewright.serve.lobby import Lobby
from rulewright.serve.match_pages import MatchPages
from rulewright.serve.new_table import NewTable
from rulewright.serve.persons import Persons
from rulewright.serve.rematch import Rematches
from rulewright.serve.replays import Replays
from rulewright.serve.rulebook import Rulebook
from rulewright.serve.seats import Seats
from rulewright.serve.site import ServerState
from rulewright.serve.store import DamagedTable
from rulewright.serve.streams import Streams
from rulewright.serve.turns import Payer
from rulewright.serve.why import Reasons

LOG = logging.getLogger("rulewright.serve")
Handler = Callable[[Request, Exception], Awaitable[Response]]
_SENT_TO = ("act", "again", "away", "chat", "hand", "next", "pace", "say")
"""What forms are sent to; who asks for one of these is led back to the table."""
_AT = "/t/{table:str}/{role:str}/{token:str}"


def make_app(site: ServerState, hosts: frozenset[str] = frozenset(), bench: JobBench | None = None) -> Guard:
    """The server of a site. `hosts` are the names it answers to; none: whatever it is called.

    Rules are run at a `bench`, in this process if none is given.
    """
    front = Front(site, bench or OwnJobBench(site))
    return Guard(front, hosts, Rate(*site.limits.asks), Rate(*site.limits.acts))


class OwnJobBench:
    """Does jobs in the process of the server: for one who is alone with it."""

    def __init__(self, site: ServerState) -> None:
        self._doer, self._one = JobDoer(site, make_pages(site)), asyncio.Lock()

    def begin(self) -> None:
        pass

    async def do(self, owner: Payer, job: TableJob, sort: str = "", *, patient: bool = False) -> JobAnswer:
        if job.kind == "think":
            return await self._doer.do(job)
        async with self._one:
            return await self._doer.do(job)


def make_pages(site: ServerState) -> Starlette:
    """All pages of a site; this is where rules are run."""
    return Starlette(
        routes=routes_of(site),
        middleware=[Middleware(GZipMiddleware, minimum_size=800, compresslevel=5)],
        exception_handlers={
            HTTPException: _refused(site), TooLarge: _too_large(site), StoreError: _not_kept(site),
            DamagedTable: _not_kept(site), OSError: _not_kept(site), Exception: _failed(site),
        },
    )  # fmt: skip


def routes_of(site: ServerState) -> list[Route]:
    """Which path is answered by what."""
    seats, lobby, new, replays = Seats(site), Lobby(site), NewTable(site), Replays(site)
    chat, away = Chat(site, seats), Away(site)
    matches, persons, rematches = MatchPages(site), Persons(site), Rematches(site)
    return [
        Route("/", lobby.home),
        Route("/new", new.form, methods=["GET"]),
        Route("/new", new.make, methods=["POST"]),
        Route("/open", new.from_save, methods=["POST"]),
        Route("/match", matches.form, methods=["GET"]),
        Route("/match", matches.make, methods=["POST"]),
        Route("/language", lobby.language, methods=["POST"]),
        Route(f"{_AT}/", seats.page),
        Route(f"{_AT}/act", seats.act, methods=["POST"]),
        Route(f"{_AT}/next", matches.onward, methods=["POST"]),
        Route(f"{_AT}/me", persons.form, methods=["GET"]),
        Route(f"{_AT}/me", persons.change, methods=["POST"]),
        Route(f"{_AT}/say", chat.say, methods=["POST"]),
        Route(f"{_AT}/chat", chat.turn, methods=["POST"]),
        Route(f"{_AT}/away", away.play_for, methods=["POST"]),
        Route(f"{_AT}/pace", away.pace, methods=["POST"]),
        Route(f"{_AT}/again", rematches.begin, methods=["POST"]),
        Route(f"{_AT}/hand", seats.hand_over, methods=["POST"]),
        *(Route(f"{_AT}/{name}", seats.back, methods=["GET"]) for name in _SENT_TO),
        Route(f"{_AT}/log", seats.log),
        Route(f"{_AT}/why", Reasons(site).why),
        Route(f"{_AT}/rules", Rulebook(site).page),
        Route(f"{_AT}/events", Streams(site).events),
        Route(f"{_AT}/replay", replays.moment),
        Route(f"{_AT}/steps", replays.steps),
        Route(f"{_AT}/scenario", replays.scenario),
        Route(f"{_AT}/seats", lobby.seats, methods=["GET"]),
        Route(f"{_AT}/qr", lobby.invitation),
        Route(f"{_AT}/seats", lobby.change_seat, methods=["POST"]),
        Route(f"{_AT}/save", lobby.save),
        Route(f"{_AT}/drawer", Drawer(site).page),
    ]


def _refused(site: ServerState) -> Handler:
    async def refused(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, HTTPException)
        LOG.info("refused %s %s: %s", request.method, without_secrets(request.url.path), fault.detail)
        return site.page(request, "fault.html", fault.status_code, sentence=fault.detail)

    return refused


def _too_large(site: ServerState) -> Handler:
    async def refused(request: Request, fault: Exception) -> Response:
        return site.page(request, "fault.html", 413, sentence="this is too much at once")

    return refused


def _not_kept(site: ServerState) -> Handler:
    """What is on disk counts: all that is known about tables is forgotten, and read again when needed."""

    async def failed(request: Request, fault: Exception) -> Response:
        LOG.error("the store fails, %s %s: %s", request.method, without_secrets(request.url.path), fault)
        site.tables.places.clear()
        return site.page(request, "fault.html", 503, sentence="this cannot be kept or read just now; try again")

    return failed


def _failed(site: ServerState) -> Handler:
    async def failed(request: Request, fault: Exception) -> Response:
        return site.page(request, "fault.html", 500, sentence="this is a fault of the server; it is written in its log")

    return failed
