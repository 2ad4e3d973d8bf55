"""A long list of options that are all on the table is folded; it stays there for the keyboard, and titles are typed."""

from __future__ import annotations

import random
import re

from tests.unit.table.serve.visitors import visiting


def _trail(page: str) -> tuple[list[str], list[str]]:
    """The steps that are folded, and those in sight."""
    folded = re.search(r'<details class="trail".*?</details>', page, re.DOTALL)
    told = re.search(r'<ol class="trail".*?</ol>', page, re.DOTALL)
    return tuple(re.findall("<li", each[0]) if each else [] for each in (folded, told))  # type: ignore[return-value]


def _numbers(page: str) -> list[str]:
    return re.findall(r'<button name="offer" value="(\d+)"', page)


def test_a_board_says_what_to_do_in_place_of_a_button_for_each_point() -> None:
    with visiting(names=("go",)) as visitor:
        path = visitor.new_table("go", ("human", "human"))
        one = visitor.seat_path(path, 1)
        page = visitor.get(one).text
        assert '<details id="listed"><summary>All 82 options</summary>' in page
        assert "Choose on the table, or type it here" in page
        assert page.index('id="typed"') < page.index('id="listed"')
        assert len(re.findall(r'<button name="offer"', page)) == 82, "for the keyboard, and where no script runs"
        assert re.search(r'<ol class="trail"[^>]*>.*?d4', visitor.choose(one, "D4").text, re.DOTALL)


def test_few_options_are_listed_as_they_are() -> None:
    with visiting(names=("tutorial",)) as visitor:
        page = visitor.get(visitor.new_table()).text
        assert 'id="listed"' not in page
        assert "Number or key" in page


def test_of_many_steps_only_the_last_are_in_sight() -> None:
    with visiting(names=("ceres",)) as visitor:
        one, draws = visitor.new_table("ceres", ("human", "random")), random.Random(3)
        for _ in range(60):
            page = visitor.get(one).text
            earlier, told = _trail(page)
            assert len(told) <= 3
            if earlier:
                break
            at = re.search(r'name="at" value="([^"]+)"', page)
            assert at is not None
            does = (
                {"do": "confirm"} if 'id="confirm"' in page else {"do": "typed", "typed": draws.choice(_numbers(page))}
            )
            visitor.post(f"{one}act", at=at[1], **does)
        assert len(told) == 2
        assert f"Earlier steps: {len(earlier)}" in page
