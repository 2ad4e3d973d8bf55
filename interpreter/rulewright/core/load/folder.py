"""A ruleset folder: which of its files are read as what, and where a ruleset's name leads.

    <ruleset>/ruleset.yaml rules.yaml <module>/module.yaml <module>/**/*.yaml
    <ruleset>/variants/*.yaml matches/*.yaml scenarios/**/*.yaml replays/*.json players/*.json ladders/*.json

What is in the files is not judged here; a missing or wrong key is the shape checker's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Span, error, sort_diagnostics
from rulewright.core.load.brought import LADDERS, PLAYERS
from rulewright.core.load.files import Reader, SourceFile, display_name, files_below, read_file
from rulewright.core.model.document import Mapping, part_of, text_of

MANIFEST = "ruleset.yaml"
LEDGER = "rules.yaml"
MODULE_MANIFEST = "module.yaml"
OTHER_FOLDERS = ("variants", "matches", "scenarios", "replays", PLAYERS, LADDERS)


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """One module's files; the id is what its manifest says, else the folder's name."""

    id: str
    folder: str
    manifest: SourceFile | None
    contents: tuple[SourceFile, ...]


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """All of a ruleset folder that was read, the paths of what is read later, and what was wrong with it."""

    id: str
    root: Path
    manifest: SourceFile | None
    ledger: SourceFile | None
    modules: tuple[ModuleSource, ...]
    variants: tuple[Path, ...] = ()
    matches: tuple[Path, ...] = ()
    scenarios: tuple[Path, ...] = ()
    replays: tuple[Path, ...] = ()
    players: tuple[Path, ...] = ()
    ladders: tuple[Path, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def files(self) -> Iterator[SourceFile]:
        """Every file read: manifest, ledger, then module by module."""
        yield from (file for file in (self.manifest, self.ledger) if file is not None)
        for module in self.modules:
            yield from (module.manifest,) if module.manifest is not None else ()
            yield from module.contents

    def contents(self) -> Iterator[tuple[str, SourceFile]]:
        """Every content file with the id of its module, module by module."""
        return ((module.id, file) for module in self.modules for file in module.contents)

    def documents(self, paths: Iterable[Path]) -> Iterator[tuple[Path, Mapping]]:
        """What is in some of the files that are read later, such as its matches, as far as it can be read."""
        for path in paths:
            file, _ = read_file(path, display_name(path, self.root.parent))
            if isinstance(file.node, Mapping):
                yield path, file.node

    def line_at(self, span: Span) -> str | None:
        """The line of a file read that a span is in."""
        for file in self.files():
            if file.name == span.file:
                return file.line(span.line)
        return None


def read_ruleset(root: Path, display_root: Path | None = None, read: Reader = read_file) -> RulesetSource:
    """Reads a ruleset folder. Spans name files relative to `display_root`, by default the folder's parent.

    `read` reads each file: an editor gives its unsaved text instead of what is on disk.
    """
    root = root.resolve()
    shown_from = (display_root or root.parent).resolve()
    faults: list[Diagnostic] = []
    paths = files_below(root, shown_from, faults)
    there = _Reading(paths, shown_from, read, faults)
    folders = sorted({path.relative_to(root).parts[0] for path in paths if path.parent != root})
    manifest, ledger = there.required(root / MANIFEST), there.required(root / LEDGER)
    for path in paths:
        if path.parent == root and path.name not in (MANIFEST, LEDGER):
            there.refuse_unless_prose(path, "next to ruleset.yaml there are rules.yaml and folders")
    modules = tuple(there.module(root / folder) for folder in folders if folder not in OTHER_FOLDERS)
    return RulesetSource(
        id=id_of(manifest, root.name),
        root=root,
        manifest=manifest,
        ledger=ledger,
        modules=_without_twins(modules, faults),
        variants=there.files_below(root / "variants"),
        matches=there.files_below(root / "matches"),
        scenarios=there.files_below(root / "scenarios"),
        replays=there.files_below(root / "replays", ".json"),
        players=there.files_below(root / PLAYERS, ".json"),
        ladders=there.files_below(root / LADDERS, ".json"),
        diagnostics=sort_diagnostics(faults),
    )


def read_variant(path: Path, display_root: Path | None = None) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """A variant's document. Spans name the file relative to `display_root` if it is below it."""
    file, faults = read_file(path, display_name(path, display_root))
    if isinstance(file.node, Mapping) or faults:
        return (file.node if isinstance(file.node, Mapping) else None), faults
    wrong = error("not-a-mapping", Span(file.name, 1, 1), "a variant is a mapping", "start with 'kind: variant'")
    return None, (wrong,)


def variants_in(root: Path | None) -> dict[str, Path]:
    """The files of the variants in the folder of a ruleset, by their names; none of no ruleset."""
    return {path.stem: path for path in sorted(root.glob("variants/*.yaml"))} if root is not None else {}


def ruleset_above(path: Path) -> Path | None:
    """The ruleset folder that a file or folder is in, as an absolute path; None if it is in none."""
    return next((folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()), None)


def id_of(manifest: SourceFile | None, folder: str) -> str:
    """The id that a manifest gives a ruleset or a module, else the name of its folder."""
    return text_of(part_of(manifest.node if manifest is not None else None, "id")) or folder


@dataclass(frozen=True, slots=True)
class _Reading:
    """A folder while it is read: all files in it, what their names are relative to, and what is wrong so far."""

    paths: tuple[Path, ...]
    shown_from: Path
    read: Reader
    faults: list[Diagnostic]

    def file(self, path: Path) -> SourceFile:
        file, found = self.read(path, display_name(path, self.shown_from))
        self.faults.extend(found)
        return file

    def required(self, path: Path) -> SourceFile | None:
        """A file that must be there, or None and a diagnostic."""
        if path in self.paths:
            return self.file(path)
        message = f"'{path.parent.name}' has no {path.name}"
        otherwise = ", or move the folder out of the ruleset" if path.name == MODULE_MANIFEST else ""
        span = Span(display_name(path, self.shown_from), 1, 1)
        self.faults.append(error("missing-file", span, message, f"write {path.name}{otherwise}"))
        return None

    def module(self, folder: Path) -> ModuleSource:
        manifest = self.required(folder / MODULE_MANIFEST)
        contents = [self.file(path) for path in self.files_below(folder) if path != folder / MODULE_MANIFEST]
        return ModuleSource(id_of(manifest, folder.name), folder.name, manifest, tuple(contents))

    def files_below(self, folder: Path, suffix: str = ".yaml") -> tuple[Path, ...]:
        """The files below a folder that are read from there; others are refused."""
        inside = [path for path in self.paths if path.is_relative_to(folder)]
        for path in inside:
            if path.suffix != suffix:
                self.refuse_unless_prose(path, f"only {suffix} and .md files go here")
        return tuple(path for path in inside if path.suffix == suffix)

    def refuse_unless_prose(self, path: Path, reason: str) -> None:
        if path.suffix != ".md":
            hint = f"rename it to {path.stem}.yaml" if path.suffix == ".yml" else reason
            span = Span(display_name(path, self.shown_from), 1, 1)
            self.faults.append(error("unexpected-file", span, f"nothing reads '{path.name}' here", hint))


def _without_twins(modules: tuple[ModuleSource, ...], faults: list[Diagnostic]) -> tuple[ModuleSource, ...]:
    """The modules in the order of their folders, each id once; a second one of an id is a diagnostic."""
    kept: dict[str, ModuleSource] = {}
    for module in modules:
        if module.id not in kept:
            kept[module.id] = module
        elif module.manifest is not None:
            written = part_of(module.manifest.node, "id")
            span = written.span if written is not None else Span(module.manifest.name, 1, 1)
            hint = f"the folder '{kept[module.id].folder}' has this id already"
            faults.append(error("duplicate-id", span, f"a second module is named '{module.id}'", hint))
    return tuple(kept.values())
