"""Content files that apply only with other modules, and the choices of modules that switch every file on.

A content file that begins with `with: [night]` plays no part if the module `night` is off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulewright.core.diagnostics import Diagnostic, error, warning
from rulewright.core.load.bundled import BASE
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.load.modules import (
    CHOICE_CODES,
    Named,
    after_of,
    choose_modules,
    default_modules,
    in_order,
    manifest_of,
    misspelt_module,
    names_in,
    needed_by,
    needed_ids,
)
from rulewright.core.model.document import Node, part_of

WITH = "with"
Modules = frozenset[str]


def applies(document: Node | None, chosen: Collection[str]) -> bool:
    """Whether a content file plays a part in a game with these modules."""
    return all(name in chosen for name, _ in _conditions(document))


def condition_faults(source: RulesetSource) -> Iterator[Diagnostic]:
    """Yield the faults of the conditions of a ruleset's files, independently of the modules that are on."""
    known = [module.id for module in source.modules]
    for module in source.modules:
        for file in module.contents:
            conditions = _conditions(file.node)
            unknown = [(name, span) for name, span in conditions if name not in known]
            for name, span in unknown:
                yield from misspelt_module(name, known, span)
            if conditions and not unknown:
                yield from _senseless(source, module, conditions)


def choices_to_check(source: RulesetSource) -> tuple[tuple[str, ...], ...]:
    """The choices of modules besides the default one that together show what is wrong with any file of a ruleset.

    First, for each module and each file that waits for others, the smallest choice in which it is on: a name that
    belongs to a module it does not need is unknown there. Then the widest ones, as few as switch all of them on: there
    what modules say may contradict. A module that cannot be on comes with what it needs, so that the reason shows.
    """
    default = _chosen(source, frozenset()) or frozenset()
    goals = list(dict.fromkeys(_goals(source)))
    smallest = {goal: _chosen(source, goal) for goal in goals}
    found = [choice for choice in smallest.values() if choice is not None]
    alone = {with_needs(source, [module.id]) for module in source.modules}
    found += [goal for goal, choice in smallest.items() if choice is None and goal in alone]
    waiting = [goal for goal, choice in smallest.items() if choice is not None and not goal <= default]
    while waiting:
        widest = waiting[0]
        for goal in (*waiting, *goals):
            if _chosen(source, widest | goal) is not None:
                widest |= goal
        found.append(_chosen(source, widest) or widest)
        waiting = [goal for goal in waiting if not goal <= widest]
    return tuple(tuple(sorted(each)) for each in dict.fromkeys(found) if each != default)


def with_needs(source: RulesetSource, names: Collection[str]) -> Modules:
    """Modules and all that they need, directly or not."""
    needs = {module.id: needed_ids(manifest_of(module)) for module in source.modules}
    return frozenset(needed_by(names, needs))


def usual_with(source: RulesetSource, name: str) -> tuple[ModuleSource, ...]:
    """The modules of a table that plays a module: those that are on by default, what it needs, and itself."""
    needed = with_needs(source, [name])
    settled, faults = choose_modules(source, (*(each for each, _ in default_modules(source)), *sorted(needed)), None)
    if faults:  # a default module and what it needs do not go together
        settled, _ = choose_modules(source, tuple(sorted(needed)), None)
    return settled


def _conditions(document: Node | None) -> tuple[Named, ...]:
    return names_in(part_of(document, WITH))


def _goals(source: RulesetSource) -> Iterator[Modules]:
    """Yield each set of modules that must be loaded together at least once.

    These are each module alone, modules that come `after` each other, and each file with the modules of its condition.
    """
    ids = {module.id for module in source.modules}
    for module in source.modules:
        yield with_needs(source, [module.id])
    after = ((each, each.id, after_of(each, source.modules)) for each in source.modules)
    if waiting := in_order(after)[1]:
        yield with_needs(source, [module.id for module in waiting])
    for module in source.modules:
        for file in module.contents:
            waits = [name for name, _ in _conditions(file.node)]
            if ids.issuperset(waits):  # of what is not installed nothing can be on
                yield with_needs(source, [module.id, *waits])


def _chosen(source: RulesetSource, asked: Modules) -> Modules | None:
    """The modules of a game for which these are requested, None if they do not go together."""
    modules, faults = choose_modules(source, tuple(sorted(asked)), None)
    parted = any(each.code in CHOICE_CODES for each in faults)
    return None if parted else frozenset(module.id for module in modules)


def _senseless(source: RulesetSource, module: ModuleSource, conditions: tuple[Named, ...]) -> Iterator[Diagnostic]:
    """Conditions that always hold, or never."""
    always = with_needs(source, [BASE, module.id])
    for name, span in conditions:
        if name in always:
            message = f"'{name}' is on wherever '{module.id}' is"
            yield warning("useless-with", span, message, f"leave '{name}' out of 'with'")
    asked = with_needs(source, [module.id, *(name for name, _ in conditions)])
    if _chosen(source, with_needs(source, [module.id])) is not None and _chosen(source, asked) is None:
        names = " and ".join(f"'{name}'" for name in (module.id, *(name for name, _ in conditions)))
        yield error("never-applies", conditions[0][1], f"{names} are never on together, so this file never applies")
