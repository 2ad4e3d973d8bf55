"""Men that stand on their board no more: beside it as small men, those of each seat in a row of their own."""

from __future__ import annotations

from rulewright.core.model.game import FamilyInfo
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.observe.naming import is_on_board
from rulewright.table.drawing import men
from rulewright.table.drawing.named import zone_name
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Markup, element

_TWO = 2


def men_beside(scene: Scene, zone: FamilyInfo) -> Markup | None:
    """Return what a common zone holds as men, None unless it holds such as stand on a board, and all see it.

    Of two seats the men of the second come first, as the first has taken them. The place is there while it is empty, so
    that nothing moves when the first man comes.
    """
    if zone.sort != "zone" or zone.per or zone.spaces or not scene.sees(zone, ()):
        return None
    kind = kind_of(zone.domain)
    boards = (each for each in scene.blueprint.families if is_on_board(scene.blueprint, each))
    stands = next((each for each in boards if each.domain == zone.domain), None)
    if stands is None or PieceOf(kind) in scene.choices.asked or men.has_look(scene, kind):
        return None
    held = zone.held(scene.source(zone, ()), zone.slot_of())
    owners = [scene.blueprint.pieces[each].owner for each in held]
    if any(owner < 0 for owner in owners):
        return None
    seats = sorted(set(owners), reverse=scene.blueprint.max_seats == _TWO)
    rows = [element("span", [men.stone(scene, stands, seat)] * owners.count(seat), class_="men") for seat in seats]
    called = element("span", scene.called(zone.id), class_="unseen")
    return element("span", called, rows, class_="zone beside-board", data_zone=zone_name(zone.id, ()))
