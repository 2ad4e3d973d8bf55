"""A scenario file: what is true before the game and what is chosen first, taken from the ruleset itself."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.editor.formatting.quotes import written_value
from rulewright.author.editor.scaffolding.example_material import cited_rules, first_choice, numbers_of
from rulewright.author.editor.scaffolding.parent_ruleset import (
    built_package,
    built_ruleset,
    package_above,
    ruleset_at,
)
from rulewright.author.editor.scaffolding.scaffold import Scaffold, ScaffoldError, checked_name, modeline, shown
from rulewright.core.diagnostics import did_you_mean
from rulewright.core.pipeline import Built, Choice, build_ruleset

_FILE = """\
{modeline}kind: scenarios

# A scenario is a small situation that proves a rule. `rules` are the ids, of rules.yaml, of what it proves.
#   given: seats, seed, modules, settings and variant; `arrange` lays the table, `play` is what happens then;
#          without both it is the whole game
#   when:  what the seats choose, in this order; `options` and `refused` look at what is offered
#   then:  what is true at the end

scenarios:
"""

_BEFORE = """\
  - scenario: what a seat begins with
    rules: [{rules}]
    given: {{{variant}arrange: nothing}}
    then:
      - {is_true}
"""

_FIRST = """\
  - scenario: what seat {seat} may choose first
    rules: [{rules}]
    given: {{{variant}seats: {seats}, seed: 1}}
    when:
      - {{seat: {seat}, options: [{options}]}}
"""

_ALONE = """\
  - scenario: the table can be laid
    rules: [{rules}]
    given: {{{variant}arrange: nothing}}
"""


def new_scenario(name: str, folder: Path, variant: str | None) -> Scaffold:
    """Return the scenario file of a new scenario, in a ruleset or package, with one of its variants if named.

    Raises ScaffoldError.
    """
    checked_name(name)
    package = package_above(folder)
    root = ruleset_at(folder) if package is None else package
    path = root / "scenarios" / f"{name}.yaml"
    if path.exists():
        raise ScaffoldError(f"{path.as_posix()} already exists; choose another name")
    built = built_ruleset(root) if package is None else built_package(package)
    if variant is not None:
        built = _with_variant(built, variant, package)
    text = _FILE.format(modeline=modeline("scenarios", path)) + "\n".join(_scenarios(built, variant))
    commands = (f"rulewright test {shown(path)}", f"rulewright check {shown(path)}")
    return Scaffold(((path, text),), commands)


def _scenarios(built: Built, variant: str | None) -> list[str]:
    assert built.assembly is not None
    assert built.compiled is not None
    chosen = f"variant: {variant}, " if variant is not None else ""
    texts = []
    number = next((number for number in numbers_of(built.assembly) if number.field == "start"), None)
    if number is not None:
        name = f"seat(1).{number.entry}" if number.per_seat else number.entry
        rules = ", ".join(cited_rules(built, number.rules))
        texts.append(_BEFORE.format(rules=rules, variant=chosen, is_true=f"{name} = {number.value}"))
    seats = built.compiled.blueprint.min_seats
    choice = first_choice(built, seats)
    rules = ", ".join(cited_rules(built))
    if choice is not None:
        options = ", ".join(written_value(each, in_flow=True, keeps_quotes=False) for each in choice.options)
        texts.append(_FIRST.format(rules=rules, variant=chosen, seats=seats, seat=choice.seat, options=options))
    return texts or [_ALONE.format(rules=rules, variant=chosen)]


def _with_variant(built: Built, variant: str, package: Path | None) -> Built:
    """Return the ruleset, or the game with a package, with one of its own variants."""
    files = {path.stem: path for path in built.source.variants}
    if variant not in files:
        hint = did_you_mean(variant, files) or (f"choose {', '.join(files)}" if files else "it has none")
        raise ScaffoldError(f"{built.source.id} has no variant '{variant}'; {hint}")
    if package is not None:
        return built_package(package, files[variant])
    changed = build_ruleset(Choice(str(built.source.root), variant=files[variant]))
    if changed.compiled is None:
        raise ScaffoldError(f"the variant '{variant}' has errors; see: rulewright check {shown(files[variant])}")
    return changed
