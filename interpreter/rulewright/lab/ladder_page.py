"""A ladder as one page of HTML that works offline, and the words that page and screen have in common."""

from __future__ import annotations

from html import escape

from rulewright.lab import charts
from rulewright.lab.estimates import Estimate
from rulewright.lab.page import page_of
from rulewright.lab.ratings import Ladder, Meeting

HOW = "In brackets: where the true number lies in 95 of 100; equal places count by half."


def headline(ladder: Ladder, label: str) -> list[str]:
    """What was played, on two lines."""
    plan = ladder.plan
    rounds = ladder.games // plan.of_a_round
    how = f"{rounds} deal{'s' * (rounds != 1)}, each by all that meet, in {plan.turns} turns of the seats"
    return [label, f"From {ladder.games} games of {len(plan.policies)} policies: {how}; seed {plan.seed}"]


def rating_text(found: Estimate) -> str:
    """A rating with its interval: `31.4 [30.2, 32.6]`."""
    return f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]"


def share_text(found: Estimate | None) -> str:
    """A share with its interval: `83 % [76, 88]`."""
    if found is None:
        return ""
    return f"{found.value * 100:.0f} % [{found.low * 100:.0f}, {found.high * 100:.0f}]"


def ladder_page(ladder: Ladder, label: str) -> str:
    """The whole page."""
    return page_of([*headline(ladder, label), HOW], (*_ratings(ladder), *_meetings(ladder)))


def _ratings(ladder: Ladder) -> list[str]:
    least = min(each.rating.low for each in ladder.rungs)
    most = max(each.rating.high for each in ladder.rungs)
    rows = []
    for each in ladder.rungs:
        told = rating_text(each.rating)
        drawn = charts.interval(each.rating.value, each.rating.low, each.rating.high, (least, most), None, told)
        cells = f"<td>{drawn}</td>" + "".join(
            f'<td class="number">{text}</td>' for text in (told, share_text(each.before), str(each.games))
        )
        rows.append(f'<tr><th scope="row">{escape(each.policy)}</th>{cells}</tr>')
    heads = "".join(
        f'<th scope="col">{head}</th>'
        for head in ("", "where it lies", "rating", "ends before those it meets", "games")
    )
    return _table("Ratings", heads, rows)


def _meetings(ladder: Ladder) -> list[str]:
    names = [each.policy for each in ladder.rungs]
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *names))
    rows = []
    for first in names:
        cells = "".join(_meeting(ladder.meeting(first, second)) for second in names)
        rows.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    return _table("How often the one on the left ends before the one above", heads, rows)


def _meeting(found: Meeting | None) -> str:
    if found is None:
        return "<td></td>"
    estimate = found.before
    kind = "more" if estimate.low > 0.5 else "less" if estimate.high < 0.5 else ""
    return f'<td class="number {kind}">{share_text(estimate)}</td>'


def _table(caption: str, heads: str, rows: list[str]) -> list[str]:
    return [
        f'<div class="scroll"><table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>',
        "<tbody>",
        *rows,
        "</tbody></table></div>",
    ]
