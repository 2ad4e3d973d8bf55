"""The result of a match, as text for people and as plain data."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from rulewright.core.locales.catalogue import phrases
from rulewright.core.locales.wording import title_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.match import Rating
from rulewright.core.model.points import in_points, points_text
from rulewright.core.model.secret_seeds import written_seed
from rulewright.play.session.match import Match, match_digest, outcomes, standing


def match_json(blueprint: Blueprint, match: Match, policies: tuple[str, ...], seats: tuple[str, ...]) -> dict[str, Any]:
    """Return a match that is over as plain data."""
    result = standing(match)
    plan = match.plan
    points = partial(in_points, blueprint)
    counted = list if plan.counts else lambda row: list(map(points, row))
    return {
        "match": plan.id,
        "ruleset": plan.ruleset,
        "seed": written_seed(match.seed),
        "decisions": sum(len(each.replay.choices) for each in match.played if each.replay is not None),
        "games": [
            {
                "game": plan.games[each.coming.game].id,
                "time": each.coming.time,
                "seed": written_seed(each.coming.seed),
                "settings": each.replay.settings if each.replay is not None else each.coming.settings,
                "scores": list(map(points, each.scores)),
                "counts": counted(each.counts),
                "again": each.again.id if each.again is not None else None,
                "digest": each.digest,
            }
            for each in match.played
        ],
        "outcomes": [
            {
                "game": plan.games[each.game].id,
                "times": each.times,
                "scores": list(map(points, each.scores)),
                "counts": counted(each.counts),
                "winners": [seat + 1 for seat in each.winners],
            }
            for each in outcomes(match)
        ],
        "seats": [
            {
                "seat": seat + 1,
                "name": seats[seat],
                "policy": policies[seat] if seat < len(policies) else None,
                "total": total,
                "rating": rating_json(result.ratings[seat]),
            }
            for seat, total in enumerate(counted(result.sums))
        ],
        "winners": [seat + 1 for seat in result.winners],
        "digest": match_digest(match),
    }


def rating_json(rating: Rating | None) -> dict[str, Any] | None:
    return {"from": rating.least, "title": rating.title} if rating is not None else None


def write_match(
    blueprint: Blueprint, match: Match, policies: tuple[str, ...], seats: tuple[str, ...], language: str
) -> None:
    """Write the results of the games so far and their sums."""
    _write_table(blueprint, match, policies, seats, language, phrases(language, "table")("results_so_far"))


def write_result(
    blueprint: Blueprint, match: Match, policies: tuple[str, ...], seats: tuple[str, ...], language: str,
    broken_by: tuple[str, ...],
) -> None:  # fmt: skip
    """Write the results of a finished match, its ratings and its winners.

    `broken_by` are the titles of the tie-breaks that decided its one game.
    """
    from rulewright.cli.results.scores import write_winners
    from rulewright.play.session.result import Result

    _write_table(blueprint, match, policies, seats, language, phrases(language, "table")("results_of_match"))
    write_winners(blueprint, Result(standing(match).winners, ()), seats, language, broken_by)


def _write_table(
    blueprint: Blueprint, match: Match, policies: tuple[str, ...], seats: tuple[str, ...], language: str, title: str
) -> None:
    from rulewright.cli.results.scores import columns
    from rulewright.cli.screen.console import make_console, table_of

    say = phrases(language, "table")
    said = str if match.plan.counts else partial(points_text, blueprint)
    result = standing(match)
    table = table_of(columns(seats, policies), title)
    ended_for_good = outcomes(match)
    ended = iter(ended_for_good)
    for each in match.played:
        game = match.plan.games[each.coming.game]
        name = title_in(game.title, language, game.id)
        if each.again is not None or each.coming.time > 1:
            table.add_row(f"  {name}, {each.coming.time}", *map(said, each.counts), style="dim")
        if each.again is None:
            outcome = next(ended)
            mean = f", {say('average')}" if outcome.times > 1 else ""
            table.add_row(f"{name}{mean}", *map(said, outcome.counts))
    if len(match.plan.games) > 1:
        table.add_row(say("total"), *map(said, result.sums), style="bold")
    if match.plan.ratings and len(ended_for_good) == len(match.plan.games):
        ratings = [title_in(each.title, language, "-") if each is not None else "-" for each in result.ratings]
        table.add_row(say("rating"), *ratings)
    click.echo()
    make_console().print(table)
