"""The pictures that the files of a variant have beside them."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.load.picture_files import PictureFolder, picture_folder
from rulewright.core.load.variant_files import files_of_variant, pictures_beside
from rulewright.core.packages.package_places import known_name


def beside_variant(variant: Path | None, root: Path) -> tuple[PictureFolder, ...]:
    """Return the pictures beside the files of a variant, those of the ruleset left out."""
    files = files_of_variant(variant, root) if variant is not None else ()
    found = (picture_folder(pictures_beside(each), known_name(each), each.parent) for each in files)
    return tuple(each for each in found if each is not None)
