"""The files that a scenario's game is made of: those of its ruleset, and of packages that it names."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.modules import choose_modules, module_named
from rulewright.core.pipeline import Choice, ReadRuleset, packages_of, read_whole

FilesByPackages = dict[tuple[Path, ...], ReadRuleset]


def files_for(choice: Choice, read: FilesByPackages, packages: tuple[Path, ...]) -> ReadRuleset:
    """Return the files of a choice, from those `read` so far if possible. They always include `packages`."""
    if packages not in read:
        read[packages] = read_whole(choice.ruleset, packages)
    modules = read[packages].source.modules
    known = all(module_named(name, modules) for name in choice.modules or ())
    if known and (choice.variant is None or choice.modules):
        return read[packages]
    wanted = tuple(dict.fromkeys((*packages, *packages_of(choice))))
    if wanted not in read:
        read[wanted] = read_whole(choice.ruleset, wanted)
    return read[wanted]


def settled_ids(source: RulesetSource, choice: Choice) -> tuple[str, ...]:
    """Return the module ids that a choice leads to, or () if it has a variant or a mistake."""
    chosen, faults = choose_modules(source, choice.modules or (), None)
    return () if faults or choice.variant is not None else tuple(each.id for each in chosen)
