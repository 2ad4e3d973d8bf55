"""A report as one HTML page that needs nothing else: the texts of all files with what was reached in them.

What an author wrote gets onto the page only escaped. How it looks and what its few controls do is in
`page.css` and `page.js`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from rulewright.diagnostics import Lines
from rulewright.testing.coverage.marked import marked_line, places_by_line
from rulewright.testing.coverage.reasons import WhyUnreached
from rulewright.testing.coverage.report import SORTS, CoverageReport, FileReport, Gap, Share

MOST_GAPS = 300
PLURALS = {
    "effect": "effects", "statement": "statements", "branch": "ways of conditions", "option": "options",
    "value": "values", "modifier": "modifiers",
}  # fmt: skip


def page_of(reports: Iterable[CoverageReport], lines: Lines) -> str:
    """The page of one or several rulesets' reports; `lines` are the source lines by file and number."""
    reports = tuple(reports)
    title = "Coverage of " + ", ".join(report.ruleset for report in reports)
    parts = [
        "<!doctype html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_part('css')}</style></head><body>",
        '<header><input id="find" type="search" placeholder="file, entry or text" aria-label="Find">'
        '<label><input id="missing" type="checkbox"> only what is not reached</label>'
        '<button id="open" type="button">open all</button><button id="close" type="button">close all</button>'
        '<span class="key"><b class="hit">reached</b> <b class="part">partly</b> <b class="miss">not reached</b>'
        "</span></header><main>",
    ]  # fmt: skip
    for number, report in enumerate(reports):
        parts += _report(report, lines, f"r{number}")
    return "\n".join([*parts, f"</main><script>{_part('js')}</script></body></html>", ""])


def _part(ending: str) -> str:
    return Path(__file__).with_name(f"page.{ending}").read_text(encoding="utf-8")


def _report(report: CoverageReport, lines: Lines, prefix: str) -> list[str]:
    numbers = {file.file: number for number, file in enumerate(report.files)}
    parts = [
        f"<h1>{escape(report.ruleset)}</h1>",
        f"<p class=lead>{escape(report.by)} reach <b>{report.share.reached}</b> of <b>{report.share.places}</b> "
        f"places: <b>{report.share.percent:.1f} %</b></p>",
        "<ul class=sorts>",
        *(_sort(PLURALS[sort], report.share_of_sort(sort)) for sort in SORTS),
        _sort("components", report.share_of_designs),
        "</ul>",
    ]
    if report.gaps:
        more = len(report.gaps) - MOST_GAPS
        parts += [
            f"<details class=list><summary>Where something is missing ({len(report.gaps)})</summary><table>",
            *(_gap(gap, f"{prefix}f{numbers[gap.report.place.id.file]}") for gap in report.gaps[:MOST_GAPS]),
            "</table>",
            f"<p>and {more} more, marked in the files</p>" if more > 0 else "",
            "</details>",
        ]
    parts += _designs(report)
    if report.off:
        listed = "".join(
            f"<tr><td>{escape(each.file)}<td>{escape(each.module)}<td class=n>{each.entries} entries"
            for each in report.off
        )
        parts.append(f"<details class=list><summary>Never on ({len(report.off)} files)</summary>"
                     f"<table>{listed}</table></details>")  # fmt: skip
    for file in report.files:
        parts += _file(file, lines, f"{prefix}f{numbers[file.file]}")
    return parts


def _sort(name: str, share: Share) -> str:
    return f"<li>{_bar(share)}{escape(name)} <b>{share.reached}</b> of {share.places}</li>" if share.places else ""


def _bar(share: Share) -> str:
    return f'<span class=bar title="{share.percent:.1f} %"><i style="width:{share.percent:.1f}%"></i></span>'


def _gap(gap: Gap, file: str) -> str:
    place = gap.report.place
    behind = f"<small>and {gap.behind} behind it</small>" if gap.behind else ""
    return (
        f'<tr><td><a href="#{file}-{place.span.line}">{escape(place.id.file)}:{place.span.line}</a>'
        f"<td><code>{escape(place.id.name)}</code> {behind}<td>{why_text(gap.why, '<br>')}"
    )


def why_text(why: WhyUnreached, joint: str) -> str:
    """Why a place was not reached, escaped, and the requirements that failed."""
    told = [
        escape(f"{count} x {text}" + (f" ({file}:{line})" if file else "")) for (text, file, line), count in why.reasons
    ]
    return joint.join([escape(why.text), *told])


def _designs(report: CoverageReport) -> list[str]:
    if not report.designs:
        return []
    rows = [
        f'<tr class="{"hit" if each.reached else "miss"}"><td>{escape(each.design.id)}<td>{escape(each.design.kind)}'
        f"<td class=n>{each.count.moved}<td class=n>{each.count.shown}<td class=n>{each.count.chosen}"
        f"<td class=n>{each.ran}<td>{escape(each.why)}"
        for each in sorted(report.designs, key=lambda each: each.reached)
    ]
    share = report.share_of_designs
    return [
        f"<details class=list><summary>Components ({share.reached} of {share.places})</summary><table class=designs>",
        "<tr><th>component<th>kind<th>moved<th>to where it is seen<th>chosen<th>texts run<th>",
        *rows,
        "</table></details>",
    ]


def _file(file: FileReport, lines: Lines, anchor: str) -> list[str]:
    share = file.share
    missing = share.places - share.reached
    of = f"{escape(file.module)}" if file.module else "variant"
    parts = [
        f'<details class=file id="{anchor}" data-missing="{missing}"><summary>{_bar(share)}'
        f"<b>{escape(file.file)}</b> <small>{of}</small> {share.reached} of {share.places}</summary><table class=src>"
    ]
    by_line = places_by_line(file.places)
    last = max((number for name, number in lines if name == file.file), default=0)
    for number in range(1, last + 1):
        text = lines.get((file.file, number), "")
        parts.append(marked_line(text, by_line.get(number, []), f"{anchor}-{number}", number))
    return [*parts, "</table></details>"]
