"""Names and colours of seats: seen by all at the table, escaped, bounded, nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.unit.table.serve.hostile import TEXTS
from tests.unit.table.serve.visitors import Visitor, visiting


@pytest.fixture(name="at")
def two_at_a_table() -> Iterator[tuple[Visitor, str, str]]:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        yield visitor, visitor.seat_path(table, 1), visitor.seat_path(table, 2)


def test_a_name_is_said_wherever_the_seat_was_to_all_at_the_table(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    before = visitor.get(f"{other}events?once=1").text
    assert visitor.post(f"{one}me", name="  Zoë  O'Neil ").status_code == 200
    assert visitor.get(f"{other}events?once=1").text != before
    assert "Waiting for Zoë O&#39;Neil." in visitor.get(other).text
    visitor.choose(one, "snatch")
    visitor.do(one, do="confirm")
    page = visitor.get(other).text
    assert "seat 1" not in page
    assert page.count("Zoë O") > 1
    assert "Zoë O" in visitor.get(f"{other}log").text
    visitor.post(f"{one}me", name="")
    assert "Zoë" not in visitor.get(other).text


def test_a_name_lasts_when_the_table_is_opened_again(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    visitor.post(f"{one}me", name="Ada", colour="teal")
    visitor.site.tables.places.clear()
    assert "Waiting for Ada." in visitor.get(other).text


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "name",
    [*TEXTS, "x" * 25, "a\u202eb", "a\u200bb", "Bob", "b\u00f6b", "BOB", "bob.", "seat 2", "Seat  2", "gracz 2", "--",
     "<b>", "{0}", "a\nb{", "&amp;"],
)  # fmt: skip
def test_a_name_that_is_none_or_another_s_is_refused(at: tuple[Visitor, str, str], name: str) -> None:
    visitor, one, other = at
    visitor.post(f"{other}me", name="Bob")
    answer = visitor.post(f"{one}me", name=name)
    assert answer.status_code == 422
    assert "<script>" not in answer.text
    assert "<img" not in answer.text
    assert visitor.site.tables.find(1).live.record.sitters.person(0).name == ""  # type: ignore[union-attr]


ALIKE = {
    "Bob": [
        "B\u043eb",
        "\u0412\u043e\u044c",
        "B\u03bfb",
        "\uff22\uff4f\uff42",
        "B\u200bob",
        "Bo\u2060b",
        "B\u00adob",
        "B0b",
        "bob_",
        "Bob\u02bc",
        "\U0001d401\U0001d428\U0001d41b",
        "B\u00f8b",
        "\u0299\u1d0f\u0299",
        "B o b",
        "b-o-b",
        "\ua4d0\ua4f3\ua4d0",
        "Bob\u3164",
    ],
    "Ivan": ["lvan", "1van", "\u0406van", "IVAN", "\u0399van", "\u0131van"],
    "\u0418\u0432\u0430\u043d": [
        "\u0418\u0432an",
        "\u0438\u0432\u0430\u043d",
        "\u0418\u0412\u0410\u041d",
        "\u0418.\u0432.\u0430.\u043d",
    ],
    "\u039d\u03af\u03ba\u03bf\u03c2": ["\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c3"],
    "Arno": ["Amo", "\u0410mo"],
    "COP": ["\u0421\u041e\u0420", "\u0441\u043e\u0440"],
    "Ann 2": ["Ann \u0662", "Ann2", "Ann \u00b2"],
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("taken", "name"), [(taken, name) for taken, names in ALIKE.items() for name in names])
def test_a_name_that_looks_like_another_s_is_refused(at: tuple[Visitor, str, str], taken: str, name: str) -> None:
    visitor, one, other = at
    assert visitor.post(f"{other}me", name=taken).status_code == 200
    assert visitor.post(f"{one}me", name=name).status_code == 422


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [
        "you",
        "YOU",
        "y\u043eu",
        "None",
        "nobody",
        "no one",
        "Bot",
        "host",
        "ty",
        "Nikt",
        "vous",
        "personne",
        "Seat 1",
        "seat 2",
        "gracz 1",
        "miejsce 2",
        "place 2",
        "Seatl",
        "\u0405eat 2",
        "tout le monde",
        "M\u0430x",
        "\u03bcax",
        "\u13aa\u13ab",
    ],
)
def test_a_name_that_pages_say_or_that_mixes_scripts_is_refused(at: tuple[Visitor, str, str], name: str) -> None:
    visitor, one, _ = at
    assert visitor.post(f"{one}me", name=name).status_code == 422


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Zo\u00eb O'Neil",
        "\u0141ukasz",
        "Bj\u00f8rn",
        "\u0410\u043d\u043d\u0430-\u041c\u0430\u0440\u0438\u044f",
        "\u039d\u03af\u03ba\u03bf\u03c2",
        "\u5f35\u5049",
        "\u3055\u304f\u3089 K",
        "\ud64d\uae38\ub3d9",
        "\u05d3\u05d5\u05d3",
        "\u0639\u0644\u064a",
        "007",
        "Younes",
        "Nona",
        "Player One",
    ],
)
def test_a_usual_name_of_any_script_is_taken(at: tuple[Visitor, str, str], name: str) -> None:
    visitor, one, other = at
    assert visitor.post(f"{other}me", name="Bob").status_code == 200
    assert visitor.post(f"{one}me", name=name).status_code == 200
    assert visitor.site.tables.find(1).live.record.sitters.person(0).name == name  # type: ignore[union-attr]


def tints(visitor: Visitor, path: str) -> dict[str, str]:
    """The colours of the seats as a page of the table has them."""
    page = visitor.get(path).text
    sheets = re.findall(r'href="(/assets/\w+/(?:look|seats)-\w+\.css)"', page)
    return dict(each for sheet in sheets for each in re.findall(r"\.s-(\d)\{--tint:(#\w+)", visitor.get(sheet).text))


def test_a_colour_that_a_seat_picks_is_its_own_and_repaints_no_other(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    before = tints(visitor, other)
    assert visitor.post(f"{one}me", colour="blue").status_code == 422, "the other seat has it, though it picked none"
    assert visitor.post(f"{one}me", colour="teal").status_code == 200
    for wrong in ("teal", "puce", "#fff", "red;}*{display:none", "x" * 5000):
        assert visitor.post(f"{other}me", colour=wrong).status_code == 422
    now = tints(visitor, other)
    assert (now["0"], now["1"]) == ("#2a9aa0", before["1"])
    assert len({now[seat] for seat in ("0", "1")}) == 2


def test_nobody_else_says_who_a_seat_is(at: tuple[Visitor, str, str]) -> None:
    visitor, one, _ = at
    token = one.split("/")[4]
    for role in ("2", "watch", "table", "screen"):
        assert visitor.post(f"/t/1/{role}/{token}/me", name="Eve").status_code == 404
