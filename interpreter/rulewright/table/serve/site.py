"""The state that all pages share: tables, games offered, visitors, languages, and the making of a page.

A browser states its languages in the header `Accept-Language` (RFC 9110).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath
from typing import Any, Final
from weakref import WeakKeyDictionary

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rulewright.core.locales.catalogue import ENGLISH, Phrases, phrases
from rulewright.core.model.game import Game
from rulewright.core.model.look import Look
from rulewright.core.model.pictures import Picture
from rulewright.play.policies.naming import LEARNED, OFFERED, files_of, fits_table
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.style import style_of
from rulewright.table.pages.html import Markup
from rulewright.table.pages.page import sheet
from rulewright.table.serve import links
from rulewright.table.serve.author import Author
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.forms import whole_number
from rulewright.table.serve.hosting.hooks import HookOrigin
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.package_shelf import OfferedPackage, languages_of
from rulewright.table.serve.page_parts import PageParts
from rulewright.table.serve.participants import colours_sheet, swatches_sheet
from rulewright.table.serve.records import Record
from rulewright.table.serve.rules import RulesShelf
from rulewright.table.serve.series import TablesInARow
from rulewright.table.serve.store import TableStore
from rulewright.table.serve.studio.open_folders import Studio
from rulewright.table.serve.tables import OpenTables

VISITOR, LANGUAGE, KEY = "visitor", "language", "key"
_MOST_TABLES = 10**14
_MOST_LOOKS = 200
MOST_MADE = 128_000_000
"""Bytes of style sheets and pictures that are kept for pages; a folder has at most 20 MB of pictures."""
_COMMENTS: Final = re.compile(rb"^ *//.*\n", re.MULTILINE)
_KINDS = {
    ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json", ".png": "image/png",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server: tables, open streams, and (burst, per second) rates of requests and of actions.

    `takes_files`: whether house rules and saved games of visitors are taken.
    """

    tables: int = 2000
    streams: int = 1000
    streams_of_table: int = 200
    streams_of_address: int = 200
    streams_of_link: int = 24
    asks: tuple[float, float] = (400, 60)
    acts: tuple[float, float] = (120, 20)


def policy_words(name: str) -> tuple[str, str]:
    """Return (key, value): the key of a policy's title for people, and its thinking time or file to put in."""
    head, _, budget = name.partition(":")
    files = files_of(name)
    if not files:
        return f"policy_{head}", budget
    if name == LEARNED:
        return "policy_brought", ""
    thinks = f"{budget.partition('+')[0]} + " if head == "search" else ""
    return "policy_learned", f"{thinks}{PurePath(files[0]).name}"


@dataclass
class ServerState:
    """A server's state: `names` are the rulesets offered, and on `loopback` the author's drawer is open.

    `tools` answer an author at a table; `packages` can be added to the tables of the rulesets that they extend.

    `hooks` are the origins that seats may have called when it is their turn, `bots` policies that tables may have
    besides those that every server offers. Who is `alone` with it has it in the page itself: no link of it leads
    anybody else there. With a `studio` its pages are served as well.

    `made` holds the files that are made here for pages, in (bytes, content type), and `named` are those that the pages
    made since it was last emptied load.
    """

    store: TableStore
    names: tuple[str, ...]
    tools: AuthorTools
    loopback: bool = True
    takes_files: bool = True
    hooks: tuple[HookOrigin, ...] = ()
    limits: Limits = field(default_factory=Limits)
    bots: tuple[str, ...] = ()
    alone: bool = False
    packages: tuple[OfferedPackage, ...] = ()
    studio: Studio | None = None

    def __post_init__(self) -> None:
        self.shelf = RulesShelf(self.store)
        self.tables = OpenTables(self.store, self.shelf)
        self.in_a_row = TablesInARow(self.tables)
        self.made: Latest[str, tuple[bytes, str]] = Latest(MOST_MADE, lambda asset: len(asset[0]))
        self.named: set[str] = set()
        self._looks: Latest[str, tuple[Look, str, frozenset[str]]] = Latest(_MOST_LOOKS)
        self._offered: WeakKeyDictionary[LiveTable, tuple[str, ...]] = WeakKeyDictionary()
        self.author = Author(self.tables, self.loopback, self.tools)
        self.secret = self.store.secret()
        self.key = links.token(self.secret, 0, "host")

    def policies_at(self, live: LiveTable) -> tuple[str, ...]:
        """Return the policies that may play a seat of a table.

        Of learned players these are only the ones that fit its rules.
        """
        if live not in self._offered:
            learned = (name for name in (LEARNED, *self.bots) if fits_table(name, live.game, live.record.seats))
            self._offered[live] = (*OFFERED, *learned)
        return self._offered[live]

    @cached_property
    def pages(self) -> Environment:
        made = Environment(
            loader=PackageLoader("rulewright.table.serve"), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        made.filters["typeset"] = _typeset
        made.filters["capital"] = _capital
        made.globals |= {"policy_words": policy_words, "sign": _sign}
        return made

    def take_over(self, other: ServerState) -> None:
        """Take the rules, templates and shipped files that another state has loaded."""
        self.shelf.take_over(other.shelf)
        self.assets, self.pages = other.assets, other.pages

    @cached_property
    def assets(self) -> dict[str, tuple[bytes, str]]:
        """Map the name of each shipped file that pages load, besides their own text, to (bytes, content type).

        Scripts are without the lines that are comments, which no browser needs.
        """
        shipped = sorted(files("rulewright.table.serve").joinpath("static").iterdir(), key=lambda each: each.name)
        found = {each.name: (each.read_bytes(), _KINDS[PurePath(each.name).suffix]) for each in shipped}
        found |= {
            name: (_COMMENTS.sub(b"", data), kind) for name, (data, kind) in found.items() if name.endswith(".js")
        }
        style = sheet("rulewright.table.serve", "static/style.css") + swatches_sheet()
        return {**found, "style.css": (style.encode(), _KINDS[".css"])}

    def asset_path(self, name: str) -> str:
        """Return the path of an asset. It changes with the content."""
        data, _ = self.made.get(name) or self.assets[name]
        return f"/assets/{sha256(data).hexdigest()[:12]}/{name}"

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """Return the languages offered: those we have words in, and those that a game or package has titles in."""
        return languages_of(self.names, self.packages)

    def handbook_path(self, ruleset: str, language: str) -> str:
        """Return the path of a ruleset's handbook, or "" here, where none is written."""
        return ""

    def look_path(self, game: Game) -> str:
        """Return the path of the style sheet that a game's drawings need."""
        blueprint = game.blueprint
        look, path, names = self._looks.get(blueprint.digest, (None, "", frozenset[str]()))
        if look != blueprint.look or not names <= self.made.keys():  # no digest shows what an author does to a look
            path = self._sheet_path("look", style_of(game, self.picture_path))
            names = frozenset((*blueprint.look.pictured.pictures, path.rpartition("/")[2])) & self.made.keys()
            self._looks[blueprint.digest] = blueprint.look, path, names
        for name in names:
            self.made.move_to_end(name)
        self.named |= names
        return path

    def picture_path(self, picture: Picture) -> str:
        """Return the path of a picture of a look. It is made from the content, and the type is that of the bytes."""
        self.made[picture.hash] = picture.data, picture.type
        return f"/picture/{picture.hash}"

    def colours_path(self, live: LiveTable) -> str:
        """Return the path of the style sheet with the colours that seats have picked, or "" if none has."""
        sheet = colours_sheet(live.game, live.record.sitters)
        return self._sheet_path("seats", sheet) if sheet else ""

    def _sheet_path(self, sort: str, sheet: str) -> str:
        """Return the path of a style sheet made here. The path is made from the content."""
        written = sheet.encode()
        name = f"{sort}-{sha256(written).hexdigest()[:12]}.css"
        self.made[name] = written, _KINDS[".css"]
        self.named.add(name)
        return self.asset_path(name)

    def page(self, request: Request, name: str, status: int = 200, **values: Any) -> Response:
        """Return a page made from its template. Every text put into it is escaped."""
        say = self.words(request, values.pop("language", None))
        here = request.url.path + (f"?{request.url.query}" if request.url.query and request.method == "GET" else "")
        text = self.pages.get_template(name).render(
            say=say,
            languages=self.spoken,
            here=here,
            parts=PageParts.asked_by(request),
            framed=is_framed(request),
            asset=self.asset_path,
            handbook=self.handbook_path,
            alone=self.alone,
            has_studio=self.studio is not None,
            **values,
        )
        response = HTMLResponse(text, status)
        if VISITOR not in request.cookies:
            set_cookie(request, response, VISITOR, secrets.token_urlsafe(24))
        return response

    def words(self, request: Request, otherwise: str | None = None) -> Phrases:
        """Return the texts in the visitor's language, or else in the table's."""
        return phrases(self.language(request, otherwise), "browser")

    def language(self, request: Request, otherwise: str | None = None) -> str:
        """Return the language that a visitor has picked, or else the browser's, or else the table's."""
        picked, offered = request.cookies.get(LANGUAGE, ""), self.spoken
        if picked in offered:
            return picked
        return accepted_language(request.headers.get("accept-language", ""), offered) or otherwise or ENGLISH

    def is_host(self, request: Request) -> bool:
        """Whether somebody may make and list tables here: on loopback everybody, otherwise whoever has the key."""
        given = request.cookies.get(KEY, "")
        return self.loopback or secrets.compare_digest(given.encode(), self.key.encode())

    def takes_packages(self, request: Request) -> bool:
        """Whether somebody may put a package into the form of a new table: a host of a server that takes files."""
        return self.takes_files and not self.alone and self.is_host(request)

    def refuse_strangers(self, request: Request) -> None:
        """Raise HTTPException if a visitor may not make a table here, or if there are too many tables."""
        if not self.is_host(request):
            raise HTTPException(403, "open this server by the link that it printed at its start")
        self.refuse_more_tables()

    def refuse_more_tables(self) -> None:
        """Raise HTTPException if the server has as many tables as it may have."""
        if self.store.count() >= self.limits.tables:
            raise HTTPException(503, "this server has no room for more tables")

    def owner_of(self, request: Request) -> str:
        """Return the digest by which a browser's tables are known, or "" for a browser without a visitor cookie."""
        known = request.cookies.get(VISITOR, "")
        return links.digest_of(known) if len(known) >= 24 else ""

    def new_record(self, request: Request, ruleset: str, **known: Any) -> Record:
        """Return a new record of a table made by a browser, without an id, which the store gives."""
        epochs = (0,) * len(known.get("policies", ()))
        owner, language = self.owner_of(request), self.language(request)
        return Record(0, ruleset, epochs=epochs, language=language, owner=owner, **known)

    def table_behind(self, id_: str, role: str, given: str) -> Record | None:
        """Return the stored table that a secret link leads to, or None if the link is not valid."""
        number = whole_number(id_, 1, _MOST_TABLES)
        record = self.store.record(number) if number is not None else None
        known = record is not None and _is_role(role, len(record.epochs))
        epoch = record.epoch(role) if record is not None and known else 0
        fits = links.fits(self.secret, record.id if record is not None else 0, role, given, epoch)
        return record if known and fits else None


def _sign(seat: int) -> Markup:
    """Return the sign of a seat (from 0)."""
    return icon(mark_of(seat))


def _typeset(told: str) -> str:
    """Return a sentence as a page has it, with signs that a terminal may lack."""
    return told.replace(" -> ", " → ").replace("(-", "(−")


def _capital(told: str) -> str:
    """Return a sentence whose first letter is a capital, as it begins with the title of a seat perhaps."""
    return told[:1].upper() + told[1:]


def _is_role(role: str, seats: int) -> bool:
    if role in (links.TABLE, links.WATCH, links.SCREEN):
        return True
    return role in map(str, range(1, seats + 1))


def is_framed(request: Request) -> bool:
    """Return whether a page is asked for by a frame of another page of ours."""
    return request.headers.get("sec-fetch-dest") == "iframe"


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Set a long-lived cookie, for HTTPS only if the request came over HTTPS according to a trusted proxy."""
    safe = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=400 * 24 * 3600, httponly=True, samesite="strict", path="/", secure=safe)


_MOST = 400
"""Of a longer header only so many characters are read: browsers send fewer."""
_RANGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,60})?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.IGNORECASE)


def accepted_language(header: str, offered: Sequence[str]) -> str | None:
    """Return the offered language that a header prefers, the first of equals, or None if it wants none.

    A regional tag counts as its language, `pt-BR` as `pt`. `*` and malformed parts are ignored.
    """
    best, most = None, 0.0
    for each in header[:_MOST].split(","):
        found = _RANGE.fullmatch(each)
        if found is not None and found[1].lower() in offered and float(found[2] or 1) > most:
            best, most = found[1].lower(), float(found[2] or 1)
    return best
