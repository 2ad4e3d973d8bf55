"""Bound expressions as Python source. Every name in the source is made here; no author's text gets into it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.analysis import free_locals, nodes_of
from rulewright.compile.interference import Interference
from rulewright.compile.marks import RUN, Marks
from rulewright.compile.work import Work
from rulewright.model import bound as b
from rulewright.model.bound import Bound, Const, Local
from rulewright.model.layout import N_SEATS
from rulewright.model.program import Program

_MOST_WRITTEN_OUT = 60
_INFIX = {"+": "+", "-": "-", "=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
          "*": "*", "/": "//", "%": "%"}  # fmt: skip


@dataclass(slots=True)
class Source:
    """The lines of a module in the making.

    `apart` where each function must depend on its own text alone, so that it can be replaced without touching another:
    nothing is written out, and what another text reads or changes is not relied on. With `marks` it counts how often
    each of their places is reached.
    """

    program: Program
    traced: bool
    lines: list[str] = field(default_factory=list)
    lifted: int = 0
    ranges: set[int] = field(default_factory=set)
    lifted_names: dict[tuple[int, bool], tuple[b.Quantify, str]] = field(default_factory=dict)
    field_tables: dict[tuple[int, int], str] = field(default_factory=dict)
    walrus: int = 0
    written_out: dict[int, int] = field(default_factory=dict)
    apart: bool = False
    marks: Marks | None = None
    interference: Interference = field(init=False)
    work: Work = field(init=False)

    def __post_init__(self) -> None:
        self.interference = Interference(self.program)
        self.work = Work(self.program)

    def fresh(self, prefix: str) -> str:
        self.lifted += 1
        return f"{prefix}{self.lifted}"

    def temporary(self) -> str:
        self.walrus += 1
        return f"w{self.walrus}"

    def count_lines(self, node: object, part: str = RUN) -> list[str]:
        """The line that counts a statement, an option or one way of a condition; none where it is not counted."""
        place = self.marks.of(node, part) if self.marks is not None else None
        return [f"COVER[{place}] += 1"] if place is not None else []

    def count_text_lines(self, sort: str, number: int) -> list[str]:
        """The line that counts a whole text: an effect run, a value worked out."""
        place = self.marks.of_text(sort, number) if self.marks is not None else None
        return [f"COVER[{place}] += 1"] if place is not None else []


def local_name(local: Local) -> str:
    return f"v{local.number}"


@dataclass(slots=True)
class Expressions:
    """Emits expressions that read the state named `state`; `within` a set expression, what they go through counts."""

    source: Source
    state: str = "S"
    names: dict[int, str] = field(default_factory=dict)
    within: bool = False

    def emit(self, node: Bound) -> str:
        match node:
            case Const():
                return str(node.value) if node.value >= 0 else f"({node.value})"
            case Local():
                return self.local(node)
            case b.Read():
                return f"{self.state}[{self.slot(node)}]"
            case b.PieceSlot():
                return f"{self.state}[{self.slot(node)}]"
            case b.Lookup():
                return f"T{node.table}[{self.emit(node.index)}]"
            case b.Element():
                return f"element({self.emit(node.items)}, {self.emit(node.index)}, {node.limit})"
            case b.Inside():
                return self._inside(node)
            case b.NotZero():
                return f"not_zero({self.emit(node.value)}, {node.limit})"
            case b.Op():
                return self._operator(node)
            case b.Quantify():
                return self._quantify(node)
            case b.Evaluate():
                return self._evaluate(node)
            case b.EvaluateField():
                return f"{self._field_functions(node)}[{self.emit(node.target)}]({self.state}, {self.emit(node.seat)})"
            case b.Possible():
                return self._possible(node.effect)
            case b.ZoneEnd():
                return self._zone_end(node)
            case b.SetSize():
                return self._size(node.source)
            case _:
                items, loose = self.iterate(node)
                return f"tuple(x for x in {items} if x >= 0)" if loose else items

    def local(self, local: Local) -> str:
        """The name of a local here; in an inlined quantity a parameter stands for its argument."""
        return self.names.get(local.number) or local_name(local)

    def _evaluate(self, node: b.Evaluate) -> str:
        """A quantity's value: a small one is written out where its arguments are plain, others are called."""
        arguments = (node.seat, *node.arguments)
        texts = [self.emit(each) for each in arguments]
        quantity = self.source.program.quantities[node.quantity]
        quiet = not self.source.apart and self.source.marks is None
        plain = quiet and all(isinstance(each, Local | Const) for each in arguments)
        if plain and is_small(quantity.amount) and self._written_out(node.quantity) <= _MOST_WRITTEN_OUT:
            parameters = (0, *(each.number for each in quantity.parameters))
            names = dict(zip(parameters, texts, strict=True))
            return Expressions(self.source, self.state, names, self.within).emit(quantity.amount)
        return f"q{node.quantity}({', '.join([self.state, *texts])})"

    def _possible(self, effect: b.CallProcedure | b.DoField) -> str:
        """Whether an effect could be done, by its look-ahead."""
        given = ", ".join([self.state, *(self.emit(each) for each in (effect.seat, *effect.arguments))])
        if isinstance(effect, b.DoField):
            return f"possible(look_of(CAN, T{effect.table}[{self.emit(effect.target)}]), {given})"
        needs = self.source.program.procedures[effect.procedure].needs
        return f"possible(can{effect.procedure}, {given})" if needs else "True"

    def _written_out(self, number: int, depth: int = 0) -> int:
        """The weight of a quantity with the small quantities inside it written out as well."""
        known = self.source.written_out
        if number not in known and depth > _MOST_WRITTEN_OUT:
            return depth
        if number not in known:
            amount = self.source.program.quantities[number].amount
            inner = [each.quantity for each in nodes_of(amount) if isinstance(each, b.Evaluate)]
            weight = _weight(amount, _MOST_WRITTEN_OUT) + sum(self._written_out(each, depth + 1) for each in inner)
            known[number] = min(weight, _MOST_WRITTEN_OUT + 1)
        return known[number]

    def slot(self, node: b.Read | b.PieceSlot | b.ZoneRef) -> str:
        """The index of a slot in the state."""
        if isinstance(node, b.PieceSlot):
            return f"{node.base} + {self.emit(node.piece)}"
        terms = [self._term(index, stride) for index, stride in node.parts]
        return " + ".join([str(node.base), *terms]) if terms else str(node.base)

    def _term(self, index: Bound, stride: int) -> str:
        text = self.emit(index)
        return text if stride == 1 else f"{text} * {stride}"

    def iterate(self, node: Bound) -> tuple[str, bool]:
        """An iterable over a set, and whether -1 may be among its items."""
        match node:
            case b.ZoneRef():
                at = self.slot(node)
                if node.spaces == 0:
                    return f"{self.state}[{at}]", False
                if node.spaces == 1:
                    return f"({self.state}[{at}],)", True
                return self._slice(node), True
            case b.DomainSet():
                if node.size < 0:
                    return f"SEATS[{self.state}[{N_SEATS}]]", False
                self.source.ranges.add(node.size)
                return f"R{node.size}", False
            case b.RangeSet():
                return self._range(node), False
            case b.OthersSet():
                table = "FROM" if node.also_self else "OTHERS"
                return f"{table}[{self.state}[{N_SEATS}]][{self.emit(node.seat)}]", False
            case b.UnionSet():
                parts = [self.iterate(part) for part in node.parts]
                return f"({', '.join(f'*{items}' for items, _ in parts)})", any(loose for _, loose in parts)
            case _:
                return self.emit(node), False

    def condition(self, node: Bound | None, variable: str, loose: bool) -> str:
        """The test of a candidate as source, empty where every candidate passes."""
        tests = [f"{variable} >= 0"] if loose else []
        if node is not None:
            tests.append(self.emit(node))
        return " and ".join(tests)

    def rank(self, order: b.Order) -> str:
        """What a candidate is compared by: the smaller comes first."""
        keys = [self.emit(key) for key in order]
        return f"({', '.join(keys)})" if len(keys) > 1 else "".join(keys)

    def _operator(self, node: b.Op) -> str:
        arguments = node.arguments
        if node.op in ("and", "or"):
            return "(" + f" {node.op} ".join(self.emit(each) for each in arguments) + ")"
        if node.op == ">" and isinstance(arguments[0], b.SetSize) and isinstance(arguments[0].source, b.ZoneRef):
            if isinstance(arguments[1], Const) and arguments[1].value == 0:
                return self._holds_any(arguments[0].source)
        texts = [self.emit(each) for each in arguments]
        place = self.source.marks.of(node) if self.source.marks is not None else None
        if place is not None:  # a modifier: its amount is the second operand of both a sum and an `if`
            texts[1] = f"(count({place}) or {texts[1]})"
        if node.op in _INFIX:
            return f"({texts[0]} {_INFIX[node.op]} {texts[1]})"
        match node.op:
            case "not":
                return f"(not {texts[0]})"
            case "neg":
                return f"(-{texts[0]})"
            case "if":
                return f"({texts[1]} if {texts[0]} else {texts[2]})"
            case "min" | "max" | "abs" | "within":
                return f"{node.op}({', '.join(texts)})"
            case _:
                raise AssertionError(node.op)

    def _inside(self, node: b.Inside) -> str:
        """A value that is looked at; a thing is outside where it is none."""
        value = self.emit(node.value)
        if isinstance(node.value, Local):
            test = f"{value} >= 0" if node.type.kind == "thing" else f"{node.low} <= {value} <= {node.high}"
            return f"({value} if {test} else outside({value}, {node.limit}))"
        if node.type.kind == "thing":
            return f"there({value}, {node.limit})"
        return f"inside({value}, {node.low}, {node.high}, {node.limit})"

    def _zone_end(self, node: b.ZoneEnd) -> str:
        zone = node.zone
        if zone.spaces == 1:
            return f"{self.state}[{self.slot(zone)}]"
        items, loose = self.iterate(zone)
        if loose:
            items = f"[x for x in {items} if x >= 0]"
        return f"end_of({items}, {0 if node.bottom else -1})"

    def _slice(self, node: b.ZoneRef) -> str:
        """The numbered spaces of a zone."""
        if not all(isinstance(index, Local) for index, _ in node.parts):
            return f"spaces_of({self.state}, {self.slot(node)}, {node.spaces})"
        end = b.ZoneRef(node.base + node.spaces, node.parts, node.spaces, node.type)
        return f"{self.state}[{self.slot(node)}:{self.slot(end)}]"

    def _range(self, node: b.RangeSet) -> str:
        low, high = node.low, node.high
        if isinstance(low, Const) and isinstance(high, Const) and high.value - low.value < 64:
            return str(tuple(range(low.value, high.value + 1)))
        return f"between({self.emit(low)}, {self.emit(high)})"

    def _size(self, node: Bound) -> str:
        if isinstance(node, b.ZoneRef) and node.spaces > 1:
            return f"({node.spaces} - {self._slice(node)}.count(-1))"
        items, loose = self.iterate(node)
        return f"held({items})" if loose else f"len({items})"

    def _holds_any(self, node: b.ZoneRef) -> str:
        """Whether a zone holds a piece: the quick form of size(zone) > 0."""
        if node.spaces == 0:
            return f"({self.state}[{self.slot(node)}] != ())"
        if node.spaces == 1:
            return f"({self.state}[{self.slot(node)}] >= 0)"
        return f"(max({self._slice(node)}) >= 0)"

    def _field_functions(self, node: b.EvaluateField) -> str:
        key = (node.table, node.default)
        if key not in self.source.field_tables:
            self.source.field_tables[key] = f"F{node.table}_{node.default}"
        return self.source.field_tables[key]

    # ---- Quantifiers: each becomes a small function of the locals it reads

    def _quantify(self, node: b.Quantify) -> str:
        if node.where is None and node.function in ("count", "any", "none"):
            size = self._size(node.source)
            return {"count": size, "any": f"({size} > 0)", "none": f"({size} == 0)"}[node.function]
        outer = [
            each
            for each in free_locals(node.where, node.value, node.order, node.source)
            if each.number != node.variable.number
        ]
        known = self.source.lifted_names.get((id(node), self.within))
        name = known[1] if known else self._lift(node, [local_name(each) for each in outer])
        self.source.lifted_names[id(node), self.within] = (node, name)
        return f"{name}({', '.join([self.state, *(self.local(each) for each in outer)])})"

    def in_order(self, node: b.Loop) -> str:
        """A loop's candidates in its order, by a function of its own: locals that sorting reads would be slow."""
        variable = local_name(node.local)
        outer = [each for each in free_locals(node.where, node.order, node.source) if each.number != node.local.number]
        inner = Expressions(self.source)
        items, loose = inner.iterate(node.source)
        test = inner.condition(node.where, variable, loose)
        found = f"[{variable} for {variable} in {items} if {test}]" if test else items
        name = self.source.fresh("t")
        self.source.lines += [
            f"def {name}({', '.join(['S', *(local_name(each) for each in outer)])}):",
            f"    return sorted({found}, key=lambda {variable}: {inner.rank(node.order)})",
            "",
        ]
        return f"{name}({', '.join([self.state, *(self.local(each) for each in outer)])})"

    def _lift(self, node: b.Quantify, parameters: list[str]) -> str:
        inner = Expressions(self.source, within=True)
        items, loose = inner.iterate(node.source)
        weight = self.source.work.weight(node, within=self.within)
        if weight:
            items = f"looked_at(S, {items}, {weight})"
        variable = local_name(node.variable)
        test = inner.condition(node.where, variable, loose)
        value = inner.emit(node.value) if node.value is not None else inner.rank(node.order)
        name = self.source.fresh("t")
        start, each, end = _SHAPES["first by" if node.order else node.function]
        lines = [f"def {name}({', '.join(['S', *parameters])}):"]
        lines += [f"    {line}" for line in start]
        lines.append(f"    for {variable} in {items}:")
        indent = "        "
        if node.function == "every":
            test = (
                f"{variable} >= 0 and not ({inner.emit(node.where)})"
                if loose and node.where is not None
                else (f"not ({inner.emit(node.where)})" if node.where is not None else "False")
            )
        if test:
            lines.append(f"{indent}if {test}:")
            indent += "    "
        lines += [indent + line.format(x=variable, value=value) for line in each]
        lines += [f"    {line}" for line in end]
        self.source.lines += [*lines, ""]
        return name


def is_small(node: Bound, room: int = 24) -> bool:
    """Whether an expression is short enough to be written out wherever it is used."""
    return _weight(node, room) <= room


def _weight(node: object, room: int) -> int:
    if isinstance(node, b.Quantify):
        return 4
    if isinstance(node, Const | Local):
        return 1
    total = 1
    for part in _parts(node):
        total += _weight(part, room)
        if total > room:
            break
    return total


def _parts(node: object) -> tuple[object, ...]:
    match node:
        case b.Op() | b.Evaluate():
            extra: tuple[object, ...] = (node.seat,) if isinstance(node, b.Evaluate) else ()
            return (*extra, *node.arguments)
        case b.Read() | b.ZoneRef():
            return tuple(index for index, _ in node.parts)
        case b.Lookup():
            return (node.index,)
        case b.PieceSlot():
            return (node.piece,)
        case b.Inside() | b.NotZero():
            return (node.value,)
        case b.Element():
            return (node.items, node.index)
        case b.SetSize():
            return (node.source,)
        case b.ZoneEnd():
            return (node.zone,)
        case b.EvaluateField():
            return (node.target, node.seat)
        case b.Possible(effect=effect):
            target = (effect.target,) if isinstance(effect, b.DoField) else ()
            return (effect.seat, *effect.arguments, *target)
        case _:
            return (None,) * 100


_SHAPES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "count": (["n = 0"], ["n += 1"], ["return n"]),
    "sum": (["n = 0"], ["n += {value}"], ["return n"]),
    "any": ([], ["return True"], ["return False"]),
    "none": ([], ["return False"], ["return True"]),
    "every": ([], ["return False"], ["return True"]),
    "first": ([], ["return {x}"], ["return -1"]),
    "first by": (["n, z = None, -1"], ["y = {value}", "if n is None or y < n: n, z = y, {x}"], ["return z"]),
    "highest": (["n = None"], ["y = {value}", "if n is None or y > n: n = y"], ["return n or 0"]),
    "lowest": (["n = None"], ["y = {value}", "if n is None or y < n: n = y"], ["return n or 0"]),
}
