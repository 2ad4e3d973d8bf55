"""The places at which a game may stop, in words: what may be none, outside, full or 0, why, and how to write it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import Span
from rulewright.core.language.unparse import unparse_expression
from rulewright.core.lower.printed import is_of
from rulewright.core.model import bound_values as bv
from rulewright.core.model import effects as ast
from rulewright.core.model.bound_values import Bound
from rulewright.core.model.ranges import Interval
from rulewright.core.run.atoms import MAX_AHEAD
from rulewright.core.sound.contracts import HandedOver, place_of, type_word
from rulewright.core.sound.open_place import OpenPlace
from rulewright.core.sound.overruns import MOST
from rulewright.core.sound.program_flow import ProgramFlow
from rulewright.core.sound.soundness import flow_begun, flow_of

MAY_BE: Final = "may-be-"
"""The beginning of the codes of such places."""


ENDLESS: Final = "endless"
"""The code of loops that never end, among those of such places."""
BEYOND: Final = "beyond"
"""The code of places at which a game may run into another limit on sizes or time."""
_OVERRUNS: Final = {
    "endless": (
        "no pass of this loop ends it, so it never ends once it has begun",
        "change inside it what its test depends on, or leave with 'stop'",
    ),
    "range": (
        "this range may hold up to {most:,} numbers; the game stops at one of more than 10,000",
        "keep its end lower with `keep_between(...)`, or give the counter a `max`",
    ),
    "set": (
        "this set may hold up to {most:,} numbers; the game stops where more than {limit:,} are kept under a name",
        "ask for the set where it is used, or keep its range shorter with `keep_between(...)`",
    ),
    "looks": (
        "these ranges, one inside the other, may lead to {most:,} looks; between two decisions a game stops after"
        " {limit:,}",
        "keep the ranges shorter, or ask for what is looked for directly",
    ),
    "waiting": (
        "up to {most:,} effects may wait here; the game stops at more than {limit:,}",
        "let one effect wait that repeats what is to be done: `later: repeat N: EFFECT`",
    ),
    "possible": (
        "what is tried here begins with asking this again, and so on; the game stops at `possible` {limit:,} deep",
        "ask for what the effect needs with a test of its own",
    ),
}


class Doubt(NamedTuple):
    """A place at which a game may stop: the code, where it is, what is said of it, and how to write it."""

    code: str
    span: Span
    message: str
    hint: str


def doubts_of(game: BoundGame) -> tuple[Doubt, ...]:
    """The places at which a game may stop, by where they are written."""
    return _sorted_doubts(game, flow_of(game))


def standing_of(game: BoundGame, entry: str) -> tuple[int, tuple[Doubt, ...]]:
    """Return how many places in the texts of an entry are proven never to stop a game, and those that are not."""
    flow = flow_of(game)
    inside = flow.places_in(entry)
    spans = {game.program.limit_spans[each] for each in inside}
    spans |= {given.span for given, place in flow.open_given.items() if is_of(place.within, entry)}
    doubts = tuple(each for each in _sorted_doubts(game, flow) if each.span in spans)
    return len(inside & flow.proven - flow.open.keys()), doubts


FlowKey = tuple[Path, tuple[str, ...]]
"""The folder of a ruleset and the modules of a game."""
Flows = dict[FlowKey, ProgramFlow]
"""Flows of games, for the next one of much the same game."""
_MOST_KEPT = 12


def doubting(game: BoundGame, flows: Flows, key: FlowKey) -> Generator[None, None, tuple[Doubt, ...]]:
    """Return the same and the places beyond limits, found in steps: the caller may stop between two of them.

    What reads the same as in the flow kept under a key is not gone through again, and this flow is kept there.
    """
    flow = flow_begun(game)
    flow.before = flows.get(key)
    yield from flow.steps()
    if len(flows) >= _MOST_KEPT:
        flows.clear()
    flows[key] = flow
    return (*_sorted_doubts(game, flow), *_overruns(game, flow))


def _overruns(game: BoundGame, flow: ProgramFlow) -> Iterator[Doubt]:
    """Yield the places at which a game may run into a limit on sizes or time, those nobody wrote left out."""
    for how, at, most in flow.overruns.values():
        message, hint = _OVERRUNS[how]
        if isinstance(at, int):
            span = game.program.limit_spans[at]
        elif at.origin is not None:
            span = place_of(at, at.origin.text.span)
        else:
            continue
        limit = MOST.get(how, MAX_AHEAD)
        yield Doubt(ENDLESS if how == "endless" else BEYOND, span, message.format(most=most, limit=limit), hint)


def _sorted_doubts(game: BoundGame, flow: ProgramFlow) -> tuple[Doubt, ...]:
    return tuple(sorted(_doubts(game, flow), key=lambda each: (each.span, each.code)))


def _doubts(game: BoundGame, flow: ProgramFlow) -> Iterator[Doubt]:
    about = {number: limit.what for limit, number in game.program.limits.items()}
    for place in flow.open.values():
        message, hint = _SAID[place.how](game, place, about[place.limit])
        yield Doubt(f"{MAY_BE}{place.how}", game.program.limit_spans[place.limit], message, hint)
    for given, place in flow.open_given.items():
        yield Doubt(f"{MAY_BE}{place.how}", given.span, *_handed_over(game, place, given))


def _of_none(game: BoundGame, place: OpenPlace, what: str) -> tuple[str, str]:
    text = _text(place.node)
    reason = place.why or _by_its_form(game, place.node, place.within)
    asked = f"`{text}`" if text else f"the owner of {what}"
    hint = f"test before: `if exists({text}): ...`" if text else "test with `exists(...)` before"
    return (
        f"{asked} may be none: {reason}",
        f"{hint}; in a test: `exists({text or '...'}) and ...`; in a value: `... or else VALUE`",
    )


def _handed_over(game: BoundGame, place: OpenPlace, given: HandedOver) -> tuple[str, str]:
    """Return what is said of a value that is handed over where it may be none, or outside of what is taken."""
    text = _text(place.node)
    asked, taken = f"`{text}`" if text else "what is passed", f"`{given.to}` takes"
    if given.how == "none":
        reason = place.why or _by_its_form(game, place.node, place.within)
        hint = f"test before: `if exists({text or '...'}): ...`; if it may be none, declare it in `{given.to}`: "
        hint += f"`{given.name}: {type_word(given.type)} or none`"
        return f"{asked} may be none, but {taken} an existing one as `{given.name}`: {reason}", hint
    can = _can_be(place.known, place.low, place.high)
    bounds = f"{type_word(given.type)} as `{given.name}`"
    return f"{asked} may be {can}, but {taken} {bounds}", _within(text, place.low, place.high)


def _outside(game: BoundGame, place: OpenPlace, what: str) -> tuple[str, str]:
    text = _text(place.node)
    asked = f"`{text}`" if text else "this"
    if not what:
        return (
            f"{asked} may be beyond the end of the list, which counts from 0" + _so(place.why),
            f"test the length before: `if size(LIST) > {text or 'N'}: ...`, or write `LIST[...] or else VALUE`",
        )
    can, bounds = _can_be(place.known, place.low, place.high), f"is numbered from {place.low} to {place.high}"
    return f"{asked} may be {can}, but {what} {bounds}{_so(place.why)}", _within(text, place.low, place.high)


def _can_be(known: Interval, low: int, high: int) -> str:
    if known.high is not None and known.high > high:
        return f"{known.high}"
    if known.low is not None and known.low < low:
        return f"{known.low}"
    return "any number"


def _within(text: str, low: int, high: int) -> str:
    name = text or "N"
    asked, kept = f"if {name} >= {low} and {name} <= {high}: ...", f"keep_between({name}, {low}, {high})"
    return f"test before: `{asked}`, or write `{kept}` or `... or else VALUE`"


def _full(game: BoundGame, place: OpenPlace, zone: str) -> tuple[str, str]:
    return f"`{zone}` may be full here{_so(place.why)}", f"test before: `if not exists({zone}): ...`"


def _zero(game: BoundGame, place: OpenPlace, what: str) -> tuple[str, str]:
    text = _text(place.node) or "the divisor"
    return (
        f"`{text}` may be 0, a division by 0{_so(place.why)}",
        f"test before: `if {text} != 0: ...`, or write `... / {text} or else VALUE`",
    )


def _so(why: str) -> str:
    return f": {why}" if why else ""


_SAID: Final = {"none": _of_none, "outside": _outside, "full": _full, "zero": _zero}


def _by_its_form(game: BoundGame, node: Bound, within: str) -> str:
    """Return why a value of this form may be none, if nothing else is known."""
    match node:
        case bv.ZoneEnd(zone=zone):
            return (
                (f"nothing before it proves that `{zone.family}` holds anything")
                if zone.family
                else "the zone may be empty"
            )
        case bv.Read(family=family) if family in game.world.families:
            return f"nothing before it proves that `{family}` is set"
        case bv.Quantify():
            return "it may be that none passes"
        case bv.Lookup():
            return "not every component has this field, or the thing itself may be none"
        case bv.Local():
            return f"neither `{within}` nor all of its callers prove that it exists"
        case bv.Op(op="within"):
            return "with fewer seats, nobody sits there"
        case _:
            return "nothing before it proves that it exists"


def _text(node: Bound) -> str:
    """Return what a value was written as, nothing where nobody wrote it."""
    if node.origin is None or isinstance(node.origin.tree, ast.Statement):
        return ""
    return unparse_expression(node.origin.tree)
