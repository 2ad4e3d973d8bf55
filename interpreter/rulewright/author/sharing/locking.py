"""Lock files of variants: written from what a variant is played with now, and compared with what is here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rulewright.core.load.folder import read_variant
from rulewright.core.load.together import ruleset_extended
from rulewright.core.model.document import text_of
from rulewright.core.model.packages_used import SHOWN, PackageRefused
from rulewright.core.packages.lock_files import (
    SUFFIX,
    LockedPackage,
    LockFile,
    lock_beside,
    lock_text,
    locked_folder,
    read_lock,
)
from rulewright.core.packages.package_store import installed
from rulewright.core.pipeline import Built, Choice, build_ruleset, find_ruleset
from rulewright.core.writing import write_whole


class Verified(NamedTuple):
    """The check of one thing: its name, whether it is as the lock file says, and a sentence about it."""

    what: str
    ok: bool
    said: str


def lock_packages(lock: str | Path) -> LockFile:
    """Write the lock file of a variant: the newest packages that it accepts. Raises PackageRefused."""
    path = Path(lock)
    if not path.name.endswith(SUFFIX):
        path = lock_beside(path)
    variant = _variant_of(path)
    before = path.read_bytes() if path.is_file() else None
    path.unlink(missing_ok=True)  # what it says does not bind the choice that it is written from
    try:
        built = _built(variant)
        assert built.compiled is not None
        origins = {each.tree: each.origin for each in installed()}
        rows = tuple(LockedPackage(*each, origins.get(each.tree, "")) for each in built.compiled.unexplained.packages)
        made = LockFile(rows, built.compiled.unexplained.digest)
        write_whole(path, lock_text(made))
    except BaseException:
        if before is not None:
            path.write_bytes(before)
        raise
    return made


def verified(path: Path) -> tuple[Verified, ...]:
    """Compare what is here with a lock file. Raises PackageRefused if it is not one."""
    lock, rows = read_lock(path), []
    for each in lock.packages:
        try:
            folder = locked_folder(each, path)
            rows.append(Verified(f"{each.package} {each.version}", True, f"{each.tree[:SHOWN]} in {folder}"))
        except PackageRefused as refused:
            rows.append(Verified(f"{each.package} {each.version}", False, str(refused)))
    if all(row.ok for row in rows):
        try:
            built = _built(_variant_of(path))
            assert built.compiled is not None
            digest = built.compiled.unexplained.digest
            same = digest == lock.digest
            rows.append(Verified("the game", same, f"digest {digest}" + ("" if same else f", not {lock.digest}")))
        except PackageRefused as refused:
            rows.append(Verified("the game", False, str(refused)))
    return tuple(rows)


def _variant_of(lock: Path) -> Path:
    variant = lock.with_name(lock.name.removesuffix(SUFFIX) + ".yaml")
    if not variant.is_file():
        raise PackageRefused(f"{lock.name} belongs to the variant {variant.name}, which is missing next to it")
    return variant


def _built(variant: Path) -> Built:
    document, _ = read_variant(variant)
    name = text_of(ruleset_extended(document))
    root = find_ruleset(name or "", variant)
    if root is None:
        raise PackageRefused(f"{variant} extends '{name}', and there is no ruleset of that name")
    built = build_ruleset(Choice(str(root), None, variant))
    if built.compiled is None:
        raise PackageRefused(f"{variant} has errors; see: rulewright check {variant}")
    return built
