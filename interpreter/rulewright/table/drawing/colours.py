"""Colours as numbers: contrast, readable ink, and default colours."""

from __future__ import annotations

from typing import Final

INK: Final = "#050505"
PAPER: Final = "#ffffff"
TEXT: Final = 4.5
"""The least contrast of a text with what is behind it (WCAG 2.2 AA)."""
VALUES: Final = (
    "#e0a31a",
    "#4a9ee0",
    "#2e9e6b",
    "#e8dd4a",
    "#2b62b8",
    "#d2622a",
    "#c877b4",
    "#8b9099",
    "#7a5cc9",
    "#9b7a4b",
)
"""Colours for the values of an enumeration that names none, distinguishable to most people with colour blindness."""
SEATS: Final = (
    "#c8402f",
    "#2f6fc4",
    "#2f8f4e",
    "#d9a514",
    "#7d4fb0",
    "#5b6470",
    "#c75b9b",
    "#2a9aa0",
    "#8a5a2b",
    "#1e2a5a",
    "#7f9b16",
    "#f09070",
)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG computes it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Return dark or light ink, the one with more contrast on a colour, which always exceeds 4.5."""
    return max((INK, PAPER), key=lambda ink: contrast(ink, colour))


def mixed(one: str, other: str, part: float) -> str:
    """Return a colour between two: this share of the first."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


def towards(colour: str, on: str, least: float) -> str:
    """Return the colour, made darker or lighter until it stands out that much from what is behind it."""
    goal = ink_on(on)
    for step in range(21):
        found = mixed(goal, colour, step / 20)
        if contrast(found, on) >= least:
            return found
    return goal


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    parts = [each / 255 for each in channels(colour)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
