"""Score sheets: a counter of each seat for each thing of a list, as one table of all seats."""

from __future__ import annotations

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.layout import N_SEATS
from rulewright.observe.naming import seat_title, value_title
from rulewright.observe.sight.sight import HIDDEN
from rulewright.table.drawing import texts
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.named import number_name
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element


def is_sheet(blueprint: Blueprint, family: FamilyInfo) -> bool:
    """Return whether a counter is shown as a score sheet: its look says so, and it has a seat and one thing more."""
    manner = blueprint.look.manners.get(family.id)
    return manner is not None and manner.form == "sheet" and len(family.per) == 2 and family.per[0] == "seat"


def sheet_of(scene: Scene, family: FamilyInfo) -> Markup:
    """Return the sheet: a row for each thing, a column for each seat, and what each column adds up to.

    In the own column a thing that can be chosen is a button. While the seat is asked for anything, what the look of the
    kind offers stands in each space that is still empty.
    """
    seats, domain = range(scene.sight.state[N_SEATS]), family.per[1]
    slots = dict(scene.members(family, {}))
    heads = [
        element("th", icon(mark_of(each)), " ", _called(scene, each), scope="col",
                class_=f"marker p-seat{scene.on(each)} s-{each}{' own' * (each == scene.sight.seat)}")
        for each in seats
    ]  # fmt: skip
    sums = dict.fromkeys(seats, 0)
    rows = []
    for thing in range(family.lows[1], family.lows[1] + family.sizes[1]):
        cells: list[Content] = [element("th", scene.title(domain, thing), scope="row")]
        for seat in seats:
            indexes = (seat, thing)
            held = scene.source(family, indexes)[slots[indexes]]
            seen = scene.sees(family, indexes)
            is_none = family.may_be_none and held < 0
            sums[seat] += held if seen and not is_none else 0
            shown = "" if is_none else value_title(scene.blueprint, family, held, scene.language) if seen else HIDDEN
            inside = _cell(scene, domain, thing, seat, shown, number_name(family.id, indexes))
            cells.append(element("td", inside, class_=_own(scene, seat)))
        rows.append(element("tr", cells))
    total = phrases(scene.language, "table")("total")
    foot = element(
        "tr",
        element("th", total, scope="row"),
        (element("td", element("b", sums[each]), class_=_own(scene, each)) for each in seats),
    )
    return element(
        "table", element("caption", scene.called(family.id), class_="unseen"),
        element("thead", element("tr", element("td"), heads)), element("tbody", rows), element("tfoot", foot),
        class_="grid sheet",
    )  # fmt: skip


def _called(scene: Scene, seat: int) -> Content:
    """Return the name of a seat with the word that tells who plays it."""
    told = scene.signs[seat].told if seat in scene.signs else ""
    name = seat_title(scene.blueprint, seat, scene.language)
    return [element("span", name), element("small", told, aria_hidden="true") if told else None]


def _own(scene: Scene, seat: int) -> str | None:
    """Return the classes of the own column."""
    return f"own s-{seat}" if scene.has_seat and seat == scene.sight.seat else None


def _cell(scene: Scene, domain: str, thing: int, seat: int, shown: str, number: str) -> Markup:
    """Return a space of the sheet, a button in the own column if its thing can be chosen."""
    own, things = seat == scene.sight.seat, ((domain, thing),)
    content: Content = element("b", shown)
    is_asked = own and not shown and any(True for _ in scene.choices.offers)
    offer = scene.face(domain).offer if is_asked else ""
    if offer:
        name = scene.blueprint.domains[domain].names[thing]
        content = element("small", texts.line(scene, offer, domain, name, -1))
    return chosen_by(scene.blueprint, scene.choices, things if own else (), content, "space", data_number=number)
