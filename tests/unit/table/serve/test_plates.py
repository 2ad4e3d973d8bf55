"""Name plates: who plays which colour, whose turn it is, who belongs together, and how long there is for a choice."""

from __future__ import annotations

import re

from tests.unit.table.serve.visitors import Visitor, visiting


def plates(visitor: Visitor, path: str) -> list[str]:
    """The plates of a page as text, `*` before each whose turn it is."""
    found = re.findall(r'<li class="plate s-\d( on)?"[^>]*>(.*?)</li>', visitor.get(path).text, re.DOTALL)
    return ["*" * bool(on) + " ".join(re.sub("<svg.*?</svg>|<[^>]+>", "", inside).split()) for on, inside in found]


def test_the_plates_say_who_plays_and_whose_turn_it_is() -> None:
    with visiting() as visitor:
        table = visitor.new_table(seats=("human", "human"))
        one, other = (visitor.seat_path(table, number) for number in (1, 2))
        visitor.post(f"{other}me", name="Ada")
        assert plates(visitor, one) == ["*seat 1 (You)", "Ada"]
        assert plates(visitor, other) == ["*seat 1", "Ada (You)"]
        visitor.choose(one, "snatch")
        visitor.do(one, do="confirm")
        assert plates(visitor, other) == ["seat 1", "*Ada (You)"]
        assert plates(visitor, f"{one}replay?at=0") == ["seat 1 (You)", "Ada"]


def test_a_bot_is_told_apart_and_who_plays_alone_needs_no_plate() -> None:
    with visiting(names=("klondike", "tutorial")) as visitor:
        assert plates(visitor, visitor.new_table(seats=("human", "random"))) == ["*seat 1 (You)", "seat 2 bot"]
        assert plates(visitor, visitor.new_table("klondike", ("human",))) == []


def test_partners_are_told_by_their_side() -> None:
    with visiting(names=("whist",)) as visitor:
        shown = plates(visitor, visitor.new_table("whist", ("human", "random", "random", "random")))
        assert [each.removeprefix("*").split(" bot")[0] for each in shown] == [
            "seat 1 (You) North and South", "seat 2 East and West", "seat 3 North and South", "seat 4 East and West",
        ]  # fmt: skip


def test_the_time_for_a_choice_is_on_the_plate_of_who_is_to_choose() -> None:
    with visiting() as visitor:
        path = visitor.new_table(seats=("human", "human"))
        one = visitor.seat_path(path, 1)
        assert "data-left" not in visitor.get(one).text
        visitor.post(f"{path.removesuffix('seats')}pace", pace="300")
        page = visitor.get(one).text
        assert page.count("data-left") == 1
        assert page.index("plate s-0 on") < page.index("data-left") < page.index("plate s-1")


def test_the_parts_of_the_seats_say_the_same_where_each_has_one_and_no_clock_runs() -> None:
    with visiting(names=("whist",)) as visitor:
        path = visitor.new_table("whist", ("human", "human", "random", "random"))
        seat = visitor.seat_path(path, 1)
        page = visitor.get(seat).text
        assert "data-seated" in page
        assert page.count('<small aria-hidden="true">bot · ') == 2  # and the partners are named after it
        visitor.post(f"{path.removesuffix('seats')}pace", pace="300")
        assert "data-seated" not in visitor.get(seat).text
