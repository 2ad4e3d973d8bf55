"""Several picked at once on the page of a seat: marks are kept by forms alone, and what is marked is one choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reference.games import write_small
from tests.unit.table.serve.visitors import Visitor, visiting

CONTENT = """\
kind: content
kinds: [{id: card, title: {en: Card}}]
components:
  - {id: red, kind: card, copies: 2, title: {en: Red}, source: {doc: DOC, place: a}}
  - {id: green, kind: card, title: {en: Green}, source: {doc: DOC, place: a}}
  - {id: blue, kind: card, title: {en: Blue}, source: {doc: DOC, place: a}}
zones:
  - {id: shelf, holds: card, visible: all, start: "true", title: {en: Shelf}}
  - {id: taken, holds: card, visible: all, title: {en: Taken}}
procedures:
  - id: play
    does: |
      repeat 2:
        pick 2 cards from shelf
        move cards to taken
        move taken to shelf
"""


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[tuple[Visitor, str]]:
    write_small(tmp_path / "small", CONTENT, 1, 2)
    with visiting(names=(str(tmp_path / "small"),)) as visitor:
        yield visitor, visitor.new_table(str(tmp_path / "small"), ("human",))


def marked(page: str) -> list[str]:
    return re.findall(r'name="mark" value="(\d+)"[^>]* checked', page)


def told(page: str) -> str:
    found = re.search(r'<output id="wanted"[^>]*>([^<]*)<', page)
    return found[1] if found else ""


def test_marks_are_made_by_clicks_on_the_table_and_by_typing(seat: tuple[Visitor, str]) -> None:
    visitor, path = seat
    page = visitor.get(path).text
    assert (told(page), marked(page)) == ("0 of 2 marked", [])
    code = re.search(r'data-option="(\d+)"[^>]*aria-label="cards: Green"', page)
    assert code is not None
    page = visitor.do(path, option=code[1]).text
    assert (told(page), marked(page)) == ("1 of 2 marked", ["3"])
    assert 'aria-pressed="true"' in page
    at = re.search(r'name="at" value="([^"]*)"', page)
    assert at is not None
    page = visitor.post(f"{path}act", at=at[1], mark="3", typed="4 1", do="typed").text
    assert marked(page) == ["3", "4"]
    assert page.count(" disabled>") >= 2
    page = visitor.post(f"{path}act", at=at[1], mark=["3", "4"], typed="3", do="typed").text
    assert marked(page) == ["4"]


def test_what_is_marked_is_one_choice_that_is_told_and_taken_back_as_one(seat: tuple[Visitor, str]) -> None:
    visitor, path = seat
    page = visitor.do(path, mark=["4", "3"], do="take").text
    assert "cards: Green, Blue" in page
    assert told(page) == "0 of 2 marked"
    page = visitor.do(path, do="undo").text
    assert "cards: Green, Blue" not in page
    visitor.do(path, mark=["1", "2"], do="take")
    visitor.do(path, mark=["3", "4"], do="take")
    page = visitor.get(path).text
    assert "cards: 2 × Red</li>" in page.replace("play: ", "")
    assert "cards: Green, Blue</li>" in page.replace("play: ", "")


@pytest.mark.parametrize("marks", [[], ["1"], ["1", "1"], ["1", "99"], ["x", "1"], ["-1", "1"]])
def test_as_many_have_to_be_marked_as_are_wanted(seat: tuple[Visitor, str], marks: list[str]) -> None:
    visitor, path = seat
    answer = visitor.do(path, mark=marks, do="take")
    assert answer.status_code == 409
    assert "mark the required number of options" in answer.text
    assert "Taken" in answer.text


def test_what_is_typed_and_no_candidate_is_said_so_and_marks_stay(seat: tuple[Visitor, str]) -> None:
    visitor, path = seat
    answer = visitor.do(path, mark=["3"], typed="4 77", do="typed")
    assert answer.status_code == 409
    assert marked(answer.text) == ["3"]


def test_who_marks_none_reads_what_that_means() -> None:
    for language, meant in (("en", "Keep all"), ("pl", "Zostaw wszystkie"), ("fr", "Tout garder")):
        with visiting(names=("yacht",)) as visitor:
            page = visitor.client.get(
                visitor.new_table("yacht", ("human",)), headers={"accept-language": language}
            ).text
            assert f'data-none="{meant}"' in page, language
