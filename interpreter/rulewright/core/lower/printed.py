"""Lowered functions as text, for tests and for the curious: effects, values, look-aheads, and effects in blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import assert_never

from rulewright.core.lower.lookahead import LookAheads
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.printed_expressions import address_text, call_text, candidates_text, expression_text
from rulewright.core.lower.resuming import resumable
from rulewright.core.model import derived as der
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.declared import Aside, ChangesState
from rulewright.core.model.functions import Effect, Summary, Value
from rulewright.core.model.stages import OPENED


def function_lines(lowered: Lowered, entry: str) -> list[str]:
    """Return the lines of all functions an entry's texts became, each with those derived from it.

    They are empty if there is no such entry.
    """
    lines: list[str] = []
    for value in lowered.values():
        if is_of(value.id, entry):
            lines += [*value_lines(value), ""]
    for effect in lowered.effects():
        if is_of(effect.id, entry):
            summary = lowered.summary(effect.number)
            lines += [*effect_lines(effect, summary), ""]
            if summary.guards:
                looks = LookAheads(lowered, f"p{effect.number}")
                looks.of_effect(effect)
                lines += [line for look in looks.found for line in (*look_lines(look), "")]
            if summary.suspends:
                lines += [*block_lines(resumable(lowered, effect.number)), ""]
    return lines[:-1]


def is_of(name: str, entry: str) -> bool:
    """Return whether an effect or a quantity of this name became of a text of an entry."""
    return name == entry or name.startswith((f"{entry}.", f"{entry}, "))


def value_lines(value: Value) -> list[str]:
    """A value and its amount."""
    given = ", ".join(["v0", *(f"v{each.number}" for each in value.parameters)])
    return [f"value{value.number}({given}): {value.id}", f"  {expression_text(value.amount)}"]


def effect_lines(effect: Effect, summary: Summary) -> list[str]:
    """An effect and its operations."""
    given = ", ".join(["v0", *(f"v{each.number}" for each in effect.parameters)])
    known = [word for word, holds in zip(summary._fields, summary, strict=True) if holds]
    about = f" ({', '.join(known)})" if known else ""
    return [f"effect{effect.number}({given}): {effect.id}{about}", *_indented(block_text(effect.body))]


def block_text(block: low.Block) -> Iterator[str]:
    """The lines of a block."""
    for operation in block:
        yield from operation_lines(operation)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def operation_lines(operation: low.Operation) -> Iterator[str]:
    """The lines of one operation."""
    text = expression_text
    match operation:
        case low.Let():
            yield f"v{operation.local.number} = {text(operation.value)}"
        case ChangesState() | Aside():
            yield operation.says.format_map({each.name: _field(operation, each.name) for each in fields(operation)})
        case low.Roll():
            yield f"roll {candidates_text(operation.local, operation.source, operation.where)}"
        case low.Check():
            yield f"check {text(operation.test)}"
        case lv.Call() | lv.CallField():
            yield f"call {call_text(operation)}"
        case low.Leave():
            yield "end game" if operation.whole_game else "leave"
        case low.If():
            yield f"if {text(operation.test)}:"
            yield from _indented(block_text(operation.then))
            if operation.otherwise:
                yield "else:"
                yield from _indented(block_text(operation.otherwise))
        case low.Each():
            yield f"each {candidates_text(operation.local, operation.source, operation.where, operation.order)}:"
            yield from _indented(block_text(operation.body))
        case low.Repeat():
            yield f"repeat {text(operation.times)}:"
            yield from _indented(block_text(operation.body))
        case low.While():
            yield f"while {text(operation.test)}:"
            yield from _indented(block_text(operation.body))
        case low.Ask():
            yield f"ask v{operation.seat.number} at site {operation.site}:"
            for offer in operation.offers:
                yield f"  offer {_offered(offer)}:"
                yield from _indented(_indented(block_text(offer.body)))
        case low.AskEach():
            which = "seats"
            if operation.local is not None and operation.source is not None:
                which = candidates_text(operation.local, operation.source, operation.where)
            given = ", ".join(map(text, operation.arguments))
            yield f"ask each {which}: effect{operation.function}({given})"
        case _:
            assert_never(operation)


def _field(operation: low.Operation, name: str) -> str:
    value = getattr(operation, name)
    if isinstance(value, lv.Address):
        return address_text(value)
    return expression_text(value) if isinstance(value, lv.Expression) else str(value)


def _offered(offer: low.Option) -> str:
    words = [offer.label] if offer.label else []
    if offer.local is not None and offer.source is not None:
        words.append(candidates_text(offer.local, offer.source, offer.where))
    if offer.distinct is not None:
        words.append(f"distinct {expression_text(offer.distinct)}")
    return " ".join([*words, *["confirm"] * offer.confirm, *["where no other is open"] * offer.otherwise])


# ---- What is derived


def look_lines(look: der.LookAhead) -> list[str]:
    """A look-ahead and its steps."""
    return [f"look {_look(look)}:", *_indented(_steps(look.steps))]


def _look(look: der.LookAhead) -> str:
    return f"{look.name}({', '.join(f'v{each.number}' for each in look.parameters)})"


def _steps(steps: der.LookAheadSteps) -> Iterator[str]:
    for step in steps:
        match step:
            case low.Count() | low.Let():
                yield from operation_lines(step)
            case der.Must():
                yield f"must {expression_text(step.check.test)}"
            case der.MustBeAble():
                yield f"must be able {call_text(step.call)}"
            case der.Trial():
                yield "try:"
                yield from _indented(operation_lines(step.operation))
            case der.Foreseen():
                yield "can"
            case der.Then():
                yield f"then {_look(step.after)}"
            case der.Either():
                yield f"if {expression_text(step.test)}:"
                yield from _indented(_steps(step.then))
                yield "else:"
                yield from _indented(_steps(step.otherwise))
            case der.AnyOf():
                yield "any of:"
                for option in step.options:
                    yield f"  {_offered(option.offer) or 'a candidate'}: {_following(option.following)}"
            case _:
                assert_never(step)


def _following(following: der.Following) -> str:
    match following:
        case None:
            return "can"
        case low.Check():
            return f"must {expression_text(following.test)}"
        case lv.Call():
            return f"must be able {call_text(following)}"
        case der.LookAhead():
            return f"then {_look(following)}"
        case _:
            assert_never(following)


def block_lines(resumable: der.Resumable) -> list[str]:
    """An effect in blocks, each with where it continues."""
    lines = [f"effect{resumable.effect.number} in blocks:"]
    for block in resumable.blocks:
        lines.append(f"  {block.number}:")
        lines += [f"    {line}" for part in block.parts for line in _part(part)]
        lines.append(f"    {_end(block.end)}")
    return lines


def _part(part: der.Part) -> Iterator[str]:
    match part:
        case der.Decide():
            free = f", free {', '.join(map(str, part.free))}" if part.free else ""
            yield f"decide site {part.ask.site}, on in {part.resume}, gathered in {part.gather}{free}"
        case der.TakeFree():
            yield f"take a free action, on in {part.gather}"
        case der.AnswerKnown():
            yield f"chosen at site {part.ask.site}"
        case der.Enter():
            yield f"enter {call_text(part.call)}, on in {part.resume}"
        case der.EnterEach():
            yield f"enter each effect{part.ask.function}, on in {part.join}"
        case der.Join():
            yield "join"
        case der.Wait():
            yield f"wait until all have {'answered' if part.stage == OPENED else 'acted'}, on in {part.resume}"
        case der.CountStep():
            yield "count step"
        case _:
            yield from operation_lines(part)


def _end(end: der.End) -> str:
    match end:
        case der.Goto():
            return f"go to {end.block}"
        case der.Fork():
            return f"go to {end.then} if {expression_text(end.test)} else {end.otherwise}"
        case der.ByOption():
            return f"go to {', '.join(map(str, end.blocks))} by option"
        case der.Done():
            return "done"
        case _:
            assert_never(end)
