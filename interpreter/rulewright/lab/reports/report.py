"""A report on a game: advantages of seats, skill and luck, length, drama."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt

from rulewright.core.model.game import Blueprint
from rulewright.lab.comparing.watching import Watched
from rulewright.lab.reports.report_games import PlayStrength, ReportGames
from rulewright.lab.reports.report_options import option_sections
from rulewright.lab.reports.report_rows import (
    Example,
    LabReport,
    ReportRow,
    ReportSection,
    ReportUnit,
    among_themselves,
    by_deal,
    even_share,
    extreme,
    remarks_of,
    shares_by_deal,
    won,
)
from rulewright.lab.statistics import estimates
from rulewright.lab.statistics.estimates import Estimate
from rulewright.observe.naming import seat_title

_LEAST_ASKED = 8
_ALIKE = 0.5
"""Players who end this share of deals alike twice make no choices that could be told apart from the deal."""
_QUARTERS = (0.25, 0.5, 0.75)
_COLUMNS = 24


def report_of(games: ReportGames, blueprint: Blueprint, titles: Mapping[str, str]) -> LabReport:
    """Return the report on some games.

    `titles` maps options and things to their titles.
    """
    sections = [
        _seats(games, blueprint),
        _skill(games),
        _luck(games),
        _length(games),
        _decisions(games),
        _drama(games),
        _runaway(games),
        *option_sections(games, titles),
    ]
    found = tuple(each for each in sections if each is not None and each.rows)
    return LabReport(found, {kind: len(games.of(kind)) for kind in games.plan.kinds})


def _seats(games: ReportGames, blueprint: Blueprint) -> ReportSection:
    rows, parts = [], []
    even = even_share(games)
    for kind, policy, own in among_themselves(games):
        seats = {str(seat + 1): partial(won, seat=seat) for seat in range(games.plan.seats)}
        shares = {name: estimates.share(shares_by_deal(kind, own, wins)) for name, wins in seats.items()}
        remarks = remarks_of({name: each for name, each in shares.items() if each is not None}, even)
        for seat, (name, wins) in enumerate(seats.items()):
            title, example = f"{seat_title(blueprint, seat)} ({policy})", extreme(kind, own, wins)
            remark = remarks.get(name, "")
            rows.append(ReportRow(f"seats.{policy}.{name}", title, "share", shares[name], "", example, remark))
        known = [(seat_title(blueprint, seat), each.value) for seat, each in enumerate(shares.values()) if each]
        parts += [(policy, tuple(known))] if known else []
    read = f"Each seat's share of wins among equal players; without any advantage it would be {even:.1%}."
    return ReportSection("seats", "Seat advantage", read, tuple(rows), even, parts=tuple(parts))


def _skill(games: ReportGames) -> ReportSection | None:
    own, plan = games.of("mixed"), games.plan
    if not own:
        return None
    seats = [plan.strong_seat(number) for number in range(len(own))]
    even = even_share(games)
    shares = [won(each, seat) for each, seat in zip(own, seats, strict=True)]
    margins = [games.margin(each, seat) for each, seat in zip(own, seats, strict=True)]
    upset: Example = ("mixed", min(range(len(own)), key=margins.__getitem__))
    alone = plan.seats - plan.ruled == 1
    name = plan.strong if alone else f"{plan.strong} among {plan.weak}"
    wins = estimates.share([(each, 1) for each in shares])
    remark = remarks_of({plan.strong: wins}, even)[plan.strong] if wins is not None else ""
    rows = [
        ReportRow(f"skill.wins.{plan.strong}", f"wins of one {name}", "share", wins, "its worst game", upset, remark),
    ]
    if games.has_points:
        ahead = estimates.mean([[each] for each in margins])
        title = "points ahead of the average opponent"
        rows.append(ReportRow(f"skill.margin.{plan.strong}", title, "points", ahead, "its worst game", upset))
    one = "One side plays better than the others" if plan.sides else "One seat plays better than the others"
    read = f"Does better play win? {one}; by chance it would win {even:.1%}."
    return ReportSection("skill", "Skill", read, tuple(rows), even)


def _luck(games: ReportGames) -> ReportSection:
    rows = []
    for kind, policy, own in among_themselves(games):
        margins = [[games.margin(each, seat) for seat in range(games.plan.seats)] for each in own]
        means = [sum(each) / len(own) for each in zip(*margins, strict=True)]
        apart = [[one - mean for one, mean in zip(each, means, strict=True)] for each in margins]
        deals = [list(zip(one, two, strict=True)) for one, two in zip(apart[::2], apart[1::2], strict=True)]
        example = extreme(kind, own, lambda each: max(games.margin(each, seat) for seat in range(games.plan.seats)))
        alike = sum(_is_same(one, two) for one, two in zip(own[::2], own[1::2], strict=True))
        found, remark = estimates.likeness(deals), "example: the clearest win"
        if alike > _ALIKE * (len(own) // 2):
            found, remark = None, "no choice is random: a deal is always played the same way"
        rows.append(ReportRow(f"luck.{policy}", policy, "share", found, remark, example))
    what = "the margins at the end" if games.has_points else "who wins"
    read = (
        f"How much of {what} is decided by shuffles and dice alone: equal players play each deal twice, with "
        "different choices. 0 %: the deal decides nothing; 100 %: it decides everything."
    )
    return ReportSection("luck", "Luck of the deal", read, tuple(rows))


def _is_same(one: Watched, other: Watched) -> bool:
    """Return whether two games went alike, as far as is known of them."""
    first, second = ((each.totals, each.result, each.decisions, each.used) for each in (one, other))
    return first == second


def _length(games: ReportGames) -> ReportSection:
    rows: list[ReportRow] = []
    bars: tuple[tuple[float, int], ...] = ()
    for kind, policy, own in among_themselves(games):
        numbers: tuple[tuple[str, str, ReportUnit, Callable[[Watched], float]], ...] = (
            ("decisions", "decisions", "number", lambda each: each.decisions),
            ("rounds", "rounds", "number", lambda each: each.rounds),
            ("total", "total of a seat", "points", lambda each: sum(each.totals) / len(each.totals)),
            ("spread", "first ahead of last", "points", lambda each: max(each.totals) - min(each.totals)),
        )
        for name, title, unit, number in numbers:
            values = [number(each) for each in own]
            if (name == "rounds" and not any(values)) or (name == "spread" and games.plan.seats == 1):
                continue
            if unit == "points" and not games.has_points:
                continue
            remark = f"{round(min(values), 1):g} to {round(max(values), 1):g}; example: the most"
            rows.append(
                ReportRow(f"length.{policy}.{name}", f"{title} ({policy})", unit,
                    estimates.mean(by_deal(kind, own, number)), remark, extreme(kind, own, number))
            )  # fmt: skip
        if kind == "strong":
            bars = histogram([each.decisions for each in own])
    read = "Averages of games between equal players, with the least and the most. The chart shows how long games took."
    title = "Length and points" if games.has_points else "Length"
    return ReportSection("length", title, read, tuple(rows), bars=bars)


def histogram(values: Sequence[int]) -> tuple[tuple[float, int], ...]:
    """Return (middle of the column, number of values) for columns of equal width."""
    if not values:
        return ()
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // _COLUMNS))
    counts = Counter((each - low) // width for each in values)
    return tuple((low + (at + 0.5) * width - 0.5, counts[at]) for at in range((high - low) // width + 1))


def _decisions(games: ReportGames) -> ReportSection | None:
    own = games.of("strong")
    weighed = [(number, each) for number, game in enumerate(own) for each in game.weighed]
    if not weighed:
        return None
    asked = Counter[str]()
    for game in own:
        asked.update(game.asked)
    choices = by_deal("strong", own, lambda each: sum(each.asked.values()))
    by_question: dict[str, list[tuple[int, float]]] = {}
    for number, each in weighed:
        by_question.setdefault(each.question, []).append((number, each.variance))
    unit = games.unit
    rows = [
        ReportRow("decisions.real", "decisions with a choice, per game", "number", estimates.mean(choices)),
        ReportRow("decisions.all", "how much a choice matters, all decisions", unit,
            _root(estimates.mean([[each.variance] for _, each in weighed]))),
    ]  # fmt: skip
    rows_of_questions = []
    for question, values in by_question.items():
        if len(values) >= _LEAST_ASKED:
            found = _root(estimates.mean([[each] for _, each in values]))
            example: Example = ("strong", max(values, key=lambda each: each[1])[0])
            remark = f"asked {asked[question] / len(own):.1f} times per game"
            rows_of_questions.append(ReportRow(f"decisions.of.{question}", question, unit, found, remark, example))
    rows_of_questions.sort(key=lambda row: -(row.estimate.value if row.estimate is not None else 0.0))
    read = (
        f"By how {'many points' if games.has_points else 'much of a win'} a typical option of a decision differs from "
        "the average of its options if everyone continues at random: 0 if it does not matter what is chosen."
    )
    return ReportSection("decisions", "Decisions that matter", read, (*rows, *rows_of_questions))


def _root(found: Estimate | None) -> Estimate | None:
    if found is None:
        return None
    value, low, high = (sqrt(max(0.0, each)) for each in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.count, found.freedom)


def _drama(games: ReportGames) -> ReportSection | None:
    if games.plan.seats == 1 or not games.has_points:
        return None
    rows = []
    for kind, policy, own in among_themselves(games):
        changes = by_deal(kind, own, lambda each: each.lead_changes)
        settled = by_deal(kind, own, lambda each: each.settled)
        late = shares_by_deal(kind, own, lambda each: each.settled > 0.9)
        rows += [
            ReportRow(f"drama.changes.{policy}", f"changes of the lead ({policy})", "number",
                estimates.mean(changes), "the most of them", extreme(kind, own, lambda each: each.lead_changes)),
            ReportRow(f"drama.settled.{policy}", f"how far into the game the winner takes the lead for good ({policy})",
                "share", estimates.mean(settled), "the soonest",
                extreme(kind, own, lambda each: -each.settled)),
            ReportRow(f"drama.late.{policy}", f"games undecided until the last tenth ({policy})", "share",
                estimates.share(late), "the latest", extreme(kind, own, lambda each: each.settled)),
        ]  # fmt: skip
    read = "Based on the points at each moment, which the players might not know."
    return ReportSection("drama", "Drama", read, tuple(rows))


def _runaway(games: ReportGames) -> ReportSection | None:
    if games.plan.seats == 1 or not games.has_points:
        return None
    rows = []
    even = even_share(games)
    for kind, policy, own in among_themselves(games):
        for part in _QUARTERS:
            rows.append(
                ReportRow(f"runaway.{policy}.{part:g}", f"the leader after {part:.0%} wins ({policy})", "share",
                    leaders_win(kind, own, part), "the soonest settled", extreme(kind, own, lambda each: -each.settled))
            )  # fmt: skip
    curve = tuple(
        (at / 20, found.value)
        for at in range(1, 20)
        if (found := leaders_win("strong", games.of("strong"), at / 20)) is not None
    )
    read = f"How often the leader at that point wins; by chance it would be {even:.1%}. High early on: a runaway."
    return ReportSection("runaway", "Runaway leader", read, tuple(rows), even, curve=curve)


def leaders_win(kind: PlayStrength, games: Sequence[Watched], part: float) -> Estimate | None:
    """Return the share of games won by the sole leader after a part of them, if there was one."""
    led = by_deal(kind, games, lambda each: each.leader_at(part) >= 0)
    wins = by_deal(kind, games, lambda each: won(each, each.leader_at(part)))
    return estimates.share([(sum(one), int(sum(two))) for one, two in zip(wins, led, strict=True)])
