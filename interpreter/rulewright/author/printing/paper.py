"""Sizes of paper and of components, and how many fit on a sheet. All lengths are in millimetres."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulewright.core.model.pictures import size_measured

MARGIN: Final = 8.0
"""What most printers cannot print on, at each edge of a sheet."""
SIDE: Final = 190.0
"""How wide a board may be, on every paper."""


class Size(NamedTuple):
    """A width and a height."""

    width: float
    height: float


PAPERS: Final = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
SIZES: Final = {
    "poker": Size(63.5, 88.9), "bridge": Size(57, 89), "euro": Size(59, 92), "tarot": Size(70, 120),
    "mini": Size(44, 68), "square": Size(70, 70),
}  # fmt: skip
"""Sizes of cards by the names under which sleeves and printers know them."""
DEFAULT_SIZES: Final = {
    "card": SIZES["poker"], "tile": Size(63.5, 44.4), "token": Size(20, 20), "man": Size(20, 20), "disc": Size(9, 9),
}  # fmt: skip
"""Sizes by the form of a component; two tiles are as high as a card. Playing pieces are `man`, and what marks a
place on a track is `disc`."""


class Grid(NamedTuple):
    """Equal places on a sheet, in columns and rows, the first of them `left` and `top` from its corner.

    A place is `size` and `bleed` on each side of it. They are in the middle unless they begin `below` something else.
    """

    paper: Size
    size: Size
    bleed: float
    columns: int
    rows: int
    below: float | None = None

    @property
    def places(self) -> int:
        return self.columns * self.rows

    @property
    def step(self) -> Size:
        """The distance from one place to the next."""
        return Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)

    @property
    def left(self) -> float:
        return (self.paper.width - self.columns * self.step.width) / 2

    @property
    def top(self) -> float:
        return (self.paper.height - self.rows * self.step.height) / 2 if self.below is None else self.below

    @property
    def bottom(self) -> float:
        """The distance of the end of the last row from the top of the sheet."""
        return self.top + self.rows * self.step.height

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return (distances from the left edge, distances from the top edge) at which the sheet is cut."""
        across = (self.left + self.step.width * at for at in range(self.columns))
        down = (self.top + self.step.height * at for at in range(self.rows))
        ends = [each + self.bleed + end for each in across for end in (0, self.size.width)]
        sides = [each + self.bleed + end for each in down for end in (0, self.size.height)]
        return _once(ends), _once(sides)


def size_named(written: str) -> Size | None:
    """Return a size by its name or as `63x88`, in millimetres, or None if it is neither."""
    size = size_measured(written)
    return Size(*size) if size is not None else SIZES.get(written)


def grid_on(paper: Size, size: Size, bleed: float) -> Grid | None:
    """Return as many places of a size as fit on a sheet, or None if none does."""
    columns, rows = (int((room - 2 * MARGIN) // (each + 2 * bleed)) for room, each in zip(paper, size, strict=True))
    return Grid(paper, size, bleed, columns, rows) if columns and rows else None


def _once(cuts: list[float]) -> tuple[float, ...]:
    return tuple(sorted({round(each, 2) for each in cuts}))
