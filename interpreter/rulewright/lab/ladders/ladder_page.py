"""A ladder as one page of HTML that works offline, and the words that page and screen have in common."""

from __future__ import annotations

from rulewright.core.diagnostics import counted
from rulewright.lab.ladders.ratings import Ladder, Meeting
from rulewright.lab.page import lab_page
from rulewright.lab.statistics.estimates import Estimate
from rulewright.table.pages import charts
from rulewright.table.pages.html import Markup, element
from rulewright.table.pages.page import table, titled_row

HOW = "In brackets: 95 % confidence intervals; ties count as half."


def headline(ladder: Ladder, label: str) -> list[str]:
    """Return two lines on the games that were played."""
    plan = ladder.plan
    rounds = ladder.games // plan.of_a_round
    whom = "sides" if plan.sides else "seats"
    how = f"{counted(rounds, 'deal')}, by all combinations of policies, in {plan.turns} orders of the {whom}"
    return [label, f"From {ladder.games} games of {len(plan.policies)} policies: {how}; seed {plan.seed}"]


def rating_text(found: Estimate) -> str:
    """Return a rating with its interval: `31.4 [30.2, 32.6]`."""
    return f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]"


def share_text(found: Estimate | None) -> str:
    """Return a share with its interval: `83 % [76, 88]`."""
    if found is None:
        return ""
    return f"{found.value * 100:.0f} % [{found.low * 100:.0f}, {found.high * 100:.0f}]"


def ladder_page(ladder: Ladder, label: str) -> str:
    """Return the whole page."""
    return lab_page([*headline(ladder, label), HOW], _ratings(ladder), _meetings(ladder))


def _ratings(ladder: Ladder) -> Markup:
    least = min(each.rating.low for each in ladder.rungs)
    most = max(each.rating.high for each in ladder.rungs)
    rows = []
    for each in ladder.rungs:
        rating = rating_text(each.rating)
        drawn = charts.interval(each.rating.value, each.rating.low, each.rating.high, (least, most), rating)
        numbers = (rating, share_text(each.before), str(each.games))
        rows.append(titled_row(each.policy, element("td", drawn), (element("td", n, class_="number") for n in numbers)))
    return table("Ratings", ("", "interval", "rating", "finishes ahead of opponents", "games"), rows)


def _meetings(ladder: Ladder) -> Markup:
    names = [each.policy for each in ladder.rungs]
    rows = (titled_row(first, (_meeting(ladder.meeting(first, second)) for second in names)) for first in names)
    return table("How often the one on the left finishes ahead of the one above", ("", *names), rows)


def _meeting(found: Meeting | None) -> Markup:
    if found is None:
        return element("td")
    estimate = found.before
    kind = " more" if estimate.low > 0.5 else " less" if estimate.high < 0.5 else ""
    return element("td", share_text(estimate), class_=f"number{kind}")
