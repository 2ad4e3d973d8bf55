"""Effects that ask someone as resumable Python functions.

A resumable function takes (state, frame, code): the frame holds its next block and its locals, the code is the
option chosen. It returns True when it has left a decision in the state, False when it is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.core.backend.offers import gathering_lines
from rulewright.core.backend.printed_free_actions import free_lines, gather_function
from rulewright.core.backend.printed_statements import Straight, asked_seats
from rulewright.core.backend.printed_values import Expressions
from rulewright.core.backend.source import Source, local_name, local_names
from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.offered import DECIDED, confirmed_options
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.functions import Effect
from rulewright.core.model.layout import (
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


def emit_resumable(source: Source, looks: LookAheads, resumable: der.Resumable) -> None:
    """The function of one effect that asks someone."""
    effect = resumable.effect
    kept = {each.resume: frozenset(local.number for local in each.known) for each in resumable.suspensions}
    blocks = _Blocks(source, looks, effect, kept)
    entered: set[int] = set()
    lines = [f"    _, _, pc, {', '.join(local_names(effect.n_locals))} = f"]
    lines += ["    in_course(f)"] * source.traced + ["    while True:"]
    for block in resumable.blocks:
        entered.add(block.number)
        written = [line for part in block.parts for line in blocks.part(part)]
        written += blocks.end(block.end, entered)
        if block.number == 0:
            head = Straight(source, "S", "return False", source.traced)
            head.run_counted(effect.number, 0)
            written = [*head.lines, *written]
        lines.append(f"        if pc == {block.number}:")
        lines += ["            " + line for line in written]
    source.function(f"p{effect.number}", ["f", "c"], lines)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Prints the parts of one effect's blocks."""

    source: Source
    looks: LookAheads
    effect: Effect
    kept: dict[int, frozenset[int]]
    """The locals that a frame keeps where it continues in a block."""

    def part(self, part: der.Part) -> list[str]:
        """The lines of one part of a block."""
        match part:
            case der.Decide():
                return self._decide(part)
            case der.TakeFree():
                return self._take_free(part)
            case der.AnswerKnown():
                return [f"chosen({part.ask.site}, c)"] if self.source.lowered.counted else []
            case der.Enter():
                return [*self._enter(part), *self._back()]
            case der.EnterEach():
                return self._enter_each(part)
            case der.Join():
                opening = [f"S[{SEALED}] = None", *["opened()"] * self.source.traced]
                return [
                    f"while S[{PARKED}]:",
                    f"    if S[{SEALED}] is not None and all_waiting(S):",
                    *[f"        {line}" for line in opening],
                    "    if next_seat(S, P): return True",
                    f"if S[{SEALED}] is not None:",
                    *[f"    {line}" for line in opening],
                    *self._back(),
                ]
            case der.Wait():
                return [f"if has_to_wait(S, {part.stage}): wait({self._frame(part.resume)}, {part.stage})"]
            case der.CountStep():
                return ["count_step(S)"]
            case _:
                straight = Straight(self.source, "S", "return False", self.source.traced)
                straight.operation(part, 0)
                return straight.lines

    def end(self, end: der.End, entered: set[int]) -> list[str]:
        """The lines that continue in another block: control falls through to those further down."""
        match end:
            case der.Goto():
                return [f"pc = {end.block}", *["continue"] * (end.block in entered)]
            case der.Fork():
                return [f"pc = {end.then} if {Expressions(self.source).whole(end.test)} else {end.otherwise}"]
            case der.ByOption():
                return [f"pc = ({', '.join(map(str, end.blocks))},)[c & {(1 << LABEL_BITS) - 1}]"]
            case der.Done():
                return ["return False"]
            case _:
                assert_never(end)

    def _back(self) -> list[str]:
        """Return the lines after a call that give what happens back to this effect, in a traced program."""
        return ["in_course(f)"] * self.source.traced

    def _frame(self, resume: int) -> str:
        names = (each if n in self.kept[resume] else "0" for n, each in enumerate(local_names(self.effect.n_locals)))
        return f"(f[0], {self.effect.number}, {resume}, {', '.join(names)})"

    # ---- Calls

    def _enter(self, enter: der.Enter) -> list[str]:
        expressions, call = Expressions(self.source), enter.call
        values = expressions.all(call.arguments)
        if isinstance(call, lv.Call):
            frame = self._callee_frame(self._frame(enter.resume), call.function, values)
            return [f"if p{call.function}(S, {frame}, 0): return True"]
        name, given = self.source.temporary(), ", ".join(values)
        return [
            f"{name} = T{call.table}[{expressions.looked_at(call.target)}]",
            f"if {name} >= 0:",
            f"    if PAD[{name}] is None: P[{name}](S, {given})",
            f"    elif P[{name}](S, ({self._frame(enter.resume)}, {name}, 0, {given}) + PAD[{name}], 0): return True",
        ]

    def _callee_frame(self, parent: str, number: int, values: list[str]) -> str:
        callee = self.source.lowered.effect(number)
        padded = [*values, *["0"] * (callee.n_locals - len(values))]
        return f"({parent}, {number}, 0, {', '.join(padded)})"

    def _enter_each(self, enter: der.EnterEach) -> list[str]:
        expressions, ask = Expressions(self.source), enter.ask
        name, seats = asked_seats(expressions, ask)
        frame = self._callee_frame("join", ask.function, [name, *expressions.all(ask.arguments)])
        return [
            f"join = {self._frame(enter.join)}",
            f"S[{SEALED}] = (None, -1, -1, (), (), *S[{SEED}:{SEALED}], None, 0, *S[{HEADER}:])",
            f"S[{PARKED}] = tuple([({name}, {frame}, -1, ()) for {name} in {seats}])",
            *["sealed()"] * self.source.traced,
        ]

    # ---- Decisions

    def _decide(self, decide: der.Decide) -> list[str]:
        source, ask = self.source, decide.ask
        seat, site, counted = local_name(ask.seat), ask.site, source.lowered.counted
        gathered = ["o = []", *gathering_lines(source, self.looks.decision(ask, decide.rest))]
        if decide.free:
            found = gather_function(source, site, self.effect.n_locals, gathered)
            gathered = [f"o = {found}", *free_lines(source, decide, self.effect.n_locals)]
        lines = [f"mark = begin_look(S, {seat})"] * source.traced + ["looking(1)"] * counted + gathered
        lines += [f"offered(S, {self._frame(decide.resume)}, {site}, {seat}, o)"] * counted
        lines += ["end_look(mark)"] * source.traced + ["looking(0)"] * counted
        waits = f"len(o) > 1{_or_confirmed(ask)} or (o and {_asked_singly(ask)})"
        if ask.in_any_order:
            found = f"c := next_part(S, {self._frame(decide.resume)}, {site}, {seat}, o, P)"
            waits = f"o and (({found}) is None or (len(o) == 1 and {_asked_singly(ask)}))"
        lines += [
            f"if {waits}:",
            f"    S[{FRAME}] = {self._frame(decide.resume)}",
            f"    S[{SEAT}] = {seat}; S[{SITE}] = {site}; S[{OPTIONS}] = tuple(o)",
            "    return True",
            "if not o: return False",
            *["c = o[0]"] * (not ask.in_any_order),
        ]
        return lines + [f"settled(S, {site}, {seat}, c)"] * source.traced

    def _take_free(self, take: der.TakeFree) -> list[str]:
        number = self.source.lowered.program.free.procedure
        free = self.source.lowered.effect(number)
        values = ", ".join([local_name(take.seat), *["0"] * (free.n_locals - 1)])
        return [
            f"if c >= {LEAST_FREE_CODE}:",
            f"    f = ({self._frame(take.gather)}, {number}, {DECIDED}, {values})",
            f"    if p{number}(S, f, c - {FREE_CODES}): return True",
            "    f = f[0]",
            *["    in_course(f)"] * self.source.traced,
            f"    pc = {take.gather}",
            "    continue",
        ]


def _asked_singly(ask: low.Ask) -> str:
    """Return the source of a test whether a build asks for a single option of a decision.

    A single `otherwise` is never asked for.
    """
    last = len(ask.offers) - 1
    alone = f" and o[0] & {(1 << LABEL_BITS) - 1} != {last}" if ask.named and ask.offers[last].otherwise else ""
    return f"{ask.site} in ASKED_SINGLY{alone}"


def _or_confirmed(ask: low.Ask) -> str:
    """The source of what makes a single option one that is asked for."""
    numbers = confirmed_options(ask)
    return f" or (o and o[0] & {(1 << LABEL_BITS) - 1} in {numbers})" if numbers else ""
