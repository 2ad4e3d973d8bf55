"""The things that lines of the log are about, which are lit up on the table, and the numbers that they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulewright.core.locales.wording import title_in
from rulewright.core.model.endings import TOLD
from rulewright.core.model.events import Answered, Changed, Event, Moved, Revealed, Settled, Shuffled
from rulewright.core.model.game import Blueprint, Game, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import index_titles, is_amount
from rulewright.observe.sight.places import SlotOwner, hears_of, place_of, seen_at, sees_change
from rulewright.observe.words.choices_told import may_hear
from rulewright.observe.words.log_lines import LogLine
from rulewright.observe.words.standing import region_of
from rulewright.table.drawing.named import marker_name, number_name, piece_name, zone_name


class ShownLine(NamedTuple):
    """A sentence of the log on a page, and what it is about as `highlights_of` names it."""

    text: str
    highlights: str


class NumberChange(NamedTuple):
    """A change of a number by `by`: its slot, its title, and the seat that owns it (-1: no seat in particular)."""

    slot: int
    title: str
    owner: int
    by: int


def shown_line(game: Game, line: LogLine, seat: int) -> ShownLine:
    """Return a line of the log as a seat is shown it."""
    return ShownLine(line.text, lights_of(game, line.events, seat))


def changes_in(blueprint: Blueprint, lines: Iterable[LogLine], seat: int) -> dict[int, tuple[int, int]]:
    """Map each slot that log lines change to (number before the first change, number after the last).

    In a slot that is a place is the piece there, -1 for none, where the seat has seen it come or go, and in the one of
    its face how that was.
    """
    found: dict[int, tuple[int, int]] = {}
    for each in (event for line in lines if not line.by_chance for event in line.events):
        if isinstance(each, Changed):
            found[each.slot] = found.get(each.slot, (each.before, 0))[0], each.after
        elif isinstance(each, Moved) and all(seen_at(blueprint, each, seat)):
            found[each.source] = found.get(each.source, (each.piece, 0))[0], -1
            found[each.target] = found.get(each.target, (-1, 0))[0], each.piece
            if blueprint.pieces[each.piece].kind in blueprint.face_names:
                found.setdefault(blueprint.faces + each.piece, (each.face, each.face))
    return found


def lights_of(game: Game, events: Sequence[Event], seat: int) -> str:
    """Return the highlight names of all things that events are about, each once, separated by spaces."""
    return " ".join(dict.fromkeys(" ".join(highlights_of(game, each, seat) for each in events).split()))


def number_title(game: Game, slot: int, language: str, known: str = "") -> str:
    """Return the title of the number in a slot, with its indexes other than the seat and the thing that is `known`."""
    place = place_of(game.blueprint, slot)
    assert place is not None
    title = title_in(place.family.title, language, place.family.id)
    indexes = index_titles(game.blueprint, place.family, place.indexes, language)
    return ", ".join((title, *(each for each in indexes if each != known)))


def change_of(game: Game, event: Event, language: str, known: str = "") -> NumberChange | None:
    """Return the counter that an event changes, with the change, or None.

    A thing that is `known` is not in its title.
    """
    place = place_of(game.blueprint, event.slot) if isinstance(event, Changed) else None
    if place is None or not is_amount(place.family) or not isinstance(event, Changed) or tells_ending(game, event):
        return None
    owner = place.owner if place.owner is not None else _seat_of(place)
    title = number_title(game, event.slot, language, known)
    return NumberChange(event.slot, title, owner, event.after - event.before)


def tells_ending(game: Game, event: Event) -> bool:
    """Whether an event is how the game ends for a seat, which is told in words, and no number."""
    place = place_of(game.blueprint, event.slot) if isinstance(event, Changed) else None
    return place is not None and place.family.id in TOLD


def _seat_of(place: SlotOwner) -> int:
    """Return the seat that a slot belongs to, or -1 if it belongs to none.

    A slot that all may see counts as well.
    """
    found = [each for domain, each in zip(place.family.per, place.indexes, strict=True) if domain == "seat"]
    return found[0] if found else -1


def highlights_of(game: Game, event: Event, seat: int) -> str:
    """Return the things an event is about, as `ATTRIBUTE=NAME` with spaces between them: `piece=p4 zone=hand-0`."""
    blueprint = game.blueprint
    names: list[str] = []
    match event:
        case Moved(piece, source, target):
            before, after = place_of(blueprint, source), place_of(blueprint, target)
            names = [*_piece(piece, after, seen_at(blueprint, event, seat)[1]), *_place(blueprint, after or before)]
        case Changed(slot) if blueprint.face_names and 0 <= slot - blueprint.faces < len(blueprint.pieces):
            lies = place_of(blueprint, event.lies)
            seen = sees_change(blueprint, event, seat)
            names = [*_piece(slot - blueprint.faces, lies, seen), *_place(blueprint, lies)]
        case Revealed() if not hears_of(event, seat):
            pass
        case Changed(slot) | Shuffled(slot) | Revealed(slot):
            names = _place(blueprint, place_of(blueprint, slot))
        case Answered() | Settled() if may_hear(game, event, seat):
            names = _chosen(blueprint, event)
        case _:
            pass
    return " ".join(names)


def _piece(piece: int, lies: SlotOwner | None, seen: bool) -> list[str]:
    return [f"piece={piece_name(piece)}"] if lies is not None and seen else []


def _place(blueprint: Blueprint, place: SlotOwner | None) -> list[str]:
    """Return a zone, a number or the thing that a marker names, with the printed thing that it belongs to."""
    if place is None or place.family.id in TOLD:  # how the game ends is drawn nowhere
        return []
    family, indexes = place.family, place.indexes
    names = [f"zone={zone_name(family.id, indexes)}"]
    if family.sort != "zone":
        names = [f"number={number_name(family.id, indexes)}", f"piece={marker_name(family.id, indexes)}"]
    if len(family.per) == 1 and family.per[0] in blueprint.look.fields:
        names.append(f"about={blueprint.domains[family.per[0]].names[indexes[0]]}")
    return names


def _chosen(blueprint: Blueprint, event: Answered | Settled) -> list[str]:
    """Return the piece, the printed thing, or the beginning of the move that a choice is about."""
    at, option, candidate = read_code(blueprint, event.site, event.code)
    domain = blueprint.sites[at].domains[option]
    if candidate < 0:
        return []
    if isinstance(domain, PieceOf):
        return [f"piece={piece_name(candidate)}"]
    kind, value = region_of(blueprint, domain, candidate) or (domain, candidate)
    return [f"about={blueprint.domains[kind].names[value]}"] if kind in blueprint.look.fields else []
