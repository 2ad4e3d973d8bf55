"""The tools of an author at a table that is served, each imported when it is first used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.core.model.game import Blueprint, State
from rulewright.core.pipeline import Built, Choice, RulesetError
from rulewright.play.records.replay import Replay
from rulewright.play.series.coverage import Coverage
from rulewright.table.serve.author_tools import AuthorTools, CannotWrite
from rulewright.table.serve.studio.studio_tools import CannotStudy, FolderStudy, StudioTools

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


def study(folder: Path) -> FolderStudy:
    """Return the study of a folder in a studio. No file has been read yet."""
    from rulewright.author.studio.folder_study import FilesStudied

    return FilesStudied(folder)


def copied(root: Path, name: str, folder: Path) -> Path:
    """Write a copy of a ruleset into the folder `name` of a folder, and return it. Raises CannotStudy."""
    from rulewright.author.studio.copied_games import begin_copy

    return begin_copy(root, name, folder)


def begun(name: str, folder: Path) -> Path:
    """Write a new ruleset into the folder `name` of a folder, and return it. Raises CannotStudy."""
    from rulewright.author.studio.copied_games import begin_new

    return begin_new(name, folder)


def packed(folder: Path) -> tuple[str, bytes]:
    """Return (file name, bytes) of a folder as a package. Raises CannotStudy."""
    from rulewright.author.sharing.packing import packed as zipped
    from rulewright.core.model.packages_used import PackageRefused

    try:
        found = zipped(folder)
    except PackageRefused as refused:
        raise CannotStudy(str(refused)) from None
    return found.file_name, found.data


def with_scenario(text: str, extracted: str) -> tuple[str, int]:
    """Return (text, line) of a scenario file with the scenario of another text. Raises CannotStudy."""
    from rulewright.author.studio import scenario_edits

    return scenario_edits.with_scenario(text, extracted)


def with_test(text: str, line: int, test: str) -> tuple[str, int]:
    """Return (text, line) of a scenario file whose scenario at a line expects one test more. Raises CannotStudy."""
    from rulewright.author.studio import scenario_edits

    return scenario_edits.with_test(text, line, test)


def tests_now(blueprint: Blueprint, state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (name in drawings, name in effects, tests) of all that lies on a table now."""
    from rulewright.author.studio import scenario_edits

    return scenario_edits.tests_now(blueprint, state)


TOOLS = AuthorTools(watch, coverage, changes, scenario)
STUDIO = StudioTools(study, copied, begun, packed, with_scenario, with_test, tests_now)
