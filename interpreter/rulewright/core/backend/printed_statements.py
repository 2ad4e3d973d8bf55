"""Operations that ask nobody as straight Python code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.source import Source, local_name
from rulewright.core.lower.offered import seats_once
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.layout import N_SEATS, OVER


@dataclass(slots=True)
class Straight:
    """A printer of operations on the state named `state`, with `leave` as the line that leaves the function."""

    source: Source
    state: str
    leave: str
    traced: bool
    lines: list[str] = field(default_factory=list)

    def put(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def run_counted(self, effect: int, indent: int) -> None:
        """The line that counts a run of an effect, if it counts."""
        looks = self.source.lowered.cost_model.of_run(effect)
        if looks:
            self.put(indent, f"count_looks({self.state}, {looks})")

    def block(self, block: low.Block, indent: int) -> None:
        """The lines of a block."""
        if not block:
            self.put(indent, "pass")
        for operation in block:
            self.operation(operation, indent)

    def operation(self, operation: low.Operation, indent: int) -> None:
        """The lines of one operation."""
        expressions, state = Expressions(self.source, self.state), self.state
        emit = expressions.whole
        match operation:
            case low.Count():
                self.put(indent, f"COVER[{operation.point}] += 1")
            case low.Tell():
                self.put(indent, f"happened({operation.function}, v0)" if self.traced else "pass")
            case low.Show():
                shown = f"show_traced({state}, {local_name(operation.piece)}, {local_name(operation.seat)})"
                self.put(indent, shown if self.traced else "pass")
            case low.Let():
                self.put(indent, f"{local_name(operation.local)} = {emit(operation.value)}")
            case low.Store():
                self._store(expressions, operation, indent)
            case low.Flip():
                self.put(indent, f"if {emit(operation.piece)} >= 0:")
                store = low.Store(operation.address, "set", operation.value, operation.low, operation.high)
                self._store(expressions, store, indent + 1)
            case low.Move():
                self._move(expressions, operation, indent)
            case low.MoveAll():
                items, to = emit(operation.source), expressions.slot(operation.to.address)
                self.put(indent, f"{self._atom('move_all')}({state}, {items}, {to})")
            case low.Draw():
                amount, source = emit(operation.amount), expressions.slot(operation.source.address)
                source, to = expressions.in_order(source), expressions.slot(operation.to.address)
                self.put(indent, f"{self._atom('draw')}({state}, {amount}, {source}, {to})")
            case low.Shuffle():
                zone, stream = expressions.slot(operation.zone.address), f"{operation.counter}, {operation.key}"
                self.put(indent, f"{self._atom('shuffle')}({state}, {zone}, {stream})")
            case low.Roll():
                self._roll(expressions, operation, indent)
            case low.Check():
                self.put(indent, f"if not {emit(operation.test)}: {self.leave}")
            case lv.Call():
                call = f"p{operation.function}({', '.join([state, *expressions.all(operation.arguments)])})"
                self.put(indent, self._in_course(str(operation.function), call))
            case lv.CallField():
                name = self.source.temporary()
                self.put(indent, f"{name} = T{operation.table}[{expressions.looked_at(operation.target)}]")
                call = f"P[{name}]({', '.join([state, *expressions.all(operation.arguments)])})"
                self.put(indent, f"if {name} >= 0: {self._in_course(name, call)}")
            case low.Leave(whole_game=True):
                self.put(indent, f"{state}[{OVER}] = 1")
                self.put(indent, "raise GameEnd")
            case low.Leave():
                self.put(indent, self.leave)
            case low.If():
                self._if(operation, indent)
            case low.Each():
                items, _ = expressions.iterate(operation.candidates)
                looks = self.source.lowered.cost_model.of_pass(operation.body)
                self.put(indent, f"for {local_name(operation.local)} in looked_at({state}, {items}, {looks}):")
                self.block(operation.body, indent + 1)
            case low.Repeat():
                self.put(indent, f"for _ in times_of({state}, {emit(operation.times)}):")
                self.block(operation.body, indent + 1)
            case low.While():
                self.put(indent, f"while {emit(operation.test)}:")
                self.put(indent + 1, f"count_step({state})")
                self.block(operation.body, indent + 1)
            case low.AskEach():
                given = "".join(f", {each}" for each in expressions.all(operation.arguments))
                name, seats = asked_seats(expressions, operation)
                self.put(indent, f"for {name} in {seats}: p{operation.function}({state}, {name}{given})")
            case low.Ask():
                raise AssertionError("a decision suspends its effect")
            case _:
                assert_never(operation)

    def _if(self, operation: low.If, indent: int) -> None:
        """Write both ways of a test, with a chain of `else if` kept flat."""
        expressions, word = Expressions(self.source, self.state), "if"
        while True:
            self.put(indent, f"{word} {expressions.whole(operation.test)}:")
            self.block(operation.then, indent + 1)
            match operation.otherwise:
                case ():
                    return
                case (*counts, low.If() as following) if all(isinstance(each, low.Count) for each in counts):
                    operation, word = following, otherwise_if(counts)
                case otherwise:
                    self.put(indent, "else:")
                    self.block(otherwise, indent + 1)
                    return

    def _in_course(self, effect: str, call: str) -> str:
        """A call, after which what happens no longer belongs to it."""
        return f"u = go_in({effect}); {call}; in_course(u)" if self.traced else call

    def _atom(self, name: str) -> str:
        return f"{name}_traced" if self.traced else name

    def _move(self, expressions: Expressions, move: low.Move, indent: int) -> None:
        piece, to = expressions.emit(move.piece), expressions.slot(move.to.address)
        if move.to.spaces:
            if not isinstance(move.piece, lv.Const | lv.Local):
                name = self.source.temporary()
                self.put(indent, f"{name} = {piece}")
                piece = name
            to = f"room({self.state}, {piece}, {to}, {move.limit})"
        self.put(indent, f"{self._atom('move_under' if move.under else 'move')}({self.state}, {piece}, {to})")

    def _store(self, expressions: Expressions, store: low.Store, indent: int) -> None:
        slot = expressions.slot(store.address)
        if not self.traced or (not store.address.family and not store.address.pieces):
            cell = f"{self.state}[{slot}]"
            self.put(indent, f"{cell} = {self._new_value(expressions, store, cell)}")
            return
        at = self.source.temporary()
        self.put(indent, f"{at} = {slot}")
        value = self._new_value(expressions, store, f"{self.state}[{at}]")
        self.put(indent, f"change_traced({self.state}, {at}, {value})")

    def _new_value(self, expressions: Expressions, store: low.Store, cell: str) -> str:
        value = expressions.whole(store.value)
        if self.traced and store.address.family and isinstance(store.value.type.domain, PieceOf):
            value = f"H[{value}]"
        if store.how != "set":
            value = f"{cell} {'+' if store.how == 'add' else '-'} {value}"
        match store.low, store.high:
            case None, None:
                return value
            case None, high:
                name = self.source.temporary()
                return f"({name} if ({name} := {value}) <= {high} else {high})"
            case low_, high:
                return f"bounded({value}, {low_}, {high})"

    def _roll(self, expressions: Expressions, roll: low.Roll, indent: int) -> None:
        items, test = expressions.found(roll.local, roll.source, roll.where)
        name = local_name(roll.local)
        found = f"[{name} for {name} in {items} if {test}]" if test else f"[*{items}]"
        self.put(indent, f"{name} = {self._atom('roll')}({self.state}, {found}, {roll.counter}, {roll.key})")
        self.put(indent, f"if {name} is None: {self.leave}")


def otherwise_if(counts: Iterable[object]) -> str:
    """The word for the next condition of a chain, if reaching it is counted first."""
    return " ".join(["elif", *(f"count({each.point}) or" for each in counts if isinstance(each, low.Count))])


def asked_seats(expressions: Expressions, asked: low.AskEach) -> tuple[str, str]:
    """The seats that are asked at once, each once and in the order of the table, and the name of one of them."""
    every = f"SEATS[{expressions.state}[{N_SEATS}]]"
    if asked.local is None or asked.source is None:
        return "s", every
    name = local_name(asked.local)
    tests = [expressions.condition(asked.where, name, False)]
    if not seats_once(asked):
        tests.insert(0, f"{name} in {expressions.iterate(asked.source)[0]}")
    test = " and ".join(each for each in tests if each)
    return name, f"[{name} for {name} in {every} if {test}]" if test else every
