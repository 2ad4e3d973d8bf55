"""How many files it takes to add to the house, read off what it has already."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path

from rulewright.author.lint.lints import CODES
from rulewright.cli import VERBS
from tests.reference.checkout import PACKAGE, SOURCES, syntax_of
from tests.reference.imports import imported_by, module_of

# What other files ask of a lint's file besides its lints.
ASKED_FOR_MORE = {"rulewright.author.lint.accepted", "rulewright.author.lint.scenarios"}
APP, TEMPLATES = PACKAGE / "table/serve/app.py", PACKAGE / "table/serve/templates"
VERBS_BY_OTHERS = {"check": {"rulewright.cli.verbs.lint"}, "play": {"rulewright.cli.verbs.resume"}}


@cache
def files_by_string() -> Mapping[str, Set[Path]]:
    """The files in which a string is exactly a text, by the text."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path in SOURCES:
        for node in syntax_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found[node.value].add(path)
    return found


@cache
def importers() -> Mapping[str, Set[str]]:
    """The modules that import one, by its name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCES:
        for module in imported_by(module_of(path)):
            found[module].add(module_of(path))
    return found


def test_a_lint_is_its_own_file_and_a_row() -> None:
    for code in sorted(CODES):
        (own,) = files_by_string()[code]
        assert own.parent == PACKAGE / "author/lint", code
        if module_of(own) not in ASKED_FOR_MORE:
            assert importers()[module_of(own)] == {"rulewright.author.lint.lints"}, code


def test_a_verb_is_its_own_file_and_a_row() -> None:
    for verb in VERBS:
        assert importers()[f"rulewright.cli.verbs.{verb}"] <= VERBS_BY_OTHERS.get(verb, set()), verb


def test_a_page_in_the_browser_is_its_own_file_a_template_and_a_row() -> None:
    for template in sorted(TEMPLATES.glob("[a-z]*.html")):
        if template.name == "base.html":
            continue
        (own,) = files_by_string()[template.name]
        assert own.parent in (PACKAGE / "table/serve", PACKAGE / "table/serve/studio"), template.name
        if own != APP:
            assert module_of(APP) in importers()[module_of(own)], template.name
