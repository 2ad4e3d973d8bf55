"""Events of a traced build as sentences for one seat: only what it may see, only what has a title.

A family without a title is bookkeeping and not reported. What another seat does while all answer at once shows when
the answers are revealed: see `is_of_others` in `places.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, assert_never

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.line_text import Hole, filled, parse_line
from rulewright.core.locales.wording import face_title, said_of, tallied, title_in
from rulewright.core.model.effect_names import entry_of
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
from rulewright.core.model.game import Blueprint, Game, State, candidate_slot, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import SEAT, SITE
from rulewright.observe.naming import (
    hidden_option_title,
    hidden_title,
    kind_title,
    label_title,
    option_title,
    question,
    seat_title,
    thing_title,
    value_title,
)
from rulewright.observe.sight.mixed import in_no_order
from rulewright.observe.sight.places import place_of, seen_at, sees_at, sees_change, sight_at
from rulewright.observe.sight.selections import ENOUGH, PICKED
from rulewright.observe.words.causes import cause_told
from rulewright.observe.words.chance import came_up, is_result
from rulewright.observe.words.moves_told import MoveTold, member_title, move_told, piece_title, seat_about
from rulewright.observe.words.seats import place_told


def sentences(game: Game, events: Iterable[Event], seat: int | None, language: str = "en") -> Iterator[str]:
    """What a seat (from 0) reads about events, in their order; None reads everything."""
    return (each.text for each in told(game, events, seat, language))


class Told(NamedTuple):
    """A sentence, the event it describes, and what it is made of if that is a move."""

    text: str
    event: Event
    move: MoveTold | None


def told(game: Game, events: Iterable[Event], seat: int | None, language: str = "en") -> Iterator[Told]:
    """As `sentences`, each with the event it describes."""
    blueprint, say = game.blueprint, phrases(language, "table")
    chosen, joined = "", _joined(blueprint, in_no_order(blueprint, _shown_together(events), seat), language)
    before: Event | None = None
    for event, parts in _selections(blueprint, joined):
        text = ""
        move: MoveTold | None = None
        match event:
            case Answered() | Settled() if parts:
                text = _selected(game, parts, seat, language)
            case Changed() if is_result(event, before):
                text = came_up(blueprint, (event,), seat, language)
            case Changed():
                text = _changed(blueprint, event, seat, language)
                cause = cause_told(blueprint, event, language) if text else ""
                if cause and chosen and cause.casefold() not in chosen:
                    text = say("because_of", what=text, cause=cause)
            case Moved():
                move = move_told(blueprint, event, seat, language)
                if move is not None:
                    text = move.who + say("goes_from_to", what=move.what, here=move.here, there=move.there)
            case Shuffled(zone):
                if (place := place_of(blueprint, zone)) is not None and place.family.title:
                    text = say("is_shuffled", what=member_title(blueprint, place, language))
            case Revealed():
                text = _shown(blueprint, event, seat, language)
            case Answered(site):
                info = blueprint.sites[site]
                number = not info.named and info.domains[0] == "number" and not written_of(blueprint, site, 0, language)
                text = "" if number else chosen_sentence(game, event, seat, language)
            case Settled(_, chooser) if seat in (None, chooser):
                text = say("only_choice", choice=chosen_sentence(game, event, seat, language))
            case Settled():  # nobody else is told that it had to be
                text = chosen_sentence(game, event, seat, language) if _is_of_a_thing(blueprint, event) else ""
            case Happened(procedure):
                text = title_in(blueprint.procedure_titles.get(blueprint.procedures[procedure].id, {}), language, "")
            case Rolled() | Sealed() | Opened():
                pass
            case _:
                assert_never(event)
        if isinstance(event, Answered | Settled | Happened):
            chosen = text.casefold()
        before = event
        if text:
            yield Told(text, event, move)


def _is_of_a_thing(blueprint: Blueprint, event: Settled) -> bool:
    """Whether what was settled is about a thing: to others, nothing has happened otherwise."""
    at, option, _ = read_code(blueprint, event.site, event.code)
    return blueprint.sites[at].domains[option] not in ("", "number")


def shows_hidden(game: Game, events: Iterable[Event], seat: int) -> bool:
    """Whether events let a seat see a piece or a value that was hidden from it, or what chance decided."""
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


def chosen_event(game: Game, state: State, code: int) -> Answered:
    """What is kept of a choice before it is made: who chooses what, and where the piece is that it is about."""
    slot = candidate_slot(game.blueprint, state, state[SITE], code)
    return Answered(state[SITE], state[SEAT], code, slot, sight_at(game, state, slot))


def may_hear(game: Game, chosen: Answered | Settled, seat: int | None) -> bool:
    """Whether a seat may know which option is chosen: not at a ballot, nor if it names a piece it cannot see."""
    blueprint = game.blueprint
    at, option, candidate = read_code(blueprint, chosen.site, chosen.code)
    if seat is not None and seat != chosen.seat and blueprint.sites[at].ballot:
        return False
    if seat is None or candidate < 0 or not isinstance(blueprint.sites[at].domains[option], PieceOf):
        return True
    return sees_at(place_of(blueprint, chosen.slot), seat, chosen.sight)


def chosen_sentence(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> str:
    """A choice in words, the piece it is about by name only for whoever sees it."""
    blueprint = game.blueprint
    site, seat, code, *_ = event
    at, option, _ = read_code(blueprint, site, code)
    if blueprint.sites[at].ballot and not may_hear(game, event, viewer):
        return ""
    if said := said_by_author(game, event, viewer, language):
        return said_of(language, seat_title(blueprint, seat, language), said)
    title = option_title(blueprint, site, code, language)
    if not may_hear(game, event, viewer):
        title = hidden_option_title(blueprint, at, option, language)
    return said_of(language, seat_title(blueprint, seat, language), question(blueprint, at, language), title)


def said_by_author(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> str:
    """What the ruleset says of a choice, what it is about by name only for whoever sees it; nothing if it is silent."""
    blueprint = game.blueprint
    at, option, _ = read_code(blueprint, event.site, event.code)
    it = _about(game, event, viewer, language) if blueprint.sites[at].domains[option] else ""
    return told_by_author(blueprint, at, option, it, language)


def _about(game: Game, event: Answered | Settled, viewer: int | None, language: str) -> str:
    """What a choice is about, by name only for whoever sees it."""
    at, option, candidate = read_code(game.blueprint, event.site, event.code)
    domain = game.blueprint.sites[at].domains[option]
    if not may_hear(game, event, viewer):
        return hidden_title(game.blueprint, domain, language)
    return thing_title(game.blueprint, domain, candidate, language)


def told_by_author(blueprint: Blueprint, site: int, option: int, it: str, language: str) -> str:
    """What the ruleset says of a choice, `it` being what is chosen; nothing where it says nothing."""
    parts = parse_line(written_of(blueprint, site, option, language))
    return "".join(filled(each, it, language) if isinstance(each, Hole) else each for each in parts)


def written_of(blueprint: Blueprint, site: int, option: int, language: str) -> str:
    """The sentence of a ruleset for an option that was chosen, with its holes."""
    info = blueprint.sites[site]
    label = info.labels[option]
    entry = label if site == blueprint.free_site else entry_of(info.procedure)
    return title_in(blueprint.tells.get(entry, {}).get(label, {}), language, "")


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


def _selections(
    blueprint: Blueprint, events: Iterable[Event]
) -> Iterator[tuple[Event, Sequence[Answered | Settled]]]:
    """Events, and the parts of a selection of several as one, which stands for all: one that was chosen if any was."""
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
    """Whether an answer is part of a selection of several; a free action that is taken meanwhile is not."""
    at = read_code(blueprint, event.site, event.code).site
    return at == event.site and blueprint.sites[at].several is not None


def _first_chosen(parts: Sequence[Answered | Settled]) -> Answered | Settled:
    return next((each for each in parts if isinstance(each, Answered)), parts[0])


def _ends(blueprint: Blueprint, part: Answered | Settled) -> bool:
    return read_code(blueprint, part.site, part.code).option == ENOUGH


def selected(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> str:
    """What was selected: what it was asked for as, and how many of what."""
    blueprint, site = game.blueprint, parts[0].site
    return said_of(language, label_title(blueprint, site, PICKED, language), counted(game, parts, viewer, language))


def counted(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> str:
    """How many of what was selected."""
    picked = (each for each in parts if not _ends(game.blueprint, each))
    return tallied(_about(game, each, viewer, language) for each in picked) or phrases(language, "table")("none")


def _selected(game: Game, parts: Sequence[Answered | Settled], viewer: int | None, language: str) -> str:
    """A selection in one sentence; nobody is told what was settled for another."""
    blueprint = game.blueprint
    site, seat, *_ = parts[0]
    said = told_by_author(blueprint, site, PICKED, counted(game, parts, viewer, language), language)
    said = said or said_of(language, question(blueprint, site, language), selected(game, parts, viewer, language))
    choice = said_of(language, seat_title(blueprint, seat, language), said)
    if any(isinstance(each, Answered) for each in parts):
        return choice
    return phrases(language, "table")("only_choice", choice=choice) if viewer in (None, seat) else ""


def _changed(blueprint: Blueprint, event: Changed, seat: int | None, language: str) -> str:
    slot, before, after, _, lying, _ = event
    if before == after or not sees_change(blueprint, event, seat):
        return ""
    piece = slot - blueprint.faces
    if 0 <= piece < len(blueprint.pieces) and blueprint.face_names:
        names = blueprint.face_names.get(blueprint.pieces[piece].kind)
        lies = place_of(blueprint, lying)
        if names is None or not 0 <= after < len(names) :
            return ""
        owner = seat_about(blueprint, piece, (lies,))
        of = said_of(language, seat_title(blueprint, owner, language), "") if owner is not None else ""
        what = piece_title(blueprint, piece, language)
        face = face_title(blueprint, blueprint.pieces[piece].kind, names[after], language)
        told_as = "is_turned" if names[after] in ("up", "down") else "is_now"
        return of + phrases(language, "table")(told_as, what=what, face=face)
    place = place_of(blueprint, slot)
    if place is not None and place.family.id == PLACE:
        return place_told(blueprint, place.indexes[0], after, language)
    if place is not None and place.family.id == OUTCOME:
        return thing_title(blueprint, OUTCOME, after, language)
    if place is None or not place.family.title:
        return ""
    what = member_title(blueprint, place, language)
    if place.family.sort == "counter":
        return said_of(language, what, f"{before} -> {after} ({after - before:+d})")
    return said_of(language, what, value_title(blueprint, place.family, after, language))


def _shown(blueprint: Blueprint, event: Revealed, seat: int | None, language: str) -> str:
    """What is seen anew, for those who see it; others know that it was shown, and to whom."""
    place, say = place_of(blueprint, event.slot), phrases(language, "table")
    nothing = not event.seats or (place is not None and place.family.sort == "zone" and not event.pieces)
    if place is None or nothing or not place.family.title:
        return ""
    here = member_title(blueprint, place, language)
    known = seat is None or is_among(seat, event.seats) or sees_at(place, seat, event.sight)
    if place.family.sort == "zone":
        kind = kind_title(blueprint, blueprint.pieces[event.pieces[0]].kind, language)
        what = ", ".join(piece_title(blueprint, each, language) for each in event.pieces)
        what = what if known else f"{len(event.pieces)} x {kind}" if len(event.pieces) > 1 else kind
    else:
        what = value_title(blueprint, place.family, event.value, language) if known else say("hidden")
    if event.seats < 0:
        return say("is_seen", what=what, here=here)
    to = [seat_title(blueprint, each, language) for each in range(blueprint.max_seats) if is_among(each, event.seats)]
    return say("is_shown", what=what, here=here, to=", ".join(to))
