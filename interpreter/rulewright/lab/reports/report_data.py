"""A report as plain data, and two reports compared with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.lab.reports.report_rows import LabReport, ReportRow
from rulewright.lab.statistics.estimates import MANY, Estimate, differs


class ReportRefused(ValueError):  # noqa: N818 - the file's fault, stated as a sentence
    """The file read is not a report."""


@dataclass(frozen=True, slots=True)
class ReportParting:
    """A number in two reports, and whether it differs significantly."""

    row: ReportRow
    other: Estimate
    differs: bool


def report_json(report: LabReport) -> dict[str, Any]:
    """Return the games by kind, and the sections, as plain data.

    Numbers are rounded to six decimal places.
    """
    return {
        "games": dict(report.games),
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "read": section.read,
                "even": round(section.even, 6) if section.even is not None else None,
                "rows": [_row_json(row) for row in section.rows],
                "curve": [[round(x, 6), round(y, 6)] for x, y in section.curve],
                "bars": [[where, count] for where, count in section.bars],
            }
            for section in report.sections
        ],
    }


def _row_json(row: ReportRow) -> dict[str, Any]:
    found = row.estimate
    return {
        "id": row.id,
        "title": row.title,
        "unit": row.unit,
        "value": round(found.value, 6) if found is not None else None,
        "interval": [round(found.low, 6), round(found.high, 6)] if found is not None else None,
        "count": found.count if found is not None else 0,
        "freedom": found.freedom if found is not None else 0,
        "beside": row.beside,
        "remark": row.remark,
        "example": example_name(row),
    }


def example_name(row: ReportRow) -> str | None:
    """Return the file name of a row's example game, such as `strong-17`."""
    return f"{row.example[0]}-{row.example[1] + 1}" if row.example is not None else None


def estimates_of(data: Any) -> dict[str, Estimate]:
    """Return the numbers of a report by their ids, from its data.

    Raises ReportRefused if the data is not a report.
    """
    try:
        found = {}
        for row in (row for section in data["sections"] for row in section["rows"]):
            if row["interval"] is not None:
                value, (low, high) = row["value"], map(float, row["interval"])
                freedom = max(1, int(row.get("freedom", MANY)))
                found[str(row["id"])] = Estimate(float(value), low, high, int(row["count"]), freedom)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise ReportRefused("it is not a report; 'rulewright report NAME --format json' writes one") from None
    return found


def partings(report: LabReport, other: Mapping[str, Estimate]) -> list[ReportParting]:
    """Return all numbers that both reports have.

    All the differences called significant are real in 19 of 20 comparisons.
    """
    rows = [row for section in report.sections for row in section.rows]
    both = [(row, ours, other[row.id]) for row in rows if (ours := row.estimate) is not None and row.id in other]
    return [ReportParting(row, theirs, differs(theirs, ours, len(both))) for row, ours, theirs in both]
