"""Why not? For the traced build: functions that find the first requirement of an option that fails.

They follow the same guards as the look-ahead, in the order written, and return the number of a reason, 0 for none.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compile.analysis import needs, pauses
from interpreter.compile.emit_expressions import Expressions, Source, local_name
from interpreter.compile.emit_guards import Guards
from interpreter.compile.emit_plain import enough
from interpreter.model import bound as b
from interpreter.model.bound import Bound, BoundBlock, Reason


@dataclass(slots=True)
class Reasons:
    """Emits the functions and gathers the reasons they name."""

    source: Source
    known: int
    found: list[Reason] = field(default_factory=list)

    def quantity(self, quantity: b.Quantity) -> None:
        parameters = ", ".join(["S", "v0", *(local_name(each) for each in quantity.parameters)])
        lines = [f"def whyq{quantity.number}({parameters}):"]
        if quantity.type.kind == "truth":
            self._tests(lines, 1, quantity.amount, quantity.parts)
        self.source.lines += [*lines, "    return 0", ""]

    def procedure(self, procedure: b.Procedure) -> None:
        parameters = ", ".join(["S", "v0", *(local_name(each) for each in procedure.parameters)])
        lines = [f"def whyp{procedure.number}({parameters}):"]
        self._chain(lines, 1, procedure.body)
        self.source.lines += [*lines, "    return 0", ""]

    def site(self, procedure: b.Procedure, statement: b.PickOne | b.ChooseOption, rest: BoundBlock) -> None:
        """`why<site>(S, frame, option, candidate)`; `rest` is what the procedure does after the decision."""
        names = ", ".join(f"v{n}" for n in range(procedure.n_locals))
        lines = [f"def why{statement.site}(S, f, option, c):", f"    _, _, pc, {names} = f"]
        if isinstance(statement, b.PickOne):
            self._option(lines, 0, statement, rest)
        else:
            for number, option in enumerate(statement.options):
                self._option(lines, number, option, (*option.body, *rest))
        self.source.lines += [*lines, "    return 0", ""]

    def _option(self, lines: list[str], number: int, option: b.PickOne | b.BoundOption, body: BoundBlock) -> None:
        lines.append(f"    if option == {number}:")
        if option.local is not None and option.source is not None:
            expressions = Expressions(self.source)
            items = expressions.emit(option.source)
            missing = self._number(Reason("not among the candidates", option.span))
            lines += [f"        {local_name(option.local)} = c", f"        if c not in {items}: return {missing}"]
            if option.where is not None:
                self._tests(lines, 2, option.where, option.parts)
        self._chain(lines, 2, body)
        lines.append(f"        return {self._number(Reason('what it must do cannot all be done', option.span))}")

    def tables(self) -> list[str]:
        program = self.source.program
        quantities = ", ".join(f"whyq{each.number}" for each in program.quantities)
        procedures = ", ".join(f"whyp{each.number}" for each in program.procedures)
        sites = ", ".join(str(each.number) + f": why{each.number}" for each in program.sites if each.asks)
        return [f"WHYQ = ({quantities + ',' * bool(quantities)})", f"WHYP = ({procedures},)", f"WHY = {{{sites}}}"]

    def _number(self, reason: Reason) -> int:
        self.found.append(reason)
        return self.known + len(self.found)

    def _tests(self, lines: list[str], indent: int, test: Bound, parts: tuple[Reason, ...]) -> None:
        """One line for each part of a test joined by `and`; named tests are asked for their own reason."""
        expressions = Expressions(self.source)
        for part, reason in zip(_conjuncts(test), parts, strict=False):
            number = self._number(reason)
            inner = self._inner(expressions, part)
            answer = f"{inner} or {number}" if inner else str(number)
            lines.append("    " * indent + f"if not {expressions.emit(part)}: return {answer}")

    def _inner(self, expressions: Expressions, part: Bound) -> str:
        if isinstance(part, b.Evaluate):
            arguments = [expressions.emit(each) for each in (part.seat, *part.arguments)]
            return f"WHYQ[{part.quantity}](S, {', '.join(arguments)})"
        if isinstance(part, b.EvaluateField):
            return f"WHYQ[T{part.table}[{expressions.emit(part.target)}]](S, {expressions.emit(part.seat)})"
        return ""

    def _chain(self, lines: list[str], indent: int, block: BoundBlock) -> bool:
        """Checks of a block's guards in order; False once what follows can no longer be told."""
        program = self.source.program
        for position, statement in enumerate(block):
            expressions = Expressions(self.source)
            pad = "    " * indent
            match statement:
                case b.RequireTest():
                    self._tests(lines, indent, statement.test, statement.parts)
                case b.SetSlot(mode="pay"):
                    number = self._number(statement.reason)
                    lines.append(f"{pad}if not {enough(expressions, statement)}: return {number}")
                case b.SetLocal():
                    lines.append(f"{pad}{local_name(statement.local)} = {expressions.emit(statement.value)}")
                case b.PickOne() | b.ChooseOption():
                    if needs(program, (statement,)):
                        test = Guards(self.source).test_for((statement,), ())
                        number = self._number(Reason("nothing can be chosen", statement.span))
                        lines.append(f"{pad}if not {test}: return {number}")
                    return False
                case b.CallProcedure() if needs(program, (statement,)):
                    arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                    lines += [
                        f"{pad}r = WHYP[{statement.procedure}](S, {', '.join(arguments)})",
                        f"{pad}if r: return r",
                    ]
                case b.DoField() if needs(program, (statement,)):
                    arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                    target = f"T{statement.table}[{expressions.emit(statement.target)}]"
                    lines += [f"{pad}r = {target}", f"{pad}r = WHYP[r](S, {', '.join(arguments)}) if r >= 0 else 0"]
                    lines.append(f"{pad}if r: return r")
                case b.Branch():
                    lines.append(f"{pad}if {expressions.emit(statement.test)}:")
                    lines.append(f"{pad}    pass")
                    self._chain(lines, indent + 1, statement.then)
                    lines.append(f"{pad}else:")
                    lines.append(f"{pad}    pass")
                    self._chain(lines, indent + 1, statement.otherwise)
                case _:
                    if needs(program, block[position + 1 :]) and not isinstance(statement, b.MovePiece):
                        return False
            if pauses(program, (statement,)):
                return False
        return True


def _conjuncts(test: Bound) -> tuple[Bound, ...]:
    if isinstance(test, b.Op) and test.op == "and":
        return tuple(part for each in test.arguments for part in _conjuncts(each))
    return (test,)
