"""A game in play for learning programs: numbered actions, observations as vectors, payoffs.

The adapters are thin over this. All chance comes from the seed; clones continue independently.
"""

from __future__ import annotations

from rulewright.adapters.actions import NUMBERS, Actions
from rulewright.adapters.sight import TableSight
from rulewright.adapters.vectors import Vectors
from rulewright.core.model.chance import Draws, draws_of
from rulewright.core.model.game import Game, State
from rulewright.core.model.layout import FRAME, SEAT
from rulewright.core.model.seats import ruled_count
from rulewright.core.model.settings import Chosen
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import IllegalChoice, clone, settings_chosen, start, step
from rulewright.observe.sight.dealing import deal
from rulewright.observe.sight.knowledge import Knowledge
from rulewright.play.session.remembering import choose_by
from rulewright.play.session.result import result_of, totals

N_SEEDS = 2**31 - 1
"""How many seeds environments draw one from."""


class Layout:
    """Everything that is constant over the games of a table: seats, actions, parts of a vector.

    `seats` counts all seats; the last ones are played by the rules if the settings say so.
    """

    def __init__(self, game: Game, seats: int, settings: Chosen | None = None, numbers: range = NUMBERS) -> None:
        self.game, self.seats, self.settings = game, seats, dict(settings or {})
        self.deciding = seats - ruled_count(game.blueprint, settings_chosen(game.blueprint, self.settings))
        self.sight = TableSight(game, seats)
        self.actions = Actions(game, self.sight, numbers)
        self.vectors = Vectors(game, self.sight, seats)

    def check_seat(self, seat: int) -> None:
        """Check that a seat (from 0) decides at this table.

        Raises ValueError if it does not.
        """
        if not 0 <= seat < self.deciding:
            raise ValueError(f"seat {seat} makes no decisions; choose a seat from 0 to {self.deciding - 1}")


class Table:
    """One game of a layout."""

    def __init__(self, layout: Layout, seed: int, state: State | None = None) -> None:
        self.layout, self.seed = layout, seed
        made = start(layout.game, seats=layout.seats, seed=seed, settings=layout.settings) if state is None else state
        self.state: State = made
        self.decisions = 0
        self._made: list[int] | None = [] if state is None else None
        self._knowledge: dict[int, tuple[int, Knowledge]] = {}
        self._legal: dict[int, tuple[int, ...]] | None = None

    @property
    def acting(self) -> int | None:
        """The seat that decides, None at the end."""
        return self.state[SEAT] if self.state[FRAME] is not None else None

    def legal(self) -> tuple[int, ...]:
        """Return the actions of the decision that waits, in rising order."""
        return tuple(sorted(self._codes()))

    def act(self, action: int) -> None:
        """Choose an action.

        Raises IllegalChoice if it is not an action of the pending decision.
        """
        codes = self._codes().get(action)
        if codes is None:
            raise IllegalChoice(f"action {action} is not an option here")
        self._step(codes[self._draws().below(len(codes))])

    def play(self, policy: str) -> None:
        """Let a policy make the pending decision, by any name but one of its own code.

        Raises PolicyFailed if the policy fails.
        """
        self._step(self._code_of(policy))

    def suggested(self, policy: str) -> int:
        """Return the action that a policy would choose, such as `learned:FILE` or `search:200`.

        Raises PolicyFailed if the policy fails.
        """
        code = self._code_of(policy)
        return next(action for action, codes in self._codes().items() if code in codes)

    def _code_of(self, policy: str) -> int:
        return choose_by(policy, self.layout.game, self.state, self._known, self._draws())

    def vector(self, seat: int) -> list[float]:
        """Return what a seat (from 0) sees, one number for each of `layout.vectors.parts`."""
        return self.layout.vectors.vector(self.state, seat)

    def worth(self) -> tuple[float, ...]:
        """Return the payoff of the end to each seat: its share of the victory minus an even share.

        The payoffs sum to 0 if the sides are of equal size, unless all lose or all are on one side.
        """
        result, seats = result_of(self.layout.game, self.state), range(self.layout.seats)
        return tuple(result.share(seat) - result.even_share(len(seats)) for seat in seats)

    def points(self) -> tuple[int, ...]:
        """Return each seat's total as the game stands."""
        return totals(self.layout.game, self.state)

    def clone(self) -> Table:
        copy = Table(self.layout, self.seed, clone(self.state))
        copy.decisions = self.decisions
        copy._made = self._made[:] if self._made is not None else None
        return copy

    def dealt_anew(self, seat: int, seed: int) -> Table:
        """Return a table with everything that a seat does not know sampled again.

        The seat sees no difference, but future chance differs.
        """
        copy = Table(self.layout, seed, deal(self.state, self._known(seat), seed))
        copy.decisions = self.decisions
        return copy

    def _known(self, seat: int) -> Knowledge:
        """Return everything that a seat knows now from what it has seen."""
        decisions, known = self._knowledge.get(seat, (-1, None))
        if known is None or decisions != self.decisions:
            known = self._followed(seat)
            self._knowledge[seat] = self.decisions, known
        return known

    def _followed(self, seat: int) -> Knowledge:
        layout = self.layout
        if self._made is None:
            return Knowledge.of_table(layout.game, self.state, seat)
        known, build = Knowledge(layout.game, seat, seats=layout.seats), traced_build(layout.game)
        state = start(layout.game, seats=layout.seats, seed=self.seed, settings=layout.settings, build=build)
        for code in self._made:
            step(layout.game, state, code, build=build)
        known.observe(build.events or ())
        return known

    def __deepcopy__(self, memo: object) -> Table:
        return self.clone()

    def _codes(self) -> dict[int, tuple[int, ...]]:
        if self._legal is None:
            self._legal = self.layout.actions.codes(self.state) if self.state[FRAME] is not None else {}
        return self._legal

    def _draws(self) -> Draws:
        return draws_of(self.seed, self.decisions)

    def _step(self, code: int) -> None:
        step(self.layout.game, self.state, code)
        self.decisions += 1
        if self._made is not None:
            self._made.append(code)
        self._legal = None
