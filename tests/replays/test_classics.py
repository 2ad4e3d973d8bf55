"""Random games of the gallery go as they went when they were recorded; `classics.py` records them anew."""

from __future__ import annotations

import pytest

from tests.reference.checkout import RULESETS
from tests.replays.classics import digests_of, recorded


def test_every_game_of_the_gallery_was_recorded() -> None:
    assert recorded().keys() == {path.name for path in (RULESETS / "classics").iterdir() if path.is_dir()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_classic_goes_as_it_went(name: str) -> None:
    assert digests_of(RULESETS / "classics" / name) == recorded()[name]
