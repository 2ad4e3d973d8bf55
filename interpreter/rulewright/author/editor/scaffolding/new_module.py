"""A module, in a ruleset's folder or one of its own: a quantity and a scoring line, and a change of the base if any."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.editor.scaffolding.example_material import PatchableNumber, cited_rules, languages_of, numbers_of
from rulewright.author.editor.scaffolding.new_variant import number_patch
from rulewright.author.editor.scaffolding.parent_ruleset import (
    asked,
    built_ruleset,
    extended_root,
    is_shipped,
    ruleset_at,
)
from rulewright.author.editor.scaffolding.scaffold import (
    Scaffold,
    ScaffoldError,
    checked_name,
    modeline,
    shown,
    title_from_id,
    titles,
)
from rulewright.core.load.folder import OTHER_FOLDERS

_MODULE = """\
{modeline}kind: module
id: {name}
title: {titles}
about: Say here what the module adds.
needs: [base]             # modules that must be on as well
"""

_CONTENT = """\
{modeline}kind: content

# What the module adds: a number that is computed when it is needed, and points for each seat at the end.
quantities:
  - {{id: {bonus}, about: How many points each seat gets, amount: 1}}

scoring:
  - {{id: {score}, title: {titles}, amount: {bonus}}}
"""

_PATCHES = """\

# What the module changes in entries of other modules, by their ids.
patches:
{patch}"""

_SCENARIOS = """\
{modeline}kind: scenarios

# What the module does. `rules` are ids of rules.yaml: write a rule there, and name it here.

scenarios:
  - scenario: with {title} each seat has a point more
    rules: [{rules}]
    given:
      modules: [{modules}]
      arrange: nothing
    then:
      - seat(1).{score} = 1
      - seat(2).{score} = 1
{also}"""


def new_module(name: str, folder: Path) -> Scaffold:
    """Return the files of a new module in the ruleset folder given. Raises ScaffoldError."""
    checked_name(name)
    root = ruleset_at(folder, f", or begin a package: rulewright new module {name} --extends RULESET")
    if name in OTHER_FOLDERS:
        raise ScaffoldError(f"the folder '{name}' is for {name}; choose another name")
    built = built_ruleset(root)
    assert built.assembly is not None
    taken = [module.id for module in built.source.modules]
    if name in taken or (root / name).exists():
        raise ScaffoldError(f"{root.as_posix()} has '{name}' already; its modules: {', '.join(taken)}")
    bonus, score = _new_ids(name, {entry.id for entry in built.assembly.entries()})
    shared = {
        "name": name, "title": title_from_id(name), "titles": titles(title_from_id(name), languages_of(built)),
        "bonus": bonus, "score": score,
    }  # fmt: skip
    number = next((number for number in numbers_of(built.assembly) if number.check is not None), None)
    on, at = (*built.assembly.modules, name), asked(root)
    manifest, content, scenarios = (
        root / name / "module.yaml",
        root / name / "content.yaml",
        root / "scenarios" / f"{name}.yaml",
    )
    patches = _PATCHES.format(patch=number_patch(number)) if number is not None else ""
    files = (
        (manifest, _MODULE.format(modeline=modeline("module", manifest), **shared)),
        (content, _CONTENT.format(modeline=modeline("content", content), **shared) + patches),
        (scenarios, _scenarios(scenarios, cited_rules(built, number.rules if number is not None else ()), number, on,
                               shared)),
    )  # fmt: skip
    commands = (
        f"rulewright check {at}",
        f"rulewright test {shown(scenarios)}",
        f"rulewright play {at} --modules {','.join(on)}",
        f"rulewright simulate {at} --games 100 --modules {','.join(on)}",
    )
    return Scaffold(files, commands)


_PACKAGE = """\
{modeline}kind: module
id: {name}
title: {titles}
about: Say here what the module adds.
version: 0.1.0
extends: {ruleset}
needs: [base]             # modules that must be on as well
"""

_LEDGER = """\
{modeline}kind: ledger
ruleset: {ruleset}

# The module's own rules, in a sentence each. Elsewhere they are called {name}:points.
rules:
  points: Each seat gets a point for {title} at the end.
"""


def new_package(name: str, folder: Path, extends: str) -> Scaffold:
    """Return the files of a module in a folder of its own, for the ruleset `extends`. Raises ScaffoldError."""
    checked_name(name)
    root = extended_root(extends)
    built = built_ruleset(root)
    assert built.assembly is not None
    taken = [module.id for module in built.source.modules]
    if name in taken or name in OTHER_FOLDERS:
        raise ScaffoldError(f"{built.source.id} has '{name}' already; choose another name than: {', '.join(taken)}")
    home = folder / name
    bonus, score = _new_ids(name, {entry.id for entry in built.assembly.entries()})
    title = title_from_id(name)
    shared = {
        "name": name, "title": title, "titles": titles(title, languages_of(built)), "bonus": bonus, "score": score,
        "ruleset": built.source.id,
    }  # fmt: skip
    number = next((number for number in numbers_of(built.assembly) if number.check is not None), None)
    patches = _PATCHES.format(patch=number_patch(number)) if number is not None else ""
    ledger, scenarios = home / "rules.yaml", home / "scenarios" / f"{name}.yaml"
    content = _CONTENT.format(modeline=modeline("content", home / "content.yaml"), **shared)
    content = content.replace(f"amount: {bonus}}}", f"amount: {bonus}, rules: [points]}}") + patches
    on = (*built.assembly.modules, name)
    files = (
        (home / "module.yaml", _PACKAGE.format(modeline=modeline("module", home / "module.yaml"), **shared)),
        (home / "content.yaml", content),
        (ledger, _LEDGER.format(modeline=modeline("ledger", ledger), **shared)),
        (scenarios, _scenarios(scenarios, ("points",), number, on, shared)),
    )
    typed, place = built.source.id if is_shipped(root) else asked(root), f"./{shown(home)}"
    playing = ",".join((*built.assembly.modules, place))
    commands = (
        f"rulewright check {place}",
        f"rulewright test {place}",
        f"rulewright play {typed} --modules {playing}",
        f"rulewright pack {place}",
    )
    return Scaffold(files, commands)


def _scenarios(
    path: Path, rules: tuple[str, ...], number: PatchableNumber | None, on: tuple[str, ...], shared: dict[str, str]
) -> str:
    return _SCENARIOS.format(
        modeline=modeline("scenarios", path),
        rules=", ".join(rules),
        modules=", ".join(on),
        also=f"      - {number.check}\n" if number is not None else "",
        **shared,
    )


def _new_ids(name: str, taken: set[str]) -> tuple[str, str]:
    """Ids of the quantity and its score that no entry has."""
    stem = name.replace("-", "_")
    number = 1
    while True:
        suffix = "" if number == 1 else f"_{number}"
        ids = (f"{stem}_bonus{suffix}", f"{stem}_points{suffix}")
        if not taken & set(ids):
            return ids
        number += 1
