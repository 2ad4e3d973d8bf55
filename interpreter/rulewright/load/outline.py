"""What a table can pick in a ruleset, read without the rest of it: its modules, and the settings that each brings.

Nothing is judged here: a file or an entry that cannot be read is left out, and reported when the ruleset is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Span
from rulewright.load.entries import gather
from rulewright.load.files import SourceFile, display_name, read_file
from rulewright.load.folder import MANIFEST, MODULE_MANIFEST, ModuleSource, RulesetSource
from rulewright.load.modules import BASE, default_names, names_in
from rulewright.model.document import Mapping, Scalar, Sequence, entries_of, text_of

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

    `excludes` holds which others each module cannot be played with, `titles`, `summaries` and `abouts` what people
    call it and what it brings, to players and to authors.
    """

    default: tuple[str, ...]
    needs: dict[str, tuple[str, ...]]
    settings: tuple[OfferedSetting, ...]
    excludes: dict[str, frozenset[str]]
    titles: dict[str, dict[str, str]]
    abouts: dict[str, str]
    summaries: dict[str, dict[str, str]]

    def with_needs(self, module: str) -> tuple[str, ...]:
        """A module and all that it needs, directly or not."""
        wanted = [module]
        for each in wanted:
            wanted += [need for need in self.needs.get(each, ()) if need not in wanted]
        return tuple(wanted)


def read_outline(root: Path) -> Outline:
    """The outline of a ruleset folder."""
    manifest = _document(root / MANIFEST)
    modules: dict[str, Mapping] = {}
    settings: list[OfferedSetting] = []
    for path in sorted(root.glob(f"*/{MODULE_MANIFEST}")):
        module = _document(path)
        name = text_of(module.get("id")) or path.parent.name
        modules[name] = module
        settings += _settings(name, path.parent)
    default = tuple(name for name, _ in default_names(manifest))
    return Outline(
        (BASE, *(name for name in default if name != BASE)),
        {name: _names(module, "needs") for name, module in modules.items()},
        tuple(settings),
        {name: _excluded(modules, name) for name in modules},
        {name: texts_by_language(module, "title") for name, module in modules.items()},
        {name: " ".join(module.text_at("about").split()) for name, module in modules.items()},
        {name: texts_by_language(module, "summary") for name, module in modules.items()},
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
        and (fills & set(_names(module, "fills")) or other in _names(modules[name], "conflicts")
             or name in _names(module, "conflicts"))
    )  # fmt: skip


def texts_by_language(document: Mapping, key: str) -> dict[str, str]:
    """A title or a summary of a document, in each language in which it is written."""
    return {language.text: title for language, each in entries_of(document.get(key)) if (title := text_of(each))}


def read_modules(root: Path) -> RulesetSource:
    """A ruleset folder with the manifests of its modules and none of their content: enough to choose among them."""
    root = root.resolve()
    manifest = _file(root / MANIFEST, root)
    modules = []
    for path in sorted(root.glob(f"*/{MODULE_MANIFEST}")):
        file = _file(path, root)
        named = text_of(file.node.get("id")) if isinstance(file.node, Mapping) else None
        modules.append(ModuleSource(named or path.parent.name, path.parent.name, file, ()))
    named = text_of(manifest.node.get("id")) if isinstance(manifest.node, Mapping) else None
    return RulesetSource(
        id=named or root.name, root=root, manifest=manifest, ledger=None, modules=tuple(modules), variants=(),
        matches=(), scenarios=(), replays=(), players=(), ladders=(), diagnostics=(),
    )  # fmt: skip


def _file(path: Path, root: Path) -> SourceFile:
    return read_file(path, display_name(path, root.parent))[0]


def _settings(module: str, folder: Path) -> Iterator[OfferedSetting]:
    for path in sorted(folder.rglob("*.yaml")):
        if _mentions_settings(path):
            entries, _ = gather([(module, _document(path))])
            yield from (_offered(module, entry.id, entry.node) for entry in entries if entry.section == "settings")


def _mentions_settings(path: Path) -> bool:
    try:
        return path.is_file() and _SECTION in path.read_bytes()
    except OSError:
        return False


def _offered(module: str, name: str, node: Mapping) -> OfferedSetting:
    title, values, flag = node.get("title"), node.get("values"), node.get("ruled_seats")
    named = values.items if isinstance(values, Sequence) else (values,)
    default = node.get("default")
    return OfferedSetting(
        name,
        module,
        (text_of(title.get("en")) if isinstance(title, Mapping) else None) or name.replace("_", " "),
        node.text_at("about"),
        tuple(str(each.value) for each in named if isinstance(each, Scalar)),
        str(default.value) if isinstance(default, Scalar) else "",
        isinstance(flag, Scalar) and flag.value is True,
    )


def _document(path: Path) -> Mapping:
    file, _ = read_file(path)
    return file.node if isinstance(file.node, Mapping) else Mapping((), Span(file.name, 1, 1))
