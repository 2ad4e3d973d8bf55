"""Translation files against the game they are for: those of a ruleset or a module's package, or a package itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.author.review.findings import Findings
from rulewright.core.diagnostics import Diagnostic, Span, error, has_errors
from rulewright.core.load.files import SourceFile, read_file
from rulewright.core.load.folder import RulesetSource, read_ruleset
from rulewright.core.locales.tags import ENGLISH
from rulewright.core.model.document import Mapping, entries_of, mappings_in, part_of, text_of
from rulewright.core.model.packages_used import PackageRefused
from rulewright.core.packages.extending import Translated, translated
from rulewright.core.packages.package_names import TRANSLATION, reference_of
from rulewright.core.pipeline import lines_of
from rulewright.core.translations.comparing import translation_faults
from rulewright.core.translations.game_texts import GameText, texts_of
from rulewright.core.translations.translation_files import BEFORE, Translation
from rulewright.core.validate.shape import check_shape, kind_of


def review_translations(source: RulesetSource, found: Findings, of: Iterable[Path] | None = None) -> None:
    """Review the translation files of a ruleset that is right, or some of them, which are those of a package."""
    paths = tuple(source.translations if of is None else of)
    if not paths:
        return
    whole = texts_of(source)
    for each in source.spoken:
        if each.file.path in paths:
            _review(each, _texts_for(each, source, whole), found)


def faults_of_translations(
    source: RulesetSource, paths: Iterable[Path]
) -> Iterator[tuple[Path, tuple[Diagnostic, ...]]]:
    """Yield (path, faults) of some translation files that were read with a ruleset or package that is right."""
    wanted = set(paths)
    whole = texts_of(source) if wanted else ()
    for each in source.spoken:
        if each.file.path in wanted:
            yield each.file.path, _faults(each, _texts_for(each, source, whole))


def _texts_for(translation: Translation, source: RulesetSource, whole: tuple[GameText, ...]) -> tuple[GameText, ...]:
    """Return those of all texts that a translation file is for: its package's, its module's, or the whole game's."""
    extends = text_of(part_of(translation.file.node, "extends"))
    reference = reference_of(extends) if extends else None
    for module, package in source.packages():
        named = reference is not None and reference.id == module.id
        if named or translation.file.path.is_relative_to(package.root):
            return _texts_in(package.root, whole)
    return whole


def _texts_in(home: Path | None, whole: tuple[GameText, ...]) -> tuple[GameText, ...]:
    """Return those of all texts that are in the folder of a package, or all if there is none."""
    return whole if home is None else tuple(each for each in whole if each.span.file.split("/")[0] == home.name)


def review_translation_package(path: Path, found: Findings) -> None:
    """Review a package of translations, or say that the game that it is for is not there."""
    try:
        about = translated(path)
    except PackageRefused as refused:
        here = path / TRANSLATION
        node = read_file(here, f"{path.name}/{TRANSLATION}")[0].node if path.is_dir() else None
        span = node.span_of("extends") if isinstance(node, Mapping) else Span(path.as_posix(), 1, 1)
        found.add((error("unbound-package", span, str(refused)),), lines_of(here, span.file) if path.is_dir() else {})
        return
    source, texts = texts_translated(about)
    if has_errors(source.diagnostics):
        found.add(source.diagnostics, {})
        return
    known = len(found.diagnostics)
    for each in source.spoken:
        if each.file.path == about.folder / TRANSLATION:
            _review(each, texts, found)
            return
    file, faults = read_file(about.folder / TRANSLATION, f"{about.folder.name}/{TRANSLATION}")
    _add(file, (*faults, *_shape_faults(file)), found)
    if len(found.diagnostics) == known:
        written = part_of(file.node, "extends")
        message = f"it is for '{about.extends}', which has another version here"
        span = written.span if written is not None else Span(file.name, 1, 1)
        _add(file, (error("package-version", span, message, "state the version that you translate"),), found)


def texts_translated(about: Translated) -> tuple[RulesetSource, tuple[GameText, ...]]:
    """Return (source, texts): what a package of translations is for, and all of its texts."""
    source = read_ruleset(about.ruleset, packages=about.packages, translations=(about.folder,))
    home = next((each.root for module, each in source.packages() if module.id == about.extends), None)
    return source, _texts_in(home, texts_of(source))


def _review(translation: Translation, texts: tuple[GameText, ...], found: Findings) -> None:
    _add(translation.file, _faults(translation, texts), found)


def _faults(translation: Translation, texts: tuple[GameText, ...]) -> tuple[Diagnostic, ...]:
    faults = faults_of_file(translation)
    return faults if has_errors(faults) else (*faults, *translation_faults(translation, texts))


def faults_of_file(translation: Translation) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a translation file whatever the game is."""
    faults = (*translation.diagnostics, *_shape_faults(translation.file))
    return faults if has_errors(faults) else (*faults, *_strangers(translation))


def _shape_faults(file: SourceFile) -> tuple[Diagnostic, ...]:
    if not isinstance(file.node, Mapping):
        return ()
    kind = kind_of(file.node)
    if kind != "translation":
        message = f"a translation file is of kind 'translation', not '{kind}'"
        return (error("unknown-value", file.node.span_of("kind"), message, "write kind: translation"),)
    return check_shape("translation", file.node)


def _strangers(translation: Translation) -> Iterable[Diagnostic]:
    """Yield a diagnostic for a language of the file that no text can be in, and each text in another one."""
    language = translation.language
    if not language:
        node = part_of(translation.file.node, "language")
        assert node is not None
        message = "texts are translated from English, so a translation cannot be English"
        yield error("unknown-language", node.span, message, "write the language of the texts, such as de")
        return
    for _, written in entries_of(part_of(translation.file.node, "texts")):
        for record in (written,) if isinstance(written, Mapping) else mappings_in(written):
            for key, _ in record.entries:
                if key.text not in (ENGLISH, BEFORE, language):
                    message = f"the texts of this file are in '{language}', not in '{key.text}'"
                    yield error("unknown-language", key.span, message, "use one file per language")


def _add(file: SourceFile, faults: tuple[Diagnostic, ...], found: Findings) -> None:
    found.add(faults, lines_of(file.path, file.name) if faults else {})
