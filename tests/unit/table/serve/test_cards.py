"""Games and house rules as people choose among them: described by their own files, in the language of who chooses."""

from __future__ import annotations

import json
from html import unescape

import pytest

from rulewright.cli import run
from rulewright.table.serve.cards import GameCard, game_card
from tests.unit.table.serve.visitors import visiting


def test_a_game_says_what_it_is_about_for_how_many_and_how_long() -> None:
    with visiting(names=("reversi", "skymines")) as visitor:
        page = unescape(visitor.get("/").text)
        assert "Enclose the other's discs and turn them over; most discs win." in page
        assert "Players: 2 · medium length</small>" in page
        assert "Players: 2–4 · long · many rules</small>" in page
        visitor.post("/language", language="pl")
        assert "Otaczaj krążki przeciwnika" in unescape(visitor.get("/").text)


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
    assert "<dt>Linked slots</dt><dd>Cards must rest above the very slot" in page


def test_a_game_that_is_not_there_is_a_card_without_facts() -> None:
    assert game_card("no/such_game", "en").title == "Such game"


@pytest.mark.parametrize("name", ["tutorial", "nim", "three_in_a_row"])
def test_the_length_that_is_written_is_the_one_counted(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", name, "--games", "100", "--seed", "1", "--format", "json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    card = game_card(name, "en")
    assert (card.seats, card.choices) == (len(counted["seats"]), round(counted["decisions"] / counted["games"]))
