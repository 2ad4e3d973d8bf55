"""What is told of a field that a component does not have, or lacks."""

from __future__ import annotations

from pathlib import Path

from tests.errors.rulesets.skeleton import build_with

PIECES = """\
kind: content
kinds:
  - {id: anchor, title: {en: Anchor}, fields: {weight: {type: number}, length: {type: number, default: 1}}}
components:
  - {id: grapnel, kind: anchor, title: {en: Grapnel}, source: {doc: DOC, place: d}, WRITTEN}
"""


def told(folder: Path, written: str) -> tuple[str, str]:
    (only,) = build_with(folder, PIECES.replace("WRITTEN", written)).diagnostics
    return only.message, only.hint


def test_a_field_that_nothing_resembles_is_told_with_those_there_are(tmp_path: Path) -> None:
    assert told(tmp_path, "weight: 3, colour: 2") == ("an anchor has no field 'colour'", "it has length, weight")


def test_a_field_that_one_resembles_is_told_with_that_one(tmp_path: Path) -> None:
    assert told(tmp_path, "weight: 3, lenght: 2") == ("an anchor has no field 'lenght'", "did you mean 'length'?")


def test_a_field_that_is_lacking_is_told_with_the_article_of_its_kind(tmp_path: Path) -> None:
    assert told(tmp_path, "length: 2") == ("an anchor needs a field 'weight'", "")
