"""The knowledge of one seat about the positions of pieces, from everything it has seen.

An observer follows every piece as a thing on the table (a *token*) and asks which face it has. A token whose face was
seen has it until it is mixed with others. Mixed tokens go through a *bag*: as many faces in as tokens out, any with
any. A shuffle is a bag of a pile's tokens; so is a zone without an order, where nobody can distinguish the piece that
came from the one that went. A face seen leaves the bag that it was in. Dealing (`sight/dealing.py`) draws from the
bags.

In the field's words this is a belief state (Kaelbling, Littman, Cassandra 1998), kept as a product of bags instead of a
probability for each table. It is exact for what chance does: all orders of a shuffle are equally likely, so all ways to
hand the faces of a bag to its tokens are. Intentions behind the choices of others are not considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.core.model.chance import Draws
from rulewright.core.model.events import Event, Moved, Opened, Revealed, Rolled, Sealed, Shuffled, is_among
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import N_SEATS, SEALED
from rulewright.core.model.rounded_sums import one_by_one
from rulewright.observe.sight.hiding import as_sealed
from rulewright.observe.sight.places import is_of_others
from rulewright.observe.sight.sight import members, owner_of, seen_by_test, sees_by_word

_TRIES = 16
_Heard = Moved | Shuffled | Rolled | Revealed


@dataclass(frozen=True, slots=True)
class _Place:
    """The visibility of a zone to the seat.

    `is_seen`: it sees the faces. `in_order`: it sees each piece's position in the zone. `is_others`: the zone is
    another seat's. `is_mixed`: chance may have placed the pieces seen there. `by_test`: a test decides who sees the
    faces, and events say the result.
    """

    is_seen: bool
    in_order: bool
    is_others: bool = False
    is_mixed: bool = False
    by_test: bool = False
    slots: tuple[int, ...] = ()


@dataclass(slots=True)
class _Run:
    """Tokens that went from one place to another, one after another, in an order that chance made."""

    source: int = -1
    target: int = -1
    tokens: list[int] = field(default_factory=list)


class _Bag:
    """Faces that were mixed, each equally likely to come out, some of them outputs of earlier bags."""

    __slots__ = ("inputs",)

    def __init__(self, inputs: list[int | _Bag]) -> None:
        self.inputs = inputs


_OPEN = _Place(True, True)


@dataclass(frozen=True, slots=True)
class Belief:
    """The unknown faces of tokens, each with the number of the bag that its face comes from.

    The inputs of a bag are faces, and ~number for an output of an earlier bag.
    """

    tokens: tuple[tuple[int, int], ...]
    inputs: tuple[tuple[int, ...], ...]


class Knowledge:
    """The knowledge of one seat (from 0) about pieces, from the first card dealt on.

    It learns from events of a traced build through `observe`, and uses only what the seat may see of them.
    """

    def __init__(self, game: Game, seat: int, *, seats: int) -> None:
        self.game, self.seat, self.seats = game, seat, seats
        self._places = _places_of(game, seat, seats)
        hidden = [slot for slot, place in self._places.items() if not place.is_seen]
        self._where_hidden = (*hidden, game.blueprint.box)
        self._hidden = frozenset(hidden)
        self._heard: list[_Heard] = []
        self._waiting: list[_Heard] = []
        self._breaks: set[int] = set()
        self._is_sealed = False
        self._lot = 0
        self._given: State | None = None
        self._begin()

    @classmethod
    def of_table(cls, game: Game, state: State, seat: int) -> Knowledge:
        """Return the knowledge of a seat that joins a table: of what is hidden only the pieces of each kind."""
        made = cls(game, seat, seats=state[N_SEATS])
        made._given = _before_others(game, state, seat, made._places)
        made._is_sealed = state[SEALED] is not None
        made._begin()
        return made

    def observe(self, events: Iterable[Event]) -> None:
        """Take in all events of a traced build since the last call, in their order.

        Simultaneous answers of others are taken in when they are revealed.
        """
        told: list[_Heard] = []
        for event in events:
            match event:
                case Sealed():
                    self._is_sealed = True
                case Opened():
                    self._is_sealed = False
                    told += self._waiting
                    self._waiting = []
                case Moved() | Shuffled() | Rolled() | Revealed():
                    if self._is_sealed and self._is_sealed_from_here(event):
                        self._waiting.append(event)
                        continue
                    if self._waiting and isinstance(event, Moved):
                        self._waiting = [each for each in self._waiting if not _is_of_piece(each, event.piece)]
                    told.append(event)
                case _:
                    self._breaks.add(len(self._heard) + len(told))
        known = len(self._heard)
        self._heard += told
        self._breaks.add(len(self._heard))
        if not all(self._hear(number) for number in range(known, len(self._heard))):
            self._hear_all_again()

    def knows(self, piece: int) -> bool:
        """Return whether the seat knows where a piece is."""
        return not isinstance(self._face[piece], _Bag)

    def belief(self, state: State) -> Belief:
        """Return what is unknown of the tokens in a state, in an order that reveals nothing of where they are."""
        numbers: dict[_Bag, int] = {}
        inputs: list[tuple[int, ...]] = []

        def number_of(bag: _Bag) -> int:
            if bag not in numbers:
                found = tuple([~number_of(each) if isinstance(each, _Bag) else each for each in bag.inputs])
                numbers[bag] = len(inputs)
                inputs.append(found)
            return numbers[bag]

        tokens = []
        for slot in self._where_hidden:
            for token in _lying(state, slot):
                face = self._face[token]
                if isinstance(face, _Bag):
                    tokens.append((token, number_of(face)))
        return Belief(tuple(tokens), tuple(inputs))

    def is_behind(self, state: State) -> bool:
        """Return whether events that led to a state are missing: something it takes for hidden is open there."""
        if state[SEALED] is not None:
            return False
        at, seen = self.game.blueprint.piece_zone, seen_by_test(self.game, state, self.seat)
        unknown = [state[at + token] for token, face in enumerate(self._face) if isinstance(face, _Bag)]
        return not self._hidden.issuperset(unknown) or not seen.isdisjoint(unknown)

    # ---- Within

    def _is_sealed_from_here(self, event: _Heard) -> bool:
        """Return whether an event of another seat in a simultaneous decision is unseen."""
        if not is_of_others(self.game, event, self.seat):
            return False
        if not isinstance(event, Moved):
            return True
        place = self._place(event.target)
        return place.is_others or not self._sees(event.target, event.sights[1])

    def _begin(self) -> None:
        """Set up the table before the first effect, with everything in its place, or as it was found."""
        blueprint = self.game.blueprint
        self._run, self._is_rolled, self._opened = _Run(), False, set[int]()
        self._face: list[int | _Bag] = list(range(len(blueprint.pieces)))
        self._at = [blueprint.box] * len(blueprint.pieces)
        self._zones: dict[int, list[int]] = {slot: [] for slot in self._places}
        state = self._given or blueprint.initial
        for slot in self._places:
            for piece in _lying(state, slot):
                absent = self._given is None and blueprint.pieces[piece].owner >= self.seats
                self._lay(piece, blueprint.box if absent else slot)
        if self._given is not None:
            self._opened = set(seen_by_test(self.game, self._given, self.seat))
            self._mix_by_kind()
            return
        for slot, place in self._places.items():
            if not place.is_seen and not place.in_order and not place.by_test:
                self._mix(self._zones[slot])

    def _mix_by_kind(self) -> None:
        hidden: dict[str, list[int]] = {}
        for slot, place in self._places.items():
            for token in () if place.is_seen or slot in self._opened else self._zones[slot]:
                hidden.setdefault(self.game.blueprint.pieces[token].kind, []).append(token)
        for tokens in hidden.values():
            self._mix(tokens, sorted(tokens))

    def _hear_all_again(self) -> None:
        """Start over, with other guesses at the ways that faces took, until they fit all that was seen."""
        for _ in range(_TRIES):
            self._begin()
            if all(map(self._hear, range(len(self._heard)))):
                return
        self._begin()
        for event in self._heard:
            self._note_sight(event)
            if isinstance(event, Moved):
                self._lay(event.piece, event.target, under=event.under)
        self._face = list(range(len(self._face)))
        self._mix_by_kind()

    def _hear(self, number: int) -> bool:
        """Observe one event, and return whether it fits the earlier guesses."""
        event = self._heard[number]
        if number in self._breaks:
            self._run, self._is_rolled = _Run(), False
        if isinstance(event, Rolled):
            self._is_rolled = True
            return True
        self._note_sight(event)
        if isinstance(event, Shuffled):
            if not self._sees(event.zone, event.sight):
                self._mix(self._zones[event.zone])
            return True
        if isinstance(event, Revealed):
            self._run, self._is_rolled = _Run(), False
            return not is_among(self.seat, event.seats) or all(map(self._see, event.pieces))
        token, target = event.piece, event.target
        source = self._at[token]
        out_of, to, lying = self._place(source), self._place(target), self._zones[source]
        was_seen = self._sees(source, event.sights[0])
        if not was_seen and (not out_of.in_order or token not in (lying[0], lying[-1])):
            self._mix(lying)  # one of those whose faces were seen once may be the one that goes
        self._lay(token, target, under=event.under)
        by_chance = was_seen and (out_of.is_mixed or self._is_rolled)
        if not by_chance or (self._run.source, self._run.target) != (source, target):
            self._run = _Run(source, target, [])
        self._run.tokens.append(token)
        if self._sees(target, event.sights[1]):
            return self._see(token)
        if not to.in_order:
            self._mix(self._zones[target])
        elif by_chance:  # chance decided in which order they got there
            self._mix(self._run.tokens)
        return True

    def _lay(self, token: int, slot: int, *, under: bool = False) -> None:
        lying = self._zones[self._at[token]]
        if token in lying:
            lying.remove(token)
        there = self._zones.setdefault(slot, [])
        there.insert(0 if under else len(there), token)
        self._at[token] = slot

    def _sees(self, slot: int, sight: int | None) -> bool:
        """Return whether the seat sees what is in a slot, as an event has it."""
        return self._place(slot).is_seen if sight is None else is_among(self.seat, sight)

    def _note_sight(self, event: _Heard) -> None:
        """Keep which zones of those that a test is about the seat sees."""
        if isinstance(event, Revealed) and event.sight is not None:
            self._open(event.slot, event.sight)
        if isinstance(event, Moved):
            for slot, sight in zip((event.source, event.target), event.sights, strict=True):
                if sight is not None:
                    self._open(slot, sight)

    def _open(self, slot: int, sight: int) -> None:
        slots = self._place(slot).slots
        self._opened = self._opened.union(slots) if is_among(self.seat, sight) else self._opened.difference(slots)

    def _place(self, slot: int) -> _Place:
        return self._places.get(slot, _OPEN)

    def _mix(self, tokens: list[int], order: list[int] | None = None) -> None:
        """Let the faces of some tokens be any of theirs.

        `order` lists them in an order that reveals nothing.
        """
        faces = Counter(self._face[token] for token in order or tokens)
        if len(tokens) < 2 or (len(faces) == 1 and isinstance(self._face[tokens[0]], _Bag)):
            return
        inputs: list[int | _Bag] = []
        for face, outputs in faces.items():
            if isinstance(face, _Bag) and outputs == len(face.inputs):
                inputs += face.inputs
            else:
                inputs += [face] * outputs
        bag = _Bag(inputs)
        for token in tokens:
            self._face[token] = bag

    def _see(self, token: int) -> bool:
        """Observe a token's face, and return whether it fits the earlier guesses."""
        bag = self._face[token]
        if not isinstance(bag, _Bag):
            return bag == token
        while token not in bag.inputs:
            ways = [
                (before, bag.inputs.count(before) / len(before.inputs) * chance)
                for before in dict.fromkeys(each for each in bag.inputs if isinstance(each, _Bag))
                if (chance := _chance(before, token))
            ]
            if not ways:
                return False
            before = ways[0][0] if len(ways) == 1 else self._guess(ways)
            bag.inputs.remove(before)
            bag = before
        bag.inputs.remove(token)
        self._face[token] = token
        return True

    def _guess(self, ways: list[tuple[_Bag, float]]) -> _Bag:
        """Return a random bag that a face may have come through, weighted by its probability."""
        self._lot += 1
        at = Draws(0, self._lot).bits() / 2**64 * one_by_one(chance for _, chance in ways)
        for bag, chance in ways:
            at -= chance
            if at < 0:
                return bag
        return ways[-1][0]


def _lying(state: Sequence[Any], slot: int) -> tuple[int, ...]:
    """Return the pieces in a slot."""
    held = state[slot]
    return held if isinstance(held, tuple) else (held,) if held >= 0 else ()


def _is_of_piece(event: _Heard, piece: int) -> bool:
    return isinstance(event, Moved) and event.piece == piece


def _chance(bag: _Bag, face: int) -> float:
    """Return the probability that a face has entered a bag."""
    if face in bag.inputs:
        return 1.0
    before = dict.fromkeys(each for each in bag.inputs if isinstance(each, _Bag))
    return one_by_one(bag.inputs.count(each) / len(each.inputs) * _chance(each, face) for each in before)


def _places_of(game: Game, seat: int, seats: int) -> dict[int, _Place]:
    blueprint = game.blueprint
    found = {blueprint.box: _OPEN}
    for family in blueprint.families:
        if family.sort == "zone":
            for indexes, slot in members(blueprint, family, max(seats, blueprint.max_seats)):
                owner = owner_of(family, indexes)
                in_order = family.ordered or family.spaces > 0
                slots = tuple(family.slots_from(slot))
                place = _Place(sees_by_word(family, seat, owner), in_order, owner not in (None, seat), family.mixed,
                               family.sight >= 0, slots)  # fmt: skip
                found |= dict.fromkeys(slots, place)
    return found


def _before_others(game: Game, state: State, seat: int, places: Mapping[int, _Place]) -> State:
    """Return the table as a seat sees it, with other seats' sealed draws back in their hidden zones."""
    seen, before, at = as_sealed(game, state, seat), state[SEALED], game.blueprint.piece_zone
    if before is None:
        return seen
    box = game.blueprint.box
    seen = seen[:]
    for slot, place in places.items():
        held = before[slot]
        taken = [each for each in held if seen[at + each] == box] if isinstance(held, tuple) and slot != box else []
        if taken and not place.is_seen:
            seen[slot] = tuple(each for each in held if each in seen[slot] or each in taken)
            seen[box] = tuple(each for each in seen[box] if each not in taken)
            for each in taken:
                seen[at + each] = slot
    return seen
