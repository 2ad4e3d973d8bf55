"""Results of chance in words: the numbers, and the things they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.locales.catalogue import phrases
from rulewright.core.model.events import Changed, Event, Rolled
from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import FRAME_LOCALS, CallStack
from rulewright.observe.naming import index_titles, value_title
from rulewright.observe.sight.places import place_of, sees_change

_A_CALL = 2
"""How long an entry of a course is that is only a call, without a frame of its own."""


def is_result(blueprint: Blueprint, event: Event, before: Event | None) -> bool:
    """Return whether an event is a change to what chance decided in the one before it, which is no truth."""
    if not (isinstance(event, Changed) and isinstance(before, Rolled) and before.value == event.after):
        return False
    place = place_of(blueprint, event.slot)
    return place is None or not place.family.is_truth


def came_up(blueprint: Blueprint, results: Sequence[Changed], seat: int | None, language: str) -> str:
    """Return the results that a seat may see.

    If they are of things with equal titles, only the values are listed.
    """
    found: list[tuple[str, str]] = []
    for each in results:
        place = place_of(blueprint, each.slot)
        if place is None or not place.family.title or not sees_change(blueprint, each, seat):
            continue
        value = value_title(blueprint, place.family, each.after, language)
        found.append((", ".join(index_titles(blueprint, place.family, place.indexes, language)), value))
    if not found:
        return ""
    alike = len({of for of, _ in found}) == 1
    values = ", ".join(value if alike else f"{of} {value}" for of, value in found)
    return phrases(language, "table")("came_up", values=values)


def seat_of(course: CallStack) -> int:
    """Return the seat that acts in the innermost effect of a course that says so, -1 if none does."""
    while course is not None:
        if len(course) > _A_CALL:
            return int(course[FRAME_LOCALS])
        course = course[0]
    return -1
