"""Counters, markers and zones in an area: numbers with icons, rows of pieces, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import said_of
from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import DomainName, PieceOf, kind_of
from rulewright.core.model.look import CHAIN, DIMMED, FAN, PILE, TRICK, TURNED, UNDER
from rulewright.observe.naming import value_title
from rulewright.observe.sight.sight import HIDDEN, in_order, owner_of
from rulewright.observe.words.table_rows import index_title
from rulewright.observe.words.table_values import Row
from rulewright.table.drawing import on_pieces, pieces
from rulewright.table.drawing.icons import icon, mark_of
from rulewright.table.drawing.named import hidden_name, number_name, zone_name
from rulewright.table.drawing.options import Things, chosen_by, numbers_named, option_named
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, markup

_SHOWN_BACKS: Final = 10
_ALIKE: Final = 3
_MOST_EMPTY: Final = 6
_RAISED: Final = ("raised", DIMMED)
_RUN: Final = 8
"""So many pieces of a chain lie side by side before it turns, the last of them downwards."""
_CLASSES: Final = {PILE: "pile", UNDER: "row under"}
"""The class of the pieces of a zone that lie in these forms, whether they are seen or not."""


def shown(scene: Scene, family: FamilyInfo, row: Row, *, bare: bool = False, heading: str = "") -> Markup | None:
    """Return a family as an area shows it, with its name unless `heading` says it.

    None if it is not shown, or if `bare` and nothing is in it.
    """
    manner = scene.manner(family.id)
    if manner.form in ("nothing", TURNED) or _is_on_its_board(scene, family):
        return None
    found = list(scene.members(family, row))
    if not found:
        return None
    if manner.form in _RAISED:
        lowest = family.low if family.sort == "counter" else -1
        found = [
            each
            for each in found
            if scene.source(family, each[0])[each[1]] > lowest
            or not (family.sort == "marker" or scene.sees(family, each[0]))
        ]
        if not found:
            return None
    if family.sort == "zone":
        return _zones(scene, family, row, found, heading) if not bare or _shows(scene, family, found) else None
    on = row.get(kind_of(family.domain)) if family.sort == "marker" and family.domain not in family.per else None
    if on is not None:
        return _stands(scene, family, on, row, found)
    chips = [_chip(scene, family, row, indexes, slot) for indexes, slot in found]
    if len(chips) == 1:
        return chips[0]
    title = element("span", scene.called(family.id), class_="label")
    return element("span", title, chips, class_="chips")


def _is_on_its_board(scene: Scene, family: FamilyInfo) -> bool:
    """Return whether the icon of a marker stands on the place of a board that it names, so that no words are needed."""
    points = family.sort == "marker" and not family.per and scene.manner(family.id).icon
    return bool(points) and any(each.made and each.kind == family.domain for each in scene.look.whole_maps)


# ---- Numbers and names


def chip(
    scene: Scene, name: str, label: str, value: Content, row: Row, image: str = "", hue: str = "", **attributes: str
) -> Markup:
    """Return a number or name with its icon, by default its look's, or with its title if it has none.

    `row` says who owns it and what it is about, `hue` is the class of its colour.
    """
    image = image or scene.manner(name).icon
    sign = icon(image) if image else None
    told = element("span", label, class_="unseen" if sign is not None else "label")
    content = (sign, told, element("b", value) if value != "" else None)
    return chosen_by(scene.blueprint, scene.choices, _options(scene, name, row), content, f"chip {hue}".strip(),
                     title=meant(scene, label, value), **attributes)  # fmt: skip


def meant(scene: Scene, label: str, value: Content) -> str:
    """Return the name of a number, with an explanation if the number contains the sign for hidden."""
    if not isinstance(value, str) or HIDDEN not in value:
        return label
    return f"{label} ({said_of(scene.language, HIDDEN, phrases(scene.language, 'table')('hidden'))})"


def _stands(
    scene: Scene, family: FamilyInfo, on: int, row: Row, found: list[tuple[tuple[int, ...], int]]
) -> Markup | None:
    """Return a marker in the part of the thing it is on, None if it is not on that thing."""
    is_there = any(scene.sees(family, each) and scene.source(family, each)[slot] == on for each, slot in found)
    return chip(scene, family.id, scene.called(family.id), "", row) if is_there else None


def _options(scene: Scene, name: str, row: Row) -> Things:
    """Return the options that a common thing, or one of the own seat, stands for.

    They have the thing's name or a name that its look states.
    """
    return option_named(name, *scene.manner(name).chosen_as) if scene.is_own(row) else ()


def _chip(scene: Scene, family: FamilyInfo, row: Row, indexes: tuple[int, ...], slot: int) -> Markup:
    free = [at for at, domain in enumerate(family.per) if domain not in row]
    names = [index_title(scene.sight, family.per[at], indexes[at]) for at in free]
    value = scene.source(family, indexes)[slot]
    label = ", ".join([scene.called(family.id), *names]) if free else scene.called(family.id)
    image, hue = _image_of(scene, family.per[free[0]], indexes[free[0]]) if len(free) == 1 else ("", "")
    number = number_name(family.id, indexes)
    whose = dict(zip(family.per, indexes, strict=True))
    seen = scene.sees(family, indexes)
    if family.sort == "counter" or (value >= 0 and not seen):
        is_told = family.is_truth and seen and scene.manner(family.id).form in _RAISED  # else it would not be here
        amount = "" if is_told else value_title(scene.blueprint, family, value, scene.language) if seen else HIDDEN
        label = ", ".join(names) or label
        return chip(scene, family.id, label, amount, whose, image, hue, data_number=number)
    label = ", ".join(names) if names else label
    shown_value: Content = "–" if value < 0 else thing(scene, family.domain, value)
    return chip(scene, family.id, label, shown_value, whose, image, data_number=number)


def _image_of(scene: Scene, domain: DomainName, value: int) -> tuple[str, str]:
    """Return the icon that a look declares for a value of an enumeration and the class of its colour, empty if none."""
    if not scene.is_enumeration(domain):
        return "", ""
    name = scene.blueprint.domains[kind_of(domain)].names[value]
    tint = scene.look.tints.get(kind_of(domain), {}).get(name)
    return (tint.icon, f"v-{domain}-{name}") if tint is not None and tint.icon else ("", "")


def thing(scene: Scene, domain: DomainName, value: int) -> Markup:
    """Return a thing by its name, with its colour and mark if it has them."""
    title = scene.title(domain, value)
    if domain == "seat":
        return element("span", icon(mark_of(value)), title, class_=f"tag s-{value}")
    if scene.is_enumeration(domain):
        name = scene.blueprint.domains[kind_of(domain)].names[value]
        told = element("span", title, class_="unseen") if is_sign(title) else title
        return element("span", icon(scene.icon_of(domain, value)), told, class_=f"tag v-{domain}-{name}")
    return markup(title)


def is_sign(title: str) -> bool:
    """Return whether a title is a sign without a letter, such as that of a suit, which says the same as its icon."""
    return not any(map(str.isalnum, title))


# ---- Zones


def _shows(scene: Scene, family: FamilyInfo, found: list[tuple[tuple[int, ...], int]]) -> bool:
    """Whether anything of a zone can be seen: its places, pieces, or a place that can be chosen."""
    manner = scene.manner(family.id)
    if family.spaces or manner.form in (TRICK, PILE):
        return True
    names = manner.chosen_as
    if any(domain in scene.choices.asked for domain, _ in numbers_named(names, 0)):
        return True
    if any(scene.choices.of(*each) for each in option_named(family.id, *names)):
        return True
    return any(scene.source(family, indexes)[slot] or slot in scene.left for indexes, slot in found)


def _zones(
    scene: Scene, family: FamilyInfo, row: Row, found: list[tuple[tuple[int, ...], int]], heading: str
) -> Markup:
    free = [at for at, domain in enumerate(family.per) if domain not in row]
    name = scene.called(family.id)
    title = element("span", name, class_="unseen" if name == heading else "label")
    options = _options(scene, family.id, row) if "seat" in row or "seat" not in family.per else ()
    if not free:
        ((indexes, slot),) = found
        inside = [title, zone(scene, family, indexes, slot)]
        return chosen_by(scene.blueprint, scene.choices, options, inside, f"zone z-{family.id}")
    if scene.manner(family.id).form == TRICK and [family.per[at] for at in free] == ["seat"]:
        return element("span", _seated(scene, family, found, free[0]), class_=f"zone z-{family.id}")
    inner = []
    for indexes, slot in _up_to_the_empty(scene, family, found, free):
        names = ", ".join(index_title(scene.sight, family.per[at], indexes[at]) for at in free)
        by_sign = len(free) == 1 and _image_of(scene, family.per[free[0]], indexes[free[0]])[0] and is_sign(names)
        index = element("span", names, class_="unseen" if by_sign else "index")
        inner.append(element("span", index, zone(scene, family, indexes, slot), class_="member"))
    inside = [title, element("span", inner, class_="members")]
    return chosen_by(scene.blueprint, scene.choices, options, inside, f"zone z-{family.id}")


def _seated(scene: Scene, family: FamilyInfo, found: list[tuple[tuple[int, ...], int]], by: int) -> Markup:
    """Return the members of a zone before the seats, as these sit around the table: the seat that looks comes last."""
    first = 1 + max(0, scene.sight.seat or 0) if scene.has_seat else 1
    members = []
    for indexes, slot in (*found[first:], *found[:first]):
        seat = indexes[by]
        name = index_title(scene.sight, "seat", seat)
        sign = element("span", icon(mark_of(seat)), element("span", name), class_=f"index marker s-{seat}")
        members.append(element("span", sign, zone(scene, family, indexes, slot), class_="member"))
    is_over = any(slot in scene.left for _, slot in found)
    told = phrases(scene.language, "table")("before") if is_over else scene.called(family.id)
    title = element("span", told, class_="label past" if is_over else "unseen")
    return markup(title, element("span", members, class_="seated"))


def _up_to_the_empty(
    scene: Scene, family: FamilyInfo, found: list[tuple[tuple[int, ...], int]], free: list[int]
) -> list[tuple[tuple[int, ...], int]]:
    """Return the members of a numbered zone without most of the empty ones at the end.

    The first empty member stays, as do members whose number is open to choose.
    """
    if len(free) != 1 or not family.per[free[0]][0].isdigit():
        return found
    last = 0
    for at, (indexes, slot) in enumerate(found, 1):
        asked = _number_asked(scene, family, indexes)
        if scene.source(family, indexes)[slot] or any(scene.choices.of(*each) for each in asked):
            last = at
    return found[: last + 1] if len(found) - last > _MOST_EMPTY else found


def zone(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], slot: int) -> Markup:
    """Return the contents of one zone, as far as the seat sees them."""
    source = scene.source(family, indexes)
    form = scene.manner(family.id).form or _default_form(family)
    seen = scene.sees(family, indexes)
    held = family.held(source, slot)
    kind = kind_of(family.domain)
    name = zone_name(family.id, indexes)
    number = _number_asked(scene, family, indexes)
    if form == "count" or (family.spaces and form != "slots"):
        held = [each for each in held if each >= 0]
    if form == "count":
        return element("b", str(len(held)), class_="count")
    if family.spaces and form == "slots":
        return _slots(scene, family, held, indexes)
    if not held and (last := scene.left.get(slot)):
        return element("span", (pieces.piece(scene, each, source) for each in last), class_="row last")
    if not held:
        return _place(scene, number, _empty(scene, family, indexes), "pile", name) if form != UNDER else Markup("")
    if not seen:
        shown_backs = {PILE: 1, UNDER: len(held)}.get(form, min(len(held), _SHOWN_BACKS))
        lying: Content = [pieces.back(scene, kind, hidden_name(family.id, indexes, n)) for n in range(shown_backs)]
        counted = element("b", str(len(held)), class_="unseen" if form == UNDER else "count")
        return _place(scene, number, [lying, counted], _CLASSES.get(form, "row"), name)
    if form == PILE:
        top = pieces.piece(scene, held[-1], source)
        count = element("b", str(len(held)), class_="count") if len(held) > 1 else None
        return _place(scene, number, [top, count], "pile", name)
    if form == CHAIN:
        return _place(scene, number, list(_runs(scene, held, source)), "chain", name)
    class_ = "row fan" if form == FAN else _CLASSES.get(form, "row")
    return _place(scene, number, list(_grouped(scene, in_order(family, held), source)), class_, name)


def _runs(scene: Scene, held: Sequence[int], source: Any) -> Iterator[Markup]:
    """Yield the stretches of a chain between its turns."""
    for first in range(0, len(held), _RUN):
        lying = (pieces.piece(scene, each, source) for each in held[first : first + _RUN])
        yield element("span", list(lying), class_="run")


def _empty(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> Markup:
    """Return an empty place: where a look says what will lie there, as large as that, so that nothing moves then."""
    told = phrases(scene.language, "table")("empty")
    if scene.manner(family.id).form not in (TRICK, PILE):
        return element("span", told, class_="none")
    sign = _image_of(scene, family.per[-1], indexes[-1])[0] if family.per else ""
    return element("span", icon(sign) if sign else None, element("span", told, class_="unseen"), class_="bed")


def _default_form(family: FamilyInfo) -> str:
    if family.spaces:
        return "slots"
    return "pile" if family.ordered or family.visible == "none" else "row"


def _number_asked(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> Things:
    """Return the things by which a decision may ask for this member by its number.

    Only for members that are common or of the seat that looks.
    """
    if not family.per or not family.per[-1][0].isdigit() or owner_of(family, indexes) not in (None, scene.sight.seat):
        return ()
    return numbers_named(scene.manner(family.id).chosen_as, indexes[-1])


def _place(scene: Scene, number: Things, content: Content, class_: str, zone: str) -> Markup:
    """Return a place that holds pieces, which can be chosen itself if a decision asks for its number."""
    return chosen_by(scene.blueprint, scene.choices, number, content, class_, data_zone=zone)


def _slots(scene: Scene, family: FamilyInfo, held: Sequence[int], indexes: tuple[int, ...]) -> Markup:
    cells = []
    last = max((at for at, piece in enumerate(held, 1) if piece >= 0), default=0)
    for at, piece in enumerate(held, 1):
        if len(held) - last > _MOST_EMPTY and at > last + 1:
            break
        number: Content = element("span", str(at), _brought(scene, family, at), class_="nr") if len(held) > 1 else None
        cells.append(place(scene, family, indexes, at, piece, number))
    return element("span", cells, class_="slots", data_zone=zone_name(family.id, indexes))


def _brought(scene: Scene, family: FamilyInfo, at: int) -> Content:
    """Return the amount that a numbered place brings, with the sign of the counter that holds it."""
    framed, name = scene.manner(family.id).brings
    counter = scene.family(name) if at == framed else None
    if counter is None or not scene.sees(counter, ()):
        return None
    amount, image = scene.source(counter, ())[counter.base], scene.manner(name).icon
    return element("b", f"+{amount}", icon(image) if image else None, class_="brings", title=scene.called(name))


def place(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], at: int, piece: int, number: Content) -> Markup:
    """Return one numbered place of a zone with the piece on it.

    `piece` is -1 if the place is empty. The place can be chosen by its number.
    """
    own = owner_of(family, indexes) in (None, scene.sight.seat)
    named = numbers_named(scene.manner(family.id).chosen_as, at) if own else ()
    if piece < 0:
        return chosen_by(scene.blueprint, scene.choices, named, number, "slot empty")
    if scene.sees(family, indexes):
        lies = pieces.piece(scene, piece, scene.source(family, indexes), named)
    else:
        lies = pieces.back(scene, kind_of(family.domain), hidden_name(family.id, indexes, at))
    return element("span", number, lies, class_="slot")


def _grouped(scene: Scene, held: Sequence[int], source: Any) -> Iterator[Markup]:
    """Yield pieces side by side, with a count for equal ones that cannot be chosen."""
    groups: dict[tuple[str, int, bool, int, int], list[int]] = {}
    faces = scene.blueprint.face_names
    for piece in held:
        info = scene.blueprint.pieces[piece]
        domain = PieceOf(info.kind)
        free = bool(scene.choices.of(domain, piece)) or domain in scene.choices.asked
        turned = source[scene.blueprint.faces + piece] if info.kind in faces else 0
        by_itself = piece if on_pieces.numbers_on(scene, info.kind, piece) else -1
        groups.setdefault((info.design, info.owner, free, turned, by_itself), []).append(piece)
    for (_, _, free, _, _), found in groups.items():
        if free or len(found) < _ALIKE:
            yield from (pieces.piece(scene, each, source) for each in found)
        else:
            shown_piece = pieces.piece(scene, found[0], source)
            yield element("span", shown_piece, element("b", f"×{len(found)}", class_="count"), class_="times")
