"""Looks for what breaks the invariants of a game, and says of each what is known: one verdict each.

First what the rules can do at all (`induction.py`), then all positions of a table, as far as time and memory go; where
they do not go far enough, many random games, and the positions of a few of them. What is broken becomes a scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

from rulewright.author.proving.circles import circles
from rulewright.author.proving.counterexample import ScenarioTable, counterexample
from rulewright.author.proving.graph import graph_of, longest_way, steps_through, stuck_in
from rulewright.author.proving.induction import by_induction
from rulewright.author.proving.keeping import NotKept, keep, take_up
from rulewright.author.proving.plans import ProofPlan as ProofPlan
from rulewright.author.proving.positions import are_alike, host_of, watched
from rulewright.author.proving.seeking import Seeker
from rulewright.author.proving.traces import (
    BrokenTrace,
    GameTrace,
    TraceChoices,
    choices_of,
    played,
    shortest,
    trace_of_game,
    untestable,
    with_a_seed,
)
from rulewright.author.proving.verdicts import InvariantVerdict, Searched, VerdictKind
from rulewright.author.proving.watched_games import GameSearch
from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.game import Blueprint, read_code
from rulewright.core.model.invariants import POSSIBLE, TIMED, InvariantInfo
from rulewright.core.model.limits import LimitReached
from rulewright.core.run.steps import unstarted
from rulewright.core.run.watching import things
from rulewright.native.backend.sandbox import NoEngine, Trapped
from rulewright.native.inside.explorer import Exploration, Explorer, SearchBounds, WayStep
from rulewright.native.inside.host import Host
from rulewright.observe.naming import thing_name
from rulewright.play.series.simulate import Series, SeriesReport

_MOST_GRAPHED: Final = 1_500_000
"""How many positions a graph may have: what is asked of it is worked out in Python."""
_STATES_OF_A_SEED: Final = 200_000
_TRIED_FIRST: Final = 8
_FOR_ALL, _FOR_GAMES, _FOR_CIRCLES, _FOR_NEAREST = 0.5, 0.35, 0.05, 0.1
"""The parts of the time for all positions, for games, for play in a circle, for what is nearest to breaking it."""


@dataclass(slots=True)
class InvariantProof:
    """The verdicts on a game, in the order of its invariants."""

    blueprint: Blueprint
    verdicts: list[InvariantVerdict] = field(default_factory=list)
    refusal: str = ""
    seconds: float = 0.0

    @property
    def broken(self) -> list[InvariantVerdict]:
        return [each for each in self.verdicts if each.is_broken]


def prove(plan: ProofPlan, table: ScenarioTable, progress: Callable[[str], None] | None = None) -> InvariantProof:
    """Return what is known of each invariant of a game. `progress` receives a message now and then.

    Raises WrongSetup, RulesetError.
    """
    begin = monotonic()
    prover = _Prover(plan, table, progress or (lambda _: None))
    proof = prover.proof()
    proof.seconds = monotonic() - begin
    return proof


class _Prover:
    """One run: what is found is kept by the places of the invariants."""

    def __init__(self, plan: ProofPlan, table: ScenarioTable, progress: Callable[[str], None]) -> None:
        self.plan, self.table, self.progress = plan, table, progress
        self.built = watched(plan.choice)
        self.game = self.built.game()
        self.infos = self.game.blueprint.invariants
        wanted = [
            place
            for place, info in enumerate(self.infos)
            if (not plan.only or info.id in plan.only) and info.id not in plan.without
        ]
        self.open = dict.fromkeys(wanted)
        self.verdicts: dict[int, InvariantVerdict] = {}
        self.refusal = ""

    def proof(self) -> InvariantProof:
        compiled = self.built.compiled
        assert compiled is not None
        table = unstarted(self.game, seats=self.plan.seats, seed=0, settings=self.plan.settings)
        for place, reason in by_induction(compiled, self.game, table, tuple(self.open)).items():
            at_table = Searched(seats=self.plan.seats)
            self._say(InvariantVerdict(self.infos[place], "by_induction", at_table, reason), place)
        host = self._host()
        self._leave_out_untestable()
        found = self._everywhere(host) if host is not None and self.open else None
        if self.open:
            self._by_games(host, found)
        verdicts = [self.verdicts[place] for place in sorted(self.verdicts)]
        return InvariantProof(self.game.blueprint, verdicts, self.refusal)

    def _say(self, verdict: InvariantVerdict, place: int) -> None:
        self.verdicts[place] = verdict
        self.open.pop(place, None)

    def _host(self) -> Host | None:
        """Return the host that explores positions, or None if the game has no native form here."""
        try:
            return host_of(self.built)
        except (NotNative, NoEngine) as refusal:
            self.refusal = str(refusal)
            return None

    def _leave_out_untestable(self) -> None:
        """Invariants whose test runs into a limit by itself in one of a few random games are not looked at."""
        plan = self.plan
        series = Series(_TRIED_FIRST, plan.seats, plan.seed, ("random",), plan.settings)
        number = 0
        while number < _TRIED_FIRST and self.open:
            found = untestable(self.game, trace_of_game(self.game, series, number, 1000), tuple(self.open))
            if found is None:
                number += 1
            else:
                at_table = Searched(seats=plan.seats)
                self._say(InvariantVerdict(self.infos[found.place], "not_watched", at_table, str(found)), found.place)

    # ---- All positions

    def _everywhere(self, host: Host) -> Exploration | None:
        explorer = self._explorer(host)
        found = explorer.found
        looked = Searched(found.states, 0, found.depth, self.plan.seats)
        for place, way in found.broken.items():
            if place in self.open:
                self._broken_by(host, explorer, looked, place, way)
        if found.limits:
            for place in [each for each in self.open if self.infos[each].sort == "no_dead_end"]:
                self._broken_by(host, explorer, looked, place, found.limits[0])
        whole = not found.stopped_by and not found.cut
        for place in tuple(self.open):
            info = self.infos[place]
            missing = self._missing(place, found.reached.get(place, ()), found.used)
            if info.sort in POSSIBLE:
                if not missing:
                    self._say(InvariantVerdict(info, "everywhere", looked), place)
                elif whole:
                    reason = f"never in any of {found.states:,} states: {', '.join(missing[:12])}"
                    self._say(InvariantVerdict(info, "broken", looked, reason, missing), place)
            elif whole and info.sort not in ("ends", "no_dead_end"):
                self._say(InvariantVerdict(info, "everywhere", looked), place)
        if whole and found.edges and any(self.infos[each].sort in ("ends", "no_dead_end") for each in self.open):
            self._of_the_graph(host, explorer, found, looked)
        return found

    def _explorer(self, host: Host) -> Explorer:
        """Return the explorer of all positions, with their graph if it is needed and not too large."""
        plan, alike = self.plan, are_alike(self.built)
        whole = plan.part(_FOR_ALL)
        if any(self.infos[place].sort in ("ends", "no_dead_end") for place in self.open):
            bounds = replace(plan.part(_FOR_ALL / 2), states=min(plan.bounds.states, _MOST_GRAPHED))
            explorer = Explorer(host, seats=plan.seats, settings=plan.settings, edges=True, alike=alike)
            try:
                found = self._kept_run(explorer, bounds)
                if found.stopped_by != "states" or bounds.states == plan.bounds.states:
                    return explorer
                if plan.keep is not None:
                    plan.keep.unlink(missing_ok=True)
            except NotKept:
                pass  # what is kept may be what was gone through without a graph
        explorer = Explorer(host, seats=plan.seats, settings=plan.settings, alike=alike)
        self._kept_run(explorer, whole)
        return explorer

    def _kept_run(self, explorer: Explorer, bounds: SearchBounds) -> Exploration:
        """Go through positions, on from where the file that keeps them was left. Raises NotKept."""
        plan, blueprint = self.plan, self.game.blueprint
        if plan.keep is None:
            return explorer.run(bounds, self._progress)
        if plan.keep.exists():
            take_up(plan.keep, explorer, blueprint, plan.settings)
        try:
            return explorer.run(bounds, self._progress)
        finally:
            if explorer.waiting:
                keep(plan.keep, explorer, blueprint, plan.settings)

    def _progress(self, states: int, depth: int) -> None:
        self.progress(f"{states:,} states, depth {depth}")

    def _missing(self, place: int, reached: Collection[int], used: Collection[tuple[int, int]]) -> tuple[str, ...]:
        """Return what an invariant says can happen and no game has shown: things, or options by their sites."""
        info, blueprint = self.infos[place], self.game.blueprint
        if info.sort == "reachable":
            return self._unreached(info, reached)
        if info.sort == "every_option":
            sites = [site for site in enumerate(blueprint.sites) if not site[1].chance]
            return tuple(
                f"{site.procedure}: {label}"
                for number, site in sites
                for option, label in site.choosable()
                if (number, option) not in used
            )
        return ()

    def _unreached(self, info: InvariantInfo, reached: Collection[int]) -> tuple[str, ...]:
        """Return the names of things that an invariant says can be reached and were not."""
        left = [each for each in things(info, self.plan.seats) if each not in reached]
        blueprint = self.game.blueprint
        return tuple(thing_name(blueprint, info.domain, each) if info.domain else info.id for each in left)

    def _broken_by(
        self, host: Host, explorer: Explorer, looked: Searched, place: int, way: tuple[WayStep, ...]
    ) -> None:
        """Report that a way through all positions breaks an invariant, with the game and its scenario."""
        try:
            states = explorer.states_of(way)
        except Trapped:
            states = explorer.states_of(way[:-1]) if len(way) > 1 else []
        choices = choices_of(self.game, states, way)
        if self.infos[place].sort == "no_dead_end" and states and len(choices) < len(way) - 1:
            choices = choices_of(self.game, states, way[: len(states) + 1])
        self._show(
            host, choices, looked, place,
            f"after {len(choices)} choices, with certain random results; no seed with these results was found",
        )  # fmt: skip

    def _show(self, host: Host, choices: TraceChoices, looked: Searched, place: int, otherwise: str) -> None:
        """Show by a game of these choices how an invariant is broken. If no game is found, report that it is broken."""
        info, plan = self.infos[place], self.plan
        trace = GameTrace(plan.seats, plan.settings, 1, choices)
        broken = played(self.game, trace, place)
        if broken is None:
            self.progress(f"{info.id}: looking for a seed that leads to it")
            broken = with_a_seed(host, trace, place, seconds=min(20.0, plan.bounds.seconds))
        if broken is None:
            self._say(InvariantVerdict(info, "broken", looked, otherwise), place)
        else:
            self._break(broken, looked, place)

    def _break(self, broken: BrokenTrace, looked: Searched, place: int) -> None:
        found = counterexample(self.built, broken, self.table)
        self._say(InvariantVerdict(self.infos[place], "broken", looked, found.sentence, counterexample=found), place)

    def _of_the_graph(self, host: Host, explorer: Explorer, found: Exploration, looked: Searched) -> None:
        """Report what the graph of positions tells of the ends of games."""
        graph = graph_of(found)
        for place in tuple(self.open):
            info = self.infos[place]
            if info.sort == "ends":
                way = longest_way(graph, info.within)
                if way is not None:
                    steps = steps_through(graph, found, way)
                    choices = choices_of(self.game, explorer.states_of(steps), steps)
                    self._show(host, choices, looked, place, f"a game can take more than {info.within} decisions")
            elif info.sort == "no_dead_end":
                stuck = stuck_in(graph)
                if stuck:
                    reason = f"after {len(found.way_to(stuck[0])) - 1} choices no end of the game can be reached"
                    self._say(InvariantVerdict(info, "broken", looked, reason), place)
            else:
                continue
            if place in self.open:
                self._say(InvariantVerdict(info, "everywhere", looked), place)

    # ---- Games

    def _by_games(self, host: Host | None, found: Exploration | None) -> None:
        """Games of several policies, the positions around those of a few seeds, and what is nearest to breaking it."""
        plan, game, number = self.plan, self.game, 0
        reached = {place: set(found.reached.get(place, ()) if found else ()) for place in self.open}
        used, depth = set(found.used if found is not None else ()), 0
        states = found.states if found is not None else 0
        search = GameSearch(game, plan, host is not None, self.progress)
        for report in search.reports(plan.bounds.seconds * _FOR_GAMES):
            depth = max([depth, *(each.decisions for each in report.results)])
            states += report.decisions
            number += len(report.results) + len(report.stopped)
            self._see(host, report, Searched(states, number, depth, plan.seats))
            for place, things_ in report.seen.reached.items():
                reached.setdefault(place, set()).update(things_)
            used |= {(each.site, each.option) for each in (read_code(game.blueprint, *each) for each in report.used)}
            if not self.open or self._is_all_seen(reached, used):
                break
        looked = Searched(states, number, depth, plan.seats)
        for place in tuple(self.open):
            if self.infos[place].sort in POSSIBLE:
                self._say_missing(place, self._missing(place, reached.get(place, ()), used), looked)
        if host is not None and self.open:
            looked = self._around_seeds(host, looked)
        if host is not None and self.open:
            self._endless(host, looked)
        if host is not None and self.open:
            looked = self._guided(host, looked)
        for place in tuple(self.open):
            self._say(InvariantVerdict(self.infos[place], "unbroken", looked), place)

    def _see(self, host: Host | None, report: SeriesReport, looked: Searched) -> None:
        """Report the invariants that some games have broken."""
        for place in tuple(self.open):
            seen = report.seen.broken.get(place)
            if seen is not None:
                _, number, decisions = seen
                self._shorten(host, trace_of_game(self.game, report.series, number, decisions), looked, place)
            elif self.infos[place].sort == "no_dead_end" and report.stopped:
                trace = trace_of_game(self.game, report.series, report.stopped[0].number, 200_000)
                self._shorten(None, trace, looked, place)

    def _is_all_seen(self, reached: Mapping[int, Collection[int]], used: Collection[tuple[int, int]]) -> bool:
        """Whether all that is left is that something can happen, and it has."""
        return not any(
            self.infos[place].sort not in POSSIBLE or self._missing(place, reached.get(place, ()), used)
            for place in self.open
        )

    def _say_missing(self, place: int, missing: tuple[str, ...], looked: Searched) -> None:
        kind: VerdictKind = "unreached" if missing else "everywhere"
        self._say(InvariantVerdict(self.infos[place], kind, looked, missing=missing), place)

    def _shorten(self, host: Host | None, trace: GameTrace, looked: Searched, place: int) -> None:
        broken = played(self.game, trace, place)
        if broken is None:
            reason = f"in a game of seed {trace.seed}"
            self._say(InvariantVerdict(self.infos[place], "broken", looked, reason), place)
            return
        if host is not None:
            self.progress(f"{self.infos[place].id}: looking for a shorter game")
            broken = shortest(host, broken, seconds=20.0)
        self._break(broken, looked, place)

    def _endless(self, host: Host, looked: Searched) -> None:
        """Look for ways to play in a circle, which what is due in time may not survive."""
        places = [place for place in self.open if self.infos[place].sort in TIMED]
        if not places:
            return
        self.progress("looking for endless cycles")
        for circle in circles(host, seats=self.plan.seats, settings=self.plan.settings, seed=self.plan.seed,
                              seconds=self.plan.bounds.seconds * _FOR_CIRCLES):  # fmt: skip
            for place in [each for each in places if each in self.open]:
                broken = played(self.game, circle.trace(self.infos[place].within), place)
                if broken is not None:
                    self._break(broken, looked, place)

    def _guided(self, host: Host, looked: Searched) -> Searched:
        """Search for what breaks what is left, guided by how near to that a position is."""
        places = [place for place in self.open if self.infos[place].near >= 0]
        seeker = Seeker(host, seats=self.plan.seats, settings=self.plan.settings, seed=self.plan.seed)
        for place in places:
            self.progress(f"{self.infos[place].id}: a guided search")
            broken = seeker.seek(place, self.plan.bounds.seconds * _FOR_NEAREST / len(places))
            if broken is not None:
                self._break(shortest(host, broken, seconds=10.0), looked, place)
        return replace(looked, states=looked.states + seeker.steps)

    def _around_seeds(self, host: Host, looked: Searched) -> Searched:
        """All positions near the beginning of a few games, with chance as it is in each."""
        plan, states, depth = self.plan, looked.states, looked.depth
        for seed in range(1, 4):
            if not any(self.infos[place].sort in ("always", "never", "leads_to", "falls") for place in self.open):
                break
            explorer = Explorer(host, seats=plan.seats, settings=plan.settings, seed=seed, alike=False)
            bounds = SearchBounds(states=_STATES_OF_A_SEED, seconds=min(10.0, plan.bounds.seconds), memory=1 << 30)
            try:
                found = explorer.run(bounds, self._progress)
            except LimitReached:
                continue
            states += found.states
            for place, way in found.broken.items():
                if place in self.open:
                    choices = choices_of(self.game, explorer.states_of(way), way)
                    broken = played(self.game, GameTrace(plan.seats, plan.settings, seed, choices), place)
                    if broken is not None:
                        self._break(broken, Searched(states, looked.games, depth, plan.seats), place)
        return Searched(states, looked.games, depth, plan.seats)
