"""Numbers that belong to pieces, such as the pips of a die.

They are drawn on their pieces unless a look says otherwise.
"""

from __future__ import annotations

from rulewright.core.model.game import Blueprint, FamilyInfo
from rulewright.core.model.kinds import PieceOf, counted_by
from rulewright.core.model.look import PIPS
from rulewright.observe.naming import value_title
from rulewright.observe.sight.sight import HIDDEN
from rulewright.table.drawing.dots import pips
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Markup, element


def lies_on_pieces(blueprint: Blueprint, family: FamilyInfo) -> bool:
    """Return whether a number is shown on the pieces it belongs to.

    It is if its look says that it is their pips, or if it has a title, and neither it nor its kind a look.
    """
    if family.sort != "counter" or not family.title or len(family.per) != 1:
        return False
    counted, looks = counted_by(family.per[0]), blueprint.look
    if not isinstance(counted, PieceOf) or family.id in looks.manners:
        return isinstance(counted, PieceOf) and looks.manners[family.id].form == PIPS
    return counted.kind in looks.fields and counted.kind not in looks.faces


def numbers_on(scene: Scene, kind: str, number: int) -> list[Markup]:
    """Return the numbers of a piece, -1 for what is not a piece."""
    found = []
    for family in families_on(scene, kind) if number >= 0 else ():
        ((indexes, slot),) = scene.members(family, {family.per[0]: number})
        held = scene.source(family, indexes)[slot]
        known = scene.sees(family, indexes)
        shown = value_title(scene.blueprint, family, held, scene.language) if known else HIDDEN
        drawn = pips(held) if known and scene.manner(family.id).form == PIPS else None
        found.append(number_shown(shown, drawn, scene.called(family.id)))
    return found


def pips_on(scene: Scene, kind: str, number: int) -> list[Markup]:
    """Return the numbers of a piece that are drawn as pips."""
    drawn = [each for each in families_on(scene, kind) if scene.manner(each.id).form == PIPS] if number >= 0 else []
    return numbers_on(scene, kind, number) if drawn else []


def number_shown(written: str, drawn: Markup | None, title: str | None = None) -> Markup:
    """Return a number on a piece, drawn as the pips of a die if it has a drawing."""
    told = written if drawn is None else [drawn, element("span", written, class_="unseen")]
    return element("b", told, class_="pips", title=title)


def families_on(scene: Scene, kind: str) -> tuple[FamilyInfo, ...]:
    """Return the numbers that lie on pieces of a kind."""
    known = scene.kept.numbers.get(kind)
    if known is None:
        lying = [each for each in scene.blueprint.families if lies_on_pieces(scene.blueprint, each)]
        known = tuple(each for each in lying if counted_by(each.per[0]) == PieceOf(kind))
        scene.kept.numbers[kind] = known
    return known
