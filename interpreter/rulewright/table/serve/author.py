"""Live authoring at a table: files are watched, mistakes reported at once, changed rules taken on."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.diagnostics import render
from rulewright.core.pipeline import Choice, RulesetError
from rulewright.core.run.atoms import LimitReached
from rulewright.core.run.steps import WrongSetup
from rulewright.table.serve.author_tools import AuthorTools, WatchedFiles
from rulewright.table.serve.hosting.background import in_background
from rulewright.table.serve.rules import signature
from rulewright.table.serve.tables import OpenTable, OpenTables

_MOST_TOLD = 12


@dataclass(slots=True)
class Author:
    """Looks after the files of tables whose author wants it, on their own machine only."""

    tables: OpenTables
    loopback: bool
    tools: AuthorTools

    async def look(self, place: OpenTable) -> None:
        """Look at the files once: if they have changed, report what is wrong with them, or continue by them."""
        watch, record = place.watch, place.live.record
        choice: Choice | None = None
        now: object = None
        try:
            choice = self.tables.shelf.choice_at(record)
            now = signature(choice)
        except (WrongSetup, OSError) as fault:
            now = str(fault)
        if now == watch.known:
            return
        watch.known = now
        if choice is None:
            watch.faults = (str(now),)
        else:
            watch.faults = await in_background(_faults, watch.author_files(self.tools), choice)
            if not watch.faults and record.follows:
                await self._go_on(place, choice)
        watch.news += 1
        place.tell()

    async def _go_on(self, place: OpenTable, choice: Choice) -> None:
        """Take on the rules as they are now."""
        try:
            rules = await in_background(self.tables.shelf.load, choice)
            if rules.game.blueprint != place.live.game.blueprint:  # titles and looks are in no digest
                place.watch.told = self.tables.follow(place, rules)
        except (RulesetError, WrongSetup, LimitReached, OSError) as fault:
            place.watch.faults = (f"the game cannot start with the changed rules: {fault}",)


def _faults(files: WatchedFiles, choice: Choice) -> tuple[str, ...]:
    """Return the errors of rules as texts, at most the first few."""
    found, lines = files.faults(choice)
    errors = [each for each in found if each.severity == "error"]
    return tuple(render(each, lines.get((each.span.file, each.span.line))) for each in errors[:_MOST_TOLD])
