"""What each seat at a table is shown of what has happened there, as lines of its log, and what these are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.locales.wording import said_of, title_in
from rulewright.core.model.endings import TOLD
from rulewright.core.model.events import Answered, Changed, Event, Moved, Revealed, Settled, Shuffled
from rulewright.core.model.game import Blueprint, Game, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.naming import (
    effect_title,
    hidden_option_title,
    index_titles,
    label_title,
    option_title,
    thing_title,
    wanted_title,
)
from rulewright.observe.sight.places import SlotOwner, place_of, seen_at, sees_change
from rulewright.observe.words.chance import seat_of
from rulewright.observe.words.events import may_hear, said_by_author
from rulewright.observe.words.standing import Region, far_end, left_by, region_of, region_title
from rulewright.observe.words.together import ToldTogether, told_together
from rulewright.play.session.moments import ONLOOKER, Heard
from rulewright.table.drawing.named import marker_name, number_name, piece_name, zone_name


class Line(NamedTuple):
    """A sentence, what it is about as `highlights_of` names it, and the number that it says is another.

    `answer` is what a seat has chosen, without the question; nothing for any other line, or where there was no choice
    but one that is about nothing. `by` is that seat, -1 where there is no answer. `asked` is the question where the
    answer is no more than a thing, and `thing` that thing where the seat sees it. What tells where pieces go `is_move`,
    what chance decided `is_chance`: it has no answer, and is of the seat that acts. `region` is what of a map the
    answer is about, or begins at, `far` where it ends if it is a move, `left` a region with what is not on it any more.
    `slots` is what was changed, with what it was before and is now.
    """

    text: str
    highlights: str
    change: NumberChange | None = None
    answer: str = ""
    by: int = ONLOOKER
    asked: str = ""
    thing: str = ""
    is_move: bool = False
    is_chance: bool = False
    region: Region | None = None
    far: Region | None = None
    left: tuple[Region, str] | None = None
    slots: tuple[tuple[int, int, int], ...] = ()


class NumberChange(NamedTuple):
    """By how much a number of a seat, or of none in particular (-1), is another; `slot` is where it is kept."""

    slot: int
    title: str
    owner: int
    by: int


@dataclass(slots=True)
class Telling:
    """The sentences one seat is shown, choice by choice; it continues where it stopped."""

    seat: int
    language: str
    told: list[tuple[int, int, tuple[Line, ...]]] = field(default_factory=list)
    done: int = 0

    def hear(self, game: Game, heard: Sequence[Heard]) -> None:
        """Take in what is new of what was heard: number, who chose, and sentences are added to `told`."""
        for number, seat, events in heard[self.done :]:
            lines = lines_of(game, events, self.seat, self.language)
            if lines:
                self.told.append((number, seat, lines))
        self.done = len(heard)


def lines_of(game: Game, events: Sequence[Event], seat: int, language: str) -> tuple[Line, ...]:
    """What a seat is shown of events."""
    told = told_together(game, events, seat, language)
    return tuple(_line(game, each, seat, language) for each in told)


def _line(game: Game, told: ToldTogether, seat: int, language: str) -> Line:
    text, about, by_chance = told
    if by_chance and isinstance(about[0], Changed):
        return Line(text, lights_of(game, about, seat), by=seat_of(about[0].course), is_chance=True)
    event, answer = about[0], _answer(game, about, seat, language)
    line = Line(text, lights_of(game, about, seat), _change(game, event, language), is_move=isinstance(event, Moved))
    if isinstance(event, Changed):
        slots = tuple((each.slot, each.before, each.after) for each in about if isinstance(each, Changed))
        line = line._replace(left=left_by(game.blueprint, event, language), slots=slots)
    if not answer or not isinstance(event, Answered | Settled):
        return line
    at, option, candidate = read_code(game.blueprint, event.site, event.code)
    info = game.blueprint.sites[at]
    bare = not info.named and not said_by_author(game, event, seat, language)
    effect, wanted = (
        effect_title(game.blueprint, info.procedure, language),
        wanted_title(game.blueprint, at, option, language),
    )
    asked = said_of(language, *filter(None, (effect, "" if wanted.endswith("?") else wanted))) if bare else ""
    domain, is_seen = info.domains[option], may_hear(game, event, seat)
    thing = thing_title(game.blueprint, domain, candidate, language) if domain and is_seen else ""
    if not thing:
        return line._replace(answer=answer, by=event.seat, asked=asked)
    called = region_title(game.blueprint, domain, candidate, language)
    answer = with_end(answer, thing, called)
    region, far = (find(game.blueprint, domain, candidate) for find in (region_of, far_end))
    return line._replace(answer=answer, by=event.seat, asked=asked, thing=called, region=region, far=far)


def with_end(answer: str, thing: str, called: str) -> str:
    """An answer that ends with a thing, with that called otherwise; any other answer as it is."""
    return f"{answer.removesuffix(thing)}{called}" if answer.endswith(thing) else answer


def changes_in(lines: Iterable[Line]) -> dict[int, tuple[int, int]]:
    """What lines tell to be another than before: what it was at first, and is at last."""
    found: dict[int, tuple[int, int]] = {}
    for slot, before, after in (each for line in lines for each in line.slots):
        found[slot] = found.get(slot, (before, before))[0], after
    return found


def lights_of(game: Game, events: Sequence[Event], seat: int) -> str:
    """What events are about, each name once."""
    return " ".join(dict.fromkeys(" ".join(highlights_of(game, each, seat) for each in events).split()))


def number_title(game: Game, slot: int, language: str) -> str:
    """What the number in a slot is called, with whatever it is a number of besides a seat."""
    place = place_of(game.blueprint, slot)
    assert place is not None
    title = title_in(place.family.title, language, place.family.id)
    return ", ".join((title, *index_titles(game.blueprint, place.family, place.indexes, language)))


def _answer(game: Game, about: Sequence[Event], seat: int, language: str) -> str:
    """What was chosen, in the words of the option alone."""
    event = about[0]
    if len(about) != 1 or not isinstance(event, Answered | Settled):
        return ""
    at, option, candidate = read_code(game.blueprint, event.site, event.code)
    info = game.blueprint.sites[at]
    domain = info.domains[option]
    if info.several is not None or (isinstance(event, Settled) and not domain):
        return ""
    if info.ballot and not may_hear(game, event, seat):
        return ""
    if said := said_by_author(game, event, seat, language):
        return said
    if not may_hear(game, event, seat):
        return hidden_option_title(game.blueprint, at, option, language)
    if domain == "number":
        named = label_title if info.named else wanted_title
        return f"{named(game.blueprint, at, option, language)} {candidate}".strip()
    title = option_title(game.blueprint, event.site, event.code, language)
    return title if info.named else f"{wanted_title(game.blueprint, at, option, language)} {title}".strip()


def _change(game: Game, event: Event, language: str) -> NumberChange | None:
    """The counter that an event changes."""
    place = place_of(game.blueprint, event.slot) if isinstance(event, Changed) else None
    if place is None or place.family.sort != "counter" or place.family.id in TOLD or not isinstance(event, Changed):
        return None  # how the game ends for a seat is told in words, and no number
    owner = place.owner if place.owner is not None else _seat_of(place)
    return NumberChange(event.slot, number_title(game, event.slot, language), owner, event.after - event.before)


def _seat_of(place: SlotOwner) -> int:
    """The seat that something belongs to, though all may see it; -1 if it is of none."""
    found = [each for domain, each in zip(place.family.per, place.indexes, strict=True) if domain == "seat"]
    return found[0] if found else -1


def highlights_of(game: Game, event: Event, seat: int) -> str:
    """The things an event is about, as `ATTRIBUTE=NAME` with spaces between them: `piece=p4 zone=hand-0`."""
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
    """A zone, a number or what a marker names, and the printed thing that it belongs to."""
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
    """The piece or the printed thing that a choice is about."""
    at, option, candidate = read_code(blueprint, event.site, event.code)
    domain = blueprint.sites[at].domains[option]
    if candidate < 0:
        return []
    if isinstance(domain, PieceOf):
        return [f"piece={piece_name(candidate)}"]
    return [f"about={blueprint.domains[domain].names[candidate]}"] if domain in blueprint.look.fields else []
