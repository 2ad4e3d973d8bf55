"""The server inside a page, run here: the same pages and forms, tables that a browser keeps, news by a stream."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from rulewright.author.at_tables import TOOLS
from rulewright.core.pipeline import ruleset_root
from rulewright.play.records.replay import parse_replay
from rulewright.table.offline.page_server import PageServer

_FORM = (("content-type", "application/x-www-form-urlencoded"),)
_START = {"ruleset": "tutorial", "seat-1": "human", "seat-2": "random", "seed": "7", "do": "start"}


def _server(folder: Path, kept: tuple[bytes, str] = (b"", "{}")) -> PageServer:
    names, root = ("tutorial",), "https://host/folder/"
    return PageServer(names, folder, root, lambda data, kind: f"blob:{len(data)}", TOOLS, *kept)


async def _begun(server: PageServer, **changed: str) -> str:
    status, headers, body = await server.ask("POST", "/new", _FORM, urlencode(_START | changed).encode())
    assert status == 303, body.decode()
    return next(value for name, value in headers if name == "location")


async def _page(server: PageServer, path: str) -> str:
    status, _, body = await server.ask("GET", path, (), b"")
    assert status == 200, body.decode()
    return body.decode()


async def _chosen(server: PageServer, table: str) -> int:
    """The status of taking the first option of a table's page."""
    page = await _page(server, table)
    at, offer = re.search(r'name="at" value="([^"]+)"', page), re.search(r'name="offer" value="([^"]+)"', page)
    assert at is not None
    assert offer is not None
    body = urlencode({"at": at[1], "offer": offer[1]}).encode()
    return (await server.ask("POST", f"{table}act", _FORM, body))[0]


def test_a_table_is_begun_played_and_saved(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        table = await _begun(server)
        assert await _chosen(server, table) == 303
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, table))
        assert seats is not None
        replay = parse_replay("the file", (await _page(server, f"{seats[1]}save")).encode())
        assert (replay.ruleset, replay.seed, len(replay.choices) > 0) == ("tutorial", 7, True)

    asyncio.run(play())


def test_assets_are_those_of_the_folder_and_what_a_game_draws_is_published(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        page = await _page(server, await _begun(server))
        loaded = re.findall(r'(?:src|<link rel="stylesheet" href)="([^"]+)"', page)
        assert loaded
        assert [each for each in loaded if not each.startswith(("https://host/folder/assets/", "blob:"))] == [], loaded
        assert [each for each in loaded if each.startswith("blob:")], loaded

    asyncio.run(play())


def test_tables_and_the_language_are_there_again_in_the_next_page(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path / "one")
        table = await _begun(server)
        await _chosen(server, table)
        await server.ask("POST", "/language", _FORM, b"language=pl&back=/")
        then = _server(tmp_path / "two", server.kept())
        assert 'lang="pl"' in await _page(then, table)
        assert table.split("/")[2] in re.findall(r'href="/t/(\d+)/table/', await _page(then, "/"))
        assert await _chosen(then, table) == 303

    asyncio.run(play())


def test_several_people_sit_at_one_screen_and_no_link_leads_out_of_the_browser(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        table = await _begun(server, **{"seat-2": "human"})
        assert "/screen/" in table
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, "/"))
        assert seats is not None
        page = await _page(server, f"{seats[1]}seats")
        assert "save" in page
        assert "qr?seat" not in page
        assert "http://" not in page

    asyncio.run(play())


def test_a_page_hears_that_something_is_new(tmp_path: Path) -> None:
    async def play() -> None:
        server, heard = _server(tmp_path), list[str]()
        table = await _begun(server)
        server.follow(1, f"{table}events", heard.append)
        await asyncio.sleep(0.05)
        before = [each for each in heard if "news" in each]
        await _chosen(server, table)
        await asyncio.sleep(0.05)
        after = [each for each in heard if "news" in each]
        server.leave(1)
        assert before
        assert len(after) > len(before)

    asyncio.run(play())


def test_a_house_rule_is_a_link(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        root = ruleset_root("tutorial")
        assert root is not None
        rule = sorted(root.glob("variants/*.yaml"))[0].read_text("utf-8")
        fields = {"ruleset": "tutorial", "seat-1": "human", "text": rule, "changed": "variant", "do": "check"}
        _, _, body = await server.ask("POST", "/new", _FORM, urlencode(fields).encode())
        link = re.search(r'href="(/new\?ruleset=tutorial&amp;text=[^"]+)"', body.decode())
        assert link is not None
        page = await _page(server, unescape(link[1]))
        assert 'class="diff"' in page
        assert rule.splitlines()[-1].strip() in unescape(page)

    asyncio.run(play())


def test_the_player_that_a_ruleset_brings_sits_at_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        server = _server(tmp_path)
        assert '<option value="learned"' in await _page(server, "/new?ruleset=tutorial")
        table = await _begun(server, **{"seat-2": "learned"})
        for _ in range(3):
            assert await _chosen(server, table) == 303
        seats = re.search(r'href="(/t/1/table/[^"]+)"', await _page(server, table))
        assert seats is not None
        replay = parse_replay("the file", (await _page(server, f"{seats[1]}save")).encode())
        assert replay.policies == ("human", "learned")
        assert [each for each in replay.choices if each.seat == 2], replay.choices

    asyncio.run(play())
