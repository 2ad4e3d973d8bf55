"""What is written in a ledger and in scenario files, whatever is wrong with it, and which rules are cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.ledger import cited, rule_text, rules_in
from rulewright.core.load.reader import read_yaml
from rulewright.core.load.scenarios import scenarios_of
from rulewright.core.model.document import Mapping, text_of


def folder(path: Path, ledger: str, **scenarios: str) -> Path:
    (path / "scenarios").mkdir()
    (path / "ruleset.yaml").write_text("kind: ruleset\nid: harbour\n")
    (path / "rules.yaml").write_text(ledger)
    for name, text in scenarios.items():
        (path / "scenarios" / f"{name}.yaml").write_text(text)
    return path


@pytest.mark.parametrize(
    ("ledger", "found"),
    [
        ("rules: {a.one: First., a.two: {text: Second., kind: advice}}\n", [("a.one", "First."), ("a.two", "Second.")]),
        ("rules: {a.one: {kind: advice}}\n", [("a.one", "")]),
        ("rules: [a.one]\n", []),
        ("kind: ledger\n", []),
        ("- a\n", []),
    ],
)
def test_the_rules_of_a_ledger_are_read_as_they_stand(
    tmp_path: Path, ledger: str, found: list[tuple[str, str]]
) -> None:
    source = read_ruleset(folder(tmp_path, ledger))
    assert [(key.text, rule_text(node)) for key, node in rules_in(source)] == found


@pytest.mark.parametrize(
    ("written", "rules"), [("rules: [a, b]", ("a", "b")), ("rules: [a, 1, {}]", ("a",)), ("rules: a", ()), ("a: 1", ())]
)
def test_rules_are_cited_by_a_list_of_their_ids(written: str, rules: tuple[str, ...]) -> None:
    node, _ = read_yaml("a.yaml", written.encode())
    assert isinstance(node, Mapping)
    assert cited(node) == rules


def test_the_scenarios_of_all_files_are_found_and_what_is_none_is_passed_over(tmp_path: Path) -> None:
    files = {
        "a": "scenarios: [{scenario: one}, nothing, {scenario: two}]\n",
        "b": "- no mapping\n",
        "c": "scenarios: none\n",
        "d": "scenarios: [{scenario: three}]\n",
    }
    found = scenarios_of(read_ruleset(folder(tmp_path, "rules: {}\n", **files)))
    assert [text_of(each.get("scenario")) for each in found] == ["one", "two", "three"]
