"""Binds `pick`, `roll`, `may` and `choose`, decided by a seat or chance, and the streams of chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from zlib import crc32

from rulewright.core.bind.binder import Binder
from rulewright.core.bind.candidates import candidates
from rulewright.core.bind.scope import Scope
from rulewright.core.bind.world import SEAT
from rulewright.core.diagnostics import Span
from rulewright.core.language.requirements import reasons_of
from rulewright.core.model import bound as b
from rulewright.core.model import effects as ast
from rulewright.core.model.bound import BoundBlock, BoundStatement
from rulewright.core.model.effect_names import OTHERWISE
from rulewright.core.model.effects import Block
from rulewright.core.model.kinds import DomainName
from rulewright.core.model.origins import PARTS, Origin
from rulewright.core.model.parts_played import SeveralLocals
from rulewright.core.model.program import Site
from rulewright.core.model.type import NUMBER, Reason

MOST_PARTS = 32
Within = Callable[[Scope, Block], BoundBlock]
"""Binds a block inside a text."""


def pick(binder: Binder, procedure: str, scope: Scope, node: ast.Pick) -> BoundStatement:
    """Bind what the seat, or chance, picks."""
    local, source, where, inner = candidates(binder, scope, node.over, node.verb)
    distinct = binder.bind(inner, node.distinct) if node.distinct is not None else None
    span, (_, written) = scope.span(node.at), binder.stand_for.get(id(node), (node, node))
    name = written.over.variable if isinstance(written, ast.Pick) else node.over.variable
    names, domains, asks = (name,), (source.type.domain,), node.verb == "pick"
    site = place_asked(binder, procedure, scope, names, domains, span, asks=asks)
    scope.names[node.over.variable] = local
    chance = not asks
    if chance and distinct is not None:
        binder.error(scope, "effect-syntax", node.at, "'roll' takes no 'distinct by'")
    counter, key = stream(binder, f"{procedure}: roll {name}", 1) if chance else (0, 0)
    parts = reasons_of(scope.text, node.over.where)
    return b.PickOne(site, scope.me, local, source, where, distinct, chance, span, counter, key, parts)


def picked_into(binder: Binder, node: ast.Pick) -> Block:
    """Return a pick that is named after a counter or marker as two statements: the second one sets it.

    There are none for a pick that gives a name of its own.
    """
    over = node.over
    family = binder.world.families.get(over.variable)
    narrowed = over.where is not None or over.going is not None or node.distinct is not None
    if family is None or family.sort == "zone" or family.per not in ((), (SEAT,)) or narrowed:
        return ()
    one = ast.Name("the one picked", over.at)
    pick = ast.Pick(node.verb, replace(over, variable=one.name), None, node.at)
    return pick, ast.Assign(ast.Name(over.variable, over.at), one, node.at)


def may(binder: Binder, procedure: str, scope: Scope, node: ast.May, within: Within) -> BoundStatement:
    """Bind a choice to do something or not, where `within` binds a block."""
    span = scope.span(node.at)
    yes = b.BoundOption(node.label, None, None, None, None, within(scope, node.body), span)
    no = b.BoundOption("no", None, None, None, None, (), span)
    site = place_asked(binder, procedure, scope, (node.label, "no"), ("", ""), span, (span, span))
    return b.ChooseOption(site, scope.me, (yes, no), scope.new(NUMBER), span)


def choose(binder: Binder, procedure: str, scope: Scope, node: ast.Choose, within: Within) -> BoundStatement:
    """Bind a choice between named options, where `within` binds a block."""
    options: list[b.BoundOption] = []
    if len(node.options) > 63:
        binder.error(scope, "too-many-options", node.at, "a choice has at most 63 named options")
    seen: set[str] = set()
    for option in node.options:
        if option.label in seen:
            binder.error(scope, "duplicate-option", option.at, f"'{option.label}' is already an option of this choice")
        seen.add(option.label)
        span = scope.span(option.at)
        otherwise = option.label == OTHERWISE
        if otherwise and (option is not node.options[-1] or option.over or option.confirm or len(seen) == 1):
            message = f"'{OTHERWISE}' must be the last line: it runs if no other option is open, and is never offered"
            binder.error(scope, "misplaced-otherwise", option.at, message, "or give the option another name")
        local, source, where, inner = None, None, None, scope
        parts: tuple[Reason, ...] = ()
        if option.over is not None:
            local, source, where, inner = candidates(binder, scope, option.over, "choose")
            parts = reasons_of(scope.text, option.over.where)
            if option.also is not None and option.also.variable == option.over.variable:
                message = f"'{option.also.variable}' already names the pick from the first set"
                binder.error(scope, "name-taken", option.also.at, message, "choose another name")
        distinct = binder.bind(inner, option.apart) if option.apart is not None else None
        body = within(inner, option.done)
        each = b.BoundOption(option.label, local, source, where, distinct, body, span, parts, option.confirm, otherwise)
        options.append(each)
    span = scope.span(node.at)
    confirmed = tuple(number for number, option in enumerate(options) if option.confirm)
    labels, domains, spans = offered(options)
    site = place_asked(binder, procedure, scope, labels, domains, span, spans, confirmed=confirmed)
    return b.ChooseOption(site, scope.me, tuple(options), scope.new(NUMBER), span)


def part_chosen(
    binder: Binder, procedure: str, scope: Scope, node: ast.InAnyOrder, options: Sequence[b.BoundOption]
) -> BoundStatement:
    """The choice between the parts that are left."""
    span = scope.span(node.at)
    labels, domains, spans = offered(options)
    site = place_asked(binder, procedure, scope, labels, domains, span, spans)
    ask = b.ChooseOption(site, scope.me, tuple(options), scope.new(NUMBER), span, in_any_order=True)
    return binder.marked(PARTS, scope.text, ask, node, origin=Origin(scope.text, node))


def check_parts(binder: Binder, scope: Scope, node: ast.InAnyOrder) -> None:
    """Report parts that are named alike, are too many, or have what only an option of a `choose` has."""
    if len(node.options) > MOST_PARTS:
        binder.error(scope, "too-many-options", node.at, f"'in any order' has at most {MOST_PARTS} parts")
    seen: set[str] = set()
    for part in node.options:
        if part.label in seen:
            binder.error(scope, "duplicate-option", part.at, f"'{part.label}' is already a part here")
        seen.add(part.label)
        if part.confirm or part.label == OTHERWISE:
            message = "'in any order' runs every part, so 'confirm' and 'otherwise' cannot be used"
            binder.error(scope, "misplaced-otherwise", part.at, message, "remove the word, or use 'choose:'")
        if part.apart is not None:
            message = "a part runs for every member of its set, so 'distinct by' cannot be used"
            binder.error(scope, "effect-syntax", part.at, message, "exclude members with a test: where TEST")


def place_asked(
    binder: Binder,
    procedure: str,
    scope: Scope,
    labels: tuple[str, ...],
    domains: tuple[DomainName, ...],
    span: Span,
    spans: tuple[Span, ...] = (),
    asks: bool = True,
    confirmed: tuple[int, ...] = (),
    several: SeveralLocals | None = None,
) -> int:
    """Add a decision and return its number.

    A decision with `spans` has named options, and one of chance does not ask.
    """
    sites = binder.program.sites
    named = ((name, local) for name, local in scope.names.items() if name.isidentifier())
    known = tuple((name, local) for name, local in named if local.type.kind in ("thing", "number"))
    sites.append(
        Site(
            len(sites), procedure, labels, domains, span, spans or (span,), bool(spans), asks, known, confirmed, several
        )
    )
    return len(sites) - 1


def offered(options: Sequence[b.BoundOption]) -> tuple[tuple[str, ...], tuple[DomainName, ...], tuple[Span, ...]]:
    """The labels of options, the domains of their candidates, and where they are written."""
    domains = (each.source.type.domain if each.source is not None else "" for each in options)
    return tuple(each.label for each in options), tuple(domains), tuple(each.span for each in options)


def stream(binder: Binder, name: str, count: int) -> tuple[int, int]:
    """Return (slot of its first counter, number) of a stream of chance, creating it at the end of the state."""
    streams = binder.program.streams
    if name not in streams:
        streams[name] = binder.slots(count)
    first = re.sub(r"\w+", lambda found: binder.world.first_names.get(found[0], found[0]), name)
    return streams[name], crc32(first.encode())
