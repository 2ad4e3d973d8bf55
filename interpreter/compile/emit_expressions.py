"""Bound expressions as Python source. Every name in the source is made here; no author's text gets into it."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compile.analysis import free_locals
from interpreter.model import bound as b
from interpreter.model.bound import Bound, Const, Local, Program
from interpreter.model.layout import N_SEATS

_INFIX = {"+": "+", "-": "-", "=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(slots=True)
class Source:
    """The lines of a module in the making."""

    program: Program
    traced: bool
    lines: list[str] = field(default_factory=list)
    lifted: int = 0
    ranges: set[int] = field(default_factory=set)
    field_tables: dict[tuple[int, int], str] = field(default_factory=dict)
    walrus: int = 0

    def fresh(self, prefix: str) -> str:
        self.lifted += 1
        return f"{prefix}{self.lifted}"

    def temporary(self) -> str:
        self.walrus += 1
        return f"w{self.walrus}"


def local_name(local: Local) -> str:
    return f"v{local.number}"


@dataclass(slots=True)
class Expressions:
    """Emits expressions that read the state named `state`."""

    source: Source
    state: str = "S"

    def emit(self, node: Bound) -> str:
        match node:
            case Const():
                return str(node.value) if node.value >= 0 else f"({node.value})"
            case Local():
                return local_name(node)
            case b.Read():
                return f"{self.state}[{self.slot(node)}]"
            case b.PieceSlot():
                return f"{self.state}[{self.slot(node)}]"
            case b.Lookup():
                return f"T{node.table}[{self.emit(node.index)}]"
            case b.Element():
                items, index = self.emit(node.items), self.emit(node.index)
                default = -1 if node.type.kind == "thing" else 0
                return f"element({items}, {index}, {default})"
            case b.Op():
                return self._operator(node)
            case b.Quantify():
                return self._quantify(node)
            case b.Evaluate():
                arguments = "".join(f", {self.emit(each)}" for each in node.arguments)
                return f"q{node.quantity}({self.state}, {self.emit(node.seat)}{arguments})"
            case b.EvaluateField():
                return f"{self._field_functions(node)}[{self.emit(node.target)}]({self.state}, {self.emit(node.seat)})"
            case b.ZoneEnd():
                return self._zone_end(node)
            case b.SetSize():
                return self._size(node.source)
            case _:
                items, loose = self.iterate(node)
                return f"tuple(x for x in {items} if x >= 0)" if loose else items

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
                if not node.parts:
                    return f"{self.state}[{node.base}:{node.base + node.spaces}]", True
                return f"spaces_of({self.state}, {at}, {node.spaces})", True
            case b.DomainSet():
                if node.size < 0:
                    return f"SEATS[{self.state}[{N_SEATS}]]", False
                self.source.ranges.add(node.size)
                return f"R{node.size}", False
            case b.RangeSet():
                return f"between({self.emit(node.low)}, {self.emit(node.high)})", False
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

    def _operator(self, node: b.Op) -> str:
        arguments = node.arguments
        if node.op in ("and", "or"):
            return "(" + f" {node.op} ".join(self.emit(each) for each in arguments) + ")"
        if node.op == "clamp":
            return self._clamp(*arguments)
        if node.op == "*":
            small = any(isinstance(each, Const) and abs(each.value) < 1000 for each in arguments)
            one, two = self.emit(arguments[0]), self.emit(arguments[1])
            return f"({one} * {two})" if small else f"times({one}, {two})"
        if node.op in ("/", "%"):
            python = "//" if node.op == "/" else "%"
            one, two = self.emit(arguments[0]), self.emit(arguments[1])
            if isinstance(arguments[1], Const):
                return f"({one} {python} {two})" if arguments[1].value else "0"
            return f"{'quotient' if node.op == '/' else 'remainder'}({one}, {two})"
        texts = [self.emit(each) for each in arguments]
        if node.op in _INFIX:
            return f"({texts[0]} {_INFIX[node.op]} {texts[1]})"
        match node.op:
            case "not":
                return f"(not {texts[0]})"
            case "neg":
                return f"(-{texts[0]})"
            case "if":
                return f"({texts[1]} if {texts[0]} else {texts[2]})"
            case "min" | "max" | "abs":
                return f"{node.op}({', '.join(texts)})"
            case _:
                raise AssertionError(node.op)

    def _clamp(self, index: Bound, low: Bound, high: Bound) -> str:
        lowest, highest = self.emit(low), self.emit(high)
        if isinstance(index, Local):
            name = local_name(index)
            return f"({name} if {lowest} <= {name} <= {highest} else {lowest})"
        return f"kept({self.emit(index)}, {lowest}, {highest})"

    def _zone_end(self, node: b.ZoneEnd) -> str:
        zone = node.zone
        if zone.spaces == 1:
            return f"{self.state}[{self.slot(zone)}]"
        items, loose = self.iterate(zone)
        if loose:
            items = f"[x for x in {items} if x >= 0]"
        return f"end_of({items}, {0 if node.bottom else -1})"

    def _size(self, node: Bound) -> str:
        items, loose = self.iterate(node)
        return f"held({items})" if loose else f"len({items})"

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
        outer = free_locals(node.where, node.value, node.source)
        parameters = [local_name(each) for each in outer if each.number != node.variable.number]
        name = self._lift(node, parameters)
        return f"{name}({', '.join([self.state, *parameters])})"

    def _lift(self, node: b.Quantify, parameters: list[str]) -> str:
        inner = Expressions(self.source)
        items, loose = inner.iterate(node.source)
        variable = local_name(node.variable)
        test = inner.condition(node.where, variable, loose)
        value = inner.emit(node.value) if node.value is not None else ""
        name = self.source.fresh("t")
        start, each, end = _SHAPES[node.function]
        lines = [f"def {name}({', '.join(['S', *parameters])}):"]
        lines += [f"    {line}" for line in start]
        lines.append(f"    for {variable} in {items}:")
        indent = "        "
        if node.function == "every":
            test = f"{variable} >= 0 and not ({inner.emit(node.where)})" if loose and node.where is not None else (
                f"not ({inner.emit(node.where)})" if node.where is not None else "False"
            )
        if test:
            lines.append(f"{indent}if {test}:")
            indent += "    "
        lines += [indent + line.format(x=variable, value=value) for line in each]
        lines += [f"    {line}" for line in end]
        self.source.lines += [*lines, ""]
        return name


_SHAPES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "count": (["n = 0"], ["n += 1"], ["return n"]),
    "sum": (["n = 0"], ["n += {value}"], ["return n"]),
    "any": ([], ["return True"], ["return False"]),
    "none": ([], ["return False"], ["return True"]),
    "every": ([], ["return False"], ["return True"]),
    "first": ([], ["return {x}"], ["return -1"]),
    "highest": (["n = None"], ["y = {value}", "if n is None or y > n: n = y"], ["return n or 0"]),
    "lowest": (["n = None"], ["y = {value}", "if n is None or y < n: n = y"], ["return n or 0"]),
}
