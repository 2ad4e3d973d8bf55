"""Study of a folder for a studio: what an editor's rooms find, as plain values by paths in the folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import monotonic

from rulewright.author.editor.complete import completions
from rulewright.author.editor.names.index import Definition
from rulewright.author.editor.new_texts import edited_files
from rulewright.author.editor.quick_fixes import quick_fixes
from rulewright.author.editor.renaming import Refused, renamable, renamed
from rulewright.author.editor.rest import RestSteps, at_rest
from rulewright.author.editor.study import FoundByFile, Study
from rulewright.author.editor.tell import hover
from rulewright.author.testing.coverage.coverage_report import CoverageReport, report_of
from rulewright.core.diagnostics import Diagnostic, Lines
from rulewright.core.pipeline import Choice, read_whole, ruleset_root
from rulewright.observe.words.reasons import Why
from rulewright.play.scenarios.expectations import Failure
from rulewright.play.scenarios.files import files_of_scenarios
from rulewright.play.scenarios.runner import ScenarioResult, ScenarioRunner
from rulewright.play.scenarios.runs import own_files, run_files
from rulewright.table.serve.studio.studio_tools import (
    CannotStudy,
    OfferedText,
    PlaceUnreached,
    Problem,
    RulesReached,
    ScenarioTested,
    StudioLook,
    TextFix,
)

_MOST_GAPS = 100
_MOST_TOLD = 12


@dataclass
class FilesStudied:
    """A folder's files while they are edited, with the games and runners that were made of them."""

    folder: Path
    study: Study = field(default_factory=Study)
    runners: dict[str, ScenarioRunner] = field(default_factory=dict)
    _resting: RestSteps | None = None

    @cached_property
    def root(self) -> Path:
        """The folder without links."""
        return self.folder.resolve()

    def faults(self, choice: Choice) -> tuple[tuple[Diagnostic, ...], Lines]:
        return self.study.files.faults(choice)

    def looked(self, file: Path, text: str, *, typing: bool) -> StudioLook:
        if typing:
            self.study.buffers.hold(file, text)
        else:
            self.study.buffers.drop(file)
        found = self.study.diagnose(file, "texts" if typing else "beside")
        return StudioLook(tuple(filter(None, map(self._name, found))), tuple(self._told(found)))

    def completions(self, file: Path, text: str, line: int, column: int, language: str) -> tuple[OfferedText, ...]:
        root = self._learnt(file, text)
        index = self.study.indexes.get(root) if root is not None else None
        found = completions(text, line, column, index, language)
        return tuple(OfferedText(each.label, each.sort, each.detail, each.written or each.label) for each in found)

    def meaning(self, file: Path, text: str, line: int, column: int, language: str) -> str:
        root = self._learnt(file, text)
        if root is None:
            return hover(text, file.name, line, column, None, None, language)
        index, source = self.study.indexes.get(root), self.study.sources.get(root)
        return hover(text, self.study.name(file, root), line, column, index, source, language)

    def renamable(self, file: Path, text: str, line: int, column: int) -> str:
        return self._meant(file, text, line, column)[1].name

    def renamed(self, file: Path, line: int, column: int, new: str) -> dict[str, str]:
        self.saved()
        root, meant = self._meant(file, self.study.buffers.text(file), line, column)
        edits = renamed(self.study, root, meant, new)
        if not isinstance(edits, tuple):
            raise CannotStudy(edits.reason)
        outside = next((each.path for each in edits if not self._name(each.path)), None)
        if outside is not None:
            raise CannotStudy(f"{outside} would change as well, which is in another folder; open that one")
        return {self._name(path): made for path, made in edited_files(self.study.buffers.text, edits).items()}

    def _meant(self, file: Path, text: str, line: int, column: int) -> tuple[Path, Definition]:
        """Return the folder of the rules and what is meant at a position. Raises CannotStudy if it has no new name."""
        root = self._learnt(file, text)
        index = self.study.indexes.get(root) if root is not None else None
        found = renamable(text, self.study.name(file, root), line, column, index)
        if root is None or isinstance(found, Refused):
            raise CannotStudy(found.reason if isinstance(found, Refused) else "this could not be renamed")
        return root, found.definition

    def in_layout(self, file: Path, text: str) -> str | None:
        self.study.buffers.hold(file, text)
        return self.study.formatted(file)

    def tests(self, file: Path) -> tuple[tuple[ScenarioTested, ...], tuple[Problem, ...]]:
        results, faults, _ = run_files([file], self.runners, explains=True)
        told = tuple(self._tested(each, file) for each in results)
        return told, tuple(self._told({file: faults}))

    def test_files(self) -> tuple[str, ...]:
        return tuple(self._name(path) for path in files_of_scenarios(self.root))

    def lints(self, file: Path, seconds: float) -> tuple[Problem, ...] | None:
        until = monotonic() + seconds
        if self._resting is None:
            self._resting = at_rest(self.study, file, ())
        try:
            while monotonic() < until:
                next(self._resting)
        except StopIteration as done:
            self._resting = None
            return tuple(self._told(done.value))
        return None

    def coverage(self) -> RulesReached | None:
        runners: dict[str, ScenarioRunner] = {}
        run_files([self.folder], runners, covers=True)
        reports = [
            report_of(read_whole(each.ruleset, each.packages).source, each.coverage, "scenario", own_files(each))
            for each in runners.values()
            if each.coverage.places and ruleset_root(each.ruleset) is not None
        ]
        return self._reached(reports) if reports else None

    def saved(self) -> None:
        self.study.buffers.unsaved.clear()
        self.study.indexes.clear()
        self.runners.clear()
        self._resting = None

    def _learnt(self, file: Path, text: str) -> Path | None:
        """Return the folder of a file's ruleset, whose names are learnt once after each save."""
        self.study.buffers.hold(file, text)
        root = self.study.root_of(file)
        if root is not None and root not in self.study.indexes:
            self.study.learn(root)
        return root

    def _told(self, found: FoundByFile) -> Iterator[Problem]:
        """Yield the problems that are in files of the folder, each once."""
        for path, faults in found.items():
            name = self._name(path)
            lines = self.study.buffers.text(path).split("\n") if faults and name else []
            for each in faults if name else ():
                fixes = tuple(
                    TextFix(fix.title, fix.span.line, fix.span.column, fix.span.length, fix.text)
                    for fix in quick_fixes(each, lines)
                )
                span = each.span
                yield Problem(
                    name, span.line, span.column, span.length, each.severity, each.code, each.message, each.hint, fixes
                )

    def _name(self, path: Path) -> str:
        """Return the path of a file in the folder, or "" for a file elsewhere."""
        path = path.resolve()
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else ""

    def _named(self, shown: str) -> str:
        """Return the path in the folder of a file as messages name it, which begins with the name of its ruleset."""
        first, _, rest = shown.partition("/")
        return rest if first == self.root.name and rest else shown

    def _tested(self, result: ScenarioResult, file: Path) -> ScenarioTested:
        failure = result.failure
        told = tuple(_differences(failure))[:_MOST_TOLD] if failure is not None else ()
        return ScenarioTested(result.sentence, self._name(file), result.span.line, failure is None, told)

    def _reached(self, reports: Iterable[CoverageReport]) -> RulesReached:
        reports = tuple(reports)
        files = [(self._named(file.file), file.share) for each in reports for file in each.files]
        gaps = [
            PlaceUnreached(self._named(place.span.file), place.span.line, place.id.name, gap.why.text)
            for each in reports
            for gap in each.gaps[:_MOST_GAPS]
            for place in (gap.report.place,)
        ]
        return RulesReached(
            sum(each.share.reached for each in reports), sum(each.share.places for each in reports),
            tuple((name, share.reached, share.places) for name, share in files), tuple(gaps),
        )  # fmt: skip


def _differences(failure: Failure) -> Iterator[str]:
    """Yield what a scenario expected in vain, line by line: each message, the reasons and the last changes."""
    for each in (failure, *failure.more):
        yield f"{each.span.line}: {each.message}"
        for why in each.reasons:
            yield from _reasons(why)
        yield from (change.line for change in each.changes)


def _reasons(why: Why) -> Iterator[str]:
    if why.said:
        yield why.said
    for each in why.behind:
        yield from _reasons(each)
