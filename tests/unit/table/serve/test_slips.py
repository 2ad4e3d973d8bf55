"""What people do by mistake at a table: nothing is lost, and the page says what to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.table.serve.visitors import Visitor, hidden, keys_offered, visiting


@pytest.fixture(name="visitor")
def visitor_at_a_table() -> Iterator[Visitor]:
    with visiting() as visitor:
        yield visitor


def test_an_address_that_a_form_was_sent_to_leads_back_to_the_table(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for name in ("act", "hand", "next"):
        answer = visitor.get(f"{seat}{name}")
        assert answer.status_code == 200
        assert str(answer.url).endswith(seat)


def test_a_link_with_its_end_cut_off_says_so_and_leads_to_the_tables(visitor: Visitor) -> None:
    seat = visitor.new_table()
    for wrong in (seat[:-3] + "/", seat.replace("/t/1/", "/t/7/"), "/t/1/1/", "/nowhere"):
        answer = visitor.get(wrong)
        assert answer.status_code == 404
        assert 'href="/"' in answer.text
    assert visitor.get(seat.rstrip("/")).status_code == 200


def test_who_confirms_twice_or_takes_back_nothing_is_told_why_not(visitor: Visitor) -> None:
    seat = visitor.new_table()
    page = visitor.get(seat).text
    for does, told in (("confirm", "there is nothing to confirm"), ("undo", "there is no choice to take back")):
        answer = visitor.post(f"{seat}act", at=hidden(page, "at"), do=does)
        assert answer.status_code == 409
        assert told in answer.text
        assert keys_offered(answer.text) == keys_offered(page)


def test_a_choice_on_a_table_that_is_over_changes_nothing(visitor: Visitor) -> None:
    seat = visitor.new_table()
    page = visitor.get(seat).text
    old = hidden(page, "at")
    for _ in range(100):
        page = visitor.part(seat)
        if "The game is over." in page:
            break
        what = {"do": "confirm"} if 'id="confirm"' in page else {"do": "typed", "typed": keys_offered(page)[0]}
        visitor.post(f"{seat}act", at=hidden(page, "at"), **what)
    assert visitor.post(f"{seat}act", at=old, do="typed", typed="snatch").status_code == 409
    assert "The game is over." in visitor.part(seat)
