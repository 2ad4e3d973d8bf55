"""The end of a game on the screen and as plain data: scores, tie-breaks, winners."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.cli.screen.session import Session
    from rulewright.core.model.game import Blueprint
    from rulewright.play.session.result import Result


def scores_json(session: Session) -> dict[str, object]:
    """Return the end of a game as plain data."""
    from rulewright.observe.naming import seat_title
    from rulewright.play.records.saves import state_digest
    from rulewright.play.session.result import final_scores, tie_breaks

    blueprint = session.game.blueprint
    rows = final_scores(session.game, session.state)
    breaks = list(zip(blueprint.tie_breaks, tie_breaks(session.game, session.state), strict=True))
    result = session.result
    return {
        "ruleset": blueprint.ruleset,
        "seed": session.seed,
        "decisions": len(session.choices),
        "seats": [
            {
                "seat": seat + 1,
                "name": seat_title(blueprint, seat),
                "policy": session.policies[seat] if seat < len(session.policies) else None,
                **points_json(blueprint, row),
                "tie_breaks": {name: numbers[seat] for (name, _, _), numbers in breaks},
            }
            for seat, row in enumerate(rows)
        ],
        **result_json(blueprint, result),
        "digest": state_digest(session.game, session.state),
    }


def points_json(blueprint: Blueprint, row: Sequence[int]) -> dict[str, int | float]:
    """Return a seat's points in each category of the scoring, and in total."""
    from rulewright.core.model.points import in_points

    names = [name for name, _, _ in blueprint.scoring]
    points = {name: in_points(blueprint, each) for name, each in zip(names, row, strict=True)}
    return {**points, "total": in_points(blueprint, sum(row))}


def result_json(blueprint: Blueprint, result: Result | None) -> dict[str, object]:
    """Return the winners, the outcome if the ruleset declares any, and the tie-breaks that decided.

    None as the result stands for a game without a decision.
    """
    if result is None:
        return {"winners": [], "tie_broken_by": []}
    return {
        "winners": [seat + 1 for seat in result.winners],
        **_ending_json(blueprint, result),
        "tie_broken_by": [blueprint.tie_breaks[place].id for place in result.parted_by],
    }


def _ending_json(blueprint: Blueprint, result: Result) -> dict[str, object]:
    from rulewright.core.model.endings import TEAM
    from rulewright.play.session.result import outcome_names

    if blueprint.ending is None:
        return {}
    names, teams = outcome_names(blueprint), blueprint.domains[TEAM].names if result.sides else ()
    return {
        "drawn": [seat + 1 for seat in result.drawn],
        "places": [each + 1 for each in result.ahead],
        "outcome": names[result.outcome] if result.outcome >= 0 else None,
        "teams": [teams[each] if each < len(teams) else None for each in result.sides],
    }


def seat_names(blueprint: Blueprint, seats: int, language: str) -> tuple[str, ...]:
    """Return the titles of a table's seats.

    The blueprint names those that the rules play.
    """
    from rulewright.observe.naming import seat_title

    return tuple(seat_title(blueprint, seat, language) for seat in range(seats))


def columns(seats: tuple[str, ...], policies: tuple[str, ...]) -> list[str]:
    """Return the heads of a table with a column a seat: its name, and what decides for it."""
    return [f"{seat} {policy}".strip() for seat, policy in zip_longest(seats, policies, fillvalue="")]


def write_scores(session: Session) -> None:
    """Write a table of the scoring categories and totals of each seat, and of decisive tie-breaks.

    Nothing is written without scoring.
    """
    from rulewright.cli.screen.console import make_console, table_of
    from rulewright.core.locales.catalogue import phrases
    from rulewright.core.locales.wording import title_in
    from rulewright.core.model.points import points_text
    from rulewright.play.session.result import final_scores, tie_breaks
    from rulewright.play.session.result_told import scoring_rows

    say = phrases(session.language, "table")
    blueprint = session.game.blueprint
    if not blueprint.scoring:
        return
    rows = final_scores(session.game, session.state)
    seats = seat_names(blueprint, len(rows), session.language)
    scores = table_of(columns(seats, session.policies), say("final_scoring"))
    for line, points in scoring_rows(blueprint, rows, session.language):
        scores.add_row(line, *points)
    scores.add_row(say("total"), *(points_text(blueprint, sum(row)) for row in rows), style="bold")
    result = session.result
    looked_at = len(blueprint.tie_breaks) if len(result.winners) > 1 else max((-1, *result.parted_by)) + 1
    breaks = tie_breaks(session.game, session.state)[:looked_at]
    for (name, title, _), numbers in zip(blueprint.tie_breaks, breaks, strict=False):
        cells = [str(number) if seat in result.tied else "" for seat, number in enumerate(numbers)]
        scores.add_row(title_in(title, session.language, name), *cells, style="dim")
    click.echo()
    make_console().print(scores)


def write_winners_of(session: Session) -> None:
    """Write the winners of a session's game."""
    from rulewright.core.model.layout import N_SEATS
    from rulewright.play.session.quitting import quit_told
    from rulewright.play.session.result_told import tie_titles

    blueprint, language = session.game.blueprint, session.language
    result = session.result
    seats = seat_names(blueprint, session.state[N_SEATS], language)
    for each in (one for one in session.quits if one.ends):
        click.echo(f"\n{quit_told(blueprint, each, language)}")
    write_winners(blueprint, result, seats, language, tie_titles(blueprint, result, language))


def write_winners(
    blueprint: Blueprint, result: Result, seats: tuple[str, ...], language: str, broken_by: tuple[str, ...] = ()
) -> None:
    """Write the outcome of a game, its winners by name, and the tie-breaks that decided."""
    from rulewright.core.locales.catalogue import phrases
    from rulewright.play.session.result_told import result_line, sided_names

    say = phrases(language, "table")
    tie = f" {say('tie_broken_by')}: {', '.join(broken_by)}." if broken_by else ""
    click.echo(f"\n{result_line(blueprint, result, sided_names(blueprint, result, seats, language), language)}{tie}")
