"""Study of one ruleset folder while it is edited: its files, its names, and its faults by file."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.author.editor.formatting.formatting import formatted_file
from rulewright.author.editor.formatting.missing_quotes import with_quotes
from rulewright.author.editor.formatting.ruleset_around import known_around, root_of
from rulewright.author.editor.names.index import NameIndex
from rulewright.author.editor.names.kept_names import indexing_to_keep, kept_index
from rulewright.author.review.author_files import AuthorFiles
from rulewright.author.review.buffers import Buffers
from rulewright.author.review.games import Depth, GameChoice, ReviewedGames
from rulewright.author.review.homes import is_package, module_at
from rulewright.author.review.packages import brought_faults, choices_with
from rulewright.author.review.scenes import bound_mistakes, text_mistakes
from rulewright.author.review.translations import faults_of_file, faults_of_translations
from rulewright.core.diagnostics import Diagnostic, Span, error, has_errors, sort_diagnostics
from rulewright.core.load.conditions import applies, choices_to_check
from rulewright.core.load.files import display_name
from rulewright.core.load.folder import MODULE_MANIFEST, OTHER_FOLDERS, RulesetSource, read_ruleset
from rulewright.core.load.modules import choose_modules
from rulewright.core.load.renamed import by_new_names
from rulewright.core.load.shared_content import shared_file
from rulewright.core.model.document import Mapping
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.chosen import folders_of
from rulewright.core.packages.package_names import TRANSLATION
from rulewright.core.run.steps import WrongSetup
from rulewright.core.translations.translation_files import read_translation
from rulewright.core.validate.schemas import KINDS
from rulewright.core.validate.shape import kind_of
from rulewright.play.records.planned_matches import check_match_file

FoundByFile = dict[Path, tuple[Diagnostic, ...]]


@dataclass(slots=True)
class Study:
    """The rulesets that an editor has files of open, each with the last index that could be made."""

    files: AuthorFiles = field(default_factory=AuthorFiles)
    indexes: dict[Path, NameIndex] = field(default_factory=dict)
    sources: dict[Path, RulesetSource] = field(default_factory=dict)

    @property
    def buffers(self) -> Buffers:
        """The texts of the editor."""
        return self.files.buffers

    @property
    def games(self) -> ReviewedGames:
        """The games that have been bound so far."""
        return self.files.games

    def root_of(self, path: Path) -> Path | None:
        """Return the folder of a file's ruleset or package: the one it is in, or the ruleset it extends or is about."""
        return root_of(path, self.buffers.read(path, path.name)[0].node)

    def diagnose(self, path: Path, depth: Depth = "texts") -> FoundByFile:
        """Return the faults of a file and, if it is part of a ruleset, of the ruleset's other files.

        Quick enough to be asked at every pause in typing: of each text what its checker says. A greater depth finds
        what shows only when all texts are right as well. Where the game of a package is missing, that is a fault.
        """
        root = self.root_of(path)
        try:
            return self._diagnose(path, root, depth)
        except PackageRefused as refused:
            assert root is not None
            return self._unbound(path, root, str(refused))

    def _diagnose(self, path: Path, root: Path | None, depth: Depth) -> FoundByFile:
        file, faults = self.buffers.read(path, self.name(path, root))
        kind = kind_of(file.node) if isinstance(file.node, Mapping) else None
        if kind == "variant" and root is not None:
            return {path: self._variant(path, root, depth)}
        if kind == "translation" and root is not None:
            return {path: self._translation(path, root)}
        if root is None or not self.is_part(path, root):
            found = [*faults, *self.buffers.shape(kind, file)]
            if kind == "scenarios" and root is not None and isinstance(file.node, Mapping):
                found += self._scenarios(file.node, path, self.source(root), found, depth)
            if kind == "match" and depth != "texts" and self.buffers.is_saved(path):
                at_hand = self.files.review(root).at_hand() if root is not None else None
                found += check_match_file(path, at_hand)[1]
            return {path: sort_diagnostics(found)}
        return self._ruleset(root, path, depth)

    def source(self, root: Path) -> RulesetSource:
        """Return the files of a ruleset or package as they are now. Raises PackageRefused if its ruleset is missing."""
        self.sources[root] = self.files.source(root)
        return self.sources[root]

    def learn(self, root: Path) -> NameIndex | None:
        """Rebuild the index of a ruleset, and return it. The last index stays if its files cannot be read."""
        for _ in self.learning(root):
            pass
        return self.indexes.get(root)

    def learning(self, root: Path) -> Generator[None, None, None]:
        """Rebuild the index of a ruleset in steps, between which the caller may stop."""
        try:
            source = self.source(root)
        except PackageRefused:
            return
        yield
        known = kept_index(source, self.buffers)
        if known is not None:
            self.indexes[root] = known
        elif not has_errors(self.files.misshapen(source)):
            self.indexes[root] = yield from indexing_to_keep(source, self.buffers)

    def recall(self, root: Path) -> None:
        """Take the index of a ruleset from the cache if it is there, and none is known yet."""
        if root not in self.indexes:
            with suppress(PackageRefused):
                known = kept_index(self.source(root), self.buffers)
                self.indexes |= {root: known} if known is not None else {}

    def formatted(self, path: Path) -> str | None:
        """Return a file in canonical layout, or None if it cannot be read or is not one of ours."""
        file, faults = with_quotes(self.buffers.read(path, path.as_posix()))
        if faults or not isinstance(file.node, Mapping) or kind_of(file.node) not in KINDS:
            return None
        return formatted_file(file, (), known_around(self.root_of(path), self.buffers.read)).text

    def path_of(self, root: Path, span: Span) -> Path:
        """Return the file that a span of a ruleset's index or diagnostics is in."""
        path = Path(span.file)
        if path.is_absolute():
            return path
        if (shared := shared_file(span.file)) is not None:
            return shared
        source = self.sources.get(root)
        others = (source.root, *(each.root for _, each in source.packages())) if source is not None else ()
        home = next((each for each in (root, *others) if path.parts[:1] == (each.name,)), root)
        return home.parent / path

    def by_file(self, root: Path, found: Iterable[Diagnostic]) -> FoundByFile:
        """Map each file of a ruleset to its findings, in the order of their positions."""
        listed: dict[Path, list[Diagnostic]] = {}
        for each in sort_diagnostics(found):
            listed.setdefault(self.path_of(root, each.span), []).append(each)
        return {path: tuple(faults) for path, faults in listed.items()}

    def name(self, path: Path, root: Path | None) -> str:
        """Return the name of a file in diagnostics."""
        return display_name(path.resolve(), root.parent) if root is not None else path.as_posix()

    def is_part(self, path: Path, root: Path) -> bool:
        """Whether a file is one of those that a game is made of."""
        path = path.resolve()
        if not path.is_relative_to(root):
            return False
        return path.relative_to(root).parts[0] not in OTHER_FOLDERS

    def _ruleset(self, root: Path, path: Path, depth: Depth) -> FoundByFile:
        source = self.source(root)
        found = [*self.files.misshapen(source)]
        module = module_at(root, source)
        if not has_errors(found) and module is not None:
            choices = (next(choices_with(module.id, source)), *self._others(source, path))
            for modules in dict.fromkeys(choices):
                found += brought_faults(module.id, f"{root.name}/", modules, source, self.games, depth)
        elif not has_errors(found):
            for modules in ((), *self._others(source, path)):
                found += self.games.game(source, GameChoice(modules)).faults(depth)
        return {file.path: () for file in source.files()} | self.by_file(root, found)

    def _unbound(self, path: Path, root: Path, sentence: str) -> FoundByFile:
        """Return the faults of a file in a package whose game is missing, and that, where its manifest names it."""
        file, faults = self.buffers.read(path, self.name(path, root))
        kind = kind_of(file.node) if isinstance(file.node, Mapping) else None
        found = {path: sort_diagnostics([*faults, *self.buffers.shape(kind, file)])}
        manifest = next((root / each for each in (MODULE_MANIFEST, TRANSLATION) if (root / each).is_file()), path)
        node = self.buffers.read(manifest, self.name(manifest, root))[0].node
        place = node.span_of("extends") if isinstance(node, Mapping) else Span(self.name(manifest, root), 1, 1)
        if not self.is_part(path, root):  # what is told at the manifest stays until that is looked at again
            manifest, place = path, Span(file.name, 1, 1)
        unbound = error("unbound-package", place, sentence)
        return found | {manifest: sort_diagnostics([*found.get(manifest, ()), unbound])}

    def _translation(self, path: Path, root: Path) -> tuple[Diagnostic, ...]:
        """Return the faults of a translation file, those that the texts of the game show only if that can be read."""
        source, resolved = self.source(root), path.resolve()
        if not has_errors(self.files.misshapen(source)):
            for _, faults in faults_of_translations(source, (resolved,)):
                return sort_diagnostics(faults)
        return sort_diagnostics(faults_of_file(read_translation(path, self.name(path, root), self.buffers.read)))

    def _scenarios(
        self, document: Mapping, path: Path, source: RulesetSource, found: list[Diagnostic], depth: Depth
    ) -> list[Diagnostic]:
        """Return the faults in the texts of a scenario file.

        Names and types are checked only if `depth` goes beyond "texts".
        """
        more = list(text_mistakes(document, source))
        if depth != "texts" and not has_errors([*found, *more]):
            more += bound_mistakes(document, path.parent, source, self.games, self.buffers.read)
        return more

    def _others(self, source: RulesetSource, path: Path) -> tuple[tuple[str, ...], ...]:
        """Return a choice of modules that uses the file, if the default one does not."""
        for module, file in source.contents():
            if file.path.resolve() == path.resolve():
                for asked in ((), *choices_to_check(source)):
                    on = {each.id for each in choose_modules(source, asked, None)[0]}
                    if module in on and applies(file.node, on):
                        return (asked,) if asked else ()
        return ()

    def _source_for(self, variant: Path, root: Path) -> RulesetSource:
        """Return the files of a variant's ruleset, with the packages that it names."""
        source = self.source(root)
        if is_package(root):
            return source
        try:
            packages = folders_of(root, None, variant, self.buffers.read)
        except WrongSetup:  # it is told where the variant is played, and its name is unknown here
            return source
        return read_ruleset(root, read=self.buffers.read, packages=packages) if packages else source

    def _variant(self, path: Path, root: Path, depth: Depth) -> tuple[Diagnostic, ...]:
        file, faults = self.buffers.read(path, path.as_posix())
        found = [*faults, *self.buffers.shape("variant", file)]
        source = self._source_for(path, root)
        if not isinstance(file.node, Mapping) or has_errors([*found, *self.files.misshapen(source)]):
            return sort_diagnostics(found)
        document, old = by_new_names(file.node, source)
        more = self.games.faults_with(source, file.name, GameChoice((), document), depth)
        return sort_diagnostics([*found, *old, *(each for each in more if each.span.file == file.name)])
