"""What decides for a seat by learned values: one step ahead, on tables dealt afresh from what the seat can see.

Weights are whole numbers and so are their sums, so that a file, a seed and rules give the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from rulewright.model import ahead
from rulewright.model.chance import Draws
from rulewright.model.game import Game, State
from rulewright.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE
from rulewright.model.limits import LimitReached, PolicyFailed
from rulewright.model.weighing import UNIT
from rulewright.observe.determinize import determinize
from rulewright.observe.hiding import hidden_pieces
from rulewright.play.learned_files import LearnedRefused, LearnedValues, read_values
from rulewright.play.standing import Standings
from rulewright.play.table_features import TableFeatures
from rulewright.run.steps import clone, step

DEALS = 2
"""How many tables are dealt for a decision."""
_FOLLOWED = 6


def after_choice(game: Game, state: State, code: int) -> State:
    """A copy in which a choice was made, and its seat made those that followed with one option. Raises LimitReached."""
    seat, after = state[SEAT], clone(state)
    step(game, after, code)
    for _ in range(_FOLLOWED):
        if after[FRAME] is None or after[SEAT] != seat or len(after[OPTIONS]) > 1:
            break
        step(game, after, after[OPTIONS][0])
    return after


class LearnedPlayer:
    """What a file has learned, for a game and a number of seats. Its `choose` is a policy."""

    def __init__(self, values: LearnedValues, game: Game, seats: int) -> None:
        """Raises LearnedRefused if it was learned by other rules, or at other tables."""
        blueprint = game.blueprint
        if values.ruleset_digest != blueprint.digest or values.modules != blueprint.modules:
            learned = f"{values.ruleset} ({', '.join(values.modules)}), digest {values.ruleset_digest}"
            raise LearnedRefused(
                f"it was learned by other rules: {learned}; these are {blueprint.ruleset} "
                f"({', '.join(blueprint.modules)}), digest {blueprint.digest}"
            )
        if values.seats != seats:
            raise LearnedRefused(f"it was learned at tables of {values.seats} seats, this one has {seats}")
        self.values, self._game = values, game
        self.leaf = ahead.LEAF
        self.features = features = TableFeatures(game, seats)
        self.weights = [0] * features.count
        for name, weight in values.weights.items():
            number = features.number(name)
            if number is None:
                raise LearnedRefused(f"it weighs '{name[:80]}', which these rules do not have")
            self.weights[number] = weight
        self._standings = Standings(game, values.scale)

    def value(self, state: State, seat: int) -> int:
        """What a state is worth to a seat (from 0), in parts of UNIT. Raises LimitReached."""
        if state[FRAME] is None:
            return round(self._standings.worth(state)[seat] * UNIT)
        weights = self.weights
        holding, valued = self.features.of(state, seat)
        return sum([weights[each] for each in holding]) + sum([weights[each] * much for each, much in valued])

    def worths_of(self, state: State) -> tuple[float, ...]:
        """What a state is worth to each seat, between 0 and 1. Raises LimitReached."""
        return tuple(max(0, min(UNIT, self.value(state, seat))) / UNIT for seat in range(state[N_SEATS]))

    def worths(self, game: Game, state: State, draws: Draws) -> list[int]:
        """What each option is worth to the seat asked, in the order of the options, in parts of UNIT / DEALS."""
        seat, site = state[SEAT], state[SITE]
        found = [0] * len(state[OPTIONS])
        for _ in range(DEALS):
            table = determinize(game, state, seat, draws)
            for at, meant in enumerate(table[OPTIONS]):
                try:
                    found[at] += self.value(after_choice(game, table, meant), seat)
                except LimitReached:
                    found[at] -= UNIT
        hidden = hidden_pieces(game, state, seat)
        choices = self.values.choices
        for at, code in enumerate(state[OPTIONS]):
            found[at] += DEALS * choices.get(self.features.option(site, code, seat, hidden), 0)
        return found

    def choose(self, game: Game, state: State, draws: Draws) -> int:
        """The option that is worth most to the seat asked; ties are broken at random."""
        options = state[OPTIONS]
        if len(options) == 1:
            return int(options[0])
        worths = self.worths(game, state, draws)
        most = max(worths)
        best = [code for code, worth in zip(options, worths, strict=True) if worth == most]
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
    """The player of the first of some files that was learned by these rules. Raises PolicyFailed with a sentence."""
    reasons = []
    for file in files:
        try:
            return _player(_Same(read_values(Path(file))), _Same(game), seats)
        except LearnedRefused as refused:
            reasons.append(f"'{file}' does not play here: {refused}")
    raise PolicyFailed("; ".join(reasons))


@lru_cache(maxsize=8)
def _player(values: _Same, game: _Same, seats: int) -> LearnedPlayer:
    assert isinstance(values.thing, LearnedValues)
    assert isinstance(game.thing, Game)
    return LearnedPlayer(values.thing, game.thing, seats)


def why_not_learned(files: Sequence[str]) -> str:
    """Why one of some files holds no learned player, a sentence; empty if all do."""
    for file in files:
        try:
            read_values(Path(file))
        except LearnedRefused as refused:
            return str(refused)
    return ""
