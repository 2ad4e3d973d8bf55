"""Tables begun when a site is written: by them a page answers first clicks while its Python gets ready.

That Python then begins the same table by the same form, with the same number and seed, and makes the same choice: a
click is answered by what it leads to, only sooner. Their seeds are in the folder, as all of a table is in its browser.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from rulewright.core.model.secret_seeds import new_secret
from rulewright.table.offline.baking import form_path
from rulewright.table.offline.form_fields import fields_of
from rulewright.table.offline.gathering import has_studio, languages_inside, packages_inside
from rulewright.table.offline.page_server import BEGUN, FORM, GivenTable, PageServer, Publish, numbers_of, reserved
from rulewright.table.serve.app import make_pages
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.guests import PART
from rulewright.table.serve.links import position_mark
from rulewright.table.serve.offers import WordedOption, asked_of
from rulewright.table.serve.studio.studio_tools import StudioTools

_ROOT = "{root}"
_MOST_OPTIONS = 40


def write_begun(program: Path, out: Path, tools: AuthorTools, studio: StudioTools) -> None:
    """Write a file of each table that is begun and of each game's picture, in each language, and their style sheets."""
    names = json.loads((program / "names.json").read_text("utf-8"))
    given = {name: [GivenTable(each, new_secret()) for each in numbers] for name, numbers in numbers_of(names).items()}
    before = None
    for language in languages_inside(program):
        with TemporaryDirectory() as room:
            server = _server(program, Path(room), out, tools, studio)
            server.speak(language)
            if before is not None:
                server.take_over(before)
            for name in names:
                status, _, still = asyncio.run(server.ask("GET", f"/still?ruleset={quote(name)}", (), b""))
                if status == 200:
                    (out / f"still-{name}-{language}.html").write_bytes(still)
            for name, each in ((name, each) for name, tables in given.items() for each in tables):
                made = asyncio.run(begun_table(server, name, each, language))
                if made is not None:
                    written = gzip.compress(json.dumps(made).encode(), 9, mtime=0)
                    (out / f"{each.number}-{language}.json.gz").write_bytes(written)
            server.close()
            before = server


class Beginner(PageServer):
    """A server that begins tables whose bots wait, and can go back to how a table began."""

    def __init__(
        self, names: Sequence[str], folder: Path, root: str, publish: Publish, tools: AuthorTools, *more: Any
    ) -> None:
        super().__init__(names, folder, root, publish, tools, *more)
        self._app = make_pages(self._site)

    def asked(self, number: int, language: str) -> tuple[str, list[WordedOption]]:
        """Return (mark of the question, options) of who begins a table alone, without those where a lot is drawn."""
        place = self._site.tables.find(number)
        assert place is not None
        live = place.live
        seat = live.people[0]
        if len(live.people) > 1 or not live.may_choose(seat):
            return "", []
        asked = asked_of(live.game, live.state_for(seat), seat, language)
        mark = position_mark(self._site.secret, number, seat, *live.question(seat))
        return mark, [] if asked.selecting else [each for each in asked.offers if len(each.codes) == 1]

    def go_back(self, number: int, choices: int) -> None:
        """Forget the choices of a table but the first ones."""
        record = self._store.record(number)
        assert record is not None
        self._store.cut(record, [each.key for each in self._store.choices(number)][:choices])
        self._site.tables.places.clear()

    def choices(self, number: int) -> int:
        return len(self._store.choices(number))


def _server(program: Path, room: Path, out: Path, tools: AuthorTools, studio: StudioTools) -> Beginner:
    names = json.loads((program / "names.json").read_text("utf-8"))

    def publish(name: str, data: bytes, kind: str) -> str:
        (out / name).write_bytes(data)
        return f"{_ROOT}{BEGUN}/{name}"

    return Beginner(
        names, room, _ROOT, publish, tools, b"", "{}", packages_inside(program), languages_inside(program),
        studio if has_studio(program) else None, "{}", reserved(names),
    )  # fmt: skip


async def begun_table(server: Beginner, name: str, given: GivenTable, language: str) -> dict[str, Any] | None:
    """Return a table as a page takes it, or None if its form begins none without being filled in.

    `fields` are those of the form, `page` is the first page of its `path`; `at` marks its question, `options` are the
    answers to its choices by their numbers, `codes` these numbers by the codes of places on the board.
    """
    fields = fields_of((await _page(server, form_path(name))), "new", ("do", "start"))
    body = urlencode(fields).encode()
    path = _place(await server.begin(given, body))
    if path is None:
        return None
    page, before = await _page(server, path), server.choices(given.number)
    at, asked = server.asked(given.number, language)
    options, codes = dict[str, str](), dict[str, str]()
    for each in asked[:_MOST_OPTIONS]:
        sent = urlencode({"at": at, "offer": str(each.number)}).encode()
        status, _, text = await server.ask("POST", f"{path}act", (*FORM, (PART, "1")), sent)
        if status == 200:
            options[str(each.number)] = text.decode()
            codes[str(each.codes[0])] = str(each.number)
        server.go_back(given.number, before)
        await _page(server, path)
    return {
        "number": given.number, "seed": str(given.seed), "fields": fields, "path": path, "page": page,
        "at": at, "options": options, "codes": codes,
    }  # fmt: skip


def _place(answer: tuple[int, list[list[str]], bytes]) -> str | None:
    return next((value for _, value in answer[1] if value.startswith("/t/")), None)


async def _page(server: PageServer, path: str) -> str:
    status, _, body = await server.ask("GET", path, (), b"")
    if status != 200:
        raise ValueError(f"{path}: {status}\n{body.decode()}")
    return body.decode()
