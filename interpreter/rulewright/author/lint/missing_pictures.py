"""A lint for pictures that a look names and that are not there, so that the thing is drawn without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulewright.author.lint.scene import LintGroup, LintScene, LintVerdict, verdict
from rulewright.core.compile.pictured import NamedPicture, found_picture, named_pictures
from rulewright.core.diagnostics import CodeExplained, did_you_mean
from rulewright.core.load.picture_files import PICTURES, PictureFolder, folders_of, picture_folder
from rulewright.core.model.document import Scalar

_SHOWN: Final = 3


def missing_pictures(scene: LintScene) -> Iterator[LintVerdict]:
    """Yield a verdict on each key of a look that names pictures: which of them are missing."""
    named = tuple(named_pictures(scene.assembly.sections))
    folders = (*scene.pictures, *_beside({each.written.span.file for each in named}, scene.pictures))
    keys: dict[Scalar, list[NamedPicture]] = {}
    for each in named:
        keys.setdefault(each.written, []).append(each)
    for written, listed in keys.items():
        near = folders_of(written.span.file, folders)
        paths = dict.fromkeys(each.path for each in listed if found_picture(each, folders) is None)
        known = frozenset(path for folder in near for path in folder.paths)
        missing = [path for path in paths if path not in known]  # one that is refused is there
        told = None
        if missing and near:
            shown = ", ".join(missing[:_SHOWN]) + (f" and {len(missing) - _SHOWN} more" if missing[_SHOWN:] else "")
            hint = did_you_mean(missing[0], known) or "put the file there, or leave it: it is drawn without a picture"
            told = (f"there is no {shown} in the folder '{PICTURES}'", hint)
        yield verdict("missing-picture", listed[0].entry, written.span, told, detail=listed[0].key)


def _beside(files: set[str], known: tuple[PictureFolder, ...]) -> Iterator[PictureFolder]:
    """Yield the folder, perhaps empty, in which each file outside all known ones looks for its pictures."""
    for file in sorted(files):
        if "/" in file and not any(each.owns(file) for each in known):
            home = Path(file).parent
            found = picture_folder(home / PICTURES, file, home) if Path(file).is_file() else None
            yield found or PictureFolder(file, {})


_EXPLAINED: Final = (
    CodeExplained(
        "missing-picture",
        "A look names a picture that is not there.",
        "The thing is drawn as without a picture. Put the file into the folder `pictures` of the module, package or"
        " ruleset, or beside the file of the variant, or mend its name.",
        "lint",
        'looks:\n  - {id: seat_colours, of: seat, colours: ["#c0392b"]}\n'
        "  - {id: table_look, of: table, picture: cloth.png}",
        'looks:\n  - {id: seat_colours, of: seat, colours: ["#c0392b"]}',
    ),
)
LINTS: Final = LintGroup(_EXPLAINED, of_entries=(missing_pictures,))
