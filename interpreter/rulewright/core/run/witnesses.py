"""The viewers of events in a traced build, for visibility that depends on tests.

Each event is recorded with the seats that see the thing it is about, and those that newly see it. Only games in which a
test decides, and may change, keep this; a declared word suffices for others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from rulewright.core.model.events import Event, Revealed
from rulewright.core.model.game import Blueprint, FamilyInfo, State
from rulewright.core.model.layout import N_SEATS, STEPS
from rulewright.core.model.limits import LimitReached

Namespace = dict[str, Any]


class Eyes:
    """The viewers of family members whose visibility is tested, computed by a traced build's functions."""

    def __init__(self, blueprint: Blueprint, names: Namespace) -> None:
        self._names = names
        self._members: list[tuple[FamilyInfo, tuple[int, ...], int]] = []
        self._at: dict[int, tuple[FamilyInfo, tuple[int, ...], int]] = {}
        for family in blueprint.families:
            if family.sight < 0:
                continue
            ranges = (range(low, low + size) for low, size in zip(family.lows, family.sizes, strict=True))
            for offset, indexes in enumerate(product(*ranges)):
                member = family, indexes, family.base + offset * family.width
                self._members.append(member)
                self._at |= dict.fromkeys(family.slots_from(member[2]), member)

    def at(self, state: State, slot: int) -> int | None:
        """Return the viewers of a slot as bits, None if a declared word decides."""
        member = self._at.get(slot)
        return self._seen(state, *member[:2]) if member is not None else None

    def all(self, state: State) -> list[int]:
        """Return the viewers of each member as bits, in the order of members."""
        return [self._seen(state, family, indexes) for family, indexes, _ in self._members]

    def newly(self, before: list[int], state: State) -> list[Event]:
        """Return events for all that seats newly see, or no longer see."""
        found: list[Event] = []
        for was, (family, indexes, slot) in zip(before, self._members, strict=True):
            sight = self._seen(state, family, indexes)
            if sight == was:
                continue
            if family.sort == "zone":
                held = family.held(state, slot)
                held = held if family.spaces or family.ordered else sorted(held)
                found.append(Revealed(slot, tuple([each for each in held if each >= 0]), sight & ~was, -1, sight))
            else:
                found.append(Revealed(slot, (), sight & ~was, state[slot] if sight & ~was else -1, sight))
        return found

    def _seen(self, state: State, family: FamilyInfo, indexes: tuple[int, ...]) -> int:
        if family.of_seats and indexes[0] >= state[N_SEATS]:
            return 0
        test, steps, seats = self._names["Q"][family.sight], state[STEPS], 0
        state[STEPS] = 0
        for seat in range(state[N_SEATS]):
            try:
                seats |= bool(test(state, seat, *indexes)) << seat
            except LimitReached:
                pass
        state[STEPS] = steps
        return -1 if seats == (1 << state[N_SEATS]) - 1 else seats


def moving_several(move: Callable[[State, int, int], None], ending: str = "") -> dict[str, Callable[..., None]]:
    """Return the functions that move several pieces one by one, given one that moves a piece.

    `ending` is added to their names.
    """

    def move_all(S: State, pieces: Iterable[int], to: int) -> None:  # noqa: N803
        for piece in pieces:
            move(S, piece, to)

    def draw(S: State, amount: int, source: int, to: int) -> None:  # noqa: N803
        for _ in range(min(amount, len(S[source]))):
            move(S, S[source][-1], to)

    return {f"move_all{ending}": move_all, f"draw{ending}": draw}


def noting_sights(traced: Namespace, names: Namespace, events: list[Event], blueprint: Blueprint) -> Namespace:
    """Atoms of a traced build that note who sees what they change, in place of those that do not.

    `names` are all that functions of the build may use, these functions among them once they are made.
    """
    eyes, piece_zone = Eyes(blueprint, names), blueprint.piece_zone
    change, shuffle, settle = traced["change_traced"], traced["shuffle_traced"], traced["settled"]

    def change_traced(S: State, at: int, value: int) -> None:  # noqa: N803
        known, before = len(events), eyes.all(S)
        change(S, at, value)
        if len(events) > known:
            event: Any = events[-1]
            events[-1] = event._replace(sight=eyes.at(S, event.lies if event.lies >= 0 else at))
            events.extend(eyes.newly(before, S))

    def moving(move: Callable[[State, int, int], None]) -> Callable[[State, int, int], None]:
        def moved(S: State, piece: int, to: int) -> None:  # noqa: N803
            known, before = len(events), eyes.all(S)
            source = eyes.at(S, S[piece_zone + piece]) if piece >= 0 else None
            move(S, piece, to)
            if len(events) > known:
                event: Any = events[-1]
                events[-1] = event._replace(sights=(source, eyes.at(S, to)))
                events.extend(eyes.newly(before, S))

        return moved

    move_traced, move_under_traced = moving(traced["move_traced"]), moving(traced["move_under_traced"])

    def shuffle_traced(S: State, zone: int, counter: int, key: int) -> None:  # noqa: N803
        shuffle(S, zone, counter, key)
        event: Any = events[-1]
        events[-1] = event._replace(sight=eyes.at(S, zone))

    def settled(S: State, site: int, seat: int, code: int) -> None:  # noqa: N803
        settle(S, site, seat, code)
        event: Any = events[-1]
        events[-1] = event._replace(sight=eyes.at(S, event.slot))

    return {
        "change_traced": change_traced, "move_traced": move_traced, "move_under_traced": move_under_traced,
        **moving_several(move_traced, "_traced"), "shuffle_traced": shuffle_traced,
        "settled": settled,
    }  # fmt: skip
