"""Events of a traced build as sentences for one seat: only what it may see, only what has a title.

A family without a title is bookkeeping and not reported. What another seat does while all answer at once shows when
the answers are revealed: see `is_of_others` in `places.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import face_title, said_of, tallied, title_in
from rulewright.core.model.endings import OUTCOME, PLACE
from rulewright.core.model.events import (
    Answered,
    Changed,
    Event,
    Happened,
    Moved,
    Opened,
    Revealed,
    Rolled,
    Sealed,
    Settled,
    Shuffled,
    is_among,
)
from rulewright.core.model.game import Blueprint, Game, read_code
from rulewright.observe.naming import (
    is_amount,
    kind_title,
    label_title,
    question,
    seat_title,
    thing_title,
    value_title,
)
from rulewright.observe.sight.mixed import in_no_order
from rulewright.observe.sight.places import hears_of, place_of, seen_at, sees_at, sees_change
from rulewright.observe.sight.selections import ENOUGH, PICKED
from rulewright.observe.words.causes import cause_told
from rulewright.observe.words.chance import came_up, is_result, seat_of
from rulewright.observe.words.choices_told import (
    about_told,
    choice_told,
    chosen_words,
    told_by_author,
    written_of,
)
from rulewright.observe.words.log_lines import NOBODY, LogLine
from rulewright.observe.words.moves_told import bare_title, move_told, piece_title, seat_about
from rulewright.observe.words.seats import place_told


def sentences(game: Game, events: Iterable[Event], seat: int | None, language: str = "en") -> Iterator[str]:
    """Return the sentences that a seat (from 0, None: everything) reads about events, in order."""
    return (each.text for each in told(game, events, seat, language))


def told(game: Game, events: Iterable[Event], seat: int | None, language: str = "en") -> Iterator[LogLine]:
    """Yield the lines that a seat reads about events, each about one event, as in `sentences`."""
    blueprint, say = game.blueprint, phrases(language, "table")
    chosen, joined = "", _joined(blueprint, in_no_order(blueprint, _shown_together(events), seat), language)
    before: Event | None = None
    asked = NOBODY
    for event, parts in _selections(blueprint, joined):
        whose: int | None = None
        words, choice, move, by_chance = "", None, None, is_result(blueprint, event, before)
        match event:
            case Answered() | Settled():
                whose = asked = event.seat
                words = _selected(game, parts, seat, language) if parts else _chosen(game, event, seat, language)
                choice = choice_told(game, event, seat, language) if words else None
            case Changed() if by_chance:
                words = came_up(blueprint, (event,), seat, language)
            case Changed():
                whose, words = _changed(blueprint, event, seat, language)
                cause = cause_told(blueprint, event, language) if words else ""
                if cause and chosen and cause.casefold() not in chosen:
                    words = say("because_of", what=words, cause=cause)
            case Moved():
                move = move_told(blueprint, event, seat, language)
                if move is not None:
                    whose, words = move.whose, say("goes_from_to", what=move.what, here=move.here, there=move.there)
            case Shuffled(zone):
                if (place := place_of(blueprint, zone)) is not None and place.family.title:
                    whose, words = place.owner, say("is_shuffled", what=bare_title(blueprint, place, language))
            case Revealed():
                whose, words = _shown(blueprint, event, seat, language)
            case Happened(procedure):
                words = title_in(blueprint.procedure_titles.get(blueprint.procedures[procedure].id, {}), language, "")
            case Rolled() | Sealed() | Opened():
                pass
            case _:
                assert_never(event)
        if isinstance(event, Answered | Settled | Happened):
            chosen = words.casefold()
        before = event
        if words:
            name = said_of(language, seat_title(blueprint, whose, language), "") if whose is not None else ""
            yield LogLine(words, (event,), whose, name, _acting(event), asked, choice, move, by_chance)


def _acting(event: Event) -> int:
    """Return the seat that acts in an event, nobody if the event does not say."""
    match event:
        case Answered() | Settled():
            return event.seat
        case Changed() | Moved():
            return seat_of(event.course)
        case _:
            return NOBODY


def _chosen(game: Game, event: Answered | Settled, seat: int | None, language: str) -> str:
    """Return a choice in words, empty for a number alone.

    Nobody reads that another seat had no choice.
    """
    blueprint, words = game.blueprint, chosen_words(game, event, seat, language)
    if isinstance(event, Settled):
        if seat in (None, event.seat):
            return phrases(language, "table")("only_choice", choice=words)
        return words if _is_of_a_thing(blueprint, event) else ""
    info = blueprint.sites[event.site]
    is_number = not info.named and info.domains[0] == "number"
    return "" if is_number and not written_of(blueprint, event.site, 0, language).text else words


def _is_of_a_thing(blueprint: Blueprint, event: Settled) -> bool:
    """Return whether what was settled is about a thing: to others, nothing has happened otherwise."""
    at, option, _ = read_code(blueprint, event.site, event.code)
    return blueprint.sites[at].domains[option] not in ("", "number")


def shows_hidden(game: Game, events: Iterable[Event], seat: int) -> bool:
    """Return whether events show a seat a hidden piece or value, or a result of chance."""
    for event in events:
        match event:
            case Rolled():
                return True
            case Moved():
                before, after = seen_at(game.blueprint, event, seat)
                if after and not before:
                    return True
            case Shuffled(zone):
                place = place_of(game.blueprint, zone)
                if place is not None and place.family.ordered and sees_at(place, seat, event.sight):
                    return True
            case Revealed(seats=seats):
                if is_among(seat, seats):
                    return True
            case _:
                pass
    return False


def _shown_together(events: Iterable[Event]) -> Iterator[Event]:
    """Events in which pieces that are shown one by one, to one seat after another, are shown at once."""
    shown: dict[int, int] = {}
    slot = -1

    def together() -> Iterator[Event]:
        alike: dict[int, list[int]] = {}
        for piece, seats in shown.items():
            alike.setdefault(seats, []).append(piece)
        yield from (Revealed(slot, tuple(sorted(pieces)), seats) for seats, pieces in alike.items())
        shown.clear()

    for event in events:
        if isinstance(event, Revealed) and event.sight is None:
            if event.slot != slot:
                yield from together()
            slot = event.slot
            for piece in event.pieces:
                shown[piece] = shown.get(piece, 0) | event.seats
            continue
        yield from together()
        yield event
    yield from together()


def _joined(blueprint: Blueprint, events: Iterable[Event], language: str) -> Iterator[Event]:
    """Events in which successive changes of one slot are merged, those with one cause."""

    def alike(event: Event) -> object:
        if not isinstance(event, Changed):
            return object()
        return event.slot, event.sight, cause_told(blueprint, event, language)

    for _, run in groupby(events, alike):
        first, *others = run
        if isinstance(first, Changed) and others and isinstance(others[-1], Changed):
            first = first._replace(after=others[-1].after)
        yield first


def _selections(blueprint: Blueprint, events: Iterable[Event]) -> Iterator[tuple[Event, Sequence[Answered | Settled]]]:
    """Yield (event, parts) with the parts of a selection of several as one event.

    A part that was chosen stands for all, if any was.
    """
    parts: list[Answered | Settled] = []
    for event in events:
        part = event if isinstance(event, Answered | Settled) and _is_selected(blueprint, event) else None
        if parts and not (part and part[:2] == parts[0][:2] and not _ends(blueprint, parts[-1])):
            yield _first_chosen(parts), parts
            parts = []
        if part is None:
            yield event, ()
        else:
            parts.append(part)
    if parts:
        yield _first_chosen(parts), parts


def _is_selected(blueprint: Blueprint, event: Answered | Settled) -> bool:
    """Return whether an answer is part of a selection of several, as a free action in it is not."""
    at = read_code(blueprint, event.site, event.code).site
    return at == event.site and blueprint.sites[at].several is not None


def _first_chosen(parts: Sequence[Answered | Settled]) -> Answered | Settled:
    return next((each for each in parts if isinstance(each, Answered)), parts[0])


def _ends(blueprint: Blueprint, part: Answered | Settled) -> bool:
    return read_code(blueprint, part.site, part.code).option == ENOUGH


def selected(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> tuple[str, str]:
    """Return (title of the question, things selected with their numbers) of a selection."""
    label = label_title(game.blueprint, parts[0].site, PICKED, language)
    return label, counted(game, parts, viewer, language)


def counted(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> str:
    """Return the things selected with their numbers."""
    picked = (each for each in parts if not _ends(game.blueprint, each))
    return tallied(about_told(game, each, viewer, language) for each in picked) or phrases(language, "table")("none")


def _selected(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> str:
    """Return a selection in words.

    Nobody reads what was settled automatically for another seat.
    """
    blueprint = game.blueprint
    site, seat, *_ = parts[0]
    said = told_by_author(blueprint, site, PICKED, counted(game, parts, viewer, language), language)
    said = said or said_of(language, question(blueprint, site, language), *selected(game, parts, viewer, language))
    if any(isinstance(each, Answered) for each in parts):
        return said
    return phrases(language, "table")("only_choice", choice=said) if viewer in (None, seat) else ""


def _changed(blueprint: Blueprint, event: Changed, seat: int | None, language: str) -> tuple[int | None, str]:
    """Return (seat, words) of a changed number, face or outcome, without words if nothing is said."""
    slot, before, after, _, lying, _ = event
    if before == after or not sees_change(blueprint, event, seat):
        return None, ""
    piece = slot - blueprint.faces
    if 0 <= piece < len(blueprint.pieces) and blueprint.face_names:
        names = blueprint.face_names.get(blueprint.pieces[piece].kind)
        lies = place_of(blueprint, lying)
        if names is None or not 0 <= after < len(names):
            return None, ""
        owner = seat_about(blueprint, piece, (lies,))
        what = piece_title(blueprint, piece, language)
        face = face_title(blueprint, blueprint.pieces[piece].kind, names[after], language)
        told_as = "is_turned" if names[after] in ("up", "down") else "is_now"
        return owner, phrases(language, "table")(told_as, what=what, face=face)
    place = place_of(blueprint, slot)
    if place is not None and place.family.id == PLACE:
        return None, place_told(blueprint, place.indexes[0], after, language)
    if place is not None and place.family.id == OUTCOME:
        return None, thing_title(blueprint, OUTCOME, after, language)
    if place is None or not place.family.title:
        return None, ""
    what = bare_title(blueprint, place, language)
    if place.family.is_truth and after:
        return place.owner, what
    if is_amount(place.family):
        return place.owner, said_of(language, what, f"{before} -> {after} ({after - before:+d})")
    return place.owner, said_of(language, what, value_title(blueprint, place.family, after, language))


def _shown(blueprint: Blueprint, event: Revealed, seat: int | None, language: str) -> tuple[int | None, str]:
    """Return (seat, words) of things newly seen.

    Those who do not see them read only that they were shown, and to whom.
    """
    place, say = place_of(blueprint, event.slot), phrases(language, "table")
    nothing = not hears_of(event, seat) or (place is not None and place.family.sort == "zone" and not event.pieces)
    if place is None or nothing or not place.family.title:
        return None, ""
    here = bare_title(blueprint, place, language)
    known = seat is None or is_among(seat, event.seats) or sees_at(place, seat, event.sight)
    if place.family.sort == "zone":
        kind = kind_title(blueprint, blueprint.pieces[event.pieces[0]].kind, language)
        what = ", ".join(piece_title(blueprint, each, language) for each in event.pieces)
        what = what if known else f"{len(event.pieces)} × {kind}" if len(event.pieces) > 1 else kind
    else:
        what = value_title(blueprint, place.family, event.value, language) if known else say("hidden")
    if event.seats < 0 and place.family.sort == "marker":  # what somebody has answered in secret is told as an answer
        return place.owner, said_of(language, here, what)
    if event.seats < 0 and place.family.sort == "zone":
        return place.owner, say("is_open" if len(event.pieces) == 1 else "are_open", what=what)
    if event.seats < 0:
        return place.owner, say("is_seen", what=what, here=here)
    to = [seat_title(blueprint, each, language) for each in range(blueprint.max_seats) if is_among(each, event.seats)]
    return place.owner, say("is_shown", what=what, here=here, to=", ".join(to))
