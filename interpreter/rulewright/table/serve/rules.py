"""The rules of a table: those that its ruleset has now or, if they have changed since, the copy that was kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.core.load.renamed import Names
from rulewright.core.load.variant_files import modules_of_variant
from rulewright.core.model.game import Build, Game
from rulewright.core.model.packages_used import PackageRefused, PackageUsed
from rulewright.core.packages.package_names import id_named
from rulewright.core.pipeline import Choice, RulesetError, find_variant, ruleset_root
from rulewright.core.run.build import asking_singly, traced_build
from rulewright.core.run.steps import WrongSetup
from rulewright.core.writing import write_whole
from rulewright.native.loading import load_game
from rulewright.play.records.renamed_games import names_between
from rulewright.table.serve.hosting.latest import Latest
from rulewright.table.serve.package_shelf import PackageShelf, origin_of
from rulewright.table.serve.records import Record, TablePackage
from rulewright.table.serve.store import TableStore

_NOT_PLAYED = ("scenarios", "matches", "replays")
_VARIANT = "variant.yaml"
_DROPPED_IN = "variants"
_MOST_LOADED = 12


@dataclass(slots=True, eq=False)
class Rules:
    """A game ready to play, with a build that records events, and the files it was made of."""

    choice: Choice
    game: Game
    build: Build
    _singly: Rules | None = None

    def of_table(self, record: Record) -> Rules:
        """Return the rules as the table plays them, with questions asked singly or not (see `TableInPlay`).

        They are made once for all tables.
        """
        if not record.asks_singly or len(record.policies) < 2:
            return self
        if self._singly is None:
            game = asking_singly(self.game)
            self._singly = self if game is self.game else Rules(self.choice, game, traced_build(game))
        return self._singly

    @property
    def digest(self) -> str:
        return self.game.blueprint.digest


class RulesShelf:
    """Rules loaded once for all tables that are played by them.

    Variants are found in `variant_folders` as well as with their rulesets.
    """

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._loaded: Latest[tuple[object, ...], Rules] = Latest(_MOST_LOADED)
        self._room: TemporaryDirectory[str] | None = None
        self.packages = PackageShelf(store, lambda: self.folder)
        self.variant_folders: tuple[Path, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of files that came as texts: uploaded variants, copies of rules."""
        if self._store.folder is not None:
            return self._store.folder
        self._room = self._room or TemporaryDirectory(prefix="rulewright-tables-")
        return Path(self._room.name)

    def choice_of(
        self, ruleset: str, modules: tuple[str, ...] | None, variant: str | None, variant_text: str | None,
        packages: Iterable[PackageUsed] = (),
    ) -> Choice:  # fmt: skip
        """Return the files to load, where `packages` are those among the modules.

        Raises WrongSetup if there is no ruleset or variant of that name, or if a package is not here.
        """
        root = ruleset_root(ruleset)
        if root is None:
            raise WrongSetup(f"this server no longer has the ruleset '{ruleset}'")
        path, used = None, tuple(packages)
        if variant_text is not None:
            path = self._written(_DROPPED_IN, _name_of(variant_text), variant_text)
        elif variant is not None:
            path = self._rule_packed(variant, used, root)
            paths = (path, *(find_variant(variant, root, each) for each in (None, *self.variant_folders)))
            path = next(filter(None, paths), None)
            if path is None:
                raise WrongSetup(f"'{ruleset}' no longer has the variant '{variant}'")
            if modules is None and used:
                modules = modules_of_variant(path, root) or None
        return Choice(ruleset, self._placed(modules, used), path)

    def _rule_packed(self, variant: str, used: Iterable[PackageUsed], root: Path) -> Path | None:
        try:
            return self.packages.rule(variant, used, root)
        except PackageRefused as refused:
            raise WrongSetup(str(refused)) from None

    def choice_at(self, record: Record) -> Choice:
        """Return the files that a table is played by as they are now. Raises WrongSetup as `choice_of`."""
        used = [each.used for each in record.packages]
        return self.choice_of(record.ruleset, record.modules, record.variant, record.variant_text, used)

    def _placed(self, modules: tuple[str, ...] | None, packages: Iterable[PackageUsed]) -> tuple[str, ...] | None:
        """Return modules with the folder of each package in place of its id."""
        if modules is None:
            return None
        wanted = {id_named(each.package): each for each in packages}
        found = [(name, wanted.get(id_named(name))) for name in modules]
        try:
            return tuple(name if used is None else str(self.packages.folder_of(used)) for name, used in found)
        except PackageRefused as refused:
            raise WrongSetup(str(refused)) from None

    def packages_in(self, rules: Rules, known: Iterable[TablePackage]) -> tuple[TablePackage, ...]:
        """Return the packages of rules, each with where it comes from as it is `known`, else as it was installed."""
        origins = {each.tree: each.origin for each in known}
        used = rules.game.blueprint.packages
        return tuple(TablePackage(*each, origins.get(each.tree) or origin_of(each.tree)) for each in used)

    def forget(self, variant_text: str) -> None:
        """Delete the file of an uploaded variant unless a table plays by it."""
        if variant_text and not self._store.is_played(variant_text):
            (self.folder / _DROPPED_IN / _name_of(variant_text)).unlink(missing_ok=True)

    def sweep(self) -> None:
        """Let all variants and packages go that are no table's: a server that was killed left them there."""
        for path in (self.folder / _DROPPED_IN).glob("*"):
            if not self._is_played(path):
                path.unlink(missing_ok=True)
        self.packages.sweep()

    def _is_played(self, path: Path) -> bool:
        try:
            return self._store.is_played(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return False

    def load(self, choice: Choice) -> Rules:
        """Return the rules of a choice as its files are now. Raises RulesetError, WrongSetup or OSError."""
        key = (choice, signature(choice))
        if key in self._loaded:
            self._loaded.move_to_end(key)
            return self._loaded[key]
        path = choice.variant
        kept = path is None or path.parent != self.folder / _DROPPED_IN or self._is_played(path)
        kept = kept and not self.packages.is_looked_at((*(choice.modules or ()), *([str(path)] if path else [])))
        game = load_game(choice.ruleset, modules=choice.modules, variant=choice.variant, use_cache=kept)
        rules = self._loaded[key] = Rules(choice, game, traced_build(game))
        return rules

    def take_over(self, other: RulesShelf) -> None:
        """Take the rules that another shelf has loaded."""
        self._loaded = other._loaded

    def of(self, record: Record) -> tuple[Rules, bool]:
        """Return (rules, changed): the rules that a table is played by, and whether its ruleset has others by now.

        Raises RulesetError or WrongSetup if neither the ruleset nor the copy can be loaded.
        """
        fault: Exception | None = None
        try:
            rules = self.load(self.choice_at(record))
            if rules.digest == record.digest:
                return rules, False
        except (RulesetError, WrongSetup, OSError) as found:
            fault = found
        choice = self._kept(record)
        if choice is None:
            raise fault or WrongSetup("the rules have changed, and no copy of the old ones was saved")
        return self.load(choice), True

    def keep(self, rules: Rules) -> None:
        """Keep a copy of all files that the rules are made of."""
        root = ruleset_root(rules.choice.ruleset)
        assert root is not None
        files = {
            f"rules/{root.name}/{path.relative_to(root).as_posix()}": path.read_text("utf-8")
            for path in [*_played_by(root), *map(Path, rules.game.players)]
        }
        if rules.choice.variant is not None:
            files[_VARIANT] = rules.choice.variant.read_text("utf-8")
        self._store.keep_rules(rules.digest, files)
        self.packages.keep(rules.choice)

    def names_since(self, record: Record, rules: Rules) -> Names:
        """Map each name in the rules that a table was played by to that in other rules."""
        return names_between(self._kept(record), rules.choice)

    def _kept(self, record: Record) -> Choice | None:
        """Return the copy of a table's rules as files, or None if there is none."""
        files = self._store.rules(record.digest)
        if files is None:
            return None
        paths = {name: self._written(f"kept/{record.digest[:32]}", name, text) for name, text in files.items()}
        manifest = next(path for name, path in paths.items() if name.endswith("/ruleset.yaml") and name.count("/") == 2)
        modules = self._placed(record.modules, [each.used for each in record.packages])
        return Choice(str(manifest.parent), modules, paths.get(_VARIANT))

    def _written(self, folder: str, name: str, text: str) -> Path:
        path = self.folder / folder / name
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        return path


def _name_of(variant_text: str) -> str:
    return f"{sha256(variant_text.encode()).hexdigest()[:32]}.yaml"


def _played_by(root: Path) -> list[Path]:
    """Return the files of a ruleset that a game is made of."""
    return [each for each in sorted(root.rglob("*.yaml")) if each.relative_to(root).parts[0] not in _NOT_PLAYED]


def signature(choice: Choice) -> tuple[tuple[str, int, int], ...]:
    """Return (path, modification time in ns, size) of each rule file.

    The value changes whenever a file does.
    """
    root = ruleset_root(choice.ruleset)
    paths = [*(_played_by(root) if root is not None else ()), *filter(None, (choice.variant,))]
    return tuple((str(path), about.st_mtime_ns, about.st_size) for path in paths for about in (path.stat(),))
