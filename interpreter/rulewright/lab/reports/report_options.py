"""Report sections on openings, options and things: how often each is taken, and its users' results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from rulewright.core.diagnostics import some_of
from rulewright.lab.comparing.watching import Watched
from rulewright.lab.reports.report_games import ReportGames
from rulewright.lab.reports.report_rows import (
    Example,
    ExtremeMark,
    ReportRow,
    ReportSection,
    among_themselves,
    remarks_of,
)
from rulewright.lab.statistics import estimates
from rulewright.lab.statistics.estimates import Estimate

ALWAYS, HARDLY, LEAST_OFFERED = 0.9, 0.02, 20
"""Nearly always taken, hardly ever taken: the whole interval is beyond, and it was offered at least this often."""

_OPENINGS = 24
_NEVER = 12
_LEAST_DEALS = 5


def option_sections(games: ReportGames, titles: Mapping[str, str]) -> list[ReportSection]:
    """Return the sections on openings, then on options and on each kind of thing.

    For each option and thing they show how often it is taken, and how far ahead its users end.
    """
    own = games.of("strong")
    groups: dict[str, list[str]] = {}
    for name in titles:
        group = _group(name)
        if group:
            groups.setdefault(group, []).append(name)
    everywhere = Counter[str]()
    for each in (game for kind in games.plan.kinds for game in games.of(kind)):
        everywhere.update(each.offered)
    ahead = _ahead(games)
    remarks = remarks_of(ahead, 0.0)
    found = [_openings(games)]
    for group, names in groups.items():
        kind = "Options" if group == "use" else group.removeprefix("thing.").replace("_", " ").capitalize()
        rows = [row for name in names if (row := _taken_row(name, titles[name], own)) is not None]
        if not rows:
            continue
        rows.sort(key=lambda row: -(row.estimate.value if row.estimate is not None else -1.0))
        read = f"How often {games.plan.strong} players take it when they have an alternative."
        never = sorted({titles[name] for name in names if not everywhere[name]})
        if never:
            read += f" Never offered as a choice to any player: {some_of(never, _NEVER)}."
        found.append(ReportSection(f"taken.{group}", f"{kind}: how often taken", read, tuple(rows), is_long=True))
        if parted := _parted(games, kind, names, titles):
            found.append(parted)
        ahead_of = [
            ReportRow(f"ahead.{name}", titles[name], games.unit, ahead[name], "", _using(name, own), remarks[name])
            for name in names
            if name in ahead
        ]
        ahead_of.sort(key=lambda row: -(row.estimate.value if row.estimate is not None else 0.0))
        if ahead_of and games.plan.seats > 1:
            read = (
                "In games where some seats use it and others do not, how far those who do finish ahead of those who do "
                "not. This does not prove that it helps: those who are ahead may be able to buy what others cannot. Of "
                "all remarks in tables of this kind, about one in 20 may be due to chance."
            )
            found.append(
                ReportSection(f"ahead.{group}", f"{kind}: who uses them", read, tuple(ahead_of), even=0.0, is_long=True)
            )
    return found


def _parted(games: ReportGames, kind: str, names: Sequence[str], titles: Mapping[str, str]) -> ReportSection | None:
    """Return the section on options that strong and weak players take differently often.

    It lists significant differences only. None if there are none.
    """
    strong, weak, plan = games.of("strong"), games.of("weak"), games.plan
    if plan.weak is None or not weak:
        return None
    shares = {name: (_taken(name, strong), _taken(name, weak)) for name in names}
    known = {
        name: (one, two)
        for name, (one, two) in shares.items()
        if one is not None and two is not None and min(one.count, two.count) >= LEAST_OFFERED
    }
    apart = {name: estimates.difference(*each) for name, each in known.items()}
    remarks = remarks_of(apart, 0.0)
    rows = []
    for name in sorted(apart, key=lambda name: -apart[name].value):
        if remarks[name]:
            beside = " and ".join(f"{each.value:.0%}" for each in known[name])
            example = _using(name, strong)
            rows.append(ReportRow(f"parted.{name}", titles[name], "share", apart[name], beside, example, remarks[name]))
    read = (
        f"How much more often {plan.strong} players take it than {plan.weak} players when they could choose something "
        "else, and how often each do. Of those listed, about one in 20 may be due to chance."
    )
    if not rows:
        return None
    title = f"{kind}: taken by {plan.strong}, left by {plan.weak}"
    return ReportSection(f"parted.{_group(names[0])}", title, read, tuple(rows), even=0.0, is_long=True)


def _group(name: str) -> str:
    first, _, rest = name.partition(".")
    return first if first == "use" else f"thing.{rest.partition('.')[0]}" if first == "thing" else ""


def _taken(name: str, own: list[Watched]) -> Estimate | None:
    """Return the share of decisions that offer an option among others in which the option is taken."""
    of_games = [(each.taken.get(name, 0), each.offered.get(name, 0)) for each in own]
    deals = zip(of_games[::2], of_games[1::2], strict=True)
    return estimates.share([(one[0] + two[0], one[1] + two[1]) for one, two in deals])


def _taken_row(name: str, title: str, own: list[Watched]) -> ReportRow | None:
    found = _taken(name, own)
    if found is None:
        return None
    remark: ExtremeMark = ""
    if found.count >= LEAST_OFFERED:
        remark = "high" if found.low >= ALWAYS else "low" if found.high <= HARDLY else ""
    uses = sum(sum(each.used.get(name, ())) for each in own)
    often = f"{uses / max(1, len(own)):.2f} per game"
    return ReportRow(f"taken.{name}", title, "share", found, often, _using(name, own), remark)


def _using(name: str, own: list[Watched]) -> Example | None:
    """Return the first game in which something is used, otherwise none."""
    return next((("strong", at) for at, each in enumerate(own) if name in each.used), None)


def _ahead(games: ReportGames) -> dict[str, Estimate]:
    """Return, by name, the lead of a seat that used a thing over one that did not, in games with both.

    The two seats are drawn at random, so that either is ahead equally often if the use makes no difference.
    """
    found: dict[str, dict[int, list[float]]] = {}
    rng = Random(0)
    for number, each in enumerate(games.of("strong")):
        worths = games.worths(each)
        for name in sorted(each.used):
            counts = each.used[name]
            users = [seat for seat, count in enumerate(counts) if count]
            others = [seat for seat, count in enumerate(counts) if not count]
            if users and others:
                ahead = worths[rng.choice(users)] - worths[rng.choice(others)]
                found.setdefault(name, {}).setdefault(number // 2, []).append(float(ahead))
    means = {name: estimates.mean(list(of_deals.values())) for name, of_deals in found.items()}
    return {name: each for name, each in means.items() if each is not None and len(found[name]) >= LEAST_OFFERED}


def _openings(games: ReportGames) -> ReportSection:
    """Return the section on the first answers of each seat: how often, and how far ahead it ended."""
    rows: list[ReportRow] = []
    for kind, policy, own in among_themselves(games):
        margins: dict[str, dict[int, list[float]]] = {}
        first: dict[str, Example] = {}
        titles: dict[str, str] = {}
        for number, each in enumerate(own):
            for opening in each.opened:
                margins.setdefault(opening.key, {}).setdefault(number // 2, []).append(games.margin(each, opening.seat))
                first.setdefault(opening.key, (kind, number))
                titles.setdefault(opening.key, opening.title)
        counts = {key: sum(map(len, of_deals.values())) for key, of_deals in margins.items()}
        often = [key for key in margins if len(margins[key]) >= _LEAST_DEALS]
        often = sorted(often, key=lambda key: (-counts[key], key))[:_OPENINGS]
        means = {key: estimates.mean(list(margins[key].values())) for key in often}
        remarks = remarks_of({key: found for key, found in means.items() if found is not None}, 0.0)
        for key, found in means.items():
            share = f"{counts[key] / (len(own) * games.plan.seats):.1%} of seats"
            rows.append(
                ReportRow(f"openings.{policy}.{key}", f"{titles[key]} ({policy})", games.unit, found, share, first[key],
                    remarks.get(key, ""))
            )  # fmt: skip
    read = (
        "The most frequent choices at the first three questions a seat is asked, and how far ahead of the average "
        "opponent it finished. Random players choose regardless of what they hold, so any difference among them is "
        "due to the opening. Of all remarks, about one in 20 may be due to chance."
    )
    return ReportSection("openings", "Openings", read, tuple(rows), even=0.0, is_long=True)
