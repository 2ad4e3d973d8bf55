"""The tools of an author at a table that is served, each imported when it is first used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.core.pipeline import Built, Choice, RulesetError
from rulewright.play.records.replay import Replay
from rulewright.play.series.coverage import Coverage
from rulewright.table.serve.author_tools import AuthorTools, CannotWrite

if TYPE_CHECKING:
    from rulewright.author.review.author_files import AuthorFiles
    from rulewright.author.testing.coverage.coverage_report import CoverageReport
    from rulewright.author.testing.extraction.extract import ExtractedScenario


def watch() -> AuthorFiles:
    """Return the files of an author, none of which has been read yet."""
    from rulewright.author.review.author_files import AuthorFiles

    return AuthorFiles()


def coverage(built: Built, counted: Coverage, by: str) -> CoverageReport:
    """Return the report of what was reached of the rules. `by` names what ran, in the singular."""
    from rulewright.author.testing.coverage.coverage_report import report_of

    return report_of(built.source, counted, by)


def changes(choice: Choice, language: str) -> list[str]:
    """Return the changes that a house rule makes, line by line, or [] if its rules have errors."""
    from rulewright.author.difference.compare import difference
    from rulewright.author.difference.sides import read_side
    from rulewright.author.difference.wording import Wording

    try:
        before = read_side("before", Choice(choice.ruleset, choice.modules, None))
        after = read_side(Path(str(choice.variant)).stem, choice, before.read)
    except RulesetError:
        return []
    return list(Wording(difference(before, after), language, False).lines())


def scenario(choice: Choice, replay: Replay, first: int, last: int, seconds: float) -> ExtractedScenario:
    """Return a scenario of some choices of a game. Raises CannotWrite."""
    from rulewright.author.testing.extraction.extract import CannotExtract, extract_scenario

    try:
        return extract_scenario(choice, replay, first, last, seconds=seconds)
    except CannotExtract as fault:
        raise CannotWrite(str(fault)) from None


TOOLS = AuthorTools(watch, coverage, changes, scenario)
