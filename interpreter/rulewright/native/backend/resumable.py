"""Effects that ask, as resumable functions of the state, their frame and the chosen option's code.

The frame holds the block in which such a function continues, and its locals. The function returns that it is done, that
it has left a decision in the state, or that the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.offered import DECIDED, confirmed_options
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS, LEAST_FREE_CODE
from rulewright.core.model.stages import SAFE
from rulewright.core.run.atoms import LOOKS
from rulewright.native.backend import sets
from rulewright.native.backend.layout import (
    AT_FIRST_PARKED,
    AT_FRAME,
    AT_FRAMES_END,
    AT_N_OPTIONS,
    AT_N_PARKED,
    AT_SEALED,
    AT_SEAT,
    AT_SITE,
    ENTRY_FRAMES,
    ENTRY_LENGTH,
    ENTRY_SEAT,
    ENTRY_STAGE,
    FRAME_BLOCK,
    FRAME_EFFECT,
    FRAME_PARENT,
    FRAME_SIZE,
    FrameLayout,
)
from rulewright.native.backend.offers import gathering
from rulewright.native.backend.printed_free_actions import free_codes
from rulewright.native.backend.printed_statements import Straight, asked_seats, run_counted
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.source import (
    GAME_OVER,
    LAID_ASIDE,
    WAITS,
    WENT_ON,
    Function,
    Module,
    count_looks,
    get,
    leaving,
    number,
    plus,
    put,
    small,
)

_DONE = leaving(WENT_ON)


def emit_resumable(module: Module, looks: LookAheads, resumable: der.Resumable) -> None:
    """Emit the function of one effect that asks."""
    effect = resumable.effect
    function = Function(f"$p{effect.number}", [("$S", "i32"), ("$f", "i32"), ("$c", "i64")])
    layout = module.layout.frames_of[effect.number]
    assert layout is not None
    sets_ = {local: layout.locals[local] for local in layout.sets}
    blocks = _Blocks(module, looks, resumable, layout, Expressions(module, function, sets=sets_))
    module.functions.append(function.written([blocks.text()]))


@dataclass(slots=True)
class _Blocks:
    """A writer of the blocks of one effect."""

    module: Module
    looks: LookAheads
    resumable: der.Resumable
    frame: FrameLayout
    code: Expressions
    entered: set[int] = field(default_factory=set)

    def text(self) -> str:
        """Return all blocks, each inside those that come after it, so that control continues to any of these."""
        blocks = self.resumable.blocks
        written = []
        for place, block in enumerate(blocks):
            self.entered.add(block.number)
            following = blocks[place + 1].number if place + 1 < len(blocks) else -1
            counted = run_counted(self.code, self.resumable.effect.number) if block.number == 0 else ""
            written.append("\n".join([counted, *map(self._part, block.parts), self._end(block.end, following)]))
        highest = max(block.number for block in blocks)
        known = {block.number for block in blocks}
        names = " ".join(f"$b{each if each in known else 0}" for each in range(highest + 1))
        text = f"(br_table {names} (local.get $pc))"
        for block, body in zip(blocks, written, strict=True):
            text = f"(block $b{block.number}\n{text})\n{body}"
        self.code.function.locals["$pc"] = "i32"
        return f"{self._restored()}\n(loop $again\n{text})\n(unreachable)"

    # ---- Locals

    def _restored(self) -> str:
        """Read back the locals that are known where the effect continues, or gathers options again."""
        known: dict[int, tuple[lv.Local, ...]] = {0: self.resumable.known}
        known |= {each.gather: each.known for each in self.resumable.suspensions if each.gather >= 0}
        known |= {each.resume: each.known for each in self.resumable.suspensions}
        highest = max(known)
        text = (
            f"(br_table {' '.join(f'$r{each if each in known else 0}' for each in range(highest + 1))} (local.get $pc))"
        )
        for resume, locals_ in sorted(known.items()):
            loads = " ".join(put(self.code.name(each), self._kept(each.number)) for each in locals_)
            text = f"(block $r{resume} {text})\n{loads} (br $restored)"
        block = put("$pc", f"(i32.load offset={FRAME_BLOCK} (local.get $f))")
        return f"{block}\n(block $restored\n{text})"

    def _kept(self, number: int) -> str:
        """Return the value of a local in the frame, or the address of a set."""
        offset = self.frame.locals[number]
        if number in self.frame.sets:
            return f"(i64.extend_i32_u {plus('(local.get $f)', offset)})"
        return f"(i64.load offset={offset} (local.get $f))"

    def _saved(self, resume: int) -> str:
        """Return text that saves the point where the effect continues, and the locals known there."""
        (known,) = {each.known for each in self.resumable.suspensions if each.resume == resume}
        stores = " ".join(
            f"(i64.store offset={self.frame.locals[each.number]} (local.get $f) {get(self.code.name(each))})"
            for each in known
            if each.number not in self.frame.sets
        )
        return f"(i32.store offset={FRAME_BLOCK} (local.get $f) (i32.const {resume})) {stores}"

    # ---- Parts of blocks

    def _part(self, part: der.Part) -> str:
        match part:
            case der.Decide():
                return self._decide(part)
            case der.TakeFree():
                return self._take_free(part)
            case der.AnswerKnown():
                return ""
            case der.Enter():
                return self._enter(part)
            case der.EnterEach():
                return self._enter_each(part)
            case der.Join():
                return self._returned("(call $next_parts (local.get $S) (local.get $f))")
            case der.Wait():
                return self._wait(part)
            case der.CountStep():
                return count_looks(self.code.function, "(local.get $S)", number(LOOKS))
            case _:
                return Straight(self.code, _DONE, leaving(GAME_OVER)).operation(part)

    def _end(self, end: der.End, following: int) -> str:
        match end:
            case der.Goto():
                return self._go(end.block, following)
            case der.Fork():
                test = self.code.test(end.test)
                return f"(if {test} (then {self._go(end.then)})) {self._go(end.otherwise, following)}"
            case der.ByOption():
                names = " ".join(f"$b{each}" for each in end.blocks)
                mask = (1 << LABEL_BITS) - 1
                return f"(br_table {names} (i32.and (i32.wrap_i64 (local.get $c)) (i32.const {mask})))"
            case der.Done():
                return _DONE
            case _:
                assert_never(end)

    def _go(self, block: int, following: int = -1) -> str:
        """Continue in a block: control reaches the one that comes next by itself."""
        if block == following:
            return ""
        if block in self.entered:
            return f"{put('$pc', small(block))} (br $again)"
        return f"(br $b{block})"

    def _returned(self, call: str) -> str:
        """Return text that runs a call which may wait or end the game, and continues once it is done."""
        result = self.code.function.local("i32")
        return f"{put(result, call)} (if {get(result)} (then (;leave;)(return {get(result)})))"

    # ---- Calls

    def _enter(self, enter: der.Enter) -> str:
        code, call = self.code, enter.call
        given = [code.function.local() for _ in call.arguments]
        kept = [put(name, code.value(each)) for name, each in zip(given, call.arguments, strict=True)]
        before = "\n".join([*kept, self._saved(enter.resume)])
        if isinstance(call, lv.Call):
            frame = frame_text(self.module, call.function, self._next(), _HERE, [get(each) for each in given])
            run = f"(call $p{call.function} (local.get $S) {self._next()} (i64.const 0))"
            return "\n".join([before, frame, self._returned(run)])
        cell, kind = code.function.local("i32"), f"(type $enter{len(given)})"
        target = put(cell, code.index(lv.Table(call.table, call.target, call.arguments[0].type)))
        where = f"(local.get $S) {self._next()} {_HERE} {' '.join(map(get, given))}"
        run = f"(call_indirect {kind} {where} {plus(get(cell), self.module.first_enter)})"
        return f"{target}\n(if (i32.ge_s {get(cell)} (i32.const 0)) (then {before}\n{self._returned(run)}))"

    def _next(self) -> str:
        """Return the address of the next frame."""
        return plus("(local.get $f)", self.frame.size)

    def _enter_each(self, enter: der.EnterEach) -> str:
        """Park the parts of all seats that are asked, and keep the state as it is now."""
        module, code, ask = self.module, self.code, enter.ask
        layout, entry = module.layout, code.function.local("i32")
        callee = layout.frames_of[ask.function]
        assert callee is not None
        seat, (before, things) = asked_seats(code, ask)
        before, give_back = sets.lent(code, before)
        inner = code.naming(ask.local, seat, within=code.within) if ask.local is not None else code
        given = [get(seat), *(inner.value(each) for each in ask.arguments)]
        at = plus(get(entry), ENTRY_FRAMES)
        parked = "\n".join([
            f"(i32.store offset={ENTRY_SEAT} {get(entry)} (i32.wrap_i64 {get(seat)}))",
            f"(i32.store offset={ENTRY_LENGTH} {get(entry)} (i32.const {callee.size}))",
            f"(i32.store offset={ENTRY_STAGE} {get(entry)} (i32.const {SAFE}))",
            frame_text(module, ask.function, at, _HERE, given),
            put(entry, plus(get(entry), layout.parked_entry)),
        ])  # fmt: skip
        first = plus("(local.get $S)", layout.parked)
        count = f"(i32.div_u (i32.sub {get(entry)} {first}) (i32.const {layout.parked_entry}))"
        sealed = plus("(local.get $S)", layout.sealed)
        return "\n".join([
            before,
            self._saved(enter.join),
            f"(memory.copy {sealed} (local.get $S) (i32.const {layout.fixed}))",
            f"(i32.store offset={AT_SEALED} (local.get $S) (i32.const 1))",
            put(entry, first),
            sets.each(code, things, seat, parked),
            give_back,
            f"(i32.store offset={AT_FIRST_PARKED} (local.get $S) (i32.const 0))",
            f"(i32.store offset={AT_N_PARKED} (local.get $S) {count})",
        ])  # fmt: skip

    def _wait(self, wait: der.Wait) -> str:
        """Under seal, park this answer with all its frames, to go on with the next seat's."""
        has_to_wait = f"(call $has_to_wait (local.get $S) (i32.const {wait.stage}))"
        laid = f"(call $lay_aside (local.get $S) {_HERE} {self._next()} (i32.const {wait.stage}))"
        return f"(if {has_to_wait} (then {self._saved(wait.resume)} {laid} {leaving(LAID_ASIDE)}))"

    # ---- Decisions

    def _decide(self, decide: der.Decide) -> str:
        code, ask = self.code, decide.ask
        function = code.function
        decision, begin = self.looks.decision(ask, decide.rest), self._begin_gathering(function)
        if decide.free:
            gathered = self._gathered_apart(decision, decide)
        else:
            gathered = gathering(code, decision)
        count, confirmed = function.local("i32"), ""
        option = f"(i32.and (i32.load (local.get $o0)) (i32.const {(1 << LABEL_BITS) - 1}))"
        waits = f"(i32.gt_u {get(count)} (i32.const 1))"
        for each in confirmed_options(ask):
            confirmed = f"(i32.or (i32.eq {option} (i32.const {each})) {confirmed or '(i32.const 0)'})"
        if confirmed:
            waits = f"(i32.or {waits} (i32.and (i32.eq {get(count)} (i32.const 1)) {confirmed}))"
        header = "(local.get $S)"
        asked = "\n".join([
            self._saved(decide.resume),
            f"(i32.store offset={AT_FRAME} {header} {_HERE})",
            f"(i32.store offset={AT_FRAMES_END} {header} {plus(_HERE, self.frame.size)})",
            f"(i32.store offset={AT_SEAT} {header} {code.index(ask.seat)})",
            f"(i32.store offset={AT_SITE} {header} (i32.const {ask.site}))",
            f"(i32.store offset={AT_N_OPTIONS} {header} {get(count)})",
        ])  # fmt: skip
        wait = f"{asked}\n{leaving(WAITS)}"
        counted = put(count, "(i32.shr_u (i32.sub (local.get $o) (local.get $o0)) (i32.const 3))")
        none = f"(if (i32.eqz {get(count)}) (then {_DONE}))"
        if ask.in_any_order:
            return "\n".join([begin, gathered, counted, none, asked, self._next_part(ask)])
        taken = put("$c", "(i64.load (local.get $o0))")
        return "\n".join([begin, gathered, counted, f"(if {waits} (then {wait}))", none, taken])

    def _next_part(self, ask: low.Ask) -> str:
        """Return the code that takes the next part if nobody needs to be asked."""
        info = self.module.blueprint.sites[ask.site].parts
        masks = [sum(1 << each for each in numbers) for numbers in (info if info is not None else ((), ()))]
        part = self.code.function.local("i32")
        given = " ".join(["(local.get $S) (local.get $f)", *map(number, masks)])
        waits = f"(i32.lt_s {get(part)} (i32.const 0))"
        taken = f"(i64.load (i32.add (local.get $o0) (i32.shl {get(part)} (i32.const 3))))"
        return f"{put(part, f'(call $next_part {given})')} (if {waits} (then {leaving(WAITS)})) {put('$c', taken)}"

    def _begin_gathering(self, function: Function) -> str:
        """Let a function append codes to no options yet."""
        function.locals |= {"$o": "i32", "$o0": "i32"}
        return f"{put('$o0', plus('(local.get $S)', self.module.layout.options))} {put('$o', '(local.get $o0)')}"

    def _gathered_apart(self, decision: der.DecisionPoint, decide: der.Decide) -> str:
        """Emit `$gather<site>`, which gathers options in any state, and return text that uses it.

        The function returns the number of bytes appended.
        """
        locals_ = range(self.resumable.effect.n_locals)
        parameters = [("$S", "i32"), ("$f", "i32"), *((f"$v{each}", "i64") for each in locals_)]
        function = Function(f"$gather{decide.ask.site}", parameters)
        begin, code = self._begin_gathering(function), Expressions(self.module, function)
        text = [begin, gathering(code, decision), "(i32.sub (local.get $o) (local.get $o0))"]
        self.module.functions.append(function.written(text))
        given = " ".join(["(local.get $f)", *(get(self.code.function.named(each)) for each in locals_)])
        gathered = f"(call $gather{decide.ask.site} (local.get $S) {given})"
        return f"{put('$o', f'(i32.add (local.get $o0) {gathered})')} {free_codes(self.code, decide, given)}"

    def _take_free(self, take: der.TakeFree) -> str:
        free = self.module.lowered.program.free.procedure
        at = self._next()
        frame = frame_text(self.module, free, at, _HERE, [get(self.code.name(take.seat))], block=DECIDED)
        run = f"(call $p{free} (local.get $S) {at} (i64.sub (local.get $c) (i64.const {FREE_CODES})))"
        body = "\n".join([self._saved(take.gather), frame, self._returned(run), self._go(take.gather)])
        return f"(if (i64.ge_s (local.get $c) (i64.const {LEAST_FREE_CODE})) (then {body}))"


_HERE = "(i32.sub (local.get $f) (local.get $S))"
"""The offset of this frame."""


def frame_text(module: Module, effect: int, at: str, parent: str, given: list[str], *, block: int = 0) -> str:
    """Begin a frame of an effect at an address: the offset it goes back to, and its first locals."""
    layout = module.layout.frames_of[effect]
    assert layout is not None
    header = {
        FRAME_PARENT: parent,
        FRAME_EFFECT: small(effect),
        FRAME_BLOCK: small(block),
        FRAME_SIZE: small(layout.size),
    }
    stores = [f"(i32.store offset={offset} {at} {value})" for offset, value in header.items()]
    for local, (offset, value) in enumerate(zip(layout.locals, given, strict=False)):
        if local in layout.sets:
            size = f"(i32.add (i32.shl (i32.load (i32.wrap_i64 {value})) (i32.const 3)) (i32.const 8))"
            stores.append(f"(memory.copy {plus(at, offset)} (i32.wrap_i64 {value}) {size})")
        else:
            stores.append(f"(i64.store offset={offset} {at} {value})")
    return " ".join(stores)
