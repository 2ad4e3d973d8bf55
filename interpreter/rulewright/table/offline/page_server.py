"""The server inside a page: the very application that `rulewright serve` runs, asked by calls instead of a network.

It knows neither Pyodide nor JavaScript; the worker that starts it gives it plain values and takes plain values back.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Scope

from rulewright.core.locales.catalogue import languages
from rulewright.core.model.pictures import Picture
from rulewright.table.drawing.pictured import in_page
from rulewright.table.offline.drafts import Drafts
from rulewright.table.serve.app import inline_executor
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.hosting.gateway import Gateway
from rulewright.table.serve.package_shelf import OfferedPackage
from rulewright.table.serve.records import Record
from rulewright.table.serve.site import KEY, LANGUAGE, VISITOR, ServerState
from rulewright.table.serve.store import TableStore
from rulewright.table.serve.studio.open_folders import COOKIE, Studio
from rulewright.table.serve.studio.studio_forms import only_reads
from rulewright.table.serve.studio.studio_tools import StudioTools

HttpAnswer = tuple[int, list[list[str]], bytes]
"""Status, headers, body."""
Publish = Callable[[str, bytes, str], str]
"""Gives a file, by (name, bytes, kind), an address that pages can load."""
FORM = (("content-type", "application/x-www-form-urlencoded"),)
_FILE = "tables.sqlite"
BEGUN = "begun"
"""The folder of tables that are begun when a site is written."""
_OF_EACH = 3
"""Tables of each game that are begun: a browser takes each once."""


def numbers_of(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the numbers of the tables that are begun of each game, which no others have."""
    return {name: [at * _OF_EACH + number for number in range(1, _OF_EACH + 1)] for at, name in enumerate(names)}


def reserved(names: Sequence[str]) -> int:
    """Return the highest of these numbers."""
    return _OF_EACH * len(names)


SECRET = sha256(b"the tables of a page").digest()
"""What the links of a page are made of. They lead nowhere but in the browser that has the tables."""


class GivenTable(NamedTuple):
    """The number and the seed of a table that is begun again as it was begun before."""

    number: int
    seed: int


class PageStore(TableStore):
    """The tables of one page. The first numbers, up to `reserved`, are for tables whose number is given."""

    def __init__(self, folder: Path, reserved: int) -> None:
        super().__init__(folder)
        self._db.execute(
            "insert into sqlite_sequence select 'tables', 0 where not exists (select * from sqlite_sequence)"
        )
        self._db.execute("update sqlite_sequence set seq = max(seq, ?)", (reserved,))

    def _new_secret(self) -> bytes:
        return SECRET

    def numbers(self) -> list[int] | None:
        """Return the numbers that tables have, or None if their links are made of another secret."""
        return [id_ for (id_,) in self._db.execute("select id from tables")] if self.secret() == SECRET else None

    def image(self) -> bytes:
        """Return the whole database file as it is now, for the browser to keep."""
        return self._db.serialize()


class PageState(ServerState):
    """State shared by all pages: assets in the folder are loaded from there, all others are published by the page."""

    def shipped(self, root: str, publish: Publish, spoken: tuple[str, ...]) -> None:
        self._root, self._publish, self._spoken = root, publish, spoken
        self._in_folder = frozenset(self.assets)
        self._published: dict[str, str] = {}
        self.given: GivenTable | None = None

    def new_record(self, request: Request, ruleset: str, **known: Any) -> Record:
        made, given = super().new_record(request, ruleset, **known), self.given
        return replace(made, id=given.number, seed=given.seed) if given is not None else made

    def asset_path(self, name: str) -> str:
        if name in self._in_folder:
            return f"{self._root}{super().asset_path(name).removeprefix('/')}"
        if name not in self._published:
            self._published[name] = self._publish(name, *self.made[name])
        return self._published[name]

    def picture_path(self, picture: Picture) -> str:
        """Return the picture itself: no server has it."""
        return in_page(picture)

    @property
    def spoken(self) -> tuple[str, ...]:
        """Return the languages offered: those in which the pages of the folder are."""
        return self._spoken or languages()

    def handbook_path(self, ruleset: str, language: str) -> str:
        return f"{self._root}handbook/{ruleset}-{language}.html"


class PageServer:
    """A server for the requests of one page.

    `folder` holds its tables, and `kept` is the file that an earlier page stored ("" for a new one). With a `studio`
    there is one, with the `drafts` of earlier pages by their keys. The first numbers of tables are `reserved`.
    """

    def __init__(
        self, names: Sequence[str], folder: Path, root: str, publish: Publish, tools: AuthorTools, kept: bytes = b"",
        cookies: str = "{}", packages: tuple[OfferedPackage, ...] = (), spoken: tuple[str, ...] = (),
        studio: StudioTools | None = None, drafts: str = "{}", reserved: int = 0,
    ) -> None:  # fmt: skip
        folder.mkdir(parents=True, exist_ok=True)
        if kept:
            (folder / _FILE).write_bytes(kept)
        self._store = PageStore(folder, reserved)
        room = Studio(studio, folder / "drafts") if studio is not None else None
        self._drafts = Drafts(room) if room is not None else None
        site = PageState(self._store, tuple(names), tools, loopback=False, alone=True, packages=packages, studio=room)
        site.shipped(root, publish, spoken)
        self._site = site
        self._app: ASGIApp = Gateway(site, inline_executor(site))
        self._cookies: dict[str, str] = {VISITOR: secrets.token_urlsafe(24), **json.loads(cookies), KEY: site.key}
        if self._drafts is not None and room is not None:
            room.home.mkdir(exist_ok=True)
            self._cookies[COOKIE] = room.key
            self._drafts.restore(json.loads(drafts))
        self._streams: dict[int, tuple[asyncio.Future[None], asyncio.Event]] = {}

    async def ask(self, method: str, path: str, headers: Sequence[Sequence[str]], body: bytes) -> HttpAnswer:
        """Return (status, headers, body) in answer to a request. The path may have a query."""
        status, found, made = 500, list[list[str]](), bytearray()
        given = False

        async def receive() -> Message:
            nonlocal given
            if given:
                await asyncio.Event().wait()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                found.extend([name.decode("latin-1"), value.decode("latin-1")] for name, value in message["headers"])
            else:
                made.extend(message.get("body", b""))

        await self._app(self._scope(method, path, headers), receive, send)
        for name, value in found:
            if name == "set-cookie":
                self._cookies |= {key: each.value for key, each in SimpleCookie(value).items()}
        return status, [each for each in found if each[0] != "set-cookie"], bytes(made)

    async def begin(self, given: Sequence[int | str], body: bytes) -> HttpAnswer:
        """Answer a form that begins a table, which gets the (number, seed) given."""
        self._site.given = GivenTable(*map(int, given))
        try:
            return await self.ask("POST", "/new", FORM, body)
        finally:
            self._site.given = None

    def take_over(self, other: PageServer) -> None:
        """Take what another server has loaded. It is not used any more."""
        self._site.take_over(other._site)

    def load_templates(self) -> None:
        """Load the templates of all pages."""
        for name in self._site.pages.list_templates():
            self._site.pages.get_template(name)

    def close(self) -> None:
        """Let the tables go."""
        self._store.close()

    def follow(self, number: int, path: str, heard: Callable[[str], object]) -> None:
        """Let a stream of events be `heard`, until `leave` is called with its number."""
        over = asyncio.Event()

        async def receive() -> Message:
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message.get("body"):
                heard(message["body"].decode())

        answering = self._app(self._scope("GET", path, ()), receive, send)
        self._streams[number] = asyncio.ensure_future(answering), over

    def leave(self, number: int) -> None:
        future, over = self._streams.pop(number)
        over.set()
        future.cancel()

    def speak(self, language: str) -> None:
        """Let pages be in a language until another one is picked."""
        self._cookies[LANGUAGE] = language

    def kept(self) -> tuple[bytes, str]:
        """All tables and cookies, for the next page of this browser."""
        return self._store.image(), json.dumps(self._cookies)

    def numbers(self) -> list[int] | None:
        """Return the numbers that are taken, or None if no table may have a number that is given."""
        return self._store.numbers()

    def changes(self, method: str, path: str) -> bool:
        """Whether there may be something new to keep after a request."""
        return method == "POST" and not only_reads(path)

    def drafts_changed(self) -> list[tuple[str, str | None]]:
        """Return (key, text) of each draft that is to be kept anew, with None for one that is to be forgotten."""
        return list(self._drafts.changed()) if self._drafts is not None else []

    def _scope(self, method: str, path: str, headers: Sequence[Sequence[str]]) -> Scope:
        bare, _, query = path.partition("?")
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        named = [[name.lower(), value] for name, value in headers if name.lower() not in ("cookie", "host")]
        sent = [*named, ["cookie", cookie], ["host", "page"]]
        return {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "method": method, "scheme": "http",
            "path": bare, "raw_path": bare.encode(), "root_path": "", "query_string": query.encode(),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in sent],
            "client": ("page", 0), "server": ("page", 80),
        }  # fmt: skip
