"""One game's entries: modules chosen and ordered, their content merged, patches of modules and variant applied.

What the entries mean, and whether they have the right shape, is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from rulewright.core.diagnostics import Diagnostic, did_you_mean, error, sort_diagnostics
from rulewright.core.load.account import Account
from rulewright.core.load.applying import apply_patches
from rulewright.core.load.bundled import BASE
from rulewright.core.load.conditions import applies, condition_faults
from rulewright.core.load.entries import Entry, Sections, by_section, gather
from rulewright.core.load.families import is_family, members_of
from rulewright.core.load.folder import ModuleSource, RulesetSource
from rulewright.core.load.made_places import makes_places, with_places
from rulewright.core.load.module_folders import folder_faults
from rulewright.core.load.modules import after_of, choose_modules
from rulewright.core.load.patches import Patch, read_patches
from rulewright.core.load.together import each_of, ruleset_extended, variants_extended
from rulewright.core.model.document import Mapping, Node, Scalar, Sequence, part_of, text_of, values_of
from rulewright.core.model.sections import ADDS

__all__ = ["Assembly", "Entry", "assemble"]

EXTRA = "command line"
_MAKERS_SPEAK_OF = frozenset({"enumerations", "kinds"})

_Patched: TypeAlias = tuple[tuple[Entry, ...], Account, tuple[Diagnostic, ...]]
Reword: TypeAlias = Callable[[tuple[Entry, ...]], tuple[Entry, ...]]
_Apply: TypeAlias = Callable[[Iterable[Entry], Iterable[Patch]], _Patched]


@dataclass(frozen=True, slots=True)
class Assembly:
    """All entries of one game by section, the modules they come from in order, and the settings a variant picked.

    `settings` holds the scalars as written: the setting's id and the value's id with their places. `account` tells what
    patches did to the entries.
    """

    ruleset: str
    modules: tuple[str, ...]
    variant: str | None
    sections: Sections
    settings: tuple[tuple[Scalar, Scalar], ...]
    account: Account = field(default_factory=Account)

    def section(self, name: str) -> tuple[Entry, ...]:
        """The entries of a section, none if it is empty."""
        return self.sections.get(name, ())

    def entries(self) -> Iterator[Entry]:
        """All entries, section by section."""
        return (entry for entries in self.sections.values() for entry in entries)

    def entry(self, entry_id: str) -> Entry | None:
        """The entry with an id, whatever its section."""
        return next((entry for entry in self.entries() if entry.id == entry_id), None)


def assemble(
    source: RulesetSource,
    modules: tuple[str, ...] = (),
    variant: Mapping | None = None,
    extra_patches: Sequence | None = None,
    reword: Reword | None = None,
) -> tuple[Assembly, tuple[Diagnostic, ...]]:
    """The entries of a game with the given modules (if none: those of the variant, else the default) and variant.

    `extra_patches` come last and win over everything. `reword` gets the entries before families are made of them, and
    all of them at the end; by default it adds the texts of translations. The assembly holds as much as could be put
    together, whatever the diagnostics; those of the files are `source.diagnostics`.
    """
    faults: list[Diagnostic] = []
    name = _check_variant(source, variant, faults)
    chosen, found = choose_modules(source, modules, variant)
    faults += found
    clash = any(each.code == "module-conflict" for each in found)
    faults += [*condition_faults(source), *folder_faults(source)]
    on = frozenset(module.id for module in chosen)
    contents = [(module, file.node) for module in chosen for file in module.contents if applies(file.node, on)]
    documents: list[tuple[str, Node | None]] = [(module.id, node) for module, node in contents]
    houses = [(each.text_at("variant") or "variant", each) for each in each_of(variant)]
    entries, found = gather([*documents, *((house, each.get(ADDS)) for house, each in houses)])
    faults += () if clash else found  # modules that are never on together may use the same ids
    patches: list[Patch] = []
    for module, node in contents:
        patches += _patches_of(module.id, node, faults, module.id)
    for house, each in houses:
        patches += _patches_of(house, each, faults)
    later = _later(chosen)
    for house, each in houses:
        own = {extended for extended, _ in variants_extended(each)}
        later[house] = frozenset({BASE, *own}).union(*(later.get(extended, frozenset()) for extended in own))
    if extra_patches is not None:
        extra, found = read_patches(EXTRA, extra_patches)
        faults += found
        patches += extra
        later[EXTRA] = frozenset(later) | {name or "variant"}
    known = [*(module.id for module in source.modules), *(house for house, _ in houses)]
    apply = partial(apply_patches, later=later, known=known, off=_off(source, on))
    entries, account, found = _patched(entries, patches, apply, reword or source.words.of_entries)
    faults += found
    ids = tuple(module.id for module in chosen)
    settings = values_of(part_of(variant, "settings"))
    assembly = Assembly(source.id, ids, name, by_section(entries), settings, account)
    return assembly, sort_diagnostics(faults)


def _patched(entries: tuple[Entry, ...], patches: list[Patch], apply: _Apply, reword: Reword) -> _Patched:
    """Return the patched entries.

    Entries that make components, and those they refer to, are patched before the components they make.
    """
    if not any(is_family(entry) or makes_places(entry) for entry in entries):
        entries, account, faults = apply(entries, patches)
        return reword(entries), account, faults
    of_families = frozenset(
        each.id for each in entries if each.section in _MAKERS_SPEAK_OF or is_family(each) or makes_places(each)
    )
    first = [patch for patch in patches if patch.target.text in of_families]
    entries, account, faults = apply(entries, first)
    entries, families, found = members_of(reword(entries))
    faults += found
    entries, found = with_places(entries)
    faults += found
    entries, own, found = apply(entries, [patch for patch in patches if patch.target.text not in of_families])
    return reword(entries), account.with_members(families).joined(own), faults + found


def _check_variant(source: RulesetSource, variant: Mapping | None, faults: list[Diagnostic]) -> str | None:
    """Return the variant's id, and report a variant of another ruleset."""
    if variant is None:
        return None
    extends = ruleset_extended(variant)
    named = text_of(extends)
    if extends is not None and named is not None and named != source.id:
        message = f"the variant changes the ruleset '{named}', not '{source.id}'"
        faults.append(error("wrong-ruleset", extends.span, message, did_you_mean(named, (source.id,))))
    return text_of(variant.get("variant"))


def _patches_of(source: str, document: Node | None, faults: list[Diagnostic], module: str = "") -> tuple[Patch, ...]:
    patches, found = read_patches(source, part_of(document, "patches"), module=module)
    faults.extend(found)
    return patches


def _later(modules: tuple[ModuleSource, ...]) -> dict[str, frozenset[str]]:
    """Map each module to those it comes after, directly or through another.

    The modules come in order. All come after `base`, whose patches fit what it shares with other games to this one.
    """
    later: dict[str, frozenset[str]] = {}
    for module in modules:
        named = after_of(module, modules) | ({BASE} if module.id != BASE else frozenset())
        later[module.id] = frozenset(named).union(*(later.get(name, frozenset()) for name in named))
    return later


def _off(source: RulesetSource, on: frozenset[str]) -> dict[str, str]:
    """The entries of the modules that are off, each with its module."""
    documents = [(each.id, file.node) for each in source.modules if each.id not in on for file in each.contents]
    return {entry.id: entry.module for entry in gather(documents)[0]}
