"""Playing pieces on boards: discs in the colours of their seats, with the letter or sign of their type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.core.model.look import Face
from rulewright.observe.words.signs import letters_of, told_apart
from rulewright.table.drawing import families
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.named import piece_name
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element


def pieces_on(scene: Scene, zone: FamilyInfo, value: int) -> list[Content]:
    """Return what a zone has on a place of a board: a piece of a seat, without a look of its own, as a disc."""
    ((indexes, slot),) = scene.members(zone, {zone.per[0]: value})
    source = scene.source(zone, indexes)
    number = source[slot]
    info = scene.blueprint.pieces[number] if number >= 0 else None
    if info is None or info.owner < 0 or not scene.sees(zone, indexes) or _has_look(scene, info.kind, info.design):
        return families.lying(scene, zone, value)
    blueprint = scene.blueprint
    face = source[blueprint.faces + number] if info.kind in blueprint.face_names else 0
    apart = told_apart(blueprint, number, face, scene.language)
    seat = scene.title("seat", info.owner)
    title = scene.title_named(info.kind, info.design) if apart is None else apart[1]
    if apart is None:
        disc = element("span", icon(mark_of(info.owner), seat), class_=f"stands s-{info.owner}")
    else:
        disc = _disc(info.owner, element("b", apart[0]), seat)
    content = (disc, None if apart is None else element("span", title, class_="called"))
    things = (PieceOf(info.kind), number), (info.kind, blueprint.domains[info.kind].names.index(info.design))
    return [chosen_by(blueprint, scene.choices, things, content, "manned", data_piece=piece_name(number),
                      title=f"{title}, {seat}")]  # fmt: skip


def _has_look(scene: Scene, kind: str, design: str) -> bool:
    """Return whether a ruleset says how the pieces of a kind are drawn, or has a picture of a design."""
    said = scene.look.faces.get(kind, Face())
    drawn = said.form not in ("", "token") or said.text or said.icon or said.says
    return bool(drawn) or design in scene.look.pictured.faces.get(kind, {})


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
    disc = _disc(seat, sign, scene.title("seat", seat))
    return element("span", disc, element("span", title, class_="called"), class_="manned")


def _disc(seat: int, sign: Content, whose: str) -> Markup:
    told = element("span", whose, class_="unseen")
    return element("span", sign, icon(mark_of(seat)), told, class_=f"stands man s-{seat}")


def _on(scene: Scene, family: FamilyInfo, value: int) -> Iterator[tuple[bool, int]]:
    """Yield (whether it is seen, value) of each thing that a family has on a space."""
    if scene.manner(family.id).form == "nothing" or (family.sort == "counter" and not family.title):
        return
    for indexes, slot in scene.members(family, {family.per[0]: value}):
        held = scene.source(family, indexes)[slot]
        seen = scene.sees(family, indexes)
        if family.sort == "zone":
            if held != (-1 if family.spaces else ()):
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
