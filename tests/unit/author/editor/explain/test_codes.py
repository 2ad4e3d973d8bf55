"""Every code that a message can carry stands in the table, and each example shows what its row says."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright.author.editor.explain.codes import CODES
from rulewright.author.lint.lints import CODES as LINT_CODES
from rulewright.core.diagnostics import CodeExplained, Diagnostic
from rulewright.core.load.reader import read_yaml
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.play.records.planned_matches import check_match_file
from rulewright.play.scenarios.runs import run_files
from tests.errors.lints.skeleton import review_with
from tests.reference.checkout import SOURCES, syntax_of
from tests.unit.core.language.small_table import MANIFEST, write, write_small

RAISES = {"error", "warning", "unknown", "Mistake", "EditFault", "Reading", "_error", "_refuse", "_stop", "verdict"}
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+|tab")
SHOWN = [code for code in CODES if code.wrong]
# About sizes, links, bytes, recorded games and many neighbours, which no few lines can show.
NOT_SHOWN = {
    "bad-picture", "missing-credit", "wrong-picture",
    "unreadable-file", "path-escape", "too-large", "too-deep", "not-utf8", "limit-reached", "effect-too-long",
    "effect-too-deep", "too-deep-to-foresee", "too-many-options", "missing-translation", "missing-source",
    "json-syntax", "raw-expression", "unworded-name", "old-name", "learned-player", "no-ladder", "little-known",
    "unbound-package", "failing-scenario", "package-version", "engine-version", "missing-licence", "unprefixed-id",
    "wrong-translation", "stale-translation", "unused-translation", "untranslated-texts",
    "untitled-language",
}  # fmt: skip
MATCH = "kind: match\nmatch: two\ntitle: {en: Two}\nruleset: small\ngames:\n  - {id: first, title: {en: First}}\n"


def codes_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The codes that a source gives to messages; one that is put together in it as its beginning and a `*`."""
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISES:
            for argument in node.args[:2]:
                if isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
                    beginning = str(argument.values[0].value)
                    if re.fullmatch(r"[a-z]+-", beginning):
                        yield f"{beginning}*"
                for part in (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,):
                    if isinstance(part, ast.Constant) and CODE.fullmatch(str(part.value)):
                        yield str(part.value)


@cache
def raised() -> frozenset[str]:
    return frozenset({code for path in SOURCES for code in codes_in(syntax_of(path))} | set(LINT_CODES))


def test_the_table_has_one_row_for_each_code_that_something_raises() -> None:
    rows = Counter(code.code for code in CODES)
    assert [code for code, count in rows.items() if count > 1] == []
    lacking = {code for code in raised() if "*" not in code} - rows.keys()
    assert not lacking, f"write a row in editor/explain/codes_of_*.py for: {', '.join(sorted(lacking))}"
    beginnings = tuple(code.removesuffix("*") for code in raised() if "*" in code)
    left = {code for code in rows if not code.startswith(beginnings)} - raised()
    assert not left, f"nothing raises these codes any more, remove their rows: {', '.join(sorted(left))}"


@pytest.mark.parametrize("planted", ['error("odd-one", span, "x")', 'self._error(scope, "odd-one", at, "x")'])
def test_a_planted_code_is_found(planted: str) -> None:
    assert list(codes_in(ast.walk(ast.parse(planted)))) == ["odd-one"]


def test_a_row_is_told_whole() -> None:
    for code in CODES:
        assert code.title.endswith("."), code.code
        assert code.why.endswith("."), code.code
        assert bool(code.wrong) == bool(code.right), code.code
        assert bool(code.wrong) == (code.code not in NOT_SHOWN), code.code


@pytest.mark.sampled(18)
@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.code)
def test_the_wrong_example_is_refused_so_and_the_corrected_one_is_fine(code: CodeExplained, tmp_path: Path) -> None:
    wrong = faults_in(tmp_path / "wrong", code, code.wrong)
    right = faults_in(tmp_path / "right", code, code.right)
    assert code.code in {each.code for each in wrong}, wrong
    assert right == (), right


def faults_in(folder: Path, code: CodeExplained, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with an example where it is meant to stand."""
    if code.place == "yaml":
        return read_yaml("example.yaml", f"{text}\n".encode())[1]
    if code.place == "lint":
        of_scenarios = text.startswith("scenarios:")
        head = "# file: scenarios/more.yaml\nkind: scenarios\n" if of_scenarios else "kind: content\n"
        return review_with(folder, f"{head}{text}\n")[0].findings()
    root = write_small(folder, {"example": text} if code.place == "effect" else {})
    place = root / {"variant": "variants", "match": "matches", "scenario": "scenarios"}.get(code.place, "base")
    file = place / "example.yaml"
    match code.place:
        case "content":
            write(file, f"kind: content\n{text}\n")
        case "variant" | "match":
            write(file, f"{text}\n")
        case "scenario":
            lines = "".join(f"    {line}\n" for line in text.split("\n"))
            write(file, f"kind: scenarios\nscenarios:\n  - {lines.strip()}\n")
            write(root / "matches" / "two.yaml", MATCH)
        case "files":
            write_files(root, text)
    if code.place == "match":
        return check_match_file(file)[1]
    if code.place == "scenario":
        results, faults, _ = run_files([file])
        assert [each for each in results if each.failure is not None] == []
        return faults
    return build_ruleset(Choice(str(root), variant=file if code.place == "variant" else None)).diagnostics


def write_files(root: Path, text: str) -> None:
    """Several files, each below a line with its path; what is written of the manifest replaces its lines."""
    for name, body in re.findall(r"^# (\S+)\n((?:(?!# ).*\n?)*)", text, re.MULTILINE):
        if name == "ruleset.yaml":
            keys = tuple(line.partition(":")[0] + ":" for line in body.splitlines())
            kept = "".join(line for line in MANIFEST.splitlines(keepends=True) if not line.startswith(keys))
            body = kept + body
        write(root / name, body.rstrip() + "\n")
