"""How a counter, a marker or the place of a piece got to what it is: its last changes, and what caused each.

It is read from the events of a traced build in their order, with what was chosen between them (`chosen_event`). Which
events someone may know is for whoever keeps them to say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rulewright.model.effect_names import whole_of
from rulewright.model.events import Answered, Changed, Event, Moved, Settled, effects_of
from rulewright.model.game import Blueprint, Game
from rulewright.model.layout import CallStack
from rulewright.observe.events import chosen_sentence, sentences
from rulewright.observe.naming import thing_title
from rulewright.observe.places import place_of, places_of, seen_at, sees_change
from rulewright.observe.wording import title_in

_OUTER, _MOST = 3, 8


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change in words, the effects it happened in, innermost first, with that one's place, and the choice before.

    Of the effects `titled` are those that people have a name for.
    """

    text: str
    course: tuple[str, ...]
    place: str
    after: str
    titled: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What people read of it: without its place in the files."""
        cause = f" - {', '.join(self.titled)}" if self.titled else ""
        return f"{self.text}{cause}{f'; {self.after}' if self.after else ''}"

    @property
    def line(self) -> str:
        cause = f" - {' in '.join(self.course)}" if self.course else ""
        return f"{self.text}{cause}{f' ({self.place})' if self.place else ''}{f'; {self.after}' if self.after else ''}"


def slots_named(blueprint: Blueprint, name: str, seat: int) -> tuple[int, ...]:
    """The slots of a counter or marker by the id of its family: those of the seat if it belongs to seats."""
    family = next((each for each in blueprint.families if each.id == name and each.sort != "zone"), None)
    if family is None:
        return ()
    count = 1
    for size in family.sizes:
        count *= size
    slots = range(family.base, family.base + count)
    places = [(slot, place_of(blueprint, slot)) for slot in slots]
    return tuple(slot for slot, place in places if place is not None and place.owner in (None, seat))


def pieces_named(blueprint: Blueprint, name: str, seat: int) -> tuple[int, ...]:
    """The pieces with a key or design; of those printed for seats, the seat's."""
    found = [n for n, info in enumerate(blueprint.pieces) if name in (info.key.partition("@")[0], info.design)]
    return tuple(n for n in found if blueprint.pieces[n].owner in (-1, seat))


def changes_of(
    game: Game, events: Sequence[Event], name: str, of_seat: int, viewer: int | None, language: str = "en"
) -> tuple[ToldChange, ...]:
    """The last changes of a counter, marker or piece by its id, the latest last; none if it never changed.

    Where a piece goes that `viewer` does not see is not reported.
    """
    blueprint = game.blueprint
    slots, pieces = slots_named(blueprint, name, of_seat), pieces_named(blueprint, name, of_seat)
    return last_changes(game, events, slots, pieces, viewer, language)


def last_changes(
    game: Game,
    events: Sequence[Event],
    slots: Collection[int],
    pieces: Collection[int],
    viewer: int | None,
    language: str = "en",
) -> tuple[ToldChange, ...]:
    """As `changes_of`, for slots and pieces by their numbers."""
    blueprint = game.blueprint
    found: list[ToldChange] = []
    after = ""
    for event in events:
        match event:
            case Answered() | Settled():
                if isinstance(event, Answered) or viewer in (None, event.seat):
                    after = chosen_sentence(game, event, viewer, language)
            case Changed() | Moved() if _is_about(blueprint, event, slots, pieces, viewer):
                text = next(iter(sentences(game, [event], viewer, language)), "") or _untitled(blueprint, event)
                names, place = course_told(blueprint, event.course, language)
                if text:
                    titled = titled_course(blueprint, event.course, language)
                    found.append(ToldChange(text, names, place, after, titled))
            case _:
                pass
    return tuple(found[-_MOST:])


def _is_about(
    blueprint: Blueprint, event: Changed | Moved, slots: Collection[int], pieces: Collection[int], viewer: int | None
) -> bool:
    """Whether an event changes one of the slots, or moves one of the pieces from or to where the viewer sees it."""
    if isinstance(event, Changed):
        return event.slot in slots and sees_change(blueprint, event, viewer)
    if event.piece not in pieces:
        return False
    seen = zip(places_of(blueprint, event), seen_at(blueprint, event, viewer), strict=True)
    return viewer is None or any(place is not None and is_seen for place, is_seen in seen)


def _untitled(blueprint: Blueprint, event: Changed | Moved) -> str:
    """A change of what has no title; where a piece without one goes is bookkeeping and is not reported."""
    if isinstance(event, Moved):
        return ""
    place = place_of(blueprint, event.slot)
    return f"{place.family.id}: {event.before} -> {event.after}" if place is not None else ""


def course_told(blueprint: Blueprint, course: CallStack, language: str) -> tuple[tuple[str, ...], str]:
    """What an event happened in: the names of the innermost effects, and the place of the first of them."""
    places = blueprint.procedure_places
    known = [number for number in effects_of(course) if number < len(places)]
    file, line = places[known[0]] if known else ("", 0)
    names = [_name(blueprint, id_, language) or id_.replace("_", " ") for id_ in _ids(blueprint, known)]
    return tuple(dict.fromkeys(names))[:_OUTER], f"{file}:{line}" if file else ""


def titled_course(blueprint: Blueprint, course: CallStack, language: str) -> tuple[str, ...]:
    """What people call the innermost effects that an event happened in, those of them that have a name."""
    names = [_name(blueprint, id_, language) for id_ in _ids(blueprint, effects_of(course))]
    return tuple(dict.fromkeys(filter(None, names)))[:_OUTER]


def _ids(blueprint: Blueprint, numbers: Iterable[int]) -> list[str]:
    return [whole_of(blueprint.procedures[number].id) for number in numbers if number < len(blueprint.procedures)]


def _name(blueprint: Blueprint, id_: str, language: str) -> str:
    """What people call an effect: its title, or that of the component it is written on; nothing if it has none."""
    title = blueprint.procedure_titles.get(id_)
    if title:
        return title_in(title, language, id_)
    design = id_.partition(".")[0]
    for domain in blueprint.domains.values():
        if design in blueprint.printed and design in domain.names:
            return thing_title(blueprint, domain.id, domain.names.index(design), language)
    return ""
