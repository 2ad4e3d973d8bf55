"""A position as lines of the effect language: what must be set, flipped and moved to turn one table into another.

Copies of one design are alike: which of them is where is not said.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulewright.author.testing.extraction.members import (
    NamedMember,
    Unnameable,
    alike,
    members_of,
    piece_name,
    value_name,
)
from rulewright.core.model.game import Blueprint, State
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import N_SEATS


@dataclass(frozen=True, slots=True)
class ArrangeLine:
    """One line of an arrangement, and the seat (from 0) that acts in it, -1 for none in particular."""

    seat: int
    text: str


@dataclass(slots=True)
class _Model:
    """The contents of each zone while lines are written, as the lines so far have left them."""

    blueprint: Blueprint
    held: dict[int, list[int]]
    zones: dict[int, NamedMember]
    strict: bool
    lines: list[ArrangeLine] = field(default_factory=list)

    def key(self, piece: int) -> tuple[str, int]:
        return alike(self.blueprint, piece)

    def is_spaced(self, slot: int) -> bool:
        return self.zones[slot].family.spaces > 0

    def keeps_order(self, slot: int) -> bool:
        """Whether the order of a pile counts."""
        return (self.zones[slot].family.ordered or self.strict) and not self.is_spaced(slot)

    def lacking(self, slot: int, goal: list[int]) -> Counter[tuple[str, int]]:
        """Return the pieces that a zone should hold and does not, counted by kind of copy."""
        return Counter(map(self.key, goal)) - Counter(map(self.key, self.held[slot]))

    def move(self, piece: int, source: int, target: int) -> None:
        """Write that a piece moves from one zone to another. The rules decide which of several copies moves."""
        at = self.zones[target]
        name = self._named(piece, source, at.seat)
        self.lines.append(ArrangeLine(at.seat, f"move {name} to {at.name}"))
        self.held[source].remove(piece)
        self.held[target].append(piece)

    def _named(self, piece: int, source: int, acting: int) -> str:
        try:
            return piece_name(self.blueprint, piece, acting)
        except Unnameable:
            pass
        info, zone = self.blueprint.pieces[piece], self.zones[source]
        of = f" and c.owner is seat({info.owner + 1})" if info.owner >= 0 else ""
        if self.is_spaced(source):
            return f"top({zone.outside})"
        return f"first(c in {zone.outside} where c.design is {info.design}{of})"


def lines_between(blueprint: Blueprint, now: State, wanted: State, *, strict: bool = False) -> list[ArrangeLine]:
    """Return the lines that turn one table into another, as far as one pass can. Raises Unnameable.

    If `strict`, the order counts in every pile, as it may for what takes the top one. What
    needs room that is only made by these lines may need another pass.
    """
    found = members_of(blueprint, wanted[N_SEATS])
    lines = list(_values(blueprint, found, now, wanted))
    zones = {each.slot: each for each in found if each.family.sort == "zone"}
    held = {slot: _held(now, each) for slot, each in zones.items()}
    model = _Model(blueprint, held, zones, strict)
    goals = {slot: _held(wanted, each) for slot, each in zones.items()}
    _make_room(model, goals)
    for slot, goal in goals.items():
        _fill(model, slot, goal, goals)
    return [*lines, *model.lines, *_faces(blueprint, wanted, now)]


def _values(blueprint: Blueprint, found: tuple[NamedMember, ...], now: State, wanted: State) -> list[ArrangeLine]:
    lines = []
    for each in found:
        if each.family.sort != "zone" and now[each.slot] != wanted[each.slot]:
            held = wanted[each.slot]
            value = value_name(blueprint, each.family.domain, held)
            if each.family.is_truth:
                value = "true" if held else "false"
            elif each.family.may_be_none and held < 0:
                value = "none"
            lines.append(ArrangeLine(each.seat, f"set {each.name} to {value}"))
    return lines


def _held(state: State, zone: NamedMember) -> list[int]:
    """Return the pieces in a zone, or the one on a numbered space."""
    held = state[zone.slot]
    if zone.family.spaces:
        return [held] if held >= 0 else []
    return list(held)


def _make_room(model: _Model, goals: dict[int, list[int]]) -> None:
    """Take what does not belong there off numbered spaces, to a pile that wants it or any pile of its kind."""
    for slot in sorted(filter(model.is_spaced, model.zones)):
        for piece in list(model.held[slot]):
            if model.key(piece) not in map(model.key, goals[slot]):
                target = _pile(model, piece, goals)
                if target is not None:
                    model.move(piece, slot, target)


def _pile(model: _Model, piece: int, goals: dict[int, list[int]]) -> int | None:
    kind = PieceOf(model.blueprint.pieces[piece].kind)
    piles = [slot for slot, each in model.zones.items() if each.family.domain == kind and not model.is_spaced(slot)]
    wanting = (slot for slot in piles if model.lacking(slot, goals[slot])[model.key(piece)])
    return next(wanting, piles[0] if piles else None)


def _fill(model: _Model, slot: int, goal: list[int], goals: dict[int, list[int]]) -> None:
    """Bring to a zone what it lacks. A pile whose order counts is rebuilt from the first wrong piece on."""
    key = model.key
    if model.keeps_order(slot):
        right = 0
        here = model.held[slot]
        while right < min(len(here), len(goal)) and key(here[right]) == key(goal[right]):
            right += 1
        for piece in goal[right:]:
            source = _source(model, piece, slot, goals, right)
            if source is not None:
                model.move(source[0], source[1], slot)
        return
    lacking = model.lacking(slot, goal)
    for piece in goal:
        if lacking[key(piece)] and not (model.is_spaced(slot) and model.held[slot]):
            source = _source(model, piece, slot, goals, len(model.held[slot]))
            if source is not None:
                lacking[key(piece)] -= 1
                model.move(source[0], source[1], slot)


def _source(model: _Model, wanted: int, target: int, goals: dict[int, list[int]], kept: int) -> tuple[int, int] | None:
    """Return (piece, zone) of a copy of the wanted piece that is not needed where it is, or None.

    In the target zone itself, only the pieces from number `kept` on count.
    """
    key = model.key
    best: tuple[int, int] | None = None
    for slot, held in model.held.items():
        copies = [piece for piece in (held[kept:] if slot == target else held) if key(piece) == key(wanted)]
        if not copies:
            continue
        spare = Counter(map(key, held))[key(wanted)] - Counter(map(key, goals[slot]))[key(wanted)]
        if slot != target and spare > 0:
            return copies[0], slot
        if slot == target and model.keeps_order(target):
            best = best or (copies[0], slot)
    return best


def _faces(blueprint: Blueprint, wanted: State, now: State) -> list[ArrangeLine]:
    """Return lines that turn pieces to their faces. Pieces are named by their place, as copies are alike."""
    lines = []
    for piece, info in enumerate(blueprint.pieces):
        names = blueprint.face_names.get(info.kind)
        if names and now[blueprint.faces + piece] != wanted[blueprint.faces + piece]:
            seat = info.owner
            name = piece_name(blueprint, piece, seat)
            face = names[wanted[blueprint.faces + piece]]
            turned = f"set {name}.face to {face}" if face.isdigit() else f"flip {name} {face}"
            lines.append(ArrangeLine(seat, turned))
    return lines
