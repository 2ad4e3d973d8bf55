"""One file by itself, according to what it says it is."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.lint.review import Review
from rulewright.author.review.findings import Findings
from rulewright.author.review.games import GameChoice
from rulewright.author.review.packages import review_package
from rulewright.author.review.ruleset import review_ruleset, reviewed
from rulewright.author.review.scenes import bound_mistakes, text_mistakes
from rulewright.author.review.variants import review_variant
from rulewright.core.diagnostics import Diagnostic, Span, did_you_mean, error, has_errors
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import ruleset_above
from rulewright.core.load.together import ruleset_extended
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.packages.extending import package_around
from rulewright.core.packages.package_names import TRANSLATION
from rulewright.core.pipeline import find_ruleset, lines_of
from rulewright.core.validate.schemas import KINDS
from rulewright.core.validate.shape import check_shape, kind_of
from rulewright.play.records.planned_matches import check_match_file
from rulewright.play.scenarios.files import package_of, ruleset_of, unknown_ruleset

_PARTS = ("ruleset", "module", "content", "ledger", "translation")


def review_file(path: Path, found: Findings) -> None:
    """Review one YAML file, or the whole ruleset or package that it is part of."""
    file, faults = read_file(path)
    found.checked.append(path.as_posix())
    if not isinstance(file.node, Mapping) and (root := ruleset_above(path)) is not None:
        found.checked.pop()  # it is told with the ruleset, which cannot be read without it
        if root.as_posix() not in found.checked:
            review_ruleset(root.as_posix(), root, found)
        return
    if not isinstance(file.node, Mapping):
        if not faults:
            faults = (error("not-a-mapping", Span(file.name, 1, 1), "a file must be a mapping", "start with 'kind:'"),)
        found.add(faults, lines_of(path))
        return
    kind = kind_of(file.node)
    root = ruleset_above(path)
    if faults or kind not in KINDS:
        found.add(faults or _unknown_kind(file.node, kind), lines_of(path))
    elif kind == "variant":
        shape = check_shape("variant", file.node)
        base = None if has_errors(shape) else _extended(file.node, path, found)
        found.add(shape, lines_of(path))
        if base is not None:
            review = reviewed(base)
            review_variant(path, review.read, review.games, found)
    elif kind == "match":
        _, faults, lines = check_match_file(path)
        found.add(faults, lines)
    elif kind == "scenarios":
        _review_scenarios(path, file.node, found)
        if found.lint and root is not None:
            lints = Review()
            lints.look_at_scenarios(file.node)
            found.add(lints.findings(), lines_of(path))
    elif kind in _PARTS and root is not None:
        found.checked.pop()
        if root.as_posix() not in found.checked:
            review_ruleset(root.as_posix(), root, found)
    elif kind in _PARTS and (package := package_around(path)) is not None:
        found.checked.pop()
        if package.as_posix() not in found.checked:
            review_package(package, found)
    elif path.name == TRANSLATION:
        found.checked.pop()
        review_package(path.parent, found)
    elif kind in ("module", "content"):
        message = "this file belongs to no ruleset or package, so it cannot be checked"
        hint = "move it to a folder with a module.yaml that names the ruleset it 'extends'"
        unbound = error("unbound-package", file.node.span, message, hint)
        found.add((*check_shape(kind, file.node), unbound), lines_of(path))
    else:
        found.add(check_shape(kind, file.node), lines_of(path))


def _review_scenarios(path: Path, document: Mapping, found: Findings) -> None:
    """Review a single scenario file: its shape, its rules, and its texts in the games they are about."""
    mistakes = list(check_shape("scenarios", document))
    package = package_of(path)
    ruleset = ruleset_of(path) if package is None else package.ruleset
    if isinstance(ruleset, Diagnostic):
        mistakes.append(ruleset)
    elif not has_errors(mistakes):
        review = reviewed(ruleset, package.packages if package is not None else ())
        faults = review.faults(GameChoice())
        found.add(faults, review.read.lines)
        mistakes += text_mistakes(document, review.source)
        if not has_errors((*mistakes, *faults)):
            mistakes += bound_mistakes(document, path.parent, review.source, review.games, read_file)
    found.add(mistakes, lines_of(path))


def _unknown_kind(document: Mapping, kind: str | None) -> tuple[Diagnostic, ...]:
    written = document.get("kind")
    if written is None:
        return (error("missing-key", document.span, "the file has no 'kind'", f"one of {', '.join(KINDS)}"),)
    hint = did_you_mean(kind or "", KINDS) or f"one of {', '.join(KINDS)}"
    return (error("unknown-value", written.span, f"'{kind}' is not a kind of file", hint),)


def _extended(variant: Mapping, path: Path, found: Findings) -> str | None:
    """Return the ruleset that a variant extends. If there is none, add a diagnostic and return None."""
    node = ruleset_extended(variant)
    assert node is not None
    root = find_ruleset(text_of(node) or "", path)
    if root is None:
        found.add((unknown_ruleset(node),), {})
    return str(root) if root is not None else None
