"""Can it be done? Emits, for an effect, a function that looks ahead to its last guard without changing the state.

A guard that earlier changes could touch is tried on a copy. Looking ahead ends where a procedure asks someone: what
is decided in there cannot be promised; a guard that then fails ends its effect.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compile.analysis import ends_game, free_locals, needs, pauses
from interpreter.compile.emit_expressions import Expressions, Source, local_name
from interpreter.compile.interference import touches_nothing_of
from interpreter.model import bound as b
from interpreter.model.bound import Bound, BoundBlock, BoundStatement
from interpreter.model.layout import LABEL_BITS


@dataclass(slots=True)
class Guards:
    """Emits look-ahead functions into a module's source."""

    source: Source

    def test_for(self, block: BoundBlock, rest: BoundBlock, state: str = "S") -> str:
        """An expression that is true when the block and then the rest can be done; empty where they always can."""
        statements = self.needed(block, rest)
        if not statements:
            return ""
        expressions = Expressions(self.source, state)
        first, following = statements[0], statements[1:]
        if not needs(self.source.program, following):
            simple = self._simple(expressions, first)
            if simple:
                return simple
        parameters = [local_name(local) for local in free_locals(statements)]
        name = self.function(self.source.fresh("g"), parameters, statements)
        return f"{name}({', '.join([state, *parameters])})"

    def needed(self, block: BoundBlock, rest: BoundBlock) -> BoundBlock:
        """The statements up to the last guard."""
        statements = (*block, *rest)
        while statements and not needs(self.source.program, statements[-1:]):
            statements = statements[:-1]
        return statements

    def function(self, name: str, parameters: list[str], statements: BoundBlock) -> str:
        """Emit a look-ahead function over the locals named."""
        body = _Body(self.source, self)
        body.look(statements, 1, "S", False)
        self.source.lines += [f"def {name}({', '.join(['S', *parameters])}):", *body.lines, ""]
        return name

    def _simple(self, expressions: Expressions, statement: BoundStatement) -> str:
        match statement:
            case b.RequireTest():
                return expressions.emit(statement.test)
            case b.SetSlot(mode="pay"):
                return enough(expressions, statement)
            case b.CallProcedure():
                arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                return f"can{statement.procedure}({', '.join([expressions.state, *arguments])})"
            case _:
                return ""


def enough(expressions: Expressions, statement: b.SetSlot) -> str:
    """The test that a payment can be made."""
    slot = f"{expressions.state}[{expressions.slot(statement.target)}]"
    amount = expressions.emit(statement.value)
    return f"({slot} >= {amount})" if statement.low == 0 else f"({slot} - {statement.low} >= {amount})"


@dataclass(slots=True)
class _Body:
    """The lines of one look-ahead function."""

    source: Source
    guards: Guards
    lines: list[str]
    depth: int

    def __init__(self, source: Source, guards: Guards) -> None:
        self.source, self.guards, self.lines, self.depth = source, guards, [], 0

    def put(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def look(self, statements: BoundBlock, indent: int, state: str, copied: bool) -> None:
        """Lines that return 1 when all statements can be done and fall through to `return 0` when they cannot."""
        program = self.source.program
        if not needs(program, statements):
            self.put(indent, "return 1")
            return
        statement, rest = statements[0], statements[1:]
        more = needs(program, rest)
        expressions = Expressions(self.source, state)
        match statement:
            case b.SetSlot(mode="pay"):
                self.put(indent, f"if {enough(expressions, statement)}:")
                more = more and not touches_nothing_of(program, statement, rest)
                if more:
                    state = self.copy(indent + 1, state, copied)
                    self.run(indent + 1, statement, state)
                self.look(rest, indent + 1, state, copied or more)
                self.fail(indent)
            case b.RequireTest():
                self.put(indent, f"if {expressions.emit(statement.test)}:")
                self.look(rest, indent + 1, state, copied)
                self.fail(indent)
            case b.PickOne():
                following = () if statement.chance else rest
                self.candidates(indent, expressions, statement.local, statement.source, statement.where)
                self.look(following, indent + 2, state, False)
                self.fail(indent)
            case b.ChooseOption():
                self.options(statement, rest, indent, state)
            case b.Branch():
                self.put(indent, f"if {expressions.emit(statement.test)}:")
                self.look((*statement.then, *rest), indent + 1, state, copied)
                self.put(indent, "else:")
                self.look((*statement.otherwise, *rest), indent + 1, state, copied)
            case b.CallProcedure() | b.DoField():
                self.call(statement, rest, indent, state, copied)
            case b.Stop():
                self.put(indent, "return 1")
            case b.SetLocal():
                self.put(indent, f"{local_name(statement.local)} = {expressions.emit(statement.value)}")
                self.look(rest, indent, state, copied)
            case _:
                if pauses(program, (statement,)):
                    self.put(indent, "return 1")
                    return
                if touches_nothing_of(program, statement, rest):
                    self.look(rest, indent, state, copied)
                    return
                state = self.copy(indent, state, copied)
                self.run(indent, statement, state)
                self.look(rest, indent, state, True)

    def fail(self, indent: int) -> None:
        """Control falls through to here when the thing above could not be done; in a loop the next is tried."""
        if indent == 1:
            self.put(indent, "return 0")

    def candidates(
        self, indent: int, expressions: Expressions, local: b.Local, source: Bound, where: Bound | None
    ) -> None:
        """Open a loop over candidates and the test of each: two indents deep."""
        items, loose = expressions.iterate(source)
        name = local_name(local)
        self.put(indent, f"for {name} in {items}:")
        self.put(indent + 1, f"if {expressions.condition(where, name, loose) or 'True'}:")

    def options(self, statement: b.ChooseOption, rest: BoundBlock, indent: int, state: str) -> None:
        expressions = Expressions(self.source, state)
        for option in statement.options:
            if option.local is not None and option.source is not None:
                self.candidates(indent, expressions, option.local, option.source, option.where)
                self.look((*option.body, *rest), indent + 2, state, False)
            else:
                self.put(indent, "if True:")
                self.look((*option.body, *rest), indent + 1, state, False)
        self.fail(indent)

    def call(
        self, statement: b.CallProcedure | b.DoField, rest: BoundBlock, indent: int, state: str, copied: bool
    ) -> None:
        program = self.source.program
        expressions = Expressions(self.source, state)
        test = self.call_test(expressions, statement)
        if test:
            self.put(indent, f"if {test}:")
        at = indent + 1 if test else indent
        if not needs(program, rest) or pauses(program, (statement,)):
            self.put(at, "return 1")
        else:
            state = self.copy(at, state, copied)
            self.run(at, statement, state)
            self.look(rest, at, state, True)
        if test:
            self.fail(indent)

    def call_test(self, expressions: Expressions, statement: b.CallProcedure | b.DoField) -> str:
        program = self.source.program
        if not needs(program, (statement,)):
            return ""
        arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
        if isinstance(statement, b.CallProcedure):
            return f"can{statement.procedure}({', '.join([expressions.state, *arguments])})"
        name = self.source.temporary()
        target = expressions.emit(statement.target)
        call = f"CAN[{name}]({', '.join([expressions.state, *arguments])})"
        return f"({name} := T{statement.table}[{target}]) < 0 or CAN[{name}] is None or {call}"

    def copy(self, indent: int, state: str, copied: bool) -> str:
        """The name of a state that may be changed: this one if it is a copy already, else a new copy."""
        if copied:
            return state
        self.depth += 1
        self.put(indent, f"S{self.depth} = {state}[:]")
        return f"S{self.depth}"

    def run(self, indent: int, statement: BoundStatement, state: str) -> None:
        from interpreter.compile.emit_effects import PlainEffects

        plain = PlainEffects(self.source, state, "return 1", traced=False)
        if not ends_game(self.source.program, (statement,)):
            plain.statement(statement, indent)
            self.lines += plain.lines
            return
        plain.statement(statement, indent + 1)
        self.put(indent, "try:")
        self.lines += plain.lines
        self.put(indent, "except GameEnd:")
        self.put(indent + 1, "return 1")


def option_code(number: int, candidate: str) -> str:
    """The source of an option's code."""
    return f"{candidate} << {LABEL_BITS} | {number}" if candidate else str(number)
