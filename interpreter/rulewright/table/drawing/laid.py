"""Tiles on boards: components with an icon of their own, as large as a field, and turned as they lie."""

from __future__ import annotations

from rulewright.core.model.game import FamilyInfo
from rulewright.observe.words.turned import turn_of
from rulewright.table.drawing.icons import icon
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Markup, element


def tile(scene: Scene, kind: str, design: str, turn: int) -> Markup | None:
    """Return a component as its icon, or None if the look of its kind has none for it."""
    tint = scene.look.tints.get(kind, {}).get(design)
    if tint is None or not tint.icon:
        return None
    title = scene.title_named(kind, design)
    shown = icon(tint.icon, turn=turn), element("span", title, class_="unseen")
    return element("span", shown, class_="laid", title=title)


def turn(scene: Scene, *per: str, index: int | None = None) -> int:
    """Return by how many degrees something is turned: a piece, what lies on a place, a seat's, or what all share."""
    indexes = (index,) if index is not None else ()

    def held(family: FamilyInfo) -> int | None:
        return scene.source(family, indexes)[family.slot_of(*indexes)] if scene.sees(family, indexes) else None

    return turn_of(scene.blueprint, per, held)
