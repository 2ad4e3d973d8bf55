"""Boards that grow: how a field is placed in the part of its map that is in sight."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil, floor
from typing import Final

from rulewright.core.model.look import MapInfo

_LEAST: Final = 5
"""So many fields fit across and down, however few there are, so that none fills the table."""
_WAYS: Final = (("x", "n"), ("y", "k"))
"""The classes that say where the part in sight begins and how far it goes, across and down."""


def rules(info: MapInfo) -> Iterator[str]:
    """Yield the CSS rules of a map that grows: of its fields, and of the parts of it that can be in sight."""
    map_, places, (wide, tall) = f".m-{info.id}", _places(info), _size(info)
    yield (
        f"{map_}{{aspect-ratio:calc(var(--n) * {wide:.2f}) / calc(var(--k) * {tall:.2f});"
        f"--wide:calc(var(--n) * {wide:.2f} / (var(--k) * {tall:.2f}));--across:calc(100cqw / var(--n))}}"
    )
    for (first, many), size in zip(_WAYS, _extent(places), strict=True):
        for at in range(size + 1):
            yield f"{map_}.{first}-{at}{{--{first}:{at}}}{map_}.{many}-{at}{{--{many}:{at}}}"
    yield (
        f"{map_} > .region{{left:calc((var(--c) - var(--x)) / var(--n) * 100%);width:calc(100% / var(--n));"
        "top:calc((var(--r) - var(--y)) / var(--k) * 100%);height:calc(100% / var(--k))}"
    )
    for value, (across, down) in enumerate(places):
        yield f"{map_} > .at-{value}{{--c:{across:g};--r:{down:g}}}"


def classes(info: MapInfo, seen: Collection[int]) -> str:
    """Return the classes that say which part of a map is in sight."""
    places, found = _places(info), []
    for axis, ((first, many), size) in enumerate(zip(_WAYS, _extent(places), strict=True)):
        least, most = (f(places[each][axis] for each in seen) for f in (min, max))
        begin, end = floor(least), ceil(most + 1)
        missing = max(0, min(_LEAST, size) - (end - begin))
        begin = min(max(0, begin - missing // 2), size - (end - begin) - missing)
        found += [f"{first}-{begin}", f"{many}-{end - floor(least) + missing}"]
    return " ".join(found)


def _size(info: MapInfo) -> tuple[float, float]:
    xs, ys = zip(*info.outlines[0], strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def _places(info: MapInfo) -> list[tuple[float, float]]:
    """Return where each field begins, across and down, in fields."""
    begins = [(min(x for x, _ in each), min(y for _, y in each)) for each in info.outlines]
    left, top = (min(each[axis] for each in begins) for axis in (0, 1))
    wide, tall = _size(info)
    return [(round((x - left) / wide, 2), round((y - top) / tall, 2)) for x, y in begins]


def _extent(places: list[tuple[float, float]]) -> tuple[int, int]:
    across, down = (ceil(max(each[axis] for each in places) + 1) for axis in (0, 1))
    return across, down
