"""Counters, markers and zones as they are shown in an area of the table: numbers with icons, rows of pieces, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from rulewright.drawing import on_pieces, pieces
from rulewright.drawing.icons import icon
from rulewright.drawing.options import NUMBER, chosen_by, option_named
from rulewright.drawing.scene import Scene
from rulewright.locales.catalogue import phrases
from rulewright.model.game import FamilyInfo
from rulewright.model.kinds import DomainName, PieceOf, kind_of
from rulewright.model.layout import N_SEATS
from rulewright.observe.sight import HIDDEN, in_order, may_see, owner_of, source_of
from rulewright.observe.table_rows import index_title
from rulewright.observe.table_values import Row
from rulewright.observe.wording import said_of
from rulewright.pages.html import Content, Markup, element, markup

_SHOWN_BACKS: Final = 10
_ALIKE: Final = 3
_MOST_EMPTY: Final = 6


def members_at(scene: Scene, family: FamilyInfo, row: Row) -> Iterator[tuple[tuple[int, ...], int]]:
    """The members of a family that belong to what an area is about, with their slots."""
    seats, ranges = scene.sight.state[N_SEATS], []
    for domain, low, size in zip(family.per, family.lows, family.sizes, strict=True):
        count = min(size, seats) if domain == "seat" else size
        fixed = row.get(domain)
        ranges.append(range(low, low + count) if fixed is None else (fixed,))
    for indexes in product(*ranges):
        yield indexes, family.slot_of(*indexes)


def state_of(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> Any:
    """Where to look for a member: what others do while all answer at once is sealed."""
    return source_of(scene.sight.state, scene.sight.seat, owner_of(family, indexes))


def is_seen(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
    """Whether the seat that looks sees what a member holds."""
    return may_see(scene.sight.game, scene.sight.known, family, indexes, scene.sight.seat)


def shown(scene: Scene, family: FamilyInfo, row: Row, *, bare: bool = False, heading: str = "") -> Markup | None:
    """A family in an area, with its name unless the `heading` above it says it; None if it is not to be shown, or
    `bare` if nothing is in it.
    """
    manner = scene.manner(family.id)
    if manner.form == "nothing":
        return None
    found = list(members_at(scene, family, row))
    if not found:
        return None
    if manner.form == "raised":
        lowest = family.low if family.sort == "counter" else -1
        found = [each for each in found if not is_seen(scene, family, each[0]) or
                 state_of(scene, family, each[0])[each[1]] > lowest]  # fmt: skip
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


# ---- Numbers and names


def chip(scene: Scene, name: str, label: str, value: Content, row: Row, **attributes: str) -> Markup:
    """A number or name with its icon, or with its title if it has none; `row` says whose it is and what it is of."""
    manner = scene.manner(name)
    sign = icon(manner.icon) if manner.icon else None
    told = element("span", label, class_="unseen" if sign is not None else "label")
    content = (sign, told, element("b", value) if value != "" else None)
    return chosen_by(scene.blueprint, scene.choices, _options(scene, name, row), content, "chip",
                     title=meant(scene, label, value), **attributes)  # fmt: skip


def meant(scene: Scene, label: str, value: Content) -> str:
    """What a number is called, and what the sign for what is hidden means where it is part of the number."""
    if not isinstance(value, str) or HIDDEN not in value:
        return label
    return f"{label} ({said_of(scene.language, HIDDEN, phrases(scene.language, 'table')('hidden'))})"


def _stands(
    scene: Scene, family: FamilyInfo, on: int, row: Row, found: list[tuple[tuple[int, ...], int]]
) -> Markup | None:
    """A marker in a part of the table for what it may be on: there if it is on just that, without saying so again."""
    is_there = any(is_seen(scene, family, each) and state_of(scene, family, each)[slot] == on for each, slot in found)
    return chip(scene, family.id, scene.called(family.id), "", row) if is_there else None


def _options(scene: Scene, name: str, row: Row) -> tuple[tuple[DomainName, int], ...]:
    """The options that something common or of the own seat stands for: those of its name, and those its look names."""
    return option_named(name, *scene.manner(name).chosen_as) if scene.is_own(row) else ()


def _chip(scene: Scene, family: FamilyInfo, row: Row, indexes: tuple[int, ...], slot: int) -> Markup:
    free = [at for at, domain in enumerate(family.per) if domain not in row]
    names = [index_title(scene.sight, family.per[at], indexes[at]) for at in free]
    value = state_of(scene, family, indexes)[slot]
    label = ", ".join([scene.called(family.id), *names]) if free else scene.called(family.id)
    number = ".".join((family.id, *map(str, indexes)))
    whose = dict(zip(family.per, indexes, strict=True))
    seen = is_seen(scene, family, indexes)
    if family.sort == "counter" or (value >= 0 and not seen):
        amount = HIDDEN if not seen else str(value) if says_something(scene, family, indexes) else "–"
        return chip(scene, family.id, ", ".join(names) if names else label, amount, whose, data_number=number)
    label = ", ".join(names) if names else label
    shown_value: Content = "–" if value < 0 else thing(scene, family.domain, value)
    return chip(scene, family.id, label, shown_value, whose, data_number=number)


def says_something(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> bool:
    """Whether a number says something yet: its look may name a counter that is above its least from then on."""
    other = scene.family(scene.manner(family.id).once)
    if other is None:
        return True
    ((_, slot),) = members_at(scene, other, dict(zip(other.per, indexes, strict=True)))
    return not is_seen(scene, other, indexes) or state_of(scene, other, indexes)[slot] > other.low


def thing(scene: Scene, domain: DomainName, value: int) -> Markup:
    """A thing by its name, with its colour and mark if it has them."""
    title = scene.title(domain, value)
    if domain == "seat":
        return element("span", title, class_=f"tag s-{value}")
    if scene.is_enumeration(domain):
        name = scene.blueprint.domains[kind_of(domain)].names[value]
        return element("span", icon(scene.icon_of(domain, value)), title, class_=f"tag v-{domain}-{name}")
    return markup(title)


# ---- Zones


def _shows(scene: Scene, family: FamilyInfo, found: list[tuple[tuple[int, ...], int]]) -> bool:
    """Whether anything of a zone can be seen: its numbered places, pieces, or a place that can be chosen."""
    if family.spaces:
        return True
    names = scene.manner(family.id).chosen_as
    if any(f"{NUMBER} {name}" in scene.choices.asked for name in names):
        return True
    if any(scene.choices.of(*each) for each in option_named(family.id, *names)):
        return True
    return any(state_of(scene, family, indexes)[slot] for indexes, slot in found)


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
    inner = []
    for indexes, slot in _up_to_the_empty(scene, family, found, free):
        names = ", ".join(index_title(scene.sight, family.per[at], indexes[at]) for at in free)
        inner.append(
            element("span", element("span", names, class_="index"), zone(scene, family, indexes, slot), class_="member")
        )
    inside = [title, element("span", inner, class_="members")]
    return chosen_by(scene.blueprint, scene.choices, options, inside, f"zone z-{family.id}")


def _up_to_the_empty(
    scene: Scene, family: FamilyInfo, found: list[tuple[tuple[int, ...], int]], free: list[int]
) -> list[tuple[tuple[int, ...], int]]:
    """The members of a zone that are numbered, without those after the first of many empty ones at their end."""
    if len(free) != 1 or not family.per[free[0]][0].isdigit():
        return found
    last = 0
    for at, (indexes, slot) in enumerate(found, 1):
        asked = _number_asked(scene, family, indexes)
        if state_of(scene, family, indexes)[slot] or any(scene.choices.of(*each) for each in asked):
            last = at
    return found[: last + 1] if len(found) - last > _MOST_EMPTY else found


def zone(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], slot: int) -> Markup:
    """What is in one zone, as far as the seat sees it."""
    source = state_of(scene, family, indexes)
    form = scene.manner(family.id).form or _default_form(family)
    seen = is_seen(scene, family, indexes)
    held = family.held(source, slot)
    kind = kind_of(family.domain)
    name = "-".join(("h", family.id, *map(str, indexes)))
    number = _number_asked(scene, family, indexes)
    if form == "count" or (family.spaces and form != "slots"):
        held = [each for each in held if each >= 0]
    if form == "count":
        return element("b", str(len(held)), class_="count")
    if family.spaces and form == "slots":
        return _slots(scene, family, held, indexes)
    if not held:
        empty = element("span", phrases(scene.language, "table")("empty"), class_="none")
        return _place(scene, number, empty, "pile", name)
    if not seen:
        backs = range(1 if form == "pile" else min(len(held), _SHOWN_BACKS))
        lying: Content = [pieces.back(scene, kind, f"{name}-{n}") for n in backs]
        counted = element("b", str(len(held)), class_="count")
        return _place(scene, number, [lying, counted], "pile" if form == "pile" else "row", name)
    if form == "pile":
        top = pieces.piece(scene, held[-1], source)
        count = element("b", str(len(held)), class_="count") if len(held) > 1 else None
        return _place(scene, number, [top, count], "pile", name)
    return _place(scene, number, list(_grouped(scene, in_order(family, held), source)), "row", name)


def _default_form(family: FamilyInfo) -> str:
    if family.spaces:
        return "slots"
    return "pile" if family.ordered or family.visible == "none" else "row"


def _number_asked(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """How a decision may ask for this member of a family by its number: only of those of the seat that looks."""
    if not family.per or not family.per[-1][0].isdigit() or owner_of(family, indexes) not in (None, scene.sight.seat):
        return ()
    return tuple((f"{NUMBER} {name}", indexes[-1]) for name in scene.manner(family.id).chosen_as)


def _place(scene: Scene, number: tuple[tuple[str, int], ...], content: Content, class_: str, zone_name: str) -> Markup:
    """A place that holds pieces; if a decision asks for its number it can be chosen itself."""
    return chosen_by(scene.blueprint, scene.choices, number, content, class_, data_zone=zone_name.removeprefix("h-"))


def _slots(scene: Scene, family: FamilyInfo, held: Sequence[int], indexes: tuple[int, ...]) -> Markup:
    cells = []
    last = max((at for at, piece in enumerate(held, 1) if piece >= 0), default=0)
    for at, piece in enumerate(held, 1):
        if len(held) - last > _MOST_EMPTY and at > last + 1:
            break
        number: Content = element("span", str(at), _brought(scene, family, at), class_="nr") if len(held) > 1 else None
        cells.append(place(scene, family, indexes, at, piece, number))
    return element("span", cells, class_="slots", data_zone="-".join((family.id, *map(str, indexes))))


def _brought(scene: Scene, family: FamilyInfo, at: int) -> Content:
    """What a numbered place brings besides, with the sign of the counter that holds it."""
    framed, name = scene.manner(family.id).brings
    counter = scene.family(name) if at == framed else None
    if counter is None or not is_seen(scene, counter, ()):
        return None
    amount, image = state_of(scene, counter, ())[counter.base], scene.manner(name).icon
    return element("b", f"+{amount}", icon(image) if image else None, class_="brings", title=scene.called(name))


def place(scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], at: int, piece: int, number: Content) -> Markup:
    """One numbered place of a zone with the piece on it, -1 if it is empty; it can be chosen by its number."""
    owner = owner_of(family, indexes)
    own = owner in (None, scene.sight.seat)
    named = tuple((f"{NUMBER} {name}", at) for name in scene.manner(family.id).chosen_as) if own else ()
    if piece < 0:
        return chosen_by(scene.blueprint, scene.choices, named, number, "slot empty")
    if is_seen(scene, family, indexes):
        lies = pieces.piece(scene, piece, state_of(scene, family, indexes), named)
    else:
        hidden = f"h-{'-'.join((family.id, *map(str, indexes), str(at)))}"
        lies = pieces.back(scene, kind_of(family.domain), hidden)
    return element("span", number, lies, class_="slot")


def _grouped(scene: Scene, held: Sequence[int], source: Any) -> Iterator[Markup]:
    """Pieces side by side; those of one design that cannot be chosen are counted."""
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


# ---- On printed things


def lying(scene: Scene, family: FamilyInfo, value: int) -> list[Content]:
    """What of a family is on a printed thing: pieces, what markers name, numbers that are not at their least."""
    found: list[Content] = []
    if scene.manner(family.id).form == "nothing":
        return found
    for indexes, slot in members_at(scene, family, {family.per[0]: value}):
        source = state_of(scene, family, indexes)
        seen = is_seen(scene, family, indexes)
        if family.sort == "counter":
            if family.title and not (seen and source[slot] == family.low):
                whose, amount = dict(zip(family.per, indexes, strict=True)), str(source[slot]) if seen else HIDDEN
                if seen and family.is_yes_or_no:
                    amount = ""  # what is there or not is no number
                found.append(chip(scene, family.id, scene.called(family.id), amount, whose))
        elif family.sort == "marker":
            if source[slot] >= 0:
                found.append(thing(scene, family.domain, source[slot]) if seen else HIDDEN)
        else:
            held = family.held(source, slot)
            there = [piece for piece in held if piece >= 0]
            if seen:
                found += _on_places(scene, family, indexes, held, source)
            elif there:
                hidden = f"h-{family.id}-{value}"
                kind = kind_of(family.domain)
                found.append(markup(pieces.back(scene, kind, hidden), element("b", str(len(there)), class_="count")))
    return found


def _on_places(
    scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], held: Sequence[int], source: Any
) -> Iterator[Content]:
    """The pieces on a printed thing; if a decision asks for a number of its places, these with their numbers."""
    asked = scene.choices.about.get(family.per[0]) == indexes[0]
    for at, piece in enumerate(held, 1 if family.spaces else indexes[-1]):
        things = tuple((f"{NUMBER} {name}", at) for name in scene.manner(family.id).chosen_as) if asked else ()
        lit = any(scene.choices.of(*each) for each in things)
        if piece >= 0:
            yield pieces.piece(scene, piece, source, things if lit else ())
        elif lit:
            yield chosen_by(scene.blueprint, scene.choices, things, element("span", str(at), class_="nr"), "slot empty")
