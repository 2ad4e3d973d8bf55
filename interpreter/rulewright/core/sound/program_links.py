"""The links of a program: the effects that each effect or quantity leads to, and the quantities it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.endings import PLACE
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Program
from rulewright.core.sound.whole import WholeProgram


@dataclass(slots=True)
class Links:
    """The links of one effect or quantity: what it runs (calls among it), asks at once, may find possible.

    `limits` are those of the places in it.
    """

    id: str

    runs: set[int] = field(default_factory=set)
    calls: set[int] = field(default_factory=set)
    possible: set[int] = field(default_factory=set)
    at_once: set[int] = field(default_factory=set)
    quantities: set[int] = field(default_factory=set)
    limits: set[int] = field(default_factory=set)


class Leading(NamedTuple):
    """The numbers of the effects, and of the quantities, from which one gets to some places."""

    effects: set[int]
    quantities: set[int]

    def has(self, callers: Iterable[Caller]) -> bool:
        """Return whether these are all among them."""
        return all(number in (self.effects if is_effect else self.quantities) for is_effect, number in callers)


Caller = tuple[bool, int]
"""Whether it is an effect, else a quantity, and its number."""


class ProgramLinks(NamedTuple):
    """The links of each effect and of each quantity of a program, and the other way round: what leads to each."""

    effects: list[Links]
    quantities: list[Links]
    run_by: dict[int, list[Caller]]
    asked_by: dict[int, list[Caller]]

    def leading_to(self, limits: Set[int], handing_over: Set[str], *, near: bool) -> Leading:
        """Return what has some limits in it, or hands over what is in question (by ids), and what leads to that.

        If only what is `near` is wanted, that is what leads there directly.
        """
        places = [
            (is_effect, number)
            for is_effect, every in ((True, self.effects), (False, self.quantities))
            for number, links in enumerate(every)
            if not limits.isdisjoint(links.limits) or links.id in handing_over
        ]
        found = Leading(set(), set())
        waiting = [*places]
        if near:
            waiting += [each for is_effect, number in places for each in self.leading_on(is_effect, number)]
        while waiting:
            is_effect, number = waiting.pop()
            known = found.effects if is_effect else found.quantities
            if number not in known:
                known.add(number)
                waiting += () if near else self.leading_on(is_effect, number)
        return found

    def leading_on(self, is_effect: bool, number: int) -> list[Caller]:
        """Return what leads to an effect, or to a quantity, directly."""
        return (self.run_by if is_effect else self.asked_by).get(number, [])

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
    program = whole.program
    effects = [_links_in(program, each.id, each.body) for each in program.procedures]
    quantities = [_links_in(program, each.id, each.amount) for each in program.quantities]
    run_by: dict[int, list[Caller]] = {}
    asked_by: dict[int, list[Caller]] = {}
    for is_effect, every in ((True, effects), (False, quantities)):
        for number, links in enumerate(every):
            for called in links.runs | links.possible:
                run_by.setdefault(called, []).append((is_effect, number))
            for asked in links.quantities:
                asked_by.setdefault(asked, []).append((is_effect, number))
    return ProgramLinks(effects, quantities, run_by, asked_by)


def _links_in(program: Program, name: str, tree: object) -> Links:
    found = Links(name)
    for node in nodes_of(tree):
        if isinstance(node, bv.Evaluate):
            found.quantities.add(node.quantity)
        elif isinstance(node, bv.EvaluateField):
            numbers = program.named_in(node.table)
            found.quantities.update(numbers)
        elif isinstance(node, bv.Possible):
            found.possible.update(_run_by(node.effect))
        elif isinstance(node, bv.CallProcedure | bv.DoField):
            found.runs.update(_run_by(node))
            found.calls.update(_run_by(node) if isinstance(node, bv.CallProcedure) else ())
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


def _run_by(node: bv.CallProcedure | bv.DoField) -> tuple[int, ...]:
    return node.procedures if isinstance(node, bv.DoField) else (node.procedure,)


def may_be_left(program: Program, body: b.BoundBlock) -> bool:
    """Return whether something in the body of a loop may end its effect, or something that it runs the game."""
    own = (b.Stop, b.RequireTest, b.PickOne, b.ChooseOption)
    if any(isinstance(node, own) or (isinstance(node, b.SetSlot) and node.mode == "pay") for node in nodes_of(body)):
        return True
    blocks, seen = [body], set[int]()
    while blocks:
        block = blocks.pop()
        if any(map(_may_end_game, nodes_of(block))):
            return True
        more = _links_in(program, "", block).runs - seen
        seen |= more
        blocks += [program.procedures[number].body for number in more]
    return False


def _may_end_game(node: object) -> bool:
    if isinstance(node, b.Stop):
        return node.whole_game
    return isinstance(node, b.SetSlot) and isinstance(node.target, bv.Read) and node.target.family == PLACE


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
