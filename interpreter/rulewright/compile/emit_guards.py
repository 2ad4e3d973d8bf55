"""Can it be done? Emits, for an effect, a function that looks ahead to its last guard without changing the state.

A guard that earlier changes could touch is tried on a copy. Looking ahead ends where a procedure asks someone: what
is decided in there cannot be promised; a guard that then fails ends its effect. What follows a place where ways part is
a function of its own, called on each way, so that the source grows no faster than the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.compile.analysis import ends_game, ends_look, needs, open_locals, pauses
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_plain import PlainEffects, enough
from rulewright.language.paths import ELSE, THEN
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement
from rulewright.model.layout import LABEL_BITS


class Later(NamedTuple):
    """A look-ahead function: its name, the locals it takes, and the statements it looks at."""

    name: str
    parameters: tuple[str, ...]
    statements: BoundBlock

    def call(self, state: str) -> str:
        return f"{self.name}({', '.join([state, *self.parameters])})"


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
        return self._function_of(statements, None).call(state)

    def test_after(self, block: BoundBlock, after: Later | None, state: str) -> str:
        """An expression that is true when the block, then what comes after it, can be done; empty for always."""
        if after is None:
            return self.test_for(block, (), state)
        return (self._function_of(block, after) if block else after).call(state)

    def needed(self, block: BoundBlock, rest: BoundBlock) -> BoundBlock:
        """The statements up to the last guard that is looked at."""
        statements = (*block, *rest)
        for position, statement in enumerate(statements):
            if ends_look(self.source.program, statement):
                statements = statements[: position + 1]
                break
        while statements and not needs(self.source.program, statements[-1:]):
            statements = statements[:-1]
        return statements

    def later(self, statements: BoundBlock, after: Later | None) -> Later | None:
        """A look-ahead function for statements and what comes after them; None where they can always be done."""
        if after is None:
            statements = self.needed(statements, ())
        return self._function_of(statements, after) if statements else after

    def _function_of(self, statements: BoundBlock, after: Later | None) -> Later:
        whole = (*statements, *(after.statements if after is not None else ()))
        parameters = tuple(local_name(local) for local in open_locals(whole))
        name = self.function(self.source.fresh("g"), parameters, statements, after)
        return Later(name, parameters, whole)

    def function(self, name: str, parameters: Iterable[str], statements: BoundBlock, after: Later | None = None) -> str:
        """Emit a look-ahead function over the locals named."""
        body = _Body(self.source, self)
        body.look(statements, 1, "S", False, after)
        self.source.lines += [f"def {name}({', '.join(['S', *parameters])}):", *body.lines, ""]
        return name

    def _simple(self, expressions: Expressions, statement: BoundStatement) -> str:
        if self.source.count_lines(statement):
            return ""
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

    def count(self, indent: int, lines: list[str]) -> None:
        for line in lines:
            self.put(indent, line)

    def look(self, statements: BoundBlock, indent: int, state: str, copied: bool, after: Later | None) -> None:
        """Lines that return whether all statements, and then what comes after them, can be done."""
        program = self.source.program
        for position, statement in enumerate(statements):
            rest = statements[position + 1 :]
            more = after is not None or needs(program, rest)
            if not more and not needs(program, (statement,)):
                break
            expressions = Expressions(self.source, state)
            self.count(indent, self.source.count_lines(statement))
            match statement:
                case b.PickOne():
                    self.candidates(indent, expressions, statement, rest, after)
                    self.put(indent, "return 0")
                    return
                case b.ChooseOption():
                    self.options(indent, expressions, statement, self.guards.later(rest, after))
                    return
                case b.Branch():
                    self.branch(statement, indent, state, copied, self.guards.later(rest, after))
                    return
                case b.Stop():
                    self.put(indent, "return 1")
                    return
                case b.SetLocal():
                    self.put(indent, f"{local_name(statement.local)} = {expressions.emit(statement.value)}")
                    continue
                case b.RequireTest():
                    self.put(indent, f"if not {expressions.emit(statement.test)}: return 0")
                    continue
                case b.SetSlot(mode="pay"):
                    self.put(indent, f"if not {enough(expressions, statement)}: return 0")
                case b.CallProcedure() | b.DoField():
                    test = self.call_test(expressions, statement)
                    if test:
                        self.put(indent, f"if not ({test}): return 0")
                case _:
                    pass
            if pauses(program, (statement,)):
                self.put(indent, "return 1")
                return
            following = (*rest, *(after.statements if after else ()))
            if more and (self.source.apart or not self.source.interference.touches_nothing_of(statement, following)):
                state, copied = self.copy(indent, state, copied), True
                self.run(indent, statement, state)
        self.put(indent, f"return {after.call(state)}" if after is not None else "return 1")

    def candidates(
        self,
        indent: int,
        expressions: Expressions,
        asked: b.PickOne | b.BoundOption,
        rest: BoundBlock,
        after: Later | None,
    ) -> None:
        """Lines that return 1 when with one of the candidates what follows can be done.

        What follows is looked at once where the candidate plays no part in it.
        """
        assert asked.local is not None
        assert asked.source is not None
        items, loose = expressions.iterate(asked.source)
        name = local_name(asked.local)
        by_chance = isinstance(asked, b.PickOne) and asked.chance
        following = "" if by_chance else self.guards.test_after(rest, after, expressions.state)
        whole = (*rest, *(after.statements if after is not None else ()))
        condition, found = expressions.condition(asked.where, name, loose), ["return 1"]
        if following and asked.local.number not in {local.number for local in open_locals(whole)}:
            found, following = [f"if {following}: return 1", "break"], ""
        test = " and ".join(each for each in (condition, following) if each)
        self.put(indent, f"for {name} in {items}:")
        if test:
            self.put(indent + 1, f"if {test}:")
        for line in found:
            self.put(indent + 1 + bool(test), line)

    def options(self, indent: int, expressions: Expressions, statement: b.ChooseOption, after: Later | None) -> None:
        """Lines that return whether one of the options, and then what comes after, can be done."""
        for option in statement.options:
            self.count(indent, self.source.count_lines(option))
            if option.local is not None:
                self.candidates(indent, expressions, option, option.body, after)
                continue
            test = self.guards.test_after(option.body, after, expressions.state)
            if test:
                self.put(indent, f"if {test}: return 1")
            else:
                self.put(indent, "return 1")
                return
        self.put(indent, "return 0")

    def branch(self, statement: b.Branch, indent: int, state: str, copied: bool, after: Later | None) -> None:
        """Lines for both halves, each of which returns; a chain of `else if` stays flat."""
        word = "if"
        passed: list[str] = []
        while True:
            self.put(indent, f"{word} {Expressions(self.source, state).emit(statement.test)}:")
            self.count(indent + 1, passed + self.source.count_lines(statement, THEN))
            passed += self.source.count_lines(statement, ELSE)
            self.look(statement.then, indent + 1, state, copied, after)
            match statement.otherwise:
                case (b.Branch() as following,):
                    statement, word = following, "elif"
                    passed += self.source.count_lines(statement)
                case otherwise:
                    self.put(indent, "else:")
                    self.count(indent + 1, passed)
                    self.look(otherwise, indent + 1, state, copied, after)
                    return

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
