"""The people at a table: name, colour and hook of each seat, chat and pace. Nothing here changes the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

from rulewright.core.look_alikes import is_of_one_script, skeletons
from rulewright.core.model.game import Game
from rulewright.play.jobs.codec import from_plain
from rulewright.table.drawing.colours import SEATS
from rulewright.table.drawing.seat_colours import are_alike, colours_of, sheet_of

LONGEST_NAME, LONGEST_HOOK = 24, 400
_NAMES = ("red", "blue", "green", "yellow", "purple", "grey", "pink", "teal", "brown", "navy", "olive", "coral")
COLOURS: Final[Mapping[str, str]] = MappingProxyType(dict(zip(_NAMES, SEATS, strict=True)))
"""What a seat may pick, by name: the colours that seats have where a ruleset names none."""
PACES = (0, 300, 3600, 86_400, 3 * 86_400)
"""The seconds that a table may give each for a choice."""
_NAME = re.compile(r"[\w'’.-]+( [\w'’.-]+)*")


@dataclass(frozen=True, slots=True)
class SeatPerson:
    """A person's own settings for a seat: a name, a colour (one of `COLOURS`, or ""), and a web hook.

    The hook is the address that is called when the seat must choose.
    """

    name: str = ""
    colour: str = ""
    hook: str = ""


_SAID = tuple(each.name for each in fields(SeatPerson))


@dataclass(frozen=True, slots=True)
class Participants:
    """The people at a table, whether they may chat, and the seconds for a choice (0: no limit).

    `persons` has an item for each seat up to the last that has any settings. `lent` are the seats of people for whom a
    bot plays for the rest of the game. `agreed` are the seats that want to end it, first the one that proposes that;
    `declined` maps a seat whose proposal came to nothing to the number of choices that had been made then.
    """

    persons: tuple[SeatPerson, ...] = ()
    chats: bool = True
    pace: int = 0
    lent: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    declined: tuple[tuple[int, int], ...] = ()

    def person(self, seat: int) -> SeatPerson:
        return self.persons[seat] if 0 <= seat < len(self.persons) else SeatPerson()

    def with_person(self, seat: int, person: SeatPerson) -> Participants:
        """Return the same people with other settings of a seat's person."""
        persons = [self.person(each) for each in range(max(seat + 1, len(self.persons)))]
        persons[seat] = person
        return replace(self, persons=tuple(persons))

    def with_lent(self, seat: int, *, is_lent: bool) -> Participants:
        """Return the same people, of whom one lends its seat to a bot or has it back."""
        return replace(self, lent=tuple(sorted({*self.lent} - {seat} | ({seat} if is_lent else set()))), agreed=())

    def without_agreement(self, choices: int) -> Participants:
        """Return the same people after a proposal to end the game came to nothing, when so many choices were made."""
        return replace(self, agreed=(), declined=tuple({**dict(self.declined), self.agreed[0]: choices}.items()))

    def at_new_game(self) -> Participants:
        """Return the same people at another game, of which nothing has been said."""
        return replace(self, lent=(), agreed=(), declined=())


class NameRefused(ValueError):  # noqa: N818 - told by a sentence of the page
    """A name that a seat cannot have."""


def name_of(written: str, taken: Iterable[str]) -> str:
    """Return a name as it is stored: letters of one script, digits and few signs, unlike any `taken` name.

    Raises NameRefused.
    """
    name = " ".join(unicodedata.normalize("NFKC", written[:200]).split())
    if name and (len(name) > LONGEST_NAME or not _NAME.fullmatch(name)):
        raise NameRefused
    if name and not is_of_one_script(name):
        raise NameRefused
    known = frozenset({""}).union(*map(skeletons, taken))
    if name and known & skeletons(name):
        raise NameRefused
    return name


def colours_sheet(game: Game, participants: Participants) -> str:
    """Return the style sheet with the colours that seats have picked, or "" if none has."""
    picked = _picked(participants)
    return sheet_of(game, picked) if picked else ""


def colours_taken(game: Game, participants: Participants, seat: int, seats: int) -> frozenset[str]:
    """Return the names of the colours that a seat cannot pick, because another one of the table has one like it.

    So nobody's colour changes by what somebody else picks.
    """
    shown = colours_of(game, _picked(participants))
    others = [shown[each] for each in range(seats) if each != seat]
    return frozenset(name for name, colour in COLOURS.items() if any(are_alike(colour, each) for each in others))


def _picked(participants: Participants) -> dict[int, str]:
    return {seat: COLOURS[each.colour] for seat, each in enumerate(participants.persons) if each.colour in COLOURS}


def swatches_sheet() -> str:
    """Return the style sheet of all colours that may be picked."""
    return " ".join(f".d-{name} {{ --tint: {colour}; --edge: var(--ink); }}" for name, colour in COLOURS.items()) + "\n"


def participants_written(participants: Participants) -> dict[str, Any]:
    """Participants as plain values."""
    return asdict(participants)


def participants_read(read: object) -> Participants:
    """Read plain values that `participants_written` made. Raises ValueError if they have another form."""
    known = from_plain(dict[str, Any], read)
    persons = from_plain(tuple[dict[str, str], ...], known.get("persons", []))
    chats, pace = from_plain(bool, known.get("chats", True)), from_plain(int, known.get("pace", 0))
    if not 0 <= pace <= max(PACES):
        raise ValueError("this is not one of the offered times")
    lent, agreed = (from_plain(tuple[int, ...], known.get(name, [])) for name in ("lent", "agreed"))
    declined = from_plain(tuple[tuple[int, int], ...], known.get("declined", []))
    said = ({name: each[name] for name in _SAID if name in each} for each in persons)
    return Participants(tuple(SeatPerson(**each) for each in said), chats, pace, lent, agreed, declined)
