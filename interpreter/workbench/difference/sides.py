"""The two sides of a comparison: a ruleset with its modules and a variant, read and put together but not compiled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Span, did_you_mean, sort_diagnostics
from interpreter.load.assemble import Assembly, assemble
from interpreter.load.files import read_file
from interpreter.load.folder import MANIFEST, RulesetSource, read_variant
from interpreter.model.document import Mapping, Node, Scalar, Sequence, items_of, text_of
from interpreter.pipeline import Choice, ReadRuleset, lines_of, read_whole, ruleset_root, shipped_names
from interpreter.validate.references import check_references
from interpreter.validate.shape import check_shape


class UnknownSide(ValueError):  # noqa: N818 - the caller's fault, said as a sentence
    """A name that leads neither to a ruleset nor to a variant."""


class UnreadableSide(ValueError):  # noqa: N818 - the author's fault
    """A side with mistakes in its files; `diagnostics` says which, `lines` holds the source lines they point at."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], lines: dict[tuple[str, int], str]) -> None:
        super().__init__("; ".join(each.message for each in diagnostics))
        self.diagnostics = diagnostics
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Patched:
    """Who changed a value, and why: a module or a variant, with the reason its patch gives."""

    source: str
    because: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side: how it is called, the choice that plays it, its files and its entries.

    `patched` tells for every place inside a patch which patch it is; `removals` for an entry the patches that took
    something out of it, or it away.
    """

    label: str
    choice: Choice
    read: ReadRuleset
    assembly: Assembly
    variant: Mapping | None = None
    patched: dict[tuple[str, int, int], Patched] = field(default_factory=dict)
    removals: dict[str, tuple[tuple[Span, Patched], ...]] = field(default_factory=dict)

    @property
    def source(self) -> RulesetSource:
        return self.read.source

    def why(self, span: Span) -> Patched | None:
        """The patch that a place stands in, None where it is no patch's."""
        return self.patched.get((span.file, span.line, span.column))


def read_side(label: str, choice: Choice, read: ReadRuleset | None = None) -> Side:
    """A side of a comparison. Raises UnreadableSide where there is a mistake in what it is read from.

    Who compares two sides of one ruleset reads it once and gives it as `read`.
    """
    read = read or read_whole(choice.ruleset)
    found, lines, variant = list(read.diagnostics), dict(read.lines), None
    if choice.variant is not None:
        home = read.source.root
        variant, faults = read_variant(
            choice.variant.resolve() if _within(choice.variant, home) else choice.variant, home.parent
        )
        found += faults
        lines |= lines_of(choice.variant)
        if variant is not None:
            found += check_shape("variant", variant)
    _refuse_wrong(found, lines)
    assembly, faults = assemble(read.source, choice.modules or (), variant)
    found += [*faults, *check_references(read.source, assembly)]
    _refuse_wrong(found, lines)
    patched, removals = _patches(read.source, assembly, variant)
    return Side(label, choice, read, assembly, variant, patched, removals)


def _within(path: Path, home: Path) -> bool:
    return path.resolve().is_relative_to(home)


def _refuse_wrong(found: list[Diagnostic], lines: dict[tuple[str, int], str]) -> None:
    if any(each.severity == "error" for each in found):
        raise UnreadableSide(sort_diagnostics(found), lines)


def _patches(
    source: RulesetSource, assembly: Assembly, variant: Mapping | None
) -> tuple[dict[tuple[str, int, int], Patched], dict[str, tuple[tuple[Span, Patched], ...]]]:
    patched: dict[tuple[str, int, int], Patched] = {}
    removals: dict[str, list[tuple[Span, Patched]]] = {}
    documents = [
        (module.id, file.node) for module in source.modules if module.id in assembly.modules for file in module.contents
    ]
    for name, document in (*documents, (assembly.variant or "variant", variant)):
        for patch in items_of(document.get("patches") if isinstance(document, Mapping) else None):
            if not isinstance(patch, Mapping):
                continue
            said = Patched(name, " ".join((text_of(patch.get("because")) or "").split()))
            for span in _spans(patch):
                patched[span.file, span.line, span.column] = said
            target = patch.get("change") or patch.get("delete")
            if target is not None and (patch.get("remove") or patch.get("delete") or patch.get("set")):
                removals.setdefault(text_of(target) or "", []).append((target.span, said))
    return patched, {name: tuple(listed) for name, listed in removals.items()}


def _spans(node: Node) -> Iterator[Span]:
    yield node.span
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key.span
            yield from _spans(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _spans(item)
    elif isinstance(node, Scalar):
        for run in node.runs:
            yield run.place


# ---- From what is typed to the choice it stands for


def choice_named(written: str, modules: tuple[str, ...] | None = None, home: Path | None = None) -> Choice:
    """What a name or path stands for: a ruleset, or a variant of one; `NAME:a,b` picks its modules.

    A variant's name is looked for in the ruleset folder `home` first. Raises UnknownSide with a sentence.
    """
    name, modules = _with_modules(written, modules)
    if ruleset_root(name) is not None:
        return Choice(name, modules)
    path = Path(name)
    if path.is_file():
        return Choice(_extended(path), modules, path)
    homes = [*([home] if home is not None else []), *_shipped_roots()]
    known = {path.stem: path for root in reversed(homes) for path in sorted(root.glob("variants/*.yaml"))}
    ruleset, _, variant = name.rpartition("/")
    root = ruleset_root(ruleset) if ruleset else None
    if root is not None and (root / "variants" / f"{variant}.yaml").is_file():
        return Choice(ruleset, modules, root / "variants" / f"{variant}.yaml")
    if name in known:
        at = known[name]
        shipped = at.parents[1].name
        return Choice(shipped if ruleset_root(shipped) == at.parents[1] else str(at.parents[1]), modules, at)
    hint = did_you_mean(name, (*shipped_names(), *known)) or f"shipped are: {', '.join(shipped_names())}"
    raise UnknownSide(f"'{name}' is neither a ruleset nor a variant, by name or by path; {hint}")


def usual_other(choice: Choice, modules: tuple[str, ...] | None = None) -> Choice | None:
    """What a side is compared with where nothing else is named; `modules` are those picked for both sides.

    A variant with what it extends, a ruleset with modules picked with the default ones, and a ruleset folder with the
    shipped ruleset of its name; None where there is nothing of the kind.
    """
    if choice.variant is not None or choice.modules != modules:
        return Choice(choice.ruleset, modules)
    root = ruleset_root(choice.ruleset)
    manifest = read_file(root / MANIFEST)[0].node if root is not None else None
    name = (text_of(manifest.get("id")) if isinstance(manifest, Mapping) else None) or ""
    shipped = ruleset_root(name) if name in shipped_names() else None
    if root is not None and shipped is not None and shipped.resolve() != root.resolve():
        return Choice(name, modules)
    return None


def label_of(choice: Choice) -> str:
    """How a choice is called in what is told of it."""
    name = choice.variant.stem if choice.variant is not None else choice.ruleset
    return f"{name}:{','.join(choice.modules)}" if choice.modules else name


def _with_modules(written: str, modules: tuple[str, ...] | None) -> tuple[str, tuple[str, ...] | None]:
    if Path(written).exists():
        return written, modules
    name, colon, listed = written.rpartition(":")
    if not colon or not name:
        return written, modules
    picked = tuple(each.strip() for each in listed.split(",") if each.strip())
    return name, picked or modules


def _extended(path: Path) -> str:
    """The ruleset that a variant file extends: the folder it lies in, else one by that name."""
    variant, faults = read_variant(path)
    if variant is None:
        raise UnknownSide(f"{path} cannot be read: {faults[0].message}; see: rulewright check {path}")
    named = text_of(variant.get("extends"))
    if named is None:
        raise UnknownSide(f"{path} is neither a ruleset nor a variant; a variant says which ruleset it 'extends'")
    here = path.resolve().parent.parent
    if path.resolve().parent.name == "variants" and ruleset_root(str(here)) is not None:
        return named if ruleset_root(named) is not None and _same(named, here) else str(here)
    if ruleset_root(named) is None:
        hint = did_you_mean(named, shipped_names()) or f"shipped are: {', '.join(shipped_names())}"
        raise UnknownSide(f"{path} extends '{named}', and there is no ruleset of that name; {hint}")
    return named


def _same(name: str, folder: Path) -> bool:
    root = ruleset_root(name)
    return root is not None and root.resolve() == folder


def _shipped_roots() -> list[Path]:
    return [root for name in shipped_names() if (root := ruleset_root(name)) is not None]
