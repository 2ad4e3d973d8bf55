"""Watches games for their invariants: one position after the other, each with what came before.

The loops of the native back end do the same (`native/inside/watching.py`); tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.core.model.game import Blueprint, Build, Game, State
from rulewright.core.model.invariants import InvariantInfo
from rulewright.core.model.layout import FRAME, N_SEATS, STEPS
from rulewright.core.model.limits import LimitReached

BrokenCount = tuple[int, int, int]
"""In how many games an invariant was broken, the number of the first of them, after how many decisions there."""


@dataclass(slots=True)
class Sightings:
    """The invariants broken in some games, by index, and the things reached."""

    broken: dict[int, BrokenCount] = field(default_factory=dict)
    reached: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def add(self, other: Sightings) -> None:
        """Add what was seen in other games."""
        for place, (games, first, decision) in other.broken.items():
            known = self.broken.get(place)
            earlier = min((first, decision), known[1:]) if known is not None else (first, decision)
            self.broken[place] = (games + (known[0] if known is not None else 0), *earlier)
        for place, things in other.reached.items():
            self.reached[place] = tuple(sorted({*self.reached.get(place, ()), *things}))

    def see(self, place: int, game: int, decision: int) -> None:
        """Record that an invariant is broken in a game."""
        self.add(Sightings({place: (1, game, decision)}))


@dataclass(frozen=True, slots=True)
class Breach:
    """A broken invariant: its index, the seat and thing (-1: none), and the number of decisions."""

    place: int
    seat: int
    thing: int
    decisions: int


class Untestable(LimitReached):
    """The test of an invariant runs into a limit itself, such as the value of nothing."""

    def __init__(self, told: str, place: int) -> None:
        super().__init__(told)
        self.place = place


class InvariantWatch:
    """A watch over the games of one build, one game at a time.

    Call `begin` for each game, then `look` at each position with a decision, and at the end.
    """

    def __init__(self, game: Game, build: Build | None = None, *, only: Iterable[int] | None = None) -> None:
        """Watch the invariants with the indexes `only`, by default all.

        Those settled by declared bounds are not tested.
        """
        self.infos = game.blueprint.invariants
        wanted = only if only is not None else range(len(self.infos))
        self.places = tuple(place for place in wanted if not self.infos[place].settled)
        self.reached: dict[int, set[int]] = {
            place: set() for place in self.places if self.infos[place].sort == "reachable"
        }
        self._values = (build or game.plain).quantities
        self._due: dict[tuple[int, int], int] = {}
        self._least: dict[tuple[int, int], int] = {}
        self.broken: set[int] = set()

    def begin(self) -> None:
        """Begin another game, in which nothing is broken yet."""
        self._due.clear()
        self._least.clear()
        self.broken.clear()

    def look(self, state: State, decisions: int) -> list[Breach]:
        """Return the invariants that are newly broken, after N decisions.

        Raises LimitReached if a test runs into a limit.
        """
        found = []
        for place in self.places:
            if place in self.broken:
                continue
            breach = self._breach(place, self.infos[place], state, decisions)
            if breach is not None:
                self.broken.add(place)
                found.append(breach)
        return found

    def _breach(self, place: int, info: InvariantInfo, state: State, decisions: int) -> Breach | None:
        match info.sort:
            case "always" | "never":
                for seat, thing in instances(info, state):
                    if bool(self._value(info.test, state, seat, thing, info)) != (info.sort == "always"):
                        return Breach(place, seat, thing, decisions)
            case "reachable":
                known = self.reached[place]
                for seat, thing in instances(info, state):
                    if thing not in known and self._value(info.test, state, seat, thing, info):
                        known.add(thing)
            case "leads_to":
                for seat, _ in instances(info, state):
                    if self._is_late(place, info, state, seat):
                        return Breach(place, seat, -1, decisions)
            case "falls":
                for seat, _ in instances(info, state):
                    if self._stays(place, info, state, seat):
                        return Breach(place, seat, -1, decisions)
            case "ends":
                if decisions >= info.within and state[FRAME] is not None:
                    return Breach(place, -1, -1, decisions)
            case "every_option" | "no_dead_end":
                pass
        return None

    def _is_late(self, place: int, info: InvariantInfo, state: State, seat: int) -> bool:
        """Return whether what was to follow has not, by now."""
        if self._value(info.test, state, seat, -1, info):
            self._due.pop((place, seat), None)
            return False
        due = self._due.get((place, seat), 0)
        if due == 0:
            if info.when < 0 or self._value(info.when, state, seat, -1, info):
                due = info.within + 1
        if due:
            due -= 1
            if due == 0 or state[FRAME] is None:
                return True
            self._due[place, seat] = due
        return False

    def _stays(self, place: int, info: InvariantInfo, state: State, seat: int) -> bool:
        """Return whether a number has not become less for too long."""
        value = self._value(info.test, state, seat, -1, info)
        key = place, seat
        if key not in self._least or value < self._least[key]:
            self._least[key], self._due[key] = value, info.within
            return False
        self._due[key] -= 1
        return self._due[key] == 0 and state[FRAME] is not None

    def _value(self, number: int, state: State, seat: int, thing: int, info: InvariantInfo) -> int:
        steps, state[STEPS] = state[STEPS], 0
        try:
            found = self._values[number](state, max(seat, 0), *([thing] if info.domain else []))
        except LimitReached as limit:
            sentence = f"the invariant '{info.id}' cannot be tested ({info.file}:{info.line}): {limit}"
            raise Untestable(sentence, self.infos.index(info)) from None
        finally:
            state[STEPS] = steps
        return int(found)


def instances(info: InvariantInfo, state: State) -> Iterator[tuple[int, int]]:
    """Yield (seat, thing) for each test of an invariant in a state, -1 for what it is not about."""
    seats = range(state[N_SEATS]) if info.of_seats else (-1,)
    for thing in things(info, state[N_SEATS]):
        for seat in seats:
            yield seat, thing


def things(info: InvariantInfo, seats: int) -> range:
    """Return the things for which an invariant is tested, `NO_THING` if it is about none."""
    return range(info.first, info.first + (seats if info.domain == "seat" else info.n_things))


def unreached(blueprint: Blueprint, seats: int, seen: Sightings) -> dict[int, tuple[int, ...]]:
    """Map the index of each `reachable` invariant to the things that no game reached."""
    found = {}
    for place, info in enumerate(blueprint.invariants):
        if info.sort == "reachable":
            left = tuple(each for each in things(info, seats) if each not in seen.reached.get(place, ()))
            if left:
                found[place] = left
    return found
