"""Sums that are the same on every version of Python."""

from __future__ import annotations

from rulewright.core.model.rounded_sums import one_by_one


def test_each_number_is_rounded_into_the_sum_as_it_comes() -> None:
    assert one_by_one([1e16, 1.0, 1.0, -1e16]) == 0.0
    assert one_by_one(iter([0.1] * 10)) == 0.9999999999999999
    assert one_by_one([]) == 0.0
