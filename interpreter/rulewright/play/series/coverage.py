"""Coverage of rules: counts by place, from games and scenarios of one choice of modules or of many.

`covered_game` makes a game that counts; `Coverage` adds up what it has counted, by the identity of the places and not
by their numbers, so builds of several choices of modules add up as well. What it all means is in
`testing/coverage/`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rulewright.core.model.game import Blueprint, Build, Game, read_code
from rulewright.core.model.kinds import PieceOf
from rulewright.core.model.places import CoveredPlace, CoverPlan, Design, PlaceId
from rulewright.core.model.tally import Tally
from rulewright.core.run.build import make_build
from rulewright.core.run.cover import begin_tally

NOTHING_TO_CHOOSE = ("there were no candidates", "", 0)
UNTOLD = ("what it must do cannot all be done", "", 0)
ReasonKey = tuple[str, str, int]
"""A requirement that failed: its text, file and line; no file for one that is not written anywhere."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The places that one run executed (`ran`) and checked (`looked`), and the designs it moved or chose.

    A place is looked at when a decision finds out what can be chosen: a requirement that closes an option is looked at
    and never run. To find the runs that changing a place could affect, take both: `touched`.
    """

    ran: frozenset[PlaceId]
    looked: frozenset[PlaceId]
    designs: frozenset[str]

    @property
    def touched(self) -> frozenset[PlaceId]:
        return self.ran | self.looked


@dataclass(slots=True)
class PlaceCount:
    """The counts of one place: runs and checks.

    For an option also the times it was considered and open, and the reasons why it was closed.
    """

    ran: int = 0
    looked: int = 0
    asked: int = 0
    opened: int = 0
    closed: Counter[ReasonKey] = field(default_factory=Counter)


@dataclass(slots=True)
class DesignCount:
    """The number of times that pieces of a design were moved, moved to where a seat sees them, and chosen."""

    moved: int = 0
    shown: int = 0
    chosen: int = 0


@dataclass(slots=True)
class Coverage:
    """Counts by place and design, summed over every build that was added. Places never reached have no count.

    `choices` are the modules that were on together; `runs` says how many games or scenarios were added. Texts of files
    that are `ignored` are not part of the rules.
    """

    places: dict[PlaceId, CoveredPlace] = field(default_factory=dict)
    counts: dict[PlaceId, PlaceCount] = field(default_factory=dict)
    designs: dict[tuple[str, str], Design] = field(default_factory=dict)
    design_counts: dict[tuple[str, str], DesignCount] = field(default_factory=dict)
    choices: set[tuple[str, ...]] = field(default_factory=set)
    ignored: set[str] = field(default_factory=set)
    runs: int = 0

    def add_plan(self, plan: CoverPlan) -> None:
        """Take note of all places of a build, reached or not."""
        self.choices.add(plan.blueprint.modules)
        for place in plan.places:
            if place.played or place.id not in self.places:
                self.places[place.id] = place
            self.counts.setdefault(place.id, PlaceCount())
        for design in plan.designs:
            key = (design.span.file, design.id)
            self.designs.setdefault(key, design)
            self.design_counts.setdefault(key, DesignCount())

    def add(self, plan: CoverPlan, tally: Tally, runs: int = 1) -> None:
        """Add what a build of a plan has counted in `runs` games or scenarios."""
        self.runs += runs
        for place, ran, looked in zip(plan.places, tally.ran, tally.looked, strict=True):
            if ran or looked:
                count = self.counts[place.id]
                count.ran += ran
                count.looked += looked
        for at, number in tally.asked.items():
            if at in plan.options:
                count = self.counts[plan.places[plan.options[at]].id]
                count.asked += number
                count.opened += tally.opened.get(at, 0)
        for (site, option, reason), number in tally.closed.items():
            if (site, option) in plan.options:
                told = self._reason(plan.blueprint, reason, (site, option))
                self.counts[plan.places[plan.options[site, option]].id].closed[told] += number
        self._add_designs(plan, tally)

    def _add_designs(self, plan: CoverPlan, tally: Tally) -> None:
        files = {design.id: design.span.file for design in plan.designs}
        for piece, moved in enumerate(tally.moved):
            if moved:
                id_ = plan.blueprint.pieces[piece].design
                count = self.design_counts[files[id_], id_]
                count.moved += moved
                count.shown += tally.shown[piece]
        for id_, number in chosen_designs(plan, tally).items():
            self.design_counts[files[id_], id_].chosen += number

    def _reason(self, blueprint: Blueprint, number: int, at: tuple[int, int]) -> ReasonKey:
        if number > 0:
            text, file, line, *_ = blueprint.reasons[number - 1]
            return text, file, line
        return NOTHING_TO_CHOOSE if blueprint.sites[at[0]].domains[at[1]] else UNTOLD


def covered_game(plan: CoverPlan, *, asks_singly: bool = False) -> tuple[Game, Build]:
    """Return (game, build): a game whose plain build is the covered one, and that build."""
    code = compile(plan.source, "<ruleset, covered>", "exec")
    build = make_build(plan.blueprint, code, traced=plan.traced, places=len(plan.places), asks_singly=asks_singly)
    return Game(plan.blueprint, build, asks_singly=asks_singly), build


def begin_covered(build: Build) -> None:
    """Forget what a covered build has counted."""
    assert build.tally is not None
    begin_tally(build.names, build.tally)


def reached_by(plan: CoverPlan, tally: Tally) -> Reached:
    """Return the places and designs that a tally counts."""
    places = plan.places
    asked = (plan.options[at] for at in tally.asked if at in plan.options)
    looked = {*(number for number, count in enumerate(tally.looked) if count), *asked}
    pieces = {plan.blueprint.pieces[piece].design for piece, count in enumerate(tally.moved) if count}
    return Reached(
        frozenset(places[number].id for number, count in enumerate(tally.ran) if count),
        frozenset(places[number].id for number in looked),
        frozenset(pieces) | frozenset(chosen_designs(plan, tally)),
    )


def chosen_designs(plan: CoverPlan, tally: Tally) -> Counter[str]:
    """Count the choices of each design, or of a piece of it."""
    blueprint = plan.blueprint
    found: Counter[str] = Counter()
    kinds = {design.kind for design in plan.designs}
    for (site, code), number in tally.chosen.items():
        if site >= len(blueprint.sites):
            continue
        answer = read_code(blueprint, site, code)
        domain = blueprint.sites[answer.site].domains[answer.option]
        if answer.candidate < 0:
            continue
        if isinstance(domain, PieceOf):
            found[blueprint.pieces[answer.candidate].design] += number
        elif domain in kinds:
            found[blueprint.domains[domain].names[answer.candidate]] += number
    return found
