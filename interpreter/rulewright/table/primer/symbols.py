"""The key of all symbols of a game."""

from __future__ import annotations

from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.still import Symbol, symbols_of
from rulewright.table.pages.html import Markup, element


def key_of_symbols(scene: Scene) -> Markup | None:
    """Return every symbol with its meaning, grouped by list, None for a game without symbols."""
    groups: dict[str, list[Symbol]] = {}
    for each in symbols_of(scene):
        groups.setdefault(each.group, []).append(each)
    shown = [_group(title, symbols) for title, symbols in groups.items()]
    return element("div", shown, class_="key-of-symbols") if shown else None


def _group(title: str, symbols: list[Symbol]) -> Markup:
    lines = (element("li", each.drawn, element("span", each.title, _also(each))) for each in symbols)
    return element("section", element("h3", title) if title else None, element("ul", lines, class_="symbols"))


def _also(symbol: Symbol) -> Markup | None:
    """Return the other things that have the symbol."""
    return element("small", ", ".join(symbol.also), class_="also") if symbol.also else None
