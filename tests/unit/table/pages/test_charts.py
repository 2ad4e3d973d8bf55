"""What is written on charts: the ends of a line, and the parts of a whole where there is room for words."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from rulewright.table.pages import charts


class Texts(HTMLParser):
    """The texts of a drawing, without titles that only pointing shows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag

    def handle_data(self, data: str) -> None:
        if self.inside == "text":
            self.texts.append(data)


def test_a_line_has_the_numbers_of_its_ends() -> None:
    drawn = charts.interval(1.0, 0.5, 1.5, (-2.0, 2.0), "1 [0.5, 1.5]", even=0.0, ends=("-2", "+2"))
    assert Texts(drawn).texts == ["-2", "+2"]


def test_parts_of_more_than_a_whole_stay_within_the_picture() -> None:
    sides = [(f"seat {seat}", share) for seat, share in enumerate((0.6, 0.4, 0.6, 0.4), 1)]
    drawn = charts.parts([("greedy", sides)], 0.5, "wins")
    bars = re.findall(r'<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"', drawn)
    ends = [float(x) + float(width) for x, width in bars]
    assert len(ends) == 4
    assert max(ends) == pytest.approx(640 - 22)


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((0.5, 0.5), ["greedy", "seat 1: 50.0%", "seat 2: 50.0%"]),
        ((0.85, 0.15), ["greedy", "seat 1: 85.0%", "15%"]),
        ((0.99, 0.01), ["greedy", "seat 1: 99.0%"]),
    ],
)
def test_words_stand_on_a_part_only_where_they_fit(shares: tuple[float, ...], words: list[str]) -> None:
    named = [(f"seat {seat}", share) for seat, share in enumerate(shares, 1)]
    assert Texts(charts.parts([("greedy", named)], 0.5, "wins")).texts == words
