"""The two sides of a comparison: a ruleset with its modules and a variant, read and put together but not compiled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.core.diagnostics import did_you_mean
from rulewright.core.load.assemble import Assembly, assemble
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import MANIFEST, RulesetSource, read_variant, variants_in
from rulewright.core.load.together import ruleset_extended
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.extending import Extending, extending, leads_to_package
from rulewright.core.pipeline import (
    Choice,
    ReadRuleset,
    find_ruleset,
    find_variant,
    known_names,
    lines_of,
    packages_of,
    read_whole,
    refuse_errors,
    ruleset_root,
    settled,
    shipped_folder,
)
from rulewright.core.validate.references import check_references
from rulewright.core.validate.variants import checked_variant


class UnknownSide(ValueError):  # noqa: N818 - the caller's fault, stated as a sentence
    """A name that leads neither to a ruleset nor to a variant."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its name, the choice that plays it, its files and its entries."""

    label: str
    choice: Choice
    read: ReadRuleset
    assembly: Assembly
    variant: Mapping | None = None

    @property
    def source(self) -> RulesetSource:
        return self.read.source


def read_side(label: str, choice: Choice, read: ReadRuleset | None = None) -> Side:
    """Read a side of a comparison. Raises RulesetError if its files have errors.

    To compare two sides of one ruleset, read it once and pass it as `read`.
    """
    if read is None:
        choice = settled(choice)
        read = read_whole(choice.ruleset, packages_of(choice))
    found, lines, variant = list(read.diagnostics), dict(read.lines), None
    if choice.variant is not None:
        home = read.source.root
        path = choice.variant.resolve() if _within(choice.variant, home) else choice.variant
        variant, faults = checked_variant(path, read.source, home.parent)
        found += faults
        lines |= lines_of(choice.variant)
    refuse_errors(found, lines)
    assembly, faults = assemble(read.source, choice.modules or (), variant)
    found += [*faults, *check_references(read.source, assembly, variant)]
    refuse_errors(found, lines)
    return Side(label, choice, read, assembly, variant)


def _within(path: Path, home: Path) -> bool:
    return path.resolve().is_relative_to(home)


# ---- From what is typed to the choice it stands for


def choice_named(written: str, modules: tuple[str, ...] | None = None, home: Path | None = None) -> Choice:
    """Return the choice of a name or path: a ruleset, or a variant of one. `NAME:a,b` picks its modules.

    A variant's name is looked for in the ruleset folder `home` first. Raises UnknownSide with a sentence.
    """
    name, modules = _with_modules(written, modules)
    if ruleset_root(name) is not None:
        return Choice(name, modules)
    path = Path(name)
    if leads_to_package(path):
        package = _package_at(path)
        return Choice(_written(Path(package.ruleset)), modules or package.with_default())
    if path.is_file():
        return Choice(_extended(path), modules, path)
    homes = [*([home] if home is not None else []), *_shipped_roots()]
    known = {stem: file for root in reversed(homes) for stem, file in variants_in(root).items()}
    ruleset, _, variant = name.rpartition("/")
    root = ruleset_root(ruleset) if ruleset else None
    own = find_variant(variant, root, None)
    if own is not None:
        return Choice(ruleset, modules, own)
    if name in known:
        at = known[name]
        shipped = at.parents[1].name
        return Choice(shipped if ruleset_root(shipped) == at.parents[1] else str(at.parents[1]), modules, at)
    for near in homes:
        found = find_variant(name, near, None)
        if found is not None:
            return Choice(_written(near), modules, found)
    hint = did_you_mean(name, (*known_names(), *known)) or f"shipped are: {', '.join(known_names())}"
    raise UnknownSide(f"'{name}' is neither a ruleset nor a variant, by name or by path; {hint}")


def usual_other(choice: Choice, modules: tuple[str, ...] | None = None) -> Choice | None:
    """Return the side that a choice is compared with if no other is named, or None if there is none.

    A variant is compared with what it extends, a ruleset with picked modules with the default ones, and a ruleset
    folder with the shipped ruleset of its name. `modules` are those picked for both sides.
    """
    if choice.variant is not None or choice.modules != modules:
        return Choice(choice.ruleset, modules)
    root = ruleset_root(choice.ruleset)
    manifest = read_file(root / MANIFEST)[0].node if root is not None else None
    name = (text_of(manifest.get("id")) if isinstance(manifest, Mapping) else None) or ""
    shipped = ruleset_root(name) if name in known_names() else None
    if root is not None and shipped is not None and shipped.resolve() != root.resolve():
        return Choice(name, modules)
    return None


def label_of(choice: Choice) -> str:
    """Return the name of a choice in reports."""
    name = choice.variant.stem if choice.variant is not None else choice.ruleset
    modules = [Path(each).name if Path(each).is_absolute() else each for each in choice.modules or ()]
    return f"{name}:{','.join(modules)}" if modules else name


def _written(root: Path) -> str:
    """Return the name of a shipped ruleset's folder, the path of any other."""
    return root.name if shipped_folder(root.name) == root else str(root)


def _package_at(path: Path) -> Extending:
    try:
        return extending(path)
    except PackageRefused as refused:
        raise UnknownSide(str(refused)) from None


def _with_modules(written: str, modules: tuple[str, ...] | None) -> tuple[str, tuple[str, ...] | None]:
    if Path(written).exists():
        return written, modules
    name, colon, listed = written.rpartition(":")
    if not colon or not name:
        return written, modules
    picked = tuple(each.strip() for each in listed.split(",") if each.strip())
    return name, picked or modules


def _extended(path: Path) -> str:
    """Return the ruleset that a variant file extends: the folder it is in, or else one by that name."""
    variant, faults = read_variant(path)
    if variant is None:
        raise UnknownSide(f"{path} cannot be read: {faults[0].message}; see: rulewright check {path}")
    named = text_of(ruleset_extended(variant))
    if named is None:
        raise UnknownSide(f"{path} is neither a ruleset nor a variant; a variant names its ruleset under 'extends'")
    root = find_ruleset(named, path)
    if root is None and ruleset_root(named) is None:
        hint = did_you_mean(named, known_names()) or f"shipped are: {', '.join(known_names())}"
        raise UnknownSide(f"{path} extends '{named}', and there is no ruleset of that name; {hint}")
    return named if root is None or _same(named, root) else str(root)


def _same(name: str, folder: Path) -> bool:
    root = ruleset_root(name)
    return root is not None and root.resolve() == folder


def _shipped_roots() -> list[Path]:
    return [root for name in known_names() if (root := ruleset_root(name)) is not None]
