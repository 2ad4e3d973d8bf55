"""The file that a translation is written to, and the game or module whose texts it holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.author.review.translations import texts_translated
from rulewright.core.load.files import read_file
from rulewright.core.load.folder import (
    MANIFEST,
    MODULE_MANIFEST,
    TRANSLATIONS,
    ModuleSource,
    RulesetSource,
    new_names_in,
    read_ruleset,
)
from rulewright.core.load.modules import manifest_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.extending import Translated, extending, translated, translated_name
from rulewright.core.packages.package_names import TRANSLATION, id_named, reference_of
from rulewright.core.packages.version_ranges import version_of
from rulewright.core.pipeline import read_whole
from rulewright.core.translations.game_texts import GameText, texts_of
from rulewright.core.translations.translation_files import Translation, read_translation


@dataclass(frozen=True, slots=True)
class Target:
    """A translation file, whether it is there or not: the texts of the game, and how a new file begins.

    `names` maps old names of the game to new ones.
    """

    file: Path
    game: str
    version: str
    texts: tuple[GameText, ...]
    begins: str
    names: dict[str, str]

    def read(self) -> Translation | None:
        """Return the file as it is, None if there is none."""
        if not self.file.is_file():
            return None
        return replace(read_translation(self.file, self.file.as_posix(), read_file), names=self.names)


def target_of(name: str, language: str, out: Path | None) -> Target:
    """Return the file of a translation of what a name or path leads to. Raises PackageRefused with a sentence.

    A game or module that is given by its folder has the file in its own `translations`. For any other it is a package
    in the folder `out`.
    """
    folder = Path(name)
    own = f"kind: translation\nlanguage: {language}\n"
    if (folder / TRANSLATION).is_file():
        return _of_package(replace(translated(folder), folder=folder), language)
    if (folder / MODULE_MANIFEST).is_file() and not (folder / MANIFEST).is_file():
        module = extending(folder)
        source = read_whole(module.ruleset, module.packages).source
        here = tuple(each for each in texts_of(source) if each.span.file.split("/")[0] == module.folder.name)
        return Target(folder / TRANSLATIONS / f"{language}.yaml", module.id, "", here, own, new_names_in(source))
    if (folder / MANIFEST).is_file():
        source = read_ruleset(folder)
        file, names = folder / TRANSLATIONS / f"{language}.yaml", new_names_in(source)
        return Target(file, source.id, _version(source), texts_of(source), own, names)
    id_ = f"{id_named(name)}_{language.lower().replace('-', '_')}"
    home = out if out is not None else Path(id_)
    if home.is_file():
        raise PackageRefused(f"'{home}' is a file; name the folder of a package")
    reference = reference_of(name)
    if reference is None:
        raise PackageRefused(f"'{name}' is neither a game or package nor the folder of one")
    return _of_package(translated_name(reference, home), language)


def _of_package(about: Translated, language: str) -> Target:
    source, texts = texts_translated(about)
    modules = [each for each in source.modules if each.id == about.extends]
    written = _version(modules[0] if modules and about.extends != source.id else source)
    number = version_of(written)
    range_ = f" {number[0]}.{number[1]}" if number is not None else ""
    id_ = about.folder.resolve().name
    begins = (
        f"kind: translation\nid: {id_}\n# package: LABEL/{id_}  # the name to share it by\nversion: 0.1.0\n"
        f"extends: {about.extends}{range_}\nlanguage: {language}\n"
    )
    return Target(about.folder / TRANSLATION, about.extends, written, texts, begins, new_names_in(source))


def _version(of: RulesetSource | ModuleSource) -> str:
    return manifest_of(of).text_at("version")
