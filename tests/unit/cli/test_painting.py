"""Colours of a ruleset on a screen of text: behind words that stay as they are."""

from __future__ import annotations

import click
import pytest

import rulewright as rw
from rulewright.cli.screen.painting import painter


def test_a_name_stands_on_its_colour_and_stays_readable() -> None:
    paint = painter(rw.load_game("skymines"), "en")
    line = "Minerva Corp. expands into sector 3"
    painted = paint(line)
    assert painted.startswith(click.style("Minerva Corp.", fg=(255, 255, 255), bg=(125, 60, 152)))
    assert click.unstyle(painted) == line


def test_parts_of_words_are_left_alone() -> None:
    paint = painter(rw.load_game("skymines"), "en")
    assert paint("carbonated") == "carbonated"


def test_a_ruleset_without_colours_is_not_painted() -> None:
    paint = painter(rw.load_game("dots_and_boxes"), "en")
    assert paint("seat 1 draws a line") == "seat 1 draws a line"


def test_a_component_stands_on_the_colour_of_its_own() -> None:
    assert painter(rw.load_game("tutorial"), "en")("a Herring") != "a Herring"


def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter(rw.load_game("skymines"), "en")("Minerva Corp.") == "Minerva Corp."
