"""Files that apply only with other modules, and the choices of modules that show what is wrong with any file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.conditions import choices_to_check
from rulewright.core.load.folder import RulesetSource, read_ruleset
from rulewright.core.load.reader import as_plain

# Day and night fill one slot; ships needs the crew; fog cannot be with the ships.
FILES = {
    "ruleset.yaml": "kind: ruleset\nid: harbour\nslots: [side]\nmodules: {default: [base, day]}\n",
    "rules.yaml": "kind: ledger\n",
    "base/module.yaml": "kind: module\nid: base\n",
    "base/content.yaml": "kind: content\ncounters:\n  - {id: coin, max: 9}\n",
    "day/module.yaml": "kind: module\nid: day\nfills: side\n",
    "day/content.yaml": "kind: content\ncounters:\n  - {id: light, max: 9}\n",
    "night/module.yaml": "kind: module\nid: night\nfills: side\n",
    "night/content.yaml": "kind: content\ncounters:\n  - {id: light, max: 2}\n",
    "crew/module.yaml": "kind: module\nid: crew\n",
    "ships/module.yaml": "kind: module\nid: ships\nneeds: [crew]\n",
    "ships/with_day.yaml": "kind: content\nwith: [day]\ncounters:\n  - {id: sail, max: 4}\n",
    "ships/with_night.yaml": "kind: content\nwith: [night]\ncounters:\n  - {id: sail, max: 1}\n"
    "patches:\n  - {change: light, because: lamps, relative: {max: +3}}\n",
    "fog/module.yaml": "kind: module\nid: fog\nconflicts: [ships]\n",
}


def written(folder: Path, **more: str) -> RulesetSource:
    """The ruleset with other files; `crew_with` is the file crew/with.yaml."""
    for name, text in {**FILES, **{f"{key.replace('_', '/', 1)}.yaml": text for key, text in more.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    source = read_ruleset(folder, folder)
    assert source.diagnostics == ()
    return source


def most(assembly: Assembly, entry: str) -> object:
    found = assembly.entry(entry)
    return None if found is None else as_plain(found.node)["max"]


def told(faults: tuple[Diagnostic, ...]) -> list[tuple[str, str, str, int]]:
    return [(each.severity, each.code, each.span.file, each.span.line) for each in faults]


@pytest.mark.parametrize(
    ("modules", "sail", "light"),
    [
        (("day",), None, 9),
        (("night",), None, 2),
        (("ships", "crew", "day"), 4, 9),
        (("ships", "crew", "night"), 1, 5),
    ],
)
def test_a_file_applies_where_all_its_modules_are_on(
    tmp_path: Path, modules: tuple[str, ...], sail: int | None, light: int
) -> None:
    assembly, faults = assemble(written(tmp_path), modules)
    assert faults == ()
    assert (most(assembly, "sail"), most(assembly, "light")) == (sail, light)


def test_a_file_may_wait_for_several_modules(tmp_path: Path) -> None:
    source = written(tmp_path, day_more="kind: content\nwith: [ships, crew]\ncounters:\n  - {id: flag, max: 3}\n")
    assert [most(assemble(source, each)[0], "flag") for each in (("crew", "day"), ("ships", "crew", "day"))] == [
        None,
        3,
    ]


def test_a_patch_of_a_file_that_does_not_apply_needs_no_target(tmp_path: Path) -> None:
    patch = "kind: content\nwith: [ships]\npatches:\n  - {change: sail, because: wind, set: {max: 7}}\n"
    source = written(tmp_path, crew_wind=patch)
    assert assemble(source, ("crew",))[1] == ()
    assembly, faults = assemble(source, ("crew", "ships"))
    assert (most(assembly, "sail"), faults) == (7, ())


def test_an_unknown_module_is_told_whatever_is_on(tmp_path: Path) -> None:
    source = written(tmp_path, fog_more="kind: content\nwith: [day, nihgt]\ncounters: []\n")
    _, faults = assemble(source)
    assert told(faults) == [("error", "unknown-module", "fog/more.yaml", 2)]
    assert faults[0].hint == "did you mean 'night'?"


@pytest.mark.parametrize("name", ["ships", "crew", "base"])
def test_a_module_that_is_always_on_there_is_useless(tmp_path: Path, name: str) -> None:
    source = written(tmp_path, ships_more=f"kind: content\nwith: [day, {name}]\ncounters: []\n")
    _, faults = assemble(source)
    assert told(faults) == [("warning", "useless-with", "ships/more.yaml", 2)]
    assert faults[0].hint == f"leave '{name}' out of 'with'"


@pytest.mark.parametrize(("file", "name"), [("fog_more", "ships"), ("day_more", "night")])
def test_a_file_that_can_never_apply_is_a_fault(tmp_path: Path, file: str, name: str) -> None:
    source = written(tmp_path, **{file: f"kind: content\nwith: [{name}]\ncounters: []\n"})
    _, faults = assemble(source)
    assert told(faults) == [("error", "never-applies", f"{file.replace('_', '/')}.yaml", 2)]


def test_entries_of_one_id_are_told_where_they_are_on_together(tmp_path: Path) -> None:
    source = written(tmp_path, crew_more="kind: content\nwith: [ships]\ncounters:\n  - {id: sail, max: 5}\n")
    assert assemble(source, ("crew",))[1] == ()
    assert [each.code for each in assemble(source, ("crew", "ships"))[1]] == ["duplicate-id"]


def test_the_choices_to_check_switch_every_file_on_alone_and_together(tmp_path: Path) -> None:
    assert choices_to_check(written(tmp_path)) == (
        ("base", "crew", "day"),
        ("base", "day", "fog"),
        ("base", "night"),
        ("base", "crew", "day", "ships"),
        ("base", "crew", "night", "ships"),
        ("base", "crew", "fog", "night"),
    )


def test_a_module_that_can_never_be_on_is_among_the_choices(tmp_path: Path) -> None:
    source = written(tmp_path, fog_module="kind: module\nid: fog\nneeds: [ships]\nconflicts: [crew]\n")
    assert ("crew", "fog", "ships") in choices_to_check(source)


def test_modules_that_wait_for_each_other_are_checked_together(tmp_path: Path) -> None:
    source = written(
        tmp_path,
        crew_module="kind: module\nid: crew\nafter: [ships]\n",
        ships_module="kind: module\nid: ships\nafter: [fog]\nneeds: [crew]\n",
    )
    assert [[each.code for each in assemble(source, choice)[1]] for choice in choices_to_check(source)] == [[]] * 6
    source = written(
        tmp_path,
        crew_module="kind: module\nid: crew\nafter: [fog]\n",
        fog_module="kind: module\nid: fog\nafter: [night]\n",
        night_module="kind: module\nid: night\nfills: side\nafter: [crew]\n",
    )
    codes = {code for choice in choices_to_check(source) for code in told(assemble(source, choice)[1])}
    assert codes == {("error", "order-cycle", "crew/module.yaml", 3)}


def test_a_module_named_otherwise_than_its_folder_is_told_so(tmp_path: Path) -> None:
    source = written(tmp_path, fog_module="kind: module\nid: mist\nconflicts: [ships]\n")
    _, faults = assemble(source)
    assert told(faults) == [("warning", "module-folder", "fog/module.yaml", 2)]
    assert faults[0].hint == "rename the folder to 'mist', or write id: fog"


def test_a_ruleset_of_one_module_has_no_other_choice(tmp_path: Path) -> None:
    files = {name: text for name, text in FILES.items() if name.startswith(("ruleset", "rules", "base"))}
    files["ruleset.yaml"] = "kind: ruleset\nid: harbour\nmodules: {default: [base]}\n"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert choices_to_check(read_ruleset(tmp_path, tmp_path)) == ()
