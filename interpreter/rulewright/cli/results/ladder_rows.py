"""The results of a ladder: as text for people, as a page, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.options.table import TableChoice
from rulewright.cli.output import need_extra, write_json
from rulewright.cli.results.rendering import (
    MOST_SEATS,
    Rendering,
    TellingOptions,
    game_label,
    learned_heading,
    never,
    read,
    rules_heading,
)
from rulewright.core.writing import write_whole

if TYPE_CHECKING:
    from rulewright.core.model.game import Game
    from rulewright.lab.ladders.ladder import LadderPlan, Places
    from rulewright.lab.ladders.ratings import Ladder
    from rulewright.lab.statistics.estimates import Estimate
    from rulewright.play.jobs.job import InOrder
    from rulewright.play.jobs.running import JobRun
    from rulewright.play.jobs.shards import RunHeading


@dataclass(frozen=True)
class LadderRendering(Rendering):
    """A ladder, as its heading describes it."""

    writes = ("--html",)

    def tell(self, run: JobRun[Any, InOrder[Places]]) -> None:
        plan: LadderPlan = self.job.plan
        assert self.heading is not None
        if len(run.merged.all) >= plan.of_a_round:
            write_ladder(plan, run.merged.all, self.heading, self.telling)


def heading_of(plan: LadderPlan, game: Game, table: TableChoice) -> RunHeading:
    """Return the heading of a ladder, for the file that keeps it and for its report."""
    from rulewright.play.jobs.shards import RunHeading

    run = {
        **rules_heading(game.blueprint, plan.settings),
        "variant": table.variant_id,
        "seats": plan.seats,
        "ruled": plan.ruled,
        **({"together": list(plan.sides)} if plan.sides else {}),
        "policies": list(plan.policies),
        "seed": plan.seed,
        **learned_heading(plan.policies, game),
    }
    label = f"{game_label(game.blueprint, table.variant_id)}, {plan.seats} seats"
    return RunHeading("ladder", plan.games, plan.turns, run, told={"counted": "games", "label": label})


def rendering_of(heading: RunHeading, telling: TellingOptions) -> LadderRendering:
    """Return a ladder read from a file, which can be reported but not played.

    Raises ShardRefused if the file is not of a ladder.
    """
    from rulewright.lab.ladders.ladder import LadderJob, LadderPlan
    from rulewright.play.jobs.shards import cannot_be_read

    need_extra("ladder", "openskill")
    run = heading.run
    policies = read(tuple[str, ...], run, "policies")
    seats, ruled, seed = (read(int, run, name) for name in ("seats", "ruled", "seed"))
    read(str, heading.told, "label")
    if not 0 <= ruled <= seats - 2 <= MOST_SEATS or len(set(policies)) != len(policies) or len(policies) < 2:
        raise cannot_be_read()
    together = read(tuple[int, ...], run, "together") if "together" in run else ()
    if together and (len(together) != seats or len(set(together[: seats - ruled])) < 2):
        raise cannot_be_read()
    one = LadderPlan(policies, seats, 1, seed, ruled=ruled, sides=together)
    if heading.size != one.turns or heading.count % one.of_a_round:
        raise cannot_be_read()
    plan = replace(one, rounds=heading.count // one.of_a_round)
    return LadderRendering(LadderJob(plan, (never,)), telling, heading, ())


def write_ladder(plan: LadderPlan, found: Sequence[Places], heading: RunHeading, telling: TellingOptions) -> None:
    """Write the report of a ladder on the screen, and as a page if requested."""
    from rulewright.lab.ladders.ratings import ladder_of

    ladder = ladder_of(plan, found)
    label = str(heading.told["label"])
    if telling.page is not None:
        from rulewright.lab.ladders.ladder_page import ladder_page

        write_whole(telling.page, ladder_page(ladder, label))
    if telling.form == "json":
        write_json(ladder_json(ladder, heading))
    else:
        _write_text(ladder, label)


def ladder_json(ladder: Ladder, heading: RunHeading) -> dict[str, Any]:
    """Return a ladder as plain data.

    Numbers are rounded to six decimal places.
    """
    return {
        "label": heading.told["label"],
        **heading.run,
        "games": ladder.games,
        "ladder": [
            {"policy": each.policy, "games": each.games, "rating": _json(each.rating), "before": _json(each.before)}
            for each in ladder.rungs
        ],
        "meetings": [
            {"first": each.first, "second": each.second, "before": _json(each.before)} for each in ladder.meetings
        ],
    }


def _json(found: Estimate | None) -> dict[str, Any] | None:
    if found is None:
        return None
    interval = [round(found.low, 6), round(found.high, 6)]
    return {"value": round(found.value, 6), "interval": interval, "of": found.count}


def _write_text(ladder: Ladder, label: str) -> None:
    from rulewright.cli.screen.console import make_console, table_of
    from rulewright.lab.ladders.ladder_page import HOW, headline, rating_text, share_text

    console = make_console()
    for line in headline(ladder, label):
        click.echo(line)
    click.echo(HOW)
    rows = table_of(("rating", "finishes ahead of opponents", "games"))
    for each in ladder.rungs:
        rows.add_row(each.policy, rating_text(each.rating), share_text(each.before), str(each.games))
    console.print(rows)
    click.echo("\nHow often the one on the left finishes ahead of the one above:")
    names = [each.policy for each in ladder.rungs]
    wins = table_of(names)
    for first in names:
        meetings = [ladder.meeting(first, second) for second in names]
        wins.add_row(first, *(share_text(each.before) if each is not None else "" for each in meetings))
    console.print(wins)
