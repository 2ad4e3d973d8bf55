"""Binds every text of a ruleset: numbers all procedures and quantities first, then resolves their bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.computed import ZERO, computed
from rulewright.core.bind.free_actions import bind_free_actions
from rulewright.core.bind.giving import check_gives, kept_through, slots_of_results
from rulewright.core.bind.halves import bind_halves
from rulewright.core.bind.later import find_waited_for
from rulewright.core.bind.position_counters import bind_positions
from rulewright.core.bind.results import bind_results
from rulewright.core.bind.scope import ME, Scope, unsure
from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.text_binding import effect_tree, expression, expression_tree, report
from rulewright.core.bind.typed_effects import EffectBinder, names_changed
from rulewright.core.bind.typed_expressions import binder_of
from rulewright.core.bind.visibility import VIEWER, misspelt_word
from rulewright.core.bind.woken_order import Woken, calls_of
from rulewright.core.bind.world import SEAT, VALUES, Family, Named, World
from rulewright.core.language.mistakes import Mistake
from rulewright.core.language.parse import parse_expression
from rulewright.core.language.requirements import reasons_of
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model.bound_values import Bound, Local
from rulewright.core.model.document import Mapping, Node, Scalar, title_of
from rulewright.core.model.effects import Operation
from rulewright.core.model.kinds import PieceOf, kind_of
from rulewright.core.model.program import Addend, Program, Quantity
from rulewright.core.model.texts import EFFECT_TYPES
from rulewright.core.model.type import NUMBER, TRUTH, Reason, Type

_KEYS_OF_VALUES = {**dict.fromkeys(VALUES, "amount"), "team": "who", "repetition": "when", "look": "seats"}
"""By the sort of an entry that is worked out: the key of its text."""
_MOST_ADDED = 30
"""This many modifiers are added one after another; if there are more, sums of this many are."""

_MOST_WHOLE = 30
"""This many modifiers may say what one quantity becomes: each is worked out inside the next."""


@dataclass(slots=True)
class TextToBind:
    """One text to be bound, as an effect or else as a value."""

    named: Named
    text: Scalar
    effect: bool


Bindable = TextToBind | Family | None
"""What is bound in one go: an entry's text, a zone's test of what it holds at the start, None for all free actions."""


class Unit(NamedTuple):
    """A text bound by itself, its number, and the numbers of the procedures and sites it produced."""

    bindable: Bindable
    number: int
    procedures: range
    sites: range


def bind_program(world: World, layout: Layout) -> tuple[Program, Tables, tuple[Unit, ...]]:
    """Bind all texts of the world, and return (program, tables, units).

    Mistakes are added to `world.diagnostics`.
    """
    of_seats = {each.id: each.strides[0] for each in world.families.values() if each.per[:1] == (SEAT,)}
    program = Program(of_seats=of_seats)
    tables = Tables(world, program)
    binder = binder_of(world, layout, tables, program, program.origins)
    procedures, quantities = _number_texts(world, program, tables)
    tables.fill()
    slots_of_results(binder)
    bind_positions(binder)
    find_waited_for(binder, tuple(each.text for each in procedures))
    starts = [each for each in world.families.values() if each.sort == "zone" and each.node.get("start") is not None]
    units = tuple(_unit(binder, each) for each in (*quantities, *starts, *procedures, None))
    bind_halves(binder)
    program.ending = bind_results(binder)
    return program, tables, units


def _unit(binder: Binder, bindable: Bindable) -> Unit:
    program = binder.program
    n_procedures, n_sites = len(program.procedures), len(program.sites)
    number = len(program.quantities) if isinstance(bindable, Family) else n_procedures
    bind_one(binder, bindable)
    return Unit(
        bindable,
        bindable.named.number if isinstance(bindable, TextToBind) else number,
        range(n_procedures, len(program.procedures)),
        range(n_sites, len(program.sites)),
    )


def bind_one(binder: Binder, bindable: Bindable) -> None:
    """Bind one unit, replacing the entry of its number and appending to the program what else it produces."""
    match bindable:
        case TextToBind(effect=True):
            _bind_procedure(binder, bindable)
        case TextToBind():
            _bind_quantity(binder, bindable)
        case Family():
            _bind_start(binder, bindable)
        case None:
            bind_free_actions(binder)


def bind_extra(
    world: World,
    layout: Layout,
    program: Program,
    tables: Tables,
    effects: dict[str, Scalar],
    amounts: dict[str, tuple[Scalar, str]],
) -> dict[str, int]:
    """Bind more texts into a program: the numbers of their procedures and quantities, by the names given."""
    binder = binder_of(world, layout, tables.extending(world, program), program)
    numbers: dict[str, int] = {}
    for name, text in effects.items():
        named = Named(name, "effect", Mapping((), text.span))
        for work in _numbered(world, program, named, text, is_effect=True):
            _bind_procedure(binder, work)
        numbers[name] = named.number
    for name, (text, gives) in amounts.items():
        scope = Scope(text)
        if gives == "value":
            parsed = parse_expression(text.text)
            if isinstance(parsed, Mistake):
                report(world, text, parsed)
                continue
            amount = binder.bind(scope, parsed)
        else:
            amount = expression(binder, scope, NUMBER if gives == "number" else TRUTH)
        numbers[name] = program.add_quantity(name, amount, amount.type, text.span)
        numbers |= _sides(binder, name, text) if gives == "truth" else {}
    return numbers


def bind_beside(
    world: World, layout: Layout, program: Program, tables: Tables, values: list[tuple[Named, Scalar]]
) -> None:
    """Bind texts of values that belong to no game into a program, and give each its number."""
    binder = binder_of(world, layout, tables.extending(world, program), program)
    for named, text in values:
        for work in _numbered(world, program, named, text, is_effect=False):
            _bind_quantity(binder, work)


def _sides(binder: Binder, name: str, text: Scalar) -> dict[str, int]:
    """The two sides of a comparison as quantities of their own, so that a failing one can show what it found."""
    parsed = parse_expression(text.text)
    if not isinstance(parsed, Operation) or parsed.op in ("and", "or", "not") or parsed.left is None:
        return {}
    known = len(binder.world.diagnostics)
    numbers: dict[str, int] = {}
    for side, node in enumerate((parsed.left, parsed.right)):
        value = binder.bind(Scope(text), node)
        if len(binder.world.diagnostics) == known and value.type.kind in ("number", "truth", "thing"):
            called = f"{name} side {side}"
            numbers[called] = binder.program.add_quantity(called, value, value.type, text.span)
    del binder.world.diagnostics[known:]
    return numbers


def _number_texts(world: World, program: Program, tables: Tables) -> tuple[list[TextToBind], list[TextToBind]]:
    """The texts of effects and those of values, each with the number that it will have."""
    procedures: list[TextToBind] = []
    quantities: list[TextToBind] = []
    for named in world.named.values():
        if named.sort == "procedure":
            procedures += _numbered(world, program, named, named.node.get("does"), is_effect=True)
        elif named.sort in _KEYS_OF_VALUES:
            quantities += _numbered(world, program, named, named.node.get(_KEYS_OF_VALUES[named.sort]), is_effect=False)
        for modifier in _modifiers(world, named, whole=True):
            quantities += _numbered(world, program, modifier, modifier.node.get("amount"), is_effect=False)
    for family in world.families.values():
        if family.sight is not None and not misspelt_word(world, family.sight):
            quantities += _numbered(world, program, family.sight, family.node.get("visible"), is_effect=False)
    for triggers in world.triggers.values():
        for trigger in triggers:
            procedures += _numbered(world, program, trigger, trigger.node.get("does"), is_effect=True)
    for kind in world.kinds.values():
        for spec in kind.fields.values():
            for component in kind.designs if spec.holds in EFFECT_TYPES else ():
                node = component.node.get(spec.name)
                if node is None:
                    continue
                named = Named(f"{component.id}.{spec.name}", spec.holds, component.node, spec.takes, spec.type)
                waiting = _numbered(world, program, named, node, is_effect=spec.holds == "effect")
                (procedures if spec.holds == "effect" else quantities).extend(waiting)
                tables.effects[(kind.id, component.id, spec.name)] = named.number
    return procedures, quantities


def _numbered(
    world: World, program: Program, named: Named, node: Node | None, *, is_effect: bool
) -> tuple[TextToBind, ...]:
    """Give an effect or a value its number, and return its text to bind, empty if it has no text."""
    span = node.span if node is not None else named.node.span
    if is_effect:
        named.number = program.add_procedure(named.id, span).number
    else:
        named.number = program.add_quantity(named.id, ZERO, named.type, span)
    if isinstance(node, Scalar):
        return (TextToBind(named, node, is_effect),)
    if node is not None:
        world.error("wrong-type", node.span, f"{'an effect' if is_effect else 'an amount or a test'} is a text")
    return ()


def _sum(terms: tuple[Bound, ...]) -> Bound:
    """A sum in halves, from left to right, so that a great many terms are not nested too deeply."""
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return computed("+", _sum(terms[:half]), _sum(terms[half:]))


def _bind_quantity(binder: Binder, work: TextToBind) -> None:
    named = work.named
    scope, parameters = _scope(work)
    amount = expression(binder, scope, named.type)
    program = binder.program
    if named.sort == "modifier":
        amount = _where_it_counts(binder, work, scope, amount, parameters[-1])
    addends: list[Addend] = []
    sums: list[Bound] = []
    program.bare[named.number] = amount
    binder.comes_from("value", work.text, named.number)
    for modifier in _modifiers(binder.world, named, whole=False):
        added = _modifier(binder, modifier, parameters)
        addends.append(added)
        more = added.amount
        if added.when is not None:
            more = bv.Op("if", (added.when, more, ZERO), NUMBER)
        add = modifier.node.get("add")
        if isinstance(add, Scalar) and added.when is not None:
            more = binder.marked("modifier", add, more)
        if len(addends) % _MOST_ADDED == 0:
            sums.append(amount)
            amount = ZERO
        amount = computed("+", amount, more)
        if isinstance(add, Scalar) and added.when is None:
            amount = binder.marked("modifier", add, amount)
    amount = _sum((*sums, amount))
    whole = _modifiers(binder.world, named, whole=True)
    if len(whole) > _MOST_WHOLE:
        message = f"more than {_MOST_WHOLE} modifiers say what '{named.id}' becomes"
        binder.world.error("effect-too-deep", whole[_MOST_WHOLE].node.span, message, "make one modifier of several")
    for modifier in whole[:_MOST_WHOLE]:
        changed = bv.Evaluate(modifier.number, ME, (*parameters, amount), NUMBER)
        title, span = title_of(modifier.node), modifier.node.span
        addends.append(Addend(modifier.id, title, span, computed("-", changed, amount), None))
        amount = changed
    program.addends[named.number] = tuple(addends)
    parts = _parts(binder.world, work.text, named.type)
    binder.program.quantities[named.number] = Quantity(
        named.id, named.number, parameters, amount, named.type, work.text.span, parts, named.takes
    )


def _modifiers(world: World, named: Named, *, whole: bool) -> list[Named]:
    """Return the modifiers of a quantity that say the `whole` of what it becomes, or those that add to it."""
    modifiers = world.modifiers.get(named.id, ()) if named.sort == "quantity" else ()
    return [each for each in modifiers if (each.node.get("amount") is not None) == whole]


def _where_it_counts(binder: Binder, work: TextToBind, scope: Scope, amount: Bound, so_far: Local) -> Bound:
    """Return what a quantity becomes by a modifier: its amount, or what it is so far unless `when` holds."""
    when = work.named.node.get("when")
    if not isinstance(when, Scalar):
        amount = computed("+", ZERO, amount)  # a modifier is counted where the second operand of a node is worked out
        return binder.marked("modifier", work.text, amount)
    test = expression(binder, Scope(when, ME, dict(scope.names), [scope.counter[0] + 50]), TRUTH)
    return binder.marked("modifier", work.text, bv.Op("if", (test, amount, so_far), NUMBER))


def _parts(world: World, text: Scalar, type_: Type) -> tuple[Reason, ...]:
    """The parts of a test, for saying which of them fails."""
    parsed = expression_tree(world, text) if type_.kind == "truth" and isinstance(text.value, str) else None
    return reasons_of(text, parsed) if parsed is not None and not isinstance(parsed, Mistake) else ()


def _modifier(binder: Binder, modifier: Named, parameters: tuple[Local, ...]) -> Addend:
    """The amount a modifier adds, and the condition under which it does."""
    names = {name: local for (name, _), local in zip(modifier.takes, parameters, strict=True)}
    add = modifier.node.get("add")
    when = modifier.node.get("when")
    amount: bv.Bound = ZERO
    test: bv.Bound | None = None
    if isinstance(add, Scalar):
        amount = expression(binder, Scope(add, ME, dict(names), [len(parameters) + 1]), NUMBER)
    if isinstance(when, Scalar):
        test = expression(binder, Scope(when, ME, dict(names), [len(parameters) + 50]), TRUTH)
    return Addend(modifier.id, title_of(modifier.node), modifier.node.span, amount, test)


def _bind_start(binder: Binder, family: Family) -> None:
    """The test that says which pieces a zone holds before set-up: a quantity over a piece and the zone's indexes."""
    node = family.node.get("start")
    if not isinstance(node, Scalar):
        return
    holds = kind_of(family.type.domain)
    takes: list[tuple[str, Type]] = [("it", Type("thing", PieceOf(holds)))]
    for number, per in enumerate(family.per, 1):
        type_ = binder.world.type_named(per) or NUMBER
        takes.append((per if per.isidentifier() else f"index_{number}", type_))
    named = Named(f"{family.id}.start", "start", family.node, tuple(takes), TRUTH)
    scope, parameters = _scope(TextToBind(named, node, False))
    binder.program.add_quantity(named.id, expression(binder, scope, TRUTH), TRUTH, node.span, parameters)


def _bind_procedure(binder: Binder, work: TextToBind) -> None:
    named = work.named
    procedure = binder.program.procedures[named.number]
    parsed = effect_tree(binder.world, work.text)
    scope, parameters = _scope(work)
    if isinstance(parsed, Mistake):
        report(binder.world, work.text, parsed)
        return
    scope.changed = frozenset(names_changed(parsed))
    binder.comes_from("effect", work.text, named.number, parsed)
    body = EffectBinder(binder, named.id, named.number).block(scope, parsed)
    check_gives(binder, named, work.text, body)
    if named.sort == "trigger":
        announced = (b.Tell(procedure.number),) if title_of(named.node) else ()
        body = _guarded(binder, work, parameters, (*announced, *body))
    before, after = (_around(binder, named, scope, when) for when in ("before", "after"))
    waiting = (b.RunWaiting(named.number),) if named.number in binder.program.queues else ()
    if before or after or waiting:
        inner = _inner_call(binder, named, parameters, body, scope.counter[0])
        body = (*before, *inner, *kept_through(binder, scope, named, (*after, *waiting)))
    procedure.parameters, procedure.body, procedure.n_locals = parameters, body, max(scope.counter[0], 1)
    procedure.takes = named.takes


def _around(binder: Binder, named: Named, scope: Scope, when: str) -> b.BoundBlock:
    """The triggers that happen before or after a procedure."""
    triggers = binder.world.triggers.get((when, named.id), ()) if named.sort == "procedure" else ()
    return tuple(calls_of(binder, named.id, scope, [Woken(each) for each in triggers], ME))


def _inner_call(
    binder: Binder, named: Named, parameters: tuple[Local, ...], body: b.BoundBlock, n_locals: int
) -> b.BoundBlock:
    """An effect with others around it runs its own text as an effect inside, so that `stop` leaves only that."""
    span = binder.program.procedures[named.number].span
    inner = binder.program.add_procedure(f"{named.id}, itself", span)
    inner.parameters, inner.n_locals, inner.body, inner.own_text_of = parameters, n_locals, body, named.number
    return (bv.CallProcedure(inner.number, ME, parameters, span),)


def _guarded(binder: Binder, work: TextToBind, parameters: tuple[Local, ...], body: b.BoundBlock) -> b.BoundBlock:
    """Return the body of a trigger under its test, which knows what the trigger is given."""
    when = work.named.node.get("when")
    if not isinstance(when, Scalar):
        return body
    names = {name: local for (name, _), local in zip(work.named.takes, parameters, strict=True)}
    test = expression(binder, Scope(when, ME, names, [len(parameters) + 1]), TRUTH)
    return (binder.marked("when", when, b.Branch(test, body, ())),)


def _scope(work: TextToBind) -> tuple[Scope, tuple[Local, ...]]:
    scope = Scope(work.text)
    if work.named.sort == "sight":
        scope.names[VIEWER] = ME
        return scope, tuple(scope.new(type_, name) for name, type_ in work.named.takes)
    return scope, tuple(scope.new(unsure(type_), name) for name, type_ in work.named.takes)
