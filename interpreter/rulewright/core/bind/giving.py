"""Binds what procedures give: `stop with VALUE` in one, and `let NAME = PROCEDURE(...)`, which names that.

What one gives is in a slot of its own from where it stops to where it is named: nobody is asked between, so that at
every decision each of these slots holds 0. That is false, the number 0, or none: a thing is one more than its number.
A set has a slot for each thing that may be in it, which holds its place in the set, from 1 on.
"""

from __future__ import annotations

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.calls import procedure_call
from rulewright.core.bind.computed import ONE, ZERO, computed, for_each
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.value_checks import given, there
from rulewright.core.bind.world import SEAT, Named
from rulewright.core.language.requirements import reason_at
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound, Local
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Place
from rulewright.core.model.kinds import PIECE, PieceOf
from rulewright.core.model.program import GivenSlot
from rulewright.core.model.ranges import MAX_NUMBER
from rulewright.core.model.type import NOTHING, NUMBER, Type

_GIVES = " gives"
_START = Place(1, 1, 1)


def slots_of_results(binder: Binder) -> None:
    """Take a slot for what each procedure gives, before any text is bound."""
    for named in binder.world.named.values():
        if named.sort == "procedure" and named.type != NOTHING:
            count = _size(binder, named.type) if named.type.kind == "set" else 1
            binder.program.results[named.number] = GivenSlot(binder.slots(count), named.type, count)


def leave(binder: Binder, scope: Scope, node: ast.Give | ast.Leave, effect: tuple[str, int]) -> list[BoundStatement]:
    """Return the statements that leave an effect, with a value or without.

    `effect` is (its name, the number of its text).

    A part that is done by itself, for all at once or later, has a name of its own.
    """
    name, number = effect
    entries = (each for each in binder.world.named.values() if each.sort == "procedure" and each.number == number)
    named = next(entries, None)
    gives = named is not None and named.type != NOTHING
    if isinstance(node, ast.Leave):
        if gives and named is not None and named.id == name and node.verb == "stop":
            message = f"'{named.id}' gives {describe(named.type)}, but this line ends it without a value"
            binder.error(scope, "gives-nothing", node.at, message, "write stop with VALUE")
        return [] if node.verb == "nothing" else [b.Stop(node.verb == "end game")]
    if named is None or not gives or named.id != name:
        message, hint = "only a procedure can give a value", "write 'stop' alone"
        if named is not None and gives:
            message = "'stop with' cannot be used inside 'ask each', 'in any order' or 'later'"
            hint = "store the value in a counter or a marker, and give it after the last answer"
        elif named is not None:
            message = f"'{named.id}' has no 'gives', so it cannot give a value"
            hint = "declare the type: gives: number, gives: truth or gives: KIND"
        binder.error(scope, "misplaced-give", node.at, message, hint)
        return [b.Stop(False)]
    value = given(binder, scope, node.value, named.type)
    return [*_put(binder, named, scope, node.at, value), b.Stop(False)]


def value_named(
    binder: Binder, scope: Scope, node: ast.Expression
) -> tuple[list[BoundStatement], Bound, list[BoundStatement]]:
    """The value of an expression, or what a procedure gives that it calls.

    Before it comes what is done so that it is there, after it what is done once it has its name.
    """
    named = _procedure_in(binder, scope, node)
    if named is None or named.type == NOTHING:
        value = binder.bind(scope, node)
        on_place = isinstance(value, bv.ZoneRef) and value.family and binder.world.families[value.family].place
        return [], binder.piece_in(value) if on_place else value, []
    seat: Bound = scope.me
    arguments: tuple[ast.Expression, ...] = ()
    if isinstance(node, ast.FunctionCall):
        arguments = node.arguments
        if node.seat is not None:
            acting = binder.thing(scope, node.seat, SEAT)
            seat = there(binder, scope, acting, f"'{named.id}'", node.at)
    binder.world.note(scope.text, node.at, "procedure", named.id, how="runs")
    call = procedure_call(binder, scope, named, seat, arguments, node.at)
    return [call], _read(binder, scope, named), cleared(binder, scope, named, node.at)


def cleared(binder: Binder, scope: Scope, named: Named, at: Place) -> list[BoundStatement]:
    """The statements that leave nothing of what a procedure has given."""
    if named.type.kind != "set":
        return [_set(binder, named, scope, at, ZERO)] if named.type != NOTHING else []
    one = scope.new(_element(named.type))
    slot = _slot(binder, named, one)
    return [for_each(scope, one, _read(binder, scope, named), (_set(binder, named, scope, at, ZERO, slot),))]


def kept_through(
    binder: Binder, scope: Scope, named: Named, after: tuple[BoundStatement, ...]
) -> tuple[BoundStatement, ...]:
    """Return statements to run after a procedure, which keep the value it gave until their end."""
    if named.type == NOTHING or not after:
        return after
    kept: Local = scope.new(named.type)
    return (
        b.SetLocal(kept, _read(binder, scope, named)),
        *cleared(binder, scope, named, _START),
        *after,
        *_put(binder, named, scope, _START, kept),
    )


def check_gives(binder: Binder, named: Named, text: Scalar, body: BoundBlock) -> None:
    """Report a procedure that may end without giving what it says."""
    if named.type == NOTHING or _is_left(body):
        return
    message = f"'{named.id}' may end without giving {describe(named.type)}"
    hint = "end every branch with: stop with VALUE"
    binder.world.error("gives-nothing", text.span, message, hint)


def _is_left(block: BoundBlock) -> bool:
    """Whether a block never comes to its end, guards that fail and seats that are not there left out of account."""
    return any(_leaves(each) for each in block)


def _leaves(statement: BoundStatement) -> bool:
    if isinstance(statement, b.Stop):
        return True
    if isinstance(statement, b.Loop | b.RepeatTimes | b.RepeatWhile):
        return False
    blocks = b.blocks_in(statement)
    if statement.origin is not None and isinstance(statement.origin.tree, ast.Ask):
        blocks = blocks[:1]
    return bool(blocks) and all(map(_is_left, blocks))


# ---- The slot


def _procedure_in(binder: Binder, scope: Scope, node: ast.Expression) -> Named | None:
    """The procedure that an expression calls."""
    name = node.function if isinstance(node, ast.FunctionCall) else node.name if isinstance(node, ast.Name) else ""
    return binder.world.procedure(name) if name not in scope.names else None


def _size(binder: Binder, of: Type) -> int:
    """Return the number of things of the domain of a set, 0 for numbers, which are refused elsewhere."""
    found = binder.world.index_size(f"{of.domain.kind}{PIECE}" if isinstance(of.domain, PieceOf) else of.domain)
    return found[1] if found is not None else 0


def _element(of: Type) -> Type:
    return Type("thing", of.domain)


def _slot(binder: Binder, named: Named, one: Local | None = None) -> bv.Read:
    """Return the slot of the value that a procedure gives, or that of `one` thing if it is a set."""
    parts = ((one, 1),) if one is not None else ()
    return bv.Read(binder.program.results[named.number].slot, parts, NUMBER, f"{named.id}{_GIVES}")


def _read(binder: Binder, scope: Scope, named: Named) -> Bound:
    match named.type.kind:
        case "thing":
            return bv.Op("-", (_slot(binder, named), ONE), named.type)
        case "set":
            one = scope.new(_element(named.type))
            place = _slot(binder, named, one)
            given_ = computed(">", place, ZERO)
            return bv.Quantify("those", one, _all_of(binder, named.type), given_, None, named.type, (place,))
        case _:
            slot = _slot(binder, named)
            return bv.Read(slot.base, (), named.type, slot.family)


def _all_of(binder: Binder, of: Type) -> Bound:
    """All things that may be in a set."""
    if isinstance(of.domain, PieceOf):
        return bv.Lookup(binder.tables.all_pieces(of.domain.kind), ZERO, of)
    return bv.DomainSet(-1 if of.domain == SEAT else _size(binder, of), of)


def _put(binder: Binder, named: Named, scope: Scope, at: Place, value: Bound) -> list[BoundStatement]:
    """Return the statements by which a procedure gives a value, into slots that are empty before."""
    if named.type.kind != "set":
        stored = computed("+", value, ONE) if named.type.kind == "thing" else value
        return [_set(binder, named, scope, at, stored)]
    one, place = scope.new(_element(named.type)), scope.new(NUMBER)
    counted = b.SetLocal(place, computed("+", place, ONE))
    put = _set(binder, named, scope, at, place, _slot(binder, named, one))
    return [b.SetLocal(place, ZERO), for_each(scope, one, value, (counted, put))]


def _set(binder: Binder, named: Named, scope: Scope, at: Place, value: Bound, slot: bv.Read | None = None) -> b.SetSlot:
    span, reason = scope.span(at), reason_at(scope.text, at)
    return b.SetSlot(slot or _slot(binder, named), "set", value, -MAX_NUMBER, MAX_NUMBER, span, reason)
