"""An editor in the folder of a package: its files are bound in the game that it is for, and so are translations."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.author.editor.complete import completions
from rulewright.author.editor.rest import at_rest
from rulewright.author.editor.study import Study
from rulewright.core.pipeline import shipped_root
from tests.unit.cli.commands import rulewright

MODULE = """\
kind: module
id: tower
title: {en: The tower}
extends: tutorial
needs: [base]
languages: [en]
documents: [{id: TW, title: Rules}]
"""
CONTENT = """\
kind: content
scoring:
  - id: tower_points
    title: {en: Tower}
    amount: "sum(2 for c in nest where c.worth > 1)"
    rules: [build]
    source: {doc: TW, place: page 1}
"""
RULES = "kind: ledger\nruleset: tutorial\nrules:\n  build: Two points.\n"
SCENARIOS = """\
kind: scenarios
scenarios:
  - scenario: points
    rules: [build]
    given: {modules: [base, tower], arrange: nothing}
    then: [seat(1).tower_points = 0]
"""
GERMAN = """\
kind: translation
language: de
texts:
  tower/title: {en: The tower, de: Der Turm}
  tower_points.title: {en: Tower, de: Turm}
"""
FILES = {
    "module.yaml": MODULE, "content.yaml": CONTENT, "rules.yaml": RULES, "scenarios/points.yaml": SCENARIOS,
    "translations/de.yaml": GERMAN,
}  # fmt: skip


@pytest.fixture(autouse=True)
def tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name, text in FILES.items():
        (tmp_path / "tower" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tower" / name).write_text(text, encoding="utf-8")
    return tmp_path / "tower"


def told(study: Study, path: Path) -> dict[str, list[tuple[str, int]]]:
    """What an editor is told of a file and those around it, with the lines, in time and at rest."""
    found = {file: list(listed) for file, listed in study.diagnose(path, "beside").items()}
    known = [each for listed in found.values() for each in listed]
    steps = at_rest(study, path, known)
    try:
        while True:
            next(steps)
    except StopIteration as done:
        for file, listed in done.value.items():
            found[file] = found.get(file, []) + [each for each in listed if each not in known]
    return {file.name: [(each.code, each.span.line) for each in listed] for file, listed in found.items() if listed}


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_told_of_a_right_package(tower: Path, name: str) -> None:
    assert rulewright("check", "tower").stdout == "tower: no problems\n"
    assert told(Study(), tower / name) == {}


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "line"),
    [
        ("content.yaml", "c in nest", "c in nets", "unknown-name", 5),
        ("content.yaml", "c.worth", "c.weight", "unknown-field", 5),
        ("content.yaml", "[build]", "[built]", "unknown-rule", 6),
        ("content.yaml", "doc: TW", "doc: TV", "unknown-document", 7),
        ("module.yaml", "needs: [base]", "needs: [base, bridge]", "unknown-module", 5),
        ("module.yaml", "extends: tutorial", "extends: tutorail", "unbound-package", 4),
        ("module.yaml", "extends: tutorial", "extends: tutorial 9.0", "package-version", 4),
        ("scenarios/points.yaml", "tower_points = 0", "tower_pionts = 0", "unknown-name", 6),
        ("scenarios/points.yaml", "[build]", "[built]", "unknown-rule", 4),
        ("translations/de.yaml", "tower_points.title", "tower_pionts.title", "unused-translation", 5),
        ("translations/de.yaml", "en: Tower,", "en: Spire,", "stale-translation", 5),
    ],
)
def test_what_check_finds_is_told_in_what_is_not_saved(
    tower: Path, name: str, old: str, new: str, code: str, line: int
) -> None:
    study, path = Study(), tower / name
    study.buffers.hold(path, FILES[name].replace(old, new))
    found = told(study, path)
    path.write_text(FILES[name].replace(old, new), encoding="utf-8")
    assert f"[{code}]" in rulewright("check", "tower").stdout
    assert (code, line) in found.get(path.name, []), found


def test_stale_translations_are_told_while_the_english_is_changed(tower: Path) -> None:
    study = Study()
    study.buffers.hold(tower / "content.yaml", CONTENT.replace("{en: Tower}", "{en: Spire}"))
    assert told(study, tower / "content.yaml") == {"de.yaml": [("stale-translation", 5)]}


def test_names_of_the_game_and_of_the_package_are_offered(tower: Path) -> None:
    study = Study()
    index = study.learn(tower)
    assert index is not None
    names = {each.label for each in completions("kind: content\nquantities:\n  - {id: much, amount: ", 3, 28, index)}
    assert {"nest", "tower_points"} <= names
    (place,) = (each.span for each in index.definitions if each.key == "tower_points")
    assert study.path_of(tower, place) == tower / "content.yaml"
    (place,) = (each.span for each in index.definitions if each.key == "nest")
    assert study.path_of(tower, place) == shipped_root() / "tutorial" / "base" / "gulls.yaml"


def test_a_package_without_its_game_is_laid_out_and_has_no_names(tower: Path) -> None:
    (tower / "module.yaml").write_text(MODULE.replace("extends: tutorial", "extends: nowhere"), encoding="utf-8")
    study = Study()
    assert study.learn(tower) is None
    assert study.formatted(tower / "content.yaml") is not None
    assert told(study, tower / "content.yaml") == {"module.yaml": [("unbound-package", 4)]}
    assert told(study, tower / "scenarios" / "points.yaml") == {"points.yaml": [("unbound-package", 1)]}
    assert told(study, tower / "translations" / "de.yaml") == {"de.yaml": [("unbound-package", 1)]}


def test_a_variant_that_names_a_package_knows_its_entries(tower: Path, tmp_path: Path) -> None:
    shutil.move(tower, tmp_path / "rulewright_packages" / "tower")
    variant = tmp_path / "tall.yaml"
    text = (
        "kind: variant\nvariant: tall\ntitle: {en: Tall}\nextends: tutorial\nmodules: [base, tower]\npatches:\n"
        "  - {change: tower_points, set: {amount: 1}, because: it is tall}\n"
    )
    study = Study()
    study.buffers.hold(variant, text)
    assert told(study, variant) == {}
    study.buffers.hold(variant, text.replace("tower]", "towre]"))
    assert "unknown-module" in [code for code, _ in told(study, variant)["tall.yaml"]]


def test_a_package_of_translations_is_looked_at_in_what_it_is_for(tower: Path, tmp_path: Path) -> None:
    shutil.move(tower, tmp_path / "rulewright_packages" / "tower")
    file = tmp_path / "tower_de" / "translation.yaml"
    file.parent.mkdir()
    file.write_text("kind: translation\nid: tower_de\nextends: tower\n" + GERMAN.partition("\n")[2], encoding="utf-8")
    study = Study()
    assert told(study, file) == {}
    study.buffers.hold(file, file.read_text("utf-8").replace("tower_points.title", "nest.title"))
    assert told(study, file) == {"translation.yaml": [("untranslated-texts", 1), ("unused-translation", 7)]}
    study.buffers.hold(file, file.read_text("utf-8").replace("extends: tower", "extends: towre"))
    assert told(study, file) == {"translation.yaml": [("unbound-package", 3)]}


def test_translations_in_the_folder_of_a_game_are_looked_at(tmp_path: Path) -> None:
    shutil.copytree(shipped_root() / "tutorial", tmp_path / "tutorial")
    file = next((tmp_path / "tutorial" / "translations").glob("*.yaml"))
    study = Study()
    assert told(study, file) == {}
    study.buffers.hold(file, file.read_text("utf-8").replace("cat.title", "cta.title"))
    assert [code for code, _ in told(study, file)[file.name]] == ["untranslated-texts", "unused-translation"]
