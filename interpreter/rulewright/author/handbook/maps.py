"""Maps as drawings: regions with printed data, borders as lines. The same data follows as a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rulewright.author.handbook.articles import Article, FieldArticle, written
from rulewright.author.handbook.chapter import described, folded
from rulewright.author.handbook.edition import Edition, in_words
from rulewright.core.bind import graph_layout
from rulewright.core.load.made_places import with_places
from rulewright.core.model.document import Mapping, Scalar, items_of, number_of, written_items
from rulewright.core.model.grids import PLACED, edge_ids, plan_of
from rulewright.core.model.look import Point
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.table.drawing import ground
from rulewright.table.pages.html import Markup, element, joined, link, markup

_DISCRETE: Final = frozenset({"number", "text", "list", *EFFECT_TYPES})
_A_LINE: Final = 2
_LOOKS: Final = 7


@dataclass(frozen=True, slots=True)
class _Map:
    """A map with its regions, its borders that join two of them, and where the regions are drawn.

    `edges` are the places that borders are, one for each border, or none at all.
    """

    article: Article
    regions: dict[str, Article]
    borders: tuple[tuple[str, str, Mapping | None], ...]
    points: dict[str, Point]
    placed_by: tuple[str, ...] = ()
    made: bool = False
    outlines: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    edges: tuple[Article, ...] = ()

    @property
    def high(self) -> float:
        """The height of the drawing."""
        corners = [corner for each in self.outlines.values() for corner in each]
        return ground.height([*self.points.values(), *corners]) if self.made else ground.SIZE

    @property
    def own(self) -> frozenset[str]:
        """The fields that are nothing but the number in each region's title, which is on it anyway."""
        titles = {name: _numbers_in_title(each) for name, each in self.regions.items()}
        fields = {key.text for each in self.regions.values() for key, _ in each.node.entries}
        return frozenset(
            name_of
            for name_of in fields
            if all(_number(each, name_of) in (0.0, *titles[name]) for name, each in self.regions.items())
        )


def drawn(edition: Edition, article: Article) -> Markup:
    """Return a map: the drawing, its key, and all borders as a list."""
    map_ = _read(edition, article)
    if not map_.regions:
        return element("p", edition.say("no_regions"), class_="lacks")
    looks = _looks(edition, map_)
    edges = ground.looks_of(_carried(border) for _, _, border in map_.borders)
    how = None if map_.made else edition.say("map_given") if map_.placed_by else edition.say("map_computed")
    first = next(iter(map_.regions.values()))
    marks = [] if map_.made else [edition.mark(first, field) for field in map_.placed_by[:1]]
    caption = element("figcaption", how, marks, _key_of(edition, map_, looks, edges))
    return markup(
        element("figure", _svg(edition, map_, looks, edges), caption, class_="map"),
        folded(edition.say("borders_as_a_list"), _list(edition, map_)),
    )


def _read(edition: Edition, article: Article) -> _Map:
    kind = written(article.node, "regions")
    regions = {
        each.id: each
        for each in edition.material.section("components")
        if written(each.node, "kind") == kind and edition.material.find(each.id, article) is each
    }
    entries = {each.id: each.node for each in edition.material.section("maps")}
    plan = plan_of(article.node, entries.get)
    made = _made(edition, article, {*(each.id for each in plan.spots), *edge_ids(article.node, plan)})
    regions = {name: each for name, each in made.items() if written(each.node, "kind") == kind} | regions
    edges = tuple(made[each] for each in edge_ids(article.node, plan) if each in made)
    borders = tuple(each for each in plan.borders if each[0] in regions and each[1] in regions)
    edges = edges if len(edges) == len(borders) else ()
    spots = tuple(each for each in plan.spots if each.id in regions)
    if regions and len(spots) == len(regions):
        points, outlines = graph_layout.made(spots)
        drawn = {name: each for name, each in outlines.items() if each}
        return _Map(article, regions, borders, points, PLACED, True, drawn, edges)
    at = written_items(article.node.get("at"))
    points = (
        {name: (_number(each, at[0]), _number(each, at[1])) for name, each in regions.items()} if len(at) == 2 else {}
    )
    if len(set(points.values())) > 1:
        return _Map(article, regions, borders, graph_layout.given(points), at, edges=edges)
    joined_by = tuple((one, other) for one, other, _ in borders)
    return _Map(article, regions, borders, graph_layout.placed(tuple(regions), joined_by), edges=edges)


def _made(edition: Edition, article: Article, names: set[str]) -> dict[str, Article]:
    """Return the regions that a map generates, all at the map's anchor.

    Without a chosen table, they are not written out.
    """
    entries, _ = with_places(each.entry for each in edition.material.section("maps"))
    return {
        each.id: Article(each, article.condition, article.anchor)
        for each in entries
        if each.section == "components" and each.id in names
    }


def _numbers_in_title(article: Article) -> tuple[float, ...]:
    words = written(article.node.get("title"), "en").split()
    return tuple(float(word) for word in words if word.isdigit())


def _number(article: Article, field: str) -> float:
    return float(number_of(article.node.get(field), 0))


def _looks(edition: Edition, map_: _Map) -> dict[tuple[tuple[str, str], ...], int]:
    """Map each combination of names in regions' fields to a look, the most common first."""
    fields = _fields(edition, map_)
    count: dict[tuple[tuple[str, str], ...], int] = {}
    for region in map_.regions.values():
        key = _key(fields, region)
        count[key] = count.get(key, 0) + 1
    ordered = sorted(count, key=lambda key: (bool(key), -count[key], key))
    return {key: min(number, _LOOKS) for number, key in enumerate(ordered)}


def _key(fields: dict[str, FieldArticle], region: Article) -> tuple[tuple[str, str], ...]:
    return tuple(
        (field.name, node.text)
        for field in fields.values()
        if field.type not in _DISCRETE
        and isinstance(node := region.node.get(field.name), Scalar)
        and node.text != "false"
    )


def _fields(edition: Edition, map_: _Map) -> dict[str, FieldArticle]:
    return edition.material.fields.get(written(map_.article.node, "regions"), {})


def _carried(border: Mapping | None) -> str:
    entries = border.entries if border is not None else ()
    return ", ".join(f"{in_words(k.text)} {n.text}" for k, n in entries if isinstance(n, Scalar))


def _svg(edition: Edition, map_: _Map, looks: dict[tuple[tuple[str, str], ...], int], edges: dict[str, int]) -> Markup:
    fields = _fields(edition, map_)
    title = edition.plain_name(map_.article)
    told = edition.say("map_described", regions=len(map_.regions), borders=len(map_.borders))
    spots = {name: (ground.along(x), ground.along(y)) for name, (x, y) in map_.points.items()}
    lines = [ground.line(spots[one], spots[other], edges[_carried(border)]) for one, other, border in map_.borders]
    if map_.edges:
        named = [edition.plain_name(each) for each in map_.edges]
        lines = [
            link(each.anchor, element("g", element("title", title), line))
            for each, title, line in zip(map_.edges, named, lines, strict=True)
        ]
    nodes = [_node(edition, fields, map_, each, spots[each.id], looks) for each in map_.regions.values()]
    return described(
        map_.article.anchor, title, told,
        element("g", lines if map_.edges or not map_.outlines else None, class_="edges"), (disc for disc, _ in nodes),
        element("g", (label for _, label in nodes), aria_hidden="true"),
        size=(ground.SIZE, map_.high), role="group",
    )  # fmt: skip


def _node(
    edition: Edition,
    fields: dict[str, FieldArticle],
    map_: _Map,
    region: Article,
    spot: Point,
    looks: dict[tuple[tuple[str, str], ...], int],
) -> tuple[Markup, Markup]:
    """Return (region, texts below it).

    The region is its outline, or a disc, with a few signs. Below it are its name, if that differs, and its printed
    data.
    """
    title = edition.plain_name(region)
    printed = _printed(edition, map_, region)
    short = ground.initials(title)
    look = looks[_key(fields, region)]
    under = [] if short.isdigit() or short == title else [title]
    below = [*under, *(", ".join(printed[at : at + _A_LINE]) for at in range(0, len(printed), _A_LINE))]
    told = ", ".join([title, *printed])
    colour = next(_colours(edition, map_, _key(fields, region)), "")
    outline = [(ground.along(x), ground.along(y)) for x, y in map_.outlines.get(region.id, ())]
    drawn = ground.region(spot, outline, short, f"r{look}", told, colour)
    return link(region.anchor, drawn), ground.under(spot, below)


def _printed(edition: Edition, map_: _Map, region: Article) -> list[str]:
    """Return the numbers of a region that are not 0, but for its own number and its place in the drawing."""
    return [
        f"{in_words(name)} {node.text}"
        for name, each in _fields(edition, map_).items()
        if each.type == "number" and name not in map_.placed_by and name not in map_.own
        if isinstance(node := region.node.get(name), Scalar) and node.value != 0
    ]


def _colours(edition: Edition, map_: _Map, key: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Yield the colours that the looks of a ruleset give to what regions of a look have in common."""
    fields = _fields(edition, map_)
    for name, value in key:
        for entry in edition.material.section("looks"):
            if written(entry.node, "of") == fields[name].type:
                for item in items_of(entry.node.get("values")):
                    if isinstance(item, Mapping) and written(item, "id") == value and written(item, "colour"):
                        yield written(item, "colour")


def _key_of(
    edition: Edition, map_: _Map, looks: dict[tuple[tuple[str, str], ...], int], edges: dict[str, int]
) -> Markup:
    regions = [
        element("li", _sample(look, next(_colours(edition, map_, key), "")), " ", _described(edition, map_, key))
        for key, look in looks.items()
    ]
    borders = [
        element("li", ground.edge_sample(look), " ", carried or edition.say("border"))
        for carried, look in edges.items()
        if map_.edges or not map_.outlines
    ]
    return element("ul", regions, borders, class_="key")


def _described(edition: Edition, map_: _Map, key: tuple[tuple[str, str], ...]) -> Markup:
    if not key:
        return markup(edition.say("other_regions"))
    fields = _fields(edition, map_)
    first = next(iter(map_.regions.values()))
    return joined(
        markup(in_words(name))
        if fields[name].type == "truth"
        else markup(in_words(name), " ", edition.reference(value, first))
        for name, value in key
    )


def _sample(look: int, colour: str) -> Markup:
    fill = f"fill:{colour}" if colour else None
    shape = element("g", element("circle", cx=10, cy=10, r=7, style=fill), class_=f"r{look}")
    return element("svg", shape, viewBox="0 0 20 20", class_="sample", aria_hidden="true")


def _list(edition: Edition, map_: _Map) -> Markup:
    """Return all borders of each region, for those who do not see the drawing."""
    lines = []
    across = [
        edition.plain(map_.edges[at].node.get("title"), "") if map_.edges else _carried(border)
        for at, (_, _, border) in enumerate(map_.borders)
    ]
    for region in map_.regions.values():
        near = [
            markup(edition.to(map_.regions[other]), f" ({over})" if over else None)
            for (one, two, _), over in zip(map_.borders, across, strict=True)
            for other in ((two,) if one == region.id else (one,) if two == region.id else ())
        ]
        printed = _printed(edition, map_, region)
        told = f" ({', '.join(printed)})" if printed else None
        lines.append(element("li", edition.to(region), told, ": ", joined(near) if near else edition.say("no_borders")))
    return element("ul", lines)
