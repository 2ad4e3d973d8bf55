"""Things on printed things: pieces, what markers name, and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.core.locales.line_text import holes_in
from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.core.model.look import TURNED
from rulewright.observe.sight.sight import HIDDEN
from rulewright.table.drawing import families, laid, pieces
from rulewright.table.drawing.named import hidden_name
from rulewright.table.drawing.options import chosen_by, numbers_named
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element, markup


def lying_on(scene: Scene, kind: str, value: int) -> list[Content]:
    """Return all that is on a printed thing."""
    return [shown for family in scene.families_on(kind) for shown in lying(scene, family, value)]


def lying(scene: Scene, family: FamilyInfo, value: int) -> list[Content]:
    """Return what a family has on a printed thing.

    That is pieces, the things that markers name, and numbers above their least value.
    """
    found: list[Content] = []
    if scene.manner(family.id).form in ("nothing", TURNED):
        return found
    for indexes, slot in scene.members(family, {family.per[0]: value}):
        source = scene.source(family, indexes)
        seen = scene.sees(family, indexes)
        if family.sort == "counter":
            if family.title and not (seen and source[slot] == family.low):
                whose, amount = dict(zip(family.per, indexes, strict=True)), str(source[slot]) if seen else HIDDEN
                if seen and family.is_yes_or_no:
                    amount = ""  # what is there or not is not a number
                found.append(families.chip(scene, family.id, scene.called(family.id), amount, whose))
        elif family.sort == "marker":
            if source[slot] >= 0:
                found.append(_held(scene, family, value, source[slot]) if seen else HIDDEN)
        else:
            held = family.held(source, slot)
            there = [piece for piece in held if piece >= 0]
            if seen:
                found += _on_places(scene, family, indexes, held, source)
            elif there:
                back = pieces.back(scene, kind_of(family.domain), hidden_name(family.id, (value,)))
                found.append(markup(back, element("b", str(len(there)), class_="count")))
    return found


def _held(scene: Scene, family: FamilyInfo, value: int, held: int) -> Markup:
    """Return the thing that a marker on a printed thing points to: as a tile, or by its name."""
    kind = kind_of(family.domain)
    if kind not in scene.look.tints or scene.is_enumeration(family.domain):
        return families.thing(scene, family.domain, held)
    blueprint, turned = scene.blueprint, laid.turn(scene, *family.per, index=value) if len(family.per) == 1 else 0
    is_piece = isinstance(family.domain, PieceOf)
    design = blueprint.pieces[held].design if is_piece else blueprint.domains[kind].names[held]
    drawn = laid.tile(scene, kind, design, turned)
    return drawn if drawn is not None else families.thing(scene, family.domain, held)


def _on_places(
    scene: Scene, family: FamilyInfo, indexes: tuple[int, ...], held: Sequence[int], source: Any
) -> Iterator[Content]:
    """Yield the pieces on a printed thing.

    If a decision asks for a number of its places, the places that can be chosen are shown with their numbers. Slots
    with a number in print are all shown.
    """
    asked = scene.choices.about.get(family.per[0]) == indexes[0]
    values = _values_of_places(scene, family, indexes[0])
    for at, piece in enumerate(held, 1 if family.spaces else indexes[-1]):
        things = numbers_named(scene.manner(family.id).chosen_as, at) if asked else ()
        lit = any(scene.choices.of(*each) for each in things)
        shown: Content = pieces.piece(scene, piece, source, things if lit else ()) if piece >= 0 else None
        if piece < 0 and lit:
            shown = chosen_by(
                scene.blueprint, scene.choices, things, element("span", str(at), class_="nr"), "slot empty"
            )
        if values is not None and at <= len(values):
            value = element("b", str(values[at - 1]) if values[at - 1] else "–")
            yield element("span", value, shown, class_="cell held" if piece >= 0 else "cell")
        elif shown is not None:
            yield shown


def _values_of_places(scene: Scene, family: FamilyInfo, value: int) -> tuple[Any, ...] | None:
    """Return what is printed on the places of a printed thing whose text is a list, in the order of the places.

    None if it is no list, or if the pieces of the zone are not drawn in slots.
    """
    kind = family.per[0]
    holes = holes_in(scene.face(kind).text)
    if scene.manner(family.id).form != "slots" or len(holes) != 1:
        return None
    values = scene.blueprint.printed.get(scene.blueprint.domains[kind].names[value], {}).get(holes[0].name)
    return values if isinstance(values, tuple) else None
