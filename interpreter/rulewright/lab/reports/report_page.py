"""A report as one page of HTML that works offline, and the words that page and screen have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.lab.page import lab_page
from rulewright.lab.reports.report_data import ReportParting, example_name
from rulewright.lab.reports.report_rows import LabReport, ReportRow, ReportSection, ReportUnit
from rulewright.lab.statistics.estimates import Estimate
from rulewright.table.pages import charts
from rulewright.table.pages.html import Markup, element, link, markup
from rulewright.table.pages.page import table, titled_row

REMARKS = {
    "taken": {"high": "nearly always taken", "low": "hardly ever taken"},
    "ahead": {"high": "goes with winning", "low": "goes with losing"},
    "parted": {"high": "taken more", "low": "taken less"},
    "openings": {"high": "finishes ahead", "low": "finishes behind"},
    "": {"high": "above even", "low": "below even"},
}


def report_page(
    report: LabReport,
    headline: Sequence[str],
    examples: Mapping[str, str],
    against: tuple[str, Sequence[ReportParting]] | None = None,
) -> str:
    """Return the whole page.

    `examples` maps the names of example games to their paths, relative to the page. `against` is (name of another
    report, its numbers compared).
    """
    contents = (element("li", link(each.id, each.title)) for each in report.sections)
    how = "A dot is the number, its line the 95 % confidence interval; the dashed line means no effect."
    return lab_page(
        [*headline, how],
        element("nav", element("ul", contents)),
        _against(*against) if against is not None else None,
        (_section(each, examples) for each in report.sections),
    )


def number_text(unit: ReportUnit, value: float) -> str:
    return f"{value:z.1%}" if unit == "share" else f"{value:z.2f}"


def estimate_text(unit: ReportUnit, found: Estimate | None) -> str:
    """Return a number with its interval: `52.0 % [48.1, 55.9]`."""
    if found is None:
        return "too little data"
    scale = 100 if unit == "share" else 1
    digits = 1 if unit == "share" else 2
    return f"{number_text(unit, found.value)} [{found.low * scale:z.{digits}f}, {found.high * scale:z.{digits}f}]"


def remark_text(row: ReportRow) -> str:
    kind = row.id.partition(".")[0]
    return REMARKS.get(kind, REMARKS[""]).get(row.remark, "")


def _section(section: ReportSection, examples: Mapping[str, str]) -> Markup:
    drawn = None
    if section.parts:
        drawn = charts.parts(section.parts, section.even, f"{section.title}: each seat's share of wins")
    elif section.curve:
        label = f"{section.title}: a curve over the part of the game that has been played"
        drawn = charts.curve(section.curve, section.even, "share of the game played", label)
    elif section.bars:
        drawn = charts.bars(section.bars, "decisions in a game", f"{section.title}: games by their decisions")
    listed = None
    if section.rows:
        heads = ("", "number", "interval", "cases", "", "example")
        listed = table(None, heads, (_row(each, section, examples) for each in section.rows))
    if listed is not None and len(section.rows) > 40:
        listed = element("details", element("summary", f"All {len(section.rows)}"), listed)
    return markup(element("h2", section.title, id=section.id), element("p", section.read), drawn, listed)


def _bounds(section: ReportSection, unit: ReportUnit) -> tuple[float, float]:
    """Return the range over which a table's intervals that count the same are drawn."""
    found = [each.estimate for each in section.rows if each.estimate is not None and each.unit == unit]
    if unit == "share" or not found:
        return -1.0 if section.id.startswith("parted.") else 0.0, 1.0
    ends = [end for each in found for end in (each.low, each.high)]
    return min(0.0, *ends), max(0.0, *ends)


def _row(row: ReportRow, section: ReportSection, examples: Mapping[str, str]) -> Markup:
    found, name = row.estimate, example_name(row)
    kind = {"high": "more", "low": "less"}.get(row.remark, "")
    example = None
    if name is not None:
        path = examples.get(name)
        example = element("a", name, href=path) if path is not None else name
    said = estimate_text(row.unit, found)
    even = section.even if row.unit == "share" or section.even is None else 0.0
    bounds = _bounds(section, row.unit)
    ends = _end_text(row.unit, bounds[0]), _end_text(row.unit, bounds[1])
    plot = None
    if found is not None:
        plot = charts.interval(found.value, found.low, found.high, bounds, said, even=even, ends=ends)
    return titled_row(
        row.title,
        element("td", said, class_="number"),
        element("td", plot, class_=kind),
        element("td", found.count if found is not None else 0, class_="number"),
        element("td", "; ".join(each for each in (remark_text(row), row.beside) if each), class_=kind),
        element("td", example),
    )


def _end_text(unit: ReportUnit, value: float) -> str:
    return f"{value:.0%}" if unit == "share" else f"{value:.3g}"


def _against(label: str, found: Sequence[ReportParting]) -> Markup:
    shown = [each for each in found if each.differs]
    caption = element("h2", f"Against {label}: {len(shown)} of {len(found)} numbers differ")
    if not shown:
        return caption
    rows = (
        titled_row(
            each.row.title,
            element("td", estimate_text(each.row.unit, each.other), class_="number"),
            element("td", estimate_text(each.row.unit, each.row.estimate), class_="number"),
        )
        for each in shown
    )
    read = element("p", "All findings listed here together have 95 % confidence.")
    return markup(caption, read, table(None, ("", label, "here"), rows))
