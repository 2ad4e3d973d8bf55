"""A report as plain data, to be written as JSON.

    format       1; a change that could break a reader makes it 2
    rulesets     a list, each with
      ruleset    its id
      by         what ran: "12 scenarios", "200 games"
      share      {reached, places, percent} of all places; percent with one decimal, rounded down
      sorts      the same for each sort of place: effect, statement, branch, option, value, modifier
      files      a list, each with file, module ("" for a variant's), share and places; each place has
                   id       ENTRY.field, or ENTRY.field/PATH (`core/language/statement_paths.py`); with the file it is
                            a place, which reformatting the file does not change
                   sort     one of the sorts; branch: one way of a condition; value: a text that is worked out
                   line, column   where it is written, from 1
                   ran      how often it was run, worked out or chosen
                   looked   how often it was only looked at to see what can be chosen
                   reached  truth: it ran; of a value or a modifier: it ran or was looked at
                   asked, opened   of an option: how often its decision was reached, and how often it was open there
                   why      only if it was not reached: {code, text, reasons}; the codes are explained in `reasons.py`;
                            reasons, of an option that was never open: {text, file, line, count} of requirements that
                            failed, the most frequent first
      gaps       {id, file, behind}: places that were not reached although all that leads there was, and how many others
                 are not reached for that reason; the one with the most comes first
      components   id, kind, file, line, moved, shown (moved to where a seat sees it), chosen, ran (its texts),
                 reached, why (a sentence, "" where it was)
      off        files that were never on, with module and the number of their entries

Lines and columns are for people. Apart from them, two layouts of one ruleset give the same data.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.author.testing.coverage.coverage_report import SORTS, CoverageReport, DesignReport, PlaceReport, Share
from rulewright.author.testing.coverage.reasons import WhyUnreached

FORMAT = 1


def reports_data(reports: Iterable[CoverageReport]) -> dict[str, Any]:
    """Several rulesets' reports as one JSON object."""
    return {"format": FORMAT, "rulesets": [report_data(each) for each in reports]}


def report_data(report: CoverageReport) -> dict[str, Any]:
    return {
        "ruleset": report.ruleset,
        "by": report.by,
        "share": _share(report.share),
        "sorts": {sort: _share(report.share_of_sort(sort)) for sort in SORTS},
        "files": [
            {
                "file": file.file,
                "module": file.module,
                "share": _share(file.share),
                "places": [_place(each) for each in file.places],
            }
            for file in report.files
        ],
        "gaps": [
            {"id": gap.report.place.id.name, "file": gap.report.place.id.file, "behind": gap.behind}
            for gap in report.gaps
        ],
        "components": [_design(each) for each in report.designs],
        "off": [{"file": each.file, "module": each.module, "entries": each.entries} for each in report.off],
    }


def _share(share: Share) -> dict[str, Any]:
    return {"reached": share.reached, "places": share.places, "percent": share.percent}


def _place(report: PlaceReport) -> dict[str, Any]:
    place, count = report.place, report.count
    data: dict[str, Any] = {
        "id": place.id.name,
        "sort": place.sort,
        "line": place.span.line,
        "column": place.span.column,
        "ran": count.ran,
        "looked": count.looked,
        "reached": report.reached,
    }
    if place.sort == "option":
        data |= {"asked": count.asked, "opened": count.opened}
    return data if report.why is None else {**data, "why": _why(report.why)}


def _why(why: WhyUnreached) -> dict[str, Any]:
    reasons = [{"text": text, "file": file, "line": line, "count": count} for (text, file, line), count in why.reasons]
    return {"code": why.code, "text": why.text, "reasons": reasons}


def _design(report: DesignReport) -> dict[str, Any]:
    design, count = report.design, report.count
    return {
        "id": design.id,
        "kind": design.kind,
        "file": design.span.file,
        "line": design.span.line,
        "moved": count.moved,
        "shown": count.shown,
        "chosen": count.chosen,
        "ran": report.ran,
        "reached": report.reached,
        "why": report.why,
    }
