"""Questions that a studio asks of its author's tools, and the plain values that it gets back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rulewright.core.diagnostics import Diagnostic, Lines
from rulewright.core.model.game import Blueprint, State
from rulewright.core.pipeline import Choice


class CannotStudy(ValueError):  # noqa: N818 - stated as a sentence
    """The reason why something cannot be done to an author's files. The message is for the author."""


@dataclass(frozen=True, slots=True)
class TextFix:
    """A change of one line that may mend a problem: from `column` (from 1) on, `length` characters become `text`."""

    title: str
    line: int
    column: int
    length: int
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic of a file, which is named by its path in the folder.

    Line and column count from 1.
    """

    file: str
    line: int
    column: int
    length: int
    severity: str
    code: str
    message: str
    hint: str
    fixes: tuple[TextFix, ...] = ()


@dataclass(frozen=True, slots=True)
class StudioLook:
    """The problems of some files, which are all that was looked at."""

    files: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class OfferedText:
    """A completion: its name, its sort, a few words, and the text that is written if it is taken."""

    label: str
    sort: str
    detail: str
    text: str


@dataclass(frozen=True, slots=True)
class ScenarioTested:
    """The result of a scenario: where it is written, whether it passed, and what differs, line by line."""

    sentence: str
    file: str
    line: int
    passed: bool
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceUnreached:
    """A place of the rules that no scenario reaches, and the reason."""

    file: str
    line: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class RulesReached:
    """The coverage of the rules by all scenarios: `files` are rows of (file, reached places, places)."""

    reached: int
    places: int
    files: tuple[tuple[str, int, int], ...]
    gaps: tuple[PlaceUnreached, ...]


class FolderStudy(Protocol):
    """The files of one folder while they are edited. Texts given are those of an editor and win over the disk."""

    def faults(self, choice: Choice) -> tuple[tuple[Diagnostic, ...], Lines]:
        """Return (diagnostics, the source lines they point at) of a game. Raises WrongSetup without such a ruleset."""
        ...

    def looked(self, file: Path, text: str, *, typing: bool) -> StudioLook:
        """Return the problems of a text and of the files that it is compiled with, while `typing` of texts alone.

        A text that is not being typed is the one on the disk.
        """
        ...

    def completions(self, file: Path, text: str, line: int, column: int, language: str) -> tuple[OfferedText, ...]:
        """Return what can be written at a position, by name."""
        ...

    def meaning(self, file: Path, text: str, line: int, column: int, language: str) -> str:
        """Return a Markdown page about the word at a position, or ""."""
        ...

    def renamable(self, file: Path, text: str, line: int, column: int) -> str:
        """Return the name at a position that can become another one. Raises CannotStudy with the reason if none can."""
        ...

    def renamed(self, file: Path, line: int, column: int, new: str) -> dict[str, str]:
        """Return the texts, by path in the folder, of all files in which the name at a position becomes another one.

        All files are taken from the disk. Raises CannotStudy with the reason if the name cannot be changed.
        """
        ...

    def in_layout(self, file: Path, text: str) -> str | None:
        """Return a text in canonical layout, or None if it has mistakes."""
        ...

    def tests(self, file: Path) -> tuple[tuple[ScenarioTested, ...], tuple[Problem, ...]]:
        """Return (results, problems) of the scenarios in a file."""
        ...

    def test_files(self) -> tuple[str, ...]:
        """Return the files that hold scenarios, by their paths in the folder."""
        ...

    def lints(self, file: Path, seconds: float) -> tuple[Problem, ...] | None:
        """Return what deserves a second look in a file and its ruleset, or None if `seconds` were not enough.

        Asked again, it continues where it stopped.
        """
        ...

    def coverage(self) -> RulesReached | None:
        """Return what all scenarios reach of the rules, or None if they cannot be run."""
        ...

    def saved(self) -> None:
        """Forget what depends on the files as they were before."""
        ...


@dataclass(frozen=True, slots=True)
class StudioTools:
    """The calls. Those that change texts return the new text and a line of it, and raise CannotStudy with a sentence.

    `study` begins to study a folder. `copied` and `begun` write a copy of a ruleset (by its folder) or a new one of a
    name into a folder, and return its folder. `packed` returns the file name and bytes of a folder's package.
    `with_scenario` adds the scenario of one text to another text. `with_test` adds a line to what the scenario at a
    line expects. `tests_now` maps each counter, marker and zone of a table to tests of what it is now.
    """

    study: Callable[[Path], FolderStudy]
    copied: Callable[[Path, str, Path], Path]
    begun: Callable[[str, Path], Path]
    packed: Callable[[Path], tuple[str, bytes]]
    with_scenario: Callable[[str, str], tuple[str, int]]
    with_test: Callable[[str, int, str], tuple[str, int]]
    tests_now: Callable[[Blueprint, State], Sequence[tuple[str, str, tuple[str, ...]]]]
