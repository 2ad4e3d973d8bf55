"""English names of colours, for values that are named after one.

They are those of CSS, some softened, and a few of everyday speech.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_NAMED: Final[Mapping[str, str]] = MappingProxyType({
    "amber": "#ffbf00", "aqua": "#00ffff", "azure": "#f0ffff", "beige": "#f5f5dc", "black": "#1c1c1c",
    "blue": "#2b5fd9", "bronze": "#cd7f32", "brown": "#8b5a2b", "coral": "#ff7f50", "crimson": "#dc143c",
    "cyan": "#00b7d9", "emerald": "#2e9e6b", "fuchsia": "#ff00ff", "gold": "#e6b800", "gray": "#808080",
    "green": "#2e8b40", "grey": "#808080", "indigo": "#4b0082", "ivory": "#fffff0", "khaki": "#c3b06a",
    "lavender": "#b9a6e6", "lime": "#7fd32f", "magenta": "#d9309c", "maroon": "#800000", "mint": "#98e0b8",
    "navy": "#1f2f7a", "ochre": "#cc7722", "olive": "#808000", "orange": "#f28c28", "orchid": "#da70d6",
    "pink": "#f09ab5", "plum": "#8e4585", "purple": "#7d3c98", "red": "#c8321f", "ruby": "#9b111e",
    "scarlet": "#ff2400", "silver": "#c0c0c0", "tan": "#d2b48c", "teal": "#008080",
    "turquoise": "#30c8b8", "violet": "#8f5fd0", "white": "#ffffff", "yellow": "#f4c62f",
})  # fmt: skip


def colour_called(title: str) -> str | None:
    """Return the colour that an English title names, if it is the name of one."""
    return _NAMED.get(title.strip().casefold())
