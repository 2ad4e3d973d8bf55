"""The pictures and credits that the files of a variant have beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from rulewright.core.load.files import SourceFile, read_file
from rulewright.core.load.picture_files import PICTURES, PictureFolder, picture_folder
from rulewright.core.load.variant_files import files_of_variant
from rulewright.core.packages.package_places import known_name

Beside: TypeAlias = tuple[tuple[SourceFile, PictureFolder | None], ...]
"""Each file of a variant, with the pictures beside it, if there are any."""


def beside_variant(variant: Path | None, root: Path) -> Beside:
    """Return the files of a variant with their pictures, those of the ruleset left out."""
    files = files_of_variant(variant, root) if variant is not None else ()
    return tuple(
        (read_file(each, known_name(each))[0], picture_folder(each.parent / PICTURES, known_name(each), each.parent))
        for each in files
    )
