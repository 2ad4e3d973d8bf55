"""What a ladder has come to: as text for people, as a page, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.names import variant_id
from rulewright.cli.output import complain, write_json
from rulewright.cli.table import TableChoice
from rulewright.writing import write_whole

if TYPE_CHECKING:
    from rulewright.lab.estimates import Estimate
    from rulewright.lab.ladder import LadderPlan, Places
    from rulewright.lab.parts import RunHeading
    from rulewright.lab.ratings import Ladder
    from rulewright.model.game import Game


def need_openskill() -> None:
    """Exit with a sentence where there is nothing to rate with."""
    from importlib.util import find_spec

    if find_spec("openskill") is None:
        complain("this needs the extra 'ladder' (openskill is missing): pip install 'rulewright[ladder]'")
        raise click.exceptions.Exit(2)


def heading_of(plan: LadderPlan, game: Game, table: TableChoice, share: tuple[int, int]) -> RunHeading:
    """What a ladder is, for a file that keeps it and for what is told of it."""
    from rulewright.lab.parts import RunHeading, engine
    from rulewright.run.steps import settings_chosen

    blueprint = game.blueprint
    variant = variant_id(table.variant) if table.variant is not None else None
    run = {
        "engine": engine(),
        "ruleset": blueprint.ruleset,
        "ruleset_digest": blueprint.digest,
        "modules": list(blueprint.modules),
        "variant": variant,
        "settings": settings_chosen(blueprint, plan.settings),
        "seats": plan.seats,
        "ruled": plan.ruled,
        "policies": list(plan.policies),
        "seed": plan.seed,
    }
    title = blueprint.title.get("en", blueprint.ruleset)
    changed = f" with {variant}" if variant is not None else ""
    label = f"{title} ({', '.join(blueprint.modules)}){changed}, {plan.seats} seats"
    return RunHeading("ladder", plan.games, plan.turns, run, share, {"counted": "games", "label": label})


def plan_of(heading: RunHeading) -> LadderPlan:
    """The plan of a ladder that is on file, to tell of what was played; nothing can be played by it."""
    from rulewright.lab.ladder import LadderPlan

    run = heading.run
    one = LadderPlan(tuple(run["policies"]), int(run["seats"]), 1, int(run["seed"]), ruled=int(run["ruled"]))
    return LadderPlan(one.policies, one.seats, heading.count // one.of_a_round, one.seed, ruled=one.ruled)


def places_from_json(data: Any, numbers: range, plan: LadderPlan) -> list[Places]:
    """The games of a chunk. Raises PartRefused where they are none, or others."""
    from rulewright.lab.parts import PartRefused

    places = range(plan.deciding)
    if (
        not isinstance(data, list) or len(data) != len(numbers)
        or any(not isinstance(game, list) or len(game) != len(places) for game in data)
        or any(type(each) is not int or each not in places for game in data for each in game)
    ):  # fmt: skip
        raise PartRefused("a chunk of it cannot be read; remove the file, and play its share again")
    return [tuple(game) for game in data]


def write_ladder(plan: LadderPlan, found: Sequence[Places], heading: RunHeading, page: Path | None, form: str) -> None:
    """All that is told of a ladder, on the screen and as a page where one is wanted."""
    from rulewright.lab.ratings import ladder_of

    ladder = ladder_of(plan, found)
    label = str(heading.told["label"])
    if page is not None:
        from rulewright.lab.ladder_page import ladder_page

        write_whole(page, ladder_page(ladder, label))
    if form == "json":
        write_json(ladder_json(ladder, heading))
    else:
        _write_text(ladder, label)


def ladder_json(ladder: Ladder, heading: RunHeading) -> dict[str, Any]:
    """A ladder as plain data; numbers are rounded to six digits behind the point."""
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
    from rich.table import Table

    from rulewright.cli.screen import make_console
    from rulewright.lab.ladder_page import HOW, headline, rating_text, share_text

    console = make_console()
    for line in headline(ladder, label):
        click.echo(line)
    click.echo(HOW)
    rows = Table(box=None, pad_edge=False)
    for name in ("", "rating", "ends before those it meets", "games"):
        rows.add_column(name, justify="left" if not name else "right")
    for each in ladder.rungs:
        rows.add_row(each.policy, rating_text(each.rating), share_text(each.before), str(each.games))
    console.print(rows)
    click.echo("\nHow often the one on the left ends before the one above:")
    names = [each.policy for each in ladder.rungs]
    wins = Table(box=None, pad_edge=False)
    for name in ("", *names):
        wins.add_column(name, justify="left" if not name else "right")
    for first in names:
        meetings = [ladder.meeting(first, second) for second in names]
        wins.add_row(first, *(share_text(each.before) if each is not None else "" for each in meetings))
    console.print(wins)
