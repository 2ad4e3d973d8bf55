"""Charts as SVG in the colours of the page: an interval on a line, a histogram, a curve, the parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.table.pages.html import Content, Markup, element, markup

_WIDTH: Final = 260
_HEIGHT: Final = 18
_BESIDE: Final = 48
_LETTER: Final = 7
_BETWEEN: Final = 190
_ROW: Final = 26
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
    ends: tuple[str, str] | None = None,
) -> Markup:
    """Return a dot and the line where the true number is, between the bounds of its table.

    `even` is a dashed line; `within` is the half-width of a band around it in which a difference counts as none; `ends`
    are the bounds in words, written beside the line.
    """
    least, most = bounds
    reach = (most - least) or 1.0

    beside, line = (_BESIDE, _BETWEEN) if ends is not None else (0, _WIDTH)
    wide = line + 2 * beside

    def at(number: float) -> float:
        return beside + 4 + (line - 8) * (min(most, max(least, number)) - least) / reach

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
        _ends(*ends) if ends is not None else None,
        width=wide, height=_HEIGHT, viewBox=f"0 0 {wide} {_HEIGHT}", role="img", aria_label=label,
    )  # fmt: skip


def _ends(least: str, most: str) -> Markup:
    """Return the numbers at both ends of a line."""
    y = _HEIGHT / 2 + 4
    left = element("text", least, x=_BESIDE - 4, y=y, text_anchor="end", class_="end")
    return markup(left, element("text", most, x=_BESIDE + _BETWEEN + 4, y=y, class_="end"))


def parts(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], even: float | None, label: str) -> Markup:
    """Return a bar for each row, made up of parts: (name of the row, (name, share) of each part).

    `even` marks where the parts would meet if all had this share. Parts that are more than a whole together, such as
    the wins of seats of one side, are drawn as long as they fit.
    """
    high = len(rows) * _ROW + 4
    wide = _WIDE - 2 * _LEFT - _RIGHT

    def x(share: float) -> float:
        return 2 * _LEFT + wide * share

    drawn: list[Content] = []
    for number, (name, shares) in enumerate(rows):
        y, before, whole = number * _ROW + 2, 0.0, max(1.0, sum(share for _, share in shares))
        drawn.append(element("text", name, x=2 * _LEFT - 6, y=y + 15, text_anchor="end"))
        for at, (title, share) in enumerate(shares):
            told = f"{title}: {share:.1%}"
            part = share / whole
            bar = element("rect", element("title", told), x=x(before), y=y, width=wide * part, height=_ROW - 6)
            drawn.append(element("g", bar, class_=f"part p{at % 4}"))
            fitting = [each for each in (told, f"{share:.0%}") if len(each) * _LETTER < wide * part]
            if fitting:
                drawn.append(element("text", fitting[0], x=x(before + part / 2), y=y + 15, text_anchor="middle"))
            before += part
    most = max((len(shares) for _, shares in rows), default=0)
    if even and most * even < 1.01:
        meets = (x(even * number) for number in range(1, round(1 / even)))
        drawn += [element("line", class_="zero", x1=each, x2=each, y1=0, y2=high) for each in meets]
    inside = element("svg", drawn, class_="chart", viewBox=f"0 0 {_WIDE} {high}", role="img", aria_label=label)
    return element("figure", inside)


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
        _mark(_LEFT + (at + 0.5) * step, f"{where:.0f}") for at, (where, _) in enumerate(counts) if at % every == 0
    )
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
