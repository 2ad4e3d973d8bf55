"""Text of free actions: which are open to a seat, and whether the decision is possible after one.

A free action that asks nobody is offered only if the decision is still possible; the result of one that asks is
unknown.
"""

from __future__ import annotations

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.offered import FreeAction, free_actions
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.layout import FREE_CODES, LABEL_BITS
from rulewright.native.backend.layout import FRAME_EFFECT, FRAME_LOCALS, FRAME_PARENT
from rulewright.native.backend.offers import append, option_codes
from rulewright.native.backend.printed_lookaheads import emit_lookahead, trial_copy
from rulewright.native.backend.printed_statements import Straight
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.source import (
    GAME_OVER,
    WENT_ON,
    Function,
    Module,
    get,
    leaving,
    number,
    plus,
    put,
    steps_of,
)


def emit_free_actions(module: Module) -> None:
    """Emit `$free<n>` for each free action, which appends the codes open to a seat.

    `$do<n>` carries out an action that asks nobody. `$when<n>` is a `when` that is tested early.
    """
    looks = LookAheads(module.lowered, "free")
    for action in free_actions(module.lowered):
        at, offer = action.number, action.offer
        function = Function(f"$free{at}", [("$S", "i32"), ("$v0", "i64"), ("$o0", "i32")])
        function.locals["$o"] = "i32"
        codes = _open_codes(Expressions(module, function), looks.possible(offer, ()), action)
        module.functions.append(function.written([put("$o", "(local.get $o0)"), codes, "(local.get $o)"]))
        if action.early and action.when is not None:
            module.functions.append(_early(module, at, action.when))
        if action.foreseen:
            module.functions.append(_doing(module, offer, at))
        module.functions.append(_performing(module, action))
    for look in looks.found:
        emit_lookahead(module, look)


def _open_codes(code: Expressions, option: der.Possible, action: FreeAction) -> str:
    """Return text of the open codes, in which `when` comes before the candidates."""
    text = ""
    if action.when is not None and not action.early:
        text = f"(if (i32.eqz {code.test(action.when)}) (then (;leave;)(return (local.get $o))))"
    return f"{text} {option_codes(code, option, action.number, named=True)}"


def _early(module: Module, at: int, when: lv.Expression) -> str:
    function = Function(f"$when{at}", [("$S", "i32"), ("$v0", "i64")])
    return function.written([Expressions(module, function).test(when)])


def _doing(module: Module, offer: low.Option, at: int) -> str:
    function = Function(f"$do{at}", [("$S", "i32"), ("$v0", "i64"), ("$c", "i64")])
    code = Expressions(module, function)
    straight = Straight(code, leaving(WENT_ON), leaving(GAME_OVER))
    lines = [straight.block(offer.body), f"(i32.const {WENT_ON})"]
    if offer.local is not None:
        lines.insert(0, put(code.name(offer.local), f"(i64.shr_s (local.get $c) {number(LABEL_BITS)})"))
    return function.written(lines)


def _performing(module: Module, action: FreeAction) -> str:
    """Return a test of whether a seat is in a procedure of a free action, and in no free action."""
    free = module.lowered.program.free.procedure
    among = "(i32.const 0)"
    for each in action.during:
        among = f"(i32.or (i32.eq (local.get $effect) (i32.const {each})) {among})"
    ours = f"(i64.eq (i64.load offset={FRAME_LOCALS} (local.get $f)) (local.get $seat))"
    return f"""(func $performing{action.number} (param $S i32) (param $f i32) (param $seat i64) (result i32)
(local $effect i32) (local $found i32)
(loop $outwards
  (local.set $effect (i32.load offset={FRAME_EFFECT} (local.get $f)))
  (if (i32.eq (local.get $effect) (i32.const {free})) (then (return (i32.const 0))))
  (if {among} (then (if {ours} (then (local.set $found (i32.const 1))))))
  (local.set $f (i32.load offset={FRAME_PARENT} (local.get $f)))
  (if (local.get $f) (then (local.set $f (i32.add (local.get $S) (local.get $f))) (br $outwards))))
(local.get $found))"""


def free_codes(code: Expressions, decide: der.Decide, given: str) -> str:
    """Return text that appends the free actions which a decision may offer.

    `given` are the arguments of `$gather<site>`.
    """
    actions = free_actions(code.module.lowered)
    seat = get(code.name(decide.ask.seat))
    text = []
    for at in decide.free:
        first, x, site = code.function.local("i32"), code.function.local("i32"), decide.ask.site
        kept = append(f"(i64.add (i64.load {get(x)}) {number(FREE_CODES)})")
        again, ends = code.function.label(), code.function.local("i32")
        if actions[at].foreseen:
            made, copy = trial_copy(code)
            held = code.function.local("i32")
            over = f"(call $do{at} {get(copy)} {seat} (i64.load {get(x)}))"
            open_ = f"(if (result i32) {over} (then (i32.const 1)) (else (call $gather{site} {get(copy)} {given})))"
            still = code.function.local("i32")
            counted = steps_of(code.here, get(copy))
            trial = f"{put(held, '(global.get $scratch)')} {made} {put(still, open_)} {counted}"
            trial += f" (global.set $scratch {get(held)})"
            kept = f"{trial} (if {get(still)} (then {kept}))"
        loop = f"(loop {again} {kept} {put(x, plus(get(x), 8))} (br_if {again} (i32.lt_u {get(x)} {get(ends)})))"
        performing = f"(call $performing{at} {code.here} (local.get $f) {seat})"
        looked = (
            f"{put(first, '(local.get $o)')} {put(ends, f'(call $free{at} {code.here} {seat} (local.get $o))')}"
            f" (if (i32.gt_u {get(ends)} {get(first)}) (then {put(x, get(first))} {loop}))"
        )
        looked = f"(if {performing} (then {looked}))"
        text.append(f"(if (call $when{at} {code.here} {seat}) (then {looked}))" if actions[at].early else looked)
    return f"(if (i32.gt_u (local.get $o) (local.get $o0)) (then {' '.join(text)}))"
