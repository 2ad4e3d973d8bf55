"""A browser asks for the card of a table by the link that it holds, and is told no more than that link opens."""

from __future__ import annotations

import re
from html import unescape

import pytest

from rulewright.table.serve import links
from tests.unit.table.serve.test_rematch import play_to_the_end
from tests.unit.table.serve.visitors import Visitor, visiting


def cards_of(visitor: Visitor, table: int = 1) -> dict[str, str]:
    """The card of a table by the role of each link."""
    record = visitor.site.store.record(table)
    assert record is not None
    roles = (*(str(seat + 1) for seat in range(len(record.epochs))), links.TABLE, links.WATCH, links.SCREEN)
    paths = {role: links.path(visitor.site.secret, table, role, record.epoch(role)) for role in roles}
    return {role: unescape(visitor.get(f"{path}card").text) for role, path in paths.items()}


def state_of(card: str) -> str:
    return re.findall(r'data-state="(\w*)"', card)[0]


def test_a_card_says_whose_turn_it_is_to_who_holds_the_link() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human", "random"))
        visitor.post(f"{visitor.seat_path(table, 1)}me", name="Ada", colour="")
        cards = cards_of(visitor)
    assert {role: state_of(card) for role, card in cards.items()} == {
        "1": "yours", "2": "waiting", "3": "waiting", "table": "waiting", "watch": "waiting", "screen": "yours",
    }  # fmt: skip
    assert "It is your turn." in cards["1"]
    assert "Waiting for Ada." in cards["2"]
    assert [role for role, card in cards.items() if "Gulls <small>1</small>" not in card or "<time" not in card] == []


def test_a_card_leads_nowhere_but_where_its_own_link_does() -> None:
    with visiting() as visitor:
        visitor.new_table(seats=("human", "human"))
        for role, card in cards_of(visitor).items():
            own = links.path(visitor.site.secret, 1, role)
            assert {f"{each}/" for each in re.findall(r"/t/\d+/\w+/[\w-]{32}", card)} == {own}
            assert "<script" not in card


@pytest.mark.parametrize("chats", [True, False])
def test_a_card_says_when_another_seat_has_said_something(chats: bool) -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        visitor.post(f"{visitor.seat_path(table, 1)}say", say="hello")
        if not chats:
            visitor.post(f"{table.removesuffix('seats')}chat", chats="")
        told = {role for role, card in cards_of(visitor).items() if "New in the chat" in card}
        assert told == ({"2"} if chats else set())
        assert {role for role, card in cards_of(visitor).items() if "hello" in card} == set()


@pytest.mark.parametrize("way", ["an old link", "a wrong token", "no table"])
def test_a_link_that_leads_nowhere_has_no_card(way: str) -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        path = visitor.seat_path(table, 1)
        if way == "an old link":
            visitor.post(table, seat="1", do="link")
        backwards = f"{path[:-33]}{path[-2:-34:-1]}/"
        others = {"an old link": path, "a wrong token": backwards, "no table": path.replace("/t/1/", "/t/9/")}
        answer = visitor.get(f"{others[way]}card")
        assert answer.status_code == 404
        assert "Gulls" not in answer.text


def test_no_cache_keeps_a_card() -> None:
    with visiting() as visitor:
        seat = visitor.seat_path(visitor.new_table(seats=("human", "human")), 1)
        answer = visitor.get(f"{seat}card")
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_the_card_of_a_finished_game_has_its_result_for_each_seat_and_leads_to_a_rematch() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        seats = [visitor.seat_path(table, seat) for seat in (1, 2)]
        play_to_the_end(visitor, *seats)
        cards = cards_of(visitor)
        assert {state_of(card) for card in cards.values()} == {"over"}
        outcomes = {role: re.findall(r'data-outcome="(\w*)"', card)[0] for role, card in cards.items()}
        assert sorted((outcomes["1"], outcomes["2"])) in (["lost", "won"], ["won", "won"], ["drawn", "drawn"])
        assert {outcomes[role] for role in (links.TABLE, links.WATCH, links.SCREEN)} == {""}
        assert "Play again" not in cards[links.WATCH]
        again = re.findall(r'action="([^"]+)"', cards["1"])[0]
        assert visitor.post(again, follow=False, do="again").headers["location"].startswith("/t/2/2/")
        assert "To the next game" in cards_of(visitor)["2"]


def test_who_may_make_no_tables_finds_a_first_page_without_any() -> None:
    with visiting(loopback=False) as visitor:
        page = visitor.get("/")
        assert page.status_code == 200
        assert 'id="mine" hidden' in page.text
        assert not re.search(r"/new|/match\?|/open|/t/\d", page.text)
        visitor.get(f"/?key={visitor.site.key}")
        assert "/new?ruleset=tutorial" in visitor.get("/").text


def test_without_a_script_the_tables_that_a_browser_has_made_are_links() -> None:
    with visiting() as visitor:
        table = visitor.new_table()
        owner = links.path(visitor.site.secret, 1, links.TABLE)
        shown = re.findall(r"<noscript>(.*?)</noscript>", visitor.get("/").text, re.DOTALL)[0]
        assert f'<a href="{owner}">Gulls 1</a>' in shown
        visitor.client.cookies.clear()
        assert "<noscript>" not in visitor.get("/").text
        assert table.startswith("/t/1/")


def test_the_first_page_can_be_installed() -> None:
    with visiting() as visitor:
        page = visitor.get("/")
        assert "manifest-src 'self'" in page.headers["content-security-policy"]
        path = re.findall(r'<link rel="manifest" href="([^"]+)"', page.text)[0]
        manifest = visitor.get(path)
        assert manifest.headers["content-type"] == "application/manifest+json"
        told = manifest.json()
        assert (told["start_url"], told["display"]) == ("/", "standalone")
        for icon in told["icons"]:
            assert visitor.get(f"{path.rpartition('/')[0]}/{icon['src']}").headers["content-type"] == "image/svg+xml"
