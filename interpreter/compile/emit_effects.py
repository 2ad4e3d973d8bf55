"""Bound effects as Python source: plain functions, and resumable ones for effects that ask someone.

A resumable function takes (state, frame, code): the frame holds where it goes on and its locals, the code is the
option chosen. It returns True when it has left a decision in the state, False when it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compile.analysis import free_locals, pauses
from interpreter.compile.emit_expressions import Expressions, Source, local_name
from interpreter.compile.emit_guards import Guards, enough, option_code
from interpreter.model import bound as b
from interpreter.model.bound import BoundBlock, BoundStatement, Const
from interpreter.model.layout import FRAME, HEADER, LABEL_BITS, N_SEATS, OPTIONS, OVER, PARKED, SEALED, SEAT, SEED, SITE


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
        match statement:
            case b.SetSlot():
                self._set_slot(expressions, statement, indent)
            case b.SetLocal():
                self.put(indent, f"{local_name(statement.local)} = {expressions.emit(statement.value)}")
            case b.MovePiece():
                piece, to = expressions.emit(statement.piece), expressions.slot(statement.to)
                self.put(
                    indent, f"{self._atom('move_under' if statement.under else 'move')}({self.state}, {piece}, {to})"
                )
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
                self.put(indent, f"p{statement.procedure}({', '.join([self.state, *arguments])})")
            case b.DoField():
                name = self.source.temporary()
                arguments = [expressions.emit(each) for each in (statement.seat, *statement.arguments)]
                self.put(indent, f"{name} = T{statement.table}[{expressions.emit(statement.target)}]")
                self.put(indent, f"if {name} >= 0: P[{name}]({', '.join([self.state, *arguments])})")
            case b.Stop():
                self._stop(statement, indent)
            case b.Branch():
                self.put(indent, f"if {expressions.emit(statement.test)}:")
                self.block(statement.then, indent + 1)
                if statement.otherwise:
                    self.put(indent, "else:")
                    self.block(statement.otherwise, indent + 1)
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
                self.put(
                    indent, f"for s in SEATS[{self.state}[{N_SEATS}]]: p{statement.procedure}({self.state}, s{given})"
                )
            case _:
                raise AssertionError(f"{type(statement).__name__} asks someone")

    def _atom(self, name: str) -> str:
        return f"{name}_traced" if self.traced else name

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
    items, loose = expressions.iterate(statement.source)
    name = local_name(statement.local)
    test = expressions.condition(statement.where, name, loose)
    return f"[{name} for {name} in {items} if {test}]" if test else items


@dataclass(slots=True)
class ResumableEffect:
    """One procedure that asks someone, as a function of numbered blocks."""

    source: Source
    procedure: b.Procedure
    blocks: list[list[str]] = field(default_factory=list)
    current: int = 0
    points: list[b.ResumePoint] = field(default_factory=list)
    order: list[int] = field(default_factory=lambda: [0])

    def emit(self) -> None:
        self.blocks.append([])
        self._statements(self.procedure.body, ())
        self._put("return False")
        names = ", ".join(f"v{n}" for n in range(self.procedure.n_locals))
        lines = [f"def p{self.procedure.number}(S, f, c):", f"    _, _, pc, {names} = f", "    while True:"]
        for number in self.order:
            lines.append(f"        if pc == {number}:")
            lines += ["            " + line for line in self.blocks[number]]
        self.source.lines += [*lines, ""]
        self.procedure.points = tuple(self.points)

    def _put(self, *lines: str) -> None:
        self.blocks[self.current] += lines

    def _new_block(self) -> int:
        self.blocks.append([])
        return len(self.blocks) - 1

    def _enter(self, block: int) -> None:
        """Go on with this block; blocks stand in the order they are entered, so that control mostly falls through."""
        self.current = block
        self.order.append(block)

    def _go(self, block: int) -> None:
        self._put(f"pc = {block}")
        if block in self.order:
            self._put("continue")

    def _frame(self, resume: int) -> str:
        names = ", ".join(f"v{n}" for n in range(self.procedure.n_locals))
        return f"(f[0], {self.procedure.number}, {resume}, {names})"

    def _statements(self, block: BoundBlock, rest: BoundBlock) -> None:
        for position, statement in enumerate(block):
            following = (*block[position + 1 :], *rest)
            if pauses(self.source.program, (statement,)):
                self._pausing(statement, following)
            else:
                self._plain(statement)

    def _plain(self, statement: BoundStatement) -> None:
        plain = PlainEffects(self.source, "S", "return False", self.source.traced)
        plain.statement(statement, 0)
        self._put(*plain.lines)

    def _pausing(self, statement: BoundStatement, rest: BoundBlock) -> None:
        expressions = Expressions(self.source)
        match statement:
            case b.PickOne():
                self._pick(statement, rest)
            case b.ChooseOption():
                self._choose(statement, rest)
            case b.CallProcedure():
                after = self._new_block()
                self.points.append(b.ResumePoint(statement, after))
                frame = self._callee_frame(statement.procedure, expressions, statement, after)
                self._put(f"if p{statement.procedure}(S, {frame}, 0): return True")
                self._go(after)
                self._enter(after)
            case b.DoField():
                self._do(statement, expressions)
            case b.Branch():
                self._branch(statement, rest, expressions)
            case b.Loop():
                self._loop(statement, expressions)
            case b.RepeatTimes():
                left = local_name(statement.left)
                self._put(f"{left} = {expressions.emit(statement.times)}")
                self._repeat(f"{left} > 0", [f"{left} -= 1"], statement.body)
            case b.RepeatWhile():
                self._repeat(expressions.emit(statement.test), [], statement.body)
            case b.AskAll():
                self._ask_all(statement, expressions)
            case _:
                raise AssertionError(type(statement).__name__)

    def _callee_frame(self, number: int, expressions: Expressions, call: b.CallProcedure, after: int) -> str:
        callee = self.source.program.procedures[number]
        values = [expressions.emit(each) for each in (call.seat, *call.arguments)]
        values += ["0"] * (callee.n_locals - len(values))
        return f"({self._frame(after)}, {number}, 0, {', '.join(values)})"

    def _do(self, statement: b.DoField, expressions: Expressions) -> None:
        after = self._new_block()
        self.points.append(b.ResumePoint(statement, after))
        values = ", ".join(expressions.emit(each) for each in (statement.seat, *statement.arguments))
        name = self.source.temporary()
        self._put(
            f"{name} = T{statement.table}[{expressions.emit(statement.target)}]",
            f"if {name} >= 0:",
            f"    if PAD[{name}] is None: P[{name}](S, {values})",
            f"    elif P[{name}](S, ({self._frame(after)}, {name}, 0, {values}) + PAD[{name}], 0): return True",
        )
        self._go(after)
        self._enter(after)

    def _branch(self, statement: b.Branch, rest: BoundBlock, expressions: Expressions) -> None:
        then, otherwise, after = self._new_block(), self._new_block(), self._new_block()
        self._put(f"pc = {then} if {expressions.emit(statement.test)} else {otherwise}")
        for number, block in ((then, statement.then), (otherwise, statement.otherwise)):
            self._enter(number)
            self._statements(block, rest)
            self._go(after)
        self._enter(after)

    def _loop(self, statement: b.Loop, expressions: Expressions) -> None:
        items, position, name = (local_name(each) for each in (statement.items, statement.position, statement.local))
        self._put(f"{items} = tuple({candidate_list(expressions, statement)})", f"{position} = 0")
        head = [f"{name} = {items}[{position}]", f"{position} += 1"]
        self._repeat(f"{position} < len({items})", head, statement.body)

    def _repeat(self, test: str, head: list[str], body: BoundBlock) -> None:
        top, inside, after = self._new_block(), self._new_block(), self._new_block()
        self._go(top)
        self._enter(top)
        self._put(f"pc = {inside} if {test} else {after}")
        self._enter(inside)
        self._put("count_step(S)", *head)
        self._statements(body, ())
        self._go(top)
        self._enter(after)

    # ---- Decisions

    def _ask(self, seat: str, site: int, after: int) -> None:
        """Leave a decision of several options; settle one of a single option; end the effect where there is none."""
        self._put(
            "if len(o) > 1:",
            f"    S[{FRAME}] = {self._frame(after)}",
            f"    S[{SEAT}] = {seat}; S[{SITE}] = {site}; S[{OPTIONS}] = tuple(o)",
            "    return True",
            "if not o: return False",
            "c = o[0]",
        )
        if self.source.traced:
            self._put(f"settled({site}, {seat}, c)")
        self._go(after)
        self._enter(after)

    def _gather(self, statement: b.PickOne | b.BoundOption, rest: BoundBlock, number: int | None, seen: str) -> None:
        """Append the codes of all open candidates to `o`."""
        assert statement.local is not None
        assert statement.source is not None
        expressions = Expressions(self.source)
        items, loose = expressions.iterate(statement.source)
        name = local_name(statement.local)
        guards = Guards(self.source)
        body = statement.body if isinstance(statement, b.BoundOption) else ()
        guard = guards.test_for(body, rest)
        tests = [expressions.condition(statement.where, name, loose)]
        code = name if number is None else option_code(number, name)
        if statement.distinct is None:
            ahead = ""
            if guard and statement.local.number not in {each.number for each in free_locals(guards.needed(body, rest))}:
                ahead, guard = f"if {guard}: ", ""
            test = " and ".join(each for each in (*tests, guard) if each)
            if not test and number is None:
                self._put(f"{ahead}o += {items}")
            else:
                self._put(f"{ahead}o += [{code} for {name} in {items}{f' if {test}' if test else ''}]")
            return
        test = " and ".join(each for each in (*tests, guard) if each)
        self._put(f"{seen} = set()", f"for {name} in {items}:")
        self._put(f"    if {test or 'True'}:")
        self._put(
            f"        y = {expressions.emit(statement.distinct)}",
            f"        if y not in {seen}:",
            f"            {seen}.add(y)",
            f"            o.append({code})",
        )

    def _decision(self, statement: b.PickOne | b.ChooseOption) -> int:
        """Begin the block that gathers the options, and make the one that goes on with the answer.

        Gathering changes nothing and stands in a block of its own, so that a saved decision can be gathered anew.
        """
        if self.blocks[self.current]:
            gather = self._new_block()
            self._go(gather)
            self._enter(gather)
        after = self._new_block()
        self.points.append(b.ResumePoint(statement, after, self.current))
        return after

    def _pick(self, statement: b.PickOne, rest: BoundBlock) -> None:
        after = self._decision(statement)
        self._mark()
        self._put("o = []")
        self._gather(statement, rest, None, "seen")
        self._forget()
        self._ask(local_name(statement.seat), statement.site, after)
        self._put(f"{local_name(statement.local)} = c")

    def _choose(self, statement: b.ChooseOption, rest: BoundBlock) -> None:
        decided = self._decision(statement)
        self._mark()
        self._put("o = []")
        for number, option in enumerate(statement.options):
            if option.local is not None:
                self._gather(option, rest, number, "seen")
                continue
            test = Guards(self.source).test_for(option.body, rest)
            self._put(f"if {test}: o.append({number})" if test else f"o.append({number})")
        self._forget()
        self._ask(local_name(statement.seat), statement.site, decided)
        self._bodies(statement, rest)

    def _bodies(self, statement: b.ChooseOption, rest: BoundBlock) -> None:
        bodies = [self._new_block() for _ in statement.options]
        after = self._new_block()
        mask = (1 << LABEL_BITS) - 1
        self._put(f"pc = ({', '.join(map(str, bodies))},)[c & {mask}]")
        locals_ = [option.local for option in statement.options if option.local is not None]
        for local in locals_:
            self._put(f"{local_name(local)} = c >> {LABEL_BITS}")
        for block, option in zip(bodies, statement.options, strict=True):
            self._enter(block)
            self._statements(option.body, rest)
            self._go(after)
        self._enter(after)

    def _mark(self) -> None:
        if self.source.traced:
            self._put("mark = begin_look()")

    def _forget(self) -> None:
        if self.source.traced:
            self._put("end_look(mark)")

    def _ask_all(self, statement: b.AskAll, expressions: Expressions) -> None:
        join = self._new_block()
        self.points.append(b.ResumePoint(statement, join))
        callee = self.source.program.procedures[statement.procedure]
        values = ["s", *(expressions.emit(each) for each in statement.arguments)]
        values += ["0"] * (callee.n_locals - len(values))
        frame = f"(join, {statement.procedure}, 0, {', '.join(values)})"
        self._put(
            f"join = {self._frame(join)}",
            f"S[{SEALED}] = (None, -1, -1, (), (), *S[{SEED}:{SEALED}], None, 0, *S[{HEADER}:])",
            f"S[{PARKED}] = tuple([(s, {frame}, -1, ()) for s in SEATS[S[{N_SEATS}]]])",
        )
        self._go(join)
        self._enter(join)
        self._put(
            f"while S[{PARKED}]:",
            "    if next_seat(S, P): return True",
            f"S[{SEALED}] = None",
        )


def emit_procedure(source: Source, procedure: b.Procedure) -> None:
    """The function of one procedure, and its look-ahead where it has guards."""
    parameters = ["v0", *(local_name(each) for each in procedure.parameters)]
    if procedure.pauses:
        ResumableEffect(source, procedure).emit()
    else:
        plain = PlainEffects(source, "S", "return", source.traced)
        plain.block(procedure.body, 1)
        source.lines += [f"def p{procedure.number}({', '.join(['S', *parameters])}):", *plain.lines, ""]
    if procedure.needs:
        Guards(source).function(f"can{procedure.number}", parameters, procedure.body)
