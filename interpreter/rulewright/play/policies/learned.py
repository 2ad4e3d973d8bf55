"""A player by learned values: it looks one step ahead, on tables sampled from what the seat can see.

Weights are integers and so are their sums, so that a file, a seed and rules give the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from rulewright.core.model import ahead
from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SEED, SITE
from rulewright.core.model.limits import LimitReached, PolicyFailed
from rulewright.core.model.weighing import UNIT
from rulewright.core.run.steps import clone, step
from rulewright.observe.sight.determinize import determinize
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.play.policies.learned_files import LearnedRefused, LearnedValues, read_values, share_of_trend
from rulewright.play.policies.rule_coverage import rule_coverage, told
from rulewright.play.policies.standing import Standings
from rulewright.play.policies.table_features import Active, TableFeatures

BUNDLED = "learned"
"""Names the players that the ruleset itself brings, in place of a file."""


def after_choice(game: Game, state: State, code: int) -> State:
    """Return a copy in which a choice was made, and the seat's next choices with one option. Raises LimitReached."""
    seat, after = state[SEAT], clone(state)
    step(game, after, code)
    for _ in range(ahead.FOLLOWED):
        if after[FRAME] is None or after[SEAT] != seat or len(after[OPTIONS]) > 1:
            break
        step(game, after, after[OPTIONS][0])
    return after


class LearnedPlayer:
    """The learned values of a file, for a game and a number of seats. Its `choose` is a policy.

    Weights of features that these rules lack count nothing.
    """

    def __init__(self, values: LearnedValues, game: Game, seats: int) -> None:
        """Raise LearnedRefused if another game or table size was learned, or too little of these rules."""
        self.values, self._game = values, game
        self.leaf = ahead.LEAF if values.playout is None else values.playout
        self.solves = seats == 2 and game.blueprint.shows_all
        """Whether its searches prove what is won and lost."""
        self.explore, self.trust = ahead.EXPLORE_PROVING if self.solves else ahead.EXPLORE_LEARNED, ahead.TRUST
        if values.explore is not None:
            self.explore = values.explore / 100
        self.epsilon = values.epsilon or 0
        self.features = features = TableFeatures(game, seats, apart=values.apart)
        self.rule_coverage = rule_coverage(values, game, features)
        self.weights = self._numbered(values.weights)
        self.trends = self._numbered(values.trends) if values.trends is not None else None
        self.by_part = [self.weights]
        if self.trends is not None:
            known = list(zip(self.weights, self.trends, strict=True))
            shares = (share_of_trend(part, features.parts) for part in range(features.parts))
            self.by_part = [[weight + trend * some // all_ for weight, trend in known] for some, all_ in shares]
        self.parts = len(self.by_part)
        self._standings = Standings(game, values.scale)

    def _numbered(self, weights: Mapping[str, int]) -> list[int]:
        """Weights by the numbers of features."""
        features, found = self.features, [0] * self.features.count
        for name, weight in weights.items():
            number = features.number(name)
            if number is not None:
                found[number] = weight
        return features.unshared(found)

    def part(self, state: State) -> int:
        """Return the part of the game whose weights apply in a state."""
        return self.features.part(state) if self.parts > 1 else 0

    def value(self, state: State, seat: int, part: int | None = None) -> int:
        """Return the value of a state to a seat (from 0), in 1/UNIT, by the weights of a part of the game.

        Without `part`, the state's own part counts. Raises LimitReached if the features cannot be computed.
        """
        return self._worth(state, seat, self.part(state) if part is None else part, self.features.of)

    def _worth(self, state: State, seat: int, part: int, features_of: Callable[[State, int], Active]) -> int:
        if state[FRAME] is None:
            return round(self._standings.worth(state)[seat] * UNIT)
        weights = self.by_part[part]
        holding, valued = features_of(state, seat)
        return sum([weights[each] for each in holding]) + sum([weights[each] * much for each, much in valued])

    def worths_of(self, state: State) -> tuple[float, ...]:
        """Return the value of a state to each seat, as it is. Raises LimitReached.

        Ends are worth from 0 to 1. Other states may be worth more or less: if values were cut, all would be alike to a
        player that rates all tables too high or too low.
        """
        return tuple(self.value(state, seat) / UNIT for seat in range(state[N_SEATS]))

    def expects(self, state: State) -> list[int]:
        """Return the value of each option to the seat to move, in 1/UNIT, in a state imagined by a search.

        The state counts as it is, with all that was chosen under seal, but the real outcome of chance is not used.
        """
        game, seat, site, features = self._game, state[SEAT], state[SITE], self.features
        elsewhere, part = clone(state), self.part(state)
        elsewhere[SEED] ^= ahead.ELSEWHERE
        return [
            self._worth(after_choice(game, elsewhere, code), seat, part, features.of_table)
            + self.values.choices.get(features.option_in(state, site, code, seat), 0)
            for code in state[OPTIONS]
        ]

    def worths(self, game: Game, state: State, draws: Draws) -> list[int]:
        """Return the value of each option to the seat to move, in their order, in 1/(UNIT * ahead.DEALS)."""
        seat, site = state[SEAT], state[SITE]
        found, part = [0] * len(state[OPTIONS]), self.part(state)
        for _ in range(ahead.DEALS):
            table = determinize(game, state, seat, draws)
            for at, meant in enumerate(table[OPTIONS]):
                try:
                    found[at] += self.value(after_choice(game, table, meant), seat, part)
                except LimitReached:
                    found[at] -= UNIT
        hidden = hidden_pieces(game, state, seat)
        choices = self.values.choices
        for at, code in enumerate(state[OPTIONS]):
            found[at] += ahead.DEALS * choices.get(self.features.option(site, code, seat, hidden), 0)
        return found

    def choose(self, game: Game, state: State, draws: Draws) -> int:
        """Return the option of highest value to the seat to move. Ties prefer things it can see, then are random.

        Otherwise the order of hidden options would decide what the random number means.
        """
        options = state[OPTIONS]
        if len(options) == 1:
            return int(options[0])
        seat, site, hidden = state[SEAT], state[SITE], hidden_pieces(game, state, state[SEAT])
        sees = [self.features.sees_option(site, code, seat, hidden) for code in options]
        ranks = list(zip(self.worths(game, state, draws), sees, strict=True))
        most = max(ranks)
        best = [code for code, rank in zip(options, ranks, strict=True) if rank == most]
        return int(best[draws.below(len(best))])


class _Same:
    """A thing that is equal to itself alone."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)


def learned_player(files: Sequence[str], game: Game, seats: int) -> LearnedPlayer:
    """Return the player of the file that knows these rules best. Raises PolicyFailed with a sentence."""
    return _best(files, game, seats)[1]


def learned_told(files: Sequence[str], game: Game, seats: int, label: str = "") -> str:
    """Return a sentence on a player of some files that learned other rules than these (`label`), or "".

    Empty where it has learned these, or where there are no files. Raises PolicyFailed if none of them plays.
    """
    if not files:
        return ""
    file, player = _best(files, game, seats)
    return told(file, player.values, game.blueprint, player.rule_coverage, label)


def _best(files: Sequence[str], game: Game, seats: int) -> tuple[str, LearnedPlayer]:
    reasons, found = [], []
    for name in files:
        if name == BUNDLED and not game.players:
            ruleset = game.blueprint.ruleset
            reasons.append(
                f"{ruleset} has no bundled learned player; to train one: rulewright train {ruleset} --out FILE"
            )
        for file in game.players if name == BUNDLED else (name,):
            try:
                found.append((name, learned_from(read_values(Path(file)), game, seats)))
            except LearnedRefused as refused:
                reasons.append(f"'{Path(file).name if name == BUNDLED else file}' cannot play here: {refused}")
    if not found:
        raise PolicyFailed("; ".join(reasons))
    here = set(game.blueprint.modules)

    def rank(each: tuple[str, LearnedPlayer]) -> tuple[bool, float, int]:
        """Rank a player by what it knows of the rules, then by how few modules differ from those it learned with."""
        known = each[1].rule_coverage
        return known.is_exact, known.share, -len(here ^ set(each[1].values.modules))

    return max(found, key=rank)


def learned_from(values: LearnedValues, game: Game, seats: int) -> LearnedPlayer:
    """Return a player of learned values, cached while others ask for the same. Raises LearnedRefused."""
    found = _player(_Same(values), _Same(game), seats)
    if isinstance(found, str):
        raise LearnedRefused(found)
    return found


@lru_cache(maxsize=32)
def _player(values: _Same, game: _Same, seats: int) -> LearnedPlayer | str:
    """Return a player, or the reason why there is none, which takes as long to find out."""
    assert isinstance(values.thing, LearnedValues)
    assert isinstance(game.thing, Game)
    try:
        return LearnedPlayer(values.thing, game.thing, seats)
    except LearnedRefused as refused:
        return str(refused)


def why_not_learned(files: Sequence[str]) -> str:
    """Return a sentence on why one of some files holds no learned player, or "" if all hold one."""
    for file in files:
        try:
            if file != BUNDLED:
                read_values(Path(file))
        except LearnedRefused as refused:
            return str(refused)
    return ""
