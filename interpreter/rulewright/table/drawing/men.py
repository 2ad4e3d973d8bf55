"""Playing pieces on boards: stones in their seats' colours, or icons of the pieces, with the sign of their type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.core.model.game import FamilyInfo, PieceInfo
from rulewright.core.model.kinds import PIECE, PieceOf, kind_of
from rulewright.core.model.look import Face
from rulewright.observe.words.signs import letters_of, told_apart
from rulewright.table.drawing import laid, on_printed
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.named import piece_name
from rulewright.table.drawing.options import chosen_by
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element


class ManSort(NamedTuple):
    """The type of a playing piece: its title, and its icon or else the letters that stand for it."""

    title: str
    icon: str
    letters: str


def stone(
    scene: Scene, family: FamilyInfo, seat: int, sort: ManSort | None = None, called: str = "", turn: int = 0
) -> Markup:
    """Return a seat's piece, which a marker of `family` puts on a space.

    It is drawn as the icon of the marker, with that of its type on it, or as the icon of its type alone, or else as a
    disc. The seat's own sign is on each, so that no colour tells a seat alone. Its icons are turned.
    """
    title, drawn = scene.title("seat", seat), scene.manner(family.id).icon
    if sort is None and not drawn:
        return element("span", icon(mark_of(seat), title), class_=f"stands s-{seat}", title=called or None)
    on_it = None if sort is None else icon(sort.icon, turn=turn) if sort.icon else element("b", sort.letters)
    figure = " figure" * bool(drawn or (sort is not None and sort.icon))
    shown = [
        icon(drawn, turn=turn) if drawn else None,
        on_it,
        icon(mark_of(seat)),
        element("span", title, class_="unseen"),
    ]
    return element("span", shown, class_=f"stands man{figure} s-{seat}", title=called or None)


def pieces_on(scene: Scene, zone: FamilyInfo, value: int) -> list[Content]:
    """Return what a zone has on a place of a board: a piece of a seat, without a look of its own, as a disc."""
    ((indexes, slot),) = scene.members(zone, {zone.per[0]: value})
    source = scene.source(zone, indexes)
    number = source[slot]
    info = scene.blueprint.pieces[number] if number >= 0 else None
    turn = laid.turn(scene, f"{info.kind}{PIECE}", index=number) if info is not None else 0
    if info is not None and info.owner < 0 and scene.sees(zone, indexes):
        drawn = laid.tile(scene, info.kind, info.design, turn)
        if drawn is not None:
            things = (PieceOf(info.kind), number), (info.kind, _value(scene, info))
            return [chosen_by(scene.blueprint, scene.choices, things, drawn, "manned", data_piece=piece_name(number))]
    if info is None or info.owner < 0 or not scene.sees(zone, indexes) or has_look(scene, info.kind, info.design):
        return on_printed.lying(scene, zone, value)
    blueprint = scene.blueprint
    face = source[blueprint.faces + number] if info.kind in blueprint.face_names else 0
    apart = told_apart(blueprint, number, face, scene.language)
    seat, sort, called = scene.title("seat", info.owner), None, None
    title = scene.title_named(info.kind, info.design)
    if apart is not None:
        sides = blueprint.face_names.get(info.kind, ())
        tint = scene.look.tints.get(info.kind, {}).get(sides[face]) if sides else None
        letters, title = apart
        sort = ManSort(title, tint.icon if tint is not None else "", letters)
        called = element("span", title, class_="unseen" if sort.icon else "called")
    content = (stone(scene, zone, info.owner, sort, turn=turn), called)
    things = (PieceOf(info.kind), number), (info.kind, _value(scene, info))
    return [chosen_by(blueprint, scene.choices, things, content, "manned", data_piece=piece_name(number),
                      title=f"{title}, {seat}")]  # fmt: skip


def _value(scene: Scene, info: PieceInfo) -> int:
    return scene.blueprint.domains[info.kind].names.index(info.design)


def has_look(scene: Scene, kind: str, design: str = "") -> bool:
    """Return whether a ruleset says how the pieces of a kind are drawn, or has a picture of a design."""
    said = scene.look.faces.get(kind, Face())
    drawn = said.form not in ("", "token") or said.text or said.icon or said.says
    return bool(drawn) or design in scene.look.pictured.faces.get(kind, {})


def man_on(scene: Scene, lying: Sequence[FamilyInfo], value: int) -> Markup | None:
    """Return the piece on a space that has a seat's marker and exactly one more thing, its type.

    None if anything else is on the space.
    """
    seats, sorts = [], []
    for family in lying:
        for seen, held in _on(scene, family, value):
            if not seen:
                return None
            if family.sort == "marker" and family.domain == "seat":
                seats.append((family, held))
            elif (sort := _sort_of(scene, family, held)) is not None:
                sorts.append(sort)
            else:
                return None
    if len(seats) != 1 or len(sorts) != 1:
        return None
    ((family, seat),), (sort,) = seats, sorts
    called = element("span", sort.title, class_="unseen" if sort.icon else "called")
    return element("span", stone(scene, family, seat, sort), called, class_="manned")


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


def _sort_of(scene: Scene, family: FamilyInfo, held: int) -> ManSort | None:
    """Return the type of a playing piece, None if the family does not tell it.

    The type is a value of an enumeration, or a counter that only says yes.
    """
    if family.sort == "counter":
        title = scene.called(family.id)
        return ManSort(title, scene.manner(family.id).icon, title[:1].upper()) if family.is_yes_or_no else None
    if family.sort != "marker" or not scene.is_enumeration(family.domain):
        return None
    domain = scene.blueprint.domains[kind_of(family.domain)]
    titles = [scene.title(family.domain, each) for each in range(len(domain.names))]
    tint = scene.look.tints.get(domain.id, {}).get(domain.names[held])
    return ManSort(titles[held], tint.icon if tint is not None else "", letters_of(titles, held))
