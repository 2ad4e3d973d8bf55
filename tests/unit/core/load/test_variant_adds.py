"""A variant adds entries as a module does, in one file anywhere on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.difference.compare import difference
from rulewright.author.difference.sides import read_side
from rulewright.core.pipeline import Choice, Examined, examine
from rulewright.core.run.steps import start
from rulewright.native.loading import load_game
from rulewright.play.scenarios.runs import run_files

HEAD = "kind: variant\nvariant: squid\ntitle: {en: Squid}\nextends: tutorial\n"
ADDS = """\
adds:
  components:
    - {id: squid, kind: prey, copies: 2, worth: 9, title: {en: Squid}}
  counters:
    - {id: ink, per: [seat], min: 0, max: 3}
  triggers:
    - {id: splash, after: snatch, does: gain 1 ink}
"""
SCENARIO = """\
kind: scenarios
ruleset: tutorial
scenarios:
  - scenario: a squid counts
    rules: [end]
    given: {variant: squid, arrange: move squid to nest, play: "ask seat(1): snatch"}
    then: [seat(1).fish = 9, seat(1).ink = 1]
"""


def examined(folder: Path, text: str) -> Examined:
    path = folder / "squid.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return examine(Choice("tutorial", variant=path))


def test_what_a_variant_adds_is_in_the_game(tmp_path: Path) -> None:
    assert examined(tmp_path, ADDS).diagnostics == ()
    game = load_game("tutorial", variant=tmp_path / "squid.yaml")
    start(game, seats=2, seed=1)
    assert sum(piece.design == "squid" for piece in game.blueprint.pieces) == 2
    (tmp_path / "proof.yaml").write_text(SCENARIO, encoding="utf-8")
    results, faults, _ = run_files([tmp_path / "proof.yaml"])
    assert faults == ()
    assert [result.failure for result in results] == [None]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (ADDS.replace("id: squid", "id: sprat"), "duplicate-id", 7),
        (ADDS.replace("gain 1 ink", "gain 1 inc"), "unknown-name", 11),
        (ADDS.replace("worth: 9", "wroth: 9"), "unknown-field", 7),
        (ADDS.replace("  triggers:", "  trigger:"), "unknown-key", 10),
        ("components: []\n", "unknown-key", 5),
        ("adds: [squid]\n", "wrong-type", 5),
    ],
)
def test_a_mistake_in_it_is_told_where_it_stands(tmp_path: Path, text: str, code: str, line: int) -> None:
    found = examined(tmp_path, text).diagnostics
    assert [(each.code, Path(each.span.file).name, each.span.line) for each in found] == [(code, "squid.yaml", line)]


def test_diff_tells_what_is_new_and_where_it_stands(tmp_path: Path) -> None:
    examined(tmp_path, ADDS)
    sides = [read_side("tutorial", Choice("tutorial", variant=variant)) for variant in (None, tmp_path / "squid.yaml")]
    found = [(each.section, each.id, each.status) for each in difference(*sides).entries]
    assert found == [("components", "squid", "added"), ("counters", "ink", "added"), ("triggers", "splash", "added")]


def test_it_may_be_patched_by_the_variant_itself(tmp_path: Path) -> None:
    patch = "patches:\n  - {change: squid, relative: {worth: +1}, because: they are heavy}\n"
    made = examined(tmp_path, ADDS + patch)
    assert made.diagnostics == ()
    assert made.assembly is not None
    entry = made.assembly.entry("squid")
    assert entry is not None
    assert entry.module == "squid"


def test_a_component_of_a_module_that_does_not_say_where_it_is_told_is_no_error(tmp_path: Path) -> None:
    module = tmp_path / "shop" / "base"
    module.mkdir(parents=True)
    (tmp_path / "shop" / "ruleset.yaml").write_text(
        "kind: ruleset\nid: shop\ntitle: {en: Shop}\nseats: {min: 1, max: 2}\nlanguages: [en]\n"
        "modules: {default: [base]}\nbegins: play\ndocuments: [{id: DOC, title: A document}]\n",
        encoding="utf-8",
    )
    (tmp_path / "shop" / "rules.yaml").write_text("kind: ledger\nruleset: shop\nrules: {a: A rule.}\n", "utf-8")
    (module / "module.yaml").write_text("kind: module\nid: base\ntitle: {en: Base}\n", encoding="utf-8")
    (module / "game.yaml").write_text(
        "kind: content\nkinds: [{id: ware, title: {en: Ware}}]\nprocedures: [{id: play, does: nothing}]\n"
        "components: [{id: cloth, kind: ware, title: {en: Cloth}}]\n",
        encoding="utf-8",
    )
    found = [each for each in examine(Choice(str(tmp_path / "shop"))).diagnostics if each.severity == "error"]
    assert found == []  # lint asks for it: tests/errors/lints/missing-source.*
