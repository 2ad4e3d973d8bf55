"""The outline of a file: its sections, and what is in each."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.editor.contents import ContentsPart, contents
from rulewright.core.load.reader import read_yaml

ROOT = Path(__file__).resolve().parents[4]

CONTENT = """\
kind: content
zones:
  - {id: pier, holds: prey, title: {en: Pier, pl: Molo}}
  - {id: sea, holds: prey}
procedures:
  # A remark.
  - title: {en: Fly}
    id: fly
    does: |
      gain 1 coin
  - id: sit
    does: nothing
"""


def outline(text: str, language: str = "en") -> tuple[ContentsPart, ...]:
    return contents(read_yaml("f.yaml", text.encode())[0], len(text.split("\n")), language)


def told(parts: tuple[ContentsPart, ...]) -> list[tuple[str, int, int]]:
    return [(each.name, each.first, each.last) for each in parts]


def test_sections_hold_their_entries() -> None:
    zones, procedures = outline(CONTENT)
    assert told((zones, procedures)) == [("zones", 2, 4), ("procedures", 5, 13)]
    assert told(zones.parts) == [("pier", 3, 3), ("sea", 4, 4)]
    assert told(procedures.parts) == [("fly", 7, 10), ("sit", 11, 13)]
    assert [each.title for each in zones.parts] == ["Pier", ""]
    assert procedures.parts[0].span.line == 8


def test_titles_are_of_the_language_asked_for() -> None:
    assert outline(CONTENT, "pl")[0].parts[0].title == "Molo"
    assert outline(CONTENT, "de")[0].parts[0].title == "Pier"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("kind: ledger\nruleset: a\nrules:\n  one: It is so.\n  two: {text: And so.}\n", ["one", "two"]),
        (
            "kind: scenarios\nscenarios:\n  - scenario: a gull\n    rules: [one]\n  - scenario: a cat\n",
            ["a gull", "a cat"],
        ),
        ("kind: variant\npatches:\n  - {change: sea, because: x}\n  - {because: y, delete: cat}\n", ["sea", "cat"]),
        ("kind: variant\ntitle: {en: A}\nextends: tutorial\n", []),
        ("- a\n", []),
        ("a: [", []),
        ("", []),
    ],
)
def test_every_kind_of_file_has_an_outline(text: str, names: list[str]) -> None:
    assert [part.name for section in outline(text) for part in section.parts] == names


def test_parts_lie_inside_each_other_in_their_order() -> None:
    for file in sorted((ROOT / "rulesets").glob("*/*/*.yaml")):
        text = file.read_text("utf-8")
        for section in outline(text):
            assert section.first <= section.span.line <= section.last <= len(text.split("\n")), file
            for part in section.parts:
                assert section.first <= part.first <= part.span.line <= part.last <= section.last, (file, part)
