"""A report as one self-contained HTML page: the texts of all files with what was reached in them.

What an author wrote gets onto the page escaped only. How it looks and what its few controls do is in
`page.css` and `page.js`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.author.testing.coverage.coverage_report import (
    SORTS,
    CoverageReport,
    FileReport,
    Gap,
    PlaceReport,
    Share,
)
from rulewright.author.testing.coverage.reasons import WhyUnreached
from rulewright.core.diagnostics import Lines
from rulewright.table.pages.html import Content, Markup, element, link, markup
from rulewright.table.pages.page import page, part

MOST_GAPS = 300
PLURALS = {
    "effect": "effects", "statement": "statements", "branch": "ways of conditions", "option": "options",
    "value": "values", "modifier": "modifiers",
}  # fmt: skip


def coverage_page(reports: Iterable[CoverageReport], lines: Lines) -> str:
    """Return the page of one or several rulesets' reports. `lines` are the source lines by file and number."""
    reports = tuple(reports)
    return page(
        "Coverage of " + ", ".join(report.ruleset for report in reports),
        _controls(),
        element("main", (_report(report, lines, f"r{number}") for number, report in enumerate(reports))),
        style=part("rulewright.author.testing.coverage", "page.css"),
        script=part("rulewright.author.testing.coverage", "page.js"),
    )


def _controls() -> Markup:
    key = (("hit", "reached"), ("part", "partly"), ("miss", "not reached"))
    return element(
        "header",
        element("input", id="find", type="search", placeholder="file, entry or text", aria_label="Find"),
        element("label", element("input", id="missing", type="checkbox"), " only what is not reached"),
        element("button", "open all", id="open", type="button"),
        element("button", "close all", id="close", type="button"),
        element("span", ((element("b", name, class_=state), " ") for state, name in key), class_="key"),
    )


def _report(report: CoverageReport, lines: Lines, prefix: str) -> Markup:
    numbers = {file.file: number for number, file in enumerate(report.files)}
    share = report.share
    lead = element(
        "p", report.by, " reach ", element("b", share.reached), " of ", element("b", share.places), " places: ",
        element("b", f"{share.percent:.1f} %"), class_="lead",
    )  # fmt: skip
    sorts = [(PLURALS[sort], report.share_of_sort(sort)) for sort in SORTS] + [("components", report.share_of_designs)]
    return markup(
        element("h1", report.ruleset),
        lead,
        element("ul", (_sort(name, each) for name, each in sorts), class_="sorts"),
        _gaps(report, prefix, numbers),
        _designs(report),
        _off(report),
        (_file(file, lines, f"{prefix}f{numbers[file.file]}") for file in report.files),
    )


def _sort(name: str, share: Share) -> Markup | None:
    return element("li", _bar(share), name, " ", _share(share)) if share.places else None


def _share(share: Share) -> Markup:
    return markup(element("b", share.reached), f" of {share.places}")


def _bar(share: Share) -> Markup:
    filled = element("i", style=f"width:{share.percent:.1f}%")
    return element("span", filled, class_="bar", title=f"{share.percent:.1f} %")


def _gaps(report: CoverageReport, prefix: str, numbers: dict[str, int]) -> Markup | None:
    if not report.gaps:
        return None
    more = len(report.gaps) - MOST_GAPS
    shown = (_gap(gap, f"{prefix}f{numbers[gap.report.place.id.file]}") for gap in report.gaps[:MOST_GAPS])
    rest = element("p", f"and {more} more, marked in the files") if more > 0 else None
    return _list(f"Gaps ({len(report.gaps)})", element("table", shown), rest)


def _list(title: str, *content: Content) -> Markup:
    return element("details", element("summary", title), *content, class_="list")


def _gap(gap: Gap, file: str) -> Markup:
    place = gap.report.place
    behind = element("small", f"and {gap.behind} behind it") if gap.behind else None
    return element(
        "tr",
        element("td", link(f"{file}-{place.span.line}", f"{place.id.file}:{place.span.line}")),
        element("td", element("code", place.id.name), " ", behind),
        element("td", _why(gap.why)),
    )


def _why(why: WhyUnreached) -> Markup:
    """Return why a place was not reached, with the requirements that failed."""
    reasons = (
        (element("br"), f"{count} x {text}" + (f" ({file}:{line})" if file else ""))
        for (text, file, line), count in why.reasons
    )
    return markup(why.text, reasons)


def _designs(report: CoverageReport) -> Markup | None:
    if not report.designs:
        return None
    heads = ("component", "kind", "moved", "to where it is seen", "chosen", "texts run", "")
    rows = (
        element(
            "tr",
            element("td", each.design.id),
            element("td", each.design.kind),
            (element("td", n, class_="n") for n in (each.count.moved, each.count.shown, each.count.chosen, each.ran)),
            element("td", each.why),
            class_="hit" if each.reached else "miss",
        )
        for each in sorted(report.designs, key=lambda each: each.reached)
    )
    share = report.share_of_designs
    table = element("table", element("tr", (element("th", head) for head in heads)), rows, class_="designs")
    return _list(f"Components ({share.reached} of {share.places})", table)


def _off(report: CoverageReport) -> Markup | None:
    if not report.off:
        return None
    rows = (
        element(
            "tr",
            element("td", each.file),
            element("td", each.module),
            element("td", f"{each.entries} entries", class_="n"),
        )
        for each in report.off
    )
    return _list(f"Never on ({len(report.off)} files)", element("table", rows))


def _file(file: FileReport, lines: Lines, anchor: str) -> Markup:
    share = file.share
    by_line = places_by_line(file.places)
    last = max((number for name, number in lines if name == file.file), default=0)
    rows = (
        ("\n", marked_line(lines.get((file.file, number), ""), by_line.get(number, []), f"{anchor}-{number}", number))
        for number in range(1, last + 1)
    )
    head = element(
        "summary", _bar(share), element("b", file.file), " ", element("small", file.module or "variant"),
        f" {share.reached} of {share.places}",
    )  # fmt: skip
    return element(
        "details", head, element("table", rows, class_="src"),
        class_="file", id=anchor, data_missing=share.places - share.reached,
    )  # fmt: skip


HIT, PART, MISS = "hit", "part", "miss"


def places_by_line(places: Iterable[PlaceReport]) -> dict[int, list[PlaceReport]]:
    """Map each line to the places of a file that begin on it."""
    found: dict[int, list[PlaceReport]] = {}
    for each in places:
        found.setdefault(each.place.span.line, []).append(each)
    return found


def marked_line(text: str, places: list[PlaceReport], anchor: str, number: int) -> Markup:
    """Return a table row: the line's number, how often its most frequent place was reached, and its text."""
    if not places:
        return element("tr", element("td", number), element("td"), element("td", text), id=anchor)
    groups = _by_column(places)
    states = [_state(group) for _, group in groups]
    whole = states[0] if len(set(states)) == 1 else PART
    most = max(each.count.ran for each in places)
    parts: list[Content] = []
    end = 0
    for position, (column, group) in enumerate(groups):
        following = groups[position + 1][0] if position + 1 < len(groups) else len(text) + 1
        stop = min(following, _end(text, column, group))
        hint = "\n".join(_told(each) for each in group)
        marked = element("span", text[column - 1 : stop - 1], class_=_state(group), title=hint)
        parts += [text[end : column - 1], marked]
        end = stop - 1
    line = element("td", *parts, text[end:])
    return element("tr", element("td", number), element("td", most), line, id=anchor, class_=whole)


def _by_column(places: list[PlaceReport]) -> list[tuple[int, list[PlaceReport]]]:
    groups: dict[int, list[PlaceReport]] = {}
    for each in places:
        groups.setdefault(each.place.span.column, []).append(each)
    return sorted(groups.items())


def _end(text: str, column: int, group: list[PlaceReport]) -> int:
    """Return the column after the last marked one. A place of unknown length reaches to the line's end."""
    length = max(each.place.span.length for each in group)
    if length > 1:
        return min(column + length, len(text) + 1)
    return len(text.partition(" #")[0].rstrip()) + 1


def _state(group: list[PlaceReport]) -> str:
    """Places that begin together, as an `if` and its two ways: none reached, some, or all."""
    if not group[0].reached:
        return MISS
    return HIT if all(each.reached for each in group) else PART


def _told(each: PlaceReport) -> str:
    place, count = each.place, each.count
    times = f"{count.ran} times" if count.ran != 1 else "once"
    line = f"{place.sort} {place.id.name}: {times if count.ran else 'not reached'}"
    if place.sort == "option" and count.asked:
        line += f", open in {count.opened} of {count.asked}"
    if count.looked:
        line += f", looked at {count.looked} times"
    if each.why is not None:
        line += f"\n   {each.why.text}"
        line += "".join(f"\n   {number} x {text}" for (text, _, _), number in each.why.reasons)
    return line
