"""One scenario of a file, run for an editor: what came of it in a sentence."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rulewright.author.editor.contents import ContentsPart, contents
from rulewright.author.editor.study import Study
from rulewright.core.diagnostics import Diagnostic
from rulewright.core.model.document import Mapping, Node, text_of
from rulewright.play.scenarios.runner import ScenarioRunner
from rulewright.play.scenarios.runs import runner_of

_SECTION = "scenarios"


def scenarios_in(document: Node | None, n_lines: int) -> tuple[ContentsPart, ...]:
    """Return the scenarios of a file of `n_lines` lines, of a variant too, each with its place."""
    if not isinstance(document, Mapping) or text_of(document.get("kind")) not in (_SECTION, "variant"):
        return ()
    found = (each for each in contents(document, n_lines) if each.section == _SECTION)
    return next((each.parts for each in found), ())


def told_of_scenario(study: Study, path: Path, sentence: str) -> tuple[str, bool]:
    """Return (sentence on what came of a scenario, whether it passed). All files are run as the editor holds them."""
    runner = runner_of(path, {}, partial(ScenarioRunner, explains=True))
    if isinstance(runner, Diagnostic):
        return f"the scenario could not be run: {runner.message}", False
    root = study.root_of(path)
    runner.files = study.files.review(root).read if root is not None else None
    results, found = runner.results(path)
    asked = [each for each in results if each.sentence == sentence]
    if not asked:
        wrong = next((each for each in found if each.severity == "error"), None)
        reason = f": {wrong.message}" if wrong is not None else ""
        return f"the scenario could not be run{reason}", False
    failure = asked[0].failure
    if failure is None:
        return f"passed: {sentence}", True
    return f"FAILED: {sentence}\n{failure.span.file}:{failure.span.line}: {failure.message}", False
