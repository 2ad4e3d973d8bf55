"""Resolves and types expressions: from `model/effects.py` trees to `model/bound.py` trees.

A wrong name or type becomes a diagnostic and a value of no type, so that one mistake makes one message.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.bind.candidates import QUANTIFIERS, quantifier
from rulewright.bind.fields import component_field, design_of
from rulewright.bind.instead import as_equal, instead, one_of_hint, whole_hint, zone_of_seat_hint
from rulewright.bind.layout import Layout
from rulewright.bind.limits import divided, kept_number, limit, there
from rulewright.bind.meant import (
    ZONE,
    called_on_hint,
    domain_hint,
    like_function_hint,
    name_hint,
)
from rulewright.bind.members import member
from rulewright.bind.possible import possible
from rulewright.bind.scope import Scope, describe
from rulewright.bind.tables import Tables
from rulewright.bind.world import SEAT, VALUES, Named, World, piece_domain, span_in
from rulewright.diagnostics import did_you_mean, indefinite
from rulewright.language.other_words import function_meant
from rulewright.language.vocabulary import RESERVED, names_of, words_named
from rulewright.model import bound_values as bv
from rulewright.model import effects as ast
from rulewright.model.bound_values import UNKNOWN, Bound, Const
from rulewright.model.document import Scalar
from rulewright.model.effects import Expression, Place
from rulewright.model.layout import N_SEATS
from rulewright.model.origins import Provenance
from rulewright.model.program import Program, Written
from rulewright.model.type import NOTHING, NUMBER, TRUTH, Type

FUNCTIONS = names_of("function")


@dataclass(slots=True)
class Binder:
    """What the binding of one ruleset shares."""

    world: World
    layout: Layout
    tables: Tables
    program: Program
    origins: list[Provenance] | None = None

    def comes_from(self, sort: str, text: Scalar, bound: object, statement: object = None) -> None:
        """Remember where a bound node comes from; texts beside the ruleset are not remembered."""
        if self.origins is not None:
            self.origins.append(Provenance(sort, text, statement, bound))

    def slots(self, count: int) -> int:
        """The first of so many slots at the end of the state that are taken for what is bound."""
        program = self.program
        program.n_streams += count
        return self.layout.streams + program.n_streams - count

    def error(self, scope: Scope, code: str, at: Place, message: str, hint: str = "") -> None:
        self.world.error(code, span_in(scope.text, at), message, hint)

    def is_taken(self, name: str) -> bool:
        """Whether a name means something everywhere, so that no text may give it to something of its own."""
        world = self.world
        known = (RESERVED, world.families, world.named, world.values, world.components, world.settings)
        return any(name in names for names in known)

    # ---- Entry points

    def number(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be a number."""
        return self._expect(scope, node, self.bind(scope, node, NUMBER), "number", "a number")

    def test(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be true or false."""
        return self._expect(scope, node, self.bind(scope, node, TRUTH), "truth", "true or false")

    def thing(self, scope: Scope, node: Expression, domain: str) -> Bound:
        """An expression that must be a thing of a domain; a design stands for its piece."""
        wanted = Type("thing", domain) if domain else NOTHING
        value = self._in_domain(scope, node, domain) or self.piece_in(self.bind(scope, node, wanted))
        if value.type.kind == "thing" and value.type.domain != domain:
            value = self._as_piece(scope, value, domain) or self._as_design(value, domain) or value
        if value.type.kind in ("thing",) and value.type.domain == domain:
            return value
        if value.type != NOTHING and domain:
            hint = instead(self.world, value, Type("thing", domain), node)
            self.error(scope, "wrong-type", node.at, f"this is {describe(value.type)}, not {indefinite(domain)}", hint)
        return Const(-1, Type("thing", domain))

    def as_type(self, scope: Scope, node: Expression, type_: Type) -> Bound:
        if type_.kind == "number":
            return self.number(scope, node)
        if type_.kind == "truth":
            return self.test(scope, node)
        return self.thing(scope, node, type_.domain)

    def given(self, scope: Scope, node: Expression, type_: Type) -> Bound:
        """An expression whose value is kept: under a name, or as what a procedure or a quantity takes."""
        return kept_number(self, scope, self.as_type(scope, node, type_), node.at)

    def set_of(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be a set of things or numbers."""
        value = self._as_set(scope, node)
        if value.type.kind != "set" and value.type != NOTHING:
            message = f"this is {describe(value.type)}, not a set to go through"
            self.error(scope, "wrong-type", node.at, message, instead(self.world, value, Type("set"), node))
        if value.type.kind != "set":
            return bv.RangeSet(Const(1, NUMBER), Const(0, NUMBER), Type("set"))
        return value

    def zone(self, scope: Scope, node: Expression) -> bv.ZoneRef:
        """An expression that must be a zone."""
        value = self.bind(scope, node, ZONE)
        if isinstance(value, bv.ZoneRef):
            return value
        if value.type != NOTHING:
            names = {f.id for f in self.world.families.values() if f.sort == "zone"}
            near = did_you_mean(node.name, names) if isinstance(node, ast.Name) else ""
            hint = near or zone_of_seat_hint(self.world, value, node) or whole_hint(node)
            self.error(scope, "unknown-zone", node.at, "this is not a zone", hint)
        return bv.ZoneRef(self.layout.box, (), 0, Type("set", ""))

    # ---- Expressions

    def bind(self, scope: Scope, node: Expression, wanted: Type = NOTHING) -> Bound:
        """An expression of any type; the program remembers what it was written as.

        Which type is wanted there plays a part only where a name means nothing, in what it may have been meant to be.
        """
        value = self._bound(scope, node, wanted)
        self.program.texts[id(value)] = Written(value, scope.text, node)
        return value

    def _bound(self, scope: Scope, node: Expression, wanted: Type) -> Bound:
        match node:
            case ast.Number():
                return Const(node.value, Type("number", "", False, node.value, node.value))
            case ast.Truth():
                return Const(int(node.value), TRUTH)
            case ast.Name():
                return self._name(scope, node, wanted)
            case ast.Index():
                return self._index(scope, node)
            case ast.Field():
                return self._field(scope, node, ())
            case ast.Operation():
                return self._operation(scope, node)
            case ast.Conditional():
                test, yes = self.test(scope, node.test), self.bind(scope, node.yes)
                no = (
                    self.thing(scope, node.no, yes.type.domain)
                    if yes.type.kind == "thing"
                    else self.bind(scope, node.no)
                )
                if yes.type.kind != no.type.kind and NOTHING not in (yes.type, no.type):
                    self.error(
                        scope, "wrong-type", node.at, f"one half is {describe(yes.type)}, the other {describe(no.type)}"
                    )
                type_ = Type(yes.type.kind, yes.type.domain, yes.type.optional or no.type.optional)
                return bv.Op("if", (test, yes, no), type_)
            case ast.FunctionCall():
                return self._function(scope, node)
            case ast.Quantifier():
                return quantifier(self, scope, node)
            case ast.Range():
                low, high = self.number(scope, node.low), self.number(scope, node.high)
                return bv.RangeSet(low, high, Type("set", "number"))

    def _name(self, scope: Scope, node: ast.Name, wanted: Type) -> Bound:
        world, name = self.world, node.name
        if name in scope.names:
            local = scope.names[name]
            world.note(scope.text, node.at, "local", name, type_=describe(local.type))
            return local
        if name == "me":
            return scope.me
        if name == "others":
            return bv.OthersSet(scope.me, False, Type("set", SEAT))
        if name == "no_one":
            return Const(-1, Type("thing", SEAT, True))
        if name == "seats":
            return bv.Read(N_SEATS, (), Type("number", "", False, world.min_seats, world.max_seats))
        if name in world.families:
            return member(self, scope, world.families[name], None, (), node.at)
        if name in world.named:
            return self._quantity(scope, world.named[name], scope.me, (), node.at)
        if name in world.values:
            domain, index = world.values[name]
            world.note(scope.text, node.at, "value", name, domain)
            return Const(index, Type("thing", domain))
        if name in world.components:
            component = world.components[name]
            world.note(scope.text, node.at, "component", name)
            return Const(component.index, Type("thing", component.kind))
        if name in world.settings:
            setting = world.settings[name]
            world.note(scope.text, node.at, "setting", name)
            bounded = Type("number", "", False, setting.low, setting.high)
            return bv.Read(self.layout.settings[name], (), Type("thing", name) if setting.values else bounded)
        if name in world.domains:
            message = f"'{name}' is a whole domain; only 'in {name}' ranges over it"
            self.error(scope, "wrong-type", node.at, message, domain_hint(world, scope, name, wanted))
            return UNKNOWN
        hint = name_hint(self, scope, name, wanted)
        self.error(scope, "unknown-name", node.at, f"nothing here is named '{name}'", hint)
        return UNKNOWN

    def _in_domain(self, scope: Scope, node: Expression, domain: str) -> Bound | None:
        """A bare name read as a member of a domain that is expected here."""
        if isinstance(node, ast.Name) and node.name not in scope.names and domain in self.world.domains:
            names = self.world.domains[domain].names
            if domain != SEAT and node.name in names:
                sort = "component" if domain in self.world.kinds else "value"
                self.world.note(scope.text, node.at, sort, node.name, "" if sort == "component" else domain)
                return Const(names.index(node.name), Type("thing", domain))
            if node.name == "none":
                return Const(-1, Type("thing", domain, True))
        elif isinstance(node, ast.Name) and node.name == "none":
            return Const(-1, Type("thing", domain, True))
        return None

    def _index(self, scope: Scope, node: ast.Index) -> Bound:
        target = node.target
        if isinstance(target, ast.Name) and target.name in self.world.families and target.name not in scope.names:
            return member(self, scope, self.world.families[target.name], None, node.indexes, target.at)
        if isinstance(target, ast.Field):
            return self._field(scope, target, node.indexes)
        items = self.bind(scope, target)
        return self._element_of(scope, items, node.indexes, node.at)

    def _element_of(self, scope: Scope, items: Bound, indexes: tuple[Expression, ...], at: Place) -> Bound:
        if items.type.kind != "set" or not isinstance(items, bv.Lookup) or len(indexes) != 1:
            if items.type != NOTHING:
                self.error(scope, "wrong-type", at, f"{describe(items.type)} has no numbered items")
            return UNKNOWN
        index = self.number(scope, indexes[0])
        number = limit(self, scope, at, "there is no item {} in this list, which counts from 0")
        return bv.Element(items, index, self.element(items), number)

    def _field(self, scope: Scope, node: ast.Field, indexes: tuple[Expression, ...]) -> Bound:
        world = self.world
        target = self.piece_in(self.bind(scope, node.target))
        if target.type == NOTHING:
            return UNKNOWN
        if target.type.kind != "thing":
            hint = one_of_hint(target, node)
            self.error(scope, "wrong-type", node.at, f"{describe(target.type)} has no field '{node.name}'", hint)
            return UNKNOWN
        domain = target.type.domain
        if domain == SEAT:
            if node.name in world.families:
                return member(self, scope, world.families[node.name], target, indexes, node.at)
            if node.name in world.named and not indexes:
                return self._quantity(scope, world.named[node.name], target, (), node.at)
            if node.name == "number":
                seat = there(self, scope, target, "'number'", node.at)
                return bv.Op("+", (seat, Const(1, NUMBER)), NUMBER._replace(low=1, high=world.max_seats))
            names = {f.id for f in world.families.values() if SEAT in f.per[:1]} | {
                n.id for n in world.named.values() if n.sort == "quantity"
            }
            hint = did_you_mean(node.name, names) or function_meant(node.name)
            self.error(scope, "unknown-name", node.at, f"a seat has no '{node.name}'", hint)
            return UNKNOWN
        value = component_field(self, scope, target, node)
        return self._element_of(scope, value, indexes, node.at) if indexes and value.type != NOTHING else value

    # ---- Quantities and functions

    def _quantity(self, scope: Scope, named: Named, seat: Bound, arguments: tuple[Expression, ...], at: Place) -> Bound:
        if named.sort not in VALUES:
            self.error(scope, "wrong-type", at, f"'{named.id}' is {indefinite(named.sort)}, not a value")
            return UNKNOWN
        if len(arguments) != len(named.takes):
            takes = ", ".join(name for name, _ in named.takes) or "nothing"
            self.error(scope, "wrong-arguments", at, f"'{named.id}' takes {takes}; {len(arguments)} given")
            return UNKNOWN
        self.world.note(scope.text, at, named.sort, named.id)
        values = tuple(self.given(scope, node, type_) for node, (_, type_) in zip(arguments, named.takes, strict=True))
        return bv.Evaluate(named.number, there(self, scope, seat, f"'{named.id}'", at), values, named.type)

    def _function(self, scope: Scope, node: ast.FunctionCall) -> Bound:
        name, arguments = node.function, node.arguments
        if name in self.world.named:
            seat = scope.me if node.seat is None else self.thing(scope, node.seat, SEAT)
            return self._quantity(scope, self.world.named[name], seat, arguments, node.at)
        quantities = {each.id for each in self.world.named.values() if each.sort == "quantity"}
        if node.seat is not None:
            hint = did_you_mean(name, quantities) or called_on_hint(node)
            self.error(scope, "unknown-function", node.at, f"no quantity is named '{name}'", hint)
            return UNKNOWN
        if name in ("min", "max") and len(arguments) >= 2:
            return bv.Op(name, tuple(self.number(scope, each) for each in arguments), NUMBER)
        if len(arguments) == 1 and name in FUNCTIONS and name not in ("min", "max"):
            return self._one_argument(scope, node, arguments[0])
        if name in FUNCTIONS or name in QUANTIFIERS:
            hint = f"write {words_named(name)[0].forms[0]}"
            self.error(scope, "wrong-arguments", node.at, f"'{name}' is written otherwise", hint)
            return UNKNOWN
        hint = like_function_hint(self.world, node) or did_you_mean(name, quantities) or function_meant(name)
        hint = hint or did_you_mean(name, (*FUNCTIONS, *QUANTIFIERS))
        self.error(scope, "unknown-function", node.at, f"no function or quantity is named '{name}'", hint)
        return UNKNOWN

    def _one_argument(self, scope: Scope, node: ast.FunctionCall, argument: Expression) -> Bound:
        match node.function:
            case "top" | "bottom":
                zone = self.zone(scope, argument)
                return bv.ZoneEnd(zone, node.function == "bottom", self.element(zone)._replace(optional=True))
            case "size":
                return bv.SetSize(self.set_of(scope, argument), NUMBER)
            case "exists":
                value = self.bind(scope, argument)
                if isinstance(value, bv.ZoneRef):
                    return bv.Op(">", (bv.SetSize(value, NUMBER), Const(0, NUMBER)), TRUTH)
                if value.type.kind != "thing" and value.type != NOTHING:
                    message = f"this is {describe(value.type)}; 'exists' asks for a thing or a zone"
                    self.error(scope, "wrong-type", argument.at, message, instead(self.world, value, TRUTH, argument))
                return bv.Op(">=", (value, Const(0, NUMBER)), TRUTH)
            case "seat":
                value = self.number(scope, argument)
                if isinstance(value, Const) and 1 <= value.value <= self.world.min_seats:
                    return Const(value.value - 1, Type("thing", SEAT, False, 0, self.world.max_seats - 1))
                seat = bv.Op("-", (value, Const(1, NUMBER)), NUMBER)
                last = bv.Op("-", (bv.Read(N_SEATS, (), NUMBER), Const(1, NUMBER)), NUMBER)
                return bv.Op("within", (seat, last), Type("thing", SEAT, True))
            case "seats_from":
                first = there(self, scope, self.thing(scope, argument, SEAT), "'seats_from'", node.at)
                return bv.OthersSet(first, True, Type("set", SEAT))
            case "abs":
                return bv.Op("abs", (self.number(scope, argument),), NUMBER)
            case "borders":
                return self._borders(scope, node, argument)
            case "possible":
                return possible(self, scope, argument)
            case _:
                return self._pieces(scope, node, argument)

    def _borders(self, scope: Scope, node: ast.FunctionCall, argument: Expression) -> Bound:
        place = self.bind(scope, argument)
        for name in self.world.borders:
            if self.world.named[name].type.domain == place.type.domain:
                return bv.Lookup(self.tables.borders(name), place, Type("set", name))
        if place.type != NOTHING:
            self.error(scope, "wrong-type", node.at, f"{describe(place.type)} stands on no map")
        return UNKNOWN

    def _pieces(self, scope: Scope, node: ast.FunctionCall, argument: Expression) -> Bound:
        if isinstance(argument, ast.Name) and argument.name in self.world.kinds:
            kind = self.world.kinds[argument.name]
            self.world.note(scope.text, argument.at, "kind", kind.id)
            table = self.tables.all_pieces(kind.id)
            return bv.Lookup(table, Const(0, NUMBER), Type("set", piece_domain(kind.id)))
        self.error(scope, "unknown-kind", node.at, "'pieces(...)' names a kind")
        return UNKNOWN

    # ---- Operators

    def _operation(self, scope: Scope, node: ast.Operation) -> Bound:
        op = node.op
        if op in ("and", "or"):
            assert node.left is not None
            return bv.Op(op, (self.test(scope, node.left), self.test(scope, node.right)), TRUTH)
        if op == "not":
            return bv.Op("not", (self.test(scope, node.right),), TRUTH)
        if op in ("=", "!="):
            return self._equality(scope, node)
        if op == "+" and node.left is not None:
            left, right = self._as_set(scope, node.left), self._as_set(scope, node.right)
            if left.type.kind == "set" and right.type.kind == "set":
                if left.type.domain != right.type.domain:
                    self.error(scope, "wrong-type", node.at, "the two sets hold different things")
                return bv.UnionSet((left, right), left.type)
            return bv.Op("+", (self._summand(scope, node.left, left), self._summand(scope, node.right, right)), NUMBER)
        right = self.number(scope, node.right)
        if node.left is None:
            return bv.Op("neg", (right,), NUMBER)
        left = self.number(scope, node.left)
        if op in ("/", "%"):
            return divided(self, scope, op, left, right, node.at)
        value = bv.Op(op, (left, right), NUMBER if op in "+-*" else TRUTH)
        return kept_number(self, scope, value, node.at) if op == "*" else value

    def _summand(self, scope: Scope, node: Expression, value: Bound) -> Bound:
        """An operand of a sum, as it has been bound already."""
        if isinstance(value, bv.DomainSet):
            return self.number(scope, node)
        return self._expect(scope, node, value, "number", "a number")

    def _equality(self, scope: Scope, node: ast.Operation) -> Bound:
        assert node.left is not None
        left = self.piece_in(self.bind(scope, node.left))
        if left.type == NOTHING:
            return UNKNOWN
        if left.type.kind == "thing":
            right = self._in_domain(scope, node.right, left.type.domain)
            if right is None and left.type.domain.endswith(" piece"):
                other = self.bind(scope, node.right, left.type)
                if other.type == NOTHING:
                    return UNKNOWN
                kind = left.type.domain.removesuffix(" piece")
                if other.type.domain == kind:
                    left, right = design_of(self, left, kind), other
                else:
                    right = other
            right = right if right is not None else self.thing(scope, node.right, left.type.domain)
        else:
            right = self.bind(scope, node.right, left.type if left.type.kind == "number" else NOTHING)
        if right.type != NOTHING and (right.type.kind, right.type.domain) != (left.type.kind, left.type.domain):
            message = f"{describe(left.type)} is never {describe(right.type)}"
            hint = as_equal(left, right, node)
            self.error(scope, "wrong-type", node.at, message, hint)
        return bv.Op(node.op, (left, right), TRUTH)

    # ---- Conversions

    def _as_set(self, scope: Scope, node: Expression) -> Bound:
        """An expression where a set may stand: a domain's or kind's name means all of its things."""
        if isinstance(node, ast.Name) and node.name not in scope.names:
            name, world = node.name, self.world
            if name in world.domains and name not in world.settings and name not in world.families:
                size = -1 if name == SEAT else world.domains[name].size
                if name != SEAT:
                    world.note(scope.text, node.at, world.sort_of_domain(name), name)
                return bv.DomainSet(size, Type("set", name))
        return self.bind(scope, node, Type("set"))

    def piece_in(self, value: Bound) -> Bound:
        """A single space, where a piece is meant, is the piece on it."""
        if isinstance(value, bv.ZoneRef) and value.spaces == 1:
            return bv.ZoneEnd(value, False, self.element(value)._replace(optional=True))
        return value

    def _as_piece(self, scope: Scope, value: Bound, domain: str) -> Bound | None:
        if isinstance(value, Const) and domain == piece_domain(value.type.domain):
            component = self.world.kinds[value.type.domain].designs[value.value]
            if len(component.pieces) == 0:
                return None
            first = Const(component.pieces.start, Type("thing", domain))
            if not component.each_seat:
                return first
            stride = Const(component.copies, NUMBER)
            return bv.Op("+", (first, bv.Op("*", (scope.me, stride), NUMBER)), Type("thing", domain))
        return None

    def _as_design(self, value: Bound, domain: str) -> Bound | None:
        if value.type.domain == piece_domain(domain):
            return design_of(self, value, domain)
        return None

    def element(self, source: Bound) -> Type:
        """The type of what is in a set."""
        domain = source.type.domain
        if not domain:
            return NOTHING
        if isinstance(source, bv.DomainSet | bv.OthersSet) and domain == SEAT:
            return Type("thing", SEAT, False, 0, self.world.max_seats - 1)
        if domain != "number":
            return Type("thing", domain)
        if isinstance(source, bv.RangeSet):
            low = source.low.value if isinstance(source.low, Const) else source.low.type.low
            high = source.high.value if isinstance(source.high, Const) else source.high.type.high
            return Type("number", "", False, low, high)
        return NUMBER

    def _expect(self, scope: Scope, node: Expression, value: Bound, kind: str, words: str) -> Bound:
        if value.type.kind == kind:
            return value
        if value.type != NOTHING:
            hint = instead(self.world, value, Type(kind), node)
            self.error(scope, "wrong-type", node.at, f"this is {describe(value.type)}, not {words}", hint)
        return Const(0, NUMBER if kind == "number" else TRUTH)
