"""How far something has got, as a bar with its numbers next to it, so that no length or colour says it alone."""

from __future__ import annotations

from rulewright.drawing.scene import Scene
from rulewright.model.layout import N_SEATS
from rulewright.model.look import Face
from rulewright.observe.table_designs import of_design
from rulewright.observe.table_text import hole_of
from rulewright.pages.html import Markup, element

WIDTH = 100


def meter_of(scene: Scene, face: Face, design: str, piece: int, title: str) -> Markup | None:
    """The meter of a component as its kind's look says; None if it names none or nothing is needed.

    How far a seat has got is shown to that seat: whoever looks on without one sees what is needed.
    """
    if not face.meter:
        return None
    reached, needed = (_value(scene, written, design, piece) for written in face.meter)
    if needed is None or needed <= 0:
        return None
    if reached is None or scene.sight.seat not in range(scene.sight.state[N_SEATS]):
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
    """A field or quantity of a component as a number; None if it has none."""
    hole = hole_of(written)
    shown = of_design(scene.sight, hole, design, piece) if hole is not None else ""
    return int(shown) if shown.removeprefix("-").isdigit() else None
