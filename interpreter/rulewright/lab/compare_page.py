"""A comparison as one page of HTML that works offline: each number's interval drawn beside its answer."""

from __future__ import annotations

from html import escape

from rulewright.lab.compare import Comparison, Finding, policy_name
from rulewright.lab.page import page_of
from rulewright.lab.wording import answer_text, difference_text, headline, value_text

_WIDTH, _HEIGHT = 260, 18


def comparison_page(found: Comparison, labels: tuple[str, str], titles: dict[str, str]) -> str:
    """The whole page; `titles` are what people call the numbers."""
    tables = []
    for table in found.plan.tables:
        policy = policy_name(table)
        own = [each for each in found.findings if each.policy == policy]
        others = [each for each in own if not each.is_primary]
        shown = [each for each in others if each.verdict.answer != "not shown"]
        tables.append(_table(f"Played by {policy}", [each for each in own if each.is_primary], titles))
        caption = f"Of {len(others)} other numbers {len(shown) or 'none'} {'is' if len(shown) < 2 else 'are'} shown"
        tables.append(_table(caption, shown, titles) if shown else f"<p>{escape(caption)}.</p>")
    how = "A dot is the mean difference, its line where the true one lies; the grey band counts as none."
    return page_of([*headline(found, labels), how], tables)


def _table(caption: str, findings: list[Finding], titles: dict[str, str]) -> str:
    heads = "".join(
        f'<th scope="col">{name}</th>' for name in ("", "base", "variant", "difference", "where it lies", "answer")
    )
    rows = "\n".join(_row(each, titles.get(each.name, each.name)) for each in findings)
    return (
        f'<div class="scroll"><table class="findings"><caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _row(each: Finding, title: str) -> str:
    kind = each.verdict.answer.replace(" ", "-")
    cells = [
        f'<th scope="row">{escape(title)}</th>',
        f'<td class="number">{value_text(each, each.sums.base_mean)}</td>',
        f'<td class="number">{value_text(each, each.sums.variant_mean)}</td>',
        f'<td class="number">{difference_text(each)}</td>',
        f'<td class="{kind}">{_plot(each)}</td>',
        f'<td class="{kind}">{escape(answer_text(each))}</td>',
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _plot(each: Finding) -> str:
    """The interval on a line of its own, 0 in the middle."""
    low, high = each.verdict.interval
    reach = max(abs(low), abs(high), each.within, 1e-9) * 1.05

    def at(value: float) -> str:
        return f"{_WIDTH / 2 * (1 + value / reach):.1f}"

    middle = _HEIGHT / 2
    band = _WIDTH * each.within / reach
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{difference_text(each)}">'
        f'<rect class="within" x="{at(-each.within)}" y="0" width="{band:.1f}" height="{_HEIGHT}"/>'
        f'<line class="zero" x1="{_WIDTH / 2}" x2="{_WIDTH / 2}" y1="0" y2="{_HEIGHT}"/>'
        f'<line class="bar" x1="{at(low)}" x2="{at(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle cx="{at(each.sums.mean)}" cy="{middle}" r="4"/></svg>'
    )
