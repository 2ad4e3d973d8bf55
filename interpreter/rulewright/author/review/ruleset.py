"""All that is wrong in a ruleset's folder: its games, whichever modules are on, its variants, and the other files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from rulewright.author.lint.review import Review
from rulewright.author.review.bundled_files import review_brought_files
from rulewright.author.review.companion_files import (
    lines_within,
    review_replay,
    review_scenario_files,
    tell_of_scenarios,
    texts_of_files,
)
from rulewright.author.review.findings import Findings, Fresh, with_modules
from rulewright.author.review.games import GameChoice, ReviewedGames
from rulewright.author.review.kept import key_of, read_kept, read_right, tell_again, write_kept, write_right
from rulewright.author.review.parts import (
    COMPANION_FOLDERS,
    DefaultCode,
    Looked,
    OfMatch,
    OfModules,
    OfVariant,
    PartReview,
    Subject,
    look_at_parts,
)
from rulewright.author.review.soundness import told_at_module
from rulewright.author.review.translations import review_translations
from rulewright.core.diagnostics import Diagnostic, has_errors, sort_diagnostics
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.folder import RulesetSource
from rulewright.core.pipeline import ReadRuleset, RulesetError, read_whole
from rulewright.core.validate.manifests import is_sound
from rulewright.play.records.planned_matches import AtHand, GameFacts, ruleset_of_match


@dataclass(slots=True)
class RulesetReview:
    """One ruleset as its files are now, with the games that have been bound from it."""

    read: ReadRuleset
    games: ReviewedGames = field(default_factory=ReviewedGames)

    @property
    def source(self) -> RulesetSource:
        return self.read.source

    def faults(self, choice: GameChoice) -> tuple[Diagnostic, ...]:
        """All that is wrong with the files and with one game of them."""
        if has_errors(self.read.diagnostics):
            return sort_diagnostics(self.read.diagnostics)
        return sort_diagnostics([*self.read.diagnostics, *self.games.game(self.source, choice).faults("beside")])

    def is_by_itself(self) -> bool:
        """Whether no file of it refers to another ruleset."""
        return all(_folder_of(path) == self.source.root for path in self.source.matches)

    def at_hand(self) -> AtHand:
        """Return the facts about this ruleset that a match of it needs."""
        return AtHand(self.source, self._facts)

    def _facts(self, modules: tuple[str, ...]) -> GameFacts:
        faults = self.faults(GameChoice(modules))
        game = self.games.game(self.source, GameChoice(modules)).game
        if game is None or has_errors(faults):
            raise RulesetError(faults, self.read.lines)
        return GameFacts(game.world.settings, game.quantities(), bool(game.program.in_halves))


def reviewed(root: str, packages: tuple[Path, ...] = ()) -> RulesetReview:
    """Return the review of a ruleset, by name or path, with packages. Its files are read and their shape is checked."""
    return RulesetReview(read_whole(root, packages))


def review_ruleset(name: str, root: Path, found: Findings) -> None:
    """Review a whole ruleset folder: the default game, other choices of modules, each variant and each other file.

    For a folder in which nothing has changed, the last findings are reported again. If only scenarios have, the
    games are not looked at again, only the scenario files that have changed.
    """
    if tell_again(name, root, found):
        return
    how = (found.lint, found.scenarios)
    keys = _Keys(key_of(root, how), key_of(root, ("games", found.lint), COMPANION_FOLDERS))
    here = found.anew()
    review = reviewed(str(root))
    kept = keys if review.is_by_itself() else _Keys(None, None)
    right = _look_at_everything(review, here, kept)
    _keep_pointed_at(here)
    if kept.whole is not None and keys.whole == key_of(root, how):
        write_kept(kept.whole, here)
        if kept.games is not None and right is not None:
            write_kept(kept.games, right.games)
            write_kept(f"{kept.games}-lints", right.lints)
            if right.texts is not None:
                write_right(kept.games, right.texts)
    found.checked.append(name)
    found.add(here.diagnostics, here.lines)


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys for what was found in a folder, and in its games, to which scenarios do not matter."""

    whole: str | None
    games: str | None


@dataclass(slots=True)
class _Right:
    """The findings on games without errors, the findings of lints in them, and the scenario files without faults.

    `texts` is None if scenario files were not looked at.
    """

    games: Findings
    lints: Findings
    texts: frozenset[str] | None = None


def _keep_pointed_at(found: Findings) -> None:
    """Keep only the lines that a diagnostic points at."""
    places = {(each.span.file, each.span.line) for each in found.diagnostics}
    found.lines = {place: found.lines[place] for place in places if place in found.lines}


def _look_at_everything(review: RulesetReview, found: Findings, keys: _Keys) -> _Right | None:
    """Review games and files, and return the part that can be cached separately, or None if games have errors."""
    source = review.source
    games = read_kept(keys.games) if keys.games is not None else None
    lints = read_kept(f"{keys.games}-lints") if games is not None else None
    known, subjects = frozenset[str](), list[Subject]()
    of_games = Review(sound=is_sound(source), lints=found.lint, flows=review.games.flows)
    looks_at_games = found.lint or of_games.sound
    if games is None or lints is None:
        games, lints = found.anew(), None
        games.add(review.faults(GameChoice()), review.read.lines)
        if has_errors(review.read.diagnostics) or games.has_errors:
            found.add(games.diagnostics, games.lines)
            return None
        if looks_at_games:
            of_games.look(review.games.game(source, GameChoice()))
        subjects = _subjects(source)
    elif keys.games is not None:
        known = read_right(keys.games)
    for path in source.replays:
        review_replay(path, source, found)
    of_scenarios = Review()
    documents = review_scenario_files(source, of_scenarios, found)
    looks = found.scenarios and not (found.has_errors or games.has_errors)
    texts = texts_of_files(documents, source) if looks else {}
    new_texts = {path: text for path, text in texts.items() if text not in known}
    bench = PartReview(
        review.read, review.games, review.at_hand(), subjects, documents, of_games if looks_at_games else None
    )
    parts = look_at_parts(bench, new_texts, found.jobs, found.watch)
    if lints is None:
        _tell_of_games(subjects, parts.subjects, of_games, games, review)
        lints = Findings(diagnostics=[*of_games.findings(), *of_games.stops.values()], lines=review.read.lines)
        _keep_pointed_at(lints)
        _keep_pointed_at(games)
    found.add(games.diagnostics, games.lines)
    right = _Right(games, lints)
    if found.scenarios and not found.has_errors:
        unchanged = known.intersection(texts.values())
        right.texts = unchanged | tell_of_scenarios(new_texts, parts.scenarios, source, found)
        right.texts |= review_brought_files(source, review.games, known, found)
    elif not games.has_errors:
        review_brought_files(source, review.games, known, found)
    if not (found.has_errors or games.has_errors):
        review_translations(source, found)
    if looks_at_games and not found.has_errors:  # what is wrong may be why a thing seems of no use
        findings = of_scenarios.findings() if found.lint else ()
        names = {each.span.file for each in findings}
        found.add((*lints.diagnostics, *findings), lints.lines)
        for path in documents:
            if source.shown(path) in names:
                found.add((), lines_within(path, source))
    return None if games.has_errors else right


def _subjects(source: RulesetSource) -> list[Subject]:
    """Return the subjects to review of a ruleset whose default game is right."""
    return [
        DefaultCode(),
        *map(OfModules, choices_to_check(source)),
        *map(OfVariant, source.variants),
        *map(OfMatch, source.matches),
    ]


def _tell_of_games(
    subjects: list[Subject], looked: dict[int, Looked], lints: Review, found: Findings, review: RulesetReview
) -> None:
    """Tell what was found of games beside the default one, each thing once, and take in what lints have found there."""
    fresh = Fresh(set(found.diagnostics))
    for number, subject in enumerate(subjects):
        faults, lines, linted = looked[number]
        match subject:
            case OfModules(modules):
                found.add(fresh.new(faults, with_modules(modules)), lines)
                if linted is not None and linted.stops:
                    new = [each for key, each in linted.stops.items() if key not in lints.stops]
                    told = told_at_module(new, modules, review.source, review.games)
                    linted.stops = {(each.code, each.span, each.message): each for each in told}
            case OfVariant():
                found.add(fresh.new(faults), lines)
            case DefaultCode() | OfMatch():
                found.add(faults, lines)
            case _:
                assert_never(subject)
        if linted is not None:
            lints.join(linted)


def _folder_of(match: Path) -> Path | None:
    """Return the folder of the ruleset that a match belongs to, without links."""
    root = ruleset_of_match(match)
    return root.resolve() if root is not None else None
