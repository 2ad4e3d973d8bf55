"""Components on circles take spots at which they hide little of each other."""

from __future__ import annotations

import random
from itertools import combinations

from rulewright.table.drawing.circles import placing_on, spot

SEED = 4
AROUND, PLACES = 3, 5


def hidden(parts: tuple[tuple[int, int, int], ...], taken: tuple[tuple[tuple[int, ...], int], ...]) -> float:
    spots = [spot(AROUND, depth, PLACES, place, number, of)
             for (depth, place, _), (numbers, of) in zip(parts, taken, strict=True) for number in numbers]  # fmt: skip
    apart = [(abs(one[0] - two[0]), abs(one[1] - two[1])) for one, two in combinations(spots, 2)]
    return sum(max(0, 180 - along) * max(0, 105 - down) for along, down in apart)


def test_whatever_way_the_circles_are_turned_little_is_hidden() -> None:
    rng = random.Random(SEED)
    for _ in range(3):
        turned = [rng.randrange(PLACES) for _ in range(AROUND)]
        counts = ((2, 2, 1, 2, 1), (1, 2, 1, 2, 1), (1, 1, 0, 1, 1))
        parts = tuple((depth, (place + turned[depth]) % PLACES, count)
                      for depth, row in enumerate(counts) for place, count in enumerate(row) if count)  # fmt: skip
        taken = placing_on(AROUND, PLACES, parts)
        assert [len(numbers) for numbers, _ in taken] == [count for *_, count in parts]
        assert [
            (numbers, of)
            for numbers, of in taken
            if not (numbers == tuple(sorted(set(numbers))) and numbers[-1] < of <= 6)
        ] == []
        even = tuple((tuple(range(count)), count) for *_, count in parts)
        assert hidden(parts, taken) < hidden(parts, even) / 4, (SEED, turned)
