"""All that is wrong in a ruleset's folder: its games, whichever modules are on, its variants, and the files beside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.bind.program import TextToBind
from rulewright.diagnostics import Diagnostic, Lines, error, has_errors, sort_diagnostics
from rulewright.jobs.worker_pool import worker_pool
from rulewright.lint.review import Review
from rulewright.load.conditions import choices_to_check
from rulewright.load.files import display_name, read_file
from rulewright.load.folder import RulesetSource
from rulewright.load.scenarios import scenarios_in
from rulewright.matches import AtHand, GameFacts, check_match_file, ruleset_of_match
from rulewright.model.document import Mapping, Node, Scalar, text_of
from rulewright.pipeline import ReadRuleset, RulesetError, lines_of, read_whole
from rulewright.review.findings import Findings, Fresh, with_modules
from rulewright.review.games import GameChoice, ReviewedGame, ReviewedGames
from rulewright.review.kept import key_of, read_kept, write_kept
from rulewright.review.scenes import bound_mistakes
from rulewright.review.variants import variant_read
from rulewright.scenarios.sharing import can_fork, dealt
from rulewright.validate.references import check_rules, rule_ids
from rulewright.validate.shape import check_shape


@dataclass(slots=True)
class RulesetReview:
    """One ruleset as its files are now, with the games that have been bound of it."""

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
        """Whether no file of it speaks of another ruleset."""
        return all(_folder_of(path) == self.source.root for path in self.source.matches)

    def at_hand(self) -> AtHand:
        """What a match of this ruleset needs to know of it."""
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
    """A whole ruleset folder: the default game, other choices of its modules, each variant and each file beside.

    Of a folder in which nothing has changed it is told again what was found last time.
    """
    how = (found.lint, found.scenarios)
    key = key_of(root, how)
    here = read_kept(key) if key is not None else None
    if here is None:
        here = replace(found, diagnostics=[], lines={}, checked=[])
        review = reviewed(str(root))
        _look_at_everything(review, here)
        places = {(each.span.file, each.span.line) for each in here.diagnostics}
        here.lines = {place: here.lines[place] for place in places if place in here.lines}
        if key is not None and review.is_by_itself() and key == key_of(root, how):
            write_kept(key, here)
    found.checked.append(name)
    found.add(here.diagnostics, here.lines)


def _look_at_everything(review: RulesetReview, found: Findings) -> None:
    lints, told, source = Review(), Fresh(), review.source
    found.add(told.new(review.faults(GameChoice())), review.read.lines)
    if has_errors(review.read.diagnostics):
        return
    seen = [review.games.game(source, GameChoice())]
    if found.lint:
        lints.look(seen[0])
    if found.has_errors:
        return
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
    for game in _with_every_text(seen):
        found.add(told.new(game.faults("code")), {})
    for path in source.matches:
        _, faults, lines = check_match_file(path, review.at_hand())
        found.add(faults, lines)
    for path in source.replays:
        _review_replay(path, source, found)
    documents = _review_scenario_files(source, lints, found)
    if found.scenarios and not found.has_errors:
        _bind_scenarios(documents, review, found)
    if found.lint and not found.has_errors:  # what is wrong may be why a thing seems of no use
        findings = lints.findings()
        files = {each.span.file for each in findings}
        found.add(findings, {})
        for path in documents:
            if display_name(path, source.root.parent) in files:
                found.add((), lines_within(path, source.root))


def _folder_of(match: Path) -> Path | None:
    """The folder of the ruleset that a match is of, without links."""
    root = ruleset_of_match(match)
    return root.resolve() if root is not None else None


def _with_every_text(games: Iterable[ReviewedGame]) -> Iterator[ReviewedGame]:
    """As few of the games as hold every text that one of them has, those with most texts first."""
    texts = [(_texts_of(game), game) for game in games]
    known: set[Scalar] = set()
    for held, game in sorted(texts, key=lambda each: -len(each[0])):
        if not held <= known:
            known |= held
            yield game


def _texts_of(game: ReviewedGame) -> set[Scalar]:
    units = game.game.units if game.game is not None else ()
    return {each.bindable.text for each in units if isinstance(each.bindable, TextToBind)}


def _review_scenario_files(source: RulesetSource, lints: Review, found: Findings) -> dict[Path, Node | None]:
    """The shape of the scenario files and the rules that they cite; their documents."""
    ledger = rule_ids(source)
    documents: dict[Path, Node | None] = {}
    for path in source.scenarios:
        document = documents[path] = _shape_of("scenarios", path, source, found)
        unknown = [each for node in scenarios_in(document) for each in check_rules(node.get("rules"), ledger)]
        found.add(unknown, lines_within(path, source.root) if unknown else {})
        if found.lint:
            lints.look_at_scenarios(document)
    return documents


def _shape_of(kind: str, path: Path, source: RulesetSource, found: Findings) -> Node | None:
    """Check the shape of a file of scenarios, or of a replay, in a ruleset's folder; its document."""
    name = display_name(path.resolve(), source.root.parent)
    file, faults = read_file(path, name)
    if isinstance(file.node, Mapping) and not has_errors(faults):
        faults = (*faults, *check_shape(kind, file.node))
    found.add(faults, lines_within(path, source.root) if faults else {})
    return file.node


def lines_within(path: Path, root: Path) -> Lines:
    """The lines of a file in a ruleset's folder, by the name that diagnostics give it."""
    name = display_name(path.resolve(), root.resolve().parent)
    return {(name, number): line for (_, number), line in lines_of(path).items()}


def _review_replay(path: Path, source: RulesetSource, found: Findings) -> None:
    """The shape of a recorded game, and that it is one of this ruleset; whether it can be played is for `replay`."""
    document = _shape_of("replay", path, source, found)
    node = document.get("ruleset") if isinstance(document, Mapping) else None
    played = text_of(node)
    if node is not None and played is not None and played != source.id:
        message = f"the replay is of '{played}', not of '{source.id}'"
        wrong = error("wrong-ruleset", node.span, message, "keep it in the folder of its own ruleset")
        found.add((wrong,), {(node.span.file, number): line for (_, number), line in lines_of(path).items()})


def _bind_scenarios(documents: dict[Path, Node | None], review: RulesetReview, found: Findings) -> None:
    """What in the texts of well-formed scenario files of a ruleset's folder does not fit the games they are about."""
    files = list(documents)
    order, chunks, jobs = dealt(files, found.jobs if can_fork() else 1)

    def bound(games: ReviewedGames, places: range) -> list[tuple[int, tuple[Diagnostic, ...]]]:
        told = []
        for number in (order[place] for place in places):
            document = documents[files[number]]
            assert isinstance(document, Mapping)
            mistakes = bound_mistakes(document, files[number].parent, review.source, games, read_file)
            told.append((number, tuple(mistakes)))
        return told

    of_files: dict[int, tuple[Diagnostic, ...]] = {}
    with worker_pool(lambda: review.games, bound, jobs, fork=True) as bind:
        for some in bind(chunks):
            of_files |= dict(some)
            found.watch(len(of_files), len(files))
    for number, mistakes in sorted(of_files.items()):
        if mistakes:
            found.add(mistakes, lines_within(files[number], review.source.root))
