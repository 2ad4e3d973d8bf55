"""The files of a ruleset's folder that are not part of any game: scenarios, each in its game, and replays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Lines, error, has_errors
from rulewright.jobs.worker_pool import worker_pool
from rulewright.lint.review import Review
from rulewright.load.files import SourceFile, display_name, read_file
from rulewright.load.folder import RulesetSource
from rulewright.load.scenarios import scenarios_in
from rulewright.model.document import Mapping, Node, text_of
from rulewright.pipeline import lines_of
from rulewright.review.findings import Findings
from rulewright.review.games import ReviewedGames
from rulewright.review.kept import text_key
from rulewright.review.scenes import bound_mistakes
from rulewright.scenarios.sharing import can_fork, dealt
from rulewright.validate.references import check_rules, rule_ids
from rulewright.validate.shape import check_shape

COMPANION_FOLDERS = ("scenarios", "replays")
"""The folders whose files are not part of any game, match or variant."""


def review_scenario_files(source: RulesetSource, lints: Review, found: Findings) -> dict[Path, Mapping]:
    """The shape of the scenario files and the rules they cite; their documents."""
    ledger = rule_ids(source)
    documents: dict[Path, Mapping] = {}
    for path in source.scenarios:
        document = _shape_of("scenarios", path, source, found)
        documents |= {path: document} if isinstance(document, Mapping) else {}
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


def review_replay(path: Path, source: RulesetSource, found: Findings) -> None:
    """The shape of a recorded game, and that it belongs to this ruleset; whether it can be played is for `replay`."""
    document = _shape_of("replay", path, source, found)
    node = document.get("ruleset") if isinstance(document, Mapping) else None
    played = text_of(node)
    if node is not None and played is not None and played != source.id:
        message = f"the replay is of '{played}', not of '{source.id}'"
        wrong = error("wrong-ruleset", node.span, message, "keep it in the folder of its own ruleset")
        found.add((wrong,), {(node.span.file, number): line for (_, number), line in lines_of(path).items()})


def bind_scenarios(
    documents: dict[Path, Mapping], source: RulesetSource, known: ReviewedGames, found: Findings, right: frozenset[str]
) -> frozenset[str]:
    """What does not fit the games in the texts of well-formed scenario files of a ruleset's folder.

    Files that are known to be `right` are not looked at. Returns all that are, but for those that depend on other files
    besides the games.
    """
    keys = {path: _text_key(path, source) for path in documents}
    files = [path for path in documents if keys[path] not in right]
    order, chunks, jobs = dealt(files, found.jobs if can_fork() else 1)

    def bound(games: ReviewedGames, places: range) -> list[tuple[int, tuple[Diagnostic, ...], bool]]:
        told = []
        for number in (order[place] for place in places):
            beside = _FilesRead(source.root)
            path = files[number]
            mistakes = tuple(bound_mistakes(documents[path], path.parent, source, games, beside.read))
            told.append((number, mistakes, beside.strayed))
        return told

    of_files: dict[int, tuple[Diagnostic, ...]] = {}
    alone = set(right & set(keys.values()))
    with worker_pool(lambda: known, bound, jobs, fork=True) as bind:
        for some in bind(chunks):
            of_files |= {number: mistakes for number, mistakes, _ in some}
            alone |= {keys[files[number]] for number, mistakes, strayed in some if not mistakes and not strayed}
            found.watch(len(of_files), len(files))
    for number, mistakes in sorted(of_files.items()):
        if mistakes:
            found.add(mistakes, lines_within(files[number], source.root))
    return frozenset(alone)


def _text_key(path: Path, source: RulesetSource) -> str:
    return text_key(display_name(path, source.root.parent), path.read_bytes())


@dataclass(slots=True)
class _FilesRead:
    """Reads files for a scenario; `strayed` once one was not among the games' own files."""

    root: Path
    strayed: bool = False

    def read(self, path: Path, name: str) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
        inside = path.is_relative_to(self.root) and path.relative_to(self.root).parts[0] not in COMPANION_FOLDERS
        self.strayed = self.strayed or not inside
        return read_file(path, name)
