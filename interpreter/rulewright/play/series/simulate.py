"""Many games without a person, in one process or several: scores, lengths, what was chosen, and a digest of the ends.

Game i's seed depends on the series' seed and i alone, and results are summed in the order of the games, so the
report does not depend on the number of processes. How a report looks is not decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint, Game, State, read_code
from rulewright.core.model.kinds import DomainName, kind_of
from rulewright.core.model.limits import LARGEST_SEED
from rulewright.core.model.settings import Chosen
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.ends import number_of_end
from rulewright.core.run.watching import InvariantWatch, Sightings
from rulewright.observe.naming import thing_name, thing_title
from rulewright.observe.words.progress import round_of
from rulewright.play.jobs.job import Found, Job, MergedT, Tools
from rulewright.play.jobs.running import JobRun
from rulewright.play.jobs.worker_pool import CHUNK
from rulewright.play.policies.playout import play_out
from rulewright.play.session.match import again_after
from rulewright.play.session.result import Result, final_scores, result_of, shares_of_wins

Loader = Callable[[], Game]
Used = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Series:
    """A plan of games: their number, seats, first seed, and policies, which are given to the seats in turn.

    `seats` includes those that the rules play. Games that are `watched` are so for all invariants of the game.
    """

    games: int
    seats: int
    seed: int = 0
    policies: tuple[str, ...] = ("random",)
    settings: Chosen = field(default_factory=dict)
    watched: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game's end: its digest, its length, and each seat's scoring categories in their order, and who won.

    `again` is the condition under which the table would play once more, empty where that is the end.
    """

    number: int
    digest: bytes
    decisions: int
    options: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]
    result: Result
    again: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that ran into a limit: it has no end, and nothing in it is counted."""

    number: int
    seed: int
    limit: str


@dataclass(slots=True)
class SeriesReport:
    """All games of a series in order, how often each option code was chosen at each site, and the time it took.

    Those that ran into a limit are in `stopped`, and counted nowhere else.
    """

    series: Series
    results: list[GameResult] = field(default_factory=list)
    stopped: list[Stopped] = field(default_factory=list)
    used: Counter[tuple[int, int]] = field(default_factory=Counter)
    seconds: float = 0.0
    seen: Sightings = field(default_factory=Sightings)

    def take(self, found: GamesChunk) -> bool:
        """Add the games that come next."""
        self.results += (each for each in found.games if isinstance(each, GameResult))
        self.stopped += (each for each in found.games if isinstance(each, Stopped))
        self.used.update(found.used)
        self.seen.add(found.seen)
        return False

    @property
    def decisions(self) -> int:
        return sum(result.decisions for result in self.results)

    @property
    def digest(self) -> str:
        """SHA-256 over the final states' digests in the order of the games."""
        return sha256(b"".join(result.digest for result in self.results)).hexdigest()

    def shares_of_wins(self) -> tuple[float, ...]:
        """Return each seat's share of all wins. A shared win is split, and a game to be played again has no winner."""
        won = [result.result for result in self.results if not result.again]
        return shares_of_wins(won, self.series.seats)


@dataclass(frozen=True, slots=True)
class Usage:
    """The number of times one thing was chosen: an option of a procedure, or a candidate of a domain."""

    group: str
    name: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class GamesChunk:
    """The results of a few games: how each ended, and how often each option code was chosen at each site."""

    games: tuple[GameResult | Stopped, ...]
    used: Used
    seen: Sightings = field(default_factory=Sightings)


PlayChunk = Callable[[range], GamesChunk]


@dataclass(frozen=True, slots=True)
class GamesOfSeries(Job[Tools, Found, MergedT]):
    """The games of a series, whatever is found out about them."""

    plan: Series
    kind = "simulate"

    @property
    def size(self) -> int:
        return CHUNK

    def seed(self, number: int) -> int:
        return seed_of(self.plan.seed, number)


@dataclass(frozen=True, slots=True)
class SeriesJob(GamesOfSeries[PlayChunk, GamesChunk, SeriesReport]):
    """A series to be played. `loaders` holds the function that builds the game again."""

    loaders: tuple[Loader]
    found = GamesChunk

    def load(self) -> PlayChunk:
        return partial(play_chunk, self.plan, self.loaders[0]())

    def play(self, tools: PlayChunk, numbers: range) -> GamesChunk:
        return tools(numbers)

    def merge(self) -> SeriesReport:
        return SeriesReport(self.plan)

    def fits(self, found: GamesChunk, numbers: range) -> bool:
        return fits_series(self.plan, found, numbers)


def fits_series(series: Series, found: GamesChunk, numbers: range) -> bool:
    """Whether what was read can be the results of some games of a series."""
    seats = range(series.seats)
    ended = [each for each in found.games if isinstance(each, GameResult)]
    return (
        [each.number for each in found.games] == list(numbers)
        and all(len(each.scores) == len(each.result.ahead) == len(seats) for each in ended)
        and all(seat in seats for each in ended for seat in (*each.result.winners, *each.result.drawn))
        and all(number >= 0 for each in ended for number in (each.decisions, each.options, each.rounds))
        and all(count > 0 for count in found.used.values())
        and all(games > 0 and first in numbers and at >= 0 for games, first, at in found.seen.broken.values())
        and (series.watched or found.seen == Sightings())
    )


def fits_rules(report: SeriesReport, blueprint: Blueprint) -> bool:
    """Whether what was read from a series can have been played by the rules: its sites, options, scores are known."""
    again = {"", *(each.id for each in blueprint.again)}
    return all(
        each.again in again and all(len(row) == len(blueprint.scoring) for row in each.scores)
        for each in report.results
    ) and all(_is_option(blueprint, site, code) for site, code in report.used)


def _is_option(blueprint: Blueprint, site: int, code: int) -> bool:
    if not 0 <= site < len(blueprint.sites):
        return False
    at, option, candidate = read_code(blueprint, site, code)
    if not (0 <= at < len(blueprint.sites) and 0 <= option < len(blueprint.sites[at].domains)):
        return False
    domain = blueprint.sites[at].domains[option]
    kind = kind_of(domain)
    if not _listed(blueprint, domain):
        return True
    names = blueprint.pieces if domain != kind else blueprint.domains[kind].names
    return 0 <= candidate < len(names)


def report_of(run: JobRun[Any, SeriesReport]) -> SeriesReport:
    """Return the report of all games before the first missing chunk, with the time of the run."""
    run.merged.seconds = run.seconds
    return run.merged


def seed_of(series_seed: int, number: int) -> int:
    """Return the seed of a game in a series."""
    return int.from_bytes(sha256(f"{series_seed}:{number}".encode()).digest()[:7])


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game in a series, reduced so that a replay can hold it."""
    return seed_of(seed, number) % (LARGEST_SEED + 1)


def play_or_stop(
    game: Game, series: Series, number: int, used: Used,
    watch: InvariantWatch | None = None, seen: Sightings | None = None,
) -> GameResult | Stopped:  # fmt: skip
    """Play one game of a series, adding its choices to `used`, or say which limit stopped it.

    What a `watch` finds is added to what was `seen`.
    """
    try:
        return play_one(game, series, number, used, watch, seen)
    except LimitReached as limit:
        return Stopped(number, seed_of(series.seed, number), str(limit))


def play_one(
    game: Game, series: Series, number: int, used: Used,
    watch: InvariantWatch | None = None, seen: Sightings | None = None,
) -> GameResult:  # fmt: skip
    """Play one game of a series, adding its choices to `used`, what is broken to `seen`. Raises LimitReached."""
    trail: list[tuple[int, int]] = []

    def look(state: State, decisions: int) -> None:
        assert watch is not None
        for breach in watch.look(state, decisions):
            if seen is not None:
                seen.see(breach.place, number, breach.decisions)

    if watch is not None:
        watch.begin()
    played = play_out(
        game, seats=series.seats, seed=seed_of(series.seed, number), policies=series.policies,
        settings=series.settings, trail=trail, look=look if watch is not None else None,
    )  # fmt: skip
    state = played.state
    again = again_after(game, state)
    result = GameResult(
        number,
        number_of_end(state, len(game.blueprint.pieces)).to_bytes(8),
        played.decisions,
        played.options,
        round_of(game.blueprint, state),
        final_scores(game, state),
        result_of(game, state),
        again.id if again is not None else "",
    )
    for choice, count in Counter(trail).items():
        used[choice] = used.get(choice, 0) + count
    return result


def usage_of(blueprint: Blueprint, used: Counter[tuple[int, int]]) -> tuple[tuple[Usage, ...], tuple[Usage, ...]]:
    """Choices summed by what they were: options by procedure and label, and candidates by domain, the most used first.

    A piece counts for its design. Every design of a domain is listed, chosen or not. Numbers are not listed, nor are
    random picks.
    """
    actions: Counter[tuple[str, str]] = Counter()
    things: dict[str, Counter[int]] = {}
    for site in blueprint.sites:
        if site.chance:
            continue
        for option, label in site.choosable():
            domain = site.domains[option]
            actions[site.procedure, label] += 0
            if _listed(blueprint, domain):
                kind = kind_of(domain)
                things.setdefault(kind, Counter(dict.fromkeys(range(len(blueprint.domains[kind].names)), 0)))
    designs = {name: {each: at for at, each in enumerate(info.names)} for name, info in blueprint.domains.items()}
    for (number, code), count in used.items():
        at, option, candidate = read_code(blueprint, number, code)
        site = blueprint.sites[at]
        domain = site.domains[option]
        actions[site.procedure, site.labels[option]] += count
        if _listed(blueprint, domain) and candidate >= 0:
            kind = kind_of(domain)
            if domain != kind:
                candidate = designs[kind][blueprint.pieces[candidate].design]
            things[kind][candidate] += count
    return (
        tuple(
            Usage(procedure, label, _procedure_title(blueprint, procedure, label), count)
            for (procedure, label), count in sorted(actions.items(), key=lambda each: (-each[1], each[0]))
        ),
        tuple(
            Usage(kind, thing_name(blueprint, kind, each), thing_title(blueprint, kind, each), count)
            for kind in sorted(things)
            for each, count in sorted(things[kind].items(), key=lambda each: (-each[1], each[0]))
        ),
    )


def _listed(blueprint: Blueprint, domain: DomainName) -> bool:
    kind = kind_of(domain)
    return kind not in ("", "number", "seat") and kind in blueprint.domains


def _procedure_title(blueprint: Blueprint, procedure: str, label: str) -> str:
    title = title_in(blueprint.procedure_titles.get(procedure, {}), "en", procedure.replace(".", ", "))
    return f"{title}: {label.replace('_', ' ')}"


def play_chunk(series: Series, game: Game, numbers: range) -> GamesChunk:
    """Play some games, and return their results, the choices made in them, and the invariants seen broken."""
    used, seen = Used(), Sightings()
    watch = InvariantWatch(game) if series.watched else None
    games = tuple(play_or_stop(game, series, number, used, watch, seen) for number in numbers)
    if watch is not None:
        seen.add(Sightings(reached={place: tuple(sorted(things)) for place, things in watch.reached.items()}))
    return GamesChunk(games, used, seen)
