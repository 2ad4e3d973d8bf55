"""A game as the lints see it, with its sources, its program and its texts, and the types of lints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from rulewright.author.lint.name_uses import Uses
from rulewright.author.lint.parsed_texts import LintText
from rulewright.core.bind.world import World
from rulewright.core.compile.bound_game import BoundGame
from rulewright.core.diagnostics import CodeExplained, Diagnostic, Span, warning
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.entries import Entry
from rulewright.core.load.modules import Named
from rulewright.core.load.picture_files import PictureFolder
from rulewright.core.lower.lowering import Lowered
from rulewright.core.model.origins import Provenance
from rulewright.core.model.program import Program
from rulewright.core.sound.open_places import Doubt

_Kept = TypeVar("_Kept")


@dataclass(slots=True)
class LintScene:
    """One choice of modules, compiled. `shown` are the names that the lines of the table show."""

    assembly: Assembly
    world: World
    lowered: Lowered
    begins: str
    texts: tuple[LintText, ...]
    uses: dict[Span, Uses]
    shown: frozenset[str]
    counted: frozenset[str]
    """The quantities that matches count."""
    notes: dict[Span, list[Provenance]]
    """Where bound nodes come from, by the text they were written in."""
    fields: dict[int, tuple[str, str]]
    """The kind and the field that a table of the program holds."""
    cleared: frozenset[str]
    """The markers that some text sets to nothing on purpose."""
    documents: frozenset[str]
    """The documents that the ruleset's values come from."""
    languages: tuple[Named, ...]
    """The languages in which the ruleset says that it has titles, each with its place."""
    boxed: Callable[[], frozenset[str]]
    """The designs of which no piece is in a zone before the game, for any table."""
    pictures: tuple[PictureFolder, ...] = ()
    """The folders of pictures of the ruleset, its modules and its packages."""
    doubts: tuple[Doubt, ...] = ()
    """The places at which a game may stop, where they are looked for."""
    _kept: dict[tuple[str, Span | None], Any] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        return self.lowered.program

    def once(self, what: str, make: Callable[[], _Kept], text: Span | None = None) -> _Kept:
        """Return a value that several lints need, made for the first of them.

        It belongs to the game, or to the text at a position.
        """
        if (what, text) not in self._kept:
            self._kept[what, text] = make()
        kept: _Kept = self._kept[what, text]
        return kept

    def entry_at(self, span: Span) -> Entry | None:
        """Return the entry whose text is at a place: of the last text that begins before it."""
        before = [each for each in self.texts if each.node.span.file == span.file and each.node.span.line <= span.line]
        return max(before, key=lambda each: (each.node.span.line, each.node.span.column)).entry if before else None

    def uses_in(self, text: LintText) -> Uses:
        return self.uses[text.node.span]


class LintVerdict(NamedTuple):
    """The verdict of a lint on one subject of an entry in one game: a finding, or None.

    `detail` distinguishes subjects at the same position.
    """

    code: str
    entry: Entry
    subject: Span
    finding: Diagnostic | None
    detail: str = ""


def verdict(code: str, entry: Entry, subject: Span, found: tuple[str, str] | None, detail: str = "") -> LintVerdict:
    """Return a verdict from a message and a hint, or None."""
    return LintVerdict(code, entry, subject, warning(code, subject, *found) if found is not None else None, detail)


EntryLint = Callable[[LintScene], Iterator[LintVerdict]]
"""A lint over what a game has: a subject is reported if no game that has it clears it."""
TextLint = Callable[[LintScene, LintText], Iterator[Diagnostic]]
"""A lint over one text: a finding is reported if it is found in every game that has the text."""


GameLint = Callable[[LintScene, BoundGame], Iterator[LintVerdict]]
"""A lint over a whole game: a subject is reported if it is found in any game."""


class LintGroup(NamedTuple):
    """The lints of one file, and every code of what they find, explained.

    What is found in entries and their texts is `acceptable`: `accept` next to it may name the code.
    """

    explained: tuple[CodeExplained, ...]
    of_entries: tuple[EntryLint, ...] = ()
    of_texts: tuple[TextLint, ...] = ()
    of_games: tuple[GameLint, ...] = ()
    acceptable: bool = True
