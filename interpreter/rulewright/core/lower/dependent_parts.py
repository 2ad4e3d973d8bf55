"""Whether the order of parts that are all done can matter, as far as that is certain before the game.

A part is loose if it changes nothing that another part reads or changes, and reads nothing that another changes: it may
come at any time. A part is blind if chance plays a part in it, or what is hidden: trying it on a copy would tell what
nobody knows. So are parts in which several seats are asked at once, or that are done while they are. What is found out
here is only ever too few loose parts and too many blind ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.lower.secrecy import HiddenReads
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Slots
from rulewright.core.model.parts_played import PartsInfo


@dataclass(frozen=True, slots=True)
class _Part:
    """The reads, writes and other consequences of one part, with all the effects that it leads to."""

    reads: Slots
    writes: Slots
    asks: bool
    blind: bool
    ends: bool
    many: bool
    """Whether it is done once for each of a set."""

    def meets(self, other: _Part) -> bool:
        """Whether it can make a difference to another part that this one comes first."""
        if self.writes & (other.reads | other.writes) or other.writes & self.reads or self.ends or other.ends:
            return True
        return (self.blind and other.asks) or (self.asks and other.blind)


def parts_at_sites(lowered: Lowered, hidden: Collection[str]) -> dict[int, PartsInfo]:
    """The parts at each site that asks for an order, if the `hidden` families are not seen by all."""
    reads = HiddenReads(lowered, frozenset(hidden))
    at_once = [each.function for each in lowered.all_operations() if isinstance(each, low.AskEach)]
    together = _reached(lowered, at_once)
    found = {}
    for effect in lowered.effects():
        for operation in operations_in(effect.body):
            if isinstance(operation, low.Ask) and operation.in_any_order:
                parts = [_part(lowered, reads, offer) for offer in operation.offers]
                blind = frozenset(
                    number for number, part in enumerate(parts) if part.blind or effect.number in together
                )
                found[operation.site] = PartsInfo(frozenset(_loose(parts)), blind)
    return found


def _loose(parts: list[_Part]) -> Iterator[int]:
    for number, part in enumerate(parts):
        others = [each for each in parts if each is not part or part.many]
        if not any(part.meets(each) for each in others):
            yield number


def _part(lowered: Lowered, hidden: HiddenReads, offer: low.Option) -> _Part:
    (first,) = {number for operation in offer.body for number in operation.runs}
    reached = _reached(lowered, (first,))
    bodies = [*(lowered.effect(number).body for number in sorted(reached)), *_offered_in(lowered, reached)]
    operations = [each for body in bodies for each in operations_in(body)]
    writes: set[object] = set()
    for each in operations:
        writes |= each.writes or frozenset()
        if each.by_chance:  # it may order what it looks at, and draws from a stream
            writes |= lowered.interference.read_set(each) | {"chance"}
    return _Part(
        lowered.interference.read_set(tuple(bodies)),
        frozenset(writes),
        any(each.asks or isinstance(each, low.AskEach) for each in operations),
        any(each.by_chance or isinstance(each, low.AskEach) for each in operations) or any(map(hidden.reads, bodies)),
        any(each.ends for each in operations),
        offer.local is not None,
    )


def _reached(lowered: Lowered, first: Iterable[int]) -> set[int]:
    """The effects that some lead to, themselves among them, by way of the free actions as well that they offer."""
    found, waiting = set[int](), [*first]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            bodies = (lowered.effect(number).body, *_offered_in(lowered, {number}))
            waiting += [each for body in bodies for operation in operations_in(body) for each in operation.runs]
    return found


def _offered_in(lowered: Lowered, effects: Collection[int]) -> list[low.Block]:
    """The free actions that some effects offer at their decisions."""
    offered = {free for number in effects for free in lowered.program.free.offered.get(number, ())}
    return [free_offers(lowered)[each].body for each in sorted(offered)]
