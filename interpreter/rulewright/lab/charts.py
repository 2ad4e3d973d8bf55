"""Charts as SVG text: an interval on a line, bars of counts, a curve. They take their colours from the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_WIDTH, _HEIGHT = 260, 18
_WIDE, _HIGH, _LEFT, _RIGHT, _BOTTOM = 640, 180, 44, 22, 26


def interval(value: float, low: float, high: float, bounds: tuple[float, float], even: float | None, told: str) -> str:
    """A dot and the line where the true number lies, between the bounds of its table; `even` is a dashed line."""
    least, most = bounds
    reach = (most - least) or 1.0

    def at(number: float) -> str:
        return f"{4 + (_WIDTH - 8) * (min(most, max(least, number)) - least) / reach:.1f}"

    middle = _HEIGHT / 2
    zero = f'<line class="zero" x1="{at(even)}" x2="{at(even)}" y1="0" y2="{_HEIGHT}"/>' if even is not None else ""
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(told)}">{zero}'
        f'<line class="bar" x1="{at(low)}" x2="{at(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle cx="{at(value)}" cy="{middle}" r="4"/></svg>'
    )


def bars(counts: Sequence[tuple[float, int]], across: str, told: str) -> str:
    """How many fell where: a bar for each column, its middle on the axis."""
    most = max(count for _, count in counts)
    step = (_WIDE - _LEFT - _RIGHT) / len(counts)
    drawn = "".join(
        f'<rect x="{_LEFT + at * step + 1:.1f}" y="{_y(count / most):.1f}" width="{max(1.0, step - 2):.1f}" '
        f'height="{_y(0) - _y(count / most):.1f}"><title>{where:g}: {count}</title></rect>'
        for at, (where, count) in enumerate(counts)
    )
    every = -(-len(counts) // 8)
    marks = "".join(
        _mark(_LEFT + (at + 0.5) * step, f"{where:.0f}")
        for at, (where, _) in enumerate(counts) if at % every == 0
    )  # fmt: skip
    return _frame(f'<g class="bars">{drawn}</g>{marks}{_level(1.0, str(most))}{_level(0.0, "0")}', across, told)


def curve(points: Sequence[tuple[float, float]], even: float | None, across: str, told: str) -> str:
    """A line through points between 0 and 1 in both directions."""

    def x(part: float) -> float:
        return _LEFT + part * (_WIDE - _LEFT - _RIGHT)

    line = " ".join(f"{x(part):.1f},{_y(value):.1f}" for part, value in points)
    zero = (
        f'<line class="zero" x1="{x(0)}" x2="{x(1)}" y1="{_y(even):.1f}" y2="{_y(even):.1f}"/>'
        if even is not None else ""
    )  # fmt: skip
    marks = "".join(_mark(x(part / 4), f"{part / 4:.0%}") for part in range(5))
    levels = "".join(_level(part / 4, f"{part / 4:.0%}") for part in range(0, 5, 2))
    return _frame(f'{zero}<polyline class="curve" points="{line}"/>{marks}{levels}', across, told)


def _y(part: float) -> float:
    return 8 + (1 - part) * (_HIGH - _BOTTOM - 8)


def _mark(x: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{_HIGH - 10}" text-anchor="middle">{escape(text)}</text>'


def _level(part: float, text: str) -> str:
    y = _y(part)
    return (
        f'<line class="level" x1="{_LEFT}" x2="{_WIDE - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    )


def _frame(inside: str, across: str, told: str) -> str:
    return (
        f'<figure><svg class="chart" viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{escape(told)}">'
        f"{inside}</svg><figcaption>{escape(across)}</figcaption></figure>"
    )
