"""Whole games inside a module: an order is filled in, played in stretches, and its results are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.core.model.chance import spread_seed
from rulewright.core.model.endings import Ends
from rulewright.core.model.game import Blueprint
from rulewright.core.model.seats import ruled_setting
from rulewright.core.run.ends import weights
from rulewright.core.run.watching import Sightings
from rulewright.native.backend import layout as at
from rulewright.native.backend.areas import Areas
from rulewright.native.backend.layout import StateLayout
from rulewright.native.backend.sandbox import Sandbox, Trapped
from rulewright.native.inside import orders
from rulewright.native.inside.greedy_tables import GreedyTables
from rulewright.native.inside.learned_player import LearnedMemory, LearnedTables
from rulewright.native.inside.orders import RecordLayout
from rulewright.native.inside.watching import area_of, sightings_in

POLICIES: Final = {"random": orders.RANDOM, "first": orders.FIRST, "greedy": orders.GREEDY}
"""The policies that can decide inside, with their numbers there."""
NativePolicy = str | int
"""One of them by its name, or a learned player that was taken in."""
BATCH: Final = 512
"""The most games in one order."""
_USES: Final = 1 << 13
_BUDGET: Final = 100_000
"""How many decisions are made before the host checks in."""
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a game: see `RecordLayout`. `is_over` is false if it was left unfinished."""

    decisions: int
    options: int
    end: int
    round: int
    again: int
    is_over: bool
    scores: tuple[tuple[int, ...], ...]
    breaks: tuple[tuple[int, ...], ...]
    ends: Ends | None


@dataclass(frozen=True, slots=True)
class Summed:
    """Sums over many games: games, decisions, options, finished games, scores.

    `scores` has the sums of each seat's scoring categories. Games that ran into a limit are counted in `stopped` and
    nowhere else.
    """

    games: int
    decisions: int
    options: int
    over: int
    stopped: int
    scores: tuple[tuple[int, ...], ...]


class GameMemory:
    """The part of an instance's memory for whole games, below all states."""

    def __init__(
        self,
        instance: Sandbox,
        layout: StateLayout,
        blueprint: Blueprint,
        areas: Areas,
        recover: Callable[[], None],
        take: Callable[[int], int],
    ) -> None:
        """Reserve the memory.

        `recover` is called after a trap. `take` reserves N bytes above the states, once there are states, and returns
        the address.
        """
        self._recover, self._take = recover, take
        self._instance, self._layout, self._blueprint = instance, layout, blueprint
        record = RecordLayout(blueprint)
        self._order = areas.take(orders.ORDER_SIZE)
        self._weights = areas.take(8 * (layout.n_slots + layout.n_pieces))
        self._from = areas.take(layout.size)
        self._played = areas.take(layout.size)
        self._uses = areas.take(_USES * orders.USE_SIZE)
        self._seeds = areas.take(8 * BATCH)
        self._records = areas.take(8 * BATCH * record.numbers)
        self._sums, self._numbers = areas.take(8 * record.numbers), record.numbers
        self._greedy_tables: GreedyTables | None = None
        self._learned: dict[int, LearnedMemory] = {}
        self._area, self._area_size = 0, area_of(blueprint).size
        if self._area_size:
            self._area = areas.take(self._area_size)
        self._copy = instance.function("copy")
        self._learned_knows: Callable[[int, int], int] | None = None
        self._games = instance.function("games")
        self._decide = instance.function("decide")

    def fill_in(self) -> None:
        """Write down what stays the same, once there is memory."""
        of_slots, of_pieces = weights(self._layout.n_slots, self._layout.n_pieces)
        numbers = [*of_slots, *of_pieces]
        self._instance.pack(f"<{len(numbers)}Q", self._weights, *numbers)

    def learn(self, tables: LearnedTables) -> int:
        """Load a learned player for tables of its number of seats, and return its number as a policy."""
        found = LearnedMemory(tables, self._instance, self._layout, self._blueprint, self._take)
        self._learned[found.address] = found
        return found.address

    def weigh(self, policy: int, weights: bytes) -> None:
        """Give a loaded learned player other weights, and forget its values of choices."""
        self._learned[policy].weigh(weights)

    def prepare(
        self,
        state: int,
        policies: Sequence[NativePolicy],
        *,
        begins: bool = False,
        reseeds: bool = False,
        counts: bool = False,
        watches: bool = False,
    ) -> None:
        """Get ready to play from a state, one before the first effect if games are to be begun.

        A game that knows invariants is watched for them if it `watches`. Policies are given to the seats in turn;
        seats that the rules play take the first option.
        """
        order = self._order
        self._copy(self._from, state)
        seats, ruled = self._seats(), self._ruled()
        dealt = ["first" if seat in ruled else policies[seat % len(policies)] for seat in range(seats)]
        numbers = [POLICIES[each] if isinstance(each, str) else each for each in dealt]
        if any(each >= orders.GREEDY for each in numbers):
            self._prepare_greedy(seats)
        instance = self._instance
        how = orders.BEGINS * begins + orders.RESEEDS * reseeds + orders.COUNTS * counts + orders.TELLS
        instance.pack("<iii", order, self._from, self._played, self._seeds)
        instance.pack("<i", order + orders.HOW, how)
        instance.pack("<iii", order + orders.USES, self._uses, _USES - 1, _USES * 3 // 4)
        instance.pack("<i", order + orders.WEIGHTS, self._weights)
        instance.pack("<i", order + orders.WATCH, self._area if watches else 0)
        instance.pack(f"<{seats}i", order + orders.POLICY, *numbers)

    def _prepare_greedy(self, seats: int) -> None:
        """Prepare the tables of `greedy` for N seats."""
        if self._greedy_tables is None:
            size = Areas(0)
            GreedyTables(self._layout, self._blueprint, size)
            self._greedy_tables = GreedyTables(self._layout, self._blueprint, Areas(self._take(size.end)))
            for place, data in self._greedy_tables.tables:
                self._instance.write(place, data)
            place = self._order + orders.GREEDY_TABLES
            self._instance.pack("<i", place, self._greedy_tables.address)
        place, data = self._greedy_tables.seat_tables(seats)
        self._instance.write(place, data)

    def choose(self, state: int, policy: NativePolicy, seed: int, decision: int) -> int:
        """Return the option code that a policy chooses in a game it is `prepare`d for.

        `seed` was made by `spread_seed`; `decision` selects the chance. Raises Trapped if looking ahead runs into a
        limit.
        """
        number = policy if isinstance(policy, int) else POLICIES[policy]
        try:
            if number in self._learned and not self._knows(number, state):
                self._tell(number, state)
            return self._decide(self._order, number, state, seed, decision)
        except Trapped:
            self._recover()
            raise

    def best(self, state: int, seed: int, decision: int) -> list[int]:
        """Return the codes that `greedy` draws its choice from, in a game `prepare`d for `greedy`.

        The arguments are those of `choose`.
        """
        self.choose(state, "greedy", seed, decision)
        assert self._greedy_tables is not None
        return self._greedy_tables.best(self._instance)

    def _knows(self, policy: int, state: int) -> bool:
        if self._learned_knows is None:
            self._learned_knows = self._instance.function("learned_knows")
        return bool(self._learned_knows(policy, state))

    def _tell(self, policy: int, state: int) -> None:
        """Write the values of a decision's choices for a learned player."""
        _, seat, site, count = self._instance.unpack("<iiii", state)
        self._learned[policy].tell(site, seat, self._instance.longs(state + self._layout.options, count))

    def _tell_who_is_asked(self) -> None:
        seat = self._int(self._played + at.AT_SEAT)
        self._tell(self._int(self._order + orders.POLICY + 4 * seat), self._played)

    def _seats(self) -> int:
        return self._int(self._from + at.AT_N_SEATS)

    def _ruled(self) -> range:
        """Return the seats (from 0) that the rules play."""
        setting, seats = ruled_setting(self._blueprint), self._seats()
        if setting is None:
            return range(seats, seats)
        sort = f"<{self._layout.sort}"
        place = self._from + self._layout.slot(setting.slot)
        return range(seats - self._instance.unpack(sort, place)[0], seats)

    def play(
        self, seeds: Sequence[int], *, most: int, used: dict[tuple[int, int], int] | None = None
    ) -> Iterator[bool]:
        """Play a game with each of some seeds, at most `BATCH`, with a limit of decisions for each.

        It continues while its values are asked for, the last one true; choices are added to `used` by site and code.
        Raises Trapped if a game runs into a limit.
        """
        instance, order = self._instance, self._order
        instance.pack(f"<{len(seeds)}Q", self._seeds, *map(spread_seed, seeds))
        instance.pack("<ii", order + orders.GAMES, len(seeds), 0)
        instance.pack("<i", order + orders.RECORDS, self._records)
        instance.pack("<ii", order + orders.MOST, most, 0)
        self._forget_uses()
        while True:
            try:
                reached = self._games(order, _BUDGET)
            except Trapped:
                self._recover()
                raise
            if reached == orders.UNTOLD:
                self._tell_who_is_asked()
                continue
            done = reached == orders.ALL_DONE
            if used is not None and (done or self._int(order + orders.USES_LEFT) <= 0):
                self._take_uses(used)
            yield done
            if done:
                return

    def forget_sightings(self) -> None:
        """Watch as if no game had been watched before."""
        self._instance.write(self._area, bytes(self._area_size))

    def sightings(self, games: Sequence[int]) -> Sightings:
        """Return what was seen of invariants in the games played last.

        `games` are the numbers of these games.
        """
        return sightings_in(self._instance, self._area, self._blueprint, games)

    def summed(self, first_seed: int, count: int, *, most: int) -> Summed:
        """Play games of consecutive seeds, with a limit of decisions for each, and add them up inside."""
        instance, order = self._instance, self._order
        how = self._int(order + orders.HOW)
        instance.pack("<i", order + orders.HOW, how & ~orders.TELLS | orders.ADDS)
        instance.pack("<ii", order + orders.GAMES, count, 0)
        instance.pack("<iQ", order + orders.SUMS, self._sums, first_seed & _MASK)
        instance.pack("<i", order + orders.RECORDS, self._records)
        instance.pack("<ii", order + orders.MOST, most, 0)
        instance.write(self._sums, bytes(8 * self._numbers))
        stopped, done = 0, False
        while not done:
            try:
                reached = self._games(order, _BUDGET)
                done = reached == orders.ALL_DONE
                if reached == orders.UNTOLD:
                    self._tell_who_is_asked()
            except Trapped:
                self._recover()
                stopped += 1
                instance.pack("<i", order + orders.DONE, self._int(order + orders.DONE) + 1)
                instance.pack("<i", order + orders.UNDER_WAY, 0)
        instance.pack("<i", order + orders.HOW, how)
        seats, categories = self._seats(), len(self._blueprint.scoring)
        decisions, options, _, _, _, over, *scores = instance.longs(self._sums, self._numbers)
        rows = tuple([tuple(scores[seat * categories : (seat + 1) * categories]) for seat in range(seats)])
        return Summed(count - stopped, decisions, options, over, stopped, rows)

    def ended(self, count: int) -> Iterator[Ended]:
        """Yield the ends of the games played last, in their order."""
        seats = self._seats()
        categories, breaks = len(self._blueprint.scoring), len(self._blueprint.tie_breaks)
        size = RecordLayout(self._blueprint).of_seats(seats)
        numbers = self._instance.longs(self._records, count * size)
        for at_ in range(0, count * size, size):
            decisions, options, end, round_, again, is_over = numbers[at_ : at_ + orders.HEAD]
            start = at_ + orders.HEAD
            rows = range(start, start + seats * categories, categories) if categories else ()
            scores = tuple([tuple(numbers[each : each + categories]) for each in rows]) or ((),) * seats
            start += seats * categories
            parted = tuple(
                [tuple(numbers[each : each + seats]) for each in range(start, start + seats * breaks, seats)]
            )
            told = self._ends(numbers, start + seats * breaks)
            yield Ended(decisions, options, end & _MASK, round_, again, bool(is_over), scores, parted, told)

    def _ends(self, numbers: Sequence[int], first: int) -> Ends | None:
        """Return the places, sides and outcome in a record, from the index `first` on.

        None if the ruleset declares no ending.
        """
        ending, seats = self._blueprint.ending, self._seats()
        if ending is None:
            return None
        end = first + seats * len(ending.recorded)
        rows = [tuple(numbers[each : each + seats]) for each in range(first, end, seats)]
        found = dict(zip(ending.recorded, rows, strict=True))
        outcome = found.get(ending.outcome, (-1,))
        return Ends(found.get(ending.place, ()), found.get(ending.side, ()), outcome[0])

    def _int(self, place: int) -> int:
        found: int = self._instance.unpack("<i", place)[0]
        return found

    def _forget_uses(self) -> None:
        self._instance.write(self._uses, bytes(_USES * orders.USE_SIZE))
        self._instance.pack("<i", self._order + orders.USES_LEFT, _USES * 3 // 4)

    def _take_uses(self, used: dict[tuple[int, int], int]) -> None:
        numbers = self._instance.longs(self._uses, 3 * _USES)
        for code, site, count in zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True):
            if site:
                used[site - 1, code] = used.get((site - 1, code), 0) + count
        self._forget_uses()
