"""A ruleset folder: which of its files are read as what, and where a ruleset's name leads.

    <ruleset>/ruleset.yaml rules.yaml <module>/module.yaml <module>/**/*.yaml      (the module `base` needs no manifest)
    <ruleset>/variants/*.yaml matches/*.yaml scenarios/**/*.yaml replays/*.json players/*.json ladders/*.json
    <ruleset>/translations/*.yaml pictures/* <module>/pictures/*

A package, which is a module in a folder of its own anywhere, has in it what a ruleset has beside its modules:

    <package>/module.yaml rules.yaml **/*.yaml scenarios/**/*.yaml variants/*.yaml translations/*.yaml pictures/*

What is in the files is not judged here; a missing or wrong key is the shape checker's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic, Span, error, sort_diagnostics
from rulewright.core.load.bundled import BASE, LADDERS, PLAYERS
from rulewright.core.load.files import Reader, SourceFile, display_name, files_below, read_file
from rulewright.core.load.own_rules import with_owners
from rulewright.core.load.picture_files import PICTURES, PictureFolder, picture_folder
from rulewright.core.load.shared_content import SharedContent, shared_content
from rulewright.core.model.document import Mapping, Node, entries_of, part_of, text_of, written_at
from rulewright.core.packages.package_names import TRANSLATION
from rulewright.core.packages.package_places import known_name
from rulewright.core.translations.added_texts import NO_WORDS, Words, words_of
from rulewright.core.translations.translation_files import Translation, is_for, read_translation

MANIFEST = "ruleset.yaml"
LEDGER = "rules.yaml"
MODULE_MANIFEST = "module.yaml"
TRANSLATIONS = "translations"
OTHER_FOLDERS = ("variants", "matches", "scenarios", "replays", PLAYERS, LADDERS, TRANSLATIONS, PICTURES)
_OF_PACKAGES = ("variants", "scenarios", TRANSLATIONS, PICTURES)
LICENCE = "LICENSE"


@dataclass(frozen=True, slots=True)
class PackageFiles:
    """The files that a module in a folder of its own has beside its rules: a ledger, scenarios and variants."""

    root: Path
    ledger: SourceFile | None
    scenarios: tuple[Path, ...] = ()
    variants: tuple[Path, ...] = ()
    translations: tuple[Path, ...] = ()

    def own_rules(self) -> frozenset[str]:
        """Return the short ids of the rules in its own ledger."""
        node = self.ledger.node if self.ledger is not None else None
        return frozenset(key.text for key, _ in entries_of(part_of(node, "rules")))


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """The files of one module, with the id from its manifest, or else the folder's name.

    `folder` is a path within the ruleset's folder; that of a module with a `package` is absolute.
    """

    id: str
    folder: str
    manifest: SourceFile | None
    contents: tuple[SourceFile, ...]
    package: PackageFiles | None = None

    def has_manifest(self) -> bool:
        """Return whether the module has a manifest in a file of its own."""
        return self.manifest is not None and self.manifest.path.name == MODULE_MANIFEST


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """All of a ruleset folder that was read, the paths of what is read later, and what was wrong with it.

    `spoken` are its translation files and those of packages for it, `words` what can be shown of them. `pictures` are
    those of its own folder, its modules and its packages, `shared` the manifests of the shared content in `base`.
    """

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
    translations: tuple[Path, ...] = ()
    words: Words = NO_WORDS
    spoken: tuple[Translation, ...] = ()
    pictures: tuple[PictureFolder, ...] = ()
    shared: tuple[SourceFile, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def files(self) -> Iterator[SourceFile]:
        """Every file read: manifest, ledger, then module by module."""
        yield from (file for file in (self.manifest, self.ledger) if file is not None)
        for module in self.modules:
            yield from (module.manifest,) if module.manifest is not None and module.has_manifest() else ()
            ledger = module.package.ledger if module.package is not None else None
            yield from (ledger,) if ledger is not None else ()
            yield from module.contents

    def packages(self) -> Iterator[tuple[ModuleSource, PackageFiles]]:
        """Every module that is in a folder of its own, with what else is there."""
        return ((module, module.package) for module in self.modules if module.package is not None)

    def shown(self, path: Path) -> str:
        """The name that messages give a file: below the ruleset's folder or a package's, each by its own name."""
        path = path.resolve()
        roots = (self.root, *(package.root for _, package in self.packages()))
        home = next((root for root in roots if path.is_relative_to(root)), self.root)
        return display_name(path, home.parent)

    def with_owners(self, document: Mapping) -> Mapping:
        """A document as it is cited elsewhere: with the owners of rules if it is in the folder of a package."""
        for module, package in self.packages():
            if document.span.file.startswith(f"{package.root.name}/"):
                cited = with_owners(document, module.id, package.own_rules())
                assert isinstance(cited, Mapping)
                return cited
        return document

    def contents(self) -> Iterator[tuple[str, SourceFile]]:
        """Every content file with the id of its module, module by module."""
        return ((module.id, file) for module in self.modules for file in module.contents)

    def documents(self, paths: Iterable[Path]) -> Iterator[tuple[Path, Mapping]]:
        """Yield (path, document) of each readable file of some that are read later, such as matches."""
        for path in paths:
            file, _ = read_file(path, self.shown(path))
            if isinstance(file.node, Mapping):
                yield path, self.with_owners(file.node)

    def line_at(self, span: Span) -> str | None:
        """The line of a file read that a span is in."""
        for file in self.files():
            if file.name == span.file:
                return file.line(span.line)
        return None


def read_ruleset(
    root: Path,
    display_root: Path | None = None,
    read: Reader = read_file,
    packages: Iterable[Path] = (),
    translations: Iterable[Path] = (),
) -> RulesetSource:
    """Reads a ruleset folder, the folders of packages that are played with it, and those of packages of translations.

    Spans name files relative to `display_root`, by default the folder's parent; those of a package relative to its
    parent. `read` reads each file: an editor gives its unsaved text instead of what is on disk.
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
            there.refuse_unless_prose(path, "next to ruleset.yaml, only rules.yaml and folders are read")
    modules = tuple(there.module(root / folder, manifest) for folder in folders if folder not in OTHER_FOLDERS)
    shared = shared_content(manifest.node if manifest is not None else None, read, faults)
    modules = tuple(_with_shared(each, shared) if each.id == BASE else each for each in modules)
    added = tuple(read_package(each, read, faults) for each in packages)
    brought = [each.package for each in added if each.package is not None]
    owners = [(root, shown_from), *((root / each.folder, shown_from) for each in modules)]
    pictures = _pictures((*owners, *((each.root, each.root.parent) for each in brought)), faults)
    source = RulesetSource(
        id=id_of(manifest, root.name),
        root=root,
        manifest=manifest,
        ledger=ledger,
        modules=_without_twins((*modules, *added), faults),
        shared=tuple(each.manifest for each in shared),
        variants=(*there.files_below(root / "variants"), *(path for each in brought for path in each.variants)),
        matches=there.files_below(root / "matches"),
        scenarios=(*there.files_below(root / "scenarios"), *(path for each in brought for path in each.scenarios)),
        replays=there.files_below(root / "replays", ".json"),
        players=there.files_below(root / PLAYERS, ".json"),
        ladders=there.files_below(root / LADDERS, ".json"),
        translations=(
            *there.files_below(root / TRANSLATIONS),
            *(path for each in brought for path in each.translations),
        ),
        pictures=pictures,
        diagnostics=sort_diagnostics(faults),
    )
    return in_translation(source, read, translations)


def _pictures(owners: Iterable[tuple[Path, Path]], faults: list[Diagnostic]) -> tuple[PictureFolder, ...]:
    """Return the pictures of folders, each with the folder that its names are relative to, adding what is wrong."""
    listed = (picture_folder(each / PICTURES, display_name(each, above), above) for each, above in owners)
    found = tuple(each for each in listed if each is not None)
    for folder in found:
        faults += folder.faults
    return found


def in_translation(source: RulesetSource, read: Reader, packages: Iterable[Path]) -> RulesetSource:
    """The ruleset with the texts of its translations, and of those packages of translations that are for it.

    What is wrong with such a file stops no game: it is found when the file is checked.
    """
    found = [read_translation(path, source.shown(path), read) for path in source.translations]
    of: tuple[RulesetSource | ModuleSource, ...] = (source, *source.modules)
    owners = [(each.id, text_of(part_of(_document(each), "version")) or "") for each in of]
    for folder in packages:
        path = folder / TRANSLATION
        each = read_translation(path, display_name(path, folder.parent), read)
        found += [each] if is_for(each, owners) else []
    if not found:
        return source
    names = new_names_in(source)
    found = [replace(each, names=names) for each in found] if names else found
    words = words_of(found)
    modules = tuple(
        replace(each, manifest=_worded(each.manifest, words, "module", f"{each.id}/")) for each in source.modules
    )
    manifest = _worded(source.manifest, words, "ruleset", "/")
    return replace(source, manifest=manifest, modules=modules, words=words, spoken=tuple(found))


def new_names_in(source: RulesetSource) -> dict[str, str]:
    """The name of now of each old one that a ruleset and its packages list, families by their ids."""
    listed = names_listed(source)
    return {old: last_name(listed, old) for old in listed}


def names_listed(source: RulesetSource) -> dict[str, str]:
    """The next name of each old one that a ruleset and its packages list, families by their ids."""
    files = (source.manifest, *(module.manifest for module, _ in source.packages()))
    nodes = (part_of(file.node, "renamed") for file in files if file is not None)
    return {key.text: text_of(value) or "" for node in nodes for key, value in entries_of(node)}


def last_name(listed: dict[str, str], name: str) -> str:
    """The name to which a listed one leads, from each to the next."""
    passed = {name}
    while (name := listed[name]) in listed and name not in passed:
        passed.add(name)
    return name


def _worded(file: SourceFile | None, words: Words, kind: str, prefix: str) -> SourceFile | None:
    if file is None or not isinstance(file.node, Mapping):
        return file
    return replace(file, node=words.of_manifest(kind, prefix, file.node))


def _document(of: RulesetSource | ModuleSource) -> Node | None:
    return of.manifest.node if of.manifest is not None else None


def read_package(folder: Path, read: Reader, faults: list[Diagnostic]) -> ModuleSource:
    """Read a module in a folder of its own, adding faults of its files to `faults`."""
    root = folder.resolve()
    paths = files_below(root, root.parent, faults)
    there = _Reading(paths, root.parent, read, faults)
    manifest = there.required(root / MODULE_MANIFEST)
    ledger = there.file(root / LEDGER) if root / LEDGER in paths else None
    package = PackageFiles(
        root, ledger, *(there.files_below(root / each) for each in ("scenarios", "variants", TRANSLATIONS))
    )
    others = {root / MODULE_MANIFEST, root / LEDGER}
    files = []
    for path in paths:
        within = path.relative_to(root).parts
        if path in others or within[0] in _OF_PACKAGES or path.name == LICENCE:
            continue
        if path.suffix == ".yaml":
            files.append(there.file(path))
        else:
            there.refuse_unless_prose(path, "only .yaml and .md files go here")
    name, own = id_of(manifest, root.name), package.own_rules()
    contents = tuple(
        file if file.node is None else replace(file, node=with_owners(file.node, name, own)) for file in files
    )
    return ModuleSource(name, str(root), manifest, contents, package)


def read_variant(
    path: Path, display_root: Path | None = None, read: Reader = read_file
) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """A variant's document. Spans name the file relative to `display_root` if it is below it."""
    shown = known_name(path)
    file, faults = read(path, display_name(path, display_root) if shown != path.name else shown)
    if isinstance(file.node, Mapping) or faults:
        return (file.node if isinstance(file.node, Mapping) else None), faults
    wrong = error("not-a-mapping", Span(file.name, 1, 1), "a variant must be a mapping", "start with 'kind: variant'")
    return None, (wrong,)


def variants_in(root: Path | None) -> dict[str, Path]:
    """Map the names of the variants in a ruleset's folder to their files, empty without a folder."""
    return {path.stem: path for path in sorted(root.glob("variants/*.yaml"))} if root is not None else {}


def ruleset_above(path: Path) -> Path | None:
    """Return the absolute path of the ruleset folder that contains a path, or None."""
    return next((folder for folder in path.resolve().parents if (folder / MANIFEST).is_file()), None)


def _with_shared(base: ModuleSource, shared: Iterable[SharedContent]) -> ModuleSource:
    return replace(base, contents=(*(file for each in shared for file in each.contents), *base.contents))


def manifest_of_base(ruleset: SourceFile | None) -> SourceFile | None:
    """Return the manifest of a module `base` that has none: what that of the ruleset says of it."""
    if ruleset is None or not isinstance(ruleset.node, Mapping):
        return None
    span = ruleset.node.span
    said = (("kind", "module"), ("id", BASE))
    entries = (*((written_at(key, span), written_at(value, span)) for key, value in said), *(
        (key, node) for key, node in ruleset.node.entries if key.text == "title"
    ))  # fmt: skip
    return replace(ruleset, node=Mapping(entries, span))


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

    def module(self, folder: Path, ruleset: SourceFile | None) -> ModuleSource:
        path = folder / MODULE_MANIFEST
        is_told = folder.name != BASE or path in self.paths
        manifest = self.required(path) if is_told else manifest_of_base(ruleset)
        there = replace(self, paths=tuple(each for each in self.paths if not each.is_relative_to(folder / PICTURES)))
        contents = [self.file(path) for path in there.files_below(folder) if path != folder / MODULE_MANIFEST]
        return ModuleSource(id_of(manifest, folder.name), folder.name, manifest, tuple(contents))

    def files_below(self, folder: Path, suffix: str = ".yaml") -> tuple[Path, ...]:
        """Return the files below a folder that have the suffix, and refuse the others."""
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
    """Return the modules in the order of their folders, and report each second one of an id."""
    kept: dict[str, ModuleSource] = {}
    for module in modules:
        if module.id not in kept:
            kept[module.id] = module
        elif module.manifest is not None:
            written = part_of(module.manifest.node, "id")
            span = written.span if written is not None else Span(module.manifest.name, 1, 1)
            hint = f"the folder '{kept[module.id].folder}' has this id already"
            if module.package is not None:
                hint += "; a package cannot replace a module: give it another id"
            faults.append(error("duplicate-id", span, f"a second module is named '{module.id}'", hint))
    return tuple(kept.values())
