"""The seats shown on a thing because something is true of them there, such as who leads: by mark and colour."""

from __future__ import annotations

from dataclasses import replace

from rulewright.drawing.icons import icon, mark_of
from rulewright.drawing.scene import Scene
from rulewright.model.layout import N_SEATS
from rulewright.model.look import Face
from rulewright.observe.naming import seat_title
from rulewright.observe.table_designs import of_design
from rulewright.observe.table_text import hole_of
from rulewright.pages.html import Markup, element


def seats_on(scene: Scene, face: Face, design: str, piece: int) -> Markup | None:
    """The seats for which the truth of a kind's look holds of a component; None if there is none."""
    hole = hole_of(face.seats)
    if hole is None:
        return None
    found = []
    for seat in range(scene.sight.state[N_SEATS]):
        if of_design(replace(scene.sight, seat=seat), hole, design, piece) == str(True):
            sign = icon(mark_of(seat), seat_title(scene.blueprint, seat, scene.language))
            found.append(element("span", sign, class_=f"marker s-{seat}"))
    return element("span", found, class_="markers leads") if found else None
