"""Effects that ask someone as resumable Python functions.

A resumable function takes (state, frame, code): the frame holds where it goes on and its locals, the code is the
option chosen. It returns True when it has left a decision in the state, False when it is done.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.analysis import pauses
from rulewright.compile.emit_expressions import Expressions, Source, local_name
from rulewright.compile.emit_free import emit_gathering, free_lines
from rulewright.compile.emit_options import candidate_lines, option_lines
from rulewright.compile.emit_plain import PlainEffects, asked_seats, candidate_list
from rulewright.language.paths import ELSE, THEN
from rulewright.model import bound as b
from rulewright.model.bound import BoundBlock, BoundStatement
from rulewright.model.layout import (
    FRAME,
    FREE_CODES,
    HEADER,
    LABEL_BITS,
    LEAST_FREE_CODE,
    OPTIONS,
    PARKED,
    SEALED,
    SEAT,
    SEED,
    SITE,
)
from rulewright.model.program import Procedure, ResumePoint

DECIDED = 1
"""Where the procedure of the free actions goes on once one of them is taken: it asks in its first block."""


@dataclass(slots=True)
class ResumableEffect:
    """One procedure that asks someone, as a function of numbered blocks."""

    source: Source
    procedure: Procedure
    blocks: list[list[str]] = field(default_factory=list)
    current: int = 0
    points: list[ResumePoint] = field(default_factory=list)
    order: list[int] = field(default_factory=lambda: [0])
    filled: set[int] = field(default_factory=set)

    def emit(self) -> None:
        self.blocks.append([])
        self._count(self.source.count_text_lines("effect", self.procedure.number))
        self._statements(self.procedure.body, ())
        self._put("return False")
        names = ", ".join(f"v{n}" for n in range(self.procedure.n_locals))
        lines = [f"def p{self.procedure.number}(S, f, c):", f"    _, _, pc, {names} = f"]
        lines += ["    in_course(f)"] * self.source.traced + ["    while True:"]
        for number in self.order:
            lines.append(f"        if pc == {number}:")
            lines += ["            " + line for line in self.blocks[number]]
        self.source.lines += [*lines, ""]
        self.procedure.points = tuple(self.points)

    def _put(self, *lines: str) -> None:
        self.blocks[self.current] += lines
        if lines:
            self.filled.add(self.current)

    def _count(self, lines: list[str]) -> None:
        """Lines that count; they change nothing of how the blocks are numbered, so that saved games fit every build."""
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
        self._count(self.source.count_lines(statement))
        match statement:
            case b.PickOne():
                self._pick(statement, rest)
            case b.ChooseOption():
                self._choose(statement, rest)
            case b.CallProcedure():
                after = self._new_block()
                self.points.append(ResumePoint(statement, after))
                frame = self._callee_frame(statement.procedure, expressions, statement, after)
                self._put(f"if p{statement.procedure}(S, {frame}, 0): return True")
                self._back()
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

    def _back(self) -> None:
        """After a call: what happens from here on happens in the course of this effect again."""
        if self.source.traced:
            self._put("in_course(f)")

    def _callee_frame(self, number: int, expressions: Expressions, call: b.CallProcedure, after: int) -> str:
        callee = self.source.program.procedures[number]
        values = [expressions.emit(each) for each in (call.seat, *call.arguments)]
        values += ["0"] * (callee.n_locals - len(values))
        return f"({self._frame(after)}, {number}, 0, {', '.join(values)})"

    def _do(self, statement: b.DoField, expressions: Expressions) -> None:
        after = self._new_block()
        self.points.append(ResumePoint(statement, after))
        values = ", ".join(expressions.emit(each) for each in (statement.seat, *statement.arguments))
        name = self.source.temporary()
        self._put(
            f"{name} = T{statement.table}[{expressions.emit(statement.target)}]",
            f"if {name} >= 0:",
            f"    if PAD[{name}] is None: P[{name}](S, {values})",
            f"    elif P[{name}](S, ({self._frame(after)}, {name}, 0, {values}) + PAD[{name}], 0): return True",
        )
        self._back()
        self._go(after)
        self._enter(after)

    def _branch(self, statement: b.Branch, rest: BoundBlock, expressions: Expressions) -> None:
        then, otherwise, after = self._new_block(), self._new_block(), self._new_block()
        self._put(f"pc = {then} if {expressions.emit(statement.test)} else {otherwise}")
        for part, number, block in ((THEN, then, statement.then), (ELSE, otherwise, statement.otherwise)):
            self._enter(number)
            self._count(self.source.count_lines(statement, part))
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

    def _ask(self, statement: b.PickOne | b.ChooseOption, after: int, gathering: list[str]) -> None:
        """Leave a decision of several options; settle one of a single option; end the effect where there is none."""
        seat, site, gather = local_name(statement.seat), statement.site, self.current
        extra = free_lines(self.source, self.procedure, site, seat) if self._offers() else []
        self._mark()
        if extra:
            self._put(f"o = {emit_gathering(self.source, site, self.procedure.n_locals, gathering)}", *extra)
        else:
            self._put("o = []", *gathering)
        if self.source.marks is not None:
            self._put(f"offered(S, {self._frame(after)}, {site}, {seat}, o)")
        self._forget()
        self._put(
            f"if len(o) > 1{_or_confirmed(statement)}:",
            f"    S[{FRAME}] = {self._frame(after)}",
            f"    S[{SEAT}] = {seat}; S[{SITE}] = {site}; S[{OPTIONS}] = tuple(o)",
            "    return True",
            "if not o: return False",
            "c = o[0]",
        )
        if self.source.traced:
            self._put(f"settled(S, {site}, {seat}, c)")
        self._go(after)
        self._enter(after)
        if extra:
            self._take_free(seat, gather)

    def _take_free(self, seat: str, gather: int) -> None:
        """A free action is done, then the decision is gathered anew."""
        free = self.source.program.procedures[self.source.program.free.procedure]
        values = ", ".join([seat, *["0"] * (free.n_locals - 1)])
        self._put(
            f"if c >= {LEAST_FREE_CODE}:",
            f"    f = ({self._frame(gather)}, {free.number}, {DECIDED}, {values})",
            f"    if p{free.number}(S, f, c - {FREE_CODES}): return True",
            "    f = f[0]",
            *["    in_course(f)"] * self.source.traced,
            f"    pc = {gather}",
            "    continue",
        )

    def _decision(self, statement: b.PickOne | b.ChooseOption) -> int:
        """Begin the block that gathers the options, and make the one that goes on with the answer.

        Gathering changes nothing and stands in a block of its own, so that a saved decision can be gathered anew.
        """
        if self.current in self.filled or self._offers():
            gather = self._new_block()
            self._go(gather)
            self._enter(gather)
        after = self._new_block()
        self.points.append(ResumePoint(statement, after, self.current))
        if self._offers():
            self.points.append(ResumePoint(statement, self.current, free=True))
        return after

    def _offers(self) -> tuple[int, ...]:
        """The free actions that decisions of this procedure may offer."""
        return self.source.program.free.offered.get(self.procedure.number, ())

    def _pick(self, statement: b.PickOne, rest: BoundBlock) -> None:
        after = self._decision(statement)
        self._ask(statement, after, candidate_lines(self.source, statement, rest, None))
        self._count_choice(statement.site)
        self._put(f"{local_name(statement.local)} = c")

    def _choose(self, statement: b.ChooseOption, rest: BoundBlock) -> None:
        decided = self._decision(statement)
        self._ask(statement, decided, option_lines(self.source, statement.options, rest))
        self._bodies(statement, rest)

    def _bodies(self, statement: b.ChooseOption, rest: BoundBlock) -> None:
        self._count_choice(statement.site)
        bodies = [self._new_block() for _ in statement.options]
        after = self._new_block()
        mask = (1 << LABEL_BITS) - 1
        self._put(f"pc = ({', '.join(map(str, bodies))},)[c & {mask}]")
        locals_ = [option.local for option in statement.options if option.local is not None]
        for local in locals_:
            self._put(f"{local_name(local)} = c >> {LABEL_BITS}")
        for block, option in zip(bodies, statement.options, strict=True):
            self._enter(block)
            self._count(self.source.count_lines(option))
            self._statements(option.body, rest)
            self._go(after)
        self._enter(after)

    def _count_choice(self, site: int) -> None:
        if self.source.marks is not None:
            self._count([f"chosen({site}, c)"])

    def _mark(self) -> None:
        if self.source.traced:
            self._put("mark = begin_look()")
        if self.source.marks is not None:
            self._put("looking(1)")

    def _forget(self) -> None:
        if self.source.traced:
            self._put("end_look(mark)")
        if self.source.marks is not None:
            self._put("looking(0)")

    def _ask_all(self, statement: b.AskAll, expressions: Expressions) -> None:
        join = self._new_block()
        self.points.append(ResumePoint(statement, join))
        callee = self.source.program.procedures[statement.procedure]
        name, seats = asked_seats(expressions, statement)
        values = [name, *(expressions.emit(each) for each in statement.arguments)]
        values += ["0"] * (callee.n_locals - len(values))
        frame = f"(join, {statement.procedure}, 0, {', '.join(values)})"
        self._put(
            f"join = {self._frame(join)}",
            f"S[{SEALED}] = (None, -1, -1, (), (), *S[{SEED}:{SEALED}], None, 0, *S[{HEADER}:])",
            f"S[{PARKED}] = tuple([({name}, {frame}, -1, ()) for {name} in {seats}])",
        )
        self._go(join)
        self._enter(join)
        self._put(
            f"while S[{PARKED}]:",
            "    if next_seat(S, P): return True",
            f"S[{SEALED}] = None",
        )
        self._back()


def _or_confirmed(statement: b.PickOne | b.ChooseOption) -> str:
    """The source of what makes a single option one that is asked for."""
    if isinstance(statement, b.PickOne):
        return ""
    numbers = tuple(number for number, option in enumerate(statement.options) if option.confirm)
    return f" or (o and o[0] & {(1 << LABEL_BITS) - 1} in {numbers})" if numbers else ""
