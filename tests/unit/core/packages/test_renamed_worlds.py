"""Two hundred worlds of packages in folders, whose versions rename their entries: what is played, and by which names.

Which versions are played is what the forty lines of `test_resolving` choose; the names are those that they have.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rulewright.core.diagnostics import has_errors
from rulewright.core.load.renamed import renamed_in
from rulewright.core.packages.version_ranges import Version, version_text
from rulewright.core.pipeline import Choice, build_ruleset
from rulewright.core.run.steps import WrongSetup
from tests.unit.core.packages.test_resolving import SEED, expected, reference, world

QUICK = 12
NUMBERS = [pytest.param(number, marks=[pytest.mark.slow] if number >= QUICK else []) for number in range(200)]
ENTRIES = 2


@dataclass
class History:
    """The names that the entries of a package have had: by version, and which it lists as old by then."""

    names: dict[Version, list[str]] = field(default_factory=dict)
    renamed: dict[Version, dict[str, str]] = field(default_factory=dict)


def history(chance: random.Random, package: str, versions: list[Version]) -> History:
    """Each version renames some entries. A manifest lists all names before, each with the one it has now."""
    found = History()
    now, old = [f"{package}_{number}" for number in range(ENTRIES)], dict[str, str]()
    for version in versions:
        for place, name in enumerate(now):
            if found.names and chance.random() < 0.4:
                now[place] = f"{package}_{place}_{'_'.join(map(str, version))}"
                old = {before: now[place] if after == name else after for before, after in old.items()}
                old[name] = now[place]
        found.names[version], found.renamed[version] = list(now), dict(old)
    return found


def write_package(home: Path, package: str, version: Version, needs: list[str], names: History) -> None:
    folder = home / f"{package}-{version_text(version)}"
    folder.mkdir()
    listed = names.renamed[version]
    manifest = [
        "kind: module", f"id: {package}", f"title: {{en: {package}}}", f"package: ada/{package}",
        f"version: {version_text(version)}", "extends: tutorial", "languages: [en]", f"needs: [{', '.join(needs)}]",
    ]  # fmt: skip
    manifest += [f"renamed: {{{', '.join(f'{old}: {new}' for old, new in listed.items())}}}"] if listed else []
    (folder / "module.yaml").write_text("\n".join(manifest) + "\n", encoding="utf-8")
    quantities = "".join(
        f"  - {{id: {name}, amount: {number + sum(version)}}}\n" for number, name in enumerate(names.names[version])
    )
    (folder / "content.yaml").write_text(f"kind: content\nquantities:\n{quantities}", encoding="utf-8")


def write_variant(path: Path, modules: list[str], names: list[str]) -> Path:
    patches = "".join(f"  - {{change: {name}, set: {{amount: 100}}, because: more}}\n" for name in names)
    head = f"kind: variant\nvariant: {path.stem}\ntitle: {{en: Rich}}\nextends: tutorial\n"
    path.write_text(f"{head}modules: [base, {', '.join(modules)}]\npatches:\n{patches}", encoding="utf-8")
    return path


@pytest.mark.parametrize("number", NUMBERS)
def test_the_versions_of_the_reference_are_played_and_any_name_of_before_is_read(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"{SEED} renamed {number}")
    made, asked = world(chance)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    home = tmp_path / "rulewright_packages"
    home.mkdir()
    known = {name: history(chance, name, [each.version for each in offered]) for name, offered in made.items()}
    for name, offered in made.items():
        for each in offered:
            written = [f"{need.name} {need.accepts.written}" if need.accepts else need.name for need in each.needs]
            write_package(home, name, each.version, written, known[name])
    wanted = expected(made, asked)
    while wanted is not None and (unasked := set(wanted) - {each.id for each in asked}):
        asked += [reference(name) for name in sorted(unasked)]  # whoever plays says which modules are on
        wanted = expected(made, asked)
    modules = [f"{each.name} {each.accepts.written}" if each.accepts else each.name for each in asked]
    if wanted is None:
        with pytest.raises(WrongSetup):
            build_ruleset(Choice("tutorial", None, write_variant(tmp_path / "rich.yaml", modules, [])))
        return
    new = [name for package, version in wanted.items() for name in known[package].names[version]]
    renamed = {old: new for package, version in wanted.items() for old, new in known[package].renamed[version].items()}
    old = {now: before for before, now in renamed.items()}
    by_new = build_ruleset(Choice("tutorial", None, write_variant(tmp_path / "rich.yaml", modules, new)))
    by_old = build_ruleset(
        Choice("tutorial", None, write_variant(tmp_path / "rich.yaml", modules, [old.get(name, name) for name in new]))
    )
    assert by_new.compiled is not None, f"seed {SEED} {number}: {by_new.diagnostics}"
    assert by_old.compiled is not None, f"seed {SEED} {number}: {by_old.diagnostics}"
    played = {each.package: each.version for each in by_new.compiled.unexplained.packages}
    assert played == {f"ada/{name}": version_text(version) for name, version in wanted.items()}
    assert renamed_in(by_new.source) == renamed
    assert by_old.compiled.unexplained.digest == by_new.compiled.unexplained.digest
    assert [each.code for each in by_old.diagnostics] == ["old-name"] * len(old)
    assert not has_errors(by_old.diagnostics)


def test_two_packages_that_rename_one_name_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "rulewright_packages").mkdir()
    for package in ("p0", "p1"):
        names = History({(1, 0, 0): [f"{package}_0"]}, {(1, 0, 0): {"old": f"{package}_0"}})
        write_package(tmp_path / "rulewright_packages", package, (1, 0, 0), [], names)
    (fault,) = build_ruleset(Choice("tutorial", ("base", "p0", "p1"))).diagnostics
    assert (fault.code, fault.span.file) == ("duplicate-id", "p1-1.0.0/module.yaml")
    assert fault.message == "'old' is listed as the old name of two things: 'p0_0' and 'p1_0'"
