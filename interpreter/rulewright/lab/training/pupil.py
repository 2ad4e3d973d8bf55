"""Training rows from games: tables after choices, with values from searches or from game results.

A search distinguishes the options of a decision, but values the whole poorly if its playouts are poor; the result of
the game tells more of that. So the values of all options of a decision are moved by half of the difference between
result and search.

In games that the player plays itself, the value of a table is that of the result: the player's own opinion of later
tables tells less, and its errors would confirm themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.core.model.chance import Draws
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, N_SEATS, OPTIONS, SEAT, SITE
from rulewright.core.model.limits import LimitReached
from rulewright.core.model.seats import ruled_seats
from rulewright.core.run.steps import clone, start, step
from rulewright.lab.training.fitting import FittedWeights, fitted
from rulewright.lab.training.self_play import WORTH_UNIT, OptionFound, SelfPlayPlan, TaughtGame
from rulewright.lab.training.table_rows import GameRows, RowMark
from rulewright.observe.sight.hiding import hidden_pieces
from rulewright.play.jobs.shards import cannot_be_read
from rulewright.play.policies.learned import after_choice
from rulewright.play.policies.learned_files import LearnedValues
from rulewright.play.policies.standing import Scale, Standings, Worth, leads_of, scale_of
from rulewright.play.policies.table_features import Active, TableFeatures
from rulewright.play.series.simulate import game_seed

MOST_ROWS = 120_000
"""The tables that are fitted at a time; with more games, the latest count."""
_OPTIONS = 4
"""The options of a decision of a search that count: the one chosen, and those that were taken most."""
_BY_END = 0.5
_TABLES, _TOGETHER = 40, 80_000
"""About how many tables of a game of its own are rows, at most, and of all games of a generation: all of one game say
much the same, how it ended, so more games say more than more tables."""
_ONLOOKERS = 3
"""Of so many tables one is a row of a seat that was not asked as well."""
_SETTLING = 20
"""So many ends say how far sides are apart."""


class Pupil:
    """Training rows from the games of a training, of which the latest are kept.

    A feature has one number, by its name, at tables of all sizes.
    """

    def __init__(self, game: Game, seats: Iterable[int], *, apart: bool = False) -> None:
        self._game = game
        self._features: dict[int, tuple[TableFeatures, list[int]]] = {}
        numbers: dict[str, int] = {}
        for size in sorted(seats, reverse=True):
            features = TableFeatures(game, size, apart=apart)
            self._features[size] = features, [numbers.setdefault(name, len(numbers)) for name in features.names]
        self.names = list(numbers)
        self._games: list[GameRows] = []
        self.scale = Scale(1, 0)
        """How far sides are apart at the ends of the latest games."""

    def learn(self, plan: SelfPlayPlan, games: Sequence[TaughtGame]) -> list[GameRows]:
        """Make rows of some games.

        Raises LimitReached if a game runs into a limit, ShardRefused if a choice was not open.
        """
        if not self._games:
            self._settle(replayed(self._game, plan, plan.first + number, each)[-1] for number, each in enumerate(games))
        standings, ends, found = Standings(self._game, self.scale), list[State](), list[GameRows]()
        for number, each in enumerate(games, plan.first):
            *states, end = replayed(self._game, plan, number, each)
            found.append(self._rows(plan, number, each, states, standings.worth(end)))
            ends.append(end)
        if len(games) >= _SETTLING:
            self._settle(ends)
        self._games += found
        while len(self._games) > 1 and sum(len(each.lengths) for each in self._games) > MOST_ROWS:
            del self._games[0]
        return found

    def _settle(self, ends: Iterable[State]) -> None:
        """Take the scale from how the seats that are asked stand at some ends."""
        leads = list[int]()
        for end in ends:
            ruled = ruled_seats(self._game.blueprint, end)
            leads += [lead for seat, lead in enumerate(leads_of(self._game, end)) if seat not in ruled]
        self.scale = scale_of(leads)

    def fitted(self, known: LearnedValues | None) -> FittedWeights:
        """Return the weights that fit the rows best, near those that are known."""
        parts = max(features.parts for features, _ in self._features.values())
        return fitted(self.names, self._games, known, parts)

    def _rows(
        self, plan: SelfPlayPlan, number: int, taught: TaughtGame, states: Sequence[State], worths: Worth
    ) -> GameRows:
        rows, draws = GameRows(), Draws(game_seed(plan.seed, number))
        if taught.lessons:
            for (decision, found), state in zip(taught.lessons, states, strict=True):
                draws.turn_to(decision)
                if not all(each.place < len(state[OPTIONS]) for each in found):
                    raise cannot_be_read()
                self._add_lesson(rows, state, (decision, taught.choices[decision]), found, worths, draws)
        else:
            for decision, state in zip(_decisions(plan, number, taught), states, strict=True):
                draws.turn_to(decision)
                self._add_own(rows, state, (decision, taught.choices[decision]), worths, draws)
        return rows

    def _add_lesson(
        self, rows: GameRows, state: State, choice: tuple[int, int], found: Iterable[OptionFound],
        worths: Sequence[float], draws: Draws,
    ) -> None:  # fmt: skip
        """Add rows of a decision of a search.

        `choice` is (number of the decision, index of the option chosen).
        """
        decision, chosen = choice
        seat = state[SEAT]
        known = sorted(found, key=lambda each: (each.place != chosen, -each.taken))[:_OPTIONS]
        if not known:
            return
        part = self._part(state)
        moved = _BY_END * (worths[seat] - known[0].worth / WORTH_UNIT) if known[0].place == chosen else 0.0
        for each in known:
            after = self._after(state, each.place)
            if after is None:
                continue
            mark = RowMark(decision, seat, part, each.place, each.taken, each.place == chosen)
            worth, count = each.worth / WORTH_UNIT + moved, each.taken / (each.taken + 10)
            rows.add(self._seen(after, seat), worth, count, self._named(state, each.place), mark)
            other = self._onlooker(state, draws) if each.place == chosen else None
            if other is not None:
                rows.add(self._seen(after, other), worths[other], 0.3, "", RowMark(decision, other, part))

    def _add_own(
        self, rows: GameRows, state: State, choice: tuple[int, int], worths: Sequence[float], draws: Draws
    ) -> None:
        """Add the table after the player's own choice, as seen by its seat and sometimes by another.

        `choice` is (number of the decision, index of the option chosen).
        """
        decision, chosen = choice
        seat = state[SEAT]
        after = self._after(state, chosen)
        if after is None:
            return
        part = self._part(state)
        mark = RowMark(decision, seat, part, chosen, 1, True)
        rows.add(self._seen(after, seat), worths[seat], 1.0, self._named(state, chosen), mark)
        other = self._onlooker(state, draws) if not draws.below(_ONLOOKERS) else None
        if other is not None:
            rows.add(self._seen(after, other), worths[other], 0.5, "", RowMark(decision, other, part))

    def _onlooker(self, state: State, draws: Draws) -> int | None:
        """Return a random seat that was not asked, None if the rules play all others.

        Seats of the rules see nothing that helps a player.
        """
        ruled = ruled_seats(self._game.blueprint, state)
        others = [each for each in range(state[N_SEATS]) if each != state[SEAT] and each not in ruled]
        return others[draws.below(len(others))] if others else None

    def _after(self, state: State, place: int) -> State | None:
        """Return the table after an option, None if the game ends there or runs into a limit."""
        try:
            after = after_choice(self._game, state, state[OPTIONS][place])
        except LimitReached:
            return None
        return after if after[FRAME] is not None else None

    def _named(self, state: State, place: int) -> str:
        features, _ = self._features[state[N_SEATS]]
        hidden = hidden_pieces(self._game, state, state[SEAT])
        return features.option(state[SITE], state[OPTIONS][place], state[SEAT], hidden)

    def _part(self, state: State) -> int:
        features, _ = self._features[state[N_SEATS]]
        return features.part(state)

    def _seen(self, state: State, seat: int) -> Active:
        """Return the features of a table as a seat sees it, by their numbers in the whole training."""
        features, numbers = self._features[state[N_SEATS]]
        holding, valued = features.of(state, seat)
        return [numbers[each] for each in holding], [(numbers[each], amount) for each, amount in valued]


def replayed(game: Game, plan: SelfPlayPlan, number: int, taught: TaughtGame) -> list[State]:
    """Return the states of a game that rows are made of, and its last state.

    Raises ShardRefused if a choice was not open.
    """
    seats, seed = plan.seats_at(number), game_seed(plan.seed, number)
    state = start(game, seats=seats, seed=seed, settings=plan.settings)
    wanted, found = set(_decisions(plan, number, taught)), []
    for decision, place in enumerate(taught.choices):
        if state[FRAME] is None or not 0 <= place < len(state[OPTIONS]):
            raise cannot_be_read()
        if decision in wanted:
            found.append(clone(state))
        step(game, state, state[OPTIONS][place])
    if state[FRAME] is not None:
        raise cannot_be_read()
    return [*found, state]


def _decisions(plan: SelfPlayPlan, number: int, taught: TaughtGame) -> list[int]:
    """Return the decisions of a game that become rows: those with findings, or random ones."""
    if taught.lessons:
        return [decision for decision, _ in taught.lessons]
    draws, many = Draws(game_seed(plan.seed, number)), len(taught.choices)
    draws.turn_to(many)
    wanted = max(1, min(_TABLES, _TOGETHER // max(1, plan.games)))
    return [each for each in range(many) if draws.below(max(wanted, many)) < wanted]
