"""Many games without a person, on one process or several: scores, lengths, what was chosen, and a digest of the ends.

Game i's seed comes from the series' seed and i alone, and results are summed in the order of the games, so that the
report does not depend on the number of processes. How a report looks is not decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import Any, TypeVar

from rulewright.model.game import Blueprint, Game, State, read_code
from rulewright.model.kinds import DomainName, kind_of
from rulewright.model.settings import Chosen
from rulewright.observe.naming import thing_name, thing_title
from rulewright.observe.progress import round_counter
from rulewright.observe.wording import title_in
from rulewright.play.match import again_after
from rulewright.play.playout import play_out
from rulewright.play.processes import CHUNK, Dealer, ProcessLost, Tools, chunks_of, players
from rulewright.play.result import Winners, final_scores, shares_of_wins, winners_of
from rulewright.run.atoms import LimitReached
from rulewright.run.ends import number_of_end

Loader = Callable[[], Game]
Used = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Series:
    """What to play: how many games of how many seats, from which seed; policies are dealt to the seats in turn.

    `seats` counts those that the rules play as well.
    """

    games: int
    seats: int
    seed: int = 0
    policies: tuple[str, ...] = ("random",)
    settings: Chosen = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game's end: its digest, its length, and each seat's scoring categories in their order, and who won.

    `again` is the condition under which the table would play once more, empty where there is a winner.
    """

    number: int
    digest: bytes
    decisions: int
    options: int
    rounds: int
    scores: tuple[tuple[int, ...], ...]
    winners: Winners
    again: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that met a limit: it has no end, and nothing of it is counted."""

    number: int
    seed: int
    limit: str


@dataclass(slots=True)
class SeriesReport:
    """All games of a series in order, how often each option code was chosen at each site, and the time it took.

    Those that met a limit are `stopped`, and counted nowhere else.
    """

    series: Series
    results: list[GameResult] = field(default_factory=list)
    stopped: list[Stopped] = field(default_factory=list)
    used: Counter[tuple[int, int]] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def decisions(self) -> int:
        return sum(result.decisions for result in self.results)

    @property
    def digest(self) -> str:
        """SHA-256 over the final states' digests in the order of the games."""
        whole = sha256()
        for result in self.results:
            whole.update(result.digest)
        return whole.hexdigest()

    def shares_of_wins(self) -> tuple[float, ...]:
        """Each seat's part of all wins; a win of several is split, and a game to be played again has no winner."""
        won = [result.winners.seats for result in self.results if not result.again]
        return shares_of_wins(won, self.series.seats)


@dataclass(frozen=True, slots=True)
class Usage:
    """How often one thing was chosen: an option of a procedure, or a candidate of a domain."""

    group: str
    name: str
    title: str
    count: int


More = TypeVar("More")
Chunk = tuple[list[GameResult | Stopped], Used, More]
"""What comes of a few games played by one process: their results, their choices, and something more."""


@dataclass(slots=True)
class Played:
    """The chunks of a series that have been played so far, by their numbers, and the time it took."""

    chunks: dict[int, Chunk[Any]] = field(default_factory=dict)
    seconds: float = 0.0

    def report(self, series: Series) -> tuple[SeriesReport, list[Any]]:
        """The report of all games before the first chunk that is missing, and what more came of each chunk.

        Games that happened to end sooner do not count before the others.
        """
        report, more = SeriesReport(series, seconds=self.seconds), []
        for number in range(len(self.chunks)):
            if number not in self.chunks:
                break
            results, used, extra = self.chunks[number]
            report.results += (each for each in results if isinstance(each, GameResult))
            report.stopped += (each for each in results if isinstance(each, Stopped))
            report.used.update(used)
            more.append(extra)
        return report, more


def simulate(
    load: Loader, series: Series, *, jobs: int = 1, progress: Callable[[int], None] | None = None
) -> SeriesReport:
    """Play a series; `load` makes the game anew in each process and must be picklable where `jobs` is above 1.

    `progress` is told how many games have just ended.
    """
    return play_series(load, partial(play_chunk, series), series, jobs, progress)[0]


def play_series(
    load: Callable[[], Tools],
    play_chunk: Callable[[Tools, range], Chunk[More]],
    series: Series,
    jobs: int,
    progress: Callable[[int], None] | None,
) -> tuple[SeriesReport, list[More]]:
    """Play the chunks of a series: the report, and what more comes of each chunk, in the order of the games."""
    played = Played()
    play_chunks(load, play_chunk, series, dict(enumerate(chunks_of(series.games))), played, jobs, progress)
    return played.report(series)


def play_chunks(
    load: Callable[[], Tools],
    play_chunk: Callable[[Tools, range], Chunk[More]],
    series: Series,
    chunks: Mapping[int, range],
    played: Played,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[int, Chunk[More]], None] | None = None,
    deal: Dealer[Any, Any] = players,
) -> None:
    """Play some chunks of a series, by their numbers; what comes of each is in `played`, and `keep` gets it, at once.

    Raises ProcessLost with the game's number and seed.
    """
    if not chunks:
        return
    try:
        with deal(load, play_chunk, min(jobs, len(chunks))) as play:
            begun, before = perf_counter(), played.seconds
            for chunk in play(chunks.values()):
                number = chunk[0][0].number // CHUNK
                played.chunks[number] = chunk
                played.seconds = before + perf_counter() - begun
                if keep is not None:
                    keep(number, chunk)
                if progress is not None:
                    progress(len(chunk[0]))
    except ProcessLost as lost:
        raise lost.told_of("game", partial(seed_of, series.seed)) from None


def seed_of(series_seed: int, number: int) -> int:
    """The seed of a series' game."""
    return int.from_bytes(sha256(f"{series_seed}:{number}".encode()).digest()[:7])


def play_or_stop(game: Game, series: Series, number: int, used: Used) -> GameResult | Stopped:
    """Play one game of a series, adding its choices to `used`, or tell at which limit it stops."""
    try:
        return play_one(game, series, number, used)
    except LimitReached as limit:
        return Stopped(number, seed_of(series.seed, number), str(limit))


def play_one(game: Game, series: Series, number: int, used: Used) -> GameResult:
    """Play one game of a series, adding its choices to `used`. Raises LimitReached."""
    trail: list[tuple[int, int]] = []
    played = play_out(
        game, seats=series.seats, seed=seed_of(series.seed, number), policies=series.policies,
        settings=series.settings, trail=trail,
    )  # fmt: skip
    state = played.state
    again = again_after(game, state)
    result = GameResult(
        number,
        number_of_end(state, len(game.blueprint.pieces)).to_bytes(8),
        played.decisions,
        played.options,
        _rounds(game, state),
        final_scores(game, state),
        winners_of(game, state),
        again.id if again is not None else "",
    )
    for choice, count in Counter(trail).items():
        used[choice] = used.get(choice, 0) + count
    return result


def usage_of(blueprint: Blueprint, used: Counter[tuple[int, int]]) -> tuple[tuple[Usage, ...], tuple[Usage, ...]]:
    """Choices summed by what they were: options by procedure and label, and candidates by domain, the most used first.

    A piece counts for its design. Every design of a domain is listed, chosen or not. Numbers are not listed, nor what
    chance picks.
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


def _rounds(game: Game, state: State) -> int:
    """The last value of a common counter named `round`; 0 in a game without one."""
    family = round_counter(game.blueprint)
    return int(state[family.base]) if family is not None else 0


def play_chunk(series: Series, game: Game, numbers: range) -> Chunk[None]:
    """The results of some games, and what was chosen in them."""
    used: Used = {}
    return [play_or_stop(game, series, number, used) for number in numbers], used, None
