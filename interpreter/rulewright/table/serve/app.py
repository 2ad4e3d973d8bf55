"""The server: which path is answered by what, and what is said if something goes wrong."""

from __future__ import annotations

import logging
from functools import partial
from sqlite3 import Error as StoreError
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.table.serve import (
    ahead_of_turn,
    away,
    chat,
    drawer,
    held,
    leaving,
    links,
    lobby,
    match_pages,
    persons,
    rematch,
    replays,
    rulebook,
    seats,
    why,
)
from rulewright.table.serve.guests import Handler, at_table
from rulewright.table.serve.hosting.executor import InlineExecutor, JobExecutor
from rulewright.table.serve.hosting.gateway import Gateway
from rulewright.table.serve.hosting.guard import Guard, Rate, without_secrets
from rulewright.table.serve.hosting.job_handler import JobHandler
from rulewright.table.serve.new_table import NewTable
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.stills import GameStills
from rulewright.table.serve.store import DamagedTable
from rulewright.table.serve.studio.studio_forms import StudioForms
from rulewright.table.serve.studio.studio_pages import StudioPages

LOG = logging.getLogger("rulewright.table.serve")
_AT = "/t/{table:str}/{role:str}/{token:str}"
_LOOKING: Final = ("seat", links.WATCH, links.SCREEN)
_AT_TABLE: Final[tuple[tuple[str, str, Handler, tuple[str, ...]], ...]] = (
    ("GET", "", seats.page, ()),
    ("POST", "act", seats.act, ("seat", links.SCREEN)),
    ("POST", "next", match_pages.onward, ("seat", links.SCREEN, links.TABLE)),
    ("POST", "again", rematch.begin, ("seat", links.SCREEN, links.TABLE)),
    ("GET", "card", held.card, ()),
    ("GET", "me", persons.form, ("seat",)),
    ("POST", "me", persons.change, ("seat",)),
    ("POST", "say", chat.say, ("seat",)),
    ("POST", "chat", chat.turn, (links.TABLE,)),
    ("POST", "away", away.play_for, ("seat", links.TABLE)),
    ("POST", "pace", away.pace, (links.TABLE,)),
    ("POST", "hand", seats.hand_over, ("seat",)),
    ("POST", "quit", leaving.give_up, ("seat", links.SCREEN)),
    ("POST", "end", leaving.vote, ("seat", links.SCREEN)),
    ("GET", "ahead", ahead_of_turn.form, ("seat",)),
    ("POST", "ahead", ahead_of_turn.choose, ("seat",)),
    ("GET", "log", seats.log, ("seat", links.WATCH)),
    ("GET", "why", why.why, _LOOKING),
    ("GET", "rules", rulebook.rulebook, _LOOKING),
    ("GET", "events", seats.events, ()),
    ("GET", "replay", replays.moment, ()),
    ("GET", "steps", replays.steps, _LOOKING),
    ("GET", "scenario", replays.scenario, (links.TABLE,)),
    ("GET", "seats", lobby.seats, (links.TABLE,)),
    ("POST", "seats", lobby.change_seat, (links.TABLE,)),
    ("GET", "qr", lobby.invitation, (links.TABLE,)),
    ("GET", "save", lobby.save, (links.TABLE,)),
    ("GET", "drawer", drawer.drawer, (links.TABLE,)),
)
"""What is answered below a secret link, and the roles whose links are for it; none: all are."""


def make_app(site: ServerState, hosts: frozenset[str] = frozenset(), executor: JobExecutor | None = None) -> Guard:
    """Return the server of a site, which answers only to the host names `hosts` (to any name if empty).

    Rules are run by the `executor`, in this process if none is given.
    """
    gateway = Gateway(site, executor or inline_executor(site))
    return Guard(
        gateway, hosts, Rate(*site.limits.asks), Rate(*site.limits.acts), site.takes_packages, site.studio is not None
    )


def inline_executor(site: ServerState) -> InlineExecutor:
    """Return what runs the rules of a site in this process."""
    return InlineExecutor(JobHandler(site, make_pages(site)))


def make_pages(site: ServerState) -> Starlette:
    """Return the application that makes all pages of a site. It runs rules."""
    not_kept = partial(_not_kept, site)
    return Starlette(
        routes=routes_of(site),
        middleware=[Middleware(GZipMiddleware, minimum_size=800, compresslevel=6)],
        exception_handlers={
            HTTPException: partial(_refused, site), StoreError: not_kept, DamagedTable: not_kept, OSError: not_kept,
            Exception: partial(_failed, site),
        },
    )  # fmt: skip


def routes_of(site: ServerState) -> list[Route]:
    """Return the routes of all pages: path, handler and method."""
    first, new, matches = lobby.Lobby(site), NewTable(site), match_pages.MatchPages(site)
    return [
        *_studio_routes(site),
        Route("/", first.home),
        Route("/new", new.form, methods=["GET"]),
        Route("/new", new.make, methods=["POST"]),
        Route("/open", new.from_save, methods=["POST"]),
        Route("/still", GameStills(site).still, methods=["GET"]),
        Route("/match", matches.form, methods=["GET"]),
        Route("/match", matches.make, methods=["POST"]),
        Route("/language", first.language, methods=["POST"]),
        *(
            Route(f"{_AT}/{name}", partial(at_table, site, answer, roles), methods=[method])
            for method, name, answer, roles in _AT_TABLE
        ),
        *(Route(f"{_AT}/{name}", partial(at_table, site, seats.back, ()), methods=["GET"]) for name in _sent_to()),
    ]


def _studio_routes(site: ServerState) -> list[Route]:
    """Return the routes of a studio, or [] if the site is none."""
    if site.studio is None:
        return []
    pages, forms = StudioPages(site, site.studio), StudioForms(site, site.studio)
    return [
        *([] if site.alone else [Route("/", pages.home, methods=["GET"])]),
        Route("/studio/", pages.home, methods=["GET"]),
        Route("/studio/", pages.begin, methods=["POST"]),
        Route("/studio/shared", pages.shared, methods=["GET"]),
        Route("/studio/{number:int}/", pages.folder, methods=["GET"]),
        Route("/studio/{number:int}/draft", pages.draft, methods=["POST"]),
        Route("/studio/{number:int}/package", forms.package, methods=["GET"]),
        Route("/studio/{number:int}/{does:str}", forms.answer, methods=["POST"]),
    ]


def _sent_to() -> list[str]:
    """Return the names of pages that forms only POST to. A GET of one of these leads back to the table."""
    asked = {name for method, name, *_ in _AT_TABLE if method == "GET"}
    return [name for method, name, *_ in _AT_TABLE if method == "POST" and name not in asked]


async def _refused(site: ServerState, request: Request, fault: HTTPException) -> Response:
    LOG.info("refused %s %s: %s", request.method, without_secrets(request.url.path), fault.detail)
    return site.page(request, "fault.html", fault.status_code, sentence=fault.detail)


async def _not_kept(site: ServerState, request: Request, fault: Exception) -> Response:
    """Answer that the store failed, and forget all open tables: they are read again from the disk when needed."""
    LOG.error("the store fails, %s %s: %s", request.method, without_secrets(request.url.path), fault)
    site.tables.places.clear()
    return site.page(request, "fault.html", 503, sentence="this cannot be saved or read at the moment; try again")


async def _failed(site: ServerState, request: Request, fault: Exception) -> Response:
    return site.page(request, "fault.html", 500, sentence="an error in the server; it is in the log of the server")
