"""The bar of what goes by: how many, how fast, how long still."""

from __future__ import annotations

import pytest

from rulewright.cli import progress as room
from rulewright.cli.progress import Progress, time_text


@pytest.mark.parametrize(("seconds", "told"), [(7, "0:07"), (125, "2:05"), (11241, "3:07:21"), (-1, "0:00")])
def test_times_are_told_as_people_read_them(seconds: int, told: str) -> None:
    assert time_text(seconds) == told


def test_rate_and_time_left_are_those_of_what_is_played_now(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setattr(room, "monotonic", lambda: now)
    bar = Progress(400, "pairs")
    bar.shown = True
    bar.begin_with(100)  # they were played another day
    now += 0.5
    bar.advance(10)
    assert "left" not in capsys.readouterr().err  # after half a second nobody knows
    now += 9.5
    bar.advance(90)
    assert "200/400 pairs, 10 a second, 0:20 left" in capsys.readouterr().err
    bar.finish()
    assert capsys.readouterr().err.strip("\r ") == ""
