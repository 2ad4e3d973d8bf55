"""The choices that a ruleset offers a table, its modules and their settings, read without the rest of it.

Nothing is judged here: a file or an entry that cannot be read is left out, and reported when the ruleset is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulewright.core.load.bundled import BASE
from rulewright.core.load.entries import gather
from rulewright.core.load.files import SourceFile, display_name, read_file
from rulewright.core.load.folder import (
    MANIFEST,
    MODULE_MANIFEST,
    TRANSLATIONS,
    ModuleSource,
    PackageFiles,
    RulesetSource,
    id_of,
    in_translation,
    manifest_of_base,
    ruleset_above,
)
from rulewright.core.load.modules import manifest_of, names_in, needed_by, needed_ids, usual_modules
from rulewright.core.locales.catalogue import ENGLISH
from rulewright.core.model.document import Mapping, Scalar, Sequence, by_language, is_true, title_of
from rulewright.core.packages.chosen import translations_near
from rulewright.core.packages.package_names import id_named
from rulewright.core.translations.added_texts import NO_WORDS, Words

_SECTION = b"settings:"


@dataclass(frozen=True, slots=True)
class OfferedSetting:
    """A setting as one module declares it: `values` are names, or the range of a number as it is written."""

    id: str
    module: str
    title: str
    about: str
    values: tuple[str, ...]
    default: str
    ruled_seats: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """The modules of a ruleset that are on by default, what each module needs, and all settings of all modules.

    `excludes` holds which others each module cannot be played with, `fills` the slots that it fills, `titles`,
    `summaries` and `abouts` what people call it and what it brings, to players and to authors.
    """

    default: tuple[str, ...]
    needs: dict[str, tuple[str, ...]]
    settings: tuple[OfferedSetting, ...]
    excludes: dict[str, frozenset[str]]
    fills: dict[str, tuple[str, ...]]
    titles: dict[str, dict[str, str]]
    abouts: dict[str, str]
    summaries: dict[str, dict[str, str]]

    def with_needs(self, module: str) -> tuple[str, ...]:
        """A module and all that it needs, directly or not."""
        return needed_by([module], self.needs)


def read_outline(root: Path, packages: Iterable[Path] = ()) -> Outline:
    """The outline of a ruleset folder with the packages that are played with it."""
    source = read_modules(root, packages)
    modules = {each.id: manifest_of(each) for each in source.modules}
    return Outline(
        usual_modules(source),
        {name: needed_ids(module) for name, module in modules.items()},
        tuple(setting for each in source.modules for setting in _settings(each.id, source.root / each.folder)),
        {name: _excluded(modules, name) for name in modules},
        {name: _names(module, "fills") for name, module in modules.items()},
        {name: title_of(module) for name, module in modules.items()},
        {name: " ".join(module.text_at("about").split()) for name, module in modules.items()},
        {name: by_language(module.get("summary")) for name, module in modules.items()},
    )


def _names(module: Mapping, key: str) -> tuple[str, ...]:
    return tuple(each for each, _ in names_in(module.get(key)))


def _excluded(modules: dict[str, Mapping], name: str) -> frozenset[str]:
    """The modules that one cannot be played with: either names the other, or both fill the same slot."""
    fills = set(_names(modules[name], "fills"))
    return frozenset(
        other
        for other, module in modules.items()
        if other != name
        and (fills & set(_names(module, "fills")) or other in map(id_named, _names(modules[name], "conflicts"))
             or name in map(id_named, _names(module, "conflicts")))
    )  # fmt: skip


def read_modules(root: Path, packages: Iterable[Path] = ()) -> RulesetSource:
    """A ruleset folder with the manifests of its modules and none of their content: enough to choose among them."""
    root = root.resolve()
    manifest = _file(root / MANIFEST, root)
    modules = []
    if (root / BASE).is_dir() and not (root / BASE / MODULE_MANIFEST).is_file():
        modules.append(ModuleSource(BASE, BASE, manifest_of_base(manifest), ()))
    for path in sorted(root.glob(f"*/{MODULE_MANIFEST}")):
        file, folder = _file(path, root), path.parent.name
        modules.append(ModuleSource(id_of(file, folder), folder, file, ()))
    homes = tuple(packages)
    for home in homes:
        file = _file(home / MODULE_MANIFEST, home)
        modules.append(ModuleSource(id_of(file, home.name), str(home), file, (), PackageFiles(home, None)))
    paths = tuple(sorted(root.glob(f"{TRANSLATIONS}/*.yaml")))
    paths += tuple(path for home in homes for path in sorted(home.glob(f"{TRANSLATIONS}/*.yaml")))
    source = RulesetSource(id_of(manifest, root.name), root, manifest, None, tuple(modules), translations=paths)
    return in_translation(source, read_file, (folder for folder, _ in translations_near(None)))


def worded(path: Path, kind: str, document: Mapping) -> Mapping:
    """A document in a ruleset's folder, such as a variant or the manifest, with the texts of translations added."""
    root = path.parent if path.name == MANIFEST else ruleset_above(path)
    words = _words_of(root) if root is not None else NO_WORDS
    prefix = {"ruleset": "/"}.get(kind, f"{path.parent.name}/{document.text_at(kind)}/")
    return words.of_manifest(kind, prefix, document)


def _words_of(root: Path) -> Words:
    """The texts of a ruleset's translations, read again only where one of their files has changed."""
    own = sorted(root.glob(f"{TRANSLATIONS}/*.yaml"))
    spoken = translations_near(None)
    if not own and not spoken:
        return NO_WORDS
    return _words_read(root, tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in own), spoken)


@lru_cache(maxsize=64)
def _words_read(root: Path, own: tuple[tuple[Path, int, int], ...], spoken: tuple[tuple[Path, str], ...]) -> Words:
    manifest = _file(root / MANIFEST, root)
    paths = tuple(path for path, *_ in own)
    source = RulesetSource(id_of(manifest, root.name), root, manifest, None, (), translations=paths)
    return in_translation(source, read_file, (folder for folder, _ in spoken)).words


def _file(path: Path, root: Path) -> SourceFile:
    return read_file(path, display_name(path, root.parent))[0]


def _settings(module: str, folder: Path) -> Iterator[OfferedSetting]:
    for path in sorted(folder.rglob("*.yaml")):
        if _mentions_settings(path):
            entries, _ = gather([(module, read_file(path)[0].node)])
            yield from (_offered(module, entry.id, entry.node) for entry in entries if entry.section == "settings")


def _mentions_settings(path: Path) -> bool:
    try:
        return path.is_file() and _SECTION in path.read_bytes()
    except OSError:
        return False


def _offered(module: str, name: str, node: Mapping) -> OfferedSetting:
    values, default = node.get("values"), node.get("default")
    named = values.items if isinstance(values, Sequence) else (values,)
    return OfferedSetting(
        name,
        module,
        title_of(node).get(ENGLISH) or name.replace("_", " "),
        node.text_at("about"),
        tuple(str(each.value) for each in named if isinstance(each, Scalar)),
        str(default.value) if isinstance(default, Scalar) else "",
        is_true(node.get("ruled_seats")),
    )
