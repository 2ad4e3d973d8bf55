"""Random lowered expressions of a small game, each of the type that is asked for, and such as lowering could give."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.kinds import DomainName, PieceOf
from rulewright.core.model.nodes import nodes_of
from rulewright.core.model.ranges import MAX_NUMBER
from rulewright.core.model.type import NUMBER, TRUTH, Type

CARDS = PieceOf("card")
SEAT, PIECE, PLACE = (Type("thing", each) for each in ("seat", CARDS, "place"))
N_PLACES = 3
Scope = list[lv.Local]
_NUMBERS = (-7, -2, -1, 0, 0, 1, 1, 2, 3, 4, 9, 50_000, (1 << 31) - 1, -(1 << 31) - 1, MAX_NUMBER)
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Palette:
    """What the game's own text reads and calls; the indices in it are filled in anew."""

    nodes: tuple[Any, ...]

    @classmethod
    def of(cls, block: low.Block) -> Palette:
        """All that a block reads, each kind of it once."""
        found: dict[tuple[Any, ...], Any] = {}
        for node in nodes_of(block):
            match node:
                case lv.Load() | lv.Zone() if node.address.base < HIGHEST:
                    found[type(node), node.address.base, getattr(node, "spaces", 0)] = node
                case lv.Table() | lv.EvaluateField() | lv.CallField():
                    found[type(node), node.table] = node
                case low.Shuffle() | low.Roll() | low.Flip():
                    found[type(node), getattr(node, "key", 0)] = node
                case _:
                    pass
        return cls(tuple(found.values()))

    def all(self, kind: type[Any]) -> list[Any]:
        """Those of a kind."""
        return [each for each in self.nodes if isinstance(each, kind)]


HIGHEST = 1 << 20
RISKY = 1
"""How many of a hundred values that may lie outside where they are used are not kept from it."""


def constant(value: int) -> lv.Const:
    return lv.Const(value, NUMBER._replace(low=value, high=value))


@dataclass(slots=True)
class Values:
    """Writes expressions; `values` are the functions that can be called, `effects` those that can be looked at."""

    rng: random.Random
    palette: Palette
    values: dict[int, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    effects: dict[int, tuple[Type, ...]] = field(default_factory=dict)
    next_local: int = 1
    fields: bool = False
    """Whether fields can be called: those of components are not while they are written."""

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def local(self, type_: Type) -> lv.Local:
        """A new local of the function under way."""
        self.next_local += 1
        return lv.Local(self.next_local - 1, type_)

    def of(self, type_: Type, scope: Scope, depth: int) -> lv.Expression:
        """An expression of a type."""
        match type_.kind:
            case "number":
                return self.number(scope, depth)
            case "truth":
                return self.truth(scope, depth)
            case _:
                found = self.thing(type_.domain, scope, depth)
                return found if type_.optional else self.there(found)

    # ---- Numbers

    def number(self, scope: Scope, depth: int) -> lv.Expression:
        """A number."""
        if depth <= 0:
            return self._plain_number(scope)
        a, b = (self.number(scope, depth - self.rng.randint(1, 2)) for _ in range(2))
        match self.rng.randrange(16):
            case 0 | 1:
                return lv.Primitive(self.rng.choice("+-"), (a, b), NUMBER)
            case 2:
                return lv.Primitive("*", (a, b), NUMBER)
            case 3:
                by = constant(self.rng.choice((-3, 1, 2, 7))) if self.chance(50) else b
                if not isinstance(by, lv.Const) or not by.value:
                    by = b if self.chance(RISKY) else lv.Primitive("max", (b, constant(1)), NUMBER)
                    by = lv.Primitive("not_zero", (by,), NUMBER, limit=0)
                return lv.Primitive(self.rng.choice("/%"), (a, by), NUMBER)
            case 4:
                return lv.Primitive(self.rng.choice(("neg", "abs", "non_negative")), (a,), NUMBER)
            case 5:
                more = (a, b, self.number(scope, 0))[: self.rng.randint(2, 3)]
                return lv.Primitive(self.rng.choice(("min", "max")), more, NUMBER)
            case 6:
                return lv.Primitive("if", (self.truth(scope, depth - 1), a, b), NUMBER)
            case 7 | 8:
                return self._reduced(scope, depth, self.rng.choice(("count", "sum", "highest", "lowest")))
            case 9:
                source, _ = self.set(scope, depth - 1)
                return lv.Primitive("size", (source,), NUMBER)
            case 10 if self.values:
                return self._called("number", scope, depth) or a
            case 11 if self.fields:
                return self._field("number", scope, depth)
            case 12:
                lists = [each for each in self.palette.all(lv.Table) if each.type.domain == "number"]
                items = self._filled(self.rng.choice(lists), scope, depth - 1)
                return self._element(items, a)
            case 13:
                if self.chance(50):
                    return lv.Primitive("saturated", (a,), NUMBER)
                a = a if self.chance(RISKY) else lv.Primitive("%", (a, constant(MAX_NUMBER)), NUMBER)
                return self._inside(a, 0, MAX_NUMBER)
            case _:
                return self._load("number", "", scope, depth) or a

    def _plain_number(self, scope: Scope) -> lv.Expression:
        known = [each for each in scope if each.type.kind == "number"]
        if known and self.chance(45):
            return self.rng.choice(known)
        loaded = self._load("number", "", scope, 0) if self.chance(40) else None
        return loaded or constant(self.rng.choice(_NUMBERS))

    def _inside(self, value: lv.Expression, least: int, most: int) -> lv.Expression:
        bounds = constant(least), constant(most)
        return lv.Primitive("inside", (value, *bounds), NUMBER._replace(low=least, high=most), limit=0)

    def _element(self, items: lv.Expression, index: lv.Expression) -> lv.Expression:
        """An item of a list, mostly one that there is."""
        found = lv.Primitive("element", (items, index), NUMBER, limit=0)
        if self.chance(RISKY):
            return found
        size = lv.Primitive("size", (items,), NUMBER)
        index = lv.Primitive("%", (index, lv.Primitive("max", (size, constant(1)), NUMBER)), NUMBER)
        found = lv.Primitive("element", (items, index), NUMBER, limit=0)
        some = lv.Primitive(">", (size, constant(0)), TRUTH)
        return lv.Primitive("if", (some, found, constant(0)), NUMBER)

    # ---- Truths

    def truth(self, scope: Scope, depth: int) -> lv.Expression:
        """A test."""
        if depth <= 0:
            known = [each for each in scope if each.type.kind == "truth"]
            if known and self.chance(50):
                return self.rng.choice(known)
            return self._compared(scope, 0)
        match self.rng.randrange(11):
            case 0 | 1:
                both = self.truth(scope, depth - 1), self.truth(scope, depth - 2)
                return lv.Primitive(self.rng.choice(("and", "or")), both, TRUTH)
            case 2:
                return lv.Primitive("not", (self.truth(scope, depth - 1),), TRUTH)
            case 3:
                return lv.Primitive("exists", (self.thing(self._domain(), scope, depth - 1),), TRUTH)
            case 4:
                return self._reduced(scope, depth, self.rng.choice(("any", "none", "every")))
            case 5 if self.values:
                return self._called("truth", scope, depth) or self._compared(scope, 0)
            case 6 if self.fields:
                return self._field("truth", scope, depth)
            case 7 if self.effects:
                return lv.Possible(self.call(scope, depth - 1), TRUTH)
            case 8:
                domain = self._domain()
                things = self.thing(domain, scope, depth - 1), self.thing(domain, scope, 0)
                return lv.Primitive(self.rng.choice(("=", "!=")), things, TRUTH)
            case 9:
                three = (self.truth(scope, depth - 1), self.truth(scope, 0), self.truth(scope, 0))
                return lv.Primitive("if", three, TRUTH)
            case _:
                return self._compared(scope, depth)

    def _compared(self, scope: Scope, depth: int) -> lv.Expression:
        numbers = self.number(scope, depth - 1), self.number(scope, depth - 2)
        return lv.Primitive(self.rng.choice(_COMPARISONS), numbers, TRUTH)

    # ---- Things

    def _domain(self) -> DomainName:
        return self.rng.choice(("seat", CARDS, CARDS, "place"))

    def thing(self, domain: DomainName, scope: Scope, depth: int) -> lv.Expression:
        """A thing of a domain; its type says whether it may be none."""
        type_ = Type("thing", domain, True)
        known = [each for each in scope if each.type.kind == "thing" and each.type.domain == domain]
        choice = self.rng.randrange(9)
        if known and choice < 4:
            return self.rng.choice(known)
        if depth <= 0:
            if choice < 5 or domain == CARDS:
                return self._load("thing", domain, scope, 0) or lv.Const(-1, type_)
            return lv.Const(0, type_._replace(optional=False))
        if choice == 5 and domain == CARDS:
            zone = self.zone(scope, depth - 1)
            return lv.Primitive(self.rng.choice(("top", "bottom")), (zone,), type_)
        if choice == 6 and domain == "place":
            return lv.Primitive("within", (self.number(scope, depth - 1), constant(N_PLACES - 1)), type_)
        if choice == 7:
            tables = [each for each in self.palette.all(lv.Table) if each.type == type_]
            if tables:
                return self._filled(self.rng.choice(tables), scope, depth - 1)
        if choice == 8:
            return self._first(domain, scope, depth)
        return self._load("thing", domain, scope, depth) or lv.Const(-1, type_)

    def there(self, thing: lv.Expression) -> lv.Expression:
        """A thing where it must not be none; mostly another in place of none."""
        if not thing.type.optional:
            return thing
        type_ = thing.type._replace(optional=False)
        found = lv.Primitive("there", (thing,), type_, limit=0)
        if self.chance(RISKY):
            return found
        exists = lv.Primitive("exists", (thing,), TRUTH)
        return lv.Primitive("if", (exists, found, lv.Const(0, type_)), type_)

    def _first(self, domain: DomainName, scope: Scope, depth: int) -> lv.Expression:
        source, item = self.set(scope, depth - 1, domain)
        variable = self.local(item)
        inner = [*scope, variable]
        where = self.truth(inner, depth - 1) if self.chance(60) else None
        order = tuple(self.number(inner, depth - 1) for _ in range(self.rng.choice((0, 0, 1, 2))))
        return lv.Reduce("first", variable, source, where, None, order, Type("thing", domain, True))

    # ---- Sets

    def set(self, scope: Scope, depth: int, domain: DomainName = "") -> tuple[lv.Expression, Type]:
        """A set and the type of its things."""
        domain = domain or self.rng.choice(("number", "seat", CARDS, CARDS, "place"))
        item = Type("thing", domain) if domain != "number" else NUMBER
        type_, choice = Type("set", domain), self.rng.randrange(8)
        if choice == 0 and depth > 0:
            parts = tuple(self.set(scope, depth - 1, domain)[0] for _ in range(2))
            return lv.Primitive("union", parts, type_), item
        if choice == 1 and depth > 0:
            source, item = self.set(scope, depth - 1, domain)
            variable = self.local(item)
            inner = [*scope, variable]
            where = self.truth(inner, depth - 1) if self.chance(70) else None
            order = tuple(self.number(inner, depth - 1) for _ in range(self.rng.choice((0, 1, 2))))
            return lv.Reduce("those", variable, source, where, None, order, type_), item
        lists = [each for each in self.palette.all(lv.Table) if each.type == type_]
        if choice < 5 and lists:
            return self._filled(self.rng.choice(lists), scope, depth - 1), item
        match domain:
            case "number":
                first, last = self.rng.randint(-2, 2), self.rng.randint(-1, 6)
                ends: tuple[lv.Expression, ...] = constant(first), constant(last)
                if depth > 0 and self.chance(15):
                    ends = ends[0], self.number(scope, depth - 1)
                return lv.Primitive("range", ends, type_), NUMBER._replace(low=first, high=ends[1].type.high)
            case "seat" if choice < 6:
                return lv.Primitive("seats", (), type_), item
            case "seat":
                name = self.rng.choice(("others", "seats_from"))
                return lv.Primitive(name, (self.there(self.thing("seat", scope, depth - 1)),), type_), item
            case "place":
                return lv.Primitive("domain", (constant(N_PLACES),), type_), item
            case _:
                return self.zone(scope, depth - 1, whole=True), item

    def zone(self, scope: Scope, depth: int, *, whole: bool = True, pile: bool = False) -> lv.Zone:
        """A zone; not `whole` where one of several spaces is meant."""
        zones = [each for each in self.palette.all(lv.Zone) if whole or each.spaces < 2]
        filled = self._filled(self.rng.choice([each for each in zones if not pile or not each.spaces]), scope, depth)
        assert isinstance(filled, lv.Zone)
        return filled

    # ---- What is read and called

    def _load(self, kind: str, domain: DomainName, scope: Scope, depth: int) -> lv.Expression | None:
        loads = [each for each in self.palette.all(lv.Load) if each.type.kind == kind and each.type.domain == domain]
        return self._filled(self.rng.choice(loads), scope, depth - 1) if loads else None

    def _filled(self, node: Any, scope: Scope, depth: int) -> Any:
        """A node of the palette with other indices."""
        if isinstance(node, lv.Table):
            return replace(node, index=self._index(node.index, scope, depth))
        return replace(node, address=self.address(node.address, scope, depth))

    def address(self, address: lv.Address, scope: Scope, depth: int) -> lv.Address:
        """An address with other indices."""
        terms = tuple((self._index(index, scope, depth), stride) for index, stride in address.terms)
        return replace(address, terms=terms)

    def _index(self, node: lv.Expression, scope: Scope, depth: int) -> lv.Expression:
        match node:
            case lv.Primitive(name="inside", arguments=(_, lv.Const(value=least), lv.Const(value=most))):
                if self.chance(50):
                    return constant(self.rng.randint(least, most))
                number = self.number(scope, depth)
                if not self.chance(RISKY):
                    number = lv.Primitive("%", (number, constant(most - least + 1)), NUMBER)
                    number = lv.Primitive("+", (number, constant(least)), NUMBER)
                return self._inside(number, least, most)
            case lv.Primitive(name="there"):
                return self.there(self.thing(node.type.domain, scope, depth))
            case _ if node.type.optional:
                return self.thing(node.type.domain, scope, depth)
            case _:
                return self.there(self.thing(node.type.domain, scope, depth))

    def _reduced(self, scope: Scope, depth: int, function: str) -> lv.Expression:
        source, item = self.set(scope, depth - 1)
        variable = self.local(item)
        inner = [*scope, variable]
        where = self.truth(inner, depth - 2) if function in ("every",) or self.chance(60) else None
        with_value = function in ("sum", "highest", "lowest")
        value = self.number(inner, depth - 2) if with_value else None
        type_ = TRUTH if function in ("any", "none", "every") else NUMBER
        return lv.Reduce(function, variable, source, where, value, (), type_)

    def _called(self, kind: str, scope: Scope, depth: int) -> lv.Expression | None:
        fitting = [number for number, (_, type_) in self.values.items() if type_.kind == kind]
        if not fitting:
            return None
        number = self.rng.choice(fitting)
        takes, type_ = self.values[number]
        return lv.Evaluate(number, tuple(self.given((SEAT, *takes), scope, depth - 1)), type_)

    def _field(self, kind: str, scope: Scope, depth: int) -> lv.Expression:
        (node,) = (each for each in self.palette.all(lv.EvaluateField) if each.type.kind == kind)
        target, seat = self.there(self.thing(CARDS, scope, depth - 1)), self.there(self.thing("seat", scope, 0))
        given = (self.of(each.type, scope, depth - 1) for each in node.arguments[1:])
        return replace(node, target=target, arguments=(seat, *given))

    def call(self, scope: Scope, depth: int) -> lv.Call | lv.CallField:
        """A call of an effect."""
        fields = self.palette.all(lv.CallField)
        if self.chance(25) and all(number in self.effects for number in fields[0].functions):
            given = tuple(self.given((SEAT, *self.effects[fields[0].functions[0]]), scope, depth))
            return replace(fields[0], target=self.thing(CARDS, scope, depth), arguments=given)
        number = self.rng.choice(list(self.effects))
        return lv.Call(number, tuple(self.given((SEAT, *self.effects[number]), scope, depth)))

    def given(self, types: tuple[Type, ...], scope: Scope, depth: int) -> Iterator[lv.Expression]:
        """Arguments of these types."""
        return (self.of(each, scope, depth) for each in types)
