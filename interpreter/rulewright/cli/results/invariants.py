"""The results about invariants in a series of games: lines for people, data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.core.diagnostics import some_of

if TYPE_CHECKING:
    from rulewright.core.model.game import Blueprint
    from rulewright.core.model.invariants import InvariantInfo
    from rulewright.play.series.simulate import SeriesReport

_NAMED = 12


def are_broken(report: SeriesReport) -> bool:
    """Return whether a game of a series broke an invariant."""
    return bool(report.seen.broken)


def seen_json(blueprint: Blueprint, report: SeriesReport) -> list[dict[str, Any]]:
    """Return each invariant with the games that broke it, the first of them, and what was not reached."""
    from rulewright.play.series.simulate import seed_of

    found = []
    for place, info in enumerate(blueprint.invariants):
        games, first, decision = report.seen.broken.get(place, (0, -1, -1))
        row: dict[str, Any] = {"id": info.id, "title": info.title, "kind": info.sort, "broken_in": games}
        if info.sort == "no_dead_end":
            row["broken_in"] = len(report.stopped)
        if games:
            row["first"] = {"game": first + 1, "seed": seed_of(report.series.seed, first), "decisions": decision}
        missing = _missing(blueprint, report, place, info)
        if missing is not None:
            row["not_reached"] = missing
        found.append(row)
    return found


def _missing(blueprint: Blueprint, report: SeriesReport, place: int, info: InvariantInfo) -> list[str] | None:
    """Return the names of things never reached, None for an invariant about nothing to reach."""
    from rulewright.core.run.watching import unreached
    from rulewright.observe.naming import thing_name
    from rulewright.play.series.simulate import usage_of

    if info.sort == "every_option":
        actions, _ = usage_of(blueprint, report.used)
        return [f"{each.group}: {each.name}" for each in actions if not each.count]
    if info.sort != "reachable":
        return None
    left = unreached(blueprint, report.series.seats, report.seen).get(place, ())
    return [thing_name(blueprint, info.domain, thing) if info.domain else info.id for thing in left]


def seen_lines(blueprint: Blueprint, report: SeriesReport) -> Iterator[str]:
    """Yield lines for people, which name only what is broken or was not reached."""
    rows = seen_json(blueprint, report)
    broken = [row for row in rows if row["broken_in"]]
    lacking = [row for row in rows if row.get("not_reached")]
    games = len(report.results) + len(report.stopped)
    yield f"Invariants: {len(rows)} watched, {len(broken)} broken"
    lines = {info.id: f"{info.file}:{info.line}" for info in blueprint.invariants}
    for row in broken:
        line = f"  {row['id']}: broken in {row['broken_in']} of {games} games"
        if "first" in row:
            first = row["first"]
            line += f"; first in game {first['game']} (seed {first['seed']}), after {first['decisions']} decisions"
        yield f"{line} ({lines[row['id']]})"
    for row in lacking:
        yield f"  {row['id']}: not reached in these games: {some_of(row['not_reached'], _NAMED)}"
