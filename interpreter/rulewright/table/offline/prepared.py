"""The server as the memory of a site has it: what most visitors use is loaded, and nobody has come yet.

The memory is kept when the site is written, and each page begins with it.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from rulewright.table.offline.gathering import has_studio, languages_inside, packages_inside
from rulewright.table.offline.late import installed
from rulewright.table.offline.page_server import FORM, PageServer, Publish, reserved
from rulewright.table.serve.author_tools import AuthorTools
from rulewright.table.serve.studio.studio_tools import StudioTools

_PROGRAM = Path("/program")
_MOST_SEATS = 8
_prepared: list[PageServer] = []


async def prepare(tools: AuthorTools, studio: StudioTools, pages: tuple[str, ...]) -> list[str]:
    """Load the program and make some pages, so that the memory has all that this takes.

    Return the files of the modules that the memory has, which no page reads any more.
    """
    server = _server(tools, studio, Path("/preparing"), "", lambda name, data, kind: "")
    server.load_templates()
    for path in pages:
        await server.ask("GET", path, (), b"")
    server.close()
    _prepared.append(server)
    found = [str(each.__file__) for each in list(sys.modules.values()) if getattr(each, "__file__", None)]
    gc.collect()
    gc.freeze()  # all of it stays: no search for garbage goes through it
    return found


async def warm_up(tools: AuthorTools, studio: StudioTools, server: PageServer) -> None:
    """Begin a game that nobody plays, before somebody does: a first table takes much longer than a second one."""
    spare = _server(tools, studio, Path("/warming"), "", lambda name, data, kind: "")
    spare.take_over(server)
    await _look_at_table(spare, _names()[0])
    spare.close()


async def _look_at_table(server: PageServer, name: str) -> None:
    """Begin a game with as few players as it may have, and make the page of its first seat."""
    for seats in range(1, _MOST_SEATS):
        fields = [("ruleset", name), ("do", "start"), ("seed", "1"), ("seat-1", "human")]
        fields += [(f"seat-{number}", "random") for number in range(2, seats + 1)]
        _, headers, _ = await server.ask("POST", "/new", FORM, urlencode(fields).encode())
        place = next((value for _, value in headers if value.startswith("/t/")), "")
        if place:
            await server.ask("GET", place, (), b"")
            return


def opened(
    tools: AuthorTools, studio: StudioTools, root: str, publish: Publish, fetch: Callable[[], bytes],
    tables: bytes, cookies: str, drafts: str,
) -> PageServer:  # fmt: skip
    """Return the server of a page, with what the browser keeps. `fetch` gives the modules that come late.

    The chance of this Python is its own, not that of the memory.
    """
    random.seed()
    installed(_PROGRAM, fetch)
    server = _server(tools, studio, Path("/tables"), root, publish, tables, cookies, drafts)
    for prepared in _prepared:
        server.take_over(prepared)
    _prepared.clear()
    return server


def _server(
    tools: AuthorTools, studio: StudioTools, folder: Path, root: str, publish: Publish,
    tables: bytes = b"", cookies: str = "{}", drafts: str = "{}",
) -> PageServer:  # fmt: skip
    return PageServer(
        _names(), folder, root, publish, tools, tables, cookies, packages_inside(_PROGRAM), languages_inside(_PROGRAM),
        studio if has_studio(_PROGRAM) else None, drafts, reserved(_names()),
    )  # fmt: skip


def _names() -> tuple[str, ...]:
    return tuple(json.loads((_PROGRAM / "names.json").read_text("utf-8")))
