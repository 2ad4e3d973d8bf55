"""The history of a counter, a marker or a piece's position: its last changes, and their causes.

It is read from the events of a traced build in their order, with the choices between them (`chosen_event`). The caller
decides which events the viewer may know.
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
    """A change in words, the effects it happened in (innermost first), and the choice before.

    `place` is the file and line of the innermost effect. `titled` are the titles of those that have one.
    """

    text: str
    course: tuple[str, ...]
    place: str
    after: str
    titled: tuple[str, ...]

    @property
    def said(self) -> str:
        """Its text for people, without file and line."""
        cause = f" - {', '.join(self.titled)}" if self.titled else ""
        return f"{self.text}{cause}{f'; {self.after}' if self.after else ''}"

    @property
    def line(self) -> str:
        cause = f" - {' in '.join(self.course)}" if self.course else ""
        return f"{self.text}{cause}{f' ({self.place})' if self.place else ''}{f'; {self.after}' if self.after else ''}"


def slots_named(blueprint: Blueprint, name: str, seat: int) -> tuple[int, ...]:
    """Return the slots of a counter or marker by its family's id, only the seat's if it has some."""
    family = next((each for each in blueprint.families if each.id == name and each.sort != "zone"), None)
    if family is None:
        return ()
    known = members(blueprint, family, blueprint.max_seats)
    return tuple(slot for indexes, slot in known if owner_of(family, indexes) in (None, seat))


def pieces_named(blueprint: Blueprint, name: str, seat: int) -> tuple[int, ...]:
    """Return the pieces with a key or design.

    Of pieces printed for seats, only the seat's own.
    """
    found = [n for n, info in enumerate(blueprint.pieces) if name in (info.key.partition("@")[0], info.design)]
    return tuple(n for n in found if blueprint.pieces[n].owner in (-1, seat))


def changes_of(
    game: Game, events: Sequence[Event], name: str, of_seat: int, viewer: int | None, language: str = "en"
) -> tuple[ToldChange, ...]:
    """Return the last changes of a counter, marker or piece by its id, the latest last.

    Moves to where `viewer` does not see are left out.
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
    """Return the last changes of slots and pieces, given by number, the latest last.

    Moves to where `viewer` does not see are left out.
    """
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
    """Return whether an event changes one of the slots, or visibly moves one of the pieces."""
    if isinstance(event, Changed):
        return event.slot in slots and sees_change(blueprint, event, viewer)
    if event.piece not in pieces:
        return False
    seen = zip(places_of(blueprint, event), seen_at(blueprint, event, viewer), strict=True)
    return viewer is None or any(place is not None and is_seen for place, is_seen in seen)


def _untitled(blueprint: Blueprint, event: Changed | Moved) -> str:
    """Return the text of a change of an untitled counter or marker, empty for a move.

    Moves of untitled pieces are bookkeeping.
    """
    if isinstance(event, Moved):
        return ""
    place = place_of(blueprint, event.slot)
    return f"{place.family.id}: {event.before} -> {event.after}" if place is not None else ""
