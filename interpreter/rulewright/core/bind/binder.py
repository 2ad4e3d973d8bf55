"""Shared state of binding a ruleset, and expressions bound where a number, a thing, ... is wanted.

A wrong name or type becomes a diagnostic and a value of no type, so that one mistake makes one message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rulewright.core.bind.computed import computed, empty
from rulewright.core.bind.scope import ZONE, Scope, describe
from rulewright.core.bind.state_slots import Layout
from rulewright.core.bind.suggested_values import value_suggestion, whole_hint, zone_of_seat_hint, zones_hint
from rulewright.core.bind.tables import Tables
from rulewright.core.bind.world import SEAT, World
from rulewright.core.diagnostics import did_you_mean, indefinite
from rulewright.core.language.vocabulary import RESERVED
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import ChooseOption
from rulewright.core.model.bound_values import Bound, BoundNode, Const
from rulewright.core.model.document import Scalar
from rulewright.core.model.effects import Expression, Place, Statement
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.origins import Origin, Provenance
from rulewright.core.model.program import Program
from rulewright.core.model.type import NOTHING, NUMBER, SET, TRUTH, Type

Remembered = TypeVar("Remembered", bound=BoundNode)


@dataclass(slots=True)
class Binder:
    """The shared state of binding one ruleset, with methods that bind an expression to the type wanted.

    `form` binds an expression by its form, whatever is wanted there.
    """

    form: Form
    world: World
    layout: Layout
    tables: Tables
    program: Program
    origins: list[Provenance] | None = None
    stand_for: dict[int, tuple[Statement, Statement]] = field(default_factory=dict)
    """The statements, by identity, that replaced another one, each with that one: see `in_other_words.py`."""

    def comes_from(self, sort: str, text: Scalar, bound: int | BoundNode, statement: object = None) -> None:
        """Remember the origin of an effect, a value or a node, if origins are recorded."""
        if self.origins is not None:
            self.origins.append(Provenance(sort, text, statement, bound))

    def marked(self, sort: str, text: Scalar, node: Remembered, statement: object = None, **changed: Any) -> Remembered:
        """Return a node, and the options of a choice, marked with its origin, if origins are recorded.

        Whatever else is `changed` of the node is changed in the same step.
        """
        if self.origins is None:
            return replace(node, **changed)
        mark = len(self.origins)
        if isinstance(node, ChooseOption):
            changed["options"] = tuple(replace(each, mark=mark) for each in node.options)
        node = replace(node, mark=mark, **changed)
        self.comes_from(sort, text, node, statement)
        return node

    def slots(self, count: int) -> int:
        """The first of a number of slots at the end of the state, taken for what is bound."""
        program = self.program
        program.n_streams += count
        return self.layout.streams + program.n_streams - count

    def error(self, scope: Scope, code: str, at: Place, message: str, hint: str = "") -> None:
        self.world.error(code, scope.span(at), message, hint)

    def refused(self, scope: Scope, code: str, at: Place, message: str, hint: str = "") -> Bound:
        """Report a mistake, and return the value of no type that takes the place of the text."""
        self.error(scope, code, at, message, hint)
        return bv.UNKNOWN

    def is_taken(self, name: str) -> bool:
        """Whether a name means something everywhere, so that no text may give it to something of its own."""
        world = self.world
        known = (RESERVED, world.families, world.named, world.values, world.components, world.settings)
        return any(name in names for names in known)

    def bind(self, scope: Scope, node: Expression, wanted: Type = NOTHING) -> Bound:
        """An expression of any type, which knows what it was written as.

        Which type is wanted there matters only if a name means nothing, for what it may have been meant to be.
        """
        return bv.written_as(self.form(self, scope, node, wanted), Origin(scope.text, node))

    # ---- What is wanted

    def number(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be a number."""
        return self.expect(scope, node, self.bind(scope, node, NUMBER), "number", "a number")

    def test(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be true or false."""
        return self.expect(scope, node, self.bind(scope, node, TRUTH), "truth", "true or false")

    def thing(self, scope: Scope, node: Expression, domain: DomainName) -> Bound:
        """Bind an expression that must be a thing of a domain, with a design read as its piece."""
        wanted = Type("thing", domain) if domain else NOTHING
        return self.as_thing(scope, node, self.in_domain(scope, node, domain) or self.bind(scope, node, wanted), domain)

    def as_thing(self, scope: Scope, node: Expression, value: Bound, domain: DomainName) -> Bound:
        """Return a value, bound already, as a thing of a domain."""
        value = self.piece_in(value)
        if value.type.kind == "thing" and value.type.domain != domain:
            value = self._as_piece(scope, value, domain) or self._as_design(value, domain) or value
        if value.type.kind == "thing" and value.type.domain == domain:
            return value
        if value.type != NOTHING and domain:
            hint = value_suggestion(self.world, value, Type("thing", domain), node)
            message = f"this is {describe(value.type)}, not {indefinite(str(domain))}"
            self.error(scope, "wrong-type", node.at, message, hint)
        return Const(-1, Type("thing", domain))

    def as_type(self, scope: Scope, node: Expression, type_: Type) -> Bound:
        if type_.kind == "number":
            return self.number(scope, node)
        if type_.kind == "truth":
            return self.test(scope, node)
        if type_.kind == "set":
            return self.set_holding(scope, node, type_.domain)
        return self.thing(scope, node, type_.domain)

    def set_holding(self, scope: Scope, node: Expression, domain: DomainName) -> Bound:
        """An expression that must be a set of the things of a domain."""
        value = self.set_of(scope, node)
        if value.type.domain not in ("", domain):
            wanted = describe(Type("set", domain))
            self.error(scope, "wrong-type", node.at, f"this is {describe(value.type)}, not {wanted}")
        return value

    def check_same_things(self, scope: Scope, one: Bound, other: Bound, at: Place) -> None:
        """Two sets must hold things of the same domain."""
        if other.type.kind == "set" and one.type.domain != other.type.domain:
            self.error(scope, "wrong-type", at, "the two sets hold different things")

    def set_of(self, scope: Scope, node: Expression) -> Bound:
        """An expression that must be a set of things or numbers."""
        value = self.as_set(scope, node)
        if value.type.kind != "set" and value.type != NOTHING:
            message = f"this is {describe(value.type)}, not a set to go through"
            self.error(scope, "wrong-type", node.at, message, value_suggestion(self.world, value, Type("set"), node))
        if value.type.kind != "set":
            return empty(Type("set"))
        return value

    def zone(self, scope: Scope, node: Expression) -> bv.ZoneRef:
        """An expression that must be a zone."""
        value = self.bind(scope, node, ZONE)
        if isinstance(value, bv.ZoneRef):
            return value
        if value.type != NOTHING:
            names = self.world.ids_of("zone")
            near = did_you_mean(node.name, names) if isinstance(node, ast.Name) else ""
            family = self.world.families.get(node.name) if isinstance(node, ast.Name) else None
            message = f"'{family.id}' is a {family.sort}, not a zone" if family is not None else "this is not a zone"
            hint = near or zone_of_seat_hint(self.world, value, node) or whole_hint(node) or zones_hint(names)
            self.error(scope, "unknown-zone", node.at, message, hint)
        return bv.ZoneRef(self.layout.box, (), 0, Type("set", ""))

    # ---- Conversions

    def in_domain(self, scope: Scope, node: Expression, domain: DomainName) -> Bound | None:
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

    def as_set(self, scope: Scope, node: Expression, wanted: Type = SET) -> Bound:
        """An expression where a set may be: a domain's or kind's name means all of its things."""
        if isinstance(node, ast.Name) and node.name not in scope.names:
            name, world = node.name, self.world
            if name in world.domains and name not in world.settings and name not in world.families:
                size = -1 if name == SEAT else world.domains[name].size
                if name != SEAT:
                    world.note(scope.text, node.at, world.sort_of_domain(name), name)
                return bv.DomainSet(size, Type("set", name))
        return self.bind(scope, node, wanted)

    def piece_in(self, value: Bound) -> Bound:
        """A single space, where a piece is meant, is the piece on it."""
        if isinstance(value, bv.ZoneRef) and value.spaces == 1:
            return bv.ZoneEnd(value, False, self.element(value)._replace(optional=True))
        return value

    def _as_piece(self, scope: Scope, value: Bound, domain: DomainName) -> Bound | None:
        if isinstance(value, Const) and isinstance(domain, PieceOf) and domain.kind == value.type.domain:
            component = self.world.kinds[domain.kind].designs[value.value]
            if len(component.pieces) == 0:
                return None
            first = Const(component.pieces.start, Type("thing", domain))
            if not component.each_seat:
                return first
            stride = Const(component.copies, NUMBER)
            return bv.Op("+", (first, computed("*", scope.me, stride)), Type("thing", domain))
        return None

    def _as_design(self, value: Bound, domain: DomainName) -> Bound | None:
        of = value.type.domain
        return self.design_of(value, of.kind) if isinstance(of, PieceOf) and of.kind == domain else None

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

    def expect(self, scope: Scope, node: Expression, value: Bound, kind: str, words: str) -> Bound:
        if value.type.kind == kind:
            return value
        if value.type != NOTHING:
            hint = value_suggestion(self.world, value, Type(kind), node)
            self.error(scope, "wrong-type", node.at, f"this is {describe(value.type)}, not {words}", hint)
        return NO_NUMBER if kind == "number" else Const(0, TRUTH)

    def design_of(self, piece: Bound, kind: str) -> Bound:
        """Return the design that a piece is a copy of, none for no piece."""
        return bv.Lookup(self.tables.design(), piece, Type("thing", kind, piece.type.optional))


NO_NUMBER = Const(0, NUMBER)
"""What is bound in place of a number where there is something else; nothing more is wrong with it."""

Form = Callable[[Binder, Scope, Expression, Type], Bound]
