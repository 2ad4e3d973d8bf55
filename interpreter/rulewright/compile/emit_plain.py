"""Effects that ask nobody as straight Python code."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.language.paths import ELSE, THEN
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement, Const
from rulewright.model.layout import N_SEATS, OVER


@dataclass(slots=True)
class PlainEffects:
    """Statements that ask nobody, as straight code on the state named `state`."""

    source: Source
    state: str
    leave: str
    traced: bool
    lines: list[str] = field(default_factory=list)

    def put(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def block(self, block: BoundBlock, indent: int) -> None:
        if not block:
            self.put(indent, "pass")
        for statement in block:
            self.statement(statement, indent)

    def statement(self, statement: BoundStatement, indent: int) -> None:
        expressions = Expressions(self.source, self.state)
        for line in self.source.count_lines(statement):
            self.put(indent, line)
        match statement:
            case b.SetSlot():
                self._set_slot(expressions, statement, indent)
            case b.SetLocal():
                self.put(indent, f"{local_name(statement.local)} = {expressions.emit(statement.value)}")
            case b.MovePiece():
                self._move(expressions, statement, indent)
            case b.MoveEach():
                items = expressions.emit(statement.source)
                self.put(indent, f"{self._atom('move_all')}({self.state}, {items}, {expressions.slot(statement.to)})")
            case b.DrawPieces():
                amount, source = expressions.emit(statement.amount), expressions.slot(statement.source)
                to = expressions.slot(statement.to)
                self.put(indent, f"{self._atom('draw')}({self.state}, {amount}, {source}, {to})")
            case b.ShuffleZone():
                zone = expressions.slot(statement.zone)
                stream = f"{statement.counter}, {statement.key}"
                self.put(indent, f"{self._atom('shuffle')}({self.state}, {zone}, {stream})")
            case b.PickOne():
                self._roll(expressions, statement, indent)
            case b.RequireTest():
                self.put(indent, f"if not {expressions.emit(statement.test)}: {self.leave}")
            case b.CallProcedure():
                arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                call = f"p{statement.procedure}({', '.join([self.state, *arguments])})"
                self.put(indent, self._in_course(str(statement.procedure), call))
            case b.DoField():
                name = self.source.temporary()
                arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                self.put(indent, f"{name} = T{statement.table}[{expressions.emit(statement.target)}]")
                call = f"P[{name}]({', '.join([self.state, *arguments])})"
                self.put(indent, f"if {name} >= 0: {self._in_course(name, call)}")
            case b.Stop():
                self._stop(statement, indent)
            case b.Branch():
                self.put(indent, f"if {expressions.emit(statement.test)}:")
                self._way(statement, THEN, statement.then, indent + 1)
                if statement.otherwise or self.source.count_lines(statement, ELSE):
                    self.put(indent, "else:")
                    self._way(statement, ELSE, statement.otherwise, indent + 1)
            case b.Loop():
                self._loop(expressions, statement, indent)
            case b.RepeatTimes():
                self.put(indent, f"for _ in times_of({self.state}, {expressions.emit(statement.times)}):")
                self.block(statement.body, indent + 1)
            case b.RepeatWhile():
                self.put(indent, f"while {expressions.emit(statement.test)}:")
                self.put(indent + 1, f"count_step({self.state})")
                self.block(statement.body, indent + 1)
            case b.AskAll():
                given = "".join(f", {expressions.emit(each)}" for each in statement.arguments)
                name, seats = asked_seats(expressions, statement)
                self.put(indent, f"for {name} in {seats}: p{statement.procedure}({self.state}, {name}{given})")
            case _:
                raise AssertionError(f"{type(statement).__name__} asks someone")

    def _way(self, statement: b.Branch, part: str, block: BoundBlock, indent: int) -> None:
        for line in self.source.count_lines(statement, part):
            self.put(indent, line)
        self.block(block, indent)

    def _in_course(self, procedure: str, call: str) -> str:
        """A call, after which what happens is no more in its course."""
        return f"u = go_in({procedure}); {call}; in_course(u)" if self.traced else call

    def _atom(self, name: str) -> str:
        return f"{name}_traced" if self.traced else name

    def _move(self, expressions: Expressions, statement: b.MovePiece, indent: int) -> None:
        piece, to = expressions.emit(statement.piece), expressions.slot(statement.to)
        if statement.to.spaces:
            if not isinstance(statement.piece, Const | b.Local):
                name = self.source.temporary()
                self.put(indent, f"{name} = {piece}")
                piece = name
            to = f"room({self.state}, {piece}, {to}, {statement.limit})"
        atom = self._atom("move_under" if statement.under else "move")
        self.put(indent, f"{atom}({self.state}, {piece}, {to})")

    def _stop(self, statement: b.Stop, indent: int) -> None:
        if statement.whole_game:
            self.put(indent, f"{self.state}[{OVER}] = 1")
            self.put(indent, "raise GameEnd")
        else:
            self.put(indent, self.leave)

    def _set_slot(self, expressions: Expressions, statement: b.SetSlot, indent: int) -> None:
        slot = expressions.slot(statement.target)
        if isinstance(statement.target, b.PieceSlot):
            piece = expressions.emit(statement.target.piece)
            self.put(indent, f"if {piece} >= 0:")
            indent += 1
        if statement.mode == "pay":
            self.put(indent, f"if not {enough(expressions, statement)}: {self.leave}")
        if self.traced:
            self._set_traced(expressions, statement, slot, indent)
        else:
            cell = f"{self.state}[{slot}]"
            value = self._new_value(expressions, statement, cell)
            self.put(indent, f"{cell} = {value}")

    def _set_traced(self, expressions: Expressions, statement: b.SetSlot, slot: str, indent: int) -> None:
        at = self.source.temporary()
        self.put(indent, f"{at} = {slot}")
        value = self._new_value(expressions, statement, f"{self.state}[{at}]")
        self.put(indent, f"change_traced({self.state}, {at}, {value})")

    def _new_value(self, expressions: Expressions, statement: b.SetSlot, cell: str) -> str:
        value = expressions.emit(statement.value)
        low, high = statement.low, statement.high
        constant = statement.value.value if isinstance(statement.value, Const) else None
        type_ = statement.value.type
        if statement.mode == "set":
            inside = constant is not None and low <= constant <= high
            typed = type_.low is not None and type_.high is not None and low <= type_.low and type_.high <= high
            thing = type_.kind == "thing"
            return value if inside or typed or thing else f"bounded({value}, {low}, {high})"
        if statement.mode == "pay" and constant is not None and constant >= 0:
            return f"{cell} - {value}"
        if statement.mode == "gain" and constant is not None and constant >= 0:
            name = self.source.temporary()
            return f"({name} if ({name} := {cell} + {value}) <= {high} else {high})"
        sign = "+" if statement.mode == "gain" else "-"
        return f"bounded({cell} {sign} {value}, {low}, {high})"

    def _roll(self, expressions: Expressions, statement: b.PickOne, indent: int) -> None:
        items, loose = expressions.iterate(statement.source)
        name = local_name(statement.local)
        test = expressions.condition(statement.where, name, loose)
        candidates = f"[{name} for {name} in {items} if {test}]" if test else f"[*{items}]"
        stream = f"{statement.counter}, {statement.key}"
        self.put(indent, f"{name} = {self._atom('roll')}({self.state}, {candidates}, {stream})")
        self.put(indent, f"if {name} is None: {self.leave}")

    def _loop(self, expressions: Expressions, statement: b.Loop, indent: int) -> None:
        name = local_name(statement.local)
        self.put(indent, f"for {name} in {candidate_list(expressions, statement)}:")
        self.block(statement.body, indent + 1)


def candidate_list(expressions: Expressions, statement: b.Loop) -> str:
    """A loop's candidates, fixed before its body runs."""
    if statement.order:
        return expressions.in_order(statement)
    items, loose = expressions.iterate(statement.source)
    name = local_name(statement.local)
    test = expressions.condition(statement.where, name, loose)
    return f"[{name} for {name} in {items} if {test}]" if test else items


def asked_seats(expressions: Expressions, statement: b.AskAll) -> tuple[str, str]:
    """The seats that are asked at once, each once and in the order of the table, and the name of one of them."""
    every = f"SEATS[{expressions.state}[{N_SEATS}]]"
    if statement.local is None or statement.source is None:
        return "s", every
    name = local_name(statement.local)
    tests = [expressions.condition(statement.where, name, False)]
    if not isinstance(statement.source, b.DomainSet):
        tests.insert(0, f"{name} in {expressions.iterate(statement.source)[0]}")
    test = " and ".join(each for each in tests if each)
    return name, f"[{name} for {name} in {every} if {test}]" if test else every


def enough(expressions: Expressions, statement: b.SetSlot) -> str:
    """The test that a payment can be made."""
    slot = f"{expressions.state}[{expressions.slot(statement.target)}]"
    amount = expressions.emit(statement.value)
    return f"({slot} >= {amount})" if statement.low == 0 else f"({slot} - {statement.low} >= {amount})"
