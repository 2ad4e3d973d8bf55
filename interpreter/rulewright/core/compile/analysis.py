"""Analysis of effects before they run, for a whole program, with errors for endless recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from rulewright.core.bind.world import Named, World
from rulewright.core.compile.visible_reads import sight_faults
from rulewright.core.diagnostics import Span
from rulewright.core.lower.foresight import MOST_PLACES, foresight
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.offered import free_offers
from rulewright.core.lower.summary import ends, guards, picks_sets, suspends
from rulewright.core.lower.walk import asks_in, operations_in, reached
from rulewright.core.model import bound_values as bv
from rulewright.core.model import operations as low
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.program import Procedure, Program

_TOO_DEEP = f"too many branches to check in advance whether this can be done: more than {MOST_PLACES}"
_UNTIL_MORE = (
    "a deferred effect must not run the procedure it waits for; name a procedure around that one: later "
    "after PROCEDURE: ..."
)
_NOT_ITSELF = (
    "to run it again, write repeat while TEST: EFFECT; to run another effect once this one is over, defer it:"
    " later after PROCEDURE: EFFECT"
)
_DEFINED_WITHOUT = "one of the quantities in the circle must be defined without the others"
_SHORTER = "make parts of it procedures, or move the guards further up"


def analyse(world: World, lowered: Lowered, known: int = 0, known_quantities: int = 0) -> None:
    """Set what is known of every procedure from number `known` on. A procedure that calls itself is a diagnostic."""
    _refuse_endless_values(world, lowered, known_quantities)
    order = _callees_first(world, lowered, known)
    _refuse_nested_questions(world, lowered, order)
    for procedure in order:
        if _settle(lowered, procedure) > MOST_PLACES:
            world.error("too-deep-to-foresee", procedure.span, _TOO_DEEP, _SHORTER)
            procedure.foresees = 0
    if known == 0:
        sight_faults(world, lowered.program)
    if known == 0 and lowered.program.free.procedure >= 0:
        _offer_free_actions(world, lowered)


def _settle(lowered: Lowered, procedure: Procedure) -> int:
    """Set what is known of a procedure, and return the depth of its furthest look-ahead."""
    body = lowered.effect(procedure.number).body
    procedure.needs = guards(lowered, body)
    procedure.ends_game = ends(lowered, body)
    procedure.pauses = suspends(lowered, body) or (procedure.at_once and procedure.ends_game)
    procedure.picks_sets = picks_sets(lowered, body)
    procedure.foresees, furthest = foresight(lowered, body)
    return furthest


def _settled(procedure: Procedure) -> tuple[bool, ...]:
    """Return the facts that callers of a procedure depend on."""
    return procedure.pauses, procedure.needs, procedure.ends_game, procedure.picks_sets


def callers_of(program: Program, first: int = 0) -> dict[int, set[int]]:
    """Map each procedure called by those from number `first` on to its callers among these."""
    lowered = Lowered(program)
    found: dict[int, set[int]] = {}
    for caller in range(first, len(program.procedures)):
        for number in _callees(lowered, caller):
            found.setdefault(number, set()).add(caller)
    return found


def settle_again(program: Program, changed: Iterable[int], callers: dict[int, set[int]]) -> set[int]:
    """Work out again what is known of procedures whose bodies changed, and of those that call them, however deep.

    Returns those about which something else is known now. Procedures are replaced, not changed.
    """
    lowered, found = Lowered(program), set[int]()
    waiting = list(changed)
    while waiting:
        number = waiting.pop()
        old = program.procedures[number]
        new = program.procedures[number] = replace(old)
        _settle(lowered, new)
        if _settled(new) != _settled(old):
            found.add(number)
            waiting += callers.get(number, ())
    return found


def _offer_free_actions(world: World, lowered: Lowered) -> None:
    """Find which decisions offer which free actions: those of the procedures named and of all that these call."""
    program, free = lowered.program, lowered.program.free
    during = [reached(named, lambda number: _callees(lowered, number)) for named in free.during]
    offers = free_offers(lowered)
    for procedure in program.procedures:
        free.offered[procedure.number] = tuple(n for n, known in enumerate(during) if procedure.number in known)
        labels = {offers[number].label: number for number in free.offered[procedure.number]}
        for ask, _ in asks_in(lowered.effect(procedure.number).body):
            free.sites[ask.site] = free.offered[procedure.number]
            for offer in ask.offers:
                if offer.label in labels:
                    message = f"a free action that is offered here is also named '{offer.label}'"
                    world.error("duplicate-option", offer.span, message, "give one of them another name")


def _callees(lowered: Lowered, caller: int) -> set[int]:
    """The procedures that one calls."""
    return {number for each in operations_in(lowered.effect(caller).body) for number in each.runs}


def _callees_first(world: World, lowered: Lowered, known: int) -> list[Procedure]:
    """The procedures from number `known` on, in an order in which each comes after those it calls."""
    procedures = lowered.program.procedures
    order, cycles = _inside_out(range(known, len(procedures)), lambda number: _callees(lowered, number), known)
    for cycle in cycles:
        names = " -> ".join(procedures[number].id for number in cycle)
        waits = any(procedures[number].until >= 0 for number in cycle)
        span = _where_called(lowered, cycle[-2], cycle[-1]) or procedures[cycle[-2]].span
        hint = _UNTIL_MORE if waits else _NOT_ITSELF
        world.error("recursive-effect", span, f"this effect runs itself: {names}", hint)
    return [procedures[number] for number in order]


def _where_called(lowered: Lowered, caller: int, callee: int) -> Span | None:
    """Return the position of the statement by which an effect runs another, or None if it is not written in it."""
    for each in operations_in(lowered.effect(caller).body):
        if each.origin is not None and callee in each.runs:
            return each.origin.text.span_at(*each.origin.tree.at)
    return None


def _refuse_nested_questions(world: World, lowered: Lowered, order: list[Procedure]) -> None:
    """Seats are asked at once only if none are asked at once already, however deep in calls."""
    program = lowered.program
    for procedure in order:
        body = lowered.effect(procedure.number).body
        for number in sorted({each.function for each in operations_in(body) if isinstance(each, low.AskEach)}):
            if _asking_all(lowered, number) - {procedure.number}:
                message = "'ask each' cannot be nested in another 'ask each', not even by a call"
                world.error("nested-ask-each", program.procedures[number].span, message)
        if procedure.number == program.free.procedure and _asking_all(lowered, procedure.number):
            message = "a free action uses 'ask each', and can itself be offered during an 'ask each'"
            world.error("nested-ask-each", procedure.span, message)


def _asking_all(lowered: Lowered, number: int) -> set[int]:
    """Return the statements that ask seats at once in an effect and all that it calls, at any depth."""
    run = reached((number,), lambda caller: _callees(lowered, caller))
    inner = ((each, operation) for each in run for operation in operations_in(lowered.effect(each).body))
    return {each for each, operation in inner if isinstance(operation, low.AskEach)}


def _refuse_endless_values(world: World, lowered: Lowered, known: int) -> None:
    """A quantity that needs itself is a diagnostic."""
    quantities = lowered.program.quantities
    numbers = range(known, len(quantities))
    if not _inside_out(numbers, lambda number: _asked_by(lowered.program, number), known)[1]:
        return  # and nothing is lowered
    _, cycles = _inside_out(numbers, lowered.needed_by, known)
    for cycle in cycles:
        names = " -> ".join(quantities[number].id for number in cycle)
        blamed = _modifier_in(world, lowered, cycle)
        if blamed is None:
            span, by, hint = quantities[cycle[-2]].span, "", _DEFINED_WITHOUT
        else:
            modifier, quantity, used = blamed
            span, by = modifier.node.span_of("id"), f", as the modifier '{modifier.id}' of '{quantity}' needs '{used}'"
            if quantity == used:
                without = f"{{id: bare_{quantity}, amount: ...}} for '{quantity}' without modifiers"
                hint = (
                    f"a modifier cannot use what it modifies: write {without}, and bare_{quantity} in '{modifier.id}'"
                )
            else:
                hint = f"remove '{used}' from '{modifier.id}': it needs '{quantity}'"
        world.error("recursive-quantity", span, f"this can never be computed, as it needs itself{by}: {names}", hint)


def _asked_by(program: Program, number: int) -> set[int]:
    """The quantities that one asks for as it is written, even where it never comes to that."""
    found: set[int] = set()
    for node in nodes_of(program.quantities[number].amount):
        if isinstance(node, bv.Evaluate):
            found.add(node.quantity)
        elif isinstance(node, bv.EvaluateField):
            found.update(program.named_in(node.table))
    return found


def _modifier_in(world: World, lowered: Lowered, cycle: list[int]) -> tuple[Named, str, str] | None:
    """The modifier that closes a cycle of quantities, the one that it modifies and the one that it uses."""
    quantities = lowered.program.quantities
    for number, needed in pairwise(cycle):
        value = lowered.value(number)
        if needed in lowered.needed_in(value.bare):
            continue
        for addend in value.addends:
            if needed in lowered.needed_in((addend.amount, addend.when)):
                modifiers = world.modifiers.get(value.id, ())
                found = next((each for each in modifiers if each.id == addend.id), None)
                return (found, value.id, quantities[needed].id) if found is not None else None
    return None


def _inside_out(
    starts: Iterable[int], inside: Callable[[int], set[int]], known: int
) -> tuple[list[int], list[list[int]]]:
    """Numbers from `known` on in an order in which each comes after those inside it, and the cycles that were found."""
    order: list[int] = []
    cycles: list[list[int]] = []
    waiting: dict[int, Iterator[int]] = {}
    done: set[int] = set()
    for start in starts:
        following: int | None = start
        while following is not None or waiting:
            if following is None:
                number = next(reversed(waiting))
                following = next(waiting[number], None)
                if following is None:
                    del waiting[number]
                    done.add(number)
                    order.append(number)
                    continue
            if following in waiting:
                path = [*waiting]
                cycles.append([*path[path.index(following) :], following])
            elif following >= known and following not in done:
                waiting[following] = iter(sorted(inside(following)))
            following = None
    return order, cycles
