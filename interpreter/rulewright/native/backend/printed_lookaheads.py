"""Look-aheads as functions that return 1 if something can be done, 0 if it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulewright.core.lower.offered import reads
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.native.backend import sets
from rulewright.native.backend.printed_statements import Straight
from rulewright.native.backend.printed_values import Expressions
from rulewright.native.backend.source import Function, Module, count_looks, get, leaving, number, put

_YES, _NO = leaving(1), leaving(0)


def emit_lookahead(module: Module, look: der.LookAhead) -> None:
    """Emit the function of one look-ahead."""
    parameters = [("$S", "i32"), *((f"$v{each.number}", "i64") for each in look.parameters)]
    function = Function(f"${look.name}", parameters)
    code, looks = Expressions(module, function), module.lowered.cost_model.of_look(look)
    counted = count_looks(function, code.here, number(looks)) if looks else ""
    body = _steps(code, look.steps, copied=False)
    begin = put(function.trial, code.here) if function.trial else ""
    module.functions.append(function.written([begin, counted, body, "(unreachable)"]))


def possible(code: Expressions, following: der.Following) -> str:
    """Return a test of whether what follows can be done, empty if it always can."""
    match following:
        case None:
            return ""
        case low.Check():
            return code.test(following.test)
        case lv.Call():
            return f"(call $can{following.function} {code.here} {code.values(following.arguments)})"
        case der.LookAhead():
            given = " ".join(get(code.name(each)) for each in following.parameters)
            return f"(call ${following.name} {code.here} {given})"
        case _:
            assert_never(following)


def trial_copy(code: Expressions) -> tuple[str, str]:
    """Return (text, local) of a copy of the state in scratch memory, which may be changed."""
    layout, copy = code.module.layout, code.function.local("i32")
    room = sets.taking(code, copy, layout.frames)
    return f"{room} (memory.copy {get(copy)} {code.here} (i32.const {layout.fixed}))", copy


def _steps(code: Expressions, steps: der.LookAheadSteps, *, copied: bool) -> str:
    """Return text of steps, the last of which returns.

    `copied` says that the state is a copy already.
    """
    text = []
    for step in steps:
        match step:
            case low.Count() | low.Let():
                text.append(Straight(code, _YES, _YES).operation(step))
            case der.Must():
                text.append(f"(if (i32.eqz {code.test(step.check.test)}) (then {_NO}))")
            case der.MustBeAble():
                able = code.able(step.call)
                text.append(f"(if (i32.eqz {able}) (then {_NO}))")
            case der.Trial():
                if not copied:
                    made, copy = trial_copy(code)
                    code.function.trial = "$trial"
                    code.function.locals["$trial"] = "i32"
                    text += [made, put("$trial", get(copy))]
                    code, copied = replace(code, state=copy), True
                text.append(Straight(code, _YES, _YES).operation(step.operation))
            case der.Foreseen():
                text.append(_YES)
            case der.Then():
                text.append(put(result := code.function.local("i32"), possible(code, step.after) or "(i32.const 1)"))
                text.append(f"(if {get(result)} (then {_YES})) {_NO}")
            case der.Either():
                then, otherwise = (_steps(code, each, copied=copied) for each in (step.then, step.otherwise))
                text.append(f"(if {code.test(step.test)} (then {then}) (else {otherwise}))")
            case der.AnyOf():
                text.append(_any_of(code, step))
            case _:
                assert_never(step)
    return "\n".join(text)


def _any_of(code: Expressions, choice: der.AnyOf) -> str:
    text = []
    for option in choice.options:
        if option.offer.local is not None:
            text.append(_candidates(code, option))
            continue
        test = possible(code, option.following)
        text.append(f"(if {test} (then {_YES}))" if test else _YES)
        if not test:
            return "\n".join(text)
    return "\n".join([*text, _NO])


def _candidates(code: Expressions, option: der.Possible) -> str:
    """Return text that returns 1 if what follows can be done with one of the candidates.

    Anything that does not depend on the candidate is tested once.
    """
    offer = option.offer
    assert offer.local is not None
    assert offer.source is not None
    item, out = code.function.local(), code.function.label()
    inner = code.naming(offer.local, item, within=code.within)
    following = possible(inner, option.following)
    body = f"(if {following} (then {_YES}))" if following else _YES
    if following and not reads(option.following, offer.local):
        body += f" (br {out})"
    if offer.where is not None:
        body = f"(if {inner.test(offer.where)} (then {body}))"
    before, things = sets.ready(code, offer.source)
    counted = count_looks(code.function, code.here, f"(i64.extend_i32_u {sets.gone_through(code, things)})")
    return f"{before} {counted} (block {out} {sets.each(code, things, item, body)})"
