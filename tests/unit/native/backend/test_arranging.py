"""The width of a native state's slots, which every copy of a state pays for."""

from __future__ import annotations

import pytest

from tests.reference.lockstep import parting, small_pair

_WORLD = """\
kind: content
counters:
  - {{id: coin, per: [seat], min: 0, max: 99, start: 5}}
procedures:
  - id: play
    does: |
      repeat 3:
        let n = asked
        gain (n % 7) coin
  - id: asked
    gives: number
    does: |
      choose:
        little: stop with {little}
        much: stop with {much}
"""


@pytest.mark.parametrize(
    ("little", "much", "width"),
    [
        ("1", "2", 4),
        ("coin - 3", "coin * coin", 4),
        ("1 if coin > 6 else -2", "min(coin * 4000000000, 2147483647)", 4),
        ("1", "4000000000", 8),
        ("1", "coin * 40000000", 8),
    ],
)
def test_slots_are_as_wide_as_what_effects_give(little: str, much: str, width: int) -> None:
    pair = small_pair(_WORLD.format(little=little, much=much))
    assert pair.native.module.layout.width == width
    for seed in range(6):
        assert not parting(pair, seed)
