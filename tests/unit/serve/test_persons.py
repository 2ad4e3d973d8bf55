"""Names and colours of seats: seen by all at the table, escaped, bounded, nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.unit.serve.hostile import TEXTS
from tests.unit.serve.visitors import Visitor, visiting


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


def test_a_colour_is_the_seat_s_own_and_all_others_stay_apart_from_it(at: tuple[Visitor, str, str]) -> None:
    visitor, one, other = at
    assert visitor.post(f"{one}me", colour="blue").status_code == 200
    assert visitor.post(f"{other}me", colour="blue").status_code == 422
    for wrong in ("puce", "#fff", "red;}*{display:none", "x" * 5000):
        assert visitor.post(f"{other}me", colour=wrong).status_code == 422
    sheets = re.findall(r'href="(/assets/\w+/seats-\w+\.css)"', visitor.get(other).text)
    assert len(sheets) == 1
    tints = dict(re.findall(r"\.s-(\d)\{--tint:(#\w+)", visitor.get(sheets[0]).text))
    assert tints["0"] == "#2f6fc4"
    assert len(set(tints.values())) == len(tints)


def test_nobody_else_says_who_a_seat_is(at: tuple[Visitor, str, str]) -> None:
    visitor, one, _ = at
    token = one.split("/")[4]
    for role in ("2", "watch", "table", "screen"):
        assert visitor.post(f"/t/1/{role}/{token}/me", name="Eve").status_code == 404
