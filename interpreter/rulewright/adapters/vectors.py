"""An observation as a vector of named numbers, without anything that is hidden from the seat.

Counters are their values. Markers are the index of the thing they name in its list, -1 for none; so are the things that
a decision is about.

A piece has the number of its zone (in `zones`), its position in the zone and its side, as far as the seat sees it,
otherwise 0. A zone that the seat does not see into has the number of its pieces, or for numbered spaces whether each is
taken. A counter or marker that not everybody sees also has whether the seat sees it; if not, its value is given as its
least.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.adapters.sight import Member, TableSight
from rulewright.core.model.game import Blueprint, Game, State
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import FRAME, FRAME_LOCALS, SEALED, SEAT, SITE
from rulewright.observe.naming import index_names, indexed
from rulewright.observe.sight.hiding import as_sealed, awaited
from rulewright.observe.sight.sight import may_see, sees_by_word

FAR = 10.0**15
"""No number of a game is further from 0."""


@dataclass(frozen=True, slots=True)
class VectorPart:
    """One place of the vector: its name, and the bounds of its number."""

    name: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Look:
    """A seat's view of a zone: its slot and spaces, its number from 1, the index of data on the unseen.

    `is_seen` is the declared visibility; a test may show more.
    """

    slot: int
    spaces: int
    number: int
    is_seen: bool
    is_others: bool
    keeps_order: bool
    place: int


class Vectors:
    """The vectors of a game at tables of this many seats."""

    def __init__(self, game: Game, sight: TableSight, seats: int) -> None:
        self._game, self._sight, self._seats = game, sight, seats
        blueprint = game.blueprint
        self._known = max((len(each.known) for each in blueprint.sites), default=0)
        self.values: list[int] = []
        self.of_seats: list[tuple[int, int, int]] = []  # place in the vector, slot, owner
        self.looked_at = [each for each in sight.members if each.family.sort == "zone"]
        parts = [VectorPart(f"me is seat {seat + 1}", 0, 1) for seat in range(seats)]
        parts += [VectorPart(f"seat {seat + 1} decides", 0, 1) for seat in range(seats)]
        parts += [VectorPart("decision", 0, len(blueprint.sites))]
        parts += [VectorPart(f"decision about {at + 1}", -FAR, FAR) for at in range(self._known)]
        for setting in blueprint.settings.values():
            parts.append(VectorPart(f"setting {setting.id}", setting.low, setting.high))
            self.values.append(setting.slot)
        hideable: list[tuple[int, Member]] = []
        self.values_at = 2 * seats + 1 + self._known
        for each in sight.members:
            if each.family.sort != "zone":
                if each.family.visible != "all":
                    hideable.append((len(parts), each))
                if each.owner is not None:
                    self.of_seats.append((len(parts), each.slot, each.owner))
                parts.append(VectorPart(_named(blueprint, each), float(each.family.low), float(each.family.high)))
                self.values.append(each.slot)
        zones = [_named(blueprint, each) for each in self.looked_at]
        spaces = [part for each in self.looked_at for part in _unseen_parts(blueprint, each)]
        self.pieces_at = len(parts)
        self._turned = bool(blueprint.face_names)
        for piece in blueprint.pieces:
            parts.append(VectorPart(f"{piece.key} zone", 0, len(zones)))
            parts.append(VectorPart(f"{piece.key} place", 0, len(blueprint.pieces)))
            if self._turned:
                faces = len(blueprint.face_names.get(piece.kind, ()))
                parts.append(VectorPart(f"{piece.key} face", 0, max(0, faces - 1)))
        self.spaces_at = len(parts)
        self.known_at = len(parts) + len(spaces)
        known = [VectorPart(f"{_named(blueprint, each)} is seen", 0, 1) for _, each in hideable]
        self.hideable = tuple(hideable)
        """The counters and markers that not everybody sees, each with its place in the vector."""
        self.parts: tuple[VectorPart, ...] = (*parts, *spaces, *known)
        """What stands where."""
        self.zones = tuple(zones)
        """The zones, the first of them number 1."""
        self._looks = tuple(self._looks_of(seat) for seat in range(seats))

    def __len__(self) -> int:
        return len(self.parts)

    def _looks_of(self, seat: int) -> tuple[_Look, ...]:
        found, place = [], self.spaces_at
        for number, zone in enumerate(self.looked_at, 1):
            family = zone.family
            told = family.visible != "all"
            found.append(
                _Look(zone.slot, family.spaces, number, sees_by_word(family, seat, zone.owner),
                      zone.owner not in (None, seat), family.ordered or bool(family.spaces), place if told else -1)
            )  # fmt: skip
            place += family.width if told else 0
        return tuple(found)

    def vector(self, state: State, seat: int) -> list[float]:
        """Return what a seat (from 0) sees."""
        seats, sealed, faces = self._seats, state[SEALED], self._game.blueprint.faces
        found = [0.0] * len(self.parts)
        found[seat] = 1.0
        if state[FRAME] is not None:
            for asked in awaited(self._game, state, seat):
                found[seats + asked] = 1.0
            if state[SEAT] == seat:
                found[2 * seats] = state[SITE] + 1
                found[2 * seats + 1 : self.values_at] = self._about(state, seat)
        found[self.values_at : self.pieces_at] = [float(state[slot]) for slot in self.values]
        if sealed is not None:  # what others have is as it was before all were asked
            for place, slot, owner in self.of_seats:
                if owner != seat:
                    found[place] = float(sealed[slot])
        self._hide_values(found, state, seat)
        width = 3 if self._turned else 2
        by_test = self._sight.seen_by_test(state, seat)
        for each in self._looks[seat]:
            source = sealed if sealed is not None and each.is_others else state
            held = source[each.slot : each.slot + each.spaces] if each.spaces else source[each.slot]
            if each.is_seen or each.slot in by_test:
                for order, piece in enumerate(held):
                    if piece >= 0:
                        begin = self.pieces_at + piece * width
                        found[begin] = each.number
                        found[begin + 1] = order if each.keeps_order else 0
                        if self._turned:
                            found[begin + 2] = source[faces + piece]
            if each.place >= 0:
                if each.spaces:
                    found[each.place : each.place + each.spaces] = [float(piece >= 0) for piece in held]
                else:
                    found[each.place] = len(held)
        return found

    def _hide_values(self, found: list[float], state: State, seat: int) -> None:
        """Set the counters and markers that a seat does not see to their least.

        A marker that points to nothing is seen.
        """
        if not self.hideable:
            return
        known = as_sealed(self._game, state, seat)
        for at, (place, each) in enumerate(self.hideable, self.known_at):
            unset = each.family.sort == "marker" and known[each.slot] < 0
            seen = unset or may_see(self._game, known, each.family, each.indexes, seat)
            found[at] = float(seen)
            if not seen:
                found[place] = float(each.family.low)

    def _about(self, state: State, seat: int) -> list[float]:
        """Return the things that the decision is about, without pieces that the seat does not see."""
        found = [-1.0] * self._known
        known = self._game.blueprint.sites[state[SITE]].known
        for at, (_, local, domain) in enumerate(known):
            value = state[FRAME][FRAME_LOCALS + local]
            if not isinstance(value, int):
                continue
            if isinstance(domain, PieceOf) and value >= 0 and self._sight.is_hidden(state, seat, value):
                continue
            found[at] = float(max(-FAR, min(FAR, value)))
        return found


def _named(blueprint: Blueprint, member: Member) -> str:
    return indexed(member.family.id, index_names(blueprint, member.family, member.indexes))


def _unseen_parts(blueprint: Blueprint, zone: Member) -> list[VectorPart]:
    """Return the parts that describe a zone which not everybody sees into."""
    name = _named(blueprint, zone)
    if zone.family.visible == "all":
        return []
    if zone.family.spaces:
        return [VectorPart(f"{name} space {space + 1} taken", 0, 1) for space in range(zone.family.spaces)]
    return [VectorPart(f"{name} pieces", 0, len(blueprint.pieces))]
