"""Charts as SVG in the colours of the page: an interval on a line, a histogram, a curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.table.pages.html import Content, Markup, element, markup

_WIDTH: Final = 260
_HEIGHT: Final = 18
_WIDE: Final = 640
_HIGH: Final = 180
_LEFT: Final = 44
_RIGHT: Final = 22
_BOTTOM: Final = 26


def interval(
    value: float,
    low: float,
    high: float,
    bounds: tuple[float, float],
    label: str,
    *,
    even: float | None = None,
    within: float | None = None,
) -> Markup:
    """Return a dot and the line where the true number is, between the bounds of its table.

    `even` is a dashed line; `within` is the half-width of a band around it in which a difference counts as none.
    """
    least, most = bounds
    reach = (most - least) or 1.0

    def at(number: float) -> float:
        return 4 + (_WIDTH - 8) * (min(most, max(least, number)) - least) / reach

    middle = _HEIGHT / 2
    band = zero = None
    if even is not None:
        zero = element("line", class_="zero", x1=at(even), x2=at(even), y1=0, y2=_HEIGHT)
        if within is not None:
            left, right = at(even - within), at(even + within)
            band = element("rect", class_="within", x=left, y=0, width=right - left, height=_HEIGHT)
    return element(
        "svg",
        band,
        zero,
        element("line", class_="bar", x1=at(low), x2=at(high), y1=middle, y2=middle),
        element("circle", cx=at(value), cy=middle, r=4),
        width=_WIDTH, height=_HEIGHT, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=label,
    )  # fmt: skip


def bars(counts: Sequence[tuple[float, int]], across: str, label: str) -> Markup:
    """Return a histogram: a bar for each column, its middle on the axis.

    `counts` has (middle, number of values) of each column.
    """
    most = max(count for _, count in counts)
    step = (_WIDE - _LEFT - _RIGHT) / len(counts)
    drawn = (
        element(
            "rect", element("title", f"{where:g}: {count}"),
            x=_LEFT + at * step + 1, y=_y(count / most), width=max(1.0, step - 2), height=_y(0) - _y(count / most),
        )
        for at, (where, count) in enumerate(counts)
    )  # fmt: skip
    every = -(-len(counts) // 8)
    marks = (
        _mark(_LEFT + (at + 0.5) * step, f"{where:.0f}")
        for at, (where, _) in enumerate(counts) if at % every == 0
    )  # fmt: skip
    inside = markup(element("g", drawn, class_="bars"), marks, _level(1.0, str(most)), _level(0.0, "0"))
    return _frame(inside, across, label)


def curve(points: Sequence[tuple[float, float]], even: float | None, across: str, label: str) -> Markup:
    """Return a line through points between 0 and 1 in both directions."""

    def x(part: float) -> float:
        return _LEFT + part * (_WIDE - _LEFT - _RIGHT)

    line = " ".join(f"{x(part):.1f},{_y(value):.1f}" for part, value in points)
    zero = element("line", class_="zero", x1=x(0), x2=x(1), y1=_y(even), y2=_y(even)) if even is not None else None
    marks = (_mark(x(part / 4), f"{part / 4:.0%}") for part in range(5))
    levels = (_level(part / 4, f"{part / 4:.0%}") for part in range(0, 5, 2))
    return _frame(markup(zero, element("polyline", class_="curve", points=line), marks, levels), across, label)


def _y(part: float) -> float:
    return 8 + (1 - part) * (_HIGH - _BOTTOM - 8)


def _mark(x: float, text: str) -> Markup:
    return element("text", text, x=x, y=_HIGH - 10, text_anchor="middle")


def _level(part: float, text: str) -> Markup:
    y = _y(part)
    return markup(
        element("line", class_="level", x1=_LEFT, x2=_WIDE - _RIGHT, y1=y, y2=y),
        element("text", text, x=_LEFT - 6, y=y + 4, text_anchor="end"),
    )


def _frame(inside: Content, across: str, label: str) -> Markup:
    drawn = element("svg", inside, class_="chart", viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", aria_label=label)
    return element("figure", drawn, element("figcaption", across))
