"""Modules chosen and ordered, entries merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.folder import read_ruleset
from rulewright.core.load.reader import as_plain, read_yaml
from rulewright.core.model.document import Mapping

RULESET = "kind: ruleset\nid: harbour\nslots: [side]\nmodules: {default: [base, day]}\n"
MODULES = {
    "base": "counters:\n  - {id: coin, min: 0}\n",
    "day": "counters:\n  - {id: sun, min: 0}\n",
    "night": "counters:\n  - {id: moon, min: 0}\n",
    "ships": "zones:\n  - {id: dock}\n",
}
MANIFESTS = {"day": "fills: side\n", "night": "fills: [side]\n"}


def build(
    folder: Path,
    modules: tuple[str, ...] = (),
    variant: str | None = None,
    *,
    ruleset: str = RULESET,
    contents: dict[str, str] | None = None,
    manifests: dict[str, str] | None = None,
) -> tuple[Assembly, tuple[Diagnostic, ...]]:
    for name, text in {**MODULES, **(contents or {})}.items():
        (folder / name).mkdir()
        manifest = {**MANIFESTS, **(manifests or {})}.get(name, "")
        (folder / name / "module.yaml").write_text(f"kind: module\nid: {name}\n{manifest}")
        (folder / name / "content.yaml").write_text(f"kind: content\n{text}")
    (folder / "ruleset.yaml").write_text(ruleset)
    (folder / "rules.yaml").write_text("kind: ledger\n")
    source = read_ruleset(folder, folder)
    assert source.diagnostics == ()
    node = None
    if variant is not None:
        node, diagnostics = read_yaml("variant.yaml", variant.encode())
        assert diagnostics == ()
    return assemble(source, modules, node if isinstance(node, Mapping) else None)


def told(diagnostics: tuple[Diagnostic, ...]) -> list[tuple[str, str, int]]:
    return [(each.code, each.span.file, each.span.line) for each in diagnostics]


def test_default_modules_are_on(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path)
    assert diagnostics == ()
    assert assembly.ruleset == "harbour"
    assert assembly.modules == ("base", "day")
    assert [(entry.id, entry.module) for entry in assembly.section("counters")] == [("coin", "base"), ("sun", "day")]
    assert assembly.section("zones") == ()


def test_default_may_be_a_list(tmp_path: Path) -> None:
    assembly, _ = build(tmp_path, ruleset="kind: ruleset\nid: harbour\nmodules: [base, ships]\n")
    assert assembly.modules == ("base", "ships")


def test_asked_modules_replace_the_default_and_base_stays(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, ("night",))
    assert diagnostics == ()
    assert assembly.modules == ("base", "night")


def test_default_fills_a_slot_that_nobody_asked_to_fill(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, ("ships",))
    assert diagnostics == ()
    assert assembly.modules == ("base", "day", "ships")


def test_variant_lists_modules(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, variant="variant: late\nextends: harbour\nmodules: [night, ships]\n")
    assert diagnostics == ()
    assert assembly.variant == "late"
    assert assembly.modules == ("base", "night", "ships")


def test_asked_modules_win_over_the_variant(tmp_path: Path) -> None:
    assembly, _ = build(tmp_path, ("day",), variant="variant: late\nmodules: [night]\n")
    assert assembly.modules == ("base", "day")


def test_variant_picks_settings(tmp_path: Path) -> None:
    assembly, _ = build(tmp_path, variant="variant: late\nsettings: {tracks: random, open: true}\n")
    assert [(key.text, value.value, value.span.file) for key, value in assembly.settings] == [
        ("tracks", "random", "variant.yaml"),
        ("open", True, "variant.yaml"),
    ]


def test_variant_of_another_ruleset_is_refused(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, variant="variant: late\nextends: harbor\n")
    assert told(diagnostics) == [("wrong-ruleset", "variant.yaml", 2)]
    assert diagnostics[0].hint == "did you mean 'harbour'?"


def test_unknown_module_gets_a_hint(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, variant="variant: late\nmodules: [nigth]\n")
    assert told(diagnostics) == [("unknown-module", "variant.yaml", 2)]
    assert diagnostics[0].hint == "did you mean 'night'?"


def test_unknown_module_asked_for_is_told(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("nigth",))
    assert told(diagnostics) == [("unknown-module", "ruleset.yaml", 1)]


def test_module_that_is_needed_must_be_on(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("ships",), manifests={"ships": "needs: [night]\n"})
    assert told(diagnostics) == [("module-needs", "ships/module.yaml", 3)]
    assert diagnostics[0].message == "the module 'ships' needs the module 'night', which is off"


def test_modules_that_conflict_are_told(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("ships", "day"), manifests={"ships": "conflicts: [day]\n"})
    assert told(diagnostics) == [("module-conflict", "ships/module.yaml", 3)]
    assert "'ships'" in diagnostics[0].message
    assert "'day'" in diagnostics[0].message


def test_conflict_with_a_module_that_is_off_is_none(tmp_path: Path) -> None:
    assert build(tmp_path, ("ships", "day"), manifests={"ships": "conflicts: [night]\n"})[1] == ()


def test_two_modules_in_one_slot_conflict(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("day", "night"))
    assert told(diagnostics) == [("module-conflict", "night/module.yaml", 3)]
    assert diagnostics[0].message == "the modules 'day' and 'night' both fill the slot 'side'"


def test_ids_that_modules_of_one_slot_share_are_not_told_besides(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("day", "night"), contents={"night": MODULES["day"]})
    assert [each.code for each in diagnostics] == ["module-conflict"]


def test_empty_slot_is_told(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ruleset="kind: ruleset\nid: harbour\nslots: [side]\nmodules: [base]\n")
    assert told(diagnostics) == [("slot-empty", "ruleset.yaml", 3)]
    assert diagnostics[0].hint == "add one of: day, night"


@pytest.mark.parametrize(("key", "name"), [("needs", "nobody"), ("conflicts", "nigth"), ("after", "nigth")])
def test_unknown_name_in_a_manifest_is_told(tmp_path: Path, key: str, name: str) -> None:
    _, diagnostics = build(tmp_path, ("ships",), manifests={"ships": f"{key}: [{name}]\n"})
    assert told(diagnostics) == [("unknown-module", "ships/module.yaml", 3)]


@pytest.mark.parametrize("key", ["conflicts", "after"])
@pytest.mark.parametrize("name", ["lighthouse_keeper", "ada/lighthouse"])
def test_a_module_may_name_one_that_is_not_installed(tmp_path: Path, key: str, name: str) -> None:
    _, diagnostics = build(tmp_path, ("ships",), manifests={"ships": f"{key}: [{name}]\n"})
    assert told(diagnostics) == []


def test_a_file_may_wait_for_a_module_that_is_not_installed(tmp_path: Path) -> None:
    _, diagnostics = build(tmp_path, ("ships",), contents={"ships": "with: [lighthouse_keeper]\n"})
    assert told(diagnostics) == []


def test_modules_come_in_manifest_order_then_by_name(tmp_path: Path) -> None:
    ruleset = "kind: ruleset\nid: harbour\nmodules: [ships, base, night]\n"
    assembly, _ = build(tmp_path, ("night", "ships", "cranes", "base"), ruleset=ruleset, contents={"cranes": ""})
    assert assembly.modules == ("base", "ships", "night", "cranes")


def test_after_reorders_modules(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, ("day", "ships"), manifests={"day": "fills: side\nafter: [ships]\n"})
    assert diagnostics == ()
    assert assembly.modules == ("base", "ships", "day")


def test_after_in_a_circle_is_told(tmp_path: Path) -> None:
    assembly, diagnostics = build(
        tmp_path, ("day", "ships"), manifests={"day": "fills: side\nafter: [ships]\n", "ships": "after: [day]\n"}
    )
    assert told(diagnostics) == [("order-cycle", "day/module.yaml", 4)]
    assert set(assembly.modules) == {"base", "day", "ships"}


def test_id_is_taken_over_all_sections_and_modules(tmp_path: Path) -> None:
    assembly, diagnostics = build(tmp_path, ("ships",), contents={"ships": "zones:\n  - {id: dock}\n  - id: coin\n"})
    assert told(diagnostics) == [("duplicate-id", "ships/content.yaml", 4)]
    assert "base/content.yaml:3" in diagnostics[0].hint
    assert assembly.entry("coin") is assembly.section("counters")[0]


def test_id_is_free_where_the_other_module_is_off(tmp_path: Path) -> None:
    assert build(tmp_path, contents={"ships": "zones:\n  - {id: coin}\n"})[1] == ()


def test_what_has_no_id_or_shape_is_left_to_the_shape_checker(tmp_path: Path) -> None:
    contents = {"ships": "zones:\n  - {holds: x}\n  - text\n  - {id: 5}\nmarkers: 3\ntable: {rows: 2}\n"}
    assembly, diagnostics = build(tmp_path, ("ships",), contents=contents)
    assert diagnostics == ()
    assert assembly.section("zones") == ()
    assert [(entry.id, as_plain(entry.node)) for entry in assembly.section("table")] == [("table", {"rows": 2})]


def test_manifests_of_any_shape_do_no_harm(tmp_path: Path) -> None:
    wrong = "needs: 5\nconflicts: {a: b}\nafter: [1, [x]]\nfills: {x: z}\n"
    assembly, _ = build(
        tmp_path, ("ships",), "modules: 5\nsettings: 3\npatches: []\n", ruleset="[]\n", manifests={"ships": wrong}
    )
    assert assembly.modules == ("base", "ships")
