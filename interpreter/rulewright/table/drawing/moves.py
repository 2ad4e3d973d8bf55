"""Moves between the regions of a map, each chosen by its first region and then by its last.

An option about a border is such a move, from its near end. It leads to the one region where a marker would newly
appear, as after a jump over another, or to the border's far end if the look-ahead does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.core.locales.wording import said_of
from rulewright.core.model.look import MapInfo
from rulewright.table.drawing.options import Choices, ShownOption
from rulewright.table.drawing.scene import Scene
from rulewright.table.pages.html import Content, Markup, element


class BorderMove(NamedTuple):
    """An option that leads from one region to another, by their places in their kind."""

    start: int
    goal: int
    option: ShownOption


def moves_on(info: MapInfo, choices: Choices) -> tuple[BorderMove, ...]:
    """Return the moves on a map that a click identifies.

    If several moves connect the same regions, none of them is included.
    """
    found: dict[tuple[int, int], list[BorderMove]] = {}
    for each in _moves(info, choices):
        found.setdefault(each[:2], []).append(each)
    return tuple(each for (each, *others) in found.values() if not others)


def ends_of(info: MapInfo, half: int) -> tuple[int, int]:
    """Return the near and the far end of a border as it is seen from one of its ends."""
    one, other, _ = info.borders[half // 2]
    return (other, one) if half % 2 else (one, other)


def region_with(
    scene: Scene, info: MapInfo, moves: Iterable[BorderMove], value: int, content: Content, class_: str, title: str
) -> Markup | None:
    """Return a region that moves begin at or lead to, with a button for each, None for any other.

    Buttons of moves that lead to the region are hidden until the page knows where the move begins.
    """
    begun = [each for each in moves if each.start == value]
    led = [each for each in moves if each.goal == value]
    if not begun and not led:
        return None
    name = scene.blueprint.domains[info.kind].names[value]
    buttons: list[Markup] = []
    if begun:
        labels = ", ".join(dict.fromkeys(each.option.label for each in begun if each.option.label))
        told = said_of(scene.language, labels, title) if labels else title
        buttons.append(element("button", type="button", class_="cover", data_start=str(value), aria_label=told,
                               aria_pressed="false"))  # fmt: skip
    buttons += map(_goal, led)  # above the other: where a move leads to a region, none begins there
    lit = " open" * bool(begun)
    return element("span", content, buttons, class_=f"{class_}{lit}", data_about=name, title=title)


def _goal(move: BorderMove) -> Markup:
    offer = move.option
    return element(
        "button", type="submit", name="option", value=str(offer.code), data_option=str(offer.code), class_="cover",
        data_from=str(move.start), data_listed=offer.key, aria_label=offer.title, hidden="",
    )  # fmt: skip


def _moves(info: MapInfo, choices: Choices) -> Iterator[BorderMove]:
    for (domain, half), offers in choices.offers.items():
        if domain == info.id:
            start, far = ends_of(info, half)
            for each in offers:
                if each.first is None:
                    yield BorderMove(start, choices.goals.get((info.kind, each.code), far), each)
