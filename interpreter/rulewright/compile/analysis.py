"""What is known of bound effects before they run: which can pause, which have something they must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache

from rulewright.compile.world import World
from rulewright.diagnostics import Span
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement, Local
from rulewright.model.program import Procedure, Program

_LEAVES = frozenset({"type", "span", "reason", "number", "base", "table", "label", "family"})


def analyse(world: World, program: Program, known: int = 0, known_quantities: int = 0) -> None:
    """Set what is known of every procedure from number `known` on; one that calls itself is a diagnostic."""
    _refuse_endless_quantities(world, program, known_quantities)
    order = _callees_first(world, program, known)
    _refuse_nested_questions(world, program, order)
    for procedure in order:
        _settle(program, procedure)
    if known == 0 and program.free.procedure >= 0:
        _offer_free_actions(world, program)


def _settle(program: Program, procedure: Procedure) -> None:
    procedure.pauses = pauses(program, procedure.body)
    procedure.needs = needs(program, procedure.body)
    procedure.ends_game = ends_game(program, procedure.body)


def callers_of(procedures: Iterable[Procedure]) -> dict[int, set[int]]:
    """For each procedure that some of these call, which of these do."""
    found: dict[int, set[int]] = {}
    for procedure in procedures:
        for number in _callees(procedure.body):
            found.setdefault(number, set()).add(procedure.number)
    return found


def settle_again(program: Program, changed: Iterable[int], callers: dict[int, set[int]]) -> set[int]:
    """Work out anew what is known of procedures whose bodies have changed, and of those that call them, however deep.

    Returns those of which something else is known now. Procedures are replaced, not changed.
    """
    found: set[int] = set()
    waiting = list(changed)
    while waiting:
        number = waiting.pop()
        old = program.procedures[number]
        new = program.procedures[number] = replace(old)
        _settle(program, new)
        if (new.pauses, new.needs, new.ends_game) != (old.pauses, old.needs, old.ends_game):
            found.add(number)
            waiting += callers.get(number, ())
    return found


def _offer_free_actions(world: World, program: Program) -> None:
    """Find which decisions offer which free actions: those of the procedures named and of all that these call."""
    free = program.free
    reached = [_reached(program, named) for named in free.during]
    asked = next(node for node in program.procedures[free.procedure].body if isinstance(node, b.ChooseOption))
    for procedure in program.procedures:
        free.offered[procedure.number] = tuple(n for n, known in enumerate(reached) if procedure.number in known)
        labels = {asked.options[number].label: number for number in free.offered[procedure.number]}
        for statement, _ in decisions_in(procedure.body, ()):
            free.sites[statement.site] = free.offered[procedure.number]
            for option in statement.options if isinstance(statement, b.ChooseOption) else ():
                if option.label in labels:
                    message = f"a free action that is offered here is named '{option.label}' as well"
                    world.error("duplicate-option", option.span, message, "give one of them another name")


def _reached(program: Program, starts: frozenset[int]) -> set[int]:
    """Procedures and all they call, however deep."""
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += _callees(program.procedures[number].body)
    return found


def pauses(program: Program, block: Iterable[BoundStatement]) -> bool:
    """Whether running these statements can ask a seat for a decision."""
    for statement in block:
        match statement:
            case b.PickOne():
                if not statement.chance:
                    return True
            case b.ChooseOption():
                return True
            case b.AskAll():
                if program.procedures[statement.procedure].pauses:
                    return True
            case b.CallProcedure():
                if program.procedures[statement.procedure].pauses:
                    return True
            case b.DoField():
                if any(program.procedures[number].pauses for number in statement.procedures):
                    return True
            case b.Branch():
                if pauses(program, statement.then) or pauses(program, statement.otherwise):
                    return True
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                if pauses(program, statement.body):
                    return True
            case _:
                pass
    return False


def ends_game(program: Program, block: BoundBlock) -> bool:
    """Whether running these statements can end the game."""
    for statement in statements_in(block):
        if isinstance(statement, b.Stop) and statement.whole_game:
            return True
    return any(program.procedures[number].ends_game for number in _callees(block))


def needs(program: Program, block: Iterable[BoundStatement]) -> bool:
    """Whether these statements hold a guard that the one who offers them must look at.

    Looking ends at a call or loop that asks someone: what is decided in there cannot be foreseen.
    """
    for statement in block:
        if _needs_one(program, statement):
            return True
        if ends_look(program, statement):
            return False
    return False


def ends_look(program: Program, statement: BoundStatement) -> bool:
    """Whether looking ahead goes no further than this statement."""
    if isinstance(statement, b.PickOne | b.ChooseOption | b.Branch):
        return False
    return pauses(program, (statement,))


def _needs_one(program: Program, statement: BoundStatement) -> bool:
    match statement:
        case b.PickOne() | b.RequireTest():
            return True
        case b.SetSlot():
            return statement.mode == "pay"
        case b.ChooseOption():
            return all(option.source is not None or needs(program, option.body) for option in statement.options)
        case b.CallProcedure():
            return program.procedures[statement.procedure].needs
        case b.DoField():
            return any(program.procedures[number].needs for number in statement.procedures)
        case b.Branch():
            return needs(program, statement.then) or needs(program, statement.otherwise)
        case _:
            return False


def free_locals(*nodes: object) -> tuple[Local, ...]:
    """The locals that bound trees read or set and do not introduce as candidates, by number."""
    found: dict[int, Local] = {}
    bound: set[int] = set()
    for node in nodes_of(nodes):
        if isinstance(node, Local):
            found.setdefault(node.number, node)
        elif isinstance(node, b.Quantify):
            bound.add(node.variable.number)
        elif isinstance(node, b.PickOne):
            bound.add(node.local.number)
        elif isinstance(node, b.Loop):
            bound |= {node.local.number, node.items.number, node.position.number}
        elif isinstance(node, b.RepeatTimes):
            bound.add(node.left.number)
        elif isinstance(node, b.ChooseOption):
            bound.add(node.chosen.number)
        elif isinstance(node, b.BoundOption | b.AskAll) and node.local is not None:
            bound.add(node.local.number)
    return tuple(found[number] for number in sorted(found) if number not in bound)


def open_locals(block: BoundBlock) -> tuple[Local, ...]:
    """The locals that statements may read before they set them, by number."""
    found: dict[int, Local] = {}
    _gather_open(block, set(), found)
    return tuple(found[number] for number in sorted(found))


def _gather_open(block: BoundBlock, known: set[int], found: dict[int, Local]) -> None:
    """Locals that a block within sets are not known after it."""

    def read(nodes: Iterable[object], candidate: Local | None = None) -> set[int]:
        inner = known if candidate is None else known | {candidate.number}
        for local in free_locals(*nodes):
            if local.number not in inner:
                found.setdefault(local.number, local)
        return set(inner)

    for statement in block:
        match statement:
            case b.SetLocal():
                read((statement.value,))
                known.add(statement.local.number)
            case b.PickOne():
                read((statement.seat, statement.source))
                read((statement.where, statement.distinct), statement.local)
                known.add(statement.local.number)
            case b.Branch():
                _gather_open(statement.then, read((statement.test,)), found)
                _gather_open(statement.otherwise, set(known), found)
            case b.ChooseOption():
                read((statement.seat,))
                for option in statement.options:
                    read((option.source,))
                    _gather_open(option.body, read((option.where, option.distinct), option.local), found)
            case b.Loop():
                read((statement.source,))
                _gather_open(statement.body, read((statement.where, statement.order), statement.local), found)
            case b.RepeatTimes():
                _gather_open(statement.body, read((statement.times,)), found)
            case b.RepeatWhile():
                _gather_open(statement.body, read((statement.test,)), found)
            case _:
                read((statement,))


def nodes_of(node: object) -> Iterator[object]:
    """All bound nodes in a tree or a tuple of trees, each before what is in it."""
    waiting: list[object] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple | list):
            waiting += reversed(each)
            continue
        names = _parts(type(each))  # type: ignore[arg-type]  # mypy doubts that a class can be hashed
        if names is not None:
            yield each
            waiting += [getattr(each, name) for name in reversed(names)]


def statements_in(block: BoundBlock) -> Iterator[BoundStatement]:
    """All statements of a block and of the blocks in them, each before what is in it."""
    for statement in block:
        yield statement
        match statement:
            case b.Branch():
                yield from statements_in(statement.then)
                yield from statements_in(statement.otherwise)
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                yield from statements_in(statement.body)
            case b.ChooseOption():
                for option in statement.options:
                    yield from statements_in(option.body)
            case _:
                pass


@cache
def _parts(kind: type) -> tuple[str, ...] | None:
    """The fields of a node that may hold nodes; None for what is no node."""
    if not is_dataclass(kind) or kind is Span:
        return None
    return tuple(field.name for field in fields(kind) if field.name not in _LEAVES)


def decisions_in(block: BoundBlock, rest: BoundBlock) -> Iterator[tuple[b.PickOne | b.ChooseOption, BoundBlock]]:
    """The decisions of a block, each with the statements that its procedure goes on with."""
    for position, statement in enumerate(block):
        following = (*block[position + 1 :], *rest)
        match statement:
            case b.PickOne():
                yield statement, following
            case b.ChooseOption():
                yield statement, following
                for option in statement.options:
                    yield from decisions_in(option.body, following)
            case b.Branch():
                yield from decisions_in(statement.then, following)
                yield from decisions_in(statement.otherwise, following)
            case b.Loop() | b.RepeatTimes() | b.RepeatWhile():
                yield from decisions_in(statement.body, ())
            case _:
                pass


def _callees(block: BoundBlock) -> set[int]:
    found: set[int] = set()
    for statement in statements_in(block):
        if isinstance(statement, b.CallProcedure | b.AskAll):
            found.add(statement.procedure)
        elif isinstance(statement, b.DoField):
            found |= set(statement.procedures)
    return found


def _callees_first(world: World, program: Program, known: int) -> list[Procedure]:
    """The procedures from number `known` on, in an order in which each comes after those it calls."""
    order, cycles = _inside_out(
        range(known, len(program.procedures)), lambda number: _callees(program.procedures[number].body), known
    )
    for cycle in cycles:
        names = " -> ".join(program.procedures[number].id for number in cycle)
        span = program.procedures[cycle[-2]].span
        world.error("recursive-effect", span, f"this effect runs itself: {names}")
    return [program.procedures[number] for number in order]


def _refuse_nested_questions(world: World, program: Program, order: list[Procedure]) -> None:
    """Seats are asked at once only where none are asked at once already, however deep in calls."""
    asks_all = [False] * len(program.procedures)
    for procedure in order:
        asked = {each.procedure for each in statements_in(procedure.body) if isinstance(each, b.AskAll)}
        for number in sorted(asked):
            if asks_all[number]:
                message = "seats are asked at once here already, and asked at once again by what is called in here"
                world.error("nested-ask-each", program.procedures[number].span, message)
        asks_all[procedure.number] = bool(asked) or any(asks_all[number] for number in _callees(procedure.body))
        if procedure.number == program.free.procedure and asks_all[procedure.number]:
            message = "a free action asks all seats at once, and may itself be offered while all are asked at once"
            world.error("nested-ask-each", procedure.span, message)


def _refuse_endless_quantities(world: World, program: Program, known: int) -> None:
    """A quantity that needs itself is a diagnostic."""
    _, cycles = _inside_out(range(known, len(program.quantities)), lambda number: _needed_by(program, number), known)
    for cycle in cycles:
        names = " -> ".join(program.quantities[number].id for number in cycle)
        span = program.quantities[cycle[-2]].span
        world.error("recursive-quantity", span, f"this can never be worked out, it needs itself: {names}")


def _needed_by(program: Program, quantity: int) -> set[int]:
    found: set[int] = set()
    for node in nodes_of(program.quantities[quantity].amount):
        if isinstance(node, b.Evaluate):
            found.add(node.quantity)
        elif isinstance(node, b.EvaluateField):
            found |= {cell for cell in program.tables[node.table] if isinstance(cell, int) and cell >= 0}
    return found


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
