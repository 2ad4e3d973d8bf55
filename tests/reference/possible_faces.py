"""Which faces a thing on the table may have for one seat, by the simplest reckoning: a set for each, and no bags.

Whatever is mixed may be any of what was mixed. It knows nothing of how likely that is, nor that two cannot be the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.model.events import Event, Moved, Opened, Revealed, Rolled, Sealed, Shuffled, is_among
from rulewright.core.model.game import Game, State
from rulewright.observe.sight.places import is_of_others, place_of
from rulewright.observe.sight.sight import sees_by_word


class PossibleFaces:
    """The sets of one seat, followed through the events of a game from its start."""

    def __init__(self, game: Game, seat: int, seats: int) -> None:
        self.game, self.seat = game, seat
        blueprint = game.blueprint
        self.piles: dict[int, list[int]] = {}
        for slot in range(len(blueprint.initial)):
            for piece, info in enumerate(blueprint.pieces):
                if blueprint.initial[blueprint.piece_zone + piece] == slot:
                    absent = info.owner >= seats
                    self.piles.setdefault(blueprint.box if absent else slot, []).append(piece)
        self.may = [{piece} for piece in range(len(blueprint.pieces))]
        self.waiting: list[Event] = []
        self.run: list[Moved] = []
        self.rolled = False
        self.sealed = False
        for slot in self.piles:
            place = place_of(blueprint, slot)
            by_test = place is not None and place.family.sight >= 0  # where everything is before the game all know
            if not self.is_seen(slot) and not self.is_in_order(slot) and not by_test:
                self.mixed(slot)

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Sealed):
                self.sealed = True
            elif isinstance(event, Opened):
                self.sealed = False
                self.follow(self.waiting)
                self.waiting = []
            elif self.sealed and self.is_sealed(event):
                self.waiting.append(event)
            elif isinstance(event, Shuffled) and not self.is_seen(event.zone, event.sight):
                self.mixed(event.zone)
            elif isinstance(event, Revealed):
                for piece in event.pieces if is_among(self.seat, event.seats) else ():
                    self.seen(piece)
            elif isinstance(event, Rolled):
                self.rolled = True
            elif isinstance(event, Moved):
                self.moved(event)

    def is_sealed(self, event: Event) -> bool:
        """Whether the seat is not told yet: others' doings, unless they lay a piece open where it belongs to nobody."""
        laid_open = False
        if isinstance(event, Moved):
            place = place_of(self.game.blueprint, event.target)
            laid_open = place is None or (place.owner is None and self.is_seen(event.target, event.sights[1]))
        return is_of_others(self.game, event, self.seat) and not laid_open

    def moved(self, event: Moved) -> None:
        piece, target = event.piece, event.target
        source = next(slot for slot, pile in self.piles.items() if piece in pile)
        pile = self.piles[source]
        before, after = event.sights
        if not self.is_seen(source, before) and (not self.is_in_order(source) or piece not in (pile[0], pile[-1])):
            self.mixed(source)
        pile.remove(piece)
        there = self.piles.setdefault(target, [])
        there.insert(0 if event.under else len(there), piece)
        if self.is_seen(target, after):
            self.seen(piece)
        elif not self.is_in_order(target):
            self.mixed(target)
        if not self.is_by_chance(event):
            self.run = []
        elif self.run and (self.run[0].source, self.run[0].target) == (source, target):
            self.run.append(event)
        else:
            self.run = [event]
        if self.run and not self.is_seen(target, after):
            self.mixed_together([each.piece for each in self.run])

    def is_by_chance(self, event: Moved) -> bool:
        """Whether nobody is shown in which order pieces go that lie open: they lie mixed, or were picked at random."""
        place = place_of(self.game.blueprint, event.source)
        seen = self.is_seen(event.source, event.sights[0])
        return place is not None and seen and (place.family.mixed or self.rolled)

    def mixed(self, slot: int) -> None:
        self.mixed_together(self.piles.get(slot, []))

    def mixed_together(self, together: list[int]) -> None:
        faces: set[int] = set().union(*(self.may[piece] for piece in together))
        for piece in together:
            self.may[piece] = set(faces)

    def seen(self, piece: int) -> None:
        for others in self.may:
            others.discard(piece)
        self.may[piece] = {piece}

    def is_seen(self, slot: int, sight: int | None = None) -> bool:
        place = place_of(self.game.blueprint, slot)
        if place is not None and sight is not None:
            return is_among(self.seat, sight)
        return place is None or sees_by_word(place.family, self.seat, place.owner)

    def is_in_order(self, slot: int) -> bool:
        place = place_of(self.game.blueprint, slot)
        return place is not None and (place.family.ordered or place.family.spaces > 0)

    def impossible(self, real: State, dealt: State) -> list[tuple[int, int]]:
        """Return what was dealt where it cannot be: for each place, what really lies there and what was dealt."""
        found = []
        for slot in self.piles:
            if slot == self.game.blueprint.box:
                continue
            tokens, faces = real[slot], dealt[slot]
            pairs = zip(tokens, faces, strict=True) if isinstance(tokens, tuple) else [(tokens, faces)]
            found += [(token, face) for token, face in pairs if token >= 0 and face not in self.may[token]]
        return found
