"""Random lowered effects, and whole programs of them that stand in the place of those of a small game."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from rulewright.core.diagnostics import Span
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.type import NUMBER, TRUTH, Type
from tests.reference.random_lowered_values import PIECE, RISKY, SEAT, Palette, Scope, Values, constant

HERE = Span("lowered", 1, 1, 0)
NAMES_OF_PARTS = frozenset({"e_part", "e_number", "e_plain"})
"""The effects that seats may do at the same time: in these they are not asked all at once again."""


@dataclass(slots=True)
class Texts:
    """What effects do and values are, by number, each with how many locals it has."""

    effects: dict[int, tuple[low.Block, int]] = field(default_factory=dict)
    values: dict[int, lv.Expression] = field(default_factory=dict)


@dataclass(slots=True)
class Author(Values):
    """Writes operations; `sites` counts the decisions. `parts` are the effects that seats may do at the same time."""

    sites: int = 0
    asks: bool = True
    parts: frozenset[int] = frozenset()

    def block(self, scope: Scope, depth: int, most: int = 4) -> low.Block:
        """Some operations; what they name is known to those after them."""
        known, found = list(scope), list[low.Operation]()
        for _ in range(self.rng.randint(1, most)):
            operation = self.operation(known, depth)
            found.append(operation)
            match operation:
                case low.Let(local=local) | low.Roll(local=local):
                    known = [*(each for each in known if each.number != local.number), local]
                case low.Ask(named=False, offers=(low.Option(local=lv.Local() as local),)):
                    known.append(local)
                case _:
                    pass
        return tuple(found)

    def operation(self, scope: Scope, depth: int) -> low.Operation:
        """One operation."""
        choice = self.rng.randrange(23 if depth > 0 else 15)
        match choice:
            case 0 | 1 | 2:
                return self._store(scope)
            case 3 | 4:
                return self._let(scope)
            case 5:
                return self._move(scope)
            case 6:
                source, _ = self.set(scope, 2, PieceOf("card"))
                return low.MoveAll(source, self.zone(scope, 1, pile=True))
            case 7:
                ends = self.zone(scope, 1, pile=True), self.zone(scope, 1, pile=True)
                return low.Draw(self.number(scope, 1), *ends)
            case 8:
                return self.rng.choice(self.palette.all(low.Shuffle))
            case 9:
                return self._flip(scope)
            case 10:
                source, item = self.set(scope, 1)
                roll = self.palette.all(low.Roll)[0]
                local = self.local(item)
                where = self.truth([*scope, local], 1) if self.chance(40) else None
                return low.Roll(local, source, where, roll.counter, roll.key, HERE)
            case 11 | 12 if self.effects:
                return self.call(scope, 1)
            case 13:
                return low.Check(self.truth(scope, 2), HERE)
            case 14 if self.chance(15):
                return low.Leave(self.chance(10))
            case 15 | 16:
                otherwise = self.block(scope, depth - 1, 2) if self.chance(50) else ()
                return low.If(self.truth(scope, 2), self.block(scope, depth - 1, 3), otherwise)
            case 17 | 18:
                return self._each(scope, depth)
            case 19:
                times, left = self.number(scope, 0) if self.chance(20) else constant(2), self.local(NUMBER)
                return low.Repeat(times, self.block(scope, depth - 1, 3), left)
            case 20:
                return self._while(scope, depth)
            case _ if self.asks and depth > 0:
                return self._ask(scope, depth)
            case _:
                return self._let(scope)

    # ---- Numbers and pieces

    def _let(self, scope: Scope) -> low.Let:
        known = [each for each in scope if each.number and each.type.kind == "number"]
        if known and self.chance(30):
            local = self.rng.choice(known)
            return low.Let(lv.Local(local.number, NUMBER), self.number(scope, 2))
        type_ = self.rng.choice((NUMBER, NUMBER, TRUTH, SEAT, PIECE, PIECE._replace(optional=True)))
        value = self.of(type_, scope, 2)
        return low.Let(self.local(type_), value)

    def _store(self, scope: Scope) -> low.Store:
        load = self.rng.choice(self.palette.all(lv.Load))
        while not load.address.family or (load.type.kind == "thing" and load.address.pieces):
            load = self.rng.choice(self.palette.all(lv.Load))
        address, type_ = self.address(load.address, scope, 1), load.type
        if type_.kind == "thing":
            return low.Store(address, "set", self.thing(type_.domain, scope, 2), None, None)
        how = self.rng.choice(("set", "add", "take"))
        value = self.number(scope, 2)
        if how == "set":
            return low.Store(address, "set", value, type_.low, type_.high)
        value = lv.Primitive("non_negative", (value,), NUMBER)
        if how == "add":
            return low.Store(address, "add", value, None if self.chance(50) else type_.low, type_.high)
        return low.Store(address, "take", value, type_.low, type_.high)

    def _flip(self, scope: Scope) -> low.Operation:
        pieces = [each for each in scope if each.type.domain == PieceOf("card")]
        if not pieces:
            return self._let(scope)
        piece, flip = self.rng.choice(pieces), self.palette.all(low.Flip)[0]
        address = lv.Address(flip.address.base, ((piece, 1),), flip.address.family, flip.address.pieces)
        return low.Flip(piece, address, constant(self.rng.randrange(3)), None, None)

    def _move(self, scope: Scope) -> low.Operation:
        """Move a piece, mostly to where there is room."""
        zone = self.zone(scope, 1, whole=False)
        under = not zone.spaces and self.chance(30)
        move = low.Move(self.thing(PieceOf("card"), scope, 2), zone, under, limit=0)
        if not zone.spaces or self.chance(RISKY):
            return move
        free = lv.Primitive("=", (lv.Primitive("size", (zone,), NUMBER), constant(0)), TRUTH)
        return low.If(free, (move,), ())

    # ---- Loops and decisions

    def _while(self, scope: Scope, depth: int) -> low.While:
        """A loop, which mostly comes to an end."""
        test, body = self.truth(scope, 1), self.block(scope, depth - 1, 2)
        if not self.chance(RISKY):
            loads = [each for each in self.palette.all(lv.Load) if each.address.family == "heat"]
            left = lv.Primitive(">", (loads[0], constant(0)), TRUTH)
            test = lv.Primitive("and", (left, test), TRUTH)
            body = (*body, low.Store(loads[0].address, "take", constant(3), loads[0].type.low, loads[0].type.high))
        return low.While(test, body)

    def _each(self, scope: Scope, depth: int) -> low.Each:
        source, item = self.set(scope, 1)
        local = self.local(item)
        inner = [*scope, local]
        where = self.truth(inner, 1) if self.chance(40) else None
        order = tuple(self.number(inner, 1) for _ in range(self.rng.choice((0, 0, 1, 2))))
        items, position = self.local(Type("set", item.domain)), self.local(NUMBER)
        return low.Each(local, source, where, order, self.block(inner, depth - 1, 3), items, position)

    def _ask(self, scope: Scope, depth: int) -> low.Ask:
        seats = [each for each in scope if each.type == SEAT]
        seat = self.rng.choice(seats)
        site, self.sites = self.sites, self.sites + 1
        if self.chance(35):
            return low.Ask(site, seat, (self._offer("", scope, depth, source=True),), False, HERE)
        count = self.rng.randint(1, 3)
        offers = [self._offer(f"o{each}", scope, depth, source=self.chance(50)) for each in range(count)]
        if self.chance(25):
            offers.append(
                low.Option("last", None, None, None, None, self.block(scope, depth - 1, 2), HERE, False, True)
            )
        return low.Ask(site, seat, tuple(offers), True, HERE)

    def _offer(self, label: str, scope: Scope, depth: int, *, source: bool) -> low.Option:
        confirm = bool(label) and self.chance(20)
        if not source:
            return low.Option(label, None, None, None, None, self.block(scope, depth - 1, 3), HERE, confirm)
        things, item = self.set(scope, 1)
        local = self.local(item)
        inner = [*scope, local]
        where = self.truth(inner, 1) if self.chance(40) else None
        distinct = self.number(inner, 1) if self.chance(30) else None
        body = self.block(inner, depth - 1, 2) if label else ()
        return low.Option(label, local, things, where, distinct, body, HERE, confirm)

    def _ask_each(self, scope: Scope) -> low.Operation:
        parts = [number for number in self.effects if number in self.parts]
        if not parts:
            return self._let(scope)
        number = self.rng.choice(parts)
        if self.chance(40):
            return low.AskEach(number, tuple(self.given(self.effects[number], scope, 1)), None, None, None)
        source, _ = self.set(scope, 1, "seat")
        local = self.local(SEAT)
        where = self.truth([*scope, local], 1) if self.chance(40) else None
        given = tuple(self.given(self.effects[number], [*scope, local], 1))
        return low.AskEach(number, given, local, source, where)

    def round(self, scope: Scope) -> low.Block:
        """What a game does again and again: some effects, a decision between others or none, some at the same time."""
        site, self.sites = self.sites, self.sites + 1
        bodies: list[low.Block] = [(self.call(scope, 2),) for _ in range(3)]
        bodies += [(self._store(scope),), (self._store(scope), self.call(scope, 1))]
        offers = [low.Option(f"w{at}", None, None, None, None, body, HERE) for at, body in enumerate(bodies)]
        ask = low.Ask(site, scope[0], tuple(offers), True, HERE)
        return self.call(scope, 2), ask, self._ask_each(scope), self.call(scope, 2)


def random_texts(host: Lowered, palette: Palette, seed: int) -> Texts:
    """Texts for all effects and values of a game but those it is begun and told by; calls go to earlier ones only."""
    author, texts, program = Author(random.Random(seed), palette), Texts(), host.program
    fields = [each for each in program.quantities if "." in each.id and "start" not in each.id]
    for quantity in (*fields, *(each for each in program.quantities if each.id.startswith("q_"))):
        parameters = host.value(quantity.number).parameters
        author.next_local = len(parameters) + 1
        scope = [lv.Local(0, SEAT), *parameters]
        texts.values[quantity.number] = author.of(quantity.type, scope, author.rng.randint(1, 4))
        author.fields = "." not in quantity.id
        if "." not in quantity.id:
            author.values[quantity.number] = tuple(each.type for each in parameters), quantity.type
    acts = [each for each in program.procedures if each.id.endswith(".act")]
    others = [each for each in program.procedures if each.id.startswith("e_")]
    author.parts = frozenset(each.number for each in program.procedures if each.id in NAMES_OF_PARTS)
    for procedure in (*acts, *others):
        parameters = host.effect(procedure.number).parameters
        author.next_local, author.asks = len(parameters) + 1, author.chance(60)
        body = author.block([lv.Local(0, SEAT), *parameters], 2, 5)
        texts.effects[procedure.number] = body, author.next_local
        author.effects[procedure.number] = tuple(each.type for each in parameters)
    author.next_local = 1
    scope = [lv.Local(0, SEAT)]
    body = (author._store(scope), low.Repeat(constant(4), author.round(scope), author.local(NUMBER)))
    texts.effects[0] = body, author.next_local
    return texts
