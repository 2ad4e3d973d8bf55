"""The observations of many states, equal to those of `Vectors`, read from native memory. Needs numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.adapters.many_hiding import Hiding
from rulewright.adapters.memory import Memory
from rulewright.adapters.table import Layout
from rulewright.adapters.vectors import FAR
from rulewright.core.model.kinds import PieceOf
from rulewright.observe.sight.hiding import awaited


class ManyVectors:
    """The positions of the parts of a vector in the states of a block."""

    def __init__(self, layout: Layout, memory: Memory, hiding: Hiding) -> None:
        vectors, blueprint = layout.vectors, layout.game.blueprint
        self._layout, self._memory, self._hiding = layout, memory, hiding
        n_slots = memory.host.layout.n_slots
        half = 8 * memory.host.layout.half
        self._half, self._mask = half, (1 << half) - 1
        self._values = np.array(vectors.values, np.int64)
        owners = [owner for _, _, owner in vectors.of_seats]
        self._seat_places = np.array([place for place, _, _ in vectors.of_seats], np.int64)
        self._seat_slots = np.array([slot for _, slot, _ in vectors.of_seats], np.int64)
        self._seat_owners = np.array(owners, np.int64)
        # by seat and slot: the number of the zone that the seat sees there, 0 for none
        self._number: Any = np.zeros((layout.seats, n_slots), np.int32)
        self._order: Any = np.zeros(n_slots, np.int32)  # of a numbered space, its place among its zone's
        piles = []
        for number, zone in enumerate(vectors.looked_at, 1):
            family = zone.family
            for seat in range(layout.seats):
                if not hiding.closed[seat, zone.slot]:
                    self._number[seat, zone.slot : zone.slot + family.width] = number
            if family.spaces:
                self._order[zone.slot : zone.slot + family.width] = np.arange(family.width)
            elif family.ordered and self._number[:, zone.slot].any():
                piles.append(zone.slot)
        self._piles = np.array(piles, np.int64)
        told = [(each.slot + space, each.owner, bool(each.family.spaces))
                for each in vectors.looked_at if each.family.visible != "all"
                for space in range(each.family.width)]  # fmt: skip
        self._told_slots = np.array([slot for slot, _, _ in told], np.int64)
        self._told_owners = np.array([-1 if owner is None else owner for _, owner, _ in told], np.int64)
        self._told_spaces = np.array([is_space for _, _, is_space in told], np.bool_)
        self._sites = tuple(
            tuple((local, isinstance(domain, PieceOf)) for _, local, domain in each.known) for each in blueprint.sites
        )
        self._pieces = np.arange(len(blueprint.pieces))
        self._all = np.arange(memory.count)

    def vectors(self, seats: Any) -> Any:
        """Return what a seat of each row sees: float32, rows x parts."""
        memory, vectors, n_seats = self._memory, self._layout.vectors, self._layout.seats
        found: Any = np.zeros((memory.count, len(vectors)), np.float32)
        if vectors.hideable or self._layout.sight.by_test:  # who sees what is asked state by state
            for row in self._all.tolist():
                found[row] = vectors.vector(memory.host.get(memory.address(row)), int(seats[row]))
            return found
        found[self._all, seats] = 1
        self._write_deciding(found, seats, n_seats)
        sealed = memory.has_sealed != 0
        found[:, vectors.values_at : vectors.pieces_at] = memory.slots[:, self._values]
        if sealed.any() and len(self._seat_places):
            before = memory.sealed_slots[:, self._seat_slots]
            hidden = sealed[:, None] & (self._seat_owners != seats[:, None])
            own = found[:, self._seat_places]
            found[:, self._seat_places] = np.where(hidden, before, own)
        self._write_pieces(found, seats, sealed)
        self._write_told(found, seats, sealed)
        return found

    def _write_deciding(self, found: Any, seats: Any, n_seats: int) -> None:
        memory = self._memory
        waiting = np.nonzero(memory.frame != 0)[0]
        found[waiting, n_seats + memory.seat[waiting]] = 1
        for rows, others in memory.parked_seats():
            still = memory.frame[rows] != 0
            found[rows[still], n_seats + others[still]] = 1
        if self._layout.game.blueprint.answers_ask:
            for row in np.nonzero((memory.frame != 0) & (memory.has_sealed != 0))[0]:
                known = awaited(self._layout.game, memory.host.get(memory.address(int(row))), int(seats[row]))
                found[row, n_seats : 2 * n_seats] = [seat in known for seat in range(n_seats)]
        own = waiting[memory.seat[waiting] == seats[waiting]]
        if not len(own):
            return
        found[own, 2 * n_seats] = memory.site[own] + 1
        found[own, 2 * n_seats + 1 : self._layout.vectors.values_at] = -1
        effects = memory.effects(own)
        for site, effect in {*zip(memory.site[own].tolist(), effects.tolist(), strict=True)}:
            rows = own[(memory.site[own] == site) & (effects == effect)]
            for at, (local, is_piece) in enumerate(self._sites[site]):
                values = memory.local(rows, effect, local)
                if values is None:
                    continue
                values = np.clip(values, -int(FAR), int(FAR))
                if is_piece:
                    real = np.nonzero(values >= 0)[0]
                    hidden = self._hiding.is_hidden(rows[real], seats[rows[real]], values[real])
                    values[real[hidden]] = -1
                found[rows, 2 * n_seats + 1 + at] = values

    def _write_pieces(self, found: Any, seats: Any, sealed: Any) -> None:
        memory, layout = self._memory, self._layout
        vectors, blueprint = layout.vectors, layout.game.blueprint
        if not len(self._pieces):
            return
        width = 3 if blueprint.face_names else 2
        at = blueprint.piece_zone
        others = self._hiding.of_others
        end = at + len(self._pieces)
        slots = memory.slots[:, at:end].astype(np.int64)
        numbers = self._number[seats[:, None], slots]
        orders = self._orders(memory.slots, memory.links, slots)
        faces = memory.slots[:, blueprint.faces : blueprint.faces + len(self._pieces)]
        rows = np.nonzero(sealed)[0]
        if len(rows):  # what others have is as it was before all were asked
            who, before = seats[rows, None], memory.sealed_slots[rows, at:end].astype(np.int64)
            now = np.where(others[who, slots[rows]], 0, numbers[rows])
            then = np.where(others[who, before], self._number[who, before], 0)
            earlier = then > now  # a later zone is the one that counts
            of_before = self._orders(memory.sealed_slots[rows], memory.sealed_links[rows], before)
            numbers[rows] = np.where(earlier, then, now)
            orders[rows] = np.where(earlier, of_before, orders[rows])
            if width == 3:
                then_faces = memory.sealed_slots[rows, blueprint.faces : blueprint.faces + len(self._pieces)]
                faces = faces.copy()
                faces[rows] = np.where(earlier, then_faces, faces[rows])
        seen = numbers > 0
        begin, end = vectors.pieces_at, vectors.spaces_at
        found[:, begin:end:width] = numbers
        found[:, begin + 1 : end : width] = orders * seen
        if width == 3:
            found[:, begin + 2 : end : width] = faces * seen

    def _orders(self, slots: Any, links: Any, lying: Any) -> Any:
        """Return the order of each piece: its space, or the number of pieces below it in an ordered pile.

        0 for any other piece.
        """
        found = self._order[lying]
        if len(self._piles):
            heads = slots[:, self._piles]
            rows, piles = np.nonzero(heads >> self._half > 1)
            counts = heads[rows, piles] >> self._half
            longest = np.argsort(-counts)  # so that those that continue come first
            rows, counts = rows[longest], counts[longest]
            pieces = heads[rows, piles[longest]] & self._mask
            going_on: Any = np.searchsorted(-counts, -np.arange(int(counts.max(initial=0))))
            for place, more in enumerate(going_on.tolist()):
                pieces = links[rows[:more], pieces[:more]] & self._mask
                found[rows[:more], pieces] = place
        return found

    def _write_told(self, found: Any, seats: Any, sealed: Any) -> None:
        """Write the number of pieces in each unseen zone, or which of its numbered spaces are taken."""
        if not len(self._told_slots):
            return
        memory = self._memory
        held = memory.slots[:, self._told_slots]
        if sealed.any():
            of_others = (self._told_owners >= 0) & (self._told_owners != seats[:, None])
            held = np.where(sealed[:, None] & of_others, memory.sealed_slots[:, self._told_slots], held)
        found[:, self._layout.vectors.spaces_at :] = np.where(self._told_spaces, held >= 0, held >> self._half)
