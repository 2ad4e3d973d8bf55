"""The final comparison of seats: scores with their parts, and how they came about, for a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.events import Changed
from rulewright.core.model.points import points_text
from rulewright.observe.naming import seat_title
from rulewright.observe.words.progress import round_counter
from rulewright.play.session.match import again_after
from rulewright.play.session.moments import ONLOOKER
from rulewright.play.session.quitting import quit_told
from rulewright.play.session.result import Result, final_scores, totals
from rulewright.play.session.result_told import outcome_line, result_line, scoring_rows, sided_names, tie_titles
from rulewright.table.serve.live import LiveTable

_MOST_POINTS = 48
_CHART_HIGH = 40.0
_NAME_HIGH = 5.0
_LETTER_WIDE = 2.7
"""How high the name at the end of a curve is, and how wide one letter of it at most, in the units of the chart."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's total at each moment of the chart, its last as people read it, and its points as SVG has them."""

    name: str
    totals: tuple[int, ...]
    last: str
    points: str
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves between the lowest and the highest total, and what is counted from left to right, from 0 up to `last`.

    `rounds`: what the game calls its rounds; empty if it has none, and choices are counted.
    """

    curves: tuple[Curve, ...]
    low: str
    high: str
    rounds: str
    last: int

    @property
    def names_wide(self) -> float:
        """The room for the longest name at the end of a curve, with the total behind it."""
        return 3 + _LETTER_WIDE * max(len(f"{each.name} {each.last}") for each in self.curves)


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """The end of a game: the rows of the scoring, who has won, what broke ties, and the curves of the chart.

    `ending` says as what it ended, if that has a name, and `verdict` what it came to for who looks. For a seat, `by`
    says who has won, if not it alone; `winners` are those seats (from 0). `places` has the seats in the order they
    finished in, each after its place; none where there is nothing to compare.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    totals: tuple[str, ...]
    winners: tuple[int, ...]
    ending: str
    verdict: str
    by: str
    broken_by: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    chart: Chart


def standing_of(live: LiveTable, seat: int, language: str) -> FinalStanding | None:
    """Return the final standing. It is None while the game is in play, as scores may count hidden things."""
    if not live.is_over:
        return None
    blueprint = live.game.blueprint
    scores = final_scores(live.game, live.state)
    names = tuple(seat_title(blueprint, each, language) for each in range(len(scores)))
    rows = scoring_rows(blueprint, scores, language)
    again = again_after(live.game, live.state) if live.repeats else None
    decided = live.result if again is None else None
    winners = decided.winners if decided is not None else ()
    told = [quit_told(blueprint, each, language) for each in live.quits[-1:] if each.ends]
    if decided is not None and winners:
        told.append(outcome_line(blueprint, decided, language))
        sided = sided_names(blueprint, decided, names, language)
        verdict, by = _verdict(tuple(sided[each] for each in winners), seat, winners, language)
    elif decided is not None:
        verdict, by = result_line(blueprint, decided, names, language), ""
    else:
        why = title_in(again.title, language, again.id) if again is not None else ""
        verdict, by = phrases(language, "browser")("again", why=why) if why else "", ""
    return FinalStanding(
        names, rows, tuple(points_text(blueprint, sum(row)) for row in scores),
        winners, " ".join(filter(None, told)), verdict, by,
        tie_titles(blueprint, decided, language) if decided is not None else (),
        _places(decided, tuple(map(sum, scores)), is_counted=bool(rows)),
        _chart(live, names, language),
    )  # fmt: skip


def _verdict(names: Sequence[str], seat: int, winners: Sequence[int], language: str) -> tuple[str, str]:
    """Return (what a game came to for a seat, who has won besides). A spectator is told the names alone."""
    say = phrases(language, "browser")
    by = say("won", names=", ".join(names)) if len(names) > 1 else say("has_won", name=names[0])
    if seat == ONLOOKER:
        return by, ""
    if seat in winners:
        return say("you_won"), by if len(names) > 1 else ""
    return say("you_lost"), by


def _places(decided: Result | None, points: Sequence[int], *, is_counted: bool) -> tuple[tuple[int, int], ...]:
    """Return (place from 1, seat) of each seat, the best first.

    Points alone decide if there is no result. Return () if no points are counted and all seats share the first place.
    """
    ahead = decided.ahead if decided is not None else tuple(sum(other > each for other in points) for each in points)
    if not is_counted and not any(ahead):
        return ()
    return tuple(sorted((number + 1, seat) for seat, number in enumerate(ahead)))


def _chart(live: LiveTable, names: tuple[str, ...], language: str) -> Chart:
    """Each seat's total over the game, at moments as far apart as they must be, within 0 to 100 and 0 to 40."""
    counter = round_counter(live.game.blueprint)
    ends = _ends_of_rounds(live, counter.base) if counter is not None else ()
    last = len(live.moments)
    if counter is not None and len(ends) > 1:
        numbers, title, count = ends, title_in(counter.title, language, counter.id), len(ends)
    else:
        numbers, title, count = tuple(live.counted), "", live.seen_until
    every = max(1, -(-len(numbers) // _MOST_POINTS))
    moments = sorted({0, *numbers[::every], last})
    table = [totals(live.game, live.state_at(each)) for each in moments]
    low, high = min(0, *map(min, table)), max(1, *map(max, table))
    found = []
    for seat, name in enumerate(names):
        own = tuple(row[seat] for row in table)
        points = [(round(100 * n / max(1, len(own) - 1), 1), round(40 - 40 * (each - low) / (high - low), 1))
                  for n, each in enumerate(own)]  # fmt: skip
        said = points_text(live.game.blueprint, own[-1])
        found.append(Curve(name, own, said, " ".join(f"{x},{y}" for x, y in points), points[-1]))
    lowest, highest = (points_text(live.game.blueprint, each) for each in (low, high))
    return Chart(_apart(found), lowest, highest, title, count)


def _apart(curves: list[Curve]) -> tuple[Curve, ...]:
    """Curves whose ends, where their names are, are so far apart that each can be read."""
    order = sorted(range(len(curves)), key=lambda each: (curves[each].end[1], each))
    heights: dict[int, float] = {}
    least = -_NAME_HIGH
    for each in order:
        least = heights[each] = max(curves[each].end[1], least + _NAME_HIGH)
    most = _CHART_HIGH
    for each in reversed(order):
        heights[each] = min(heights[each], most)
        most = heights[each] - _NAME_HIGH
    return tuple(replace(curve, end=(curve.end[0], round(heights[at], 1))) for at, curve in enumerate(curves))


def _ends_of_rounds(live: LiveTable, slot: int) -> tuple[int, ...]:
    """Return the numbers of the choices that ended a round, by the next round's beginning or the game's end."""
    changed = [
        number
        for number, moment in enumerate(live.moments, 1)
        if any(isinstance(each, Changed) and each.slot == slot and each.before != each.after for each in moment.events)
    ]
    return tuple(dict.fromkeys((*changed, len(live.moments))))
