"""Numbers as visitors write them, and what is kept of the latest alone."""

from __future__ import annotations

import pytest

from rulewright.table.serve.forms import seat_named, whole_number
from rulewright.table.serve.hosting.latest import Latest


@pytest.mark.parametrize("written", ["", "-", "--5", "1e9", "²", "1 ", "0x1", "9" * 40, "-1", "8"])
def test_what_is_no_number_within_bounds_is_none(written: str) -> None:
    assert whole_number(written, 0, 7) is None


def test_a_number_is_read_with_its_sign() -> None:
    assert [whole_number(each, -9, 9) for each in ("-9", "0", "9")] == [-9, 0, 9]


def test_a_seat_is_named_by_its_number_and_by_nothing_else() -> None:
    assert [seat_named(each) for each in ("1", "12")] == [0, 11]
    assert {seat_named(each) for each in ("0", "01", "-1", "", "x", "1000")} == {-1}


def test_only_what_was_put_in_or_wanted_last_is_kept() -> None:
    kept: Latest[str, int] = Latest(2)
    kept.update(one=1, two=2)
    kept["one"] = 3
    kept["three"] = 4
    assert dict(kept) == {"one": 3, "three": 4}
    kept.move_to_end("one")
    kept["four"] = 5
    assert dict(kept) == {"one": 3, "four": 5}
