"""The author's drawer: everything on the table by the names of its author, the trace of the last action, coverage.

It shows what is hidden, so it is for whoever made the table, on their own machine alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.responses import Response

from rulewright.core.locales.wording import title_in
from rulewright.core.model.events import Changed, Event, Moved
from rulewright.core.model.game import Blueprint
from rulewright.core.model.limits import LimitReached
from rulewright.core.pipeline import RulesetError, build_ruleset
from rulewright.core.run.build import asking_singly, traced_build
from rulewright.core.run.steps import WrongSetup
from rulewright.core.run.watching import InvariantWatch
from rulewright.native.loading import load_game
from rulewright.observe.sight.places import slot_name
from rulewright.observe.sight.view import View, view_of
from rulewright.observe.words.causes import course_told
from rulewright.observe.words.events import sentences
from rulewright.play.series.coverage import Coverage, begin_covered, covered_game
from rulewright.play.session.moments import ONLOOKER, Moment, make_choice
from rulewright.table.serve.author_tools import AuthorTools, CoverageOfRules
from rulewright.table.serve.guests import Guest
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.live import LiveTable

_MOST_GAPS = 40


@dataclass(frozen=True, slots=True)
class Traced:
    """One thing that happened: in words, the effects it happened in, and where the innermost is written."""

    text: str
    course: tuple[str, ...]
    place: str


async def drawer(guest: Guest) -> Response:
    """All of a table for its author."""
    site, place = guest.site, guest.place
    if not site.loopback:
        raise HTTPException(403, "the author's drawer opens only on the machine of the server")
    place.watch.wanted = True
    await site.author.look(place)
    live = place.live
    report = await in_background(_coverage, live, site.tools) if guest.asked.get("coverage") else None
    return guest.shown(
        "drawer.html", watch=place.watch, rows=list(_rows(view_of(live.game, live.state, None))),
        trace=_last_action(live), report=report, gaps=report.gaps[:_MOST_GAPS] if report is not None else (),
        invariants=await in_background(_invariants, live), version=place.mark(site.secret, ONLOOKER),
    )  # fmt: skip


def _rows(view: View) -> Iterator[tuple[str, str]]:
    """Every counter, marker and zone by its author's name, with what it holds."""
    held: list[tuple[str, tuple[str, ...], str]] = []
    for counter, numbers in view.counters.items():
        held += [(counter, names, str(value)) for names, value in numbers.items()]
    for marker, places in view.markers.items():
        held += [(marker, names, value or "none") for names, value in places.items()]
    for zone, zones in view.zones.items():
        held += [(zone, names, ", ".join(each or "-" for each in pieces)) for names, pieces in zones.items()]
    for name, names, value in held:
        yield f"{name}[{', '.join(names)}]" if names else name, value


def _last_action(live: LiveTable) -> list[tuple[Moment, list[Traced]]]:
    """Return (choice, traced events) of the last choices that one seat made in a row, at most 12."""
    found: list[Moment] = []
    for moment in reversed(live.moments):
        if found and moment.seat != found[0].seat:
            break
        found.insert(0, moment)
    return [(moment, list(_traced(live, moment))) for moment in found[-12:]]


def _traced(live: LiveTable, moment: Moment) -> Iterator[Traced]:
    blueprint = live.game.blueprint
    for event in moment.events:
        text = next(iter(sentences(live.game, [event], None)), "") or _plain(blueprint, event)
        course, place = course_told(blueprint, event.course, "en") if isinstance(event, Changed | Moved) else ((), "")
        if text:
            yield Traced(text, course, place)


def _plain(blueprint: Blueprint, event: Event) -> str:
    """Return an event that has no sentence for players in its author's names."""
    match event:
        case Changed(slot, before, after):
            return f"{slot_name(blueprint, slot)}: {before} -> {after}"
        case Moved(piece, source, target):
            return f"{blueprint.pieces[piece].key}: {slot_name(blueprint, source)} -> {slot_name(blueprint, target)}"
        case _:
            return type(event).__name__.lower()


@dataclass(frozen=True, slots=True)
class WatchedInvariant:
    """An invariant of the game at a table: what it says, where it is written, after which choice it was broken."""

    id: str
    title: str
    place: str
    broken_after: int | None


def _invariants(live: LiveTable) -> list[WatchedInvariant]:
    """Return each invariant with the choice after which it was broken in this game.

    Return [] if there are none, or if the files now have other rules.
    """
    choice = live.rules.choice
    try:
        game = load_game(choice.ruleset, modules=choice.modules, variant=choice.variant, watched=True)
    except (RulesetError, WrongSetup):
        return []
    if not game.blueprint.invariants or game.blueprint.digest != live.record.digest:
        return []
    game = asking_singly(game) if live.game.asks_singly else game
    build = traced_build(game)
    watch = InvariantWatch(game, build)
    state = live.begun_by(game, build)
    broken: dict[int, int] = {}
    try:
        broken |= {each.place: 0 for each in watch.look(state, 0)}
        for number, moment in enumerate(list(live.moments), 1):
            make_choice(game, build, state, moment.seat, moment.key)
            broken |= {each.place: number for each in watch.look(state, number)}
    except LimitReached:
        pass  # what was found up to there is shown
    return [
        WatchedInvariant(info.id, title_in(info.title, "en", ""), f"{info.file}:{info.line}", broken.get(place))
        for place, info in enumerate(game.blueprint.invariants)
    ]


def _coverage(live: LiveTable, tools: AuthorTools) -> CoverageOfRules | None:
    """Return the coverage of this game's rules so far, or None if the files now have other rules."""
    built = build_ruleset(live.rules.choice)
    if built.compiled is None or built.compiled.blueprint.digest != live.record.digest:
        return None
    plan = built.cover_plan(traced=True)
    game, build = covered_game(plan, asks_singly=live.game.asks_singly)
    begin_covered(build)
    state = live.begun_by(game, build)
    for moment in list(live.moments):
        make_choice(game, build, state, moment.seat, moment.key)
    coverage = Coverage()
    coverage.add_plan(plan)
    assert build.tally is not None
    coverage.add(plan, build.tally)
    return tools.coverage(built, coverage, "game")
