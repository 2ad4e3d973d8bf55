"""Recorded games of a ruleset in which names have changed since, read by the names of now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.core.load.renamed import Names, new_key
from rulewright.play.records.replay_files import RecordedChoice, Replay

if TYPE_CHECKING:
    from rulewright.core.pipeline import Choice


def by_new_names(replay: Replay, names: Names) -> Replay:
    """Return a replay with new names for old ones in its choices and settings, without digests of its states."""
    choices = tuple(RecordedChoice(each.seat, new_key(each.choose, names)) for each in replay.choices)
    settings = {
        names.get(name, name): new_key(value, names) if isinstance(value, str) else value
        for name, value in replay.settings.items()
    }
    return replace(replay, choices=choices, settings=settings, digests=(), final_digest=None)


def renamed_since(replay: Replay, choice: Choice, digest: str) -> tuple[Replay | None, Names]:
    """Return (replay by the names of now, names of the ruleset), with None if more than names has changed since.

    `digest` is that of the rules as they are. They have only been renamed if they have the digest of the replay once
    the old names are put back.
    """
    from rulewright.core.load.digest import digest_of
    from rulewright.core.load.folder import read_variant
    from rulewright.core.load.renamed import renamed_in, with_old_names
    from rulewright.core.pipeline import packages_of, read_whole, settled
    from rulewright.core.validate.assembled_entries import put_together
    from rulewright.core.validate.manifests import manifest_of

    choice = settled(choice)
    source = read_whole(choice.ruleset, packages_of(choice)).source
    names = renamed_in(source)
    if not names:
        return None, names
    variant = read_variant(choice.variant)[0] if choice.variant is not None else None
    assembly, _ = put_together(source, choice.modules or (), variant, None)
    manifest, old = manifest_of(source), {new: old for old, new in names.items()}
    game = (manifest.min_seats, manifest.max_seats, old.get(manifest.begins, manifest.begins))
    if digest_of(game, with_old_names(assembly, names)) != replay.ruleset_digest:
        return None, names
    return replace(by_new_names(replay, names), ruleset_digest=digest), names
