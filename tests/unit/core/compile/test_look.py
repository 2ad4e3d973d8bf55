"""What a ruleset says of its look comes to a drawing as plain values, can be patched, and changes no game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.cli import run
from rulewright.core.bind.shapes import path_fault
from rulewright.core.model.look import Look
from rulewright.native.loading import load_game
from rulewright.table.drawing.style import style_of

VARIANT = """kind: variant
variant: dusk
title: {en: Dusk}
extends: skymines
patches:
  - {change: company_look, because: it is dark, set: {values.skymine.colour: "#aa5500"}}
"""


def varied(folder: Path) -> Path:
    path = folder / "dusk.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_colours_of_the_rule_book_are_those_of_the_companies() -> None:
    tints = rw.load_game("skymines").blueprint.look.tints["company"]
    red, green, blue = ({name: int(tint.colour[at : at + 2], 16) for name, tint in tints.items()} for at in (1, 3, 5))
    assert red["skymine"] > 200 and green["skymine"] > 150 > blue["skymine"]  # noqa: PT018 - one colour
    assert blue["minerva"] > red["minerva"] > green["minerva"]
    assert red["astrogo"] > blue["astrogo"] > green["astrogo"]
    assert blue["tawac"] > green["tawac"] > red["tawac"]


def test_a_look_from_the_cache_is_the_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh, kept = load_game("tutorial").blueprint.look, load_game("tutorial").blueprint.look
    assert fresh == kept
    assert isinstance(kept, Look)


def test_a_variant_patches_a_look_and_no_rule(tmp_path: Path) -> None:
    game, plain = rw.load_game("skymines", variant=varied(tmp_path)), rw.load_game("skymines")
    assert game.blueprint.look.tints["company"]["skymine"].colour == "#aa5500"
    assert game.blueprint.digest == plain.blueprint.digest
    assert "--tint:#aa5500" in style_of(game)


def test_a_module_brings_its_area_to_its_place() -> None:
    order = [area.id for area in rw.load_game("skymines").blueprint.look.areas]
    assert order.index("moon_area") + 1 == order.index("seat_area")


def test_commands_know_looks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", str(varied(tmp_path))]) == 0
    assert "#aa5500" in capsys.readouterr().out
    for key in ("looks", "icons", "areas", "looks.corners", "areas.before"):
        assert run(["explain", key, "--ruleset", "tutorial"]) == 0


@pytest.mark.parametrize(
    "path",
    ["M 0 0", "M 10 90 L 50 10 L 90 90 Z", "m1,2l-3-4", "M 0 0 C 1 2 3 4 5 6 7 8 9 10 11 12", "M0 0A5 5 0 0 1 9 9"],
)
def test_a_right_path_is_taken(path: str) -> None:
    assert path_fault(path) == ""


@pytest.mark.parametrize(
    "path", ["", "Z 1", "L 1 1", "M 1", "M 0 0 L 1", "M 0 0 X 1 1", "M 0 0<", "M 0 0 1e9 2", 'M 0 0 "', "M 0 0 ²"]
)
def test_a_wrong_path_is_told(path: str) -> None:
    assert path_fault(path)


def test_looks_are_plain_frozen_values() -> None:
    look = rw.load_game("ceres").blueprint.look
    with pytest.raises(AttributeError):
        look.areas = ()  # type: ignore[misc]
    assert replace(look) == look
