"""How a counter, a marker or the place of a piece got to what it is: its last changes, and what caused each.

It is read from the events of a traced build in their order, with what was chosen between them (`chosen_event`). Which
events someone may know is for whoever keeps them to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulewright.core.locales.wording import said_of
from rulewright.core.model.events import Answered, Changed, Event, Moved, Settled
from rulewright.core.model.game import Blueprint, Game
from rulewright.observe.naming import seat_title
from rulewright.observe.sight.places import place_of, places_of, seen_at, sees_change
from rulewright.observe.sight.sight import members, owner_of
from rulewright.observe.words.causes import course_told, titled_course
from rulewright.observe.words.choices_told import chosen_words
from rulewright.observe.words.events import sentences

_MOST = 8


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A change in words, the effects it happened in, innermost first, with that one's place, and the choice before.

    Of the effects `titled` are those that people have a name for.
    """

    text: str
    course: tuple[str, ...]
    place: str
    after: str
    titled: tuple[str, ...]

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
    known = members(blueprint, family, blueprint.max_seats)
    return tuple(slot for indexes, slot in known if owner_of(family, indexes) in (None, seat))


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
                    who = seat_title(blueprint, event.seat, language)
                    after = said_of(language, who, chosen_words(game, event, viewer, language))
            case Changed() | Moved() if _is_about(blueprint, event, slots, pieces, viewer):
                text = next(iter(sentences(game, [event], viewer, language)), "") or _untitled(blueprint, event)
                names, place = course_told(blueprint, event.course, language)
                if text:
                    known = titled_course(blueprint, event.course, language)
                    titled = tuple(each for each in known if each not in text)
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
