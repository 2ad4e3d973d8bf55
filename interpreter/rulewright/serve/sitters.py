"""Who sits at a table: what each seat says of itself, and how they keep together. It changes no game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

LONGEST_NAME, LONGEST_HOOK = 24, 400
_KEYS = {"name": str, "hook": str}


@dataclass(frozen=True, slots=True)
class SeatPerson:
    """What a seat says of itself: its name, and the web address that is called when it is asked for something."""

    name: str = ""
    hook: str = ""


@dataclass(frozen=True, slots=True)
class Sitters:
    """Those at a table. `persons` has a place for each seat up to the last that said anything."""

    persons: tuple[SeatPerson, ...] = ()

    def person(self, seat: int) -> SeatPerson:
        return self.persons[seat] if 0 <= seat < len(self.persons) else SeatPerson()

    def with_person(self, seat: int, person: SeatPerson) -> Sitters:
        """The same table at which a seat says this of itself."""
        persons = [self.person(each) for each in range(max(seat + 1, len(self.persons)))]
        persons[seat] = person
        return replace(self, persons=tuple(persons))


def sitters_written(sitters: Sitters) -> dict[str, Any]:
    """Sitters as plain values."""
    return {"persons": [{name: getattr(each, name) for name in _KEYS} for each in sitters.persons]}


def sitters_read(read: object) -> Sitters:
    """What `sitters_written` has made. Raises ValueError if it has not."""
    if not isinstance(read, dict) or not isinstance(read.get("persons", []), list):
        raise ValueError("these are no sitters")
    persons = []
    for each in read.get("persons", []):
        if not isinstance(each, dict) or any(type(each.get(name, kind())) is not kind for name, kind in _KEYS.items()):
            raise ValueError("this is no person")
        persons.append(SeatPerson(**{name: each[name] for name in _KEYS if name in each}))
    return Sitters(tuple(persons))
