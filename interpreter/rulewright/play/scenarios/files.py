"""Scenario files: finding them, the ruleset of each, and the names of their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Lines, Span, did_you_mean, error
from rulewright.core.load.files import display_name, read_file
from rulewright.core.load.folder import ruleset_above
from rulewright.core.load.together import ruleset_extended
from rulewright.core.model.document import Mapping, Node, text_of
from rulewright.core.packages.extending import Extending, extending, package_around
from rulewright.core.pipeline import find_ruleset, known_names, lines_of, ruleset_root
from rulewright.core.validate.schemas import KINDS

_HEAD = 4000
_VARIANT = re.compile(rb"^kind:[ ]*[\"']?variant[\"']?[ ]*(#.*)?\r?$", re.MULTILINE)
_HAS_SCENARIOS = re.compile(rb"^scenarios:", re.MULTILINE)
_SCENARIOS = re.compile(rb"^kind:[ ]*[\"']?scenarios[\"']?[ ]*(#.*)?\r?$", re.MULTILINE)


def files_of_scenarios(path: Path) -> list[Path]:
    """Return the scenario files of a path: the file itself, or those in a folder.

    In a folder these are the files in folders named `scenarios`, and other files that declare scenarios.
    """
    if path.is_dir():
        return sorted(each for each in path.rglob("*.yaml") if _is_in_place(each, path) or _says_it_is_one(each))
    return [path]


def lines_of_scenarios(path: Path, ruleset: str, packages: Iterable[Path] = ()) -> Lines:
    """Return the lines of a scenario file of a ruleset, for rendering diagnostics."""
    return lines_of(path, shown_name(path, ruleset, packages))


def _is_in_place(path: Path, folder: Path) -> bool:
    return "scenarios" in path.relative_to(folder.parent).parts[:-1]


def _says_it_is_one(path: Path) -> bool:
    """Return whether a file declares scenarios, or is a variant with some. It need not be correct for that."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            if _VARIANT.search(head) is None:
                return _SCENARIOS.search(head) is not None
            return _HAS_SCENARIOS.search(head + file.read()) is not None
    except OSError:
        return False


def variant_with_scenarios(path: Path) -> Mapping | None:
    """Return the variant in a file if it holds scenarios of its own, or None if the file is anything else."""
    node = read_file(path)[0].node if _says_it_is_one(path) else None
    return node if isinstance(node, Mapping) and text_of(node.get("kind")) == "variant" else None


def ruleset_of(path: Path) -> str | Diagnostic:
    """Return the ruleset folder of a scenario file: the nearest one above it, or else the one it names.

    If there is none, what is wrong.
    """
    above = ruleset_above(path)
    if above is not None:
        return str(above)
    file, faults = read_file(path)
    if not isinstance(file.node, Mapping):
        hint = "start with 'kind: scenarios'"
        wrong = error("not-a-mapping", Span(file.name, 1, 1), "a file must be a mapping", hint)
        return faults[0] if faults else wrong
    other, node = other_kind(file.node, path), file.node.get("ruleset") or ruleset_extended(file.node)
    if other is not None:
        return other
    if node is None:
        message = "the file does not name the ruleset of its scenarios"
        return error("missing-key", file.node.span, message, "write 'ruleset: NAME' below 'kind: scenarios'")
    name = text_of(node) or ""
    root = find_ruleset(name, path) or ruleset_root(name)
    return str(root) if root is not None else unknown_ruleset(node)


def package_of(path: Path) -> Extending | None:
    """Return the package that a scenario file is in, or None. Raises PackageRefused as `extending` does."""
    around = package_around(path)
    return extending(around) if around is not None else None


def unknown_ruleset(node: Node) -> Diagnostic:
    """Return the error for a file outside a ruleset that names an unknown one."""
    name, names = text_of(node) or "", known_names()
    hint = did_you_mean(name, names) or f"shipped are: {', '.join(names)}; another one must be next to this file"
    return error("unknown-ruleset", node.span, f"no ruleset is named '{name}'", hint)


def other_kind(document: Mapping, path: Path) -> Diagnostic | None:
    """Report that a file itself says it holds something other than scenarios."""
    written = document.get("kind")
    kind = text_of(written)
    if written is None or kind not in KINDS or kind == "scenarios":
        return None
    if kind == "variant" and document.get("scenarios") is not None:
        return None
    message = f"this file has the kind '{kind}', so it holds no scenarios"
    return error("unknown-value", written.span, message, f"see: rulewright check {path}")


def shown_name(path: Path, ruleset: str, packages: Iterable[Path] = ()) -> str:
    """Return a scenario file's name in diagnostics: its place in or next to its ruleset, or else its path.

    One of a package has its place in that.
    """
    for package in packages:
        if path.resolve().is_relative_to(package):
            return display_name(path.resolve(), package.parent)
    home, place = Path(ruleset).resolve(), path.resolve()
    inside = (home / "ruleset.yaml").is_file() and place.is_relative_to(home.parent)
    return display_name(place, home.parent) if inside else path.as_posix()
