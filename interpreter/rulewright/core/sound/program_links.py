"""The links of a program: the effects that each effect or quantity leads to, and the quantities it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Procedure, Program, Quantity
from rulewright.core.sound.contracts import may_not_fit
from rulewright.core.sound.facts import Facts
from rulewright.core.sound.whole import WholeProgram


@dataclass(slots=True)
class Links:
    """The links of one effect or quantity: what it runs, puts off, asks at once, may find possible, and asks for.

    `limits` are those of the places in it; `hands_over` if something that it hands over may not be what is taken.
    """

    id: str

    runs: set[int] = field(default_factory=set)
    possible: set[int] = field(default_factory=set)
    at_once: set[int] = field(default_factory=set)
    quantities: set[int] = field(default_factory=set)
    limits: set[int] = field(default_factory=set)
    hands_over: bool = False


class Leading(NamedTuple):
    """The numbers of the effects, and of the quantities, from which one gets to some places."""

    effects: set[int]
    quantities: set[int]


class ProgramLinks(NamedTuple):
    """The links of each effect and of each quantity of a program."""

    effects: list[Links]
    quantities: list[Links]

    def leading_to_all(self) -> Leading:
        """Return what has places in it at which a game may stop, or leads to what has."""
        return self._leading_to(lambda links: bool(links.limits) or links.hands_over)

    def leading_to(self, limits: Set[int], handing_over: Set[str]) -> Leading:
        """Return what has some limits in it, hands over what is in question (by ids), or leads to what does."""
        return self._leading_to(lambda links: not limits.isdisjoint(links.limits) or links.id in handing_over)

    def _leading_to(self, has_places: Callable[[Links], bool]) -> Leading:
        run_by: dict[int, list[tuple[bool, int]]] = {}
        asked_by: dict[int, list[tuple[bool, int]]] = {}
        waiting: list[tuple[bool, int]] = []
        for is_effect, every in ((True, self.effects), (False, self.quantities)):
            for number, links in enumerate(every):
                for called in links.runs | links.possible:
                    run_by.setdefault(called, []).append((is_effect, number))
                for asked in links.quantities:
                    asked_by.setdefault(asked, []).append((is_effect, number))
                if has_places(links):
                    waiting.append((is_effect, number))
        found = Leading(set(), set())
        while waiting:
            is_effect, number = waiting.pop()
            known = found.effects if is_effect else found.quantities
            if number not in known:
                known.add(number)
                waiting += (run_by if is_effect else asked_by).get(number, ())
        return found

    def reached(self, start: int) -> set[int]:
        """Return the effects that one leads to by running them, and itself."""
        found, waiting = {start}, [start]
        while waiting:
            more = self.effects[waiting.pop()].runs - found
            found |= more
            waiting += more
        return found


def links_of(whole: WholeProgram) -> ProgramLinks:
    """Return all links of a program, found in one walk over each of its trees."""
    program, nothing = whole.program, Facts(whole.world)
    return ProgramLinks(
        [_links_in(program, nothing, each.id, each.body) for each in program.procedures],
        [_links_in(program, nothing, each.id, each.amount) for each in program.quantities],
    )


def _links_in(program: Program, nothing: Facts, name: str, tree: object) -> Links:
    found = Links(name)
    for node in nodes_of(tree):
        if isinstance(node, bv.Evaluate):
            found.quantities.add(node.quantity)
            _hand_over(found, nothing, [program.quantities[node.quantity]], node.arguments)
        elif isinstance(node, bv.EvaluateField):
            numbers = program.named_in(node.table)
            found.quantities.update(numbers)
            _hand_over(found, nothing, [program.quantities[each] for each in numbers], node.arguments)
        elif isinstance(node, bv.Possible):
            found.possible.update(_run_by(node.effect))
        elif isinstance(node, bv.CallProcedure | bv.DoField):
            found.runs.update(_run_by(node))
            _hand_over(found, nothing, [program.procedures[each] for each in _run_by(node)], node.arguments)
        elif isinstance(node, b.AskAll | b.PutOff):
            found.runs.add(node.procedure)
            found.at_once.update((node.procedure,) if isinstance(node, b.AskAll) else ())
        elif isinstance(node, b.RunWaiting):
            found.runs.update(waiting_for(program, node.until))
        elif isinstance(node, b.PickOne | b.ChooseOption) and program.free.sites.get(node.site):
            found.runs.add(program.free.procedure)
        limit = getattr(node, "limit", -1)
        if limit >= 0:
            found.limits.add(limit)
    return found


def _hand_over(
    found: Links, nothing: Facts, begun: Sequence[Procedure | Quantity], arguments: tuple[Bound, ...]
) -> None:
    """Note whether values are handed over that may not be what is taken, as far as their types go."""
    found.hands_over = found.hands_over or any(may_not_fit(nothing, each, arguments) for each in begun)


def _run_by(node: bv.CallProcedure | bv.DoField) -> tuple[int, ...]:
    return node.procedures if isinstance(node, bv.DoField) else (node.procedure,)


def waiting_for(program: Program, until: int) -> list[int]:
    """The effects that may wait for one."""
    return [each.number for each in program.procedures if each.until == until]


def callees_first(runs: list[set[int]]) -> list[int]:
    """Numbers in an order in which each comes after those that it runs, as far as they do not lead back to it."""
    order: list[int] = []
    done: set[int] = set()
    for start in range(len(runs)):
        waiting = [(start, iter(sorted(runs[start])))] if start not in done else []
        done.add(start)
        while waiting:
            number, inner = waiting[-1]
            further = next((each for each in inner if each not in done), None)
            if further is None:
                waiting.pop()
                order.append(number)
            else:
                done.add(further)
                waiting.append((further, iter(sorted(runs[further]))))
    return order
