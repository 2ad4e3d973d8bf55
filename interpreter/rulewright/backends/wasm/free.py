"""Free actions: which are open to a seat, and whether the decision that waits can still be made after one of them.

A free action that asks nothing is offered only where that is so; what one that asks leaves cannot be foreseen.
"""

from __future__ import annotations

from rulewright.backends.wasm.expressions import Expressions
from rulewright.backends.wasm.layout import FRAME_EFFECT, FRAME_LOCALS, FRAME_PARENT
from rulewright.backends.wasm.lookahead import emit_lookahead, trial_copy
from rulewright.backends.wasm.offers import append, option_codes
from rulewright.backends.wasm.source import (
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
from rulewright.backends.wasm.statements import Straight
from rulewright.lower.lookahead import LookAheads
from rulewright.lower.offered import free_offers
from rulewright.lower.summary import suspends
from rulewright.model import derived as der
from rulewright.model import lowered as low
from rulewright.model.layout import FREE_CODES, LABEL_BITS


def emit_free_actions(module: Module) -> None:
    """For each free action `$free<n>`, which appends the codes open to a seat, and `$do<n>` where it asks nothing."""
    lowered = module.lowered
    looks = LookAheads(lowered, "free")
    for at, offer in enumerate(free_offers(lowered)):
        function = Function(f"$free{at}", [("$S", "i32"), ("$v0", "i64"), ("$o0", "i32")])
        function.locals["$o"] = "i32"
        codes = _open_codes(Expressions(module, function), looks.possible(offer, ()), at)
        module.functions.append(function.written([put("$o", "(local.get $o0)"), codes, "(local.get $o)"]))
        if not suspends(lowered, offer.body):
            module.functions.append(_doing(module, offer, at))
        module.functions.append(_performing(module, at))
    for look in looks.found:
        emit_lookahead(module, look)


def _open_codes(code: Expressions, option: der.Possible, at: int) -> str:
    """The test that such an action begins with comes first: most often it fails."""
    body = option.offer.body
    first, text = body[0] if body else None, ""
    if isinstance(first, low.Check) and first.purse is None:
        text = f"(if (i32.eqz {code.test(first.test)}) (then (;leave;)(return (local.get $o))))"
    return f"{text} {option_codes(code, option, at, named=True)}"


def _doing(module: Module, offer: low.Option, at: int) -> str:
    function = Function(f"$do{at}", [("$S", "i32"), ("$v0", "i64"), ("$c", "i64")])
    code = Expressions(module, function)
    straight = Straight(code, leaving(WENT_ON), leaving(GAME_OVER))
    lines = [straight.block(offer.body), f"(i32.const {WENT_ON})"]
    if offer.local is not None:
        lines.insert(0, put(code.name(offer.local), f"(i64.shr_s (local.get $c) {number(LABEL_BITS)})"))
    return function.written(lines)


def _performing(module: Module, at: int) -> str:
    """Whether a seat is in the course of one of the procedures of a free action, while no free action is under way."""
    free = module.lowered.program.free
    among = "(i32.const 0)"
    for each in sorted(free.during[at]):
        among = f"(i32.or (i32.eq (local.get $effect) (i32.const {each})) {among})"
    ours = f"(i64.eq (i64.load offset={FRAME_LOCALS} (local.get $f)) (local.get $seat))"
    return f"""(func $performing{at} (param $S i32) (param $f i32) (param $seat i64) (result i32)
(local $effect i32) (local $found i32)
(loop $outwards
  (local.set $effect (i32.load offset={FRAME_EFFECT} (local.get $f)))
  (if (i32.eq (local.get $effect) (i32.const {free.procedure})) (then (return (i32.const 0))))
  (if {among} (then (if {ours} (then (local.set $found (i32.const 1))))))
  (local.set $f (i32.load offset={FRAME_PARENT} (local.get $f)))
  (if (local.get $f) (then (local.set $f (i32.add (local.get $S) (local.get $f))) (br $outwards))))
(local.get $found))"""


def free_codes(code: Expressions, decide: der.Decide, given: str) -> str:
    """Append to a decision's options the free actions it may offer; `$gather<site>` is called with what is given."""
    lowered = code.module.lowered
    offers = free_offers(lowered)
    seat = get(code.name(decide.ask.seat))
    text = []
    for at in decide.free:
        first, x, site = code.function.local("i32"), code.function.local("i32"), decide.ask.site
        kept = append(f"(i64.add (i64.load {get(x)}) {number(FREE_CODES)})")
        again, ends = code.function.label(), code.function.local("i32")
        if not suspends(lowered, offers[at].body):
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
        text.append(
            f"{put(first, '(local.get $o)')} {put(ends, f'(call $free{at} {code.here} {seat} (local.get $o))')}"
            f" (if (i32.gt_u {get(ends)} {get(first)}) (then (if {performing} (then {put(x, get(first))} {loop}))))"
        )
    return f"(if (i32.gt_u (local.get $o) (local.get $o0)) (then {' '.join(text)}))"
