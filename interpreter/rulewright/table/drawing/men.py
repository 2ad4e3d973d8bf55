"""A playing piece on a board: a disc in its seat's colour, with the letter or sign of its type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import kind_of
from rulewright.observe.words.signs import letters_of
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element


def man_on(scene: Scene, lying: Sequence[FamilyInfo], value: int) -> Markup | None:
    """Return the disc on a space that has a seat's marker and exactly one more thing, its type.

    None if anything else is on the space.
    """
    seats, sorts = [], []
    for family in lying:
        for seen, held in _on(scene, family, value):
            if not seen:
                return None
            if family.sort == "marker" and family.domain == "seat":
                seats.append(held)
            elif (sort := _sort_of(scene, family, held)) is not None:
                sorts.append(sort)
            else:
                return None
    if len(seats) != 1 or len(sorts) != 1:
        return None
    (seat,), ((sign, title),) = seats, sorts
    whose = element("span", scene.title("seat", seat), class_="unseen")
    disc = element("span", sign, icon(mark_of(seat)), whose, class_=f"stands man s-{seat}")
    return element("span", disc, element("span", title, class_="called"), class_="manned")


def _on(scene: Scene, family: FamilyInfo, value: int) -> Iterator[tuple[bool, int]]:
    """Yield (whether it is seen, value) of each thing that a family has on a space."""
    if scene.manner(family.id).form == "nothing" or (family.sort == "counter" and not family.title):
        return
    for indexes, slot in scene.members(family, {family.per[0]: value}):
        held = scene.source(family, indexes)[slot]
        seen = scene.sees(family, indexes)
        if not isinstance(held, int) or family.sort == "zone":
            if held:
                yield seen, -1
        elif not seen or held > (family.low if family.sort == "counter" else -1):
            yield seen, held


def _sort_of(scene: Scene, family: FamilyInfo, held: int) -> tuple[Content, str] | None:
    """Return (sign, title) of a playing piece's type, None if the family does not tell it.

    The type is a value of an enumeration, or a counter that only says yes.
    """
    if family.sort == "counter":
        title = scene.called(family.id)
        return (element("b", title[:1].upper()), title) if family.is_yes_or_no else None
    if family.sort != "marker" or not scene.is_enumeration(family.domain):
        return None
    count = len(scene.blueprint.domains[kind_of(family.domain)].names)
    titles = [scene.title(family.domain, each) for each in range(count)]
    declared = scene.look.tints.get(kind_of(family.domain), {})
    tint = declared.get(scene.blueprint.domains[kind_of(family.domain)].names[held])
    if tint is not None and tint.icon:
        return icon(tint.icon), titles[held]
    return element("b", letters_of(titles, held)), titles[held]
