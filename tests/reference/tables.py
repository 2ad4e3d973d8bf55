"""A table in the browser without HTTP: made of a game that is loaded already, kept in memory."""

from __future__ import annotations

from rulewright.core.model.game import Game
from rulewright.core.model.seats import ruled_count
from rulewright.core.pipeline import Choice
from rulewright.core.run.build import traced_build
from rulewright.core.run.steps import settings_chosen
from rulewright.table.serve.live import LiveTable
from rulewright.table.serve.records import Record
from rulewright.table.serve.rules import Rules
from rulewright.table.serve.store import TableStore


def live_table(game: Game, policies: tuple[str, ...], seed: int) -> LiveTable:
    """A new table at its first decision."""
    blueprint, store = game.blueprint, TableStore(None)
    chosen: dict[str, str | int] = {}
    record = Record(
        0, blueprint.ruleset, blueprint.modules, None, None, chosen,
        len(policies) + ruled_count(blueprint, settings_chosen(blueprint, chosen)), seed, policies,
        (0,) * len(policies), blueprint.digest, "en", 0.0,
    )  # fmt: skip
    live = LiveTable(store, store.add(record), Rules(Choice(blueprint.ruleset), game, traced_build(game)))
    live.open()
    return live
