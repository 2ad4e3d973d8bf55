"""Random lowered programs are played natively as the Python back end plays them.

A difference is told by a small program that has it.
"""

from __future__ import annotations

import pytest

from rulewright.native.backend import offers
from tests.reference.lowered_games import difference, program_text, smallest, written

FEW, MANY = 10, 1_000
TRIED = 40


def play_random_program(seed: int) -> None:
    host, texts = written(seed)
    if difference(host, texts):
        texts = smallest(host, texts)
        pytest.fail(f"random program {seed}: {difference(host, texts)}\n{program_text(host, texts)}")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(FEW))
def test_a_random_program_is_played_natively_as_in_python(seed: int) -> None:
    play_random_program(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_000 + MANY))
def test_many_random_programs_are_played_natively_as_in_python(seed: int) -> None:
    play_random_program(seed)


@pytest.mark.slow
def test_a_difference_is_told_by_the_least_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "holds_some_twice", lambda lowered, items: False)
    for seed in range(12, 12 + TRIED):
        host, texts = written(seed)
        fault = difference(host, texts)
        if fault:
            break
    else:
        pytest.fail("nothing in these programs is offered twice")
    assert "options is" in fault
    smaller = smallest(host, texts)
    assert difference(host, smaller)
    assert len(program_text(host, smaller).splitlines()) < 12 < len(program_text(host, texts).splitlines())
