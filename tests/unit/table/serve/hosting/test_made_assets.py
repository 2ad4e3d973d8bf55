"""Style sheets and pictures that are made for pages: as many bytes are kept as may be, and what pages load is there."""

from __future__ import annotations

import asyncio
import re

import pytest

from rulewright.author.at_tables import TOOLS
from rulewright.core.pipeline import Choice, load_rules
from rulewright.table.serve.app import make_pages
from rulewright.table.serve.hosting import job_handler
from rulewright.table.serve.hosting.job_handler import JobHandler
from rulewright.table.serve.hosting.jobs import TableJob
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.site import ServerState
from rulewright.table.serve.store import TableStore
from tests.unit.table.serve.visitors import Visitor, visiting

GAMES = ("nine_mens_morris", "klondike")


def test_the_latest_bytes_are_kept_and_the_last_thing_in_any_case() -> None:
    kept: Latest[str, bytes] = Latest(10, len)
    for name, size in (("a", 4), ("b", 4), ("c", 4)):
        kept[name] = bytes(size)
    assert list(kept) == ["b", "c"]
    kept["b"] = bytes(5)
    assert list(kept) == ["c", "b"]
    kept["large"] = bytes(99)
    assert list(kept) == ["large"]


def test_each_shipped_file_is_found_by_its_path() -> None:
    with visiting() as visitor:
        found = {name: visitor.get(visitor.site.asset_path(name)).content for name in visitor.site.assets}
        assert found == {name: data for name, (data, _) in visitor.site.assets.items()}


def sheet_of(visitor: Visitor, page: str) -> str:
    """Return the path of the style sheet of a game that a page loads."""
    return str(re.findall(r'href="(/assets/[0-9a-f]+/look[^"]*)"', visitor.get(page).text)[0])


def test_pages_find_their_pictures_although_only_few_bytes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [load_rules(Choice(name)).game.blueprint.look.pictured.pictures.values() for name in GAMES]
    sizes = [sum(len(each.data) for each in pictures) for pictures in looks]
    most = max(sizes) + 60_000  # with its style sheet one game has room, and two have not
    monkeypatch.setattr("rulewright.table.serve.site.MOST_MADE", most)
    monkeypatch.setattr("rulewright.table.serve.hosting.gateway.MOST_MADE", most)
    with visiting(names=GAMES) as visitor:
        pages = [visitor.new_table(name, ("human", "random")[: 2 - (name == "klondike")]) for name in GAMES]
        for page in (*pages, *pages):
            sheet = visitor.get(sheet_of(visitor, page))
            pictures = re.findall(r"/picture/[0-9a-f]{64}", sheet.text)
            assert (sheet.status_code, len(pictures) > 0) == (200, True)
            assert [path for path in pictures if visitor.get(path).status_code != 200] == []
            assert sum(len(data) for data, _ in visitor.site.made.values()) <= most


def test_what_a_page_loads_is_sent_once_and_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_rules(Choice("nine_mens_morris")).game
    site = ServerState(TableStore(None), ("nine_mens_morris",), TOOLS)
    handler = JobHandler(site, make_pages(site))

    def sent() -> int:
        site.look_path(game)
        return len(asyncio.run(handler.do(TableJob("look", 1))).assets)

    assert [sent(), sent()] == [2, 0]
    monkeypatch.setattr(job_handler, "_SENT_AGAIN", -1.0)
    assert sent() == 2
