"""Small games solved: what comes of best play by everybody, by how much, and a line of it.

All positions are known, so nothing is guessed: everything on the table counts as known to all, the order of shuffled
piles as well, and what is still to be rolled or shuffled by its odds.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from rulewright.author.proving.graph import Graph, begins_of, graph_of
from rulewright.author.proving.positions import are_alike, host_of, watched
from rulewright.author.proving.traces import choices_of
from rulewright.core.lower.refusal import NotNative
from rulewright.core.model.settings import Chosen
from rulewright.core.pipeline import Choice
from rulewright.native.backend.sandbox import NoEngine
from rulewright.native.inside.explorer import Exploration, Explorer, SearchBounds, WayStep
from rulewright.native.inside.exploring import OVER, sure_lead

_SWEEPS = 2_000
_LONGEST = 500


class CannotSolve(ValueError):  # noqa: N818 - said as a sentence
    """The reason why a game is not solved."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a game with best play: the lead of seat 1 over seat 2, or the points of a single seat.

    `line` is a line of best play, `states` the number of states explored, `broken_by` the lead by tie-breaks.
    """

    lead: float
    broken_by: int
    states: int
    line: tuple[tuple[int, str], ...]
    seats: int
    is_chance: bool
    sure: int = 0
    """The lead that it counts to have won by the rules, 0 where only points are counted."""

    def sentence(self) -> str:
        """Return the winner or the result, in a sentence without a full stop."""
        if self.sure and not self.is_chance and abs(self.lead) == self.sure:
            if self.seats == 1:
                return "best play wins" if self.lead > 0 else "no play wins"
            return f"seat {1 if self.lead > 0 else 2} wins with best play"
        if self.seats == 1:
            return f"best play scores {_number(self.lead)} points"
        if self.is_chance:
            ahead = f"seat {1 if self.lead > 0 else 2} leads by {_number(abs(self.lead))} on average"
            return "with best play both are equal on average" if not self.lead else f"with best play {ahead}"
        if not self.lead and not self.broken_by:
            return "a draw with best play"
        if not self.lead:
            return f"seat {1 if self.broken_by > 0 else 2} wins with best play, by a tie-break"
        return f"seat {1 if self.lead > 0 else 2} wins with best play, by {_number(abs(self.lead))}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def solve(choice: Choice, *, seats: int, settings: Chosen | None, bounds: SearchBounds) -> Solution:
    """Solve a game at a table of one or two seats. Raises CannotSolve, WrongSetup or RulesetError."""
    built = watched(choice)
    try:
        host = host_of(built)
    except (NotNative, NoEngine) as refusal:
        raise CannotSolve(str(refusal)) from None
    blueprint = host.game.blueprint
    if seats > 2:
        raise CannotSolve(f"best play can be computed for one or two seats, not for {seats}")
    if blueprint.ending is not None and blueprint.ending.side >= 0:
        raise CannotSolve("only games of seats against each other can be solved; this one has teams")
    if any(point.together for points in blueprint.frames for point in points):
        raise CannotSolve("simultaneous sealed answers have no single best answer")
    explorer = Explorer(host, seats=seats, settings=settings, edges=True, alike=are_alike(built))
    found = explorer.run(bounds)
    if not found.complete:
        why = {"states": "too many positions", "seconds": "time ran out", "memory": "memory ran out"}
        raise CannotSolve(why.get(found.stopped_by, "chance has too many outcomes, or a limit is reached"))
    graph = graph_of(found)
    values = _values(found, graph, seats)
    begins = begins_of(found)
    worth = sum(values[to] * chance for _, to, chance in begins)
    is_chance = len(begins) > 1 or any(chance < 1 for chance in graph.chances)
    line = _line(explorer, found, graph, values, seats)
    lead, broken_by = (worth / 2, 0) if is_chance else _parted(round(worth))
    ending = blueprint.ending
    sure = sure_lead(blueprint) if ending is not None and ending.place >= 0 else 0
    return Solution(lead, broken_by, found.states, line, seats, is_chance, sure)


def _parted(payoff: int) -> tuple[float, int]:
    """Return (lead, payoff by tie-breaks) of a payoff. The second is 0 unless the lead is 0."""
    return (payoff / 2, 0) if payoff % 2 == 0 else (0.0, payoff)


def _values(found: Exploration, graph: Graph, seats: int) -> array[float]:
    """Return the value of each position to seat 1, in half points. Raises CannotSolve if values do not settle."""
    values = array("d", bytes(8 * found.states))
    seat_of = found.records[3::4]
    for number in range(found.states):
        if graph.is_over[number]:
            values[number] = seat_of[number] - OVER
    if not graph.has_circle:
        for number in reversed(graph.order):
            if not graph.is_over[number]:
                values[number] = _best(graph, values, number, seat_of[number], seats)[0]
        return values
    for _ in range(_SWEEPS):
        changed = False
        for number in range(found.states - 1, -1, -1):
            if not graph.is_over[number]:
                value = _best(graph, values, number, seat_of[number], seats)[0]
                if abs(value - values[number]) > 1e-9:
                    values[number], changed = value, True
        if not changed:
            return values
    raise CannotSolve("positions repeat, and their values do not converge")


def _best(graph: Graph, values: array[float], number: int, seat: int, seats: int) -> tuple[float, int]:
    """Return (value, number) of the best option of a position."""
    sums: dict[int, float] = {}
    for option, to, chance in graph.ways_from(number):
        sums[option] = sums.get(option, 0.0) + values[to] * chance
    better = max if seat == 0 or seats == 1 else min
    option = better(sums, key=lambda each: sums[each])
    return sums[option], option


def _line(
    explorer: Explorer, found: Exploration, graph: Graph, values: array[float], seats: int
) -> tuple[tuple[int, str], ...]:
    """Best play from the beginning, with what is likeliest of chance: seats (from 1) and keys."""
    number, option, way = -1, 0, list[WayStep]()
    while len(way) < _LONGEST:
        ways = begins_of(found) if number < 0 else list(graph.ways_from(number))
        taken = [each for each in ways if each[0] == option]
        outcomes = [(chance, -place, to) for place, (_, to, chance) in enumerate(taken)]
        _, place, to = max(outcomes)
        way.append((option, -place))
        number = to
        if graph.is_over[number]:
            break
        option = _best(graph, values, number, found.records[4 * number + 3], seats)[1]
    choices = choices_of(explorer.host.game, explorer.states_of(tuple(way)), way)
    return tuple((seat + 1, key) for seat, key in choices)
