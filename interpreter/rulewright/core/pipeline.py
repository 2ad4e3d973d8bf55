"""The way from a folder of YAML to a game: load, validate, compile, or read it from the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulewright.core.compile.cache import content_key, followed, read_cached, write_cached, write_same
from rulewright.core.diagnostics import Diagnostic, Lines, counted, has_errors, sort_diagnostics
from rulewright.core.load.bundled import BASE, PLAYERS, players_of, shared_files, shipped_root
from rulewright.core.load.picture_files import PICTURES, stamps_of
from rulewright.core.load.text import bytes_in
from rulewright.core.locating import (
    existing_root,
    find_ruleset,
    find_variant,
    known_names,
    ruleset_root,
    shipped_folder,
    shipped_names,
)
from rulewright.core.model.document import Mapping, Scalar, Sequence
from rulewright.core.model.game import Game
from rulewright.core.packages.chosen import (
    folders_of,
    packages_used,
    placed_modules,
    settled_modules,
    strange_names,
    translations_near,
    tree_of,
    variants_used,
)
from rulewright.core.run.build import make_build

if TYPE_CHECKING:
    from rulewright.core.compile.bound_game import BoundGame
    from rulewright.core.compile.compiling import Compiled
    from rulewright.core.load.assemble import Assembly
    from rulewright.core.load.entries import Sections
    from rulewright.core.load.files import Reader, SourceFile
    from rulewright.core.load.folder import RulesetSource
    from rulewright.core.load.picture_files import PictureFolder
    from rulewright.core.lower.lowering import Lowered
    from rulewright.core.model.game import Blueprint
    from rulewright.core.model.places import CoverPlan

__all__ = [
    "Built", "Choice", "Examined", "LoadedRules", "ReadRuleset", "RulesetError", "build_ruleset", "examine",
    "existing_root", "find_ruleset", "find_variant", "kinds_of", "known_names", "lines_of", "load_rules", "packages_of",
    "placed_modules", "read_whole", "refuse_errors", "ruleset_root", "settled", "shipped_folder", "shipped_names",
    "shipped_root", "translations_of",
]  # fmt: skip


class RulesetError(ValueError):
    """A ruleset that cannot be played: `diagnostics` says why, `lines` holds the source lines they point at."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], lines: Lines) -> None:
        super().__init__(f"{counted(len(diagnostics), 'problem')} in the ruleset")
        self.diagnostics = diagnostics
        self.lines = lines

    def __reduce__(self) -> tuple[object, ...]:
        """It comes back whole from a process that loads a ruleset."""
        return RulesetError, (self.diagnostics, self.lines), self.__dict__


@dataclass(frozen=True, slots=True)
class ReadRuleset:
    """A ruleset's files as read, what is wrong with their shape, and the source lines.

    `read` reads a variant that is played with them, if not from the disk.
    """

    source: RulesetSource
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines
    read: Reader | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a choice: the compiled game or None, its entries and files, all diagnostics, the source lines."""

    compiled: Compiled | None
    assembly: Assembly | None
    source: RulesetSource
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines

    def game(self) -> Game:
        """The compiled game, ready to play. Only for a choice that compiled."""
        assert self.compiled is not None
        return _game_of(self.compiled, self.source.root)

    def cover_plan(self, *, traced: bool = False) -> CoverPlan:
        """Return the plan of a game that counts coverage, see `play/series/coverage.py`. Only if it compiled."""
        from rulewright.core.compile.covered import cover_plan

        assert self.compiled is not None
        assert self.assembly is not None
        return cover_plan(self.compiled, self.assembly.sections, traced=traced)


@dataclass(frozen=True, slots=True)
class Examined:
    """A checked choice of ruleset and modules: its bound game, entries, files, diagnostics and source lines.

    The game is None if there is an error.
    """

    game: BoundGame | None
    assembly: Assembly | None
    source: RulesetSource
    diagnostics: tuple[Diagnostic, ...]
    lines: Lines
    boxed: frozenset[str] = frozenset()
    """The designs of which no piece is in a zone before the game."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A ruleset by name or path, its modules or None for the default ones, a variant file, and `watched`.

    A `watched` game checks its invariants.

    A module is an id, or leads to a package: the path of a folder or zip, or a name such as ada/tower@1.2.
    """

    ruleset: str
    modules: tuple[str, ...] | None = None
    variant: Path | None = None
    watched: bool = False


class LoadedRules(NamedTuple):
    """A game that is played in Python, and what another back end makes its code of.

    `key` is that of the cache, None if nothing is kept; `lowered` returns the lowered program, compiled if need be,
    and the blueprint that belongs to it.
    """

    game: Game
    key: str | None
    lowered: Callable[[], tuple[Lowered, Blueprint]]


def load_rules(choice: Choice, *, use_cache: bool = True) -> LoadedRules:
    """Return a game ready to be played in Python, from the cache where it is there.

    Raises RulesetError with diagnostics if the ruleset is not right, WrongSetup if there is none.
    """
    root, choice = existing_root(choice.ruleset), settled(choice)
    key = _key(choice) if use_cache else None
    key = followed(key) if key is not None else None
    cached = read_cached(key) if key is not None else None
    if cached is not None:
        blueprint, plain, traced, why = cached
        game = Game(blueprint, make_build(blueprint, plain), traced, why, players=players_of(root), plain_code=plain)
        return LoadedRules(game, key, partial(_lowered, choice))
    compiled = _compiled(choice)
    if key is not None:
        modules = placed_modules(choice.modules, compiled.blueprint.modules)
        asked, key = key, _key(replace(choice, modules=modules)) or key
        write_cached(key, compiled.blueprint, compiled.plain_code, compiled.traced_code, compiled.why_source)
        if asked != key:
            write_same(asked, key)
    return LoadedRules(_game_of(compiled, root), key, lambda: (compiled.lowered, compiled.blueprint))


def _lowered(choice: Choice) -> tuple[Lowered, Blueprint]:
    compiled = _compiled(choice)
    return compiled.lowered, compiled.blueprint


def _game_of(compiled: Compiled, root: Path) -> Game:
    build = make_build(compiled.blueprint, compiled.plain_code)
    return Game(
        compiled.blueprint, build, compiled.traced_code, compiled.why_source, players=players_of(root),
        plain_code=compiled.plain_code,
    )  # fmt: skip


def _compiled(choice: Choice) -> Compiled:
    built = build_ruleset(choice)
    if built.compiled is None:
        raise RulesetError(built.diagnostics, built.lines)
    return built.compiled


def read_whole(ruleset: str, packages: tuple[Path, ...] = (), translations: tuple[Path, ...] = ()) -> ReadRuleset:
    """Every file of a ruleset, by name or path, and of packages, read and its shape checked.

    `translations` are packages of translations, of which those that are for it are read.
    """
    from rulewright.core.load.folder import read_ruleset
    from rulewright.core.validate.shape import check_shape

    source = read_ruleset(existing_root(ruleset), packages=packages, translations=translations)
    found = list(source.diagnostics)
    for kind, file in kinds_of(source):
        if isinstance(file.node, Mapping):
            found += check_shape(kind, file.node)
    lines = {(file.name, n): line for file in source.files() for n, line in enumerate(_text(file.data).split("\n"), 1)}
    return ReadRuleset(source, tuple(found), lines)


def settled(choice: Choice) -> Choice:
    """The same choice with the folder of each package among its modules. Raises WrongSetup with a sentence."""
    root = existing_root(choice.ruleset)
    if choice.modules is None or not strange_names(root, choice.modules):
        return choice
    return replace(choice, modules=settled_modules(root, choice.modules, choice.variant))


def packages_of(choice: Choice) -> tuple[Path, ...]:
    """The folders of the packages that a choice is played with. Raises WrongSetup with a sentence about them."""
    return folders_of(existing_root(choice.ruleset), choice.modules, choice.variant)


def translations_of(choice: Choice) -> tuple[Path, ...]:
    """The folders of the packages of translations that may be for the game of a choice."""
    return tuple(folder for folder, _ in translations_near(choice.variant))


def build_ruleset(choice: Choice, *, extra_patches: Sequence | None = None, read: ReadRuleset | None = None) -> Built:
    """Read, check and compile a choice.

    The result has the diagnostics of every step, and the compiled game if there is no error.

    Whoever builds a ruleset for several choices reads it once and gives it as `read`.
    """
    from rulewright.core.compile.compiling import compile_game
    from rulewright.core.compile.pictured import with_pictures
    from rulewright.core.validate.manifests import manifest_of

    made = _assemble(choice, extra_patches, read)
    source, assembly, found = made.source, made.assembly, made.found
    if assembly is None or has_errors(found):
        return Built(None, assembly, source, made.diagnosed(choice, ()), made.lines)
    compiled, faults = compile_game(manifest_of(source), *made.entries())
    if choice.watched and compiled is not None and assembly.section("invariants"):
        from rulewright.core.compile.watched import watched

        compiled = watched(compiled, made.sections())
    used = (*packages_used(source, assembly.modules), *variants_used(choice.variant, source.root))
    if compiled is not None:
        blueprint = with_pictures(compiled.unexplained, made.sections(), source, made.beside, made.variant)
        compiled = replace(compiled, unexplained=replace(blueprint, packages=used))
    return Built(compiled, assembly, source, made.diagnosed(choice, faults), made.lines)


def examine(choice: Choice, *, read: ReadRuleset | None = None) -> Examined:
    """The same diagnostics as those of `build_ruleset`, sooner: without what only a game in play needs."""
    from rulewright.core.compile.compiling import bind_game
    from rulewright.core.compile.outside_texts import look_outside_texts
    from rulewright.core.validate.manifests import manifest_of

    made = _assemble(choice, None, read)
    source, assembly, found = made.source, made.assembly, made.found
    if assembly is None or has_errors(found):
        return Examined(None, assembly, source, made.diagnosed(choice, ()), made.lines)
    manifest, sections = manifest_of(source), made.sections()
    game = bind_game(manifest, sections, assembly.settings)
    in_texts = tuple(game.world.diagnostics)
    faults, boxed = (in_texts, frozenset[str]()) if in_texts else look_outside_texts(manifest, game, sections)
    return Examined(None if faults else game, assembly, source, made.diagnosed(choice, faults), made.lines, boxed)


@dataclass(frozen=True, slots=True)
class _Assembled:
    """The entries of a choice, None if they could not be gathered, and what is wrong so far."""

    assembly: Assembly | None
    source: RulesetSource
    found: list[Diagnostic]
    lines: Lines
    variant: Mapping | None = None
    beside: tuple[PictureFolder, ...] = ()

    def diagnosed(self, choice: Choice, faults: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Return all diagnostics, those that a module or a variant causes elsewhere in its own file."""
        if self.assembly is not None and self.assembly.account.deletions() and faults:
            from rulewright.core.load.causes import told_at_deletion

            faults = told_at_deletion(faults, self.assembly.account)
        if self.variant is None or not has_errors([*self.found, *faults]):
            return sort_diagnostics([*self.found, *faults])
        from rulewright.core.load.causes import told_at_cause

        assert self.assembly is not None
        bare = replace(choice, modules=placed_modules(choice.modules, self.assembly.modules), variant=None)
        before = examine(bare, read=ReadRuleset(self.source, (), {}))
        known = set(before.diagnostics)
        brought = [each for each in (*self.found, *faults) if each not in known]
        told = told_at_cause(self.variant, self.variant.span.file, brought, before.assembly)
        return sort_diagnostics([*before.diagnostics, *told])

    def entries(self) -> tuple[Sections, tuple[str, ...], str, tuple[tuple[Scalar, Scalar], ...]]:
        """Return (sections, module ids, digest, settings), the compiler's input next to the manifest."""
        from rulewright.core.load.digest import digest_of
        from rulewright.core.validate.manifests import manifest_of

        assert self.assembly is not None
        manifest = manifest_of(self.source)
        game = (manifest.min_seats, manifest.max_seats, manifest.begins)
        digest = digest_of(game, self.assembly)
        return self.sections(), self.assembly.modules, digest, self.assembly.settings

    def sections(self) -> Sections:
        assert self.assembly is not None
        return self.assembly.sections


def _assemble(choice: Choice, extra_patches: Sequence | None, read: ReadRuleset | None) -> _Assembled:
    """Each step runs only on what the one before has accepted, so that a mistake does not echo through all of them."""
    from rulewright.core.load.variant_pictures import beside_variant
    from rulewright.core.validate.assembled_entries import put_together
    from rulewright.core.validate.variants import checked_variant

    if read is None:
        choice = settled(choice)
        read = read_whole(choice.ruleset, packages_of(choice), translations_of(choice))
    source, found, lines = read.source, list(read.diagnostics), dict(read.lines)
    variant, beside = None, beside_variant(choice.variant, source.root)
    found += [fault for folder in beside for fault in folder.faults]
    if choice.variant is not None:
        variant, faults = checked_variant(choice.variant, source, read=read.read)
        found += faults
        lines |= lines_of(choice.variant)
    if has_errors(found):
        return _Assembled(None, source, found, lines)
    assembly, more = put_together(source, choice.modules or (), variant, extra_patches)
    return _Assembled(assembly, source, [*found, *more], lines, variant, beside)


def refuse_errors(found: list[Diagnostic], lines: Lines) -> None:
    """Raise RulesetError with all that was found if there is an error among it."""
    if has_errors(found):
        raise RulesetError(sort_diagnostics(found), lines)


def kinds_of(source: RulesetSource) -> list[tuple[str, SourceFile]]:
    """Every file of a ruleset with the kind it must be."""
    files = [("ruleset", source.manifest), ("ledger", source.ledger)]
    for module in source.modules:
        files += [("module", module.manifest), *(("content", file) for file in module.contents)]
        files += [("ledger", module.package.ledger)] if module.package is not None else []
    return [(kind, file) for kind, file in files if file is not None]


def lines_of(path: Path, name: str | None = None) -> Lines:
    """Return the lines of a file outside a ruleset folder, by (name of the file, line from 1)."""
    try:
        text = bytes_in(path).decode("utf-8", "replace")
    except (OSError, ValueError):
        return {}
    names = {path.name, path.as_posix()} if name is None else {name}
    return {(name, number): line for name in names for number, line in enumerate(text.splitlines(), 1)}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _parts(choice: Choice) -> list[tuple[str, bytes]] | None:
    """The bytes of every file the game could be made of, and the choices made."""
    root = existing_root(choice.ruleset)
    parts: list[tuple[str, bytes]] = [("modules", repr(choice.modules).encode())]
    parts += [("watched", b"")] if choice.watched else []
    try:
        folders = (root, root / BASE, *(each.parent for each in root.glob("*/module.yaml") if each.parent.name != BASE))
        parts += [("picture", each) for folder in folders for each in stamps_of(folder / PICTURES)]
        for path in sorted(root.rglob("*.yaml")):
            parts_of = path.relative_to(root).parts
            if parts_of[0] not in ("scenarios", "variants", "matches", "replays", PLAYERS):
                parts.append(("/".join(parts_of), bytes_in(path)))
        parts += [("shared", bytes_in(path)) for path in shared_files()]
        if choice.variant is not None:
            from rulewright.core.load.variant_files import files_of_variant, pictures_beside

            for each in files_of_variant(choice.variant, root):
                parts += [("variant", bytes_in(each)), *(("picture", it) for it in stamps_of(pictures_beside(each)))]
        parts += [("variant in a package", repr(each).encode()) for each in variants_used(choice.variant, root)]
        parts += [("package", f"{folder} {tree_of(folder)}".encode()) for folder in packages_of(choice)]
        parts += [("translation", tree.encode()) for _, tree in translations_near(choice.variant)]
    except OSError:
        return None
    return parts


def _key(choice: Choice) -> str | None:
    parts = _parts(choice)
    return content_key(parts) if parts is not None else None
