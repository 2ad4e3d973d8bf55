"""Tables that are begun with a site: what they answer is what the page's own server answers to the same requests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from rulewright.author.at_tables import TOOLS
from rulewright.core.model.secret_seeds import new_secret
from rulewright.table.offline.begun_tables import Beginner, begun_table
from rulewright.table.offline.form_fields import fields_of
from rulewright.table.offline.page_server import FORM, GivenTable, HttpAnswer, PageServer, numbers_of, reserved
from rulewright.table.serve.guests import PART

_NAMES = ("tutorial", "three_in_a_row", "whist")
# The tutorial draws who begins.
_PERSON_BEGINS = 1
_BOT_BEGINS = 17


def _publish(name: str, data: bytes, kind: str) -> str:
    return f"sheets/{name}"


def _begun(folder: Path, name: str, given: GivenTable) -> dict[str, Any]:
    server = Beginner(_NAMES, folder, "", _publish, TOOLS, b"", "{}", (), ("en",), None, "{}", reserved(_NAMES))
    made = asyncio.run(begun_table(server, name, given, "en"))
    server.close()
    assert made is not None
    return made


def _page_server(folder: Path, kept: bytes = b"") -> PageServer:
    return PageServer(_NAMES, folder, "", _publish, TOOLS, kept, spoken=("en",), reserved=reserved(_NAMES))


async def _chosen(server: PageServer, begun: dict[str, Any], option: tuple[str, str]) -> HttpAnswer:
    """Begin the table in a page, look at it and take an option of it."""
    status, headers, _ = await server.begin((begun["number"], begun["seed"]), urlencode(begun["fields"]).encode())
    assert (status, dict(headers)["location"]) == (303, begun["path"])
    assert (await server.ask("GET", begun["path"], (), b""))[2].decode() == begun["page"]
    body = urlencode([("at", begun["at"]), option]).encode()
    return await server.ask("POST", f"{begun['path']}act", (*FORM, (PART, "1")), body)


@pytest.mark.parametrize("name", _NAMES)
def test_what_a_first_option_leads_to_is_what_the_page_would_answer(name: str, tmp_path: Path) -> None:
    begun = _begun(tmp_path / "begun", name, GivenTable(numbers_of(_NAMES)[name][1], _PERSON_BEGINS))
    assert begun["options"]
    for number, answer in list(begun["options"].items())[:4]:
        server = _page_server(tmp_path / number)
        status, _, text = asyncio.run(_chosen(server, begun, ("offer", number)))
        assert (status, text.decode()) == (200, answer)
        server.close()


def test_a_table_that_a_bot_begins_has_no_options_yet(tmp_path: Path) -> None:
    begun = _begun(tmp_path, "tutorial", GivenTable(1, _BOT_BEGINS))
    assert (begun["options"], begun["codes"]) == ({}, {})
    assert "Waiting for seat 2." in begun["page"]


def test_places_on_the_board_lead_to_the_answers_of_their_options(tmp_path: Path) -> None:
    begun = _begun(tmp_path / "begun", "three_in_a_row", GivenTable(4, new_secret()))
    assert len(begun["codes"]) == 9
    code, number = next(iter(begun["codes"].items()))
    text = asyncio.run(_chosen(_page_server(tmp_path / "page"), begun, ("option", code)))[2]
    assert text.decode() == begun["options"][number]


def test_a_table_has_a_number_of_its_own_and_no_other_takes_one_of_these(tmp_path: Path) -> None:
    assert numbers_of(_NAMES) == {"tutorial": [1, 2, 3], "three_in_a_row": [4, 5, 6], "whist": [7, 8, 9]}

    async def numbers(server: PageServer) -> list[int] | None:
        body = urlencode([("ruleset", "tutorial"), ("do", "start")]).encode()
        await server.ask("POST", "/new", FORM, body)
        await server.begin((2, new_secret()), body)
        await server.ask("POST", "/new", FORM, body)
        return server.numbers()

    assert asyncio.run(numbers(_page_server(tmp_path))) == [2, 10, 11]


def test_a_browser_whose_links_are_of_another_secret_takes_none(tmp_path: Path) -> None:
    server = _page_server(tmp_path / "one")
    server._store._db.execute("update facts set value = ? where name = 'secret'", (bytes(32),))
    kept = server.kept()[0]
    assert _page_server(tmp_path / "two", kept).numbers() is None


def test_fields_are_those_that_a_browser_sends() -> None:
    page = """<form id="other"><input name="a" value="1"></form>
      <form id="new"><input type="hidden" name="b" value="2"><input type="checkbox" name="c" value="3">
      <input type="checkbox" name="d" checked><input type="radio" name="e" value="5" checked>
      <input type="file" name="f">
      <select name="g"><option value="6"><option value="7" selected></select>
      <select name="h"><option value="8"></select>
      <textarea name="i">
      nine</textarea><input name="j" disabled value="10"><button name="do" value="check"></button>
      <button name="do" value="start"></button></form><input name="k" value="11">"""
    sent = [("b", "2"), ("d", "on"), ("e", "5"), ("g", "7"), ("h", "8"), ("i", "      nine"), ("do", "start")]
    assert fields_of(page, "new", ("do", "start")) == sent
