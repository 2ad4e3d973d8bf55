"""A comparison as an HTML page for offline use, with each number's interval next to its answer."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.lab.comparing.by_players import across_players, meetings
from rulewright.lab.comparing.compare import Comparison, Finding, policy_name
from rulewright.lab.comparing.measures import wins_of
from rulewright.lab.comparing.wording import (
    ACROSS,
    across_text,
    answer_text,
    difference_text,
    headline,
    is_share,
    meeting_text,
    value_text,
)
from rulewright.lab.page import lab_page
from rulewright.table.pages import charts
from rulewright.table.pages.html import Content, Markup, element
from rulewright.table.pages.page import table, titled_row


def comparison_page(
    found: Comparison, labels: tuple[str, str], titles: dict[str, str], on_players: Sequence[str] = (),
    ladder: Sequence[str] = (),
) -> str:  # fmt: skip
    """Return the whole page.

    `titles` maps measures to their titles. `on_players` are sentences about the players' strength, `ladder` the
    policies from strongest to weakest.
    """
    tables: list[Content] = []
    for each in found.plan.tables:
        policy = policy_name(each)
        own = [finding for finding in found.findings if finding.policy == policy]
        others = [finding for finding in own if not finding.is_primary]
        shown = [finding for finding in others if finding.verdict.answer != "not shown"]
        tables.append(_table(f"Played by {policy}", [finding for finding in own if finding.is_primary], titles))
        tables.append(_who_wins(own, each.seats))
        differ = "differs" if len(shown) == 1 else "differ"
        caption = f"{len(shown) or 'None'} of {len(others)} other numbers {differ} significantly"
        tables.append(_table(caption, shown, titles) if shown else element("p", caption, "."))
    tables += [element("p", meeting_text(each)) for each in meetings(found)]
    if across := across_players(found):
        rows = [
            titled_row(
                titles.get(each.name, each.name),
                element("td", across_text(each, ladder), class_="more" if each.agreement == "differs" else None),
            )
            for each in across
        ]
        tables.append(table(ACROSS, ("", "answer"), rows, class_="findings"))
    tables += [element("p", sentence) for sentence in on_players]
    how = (
        "A dot is the mean difference, its line the confidence interval; a difference within the grey band "
        "counts as none."
    )
    return lab_page([*headline(found, labels), how], tables)


def _table(caption: str, findings: list[Finding], titles: dict[str, str]) -> Markup:
    heads = ("", "base", "variant", "difference", "interval", "answer")
    rows = (_row(each, titles.get(each.name, each.name)) for each in findings)
    return table(caption, heads, rows, class_="findings")


def _who_wins(findings: list[Finding], seats: int) -> Markup | None:
    """Return each seat's share of wins on both sides as bars, None where a seat plays alone."""
    wins = {each.name: each.sums for each in findings}
    known = [(f"seat {seat + 1}", wins[wins_of(seat)]) for seat in range(seats) if wins_of(seat) in wins]
    if not known:
        return None
    base = tuple((title, sums.base_mean) for title, sums in known)
    variant = tuple((title, sums.variant_mean) for title, sums in known)
    return charts.parts((("base", base), ("variant", variant)), None, "each seat's share of wins on both sides")


def _row(each: Finding, title: str) -> Markup:
    kind = each.verdict.answer.replace(" ", "-")
    numbers = (value_text(each, each.sums.base_mean), value_text(each, each.sums.variant_mean), difference_text(each))
    return titled_row(
        title,
        (element("td", number, class_="number") for number in numbers),
        element("td", _plot(each), class_=kind),
        element("td", answer_text(each), class_=kind),
    )


def _plot(each: Finding) -> Markup:
    """Return the interval on a line of its own, 0 in the middle."""
    low, high = each.verdict.interval
    reach = max(abs(low), abs(high), each.within, 1e-9) * 1.05
    scale = 100 if is_share(each) else 1
    ends = f"{-reach * scale:.3g}", f"+{reach * scale:.3g}"
    return charts.interval(
        each.sums.mean, low, high, (-reach, reach), difference_text(each), even=0.0, within=each.within, ends=ends
    )
