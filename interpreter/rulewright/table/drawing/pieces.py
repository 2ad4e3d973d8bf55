"""Components on the table: cards, tiles, tokens, the backs of hidden ones, and meters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rulewright.core.locales.line_text import Spoken, hole_of, spoken_in
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.locales.wording import face_title, title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import N_SEATS
from rulewright.core.model.look import NO_ICON, Face
from rulewright.observe.naming import seat_title
from rulewright.observe.words.table_designs import of_design
from rulewright.table.drawing import on_pieces, pictured, texts
from rulewright.table.drawing.colours import VALUES
from rulewright.table.drawing.dots import pips
from rulewright.table.drawing.hyphens import breakable
from rulewright.table.drawing.icons import counted, icon, mark_of
from rulewright.table.drawing.named import piece_name
from rulewright.table.drawing.options import Things, chosen_by, is_asked, option_named
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, joined, markup

_HEADINGS: Final = {"top": "name", "bottom": "name low", "hidden": "unseen"}
_CORNERS: Final = {"top_left": "tl", "top_right": "tr", "bottom_left": "bl", "bottom_right": "br"}


def piece(scene: Scene, number: int, source: Sequence[int], things: Things = ()) -> Markup:
    """Return a piece that may be seen, with its current side up.

    `things` are the other things by which an option may refer to it.
    """
    blueprint = scene.blueprint
    info = blueprint.pieces[number]
    value = blueprint.domains[info.kind].names.index(info.design)
    up = source[blueprint.faces + number] if info.kind in blueprint.face_names else 0
    at: Things = ((PieceOf(info.kind), number), (info.kind, value), *things)
    return _drawn(scene, info.kind, info.design, number, at, up=up, travels_as=piece_name(number))


def design(scene: Scene, kind: str, value: int, lying: Sequence[Content] = ()) -> Markup:
    """Return a component that is not a piece, such as a printed space, with what is on it."""
    name = scene.blueprint.domains[kind].names[value]
    inside = element("span", lying, class_="here") if lying else None
    return _drawn(scene, kind, name, -1, ((kind, value),), inside=inside)


def lines_on(scene: Scene, kind: str, name: str) -> list[Markup]:
    """Return what is written on a component that is not a piece, line by line."""
    written, spoken = text_of(scene, scene.face(kind), name)
    return [element("span", texts.line(scene, each, kind, name, -1, spoken=spoken)) for each in written.splitlines()]


def corners_on(scene: Scene, kind: str, name: str) -> list[Markup]:
    """Return what is written in the corners of a component that is not a piece."""
    return [element("span", texts.line(scene, each, kind, name, -1)) for _, each in scene.face(kind).corners]


def in_place(
    scene: Scene, kind: str, value: int, short: Content, printed: Content, here: Content, seats: Markup | None
) -> Markup:
    """Return what a component on a map or circle shows.

    That is a sign, printed data, the things on it, the signs of `seats`, and the value of choosing it.
    """
    face, name = scene.face(kind), scene.blueprint.domains[kind].names[value]
    offer = texts.line(scene, face.offer, kind, name, -1) if face.offer and scene.choices.of(kind, value) else None
    return markup(
        element("span", short, class_="short"),
        element("span", printed, class_="print") if printed else None,
        element("span", here, class_="here") if here else None,
        seats,
        element("span", offer, class_="offer") if offer else None,
    )


def back(scene: Scene, kind: str, name: str) -> Markup:
    """Return a piece whose face is hidden: nothing distinguishes it from others of its kind."""
    form = scene.face(kind).form
    title = title_in(scene.look.kinds.get(kind, {}), scene.language, kind)
    picture = pictured.back_of(scene.look, kind)
    shown = icon("back", title) if picture is None else (picture, element("span", title, class_="unseen"))
    laid = pictured.layout_class(scene.look, kind) + " pictured" * (picture is not None)
    return element("span", shown, class_=f"piece {form} back{laid}", data_piece=name)


def _drawn(
    scene: Scene,
    kind: str,
    name: str,
    number: int,
    things: Things,
    *,
    up: int = 0,
    inside: Content = None,
    travels_as: str | None = None,
) -> Markup:
    choices = (*things, *option_named(name))
    key = (kind, name, number, up)
    same = _is_same(scene, kind, name)
    keeps = same and inside is None and not is_asked(scene.choices, choices)
    if keeps and (kept := scene.kept.pieces.get(key)) is not None:
        return kept
    face = scene.face(kind)
    owner = scene.blueprint.pieces[number].owner if number >= 0 else -1
    laid = (pictured.layout_class(scene.look, kind) + " pictured" * _has_picture(scene, kind, name)).strip()
    tint = _tint(scene, face, kind, name, owner)
    classes = " ".join(filter(None, ("piece", face.form, tint, "turned" * (up > 0), laid)))
    title = scene.title_named(kind, name)
    told = f"{title}, {seat_title(scene.blueprint, owner, scene.language)}" if owner >= 0 else title
    content = scene.kept.contents.get(key) if same else None
    if content is None:
        content = (
            _token(scene, face, kind, name, number, up, told)
            if face.form == "token"
            else _card(scene, face, kind, name, number)
        )
        if same:
            scene.kept.contents[key] = content
    facing = None
    if face.form != "token" and (up or (number >= 0 and is_numbered(scene.blueprint, kind))):
        facing = element("span", _side(scene, kind, up), class_="facing")
    shown = chosen_by(
        scene.blueprint, scene.choices, choices, [content, inside, facing], classes, data_piece=travels_as, title=told
    )
    if not scene.still and face.form != "token" and scene.fields(kind):
        more = element("button", "i", type="button", popovertarget=f"about-{name}", class_="info", aria_label=told)
        shown = element("span", shown, more, class_="holder", data_about=name)
    if keeps:
        scene.kept.pieces[key] = shown
    return shown


def _has_picture(scene: Scene, kind: str, name: str) -> bool:
    return name in scene.look.pictured.faces.get(kind, {})


def _is_same(scene: Scene, kind: str, name: str) -> bool:
    """Return whether a component always looks the same, because all it shows is printed on it."""
    known = scene.kept.same.get((kind, name))
    if known is None:
        face = scene.face(kind)
        lines = [written for _, written in face.corners] + text_of(scene, face, name).text.splitlines()
        known = not (face.seats or face.meter or on_pieces.families_on(scene, kind))
        known = known and all(texts.is_printed(scene, each, kind) for each in (*lines, face.heading, face.text))
        scene.kept.same[kind, name] = known
    return known


def _tint(scene: Scene, face: Face, kind: str, name: str, owner: int) -> str:
    """Return the class that colours a component by its band's value, by the seat it was printed for, or as its own."""
    if banded := scene.band_class(kind, name):
        return banded
    if owner >= 0:
        return f"s-{owner}"
    if (own := scene.look.tints.get(kind, {}).get(name)) is not None and own.colour:
        return f"v-{kind}-{name}"
    return (
        ""
        if face.form == "token" or kind in scene.look.faces
        else f"d-{scene.blueprint.domains[kind].names.index(name) % len(VALUES)}"
    )


def picture(scene: Scene, face: Face, kind: str, name: str) -> Markup | None:
    """Return the icon of a component: its own, its kind's, or that of a value printed on it."""
    if (own := scene.look.tints.get(kind, {}).get(name)) is not None and own.icon:
        return icon(own.icon)
    if face.icon in scene.look.icons:
        return icon(face.icon)
    if not face.icon and face.form != "token" and not face.text and not _has_none(scene, kind):
        return icon(mark_of(scene.blueprint.domains[kind].names.index(name)))
    sign = scene.sign_on(face, kind, name)
    return icon(sign) if sign else None


def _signs(scene: Scene, face: Face, kind: str, name: str) -> Markup | None:
    """Return what is in the middle of a card: its icon, as often as the number says that counts its icons."""
    tint, count = scene.look.tints.get(kind, {}).get(name), scene.blueprint.printed.get(name, {}).get(face.counted)
    if face.layout is not None and tint is not None and tint.icon:
        return element("span", icon(tint.icon), class_="figure")
    sign = face.icon if face.icon in scene.look.icons else scene.sign_on(face, kind, name)
    return (counted(sign, count) if sign and isinstance(count, int) else None) or picture(scene, face, kind, name)


def _has_none(scene: Scene, kind: str) -> bool:
    """Return whether the look of a kind says that its components have no icon."""
    return kind in scene.look.faces and scene.look.faces[kind].icon == NO_ICON


def text_of(scene: Scene, face: Face, name: str) -> Spoken:
    """Return the text on a component: its own if its kind's look has one, else the kind's."""
    own = spoken_in(face.says.get(name, {}), scene.language)
    return own if own.text else Spoken(face.text, ENGLISH)


def is_numbered(blueprint: Blueprint, kind: str) -> bool:
    """Return whether the sides of a kind are numbers, as those of a die."""
    return all(each.isdigit() for each in blueprint.face_names.get(kind, ("",)))


def _side(scene: Scene, kind: str, up: int) -> str:
    return face_title(scene.blueprint, kind, scene.blueprint.face_names[kind][up], scene.language)


def _token(scene: Scene, face: Face, kind: str, name: str, number: int, up: int, told: str) -> Markup:
    told_on_it = texts.line(scene, face.text, kind, name, number, short=True) if face.text else Markup("")
    owner = scene.blueprint.pieces[number].owner if number >= 0 else -1
    numbers = on_pieces.numbers_on(scene, kind, number)
    if number >= 0 and is_numbered(scene.blueprint, kind):
        side = _side(scene, kind, up)
        numbers = [on_pieces.number_shown(side, pips(int(side))), *numbers]
    drawn = pictured.face_of(scene.look, kind, name)
    sign = None if drawn is not None else picture(scene, face, kind, name) or icon(mark_of(max(0, owner)))
    return markup(drawn, told_on_it or joined(numbers) or sign, element("span", told, class_="unseen"))


def _card(scene: Scene, face: Face, kind: str, name: str, number: int) -> Markup:
    title = scene.title_named(kind, name)
    corners = {
        place: element("span", shown, class_=f"corner {_CORNERS[place]}")
        for place, written in face.corners
        if (shown := texts.line(scene, written, kind, name, number, short=True))
    }
    written, spoken = text_of(scene, face, name)
    lines = [
        element("span", breakable(shown))
        for each in written.splitlines()
        if (shown := texts.line(scene, each, kind, name, number, spoken=spoken))
    ]
    heading = texts.line(scene, face.heading, kind, name, number) if face.heading else None
    drawn = pictured.face_of(scene.look, kind, name)
    image = _signs(scene, face, kind, name) if drawn is None else None
    above = [shown for place, shown in corners.items() if place.startswith("top")]
    place = face.layout.heading if face.layout is not None else "top"
    return markup(
        drawn,
        breakable(element("span", element("span", heading or title), class_=_HEADINGS[place])),
        element("span", image, above, class_="image") if image is not None or above else None,
        element("span", lines, class_="print") if lines else None,
        on_pieces.numbers_on(scene, kind, number),
        leads(scene, whose(scene, face, name, number)),
        meter_of(scene, face, name, number, title),
        [shown for place, shown in corners.items() if not place.startswith("top")],
    )


def leads(scene: Scene, seats: Iterable[int]) -> Markup | None:
    """Return the marks of the seats that are shown on a thing, None if there are none."""
    found = [
        element("span", icon(mark_of(seat), seat_title(scene.blueprint, seat, scene.language)),
                class_=f"marker s-{seat}")
        for seat in seats
    ]  # fmt: skip
    return element("span", found, class_="markers leads") if found else None


def whose(scene: Scene, face: Face, design: str, piece: int = -1) -> tuple[int, ...]:
    """Return the seats for which the `seats` truth of a kind's look holds."""
    hole = hole_of(face.seats)
    if hole is None:
        return ()
    seats = range(scene.sight.state[N_SEATS])
    return tuple(seat for seat in seats if of_design(replace(scene.sight, seat=seat), hole, design, piece) == str(True))


def ground_of(scene: Scene, seat: int) -> Markup:
    """Return the sign of a seat in the ground of a field that is wholly its own."""
    return element("span", icon(mark_of(seat), seat_title(scene.blueprint, seat, scene.language)), class_="whose")


WIDTH = 100


def meter_of(scene: Scene, face: Face, design: str, piece: int, title: str) -> Markup | None:
    """Return the meter of a component as its kind's look declares it.

    None if there is none, or if nothing is needed. A seat sees its own progress; a spectator sees the amount needed.
    """
    if not face.meter:
        return None
    reached, needed = (_value(scene, written, design, piece) for written in face.meter)
    if needed is None or needed <= 0:
        return None
    if reached is None or not scene.has_seat:
        return element("span", element("b", f"≥ {needed}"), class_="meter")
    done = reached >= needed
    shown = f"{reached} / {needed}"
    long = max(0, min(WIDTH, reached * WIDTH // needed))
    bar = element(
        "svg",
        element("rect", x=0, y=0, width=WIDTH, height=10, class_="of-all"),
        element("rect", x=0, y=0, width=long, height=10, class_="come") if long else None,
        viewBox=f"0 0 {WIDTH} 10", preserveAspectRatio="none", aria_hidden="true",
    )  # fmt: skip
    told = element("b", "✓ " * done, shown)
    return element("span", bar, told, class_="meter" + " done" * done, role="img", aria_label=f"{title}: {shown}")


def _value(scene: Scene, written: str, design: str, piece: int) -> int | None:
    """Return a field or quantity of a component as a number, None if it is not a number."""
    hole = hole_of(written)
    shown = of_design(scene.sight, hole, design, piece) if hole is not None else ""
    return int(shown) if shown.removeprefix("-").isdigit() else None
