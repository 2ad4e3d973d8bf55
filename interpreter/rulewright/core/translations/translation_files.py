"""A translation file as records: a text's key, the English it was made from, and the text.

    kind: translation
    language: de
    texts:
      miner.title: {en: Miner, de: Bergmann}

A key is the id of an entry and the path in it, as in patches. Texts of manifests are `/title` for the game and
`night/title` for a module. Others are `variants/ID/title`, `matches/ID/title` and `scenarios/NAME/example`. A text that
is another one with some modules is a list of records. `before` holds the English of before: the text is to be looked
through. Names that the game lists as `renamed` are read as what they are called now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.core.diagnostics import Diagnostic
from rulewright.core.load.files import Reader, SourceFile
from rulewright.core.locales.tags import ENGLISH, is_tag
from rulewright.core.model.document import Mapping, Scalar, entries_of, mappings_in, part_of, text_of
from rulewright.core.packages.package_names import reference_of
from rulewright.core.packages.version_ranges import version_of

BEFORE = "before"
"""The key of the English that a text was made from if that has changed since."""


@dataclass(frozen=True, slots=True)
class TextRecord:
    """One text in a translation file. `before` is the English it was made from if that has changed since.

    `written` is the key as it is in the file, with the names of then.
    """

    key: Scalar
    node: Mapping
    english: str
    text: str
    before: str
    written: str

    @property
    def is_usable(self) -> bool:
        """Whether it has a text that nobody has to look through."""
        return bool(self.text) and not self.before


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation file as it was read, with what is wrong with its YAML.

    `names` maps old names of the game to new ones.
    """

    file: SourceFile
    language: str
    diagnostics: tuple[Diagnostic, ...] = ()
    names: MappingOf[str, str] = field(default_factory=dict, hash=False)

    def records(self) -> Iterator[TextRecord]:
        """Yield the records that have an English text, in the order in which they are written."""
        for key, written in entries_of(part_of(self.file.node, "texts")):
            for node in (written,) if isinstance(written, Mapping) else mappings_in(written):
                english = text_of(node.get(ENGLISH))
                if english:
                    now = replace(key, text=new_text_key(key.text, self.names))
                    yield TextRecord(now, node, english, node.text_at(self.language), node.text_at(BEFORE), key.text)


def new_text_key(key: str, names: MappingOf[str, str]) -> str:
    """Return the key of a text with new names for old ones."""
    return ".".join(names.get(part, part) for part in key.split(".")) if names else key


def read_translation(path: Path, shown: str, read: Reader) -> Translation:
    """Return a file as a translation, with the language '' if it states none that texts could be in."""
    file, diagnostics = read(path, shown)
    language = text_of(part_of(file.node, "language")) or ""
    return Translation(file, language if is_tag(language) and language != ENGLISH else "", diagnostics)


def is_for(translation: Translation, owners: Iterable[tuple[str, str]]) -> bool:
    """Return whether a package of translations is for one of some rulesets and modules, given as (id, version)."""
    reference = reference_of(text_of(part_of(translation.file.node, "extends")) or "")
    if reference is None:
        return False
    for name, written in owners:
        version = version_of(written)
        if name == reference.id:
            return reference.accepts is None or (version is not None and version in reference.accepts)
    return False
