"""The folders of rulesets and variants: shipped, given by path, or next to a file that names them."""

from __future__ import annotations

from pathlib import Path

from rulewright.core.load.bundled import shipped_root
from rulewright.core.model.document import Mapping, text_of
from rulewright.core.run.steps import WrongSetup


def existing_root(ruleset: str) -> Path:
    """The folder of a ruleset given by name or path. Raises WrongSetup if there is none."""
    root = ruleset_root(ruleset)
    if root is None:
        raise WrongSetup(f"there is no ruleset '{ruleset}'; shipped are: {', '.join(shipped_names())}")
    return root


def shipped_names() -> tuple[str, ...]:
    """The rulesets that are shipped, without the small games of the gallery."""
    return tuple(sorted(path.parent.name for path in shipped_root().glob("*/ruleset.yaml")))


def known_names() -> tuple[str, ...]:
    """All that can be named without a path: what is shipped, and then the gallery."""
    gallery = (path.parent.name for path in shipped_root().glob("*/*/ruleset.yaml"))
    return (*shipped_names(), *sorted(gallery))


def shipped_folder(name: str) -> Path | None:
    """The folder of a shipped ruleset by its name, None if none has it."""
    root = shipped_root()
    found = (root / name, *root.glob(f"*/{name}")) if name and Path(name).name == name else ()
    return next((path for path in found if (path / "ruleset.yaml").is_file()), None)


def find_ruleset(name: str, file: Path) -> Path | None:
    """The folder of the ruleset that a file means by an id: one that the file is in, one next to it, a shipped one."""
    from rulewright.core.load.folder import ruleset_above

    above, beside = ruleset_above(file), file.resolve().parent / name
    if above is not None and name in (above.name, _id_in(above)):
        return above
    if name and (beside / "ruleset.yaml").is_file():
        return beside
    return shipped_folder(name)


def _id_in(root: Path) -> str | None:
    from rulewright.core.load.files import read_file

    node = read_file(root / "ruleset.yaml")[0].node
    return text_of(node.get("id")) if isinstance(node, Mapping) else None


def find_variant(name: str, root: Path | None, folder: Path | None) -> Path | None:
    """The variant that a file in some folder means by its name: the ruleset's own, one next to the file, a package's.

    Raises PackageRefused if packages have several.
    """
    for home in (root / "variants" if root is not None else None, folder):
        if home is not None and (home / f"{name}.yaml").is_file():
            return home / f"{name}.yaml"
    if root is None or not (root / "ruleset.yaml").is_file():
        return None
    from rulewright.core.packages.package_variants import package_variant

    return package_variant(name, root, (folder,) if folder is not None else ())


def ruleset_root(name_or_path: str) -> Path | None:
    """The folder of a ruleset given by name or path, or None. `./NAME` is a folder here, whatever is shipped."""
    if not name_or_path:
        return None
    shipped, path = shipped_folder(name_or_path), Path(name_or_path)
    if shipped is not None:
        return shipped
    if not (path / "ruleset.yaml").is_file():
        return None
    # Whoever gets this path must not take it for the name.
    return path.absolute() if shipped_folder(path.as_posix()) is not None else path
