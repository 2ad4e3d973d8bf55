"""A match: several games of one table whose results belong together, as a plain value from game to game.

A game that ends under a condition of its `again` entries has no winner yet: the table plays it again, and the result
of all these games is their average. Which games make up a match is its plan; how one is played is not known here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from rulewright.core.model.endings import Ends
from rulewright.core.model.game import AgainInfo, Build, Game, State
from rulewright.core.model.layout import FRAME, N_SEATS
from rulewright.core.model.match import Plan, PlannedGame, Rating
from rulewright.core.model.secret_seeds import is_secret, secret_of
from rulewright.core.model.settings import Chosen
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import WrongSetup
from rulewright.play.records.saves import state_digest
from rulewright.play.session.result import (
    Result,
    ends_of,
    highest,
    of_each_seat,
    result_among,
    result_of,
    tie_breaks,
    totals,
)

if TYPE_CHECKING:
    from rulewright.play.records.replay_files import Replay

MOST_GAMES = 100


@dataclass(frozen=True, slots=True)
class Coming:
    """The next game of a match, and its set-up.

    `number` counts all games (from 0), `game` is the index in the plan (from 0), `time` the repetition (from 1).
    """

    number: int
    game: int
    time: int
    seed: int
    settings: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended. `scores` are the seats' totals, `counts` what counts for the match.

    `breaks` holds, for each tie-break, the number of each seat, `ends` what else the rules say of the end.

    `again` is the condition by which it is played once more; `replay` holds its choices where they are kept.
    """

    coming: Coming
    scores: tuple[int, ...]
    counts: tuple[int, ...]
    digest: str
    breaks: tuple[tuple[int, ...], ...] = ()
    again: AgainInfo | None = None
    replay: Replay | None = None
    ends: Ends | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two games: its plan, the table with the settings it picked, and the games so far."""

    plan: Plan
    seats: int
    seed: int
    settings: dict[str, str | int] = field(default_factory=dict)
    played: tuple[PlayedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game of the plan: the total of each seat and what counts, averaged over the `times` played."""

    game: int
    times: int
    scores: tuple[int, ...]
    counts: tuple[int, ...]
    breaks: tuple[tuple[int, ...], ...]
    ends: Ends | None
    """What the rules say of the end of the last time it was played."""

    @property
    def decided(self) -> Result:
        """The winners and the tie-break that decided."""
        return result_among(self.scores, self.breaks, self.ends)

    @property
    def winners(self) -> tuple[int, ...]:
        return self.decided.winners


@dataclass(frozen=True, slots=True)
class Standing:
    """The sums over all outcomes so far, the leading seats, and the name of each seat's sum."""

    sums: tuple[int, ...]
    winners: tuple[int, ...]
    ratings: tuple[Rating | None, ...]


# ---- From game to game


def begin_match(plan: Plan, *, seats: int, seed: int, settings: Chosen | None = None) -> Match:
    """Return a match before its first game.

    `settings` are the choices of the table, used in every game that has them. Raises WrongSetup if the match itself
    picks one of them.
    """
    for name in settings or {}:
        if any(name == key for game in plan.games for key, _ in game.settings):
            raise WrongSetup(f"the match itself sets '{name}'")
    return Match(plan, seats, seed, dict(settings or {}))


def next_game(match: Match) -> Coming | None:
    """Return the game to play now, None when the match is over. Raises LimitReached past 100 games."""
    last = match.played[-1] if match.played else None
    place, time = 0, 1
    if last is not None:
        place, time = (last.coming.game, last.coming.time + 1) if last.again is not None else (last.coming.game + 1, 1)
    if place == len(match.plan.games):
        return None
    number = len(match.played)
    if number >= MOST_GAMES:
        raise LimitReached(f"more than {MOST_GAMES} games in one match")
    settings = match.settings | dict(match.plan.games[place].settings)
    if last is not None and last.again is not None:
        settings = last.coming.settings | last.again.settings
    return Coming(number, place, time, game_seed(match.seed, number), settings)


def settings_known(game: Game, coming: Coming) -> dict[str, str | int]:
    """Return the settings for a coming game: of those the table picked, the ones that this game has."""
    return {name: value for name, value in coming.settings.items() if name in game.blueprint.settings}


def finish_game(match: Match, game: Game, state: State, replay: Replay | None = None) -> Match:
    """Return the match after its next game, which has ended in `state`.

    Raises WrongSetup if `state` is not an ending of that game.
    """
    coming = next_game(match)
    if coming is None:
        raise WrongSetup("the match is over")
    if state[FRAME] is not None or state[N_SEATS] != match.seats:
        raise WrongSetup(f"game {coming.number + 1} of the match is not over, or was played by others")
    scores = totals(game, state)
    counts = counted(game, state, match.plan.counts) if match.plan.counts else scores
    if not (match.plan.counts or game.blueprint.scoring):
        won = result_of(game, state).winners
        counts = tuple(int(seat in won) for seat in range(match.seats))
    ended = PlayedGame(
        coming,
        scores,
        counts,
        state_digest(game, state),
        tie_breaks(game, state),
        again_after(game, state),
        replay,
        ends_of(game, state),
    )
    return replace(match, played=(*match.played, ended))


def end_repetition(match: Match) -> Match:
    """Return the match with its last game not played again. The results of that game so far are averaged."""
    return replace(match, played=(*match.played[:-1], replace(match.played[-1], again=None)))


def again_after(game: Game, state: State, build: Build | None = None) -> AgainInfo | None:
    """Return the first condition that holds for playing again after this ending, None if none holds."""
    quantities = (build or game.plain).quantities
    return next((each for each in game.blueprint.again if quantities[each.test](state[:], 0)), None)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a match's game: the match's own for the first one, one made from it for the others."""
    if is_secret(seed):
        return secret_of(seed, f"game {number}") if number else seed
    return int.from_bytes(sha256(f"{seed}:game {number}".encode()).digest()[:6]) if number else seed


def counted(game: Game, state: State, name: str) -> tuple[int, ...]:
    """Return a quantity of each seat. Raises WrongSetup unless it is a number and takes nothing."""
    number, takes, kind, _ = game.blueprint.quantities.get(name, (0, 0, "", ""))
    if kind != "number" or takes:
        raise WrongSetup(f"no quantity '{name}' of this game is a number of a seat")
    return of_each_seat(game, state, number)


# ---- Results


def outcomes(match: Match) -> tuple[Outcome, ...]:
    """Return the result of each game of the plan that will not be played again."""
    found: list[Outcome] = []
    times: list[PlayedGame] = []
    for played in match.played:
        times.append(played)
        if played.again is None:
            way = times[0].again.average if times[0].again is not None else "nearest"
            found.append(
                Outcome(
                    played.coming.game,
                    len(times),
                    averages([each.scores for each in times], way),
                    averages([each.counts for each in times], way),
                    tuple(averages(rows, way) for rows in zip(*(each.breaks for each in times), strict=True)),
                    played.ends,
                )
            )
            times = []
    return tuple(found)


def standing(match: Match) -> Standing:
    """Return sums, leaders and ratings after the games so far, which are the result once the match is over.

    Tie-breaks belong to a game: they decide a match of one game, never a sum of several.
    """
    ended = outcomes(match)
    found = standing_of(match.plan, match.seats, [each.counts for each in ended])
    alone = len(match.plan.games) == 1 and not match.plan.counts
    return replace(found, winners=ended[0].winners) if alone and ended else found


def standing_of(plan: Plan, seats: int, counts: Sequence[tuple[int, ...]]) -> Standing:
    """Return the standing for the counted results of some games, one row each."""
    sums = tuple(sum(row[seat] for row in counts) for seat in range(seats))
    return Standing(sums, highest(sums), tuple(rating_of(plan, each) for each in sums))


def match_digest(match: Match) -> str:
    """SHA-256 over the digests of all games."""
    return sha256(" ".join(each.digest for each in match.played).encode()).hexdigest()


def rating_of(plan: Plan, points: int) -> Rating | None:
    """Return the highest rating for a sum, or None if the sum is below all ratings."""
    return next((each for each in reversed(plan.ratings) if points >= each.least), None)


def averages(rows: Sequence[tuple[int, ...]], way: str) -> tuple[int, ...]:
    """Each seat's average over the rows, a fraction rounded `up`, `down`, or to the `nearest` number (a half up)."""
    return tuple(_rounded(sum(column), len(rows), way) for column in zip(*rows, strict=True))


def _rounded(total: int, count: int, way: str) -> int:
    if way == "up":
        return -(-total // count)
    return total // count if way == "down" else (2 * total + count) // (2 * count)


# ---- Plans


def plan_of_game(ruleset: str, title: dict[str, str], found: str, modules: tuple[str, ...] | None) -> Plan:
    """Return the plan of one game that may be played again."""
    return Plan(ruleset, title, ruleset, found, (PlannedGame(ruleset, title, modules=modules),))


def is_single(plan: Plan) -> bool:
    """Whether a plan is for one game rather than a match that somebody wrote down."""
    return len(plan.games) == 1 and plan.id == plan.ruleset == plan.games[0].id


def plan_digest(plan: Plan) -> str:
    """Return the digest by which a save names its plan: games, settings and counted results, but no titles."""
    games = [[each.id, each.modules, each.settings] for each in plan.games]
    ratings = [each.least for each in plan.ratings]
    whole = json.dumps([plan.id, plan.ruleset, games, plan.counts, ratings])
    return sha256(whole.encode()).hexdigest()[:16]
