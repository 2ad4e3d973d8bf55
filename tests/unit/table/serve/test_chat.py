"""The chat of a table: plain text among those who sit there, bounded, and off where the host says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rulewright.table.serve import links
from rulewright.table.serve.chat import KEPT, LONGEST, TooMuchSaid, line_of, speak
from tests.unit.table.serve.hostile import TEXTS
from tests.unit.table.serve.visitors import Visitor, visiting


@pytest.fixture(name="at")
def two_at_a_table() -> Iterator[tuple[Visitor, str, str]]:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        yield visitor, visitor.seat_path(table, 1), visitor.seat_path(table, 2)


def said(page: str) -> list[str]:
    found = re.search(r'<ol id="said".*?</ol>', page, re.DOTALL)
    return re.findall(r"</b> (.*?)</li>", found[0]) if found else []


def test_what_is_said_is_read_by_who_sits_there_and_by_nobody_else(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    watch = links.path(visitor.site.secret, 1, links.WATCH)
    marks = [visitor.get(f"{each}events?once=1").text for each in (other, watch)]
    visitor.post(f"{one}say", say="good  luck")
    assert said(visitor.get(other).text) == ["good luck"]
    assert said(visitor.get(one).text) == ["good luck"]
    assert visitor.get(f"{other}events?once=1").text != marks[0]
    assert visitor.get(f"{watch}events?once=1").text == marks[1]
    for page in (visitor.get(watch), visitor.get(f"{watch}log"), visitor.get(f"{other}log")):
        assert "good luck" not in page.text
    assert visitor.post(f"{watch}say", say="me too").status_code == 403
    visitor.site.tables.places.clear()
    assert said(visitor.get(other).text) == ["good luck"]


def test_the_script_of_a_page_gets_the_table_back(at: tuple[Visitor, str, str]) -> None:
    visitor, one, _ = at
    part = visitor.post(f"{one}say", say="hello", headers={"x-rulewright-part": "1"})
    assert said(part.text) == ["hello"]
    assert "<html" not in part.text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", TEXTS)
def test_whatever_is_said_stays_text(at: tuple[Visitor, str, str], text: str) -> None:
    visitor, one, other = at
    assert visitor.post(f"{one}say", say=text).status_code == 200
    page = visitor.get(other).text
    assert len(said(page)) == bool(line_of(text))
    assert "<script>alert" not in page
    assert "<img" not in page


def test_a_line_has_a_length_and_nothing_that_is_not_seen() -> None:
    assert len(line_of("x" * 9000)) == LONGEST
    assert line_of(" a\u202eb\u0000c\nd\u200b ") == "abc d"
    assert line_of("\u2066\u2069") == ""


def test_one_who_says_too_much_waits_and_old_lines_go(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    codes = [visitor.post(f"{one}say", say=f"line {each}").status_code for each in range(7)]
    assert codes == [200] * 5 + [429] * 2
    assert visitor.post(f"{other}say", say="mine").status_code == 200
    place = visitor.site.tables.find(1)
    assert place is not None
    now = place.live.chat[-1].at
    with pytest.raises(TooMuchSaid):
        speak(place.live, 0, "x", now + 1)
    for each in range(KEPT + 20):
        speak(place.live, 0, f"later {each}", now + 100 * (each + 1))
    assert len(place.live.chat) == KEPT
    assert visitor.site.store.chat(1) == place.live.chat


def test_the_host_turns_it_off_and_on(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    table = links.path(visitor.site.secret, 1, links.TABLE)
    visitor.post(f"{one}say", say="before")
    assert visitor.post(f"{one}chat", chats="").status_code == 403
    visitor.post(f"{table}chat", chats="")
    assert 'id="chat"' not in visitor.get(other).text
    assert visitor.post(f"{one}say", say="after").status_code == 403
    visitor.post(f"{table}chat", chats="1")
    assert said(visitor.get(other).text) == ["before"]
