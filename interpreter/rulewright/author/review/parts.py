"""The parts of a ruleset's review that several processes can look at, each a game with the scenarios that are about it.

A game is bound where it is looked at, so that what needs the same one goes to the same process; the default one all
take over. What is found is told by number: it does not depend on who has found it, nor when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, assert_never

from rulewright.author.lint.review import Review
from rulewright.author.review.games import GameChoice, ReviewedGame, ReviewedGames
from rulewright.author.review.scenes import scenario_mistakes
from rulewright.author.review.soundness import told_at_variant
from rulewright.author.review.variants import variant_read
from rulewright.core.diagnostics import Diagnostic, Lines, Span, has_errors
from rulewright.core.load.bundled import LADDERS, PLAYERS
from rulewright.core.load.files import SourceFile, read_file
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import choose_modules, names_in
from rulewright.core.load.scenarios import given_of, scenarios_in
from rulewright.core.model.document import Mapping, Scalar, text_of
from rulewright.core.pipeline import ReadRuleset
from rulewright.play.jobs.processes_here import can_fork
from rulewright.play.jobs.worker_pool import worker_pool
from rulewright.play.records.planned_matches import AtHand, check_match_file

COMPANION_FOLDERS = ("scenarios", "replays", PLAYERS, LADDERS)
"""The folders whose files are not part of any game, match or variant."""
_TEXTS_LIKE_ONE_SCENARIO = 6
"""So many texts of a game are looked at in the time of one scenario."""
_WORTH_A_PROCESS = 75
"""So many scenarios take much longer than it takes to begin a process."""
_MOST_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class DefaultCode:
    """The code of the default game, which is known to be right."""


@dataclass(frozen=True, slots=True)
class OfModules:
    """The game with these modules."""

    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfVariant:
    """The game that the variant of a file makes."""

    path: Path


@dataclass(frozen=True, slots=True)
class OfMatch:
    """The match of a file."""

    path: Path


Subject = DefaultCode | OfModules | OfVariant | OfMatch


class Looked(NamedTuple):
    """The faults of a subject, the lines to show, and what lints found in it, if they looked at it."""

    faults: tuple[Diagnostic, ...]
    lines: Lines
    lints: Review | None = None


class ScenarioPlace(NamedTuple):
    """A scenario by the file that it stands in, and its number there."""

    path: Path
    number: int


class Mistaken(NamedTuple):
    """The faults of a scenario. `strayed`: it read files that no game is made of."""

    faults: tuple[Diagnostic, ...]
    strayed: bool


@dataclass(slots=True)
class PartsFound:
    """The findings on subjects, by number, and on scenarios."""

    subjects: dict[int, Looked] = field(default_factory=dict)
    scenarios: dict[ScenarioPlace, Mistaken] = field(default_factory=dict)


class ReviewPart(NamedTuple):
    """The subjects and scenarios that one process reviews in one go."""

    subjects: tuple[int, ...]
    scenarios: tuple[ScenarioPlace, ...]


@dataclass(slots=True)
class PartReview:
    """The review of parts, with all it needs: files, games, subjects, documents of scenarios, lints begun.

    `settled` maps the position of each text that lints have finished with to the number of a subject since which they
    have.
    """

    read: ReadRuleset
    games: ReviewedGames
    at_hand: AtHand
    subjects: Sequence[Subject]
    documents: dict[Path, Mapping]
    lints: Review | None
    _settled: dict[Span, int] = field(default_factory=dict)
    _written: set[Scalar] = field(default_factory=set)

    @property
    def source(self) -> RulesetSource:
        return self.read.source

    def default(self) -> ReviewedGame:
        return self.games.game(self.source, GameChoice())

    def look(self, part: ReviewPart) -> PartsFound:
        """Return the findings on a part."""
        found = PartsFound({number: self._subject(number) for number in part.subjects})
        nodes = {path: tuple(scenarios_in(self.documents[path])) for path in {each.path for each in part.scenarios}}
        for place in part.scenarios:
            found.scenarios[place] = self._scenario(place.path, nodes[place.path][place.number])
        return found

    def _subject(self, number: int) -> Looked:
        subject = self.subjects[number]
        match subject:
            case DefaultCode():
                self.default().write(self.default().texts())
                return Looked((), {})
            case OfModules(modules):
                game = self.games.game(self.source, GameChoice(modules))
                self._write(game)
                return Looked(game.faults("beside"), {}, self._linted(number, game))
            case OfVariant(path):
                variant = variant_read(path, self.source)
                faults = variant.faults(self.read, self.games)
                if variant.document is not None and not has_errors(variant.diagnostics):
                    self._write(self.games.game(self.source, GameChoice((), variant.document)))
                    faults += self._brought_by(variant.document, variant.document.span.file)
                return Looked(faults, variant.lines if faults else {})
            case OfMatch(path):
                _, faults, lines = check_match_file(path, self.at_hand)
                return Looked(faults, lines if faults else {})
            case _:
                assert_never(subject)

    def _brought_by(self, variant: Mapping, name: str) -> tuple[Diagnostic, ...]:
        """Return the places at which a game may stop that a variant brings to a sound ruleset by its patches."""
        if self.lints is None or not self.lints.sound or variant.get("patches") is None:
            return ()
        return told_at_variant(variant, name, self.source, self.games)

    def _write(self, game: ReviewedGame) -> None:
        """Write the code of what stands neither in the default game nor in another one written here."""
        texts = game.texts() - self.default().texts()
        game.write(texts - self._written)
        self._written |= texts

    def _linted(self, number: int, game: ReviewedGame) -> Review | None:
        """Return what lints find in a game, or None without lints. Texts settled by an earlier subject are skipped."""
        if self.lints is None:
            return None
        settled = (span for span, since in self._settled.items() if since < number)
        most = max(len(each.modules) for each in self.subjects if isinstance(each, OfModules))
        linted = self.lints.apart(settled, whole=len(game.assembly.modules) >= most)
        linted.look(game)
        for span in linted.settled():
            self._settled[span] = min(number, self._settled.get(span, number))
        return linted.alone()

    def _scenario(self, path: Path, node: Mapping) -> Mistaken:
        other_files = _FilesRead(self.source.root)
        name = self.documents[path].span.file
        faults = scenario_mistakes(node, name, path.parent, self.source, self.games, other_files.read)
        return Mistaken(tuple(faults), other_files.strayed)


def look_at_parts(
    bench: PartReview, scenarios: Iterable[Path], jobs: int, watch: Callable[[int, int], None]
) -> PartsFound:
    """Return all findings on the subjects, and on the scenarios of some files.

    `watch` receives (files done, files in total).
    """
    parts, jobs = _dealt(bench, tuple(scenarios), jobs)
    found = PartsFound()
    left = [{each.path for each in part.scenarios} for part in parts]
    files = len(set().union(*left))

    def look(bench: PartReview, numbers: range) -> tuple[range, PartsFound]:
        (number,) = numbers
        return numbers, bench.look(parts[number])

    with worker_pool(lambda: bench, look, jobs, fork=True) as looked_at:
        for numbers, some in looked_at(range(number, number + 1) for number in range(len(parts))):
            found.subjects |= some.subjects
            found.scenarios |= some.scenarios
            left[numbers.start] = set()
            watch(files - len(set().union(*left)), files)
    return found


def _dealt(bench: PartReview, files: tuple[Path, ...], jobs: int) -> tuple[list[ReviewPart], int]:
    """Return (parts, number of processes worth starting), with the parts that take longest first.

    The default game is bound here, where it is needed, for all processes.
    """
    about = _scenarios_by_game(bench, files)
    of_default = about.pop(_game(bench.source, (), ""), [])
    binding = len(bench.default().texts()) // _TEXTS_LIKE_ONE_SCENARIO if of_default or bench.subjects else 0
    parts: list[tuple[int, ReviewPart]] = []
    for at in range(0, len(of_default), _MOST_AT_ONCE):
        places = of_default[at : at + _MOST_AT_ONCE]
        parts.append((len(places), ReviewPart((), tuple(places))))
    for number, subject in enumerate(bench.subjects):
        places = about.pop(_game_of(bench.source, subject), [])
        parts.append((binding + len(places), ReviewPart((number,), tuple(places))))
    parts += [(binding + len(places), ReviewPart((), tuple(places))) for places in about.values()]
    longest_first = sorted(parts, key=lambda each: -each[0])
    enough = sum(cost for cost, _ in parts) // _WORTH_A_PROCESS if can_fork() else 1
    return [part for _, part in longest_first], max(1, min(jobs, enough, len(parts)))


_Game = tuple[tuple[str, ...], str]
"""Which game is meant, roughly: its modules, and what else is picked."""


def _game(source: RulesetSource, asked: tuple[str, ...], also: str) -> _Game:
    modules, _ = choose_modules(source, asked, None)
    return tuple(each.id for each in modules), also


def _game_of(source: RulesetSource, subject: Subject) -> _Game | None:
    """Return the game of a subject that scenarios may be about as well, or None for the default game."""
    match subject:
        case OfModules(modules):
            return _game(source, modules, "")
        case OfVariant(path):
            return _game(source, (), path.stem)
        case DefaultCode() | OfMatch():
            return None
        case _:
            assert_never(subject)


def _scenarios_by_game(bench: PartReview, files: Iterable[Path]) -> dict[_Game | None, list[ScenarioPlace]]:
    """Group the scenarios of some files by the game they are about."""
    found: dict[_Game | None, list[ScenarioPlace]] = {}
    for path in files:
        for number, node in enumerate(scenarios_in(bench.documents[path])):
            given = given_of(node)
            picked = [text_of(given.get(key)) or "" for key in ("variant", "match", "game")]
            picked += [str(patches.span)] if (patches := given.get("patches")) is not None else []
            asked = tuple(name for name, _ in names_in(given.get("modules")))
            found.setdefault(_game(bench.source, asked, " ".join(picked).strip()), []).append(
                ScenarioPlace(path, number)
            )
    return found


@dataclass(slots=True)
class _FilesRead:
    """A reader of files for a scenario. `strayed`: it has read one that is not among the games' own files."""

    root: Path
    strayed: bool = False

    def read(self, path: Path, name: str) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
        inside = path.is_relative_to(self.root) and path.relative_to(self.root).parts[0] not in COMPANION_FOLDERS
        self.strayed = self.strayed or not inside
        return read_file(path, name)
