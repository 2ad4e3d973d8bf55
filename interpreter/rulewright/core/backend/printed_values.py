"""Lowered expressions as Python source."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from rulewright.core.backend.costs import SETS, is_cheap, is_piece, is_plain, is_small, stays_small
from rulewright.core.backend.hoisting import Hoisted, has_many
from rulewright.core.backend.printed_primitives import LOOKED_AT, element, inside, saturated
from rulewright.core.backend.reductions import (
    by_table,
    holds_any,
    in_turn,
    is_written_out,
    read_by,
    shape,
    takes_first,
)
from rulewright.core.backend.source import Source, local_name
from rulewright.core.lower.locals import free_locals
from rulewright.core.lower.simplify import Known, KnownRanges, bare, simplified_parts
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import LABEL_BITS, N_SEATS, STEPS
from rulewright.core.model.primitives import PRIMITIVES
from rulewright.core.model.type import NOTHING
from rulewright.core.run.atoms import MAX_STEPS

_MOST_WRITTEN_OUT = 60
_DEEPEST = 30


@dataclass(slots=True)
class Expressions:
    """A printer of expressions that read the state named `state`.

    `within` a set expression, what it runs through counts. `facts` about locals are ignored if a program is counted.
    """

    source: Source
    state: str = "S"
    names: dict[int, str] = field(default_factory=dict)
    within: bool = False
    facts: KnownRanges = field(default_factory=dict)
    hoisted: Hoisted | None = None
    depth: int = 0

    def whole(self, node: lv.Expression) -> str:
        """An expression that stands by itself, without what is known already."""
        return self.emit(node if self.source.lowered.counted else self._known().of(node))

    def _known(self) -> Known:
        """Return the known ranges here, without those of tables for a text that must not rely on another."""
        facts = dict(self.facts)
        return Known(facts) if self.source.incremental else Known(facts, self.source.lowered.cells)

    def emit(self, node: lv.Expression) -> str:
        """Print an expression, a set as a tuple of its things, a deeply nested one as the call of a function."""
        if self.depth >= _DEEPEST and isinstance(node, lv.Primitive):
            return self._apart(node)
        self.depth += 1
        text = self._text(node)
        self.depth -= 1
        return text

    def _apart(self, node: lv.Primitive) -> str:
        """The call of a function that works an expression out: Python takes only so many brackets in brackets."""
        outer, name = free_locals(node), self.source.fresh("x")
        inner = Expressions(self.source, within=self.within, facts=self.facts)
        self.source.function(name, [local_name(each) for each in outer], [f"    return {inner.emit(node)}"])
        return self._lifted(name, outer)

    def _text(self, node: lv.Expression) -> str:
        match node:
            case lv.Const():
                return str(node.value) if node.value >= 0 else f"({node.value})"
            case lv.Local():
                return self.local(node)
            case lv.Load():
                return self._read(f"{self.state}[{self.slot(node.address)}]")
            case lv.Table():
                return self._read(f"T{node.table}[{self.looked_at(node.index)}]")
            case lv.Primitive():
                return self._primitive(node)
            case lv.Reduce():
                return self._reduce(node)
            case lv.Evaluate():
                return self._evaluate(node)
            case lv.EvaluateField():
                self.source.field_tables.add((node.table, node.default))
                functions = f"F{node.table}_{node.default}"
                given = ", ".join([self.state, *self.all(node.arguments)])
                return f"{functions}[{self.looked_at(node.target)}]({given})"
            case lv.Possible():
                return self._possible(node.call)
            case lv.Answer():
                return f"c >> {LABEL_BITS}" if node.labelled else "c"
            case lv.Zone():
                return self._set(node)
            case _:
                assert_never(node)

    def looked_at(self, node: lv.Expression) -> str:
        """A thing of which something is asked: a traced build notes the pieces that it is asked of."""
        text = self.emit(node)
        return f"H[{text}]" if self.source.traced and isinstance(node.type.domain, PieceOf) else text

    def in_order(self, slot: str) -> str:
        """The slot of a pile the order of whose pieces matters: a traced build notes those."""
        return f"O[{slot}]" if self.source.traced else slot

    def _read(self, text: str) -> str:
        return self.hoisted.once(text) if self.hoisted is not None else text

    def all(self, nodes: tuple[lv.Expression, ...]) -> list[str]:
        """Expressions one by one."""
        return [self.emit(each) for each in nodes]

    def local(self, local: lv.Local) -> str:
        """Return the name of a local here, or its argument if it is a parameter of a value written out."""
        return self.names.get(local.number) or local_name(local)

    def slot(self, address: lv.Address) -> str:
        """The index of a slot in the state."""
        terms = [self._term(index, stride) for index, stride in address.terms]
        if self.hoisted is not None:
            return self.hoisted.sum(address.base, terms)
        return " + ".join([str(address.base), *terms])

    def _term(self, index: lv.Expression, stride: int) -> str:
        text = self.looked_at(index)
        return text if stride == 1 else f"{text} * {stride}"

    def iterate(self, node: lv.Expression) -> tuple[str, bool]:
        """An iterable over a set, and whether -1 may be among its items."""
        match node:
            case lv.Zone(spaces=0):
                return f"{self.state}[{self.slot(node.address)}]", False
            case lv.Zone(spaces=1):
                return f"({self.state}[{self.slot(node.address)}],)", True
            case lv.Zone():
                return self._slice(node), True
            case lv.Primitive(name="seats"):
                return f"SEATS[{self.state}[{N_SEATS}]]", False
            case lv.Primitive(name="domain", arguments=(lv.Const(value=size),)):
                self.source.ranges.add(size)
                return f"R{size}", False
            case lv.Primitive(name="range", arguments=(first, last)):
                return self._range(first, last), False
            case lv.Primitive(name="others" | "seats_from" as name, arguments=(seat,)):
                table = "FROM" if name == "seats_from" else "OTHERS"
                return f"{table}[{self.state}[{N_SEATS}]][{self.emit(seat)}]", False
            case lv.Primitive(name="union", arguments=parts):
                each = [self.iterate(part) for part in parts]
                return f"({', '.join(f'*{items}' for items, _ in each)})", any(loose for _, loose in each)
            case lv.Reduce(function="those" | "while" | "until"):
                return self._those(node) if node.function == "those" else self._going(node), False
            case _:
                return self.emit(node), False

    def in_turn(self, node: lv.Expression) -> tuple[str, bool]:
        """Return (iterable, whether -1 may be among its items), if the order of the items matters."""
        match node:
            case lv.Zone(spaces=0):
                return f"{self.state}[{self.in_order(self.slot(node.address))}]", False
            case _:
                return self.iterate(node)

    def found(self, local: lv.Local, source: lv.Expression, where: lv.Expression | None) -> tuple[str, str]:
        """An iterable over candidates, and the test they have to pass, empty if all do."""
        items, loose = self.in_turn(source)
        return items, self.with_candidate(local, source).condition(where, local_name(local), loose)

    def with_candidate(self, local: lv.Local, source: lv.Expression, where: lv.Expression | None = None) -> Expressions:
        """A printer of expressions about a candidate for which a test is known to hold."""
        known = self._known()
        known.meet_candidate(local, source)
        if where is not None:
            known.learn(where, holds=True)
        return replace(self, facts=known.facts)

    def condition(self, where: lv.Expression | None, variable: str, loose: bool) -> str:
        """The test of a candidate as source, empty where every candidate passes."""
        tests = [f"{variable} >= 0"] if loose else []
        if where is not None:
            tests.append(self.whole(where))
        return " and ".join(tests)

    def rank(self, order: tuple[lv.Expression, ...]) -> str:
        """Return the key that candidates are compared by, where the smaller comes first."""
        keys = self.all(order)
        return f"({', '.join(keys)})" if len(keys) > 1 else "".join(keys)

    def _evaluate(self, node: lv.Evaluate) -> str:
        """The value of a function: a small one is written out if its arguments are plain, others are called."""
        source, texts = self.source, self.all(node.arguments)
        lowered = source.lowered
        quiet = not source.incremental and not lowered.counted and not lowered.cost_model.of_value(node.function)
        if quiet and all(map(is_cheap, node.arguments)):
            value = source.lowered.value(node.function)
            if is_small(value.amount) and stays_small(source, node.function, _MOST_WRITTEN_OUT):
                parameters = (0, *(each.number for each in value.parameters))
                names = dict(zip(parameters, texts, strict=True))
                within = source.lowered.cost_model.is_within(node.function)
                keys = (bare(lv.Local(each, NOTHING)) for each in parameters)
                facts = dict(zip(keys, map(lv.known_of, node.arguments), strict=True))
                return Expressions(source, self.state, names, within, facts, self.hoisted).whole(value.amount)
        return f"q{node.function}({', '.join([self.state, *texts])})"

    def _possible(self, call: lv.Call | lv.CallField) -> str:
        """Whether an effect could be done, by its look-ahead."""
        given = ", ".join([self.state, *self.all(call.arguments)])
        if isinstance(call, lv.CallField):
            return f"possible(look_of(CAN, T{call.table}[{self.looked_at(call.target)}]), {given})"
        guarded = self.source.lowered.summary(call.function).guards
        return f"possible(can{call.function}, {given})" if guarded else "True"

    def _primitive(self, node: lv.Primitive) -> str:
        arguments = node.arguments
        match node.name:
            case "inside" | "there":
                return inside(node, *self.all(arguments))
            case "saturated" if is_cheap(arguments[0]):
                return saturated(*self.all(arguments))
            case ">" if holds_any(arguments):
                return self._any_piece(arguments[0].arguments[0])  # type: ignore[union-attr,arg-type]  # see the test
            case "size":
                return self._size(arguments[0])
            case "element" if all(map(is_cheap, arguments)):
                least = self._known().range(arguments[1]).low
                return element(node, *self.all(arguments), is_never_negative=least is not None and least >= 0)
            case "top" | "bottom":
                return self._end(arguments[0], node.name)
            case "=" | "!=" if self.source.traced and all(map(is_piece, arguments)):
                same = f"same({', '.join(self.all(arguments))})"
                return same if node.name == "=" else f"(not {same})"
            case name if name in SETS:
                return self._set(node)
            case _:
                pass
        texts = self.all(arguments) if node.name not in ("and", "if") else self._one_of(arguments)
        if node.point >= 0:  # a modifier: its amount is the second operand of both a sum and an `if`
            texts[1] = f"(count({node.point}) or {texts[1]})"
        template = PRIMITIVES[node.name].python if node.name in PRIMITIVES else LOOKED_AT[node.name]
        return template.format(*texts, all=", ".join(texts), limit=node.limit)

    def _one_of(self, arguments: tuple[lv.Expression, ...]) -> list[str]:
        """Expressions of which often only the first is worked out: nothing is hoisted out of the others.

        Those of `or` are mostly all worked out; what is hoisted stops no game, so hoisting is allowed.
        """
        return [self.emit(arguments[0]), *replace(self, hoisted=None).all(arguments[1:])]

    def _set(self, node: lv.Expression) -> str:
        items, loose = self.iterate(node)
        return f"tuple(x for x in {items} if x >= 0)" if loose else items

    def _end(self, zone: lv.Expression, which: str) -> str:
        assert isinstance(zone, lv.Zone)
        if zone.spaces == 1:
            return self._read(f"{self.state}[{self.slot(zone.address)}]")
        items, loose = self.in_turn(zone)
        if loose:
            items = f"[x for x in {items} if x >= 0]"
        return f"end_of({items}, {0 if which == 'bottom' else -1})"

    def _slice(self, zone: lv.Zone) -> str:
        """The numbered spaces of a zone."""
        address = zone.address
        if not is_plain(address):
            return f"spaces_of({self.state}, {self.slot(address)}, {zone.spaces})"
        end = lv.Address(address.base + zone.spaces, address.terms)
        return f"{self.state}[{self.slot(address)}:{self.slot(end)}]"

    def _range(self, first: lv.Expression, last: lv.Expression) -> str:
        if isinstance(first, lv.Const) and isinstance(last, lv.Const) and last.value - first.value < 64:
            return str(tuple(range(first.value, last.value + 1)))
        least, most = self._known().range(first).low, self._known().range(last).high
        if least is not None and most is not None and most - least <= MAX_STEPS:
            return f"range({self.emit(first)}, {self._after(last)})"
        return f"between({self.emit(first)}, {self.emit(last)})"

    def _after(self, last: lv.Expression) -> str:
        return str(last.value + 1) if isinstance(last, lv.Const) else f"{self.emit(last)} + 1"

    def _size(self, node: lv.Expression) -> str:
        if isinstance(node, lv.Zone) and node.spaces > 1:
            return f"({node.spaces} - {self._slice(node)}.count(-1))"
        items, loose = self.iterate(node)
        return f"held({items})" if loose else f"len({items})"

    def _any_piece(self, zone: lv.Zone) -> str:
        """Whether a zone holds a piece: the quick form of size(zone) > 0."""
        if zone.spaces > 1:
            return f"(max({self._slice(zone)}) >= 0)"
        return f"({self.state}[{self.slot(zone.address)}] {'>= 0' if zone.spaces else '!= ()'})"

    # ---- Reductions: each becomes a small function of the locals it reads

    def _reduce(self, node: lv.Reduce) -> str:
        if node.function in ("those", *lv.GOING):
            return f"tuple({self.iterate(node)[0]})"
        if node.where is None and node.function in ("count", "any", "none"):
            size = self._size(node.source)
            return {"count": size, "any": f"({size} > 0)", "none": f"({size} == 0)"}[node.function]
        known = self.source.lifted.get((node, self.within))
        if known is None:
            outer = read_by(node)
            known = self.source.lifted[node, self.within] = self._lift(node, outer), outer
        return self._lifted(*known)

    def _those(self, node: lv.Reduce) -> str:
        """The candidates themselves, fixed before anything is done with them."""
        if node.order:  # by a function of its own: locals that sorting reads would be slow
            outer = read_by(node)
            return self._lifted(self._sorting(node, outer), outer)
        name = local_name(node.variable)
        inner = self if self.hoisted is None else replace(self, hoisted=self.hoisted.within(name))
        items, test = inner.found(node.variable, node.source, node.where)
        return f"[{name} for {name} in {items} if {test}]" if test else items

    def _going(self, node: lv.Reduce, *, with_steps: bool = False) -> str:
        """Return the call that lists how far a set is traversed, to a function of `run/going.py`.

        Of a reach `with_steps` each place comes with how many borders it is away.
        """
        names = {number: name for number, name in self.names.items() if number != node.variable.number}
        inner = replace(self, names=names, within=True, hoisted=None).with_candidate(node.variable, node.source)
        test = f"lambda {local_name(node.variable)}: {inner.condition(node.where, '', False)}"
        match node.source:
            case lv.Primitive(name="line", arguments=(start, lv.Const(value=whole), lv.Const(value=turns))):
                at = self.emit(start)
                return f"line_{node.function}(T{whole}[{at}], T{turns}[{at}], {test})"
            case lv.Primitive(name="reach", arguments=(start, _, lv.Const(value=near))):
                way = "steps" if with_steps else "reach"
                return f"{way}_{node.function}({self.emit(start)}, T{near}, {test})"
            case source:
                items, loose = self.in_turn(source)
                things = f"[x for x in {items} if x >= 0]" if loose else items
                return f"going_{node.function}({things}, {test})"

    def _lifted(self, name: str, outer: tuple[lv.Local, ...]) -> str:
        return f"{name}({', '.join([self.state, *(self.local(each) for each in outer)])})"

    def _sorting(self, node: lv.Reduce, outer: tuple[lv.Local, ...]) -> str:
        inner, variable = Expressions(self.source), local_name(node.variable)
        items, test = inner.found(node.variable, node.source, node.where)
        found = f"[{variable} for {variable} in {items} if {test}]" if test else items
        name, text = self.source.fresh("t"), f"return sorted({found}, key=lambda {variable}: {inner.rank(node.order)})"
        self.source.function(name, [local_name(each) for each in outer], [f"    {text}"])
        return name

    def _lift(self, node: lv.Reduce, outer: tuple[lv.Local, ...]) -> str:
        lowered, inner, variable = self.source.lowered, Expressions(self.source, within=True), local_name(node.variable)
        looks = lowered.cost_model.weight(node, within=self.within)
        node = node if lowered.counted else simplified_parts(node, inner._known())
        begin, passes, loose, node = inner._passes(node, looks)
        inner.hoisted = Hoisted(variable) if has_many(node.source) and node.function != "every" else None
        test = inner.condition(node.where, variable, loose)
        value = inner.emit(node.value) if node.value is not None else inner.rank(node.order)
        begin += inner.hoisted.lines() if inner.hoisted is not None else []
        name = self.source.fresh("t")
        start, each, end = shape(node, variable, value)
        if node.function == "every":
            fails = f"not ({inner.emit(node.where)})" if node.where is not None else "False"
            test = f"{variable} >= 0 and {fails}" if loose and node.where is not None else fails
        body = ["    " * bool(test) + line for line in each]
        lines = [*begin, *start, *in_turn(passes, [*[f"if {test}:"] * bool(test), *body]), *end]
        self.source.function(name, [local_name(each) for each in outer], [f"    {line}" for line in lines])
        return name

    def _passes(self, node: lv.Reduce, looks: int) -> tuple[list[str], list[str], bool, lv.Reduce]:
        """Lines before a loop, those that passes of it begin with, whether its candidates may be -1, and what is asked.

        Each candidate counts this many looks.
        """
        variable = local_name(node.variable)
        ready = by_table(node) if not self.source.lowered.counted and not self.source.incremental else None
        if ready is not None:
            self.source.indexes.add((ready.table, ready.size))
            count = [f"count_looks(S, {ready.size * looks})"] if looks else []
            found = f"X{ready.table}_{ready.size}.get({self.emit(ready.cell)}, ())"
            return count, [f"for {variable} in {found}:"], False, ready.rest
        match node.source:
            case lv.Zone(spaces=spaces, address=address) if not looks and is_written_out(node):
                begin = [f"a = {self.slot(address)}"]
                return begin, [f"{variable} = S[a + {space}]" for space in range(spaces)], True, node
            case lv.Zone(spaces=spaces, address=address) if spaces > 1 and not is_plain(address):
                begin, items, loose = [f"a = {self.slot(address)}"], f"S[a:a + {spaces}]", True
            case lv.Reduce() as walked if node.function == "distance":
                begin, items, loose, variable = [], self._going(walked, with_steps=True), False, f"{variable}, d"
            case source:
                begin, (items, loose) = [], (self.in_turn if takes_first(node) else self.iterate)(source)
        if looks:
            times = f" * {looks}" if looks > 1 else ""
            begin += [f"w = {items}", f"S[{STEPS}] += len(w){times}", f"if S[{STEPS}] > MAX_LOOKS: too_many()"]
        return begin, [f"for {variable} in {'w' if looks else items}:"], loose, node
