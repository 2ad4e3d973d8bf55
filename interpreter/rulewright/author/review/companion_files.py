"""The files of a ruleset's folder that are not part of any game: scenarios, each in its game, and replays."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from rulewright.author.lint.review import Review
from rulewright.author.review.findings import Findings
from rulewright.author.review.kept import text_key
from rulewright.author.review.parts import Mistaken, ScenarioPlace
from rulewright.core.diagnostics import Diagnostic, Lines, error, has_errors
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.renamed import by_new_names
from rulewright.core.load.scenarios import scenarios_in
from rulewright.core.model.document import Mapping, Node, text_of
from rulewright.core.pipeline import lines_of
from rulewright.core.validate.references import check_rules, rule_ids
from rulewright.core.validate.shape import check_shape


def review_scenario_files(
    source: RulesetSource, lints: Review, found: Findings, paths: Collection[Path] | None = None
) -> dict[Path, Mapping]:
    """Review the shape of scenario files, all or some, and the rules they cite. Return their documents by path."""
    ledger = rule_ids(source)
    documents: dict[Path, Mapping] = {}
    for path in source.scenarios if paths is None else sorted(paths):
        document = _shape_of("scenarios", path, source, found)
        if isinstance(document, Mapping):
            document, warnings = by_new_names(document, source)
            found.add(warnings, lines_within(path, source) if warnings else {})
            documents[path] = document
        document = documents.get(path)
        unknown = [each for node in scenarios_in(document) for each in check_rules(node.get("rules"), ledger)]
        found.add(unknown, lines_within(path, source) if unknown else {})
        if found.lint:
            lints.look_at_scenarios(document)
    return documents


def _shape_of(kind: str, path: Path, source: RulesetSource, found: Findings) -> Node | None:
    """Check the shape of a file of scenarios, or of a replay, in a ruleset's folder, and return its document."""
    file, faults = read_file(path, source.shown(path))
    if isinstance(file.node, Mapping) and not has_errors(faults):
        faults = (*faults, *check_shape(kind, file.node))
    found.add(faults, lines_within(path, source) if faults else {})
    return file.node


def lines_within(path: Path, source: RulesetSource) -> Lines:
    """Return the lines of a file in a ruleset's folder or a package's, by its name in diagnostics."""
    return lines_of(path, source.shown(path))


def review_replay(path: Path, source: RulesetSource, found: Findings) -> None:
    """Review the shape of a recorded game, and that it is of this ruleset.

    The verb `replay` finds out whether it can be played.
    """
    document = _shape_of("replay", path, source, found)
    node = document.get("ruleset") if isinstance(document, Mapping) else None
    played = text_of(node)
    if node is not None and played is not None and played != source.id:
        message = f"the replay is of '{played}', not of '{source.id}'"
        wrong = error("wrong-ruleset", node.span, message, "keep it in the folder of its own ruleset")
        found.add((wrong,), lines_within(path, source))


def texts_of_files(paths: Iterable[Path], source: RulesetSource) -> dict[Path, str]:
    """Map each scenario file to the key of its text."""
    return {path: text_key(source.shown(path), path.read_bytes()) for path in paths}


def tell_of_scenarios(
    texts: dict[Path, str], of_scenarios: dict[ScenarioPlace, Mistaken], source: RulesetSource, found: Findings
) -> frozenset[str]:
    """Tell what does not fit in scenario files that were looked at, by their texts.

    Returns those that are right, but for those that depend on other files besides the games.
    """
    wrong, strayed = dict[Path, list[Diagnostic]](), set[Path]()
    for place, mistaken in sorted(of_scenarios.items()):
        if mistaken.faults:
            wrong.setdefault(place.path, []).extend(mistaken.faults)
        if mistaken.strayed:
            strayed.add(place.path)
    for path, faults in wrong.items():
        found.add(faults, lines_within(path, source))
    return frozenset(text for path, text in texts.items() if path not in wrong and path not in strayed)
