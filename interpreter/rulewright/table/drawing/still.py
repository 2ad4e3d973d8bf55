"""Pictures of a table for a page: areas and components as drawn in play, with nothing to choose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Game, State
from rulewright.core.model.look import NO_ICON, MapInfo
from rulewright.observe.words.seats import with_seat_names
from rulewright.observe.words.table_designs import printed_in_words
from rulewright.observe.words.table_values import Sight
from rulewright.table.drawing import areas, maps, pieces
from rulewright.table.drawing.icons import icon, sprite, title_of
from rulewright.table.drawing.options import Choices
from rulewright.table.drawing.scene import Scene
from rulewright.table.drawing.style import style_of
from rulewright.table.pages.html import Markup, element, markup
from rulewright.table.pages.page import part

_APART: Final = "@layer book, drawn;\n"
_FOR_PLAY: Final = re.compile(r' data-[a-z]+="[^"]*"')
"""What pages at a table find things by."""
_ON_CARDS: Final = ("card", "tile")


class StillArea(NamedTuple):
    """A part of a table as a picture."""

    id: str
    others: bool
    drawn: Markup


class StillDesigns(NamedTuple):
    """The components of a kind as pictures, each with how many of it there are (0: it is not a piece)."""

    kind: str
    title: str
    shown: tuple[tuple[Markup, int], ...]


class Symbol(NamedTuple):
    """A symbol as it is drawn, and what it stands for."""

    drawn: Markup
    title: str
    group: str = ""
    also: tuple[str, ...] = ()


def scene_of(game: Game, state: State, seat: int, language: str) -> Scene:
    """Return a table as a seat sees it, to be drawn as pictures."""
    named = with_seat_names(game, state)
    return Scene(Sight.of(named, state, seat, language), Choices(), still=True)


def still_areas(scene: Scene) -> tuple[StillArea, ...]:
    """Return all areas of a table, as far as anything is seen in them."""
    listed = ((area, others) for area in areas.areas_of(scene.blueprint) for others in (False, True))
    found = ((area.id, others, areas.drawn(scene, area, others=others)) for area, others in listed)
    return tuple(StillArea(id_, others, drawn.whole()) for id_, others, drawn in found if drawn is not None)


def framed(*drawn: Markup) -> Markup:
    """Pictures with room around them, as on a table."""
    return _apart(element("div", drawn, class_="areas"))


def bare(drawn: Markup) -> Markup:
    """Return a picture that needs no room of its own."""
    return _apart(drawn)


def _apart(drawn: Markup) -> Markup:
    return element("div", Markup(_FOR_PLAY.sub("", element("div", drawn, class_="table"))), class_="drawn")


def symbols_once(scene: Scene) -> Markup:
    """Return the SVG symbols that all pictures of a page share, to be included once."""
    return element("div", sprite(scene.look), class_="drawn")


def style_apart(game: Game, book: str) -> str:
    """Return the style of a page with such pictures, separate from the page's own style."""
    plain = ":where(.drawn, .drawn *:not(svg, svg *)) { all: revert }"
    drawn = f"{plain}\n.drawn {{\n{style_of(game)}\n{part('rulewright.table.drawing', 'still.css')}\n}}"
    return f"{_APART}@layer book {{\n{book}\n}}\n@layer drawn {{\n{drawn}\n}}\n"


def still_designs(scene: Scene) -> tuple[StillDesigns, ...]:
    """Return all designs of cards and tiles, kind by kind.

    Use it with a table on which nothing has been placed yet.
    """
    copies = Counter(each.design for each in scene.blueprint.pieces)
    known = {each.design: number for number, each in reversed(list(enumerate(scene.blueprint.pieces)))}
    kinds = {each.kind for each in scene.blueprint.pieces}
    found = []
    for kind in scene.look.fields:
        declared = scene.look.faces.get(kind)
        is_printed = kind in kinds or (declared is not None and declared.form in _ON_CARDS)
        if kind not in scene.blueprint.domains or not is_printed or scene.face(kind).form not in _ON_CARDS:
            continue
        names = scene.blueprint.domains[kind].names
        shown = tuple(
            (pieces.piece(scene, known[name], scene.sight.state) if name in known
             else pieces.design(scene, kind, value), copies[name])
            for value, name in enumerate(names)
        )  # fmt: skip
        if shown:
            found.append(StillDesigns(kind, title_in(scene.look.kinds.get(kind, {}), scene.language, kind), shown))
    return tuple(found)


class StillMap(NamedTuple):
    """A map as a picture, and its regions that have titled printed data."""

    title: str
    drawn: Markup
    regions: tuple[tuple[str, Markup], ...]


def still_maps(scene: Scene) -> tuple[StillMap, ...]:
    """Return all maps."""
    found = []
    for each in scene.look.whole_maps:
        corners = scene.look.corners_around(each)
        told = (*_told_on(scene, each), *(_told_on(scene, corners) if corners is not None else ()))
        drawn = maps.map_of(scene, each, corners)
        found.append(StillMap(title_in(each.title, scene.language, each.id), drawn, told))
    return tuple(found)


def _told_on(scene: Scene, info: MapInfo) -> Iterator[tuple[str, Markup]]:
    """Return the regions of a map that have titled printed data."""
    names = scene.blueprint.domains[info.kind].names
    titles = {name: scene.title(info.kind, at) for at, name in enumerate(names)}
    without = (*info.placed_by, *_in_titles(scene, info.kind, titles))
    regions = ((title, _in_words(scene, info.kind, name, without)) for name, title in titles.items())
    return ((title, printed) for title, printed in regions if printed)


def _in_titles(scene: Scene, kind: str, titles: dict[str, str]) -> list[str]:
    """Return the fields that say only what the title of their region says already, such as its number."""
    printed = scene.blueprint.printed
    fields = [each.name for each in scene.fields(kind)]
    return [each for each in fields if all(each not in printed.get(name, {}) or not printed[name][each]
            or title.endswith(f" {printed[name][each]}") for name, title in titles.items())]  # fmt: skip


def _in_words(scene: Scene, kind: str, name: str, without: Container[str]) -> Markup:
    told = printed_in_words(scene.blueprint, kind, name, scene.language, without)
    lines = [(element("dt", called), element("dd", shown)) for called, shown in told]
    return element("dl", lines) if lines else Markup("")


def symbols_of(scene: Scene) -> tuple[Symbol, ...]:
    """Return every symbol of a game with its meaning.

    Values come first, by their lists, then everything else with an icon.
    """
    look, found, named = scene.look, list[Symbol](), set[str]()
    for domain, tints in look.tints.items():
        group = title_in(scene.blueprint.domain_titles.get(domain, {}), scene.language, "")
        for value, tint in tints.items():
            if value not in scene.blueprint.domains[domain].names or not tint.icon:
                continue
            title = scene.title_named(domain, value)
            drawn = element("span", icon(tint.icon, title), class_=f"tag v-{domain}-{value}")
            found.append(Symbol(drawn, title, group or domain))
            named.add(tint.icon)
    meant: dict[str, list[str]] = {}
    for id_, manner in look.manners.items():
        if manner.icon and manner.icon != NO_ICON:
            meant.setdefault(manner.icon, []).append(scene.called(id_))
    for name, drawing in look.icons.items():
        if name in meant or name not in named:
            title = title_of(drawing, scene.language)
            others = {each.casefold(): each for each in meant.get(name, ()) if each.casefold() != title.casefold()}
            found.append(Symbol(icon(name), title, also=tuple(others.values())))
    return tuple(found)


def with_copies(shown: Markup, copies: int) -> Markup:
    """Return a component with how many of it there are, if there are several."""
    count = element("span", f"× {copies}", class_="copies") if copies > 1 else None
    return element("span", markup(shown), count, class_="design")
