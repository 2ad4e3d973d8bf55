"""All that is wrong in a ruleset's folder: its games, whichever modules are on, its variants, and the other files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.diagnostics import Diagnostic, has_errors, sort_diagnostics
from rulewright.lint.review import Review
from rulewright.load.conditions import choices_to_check
from rulewright.load.files import display_name
from rulewright.load.folder import RulesetSource
from rulewright.matches import AtHand, GameFacts, check_match_file, ruleset_of_match
from rulewright.model.document import Scalar
from rulewright.pipeline import ReadRuleset, RulesetError, read_whole
from rulewright.review.companion_files import (
    COMPANION_FOLDERS,
    bind_scenarios,
    lines_within,
    review_replay,
    review_scenario_files,
)
from rulewright.review.findings import Findings, Fresh, with_modules
from rulewright.review.games import GameChoice, ReviewedGame, ReviewedGames
from rulewright.review.kept import key_of, read_kept, read_right, write_kept, write_right
from rulewright.review.variants import variant_read


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
        """What a match of this ruleset needs to know about it."""
        return AtHand(self.source, self._facts)

    def _facts(self, modules: tuple[str, ...]) -> GameFacts:
        faults = self.faults(GameChoice(modules))
        game = self.games.game(self.source, GameChoice(modules)).game
        if game is None or has_errors(faults):
            raise RulesetError(faults, self.read.lines)
        return GameFacts(game.world.settings, game.quantities())


def reviewed(root: str) -> RulesetReview:
    """A ruleset, by name or path, with its files read and their shape checked."""
    return RulesetReview(read_whole(root))


def review_ruleset(name: str, root: Path, found: Findings) -> None:
    """A whole ruleset folder: the default game, other choices of its modules, each variant and each other file.

    For a folder in which nothing has changed, the last findings are reported again. If only scenarios have, the
    games are not looked at again, only the scenario files that have changed.
    """
    how = (found.lint, found.scenarios)
    keys = _Keys(key_of(root, how), key_of(root, ("games", found.lint), COMPANION_FOLDERS))
    here = read_kept(keys.whole) if keys.whole is not None else None
    if here is None:
        here = replace(found, diagnostics=[], lines={}, checked=[])
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
    """What was found in games without errors and by lints in them, and the scenario files in which nothing is wrong.

    None if these were not looked at.
    """

    games: Findings
    lints: Findings
    texts: frozenset[str] | None = None


def _keep_pointed_at(found: Findings) -> None:
    """Of the lines only those that something is reported about."""
    places = {(each.span.file, each.span.line) for each in found.diagnostics}
    found.lines = {place: found.lines[place] for place in places if place in found.lines}


def _look_at_everything(review: RulesetReview, found: Findings, keys: _Keys) -> _Right | None:
    """Look at games and files; returns the part of it that can be kept separately, None if games have errors."""
    source = review.source
    games = read_kept(keys.games) if keys.games is not None else None
    lints = read_kept(f"{keys.games}-lints") if games is not None else None
    if games is None or lints is None:
        review_of_lints, games = Review(), replace(found, diagnostics=[], lines={}, checked=[])
        whole = _look_at_games(review, review_of_lints, games)
        found.add(games.diagnostics, games.lines)
        if not whole:
            return None
        lints = Findings(diagnostics=list(review_of_lints.findings()), lines=review.read.lines)
        _keep_pointed_at(lints)
        _keep_pointed_at(games)
    else:
        found.add(games.diagnostics, games.lines)
    for path in source.replays:
        review_replay(path, source, found)
    of_scenarios = Review()
    documents = review_scenario_files(source, of_scenarios, found)
    right = _Right(games, lints)
    if found.scenarios and not found.has_errors:
        known = read_right(keys.games) if keys.games is not None else frozenset()
        right.texts = bind_scenarios(documents, source, review.games, found, known)
    if found.lint and not found.has_errors:  # what is wrong may be why a thing seems of no use
        findings = of_scenarios.findings()
        files = {each.span.file for each in findings}
        found.add((*lints.diagnostics, *findings), lints.lines)
        for path in documents:
            if display_name(path, source.root.parent) in files:
                found.add((), lines_within(path, source.root))
    return None if games.has_errors else right


def _look_at_games(review: RulesetReview, lints: Review, found: Findings) -> bool:
    """Look at every game of a ruleset; whether the default one is right."""
    told, source = Fresh(), review.source
    found.add(told.new(review.faults(GameChoice())), review.read.lines)
    if has_errors(review.read.diagnostics):
        return False
    seen = [review.games.game(source, GameChoice())]
    if found.lint:
        lints.look(seen[0])
    if found.has_errors:
        return False
    for modules in choices_to_check(source):
        found.add(told.new(review.faults(GameChoice(modules)), with_modules(modules)), {})
        seen.append(review.games.game(source, GameChoice(modules)))
        if found.lint:
            lints.look(seen[-1])
    for path in source.variants:
        variant = variant_read(path)
        more = variant.faults(review.read, review.games)
        found.add(told.new(more), variant.lines)
        if variant.document is not None and not has_errors(variant.diagnostics):
            seen.append(review.games.game(source, GameChoice((), variant.document)))
    _write_every_text(seen)
    for path in source.matches:
        _, faults, lines = check_match_file(path, review.at_hand())
        found.add(faults, lines)
    return True


def _folder_of(match: Path) -> Path | None:
    """The folder of the ruleset that a match belongs to, without links."""
    root = ruleset_of_match(match)
    return root.resolve() if root is not None else None


def _write_every_text(games: Iterable[ReviewedGame]) -> None:
    """Write the code of each text in one of the games that have it, those with most texts first."""
    known: set[Scalar] = set()
    for texts, game in sorted(((each.texts(), each) for each in games), key=lambda each: -len(each[0])):
        game.write(texts - known)
        known |= texts
