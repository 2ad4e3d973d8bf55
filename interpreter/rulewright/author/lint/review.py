"""Runs the lints over the games that a ruleset can be, and reports what holds for all of them.

An entry that one choice of modules never reaches and another does is no defect: what is reported of it must hold
in every game it is part of, and what is reported of a text in every game it is read in. A text with nothing
to report in one game is not looked at again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rulewright.author.lint.accepted import Accepted
from rulewright.author.lint.lints import ACCEPTABLE, ENTRY_LINTS, GAME_LINTS, TEXT_LINTS
from rulewright.author.lint.name_uses import Uses, uses_of
from rulewright.author.lint.names_shown import names_in
from rulewright.author.lint.parsed_texts import texts_of
from rulewright.author.lint.scenarios import weak_scenarios
from rulewright.author.lint.scene import LintScene
from rulewright.core.diagnostics import Diagnostic, Span, error, sort_diagnostics
from rulewright.core.load.assemble import Assembly
from rulewright.core.load.modules import languages_shared
from rulewright.core.model.document import Node, text_of
from rulewright.core.model.origins import Provenance
from rulewright.core.sound.open_places import MAY_BE, Flows, doubting
from rulewright.core.validate.references import documents_of

if TYPE_CHECKING:
    from rulewright.core.compile.bound_game import BoundGame
    from rulewright.core.load.folder import RulesetSource

_Key = tuple[str, Span, str]
_TEXTS_IN_A_STEP = 20
_ACCEPTABLE = tuple(each.code for each in ACCEPTABLE)


class Reviewed(Protocol):
    """A game with its names and types known, None where there is an error, its entries and files.

    `boxed` are the designs of which no piece is in a zone before the game.
    """

    @property
    def game(self) -> BoundGame | None: ...
    @property
    def assembly(self) -> Assembly | None: ...
    @property
    def source(self) -> RulesetSource: ...
    @property
    def boxed(self) -> frozenset[str]: ...


@dataclass(slots=True)
class Review:
    """The findings in the games and scenarios examined so far."""

    verdicts: dict[_Key, Diagnostic | None] = field(default_factory=dict)
    of_texts: dict[Span, dict[_Key, Diagnostic]] = field(default_factory=dict)
    of_scenarios: list[Diagnostic] = field(default_factory=list)
    doubts: dict[_Key, Diagnostic] = field(default_factory=dict)
    """Where some game may stop: reported if any that was looked at may."""
    stops: dict[_Key, Diagnostic] = field(default_factory=dict)
    """Where some game of a ruleset may stop that says it is sound: these are errors."""
    sound: bool = False
    """Whether the ruleset says that nothing it asks of data may stop a game."""
    lints: bool = True
    """Whether anything but such errors is looked for."""
    whole: bool = True
    """Whether it is looked at what a game does as a whole, which takes a second or two for a large one."""
    flows: Flows = field(default_factory=dict)
    """What is known of games looked at before, of which much is known of the next one."""
    accepted: Accepted = field(default_factory=Accepted)
    uses: dict[Span, Uses] = field(default_factory=dict)
    sentences: dict[str, Span] = field(default_factory=dict)
    _counted: dict[tuple[Path, ...], frozenset[str]] = field(default_factory=dict)

    def after(self, reviewed: Reviewed) -> Review:
        """Look at a game and return this review."""
        self.look(reviewed)
        return self

    def look(self, reviewed: Reviewed) -> None:
        """Examine one game, unless it has errors, which are reported first."""
        for _ in self.looking(reviewed):
            pass

    def looking(self, reviewed: Reviewed) -> Iterator[None]:
        """Look at one game, if it has no errors, step by step: the caller may stop between two of them."""
        game, assembly = reviewed.game, reviewed.assembly
        if game is None or assembly is None:
            return
        key = reviewed.source.root, assembly.modules
        doubts = (yield from doubting(game, self.flows, key)) if self.whole else ()
        if self.sound:
            stops = [each for each in doubts if each.code.startswith(MAY_BE)]
            doubts = tuple(each for each in doubts if each not in stops)
            self.stops |= {(each.code, each.span, ""): error(*each) for each in reversed(stops)} | self.stops
        if not self.lints:
            return
        scene = self._scene(game, assembly, reviewed)
        scene.doubts = doubts
        self.accepted.read(assembly)
        for lint in ENTRY_LINTS:
            yield
            for code, entry, subject, finding, detail in lint(scene):
                verdict = None if finding is not None and self.accepted.takes(entry, code) else finding
                known = self.verdicts.setdefault((code, subject, detail), verdict)
                if known is not None and verdict is None:
                    self.verdicts[code, subject, detail] = None
        for in_game in GAME_LINTS if self.whole else ():
            yield
            for code, entry, subject, finding, detail in in_game(scene, game):
                if finding is not None and not self.accepted.takes(entry, code):
                    self.doubts.setdefault((code, subject, detail), finding)
        for number, text in enumerate(scene.texts):
            if number % _TEXTS_IN_A_STEP == 0:
                yield
            pending = self.of_texts.get(text.node.span)
            if pending is None or pending:
                found = {
                    (each.code, each.span, ""): each
                    for lint in TEXT_LINTS
                    for each in lint(scene, text)
                    if not self.accepted.takes(text.entry, each.code, text.node.span)
                }
                still = found if pending is None else {key: pending[key] for key in pending if key in found}
                self.of_texts[text.node.span] = still

    def settled(self) -> Iterator[Span]:
        """Return the texts without findings, which no other game can change."""
        return (span for span, found in self.of_texts.items() if not found)

    def apart(self, settled: Iterable[Span], *, whole: bool) -> Review:
        """Return a review of other games, to be joined with this one, that skips settled texts.

        `settled` are texts settled elsewhere; `whole` if lints of whole games are to look at them.
        """
        texts: dict[Span, dict[_Key, Diagnostic]] = {span: {} for span in (*self.settled(), *settled)}
        return Review(
            of_texts=texts,
            sound=self.sound,
            lints=self.lints,
            whole=whole,
            uses=self.uses,
            flows=self.flows,
            _counted=self._counted,
        )

    def alone(self) -> Review:
        """Return the findings without the caches that helped to find them."""
        return Review(self.verdicts, self.of_texts, doubts=self.doubts, stops=self.stops, accepted=self.accepted)

    def join(self, later: Review) -> None:
        """Merge a review of the games that come next, as if this one had examined them."""
        self.accepted.join(later.accepted, frozenset(self.settled()))
        self.doubts = later.doubts | self.doubts
        self.stops = later.stops | self.stops
        for key, verdict in later.verdicts.items():
            if self.verdicts.setdefault(key, verdict) is not None and verdict is None:
                self.verdicts[key] = None
        for span, found in later.of_texts.items():
            pending = self.of_texts.get(span)
            self.of_texts[span] = found if pending is None else {key: pending[key] for key in pending if key in found}

    def look_at_scenarios(self, document: Node | None) -> None:
        """Look at the scenarios of one file."""
        self.of_scenarios += weak_scenarios(document, self.sentences)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings that hold in all games examined and those about scenarios, in file order."""
        of_entries = [finding for finding in self.verdicts.values() if finding is not None]
        of_texts = [finding for findings in self.of_texts.values() for finding in findings.values()]
        acceptable = map(_acceptable, (*of_entries, *of_texts, *self.doubts.values()))
        return sort_diagnostics((*acceptable, *self.of_scenarios, *self.accepted.findings(_ACCEPTABLE)))

    def _scene(self, game: BoundGame, assembly: Assembly, reviewed: Reviewed) -> LintScene:
        source = reviewed.source
        assert game.begins is not None
        texts, counters = texts_of(assembly, game.world), game.world.ids_of("counter")
        for text in texts:
            if text.node.span not in self.uses:
                self.uses[text.node.span] = uses_of(text.tree, counters)
        begins = game.program.procedures[game.begins].id
        lines = [each for section in ("table", "looks", "areas", "lessons") for each in assembly.section(section)]
        if source.matches not in self._counted:
            self._counted[source.matches] = _counted(source)
        shown = frozenset(name for each in lines for name in names_in(each))
        counted = self._counted[source.matches]
        notes: dict[Span, list[Provenance]] = defaultdict(list)
        for note in game.program.origins:
            notes[note.text.span].append(note)
        cleared = frozenset().union(*(self.uses[text.node.span].cleared for text in texts))
        tables = {number: (key[1], key[2]) for key, number in game.tables.numbers.items() if key[0] == "field"}
        return LintScene(
            assembly,
            game.world,
            game.lowered,
            begins,
            texts,
            self.uses,
            shown,
            counted,
            notes,
            tables,
            cleared,
            documents_of(source),
            languages_shared(source),
            lambda: reviewed.boxed,
            source.pictures,
        )


def _acceptable(finding: Diagnostic) -> Diagnostic:
    """Return a finding whose hint says how to accept it, if an entry can."""
    if finding.code not in _ACCEPTABLE:
        return finding
    return replace(finding, hint=f"{finding.hint}; if it is intended, give the reason: accept: {{{finding.code}: ...}}")


def brought_by(file: str, with_it: Review, without: Callable[[], Review]) -> tuple[Diagnostic, ...]:
    """Return the findings that a variant's file causes.

    These are the findings in the file, and in texts of its ruleset that became useless; it may leave an entry of its
    ruleset unused. `without` reviews the ruleset alone and is called only if needed.
    """
    in_texts = {(code, span) for found in with_it.of_texts.values() for code, span, _ in found}
    brought = [each for each in with_it.findings() if each.span.file == file or (each.code, each.span) in in_texts]
    known = {(each.code, each.span) for each in without().findings()} if brought else set()
    return tuple(each for each in brought if (each.code, each.span) not in known)


def _counted(source: RulesetSource) -> frozenset[str]:
    """Return the quantities that matches count at the end of each game."""
    counts = (text_of(match.get("counts")) for _, match in source.documents(source.matches))
    return frozenset(each for each in counts if each)
