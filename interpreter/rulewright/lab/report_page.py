"""A report as one page of HTML that works offline, and the words that page and screen have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rulewright.lab import charts
from rulewright.lab.estimates import Estimate
from rulewright.lab.page import page_of
from rulewright.lab.report_data import ReportParting, example_name
from rulewright.lab.report_rows import LabReport, ReportRow, ReportSection, ReportUnit

REMARKS = {
    "taken": {"high": "nearly always taken", "low": "hardly ever taken"},
    "ahead": {"high": "goes with winning", "low": "goes with losing"},
    "openings": {"high": "ends ahead", "low": "ends behind"},
    "": {"high": "more than even", "low": "less than even"},
}


def report_page(
    report: LabReport,
    headline: Sequence[str],
    examples: Mapping[str, str],
    against: tuple[str, Sequence[ReportParting]] | None = None,
) -> str:
    """The whole page; `examples` are the paths of example games by their names, as seen from the page."""
    contents = "".join(f'<li><a href="#{escape(each.id)}">{escape(each.title)}</a></li>' for each in report.sections)
    parts = [_against(*against)] if against is not None else []
    parts += [_section(each, examples) for each in report.sections]
    how = "A dot is the number, its line where the true one lies in 95 of 100; a dashed line is where nothing matters."
    return page_of([*headline, how], (f"<nav><ul>{contents}</ul></nav>", *parts))


def number_text(unit: ReportUnit, value: float) -> str:
    return f"{value:.1%}" if unit == "share" else f"{value:.2f}"


def estimate_text(unit: ReportUnit, found: Estimate | None) -> str:
    """A number with its interval: `52.0 % [48.1, 55.9]`."""
    if found is None:
        return "too few to tell"
    scale = 100 if unit == "share" else 1
    digits = 1 if unit == "share" else 2
    return f"{number_text(unit, found.value)} [{found.low * scale:.{digits}f}, {found.high * scale:.{digits}f}]"


def remark_text(row: ReportRow) -> str:
    kind = row.id.partition(".")[0]
    return REMARKS.get(kind, REMARKS[""]).get(row.remark, "")


def _section(section: ReportSection, examples: Mapping[str, str]) -> str:
    rows = "\n".join(_row(each, section, examples) for each in section.rows)
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("", "number", "where it lies", "of", "", "example"))
    drawn = ""
    if section.curve:
        told = f"{section.title}: a curve over the part of the game that has been played"
        drawn = charts.curve(section.curve, section.even, "part of the game that has been played", told)
    elif section.bars:
        drawn = charts.bars(section.bars, "decisions in a game", f"{section.title}: games by their decisions")
    table = (
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'
        if section.rows else ""
    )  # fmt: skip
    if len(section.rows) > 40:
        table = f"<details><summary>All {len(section.rows)}</summary>{table}</details>"
    return f'<h2 id="{escape(section.id)}">{escape(section.title)}</h2><p>{escape(section.read)}</p>{drawn}{table}'


def _bounds(section: ReportSection, unit: ReportUnit) -> tuple[float, float]:
    """The numbers between which the intervals of a table are drawn that count the same."""
    found = [each.estimate for each in section.rows if each.estimate is not None and each.unit == unit]
    if unit == "share" or not found:
        return 0.0, 1.0
    ends = [end for each in found for end in (each.low, each.high)]
    return min(0.0, *ends), max(0.0, *ends)


def _row(row: ReportRow, section: ReportSection, examples: Mapping[str, str]) -> str:
    found, name = row.estimate, example_name(row)
    kind = {"high": "more", "low": "less"}.get(row.remark, "")
    link = ""
    if name is not None:
        path = examples.get(name)
        link = f'<a href="{escape(path)}">{escape(name)}</a>' if path is not None else escape(name)
    told = estimate_text(row.unit, found)
    even = section.even if row.unit == "share" or section.even is None else 0.0
    bounds = _bounds(section, row.unit)
    plot = charts.interval(found.value, found.low, found.high, bounds, even, told) if found is not None else ""
    cells = [
        f'<th scope="row">{escape(row.title)}</th>',
        f'<td class="number">{escape(told)}</td>',
        f'<td class="{kind}">{plot}</td>',
        f'<td class="number">{found.count if found is not None else 0}</td>',
        f'<td class="{kind}">{escape("; ".join(each for each in (remark_text(row), row.beside) if each))}</td>',
        f"<td>{link}</td>",
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _against(label: str, found: Sequence[ReportParting]) -> str:
    shown = [each for each in found if each.differs]
    caption = f"Against {label}: {len(shown)} of {len(found)} numbers differ"
    if not shown:
        return f"<h2>{escape(caption)}</h2>"
    rows = "\n".join(
        f'<tr><th scope="row">{escape(each.row.title)}</th>'
        f'<td class="number">{escape(estimate_text(each.row.unit, each.other))}</td>'
        f'<td class="number">{escape(estimate_text(each.row.unit, each.row.estimate))}</td></tr>'
        for each in shown
    )
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", label, "here"))
    read = "All that is listed here together holds in 19 of 20."
    return (
        f"<h2>{escape(caption)}</h2><p>{read}</p>"
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    )
