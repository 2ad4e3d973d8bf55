"""Every text is read on what is behind it: WCAG AA reckoned for each pair that the style sheets use, light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations, product

import pytest

import rulewright as rw
from rulewright.core.pipeline import shipped_names
from rulewright.table.drawing.colours import SEATS, VALUES, contrast, ink_on, mixed, towards
from rulewright.table.drawing.icons import MARKS
from rulewright.table.drawing.seat_colours import are_alike
from rulewright.table.drawing.style import style_of, table_rules

GROUNDS = ("paper", "card", "soft")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
TEXT_COLOUR = re.compile(r"(?:^|;)\s*(?:color|fill): var\(--([a-z0-9-]+)\)")
GROUND = re.compile(r"(?:^|;)\s*background: var\(--([a-z0-9-]+)\)")
COLOUR = r"(#[0-9a-f]{6})"
TINTED = re.compile(rf"--tint:{COLOUR};--on:{COLOUR};--edge:light-dark\({COLOUR},{COLOUR}\)")
GRAPHICS = {"tint", "edge", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "card", "behind", "soft"}
"""Fills of shapes, and what has no text in it."""


def table_colours() -> tuple[dict[str, str], dict[str, str]]:
    """The variables of a drawn table, light and dark."""
    sheet = files("rulewright.table.drawing").joinpath("table.css").read_text("utf-8")
    pairs = re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", sheet)
    return {name: light for name, light, _ in pairs}, {name: dark for name, _, dark in pairs}


def handbook_colours() -> tuple[dict[str, str], dict[str, str]]:
    """The variables of a handbook; what the dark scheme does not say is as in the light one."""
    sheet = files("rulewright.author.handbook").joinpath("style.css").read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)[:2]
    )
    return light, {**light, **dark}


def pairs_of(sheet: str, beside: tuple[str, ...] = GROUNDS) -> Iterator[tuple[str, str]]:
    """The colour of a text and what is behind it, by their variables: what a rule says, else any ground."""
    for selector, body in RULE.findall(sheet):
        for text in TEXT_COLOUR.findall(body):
            if text in GRAPHICS or any(word in selector for word in ("circle", "line", "band", "middle")):
                continue
            grounds = GROUND.findall(body)
            yield from ((text, ground) for ground in (grounds or beside))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_of_a_table_are_read(dark: bool) -> None:
    colours = table_colours()[dark]
    sheets = ("table.css", "boards.css", "pictures.css", "hands.css")
    sheet = "".join(files("rulewright.table.drawing").joinpath(each).read_text("utf-8") for each in sheets)
    pairs = {pair for pair in pairs_of(sheet, (*GROUNDS, "felt")) if pair[1] != "tint"}
    assert len(pairs) >= 8
    poor = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < 4.5} == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_of_a_handbook_are_read(dark: bool) -> None:
    colours = handbook_colours()[dark]
    sheet = files("rulewright.author.handbook").joinpath("style.css").read_text("utf-8")
    pairs = {pair for pair in pairs_of(sheet) if pair[0] in colours and pair[0] != "dark-text" and pair[0] != "line"}
    assert len(pairs) > 12
    pairs |= {("dark-text", f"r{number}") for number in range(8)}
    poor = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: found for pair, found in poor.items() if found < 4.5} == {}


@pytest.mark.parametrize("name", shipped_names())
def test_texts_on_the_colours_of_a_ruleset_are_read(name: str) -> None:
    sheet = style_of(rw.load_game(name))
    found = re.findall(
        r"--tint:(#[0-9a-f]{6});--on:(#[0-9a-f]{6});--edge:light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)", sheet
    )
    assert len(found) > 12
    light, dark = table_colours()
    for tint, ink, edge_light, edge_dark in found:
        assert contrast(tint, ink) >= 4.5, tint
        assert contrast(edge_light, light["card"]) >= 3, tint
        assert contrast(edge_dark, dark["card"]) >= 3, tint


def test_ink_is_read_on_any_colour() -> None:
    levels = ("00", "33", "66", "77", "88", "99", "cc", "ff")
    for red, green, blue in product(levels, repeat=3):
        colour = f"#{red}{green}{blue}"
        assert contrast(colour, ink_on(colour)) >= 4.5, colour
        assert contrast(towards(colour, "#ffffff", 3.0), "#ffffff") >= 3.0


def test_contrast_is_reckoned_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"


def test_twelve_seats_are_told_apart_by_colour_and_by_sign() -> None:
    assert len(SEATS) == len(MARKS) == 12
    near = [(one, other) for one, other in combinations(SEATS, 2) if are_alike(one, other)]
    assert near == []


def test_colours_nobody_chose_are_told_apart() -> None:
    for palette in (SEATS, VALUES):
        assert len(set(palette)) == len(palette)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_bars_stand_out_from_what_is_behind_them(dark: bool) -> None:
    colours = table_colours()[dark]
    sheet = files("rulewright.table.drawing").joinpath("table.css").read_text("utf-8")
    bars = re.findall(r"\.come \{ fill: var\(--([a-z]+)\)", sheet)
    (behind,) = re.findall(r"\.of-all \{ fill: var\(--([a-z]+)\)", sheet)
    assert len(bars) == 2
    for bar in bars:
        assert contrast(colours[bar], colours[behind]) >= 3, bar


def test_holes_of_icons_are_seen_in_lists_of_options_too() -> None:
    sheet = files("rulewright.table.drawing").joinpath("table.css").read_text("utf-8")
    (rule,) = re.findall(r"^\.ho {(.*)}$", sheet, re.MULTILINE)
    assert re.search(r"fill: var\(--behind, var\(--card, .+\)\)", rule), "--card is known inside of a table alone"


@pytest.mark.parametrize(
    "colour", [f"#{red}{green}{blue}" for red, green, blue in product(("00", "5f", "80", "c0", "ff"), repeat=3)]
)
def test_words_on_a_table_of_any_colour_are_read(colour: str) -> None:
    (rule,) = (dict(re.findall(rf"--(\w+):{COLOUR}", each)) for each in table_rules(colour) if "--quiet" in each)
    pairs = [("ink", colour), ("quiet", colour), ("ink", rule["soft"]), ("quiet", rule["soft"])]
    assert [(name, on) for name, on in pairs if contrast(rule[name], on) < 4.5] == []
