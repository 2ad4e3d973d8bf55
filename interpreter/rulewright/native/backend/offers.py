"""Gathering what a decision offers: the codes of its open options and candidates, one after another.

`$o` holds where the next code goes, `$o0` where the first is.
"""

from __future__ import annotations

from rulewright.core.lower.offered import holds_some_twice, reads
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model.layout import LABEL_BITS
from rulewright.native.backend import sets
from rulewright.native.backend.printed_lookaheads import possible
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.source import get, number, plus, put


def gathering(code: Expressions, decision: der.DecisionPoint) -> str:
    """Append the codes of all open options."""
    return "\n".join(
        option_codes(code, option, each, decision.ask.named) for each, option in enumerate(decision.options)
    )


def option_codes(code: Expressions, option: der.Possible, at: int, named: bool) -> str:
    """Append the codes of the option of a number, if it is open."""
    if option.offer.local is not None:
        return _candidates(code, option, at if named else None)
    test, body = possible(code, option.following), append(number(at))
    if test:
        body = f"(if {test} (then {body}))"
    return f"(if (i32.eq (local.get $o) (local.get $o0)) (then {body}))" if option.offer.otherwise else body


def append(value: str) -> str:
    """Append a code."""
    return f"(i64.store (local.get $o) {value}) {put('$o', plus('(local.get $o)', 8))}"


def append_if(value: str, test: str) -> str:
    """Return text that appends a code if it passes a test, without a jump.

    Such jumps could not be predicted. A code that fails is overwritten by the next, so there is always room.
    """
    further = f"(select (i32.const 8) (i32.const 0) {test})"
    return f"(i64.store (local.get $o) {value}) {put('$o', f'(i32.add (local.get $o) {further})')}"


def _candidates(code: Expressions, option: der.Possible, at: int | None) -> str:
    """Return text that appends the codes of all open candidates.

    `at` is the number of a named option.
    """
    offer = option.offer
    assert offer.local is not None
    assert offer.source is not None
    function = code.function
    item = function.local()
    inner = code.naming(offer.local, item, within=code.within)
    shown = get(item) if at is None else f"(i64.or (i64.shl {get(item)} {number(LABEL_BITS)}) {number(at)})"
    guard, following, after = possible(inner, option.following), "", ""
    body, before, give_back = append(shown), "", ""
    if offer.distinct is not None:
        before, body = _once(inner, inner.value(offer.distinct), body, offer.source)
    elif guard and not reads(option.following, offer.local):
        following, guard = guard, ""
    where = inner.test(offer.where) if offer.where is not None else ""
    if where and offer.distinct is None and not guard:
        body, where = append_if(shown, where), ""
    for test in (guard, where):
        if test:
            body = f"(if {test} (then {body}))"
    if holds_some_twice(code.module.lowered, offer.source):
        more, body = _once(inner, get(item), body, offer.source)
        before += more
    if following:
        kept = function.local("i32")
        before += put(kept, "(local.get $o)")
        none = f"(if (i32.eqz {following}) (then {put('$o', get(kept))}))"
        after = f"(if (i32.gt_u (local.get $o) {get(kept)}) (then {none}))"
    ready, things = sets.ready(code, offer.source)
    before, give_back = sets.lent(code, f"{ready} {before}")
    return f"{before} {sets.each(code, things, item, body)} {after} {give_back}"


def _once(code: Expressions, key: str, body: str, source: lv.Expression) -> tuple[str, str]:
    """Return (text before the loop, text within) that does something for the first of each key."""
    function = code.function
    seen, end, this = function.local("i32"), function.local("i32"), function.local()
    before = f"{sets.taking(code, seen, 8 * code.module.bounds.of_set(source))} {put(end, get(seen))}"
    new = f"(i64.store {get(end)} {get(this)}) {put(end, plus(get(end), 8))} {body}"
    known = f"(call $is_among {get(seen)} {get(end)} {get(this)})"
    return before, f"{put(this, key)} (if (i32.eqz {known}) (then {new}))"
