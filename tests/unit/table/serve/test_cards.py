"""Games and house rules as people choose among them: described by their own files, in the language of who chooses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from rulewright.cli import run
from rulewright.table.serve.cards import GameCard, game_card
from rulewright.table.serve.records import Record
from tests.unit.table.serve.visitors import visiting


def test_a_game_says_what_it_is_about_for_how_many_and_how_long() -> None:
    with visiting(names=("reversi", "skymines")) as visitor:
        page = unescape(visitor.get("/").text)
        assert "Enclose the other's discs and turn them over; most discs win." in page
        for facts in (("Players: 2", "medium length", "few rules"), ("Players: 2–4", "long", "many rules")):
            assert facts in [tuple(map(str.strip, each)) for each in _facts(page)]
        visitor.post("/language", language="pl")
        assert "Otaczaj krążki przeciwnika" in unescape(visitor.get("/").text)


def _facts(page: str) -> list[list[str]]:
    """What stands below the title of each game."""
    below = re.findall(r"<small>(<span>.*?)</small>", page, re.DOTALL)
    return [[each for each in re.findall(r">([^<>]+)<", small) if each.strip()] for small in below]


def test_minutes_are_those_of_games_that_people_have_finished_here() -> None:
    with visiting(names=("tutorial",)) as visitor:
        store, people = visitor.site.store, ("human", "random")

        def finished(minutes: float, policies: tuple[str, ...] = people, **more: Any) -> None:
            made = Record(0, "tutorial", seats=2, policies=policies, epochs=(0, 0), created=1e9, finished=True, **more)
            store.add(replace(made, moved=1e9 + 60 * minutes))

        for each in (9, 14):
            finished(each)
        finished(1, ("random", "random"))
        finished(500)
        finished(0)
        finished(2, brought=True)
        assert store.minutes_played() == {"tutorial": (14, 9)}
        assert "short" in unescape(visitor.get("/").text)
        finished(40)
        page = unescape(visitor.get("/").text)
        assert 'title="Median of 3 games that people have finished on this server">about 14 min<' in page
        assert ">short<" not in page


def test_the_minutes_are_read_again_only_when_a_game_has_ended() -> None:
    with visiting(names=("tutorial",)) as visitor:
        store, read = visitor.site.store, list[str]()
        store._db.set_trace_callback(lambda said: read.append(said) if "moved - created" in said else None)
        made = store.add(Record(0, "tutorial", seats=2, policies=("human", "random"), epochs=(0, 0), created=1e9))
        visitor.get("/")
        read.clear()
        counts = []
        for does in (
            lambda: None,
            lambda: store.append(made.id, 0, (), moved=1e9 + 60),
            lambda: store.append(made.id, 0, (), finished=True, moved=1e9 + 600),
            lambda: store.add(replace(made, id=0, moved=1e9 + 1200, finished=True)),
            lambda: store.change(replace(made, finished=False), "finished"),
        ):
            does()
            for _ in range(2):
                visitor.get("/")
            counts.append((len(read), store.minutes_played()))
        assert counts == [
            (0, {}), (0, {}), (1, {"tutorial": (10.0,)}), (2, {"tutorial": (20.0, 10.0)}), (3, {"tutorial": (20.0,)}),
        ]  # fmt: skip


@pytest.mark.parametrize(("rules", "weight"), [(0, 0), (7, 1), (8, 2), (59, 2), (60, 3)])
def test_a_game_weighs_as_much_as_there_is_to_read(rules: int, weight: int) -> None:
    assert GameCard("nim", "Nim", "", 2, 4, 2, 10, rules).weight == weight


def test_a_game_has_a_picture_of_its_table_for_who_may_begin_one() -> None:
    with visiting(names=("tutorial",), loopback=False) as visitor:
        assert visitor.get("/still?ruleset=tutorial").status_code == 404
        visitor.get(f"/?key={visitor.site.key}")
        assert visitor.get("/still?ruleset=skymines").status_code == 404
        first, again = (visitor.get("/still?ruleset=tutorial") for _ in range(2))
        assert first.text == again.text
        assert 'class="area' in first.text
        assert "data-option" not in first.text
        assert first.headers["cache-control"] == "private, max-age=3600"
        for sheet in re.findall(r'data-sheets="(.*?)"', first.text)[0].split():
            assert visitor.get(sheet).headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize(
    ("choices", "seats", "word"),
    [(0, 2, ""), (38, 2, "game_short"), (40, 2, "game_medium"), (149, 2, "game_medium"), (150, 2, "game_long")],
)
def test_a_game_is_as_long_as_one_of_its_players_chooses(choices: int, seats: int, word: str) -> None:
    assert GameCard("nim", "Nim", "", 2, 4, seats, choices, 3).length == word


def test_modules_settings_and_house_rules_say_what_they_do() -> None:
    with visiting(names=("skymines",)) as visitor:
        page = unescape(visitor.get("/new?ruleset=skymines").text)
    assert "One to three seats are Luna's: her cards decide what she does." in page
    assert "Linked slots <small>Cards must rest above the very slot" in page


def test_a_game_that_is_not_there_is_a_card_without_facts() -> None:
    assert game_card("no/such_game", "en").title == "Such game"


@pytest.mark.parametrize("name", ["tutorial", "nim", "three_in_a_row"])
def test_the_length_that_is_written_is_the_one_counted(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", name, "--games", "100", "--seed", "1", "--format", "json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    card = game_card(name, "en")
    assert (card.seats, card.choices) == (len(counted["seats"]), round(counted["decisions"] / counted["games"]))


def test_the_first_page_has_an_icon_for_a_home_screen() -> None:
    with visiting() as visitor:
        found = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', visitor.get("/").text)
        assert found is not None
        icon = visitor.get(found[1])
    assert icon.headers["content-type"] == "image/png"
    assert icon.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(icon.content[at : at + 4], "big") for at in (16, 20)] == [180, 180]
