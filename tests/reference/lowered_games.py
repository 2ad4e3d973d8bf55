"""Random lowered programs in the place of a small game's own, played by both back ends; a difference made small.

Programs are not written as rules: all that back ends print comes up, in ways that no author would think of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulewright.core.backend.module import emit_module
from rulewright.core.bind.world import World
from rulewright.core.compile.frames import frames_of, procedure_info
from rulewright.core.lower.foresight import MOST_PLACES, foresight
from rulewright.core.lower.lowering import Lowered
from rulewright.core.lower.printed import effect_lines, value_lines
from rulewright.core.lower.refusal import NotNative
from rulewright.core.lower.summary import ends, guards, picks_sets, suspends
from rulewright.core.lower.walk import operations_in
from rulewright.core.model import lowered_values as lv
from rulewright.core.model import operations as low
from rulewright.core.model.game import Blueprint, Game, SiteInfo
from rulewright.core.model.program import Site
from rulewright.core.model.type import TRUTH
from rulewright.core.run.build import make_build
from tests.reference.evaluator import Evaluator
from tests.reference.games import build_small
from tests.reference.lockstep import Pair, parting
from tests.reference.native import native_of
from tests.reference.parts import parts_of
from tests.reference.random_lowered import HERE, Texts, random_texts
from tests.reference.random_lowered_values import Palette

_WORLD = Path(__file__).with_name("lowered_world.yaml").read_text(encoding="utf-8")
_FAR = "  - {id: far, min: 0, max: 999999999999999}\n"
GAMES = 3
MOST_DECISIONS = 60
MOST_TRIED = 400


@dataclass(frozen=True, slots=True)
class Host:
    """A game whose texts can be replaced, and what its own read and call."""

    lowered: Lowered
    blueprint: Blueprint
    palette: Palette
    world: World


@cache
def host(*, wide: bool) -> Host:
    """The game; `wide` where a counter needs more than 32 bits."""
    compiled = build_small(_WORLD if wide else _WORLD.replace(_FAR, _FAR.replace("999999999999999", "40000"))).compiled
    assert compiled is not None
    (palette,) = (each.number for each in compiled.program.procedures if each.id == "palette")
    return Host(
        compiled.lowered, compiled.blueprint, Palette.of(compiled.lowered.effect(palette).body), compiled.bound.world
    )


def written(seed: int) -> tuple[Host, Texts]:
    """The random program of a seed."""
    host_ = host(wide=seed % 3 == 0)
    return host_, random_texts(host_.lowered, host_.palette, seed)


def lowered_of(host_: Host, texts: Texts) -> Lowered:
    """The host's program with these texts in place of its own."""
    program = host_.lowered.program.copy()
    lowered = Lowered(program)
    for quantity in program.quantities:
        value = host_.lowered.value(quantity.number)
        amount = texts.values.get(quantity.number, value.amount)
        lowered._values[quantity.number] = replace(value, amount=amount, bare=amount)
    for number in sorted(range(len(program.procedures)), key=lambda each: (each == 0, -1 * (each >= _ACTS), each)):
        effect, procedure = host_.lowered.effect(number), program.procedures[number]
        body, n_locals = texts.effects.get(number, (effect.body, effect.n_locals))
        lowered._effects[number] = replace(effect, body=body, n_locals=n_locals)
        program.procedures[number] = replace(
            procedure, n_locals=n_locals, pauses=suspends(lowered, body), needs=guards(lowered, body),
            ends_game=ends(lowered, body), picks_sets=picks_sets(lowered, body),
        )  # fmt: skip
        program.procedures[number].foresees = foresight(lowered, body).from_start
    program.sites = list(_sites(lowered))
    return lowered


_ACTS = 8
"""The effects of components come after those of the game, which call them."""


def _sites(lowered: Lowered) -> Iterator[Site]:
    """All decisions, by number; a number that none has is that of another."""
    asks = {
        each.site: (number, each)
        for number in range(len(lowered.program.procedures))
        for each in operations_in(lowered.effect(number).body)
        if isinstance(each, low.Ask)
    }
    for site in range(max(asks, default=-1) + 1):
        number, ask = asks.get(site, (0, None))
        offers = ask.offers if ask is not None else ()
        labels = tuple(each.label for each in offers)
        domains = tuple(each.local.type.domain if each.local is not None else "" for each in offers)
        named = ask is not None and ask.named
        yield Site(site, lowered.program.procedures[number].id, labels, domains, HERE, (HERE,) * len(offers), named)


def pair_of_texts(host_: Host, texts: Texts) -> Pair:
    """The game of these texts in both back ends. Raises NotNative."""
    lowered = lowered_of(host_, texts)
    program = lowered.program
    sites = tuple(SiteInfo(each.procedure, each.labels, each.domains, each.named, ()) for each in program.sites)
    procedures = tuple(map(procedure_info, program.procedures))
    frames = frames_of(host_.world, lowered)
    blueprint = replace(host_.blueprint, sites=sites, procedures=procedures, frames=frames)
    source = emit_module(lowered, blueprint.max_seats, traced=False)
    game = Game(blueprint, make_build(blueprint, compile(source, "<random>", "exec")))
    return Pair(
        game, native_of(lowered, blueprint), Evaluator(program, blueprint.piece_zone, parts=parts_of(blueprint))
    )


def difference(host_: Host, texts: Texts) -> str:
    """Where the two back ends part in some games, empty where they agree or the program cannot be played natively."""
    lowered = lowered_of(host_, texts)
    effects = [lowered.effect(number).body for number in range(len(lowered.program.procedures))]
    if any(foresight(lowered, body).furthest > MOST_PLACES for body in effects):
        return ""
    try:
        pair = pair_of_texts(host_, texts)
    except NotNative:
        return ""
    found = (parting(pair, seed, MOST_DECISIONS) for seed in range(GAMES))
    return next((each for each in found if each), "")


# ---- Made small


def smallest(host_: Host, texts: Texts) -> Texts:
    """The same program with all left out that the difference does not need, as far as so many tries go."""
    tries = MOST_TRIED
    again = True
    while again:
        again = False
        for smaller in _smaller(texts):
            tries -= 1
            if tries < 0:
                return texts
            if _still_differs(host_, smaller):
                texts, again = smaller, True
                break
    return texts


def _still_differs(host_: Host, texts: Texts) -> bool:
    try:
        return bool(difference(host_, texts))
    except (UnboundLocalError, NameError):
        return False


def _smaller(texts: Texts) -> Iterator[Texts]:
    if any(not isinstance(amount, lv.Const) for amount in texts.values.values()):
        yield Texts(texts.effects, {number: lv.Const(1, each.type) for number, each in texts.values.items()})
    for number, (body, n_locals) in texts.effects.items():
        if body:
            yield Texts({**texts.effects, number: ((), n_locals)}, texts.values)
    for number, (body, n_locals) in texts.effects.items():
        for block in _smaller_blocks(body):
            yield Texts({**texts.effects, number: (block, n_locals)}, texts.values)
    for number, amount in texts.values.items():
        if not isinstance(amount, lv.Const):
            yield Texts(texts.effects, {**texts.values, number: lv.Const(1, amount.type)})


def _smaller_blocks(block: low.Block) -> Iterator[low.Block]:
    for at, operation in enumerate(block):
        yield (*block[:at], *block[at + 1 :])
        for inner in _smaller_operations(operation):
            yield (*block[:at], *inner, *block[at + 1 :])


def _smaller_operations(operation: low.Operation) -> Iterator[low.Block]:
    match operation:
        case low.If():
            yield operation.then
            yield operation.otherwise
            yield from ((replace(operation, then=each),) for each in _smaller_blocks(operation.then))
            yield from ((replace(operation, otherwise=each),) for each in _smaller_blocks(operation.otherwise))
        case low.Each() | low.Repeat() | low.While():
            yield from ((replace(operation, body=each),) for each in _smaller_blocks(operation.body))
        case low.Ask():
            for at, offer in enumerate(operation.offers):
                before, after = operation.offers[:at], operation.offers[at + 1 :]
                if before or after:
                    yield (replace(operation, offers=(*before, *after)),)
                for each in _smaller_offers(offer):
                    yield (replace(operation, offers=(*before, each, *after)),)
        case low.Let(value=value) if not isinstance(value, lv.Const):
            yield (replace(operation, value=lv.Const(0, value.type)),)
        case _:
            pass
    if isinstance(operation, low.Each | low.Roll | low.AskEach) and operation.where is not None:
        yield (replace(operation, where=None),)
    if isinstance(operation, low.Each) and operation.order:
        yield (replace(operation, order=()),)
    if isinstance(operation, low.If | low.Check) and not isinstance(operation.test, lv.Const):
        yield from ((replace(operation, test=lv.Const(each, TRUTH)),) for each in (0, 1))


def _smaller_offers(offer: low.Option) -> Iterator[low.Option]:
    yield from (replace(offer, body=each) for each in _smaller_blocks(offer.body))
    if offer.where is not None:
        yield replace(offer, where=None)
    if offer.distinct is not None:
        yield replace(offer, distinct=None)


def program_text(host_: Host, texts: Texts) -> str:
    """A program as lowered text, without what does nothing or is the same always."""
    lowered = lowered_of(host_, texts)
    told = (number for number, amount in texts.values.items() if not isinstance(amount, lv.Const))
    lines = [line for number in told for line in value_lines(lowered.value(number))]
    for number, (body, _) in texts.effects.items():
        lines += effect_lines(lowered.effect(number), lowered.summary(number)) if body else []
    return "\n".join(lines)
