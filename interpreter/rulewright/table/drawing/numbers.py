"""Counters and markers with several members: a row of spaces for one index, a grid for two.

Each space can be chosen in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.look import SEEDS
from rulewright.observe.naming import value_title
from rulewright.observe.sight.sight import HIDDEN
from rulewright.observe.words.table_rows import index_title
from rulewright.observe.words.table_values import Row
from rulewright.table.drawing import families
from rulewright.table.drawing.dots import seeds
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.named import number_name
from rulewright.table.drawing.options import NUMBER, Things, chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element

_MOST_CELLS: Final = 2000
_MOST_SIGNS: Final = 30
_Member = tuple[tuple[int, ...], int]


def spaces_of(scene: Scene, family: FamilyInfo, row: Row) -> Markup | None:
    """Return the members of a counter or marker as spaces.

    None unless they differ by one or two indexes.
    """
    free = [at for at, domain in enumerate(family.per) if domain not in row]
    manner = scene.manner(family.id)
    is_plain = manner.form == SEEDS or not (manner.icon or manner.form)
    if family.sort == "zone" or not 1 <= len(free) <= 2 or not is_plain:
        return None
    found = list(scene.members(family, row))
    if not 1 < len(found) <= _MOST_CELLS:
        return None
    if any(_is_thing(scene, family.per[at]) for at in free):
        return None
    draw = _row if len(free) == 1 else _grid
    return element("span", element("span", scene.called(family.id), class_="label"),
                   draw(scene, family, row, found, free), class_="track")  # fmt: skip


def _is_thing(scene: Scene, domain: DomainName) -> bool:
    """Return whether an index is a seat or a printed thing, which has a part of its own."""
    return domain == "seat" or kind_of(domain) in scene.look.fields


def _row(scene: Scene, family: FamilyInfo, row: Row, found: Sequence[_Member], free: list[int]) -> Markup:
    (at,) = free
    cells = []
    for indexes, slot in found:
        named = element("span", index_title(scene.sight, family.per[at], indexes[at]), class_="nr")
        content = [named, _held(scene, family, indexes, slot)]
        things = _things(scene, family, row, at, indexes[at])
        cells.append(chosen_by(scene.blueprint, scene.choices, things, content, "cell place",
                               data_number=number_name(family.id, indexes)))  # fmt: skip
    return element("span", cells, class_="cells")


def _grid(scene: Scene, family: FamilyInfo, row: Row, found: Sequence[_Member], free: list[int]) -> Markup:
    """Return a table with a column for each value of the first index.

    Numbers of the second index go up, as on a board.
    """
    across, down = free
    lying = {(indexes[across], indexes[down]): (indexes, slot) for indexes, slot in found}
    columns = sorted({column for column, _ in lying})
    lines = sorted({line for _, line in lying}, reverse=family.per[down][0].isdigit())
    titles = [element("th", _head(scene, family, row, across, each), scope="col") for each in columns]
    body = []
    for line in lines:
        cells: list[Content] = [element("th", _head(scene, family, row, down, line), scope="row")]
        for column in columns:
            indexes, slot = lying[column, line]
            both = (*_things(scene, family, row, across, column), *_things(scene, family, row, down, line))
            inside = chosen_by(scene.blueprint, scene.choices, both, _held(scene, family, indexes, slot), "space",
                               data_number=number_name(family.id, indexes))  # fmt: skip
            cells.append(element("td", inside))
        body.append(element("tr", cells))
    head = element("thead", element("tr", element("td"), titles))
    return element("table", head, element("tbody", body), class_="grid")


def _head(scene: Scene, family: FamilyInfo, row: Row, at: int, value: int) -> Markup:
    title = index_title(scene.sight, family.per[at], value)
    return chosen_by(scene.blueprint, scene.choices, _things(scene, family, row, at, value), title, "head")


def _held(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], slot: int) -> Content:
    """Return the content of a space: a number, or the sign of the thing that a marker names."""
    value = scene.source(family, indexes)[slot]
    if not scene.sees(family, indexes):
        return HIDDEN
    if family.sort == "counter":
        manner = scene.manner(family.id)
        amount = element("b", value_title(scene.blueprint, family, value, scene.language))
        if manner.form != SEEDS:
            return amount
        signs = [icon(manner.icon)] * min(value, _MOST_SIGNS) if manner.icon else seeds(value)
        return element("span", element("span", signs, class_=f"signs of-{family.id}"), amount, class_="heap")
    if value < 0:
        return element("span", "\u00b7", class_="none")
    title = scene.title(family.domain, value)
    if family.domain == "seat":
        return element("span", icon(mark_of(value), title), class_=f"marker s-{value}")
    return families.thing(scene, family.domain, value)


def _things(scene: Scene, family: FamilyInfo, row: Row, at: int, value: int) -> Things:
    """Return the things for which a value of an index can be chosen.

    They are the value itself, or a number that a decision asks for and that only this index can be.
    """
    if not scene.is_own(row):
        return ()
    domain = family.per[at]
    if not domain[0].isdigit():
        return ((domain, value),)
    numbers = [str(each) for each in scene.choices.asked if str(each).startswith(f"{NUMBER} ")]
    return tuple((asked, value) for asked in numbers if _axis(scene, family, asked) == at)


def _axis(scene: Scene, family: FamilyInfo, asked: str) -> int:
    """Return the index whose number a decision asks for, -1 for none.

    It is the shortest index that includes all numbers on offer. A number by which the look of another family is chosen
    belongs to that family.
    """
    name = asked.removeprefix(f"{NUMBER} ")
    if any(name in manner.chosen_as for other, manner in scene.look.manners.items() if other != family.id):
        return -1
    offered = [value for domain, value in scene.choices.offers if domain == asked]
    fitting = [
        (size, at)
        for at, (domain, low, size) in enumerate(zip(family.per, family.lows, family.sizes, strict=True))
        if domain[0].isdigit() and all(low <= each < low + size for each in offered)
    ]
    return min(fitting)[1] if offered and fitting else -1
