"""The pictures of a game's look: the paths that looks name, and the files that are there.

It changes no rule: a game with all its pictures missing is the same game, drawn without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rulewright.core.load.entries import Entry, Sections
from rulewright.core.load.folder import RulesetSource
from rulewright.core.load.picture_files import PictureFolder, folders_of
from rulewright.core.load.together import each_of
from rulewright.core.model.document import Mapping, Scalar, mappings_in
from rulewright.core.model.game import Blueprint
from rulewright.core.model.pictures import Credit, LookPictures, Picture

FIELD_IN_PATH: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
KEYS: Final = ("picture", "back")
"""The keys of a look that name pictures."""


class NamedPicture(NamedTuple):
    """A picture as a look names it: the entry, the key with its value, the component ("" if none), and the path."""

    entry: Entry
    key: str
    written: Scalar
    component: str
    path: str

    @property
    def of(self) -> str:
        """Return the thing that the look is of."""
        return self.entry.node.text_at("of")


def named_pictures(sections: Sections) -> Iterator[NamedPicture]:
    """Yield each picture that a look names, for each component that it stands for."""
    for entry in sections.get("looks", ()):
        for key in KEYS:
            written = entry.node.get(key)
            if not isinstance(written, Scalar):
                continue
            if key == "picture" and FIELD_IN_PATH.search(written.text):
                yield from _for_components(entry, key, written, sections)
            elif key == "picture" and (names := _names_of(entry.node.text_at("of"), sections)):
                yield from (NamedPicture(entry, key, written, name, written.text) for name in names)
            else:
                yield NamedPicture(entry, key, written, "", written.text)


def found_picture(named: NamedPicture, folders: Iterable[PictureFolder]) -> Picture | None:
    """Return the file of a picture, or None if it is missing."""
    near = folders_of(named.written.span.file, folders)
    return next((each.pictures[named.path] for each in near if named.path in each.pictures), None)


def with_pictures(
    blueprint: Blueprint, sections: Sections, source: RulesetSource, beside: tuple[PictureFolder, ...],
    variant: Mapping | None,
) -> Blueprint:  # fmt: skip
    """Return a blueprint whose look has the pictures that are there, and the credits of all.

    `beside` are those of the variant and of all that it extends.
    """
    folders = (*source.pictures, *beside)
    pictures: dict[str, Picture] = {}
    faces: dict[str, dict[str, str]] = {}
    backs: dict[str, str] = {}
    grounds: dict[str, str] = {}
    for named in named_pictures(sections) if folders else ():
        picture = found_picture(named, folders)
        if picture is None:
            continue
        pictures[picture.hash] = picture
        if named.key == "back":
            backs[named.of] = picture.hash
        elif named.component:
            faces.setdefault(named.of, {})[named.component] = picture.hash
        else:
            grounds[named.of] = picture.hash
    if not pictures:
        return blueprint
    table = grounds.pop("table", "")
    pictured = LookPictures(pictures, faces, backs, grounds, table, tuple(_credits(source, variant)))
    return replace(blueprint, look=replace(blueprint.look, pictured=pictured))


def _credits(source: RulesetSource, variant: Mapping | None) -> Iterator[Credit]:
    manifests = (source.manifest, *(each.manifest for each in source.modules))
    for node in (*(each.node for each in manifests if each is not None), *each_of(variant)):
        for each in mappings_in(node.get("credits") if isinstance(node, Mapping) else None):
            yield Credit(each.text_at("files"), each.text_at("by"), each.text_at("licence"))


def _names_of(kind: str, sections: Sections) -> tuple[str, ...]:
    return tuple(each.id for each in sections.get("components", ()) if each.node.text_at("kind") == kind)


def _for_components(entry: Entry, key: str, written: Scalar, sections: Sections) -> Iterator[NamedPicture]:
    """Yield a picture with fields in its path for each component of its kind that has these fields."""
    for each in sections.get("components", ()):
        if each.node.text_at("kind") == entry.node.text_at("of"):
            values = {name: _value(each, name) for name in FIELD_IN_PATH.findall(written.text)}
            if all(values.values()):
                path = FIELD_IN_PATH.sub(lambda found: values[found[1]], written.text)  # noqa: B023 - used at once
                yield NamedPicture(entry, key, written, each.id, path)


def _value(entry: Entry, name: str) -> str:
    if name == "id":
        return entry.id
    node = entry.node.get(name)
    return node.text if isinstance(node, Scalar) else ""
