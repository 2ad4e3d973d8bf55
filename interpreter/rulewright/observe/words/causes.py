"""The causes of events: the effects in progress, by their titles."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.locales.wording import title_in
from rulewright.core.model.effect_names import whole_of
from rulewright.core.model.events import Changed, effects_of
from rulewright.core.model.game import Blueprint
from rulewright.core.model.layout import CallStack
from rulewright.observe.naming import thing_title
from rulewright.observe.sight.places import place_of

_OUTER = 3


def cause_told(blueprint: Blueprint, event: Changed, language: str) -> str:
    """Return the title of the innermost titled effect that changed a counter, empty if there is none."""
    place = place_of(blueprint, event.slot)
    if place is None or place.family.sort != "counter":
        return ""
    free = whole_of(blueprint.sites[blueprint.free_site].procedure) if blueprint.free_site >= 0 else ""
    for id_ in _ids(blueprint, effects_of(event.course)):
        if id_ == free:
            return ""  # what surrounds a free action has not caused what it does
        if name := _name(blueprint, id_, language):
            return name
    return ""


def course_told(blueprint: Blueprint, course: CallStack, language: str) -> tuple[tuple[str, ...], str]:
    """Return (names of the innermost effects, `file:line` of the first) of an event."""
    places = blueprint.procedure_places
    known = [number for number in effects_of(course) if number < len(places)]
    file, line = places[known[0]] if known else ("", 0)
    names = [_name(blueprint, id_, language) or id_.replace("_", " ") for id_ in _ids(blueprint, known)]
    return tuple(dict.fromkeys(names))[:_OUTER], f"{file}:{line}" if file else ""


def titled_course(blueprint: Blueprint, course: CallStack, language: str) -> tuple[str, ...]:
    """Return the titles of the innermost titled effects of an event."""
    names = [_name(blueprint, id_, language) for id_ in _ids(blueprint, effects_of(course))]
    return tuple(dict.fromkeys(filter(None, names)))[:_OUTER]


def _ids(blueprint: Blueprint, numbers: Iterable[int]) -> list[str]:
    return [whole_of(blueprint.procedures[number].id) for number in numbers if number < len(blueprint.procedures)]


def _name(blueprint: Blueprint, id_: str, language: str) -> str:
    """Return the title of an effect, or of the component it is written on, empty without either."""
    title = blueprint.procedure_titles.get(id_)
    if title:
        return title_in(title, language, id_)
    design = id_.partition(".")[0]
    for domain in blueprint.domains.values() if design in blueprint.printed else ():
        if design in domain.names:
            return thing_title(blueprint, domain.id, domain.names.index(design), language)
    return ""
