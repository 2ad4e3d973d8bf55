"""Events in a neutral order, where chance made an order that a seat does not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.core.model.events import Event, Moved, Rolled
from rulewright.core.model.game import Blueprint
from rulewright.observe.sight.places import places_of, seen_at


def in_no_order(blueprint: Blueprint, events: Iterable[Event], seat: int | None) -> Iterator[Event]:
    """Yield events without revealing an order that chance made and the seat does not see.

    Pieces that go from one zone to another one by one, picked at random or to be mixed there, go in the order of their
    numbers.
    """
    run: list[Moved] = []
    rolled = False
    for event in events:
        if isinstance(event, Rolled):
            rolled = True
        elif isinstance(event, Moved) and _by_chance(blueprint, event, seat, rolled=rolled):
            if run and event[1:3] != run[0][1:3]:
                yield from sorted(run)
                run = []
            run.append(event)
            continue
        else:
            rolled = False
        if not isinstance(event, Rolled) or not run:
            yield from sorted(run)
            run = []
            yield event
    yield from sorted(run)


def _by_chance(blueprint: Blueprint, move: Moved, seat: int | None, *, rolled: bool) -> bool:
    """Return whether a piece goes from where the seat sees it to where it does not see the order."""
    here, there = places_of(blueprint, move)
    before, after = seen_at(blueprint, move, seat)
    if seat is None or here is None or there is None or not before:
        return False
    shows_order = after and (there.family.ordered or there.space > 0)
    return (here.family.mixed or rolled) and not shows_order
