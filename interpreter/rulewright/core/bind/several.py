"""Binds `move` of a set, and `pick` of several at once.

That is one guard, then a loop that asks for one after another, in canonical order.
Candidates are put in order by a key, and whoever has picked one is only offered those that come after it: so each set
is reached in one way, and a choice of many never has more options than there are candidates. Those alike have the same
key; only the first of them is offered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.candidates import candidates
from rulewright.core.bind.choices import place_asked
from rulewright.core.bind.computed import ONE, ZERO, at_least_nothing, computed, empty, for_each
from rulewright.core.bind.scope import Scope, describe
from rulewright.core.bind.suggested_values import value_suggestion
from rulewright.core.bind.tables import MOST_OF_TWO, MOST_SETS
from rulewright.core.bind.value_checks import limit
from rulewright.core.bind.world import SEAT, World
from rulewright.core.language.requirements import reasons_of
from rulewright.core.model import bound as b
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.bound_values import Bound, Const, Local
from rulewright.core.model.effect_names import DONE
from rulewright.core.model.kinds import PIECE, PieceOf
from rulewright.core.model.parts_played import IN_ANY_ORDER, IN_ORDER, SeveralLocals
from rulewright.core.model.type import NUMBER, TRUTH, Type

_ARTICLES = frozenset(("a", "an", "the"))


class _Likeness(NamedTuple):
    """The order of candidates: the `key` they are sorted by or None, and whether some share a key.

    With `sure` that is to be found out first: whether the acting seat sees all candidates.
    """

    key: Bound | None
    shared: bool
    sure: Local | None = None


def pick_set(binder: Binder, procedure: str, scope: Scope, node: ast.PickSet) -> list[BoundStatement]:
    """Bind a pick of several, whose name is then the set of those picked."""
    span, name = scope.span(node.at), node.over.variable
    low, high = _how_many(binder, scope, node.many)
    one, source, where, inner = candidates(binder, scope, node.over, node.verb)
    distinct = _distinct(binder, inner, node.distinct) if node.distinct is not None else None
    of = Type("set", source.type.domain)
    likeness = _likeness(binder, scope, one, source, distinct)
    pool, picked, key, taken = scope.new(of), scope.new(of), scope.new(NUMBER), scope.new(one.type)
    least, most = scope.new(NUMBER), scope.new(NUMBER)
    order = (likeness.key,) if likeness.key is not None else ()
    found: list[BoundStatement] = [b.SetLocal(pool, _those(one, source, where, order))]
    if likeness.sure is not None:
        every = bv.Quantify("every", one, pool, _sees(binder, scope, one), None, TRUTH)
        kept, ordered = b.SetLocal(pool, _those(one, source, where)), b.SetLocal(pool, _those(one, pool, None, order))
        found = [kept, b.SetLocal(likeness.sure, every), ordered]
    nothing = bv.Once(empty(of), of, -1)
    enough = b.RequireTest(computed(">=", _size(pool), least), span, reasons_of(scope.text, node.over.where))
    shared = "" if not likeness.shared else "alike" if distinct is None else "distinct"
    in_order = IN_ORDER if likeness.key is not None else IN_ANY_ORDER
    if likeness.sure is not None:
        in_order = likeness.sure.number
    several = SeveralLocals(pool.number, picked.number, least.number, most.number, shared, in_order)
    domains = (source.type.domain, "")
    site = place_asked(binder, procedure, scope, (name, DONE), domains, span, (span, span), several=several)
    body = _body(binder, scope, node, likeness, b.ChooseOption(site, scope.me, (), scope.new(NUMBER), span),
                 _Locals(one, pool, picked, key, taken, least))  # fmt: skip
    more = computed("and", computed("<", _size(picked), most), computed(">", _size(pool), ZERO))
    scope.new(of, name)
    return [
        *found,
        b.SetLocal(least, low),
        b.SetLocal(most, high if high is not None else _size(pool)),
        enough,
        b.SetLocal(picked, nothing),
        b.RepeatWhile(
            more,
            body,
            ahead=_few(binder, pool, picked, most, MOST_SETS),
            with_another=_few(binder, pool, picked, most, MOST_OF_TWO),
        ),
        b.SetLocal(scope.names[name], bv.Once(picked, of, -1)),
    ]


def is_set(world: World, scope: Scope, node: ast.Expression) -> bool:
    """Whether what is moved is a set, or may be one: it is named, picked out or joined, or a zone or a space of one."""
    if isinstance(node, ast.Name) and node.name in scope.names:
        return scope.names[node.name].type.kind == "set"
    family = world.family_of(node)
    if family is not None:
        return family.sort == "zone"
    joined = isinstance(node, ast.Operation) and node.op in ("+", "-") and node.left is not None
    return isinstance(node, ast.Those) or joined


def is_space(value: Bound) -> bool:
    """Whether a value is a single space of a zone, which stands for the piece on it."""
    return isinstance(value, bv.ZoneRef) and value.spaces == 1


def move_set(scope: Scope, source: Bound, to: bv.ZoneRef, *, under: bool) -> list[BoundStatement]:
    """Move the pieces of a set, one after the other."""
    if not under:
        return [b.MoveEach(source, to)]
    piece = scope.new(Type("thing", to.type.domain))
    return [for_each(scope, piece, source, (b.MovePiece(piece, to, True),))]


class _Locals(NamedTuple):
    """The locals of a pick: a candidate, the remaining pool, the picked, a key, the last taken, the minimum."""

    one: Local
    pool: Local
    picked: Local
    key: Local
    taken: Local
    least: Local


def _body(
    binder: Binder, scope: Scope, node: ast.PickSet, likeness: _Likeness, ask: b.ChooseOption, of: _Locals
) -> BoundBlock:
    """Return the body that picks one more candidate leaving enough after it, or ends once there are enough."""
    type_, span = of.pool.type, ask.span
    needed = computed("-", of.least, _size(of.picked))
    is_taken = computed("=", of.one, of.taken)
    left: Bound = computed("not", is_taken)
    keyed: tuple[BoundStatement, ...] = ()
    last: tuple[BoundStatement, ...] = ()
    where = None
    if likeness.key is not None:
        at = computed("-", _size(of.pool), computed("max", needed, ONE))
        number = limit(binder, scope, node.at, "there is no candidate {}")
        last = (b.SetLocal(of.one, bv.Element(of.pool, at, of.one.type, number)), b.SetLocal(of.key, likeness.key))
        where = computed("<=", likeness.key, of.key)
        keyed = (b.SetLocal(of.key, likeness.key),)
        left = computed("and", computed("<=", of.key, likeness.key), left)
    taken = bv.Quantify("those", of.one, of.pool, is_taken, None, type_)
    take: BoundBlock = (
        b.SetLocal(of.taken, of.one),
        *keyed,
        b.SetLocal(of.picked, bv.Once(bv.UnionSet((of.picked, taken), type_), type_, -1)),
        b.SetLocal(of.pool, bv.Once(bv.Quantify("those", of.one, of.pool, left, None, type_), type_, -1)),
    )
    done: BoundBlock = (
        b.RequireTest(computed("<=", needed, ZERO), span),
        b.SetLocal(of.pool, bv.Once(empty(type_), type_, -1)),
    )
    distinct = likeness.key if likeness.shared else None
    options = (
        b.BoundOption(node.over.variable, of.one, of.pool, where, distinct, take, span),
        b.BoundOption(DONE, None, None, None, None, done, span),
    )
    return (*last, replace(ask, options=options))


def _distinct(binder: Binder, scope: Scope, node: ast.Expression) -> Bound:
    """Bind the value that tells candidates apart, which must be a number or a thing."""
    value = binder.bind(scope, node)
    if value.type.kind != "set":
        return value
    message = f"this is {describe(value.type)}; distinguish candidates by a number or a thing"
    return binder.refused(scope, "wrong-type", node.at, message, value_suggestion(binder.world, value, NUMBER, node))


def _how_many(binder: Binder, scope: Scope, many: ast.HowMany) -> tuple[Bound, Bound | None]:
    """Return (least, most) of the amount that is picked, with None as the most for any number."""
    if many.amount is None:
        return ZERO, None
    if isinstance(many.amount, ast.Name) and many.amount.name in _ARTICLES - scope.names.keys():
        hint = "leave out the article: pick card from hand; several: pick 2 cards from hand"
        binder.error(scope, "unknown-name", many.at, f"'{many.amount.name}' is not a number to pick", hint)
        return ZERO, None
    amount = at_least_nothing(binder.number(scope, many.amount))
    if many.most is None:
        return (ZERO if many.word else amount), amount
    most = binder.number(scope, many.most)
    if isinstance(amount, Const) and isinstance(most, Const) and most.value < amount.value:
        binder.error(scope, "out-of-bounds", many.at, f"there is no number from {amount.value} to {most.value}")
    return amount, most


def _likeness(binder: Binder, scope: Scope, one: Local, source: Bound, distinct: Bound | None) -> _Likeness:
    """Return the order of candidates.

    Pieces that the acting seat may not see have no order: it is chance that picks among them.
    """
    if distinct is not None:
        return _Likeness(distinct, True)
    domain = source.type.domain
    if not isinstance(domain, PieceOf):
        return _Likeness(one, False)
    seen = _is_seen(binder, scope, source)
    if seen is False:
        return _Likeness(None, False)
    if seen is None:
        sure = scope.new(TRUTH)
        return _Likeness(bv.Op("if", (sure, one, ZERO), NUMBER), False, sure)
    family = binder.world.families.get(source.family) if isinstance(source, bv.ZoneRef) else None
    if family is None or family.spaces or family.ordered or _has_its_own(binder, domain):
        return _Likeness(one, False)
    same = bv.Lookup(binder.tables.alike(), one, NUMBER)
    faces = len(binder.world.kinds[domain.kind].faces)
    if not faces:
        return _Likeness(same, True)
    face = bv.PieceSlot(binder.layout.faces, one, NUMBER)
    return _Likeness(computed("+", computed("*", same, Const(faces, NUMBER)), face), True)


def _is_seen(binder: Binder, scope: Scope, source: Bound) -> bool | None:
    """Return whether the acting seat sees the pieces of a set, or None if that depends on the pieces."""
    match source:
        case bv.ZoneRef():
            family = binder.world.families.get(source.family)
            if family is None:
                return False
            own, others = family.is_seen(by_own=True), family.is_seen(by_own=False)
            if own == others:
                return own
            return own or None if any(index == scope.me for index, _ in source.parts[:1]) else None
        case bv.UnionSet():
            found = [_is_seen(binder, scope, part) for part in source.parts]
            return False if False in found else None if None in found else True
        case bv.Quantify():
            return _is_seen(binder, scope, source.source)
        case _:
            return None


def _sees(binder: Binder, scope: Scope, piece: Local) -> Bound:
    """Whether the acting seat is sure to see a piece where it lies."""
    layout, seats = binder.layout, binder.world.domains[SEAT].size
    at = bv.PieceSlot(layout.piece_zone, piece, NUMBER)
    who = bv.Lookup(binder.tables.seen_by(layout.piece_zone, seats), at, NUMBER)
    from_there, but_me = Const(seats, NUMBER), computed("+", scope.me, Const(seats, NUMBER))
    all_but = computed("and", computed(">=", who, from_there), computed("!=", who, but_me))
    one = computed("or", computed("=", who, Const(-1, NUMBER)), computed("=", who, scope.me))
    return computed("or", one, all_but)


def _has_its_own(binder: Binder, domain: PieceOf) -> bool:
    """Whether something may set pieces of the same design apart: a counter of each, a marker on one."""
    own = f"{domain.kind}{PIECE}"
    return any(own in family.per or (family.sort == "marker" and family.type.domain == domain)
               for family in binder.world.families.values())  # fmt: skip


def _those(one: Local, source: Bound, where: Bound | None, order: tuple[Bound, ...] = ()) -> Bound:
    """Return the set of things that pass a test, each once."""
    of = Type("set", source.type.domain)
    return bv.Once(bv.Quantify("those", one, source, where, None, of, order), of, -1)


def _few(binder: Binder, pool: Local, picked: Local, most: Local, at_most: int) -> Bound:
    """Whether the sets that can still come of it are at most so many, so that each of them can be looked at."""
    table, last = binder.tables.few_sets(at_most)
    size = computed("min", _size(pool), Const(last, NUMBER))
    return computed("<=", computed("-", most, _size(picked)), bv.Lookup(table, size, NUMBER))


def _size(of: Bound) -> Bound:
    return bv.SetSize(of, NUMBER)
