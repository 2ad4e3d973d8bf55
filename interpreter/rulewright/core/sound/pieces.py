"""Changes by moving pieces: the zones they come from and go to, and how much these hold afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.kinds import kind_of
from rulewright.core.model.ranges import ANY, Interval
from rulewright.core.sound.changes import StateChange
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.whole import ANYTHING, FACES, PLACES

Learned = Iterable[tuple[Bound, Interval]]
_ONE_AT_MOST = Interval(0, 1)
_ANY_NUMBER = Interval(0, None)


def faces_turned(facts: Facts) -> list[StateChange]:
    """A piece shows another face."""
    return [StateChange("turns", FACES, None, ANY)]


def moved(facts: Facts, move: b.MovePiece) -> tuple[list[StateChange], Learned]:
    """One piece moves, if there is one."""
    there = (facts.range_of(move.piece).low or 0) >= 0 and facts.range_of(move.piece).low is not None
    amount = Interval(1, 1) if there else _ONE_AT_MOST
    changes = _taken(facts, move.piece, _ONE_AT_MOST, certain=1 if there else 0)
    same = any(change.family == move.to.family for change in changes)
    changes += _added(move.to, amount)
    size = facts.size_of(move.to)
    least = 1 if there and not _reads(facts, move.to) else 0
    if least and not same and size.low is not None and not move.to.spaces:
        least = size.low + 1
    return changes, ((move.to, Interval(least)),) if least else ()


def moved_each(facts: Facts, move: b.MoveEach) -> tuple[list[StateChange], Learned]:
    """All pieces of a set move."""
    size = facts.size_of(move.source)
    changes = _taken(facts, move.source, _ANY_NUMBER if size.high is None else Interval(0, size.high))
    changes += _added(move.to, Interval(0, size.high))
    learned: list[tuple[Bound, Interval]] = []
    if (size.low or 0) >= 1 and not _reads(facts, move.to):
        learned.append((move.to, Interval(1)))
    source = move.source
    if isinstance(source, bv.ZoneRef) and source.family != move.to.family and not _reads(facts, source):
        learned.append((source, Interval(0, 0)))
    return changes, learned


def pieces_drawn(facts: Facts, draw: b.DrawPieces) -> tuple[list[StateChange], Learned]:
    """Return as many pieces move as there are, up to an amount."""
    amount, size = facts.range_of(draw.amount), facts.size_of(draw.source)
    most = min((each for each in (amount.high, size.high) if each is not None), default=None)
    most = None if most is None else max(0, most)
    changes = [
        StateChange("takes", draw.source.family or ANYTHING, draw.source, Interval(0, most)),
        StateChange("mixes", PLACES, None, ANY),
        *_added(draw.to, Interval(0, most)),
    ]
    certain = min(max(0, amount.low or 0), size.low or 0)
    return changes, ((draw.to, Interval(1)),) if certain and not _reads(facts, draw.to) else ()


def _taken(facts: Facts, taken: Bound, amount: Interval, *, certain: int = 0) -> list[StateChange]:
    """Return what pieces are taken from: the zones where they are known to lie, or all that hold their kind."""
    found = [StateChange("mixes", PLACES, None, ANY)]
    homes = facts.home_of(taken)
    if homes is not None and len(homes) == 1:
        amount = Interval(certain, amount.high)
    if homes is not None:
        return found + [StateChange("takes", zone.family or ANYTHING, zone, amount) for zone in homes]
    kind = kind_of(taken.type.domain)
    for family in facts.world.families.values():
        if family.sort == "zone" and (not kind or kind_of(family.type.domain) in (kind, "")):
            found.append(StateChange("takes", family.id, None, amount))
    return found


def _added(to: bv.ZoneRef, amount: Interval) -> list[StateChange]:
    return [StateChange("adds", to.family or ANYTHING, to, amount)]


def _reads(facts: Facts, zone: bv.ZoneRef) -> bool:
    """Return whether which zone it is depends on where pieces are."""
    whole = facts.whole
    assert whole is not None
    return any({PLACES, ANYTHING, zone.family} & whole.reads(index) for index, _ in zone.parts)
